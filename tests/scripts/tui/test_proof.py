"""A proof on the board: it plays the side that wins, and people choose any defence."""

from __future__ import annotations

import gzip
import unittest
from pathlib import Path

from tui_path import BLACK, PERSON, WHITE, SessionTest

from tui import players
from tui.front import Request
from tui.store import read_proof

# Three in a row on 4x4, the example of scripts/proofs/README.md: black plays c2, and then a2 or d2.
HEADER = "TENGEN PROOF 1\nrule 0\nboard 4 4\nwin 3\n{}\nattacker {}\nprogram a test\nnodes 3\nend\n"
BODY = bytes.fromhex("01 06 01 00 04 01 04 00 07")


class Proofs(SessionTest):
    def proof(self, position: str = "moves b2 a1", attacker: str = "black", body: bytes = BODY) -> Path:
        path = self.folder / "win.proof"
        path.write_bytes(gzip.compress(HEADER.format(position, attacker).encode() + body))
        return path

    def load(self, path: Path) -> None:
        self.begin_game()
        self.request("load")
        self.session.handle(Request("form", "clear"))
        for letter in str(path):
            self.session.handle(Request("type", letter))
        self.session.handle(Request("accept"))

    def test_listed_and_other_answers_are_refuted(self) -> None:
        self.load(self.proof())
        self.assertIsNone(self.session.form)
        self.assertIn("win.proof: black wins", self.scene.notice)
        self.assertEqual([side.name for side in self.scene.sides], ["the proof win", "You"])
        self.wait_for_moves(3)
        self.assertEqual(self.moves, "b2a1c2")
        thought = self.scene.thoughts[0]
        self.assertEqual(thought.facts, ("depth 3", "score +M3", "3 nodes"))
        self.play("a2")
        self.wait_for(lambda: self.scene.is_over)
        self.assertEqual(self.moves, "b2a1c2a2d2")
        self.request("undo")
        self.assertEqual(self.moves, "b2a1c2", "where a person can answer otherwise")
        self.play("d4")
        self.wait_for(lambda: self.scene.is_over)
        self.assertEqual((self.moves, self.session.game.result.winner), ("b2a1c2d4a2", BLACK))

    def test_what_the_proof_does_not_answer(self) -> None:
        self.load(self.proof())
        self.wait_for_moves(3)
        self.request("undo", "undo", "undo")
        self.play("b2d4")
        self.wait_for_trouble("the proof win cannot go on; it said \"ERROR the game does not begin with the position of the proof\"")

    def test_white_and_positions_that_were_set_up(self) -> None:
        game, attacker = read_proof(self.proof("stones black a1 b3\nstones white d4\nturn white", "white"))
        self.assertEqual(([move.point for move in game.moves], attacker), ([(0, 0), (3, 3), (1, 2)], WHITE))
        with self.assertRaisesRegex(ValueError, "was set up, and is no game"):
            read_proof(self.proof("stones black a1 b3\nstones white d4\nturn black"))

    def test_files_that_are_none(self) -> None:
        path = self.folder / "other.proof"
        path.write_bytes(b"no gzip")
        self.load(path)
        self.assertIn("other.proof: no proof: the file is not compressed by gzip, as all proofs are", self.session.form.fault)
        self.session.close()
        self.load(self.proof(body=BODY[:-1]))
        self.wait_for_trouble('the proof win cannot go on; it said "ERROR the file ends in the middle"')

    def test_the_name_of_a_proof(self) -> None:
        player = players.proof_player(Path("some folder/win.proof"))
        self.assertEqual((player.name, player.is_proof, player.fault, PERSON.is_proof), ("the proof win", True, None, False))


if __name__ == "__main__":
    unittest.main()
