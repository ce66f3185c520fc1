"""The explorer of first moves: what scripts/explorer writes is what the engine tells of the file that ships, and a run that is
repeated makes the same file.
"""

import os
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from books_path import ROOT, SIZE, stones
from books import explorer
from books.tree import Tree, after
from matches import machine

PROGRAM = os.environ.get("TENGEN_PROGRAM", str(ROOT / "build" / "pbrain-tengen"))
HEADER, GAME, ENTRY = struct.Struct("<8s2IQ"), struct.Struct("<6I"), struct.Struct("<Q")
LEAST = 1000                # entries of a game
BYTES_MOST = 300_000
LINES = {"freestyle15": ["h8", "h9", "i9"], "standard15": ["h8", "i9"], "renju15": ["h8", "h9", "j10", "i10"], "caro15": ["h8"]}


def number(name):
    return (int(name[1:]) - 1) * SIZE + ord(name[0]) - ord("a")


def entries(path):
    """By the name of a game, by the upper bits of the key."""
    data = path.read_bytes()
    _, _, games, _ = HEADER.unpack_from(data)
    at, found = HEADER.size + games * GAME.size, {}
    names = {rule: name for name, rule in explorer.RULES.items()}
    for game in range(games):
        rule, _, _, _, count, _ = GAME.unpack_from(data, HEADER.size + game * GAME.size)
        values = [ENTRY.unpack_from(data, at + ENTRY.size * each)[0] for each in range(count)]
        found[names[rule]] = {value >> explorer.KEY_SHIFT: value for value in values}
        at += count * ENTRY.size
    return found


def told(name, moves):
    """What the engine says of the moves, by their number."""
    lines = [f"INFO rule {explorer.RULES[name]}", "INFO machine 1", "INFO book 0", f"START {SIZE}",
             *(f"PUT {move}" for move in moves), "SHOW", "END"]
    said = subprocess.run([PROGRAM], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
    known = [pairs for line in said.splitlines() if (pairs := machine.pairs(line, "known"))]
    return {y * SIZE + x: pairs for pairs in known for x, y in machine.points(pairs["at"])}


class Shipped(unittest.TestCase):
    def test_the_engine_tells_what_the_file_has(self):
        found, tree = entries(explorer.OUT), Tree(SIZE, 1)
        self.assertEqual(explorer.RULES.keys(), found.keys())
        for name, line in LINES.items():
            self.assertGreater(len(found[name]), LEAST)
            for ply in range(len(line) + 1):
                self.check(name, tree, found[name], line[:ply])

    def check(self, name, tree, found, moves):
        before, said, known = stones(*map(number, moves)), told(name, moves), {}
        for point in set(range(SIZE * SIZE)) - before.black - before.white:
            key = explorer.smallest_key(tree, after(before, point)) >> explorer.KEY_SHIFT
            if key in found:
                known[point] = found[key]
        self.assertEqual(known.keys(), said.keys(), (name, moves))
        for point, entry in known.items():
            value = (entry >> explorer.VALUE_SHIFT) % (2 * explorer.VALUE_MAX + 2) - explorer.VALUE_MAX
            plies = (entry >> explorer.PLIES_SHIFT) % (explorer.PLIES_MAX + 1)
            mate = None if not plies else str(plies + 1) if plies % 2 == 0 else str(-plies - 1)
            self.assertEqual((str(-value), mate), (said[point]["value"], said[point].get("mate")), (name, moves, point))

    def test_it_is_small(self):
        self.assertLess(explorer.OUT.stat().st_size, BYTES_MOST)


class Making(unittest.TestCase):
    def make(self, folder, analysed):
        words = ["explorer", folder / "books", "--out", folder / "out.bin", "--analysed", analysed, "--nodes", 200, "--program", PROGRAM]
        with mock.patch("sys.argv", list(map(str, words))), mock.patch("builtins.print"):
            self.assertEqual(0, explorer.main())
        return (folder / "out.bin").read_bytes()

    def test_a_run_that_goes_on_makes_what_one_makes(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two, \
                mock.patch.dict(explorer.RULES, {"freestyle15": 0}, clear=True):
            self.make(Path(one), 2)
            whole = self.make(Path(two), 5)
            self.assertEqual(whole, self.make(Path(one), 5))
            self.assertEqual({0}, {GAME.unpack_from(whole, HEADER.size)[0]})


if __name__ == "__main__":
    unittest.main()
