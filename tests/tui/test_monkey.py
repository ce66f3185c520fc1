"""A monkey at the board: hundreds of random options, in any order and in windows of any size. Nothing may break.

The same seed presses the same keys; how far engines have come between them differs, and must not matter.
"""

from __future__ import annotations

import os
import random
import unittest
from unittest.mock import patch

from tui_path import BLACK, PERSON, WHITE, Game, Setup, TableTest, Wish, mock, tengen

from matches.referee import RENJU
from tui import front, table
from tui.actions import ACTIONS
from tui.drawing import LETTERS, PLAIN, draw
from tui.view import scene_of
from test_drawing import Paper

WISHES = 400
FORM_WISHES = ("up", "down", "left", "right", "erase", "clear", "complete")
A_GAME = 50                 # options, and then another one on another board
SETUPS = (Setup(), Setup(RENJU, 9, 7), Setup(width=3, height=3, win_length=3), Setup(width=32, height=32))
TYPED = "xq7 "              # no program and no folder is called so
ACTION_NAMES = [action.name for action in ACTIONS if action.name != "leave"]


class Monkey(TableTest):
    def setUp(self) -> None:
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)       # what it saves is swept away

    def wish_at_random(self, dice: random.Random) -> Wish:
        if self.table.form:
            return dice.choice([Wish(front.FORM, dice.choice(FORM_WISHES)), Wish(front.TYPE, dice.choice(TYPED)),
                                Wish(front.FOCUS, dice.randrange(3)), Wish(front.ACCEPT), Wish(front.DISMISS)])
        setup = self.table.game.setup
        return dice.choice([
            Wish(front.MOVE_CURSOR, dice.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))), Wish(dice.choice(ACTION_NAMES)),
            *[Wish(front.PLAY_AT, (dice.randrange(setup.width), dice.randrange(setup.height)))] * 3])

    def look(self, dice: random.Random) -> None:
        """What is seen is drawn, and holds together."""
        scene, game = scene_of(self.table), self.table.game
        draw(scene, Paper(dice.randrange(1, 45), dice.randrange(1, 130)), dice.choice((LETTERS, PLAIN)))
        self.assertEqual(len(scene.stones), scene.at)
        self.assertLessEqual(scene.at, len(scene.moves))
        self.assertEqual(list(scene.stones), game.board.moves)
        self.assertTrue(0 <= scene.cursor[0] < scene.width and 0 <= scene.cursor[1] < scene.height)
        self.assertFalse(scene.is_over and any(side.is_to_move for side in scene.sides))

    def play_around(self, seed: int) -> None:
        dice = random.Random(seed)
        players = [PERSON, tengen(), tengen("0.1 s"), mock("crash"), mock("garbage")]
        self.sit_down(dice.choice(players), dice.choice(players))
        for number in range(WISHES):
            if number % A_GAME == 0:
                self.table.begin(Game(dice.choice(SETUPS)), self.table.players, running=True)
            self.table.wish(self.wish_at_random(dice))
            self.table.attend()
            self.look(dice)
        self.table.form = None
        self.table.seat({BLACK: PERSON, WHITE: PERSON})
        self.table.attend()
        self.table.close()

    def test_nothing_breaks(self) -> None:
        with patch.object(table, "PACE_S", 0):
            for seed in range(4):
                with self.subTest(seed=seed):
                    self.play_around(seed)


if __name__ == "__main__":
    unittest.main()
