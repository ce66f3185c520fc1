"""Where one draws, and with which letters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from .style import Style


class Canvas(Protocol):
    """Letters in rows and columns. What does not fit is cut off."""

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""

    def put(self, row: int, column: int, text: str, style: Style) -> None:
        ...


@dataclass(frozen=True)
class Glyphs:
    """What is drawn with: everything has a sign in ASCII, too."""

    stones: tuple[str, str]     # black, white
    grid: str                   # nine signs: top, middle and bottom row, each left, middle, right
    star: str
    gap: str                    # between points
    upright: str                # between rows of a large board
    forbidden: str
    hint: str
    frame: str                  # corners clockwise from the top left, horizontal, vertical
    caret: str
    steps: str                  # of a curve, from the lowest
    large: tuple[str, str]      # stones of a large board
    more: tuple[str, str]       # there is more above, and below
    ascii: bool = False

    def text(self, text: str) -> str:
        return text.translate(IN_ASCII).encode("ascii", "replace").decode() if self.ascii else text


IN_ASCII = str.maketrans({"×": "x", "…": "...", "−": "-"})
LETTERS = Glyphs(("●", "○"), "┌┬┐├┼┤└┴┘", "╋", "─", "│", "×", "◆", "╭╮╯╰─│", "▏", "▁▂▃▄▅▆▇█", ("●", "○"),
                 ("↑", "↓"))
ON_WOOD = replace(LETTERS, stones=("●", "●"), large=("▐█▌", "▐█▌"))     # where colours tell black from white
PLAIN = Glyphs(("X", "O"), ".........", "+", " ", " ", "!", "*", "++++-|", "_", "0123456789", ("X", "O"), ("^", "v"),
               ascii=True)
