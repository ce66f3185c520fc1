#!/usr/bin/env python3
"""Are the engine's lines for programs read as protocol/README.md has them, and is nonsense no report?"""

from __future__ import annotations

import unittest

import matches_path     # noqa: F401 (it lets the next be found)

from matches import machine
from matches.engine import parse_remarks
from matches.machine import Report
from matches.record import Ply

ITERATION = "MESSAGE machine iteration rank 2 depth 5 source search value -31 nodes 2428 ms 7 pv 7,9;9,7"
ANSWER = "MESSAGE machine answer rank 1 depth 0 source static mate 3 nodes 0 ms 0 pv 6,7"


class Reading(unittest.TestCase):
    def test_reports(self) -> None:
        self.assertEqual(machine.report(ITERATION), Report(False, 2, 5, "search", -31, None, 2428, 7, ((7, 9), (9, 7))))
        self.assertEqual(machine.report(ANSWER), Report(True, 1, 0, "static", None, 3, 0, 0, ((6, 7),)))

    def test_unknown_keys_and_another_order_change_nothing(self) -> None:
        other = "MESSAGE machine answer new 7 pv 6,7 ms 0 nodes 0 mate 3 source static depth 0 rank 1"
        self.assertEqual(machine.report(other), machine.report(ANSWER))

    def test_what_is_no_report(self) -> None:
        for line in ("", "MESSAGE machine", "MESSAGE machine answer", "MESSAGE machine position side black stones 2 value 40",
                     f"{ANSWER} 7,7", ANSWER.replace(" rank 1", ""), ANSWER.replace("mate 3", "mate x"),
                     ANSWER.replace("6,7", "67"), ANSWER.replace("6,7", "٦,٧"),
                     ANSWER.replace("depth 0", "depth ٠"), ANSWER.replace("nodes 0", "nodes 1_000"), ANSWER.replace("nodes 0", "nodes " + "9" * 5000),
                     "MESSAGE depth 5 eval -31 nodes 2428 time 3 ms line 7,9"):
            self.assertIsNone(machine.report(line), line)

    def test_other_kinds(self) -> None:
        said = machine.pairs("MESSAGE machine point at 1,0 black 5 white -3", machine.POINT)
        self.assertEqual(said, {"kind": "point", "at": "1,0", "black": "5", "white": "-3"})
        self.assertIsNone(machine.pairs("MESSAGE machine point at 1,0 black 5 white -3", machine.POSITION))


class Remarks(unittest.TestCase):
    """What a match records of an engine."""

    def test_the_last_report_of_the_best_move_counts(self) -> None:
        best = ITERATION.replace("rank 2", "rank 1").replace("-31", "45")
        self.assertEqual(parse_remarks([best, ITERATION], 2.0), Ply(2.0, 45, None, 5, 2428))
        self.assertEqual(parse_remarks([best, ANSWER, "MESSAGE depth 9 eval 1"], 2.0), Ply(2.0, None, 3, None, 0))

    def test_engines_that_do_not_know_the_key_are_read_as_before(self) -> None:
        self.assertEqual(parse_remarks(["MESSAGE depth 9 eval -M4 nodes 7"], 2.0), Ply(2.0, None, -4, 9, 7))
        self.assertEqual(parse_remarks(["MESSAGE machine answer nonsense"], 2.0), Ply(2.0))
        self.assertEqual(parse_remarks(["MESSAGE depth ٩ eval ٥ nodes ٧"], 2.0), Ply(2.0))


if __name__ == "__main__":
    unittest.main()
