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
from fnmatch import fnmatch
from pathlib import Path

# One layer a line, the top one first; "engine/" is left out. A file may include files of every lower layer, and none of its
# own layer except where an order is given: in "a > b  c", a may include b. A full name counts before a pattern.
PLAN = """
    protocol/main
    protocol/session  protocol/tools > protocol/tool_output  protocol/tool_book  protocol/tool_fit  protocol/tool_records  protocol/tool_prove  protocol/tool_train  protocol/tool_weights
    protocol/commands
    protocol/console > protocol/play > protocol/info  protocol/yixin  protocol/console_prove
    protocol/conversation
    protocol/block  protocol/undo  protocol/long_run
    protocol/note_log > protocol/options > protocol/naming > protocol/parse  protocol/files  protocol/interrupt  protocol/lines > protocol/wire
    api/engine  api/engine_tools
    api/answer  api/memory
    tools/rewrite  tools/book_make > tools/proof_read > tools/prove > tools/proof_check > tools/exhaust > tools/pairing > tools/gzip > tools/proof_write > tools/proof_tree > tools/proof_job > tools/proof_threats  tools/selfplay > tools/duel > tools/openings > tools/openlist  tools/train > tools/trainer_state > tools/trainer > tools/sample_pool > tools/parallel > tools/pattern_loss > tools/pattern_samples > tools/pattern_restore > tools/pattern_model > tools/game_store > tools/fit > tools/fit_state > tools/fit_model > tools/net_model > tools/model > tools/corpus > tools/samples  tools/*
    tools/tool > tools/job_pool  tools/play_game > tools/effort > tools/random_move
    tools/proof_body  tools/proof_zone
    tools/array  tools/worker  tools/record_source > tools/record_binary > tools/records > tools/origin > tools/record_text  tools/adam  tools/weights_text  tools/weights_file  tools/distinct
    opening/swap2 > opening/check > opening/start > opening/balance > opening/random  opening/book_answer > opening/book  opening/*
    search/thread_pool > search/vote  search/ponder
    search/root
    search/resistance
    search/node  search/refutation
    search/quiescence  search/solver > search/attacks > search/vcf  search/mate  search/rootmoves
    search/search
    search/ordering > search/history > search/candidates  search/tt  search/proof_table  search/clock  search/*
    search/parameters
    eval/explain > eval/eval > eval/pattern_state > eval/pattern_simd > eval/pattern_kernel > eval/pattern_tables > eval/net > eval/handmade > eval/weights > eval/pattern_net > eval/learnt > eval/*
    board/position
    board/forbidden  board/combination
    board/shape > board/board > board/rules
    board/geometry  board/zobrist  board/fnv  api/timed_wait
    port/*
    api/types
"""
PUBLIC = [f"engine/api/{name}.h" for name in ("engine", "engine_tools", "timed_wait")]  # what protocol/ may include
TYPES = "engine/api/types.h"  # the only engine header that those of PUBLIC may include
HEADERLESS = {"protocol/main"}  # every other .c includes its own header first, which proves that header complete

# One header may have a .c for each system, of which CMake takes the one that fits.
SYSTEM = re.compile(r"_(linux|windows|web|posix)$")

INCLUDE = re.compile(r'\s*#\s*include\s*(["<])([^">]+)[">]')


def read_plan(text):
    """pattern -> (layer, group, rank); only members of one group, written a > b, are ordered within a layer"""
    places = {}
    for layer, line in enumerate(text.strip().splitlines()):
        for group, chain in enumerate(re.sub(r"\s*>\s*", ">", line).split()):
            for rank, pattern in enumerate(chain.split(">")):
                places[pattern] = (layer, group, rank)
    return places


def stem(path):
    return SYSTEM.sub("", os.path.splitext(path)[0].removeprefix("engine/"))


def place(plan, path):
    name = stem(path)
    return plan.get(name) or next((at for pattern, at in plan.items() if fnmatch(name, pattern)), None)


def points_down(above, below):
    return above[0] < below[0] or (above[:2] == below[:2] and above[2] < below[2])


def resolve(root, path, quote, name):
    """The source file that is meant, or None; looked for as the compiler does, but in all private folders too"""
    folders = ["engine", "engine/api", "protocol", ""]
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


def check_arrow(plan, path, target):
    """What is wrong with one arrow, or None"""
    if target is None:
        return "does not exist in the source tree"
    if path in PUBLIC and target != TYPES:
        return f"exposes the inside of the engine; this header may include {TYPES} only"
    if path.startswith("protocol/") and target.startswith("engine/") and target not in PUBLIC:
        return f"includes the inside of the engine; protocol/ may include {' and '.join(PUBLIC)} only"
    above, below = place(plan, path), place(plan, target)
    if above and below and stem(path) != stem(target) and not points_down(above, below):
        way = "sideways" if above[0] == below[0] else "up"
        return f"points {way}: {stem(path)} may not see {stem(target)}"
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


def check(root, plan):
    """(number of files, number of arrows, complaints)"""
    files = [p for top in ("engine", "protocol") for p in sorted((root / top).rglob("*")) if p.suffix in {".c", ".h"}]
    paths = [p.relative_to(root).as_posix() for p in files if not p.name.startswith(".")]
    sources = {path: read_arrows(root, path) for path in paths}
    complaints = []
    for path, arrows in sources.items():
        if not place(plan, path):
            complaints.append(f"{path}:1: is on no layer of the plan (PLAN in tests/layers.py)")
        if path.endswith(".c") and stem(path) not in HEADERLESS:
            own = SYSTEM.sub("", path[:-2]) + ".h"
            if not arrows or arrows[0][2] != own:
                complaints.append(f"{path}:{arrows[0][0] if arrows else 1}: must include its own header, {own}, first")
        for line, name, target in arrows:
            if wrong := check_arrow(plan, path, target):
                complaints.append(f'{path}:{line}: "{name}" {wrong}')
    return len(sources), sum(map(len, sources.values())), complaints + list(find_cycles(sources))


def self_test():
    """A small good source tree; then one bad thing at a time, each of which must be reported at its place"""
    plan = read_plan("protocol/main\napi/engine  api/engine_tools\nsearch/root\nsearch/ordering > search/tt  search/clock  search/*\nport/*\napi/types")
    good = {
        "protocol/main.c": '#include <stdio.h>\n#include "engine.h"\n',
        "engine/api/engine.h": '#include <stdint.h>\n#include "types.h"\n',
        "engine/api/types.h": "#include <stdint.h>\n",
        "engine/api/README.md": '#include "nothing.h": not a source\n',
        "engine/api/engine.c": '#include "engine.h"\n#include <time.h>\n#include "search/root.h"\n',
        "engine/search/root.h": '#include "search/ordering.h"\n#include "search/clock.h"\n',
        "engine/search/ordering.h": '#include "search/tt.h"\n',
        "engine/search/tt.h": "",
        "engine/search/clock.h": '# include "port/time.h"\n',
        "engine/port/time.h": "",
        "engine/port/time_linux.c": '#include "port/time.h"\n',
    }
    bad = [  # what is put where, and the complaint that it must raise
        ("engine/port/time.h", '\n#include "search/root.h"\n', "engine/port/time.h:2: ", "points up"),
        ("engine/port/time.h", "#include <search/root.h>\n", "engine/port/time.h:1: ", "points up"),
        ("engine/port/time.h", '#include "../../protocol/main.c"\n', "engine/port/time.h:1: ", "points up"),
        ("engine/search/root.h", '#include "engine.h"\n', "engine/search/root.h:1: ", "points up"),
        ("engine/search/clock.h", '#include "tt.h"\n', "engine/search/clock.h:1: ", "points sideways"),
        ("engine/search/tt.h", '#include "search/ordering.h"\n', "engine/search/tt.h:1: ", "points sideways"),
        ("engine/search/new.h", '#include "search/clock.h"\n', "engine/search/new.h:1: ", "points sideways"),
        ("engine/search/tt.h", '#include "search/ordering.h"\n', "engine/search/tt.h:1: ", "closes a cycle"),
        ("engine/search/tt.h", '#include "search/tt.h"\n', "engine/search/tt.h:1: ", "closes a cycle"),
        ("protocol/main.c", '#include "search/clock.h"\n', "protocol/main.c:1: ", "includes the inside"),
        ("protocol/main.c", '#include "../engine/port/time.h"\n', "protocol/main.c:1: ", "includes the inside"),
        ("engine/api/engine.h", '#include "port/time.h"\n', "engine/api/engine.h:1: ", "exposes the inside"),
        ("engine/api/engine_tools.h", '#include "port/time.h"\n', "engine/api/engine_tools.h:1: ", "exposes the inside"),
        ("engine/api/types.h", '#include "port/time.h"\n', "engine/api/types.h:1: ", "points up"),
        ("engine/attic/box.h", "", "engine/attic/box.h:1: ", "on no layer"),
        ("protocol/ghost.h", "", "protocol/ghost.h:1: ", "on no layer"),
        ("engine/port/time.h", '#include "port/nothing.h"\n', "engine/port/time.h:1: ", "does not exist"),
        ("engine/search/root.c", '#include "port/time.h"\n#include "search/root.h"\n', "engine/search/root.c:1: ", "first"),
        ("engine/port/time_windows.c", '#include "search/clock.h"\n', "engine/port/time_windows.c:1: ", "first"),
        ("engine/port/lonely.c", "int x;\n", "engine/port/lonely.c:1: ", "first"),
    ]
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
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    files, arrows, complaints = check(root, read_plan(PLAN))
    if not files:
        sys.exit(f"layers: no sources at {root}")
    if complaints:
        sys.exit("\n".join(complaints))
    print(f"layers: {files} files, {arrows} arrows, all of them pointing down")


if __name__ == "__main__":
    main(sys.argv[1:])
