"""Which answers several proofs refute together, by hand and against a slow count of symmetric positions."""

from __future__ import annotations

import gzip
import io
import random
import unittest

from proofs_path import Claim, text_of

from proofs.answers import Answers, Unfit, symmetries
from proofs.stream import Header, Stream, read_header

NODE = [0, 0]               # nobody reads the body here


def header(width: int, height: int, black: set[int], white: set[int], attacker: str = "black", rule: int = 0) -> Header:
    claim = Claim(rule, width, height, 3, frozenset(black), frozenset(white), attacker)
    return read_header(Stream(io.BytesIO(gzip.compress(text_of(claim, NODE), 0))))


def header_of_game(moves: list[int]) -> Header:
    stones = {"black": moves[::2], "white": moves[1::2]}
    return Header(0, 3, 3, 3, moves, stones, "black", "", 1)


def picture(size: int, black: set[int], white: set[int]) -> str:
    return "".join("X" if i in black else "O" if i in white else "." for i in range(size * size))


def images(text: str, size: int) -> set[str]:
    """The board in all its turns and mirror images."""
    seen = set()
    for _ in range(4):
        text = "".join(text[(size - 1 - x) * size + y] for y in range(size) for x in range(size))
        seen |= {text, "".join(text[y * size:(y + 1) * size][::-1] for y in range(size))}
    return seen


class AnswersTest(unittest.TestCase):
    def test_the_centre_has_a_third_as_many_kinds_of_answers(self) -> None:
        answers = Answers(["b2"])
        answers.add(header(3, 3, {4}, {0}))
        self.assertEqual(answers.refuted, {0, 2, 6, 8})
        self.assertEqual(answers.open_kinds(), [1])
        self.assertEqual(answers.summary(), "after b2: 4 of 8 answers refuted by 1 proof; open, one of each kind: b1")
        answers.add(header(3, 3, {4}, {7}))
        self.assertEqual(answers.open_kinds(), [])
        self.assertEqual(answers.summary(), "after b2: all 8 answers refuted by 2 proofs, black wins")

    def test_a_square_has_eight_symmetries_and_other_boards_four(self) -> None:
        for width, height, count in ((3, 3, 8), (4, 3, 4), (3, 4, 4)):
            maps = {tuple(map(symmetry, range(width * height))) for symmetry in symmetries(width, height)}
            self.assertEqual(len(maps), count)
            for points in maps:
                self.assertEqual(sorted(points), list(range(width * height)))

    def test_it_counts_as_a_slow_count_does(self) -> None:
        """An answer is refuted if some turn or mirror image of the board behind it was proven."""
        chance = random.Random(20261123)
        for _ in range(300):
            size = chance.choice((3, 4, 5))
            moves = chance.sample(range(size * size), chance.choice((1, 1, 2, 3)))
            stones = {"black": set(moves[::2]), "white": set(moves[1::2])}
            attacker, defender = ("black", "white") if len(moves) % 2 else ("white", "black")
            behind = {point: {**stones, defender: stones[defender] | {point}} for point in set(range(size * size)) - set(moves)}
            boards = {point: picture(size, position["black"], position["white"]) for point, position in behind.items()}
            answers, seen = Answers([f"{'abcde'[point % size]}{point // size + 1}" for point in moves]), set()
            for answer in chance.sample(sorted(behind), chance.randrange(1, 4)):
                answers.add(header(size, size, behind[answer]["black"], behind[answer]["white"], attacker))
                seen |= images(boards[answer], size)
            self.assertEqual(answers.refuted, {point for point, board in boards.items() if board in seen})
            left = {min(images(board, size)) for board in boards.values() if board not in seen}
            self.assertEqual(len(answers.open_kinds()), len(left))
            self.assertEqual({min(images(boards[point], size)) for point in answers.open_kinds()}, left)

    def test_proofs_of_later_positions_count_together(self) -> None:
        """a1 is refuted once every answer to one move against it is."""
        for moves in ([4, 0, 1], [4, 2, 1], [4, 6, 3]):             # b2 a1 b1 and its images
            answers, left = Answers(["b2"]), set(range(9)) - set(moves)
            answers.add(header(3, 3, {4}, {7}))
            for answer in left:
                self.assertEqual(answers.refuted, {1, 3, 5, 7})
                answers.add(header_of_game([*moves, answer]))
            self.assertEqual(answers.summary(), f"after b2: all 8 answers refuted by {1 + len(left)} proofs, black wins")

    def test_later_positions_are_joined_step_by_step(self) -> None:
        answers = Answers(["b2"])
        for third in set(range(9)) - {4, 0, 1, 3}:                  # b2 a1 b1 and these: all but a2
            answers.add(header_of_game([4, 0, 1, third]))
        self.assertEqual(answers.refuted, set())
        for fifth in set(range(9)) - {4, 0, 1, 3, 2}:               # b2 a1 b1 a2 c1 and these
            self.assertEqual(answers.refuted, set())
            answers.add(header_of_game([4, 0, 1, 3, 2, fifth]))
        self.assertEqual(answers.refuted, {0, 2, 6, 8})

    def test_what_does_not_belong_is_refused(self) -> None:
        answers = Answers(["b2"])
        answers.add(header(3, 3, {4}, {0}))
        for other in (header(3, 3, {0}, {4}), header(3, 3, {4, 1}, {0}), header(3, 3, {4}, {0, 1}),
                      header(3, 3, {4}, {0}, "white"), header(3, 3, {4}, set())):
            with self.assertRaisesRegex(Unfit, "of no answer to b2"):
                answers.add(other)
        for other in (header(4, 3, {4}, {0}), header(3, 3, {4}, {0}, rule=1)):
            with self.assertRaisesRegex(Unfit, "different rules or boards"):
                answers.add(other)
        for words in ("", "d1", "b2 b2", "hello"):
            with self.assertRaisesRegex(Unfit, "are no moves on 3x3"):
                Answers(words.split()).add(header(3, 3, {4}, {0}))
        self.assertEqual(answers.refuted, {0, 2, 6, 8})


if __name__ == "__main__":
    unittest.main()
