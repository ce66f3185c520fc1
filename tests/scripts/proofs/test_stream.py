"""Files that are cut off, damaged or nonsense: one sentence each, from the program as it is called; and the table of lemmas."""

from __future__ import annotations

import gzip
import io
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from proofs_path import FIVE, MOVE, VERIFY, Claim, Node, check, text_of

from proofs.checking import Checker
from proofs.lemmas import Lemma, Lemmas
from proofs.stream import Fault, NotAProof, Stream, read_header

FALSE, REFUSED = 1, 2
PATIENCE_S = 300
EXAMPLE = Claim(0, 4, 4, 3, frozenset([5]), frozenset([0]))
NODE: Node = [MOVE, 6, [FIVE, 4], {4: [FIVE, 7]}]
TEXT = text_of(EXAMPLE, NODE)


def read(data: bytes) -> None:
    """A file as it is on disk."""
    stream = Stream(io.BytesIO(data))
    header = read_header(stream)
    lemmas = Lemmas(header.width * header.height)
    try:
        Checker(header, stream, lemmas).check()
    finally:
        lemmas.close()


class Files(unittest.TestCase):
    def test_cut_off_anywhere(self) -> None:
        whole = gzip.compress(TEXT)
        read(whole)
        for end in range(len(whole)):
            with self.assertRaises(Fault):
                read(whole[:end])

    def test_one_bit_of_the_compressed_file(self) -> None:
        """What is accepted is what was written: gzip has a few bits that mean nothing."""
        whole, accepted = gzip.compress(TEXT), 0
        for bit in range(8 * len(whole)):
            changed = bytearray(whole)
            changed[bit // 8] ^= 1 << bit % 8
            try:
                read(bytes(changed))
            except Fault:
                continue
            self.assertEqual(gzip.decompress(changed), TEXT)
            accepted += 1
        self.assertLess(accepted, 80)

    def test_nonsense(self) -> None:
        dice = random.Random("nonsense")
        for size in (0, 1, 2, 10, 1000):
            noise = dice.randbytes(size)
            for data in (noise, gzip.compress(noise), gzip.compress(TEXT)[:-8] + noise,
                         gzip.compress(TEXT[:TEXT.index(b"end\n") + 4] + noise)):
                with self.assertRaises(Fault):
                    read(data)

    def test_a_body_without_end(self) -> None:
        """It is refused at its first fault, and not read into memory before."""
        endless = gzip.compress(TEXT[:-9] + bytes(1 << 24))
        with self.assertRaisesRegex(Fault, "at the root: the winning move a1 is where a stone lies"):
            read(endless)


class Headers(unittest.TestCase):
    def test_faults(self) -> None:
        for old, new, words in (
                ("PROOF 1", "PROOF 2", "it does not begin with TENGEN PROOF 1"),
                ("rule 0", "rule 3", "there is no rule 3"), ("rule 0", "rule x", '"x" is not 1 whole number'),
                ("rule 0", "rule 00", "whole number"), ("rule 0", "rule 0 ", "whole number"),
                ("rule 0", "rule", '"" is not 1 whole number'), ("rule 0\n", "", 'rule is expected where .* "board"'),
                ("rule 0", "rule 4", "renju is not played for 3 in a row"), ("rule 0", "rule ٣", "not ASCII"),
                ("board 4 4", "board 4", '"4" is not 2 whole numbers'), ("board 4 4", "board 2 4", "3 to 32 points"),
                ("board 4 4", "board 4 33", "3 to 32 points"), ("board 4 4", "board 4 -4", "whole numbers"),
                ("win 3", "win 6", "freestyle is not played for 6 in a row"), ("win 3", "win 5", "there is no room for 5"),
                ("black b2", "black e2", '"e2" is no point of the board'), ("black b2", "black b2 b2", "two stones"),
                ("black b2", "black a1", "two stones lie on one point"), ("black b2", "black  b2", '"" is no point'),
                ("stones white", "stones black", "neither by moves nor by stones white"),
                ("stones black", "stone black", "neither by moves nor by stones black"),
                ("turn black", "turn red", "turn is neither"), ("turn black", "turn white", "but white is to move"),
                ("attacker black", "attacker white", 'the attacker is "white", but black is to move'),
                ("nodes 3", "nodes 3.0", "whole number"), ("nodes 3", "nodes " + "9" * 5000, "whole number"),
                ("end\n", "fin\n", "header has no line end"), ("program a test", "program " + "x" * 20000, "too long")):
            with self.subTest(new=new[:40]):
                text = TEXT.decode("latin-1").replace(old, new, 1)
                self.assertNotEqual(text, TEXT.decode("latin-1"))
                with self.assertRaisesRegex(NotAProof, f"^no proof: .*{words}"):
                    check(text.encode("utf-8"))

    def test_moves(self) -> None:
        stones = b"stones black b2\nstones white a1\nturn black\n"
        check(TEXT.replace(stones, b"moves b2 a1\n"))
        for moves, words in (("b2", "but white is to move"), ("b2 b2", "two stones"), ("b2 a9", "no point"), ("b2a1", "no point")):
            with self.subTest(moves=moves), self.assertRaisesRegex(NotAProof, words):
                check(TEXT.replace(stones, f"moves {moves}\n".encode()))
        with self.assertRaisesRegex(Fault, "at the root"):
            check(TEXT.replace(stones, b"moves\n").replace(TEXT[-9:], b"\0\0"))


class CommandLine(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def call(self, *data: bytes) -> tuple[int, str, str]:
        paths = []
        for number, content in enumerate(data):
            paths.append(self.folder / f"{number}.proof")
            paths[-1].write_bytes(content)
        done = subprocess.run([sys.executable, VERIFY, *paths], capture_output=True, text=True, timeout=PATIENCE_S)
        return done.returncode, done.stdout, done.stderr

    def test_a_proof(self) -> None:
        status, said, wrong = self.call(gzip.compress(TEXT))
        self.assertEqual((status, wrong), (0, ""))
        for words in ("proven, black wins", "freestyle, 4x4, 3 in a row", "black b2; white a1; black to move", "3 plies",
                      "3 of black", "1 listed, 12 covered", "made by a test"):
            self.assertIn(words, said)

    def test_none(self) -> None:
        for status, words, data in ((FALSE, "after c2 a2: the file ends in the middle", gzip.compress(TEXT[:-1])),
                                    (REFUSED, "no proof: the file is not compressed by gzip, as all proofs are", TEXT),
                                    (FALSE, "the file is damaged: Not a gzipped file", gzip.compress(TEXT) + b"no gzip"),
                                    (REFUSED, "no proof: the file ends", b"")):
            self.assertEqual(self.call(data)[:2], (status, ""))
            self.assertRegex(self.call(data)[2], rf"^verify: \S+/0.proof: .*{words}[^\n]*\n$")

    def test_several(self) -> None:
        """All are looked at, and the worst says the status."""
        status, said, wrong = self.call(b"", gzip.compress(TEXT), gzip.compress(TEXT[:-1]))
        self.assertEqual((status, said.count("proven"), wrong.count("\n")), (REFUSED, 1, 2))


class Tables(unittest.TestCase):
    def test_lemmas_on_disk_are_those_in_memory(self) -> None:
        dice = random.Random("lemmas")
        small, large = Lemmas(225, in_memory=1000), Lemmas(225)
        added = []
        for number in range(500):
            added.append(Lemma(dice.getrandbits(225), dice.getrandbits(225), dice.getrandbits(225), dice.randrange(500)))
            for lemmas in (small, large):
                lemmas.append(added[-1])
                asked = dice.randrange(number + 1)
                self.assertEqual(lemmas.get(asked), added[asked])
        for lemmas in (small, large):
            self.assertEqual([lemmas.get(number) for number in range(502)], [*added, None, None])
            self.assertIsNone(lemmas.get(1 << 62))
            lemmas.close()


if __name__ == "__main__":
    unittest.main()
