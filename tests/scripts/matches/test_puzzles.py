"""scripts/puzzles from end to end: what is asked of an engine, and what becomes of one that fails."""

import gzip
import json
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

import forked
from matches_path import MOCK, mock_in

HERE = Path(__file__).resolve().parent
PROVER = """#!/bin/sh
# A prover that has one proof, of whatever it is asked for.
case "$*" in
*--help*) echo "  --out FILE" ;;
*) {} ;;
esac
"""
PROOF = ("TENGEN PROOF 1\nrule 0\nboard 5 5\nwin 5\nstones black a1 b1 c1 d1\nstones white a2 b2 c2\nturn black\n"
         "attacker black\nprogram a test\nnodes 1\nend\n")
PUZZLES = HERE.parents[2] / "scripts" / "puzzles"
PATIENCE_S = 300    # for what takes seconds, on a machine that has other things to do
UNSOLVED, REFUSED = 1, 2
SPEAKER = f"{shlex.quote(sys.executable)} {shlex.quote(str(MOCK))} plan "


class Solving(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.mock = mock_in(self.folder)

    def file(self, *names, **changes):
        """Puzzles of these names, all alike."""
        puzzle = {"rule": "freestyle", "size": 5, "side": "black", "kind": "mate", "black": ["A1", "B1", "C1", "D1"],
                  "white": ["A2", "B2", "C2"], **changes}
        path = self.folder / "puzzles.json"
        path.write_text(json.dumps([{"id": name, **puzzle} for name in names]))
        return path

    def solve(self, path, *words, behaviour="good"):
        command = [sys.executable, str(PUZZLES), str(path), *words, "--engine", f"{self.mock} {behaviour}"]
        return forked.run(command, self.folder, PATIENCE_S)

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

    def test_names_may_stand_behind_options(self):
        done = self.solve(self.file("a", "b", "c"), "--turn", "100", "b")
        self.assertEqual(["b"], [line.split()[0] for line in done.stdout.splitlines() if line[:2] in ("a ", "b ", "c ")], done)

    def test_words_that_make_no_sense(self):
        self.refused("no puzzle in it", self.file())
        self.refused("no puzzle in it with such an id", self.file("a"), "b*")
        self.refused("--turn", self.file("a"), "--turn", "0")
        self.refused("KEY VALUE", self.file("a"), "--info", "max_depth=3")
        self.refused("KEY VALUE", self.file("a"), "--info", "rule 4\nEND")

    def prove(self, what, point=4):
        """What is said of one puzzle by a prover that does that; ANSWER writes the proof."""
        proof, prover = self.folder / "one.proof", self.folder / "prover"
        proof.write_bytes(gzip.compress(PROOF.encode() + bytes([0, point])))
        prover.write_text(PROVER.format(what.replace("ANSWER", f'while [ "$1" != --out ]; do shift; done; cp {proof} "$2"')))
        prover.chmod(0o755)
        done = self.solve(self.file("a"), "--prove", "1000", "--prover", str(prover))
        return done.returncode, done.stdout, done.stderr

    def test_proofs(self):
        status, said, wrong = self.prove("ANSWER")
        self.assertEqual(wrong, "")
        self.assertRegex(said, r"(?m)^a .*  proven: 1 plies, 1 positions$")
        self.assertIn("1 of 1 positions proven; scripts/verify checked 1 proofs, 0 of them false", said)
        status, said, _ = self.prove("ANSWER", point=3)
        self.assertEqual(status, UNSOLVED)
        self.assertRegex(said, r"(?m)^a .*  FALSE PROOF: .*at the root: the winning move d1 is where a stone lies$")
        self.assertIn("checked 1 proofs, 1 of them false", said)
        for what, words in (("exit 3", "there is no win"), ("echo 'pbrain-tengen prove: no proof within the nodes' >&2; exit 1",
                                                            "not proven: no proof within the nodes")):
            self.assertRegex(self.prove(what)[1], rf"(?m)^a .*  {words}$")
        self.refused("proves nothing", self.file("a"), "--prove", "9", "--prover", "true")
        self.refused("No such file", self.file("a"), "--prove", "9", "--prover", "./none")

    def test_what_a_prover_is_asked(self):
        status, said, _ = self.prove('echo "$@" >&2; exit 1')
        self.assertRegex(said, "not proven: prove --rule 0 --size 5 --turn black --black a1b1c1d1 --white a2b2c2 --nodes 1000 --out ")

    def test_engines_that_cannot_play(self):
        for behaviour, says in (("refuse-start", "no such board"), ("crash-at-start", "exit code 3")):
            self.refused(says, self.file("a", "b"), behaviour=behaviour)
        self.mock = Path("/nosuch")
        self.refused("/nosuch good cannot be started: No such file or directory", self.file("a"))

    def test_several_engines_one_after_another(self):
        words = ("--engine", f"one={self.mock} good", "--nodes", "9")
        done = self.solve(self.file("a", side="white", white=["A5", "E5"], black=["A1", "E1"]), *words, behaviour="crash")
        self.assertEqual((UNSOLVED, ""), (done.returncode, done.stderr))
        self.assertEqual(2, done.stdout.count("puzzles: 0 within 0 nodes, 0 within 9 nodes\n"))
        self.assertEqual(["a", "mate"] * 2, [line.split()[0] for line in done.stdout.splitlines()])
        self.assertEqual(1, done.stdout.count("SIGSEGV"))


class Measuring(unittest.TestCase):
    """Black has put c1, and white wins; before it, black could have played elsewhere."""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.path = self.folder / "blunders.json"
        self.write({"id": "a", "half": "dev"}, {"id": "b", "half": "held"})

    def write(self, *entries):
        same = {"rule": "standard", "size": 5, "side": "white", "kind": "blunder", "black": ["A1", "B1", "C1"],
                "white": ["A2", "B2"], "losing": ["C1", "E5"], "win": "C2", "plies": 5}
        self.path.write_text(json.dumps([{**same, **entry} for entry in entries]))

    def measure(self, name, *words, status=0, **plans):
        """What was printed, or the complaint; the engines of these names have these plans."""
        engines = [word for engine, plan in plans.items()
                   for word in ("--engine", f"{engine}={SPEAKER}{shlex.quote(json.dumps(plan))} {self.folder / engine}")]
        command = [sys.executable, str(PUZZLES), str(self.path), *words, "--measure", name, *engines]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual((status, bool(status)), (done.returncode, bool(done.stderr)), done.stderr)
        return done.stderr or [" ".join(line.split()) for line in done.stdout.splitlines()]

    def test_attack_counts_from_the_claim_that_was_held(self):
        said = ["MESSAGE depth 2 eval +M9 nodes 100", "MESSAGE depth 3 eval 12 nodes 150", "MESSAGE no value",
                "MESSAGE depth 4 eval +M9 nodes 200", "MESSAGE nodes 250", "MESSAGE depth 5 eval +M7 nodes 300", "2,1"]
        lines = self.measure("attack", "--nodes", "500", new={5: said}, old={})
        self.assertRegex(lines[0], r"^a 500 nodes \+M9 \d+ ms 200 nodes no claim$")
        self.assertRegex(lines[2], r"^new attack 500 nodes 2 of 2 \(100%\) median 200 nodes, \d+ ms$")
        self.assertEqual("old attack 500 nodes 0 of 2 (0%) median - nodes, - ms", lines[3])
        heard = (self.folder / "new").read_text().split()
        self.assertEqual(["rule", "1"], heard[heard.index("rule"):][:2])
        self.assertEqual(["max_node", "500"], heard[heard.index("max_node"):][:2])

    def test_claims_that_are_none(self):
        for last in ("eval 9 nodes 3", "eval -M8 nodes 3"):
            said = ["MESSAGE depth 2 eval +M9 nodes 2", f"MESSAGE depth 3 {last}", "2,1"]
            self.assertIn("0 of 1", self.measure("attack", "a", "--turn", "50", new={5: said})[-1])

    def test_what_all_claim(self):
        plans = {name: {5: [f"MESSAGE depth 2 eval +M9 nodes {nodes}", "2,1"]} for name, nodes in (("x", 70), ("y", 90))}
        lines = self.measure("attack", "--nodes", "500", **plans)
        self.assertEqual([70, 90], [int(line.split("median ")[1].split()[0]) for line in lines if "that all claim" in line])

    def test_defence(self):
        lines = self.measure("defence", "--nodes", "8,9", lost={4: ["2,0"]}, also={4: ["4,4"]}, good={4: ["0,3"]})
        self.assertEqual("a 8 nodes c1 loses e5 loses a4 avoids it", lines[0])
        self.assertEqual(["lost", "also", "good"] * 2, [line.split()[0] for line in lines[4:]])
        sums = [line.split("nodes ")[1] for line in lines[4:]]
        self.assertEqual(["0 of 2 (0%)", "0 of 2 (0%)", "2 of 2 (100%)"] * 2, sums)

    def test_defence_asks_at_three_times(self):
        lines = self.measure("defence", "a", good={4: ["0,3"]})
        self.assertEqual(["0.1 s", "0.5 s", "2 s"], [" ".join(line.split()[1:3]) for line in lines[:3]])
        turns = [line.split()[2] for line in (self.folder / "good").read_text().splitlines() if "timeout_turn" in line]
        self.assertEqual(["100", "500", "2000"], turns[1:])     # the first was to see that it starts

    def test_sums_by_who_lost(self):
        self.write({"id": "a", "by": "Rapfi"}, {"id": "b", "by": "Tengen"}, {"id": "c", "by": "Rapfi"}, {"id": "d"})
        lines = self.measure("defence", "--nodes", "9", good={4: ["0,3"]}, bad={4: ["2,0"]})
        self.assertEqual(["good 9 nodes lost by Rapfi: 2 of 2", "bad 9 nodes lost by Rapfi: 0 of 2",
                          "good 9 nodes lost by Tengen: 1 of 1", "bad 9 nodes lost by Tengen: 0 of 1"], lines[6:])

    def test_halves(self):
        for half, name in (("dev", "a"), ("held", "b")):
            lines = self.measure("defence", "--half", half, "--nodes", "9", good={4: ["0,3"]})
            self.assertEqual([name, "good"], [line.split()[0] for line in lines])

    def test_an_engine_that_fails_has_neither_won_nor_avoided(self):
        for name, stones in (("attack", 5), ("defence", 4)):
            lines = self.measure(name, "--nodes", "9", bad={stones: ["nonsense"]})
            self.assertIn('garbage: answered "nonsense"', lines[0])
            self.assertIn("0 of 2", lines[-1])

    def test_words_and_entries_that_make_no_sense(self):
        cases: tuple[tuple[str, dict[str, Any]], ...] = (
                ("not the last stone", {"losing": ["B1"]}), ("not the last stone", {"losing": ["E5"]}),
                ("not the last stone", {"losing": ["B2"]}), ("on a stone", {"losing": ["C1", "A2"]}),
                ("on a stone", {"win": "A1"}), ("outside the board", {"win": "F1"}),
                ('"Z" is no point', {"win": "Z"}), ('"other" is none of dev, held', {"half": "other"}),
                ("which move lost", {"losing": []}))
        for says, entry in cases:
            self.write({"id": "a", **entry})
            self.assertIn(says, self.measure("defence", status=REFUSED, good={}))
        self.write({"id": "a"})
        self.assertIn("in that half", self.measure("attack", "--half", "held", status=REFUSED, good={}))
        self.assertIn("not a whole number", self.measure("attack", "--nodes", "9,", status=REFUSED, good={}))
        self.assertIn('called "good"', self.measure("attack", "--engine", "good=true", status=REFUSED, good={}))


if __name__ == "__main__":
    unittest.main()
