"""Games as .psq: letter by letter as the programs that read them expect them."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from typing import Any

from matches_path import MOVES, game, match

from matches import files, record

# As Piskvork's savePsq writes it, with the line of the Gomocup judge at the end.
PSQ = """Piskvorky 15x15, 4:4, 0
8,8,0
9,9,0
8,9,0
9,10,100
8,10,200
9,11,300
8,11,400
9,12,500
8,12,600
new
old
0
1,freestyle
"""

# A file of the Gomocup judge (server.py, extend_pos and Client_state.end), shortened.
GOMOCUP = ("Piskvorky 20x20, 11:11, 0\n11,11,0\n12,11,0\n12,14,0\n10,9,15023\n13,13,30121\n"
           "RAPFI21.zip\nYIXIN18.zip\n-1\n1,Freestyle1\n")


class Psq(unittest.TestCase):

    def write(self, **changes: Any) -> tuple[str, str]:
        """The name and the text of the file that is written of a game."""
        with tempfile.TemporaryDirectory() as folder:
            path = files.write_psq(Path(folder) / "new folder", match(), game(1, 0, 1, **changes))
            return path.name, path.read_bytes().decode()

    def test_letter_by_letter(self) -> None:
        self.assertEqual(self.write(), ("000001_new_old_1.psq", PSQ.replace("\n", "\r\n")))

    def test_read_again(self) -> None:
        self.assertEqual(files.read_psq(PSQ), MOVES)
        self.assertEqual(files.read_psq(PSQ.replace("\n", "\r\n")), MOVES)
        self.assertEqual(files.read_psq_size(PSQ.replace("15x15", "20x10")), (20, 10))

    def test_times(self) -> None:
        self.assertEqual([ms for _, ms in files.read_psq_moves(PSQ)], [0, 0, 0, 100, 200, 300, 400, 500, 600])
        self.assertEqual(files.read_psq_moves("Piskvorky 9x9, 0:0, 0\n1,2\n3,4,\n5,6,7 8\n"),
                         [((0, 1), 0), ((2, 3), 0), ((4, 5), 7)])

    def test_a_file_of_gomocup(self) -> None:
        self.assertEqual(files.read_psq(GOMOCUP), [(10, 10), (11, 10), (11, 13), (9, 8), (12, 12)])

    def test_the_rule_it_was_played_by(self) -> None:
        self.assertEqual(files.read_psq_rule(PSQ), (0, 5))
        self.assertEqual(files.read_psq_rule(GOMOCUP), (0, 5))
        for rule, length, words in ((4, 5, "renju"), (9, 5, "caro exact five"), (0, 3, "freestyle 3 in a row")):
            text = PSQ.replace("freestyle", files.psq_rule(rule, length)).replace("\n", "\r\n")
            self.assertTrue(text.endswith(f"1,{words}\r\n"))
            self.assertEqual(files.read_psq_rule(text), (rule, length))
        for text in ("", PSQ.replace("freestyle", "Fastgame3"), "Piskvorky 15x15, 11:11, 0\n8,8,0\n"):
            self.assertIsNone(files.read_psq_rule(text))

    def test_no_psq(self) -> None:
        for text in ("", "h8i9\n", "8,8,0\n", "Piskvorky\n8,8,0\n"):
            with self.assertRaises(ValueError):
                files.read_psq(text)

    def test_levels(self) -> None:
        for ms, level in ((0, 1), (100, 1), (299, 1), (300, 2), (5000, 7), (30000, 10), (60000, 11), (10 ** 7, 11),
                          (None, 11)):
            self.assertEqual(files.psq_level(ms), level)

    def test_how_it_ended(self) -> None:
        for score, reason, last in (
                (0.0, record.FIVE, ["0", "2,freestyle"]), (0.5, record.FULL_BOARD, ["0", "0,freestyle"]),
                (1.0, record.TIMEOUT, ["15", "1,freestyle"]), (0.0, record.CRASH, ["-2", "2,freestyle"])):
            _, text = self.write(score=score, reason=reason)
            self.assertEqual(text.split("\r\n")[-3:-1], last)

    def test_names_that_piskvork_would_take_for_moves(self) -> None:
        # Piskvork looks for a number where the names begin, and would swallow it.
        for name, written in (("5stones", "pbrain-5stones"), ("-1", "pbrain--1"), ("a\nb", "a b"), ("", "pbrain-"),
                              ("9,9,9", "pbrain-9,9,9"), ("x" * 300, "x" * 200), ("naïve", "naïve")):
            self.assertEqual(files.psq_name(name), written)

    def test_names_are_read_where_there_are_two(self) -> None:
        # Without them the number of how the game ended stands in their place.
        for rest, names in (("one\ntwo\n0\n", ("one", "two")), ("0\n1,freestyle\n", None), ("one\n-1\n", None), ("one\n", None), ("", None)):
            self.assertEqual(files.read_psq_names(f"Piskvorky 15x15, 11:11, 0\n8,8,70\n9,9,350\n{rest}"), names)

    def test_files_are_plain_and_their_names_safe(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = files.write_psq(Path(folder), match(("../é\\vil: \"x\"", "...")), game(12, 0, 1, 0.5))
            self.assertEqual(path.name, "000012_vil-x_engine_0.psq")
            self.assertEqual(path.parent, Path(folder))
            path.read_bytes().decode("ascii")

    def test_a_game_without_moves(self) -> None:
        name, text = self.write(moves=[], opening=[], plies=[], reason=record.NO_START)
        self.assertEqual(text, "Piskvorky 15x15, 4:4, 0\r\nnew\r\nold\r\n-2\r\n1,freestyle\r\n")


if __name__ == "__main__":
    unittest.main()
