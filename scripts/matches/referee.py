#!/usr/bin/env python3
"""The referee: an independent implementation of the rules of Gomoku.

It follows the words of the rules: a five is five stones in a row; a four is five cells that lack one stone; one stone
turns a three into a straight four. It shares neither code nor tables with the engine. So a mistake goes unseen only if
it is made twice. It is slow on purpose: it looks at the stones every time.

    0  freestyle         five or more in a row win
    1  standard          exactly five win; six or more are nothing
    4  renju             five or more win; black must not make a double-three, a double-four or an overline,
                         unless the same stone makes exactly five. White is free
    8  caro              five win unless an opponent's stone closes both ends; six or more always win
    9  caro exact five   five win unless an opponent's stone closes both ends; six or more are nothing

"Five" stands for `win_length`, 3 to 5; renju has only 5. In caro the edge of the board closes no row. Boards are
rectangles with sides from 3 to 32. A full board is a draw. Black plays first.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass
from typing import Callable, Iterator, Optional

Point = tuple[int, int]

EMPTY, BLACK, WHITE, WALL = ".", "X", "O", "#"
OPPONENT = {BLACK: WHITE, WHITE: BLACK}
COLOUR_NAME = {BLACK: "black", WHITE: "white"}

FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT = 0, 1, 4, 8, 9
RULE_NAME = {FREESTYLE: "freestyle", STANDARD: "standard", RENJU: "renju", CARO: "caro", CARO_EXACT: "caro exact five"}

NORMAL, WIN, DRAW, FOUL, ILLEGAL = "normal", "win", "draw", "foul", "illegal"

FIVE, DOUBLE_FOUR, DOUBLE_THREE, OVERLINE = "five", "double-four", "double-three", "overline"
RENJU_LENGTH = STANDARD_LENGTH = 5
WIN_LENGTHS = (3, 4, 5)
LETTERS = 26            # that name columns
SIDE_MIN, SIDE_MAX = 3, 32      # of a board

DIRECTIONS: tuple[Point, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))

# What wins: the length of the row, the length asked for, and how many of its two ends an opponent's stone closes.
WINS: dict[int, Callable[[int, int, int], bool]] = {
    FREESTYLE: lambda length, asked, closed: length >= asked,
    STANDARD: lambda length, asked, closed: length == asked,
    RENJU: lambda length, asked, closed: length >= asked,
    CARO: lambda length, asked, closed: length > asked or (length == asked and closed < 2),
    CARO_EXACT: lambda length, asked, closed: length == asked and closed < 2,
}


@dataclass(frozen=True)
class Verdict:
    """The judgement of a move: its kind (normal, win, draw, foul, illegal) and a sentence."""

    kind: str
    words: str


class Board:
    """A game, judged move by move."""

    def __init__(self, width: int = 15, height: int = 15, rule: int = FREESTYLE, win_length: int = 5) -> None:
        if rule not in WINS:
            raise ValueError(f"no rule {rule}; there are {', '.join(map(str, WINS))}")
        if rule == RENJU and win_length != RENJU_LENGTH:
            raise ValueError("renju is played for five in a row")
        self.width, self.height, self.rule, self.win_length = width, height, rule, win_length
        self.stones: dict[Point, str] = {}
        self.moves: list[Point] = []
        self.to_move = BLACK
        self.over = False

    # --- playing ---------------------------------------------------------------------------------------------------

    def play(self, x: int, y: int) -> Verdict:
        """Let the side to move play at x,y; an illegal move and a foul put no stone and end the game."""
        point, colour = (x, y), self.to_move
        verdict = self.judge(point, colour)
        self.over = verdict.kind != NORMAL
        if verdict.kind not in (ILLEGAL, FOUL):
            self.place(point, colour)
            self.moves.append(point)
            self.to_move = OPPONENT[colour]
        return verdict

    def judge(self, point: Point, colour: str) -> Verdict:
        """What would happen if that colour played there; the board stays as it is."""
        move = f"{COLOUR_NAME[colour]} at {self.name(point)}"
        if self.over:
            return Verdict(ILLEGAL, f"{move}: the game is over")
        if self.at(point) == WALL:
            return Verdict(ILLEGAL, f"{move}: outside the {self.width}x{self.height} board")
        if self.at(point) != EMPTY:
            return Verdict(ILLEGAL, f"{move}: the cell is taken")
        if self.rule == RENJU and colour == BLACK and (shape := self.foul(point)):
            return Verdict(FOUL, f"{move}: forbidden, it makes a {shape}")
        if self.wins(point, colour):
            return Verdict(WIN, f"{move}: wins")
        if len(self.stones) + 1 == self.width * self.height:
            return Verdict(DRAW, f"{move}: the board is full")
        return Verdict(NORMAL, f"{move}: the game goes on")

    def place(self, point: Point, colour: str) -> None:
        """Put a stone without judging it: for positions that were set up, not played."""
        self.stones[point] = colour

    # --- looking ---------------------------------------------------------------------------------------------------

    def at(self, point: Point) -> str:
        x, y = point
        inside = 0 <= x < self.width and 0 <= y < self.height
        return self.stones.get(point, EMPTY) if inside else WALL

    def cells(self) -> Iterator[Point]:
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def empty_cells(self) -> list[Point]:
        return [point for point in self.cells() if self.at(point) == EMPTY]

    def legal(self, point: Point) -> bool:
        return self.judge(point, self.to_move).kind not in (ILLEGAL, FOUL)

    def has_legal_move(self) -> bool:
        """False when the board is full or, in renju, when black has nothing but fouls."""
        return any(self.legal(point) for point in self.empty_cells())

    def wins(self, point: Point, colour: str) -> bool:
        """Would a stone of that colour win there? (Fouls are asked for before.)"""
        row_wins = WINS[self.rule]
        for direction in DIRECTIONS:
            length, ends = self.row(point, colour, direction)
            if row_wins(length, self.win_length, ends.count(OPPONENT[colour])):
                return True
        return False

    def row(self, point: Point, colour: str, direction: Point) -> tuple[int, list[str]]:
        """The length of the row that a stone there belongs to, and what lies beyond its two ends."""
        length, ends = 1, []
        for sign in (1, -1):
            distance = sign
            while self.at(step(point, direction, distance)) == colour:
                length += 1
                distance += sign
            ends.append(self.at(step(point, direction, distance)))
        return length, ends

    def winning_cells(self, point: Point, colour: str) -> list[Point]:
        """The cells of the rows that a stone of that colour there wins with; none if it does not."""
        cells = {}
        for direction in DIRECTIONS:
            length, ends = self.row(point, colour, direction)
            if WINS[self.rule](length, self.win_length, ends.count(OPPONENT[colour])):
                cells.update(dict.fromkeys(self.cells_of_row(point, colour, direction)))
        return sorted(cells)

    def cells_of_row(self, point: Point, colour: str, direction: Point) -> list[Point]:
        cells = [point]
        for sign in (1, -1):
            cell = step(point, direction, sign)
            while self.at(cell) == colour:
                cells.append(cell)
                cell = step(cell, direction, sign)
        return cells

    # --- renju -----------------------------------------------------------------------------------------------------

    def foul(self, point: Point) -> Optional[str]:
        """The name of the foul that black would commit on that empty cell, or None."""
        shape = self.renju_shape(point)
        return None if shape == FIVE else shape

    def renju_shape(self, point: Point) -> Optional[str]:
        """What a black stone there makes: an exact five, else a double-four, double-three or overline, else None.

        The stone stays on the board while threes are examined, and a three counts only if the stone that completes
        it makes none of these four things itself: so the question asks itself again, as deep as the position goes.
        """
        self.place(point, BLACK)
        try:
            lengths = [self.row(point, BLACK, direction)[0] for direction in DIRECTIONS]
            if RENJU_LENGTH in lengths:
                return FIVE
            if sum(self.fours(point, direction) for direction in DIRECTIONS) >= 2:
                return DOUBLE_FOUR
            if sum(self.is_three(point, direction) for direction in DIRECTIONS) >= 2:
                return DOUBLE_THREE
            return OVERLINE if max(lengths) > RENJU_LENGTH else None
        finally:
            del self.stones[point]

    def fours(self, point: Point, direction: Point) -> int:
        """How many fours with that stone lie on the line: sets of four stones that one more makes an exact five.

        A straight four has two such cells but only one set of stones; X_XXX_X holds two sets, and so two fours.
        """
        groups = set()
        for start in range(1 - RENJU_LENGTH, 1):
            stones, holes, ends = self.window(point, direction, start, RENJU_LENGTH)
            if len(holes) == 1 and len(stones) == RENJU_LENGTH - 1 and BLACK not in ends:
                groups.add(tuple(stones))
        return len(groups)

    def is_three(self, point: Point, direction: Point) -> bool:
        """Can black really make a straight four of that stone on the line, with one more stone?"""
        for start in range(2 - RENJU_LENGTH, 1):
            stones, holes, ends = self.window(point, direction, start, RENJU_LENGTH - 1)
            if len(holes) != 1 or len(stones) != RENJU_LENGTH - 2 or ends != [EMPTY, EMPTY]:
                continue
            beyond = [self.at(step(point, direction, start + offset)) for offset in (-2, RENJU_LENGTH)]
            if BLACK not in beyond and self.renju_shape(holes[0]) is None:
                return True
        return False

    def window(self, point: Point, direction: Point, start: int, size: int) -> tuple[list[Point], list[Point], list[str]]:
        """Black stones and empty cells among `size` cells of the line, and what lies next to either end."""
        line = [step(point, direction, start + offset) for offset in range(-1, size + 1)]
        inner = line[1:-1]
        stones = [cell for cell in inner if self.at(cell) == BLACK]
        holes = [cell for cell in inner if self.at(cell) == EMPTY]
        return stones, holes, [self.at(line[0]), self.at(line[-1])]

    def name(self, point: Point) -> str:
        """As people call it, h8; what lies outside the board has no name there, only numbers."""
        return f"{point[0]},{point[1]}" if self.at(point) == WALL else notation(point)

    def __str__(self) -> str:
        """Drawn for people: row 1 at the bottom, the letters of the columns below."""
        rows = [f"{y + 1:2}" + "".join(f"{self.at((x, y)):>3}" for x in range(self.width))
                for y in reversed(range(self.height))]
        return "\n".join([*rows, "  " + "".join(f"{column_name(x):>3}" for x in range(self.width))])


# --- names of points -------------------------------------------------------------------------------------------------

def notation(point: Point) -> str:
    """h8 for 7, 7"""
    return column_name(point[0]) + str(point[1] + 1)


def column_name(x: int) -> str:
    """a to z, and then aa, ab, ... as in a spreadsheet"""
    over, letter = divmod(x, LETTERS)
    return (chr(ord("a") + over - 1) if over else "") + chr(ord("a") + letter)


def step(point: Point, direction: Point, distance: int) -> Point:
    return point[0] + distance * direction[0], point[1] + distance * direction[1]


# --- what can be played ----------------------------------------------------------------------------------------------

def board_fault(rule: int, width: int, height: int, win_length: int) -> Optional[str]:
    """Why such a game cannot be played, as a sentence; None if it can."""
    if rule not in RULE_NAME or win_length not in WIN_LENGTHS:
        return "there is no such rule"
    if not all(SIDE_MIN <= side <= SIDE_MAX for side in (width, height)):
        return f"a side of the board has {SIDE_MIN} to {SIDE_MAX} points"
    if min(width, height) < win_length:
        return f"there is no room for {win_length} in a row"
    if rule == RENJU and win_length != RENJU_LENGTH:
        return "renju is played for five in a row"
    return None


# --- command line ----------------------------------------------------------------------------------------------------

def replay(board: Board, moves: list[str]) -> list[Verdict]:
    """What is said of each move, written as 7,7."""
    return [board.play(*point_of(move)) for move in moves]


def point_of(move: str) -> Point:
    x, comma, y = move.partition(",")
    if not (move.isascii() and x.isdecimal() and comma and y.isdecimal()):
        raise ValueError(f"{move!r} is no move such as 7,7")
    return int(x), int(y)


def size(text: str) -> tuple[int, int]:
    """15 or 20x10; ValueError if it is neither."""
    sides = re.fullmatch(r"(-?\d+)(?:x(-?\d+))?", text, re.ASCII)
    if not sides:
        raise ValueError(f"{text!r} is no size such as 15 or 20x10")
    return int(sides[1]), int(sides[2] or sides[1])


def arguments() -> argparse.Namespace:
    """Of a board that can be; whatever else is asked for ends the program with 2."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="referee.py --rule 4 --size 15 7,7 7,8 8,7 judges each of the three moves, then shows the board.")
    parser.add_argument("moves", nargs="*", metavar="X,Y", help="moves to judge, black first: column and row from 0")
    parser.add_argument("--rule", type=int, default=FREESTYLE, choices=WINS, help="number of the rule (default 0)")
    parser.add_argument("--size", type=size, default=(15, 15), metavar="N|WxH", help="size of the board (default 15)")
    parser.add_argument("--win-length", type=int, default=5, choices=WIN_LENGTHS, help="stones in a row that win (default 5)")
    options = parser.parse_args()
    width, height = options.size
    fault = board_fault(options.rule, width, height, options.win_length)
    if fault:
        parser.error(fault)
    return options


def main() -> int:
    options = arguments()
    width, height = options.size
    board = Board(width, height, options.rule, options.win_length)
    try:
        verdicts = replay(board, options.moves)
    except ValueError as error:
        print(f"referee.py: {error}", file=sys.stderr)
        return 2
    for verdict in verdicts:
        print(f"{verdict.kind:8}{verdict.words}")
    print(board)
    return 0


if __name__ == "__main__":
    sys.exit(main())
