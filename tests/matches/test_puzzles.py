"""scripts/puzzles from end to end: what is asked of an engine, and what becomes of one that fails."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PUZZLES = HERE.parents[1] / "scripts" / "puzzles"
PATIENCE_S = 60
UNSOLVED, REFUSED = 1, 2


class Solving(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.mock = self.folder / "mock.py"
        self.mock.write_text((HERE / "mock.py").read_text())
        self.mock.chmod(0o755)

    def file(self, *names, **changes):
        """Puzzles of these names, all alike."""
        puzzle = {"rule": "freestyle", "size": 5, "side": "black", "kind": "mate", "black": ["A1", "B1", "C1", "D1"],
                  "white": ["A2", "B2", "C2"], **changes}
        path = self.folder / "puzzles.json"
        path.write_text(json.dumps([{"id": name, **puzzle} for name in names]))
        return path

    def solve(self, path, *words, behaviour="good"):
        command = [sys.executable, str(PUZZLES), str(path), *words, "--engine", f"{self.mock} {behaviour}"]
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)

    def refused(self, says, path, *words, **settings):
        done = self.solve(path, *words, **settings)
        self.assertEqual((REFUSED, ""), (done.returncode, done.stdout))
        self.assertIn(says, done.stderr.splitlines()[-1])

    def test_every_puzzle_gets_an_engine_that_lives(self):
        """One that crashes at its third answer costs the puzzle it was at, and no other."""
        done = self.solve(self.file("a", "b", "c", side="white", white=["A5", "E5"], black=["A1", "E1"]), behaviour="crash")
        self.assertEqual((UNSOLVED, ""), (done.returncode, done.stderr))
        lines = done.stdout.splitlines()
        self.assertEqual(["a", "b", "c"], [line.split()[0] for line in lines[:3]])
        for line in lines[:3]:
            self.assertIn("crash: ended in the middle of the game (killed by SIGSEGV)", line)
            self.assertRegex(line, r" ms ")     # it had answered before

    def test_files_say_which_puzzle_is_wrong(self):
        cases: tuple[tuple[str, dict[str, Any]], ...] = (
                ('"chess" is none of freestyle', {"rule": "chess"}), ('"green" is none of black', {"side": "green"}),
                ("3 to 32 points", {"size": 99}), ("no room for 5", {"size": 4}), ('"Z" is no point', {"black": ["Z"]}),
                ("outside the board", {"black": ["F1"]}), ("two are on one point", {"black": ["A1", "A1"]}))
        for says, changes in cases:
            self.refused(says, self.file("a", **changes))
            self.refused("puzzle 1 (a)", self.file("a", **changes))
        self.refused("puzzle 2 has no 'id'", self.without_id())

    def without_id(self):
        path = self.file("a", "b")
        puzzles = json.loads(path.read_text())
        del puzzles[1]["id"]
        path.write_text(json.dumps(puzzles))
        return path

    def test_words_that_make_no_sense(self):
        self.refused("no puzzle in it", self.file())
        self.refused("no puzzle in it with such an id", self.file("a"), "b*")
        self.refused("--turn", self.file("a"), "--turn", "0")
        self.refused("KEY VALUE", self.file("a"), "--info", "max_depth=3")
        self.refused("KEY VALUE", self.file("a"), "--info", "rule 4\nEND")

    def test_engines_that_cannot_play(self):
        for behaviour, says in (("refuse-start", "no such board"), ("crash-at-start", "exit code 3")):
            self.refused(says, self.file("a", "b"), behaviour=behaviour)
        self.mock = Path("/nosuch")
        self.refused("/nosuch good cannot be started: No such file or directory", self.file("a"))


if __name__ == "__main__":
    unittest.main()
