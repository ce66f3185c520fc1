"""What Tengen finds, as it tells programs: the lines after `INFO machine 1`. protocol/README.md has the grammar and every key.

Whoever starts an engine sends ASK; an engine that doesn't know the key is silent about it or complains, and goes on
with sentences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable, Optional

from .console import decimal
from .referee import Point

ASK = "INFO machine 1"
HEAD = ["MESSAGE", "machine"]
ITERATION, ANSWER, POINT, POSITION, KNOWN, NAME = "iteration", "answer", "point", "position", "known", "name"


@dataclass(frozen=True)
class Report:
    """What an iteration found, or what the answer is worth, to the side to move."""

    is_answer: bool         # the last one of a question
    rank: int               # 1: the best move
    depth: int              # plies of the last iteration; 0: none was completed
    source: str             # "search", "book" or "static"
    value: Optional[int]    # None: a result is proven
    mate: Optional[int]     # plies until a proven win, negative: loss; None: nothing is proven
    nodes: int
    ms: int
    line: tuple[Point, ...]

    @property
    def is_proven(self) -> bool:
        return self.mate is not None


def pairs(line: str, *kinds: str) -> Optional[dict[str, str]]:
    """The keys and values of such a line, its kind under "kind"; None if it is no line of these kinds."""
    words = line.split()
    if words[:2] != HEAD or len(words) % 2 == 0 or words[2] not in kinds:
        return None
    return {"kind": words[2], **dict(zip(words[3::2], words[4::2]))}


def report(line: str) -> Optional[Report]:
    """The line as a report of a search; None if it is none, or if a key is missing or makes no sense."""
    said = pairs(line, ITERATION, ANSWER)
    if said is None:
        return None
    try:
        return Report(said["kind"] == ANSWER, decimal(said["rank"]), decimal(said["depth"]), said["source"], number(said, "value"),
                      number(said, "mate"), decimal(said["nodes"]), decimal(said["ms"]), points(said.get("pv", "")))
    except (KeyError, ValueError):
        return None


def last_report(lines: Iterable[str]) -> Optional[Report]:
    """The last report of the best move; None if there is none."""
    found = [one for line in lines if (one := report(line)) and one.rank == 1]
    return found[-1] if found else None


def number(said: dict[str, str], key: str) -> Optional[int]:
    return decimal(said[key]) if key in said else None


def points(text: str) -> tuple[Point, ...]:
    return tuple((decimal(x), decimal(y)) for x, _, y in (word.partition(",") for word in text.split(";") if word))
