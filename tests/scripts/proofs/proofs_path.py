"""Lets the tests beside this file import `proofs` and `matches` from scripts/; and proofs as trees, written and read slowly.

A node of the attacker is a list that the tests may change: [FIVE, point], [SAME, number], or [MOVE or LEMMA, point, pass
branch or None, {answer: node}].
"""

from __future__ import annotations

import gzip
import io
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Iterator

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

from proofs import names                                             # noqa: E402 (the path comes first)
from proofs.checking import Checker, Tally                           # noqa: E402
from proofs.lemmas import Lemmas                                     # noqa: E402
from proofs.stream import FIVE, LEMMA, MOVE, SAME, Stream, read_header   # noqa: E402

Node = list[Any]
VERIFY = ROOT / "scripts" / "verify"
BLACK, WHITE = "black", "white"


@dataclass(frozen=True)
class Claim:
    """The position of a proof: what its header says."""

    rule: int
    width: int
    height: int
    win: int
    black: frozenset[int] = field(default_factory=frozenset)
    white: frozenset[int] = field(default_factory=frozenset)
    attacker: str = BLACK

    @property
    def size(self) -> int:
        return self.width * self.height

    def header(self, nodes: int) -> str:
        def row(points: frozenset[int]) -> str:
            return "".join(f" {names.name(point, self.width)}" for point in sorted(points))
        return (f"TENGEN PROOF 1\nrule {self.rule}\nboard {self.width} {self.height}\nwin {self.win}\n"
                f"stones black{row(self.black)}\nstones white{row(self.white)}\nturn {self.attacker}\n"
                f"attacker {self.attacker}\nprogram a test\nnodes {nodes}\nend\n")

    def changed(self, **changes: Any) -> "Claim":
        return replace(self, **changes)


def nodes_of(node: Node) -> Iterator[Node]:
    """All nodes, in pre-order."""
    yield node
    if node[0] in (MOVE, LEMMA):
        for branch in ([node[2]] if node[2] else []) + [node[3][answer] for answer in sorted(node[3])]:
            yield from nodes_of(branch)


def number(value: int) -> bytes:
    low, more = value & 127, value >> 7
    return bytes([low | 128]) + number(more) if more else bytes([low])


def body(node: Node) -> bytes:
    kind, point, *rest = node
    text = number(kind) + number(point)
    if kind in (MOVE, LEMMA):
        branch, answers = rest
        text += number(1) + body(branch) if branch else number(0)
        text += number(len(answers)) + b"".join(number(answer) + body(answers[answer]) for answer in sorted(answers))
    return text


def text_of(claim: Claim, node: Node) -> bytes:
    """The file before it is compressed."""
    return claim.header(sum(1 for _ in nodes_of(node))).encode() + body(node)


def check(text: bytes) -> Tally:
    """What the checker says of a file; Fault if it is no proof."""
    stream = Stream(io.BytesIO(gzip.compress(text, 0)))
    header = read_header(stream)
    lemmas = Lemmas(header.width * header.height)
    try:
        return Checker(header, stream, lemmas).check()
    finally:
        lemmas.close()


def parsed(text: bytes) -> tuple[Claim, Node]:
    """The tree of a file that has been accepted."""
    stream = Stream(io.BytesIO(gzip.compress(text, 0)))
    header = read_header(stream)
    claim = Claim(header.rule, header.width, header.height, header.win, frozenset(header.stones[BLACK]),
                  frozenset(header.stones[WHITE]), header.attacker)

    def node() -> Node:
        kind, point = stream.byte(), stream.number()
        if kind in (FIVE, SAME):
            return [kind, point]
        branch = node() if stream.byte() else None
        return [kind, point, branch, {stream.number(): node() for _ in range(stream.number())}]

    return claim, node()
