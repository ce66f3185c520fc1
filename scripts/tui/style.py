"""The styles of text in a drawing, by their meaning."""

from __future__ import annotations

from enum import Enum, auto


class Style(Enum):
    """What a letter means; a canvas knows how that looks."""

    # Beside the board.
    TEXT = auto()
    FAINT = auto()          # coordinates, keys
    STRONG = auto()         # titles
    LINE = auto()           # expected moves
    ALERT = auto()
    FOCUS = auto()          # a field, a move in the list

    # On the board, which may have a ground of its own.
    GRID = auto()
    BLACK = auto()          # stones
    WHITE = auto()
    BLACK_WIN = auto()      # stones of the winning row
    WHITE_WIN = auto()
    BLACK_NUMBER = auto()
    WHITE_NUMBER = auto()
    MARK = auto()           # cursor, last move
    FORBIDDEN = auto()
    HINT = auto()
    EXPECTED = auto()       # moves of a line
    WORTH = auto()
    BEST = auto()           # the points worth most
