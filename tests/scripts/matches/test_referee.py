"""Does the referee know the rules? It judges drawn boards, positions given as moves, and whole games.

Each drawing says what every rule must make of one move, or which cells renju forbids.
"""

from __future__ import annotations

import re
import unittest
from dataclasses import dataclass

import matches_path  # noqa: F401 (the path to scripts/matches)

from matches.referee import (
    BLACK, CARO, CARO_EXACT, COLOUR_NAME, DRAW, EMPTY, FOUL, FREESTYLE, ILLEGAL, NORMAL, RENJU, RENJU_LENGTH, RULE_NAME,
    STANDARD, WHITE, WIN, Board, Point, replay)

RULES = tuple(RULE_NAME)
Cells = set[Point]


@dataclass(frozen=True)
class Drawing:
    """A board in letters: X black, O white; `*` is where `mover` plays, and what each rule then says."""

    name: str
    rows: str
    expected: dict[int, str]
    mover: str = BLACK
    win_length: int = 5


def verdicts(freestyle: str, standard: str, renju: str, caro: str, caro_exact: str) -> dict[int, str]:
    return dict(zip(RULES, (freestyle, standard, renju, caro, caro_exact)))


def everywhere(kind: str) -> dict[int, str]:
    return {rule: kind for rule in RULES}


def without_renju(freestyle: str, standard: str, caro: str, caro_exact: str) -> dict[int, str]:
    return {FREESTYLE: freestyle, STANDARD: standard, CARO: caro, CARO_EXACT: caro_exact}


# A number in front of a name is that of a conformance case of tournament managers.
DRAWINGS = (
    Drawing("77 six in a row", "....XXX*XX.....", verdicts(WIN, NORMAL, FOUL, WIN, NORMAL)),
    Drawing("78 six, both ends closed", "...OXXX*XXO....", verdicts(WIN, NORMAL, FOUL, WIN, NORMAL)),
    Drawing("79 five, both ends closed", "...OXXX*XO.....", verdicts(WIN, WIN, WIN, NORMAL, NORMAL)),
    Drawing("80 the edge closes nothing", "XXXX*O.........", everywhere(WIN)),
    Drawing("five, one end closed", "..OXXXX*.......", everywhere(WIN)),
    Drawing("five from edge to edge", "XX*XX", everywhere(WIN)),
    Drawing("83 six of white", "....OOO*OO.....", verdicts(WIN, NORMAL, WIN, WIN, NORMAL), WHITE),
    Drawing("four is not five", "....XXX*.......", everywhere(NORMAL)),
    Drawing("three to win", "XX*", without_renju(WIN, WIN, WIN, WIN), win_length=3),
    Drawing("three to win, four made", "XX*X.", without_renju(WIN, NORMAL, WIN, NORMAL), win_length=3),
    Drawing("four to win, both ends closed", "OXX*XO.", without_renju(WIN, WIN, NORMAL, NORMAL), win_length=4),
    Drawing("tic-tac-toe, the last cell, a draw", "XOX\nXOO\nOX*", without_renju(*[DRAW] * 4), win_length=3),
    Drawing("tic-tac-toe, the last cell, a win", "XOX\nOXO\nOX*", without_renju(*[WIN] * 4), win_length=3),
    Drawing("five downwards", "*\nX\nX\nX\nX", everywhere(WIN)),
    Drawing("five aslant", "X....\n.X...\n..*..\n...X.\n....X", everywhere(WIN)),
    Drawing("five aslant, the other way", "....X\n...X.\n..*..\n.X...\nX....", everywhere(WIN)),
    Drawing("81 five and overline at once", """
        ...............
        .......X.......
        .......X.......
        .......X.......
        ...XXXX*.......
        .......X.......
        .......X.......
        ...............""", {RENJU: WIN, FREESTYLE: WIN, STANDARD: WIN}),
    Drawing("82 a four that could only become a six", """
        ...............
        ......X........
        ......X........
        ......X........
        ..OXXX*.X......
        ...............
        ...............""", {RENJU: NORMAL}),
    Drawing("white may do anything", """
        .......
        ...O...
        ...O...
        .OO*...
        .......
        .......""", {RENJU: NORMAL}, WHITE),
    Drawing("a full board ends renju too", "OOX\nXX*\nOXO", {RENJU: DRAW}),
)

# In these every cell that is forbidden for black is marked with `!`, and no other cell is.
FORBIDDEN = {
    "double-three": """
        .......
        .......
        .XX!...
        ...X...
        ...X...
        .......
        .......""",
    "no double-three: one of them is closed": """
        .......
        .......
        OXX....
        ...X...
        ...X...
        .......
        .......""",
    "no double-three: one of them has no room for a straight four": """
        ........
        .XX.....
        ...X....
        ...X....
        ...O....""",
    "double-four, crossing": """
        .......
        OXXX!..
        ....X..
        ....X..
        ....X..
        ....O..""",
    "double-four on one line, 1-3-1": "..X.X!X.X..",
    "double-four on one line, 2-2-2": ".XX.!X.XX..",
    "double-four on one line, 3-1-3": ".XXX.!.XXX.",
    "a straight four is one four": "...XXX......",
    "overline": "..XXX!XX....",
    "a five is no foul, and neither is the four beside it": ".XXXX......X",
    "one cell past an overline is an overline": "XXX!XXX!XXXX",
    "no double-three: a foul stands where a three would become a four": """
        .........
        ..X...X..
        ...XX..X.
        ....X.XX.
        .........
        .........
        .........""",
}

# The positions by which the Gomocup judge is tested (test_zip_rules.py): rule, moves, winning cells, forbidden cells.
EXAMINATION: tuple[tuple[int, str, Cells, Cells], ...] = (
    (FREESTYLE, "h8h9i8i9j8j9k8k9", {(6, 7), (11, 7)}, set()),
    (STANDARD, "h8h9i8i9j8j9k8k9", {(6, 7), (11, 7)}, set()),
    (RENJU, "h8h9i8i9j8j9k8k9", {(6, 7), (11, 7)}, set()),
    (CARO, "h8h9i8i9j8j9k8k9", {(6, 7), (11, 7)}, set()),
    (STANDARD, "h8h9i8h10g8h11j13h12g14h14i15", set(), set()),
    (FREESTYLE, "h8h9i8h10g8h11j13h12g14h14i15", {(7, 12)}, set()),
    (RENJU, "h8h9i7i9h10i6i11i12", set(), {(6, 8)}),
    (CARO, "h8f8g8f9i8f7j8l8", set(), set()),
    (FREESTYLE, "h8f8g8f9i8f7j8l8", {(10, 7)}, set()),
)


def drawn(rows: str, rule: int, win_length: int = RENJU_LENGTH) -> tuple[Board, list[Point]]:
    """The board of a drawing, and its marked cells."""
    lines = rows.split()
    board = Board(len(lines[0]), len(lines), rule, win_length)
    marks = []
    for x, y in board.cells():
        letter = lines[y][x]
        if letter in COLOUR_NAME:
            board.place((x, y), letter)
        elif letter != EMPTY:
            marks.append((x, y))
    return board, marks


def replayed(moves: str, rule: int) -> Board:
    """A position from moves such as h8h9i8: a letter for x from a = 0, a number for y from 1 = 0."""
    board = Board(rule=rule)
    for letter, number in re.findall(r"([a-z])(\d+)", moves):
        board.play(ord(letter) - ord("a"), int(number) - 1)
    return board


class Referee(unittest.TestCase):
    def test_drawn_moves_under_every_rule(self) -> None:
        for drawing in DRAWINGS:
            for rule, expected in drawing.expected.items():
                with self.subTest(drawing.name, rule=RULE_NAME[rule]):
                    board, (point,) = drawn(drawing.rows, rule, drawing.win_length)
                    self.assertEqual(board.judge(point, drawing.mover).kind, expected)

    def test_forbidden_cells(self) -> None:
        for name, rows in FORBIDDEN.items():
            with self.subTest(name):
                board, marks = drawn(rows, RENJU)
                self.assertEqual([point for point in board.empty_cells() if board.foul(point)], marks)

    def test_every_cell_of_positions(self) -> None:
        for rule, moves, winning, forbidden in EXAMINATION:
            board = replayed(moves, rule)
            judged = {point: board.judge(point, board.to_move).kind for point in board.empty_cells()}
            for kind, expected in ((WIN, winning), (FOUL, forbidden)):
                with self.subTest(moves, rule=RULE_NAME[rule], kind=kind):
                    self.assertEqual({point for point in judged if judged[point] == kind}, expected)

    def test_replayed_games(self) -> None:
        for board, moves, expected in (
                (Board(), "0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 4,0 9,9", [NORMAL] * 8 + [WIN, ILLEGAL]),
                (Board(), "7,7 7,7", [NORMAL, ILLEGAL]),
                (Board(20, 5), "19,4 4,19", [NORMAL, ILLEGAL])):
            self.assertEqual([verdict.kind for verdict in replay(board, moves.split())], expected, moves)

    def test_sentences(self) -> None:
        self.assertEqual([verdict.words for verdict in replay(Board(), ["8,12", "15,9999"])],
                         ["black at i13: the game goes on", "white at 15,9999: outside the 15x15 board"])

    def test_row_1_is_drawn_at_the_bottom(self) -> None:
        board = Board(3, 2, win_length=3)
        board.play(1, 0)
        self.assertEqual(str(board).split("\n"), [" 2  .  .  .", " 1  .  X  .", "    a  b  c"])


if __name__ == "__main__":
    unittest.main()
