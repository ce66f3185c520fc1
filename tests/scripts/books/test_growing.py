"""scripts/book with the real engine: it goes on where it was stopped or killed, and refuses what makes no sense."""

import contextlib
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from books_path import ROOT, SIZE
from test_cluster import ClusterTest
from books.growing import Store, main
from books.positions import Game, read
from books.tree import Tree

BOOK, PROGRAM = ROOT / "scripts" / "book", os.environ.get("TENGEN_PROGRAM", str(ROOT / "build" / "pbrain-tengen"))
REFUSED, STOPPED = 2, 130
PATIENCE_S = 300    # for what takes seconds, on a machine that has other things to do
FEW = ("--nodes", "200", "--concurrency", "1")


class Growing(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.file = self.folder / "a.db"
        for number in signal.SIGINT, signal.SIGTERM:        # a run that was stopped ignores them
            self.addCleanup(signal.signal, number, signal.getsignal(number))

    def command(self, *words, file=None):
        return [str(BOOK), str(file or self.file), "--program", PROGRAM, *map(str, words)]

    def grow(self, *words, file=None, status=0):
        """What it says; here, for Python takes long to start."""
        told = io.StringIO()
        with mock.patch("sys.argv", self.command(*words, file=file)), contextlib.redirect_stdout(told), \
                contextlib.redirect_stderr(told):
            self.assertEqual(status, main(), told.getvalue())
        return told.getvalue()

    def kept(self, file=None):
        """What the database tells."""
        text = self.folder / "kept.txt"
        subprocess.run([PROGRAM, "database", file or self.file, "export", text], check=True, capture_output=True)
        return text.read_text()

    def openings(self, text):
        path = self.folder / f"{text}.txt"
        path.write_text(text)
        return path

    def test_two_runs_make_what_one_makes(self):
        self.grow(*FEW, "--rule", "renju", "--positions", 5)
        self.assertIn(" 9 analysed, 4 of them now ", self.grow(*FEW, "--rule", "renju", "--positions", 4))
        whole = self.folder / "whole.db"
        self.grow(*FEW, "--rule", "renju", "--positions", 9, file=whole)
        self.assertEqual(self.kept(), self.kept(whole))
        self.assertGreater(len(list(read(self.kept().splitlines(), Game(4, SIZE)))), 18)
        self.assertEqual({"a.db", "whole.db", "kept.txt"}, {path.name for path in self.folder.iterdir()})

    def test_a_win_is_kept_with_its_proof(self):
        words = self.grow(*FEW, "--openings", self.openings("h8a1h9c1h10e1"), "--positions", 9)
        self.assertRegex(words, r" 1 analysed, 1 of them now .* a win for black in 3 plies")
        kept = [known for _, known in read(self.kept().splitlines(), Game(0, SIZE))]
        self.assertEqual(("win", 3), kept[0][:2])
        self.assertIn(("loss", 2), [known[:2] for known in kept[1:]])

    def stopped_by(self, number):
        """What it says when it gets that signal after the first positions."""
        process = subprocess.Popen([sys.executable, *self.command("--nodes", 200, "--concurrency", 2)], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        while process.poll() is None and not self.file.exists():
            time.sleep(0.01)
        process.send_signal(number)
        _, said = process.communicate(timeout=PATIENCE_S)
        return process.returncode, said

    def test_a_stop_and_a_kill_leave_a_book_that_goes_on(self):
        status, said = self.stopped_by(signal.SIGINT)
        self.assertEqual(STOPPED, status, said)
        before = int(re.search(r", (\d+) analysed, .*; the same command goes on\n$", said)[1])
        self.assertIn(f" {before + 1} analysed, 1 of them now ", self.grow(*FEW, "--positions", 1))
        self.stopped_by(signal.SIGKILL)
        self.assertIn(", 1 of them now ", self.grow(*FEW, "--positions", 1))

    def test_a_stop_leaves_nothing_half_done(self):
        """It comes while the answer is learnt, and while it is written."""
        for place, name in (Tree, "add"), (Store, "call"):
            done = getattr(place, name)

            def stopped(*words, **said):
                patch.stop()
                signal.raise_signal(signal.SIGINT)
                return done(*words, **said)

            with self.subTest(name):
                signal.signal(signal.SIGINT, signal.default_int_handler)    # a run that was stopped ignores it
                file = self.folder / f"{name}.db"
                patch = mock.patch.object(place, name, stopped)
                patch.start()
                self.assertIn(" 1 analysed, 1 of them now ", self.grow(*FEW, "--positions", 2, file=file, status=STOPPED))
                self.assertIs(done, getattr(place, name))
                self.assertIn(" 2 analysed, 1 of them now ", self.grow(*FEW, "--positions", 1, file=file))

    def test_what_others_write_meanwhile_stays(self):
        """Somebody marks a position when the book is about to write what it found there."""
        call = Store.call
        marked: list[str] = []

        def after_a_mark(store, *words, **said):
            if words[0] == "update" and not marked:
                first, *lines = said["said"].splitlines()
                before, *_ = lines[0].partition(" open 0 ")
                self.assertEqual(before, lines[1].partition(" open 0 ")[0])
                marked.append(before)
                mark = self.folder / "mark.txt"
                mark.write_text(f'{first}\n{before} draw 0 0 none 0 0 ""\n')
                subprocess.run([PROGRAM, "database", self.file, "replace", mark], check=True, capture_output=True)
            return call(store, *words, **said)

        self.grow(*FEW, "--positions", 2)
        with mock.patch.object(Store, "call", after_a_mark):
            self.grow(*FEW, "--positions", 3)
        self.assertEqual(1, len(re.findall(r'(?m) draw 0 0 none 0 \d+ ""$', self.kept())))     # whichever way it is turned
        self.assertIn(" analysed, 1 of them now ", self.grow(*FEW, "--positions", 1))
        self.assertEqual(1, len(re.findall(r'(?m) draw 0 0 none 0 \d+ ""$', self.kept())))     # whichever way it is turned

    def test_what_makes_no_sense_is_refused(self):
        foreign = self.folder / "foreign.db"
        foreign.write_text("not a database")
        overlapping, over = self.openings("h8h8"), self.openings("h8a1h9b1h10c1h11d1h12")
        for words, says in (((), "no database of Tengen's"), (("--program", "/nowhere"), "there is no /nowhere"),
                            (("--openings", overlapping), "two stones on h8"), (("--openings", over), "cannot be played on"),
                            (("--size", "4"), "not a whole number from 5")):
            self.assertIn(says, self.grow(*words, file=foreign, status=REFUSED), words)
        self.assertEqual("not a database", foreign.read_text())
        self.assertIn("No such file", self.grow(file=self.folder / "none" / "a.db", status=REFUSED))


class OnCluster(ClusterTest):
    def test_a_book_is_that_of_one_machine(self):
        """As many positions as there are openings: whoever is asked first, these come before all that follow from them."""
        (self.here / "openings").write_text("h8i9\nh8h9\nh8a1\nc3d4\nc3c4\nj6k7\n")
        self.scheduler()
        self.worker()
        self.worker()
        kept = []
        for out, cluster in (("alone", False), ("cluster", True)):
            words = [out, "--program", PROGRAM, "--nodes", "200", "--openings", "openings", "--positions", "6", *self.where(cluster)]
            self.assertEqual((0, ""), self.ended(self.begin_command(self.script_command("book", *words)))[::2])
            subprocess.run([PROGRAM, "database", out, "export", f"{out}.txt"], check=True, capture_output=True, cwd=self.here)
            kept.append((self.here / f"{out}.txt").read_text())
        self.assertGreater(kept[0].count("\n"), 18)
        self.assertEqual(*kept)


if __name__ == "__main__":
    unittest.main()
