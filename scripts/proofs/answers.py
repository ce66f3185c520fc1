"""The answers to a position that several proofs refute together.

Who has a proof for the position behind every answer of the defender has one for the position before it. The symmetries of
the board turn each of these proofs into proofs of its images, and some images are other answers. So the empty board needs
35 of them on 15x15, not 224: one for each kind of answer to h8.
"""

from __future__ import annotations

from typing import Callable, Collection, Iterator, Mapping

from . import names
from .rules import BLACK, OTHER, WHITE
from .stream import Header

Symmetry = Callable[[int], int]


class Unfit(ValueError):
    """Why a proof, or the position, does not belong: a sentence."""


class Answers:
    """Those to a position whose moves are given by name, black's first. The board is that of the first proof."""

    def __init__(self, moves: list[str]) -> None:
        self.words = moves
        self.attacker = BLACK if len(moves) % 2 else WHITE
        self.stones: dict[str, set[int]] = {}
        self.refuted: set[int] = set()
        self.proofs: list[Header] = []

    def add(self, header: Header) -> None:
        """Counts what the proof refutes. Unfit if it belongs to another game or position."""
        if not self.proofs:
            self.stones = self.read_stones(header)
        elif game(header) != game(self.proofs[0]):
            raise Unfit("the proofs are of different rules or boards")
        answers = self.refuted_by(header.width, header.height, header.stones)
        if header.attacker != self.attacker or not answers:
            raise Unfit(f"the proof is of no answer to {' '.join(self.words)}")
        self.proofs.append(header)
        self.refuted |= answers

    def read_stones(self, header: Header) -> dict[str, set[int]]:
        points = [names.number(word, header.width, header.height) for word in self.words]
        stones = {BLACK: set(points[::2]), WHITE: set(points[1::2])}
        if not points or None in points or len(stones[BLACK] | stones[WHITE]) < len(points):
            raise Unfit(f"'{' '.join(self.words)}' are no moves on {header.width}x{header.height}")
        return {colour: {point for point in of if point is not None} for colour, of in stones.items()}

    def refuted_by(self, width: int, height: int, stones: Mapping[str, Collection[int]]) -> set[int]:
        """The answers that lead to these stones, or to their image; none if the rest is another position."""
        defender = OTHER[self.attacker]
        answers = set()
        for symmetry in symmetries(width, height):
            seen = {colour: set(map(symmetry, stones[colour])) for colour in (BLACK, WHITE)}
            more = seen[defender] - self.stones[defender]
            if len(more) == 1 and {**self.stones, defender: self.stones[defender] | more} == seen:
                answers |= more
        return answers

    def all(self) -> set[int]:
        header = self.proofs[0]
        return set(range(header.width * header.height)) - self.stones[BLACK] - self.stones[WHITE]

    def open_kinds(self) -> list[int]:
        """One of each kind of answers that are not refuted."""
        header, defender = self.proofs[0], OTHER[self.attacker]
        left, kinds = self.all() - self.refuted, []
        while left:
            kinds.append(min(left))
            behind = {**self.stones, defender: self.stones[defender] | {kinds[-1]}}
            left -= self.refuted_by(header.width, header.height, behind)
        return kinds

    def summary(self) -> str:
        """A sentence for people."""
        header, count = self.proofs[0], len(self.all())
        begin = f"after {' '.join(self.words)}:"
        proofs = f"{len(self.proofs)} proof{'s' * (len(self.proofs) > 1)}"
        if self.refuted >= self.all():
            return f"{begin} all {count} answers refuted by {proofs}, {self.attacker} wins"
        kinds = " ".join(map(header.name, self.open_kinds()))
        return f"{begin} {len(self.refuted)} of {count} answers refuted by {proofs}; open, one of each kind: {kinds}"


def game(header: Header) -> tuple[int, int, int, int]:
    return header.rule, header.width, header.height, header.win


def symmetries(width: int, height: int) -> Iterator[Symmetry]:
    """All that map the board onto itself: eight of a square, four of another board."""
    def symmetry(swap: bool, flip_x: bool, flip_y: bool) -> Symmetry:
        def moved(point: int) -> int:
            y, x = divmod(point, width)
            x, y = (y, x) if swap else (x, y)
            return (height - 1 - y if flip_y else y) * width + (width - 1 - x if flip_x else x)
        return moved

    for swap in (False, True) if width == height else (False,):
        for flip_x in (False, True):
            for flip_y in (False, True):
                yield symmetry(swap, flip_x, flip_y)
