#!/usr/bin/env python3
"""People who play Gomoku as an engine for scripts/match: who the levels of `INFO strength` are made for. No test.

usage: people.py child6 | child10 | adult

    scripts/match --engine build/pbrain-tengen strength=4 --engine 'tests/protocol/people.py adult' --openings none --games 20

All complete their fives and put stones beside others, where they have most stones in a row that can still become five.
They differ in how often they block a four and stop an open three, and whether they spoil the other side's rows as well.
None looks ahead. Freestyle on 15×15.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts" / "matches"))
from mock import Double     # noqa: E402 (the path comes first)

Point = tuple[int, int]
Board = dict[Point, int]

SIZE, FIVE = 15, 5
ME, OTHER = 1, 2
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
MIDDLE = (SIZE // 2, SIZE // 2)
OWN_WORTH = (1, 4, 12, 40, 200)         # of a row of five by the stones that it has
OTHER_WORTH = (1, 3, 9, 30, 100)        # of one to spoil


@dataclass(frozen=True)
class Person:
    blocks: float           # the share of the other side's fours that are blocked
    stops: float            # and of its open threes that are stopped
    extends: float          # of own open threes that become open fours
    spoils: bool            # looks at the other side's rows when it chooses
    care: float             # 1: always the best looking point; less: any may look better

    def move(self, board: Board) -> Point:
        if not board:
            return MIDDLE
        for points, share in ((fives(board, ME), 1.0), (fives(board, OTHER), self.blocks),
                              (open_fours(board, ME), self.extends), (open_fours(board, OTHER), self.stops)):
            if points and random.random() < share:
                return random.choice(points)
        return max(beside(board), key=lambda point: self.worth(board, point) * random.uniform(self.care, 1))

    def worth(self, board: Board, point: Point) -> int:
        worth = 0
        for mine, others in counts(board, point):
            worth += OWN_WORTH[mine] if not others else OTHER_WORTH[others] if self.spoils and not mine else 0
        return worth


PEOPLE = {"child6": Person(0.7, 0.2, 0.8, False, 0.3), "child10": Person(0.97, 0.75, 0.8, False, 0.3),
          "adult": Person(1, 1, 1, True, 0.8)}


# --- what is on the board --------------------------------------------------------------------------------------------

def is_inside(point: Point) -> bool:
    return all(0 <= place < SIZE for place in point)


def rows(point: Point) -> Iterator[list[Point]]:
    """The rows of five through a point."""
    x, y = point
    for dx, dy in STEPS:
        for first in range(1 - FIVE, 1):
            row = [(x + (first + at) * dx, y + (first + at) * dy) for at in range(FIVE)]
            if is_inside(row[0]) and is_inside(row[-1]):
                yield row


def counts(board: Board, point: Point) -> Iterator[tuple[int, int]]:
    """How many stones each side has in them; own stones first."""
    for row in rows(point):
        stones = [board.get(each, 0) for each in row]
        yield stones.count(ME), stones.count(OTHER)


def points_where(board: Board, is_wanted: Callable[[Point], bool]) -> list[Point]:
    return [point for point in beside(board) if is_wanted(point)]


def beside(board: Board) -> list[Point]:
    """The empty points beside a stone."""
    around = {(x + dx, y + dy) for x, y in board for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    found = sorted(point for point in around if is_inside(point) and point not in board)
    return found or [(x, y) for x in range(SIZE) for y in range(SIZE) if (x, y) not in board]


def fives(board: Board, side: int) -> list[Point]:
    wanted = (FIVE - 1, 0) if side == ME else (0, FIVE - 1)
    return points_where(board, lambda point: wanted in counts(board, point))


def open_fours(board: Board, side: int) -> list[Point]:
    """Where a stone leaves two points to complete a five."""
    wanted = (FIVE - 2, 0) if side == ME else (0, FIVE - 2)

    def is_open(point: Point) -> bool:
        return wanted in counts(board, point) and len(fives({**board, point: side}, side)) > 1

    return points_where(board, is_open)


# --- the conversation ------------------------------------------------------------------------------------------------

class Seated(Double):
    """A person in an engine's place."""

    def __init__(self, person: Person) -> None:
        super().__init__()
        self.person = person

    def start(self, size: str) -> None:
        if size not in (str(SIZE), f"{SIZE},{SIZE}"):
            self.say(f"ERROR people play on {SIZE} by {SIZE}")
        else:
            super().start(size)

    def answer(self) -> None:
        point = self.person.move(self.stones)
        self.stones[point] = ME
        self.say(f"{point[0]},{point[1]}")


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in PEOPLE:
        sys.exit(__doc__)
    Seated(PEOPLE[sys.argv[1]]).converse()
