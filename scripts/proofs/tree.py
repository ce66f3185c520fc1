"""A proof in memory, to be walked through: choose an answer, and see it refuted.

The body stays as bytes, and a place in it is an offset. One pass when it is read finds where lemmas begin, and where large branches
end, so that a step skips what lies between. Nothing is checked that is not needed to walk: scripts/verify does that.
"""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import NamedTuple, Optional

from .stream import FIVE, LEMMA, LOW, MORE, NO_PASS, PASS, SAME, Fault, Header, Stream, read_header

BODY_MAX = 1 << 30          # bytes of a body that is held in memory
REMEMBERED = 4096           # bytes of a branch from which on its extent is kept
PLIES = 2                   # a move and its answer


class Extent(NamedTuple):
    """Of a branch."""

    end: int                # offset of what follows
    plies: int              # of its longest line
    nodes: int              # of the attacker, each once


class Step(NamedTuple):
    """What the attacker does at a place."""

    point: int
    wins: bool
    plies: int              # at most so many to the end, with this move
    nodes: int              # positions of the attacker in the branch


class Proof:
    """ValueError says why a file is none."""

    def __init__(self, header: Header, body: bytes) -> None:
        self.header, self.body = header, body
        self.lemmas = array("Q")                # offsets
        self.lemma_plies = array("L")
        self.extents: dict[int, Extent] = {}
        try:
            end = self.scan(0, is_first=True).end
        except IndexError:
            raise Fault("the file ends in the middle") from None
        if end != len(body):
            raise Fault("something follows the proof")

    # --- walking -----------------------------------------------------------------------------------------------------

    def step(self, at: int) -> Step:
        """The attacker's move at that place."""
        at = self.resolved(at)
        point, _ = self.number(at + 1)
        extent = self.extent(at)
        return Step(point, self.body[at] == FIVE, extent.plies, extent.nodes)

    def answer(self, at: int, point: int) -> Optional[int]:
        """The place after the attacker's move there and that answer; None if the proof has none."""
        at = self.resolved(at)
        if self.body[at] == FIVE:
            return None
        _, at = self.number(at + 1)
        passed = None
        if self.body[at] == PASS:
            passed = at + 1
            at = self.extent(passed).end
        else:
            at += 1
        count, at = self.number(at)
        for _ in range(count):
            listed, at = self.number(at)
            if listed == point:
                return at
            at = self.extent(at).end
        return passed

    def resolved(self, at: int) -> int:
        """A reference leads to its lemma."""
        return self.lemmas[self.number(at + 1)[0]] if self.body[at] == SAME else at

    def follow(self, moves: list[int]) -> Optional[int]:
        """The place after these moves, from the position of the proof on, the attacker's first; None: the proof does not
        lead there."""
        at: Optional[int] = 0
        for move, answer in zip(moves[::2], moves[1::2]):
            if at is None or self.step(at).point != move:
                return None
            at = self.answer(at, answer)
        return None if len(moves) % 2 else at

    # --- bytes ---------------------------------------------------------------------------------------------------------

    def number(self, at: int) -> tuple[int, int]:
        """The number there, and the offset behind it."""
        value = place = 0
        while True:
            byte = self.body[at]
            at += 1
            value |= (byte & LOW) << place
            if byte < MORE:
                return value, at
            place += 7

    def extent(self, at: int) -> Extent:
        return self.extents.get(at) or self.scan(at, is_first=False)

    def scan(self, at: int, is_first: bool) -> Extent:
        """Of the branch there; the first scan, which is of all, keeps what the others need."""
        stack: list[list[int]] = []     # of moves: where they begin, answers to come (-1: a pass before), plies, nodes
        body = self.body
        while True:
            begin, kind = at, body[at]
            point, at = self.number(at + 1)
            plies, nodes = 1, 1
            if kind == SAME:
                if point >= len(self.lemmas):
                    raise Fault(f"lemma {point} has not been shown before")
                plies = self.lemma_plies[point]
            elif kind != FIVE:
                if kind > LEMMA or body[at] > PASS:
                    raise Fault(f"no node begins at byte {begin} of the body")
                left = -1
                if body[at] == NO_PASS:
                    left, at = self.number(at + 1)
                else:
                    at += 1
                stack.append([begin, left, 0, 1])
                if left < 0:
                    continue
                plies = nodes = 0
            while stack:
                frame = stack[-1]
                frame[2] = max(frame[2], plies)
                frame[3] += nodes
                if frame[1] < 0:
                    frame[1], at = self.number(at)
                if frame[1]:
                    frame[1] -= 1
                    _, at = self.number(at)
                    break
                begin, _, plies, nodes = stack.pop()
                plies += PLIES
                if is_first:
                    self.keep(begin, Extent(at, plies, nodes))
            else:
                return Extent(at, plies, nodes)

    def keep(self, begin: int, extent: Extent) -> None:
        if extent.end - begin >= REMEMBERED:
            self.extents[begin] = extent
        if self.body[begin] == LEMMA:
            self.lemmas.append(begin)
            self.lemma_plies.append(extent.plies)


def read_only_header(path: Path) -> Header:
    """What a file claims; OSError and ValueError say why it claims nothing."""
    with open(path, "rb") as file:
        return read_header(Stream(file))


def read(path: Path) -> Proof:
    """The proof of a file; OSError and ValueError say why there is none."""
    with open(path, "rb") as file:
        stream = Stream(file)
        header = read_header(stream)
        pieces, size = [], 0
        while stream.fill():
            pieces.append(stream.piece[stream.at:])
            stream.at += len(pieces[-1])
            size += len(pieces[-1])
            if size > BODY_MAX:
                raise Fault("the proof is too large to be held in memory")
    return Proof(header, b"".join(pieces))
