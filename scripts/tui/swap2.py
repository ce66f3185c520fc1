"""The opening swap2: black's player puts three stones. White's player takes a colour, or puts two more stones and leaves the
choice to the other.

A stage says who decides what. Engines are asked by SWAP2BOARD, as managers of tournaments do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional

from matches.referee import BLACK, WHITE, Board, Point

THREE, CHOICE, TWO, LAST = "three", "choice", "two", "last"

DECIDER = {THREE: BLACK, CHOICE: WHITE, TWO: WHITE, LAST: BLACK}
STONES_THEN = {THREE: (3, CHOICE), TWO: (5, LAST)}      # so many stones, and the stage is over
WORDS = {
    THREE: "puts three stones: black, white, black",
    CHOICE: "chooses. b: take black, w: take white, t: two more stones",
    TWO: "puts two more stones: white, black",
    LAST: "chooses. b: take black, w: take white",
}
POINTS = {0: (3,), 3: (0, 1, 2), 5: (0, 1)}     # stones on the board: so many points an engine may answer; none: SWAP
ANSWER = re.compile(r"\s*SWAP\s*|\s*\d+,\d+(?:\s+\d+,\d+){0,2}\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Decision:
    """Of an engine."""

    points: tuple[Point, ...]       # that it puts

    @property
    def takes_black(self) -> bool:
        return not self.points


def after(stage: Optional[str], stones: int) -> Optional[str]:
    """The stage with so many stones on the board."""
    needed, following = STONES_THEN.get(stage, (None, None))
    return following if stones == needed else stage


def is_choice(stage: Optional[str]) -> bool:
    return stage in (CHOICE, LAST)


def question(board: Board) -> list[str]:
    return ["SWAP2BOARD", *(f"{x},{y}" for x, y in board.moves), "DONE"]


def decision(line: str, stones: int) -> Optional[Decision]:
    """What an engine answers with so many stones on the board; None if that is no answer."""
    if not ANSWER.fullmatch(line):
        return None
    points = tuple((int(x), int(y)) for x, y in re.findall(r"(\d+),(\d+)", line))
    return Decision(points) if len(points) in POINTS.get(stones, ()) else None
