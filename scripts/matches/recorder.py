"""Records the games of a running match in its folder and shows the standing: on a terminal a line that is kept up to date,
elsewhere a line now and then."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path

from . import copies, folder, tables
from .record import Game, Match
from .statistics import Sprt, tally
from .work import Pool

PLAIN_COLUMNS = 120             # of a line of the standing that goes to a file
LIVE_LINES = 20                 # of those in a whole match


class Recorder:
    """Records each game as it ends, shows the standing, and says when enough have been played."""

    def __init__(self, options: argparse.Namespace, out: Path, match: Match, done: list[Game], pool: Pool) -> None:
        self.options, self.out, self.match, self.pool = options, out, match, pool
        self.games = {game.number: game for game in done}
        self.resumed = len(done)
        self.began = time.monotonic()
        self.shown = False

    def in_order(self) -> list[Game]:
        return [self.games[number] for number in sorted(self.games)]

    def take(self, game: Game) -> bool:
        folder.add(self.out, self.match, game)
        self.games[game.number] = game
        self.show_progress(game)
        return not self.is_decided()

    def is_decided(self) -> bool:
        if not self.match.sprt:
            return False
        return bool(Sprt(*self.match.sprt).verdict(tally(copies.different(self.match, self.games.values()), 0)).decision)

    def show_progress(self, game: Game) -> None:
        """The live line on a terminal; elsewhere the games that failed, and a line now and then."""
        if game.failed is not None or self.options.verbose:
            self.clear()
            print(f"game {game.number}: {game.words}", flush=True)
        if sys.stdout.isatty():
            print("\r\x1b[K" + self.line(shutil.get_terminal_size().columns), end="", flush=True)
            self.shown = True
        elif len(self.games) % max(1, self.match.games // LIVE_LINES) == 0:
            print(self.line(PLAIN_COLUMNS), flush=True)

    def line(self, columns: int) -> str:
        played = len(self.games) - self.resumed
        return tables.live_line(self.match, self.in_order(), played, time.monotonic() - self.began, columns, self.pool.words())

    def clear(self) -> None:
        if self.shown:
            print("\r\x1b[K", end="")

    finish = clear
