"""Games as .sgf: there and back, what other programs write, what the page writes and reads, and what is refused."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import unittest

from matches_path import ROOT

from matches import sgf
from matches.points import points
from matches.referee import BLACK, CARO, FREESTYLE, RENJU, WHITE

USUAL = 15, 15
GAMES = 40
ASK_PAGE = """
import {readGame, sgfText} from "./game/files.js";
let text = "";
for await (const piece of process.stdin) text += piece;
console.log(JSON.stringify(JSON.parse(text).map(each => {
  const game = readGame(each, {rule: 0, width: 15, height: 15, winLength: 5});
  return {variant: game.variant, moves: game.moves, names: game.names, text: sgfText(game, game.names ?? ["a", "b"])};
})));
"""


def moves_in(text: str) -> list:
    return list(sgf.read(text, USUAL).moves)


class ThereAndBack(unittest.TestCase):
    def test_letter_by_letter(self) -> None:
        record = sgf.Record((15, 15), (RENJU, 5), tuple(points("h8i9")), ("A]nn\\", "Bob"), WHITE, sgf.RESIGNED)
        text = sgf.text_of(record)
        self.assertEqual(text, "(;FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[15]RU[renju]PB[A\\]nn\\\\]PW[Bob]RE[W+R]\n;B[hh];W[ig])\n")
        self.assertEqual(sgf.read(text, USUAL), record)

    def test_every_size_rule_and_ending(self) -> None:
        dice = random.Random(5)
        for winner, ending in ((None, None), (None, sgf.OTHER), (BLACK, sgf.TIME), (WHITE, sgf.RESIGNED), (BLACK, sgf.OTHER)):
            for rule, length in ((FREESTYLE, 5), (FREESTYLE, 3), (RENJU, 5), (CARO, 5)):
                size = dice.randrange(5, 33), dice.randrange(5, 33)
                cells = [(x, y) for x in range(size[0]) for y in range(size[1])]
                record = sgf.Record(size, (rule, length), tuple(dice.sample(cells, 20)), None, winner, ending)
                self.assertEqual(sgf.read(sgf.text_of(record), USUAL), record)

    def test_what_others_write(self) -> None:
        self.assertEqual(moves_in("\n( ;GM[4] SZ[19]\n;B[h8] ; W [ aa ])"), [(7, 7), (0, 18)])
        record = sgf.read("(;GM[4]SZ[15:14]PlayerBlack[a]PW[b\\\nc]AB[aa]AW[bb];B[cc](;W[dd];B[ee])(;W[ff](;B[aa])(;B[bb])))", USUAL)
        self.assertEqual((record.size, record.names, record.branches), ((15, 14), ("a", "bc"), 3))
        self.assertEqual(record.moves, ((0, 13), (1, 12), (2, 11), (3, 10), (4, 9)))
        bare = sgf.read("(;B[hh])", (19, 17))
        self.assertEqual((bare.size, bare.rule, bare.moves), (None, None, ((7, 9),)), "on the board that is in use")

    def test_what_is_refused(self) -> None:
        for text, words in (
                ("(;GM[1];B[aa])", "another game"), ("(;SZ[x])", "names no size"), ("(;B[aa];B[bb])", "move 2 is not of"),
                ("(;W[aa])", "move 1 is not of"), ("(;B[aa]", "cut off"), ("(;B[aa", "cut off"), ("(;B[])", "where a point belongs"),
                ("(;B[!!])", "where a point belongs"), ("(B[aa])", "where a move belongs"), ("()", "no game in it"), ("(;AB[aa][bb];W[cc])", "was set up"),
                ("(;B[aa];AW[bb])", "changes its position")):
            with self.assertRaisesRegex(ValueError, words, msg=text):
                sgf.read(text, USUAL)

    def test_whatever_is_changed_in_it(self) -> None:
        """A game or a sentence, whatever stands there."""
        text, dice = "(;FF[4]GM[4]SZ[15:14]RU[caro]PB[a\\]]RE[B+R]AB[aa]AW[cc];B[dd](;W[ee])(;W[ff]))", random.Random(9)
        for at in range(20 * len(text)):
            changed = text[:at % len(text)] + dice.choice("[]();:a4Z\\") + text[at % len(text) + 1:]
            try:
                sgf.read(changed, USUAL)
            except ValueError as error:
                self.assertTrue(str(error), changed)


@unittest.skipUnless(shutil.which("node"), "there is no node")
class LikeThePage(unittest.TestCase):
    def test_it_reads_ours_and_we_read_its(self) -> None:
        dice, records = random.Random(3), []
        for _ in range(GAMES):
            size = dice.randrange(6, 33), dice.randrange(6, 33)
            far = [(x, y) for x in range(0, size[0], 3) for y in range(0, size[1], 2)]      # nobody wins with these
            records.append(sgf.Record(size, (FREESTYLE, 5), tuple(dice.sample(far, 6)), ("Ä]n\\n", "b"), WHITE, sgf.RESIGNED))
        done = subprocess.run(["node", "--input-type=module", "-e", ASK_PAGE], cwd=ROOT / "scripts" / "page", text=True,
                              capture_output=True, input=json.dumps([sgf.text_of(record) for record in records]))
        self.assertEqual(done.returncode, 0, done.stderr)
        for record, page in zip(records, json.loads(done.stdout)):
            width = record.size[0]
            self.assertEqual([page["variant"]["width"], page["variant"]["height"]], list(record.size))
            self.assertEqual(page["moves"], [y * width + x for x, y in record.moves])
            self.assertEqual(page["names"], list(record.names))
            self.assertEqual(sgf.read(page["text"], USUAL), record)


if __name__ == "__main__":
    unittest.main()
