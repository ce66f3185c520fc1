"""Boards as whole numbers, and what wins on them.

A set of points is a Python int: bit y * width + x is the point x, y. A *window* is as many points in a row as win; a set of
windows is an int, too, in which each of the four directions has a bit for every point where a window begins. How many
stones of one side each window holds is kept as three such ints, the binary digits of the count: a stone adds one to all
windows through its point with five operations, on all of them at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT = 0, 1, 4, 8, 9
RULE_NAME = {FREESTYLE: "freestyle", STANDARD: "standard", RENJU: "renju", CARO: "caro", CARO_EXACT: "caro exact five"}
BLACK, WHITE = "black", "white"
OTHER = {BLACK: WHITE, WHITE: BLACK}

SIDE_MIN, SIDE_MAX = 3, 32
WIN_LENGTHS = (3, 4, 5)
RENJU_LENGTH = 5
STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))       # a window begins at its topmost point, or its leftmost
DANGERS_KEPT = 4096         # sets of windows whose points are remembered; so many are some megabytes

Counts = tuple[int, int, int]           # of stones in every window: ones, twos, fours of the binary number
Ray = tuple[int, ...]                   # points, each as a set, from next to a point to the edge


class LineRule(NamedTuple):
    """What a rule says about the rows of one side; else exactly so many as asked for win."""

    longer_wins: bool
    closed_is_void: bool        # a row of just that length does not win between two stones of the opponent
    has_fouls: bool = False


LINE_RULES: dict[int, dict[str, LineRule]] = {
    FREESTYLE: dict.fromkeys((BLACK, WHITE), LineRule(True, False)),
    STANDARD: dict.fromkeys((BLACK, WHITE), LineRule(False, False)),
    RENJU: {BLACK: LineRule(False, False, True), WHITE: LineRule(True, False)},
    CARO: dict.fromkeys((BLACK, WHITE), LineRule(True, True)),
    CARO_EXACT: dict.fromkeys((BLACK, WHITE), LineRule(False, True)),
}


@dataclass(frozen=True)
class Row:
    """The row that a stone belongs to: its length, and the points beyond its ends; 0 where there is the edge."""

    length: int
    first_end: int
    second_end: int

    @property
    def ends(self) -> int:
        return self.first_end | self.second_end


class Board:
    """A board without stones: its size, how many in a row win, and what follows from that."""

    def __init__(self, width: int, height: int, win: int) -> None:
        self.width, self.height, self.win = width, height, win
        self.size = width * height
        self.all = (1 << self.size) - 1
        self.steps = tuple(dx + dy * width for dx, dy in STEPS)
        self.rays = [self.rays_of(point) for point in range(self.size)]
        self.through, self.windows = self.make_windows()
        self.remembered: dict[int, int] = {}

    # --- tables ----------------------------------------------------------------------------------------------------

    def line(self, point: int, dx: int, dy: int) -> list[int]:
        """The points from next to that one to the edge, by number."""
        x, y = point % self.width + dx, point // self.width + dy
        points = []
        while 0 <= x < self.width and 0 <= y < self.height:
            points.append(y * self.width + x)
            x, y = x + dx, y + dy
        return points

    def rays_of(self, point: int) -> tuple[tuple[Ray, Ray], ...]:
        """Both ways along each of the four directions."""
        def ray(dx: int, dy: int) -> Ray:
            return tuple(1 << cell for cell in self.line(point, dx, dy))
        return tuple((ray(dx, dy), ray(-dx, -dy)) for dx, dy in STEPS)

    def make_windows(self) -> tuple[list[int], int]:
        """The windows through each point, and all windows."""
        through, windows = [0] * self.size, 0
        for direction, (dx, dy) in enumerate(STEPS):
            for first in range(self.size):
                cells = [first, *self.line(first, dx, dy)][:self.win]
                if len(cells) == self.win:
                    window = 1 << (direction * self.size + first)
                    windows |= window
                    for cell in cells:
                        through[cell] |= window
        return through, windows

    # --- windows ---------------------------------------------------------------------------------------------------

    def counts(self, stones: int) -> Counts:
        """How many of these stones each window holds."""
        counts = (0, 0, 0)
        for point in points_of(stones):
            counts = added(counts, self.through[point])
        return counts

    def lacking_one(self, counts: Counts) -> int:
        """The windows in which one stone is missing."""
        ones, twos, fours = counts
        if self.win == 5:
            return fours & ~ones
        return twos & ones if self.win == 4 else twos & ~ones

    def at_least(self, counts: Counts, least: int) -> int:
        """The windows with so many stones, or more."""
        ones, twos, fours = counts
        if least <= 0:
            return self.windows
        return (ones | twos | fours, twos | fours, ones & twos | fours, fours)[least - 1]

    def points_in(self, windows: int) -> int:
        """All points of these windows."""
        points = self.remembered.get(windows)
        if points is None:
            if len(self.remembered) >= DANGERS_KEPT:
                self.remembered.clear()
            points = self.remembered[windows] = self.spread(windows)
        return points

    def spread(self, windows: int) -> int:
        points = 0
        for direction, step in enumerate(self.steps):
            first = windows >> direction * self.size & self.all
            for distance in range(self.win if first else 0):
                points |= first << distance * step
        return points

    # --- rows ------------------------------------------------------------------------------------------------------

    def rows(self, own: int, point: int) -> list[Row]:
        """The rows of own stones that a stone on the point belongs to, one in each direction."""
        return [Row(1 + ahead + behind, first_end, second_end)
                for forwards, backwards in self.rays[point]
                for ahead, first_end in [run(own, forwards)] for behind, second_end in [run(own, backwards)]]

    def winning_rows(self, own: int, other: int, point: int, rule: LineRule) -> list[Row]:
        """Those that win."""
        found = []
        for forwards, backwards in self.rays[point]:
            ahead, first_end = run(own, forwards)
            behind, second_end = run(own, backwards)
            if ahead + behind >= self.win - 1:
                row = Row(1 + ahead + behind, first_end, second_end)
                if self.row_wins(row, other, rule):
                    found.append(row)
        return found

    def row_wins(self, row: Row, other: int, rule: LineRule) -> bool:
        if row.length > self.win:
            return rule.longer_wins
        if row.length < self.win:
            return False
        is_closed = bool(row.first_end & other) and bool(row.second_end & other)
        return not (rule.closed_is_void and is_closed)


def board_fault(rule: int, width: int, height: int, win: int) -> str:
    """Why such a game cannot be played; empty if it can."""
    if rule not in LINE_RULES:
        return f"there is no rule {rule}"
    if not all(SIDE_MIN <= side <= SIDE_MAX for side in (width, height)):
        return f"a side of the board has {SIDE_MIN} to {SIDE_MAX} points"
    if win not in WIN_LENGTHS or (rule == RENJU and win != RENJU_LENGTH):
        return f"{RULE_NAME[rule]} is not played for {win} in a row"
    return f"there is no room for {win} in a row" if min(width, height) < win else ""


def added(counts: Counts, windows: int) -> Counts:
    """The counts with one stone more in these windows."""
    ones, twos, fours = counts
    carry = ones & windows
    return ones ^ windows, twos ^ carry, fours | twos & carry


def run(own: int, ray: Ray) -> tuple[int, int]:
    """How many own stones stand at the beginning of the ray, and the point behind them; 0: the edge."""
    length = 0
    for point in ray:
        if not own & point:
            return length, point
        length += 1
    return length, 0


def points_of(points: int) -> list[int]:
    """The numbers of the points of a set, in order."""
    numbers = []
    while points:
        lowest = points & -points
        numbers.append(lowest.bit_length() - 1)
        points ^= lowest
    return numbers
