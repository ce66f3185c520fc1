"""What the checker accepts is won, and what it refuses is refused with a sentence.

Proofs come from a slow prover. Whatever passes, of them and of thousands that were changed, is played literally against
every defence under the referee. TENGEN_TEST_SCALE multiplies how many are tried.
"""

from __future__ import annotations

import copy
import gzip
import io
import os
import random
import unittest
from typing import Callable, Optional

import literal
from proofs_path import (BLACK, FIVE, LEMMA, MOVE, SAME, WHITE, Claim, Node, body, check, names, nodes_of, parsed, text_of)
from slow_prover import SlowProver, random_claim

from proofs.checking import Checker
from proofs.lemmas import Lemmas
from proofs.rules import points_of
from proofs.stream import Fault, Stream, read_header

SCALE = float(os.environ.get("TENGEN_TEST_SCALE", "1"))
EMPTY_MAX = 12              # points that the literal reading can take
PROOFS, CHANGES = int(30 * SCALE), int(60 * SCALE)      # of them, and changes of each
SEARCH_NODES, SEARCH_MOVES = 250, 4


def points(text: str, width: int = 15) -> frozenset[int]:
    found = {names.number(word, width, 32) for word in text.split()}
    assert None not in found, text
    return frozenset(point for point in found if point is not None)


def drawn(rule: int, win: int, picture: str, attacker: str = BLACK) -> Claim:
    """A position from rows of . X O, row 1 last, as people see it."""
    rows = list(reversed(picture.split()))
    stones: dict[str, set[int]] = {letter: set() for letter in ".XO"}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            stones[letter].add(y * len(row) + x)
    return Claim(rule, len(rows[0]), len(rows), win, frozenset(stones["X"]), frozenset(stones["O"]), attacker)


class CheckingTest(unittest.TestCase):
    def assert_proof(self, claim: Claim, node: Node) -> None:
        check(text_of(claim, node))

    def assert_fault(self, words: str, claim: Claim, node: Node) -> None:
        with self.assertRaisesRegex(Fault, words):
            check(text_of(claim, node))


# --- random proofs -------------------------------------------------------------------------------------------------------

def random_proof(dice: random.Random, claim: Optional[Claim] = None) -> Optional[tuple[Claim, Node]]:
    claim = claim or random_claim(dice)
    if claim.size - len(claim.black | claim.white) > EMPTY_MAX:
        return None
    prover = SlowProver(claim, dice, nodes_max=SEARCH_NODES, haste=dice.choice((0.2, 0.7, 1.0)),
                        uses_passes=dice.random() < 0.9)
    node = prover.prove(dice.randint(2, SEARCH_MOVES))
    return (claim, node) if node and node[0] != FIVE and literal.fault(claim, node) != "it is won already" else None


def proofs(seed: str, count: int) -> list[tuple[Claim, Node]]:
    dice, found = random.Random(seed), []
    while len(found) < count:
        if proof := random_proof(dice):
            found.append(proof)
    return found


class ProofsOfTheSlowProver(CheckingTest):
    def test_all_are_accepted_and_all_are_won(self) -> None:
        seen = {"passes": 0, "deep passes": 0, "references": 0}
        for claim, node in proofs("accepted", PROOFS):
            with self.subTest(claim=claim, node=node):
                text = text_of(claim, node)
                tally = check(text)
                self.assertEqual(parsed(text), (claim, node))
                self.assertIsNone(literal.fault(claim, node))
                seen["passes"] += tally.most_passes > 0
                seen["deep passes"] += tally.most_passes > 1
                seen["references"] += tally.referred > 0
        self.assertTrue(all(seen.values()), seen)

    def test_the_first_player_wins_three_in_a_row_on_4x4(self) -> None:
        for rule in (0, 1, 8, 9):
            with self.subTest(rule=rule):
                claim = Claim(rule, 4, 4, 3)
                node = SlowProver(claim, random.Random(3)).prove(3)
                assert node
                self.assertEqual(check(text_of(claim, node)).depth, 5)
                self.assertIsNone(literal.fault(claim, node))


# --- changed proofs ------------------------------------------------------------------------------------------------------

Change = Callable[[random.Random, Claim, Node], tuple[Claim, Node]]


def change_point(dice: random.Random, claim: Claim, root: Node) -> tuple[Claim, Node]:
    dice.choice([*nodes_of(root)])[1] = dice.randrange(claim.size)
    return claim, root


def change_kind(dice: random.Random, claim: Claim, root: Node) -> tuple[Claim, Node]:
    node = dice.choice([*nodes_of(root)])
    node[0] = dice.choice((LEMMA, MOVE) if len(node) > 2 else (FIVE, SAME))
    return claim, root


def moves_of(root: Node) -> list[Node]:
    return [node for node in nodes_of(root) if len(node) > 2]


def drop_answer(dice: random.Random, claim: Claim, root: Node) -> tuple[Claim, Node]:
    node = dice.choice(moves_of(root))
    node[3].pop(dice.choice([*node[3], None]), None)
    return claim, root


def add_answer(dice: random.Random, claim: Claim, root: Node) -> tuple[Claim, Node]:
    node = dice.choice(moves_of(root))
    branches = [branch for branch in [node[2], *node[3].values()] if branch]
    if branches:
        node[3][dice.randrange(claim.size)] = copy.deepcopy(dice.choice(branches))
    return claim, root


def move_answer(dice: random.Random, claim: Claim, root: Node) -> tuple[Claim, Node]:
    node = dice.choice(moves_of(root))
    if node[3]:
        node[3][dice.randrange(claim.size)] = node[3].pop(dice.choice([*node[3]]))
    return claim, root


def drop_pass(dice: random.Random, claim: Claim, root: Node) -> tuple[Claim, Node]:
    dice.choice(moves_of(root))[2] = None
    return claim, root


def add_pass(dice: random.Random, claim: Claim, root: Node) -> tuple[Claim, Node]:
    """All answers share one branch, but for some."""
    node = dice.choice(moves_of(root))
    if node[3]:
        node[2] = copy.deepcopy(node[3][dice.choice([*node[3]])])
        node[3] = {answer: branch for answer, branch in node[3].items() if dice.random() < 0.5}
    return claim, root


def change_branch(dice: random.Random, claim: Claim, root: Node) -> tuple[Claim, Node]:
    """Another branch of the proof stands in place of one."""
    dice.choice([*nodes_of(root)])[:] = copy.deepcopy(dice.choice([*nodes_of(root)]))
    return claim, root


def change_stones(dice: random.Random, claim: Claim, root: Node) -> tuple[Claim, Node]:
    """The proof is said to be of another position: a stone was put, taken up, or changed its colour."""
    point = dice.randrange(claim.size)
    black, white = claim.black - {point}, claim.white - {point}
    chosen = dice.randrange(3)
    return claim.changed(black=black | {point} if chosen == 1 else black, white=white | {point} if chosen == 2 else white), root


def change_rule(dice: random.Random, claim: Claim, root: Node) -> tuple[Claim, Node]:
    return claim.changed(rule=dice.choice((0, 1, 8, 9) if claim.win < 5 else (0, 1, 4, 8, 9))), root


def change_two(dice: random.Random, claim: Claim, root: Node) -> tuple[Claim, Node]:
    for change in dice.sample(CHANGES_OF_TREES[:-1], 2):
        claim, root = change(dice, claim, root)
    return claim, root


CHANGES_OF_TREES: list[Change] = [change_point, change_kind, drop_answer, add_answer, move_answer, drop_pass, add_pass,
                                  change_branch, change_stones, change_rule, change_two]


def changed_bytes(dice: random.Random, text: bytes) -> bytes:
    """One byte is another, is gone, or is new; mostly one of the body."""
    begin = text.index(b"\nend\n") + len(b"\nend\n") if dice.random() < 0.8 else 0
    at = dice.randrange(begin, len(text))
    old = text[at]
    byte = dice.choice([dice.randrange(256), dice.randrange(20), old ^ 1 << dice.randrange(8)])
    return text[:at] + (b"", bytes([byte]), bytes([byte, old]))[dice.randrange(3)] + text[at + 1:]


class ChangedProofs(unittest.TestCase):
    def judge(self, text: bytes) -> bool:
        """Was it accepted? Then it must be a proof."""
        try:
            check(text)
        except Fault as fault:
            self.assertRegex(str(fault), r"^\S[^\n]+$")
            return False
        claim, node = parsed(text)
        if claim.size - len(claim.black | claim.white) <= EMPTY_MAX + 1:
            self.assertIsNone(literal.fault(claim, node), f"{text!r} is accepted")
        return True

    def test_bytes(self) -> None:
        dice, accepted, tried = random.Random("bytes"), 0, 0
        for claim, node in proofs("bytes", PROOFS):
            text = text_of(claim, node)
            for _ in range(CHANGES):
                changed = changed_bytes(dice, text)
                if changed != text:
                    tried += 1
                    accepted += self.judge(changed)
        self.assertLess(accepted, tried // 5, "most changes must be found")

    def test_trees(self) -> None:
        """Moves, answers and branches, zones among them; each kind of change is refused, and none is accepted wrongly."""
        dice = random.Random("trees")
        refused = dict.fromkeys(CHANGES_OF_TREES, 0)
        for claim, node in proofs("trees", PROOFS):
            for change in CHANGES_OF_TREES * (CHANGES // len(CHANGES_OF_TREES)):
                changed = change(dice, claim, copy.deepcopy(node))
                if changed != (claim, node):
                    refused[change] += not self.judge(text_of(*changed))
        self.assertGreater(min(refused.values()), 0, refused)

    def test_every_listed_answer_dropped(self) -> None:
        """Those inside the zone are missed; others may go."""
        refused = 0
        for claim, node in proofs("dropped", PROOFS):
            for place, inner in enumerate(nodes_of(node)):
                for answer in inner[3] if len(inner) > 2 else ():
                    changed = copy.deepcopy(node)
                    del [*nodes_of(changed)][place][3][answer]
                    refused += not self.judge(text_of(claim, changed))
        self.assertGreater(refused, PROOFS)


# --- made by hand --------------------------------------------------------------------------------------------------------

EXAMPLE = Claim(0, 4, 4, 3, points("b2", 4), points("a1", 4))
EXAMPLE_NODE: Node = [MOVE, 6, [FIVE, 4], {4: [FIVE, 7]}]


class ByHand(CheckingTest):
    def test_the_example_of_the_document(self) -> None:
        self.assertEqual(body(EXAMPLE_NODE), bytes.fromhex("01 06 01 00 04 01 04 00 07"))
        self.assert_proof(EXAMPLE, EXAMPLE_NODE)
        self.assertIsNone(literal.fault(EXAMPLE, EXAMPLE_NODE))

    def test_faults_are_said_with_the_way_to_them(self) -> None:
        text = text_of(EXAMPLE, EXAMPLE_NODE)
        for words, node in (
                (r"after c2: the answer a2 is in the zone of the pass, and not listed", [MOVE, 6, [FIVE, 4], {}]),
                (r"after c2: the answer b1 is missing, and not listed", [MOVE, 6, None, {4: [FIVE, 7]}]),
                (r"after c2 a2: d1 makes no row that wins", [MOVE, 6, [FIVE, 4], {4: [FIVE, 3]}]),
                (r"after c2 pass: the winning move b2 is where a stone lies", [MOVE, 6, [FIVE, 5], {4: [FIVE, 7]}]),
                (r"after c2 pass: the winning move is outside the board", [MOVE, 6, [FIVE, 16], {4: [FIVE, 7]}]),
                (r"after c2 a1: the answer a1 is where a stone lies|after c2: the answer a1", [MOVE, 6, [FIVE, 4], {0: [FIVE, 7]}]),
                (r"at the root: lemma 0 has not been shown before", [SAME, 0])):
            with self.subTest(words=words):
                self.assert_fault(words, EXAMPLE, node)
        for words, changed in (("there is no kind 4 of node", text[:-9] + b"\4" + text[-8:]),
                               ("there is no flag 2", text[:-7] + b"\2" + text[-6:]),
                               ("something follows the proof", text + b"\0"),
                               ("the file ends in the middle", text[:-1]),
                               ("the header claims 4 nodes, and the body has 3", text.replace(b"nodes 3", b"nodes 4")),
                               ("written longer than it need be", text[:-1] + b"\x87\0"),
                               ("a number is too large", text[:-1] + b"\xff" * 10 + b"\1"),
                               ("the winning move is outside the board", text[:-1] + b"\xff" * 8 + b"\1")):
            with self.subTest(words=words), self.assertRaisesRegex(Fault, words):
                check(changed)

    def test_a_defender_who_can_win(self) -> None:
        claim = EXAMPLE.changed(white=points("a1 b1", 4))
        self.assert_fault("after c2: the defender wins by c1", claim, EXAMPLE_NODE)

    def test_danger_is_what_unseen_stones_could_fill(self) -> None:
        """Against sets of points, window by window."""
        dice, seen = random.Random("danger"), 0
        for _ in range(60):
            claim, passes = random_claim(dice), dice.randint(1, 4)
            checker = checker_of(claim)
            position = checker.position()
            expected = SlowProver(claim, dice).danger(passes)
            found = {(point % claim.width, point // claim.width) for point in points_of(checker.danger(position, passes))}
            self.assertEqual(found, expected, (claim, passes))
            seen += bool(found)
        self.assertGreater(seen, 20)

    def test_an_answer_in_danger_must_be_listed(self) -> None:
        """White has d4 and e4 and passes once: with c4 or f4 unseen, the other would make four."""
        claim = drawn(0, 4, """
            .......
            .......
            .......
            ...OO..
            .......
            XX.....
            .......""")
        white_wins = points("b4 c4 f4 g4", 7)
        node: Node = [MOVE, 6, [MOVE, 7 + 2, [FIVE, 7 + 3], {7 + 3: [FIVE, 7]}], {}]     # g1, pass, c2: a2 is beside the edge
        zone = zone_of(claim, node[2], passes=1)
        self.assertLessEqual(white_wins - points("g4", 7), zone)
        self.assert_fault("is in the zone of the pass", claim, node)

    def test_a_move_that_wins_must_say_so(self) -> None:
        claim = EXAMPLE.changed(black=points("b2 c2", 4))
        self.assert_fault("at the root: d2 wins at once, and is not said to", claim, [MOVE, 7, [FIVE, 4], {4: [FIVE, 7]}])

    def test_positions_that_are_won_already(self) -> None:
        self.assert_fault("already won", EXAMPLE.changed(black=points("b2 c2 d2", 4)), [FIVE, 4])
        self.assert_fault("already won", EXAMPLE.changed(white=points("a1 b1 c1", 4)), EXAMPLE_NODE)
        self.assert_proof(EXAMPLE.changed(rule=1, black=points("a4 b4 c4 d4 b2 c2", 4)), [FIVE, 4])     # four in a row are none

    def test_lemmas(self) -> None:
        """Referred to with stones that differ, or before it is complete."""
        for claim, node in proofs("lemmas", 40):
            uses = [inner for inner in nodes_of(node) if inner[0] == SAME]
            if uses:
                break
        self.assert_proof(claim, node)
        good = uses[0][1]
        others = [other for other in range(len(literal.lemmas_of(node))) if other != good]
        for other in [*others, 99]:
            uses[0][1] = other
            self.assert_fault("the position is not that of lemma|has not been shown before", claim, node)


def checker_of(claim: Claim, node: Node = [FIVE, 0]) -> Checker:
    stream = Stream(io.BytesIO(gzip.compress(text_of(claim, node), 0)))
    header = read_header(stream)
    checker = Checker(header, stream, Lemmas(claim.size))
    return checker


def zone_of(claim: Claim, node: Node, passes: int) -> frozenset[int]:
    """Of a branch that so many passes lead to."""
    checker = checker_of(claim, node)
    return frozenset(points_of(checker.walk(checker.start(), passes).zone))


if __name__ == "__main__":
    unittest.main()
