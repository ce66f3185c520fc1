"""Renju's fouls: what black must not play, unless the same stone makes exactly five in a row.

An *overline* is six or more in a row. A *four* is four stones that one more makes exactly five; a *three* is a stone short
of a straight four, one that two points complete. An overline, two fours or two threes are a foul. A three counts only if
the stone that makes the straight four of it is itself allowed and makes no five, so the question asks itself again.

`is_surely_none` leaves that last question out. White stones that a proof does not show can take fours and threes away, and
can allow black a point that was a foul, but never make a four or an overline, nor the shape of a three: what is no foul
by shape is none with any white stones beside.
"""

from __future__ import annotations

from .rules import RENJU_LENGTH, Board

REACH = RENJU_LENGTH        # a stone farther away along a line changes none of these
FEW = 2                     # other black stones on a line that a four or a three takes at least
MANY = 4                    # and that two fours on one line, or an overline, take
TWICE = 2                   # so many fours, or threes, are a foul
OUTSIDE = 0                 # in place of a point: beyond the edge


class Fouls:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.lines = [self.lines_of(point) for point in range(board.size)]
        self.near = [[sum(line) for line in lines] for lines in self.lines]

    def lines_of(self, point: int) -> list[list[int]]:
        """The four lines through the point, from REACH + 1 behind it to as far ahead; the point itself is left 0."""
        def part(ray: tuple[int, ...]) -> list[int]:
            return [*ray[:REACH + 1], *[OUTSIDE] * (REACH + 1 - len(ray))]
        return [[*reversed(part(behind)), OUTSIDE, *part(ahead)] for ahead, behind in self.board.rays[point]]

    # --- questions ---------------------------------------------------------------------------------------------------

    def is_foul(self, black: int, white: int, point: int) -> bool:
        """Must black not play there?"""
        return self.can_be(black, point) and self.judge(black, white, point, by_shape=False)

    def is_surely_none(self, black: int, white: int, point: int) -> bool:
        """May black play there whatever white stones are added elsewhere?"""
        return not (self.can_be(black, point) and self.judge(black, white, point, by_shape=True))

    # --- answers -----------------------------------------------------------------------------------------------------

    def can_be(self, black: int, point: int) -> bool:
        """False where black has too few stones around for any foul."""
        stones = [(black & line).bit_count() for line in self.near[point]]
        return sum(count >= FEW for count in stones) >= TWICE or max(stones) >= MANY

    def judge(self, black: int, white: int, point: int, by_shape: bool) -> bool:
        lengths = [row.length for row in self.board.rows(black, point)]
        if RENJU_LENGTH in lengths:
            return False
        if max(lengths) > RENJU_LENGTH:
            return True
        lines = [self.centred(line, point) for line in self.lines[point]]
        black |= 1 << point
        if sum(count_fours(line, black, white) for line in lines) >= TWICE:
            return True
        threes = 0
        for line in lines:
            threes += self.is_three(line, black, white, by_shape)
            if threes >= TWICE:
                return True
        return False

    @staticmethod
    def centred(line: list[int], point: int) -> list[int]:
        return [*line[:REACH + 1], 1 << point, *line[REACH + 2:]]

    def is_three(self, line: list[int], black: int, white: int, by_shape: bool) -> bool:
        """Can one more stone make a straight four that holds the one in the middle of the line?"""
        for first in range(REACH + 1 - (RENJU_LENGTH - 2), REACH + 2):
            four, ends = line[first:first + RENJU_LENGTH - 1], (line[first - 1], line[first + RENJU_LENGTH - 1])
            holes = [point for point in four if not point & black]
            if len(holes) != 1 or not is_empty(holes[0], black, white) or not all(is_empty(p, black, white) for p in ends):
                continue
            if (line[first - 2] | line[first + RENJU_LENGTH]) & black:
                continue    # completed at that end it would be an overline
            if by_shape or self.is_allowed(black, white, holes[0].bit_length() - 1):
                return True
        return False

    def is_allowed(self, black: int, white: int, point: int) -> bool:
        """Neither a foul nor a five."""
        makes_five = any(row.length == RENJU_LENGTH for row in self.board.rows(black, point))
        return not makes_five and not self.is_foul(black, white, point)


def count_fours(line: list[int], black: int, white: int) -> int:
    """Of the fours that hold the stone in the middle of the line; a straight four has two windows and one set of stones."""
    fours = set()
    for first in range(REACH + 1 - (RENJU_LENGTH - 1), REACH + 2):
        five = line[first:first + RENJU_LENGTH]
        holes = [point for point in five if not point & black]
        is_exact = not (line[first - 1] | line[first + RENJU_LENGTH]) & black
        if len(holes) == 1 and is_empty(holes[0], black, white) and is_exact:
            fours.add(sum(five) - holes[0])
    return len(fours)


def is_empty(point: int, black: int, white: int) -> bool:
    """Is it on the board, and free?"""
    return point != OUTSIDE and not point & (black | white)
