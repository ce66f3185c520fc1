"""What the tests of the match tool share: matches of engines that are mocks, in a folder of the test's own.

After each match the whole system is searched for what it may have left running: every mock carries the name of the
test's own folder in its command line.
"""

import sys
import tempfile
import time
import unittest
from pathlib import Path

import forked
from matches_path import ROOT, mock_in
from matches import record

MATCH = ROOT / "scripts" / "match"

PATIENCE_S = 300    # for what takes seconds, on a machine that has other things to do
GONE_S = 30     # by then a process that was killed, or whose match was, is gone, however busy the machine
GENEROUS_MS = "2000"    # nobody is late by accident, however busy the machine


class MatchTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.out = Path(self.folder.name) / "out"
        self.mock = mock_in(Path(self.folder.name))

    def tearDown(self):
        deadline = time.monotonic() + GONE_S
        while self.left_behind() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual([], self.left_behind())
        self.folder.cleanup()

    def left_behind(self):
        """Processes that carry the folder in their command line, or come from a match that was a fork of this one."""
        found = []
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = entry.read_bytes()
                state, _, group, *_ = (entry.parent / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if (self.folder.name.encode() in words or int(group) in forked.groups) and state != "Z":
                found.append(words.replace(b"\0", b" ").decode())
        return found

    def command(self, *words, engines=("good", "good 2"), turn=GENEROUS_MS, openings="none"):
        """The command of a match, on empty boards unless the words say otherwise; openings=None leaves it to the tool."""
        players = [word for index, behaviour in enumerate(engines)
                   for word in ("--engine", f"{self.mock} {behaviour}", f"name={chr(ord('A') + index)}")]
        limits = ["--turn", turn, "--tolerance", "100"] if turn else []
        start = [] if "--openings" in words or openings is None else ["--openings", openings]
        return [sys.executable, str(MATCH), *players, *limits, *start, "--out", str(self.out), *words]

    def play(self, *words, **settings):
        done = forked.run(self.command(*words, **settings), Path(self.folder.name), PATIENCE_S)
        self.assertEqual("", done.stderr)
        self.assertEqual(0, done.returncode)
        self.shown = done.stdout
        return record.read_file(self.out / "games.jsonl")

    def games_of(self, behaviour, *words, games="2", **settings):
        """Games of an engine of that behaviour against a good one."""
        return self.play("--games", games, *words, engines=(behaviour, "good"), **settings)[1]

    def assert_lost_by(self, behaviour, reason, *words, **settings):
        games = self.games_of(behaviour, *words, **settings)
        self.assertEqual([1, 2], sorted(game.number for game in games))
        for game in games:
            self.assertEqual((reason, 0), (game.reason, game.failed), game.words)
            self.assertIn("A ", game.words)
        self.assertIn(reason, self.shown)
