"""A monkey at the board: hundreds of random options, in any order and in windows of any size. Nothing may break.

The same seed presses the same keys; how far engines have come between them differs, and must not matter.
"""

from __future__ import annotations

import os
import random
import unittest
from unittest.mock import patch

from tui_path import BLACK, PERSON, WHITE, Game, Setup, SessionTest, Request, mock, tengen

from matches.referee import RENJU
from tui import front, session
from tui.actions import ACTIONS
from tui.canvas import LETTERS, PLAIN
from tui.drawing import draw
from tui.view import scene_of
from test_drawing import Paper

REQUESTS = 400
FORM_REQUESTS = ("up", "down", "left", "right", "erase", "clear", "complete")
A_GAME = 50                 # options, and then another one on another board
SETUPS = (Setup(), Setup(RENJU, 9, 7), Setup(width=3, height=3, win_length=3), Setup(width=32, height=32))
TYPED = "xq7 "              # no program and no folder is called so
ACTION_NAMES = [action.name for action in ACTIONS if action.name != "leave"]


class Monkey(SessionTest):
    def setUp(self) -> None:
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)       # what it saves is swept away

    def random_request(self, dice: random.Random) -> Request:
        if self.session.form:
            return dice.choice([Request(front.FORM, dice.choice(FORM_REQUESTS)), Request(front.TYPE, dice.choice(TYPED)),
                                Request(front.FOCUS, dice.randrange(3)), Request(front.ACCEPT), Request(front.DISMISS)])
        setup = self.session.game.setup
        return dice.choice([
            Request(front.MOVE_CURSOR, dice.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))), Request(dice.choice(ACTION_NAMES)),
            *[Request(front.PLAY_AT, (dice.randrange(setup.width), dice.randrange(setup.height)))] * 3])

    def look(self, dice: random.Random) -> None:
        """What is seen is drawn, and holds together."""
        scene, game = scene_of(self.session), self.session.game
        draw(scene, Paper(dice.randrange(1, 45), dice.randrange(1, 130)), dice.choice((LETTERS, PLAIN)))
        self.assertEqual(len(scene.stones), scene.at)
        self.assertLessEqual(scene.at, len(scene.moves))
        self.assertEqual(list(scene.stones), game.board.moves)
        self.assertTrue(0 <= scene.cursor[0] < scene.width and 0 <= scene.cursor[1] < scene.height)
        self.assertFalse(scene.is_over and any(side.is_to_move for side in scene.sides))

    def play_around(self, seed: int) -> None:
        dice = random.Random(seed)
        players = [PERSON, tengen(), tengen("0.1 s"), mock("crash"), mock("garbage")]
        self.begin_game(dice.choice(players), dice.choice(players))
        for number in range(REQUESTS):
            if number % A_GAME == 0:
                self.session.begin(Game(dice.choice(SETUPS)), self.session.seats.players, running=True)
            self.session.handle(self.random_request(dice))
            self.session.attend()
            self.look(dice)
        self.session.form = None
        self.session.set_players({BLACK: PERSON, WHITE: PERSON})
        self.session.attend()
        self.session.close()

    def test_nothing_breaks(self) -> None:
        with patch.object(session, "PACE_S", 0):
            for seed in range(4):
                with self.subTest(seed=seed):
                    self.play_around(seed)


if __name__ == "__main__":
    unittest.main()
