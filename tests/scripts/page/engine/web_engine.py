#!/usr/bin/env python3
"""The engine as WebAssembly, run in Node.js as a web page would run it: it must be the engine that every other system has.

usage: web_engine.py build
       web_engine.py browser        what test_engine.mjs does, in a browser
       web_engine.py start          what test_start.mjs does: how soon a phone plays; `start --all` tells more
       web_engine.py page PROGRAM   what test_page.mjs does, with the page that was built; PROGRAM for scripts/review
       web_engine.py speed PROGRAM  positions per second by BENCH quick: of PROGRAM, and of each build in Node.js and in a browser
       web_engine.py threads|single|plain CHECK       CHECK is one of
    bench           the signature of the quick bench is the one of every other system
    conversations   a choice of those in conversations/; `all-conversations`: all of them, which takes minutes
    browser-conversations   all of them with the engine in a browser, which is kept for all (browser_pipe.mjs)

`build` makes what the others need, by scripts/web --build-only, which installs Emscripten and Node.js. Exit status 77, which
ctest takes for "skipped", where these are missing, and where TENGEN_TEST_BROWSER is not set: `scripts/test --browser` sets it.

threads: for pages that may share memory; single: for others, where a search pauses to hear what comes in; plain: the same
without SIMD. What cannot apply is left out by name: conversations that measure memory, for Node.js takes more than the engine, and
without threads those that say `# alone:`; and those that say `# book:`, for a page has no book.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
BUILD = Path(os.environ.get("TENGEN_BUILD") or ROOT / "build")
PIPE = HERE / "pipe.mjs"
BROWSER_PIPE = HERE / "browser_pipe.mjs"
SKIPPED = 77
VARIANTS = ("threads", "single", "plain")
CHOICE = ("starting", "thinking", "board", "playing")   # files of conversations
STRETCH = "3"       # WebAssembly takes twice as long, and its code is compiled while it runs
MEASURES_MEMORY = re.compile(r"^rss\b", re.MULTILINE)
NEEDS_THREADS = re.compile(r"^# alone:", re.MULTILINE)
NEEDS_BOOK = re.compile(r"^# book:", re.MULTILINE)
NPS = re.compile(r"(\d+) nps\b")
SPEED_TURNS = 3
SPEED_ROUNDS = 4
BENCHES = "BENCH quick\n" * SPEED_ROUNDS + "END\n"
HEADING = re.compile(r"^== (.*)$", re.MULTILINE)


def skip(why: str) -> NoReturn:
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def build() -> int:
    if not os.environ.get("TENGEN_TEST_BROWSER"):
        skip("scripts/test --browser does this")
    return subprocess.run([str(ROOT / "scripts" / "web"), "--build-only"]).returncode


def bench(command: list[str]) -> int:
    return subprocess.run([sys.executable, str(ROOT / "tests" / "repository" / "signature.py"), "--quick", *command]).returncode


def page(program: str) -> int:
    built = BUILD / "web"
    if not (built / "index.html").exists():
        skip(f"no page in {built}; scripts/test --browser makes and tests it")
    return subprocess.run(["node", str(HERE.parent / "test_page.mjs"), program],
                          env={**os.environ, "TENGEN_TEST_PAGE": str(built)}).returncode


def speed(program: str) -> int:
    """Each in turn, several times, for other programs only take away. Every turn is a fresh program and BENCH quick again and again in
    it: the first runs while the code is still compiled."""
    commands = {"native": [program], **{f"{each} in Node.js": ["node", str(PIPE), str(BUILD / f"web-{each}")] for each in VARIANTS}}
    first: dict[str, int] = {}
    best: dict[str, int] = {}
    for _ in range(SPEED_TURNS):
        said = [f"{name}: {subprocess.run(command, input=BENCHES, capture_output=True, text=True, check=True).stdout}"
                for name, command in commands.items()]
        browser = subprocess.run(["node", str(HERE / "test_engine.mjs"), str(BUILD / "web"), "--bench", str(SPEED_ROUNDS)],
                                 capture_output=True, text=True)
        if browser.returncode:
            print(browser.stdout, browser.stderr, sep="")
            return browser.returncode
        for words in said + [f"Chromium, {line}" for line in browser.stdout.splitlines()]:
            name, _, rest = words.partition(": ")
            speeds = [int(nps) for nps in NPS.findall(rest)]
            first[name] = max(first.get(name, 0), speeds[0])
            best[name] = max(best.get(name, 0), *speeds)
    for name, nps in best.items():
        print(f"{name:36} {nps:8} nps, {nps / best['native']:.2f} of native; the first BENCH {first[name]:8} nps")
    return 0


def reason_to_leave_out(talk: str, variant: str) -> str:
    """Why the conversation cannot be held with the module; empty: it can."""
    if MEASURES_MEMORY.search(talk):
        return "it measures memory"
    if variant != "threads" and NEEDS_THREADS.search(talk):
        return "no other thread could hear it"
    if NEEDS_BOOK.search(talk):
        return "no book is built in"
    return ""


def conversations(command: list[str], variant: str, files: list[Path]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            text, kept = file.read_text(), ""
            places = [match.start() for match in HEADING.finditer(text)] + [len(text)]
            for begin, end in zip(places, places[1:]):
                talk = text[begin:end]
                reason = reason_to_leave_out(talk, variant)
                if reason:
                    print(f"left out, for {reason}: {file.name} {talk.splitlines()[0]}")
                else:
                    kept += talk
            (Path(folder) / file.name).write_text(kept)
        return subprocess.run([sys.executable, str(ROOT / "tests" / "protocol" / "talk.py"), "--slow-start", "-j", "2", "--stretch", STRETCH,
                               "--engine", " ".join(command), folder]).returncode


def browser_conversations(variant: str, files: list[Path]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        command, place = ["node", str(BROWSER_PIPE)], str(Path(folder) / "socket")
        with subprocess.Popen([*command, "keep", str(BUILD / "web"), variant, place], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True) as keeper:
            assert keeper.stdin and keeper.stdout
            said = keeper.stdout.readline().strip()
            if said != "ready":
                print(said or "the browser did not start")
                return keeper.wait() or 1
            failed = conversations([*command, "talk", place], variant, files)
            keeper.stdin.close()        # that ends it, and its browser
            return keeper.wait() or failed


def main(arguments: list[str]) -> int:
    if arguments == ["build"]:
        return build()
    if not shutil.which("emcc") or not shutil.which("node"):
        skip("no Emscripten or no Node.js: apt-get install emscripten")
    if arguments == ["browser"]:
        return subprocess.run(["node", str(HERE / "test_engine.mjs"), str(BUILD / "web")]).returncode
    if arguments[:1] == ["start"]:
        return subprocess.run(["node", str(HERE.parent / "test_start.mjs"), str(BUILD / "web"), *arguments[1:]]).returncode
    if len(arguments) == 2 and arguments[0] == "page":
        return page(arguments[1])
    if len(arguments) == 2 and arguments[0] == "speed":
        return speed(arguments[1])
    if len(arguments) != 2 or arguments[0] not in VARIANTS:
        sys.exit(__doc__)
    variant, check = arguments
    tree = BUILD / f"web-{variant}"
    if not os.environ.get("TENGEN_TEST_BROWSER") or not (tree / "pbrain-tengen.wasm").exists():
        skip(f"no {tree}, or no wish for it; scripts/test --browser makes and tests it")
    command = ["node", str(PIPE), str(tree)]
    files = sorted((ROOT / "tests" / "protocol" / "conversations").glob("*.talk"))
    if check == "bench":
        return bench(command)
    if check == "conversations":
        return conversations(command, variant, [file for file in files if file.stem in CHOICE])
    if check == "all-conversations":
        return conversations(command, variant, files)
    if check == "browser-conversations":
        return browser_conversations(variant, files)
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
