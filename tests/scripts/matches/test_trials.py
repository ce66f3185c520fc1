"""The queue of candidates: what it reads, how it decides over all kinds of games, that a kill loses nothing."""

import argparse
import contextlib
import io
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from mock_matches import PATIENCE_S, MatchTest
from matches_path import ROOT
from matches import experiments, record, seat, strength_picture, trials, work
from matches.schedule import Fixture
from matches.statistics import Tally

SPRT = ROOT / "scripts" / "sprt"
CONSTANTS = "parameters are constants"   # what the base says of them
BOTH = 2
NO_MATCH: record.Match = None


class Lists(unittest.TestCase):
    def refused(self, line, words):
        with self.assertRaisesRegex(ValueError, words):
            trials.candidate(line, "list:1")

    def test_a_line_of_each_kind(self):
        self.assertEqual(trials.Candidate("a", "branch", "b"), trials.candidate("a branch=b", ""))
        self.assertEqual(trials.Candidate("a", "patch", "/x y.diff", (-4.0, 1.0)), trials.candidate("a 'patch=/x y.diff' simpler", ""))
        self.assertEqual(trials.Candidate("a", "parameters", "A=1,B=2", (0.0, 9.0)),
                         trials.candidate("a parameters=A=1,B=2 elo=0,9", ""))
        self.assertEqual(trials.Candidate("a", "branch", "b", (-4.0, 1.0), {"thread_num": "2", "max_node": "9"}),
                         trials.candidate("a branch=b info=thread_num=2,max_node=9 simpler", ""))

    def test_what_is_wrong_is_said(self):
        self.refused("../a branch=b", "list:1: a candidate is NAME")
        self.refused("a", "list:1: a candidate is NAME")
        self.refused("a branch=b patch=c", "list:1: a candidate is NAME")
        self.refused("a branch=b elo=5", "list:1: \"elo=5\" is not elo=A,B")
        self.refused("a branch=b elo=5,0", "elo0 must be less than elo1")
        self.refused("a branch=b info=thread_num", "list:1: \"thread_num\" is not KEY=VALUE")
        self.refused("a branch=b info=x=1 info=y=2", "list:1: a candidate is NAME")

    def test_pairs_of_all_kinds_count_together(self):
        one, other = Tally(2, 1, 1, [0, 0, 1, 1, 0]), Tally(0, 0, 2, [1, 0, 0, 0, 0])
        self.assertEqual(Tally(2, 1, 3, [1, 0, 1, 1, 0]), trials.added([one, other]))

    def test_blocks_take_the_kinds_in_turn(self):
        fixtures = [Fixture(number, 0, 1, ()) for number in range(50)]
        kinds = {name: trials.Kind(NO_MATCH, fixtures, Path(name)) for name in ("x", "y")}
        found = [name for name, _ in trials.blocks(kinds)]
        self.assertEqual([*"x" * 20, *"y" * 20, *"x" * 20, *"y" * 20, *"x" * 10, *"y" * 10], found)


class Sending(work.Pool):
    """Puts into the folder of a worker what a cluster would."""

    def __init__(self, folder):
        self.folder = folder

    def sources(self, path, packed, options):
        digest = f"{len(list(self.folder.iterdir()))}"
        (self.folder / f"{digest}.data").write_bytes(packed())
        return {str(path): seat.Program(digest, path.name, options)}


@unittest.skipUnless(shutil.which("git") and shutil.which("cmake"), "git and CMake build the programs")
class Programs(unittest.TestCase):
    """What is built, in a repository of the test's own with a program that prints one word."""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.tree, self.out = self.folder / "tree", self.folder / "out"
        self.told = self.enterContext(contextlib.redirect_stdout(io.StringIO()))
        self.enterContext(mock.patch.object(trials, "ROOT", self.tree))
        self.tree.mkdir()
        (self.tree / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.16)\nproject(one C)\n"
                                                  "add_executable(pbrain-tengen one.c)\n")
        self.git("init", "-q")
        self.first = self.commit("first")

    def git(self, *words):
        who = ("-c", "user.name=x", "-c", "user.email=x@localhost")
        return subprocess.run(["git", "-C", str(self.tree), *who, *words], check=True, capture_output=True, text=True).stdout

    def says(self, word):
        (self.tree / "one.c").write_text(f'#include <stdio.h>\nint main(void)\n{{\n    puts("{word}");\n}}\n')

    def commit(self, word):
        self.says(word)
        self.git("add", "-A")
        self.git("commit", "-qm", word)
        return self.git("rev-parse", "HEAD").strip()

    def patch(self, word):
        """The candidate whose patch makes the program say that."""
        self.says(word)
        (self.folder / "some.diff").write_text(self.git("diff"))
        self.git("checkout", "-q", "--", ".")
        return trials.candidate(f"p patch={self.folder}/some.diff", "")

    def said(self, one, base="HEAD"):
        """What the candidate and its base say."""
        builder = trials.Builder(self.out, base)
        builder.build(one)
        return tuple(subprocess.run([command], capture_output=True, text=True, check=True).stdout.strip()
                     for command in builder.commands(one))

    def test_another_commit_or_patch_is_another_program(self):
        self.assertEqual(("second", "first"), self.said(self.patch("second")))
        self.assertEqual(["building"] * BOTH, [line.split()[0] for line in self.told.getvalue().splitlines()])
        self.assertEqual(("third", "first"), self.said(self.patch("third")))
        self.commit("fourth")
        self.assertEqual(("fifth", "fourth"), self.said(self.patch("fifth")))
        branch = trials.candidate("b branch=HEAD", "")
        self.assertEqual(("fourth", "first"), self.said(branch, self.first))
        self.commit("sixth")
        self.assertEqual(("sixth", "first"), self.said(branch, self.first))

    def test_workers_build_the_same_from_what_is_sent(self):
        """Once: the second time nothing is there to build it from."""
        self.enterContext(mock.patch.object(trials, "SOURCES", ("CMakeLists.txt", "one.c")))
        one, builder, worker = self.patch("second"), trials.Builder(self.out, "HEAD"), self.folder / "worker"
        builder.build(one)
        worker.mkdir()
        pool = Sending(worker)
        programs = builder.programs(one, pool)
        for command, word in zip(builder.commands(one), ("second", "first")):
            for _ in range(BOTH):
                there = seat.Seat(1, worker, programs=programs).command(command)
                self.assertEqual(word, subprocess.run([there], capture_output=True, text=True, check=True).stdout.strip())
                self.assertIn(str(worker), there)
                for sent in worker.glob("*.data") if word == "first" else ():
                    sent.unlink()

    def test_a_verdict_is_of_what_was_built(self):
        one = self.patch("second")
        builder = trials.Builder(self.out, "HEAD")
        result = trials.named(one, builder)
        self.assertTrue(result["built"].startswith(self.first[:12] + "-patch-"), result)
        trials.demand_unchanged(one, result, builder)
        self.commit("third")
        trials.demand_unchanged(one, result, trials.Builder(self.out, "HEAD"))     # the patch is what it was
        with self.assertRaisesRegex(ValueError, "p has a verdict, but as .*-patch-.*another name"):
            trials.demand_unchanged(self.patch("fourth"), result, builder)
        with self.assertRaisesRegex(ValueError, "p has a verdict, but its line has changed"):
            trials.demand_unchanged(trials.candidate(f"p patch={self.folder}/some.diff simpler", ""), result, builder)
        branch = trials.candidate("b branch=HEAD", "")
        result = trials.named(branch, builder)
        self.commit("fifth")
        with self.assertRaisesRegex(ValueError, "b has a verdict, but as .* now"):
            trials.demand_unchanged(branch, result, builder)
        trials.demand_unchanged(trials.candidate("g branch=gone", ""), {"branch": "gone", "built": "abc"}, builder)

    def test_games_of_another_program_are_not_gone_on_with(self):
        options = argparse.Namespace(out=self.out, games=20, nodes=10, seed=1, each=[])
        one = self.patch("second")
        trials.begun(one, trials.Builder(self.out, "HEAD"), options)
        trials.begun(one, trials.Builder(self.out, "HEAD"), options)
        for changed, base in ((self.patch("third"), "HEAD"), (one, self.commit("fourth"))):
            with self.assertRaisesRegex(ValueError, "is another match: there the engines are .*-patch-"):
                trials.begun(changed, trials.Builder(self.out, base), options)


class Queue(MatchTest):
    """Mocks that play by chance, and one that loses every game."""

    def queue(self, *lines, games="200"):
        path = Path(self.folder.name) / "list.txt"
        path.write_text("# mocks\n" + "".join(f"{line}\n" for line in lines))
        base = Path(self.folder.name) / "base"
        base.write_text(f"#!/bin/sh\n[ \"$1\" != parameters ] || {{ echo {CONSTANTS} >&2; exit 1; }}\nexec {self.mock} good\n")
        base.chmod(0o755)
        return [sys.executable, str(SPRT), str(path), "--base", str(base), "--out", str(self.out), "--games", games, "--concurrency", "2"]

    def results(self):
        return [json.loads(line) for line in (self.out / trials.RESULTS).read_text().splitlines()]

    def test_who_always_loses_is_rejected_and_a_missing_program_stops_nobody(self):
        command = self.queue("none program=/nowhere/at/all", f"bad 'program={self.mock} garbage' elo=-100,100")
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual(0, done.returncode, done.stderr)
        none, bad = self.results()
        self.assertEqual(("none", trials.FAILED), (none["name"], none["verdict"]))
        self.assertRegex(done.stdout, "^none: does not work: none cannot be started: No such file")
        self.assertEqual(("bad", trials.REJECTED), (bad["name"], bad["verdict"]))
        self.assertLess(bad["games"], 100)
        shown = subprocess.run([*command[:2], "--table", "--out", str(self.out)], capture_output=True, text=True).stdout
        self.assertRegex(shown, r"^change\t[\d-]+\ta program\tbad\tall five kinds, 10,000 nodes, built-in, turned, adjudicated\t\d+"
                                r"\t-\d+\t-\d+\t-\d+\t-100 100\t-\d+\.\d\d\t\tout\n$")
        again = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual((0, ""), (again.returncode, again.stdout))
        self.assertEqual(BOTH, len(self.results()))

    def test_nothing_has_been_tested(self):
        done = subprocess.run([sys.executable, str(SPRT), "--table", "--out", "/nonexistent"], capture_output=True, text=True)
        self.assertEqual((2, "", "sprt: /nonexistent/results.jsonl: No such file or directory\n"),
                         (done.returncode, done.stdout, done.stderr))

    def test_a_line_that_has_changed_is_not_taken_for_tested(self):
        subprocess.run(self.queue("one program=/nowhere"), check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE_S)
        done = subprocess.run(self.queue("one program=/elsewhere"), capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual((2, 1), (done.returncode, done.stderr.count("\n")))
        self.assertIn("one has a verdict, but its line has changed since", done.stderr)

    def test_figures_are_whole(self):
        self.assertEqual((8, -2, 17), trials.figures("+8.1 (-2.4 to +17.0)"))
        self.assertEqual((0, -31, 0), trials.figures("-0.3 (-30.6 to +0.2)"))

    def test_parameters_of_a_base_without_settings_are_not_tested(self):
        subprocess.run(self.queue("fixed parameters=LMP_BASE=4"), check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE_S)
        found = self.results()[0]
        self.assertEqual((trials.FAILED, CONSTANTS, 0), (found["verdict"], found["words"], found["games"]))

    def test_a_kill_loses_no_game(self):
        command = self.queue(f"same 'program={self.mock} good 2' info=thread_num=2", games="40")
        command += ["--each", "thread_num=1", "hash_size=64"]
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        first = self.out / "games" / "same" / "freestyle" / "games.jsonl"
        deadline = time.monotonic() + PATIENCE_S
        while not (first.exists() and first.read_text().count("\n") > 1) and time.monotonic() < deadline:
            time.sleep(0.02)
        running.send_signal(signal.SIGKILL)
        running.wait()
        match, before = record.read_file(first)
        self.assertEqual([{"thread_num": "2", "hash_size": "64"}, {"thread_num": "1", "hash_size": "64"}],
                         [player.info for player in match.players])
        self.assertGreater(len(before), 0)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE_S)
        after = record.read_file(first)[1]
        self.assertEqual([game.moves for game in before], [game.moves for game in after[:len(before)]])
        self.assertEqual(8, len({game.number for game in after}))
        self.assertEqual((40, trials.UNDECIDED), (self.results()[0]["games"], self.results()[0]["verdict"]))
        shown = trials.table(self.results())
        self.assertIn(" nodes, each thread_num=1 hash_size=64, candidate thread_num=2, built-in, turned, not ended, ", shown)
        self.assertRegex(shown, r"\t40\t.*\t0 5\t.*\topen$")


def changed(text, commit, lead, figure):
    """The data with another figure in the row of that match."""
    rows = text.split("\n")
    index, = (number for number, row in enumerate(rows) if f"\t{commit}\t" in row
              and f"\t{lead.kind}, {lead.time}" in row and f"\t{lead.games}\t{lead.elo}\t{lead.low}\t{lead.high}\t" in row)
    rows[index] = rows[index].replace(f"\t{figure}\t", f"\t{figure + 1}\t")
    return "\n".join(rows)


class ExperimentsTest(unittest.TestCase):
    """engine/experiments.tsv"""

    ROW: dict[str, object] = {"subject": "change", "date": "2026-11-28", "commit": "3206a23", "change": "lmr", "conditions": "renju, 100 nodes",
           "games": 40, "elo": 8, "low": -2, "high": 17, "sprt": "0 5", "llr": "-0.30", "verdict": "open"}

    def test_every_row_has_its_form(self):
        self.assertEqual([], experiments.faults(experiments.FILE.read_text(encoding="utf-8")))

    def test_the_picture_is_that_of_the_data(self):
        text, drawn = experiments.FILE.read_text(encoding="utf-8"), strength_picture.FILE.read_text(encoding="utf-8")
        self.assertEqual(drawn, strength_picture.svg(text), "draw it again: strength_picture.py > engine/strength.svg")
        commit, found = strength_picture.leads(text)
        for lead in found:
            for figure in (figure for figure in (lead.elo, lead.low, lead.high) if figure < strength_picture.CEILING):
                with self.subTest(lead, figure=figure):
                    self.assertNotEqual(drawn, strength_picture.svg(changed(text, commit, lead, figure)))

    def test_other_rows_are_refused(self):
        good = experiments.row(**self.ROW)
        self.assertEqual([], experiments.faults(f"{experiments.HEAD}\n{good}\n"))
        for text in (good, f"{good}\n", f"{experiments.HEAD}\n{good}", f"{experiments.HEAD}\n{good}\n\n"):
            self.assertNotEqual([], experiments.faults(text), text)
        for name, value in (("subject", "other"), ("date", "2026-11-31"), ("date", "today"), ("commit", "HEAD"), ("change", "the same"),
                            ("change", ""), ("change", "a\tb"), ("conditions", "the same"), ("conditions", "renju "), ("games", ""),
                            ("games", "1,000"), ("elo", "+8"), ("elo", ""), ("elo", "18"), ("low", ""), ("high", "7"), ("sprt", "[0, 5]"),
                            ("sprt", ""), ("llr", "3"), ("verdict", "–"), ("verdict", ""), ("verdict", "figure"), ("subject", "solver"), ("figure", "1.2")):
            cells = dict(self.ROW)
            cells[name] = value
            with self.subTest(name, value=value), self.assertRaises(ValueError):
                experiments.row(**cells)


if __name__ == "__main__":
    unittest.main()
