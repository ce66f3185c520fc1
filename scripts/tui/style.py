"""The styles of text in a drawing, by their meaning."""

from __future__ import annotations

from enum import Enum, auto


class Style(Enum):
    """What a letter means; a canvas knows how that looks."""

    TEXT = auto()
    FAINT = auto()          # grid, coordinates
    STRONG = auto()         # titles, stones
    MARK = auto()           # cursor, last move
    WIN = auto()            # the winning row
    BLACK_NUMBER = auto()
    WHITE_NUMBER = auto()
    FORBIDDEN = auto()
    HINT = auto()
    LINE = auto()           # expected moves
    BEST = auto()           # the points worth most
    ALERT = auto()
    FOCUS = auto()          # a field, a move in the list
