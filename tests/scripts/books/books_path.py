"""Lets the tests beside this file import `books` from scripts/, and has what they share."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests" / "scripts" / "matches")]

from books.positions import EXACT, Known       # noqa: E402 (the path comes first)
from proofs.answers import Stones               # noqa: E402

SIZE = 15


def worth(value: int, depth: int = 5) -> Known:
    return Known(value=value, bound=EXACT, depth=depth)


def stones(*numbers: int) -> Stones:
    """Of a game."""
    return Stones(frozenset(numbers[::2]), frozenset(numbers[1::2]))
