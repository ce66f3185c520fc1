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
from slow_prover import SlowProver, nearly_full, random_claim

from proofs.checking import Checker
from proofs.lemmas import Lemmas
from proofs.rules import points_of
from proofs.stream import Fault, Stream, read_header

SCALE = float(os.environ.get("TENGEN_TEST_SCALE", "1"))
EMPTY_MAX = 12              # points that the literal reading can take
PROOFS, CHANGES = int(12 * SCALE), int(44 * SCALE)      # of them, and changes of each
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


EXAMPLE = Claim(0, 4, 4, 3, points("b2", 4), points("a1", 4))
EXAMPLE_NODE: Node = [MOVE, 6, [FIVE, 4], {4: [FIVE, 7]}]


class CheckingTest(unittest.TestCase):
    def assert_proof(self, claim: Claim, node: Node) -> None:
        check(text_of(claim, node))

    def checker(self, claim: Claim, node: Node = EXAMPLE_NODE) -> Checker:
        stream = Stream(io.BytesIO(gzip.compress(text_of(claim, node), 0)))
        header = read_header(stream)
        lemmas = Lemmas(claim.size)
        self.addCleanup(lemmas.close)
        return Checker(header, stream, lemmas)

    def zone(self, claim: Claim, node: Node, passes: int) -> frozenset[int]:
        """Of a branch that so many passes lead to."""
        checker = self.checker(claim, node)
        return frozenset(points_of(checker.walk(checker.start(), passes).zone))

    def assert_fault(self, words: str, claim: Claim, node: Node) -> None:
        with self.assertRaisesRegex(Fault, words):
            check(text_of(claim, node))


# --- random proofs -------------------------------------------------------------------------------------------------------

def random_proof(dice: random.Random, claim: Claim) -> Optional[tuple[Claim, Node]]:
    if claim.size - len(claim.black | claim.white) > EMPTY_MAX:
        return None
    prover = SlowProver(claim, dice, nodes_max=SEARCH_NODES, haste=dice.choice((0.2, 0.7, 1.0)),
                        uses_passes=dice.random() < 0.9)
    moves = dice.randint(2, SEARCH_MOVES)
    node = prover.prove(moves, dice.choice((1, moves)))
    return (claim, node) if node and node[0] != FIVE and literal.fault(claim, node) != "it is won already" else None


def proofs(seed: str, count: int, claim: Callable[[random.Random], Claim] = random_claim) -> list[tuple[Claim, Node]]:
    dice = random.Random(seed)
    found: list[tuple[Claim, Node]] = []
    while len(found) < count:
        if proof := random_proof(dice, claim(dice)):
            found.append(proof)
    return found


class ProofsOfTheSlowProver(CheckingTest):
    def test_all_are_accepted_and_all_are_won(self) -> None:
        seen = {"passes": 0, "deep passes": 0, "lemmas": 0}
        for claim, node in proofs("accepted", PROOFS):
            with self.subTest(claim=claim, node=node):
                text = text_of(claim, node)
                tally = check(text)
                self.assertEqual(parsed(text), (claim, node))
                self.assertIsNone(literal.fault(claim, node))
                seen["passes"] += tally.most_passes > 0
                seen["deep passes"] += tally.most_passes > 1
                seen["lemmas"] += tally.lemmas > 0
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
        claim, root = change(dice, claim, root) if moves_of(root) else (claim, root)
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
        for claim, node in [*proofs("trees", PROOFS), *proofs("renju", PROOFS // 3, nearly_full)]:
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

class ByHand(CheckingTest):
    def test_the_example_of_the_document(self) -> None:
        self.assertEqual(body(EXAMPLE_NODE), bytes.fromhex("01 06 01 00 04 01 04 00 07"))
        self.assert_proof(EXAMPLE, EXAMPLE_NODE)
        self.assertIsNone(literal.fault(EXAMPLE, EXAMPLE_NODE))

    def test_faults_are_said_with_the_way_to_them(self) -> None:
        text = text_of(EXAMPLE, EXAMPLE_NODE)
        faults: tuple[tuple[str, Node], ...] = (
                (r"after c2: the answer a2 is in the zone of the pass, and not listed", [MOVE, 6, [FIVE, 4], {}]),
                (r"after c2: the answer b1 is missing, and not listed", [MOVE, 6, None, {4: [FIVE, 7]}]),
                (r"after c2 a2: d1 makes no row that wins", [MOVE, 6, [FIVE, 4], {4: [FIVE, 3]}]),
                (r"after c2 pass: the winning move b2 is where a stone lies", [MOVE, 6, [FIVE, 5], {4: [FIVE, 7]}]),
                (r"after c2 pass: the winning move is outside the board", [MOVE, 6, [FIVE, 16], {4: [FIVE, 7]}]),
                (r"after c2: the answer a1 is where a stone lies", [MOVE, 6, [FIVE, 4], {0: [FIVE, 7]}]),
                (r"at the root: lemma 0 has not been shown before", [SAME, 0]))
        for words, node in faults:
            with self.subTest(words=words):
                self.assert_fault(words, EXAMPLE, node)
        for words, changed in (("there is no kind 4 of node", text[:-9] + b"\4" + text[-8:]),
                               ("there is no flag 2", text[:-7] + b"\2" + text[-6:]),
                               ("after c2 a2: the answers are not in order", self.with_answers(b"\4\0\7\4\0\7")),
                               ("after c2 a2: the answers are not in order", self.with_answers(b"\x0f\0\4\4\0\7")),
                               ("something follows the proof", text + b"\0"),
                               ("the file ends in the middle", text[:-1]),
                               ("the header claims 4 nodes, and the body has 3", text.replace(b"nodes 3", b"nodes 4")),
                               ("written longer than it need be", text[:-1] + b"\x87\0"),
                               ("a number is too large", text[:-1] + b"\xff" * 10 + b"\1"),
                               ("the winning move is outside the board", text[:-1] + b"\xff" * 8 + b"\1")):
            with self.subTest(words=words), self.assertRaisesRegex(Fault, words):
                check(changed)

    @staticmethod
    def with_answers(two: bytes) -> bytes:
        """The example with two listed answers, which are these bytes."""
        text = text_of(EXAMPLE, EXAMPLE_NODE)
        return text[:-4] + b"\2" + two

    def test_a_defender_who_can_win(self) -> None:
        claim = EXAMPLE.changed(white=points("a1 b1", 4))
        self.assert_fault("after c2: the defender wins by c1", claim, EXAMPLE_NODE)

    def test_danger_is_what_unseen_stones_could_fill(self) -> None:
        """Against sets of points, window by window."""
        dice, seen = random.Random("danger"), 0
        for _ in range(60):
            claim, passes = random_claim(dice), dice.randint(1, 4)
            checker = self.checker(claim)
            position = checker.position()
            expected = SlowProver(claim, dice).danger(passes)
            found = {(point % claim.width, point // claim.width) for point in points_of(checker.danger(position, passes))}
            self.assertEqual(found, expected, (claim, passes))
            seen += bool(found)
        self.assertGreater(seen, 20)

    def test_an_answer_in_danger_must_be_listed(self) -> None:
        """White has d4 and e4: one stone that is not seen, and another, would make four."""
        claim = drawn(0, 4, """
            .......
            .......
            .......
            ...OO..
            .......
            .XX....
            .......""")
        open_three: Node = [MOVE, 7 + 3, [FIVE, 7], {7: [FIVE, 7 + 4]}]     # d2, upon which a2 and e2 win
        self.assertEqual(self.zone(claim, open_three, passes=0), points("d2 a2 e2", 7))
        self.assertEqual(self.zone(claim, open_three, passes=1), points("d2 a2 e2 b4 c4 f4 g4", 7))
        self.assert_fault("after g1: the answer a2 is in the zone of the pass", claim, [MOVE, 6, open_three, {}])

    def test_a_move_that_wins_must_say_so(self) -> None:
        claim = EXAMPLE.changed(black=points("b2 c2", 4))
        self.assert_fault("at the root: d2 wins at once, and is not said to", claim, [MOVE, 7, [FIVE, 4], {4: [FIVE, 7]}])

    def test_positions_that_are_won_already(self) -> None:
        self.assert_fault("already won", EXAMPLE.changed(black=points("b2 c2 d2", 4)), [FIVE, 4])
        self.assert_fault("already won", EXAMPLE.changed(white=points("a1 b1 c1", 4)), EXAMPLE_NODE)
        self.assert_proof(EXAMPLE.changed(rule=1, black=points("a4 b4 c4 d4 b2 c2", 4)), [FIVE, 4])     # four in a row are none

    def test_lemmas(self) -> None:
        """White answers c1 and then c4, or the other way round; four of black's rows lack one stone."""
        claim = drawn(0, 3, """
            XX.....
            .......
            .......
            XX...XX
            .......
            .......
            XX.....""")
        c1, c4, c7, e4, g2, g6, d2 = (names.number(word, 7, 7) for word in "c1 c4 c7 e4 g2 g6 d2".split())
        lemma: Node = [LEMMA, d2, [FIVE, c7], {c7: [FIVE, e4]}]

        def proof(first: Node, second: Node, passed: Node) -> Node:
            branch: Node = [MOVE, g6, [FIVE, c1], {c1: [FIVE, c4]}]
            return [MOVE, g2, branch, {c1: [MOVE, g6, passed, {c4: first}], c4: [MOVE, g6, [FIVE, c1], {c1: second}],
                                       g6: [FIVE, c7]}]

        good = proof(lemma, [SAME, 0], [FIVE, c4])
        tally = check(text_of(claim, good))
        self.assertEqual((tally.lemmas, tally.referred, tally.depth), (1, 1, 7))
        self.assert_proof(claim, proof(lemma, lemma, [FIVE, c4]))
        self.assert_fault("lemma 1 has not been shown before", claim, proof(lemma, [SAME, 1], [FIVE, c4]))
        self.assert_fault("lemma 0 has not been shown before", claim, proof(lemma, [SAME, 0], [SAME, 0]))
        self.assert_fault("lemma 0 has not been shown before", claim, proof([SAME, 0], lemma, [FIVE, c4]))
        good[3][c4][3][c7] = [SAME, 0]
        self.assert_fault("after g2 c4 g6 c7: the position is not that of lemma 0", claim, good)     # white's stones differ
        del good[3][c4][3][c7]
        good[3][g6] = [SAME, 0]
        self.assert_fault("after g2 g6: the position is not that of lemma 0", claim, good)           # and black's, too

    def test_a_row_that_an_unseen_stone_would_close(self) -> None:
        """Caro: b5 to f5 win unless white has both a5 and g5. Black can win elsewhere as well."""
        for rule in (8, 9):
            claim = drawn(rule, 5, """
                .........
                .........
                .........
                .........
                OXXX.....
                .........
                .........
                .XXXX....
                .........""")
            e5, f5, g5, f2 = (names.number(word, 9, 9) for word in "e5 f5 g5 f2".split())
            good: Node = [MOVE, e5, [FIVE, f5], {f5: [FIVE, f2], g5: [FIVE, f2]}]
            self.assert_proof(claim, good)
            self.assertIsNone(literal.fault(claim, good))
            bad: Node = [MOVE, e5, [FIVE, f5], {f5: [FIVE, f2]}]
            self.assert_fault("after e5: the answer g5 is in the zone of the pass", claim, bad)
            self.assertIsNotNone(literal.fault(claim, bad))
            self.assert_fault("f5 makes no row that wins", claim, [MOVE, e5, [FIVE, f5], {f5: [FIVE, f2], g5: [FIVE, f5]}])
            self.assert_proof(claim.changed(rule=0), bad)

    def test_how_many_unseen_stones_close_a_row(self) -> None:
        """Caro: b2 to f2 take one where white has a2 already, and two where both ends are empty; the edge closes nothing."""
        for rule in (8, 9):
            for row, five, ends, enough in (("OXXXX....", "f2", "g2", 1), (".XXXX....", "f2", "a2 g2", 2), ("XXXX.....", "e2", "", 0)):
                claim = drawn(rule, 5, "\n".join([*[9 * "."] * 7, row, 9 * "."]))
                point = names.number(five, 9, 9)
                for passes in range(4):
                    zone = points(f"{five} {ends}" if ends and passes >= enough else five, 9)
                    with self.subTest(rule=rule, row=row, passes=passes):
                        self.assertEqual(self.zone(claim, [FIVE, point], passes), zone)
                        slow = SlowProver(claim, random.Random(1)).zone_of_five((point % 9, point // 9), passes)
                        self.assertEqual({x + 9 * y for x, y in slow}, zone)

    def test_a_foul_that_an_unseen_stone_would_make(self) -> None:
        """Renju: h8 makes two threes, of which one is none as h6, its straight four, is a double-four; a white g6 allows that."""
        claim = Claim(4, 15, 15, 5, points("f8 g8 h5 h7 i6 j6 k6"), points("l6 n1 n3 n5 n7 n9"))
        black, white = (sum(1 << point for point in side) for side in (claim.black, claim.white))
        fouls = self.checker(claim).fouls
        h8, g6, a1 = (names.number(word, 15, 15) for word in "h8 g6 a1".split())
        self.assertFalse(fouls.is_foul(black, white, h8))
        self.assertTrue(fouls.is_foul(black, white | 1 << g6, h8))
        self.assertFalse(fouls.is_surely_none(black, white, h8))
        self.assert_fault("after a1 pass: h8 may be a foul", claim, [MOVE, a1, [MOVE, h8, None, {}], {}])
        self.assert_fault("after h8: the answer a1 is missing", claim, [MOVE, h8, None, {}])
        self.assert_fault("at the root: h8 is a foul", claim.changed(white=claim.white | {g6}), [MOVE, h8, None, {}])

    def test_an_answer_that_is_a_foul(self) -> None:
        """Renju: white's four is stopped by h8 alone, an overline; below a pass that is no excuse."""
        claim = Claim(4, 15, 15, 5, points("e8 f8 g8 i8 j8 h13"), points("h9 h10 h11"), WHITE)
        h8, h12, a1 = (names.number(word, 15, 15) for word in "h8 h12 a1".split())
        four: Node = [MOVE, h12, [FIVE, h8], {}]
        self.assert_proof(claim, four)
        self.assertIsNone(literal.fault(claim, four))
        self.assert_fault("the answer h8 is a foul", claim, [MOVE, h12, [FIVE, h8], {h8: [FIVE, 0]}])
        self.assert_fault("after a1 pass h12: the answer h8 is in the zone of the pass", claim, [MOVE, a1, four, {}])
        free = claim.changed(black=claim.black - {names.number("j8", 15, 15)})
        self.assert_fault("after h12: the defender wins by h8", free, four)


if __name__ == "__main__":
    unittest.main()
