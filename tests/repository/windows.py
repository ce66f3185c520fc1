#!/usr/bin/env python3
"""The Windows programs of scripts/package, run by Wine.

usage: windows.py 64|32 CHECK       CHECK is one of
    bench           the signature of the quick bench is the one of every other system
    conversations   a choice of those in conversations/; `all-conversations`: all of them, which takes a minute
    games           whole games under the referee
    database        one is filled by playing, and read by the next program
    manager         what windows/manager.c does: Windows' own pipes, suspended threads, memory, a manager that dies

Exit status 77, which ctest takes for "skipped", where there is no Wine, no program, or no compiler for the manager.

Nothing is left out of a conversation: Wine hands the pipe of talk.py to the program as it is, each write of the program
is one write into it, signals stop and continue the whole process, and its memory is that of Wine and program together.
Only the time until Wine has started is nobody's (talk.py --wine).
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Callable, NoReturn

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TALKING = HERE.parent / "protocol"
BUILD = Path(os.environ.get("TENGEN_BUILD") or ROOT / "build")
WINE = ROOT / "scripts" / "wine"
SKIPPED = 77
COMPILERS = {"64": "x86_64-w64-mingw32-gcc", "32": "i686-w64-mingw32-gcc"}
CHOICE = ("starting", "thinking", "board", "playing", "sizes")   # files of conversations: pipes, threads, time and memory
SLACK_MS = "150"        # in games, for Wine's way between program and pipe on a busy machine
MEMORY = 80 << 20       # the least that managers allow


def skip(why: str) -> NoReturn:
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def wine(program: Path, *arguments: str) -> list[str]:
    return [str(WINE), str(program), *arguments]


def python(script: str, *arguments: str) -> int:
    return subprocess.run([sys.executable, str(TALKING / script), *arguments]).returncode


def bench(program: Path, _: str) -> int:
    return python("../repository/signature.py", "--quick", *wine(program))


def talk(program: Path, *paths: str) -> int:
    return python("talk.py", "--wine", "-j", "4", "--engine", shlex.join(wine(program)), *paths)


def conversations(program: Path, _: str) -> int:
    return talk(program, *(str(TALKING / "conversations" / f"{name}.talk") for name in CHOICE))


def all_conversations(program: Path, _: str) -> int:
    return talk(program)


def games(program: Path, _: str) -> int:
    return python("games.py", "--engine", shlex.join(wine(program)), "--all", "--games", "1", "--turn", "20",
                  "--slack", SLACK_MS)


def manager(program: Path, bits: str) -> int:
    compiler = shutil.which(COMPILERS[bits]) or skip(f"no {COMPILERS[bits]}")
    with tempfile.TemporaryDirectory() as folder:
        tool = Path(folder) / "manager.exe"
        subprocess.run([compiler, "-std=gnu11", "-D__USE_MINGW_ANSI_STDIO=1", "-O2", "-static", "-Wall", "-Wextra",
                        "-o", tool, HERE / "windows" / "manager.c", "-lpsapi"], check=True)
        return subprocess.run(wine(tool, str(program), str(MEMORY))).returncode


def database(program: Path, _: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        def said(*commands: str) -> str:
            words = "".join(f"{command}\r\n" for command in ("START 15", "YXSETDATABASE of Windows.db", *commands, "END"))
            return subprocess.run(wine(program), input=words, capture_output=True, text=True, cwd=folder).stdout

        said("INFO book 0", "INFO max_node 10000", "INFO database_depth 1", "BEGIN")
        told = said("YXDBTOTXTALL as text.txt")
        text = Path(folder, "as text.txt")
        if " positions were written" not in told or " h8 " not in text.read_text():
            print(f"database: the second program says {told}")
            return 1
    return 0


CHECKS: dict[str, Callable[[Path, str], int]] = {
    "bench": bench, "conversations": conversations, "all-conversations": all_conversations, "games": games,
    "database": database, "manager": manager,
}


def main(arguments: list[str]) -> int:
    if len(arguments) != 2 or arguments[0] not in COMPILERS or arguments[1] not in CHECKS:
        sys.exit(__doc__)
    bits, check = arguments
    program = BUILD / f"windows{bits}" / "pbrain-tengen.exe"
    if not program.exists():
        skip(f"no {program}; scripts/package makes it")
    if not shutil.which("wine"):
        skip("no wine")
    if not subprocess.run(wine(program, "--version"), capture_output=True).stdout.startswith(b"Tengen"):
        skip(f"this wine runs no programs of {bits} bits")
    return CHECKS[check](program, bits)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
