#!/usr/bin/env python3
"""scripts/review: games read and refused, and what is made of an engine's answers. The page is tried in tests/scripts/page."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import matches_path

from matches import review
from matches.engine import Answer
from matches.record import Ply
from matches.referee import Board

SCRIPT = matches_path.ROOT / "scripts" / "review"
COMMAND = f"{sys.executable} {Path(__file__).with_name('mock.py')} good"


def answer(move: tuple[int, int], *lines: str, **ply: int) -> Answer:
    return Answer(move, Ply(1.0, **ply), 0.0, [(0.5, line) for line in lines])


class Judging(unittest.TestCase):
    def test_a_search_is_taken_as_it_is(self) -> None:
        said = "MESSAGE machine answer rank 1 depth 7 source search value -35 nodes 900 ms 3 pv 8,7;7,8"
        found = review.judgement(Board(), answer((8, 7), said, score=-35, depth=7, nodes=900), 500)
        self.assertEqual(found, {"value": {"score": -35, "winsIn": None}, "line": [113, 127], "depth": 7, "nodes": 500})

    def test_a_proven_result_needs_no_search(self) -> None:
        for mate, score in ((1, 30_000), (-4, -30_000)):
            found = review.judgement(Board(), answer((8, 7), mate=mate, nodes=0), 500)
            self.assertEqual(found, {"value": {"score": score, "winsIn": mate}, "line": [113], "depth": 0, "nodes": 500})

    def test_silence_says_nothing(self) -> None:
        self.assertIsNone(review.judgement(Board(), answer((2, 0)), 500))


class Command(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_on(self, text: str, *options: str) -> "subprocess.CompletedProcess[str]":
        (self.folder / "game.psq").write_text(text)
        return subprocess.run([sys.executable, str(SCRIPT), str(self.folder / "game.psq"), "--quiet", *options],
                              capture_output=True, text=True, env=os.environ | {"TENGEN_PROGRAM": "/nowhere/tengen"})

    def given_in(self, *times: int) -> int:
        """What a report of a game says of its opening; the moves took these times."""
        points = ("8,8", "9,9", "3,3", "4,4")
        self.run_on("Piskvorky 15x15, 0:0, 0\n" + "".join(f"{point},{ms}\n" for point, ms in zip(points, times)), "--engine", COMMAND)
        data = re.search(r'id="data">(.*?)</script>', (self.folder / "game.html").read_text())
        return json.loads(data[1])["given"]

    def test_a_page_that_loads_nothing(self) -> None:
        done = self.run_on("Piskvorky 15x15, 0:0, 0\n8,8,5\n9,9,7\n</script>one\ntwo\n0\n0,renju\n", "--engine", COMMAND)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        page = (self.folder / "game.html").read_text()
        self.assertEqual(page.count("</script>"), 2)
        self.assertIsNone(re.search(r'<link rel="stylesheet"|<script[^>]* src=|unsafe|https?://(?!www.w3.org/2000/svg)', page))
        data = json.loads(re.search(r'id="data">(.*?)</script>', page)[1])
        self.assertEqual(data["game"]["variant"]["rule"], 4)
        self.assertEqual((data["names"], data["times"]), (["</script>one", "two"], [5, 7]))
        self.assertEqual([key for key, _ in data["judged"]], ["", "112", "112,128"])

    def test_an_sgf(self) -> None:
        self.run_on("(;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bob];B[hh];W[ig](;B[jf])(;B[aa]))", "--engine", COMMAND)
        data = json.loads(re.search(r'id="data">(.*?)</script>', (self.folder / "game.html").read_text())[1])
        self.assertEqual((data["game"]["variant"]["rule"], data["names"]), (4, ["Ann", "Bob"]))
        self.assertEqual([key for key, _ in data["judged"]], ["", "112", "112,128", "112,128,144"])

    def test_moves_that_took_no_time_at_the_beginning_are_given(self) -> None:
        self.assertEqual(self.given_in(0, 0, 5, 0), 2)
        self.assertEqual(self.given_in(3, 0, 5, 0), 0)
        self.assertEqual(self.given_in(0, 0, 0, 0), 0, "nobody has measured any time")

    def test_progress_is_for_a_terminal(self) -> None:
        (self.folder / "game.psq").write_text("Piskvorky 15x15, 0:0, 0\n8,8,5\n9,9,7\n")
        command = [sys.executable, str(SCRIPT), str(self.folder / "game.psq"), "--engine", COMMAND]
        self.assertEqual(subprocess.run(command, capture_output=True, text=True).stderr, "")
        person, terminal = os.openpty()
        self.assertEqual(subprocess.run(command, stdout=subprocess.DEVNULL, stderr=terminal).returncode, 0)
        os.close(terminal)
        self.assertIn(b"3 of 3 positions", os.read(person, 4096))
        os.close(person)

    def test_what_is_no_game_is_refused(self) -> None:
        for text, words in (("nonsense", "first line"), ("Piskvorky 15x15, 0:0, 0\n", "nobody has moved"),
                            ("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n", "taken"),
                            ("Piskvorky 99x15, 0:0, 0\n8,8,0\n", "3 to 32 points")):
            done = self.run_on(text)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(words, done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_where_nothing_can_be_written_nothing_is_judged(self) -> None:
        done = self.run_on("Piskvorky 15x15, 0:0, 0\n8,8,0\n", "--engine", "/nowhere/engine", "--out", "/nonexistent/page.html")
        self.assertEqual((done.returncode, done.stderr), (2, "review: /nonexistent/page.html: No such file or directory\n"))

    def test_an_engine_that_fails_is_named(self) -> None:
        done = self.run_on("Piskvorky 15x15, 0:0, 0\n8,8,0\n", "--engine", "/nowhere/engine")
        self.assertEqual(done.returncode, 2)
        self.assertIn("/nowhere/engine cannot be started", done.stderr)


if __name__ == "__main__":
    unittest.main()
