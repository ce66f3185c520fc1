"""Lets the tests beside this file import `tui` and `matches` from scripts/, and opens sessions for them."""

from __future__ import annotations

import shlex
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Callable

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

from matches.points import points                             # noqa: E402 (the path comes first)
from matches.referee import BLACK, WHITE                      # noqa: E402
from tui.front import Scene, Request                       # noqa: E402
from tui.game import Game, Setup                        # noqa: E402
from tui.players import PERSON, TENGEN_COMMAND, Player, strength    # noqa: E402
from tui.store import Saved, Store                      # noqa: E402
from tui.session import Session                             # noqa: E402
from tui.view import scene_of                           # noqa: E402

LONG = "60 s"           # the strength of an engine that would not be done before the test is
PATIENCE_S = 60         # for anything to happen, however busy the machine
MOCK = ROOT / "tests" / "scripts" / "matches" / "mock.py"
BLACK_WINS = "h8h9i8i9j8j9k8k9l8"
DOUBLE_THREE = "g8a1h8a3i9a5i10a7"      # renju: i8 is forbidden then


def tengen(level: str = "weights") -> Player:
    return Player(TENGEN_COMMAND, strength(level))


def mock(behaviour: str, level: str = "0.1 s") -> Player:
    """An engine of tests/scripts/matches: two good moves, and then it misbehaves as that word says."""
    return Player(shlex.join([sys.executable, str(MOCK), behaviour]), strength(level))


def game_of(moves: str, setup: Setup = Setup()) -> Game:
    game = Game(setup)
    for point in points(moves):
        game.play(point)
    return game


class SessionTest(unittest.TestCase):
    """Sessions in a folder of their own; every process is gone at the end."""

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def begin_game(self, black: Player = PERSON, white: Player = PERSON, setup: Setup = Setup(),
                 moves: str = "") -> Session:
        self.session = Session(Store(self.folder), Saved(game_of(moves, setup), {BLACK: black, WHITE: white}))
        self.addCleanup(self.session.close)
        return self.session

    def request(self, *names: str) -> None:
        for name in names:
            self.session.handle(Request(name))
            self.session.attend()

    def play(self, moves: str) -> None:
        for point in points(moves):
            self.session.handle(Request("play at", point))
            self.session.attend()

    def wait_for(self, what: Callable[[], object], words: str = "") -> None:
        """Let the session go on until that is so."""
        deadline = time.monotonic() + PATIENCE_S
        while not what():
            self.session.attend()
            self.assertLess(time.monotonic(), deadline, f"{words} {self.scene}")
            time.sleep(0.005)

    def wait_for_moves(self, count: int) -> None:
        self.wait_for(lambda: len(self.session.game.moves) == count, f"{count} moves")

    def wait_for_trouble(self, words: str) -> None:
        self.wait_for(lambda: words in self.scene.trouble, words)

    def assert_nobody_thinks(self) -> None:
        """Whatever was thought about is forgotten, and nothing else was asked for."""
        self.session.attend()
        asked = [opponent for opponent in self.session.seats.opponents.values() if opponent and opponent.is_asked]
        self.assertEqual(asked, [])

    @property
    def scene(self) -> Scene:
        return scene_of(self.session)

    @property
    def moves(self) -> str:
        """On the board: h8i9."""
        return "".join(self.scene.moves[:self.session.game.at])
