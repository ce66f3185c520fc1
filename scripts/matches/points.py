"""Points in words: a letter for the column and a number for the row, `h8` for x 7, y 7.

Columns go on after z as in a spreadsheet: aa, ab, ... This is how c-gomoku-cli and the Gomocup judge write positions
(`pos`), except that they have no column after z, and how renju players do. Rows are counted from 1, where y is 0; every
board that people see has that row at the bottom.
"""

from __future__ import annotations

import re

from .console import shown
from .referee import LETTERS, Point, notation

WORD = re.compile(r"([a-z]{1,2})([1-9][0-9]{0,2})", re.IGNORECASE)     # enough for boards of 702 x 999


def point(text: str) -> Point:
    """7, 7 for h8; ValueError if that is no point."""
    word = WORD.fullmatch(text.strip())
    if not word:
        raise ValueError(f"{shown(text)} is no point such as h8")
    return _of(word)


def points(text: str) -> list[Point]:
    """All points of a row such as h8i9j10, with or without blanks between; ValueError if there is anything else."""
    words = list(WORD.finditer(text))
    if "".join(word.group() for word in words) != "".join(text.split()):
        raise ValueError(f"{shown(text.strip())} is no row of points such as h8i9j10")
    return [_of(word) for word in words]


def row(stones: list[Point]) -> str:
    """h8i9j10: the way back."""
    return "".join(map(notation, stones))


def _of(word: re.Match[str]) -> Point:
    x = 0
    for letter in word.group(1).lower():
        x = x * LETTERS + ord(letter) - ord("a") + 1
    return x - 1, int(word.group(2)) - 1
