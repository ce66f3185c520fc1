"""Walking through a proof: every step against the tree that it was written from; and the engine that plays it."""

from __future__ import annotations

import gzip
import io
import random
import tempfile
import unittest
from pathlib import Path

import literal
from proofs_path import FIVE, LEMMA, MOVE, SAME, Claim, Node, body, nodes_of, text_of

from proofs import tree
from proofs.player import ProofPlayer
from proofs.stream import Fault
from test_checking import proofs


class ProofFile(unittest.TestCase):
    def setUp(self) -> None:
        self.path = Path(self.enterContext(tempfile.TemporaryDirectory())) / "one.proof"
        self.addCleanup(setattr, tree, "REMEMBERED", tree.REMEMBERED)


class Walking(ProofFile):
    def proof(self, claim: Claim, node: Node) -> tree.Proof:
        self.path.write_bytes(gzip.compress(text_of(claim, node)))
        return tree.read(self.path)

    def test_every_answer_leads_to_its_branch(self) -> None:
        for remembered in (4, 4096):
            tree.REMEMBERED = remembered
            for claim, node in proofs("walks", 15):
                self.lemmas = literal.lemmas_of(node)
                self.compare(claim, self.proof(claim, node), 0, node)

    def compare(self, claim: Claim, proof: tree.Proof, at: int, node: Node) -> int:
        """The plies to the end, as the tree has them."""
        if node[0] == SAME:
            return self.compare(claim, proof, at, self.lemmas[node[1]])
        step = proof.step(at)
        self.assertEqual((step.point, step.wins), (node[1], node[0] == FIVE))
        plies = 1
        if node[0] == FIVE:
            self.assertIsNone(proof.answer(at, 0))
        else:
            for answer in range(claim.size):
                branch, place = node[3].get(answer, node[2]), proof.answer(at, answer)
                self.assertEqual(place is None, branch is None)
                if place is not None:
                    plies = max(plies, 2 + self.compare(claim, proof, place, branch))
            self.assertEqual(step.nodes, sum(1 for _ in nodes_of(node)))
        self.assertEqual(step.plies, plies)
        return plies

    def test_references(self) -> None:
        claim = Claim(0, 7, 7, 3)
        lemma: Node = [LEMMA, 1, [FIVE, 2], {2: [FIVE, 3]}]
        root: Node = [MOVE, 0, [MOVE, 9, lemma, {8: [SAME, 0]}], {5: [FIVE, 6]}]
        self.lemmas = [lemma]
        self.compare(claim, self.proof(claim, root), 0, root)

    def test_what_cannot_be_walked_through(self) -> None:
        claim = Claim(0, 4, 4, 3)
        good: Node = [MOVE, 6, [FIVE, 4], {4: [FIVE, 7]}]
        for words, text in (("ends in the middle", text_of(claim, good)[:-1]), ("something follows", text_of(claim, good) + b"\0"),
                            ("lemma 3 has not been shown", text_of(claim, [SAME, 3])),
                            ("no node begins at byte 0", text_of(claim, good)[:-len(body(good))] + b"\7\1")):
            with self.subTest(words=words), self.assertRaisesRegex(Fault, words):
                self.path.write_bytes(gzip.compress(text))
                tree.read(self.path)

    def test_bytes_at_random(self) -> None:
        """A fault, or a proof that can be walked; never anything else."""
        dice = random.Random("walked")
        start = text_of(Claim(0, 4, 4, 3), [FIVE, 0])[:-2]
        for _ in range(2000):
            self.path.write_bytes(gzip.compress(start + bytes(dice.choice((0, 1, 1, 2, 3, 4, 255)) for _ in range(12)), 0))
            try:
                tree.read(self.path)
            except Fault:
                pass


class Playing(ProofFile):
    def talk(self, *lines: str) -> list[str]:
        out = io.StringIO()
        self.path.write_bytes(gzip.compress(text_of(Claim(0, 4, 4, 3, frozenset([5]), frozenset([0])),
                                                    [MOVE, 6, [FIVE, 4], {4: [FIVE, 7]}])))
        ProofPlayer(self.path, out).hear(io.StringIO("".join(line + "\n" for line in lines)))
        return out.getvalue().splitlines()

    BOARD = ("BOARD", "1,1,1", "0,0,2", "DONE")

    def test_a_conversation(self) -> None:
        self.assertEqual(self.talk("INFO rule 0", "START 4", *self.BOARD, "TURN 0,1", "END", "START 4"),
                         ["OK", "MESSAGE depth 3 ev +M3 n 3", "2,1", "MESSAGE depth 1 ev +M1 n 1", "3,1"])
        self.assertEqual(self.talk("RECTSTART 4,4", *self.BOARD, "TURN 3,3")[-1], "0,1")

    def test_where_the_proof_has_no_answer(self) -> None:
        for words, lines in (("the proof is of a board of 4x4", ("START 15",)),
                             ("the game does not begin with the position of the proof", ("START 4", "BEGIN")),
                             ("the proof has no answer here", ("START 4", *self.BOARD, "TURN 0,1", "TURN 0,3")),
                             ("a move is no point", ("START 4", "TURN x"))):
            with self.subTest(words=words):
                self.assertEqual(self.talk(*lines)[-1], f"ERROR {words}")
                self.assertEqual(self.talk(*lines, "START 4", *self.BOARD)[-1], "2,1", "and it goes on")


if __name__ == "__main__":
    unittest.main()
