"""scripts/match: what it does, in which order; see --help."""

from __future__ import annotations

import argparse
import contextlib
import shlex
import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Iterator, Optional

from . import console, folder, report, settings, storage, tables
from .game import demand_start
from .record import Game, Match
from .statistics import Sprt, tally
from .tournament import Manner, Tournament

PLAIN_COLUMNS = 120             # of a live line that goes to a file
LIVE_LINES = 20                 # of those in a whole match
LOG_LOCK = ".log-lock"


def main() -> int:
    return console.run("match", command)


def command() -> int:
    options = settings.arguments()
    if options.report:
        storage.demand_writable(options.report)
    if options.merge:
        settings.demand_merge_alone(options)
        return merge(options)
    match = settings.match_of(options)
    return print_jobs(options, match) if options.jobs else play(options, match)


# --- playing ---------------------------------------------------------------------------------------------------------------

def play(options: argparse.Namespace, match: Match) -> int:
    """Play what is not played yet, then show everything."""
    fixtures = settings.fixtures(options, match)
    with folder.held(options.out) as out, manner(options) as how:
        begun, done = folder.recorded(out, match, options.resume)
        numbers = {game.number for game in done}
        waiting = [fixture for fixture in fixtures if fixture.number not in numbers]
        if waiting:
            demand_start(match)
        if line := settings.openings_line(options, match):
            print(line)
        folder.write_record(out, begun, done)
        keeper = Keeper(options, out, match, done)
        whole = keeper.is_decided() or Tournament(match, how).play(waiting, keeper.take)
        keeper.finish()
        show(options, out, match, keeper.in_order())
    if not whole:
        return console.complain("match", "stopped; --resume goes on from here", console.STOPPED)
    return 0


@contextlib.contextmanager
def manner(options: argparse.Namespace) -> Iterator[Manner]:
    """How games are played; the folder of the logs belongs to this match meanwhile."""
    how = Manner(options.concurrency, options.restart, options.suspend, options.draw_after, options.log)
    if not options.log:
        yield how
        return
    options.log.mkdir(parents=True, exist_ok=True)
    with storage.claimed(options.log / LOG_LOCK, options.log):
        yield how


class Keeper:
    """Takes in games as they end: writes each where it belongs and says when enough have been played."""

    def __init__(self, options: argparse.Namespace, out: Path, match: Match, done: list[Game]) -> None:
        self.options, self.out, self.match = options, out, match
        self.games = {game.number: game for game in done}
        self.total = part_size(match, options.part)
        self.resumed = len(done)
        self.began = time.monotonic()
        self.shown = False

    def in_order(self) -> list[Game]:
        return [self.games[number] for number in sorted(self.games)]

    def take(self, game: Game) -> bool:
        folder.add(self.out, self.match, game)
        self.games[game.number] = game
        self.tell(game)
        return not self.is_decided()

    def is_decided(self) -> bool:
        if not self.match.sprt:
            return False
        return bool(Sprt(*self.match.sprt).verdict(tally(self.games.values(), 0)).decision)

    def tell(self, game: Game) -> None:
        """The live line on a terminal; elsewhere the games that failed, and a line now and then."""
        if game.failed is not None or self.options.verbose:
            self.clear()
            print(f"game {game.number}: {game.words}", flush=True)
        if sys.stdout.isatty():
            print("\r\x1b[K" + self.line(shutil.get_terminal_size().columns), end="", flush=True)
            self.shown = True
        elif len(self.games) % max(1, self.total // LIVE_LINES) == 0:
            print(self.line(PLAIN_COLUMNS), flush=True)

    def line(self, columns: int) -> str:
        """How it stands, of the games of this part."""
        part_alone = replace(self.match, games=self.total)
        played = len(self.games) - self.resumed
        return tables.live_line(part_alone, self.in_order(), played, time.monotonic() - self.began, columns)

    def clear(self) -> None:
        if self.shown:
            print("\r\x1b[K", end="")

    finish = clear


def show(options: argparse.Namespace, out: Path, match: Match, games: list[Game]) -> None:
    print(tables.final(match, games))
    print(f"\nkept in {out}/")
    if options.report:
        report.write(options.report, match, games)
        print(f"the page to look at: {options.report}")


# --- parts, and putting them together ----------------------------------------------------------------------------------------

def part_size(match: Match, part: Optional[tuple[int, int]]) -> int:
    index, count = part or (1, 1)
    return 2 * len(range(index - 1, match.games // 2, count))


def print_jobs(options: argparse.Namespace, match: Match) -> int:
    """The commands of all parts, one a line: whoever runs them may run any of them again."""
    settings.fixtures(options, match)
    out = options.out or folder.default_name()
    words = without(sys.argv[1:], "--jobs", "--out", "--report", "--log")
    for index in range(1, options.jobs + 1):
        name = f"part-{index}"
        part = ["--part", f"{index}/{options.jobs}", "--out", str(out / name), "--resume"]
        log = ["--log", str(options.log / name)] if options.log else []
        print(shlex.join([sys.argv[0], *words, *part, *log]))
    return 0


def without(words: list[str], *options: str) -> list[str]:
    """The words of a command line without these options and their values."""
    kept, skip = [], False
    for word in words:
        if skip:
            skip = False
        elif word in options:
            skip = True
        elif not word.startswith(tuple(f"{option}=" for option in options)):
            kept.append(word)
    return kept


def merge(options: argparse.Namespace) -> int:
    """Put parts together, and show the whole."""
    match, games = folder.merged(options.merge)
    with folder.held(options.out) as out:
        folder.recorded(out, match, resume=True)
        folder.write_all(out, match, games)
        show(options, out, match, games)
    return 0
