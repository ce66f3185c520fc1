"""Files of openings in each format, with lines as they are found in the wild, and everything that can be wrong."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from matches_path import MOVES, game, match

from matches import files, openings, points

# The first lines of a file of openings for freestyle 15x15.
POS = "j6l7m6i4l1i2i3\nk3h6j8f4h3k8i9\n"
POS_READ = [[(9, 5), (11, 6), (12, 5), (8, 3), (11, 0), (8, 1), (8, 2)],
            [(10, 2), (7, 5), (9, 7), (5, 3), (7, 2), (10, 7), (8, 8)]]

# c-gomoku-cli, opening_examples/offset_freestyle_20x20.txt, and what its README says of it: + floor(20 / 2).
OFFSET = "8,-3, 6,-4, 5,-4, 4,-3, 2,-8, -1,-5\r\n6,6, 4,6, 6,4, 4,4, 6,2, 4,2\r\n"
OFFSET_READ = [[(18, 7), (16, 6), (15, 6), (14, 7), (12, 2), (9, 5)],
               [(16, 16), (14, 16), (16, 14), (14, 14), (16, 12), (14, 12)]]

# Piskvork, openings.txt.
PISKVORK = "0,0, 1,0, 1,3\r\n0,0, 1,1, -1,3\r\n"
PISKVORK_READ = [[(10, 10), (11, 10), (11, 13)], [(10, 10), (11, 11), (9, 13)]]

PSQ = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,0\r\n8,9,1234\r\nA.zip\r\nB.zip\r\n-1\r\n0,Freestyle\r\n"
PSQ_READ = [(7, 7), (8, 8), (7, 8)]


class Reading(unittest.TestCase):

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def read(self, text: str, width: int = 15, height: int = 15, kind: str = "auto") -> list[openings.Opening]:
        path = self.folder / "some.txt"
        path.write_bytes(text.encode())
        return openings.read(path, width, height, kind)

    def refused(self, text: str, where: str, why: str, size: int = 15, kind: str = "auto") -> None:
        with self.assertRaises(ValueError) as refusal:
            self.read(text, size, size, kind)
        said = str(refusal.exception)
        self.assertTrue(said.startswith(f"{self.folder / 'some.txt'}{where}"), said)
        self.assertIn(why, said)

    def test_pos(self) -> None:
        self.assertEqual(self.read(POS), POS_READ)
        self.assertEqual(self.read(POS, kind="pos"), POS_READ)
        self.assertEqual(self.read("H8 i9  J10\n"), [[(7, 7), (8, 8), (9, 9)]])
        self.assertEqual(self.read("z26aa27ab28\n", 30, 30), [[(25, 25), (26, 26), (27, 27)]])

    def test_comments_and_blank_lines(self) -> None:
        self.assertEqual(self.read("\ufeff# balanced\n\n  h8i9 # the first\n\t\nj10\n\n"), [[(7, 7), (8, 8)], [(9, 9)]])

    def test_offset(self) -> None:
        self.assertEqual(self.read(OFFSET, 20, 20), OFFSET_READ)
        self.assertEqual(self.read(OFFSET, 20, 20, "offset"), OFFSET_READ)
        # An odd board has its middle at floor(15 / 2); a rectangle has one for each side, as in Piskvork's playOpening.
        self.assertEqual(self.read("0,0, -7,7\n"), [[(7, 7), (0, 14)]])
        self.assertEqual(self.read("0,0 1,-1\n", 20, 11), [[(10, 5), (11, 4)]])

    def test_piskvork(self) -> None:
        for kind in ("auto", "piskvork"):
            self.assertEqual(self.read(PISKVORK, 20, 20, kind), PISKVORK_READ)

    def test_psq(self) -> None:
        self.assertEqual(self.read(PSQ), [PSQ_READ])
        self.assertEqual(self.read(PSQ, kind="psq"), [PSQ_READ])

    def test_a_folder_of_psq(self) -> None:
        for name, text in (("b.psq", PSQ), ("a.PSQ", PSQ.replace("9,9,0\r\n", "")), ("notes.txt", "nothing")):
            (self.folder / name).write_text(text)
        self.assertEqual(openings.read(self.folder, 15, 15), [[(7, 7), (7, 8)], PSQ_READ])

    def test_our_own_games(self) -> None:
        files.write_psq(self.folder, match(), game(1, 0, 1))
        self.assertEqual(openings.read(self.folder, 15, 15), [MOVES])

    def test_errors_name_the_line(self) -> None:
        self.refused("h8\n\n# note\nh8i9x\n", ":4:", '"h8i9x" is no row of points such as h8i9j10')
        self.refused("h8i0\n", ":1:", "no row of points")
        self.refused("h8\nh8p9\n", ":2:", "the stone at x 15, y 8 (both from 0) is outside the 15x15 board")
        self.refused("h8i16\n", ":1:", "y 15 (both from 0) is outside the 15x15 board")
        self.refused("h8i9h8\n", ":1:", "two stones on h8")
        self.refused("0,0, 1,1\n0,0, 8,0\n", ":2:", "outside the 15x15 board")
        self.refused("0,0, 1,1\n0,0, -8,0\n", ":2:", "the stone at x -1, y 7")
        self.refused("0,0, 1\n", ":1:", "one is missing")
        self.refused("0,0, 1,x\n", ":1:", "no row of x,y")
        self.refused("0,0,, 1,1\n", ":1:", "no row of x,y")
        self.refused("0,0, ١,١\n", ":1:", "no row of x,y")
        self.refused("0,0, 0,0\n", ":1:", "two stones on h8")
        self.refused("# nothing\n\n", ":", "there is no opening in it")
        self.refused(POS, ":1:", "no row of x,y", kind="offset")
        self.refused(OFFSET, ":1:", "no row of points", kind="pos")
        self.refused(PSQ, ":1:", "its board is 15x15, not 20x20", size=20)
        self.refused(PSQ.replace("9,9,0", "8,8,0"), ":3:", "two stones on h8")
        self.refused(PSQ.replace("9,9,0", "16,9,0"), ":3:", "outside")
        self.refused(PSQ.replace("9,9,0", "0,9,0"), ":3:", "outside")
        self.refused(POS, ":1:", "must look like Piskvorky", kind="psq")
        self.refused("\x00\xff\n", ":", "not a text file")
        self.refused("\x01\xff\n", ":1:", "no row of points")

    def test_unknown_kinds_and_empty_folders(self) -> None:
        with self.assertRaisesRegex(ValueError, "not fen"):
            self.read(POS, kind="fen")
        with self.assertRaisesRegex(ValueError, "there is no .psq in it"):
            openings.read(self.folder, 15, 15)


class Symmetries(unittest.TestCase):

    OPENING = [(0, 0), (1, 0), (5, 2)]

    def test_eight_on_a_square(self) -> None:
        ways = [tuple(openings.transformed(self.OPENING, 15, 15, n)) for n in range(8)]
        self.assertEqual(len(set(ways)), 8)
        self.assertEqual(ways[0], tuple(self.OPENING))
        self.assertEqual(ways[1], ((14, 0), (13, 0), (9, 2)))
        self.assertEqual(ways[2], ((0, 14), (1, 14), (5, 12)))
        self.assertEqual(ways[4], ((0, 0), (0, 1), (2, 5)))
        self.assertEqual(openings.transformed(self.OPENING, 15, 15, 8), self.OPENING)

    def test_four_on_a_rectangle(self) -> None:
        ways = {tuple(openings.transformed([(17, 0), (18, 1)], 20, 10, n)) for n in range(8)}
        self.assertEqual((len(ways), openings.symmetries(20, 10)), (4, 4))
        self.assertTrue(all(0 <= x < 20 and 0 <= y < 10 for way in ways for x, y in way))

    def test_distances_stay(self) -> None:
        def distances(opening: openings.Opening) -> list[int]:
            return [(ax - bx) ** 2 + (ay - by) ** 2 for ax, ay in opening for bx, by in opening]
        for n in range(8):
            self.assertEqual(distances(openings.transformed(self.OPENING, 15, 15, n)), distances(self.OPENING))


class Images(unittest.TestCase):
    """What the rounds of a match are played from: each position once."""

    def test_all_ways_of_all_openings(self) -> None:
        found = openings.images([[(0, 0), (1, 0), (5, 2)], [(3, 4), (9, 9)]], 15, 15)
        self.assertEqual([[(0, 0), (1, 0), (5, 2)], [(3, 4), (9, 9)], [(14, 0), (13, 0), (9, 2)]], found[:3])
        self.assertEqual(16, len({tuple(image) for image in found}))

    def test_a_symmetric_opening_has_fewer(self) -> None:
        cases: list[tuple[openings.Opening, int]] = [([], 1), ([(7, 7)], 1), ([(7, 7), (7, 8)], 4), ([(7, 7), (8, 8)], 4),
                                                      ([(7, 7), (8, 9)], 8)]
        for opening, count in cases:
            self.assertEqual(count, len(openings.images([opening], 15, 15)), opening)

    def test_images_and_other_orders_of_an_opening_are_the_same(self) -> None:
        one, image, order = [(0, 0), (1, 0), (5, 2)], [(14, 0), (13, 0), (9, 2)], [(5, 2), (1, 0), (0, 0)]
        self.assertEqual([one, image], openings.images([one, image, order], 15, 15)[:2])
        self.assertEqual(8, len(openings.images([one, image, order], 15, 15)))
        self.assertEqual(16, len(openings.images([one, [(1, 0), (0, 0), (5, 2)]], 15, 15)))   # another stone is white


class Points(unittest.TestCase):

    def test_there_and_back(self) -> None:
        for x in (0, 7, 25, 26, 27, 51, 52, 701):
            for y in (0, 9, 31):
                self.assertEqual(points.point(points.notation((x, y))), (x, y))

    def test_words(self) -> None:
        for point, word in (((0, 0), "a1"), ((7, 7), "h8"), ((25, 31), "z32"), ((26, 0), "aa1"), ((27, 9), "ab10"),
                            ((52, 0), "ba1")):
            self.assertEqual(points.notation(point), word)
            self.assertEqual(points.point(word.upper()), point)
        self.assertEqual(points.row([(7, 7), (26, 0)]), "h8aa1")
        self.assertEqual(points.points("h8aa1"), [(7, 7), (26, 0)])

    def test_no_points(self) -> None:
        for text in ("", "h", "8", "h0", "8h", "h8i9", "abc1", "h-1", "é8"):
            with self.assertRaises(ValueError):
                points.point(text)


if __name__ == "__main__":
    unittest.main()
