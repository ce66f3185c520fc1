"""The rules of the checker against the referee of scripts/matches, which knows them from other words; windows one by one."""

from __future__ import annotations

import os
import random
import unittest

from proofs_path import names

from matches import points, referee
from proofs import rules
from proofs.fouls import Fouls
from proofs.rules import BLACK, LINE_RULES, WHITE, Board

SCALE = float(os.environ.get("TENGEN_TEST_SCALE", "1"))
BOARDS = int(40 * SCALE)
COLOUR = {BLACK: referee.BLACK, WHITE: referee.WHITE}


def scattered(dice: random.Random, board: Board, share: float, black: float = 0.5) -> dict[str, int]:
    """Stones of both colours, as sets of points."""
    stones = {BLACK: 0, WHITE: 0}
    for point in range(board.size):
        if dice.random() < share:
            colour = BLACK if dice.random() < black else WHITE
            stones[colour] |= 1 << point
    return stones


def judged(board: Board, rule: int, stones: dict[str, int]) -> referee.Board:
    found = referee.Board(board.width, board.height, rule, board.win)
    for colour, held in stones.items():
        for point in rules.points_of(held):
            found.place((point % board.width, point // board.width), COLOUR[colour])
    return found


class Rows(unittest.TestCase):
    def test_what_wins(self) -> None:
        dice, seen = random.Random("rows"), {True: 0, False: 0}
        for rule in LINE_RULES:
            for _ in range(BOARDS):
                win = 5 if rule == rules.RENJU else dice.choice(rules.WIN_LENGTHS)
                board = Board(dice.randint(win, 9), dice.randint(win, 9), win)
                stones = scattered(dice, board, dice.uniform(0.3, 0.9))
                judge = judged(board, rule, stones)
                for point in rules.points_of(board.all & ~(stones[BLACK] | stones[WHITE])):
                    for colour in (BLACK, WHITE):
                        found = bool(board.winning_rows(stones[colour], stones[rules.OTHER[colour]], point,
                                                        LINE_RULES[rule][colour]))
                        xy = point % board.width, point // board.width
                        expected = (referee.RENJU_LENGTH in (judge.row(xy, referee.BLACK, way)[0] for way in referee.DIRECTIONS)
                                    if rule == rules.RENJU and colour == BLACK else judge.wins(xy, COLOUR[colour]))
                        self.assertEqual(found, expected, f"{colour} at {xy}, rule {rule}\n{judge}")
                        seen[found] += 1
        self.assertGreater(min(seen.values()), 50, seen)

    def test_boards_that_cannot_be(self) -> None:
        for rule in (*LINE_RULES, 2, 7):
            for width, height, win in ((2, 9, 3), (15, 33, 5), (4, 15, 5), (3, 3, 3), (15, 15, 5), (6, 6, 4), (9, 9, 6), (32, 32, 5)):
                self.assertEqual(bool(rules.board_fault(rule, width, height, win)),
                                 bool(referee.board_fault(rule, width, height, win)), (rule, width, height, win))


class RenjuFouls(unittest.TestCase):
    def test_against_the_referee(self) -> None:
        dice, seen = random.Random("fouls"), {True: 0, False: 0}
        board = Board(9, 10, 5)
        fouls = Fouls(board)
        for _ in range(2 * BOARDS):
            stones = scattered(dice, board, dice.uniform(0.2, 0.5), black=0.8)
            judge = judged(board, rules.RENJU, stones)
            for point in rules.points_of(board.all & ~(stones[BLACK] | stones[WHITE])):
                found = fouls.is_foul(stones[BLACK], stones[WHITE], point)
                self.assertEqual(found, judge.foul((point % 9, point // 9)) is not None, f"{names.name(point, 9)}\n{judge}")
                seen[found] += 1
        self.assertGreater(min(seen.values()), 100, seen)

    def test_what_is_surely_none_is_none_with_further_white_stones(self) -> None:
        dice, made = random.Random("surely"), 0
        board = Board(15, 15, 5)
        fouls = Fouls(board)
        for _ in range(BOARDS):
            black, white = self.with_more(dice, board)
            empty = rules.points_of(board.all & ~(black | white))
            further = sum(1 << point for point in dice.sample(empty, 40))
            for point in empty:
                if not fouls.can_be(black, point):
                    self.assertFalse(fouls.is_foul(black, white, point))
                    continue
                was = fouls.is_foul(black, white, point)
                may_be = fouls.is_foul(black, white | further & ~(1 << point), point)
                self.assertFalse((was or may_be) and fouls.is_surely_none(black, white, point), names.name(point, 15))
                made += may_be and not was
        self.assertGreater(made, 0, "white stones that make a foul must come up")

    @staticmethod
    def with_more(dice: random.Random, board: Board) -> tuple[int, int]:
        """A position in which a white stone on g6 makes h8 a foul, and other stones at random."""
        sides = [sum(1 << points.point(word)[1] * 15 + points.point(word)[0] for word in words.split())
                 for words in ("f8 g8 h5 h7 i6 j6 k6", "l6")]
        for point in dice.sample(rules.points_of(board.all & ~(sides[0] | sides[1])), dice.randrange(30)):
            sides[dice.random() < 0.3] |= 1 << point
        return sides[0], sides[1]


class Windows(unittest.TestCase):
    def test_counts(self) -> None:
        dice = random.Random("windows")
        for _ in range(BOARDS):
            win = dice.choice(rules.WIN_LENGTHS)
            board = Board(dice.randint(win, 8), dice.randint(win, 8), win)
            stones = scattered(dice, board, dice.uniform(0.2, 0.8))[BLACK]
            counts = board.counts(stones)
            held = {window: sum(stones >> cell & 1 for cell in cells) for window, cells in windows_of(board).items()}
            self.assertEqual(board.windows, sum(held))
            self.assertEqual(board.lacking_one(counts) & ~self.full(held, win),
                             sum(window for window, count in held.items() if count == win - 1))
            for least in range(-1, win):
                self.assertEqual(board.at_least(counts, least), sum(window for window, count in held.items() if count >= least))

    @staticmethod
    def full(held: dict[int, int], win: int) -> int:
        return sum(window for window, count in held.items() if count == win)

    def test_points_of_windows(self) -> None:
        dice = random.Random("points")
        for _ in range(BOARDS):
            win = dice.choice(rules.WIN_LENGTHS)
            board = Board(dice.randint(win, 8), dice.randint(win, 8), win)
            every = windows_of(board)
            chosen = dice.sample([*every], 3)
            self.assertEqual(set(rules.points_of(board.points_in(sum(chosen)))), {cell for one in chosen for cell in every[one]})


def windows_of(board: Board) -> dict[int, list[int]]:
    found = {}
    for direction, (dx, dy) in enumerate(rules.STEPS):
        for first in range(board.size):
            x, y = first % board.width, first // board.width
            cells = [(x + dx * distance, y + dy * distance) for distance in range(board.win)]
            if all(0 <= x < board.width and 0 <= y < board.height for x, y in cells):
                found[1 << direction * board.size + first] = [y * board.width + x for x, y in cells]
    return found


class Names(unittest.TestCase):
    def test_every_point_of_the_largest_board(self) -> None:
        for point in range(32 * 32):
            name = names.name(point, 32)
            self.assertEqual(points.point(name), (point % 32, point // 32))
            self.assertEqual(names.number(name, 32, 32), point)

    def test_what_is_no_point(self) -> None:
        for word in ("", "h", "8", "h0", "h08", "H8", "p1", "a16", "ab1", "ba1", "h8 ", "h٨", "h100"):
            self.assertIsNone(names.number(word, 15, 15), word)


if __name__ == "__main__":
    unittest.main()
