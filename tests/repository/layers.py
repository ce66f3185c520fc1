#!/usr/bin/env python3
"""Checks the layers of engine/ and protocol/: an #include only ever points down.

usage: layers.py [ROOT | --self-test]

Reads every #include under engine/ and protocol/ and reports, as FILE:LINE: WORDS, each one that does not follow PLAN.
The compiler cannot say this: it is content with any include that can be found.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

# One folder a line: what stands above includes what stands below, never the other way round. Within a folder any order will do
# that closes no circle, also of modules, a .c and its header taken together.
PLAN = """
    protocol/cli
    protocol
    protocol/yixin
    protocol/console
    protocol/commands
    protocol/conversation
    protocol/files
    protocol/lines
    engine/tools/api
    engine/tools/prove
    engine/tools/learn
    engine/tools/games
    engine/database
    engine/api
    engine/book
    engine/opening
    engine/balance
    engine/search
    engine/eval
    engine/board
    engine/port
    engine/include/tengen
"""

# What protocol/ may include of the engine, as may any program that embeds it: plain values and functions on them. These headers
# may include no others.
PUBLIC = "engine/include/tengen/"
PUBLIC_TOOLS = {f"{PUBLIC}{name}.h" for name in ("engine_tools", "tool_options", "learn_options", "prove_options")}
TOOL_USERS = ("protocol/cli/", "protocol/console/", "protocol/files/")      # who may include the last four
PORT = {"engine/port/thread.h", "engine/port/timed_wait.h"}                 # protocol/ has threads, too
HEADERLESS = {"protocol/cli/main"}  # every other .c includes its own header first, which proves that header complete

# One header may have a .c for each system, or for what it has, of which CMake takes the one that fits.
SYSTEM = re.compile(r"_(linux|windows|web|posix|zlib|stored|sqlite|expat|none)$")

INCLUDE = re.compile(r'\s*#\s*include\s*(["<])([^">]+)[">]')


def read_plan(text):
    """folder -> its rank, 0 at the top"""
    return {folder: rank for rank, folder in enumerate(text.split())}


def stem(path):
    return SYSTEM.sub("", os.path.splitext(path)[0])


def resolve(root, path, quote, name):
    """The source file that is meant, or None; looked for as the compiler does, but in all private folders too"""
    folders = ["engine", "engine/include", "engine/port", "protocol", "protocol/cli", ""]
    if quote == '"':
        folders.insert(0, os.path.dirname(path))
    for folder in folders:
        target = os.path.normpath(os.path.join(folder, name))
        if target.startswith(("engine/", "protocol/")) and (root / target).is_file():
            return target
    return None


def read_arrows(root, path):
    """[(line, name, target)]; headers of the system are no arrows"""
    arrows = []
    for line, text in enumerate((root / path).read_text(errors="replace").splitlines(), 1):
        if match := INCLUDE.match(text):
            quote, name = match.groups()
            target = resolve(root, path, quote, name)
            if target or quote == '"':
                arrows.append((line, name, target))
    return arrows


def may_see(path, target):
    """May this file of protocol/, or public header, include that header of the engine?"""
    if target in PUBLIC_TOOLS:
        return path in PUBLIC_TOOLS or path.startswith(TOOL_USERS)
    return target.startswith(PUBLIC) or (path.startswith("protocol/") and target in PORT)


def check_arrow(plan, path, target):
    """What is wrong with one arrow, or None"""
    if target is None:
        return "does not exist in the source tree"
    if path.startswith(PUBLIC) and not may_see(path, target):
        return "exposes the inside of the engine: the users of this header see it, too"
    if path.startswith("protocol/") and target.startswith("engine/") and not may_see(path, target):
        return "includes the inside of the engine: PUBLIC is what this folder may include"
    above, below = plan.get(os.path.dirname(path)), plan.get(os.path.dirname(target))
    if above is not None and below is not None and above > below:
        return f"points up: {os.path.dirname(path)} may not see {os.path.dirname(target)}"
    return None


def find_cycles(sources):
    """One complaint for every include that closes a circle"""
    done, trail = set(), []

    def visit(path):
        trail.append(path)
        for line, _, target in sources.get(path, []):
            if target in trail:
                yield f"{path}:{line}: closes a cycle: {' > '.join(trail[trail.index(target):] + [target])}"
            elif target not in done:
                yield from visit(target)
        done.add(trail.pop())

    for path in sources:
        if path not in done:
            yield from visit(path)


def modules_of(sources):
    """The arrows between the modules, each under the name that its .c has"""
    modules: dict[str, list] = {}
    for path, arrows in sources.items():
        own = modules.setdefault(stem(path) + ".c", [])
        own += [(line, name, stem(target) + ".c") for line, name, target in arrows if target and stem(target) != stem(path)]
    return modules


def check(root, plan):
    """(number of files, number of arrows, complaints)"""
    files = [p for top in ("engine", "protocol") for p in sorted((root / top).rglob("*")) if p.suffix in {".c", ".h"}]
    paths = [p.relative_to(root).as_posix() for p in files if not p.name.startswith(".")]
    sources = {path: read_arrows(root, path) for path in paths}
    complaints = []
    for path, arrows in sources.items():
        if os.path.dirname(path) not in plan:
            complaints.append(f"{path}:1: is in no folder of the plan (PLAN in tests/repository/layers.py)")
        if path.endswith(".c") and stem(path) not in HEADERLESS:
            own = stem(path) + ".h"
            public = PUBLIC + os.path.basename(own)
            if not arrows or arrows[0][2] not in (own, public):
                complaints.append(f"{path}:{arrows[0][0] if arrows else 1}: must include its own header, {own}, first")
        for line, name, target in arrows:
            if wrong := check_arrow(plan, path, target):
                complaints.append(f'{path}:{line}: "{name}" {wrong}')
    cycles = [*find_cycles(sources), *find_cycles(modules_of(sources))]
    return len(sources), sum(map(len, sources.values())), complaints + cycles


def self_test():
    """A small good source tree; then one bad thing at a time, each of which must be reported at its place"""
    plan = read_plan("protocol/cli protocol engine/api engine/search engine/board engine/port engine/include/tengen")
    good = {
        "protocol/cli/main.c": '#include <stdio.h>\n#include "talk.h"\n#include "tengen/engine_tools.h"\n',
        "protocol/talk.h": '#include "tengen/engine.h"\n',
        "protocol/talk.c": '#include "talk.h"\n#include "words.h"\n',
        "protocol/words.h": "",
        "protocol/words.c": '#include "words.h"\n',
        "engine/include/tengen/engine_tools.h": '#include "tengen/tool_options.h"\n',
        "engine/include/tengen/tool_options.h": '#include "tengen/game.h"\n',
        "engine/include/tengen/engine.h": '#include <stdint.h>\n#include "tengen/game.h"\n',
        "engine/include/tengen/game.h": "#include <stdint.h>\n",
        "engine/api/README.md": '#include "nothing.h": not a source\n',
        "engine/api/engine.c": '#include "tengen/engine.h"\n#include <time.h>\n#include "search/root.h"\n',
        "engine/api/thinker.h": '#include "tengen/engine.h"\n',
        "engine/search/root.h": '#include "search/ordering.h"\n#include "search/clock.h"\n',
        "engine/search/ordering.h": '#include "search/tt.h"\n',
        "engine/search/tt.h": "",
        "engine/search/clock.h": '# include "port/time.h"\n',
        "engine/board/rules.h": '#include "tengen/game.h"\n',
        "engine/port/time.h": "",
        "engine/port/time_linux.c": '#include "port/time.h"\n',
    }
    bad = [  # what is put where, and the complaint that it must raise
        ("engine/port/time.h", '\n#include "search/root.h"\n', "engine/port/time.h:2: ", "points up"),
        ("engine/port/time.h", "#include <search/root.h>\n", "engine/port/time.h:1: ", "points up"),
        ("engine/port/time.h", '#include "../../protocol/talk.h"\n', "engine/port/time.h:1: ", "points up"),
        ("engine/search/root.h", '#include "api/thinker.h"\n', "engine/search/root.h:1: ", "points up"),
        ("engine/search/tt.h", '#include "search/ordering.h"\n', "engine/search/tt.h:1: ", "closes a cycle"),
        ("engine/search/tt.h", '#include "search/tt.h"\n', "engine/search/tt.h:1: ", "closes a cycle"),
        ("protocol/words.c", '#include "words.h"\n#include "talk.h"\n', "protocol/words.c:2: ", "closes a cycle"),
        ("engine/search/tt.c", '#include "search/tt.h"\n#include "search/root.h"\n', "engine/search/tt.c:2: ", "closes a cycle"),
        ("protocol/talk.h", '#include "search/clock.h"\n', "protocol/talk.h:1: ", "includes the inside"),
        ("protocol/talk.h", '#include "tengen/engine_tools.h"\n', "protocol/talk.h:1: ", "includes the inside"),
        ("protocol/cli/main.c", '#include "../../engine/port/time.h"\n', "protocol/cli/main.c:1: ", "includes the inside"),
        ("protocol/talk.h", '#include "cli/help.h"\n', "protocol/talk.h:1: ", "points up"),
        ("engine/include/tengen/engine.h", '#include "port/time.h"\n', "engine/include/tengen/engine.h:1: ", "exposes the inside"),
        ("engine/include/tengen/engine.h", '#include "tengen/engine_tools.h"\n', "engine/include/tengen/engine.h:1: ", "exposes the inside"),
        ("engine/api/engine.c", '#include "search/root.h"\n#include "tengen/engine.h"\n', "engine/api/engine.c:1: ", "first"),
        ("engine/attic/box.h", "", "engine/attic/box.h:1: ", "in no folder"),
        ("engine/port/time.h", '#include "port/nothing.h"\n', "engine/port/time.h:1: ", "does not exist"),
        ("engine/search/root.c", '#include "port/time.h"\n#include "search/root.h"\n', "engine/search/root.c:1: ", "first"),
        ("engine/port/time_windows.c", '#include "search/clock.h"\n', "engine/port/time_windows.c:1: ", "first"),
        ("engine/port/lonely.c", "int x;\n", "engine/port/lonely.c:1: ", "first"),
    ]
    good["protocol/cli/help.h"] = ""
    for path, text, where, words in [(None, None, None, None)] + bad:
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (good | ({path: text} if path else {})).items():
                (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
                (Path(folder) / name).write_text(content)
            complaints = check(Path(folder), plan)[2]
        if path is None:
            assert not complaints, complaints
        else:
            assert any(c.startswith(where) and words in c for c in complaints), (path, text, words, complaints)
            assert all(c.startswith(where) or "cycle" in c for c in complaints), complaints
    print(f"layers: a good source tree passes, {len(bad)} bad ones are found out")


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) > 1 or any(a.startswith("-") for a in arguments):
        sys.exit(__doc__)
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parents[2]
    files, arrows, complaints = check(root, read_plan(PLAN))
    if not files:
        sys.exit(f"layers: no sources at {root}")
    if complaints:
        sys.exit("\n".join(complaints))
    print(f"layers: {files} files, {arrows} arrows, all of them pointing down")


if __name__ == "__main__":
    main(sys.argv[1:])
