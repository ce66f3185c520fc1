"""The command line: what a board shows at first, and what is refused before there is one."""

from __future__ import annotations

import contextlib
import io
import sys
import unittest
from unittest.mock import patch

from tui_path import BLACK, PERSON, WHITE, SessionTest, mock, tengen

from tui import command
from tui.players import person
from tui.store import write_game


class Options(SessionTest):
    def open(self, *words: str, is_kept: bool = False) -> str:
        """What is wrong, or nothing."""
        self.begin_game(moves="h8")
        with patch.object(sys, "argv", ["play", *words]):
            return command.open_game(self.session, command.arguments(), is_kept) or ""

    def test_a_new_game_as_it_is_asked_for(self) -> None:
        self.assertEqual(self.open("--rule", "4", "--white", "you", "--black", "tengen", "--strength", "depth 8"), "")
        self.assertEqual(self.scene.title, "renju 15×15")
        self.assertEqual(self.session.seats.players, {BLACK: tengen("depth 8"), WHITE: PERSON})

    def test_small_boards_want_fewer_in_a_row(self) -> None:
        for words, title in ((("--size", "3"), "freestyle 3×3, 3 in a row"),
                             (("--size", "20x4"), "freestyle 20×4, 4 in a row"),
                             (("--size", "9", "--win-length", "4"), "freestyle 9×9, 4 in a row")):
            self.assertEqual(self.open(*words), "")
            self.assertEqual(self.scene.title, title)
            self.session.close()

    def test_another_engine(self) -> None:
        self.assertEqual(self.open("--white", mock("good").command, "--strength", "0.1 s"), "")
        self.assertEqual(self.session.seats.players[WHITE], mock("good"))

    def test_people_by_name(self) -> None:
        self.assertEqual(self.open("--black-name", "Ann", "--white-name", "Bob"), "")
        self.assertEqual(self.session.seats.players, {BLACK: person("Ann"), WHITE: person("Bob")})
        self.session.close()
        self.assertEqual(self.open("--black-name", "Ann"), "")
        self.assertEqual(self.session.seats.players, {BLACK: person("Ann"), WHITE: tengen("4")})

    def test_a_strength_with_or_without_its_blank(self) -> None:
        for name, meant in (("7", "7"), ("10", "10"), ("1s", "1 s"), ("0.5s", "0.5 s"), ("depth8", "depth 8"), ("1 s", "1 s")):
            self.assertEqual(self.open("--strength", name), "")
            self.assertEqual(self.session.seats.players[WHITE], tengen(meant))
            self.session.close()

    def test_what_cannot_be(self) -> None:
        for words, fault in ((("--rule", "4", "--size", "4"), "renju is played for five in a row"),
                             (("--size", "99"), "3 to 32"), (("--black", "./none"), "there is no program ./none"),
                             (("--white", "tengen", "--white-name", "Bob"), "--white-name names a person, and white is Tengen"),
                             (("none.psq",), "none.psq: No such file or directory")):
            self.assertIn(fault, self.open(*words))
            self.session.close()
        for words, fault in ((("--strength", "3 s"), "there are 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, weights, depth 1"), (("--size", "x"), "--size")):
            said = io.StringIO()
            with contextlib.redirect_stderr(said), self.assertRaises(SystemExit):
                self.open(*words)
            self.assertIn(fault, said.getvalue())
            self.session.close()

    def test_the_game_that_was_kept_is_offered_unless_another_is_asked_for(self) -> None:
        self.open()
        self.assertIsNone(self.session.form)
        self.session.close()
        self.open(is_kept=True)
        self.assertEqual(self.session.form.title, "Welcome back")
        self.session.close()
        path = self.folder / "g.psq"
        write_game(path, self.session.game, self.session.seats.players)
        for words in ((str(path),), ("--size", "9")):
            self.open(*words, is_kept=True)
            self.assertIsNone(self.session.form)
            self.session.close()


if __name__ == "__main__":
    unittest.main()
