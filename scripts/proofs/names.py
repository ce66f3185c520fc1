"""Names of points: a letter for the column and a number for the row, `h8` for x 7, y 7.

Columns after z are aa, ab, ... In a proof a point is the number y * width + x.
"""

from __future__ import annotations

import re
from typing import Optional

LETTERS = 26
NAME = re.compile(r"([a-z]|a[a-z])([1-9][0-9]?)", re.ASCII)     # enough for a side of 32


def name(point: int, width: int) -> str:
    """h8 for 112 on a board that is 15 wide"""
    over, letter = divmod(point % width, LETTERS)
    return ("a" if over else "") + chr(ord("a") + letter) + str(point // width + 1)


def number(text: str, width: int, height: int) -> Optional[int]:
    """112 for h8 on a board that is 15 wide; None if the board has no such point"""
    word = NAME.fullmatch(text)
    if not word:
        return None
    x = ord(word[1][-1]) - ord("a") + (LETTERS if len(word[1]) > 1 else 0)
    y = int(word[2]) - 1
    return y * width + x if x < width and y < height else None
