#!/usr/bin/env python3
"""scripts/speed: whose core time it takes, what it makes of it, and that it leaves nobody behind who stands still."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import matches_path

from matches import speed

SCRIPT = matches_path.ROOT / "scripts" / "speed"
PATIENCE_S = 120.0

# A bench of so many seconds of core. It sleeps, too, which is nobody's core time.
PROGRAM = """#!{python} -IS
import os, sys, time
print(os.getpid(), file=open({pids!r}, "a"))
time.sleep(0.1)
while time.process_time() < {seconds}:
    pass
print("position  1", "signature {signature}", "{nodes} nodes 5 nps", sep="\\n")
sys.exit({status})
"""


class Programs(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.pids = self.folder / "pids"

    def program(self, seconds: float, nodes: int = 1000, signature: str = "ab12", status: int = 0) -> str:
        path = self.folder / f"program-{len(list(self.folder.iterdir()))}"
        path.write_text(PROGRAM.format(python=sys.executable, pids=str(self.pids), seconds=seconds, nodes=nodes,
                                       signature=signature, status=status))
        path.chmod(0o755)
        return str(path)

    def run_script(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True, timeout=PATIENCE_S)

    def ratio(self, said: str) -> float:
        return float(said.partition("mean of 2: ")[2].split()[0])

    def test_the_time_of_each_is_its_own(self) -> None:
        for seconds, low, high in (((0.3, 0.6), 1.8, 2.2), ((0.6, 0.3), 0.45, 0.56)):
            done = self.run_script("--rounds", "2", *map(self.program, seconds))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue(low < self.ratio(done.stdout) < high, done.stdout)
            self.assertNotIn("differently", done.stdout)

    def test_who_searches_other_nodes_is_judged_by_nodes_a_second(self) -> None:
        done = self.run_script("--rounds", "2", self.program(0.3, 3000, "cd34"), self.program(0.3))
        self.assertTrue(2.7 < self.ratio(done.stdout) < 3.3, done.stdout)
        self.assertIn("3,000 nodes with signature cd34, 1,000 nodes with signature ab12", done.stdout)

    def test_what_has_no_bench_is_named(self) -> None:
        wrong = self.program(0.1, status=3)
        for program, words in ((wrong, f'speed: {wrong} has no bench: "1000 nodes 5 nps"\n'),
                               ("/bin/false", "speed: /bin/false has no bench: \"it ended with status 1\"\n"),
                               ("/bin/true", "speed: /bin/true has no bench: \"it ended with status 0\"\n"),
                               ("/no/where", "speed: /no/where: No such file or directory\n")):
            done = self.run_script(self.program(0.1), program)
            self.assertEqual((done.returncode, done.stderr), (2, words))

    def test_nobody_is_left_behind(self) -> None:
        child = subprocess.Popen([sys.executable, str(SCRIPT), self.program(9999.0), self.program(9999.0)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + PATIENCE_S
        while len(pids := self.pids.read_text().split() if self.pids.exists() else []) < 2 and time.monotonic() < end:
            time.sleep(0.05)
        child.send_signal(signal.SIGINT)
        _, complaint = child.communicate(timeout=PATIENCE_S)
        self.assertEqual((child.returncode, complaint), (130, "speed: stopped\n"))
        self.assertEqual([pid for pid in pids if os.path.exists(f"/proc/{pid}")], [])
        self.assertEqual(len(pids), 2)


class Ratios(unittest.TestCase):
    def test_the_mean_of_twice_and_half_is_once(self) -> None:
        mean, error = speed.compared([2.0, 0.5])
        self.assertAlmostEqual(mean, 1.0)
        self.assertAlmostEqual(error, 2 * 0.6931, places=3)     # two logarithms of 2 to either side: s = 0.98, over √2

    def test_the_error_falls_with_the_root_of_the_rounds(self) -> None:
        few, many = (speed.compared([1.01, 0.99] * count)[1] for count in (50, 200))
        self.assertAlmostEqual(few / many, 2.0, places=1)


if __name__ == "__main__":
    unittest.main()
