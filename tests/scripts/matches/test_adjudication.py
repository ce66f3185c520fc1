"""When a game counts as decided before its last stone: by what both engines report, and by nothing less."""

import re
import unittest
from pathlib import Path

import matches_path  # noqa: F401
from matches.adjudication import DRAW_FILL, DRAW_MOVES, DRAW_SCORE, WIN_MOVES, verdict
from matches.record import Ply

POINTS = 225
FULL_ENOUGH = int(POINTS * DRAW_FILL) + 1


def plies(*words):
    """A ply for each word: +M5 or -M4 is a proven result, - says nothing, and a number is a score."""
    made = []
    for word in words:
        ply = Ply(ms=0.0)
        if "M" in str(word):
            ply.mate = int(word.replace("M", ""))
        elif word != "-":
            ply.score = float(word)
        made.append(ply)
    return made


class Wins(unittest.TestCase):
    def test_both_agree(self):
        self.assertEqual(1, verdict(plies(10, "-M4", "+M3"), 20, POINTS))
        self.assertEqual(-1, verdict(plies(10, "+M5", "-M4"), 20, POINTS))

    def test_one_side_alone_has_to_say_it_several_times(self):
        for sign, expected in (("+M9", 1), ("-M9", -1)):
            words = [sign, 30] * WIN_MOVES
            self.assertIsNone(verdict(plies(*words[:-3]), 20, POINTS))
            self.assertEqual(expected, verdict(plies(*words[:-1]), 20, POINTS))

    def test_a_claim_that_is_taken_back_counts_no_more(self):
        self.assertIsNone(verdict(plies(*["+M9", 30] * (WIN_MOVES - 1), 200), 20, POINTS))

    def test_both_claim_the_win(self):
        self.assertIsNone(verdict(plies("+M5", "+M5"), 20, POINTS))

    def test_nothing_said(self):
        self.assertIsNone(verdict([], 20, POINTS))
        self.assertIsNone(verdict(plies(*["-"] * 40), FULL_ENOUGH, POINTS))


class Draws(unittest.TestCase):
    def test_even_for_long_on_a_board_that_is_full_enough(self):
        even = [DRAW_SCORE, -DRAW_SCORE] * DRAW_MOVES
        self.assertEqual(0, verdict(plies(*even), FULL_ENOUGH, POINTS))
        self.assertIsNone(verdict(plies(*even), FULL_ENOUGH - 1, POINTS))
        self.assertIsNone(verdict(plies(*even[:-1]), FULL_ENOUGH, POINTS))

    def test_one_side_sees_more(self):
        for odd in (DRAW_SCORE + 1, "-", "+M30"):
            words: list[object] = [0, 0] * DRAW_MOVES
            words[5] = odd
            self.assertIsNone(verdict(plies(*words), FULL_ENOUGH, POINTS))

    def test_duels_are_drawn_by_the_same_numbers(self):
        source = Path(__file__).resolve().parents[3] / "engine" / "tools" / "games" / "play_game.c"
        numbers = {name: int(number) for name, number in re.findall(r"\b(DRAW_\w+) = (\d+)", source.read_text())}
        self.assertEqual(numbers, {"DRAW_SCORES": 2 * DRAW_MOVES, "DRAW_SCORE": DRAW_SCORE, "DRAW_FULL_PERCENT": DRAW_FILL * 100})


if __name__ == "__main__":
    unittest.main()
