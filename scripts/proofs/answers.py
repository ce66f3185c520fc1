"""The answers to a position that several proofs refute together.

Who has a proof for the position behind every answer of the defender has one for the position before it. The symmetries of
the board turn each of these proofs into proofs of its images, and some images are other answers. So the empty board needs
35 of them on 15x15, not 224: one for each kind of answer to h8.

A position behind an answer may itself be proven by several files: if there is one for every answer to a move of the
attacker, as in h8 i9 i7 a1, h8 i9 i7 a2 and so on, the position before that move, h8 i9, is won.
"""

from __future__ import annotations

from typing import Callable, Iterator, NamedTuple, Sequence

from . import names
from .rules import BLACK, WHITE
from .stream import Header

Symmetry = Callable[[int], int]


class Stones(NamedTuple):
    """Of a position, by number."""

    black: frozenset[int]
    white: frozenset[int]


class Unfit(ValueError):
    """Why a proof, or the position, does not belong: a sentence."""


class Kinds:
    """Positions on a board of that size, up to its symmetries."""

    def __init__(self, width: int, height: int) -> None:
        self.maps = [[symmetry(point) for point in range(width * height)] for symmetry in symmetries(width, height)]

    def images(self, stones: Stones) -> Iterator[Stones]:
        for points in self.maps:
            yield Stones(*(frozenset(points[point] for point in of) for of in stones))

    def canonical(self, stones: Stones) -> Stones:
        """The same for all images of a position."""
        return min(self.images(stones), key=lambda image: (sorted(image.black), sorted(image.white)))


class Answers:
    """Those to a position whose moves are given by name, black's first. The board is that of the first proof."""

    def __init__(self, moves: list[str]) -> None:
        self.words = moves
        self.attacker = BLACK if len(moves) % 2 else WHITE
        self.stones = Stones(frozenset(), frozenset())
        self.proofs: list[Header] = []
        self.won: set[Stones] = set()           # positions of the attacker, one for all their images
        self.games: set[tuple[int, ...]] = set()    # that lead to them

    def add(self, header: Header) -> None:
        """Counts what the proof refutes. Unfit if it belongs to another game or position."""
        if not self.proofs:
            self.stones = self.read_stones(header)
            self.kinds = Kinds(header.width, header.height)
        elif game(header) != game(self.proofs[0]):
            raise Unfit("the proofs are of different rules or boards")
        stones = Stones(frozenset(header.stones[BLACK]), frozenset(header.stones[WHITE]))
        if header.attacker != self.attacker or not self.may_lead_to(stones):
            raise Unfit(f"the proof is of no answer to {' '.join(self.words)}")
        self.proofs.append(header)
        self.won.add(self.kinds.canonical(stones))
        self.games.add(tuple(header.moves))

    def read_stones(self, header: Header) -> Stones:
        points = [names.number(word, header.width, header.height) for word in self.words]
        known = [point for point in points if point is not None]
        if not points or len(set(known)) < len(points):
            raise Unfit(f"'{' '.join(self.words)}' are no moves on {header.width}x{header.height}")
        return after(known)

    def may_lead_to(self, stones: Stones) -> bool:
        """From this position to that, or its image, by an answer and perhaps more moves of both sides."""
        more = [len(of) - len(before) for of, before in zip(stones, self.stones)]
        attacker, defender = more if self.attacker == BLACK else reversed(more)
        return attacker >= 0 and defender == attacker + 1 and any(
            all(before <= of for of, before in zip(image, self.stones)) for image in self.kinds.images(stones))

    def join(self) -> None:
        """Finds the positions that proofs win together: those in their games, the last ones first."""
        is_new = True
        while is_new:
            is_new = False
            places = {moves[:length + 1] for moves in self.games for length in range(len(self.words) + 1, len(moves) - 1, 2)}
            for moves in sorted(places, key=len, reverse=True):
                before = self.kinds.canonical(after(moves[:-1]))
                if before not in self.won and self.refuted_after(after(moves)) >= self.empty(after(moves)):
                    self.won.add(before)
                    is_new = True

    def refuted_after(self, stones: Stones) -> set[int]:
        """The answers to a position that are proven to lose."""
        return {point for point in self.empty(stones) if self.kinds.canonical(self.answered(stones, point)) in self.won}

    def answered(self, stones: Stones, point: int) -> Stones:
        black, white = stones
        return Stones(black, white | {point}) if self.attacker == BLACK else Stones(black | {point}, white)

    def empty(self, stones: Stones) -> set[int]:
        header = self.proofs[0]
        return set(range(header.width * header.height)) - stones.black - stones.white

    @property
    def refuted(self) -> set[int]:
        self.join()
        return self.refuted_after(self.stones)

    def open_kinds(self) -> list[int]:
        """One of each kind of answers that are not refuted."""
        kinds: dict[Stones, int] = {}
        for point in sorted(self.empty(self.stones) - self.refuted):
            kinds.setdefault(self.kinds.canonical(self.answered(self.stones, point)), point)
        return list(kinds.values())

    def summary(self) -> str:
        """A sentence for people."""
        header, refuted, count = self.proofs[0], self.refuted, len(self.empty(self.stones))
        begin = f"after {' '.join(self.words)}:"
        proofs = f"{len(self.proofs)} proof{'s' * (len(self.proofs) > 1)}"
        if len(refuted) == count:
            return f"{begin} all {count} answers refuted by {proofs}, {self.attacker} wins"
        kinds = " ".join(map(header.name, self.open_kinds()))
        return f"{begin} {len(refuted)} of {count} answers refuted by {proofs}; open, one of each kind: {kinds}"


def after(moves: Sequence[int]) -> Stones:
    return Stones(frozenset(moves[::2]), frozenset(moves[1::2]))


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
