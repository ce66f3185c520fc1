#!/usr/bin/env python3
"""Installs a build below a folder of its own, as packagers do, and looks at what came of it.

usage: install.py CMAKE TREE

The programs and their manual page must be where Debian has games, what they are made of in share, and nothing else
anywhere; the page must be one that man shows without a warning, and name every word that `--help` knows. Board and match
must find what they are made of, and the engine beside them, from another folder and whatever it is called. What the
README says about uninstalling must remove just these files, and nothing may have come by using what was installed.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import Optional

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
PREFIX = "/usr/local"
GAMES, SHARE, MAN = "usr/local/games", "usr/local/share/tengen", "usr/local/share/man/man6"
NAMES = ("pbrain-tengen", "tengen-match", "tengen-play", "tengen-solve", "tengen-verify")
PROGRAM, PAGE = f"{GAMES}/pbrain-tengen", f"{MAN}/pbrain-tengen.6"
PACKAGES = ("matches", "proofs", "tui")
KINDS = (".py", ".html", ".css", ".js", ".gz", ".txt")
PATIENCE_S = 300    # for what takes a second, on a machine that has other things to do
# Of scripts/page/, for the report of matches and the board in the terminal.
BOARDS = ("board/board_picture.js", "browser/elements.js", "game/drawings.js", "game/files.js", "game/game.js",
          "game/points.js", "game/rules.js", "game/tree.js", "languages/en.js", "languages/no_languages.js",
          "languages/texts.js", "puzzles/puzzle_list.js", "styles/board.css")
ROWS, COLUMNS = 30, 100     # of the terminal that the board is opened in

for setting in ("PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE"):      # these would hide what Python leaves beside programs
    os.environ.pop(setting, None)


def files_below(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())


def expected() -> list[str]:
    made_of = [path for package in PACKAGES for path in (SCRIPTS / package).rglob("*") if path.suffix in KINDS]
    return sorted([f"{GAMES}/{name}" for name in NAMES] + [f"{MAN}/{name}.6" for name in NAMES] + [f"{SHARE}/{name}" for name in ("match", "solve", "verify")]
                  + [f"{SHARE}/{path.relative_to(SCRIPTS).as_posix()}" for path in made_of]
                  + [f"{SHARE}/page/{name}" for name in BOARDS])


def fault_of_match(stage: Path, folder: Path) -> Optional[str]:
    """What is wrong with a match between two that are found by their names, as a user would call it."""
    environment = os.environ | {"PATH": f"{stage / GAMES}:{os.environ['PATH']}"}
    players = ["--engine", "pbrain-tengen", "name=one", "--engine", "pbrain-tengen", "name=other"]
    played = subprocess.run(["tengen-match", *players, "--nodes", "50", "--games", "2", "--out", folder / "match",
                             "--report", folder / "report.html"],
                            env=environment, cwd=folder, capture_output=True, text=True)
    made = ("match/games.jsonl", "report.html")
    if played.returncode or not all((folder / name).exists() for name in made):
        return f"tengen-match: {played.stdout}{played.stderr}"
    return next(filter(None, (fault_of_help(name, environment) for name in NAMES[1:])), None)


def fault_of_help(name: str, environment: dict[str, str]) -> Optional[str]:
    words = subprocess.run([name, "--help"], env=environment, capture_output=True, text=True).stdout
    if elsewhere := re.search(r"scripts/(match|play|solve|verify)\b.*", words):
        return f"{name} --help speaks of {elsewhere[0]}"
    return None if words.startswith(f"usage: {name} ") else f"{name} --help says {words[:60]!r}"


def plays(process: int, program: Path) -> bool:
    """Whether a process has started the program, and it lives."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rsplit(")", 1)[1].split()[1])
            if parent == process and Path(os.readlink(stat.with_name("exe"))) == program:
                return True
        except (OSError, IndexError, ValueError):
            pass    # it has gone
    return False


def fault_of_play(stage: Path, folder: Path) -> Optional[str]:
    """Opens the board at a terminal, Tengen to begin; the engine that was installed must be what is started."""
    environment = os.environ | {"TERM": "xterm", "XDG_STATE_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    environment.pop("TENGEN_PROGRAM", None)
    program = stage / GAMES / "tengen-play"
    child, terminal = pty.fork()
    if child == 0:
        os.execve(program, ["tengen-play", "--black", "tengen"], environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    os.set_blocking(terminal, False)
    end, shown = time.monotonic() + PATIENCE_S, b""
    while not (found := plays(child, (stage / PROGRAM).resolve())) and time.monotonic() < end:
        time.sleep(0.05)
        try:
            shown += os.read(terminal, 1 << 16)
        except OSError:
            pass    # nothing new
    os.kill(child, signal.SIGTERM)
    os.close(terminal)
    os.waitpid(child, 0)
    return None if found else f"tengen-play starts no engine of its own: {shown[-500:]!r}"


def fault_of_page(page: Path, help_text: str) -> Optional[str]:
    """What is wrong with the manual page; only its words, where there is no man to show it."""
    plain = page.read_text().replace("\\-", "-")
    words = re.findall(r"^ +pbrain-tengen (-*[a-z]+) ", help_text, re.MULTILINE)
    if missing := [word for word in words if word not in plain]:
        return f"does not know {missing}"
    if not shutil.which("man") or not shutil.which("groff"):
        return None
    shown = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True,
                           env=os.environ | {"LC_ALL": "C.UTF-8", "MANPAGER": "cat"})
    checked = subprocess.run(["groff", "-man", "-ww", "-z", "-Tutf8", page], capture_output=True, text=True)
    if shown.returncode or "Gomoku engine" not in shown.stdout:
        return f"man cannot show it: {shown.stderr}"
    return shown.stderr + checked.stderr or None


def fault(cmake: str, tree: Path, stage: Path) -> Optional[str]:
    subprocess.run([cmake, "--install", tree, "--prefix", PREFIX], env=os.environ | {"DESTDIR": str(stage)},
                   check=True, stdout=subprocess.DEVNULL)
    if (found := files_below(stage)) != expected():
        return f"installed {sorted(set(found) ^ set(expected()))}, or not"
    help_text = subprocess.run([stage / PROGRAM, "--help"], capture_output=True, text=True, check=True).stdout
    if wrong := fault_of_page(stage / PAGE, help_text):
        return f"the manual page: {wrong}"
    moved = stage.rename(stage.with_name("another place"))
    with tempfile.TemporaryDirectory() as folder:
        if wrong := fault_of_match(moved, Path(folder)) or fault_of_play(moved, Path(folder)):
            return wrong
    moved.rename(stage)
    foreign = stage / SHARE / "somebody's"
    foreign.touch()
    uninstall(cmake, tree, stage)
    if not foreign.exists():
        return "uninstalled a file that was not installed"
    foreign.unlink()
    foreign.parent.rmdir()
    left = files_below(stage) + [folder.name for folder in stage.rglob("tengen")]
    return f"not uninstalled: {left}" if left else None


def uninstall(cmake: str, tree: Path, stage: Path) -> None:
    """What the README says, below the stage."""
    told = re.search(r"`sudo cmake -P build/(\S+)`", (SCRIPTS.parent / "README.md").read_text())
    assert told, "the README does not say how to uninstall"
    subprocess.run([cmake, "-P", tree / told[1]], env=os.environ | {"DESTDIR": str(stage)}, check=True, stdout=subprocess.DEVNULL)


def main(arguments: list[str]) -> Optional[str]:
    if len(arguments) != 2:
        return __doc__
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder, "stage")
        stage.mkdir()
        wrong = fault(arguments[0], Path(arguments[1]), stage)
    return f"install: {wrong}" if wrong else print("install: engine, board, match and manual page; nothing left behind")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
