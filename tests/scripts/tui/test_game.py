"""A game without engine and screen: undo, redo, replay, wins, fouls, sizes."""

from __future__ import annotations

import unittest
from unittest import mock

from tui_path import BLACK, BLACK_WINS, DOUBLE_THREE, WHITE, Setup, game_of

from matches.points import point, points
from matches.referee import CARO, FREESTYLE, RENJU, STANDARD
from tui.game import Game, Move, Refused, replayed


def replay(moves: str, setup: Setup = Setup()):
    return replayed(setup, [Move(at, 7) for at in points(moves)])


class Moves(unittest.TestCase):
    def test_undo_redo_and_a_new_move_that_drops_the_rest(self) -> None:
        game = game_of("h8i9j10")
        game.look_at(1)
        self.assertEqual((game.to_move, game.last, len(game.board.stones)), (WHITE, point("h8"), 1))
        game.look_at(3)
        self.assertEqual(game.board.stones, {point("h8"): BLACK, point("i9"): WHITE, point("j10"): BLACK})
        game.look_at(1)
        game.play(point("a1"))
        self.assertEqual([move.point for move in game.moves], points("h8a1"))
        self.assertTrue(game.is_at_end)

    def test_it_looks_no_further_than_its_moves(self) -> None:
        game = game_of("h8i9")
        game.look_at(-1)
        self.assertEqual(game.at, 0)
        game.look_at(9)
        self.assertEqual(game.at, 2)

    def test_what_is_refused(self) -> None:
        game = game_of("h8")
        for at, words in ((point("h8"), "h8 is taken"), ((15, 0), "outside"), ((-1, 3), "outside")):
            with self.assertRaisesRegex(Refused, words):
                game.play(at)
        self.assertEqual(len(game.moves), 1)


class Results(unittest.TestCase):
    def test_a_win_locks_the_board_until_undo(self) -> None:
        game = game_of(BLACK_WINS)
        self.assertEqual((game.result.winner, set(game.result.row)), (BLACK, set(points("h8i8j8k8l8"))))
        with self.assertRaisesRegex(Refused, "the game is over: black wins"):
            game.play(point("a1"))
        game.look_at(game.at - 1)
        self.assertIsNone(game.result)
        game.play(point("g8"))
        self.assertEqual(game.result.winner, BLACK)

    def test_the_rule_decides(self) -> None:
        six = "h8a1i8a3j8a5l8a7m8a9k8"
        for rule, winner in ((FREESTYLE, BLACK), (STANDARD, None), (CARO, BLACK)):
            result = game_of(six, Setup(rule)).result
            self.assertEqual(result.winner if result else None, winner, rule)

    def test_tic_tac_toe(self) -> None:
        small = Setup(width=3, height=3, win_length=3)
        self.assertEqual(game_of("b2a1b1c3b3", small).result.winner, BLACK)
        draw = game_of("b2a1a2c2b3b1c1a3c3", small).result
        self.assertEqual((draw.winner, draw.words), (None, "a draw, the board is full"))

    def test_black_without_a_legal_move_loses_at_renju(self) -> None:
        game = Game(Setup(RENJU))
        with mock.patch.object(game, "has_legal_move", lambda: False):
            self.assertEqual(game.ending().winner, WHITE)


class Fouls(unittest.TestCase):
    def test_forbidden_points_are_known_and_refused(self) -> None:
        game = game_of(DOUBLE_THREE, Setup(RENJU))
        self.assertEqual(game.forbidden, [point("i8")])
        with self.assertRaisesRegex(Refused, "i8 is forbidden: a double-three"):
            game.play(point("i8"))
        self.assertEqual(len(game.moves), 8)

    def test_nobody_else_and_no_other_rule_has_any(self) -> None:
        self.assertEqual(game_of(DOUBLE_THREE + "o15", Setup(RENJU)).forbidden, [])
        self.assertEqual(game_of(DOUBLE_THREE).forbidden, [])

    def test_every_point_is_judged_as_the_referee_judges_it(self) -> None:
        # An overline and fours need the most stones on one line: nothing is passed over for too few stones around.
        for moves in ("d8a1e8a3f8a5h8a7i8a9", "f8a1h8a3j8a5l8a7", "e5a1f6a3h8a5i9a7", DOUBLE_THREE):
            game = game_of(moves, Setup(RENJU))
            self.assertEqual(game.forbidden, [at for at in game.board.empty_cells() if game.board.foul(at)], moves)


class Setups(unittest.TestCase):
    def test_faults(self) -> None:
        for setup, words in ((Setup(width=2, height=2, win_length=3), "3 to 32"), (Setup(width=33), "3 to 32"),
                             (Setup(width=4, height=9), "no room for 5"), (Setup(win_length=6), "no such rule"),
                             (Setup(rule=2), "no such rule"), (Setup(RENJU, 5, 5, 4), "five in a row")):
            self.assertIn(words, setup.fault or "")
        for setup in (Setup(), Setup(width=3, height=3, win_length=3), Setup(RENJU, 32, 5)):
            self.assertIsNone(setup.fault)

    def test_words(self) -> None:
        self.assertEqual(Setup().words, "freestyle 15×15")
        self.assertEqual(Setup(width=3, height=4, win_length=3).words, "freestyle 3×4, 3 in a row")


class Replayed(unittest.TestCase):
    def test_a_whole_game(self) -> None:
        game, left_out = replay(BLACK_WINS)
        self.assertEqual((game.result.winner, left_out, game.moves[0].ms), (BLACK, None, 7))

    def test_what_the_rule_ends_sooner_is_left_out_and_said(self) -> None:
        game, left_out = replay(BLACK_WINS + "a1b1")
        self.assertEqual(len(game.moves), 9)
        self.assertIn("from move 10 on: the game is over: black wins", left_out)
        game, left_out = replay(DOUBLE_THREE + "i8", Setup(RENJU))
        self.assertEqual(len(game.moves), 8)
        self.assertIn("from move 9 on: i8 is forbidden", left_out)

    def test_what_is_no_game_is_none(self) -> None:
        for moves, words in (("h8h8", "move 2: h8 is taken"), ("h8p1", "move 2: that is outside")):
            with self.assertRaisesRegex(ValueError, words):
                replay(moves)


if __name__ == "__main__":
    unittest.main()
