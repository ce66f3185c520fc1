"""The openings that are built in: each set is what its first line says, and a match gets the one that fits."""

from __future__ import annotations

import gzip
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import matches_path  # noqa: F401 (the path to scripts/matches)

from matches import builtin, openings
from matches.referee import CARO, CARO_EXACT, FREESTYLE, RENJU, STANDARD

RULES = {"freestyle": FREESTYLE, "standard": STANDARD, "renju": RENJU, "caro": CARO}
SETS = [(name, rule, side) for name, rule in RULES.items() for side in builtin.SIDES]
FEWEST = 20                 # openings of a set
MOST_STONES = 8
# Older sets name the evaluation in front, by its number, and no engine.
HEADER = re.compile(r"# tengen-openings 2 rule (\d+) size (\d+)x(\d+) win 5 (?:evaluation 3 )?nodes 50000 stones 3-8 margin 15 "
                    r"check 1000000 (?:check-)?margin 60 (?:check-)?moves 3 seed \d+"
                    r"(?: evaluation pattern margins - engine [\w.-]+)?")


def pictures(opening: openings.Opening, side: int) -> list[frozenset[tuple[int, int, int]]]:
    """The stones, with their colours, in all symmetric ways."""
    return [frozenset((x, y, index % 2) for index, (x, y) in enumerate(openings.transformed(opening, side, side, way)))
            for way in range(openings.symmetries(side, side))]


class Sets(unittest.TestCase):

    def test_the_first_line_tells_how_it_was_made(self) -> None:
        self.assertEqual({f"{name}{side}.txt.gz" for name, _, side in SETS},
                         {path.name for path in builtin.FOLDER.iterdir()})
        for name, rule, side in SETS:
            text = gzip.decompress((builtin.FOLDER / f"{name}{side}.txt.gz").read_bytes()).decode()
            header = HEADER.fullmatch(text.splitlines()[0])
            self.assertIsNotNone(header, text.splitlines()[0])
            self.assertEqual((rule, side, side), tuple(map(int, header.groups())))

    def test_every_opening_can_be_played_on(self) -> None:
        for name, rule, side in SETS:
            found = builtin.read(f"{name}{side}", side)
            self.assertGreaterEqual(len(found), FEWEST)
            self.assertEqual(found, builtin.choose(rule, side, side, 5).openings, "none is a foul or a five")
            self.assertTrue(all(3 <= len(opening) <= MOST_STONES for opening in found))

    def test_no_two_are_the_same(self) -> None:
        for name, _, side in SETS:
            seen: set[frozenset[tuple[int, int, int]]] = set()
            for opening in builtin.read(f"{name}{side}", side):
                ways = pictures(opening, side)
                self.assertNotIn(ways[0], seen, f"{name}{side}: {opening}")
                seen.update(ways)


class Choice(unittest.TestCase):

    def name(self, *game: int) -> str:
        chosen = builtin.choose(*game)
        return chosen.name if chosen else ""

    def test_the_largest_board_that_fits(self) -> None:
        for width, height, side in ((15, 15, 15), (16, 15, 15), (15, 32, 15), (19, 19, 15), (20, 19, 15), (20, 20, 20),
                                    (32, 20, 20), (32, 32, 20)):
            self.assertEqual(f"renju{side}", self.name(RENJU, width, height, 5))
        for width, height in ((14, 15), (15, 14), (3, 3), (32, 10)):
            self.assertEqual("", self.name(FREESTYLE, width, height, 5))

    def test_rules(self) -> None:
        for rule, name in ((FREESTYLE, "freestyle15"), (STANDARD, "standard15"), (CARO, "caro15"), (CARO_EXACT, "caro15")):
            self.assertEqual(name, self.name(rule, 15, 15, 5))
            self.assertEqual("", self.name(rule, 15, 15, 4))

    def test_in_the_middle_of_a_larger_board(self) -> None:
        plain = builtin.choose(FREESTYLE, 15, 15, 5).openings
        moved = builtin.choose(FREESTYLE, 18, 17, 5).openings
        self.assertEqual([[(x + 1, y + 1) for x, y in opening] for opening in plain], moved)

    def test_what_becomes_a_foul_is_left_out(self) -> None:
        """Two open threes of black that cross; the edge of the small board keeps one of them closed."""
        small = [(0, 1), (14, 14), (1, 1), (14, 12), (2, 2), (14, 10), (2, 3), (12, 14), (2, 1)]
        with mock.patch.object(builtin, "read", return_value=[[(7, 7)], small]):
            self.assertEqual(2, len(builtin.choose(RENJU, 15, 15, 5).openings))
            self.assertEqual([[(8, 8)]], builtin.choose(RENJU, 17, 17, 5).openings)
            self.assertEqual(2, len(builtin.choose(FREESTYLE, 17, 17, 5).openings))

    def test_damaged_files_are_named(self) -> None:
        whole = gzip.compress(b"h8i9g7\n")
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(builtin, "FOLDER", Path(folder)):
            for damaged in (b"", b"h8i9g7\n", whole[:-3], whole[:12] + b"\xff" + whole[13:], gzip.compress(b"h8h8\n"),
                            gzip.compress(b"p1\n"), gzip.compress(b"\xff\n")):
                (Path(folder) / "caro15.txt.gz").write_bytes(damaged)
                with self.assertRaisesRegex(ValueError, "caro15.txt.gz") as refusal:
                    builtin.choose(CARO, 15, 15, 5)
                self.assertNotIsInstance(refusal.exception, UnicodeDecodeError)
            (Path(folder) / "caro15.txt.gz").write_bytes(whole)
            self.assertEqual([[(7, 7), (8, 8), (6, 6)]], builtin.choose(CARO, 15, 15, 5).openings)


if __name__ == "__main__":
    unittest.main()
