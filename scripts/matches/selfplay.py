"""scripts/selfplay: a big set of games of Tengen against itself, in a folder of many files.

A game follows from the seed and its number, so each file is a range of numbers, and it is the same file whoever makes
it. `pbrain-tengen selfplay` plays one in one thread, as a task of a pool, on this machine or on a cluster; here it is checked
and put into the folder, which nobody else has meanwhile.

`set.json` says what the games have in common, in the words of their first line (engine/tools/games/records.h), and how many
are in a file. Whoever would add other games is refused. What counts as made is what `pbrain-tengen records` finds to be
whole and of this set; all else is made again.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Iterator, Optional, Union

from . import console, tables, work
from .console import complain
from .engine import die_with, said_by
from .program import PROGRAM, PROGRAM_DEFAULT
from .seat import Seat, Task
from .storage import claimed, named, read_json, replace_bytes
from .work import Pool

SET_FILE, SUFFIX, LOCK_FILE = "set.json", ".games", ".lock"

# Options of `pbrain-tengen selfplay`, which judges them, with what --help calls their values.
PLAYED = {"rule": "R", "size": "N|WxH", "win-length": "N", "nodes": "N", "seed": "N", "evaluation": "E", "openings": "FILE",
          "stones": "MIN-MAX", "margin": "V", "start-moves": "N", "uneven-percent": "P", "uneven-margin": "V",
          "random-percent": "P", "random-plies": "N"}

GAMES_MAX = 10 ** 9
NAME_DIGITS = 9             # of the first game of a file, so that names sort as numbers do
CHECKED_AT_ONCE = 100       # files that one call of the program reads

DESCRIPTION = """\
Makes a set of games of Tengen against itself in a folder, in files of --per-file games each:

  scripts/selfplay games --rule 4 --nodes 1000 --games 500000 --per-file 5000 --concurrency 2
  pbrain-tengen records games/*.games --out renju.games       # puts all of it into one file

After a stop or a kill the same command continues. Files that exist are checked, and stay if they are sound. A later call
may ask for more --games.
"""


def main() -> int:
    return console.run("selfplay", selfplay)


def selfplay() -> int:
    options = arguments()
    if not options.program.exists():
        raise ValueError(f"there is no {options.program}: cmake -S . -B build -DNATIVE=ON && "
                         "cmake --build build --target pbrain-tengen")
    plan = set_of(options)
    with claimed(options.folder / LOCK_FILE, options.folder), work.pool(options) as pool:
        making = Work(options, plan, pool)
        with pool.until_stopped():
            making.go()
        return pool.report("selfplay", making.standing())


# --- the program ------------------------------------------------------------------------------------------------------

def run(options: argparse.Namespace, words: list[Any]) -> tuple[str, str]:
    """What the program says to that, on standard output and, if it fails, on standard error. It dies with us, and does not hear
    our Ctrl-C."""
    done = subprocess.run([str(options.program), *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
                          errors="replace", start_new_session=True, preexec_fn=partial(die_with, os.getpid()))
    return done.stdout, done.stderr.strip() if not done.returncode else done.stderr.strip() or f"it ended with {done.returncode}"


# --- what is in files -------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Found:
    """A file of games, whole."""

    words: dict[str, str]   # of its first line, by what stands before them
    first: int
    games: int
    wanted: int


def look_at(options: argparse.Namespace, paths: list[Path]) -> dict[Path, Union[Found, str]]:
    """What is in those files, or what is wrong with them."""
    found: dict[Path, Union[Found, str]] = {path: "it is no file of games" for path in paths}
    for begin in range(0, len(paths), CHECKED_AT_ONCE):
        some = paths[begin:begin + CHECKED_AT_ONCE]
        said, complaint = run(options, ["records", *some])
        for block in re.split(r"\n(?! )", said):
            path, _, text = block.partition("\n")
            found.update({Path(path): whole for whole in [read_block(text)] if whole})
        for line in complaint.split("\n"):
            found.update({path: line.split(f" {path}: ")[1] for path in some if f" {path}: " in line})
    return found


def read_block(text: str) -> Optional[Found]:
    """What `pbrain-tengen records` tells of a file: the first line, and below it what is in it if it is whole."""
    lines = [line.strip() for line in text.split("\n")]
    games = re.search(r"^ *games (\d+) to -?\d+, (\d+) of (\d+)", text, re.M | re.ASCII)
    if not games:
        return None
    words = lines[0].split(" ")
    first, made, wanted = map(int, games.groups())
    return Found(dict(zip(words[2::2], words[3::2])), first, made, wanted)


# --- the set ----------------------------------------------------------------------------------------------------------

@dataclass
class GameSet:
    """The games of a folder."""

    folder: Path
    words: dict[str, str]   # that the first lines of all files have in common
    per_file: int
    games: int

    def numbers(self) -> range:
        """Of the files."""
        return range((self.games + self.per_file - 1) // self.per_file)

    def first(self, number: int) -> int:
        return number * self.per_file

    def count(self, number: int) -> int:
        """The games of a file; the last may have fewer."""
        return min(self.per_file, self.games - self.first(number))

    def path(self, number: int) -> Path:
        return self.folder / f"{self.first(number):0{NAME_DIGITS}}{SUFFIX}"

    def fault(self, number: int, found: Union[Found, str]) -> Optional[str]:
        """What is wrong with a file; None if it is the one that is wanted."""
        if isinstance(found, str):
            return found
        if (found.first, found.games, found.wanted) != (self.first(number), self.count(number), self.count(number)):
            return f"it has the games from {found.first} on, {found.games} of {found.wanted}, and not those wanted"
        other = difference(self.words, found.words)
        return other and f"it is of another set: {other}"


def difference(words: dict[str, str], others: dict[str, str]) -> Optional[str]:
    """In what the others differ, among what both say."""
    for name in words:
        if name in others and words[name] != others[name]:
            return f"{name} {console.shown(others[name])}, not {console.shown(words[name])}"
    return None


def set_of(options: argparse.Namespace) -> GameSet:
    """The set that is asked for, which the folder holds already or from now on."""
    words = words_of(options)
    with named(options.folder):
        options.folder.mkdir(parents=True, exist_ok=True)
    path = options.folder / SET_FILE
    if not path.exists():
        begin(path, {"per_file": options.per_file, "games": words})
    before = read_json(path)
    if not (isinstance(before, dict) and isinstance(before.get("games"), dict)):
        raise ValueError(f"{path} does not describe a set of games")
    if before.get("per_file") != options.per_file:
        raise ValueError(f"{options.folder} holds a set with --per-file {before.get('per_file')}, not {options.per_file}")
    other = difference(words, before["games"])
    if other or words.keys() != before["games"].keys():
        raise ValueError(f"{options.folder} holds another set: {other or 'it says other things of its games'}")
    return GameSet(options.folder, words, options.per_file, options.games)


def words_of(options: argparse.Namespace) -> dict[str, str]:
    """What the first lines of the files are going to say, but for the number of the first game: one game tells."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"probe{SUFFIX}"
        if complaint := run(options, ["selfplay", *played(options), "--games", 1, "--threads", 1, "--out", path])[1]:
            raise ValueError(complaint.split("\n")[-1])
        found = look_at(options, [path])[path]
    if isinstance(found, str):
        raise ValueError(f"{options.program} does not tell of its games as Tengen does")
    return {name: word for name, word in found.words.items() if name != "first"}


def begin(path: Path, value: Any) -> None:
    """Writes the file as a whole, unless somebody else has just done it."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with named(path):
        fresh.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")
        with contextlib.suppress(FileExistsError):
            os.link(fresh, path)
        fresh.unlink()


def played(options: argparse.Namespace) -> Iterator[str]:
    """The options of `pbrain-tengen selfplay` that were given."""
    for name in PLAYED:
        value = getattr(options, name.replace("-", "_"))
        if value is not None:
            yield f"--{name}={value}"


# --- working ----------------------------------------------------------------------------------------------------------

def make(seat: Seat, program: str, words: list[str], first: int, count: int) -> bytes:
    """A task: the file of these games, as bytes. ValueError if the player fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"made{SUFFIX}"
        said_by([str(seat.path(program)), "selfplay", *words, "--first", str(first), "--games", str(count), "--threads", "1",
                 "--out", str(path)])
        return path.read_bytes()


@dataclass
class Work:
    """The making of a set."""

    options: argparse.Namespace
    plan: GameSet
    pool: Pool
    whole: set[int] = field(default_factory=set)        # numbers of files that are there as they should be
    size: int = 0                                       # of those, in bytes
    before: int = 0                                     # games that were there when it began
    began: float = 0
    shown: float = 0

    def go(self) -> None:
        """Makes all files that are missing, or not as they should be."""
        self.look(list(self.plan.numbers()))
        self.before, self.began = self.games(), time.monotonic()
        for task, data in self.pool.results(self.tasks()):
            number = task.arguments[2] // self.plan.per_file
            replace_bytes(self.plan.path(number), data)
            self.look([number])
            if number not in self.whole:
                raise ValueError(f"{self.plan.path(number)} is not what was to be made: is the program another one than at the beginning?")
            self.show()
        self.wipe()

    def tasks(self) -> Iterator[Task]:
        program, words = str(self.options.program), list(played(self.options))
        programs = self.pool.programs([], [self.options.program])
        for number in self.plan.numbers():
            if number not in self.whole:
                yield Task("games", make, (program, words, self.plan.first(number), self.plan.count(number)), programs)

    def look(self, numbers: list[int]) -> None:
        """Counts those that are there and whole; says which are not as they should be."""
        paths = {self.plan.path(number): number for number in numbers if self.plan.path(number).exists()}
        for path, found in look_at(self.options, list(paths)).items():
            if fault := self.plan.fault(paths[path], found):
                self.wipe()
                complain("selfplay", f"{path}: {fault}; it is made again")
            else:
                self.whole.add(paths[path])
                self.size += path.stat().st_size

    # --- what is shown ---

    def games(self) -> int:
        """That are there."""
        return sum(map(self.plan.count, self.whole))

    def standing(self) -> str:
        return f"{len(self.whole)} of {len(self.plan.numbers())} files, {self.games()} games, {self.size / 1e6:.1f} MB"

    def progress(self) -> str:
        rate = (self.games() - self.before) / max(time.monotonic() - self.began, 1e-3)
        to_go = f"{tables.clock((self.plan.games - self.games()) / rate)} to go" if rate > 0 else "time to go unknown"
        return f"{self.standing()}, {self.pool.words()}{rate:.1f} games a second, {to_go}"

    def show(self) -> None:
        """On a terminal always the same line."""
        if sys.stdout.isatty():
            columns = shutil.get_terminal_size().columns - 1
            print("\r\x1b[K" + self.progress()[:columns], end="", flush=True)
            self.shown = time.monotonic()
        else:
            print(self.progress(), flush=True)

    def wipe(self) -> None:
        if self.shown:
            print("\r\x1b[K", end="", flush=True)
            self.shown = 0


# --- options ----------------------------------------------------------------------------------------------------------

def arguments() -> argparse.Namespace:
    parser = console.Parser(prog="scripts/selfplay", description=DESCRIPTION, allow_abbrev=False,
                            formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=console.path, metavar="FOLDER", help="folder for the files; it is made if there is none")
    how = parser.add_argument_group("how many games, and how many files at a time")
    how.add_argument("--games", type=console.whole(1, GAMES_MAX), required=True, metavar="N", help="games of the whole set")
    how.add_argument("--per-file", type=console.whole(1, GAMES_MAX), default=5000, metavar="N",
                     help="games in a file (default 5000); a kill loses the files that are being made")
    work.add_options(how, "files made")
    how.add_argument("--program", type=console.file, default=PROGRAM, metavar="FILE", help=f"pbrain-tengen ({PROGRAM_DEFAULT})")
    games = parser.add_argument_group("the games", "as `pbrain-tengen selfplay --help` describes")
    for name, value in PLAYED.items():
        games.add_argument(f"--{name}", metavar=value)
    return parser.parse_args()
