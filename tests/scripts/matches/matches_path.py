"""Lets the tests beside this file import `matches` from scripts/, and makes matches and games for them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
MOCK = Path(__file__).with_name("mock.py")
sys.path.insert(0, str(ROOT / "scripts"))

from matches import record                                # noqa: E402 (the path comes first)
from matches.record import Game, Match, Player, Ply       # noqa: E402

MOVES = [(7, 7), (8, 8), (7, 8), (8, 9), (7, 9), (8, 10), (7, 10), (8, 11), (7, 11)]     # black wins with the last
OPENING = MOVES[:3]


def mock_in(folder: Path) -> Path:
    """A copy of mock.py there, which is found by the name of that folder in its command line.

    Matches start it hundreds of times. So it is run by this very interpreter, and without what is installed for it: the
    python3 of the path may be a script that has to look for one, and packages may want to be looked at whenever Python starts.
    """
    path = folder / MOCK.name
    path.write_text(f"#!{sys.executable} -IS\n{MOCK.read_text().split(chr(10), 1)[1]}")
    path.chmod(0o755)
    return path


def match(names: tuple[str, ...] = ("new", "old"), **changes: Any) -> Match:
    """A match of these players; anything else about it can be said by name."""
    settings: dict[str, Any] = dict(
        players=[Player(name, f"./{name}") for name in names], rule=0, width=15, height=15, win_length=5,
        plan="round-robin", games=100, turn_ms=1000, match_ms=None, increment_ms=0, nodes=None, depth=None,
        tolerance_ms=50, max_memory=0, openings="some.txt", seed=1, sprt=None, started="2025-01-31T12:00:00+00:00")
    return Match(**{**settings, **changes})


def game(number: int, black: int, white: int, score: float = record.WIN, **changes: Any) -> Game:
    """A game with that result to black; anything else about it can be said by name."""
    answers = range(1, len(MOVES) - len(OPENING) + 1)
    facts: dict[str, Any] = dict(
        opening=list(OPENING), moves=list(MOVES),
        plies=[Ply(100.0 * answer, score=35.0, depth=9, nodes=50_000) for answer in answers],
        reason=record.FIVE if score != record.DRAW else record.FULL_BOARD,
        words="black makes five in a row", memory=[100_000_000, 200_000_000], started="2025-01-31T12:34:56+00:00")
    return Game(number, black, white, score=score, **{**facts, **changes})


def pair(number: int, first: int, second: int, points: tuple[float, float]) -> list[Game]:
    """The pair of games of that number, from 0, with these points to the first player."""
    return [game(2 * number + 1, first, second, points[0]), game(2 * number + 2, second, first, 1.0 - points[1])]
