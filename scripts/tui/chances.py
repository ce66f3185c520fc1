"""What a value of Tengen means in chances, and which of several lines is the best.

Values are to the side to move; what people read of them is black's chance of winning, so that they need not ask whose it is.
scripts/page/analysis/chances.js reckons the same, as tests/scripts/tui/test_chances.py checks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Optional

from matches.machine import Report, points
from matches.referee import BLACK, Point

VALUE_OF_ODDS = 180     # units of value for a factor of e in the odds of winning
SUREST = 0.99           # that an estimate can be: only what is proven is certain
DECIDED = 1_000_000     # beyond every value and every number of moves


@dataclass(frozen=True)
class Value:
    """Of a position, to the side to move."""

    score: int
    wins_in: Optional[int] = None   # moves of both sides until a proven win; negative: a proven loss

    @property
    def chance(self) -> float:
        """0 and 1 are proven."""
        if self.wins_in is not None:
            return 1.0 if self.wins_in > 0 else 0.0
        return min(SUREST, max(1 - SUREST, 1 / (1 + math.exp(-max(-DECIDED, min(self.score, DECIDED)) / VALUE_OF_ODDS))))

    def chance_of_black(self, to_move: str) -> float:
        return self.chance if to_move == BLACK else 1 - self.chance

    @property
    def rank(self) -> int:
        """Sorts values: wins, the soonest first, and losses last, the latest first."""
        if self.wins_in is None:
            return self.score
        return (DECIDED if self.wins_in > 0 else -DECIDED) - self.wins_in


@dataclass(frozen=True)
class Opening:
    """A move that the explorer of first moves knows."""

    point: Point
    value: Value
    share: int          # percent of the analysis; 0: less
    name: str           # of the opening that it begins; empty: it has none


def opening_of(said: dict[str, str]) -> Optional[Opening]:
    """Of a line for programs; None for a move that is an image of another, or that the explorer does not know."""
    if "image" in said or "value" not in said:
        return None
    value = Value(int(said["value"]), int(said["mate"]) if "mate" in said else None)
    return Opening(points(said["at"])[0], value, int(said.get("share", 0)), said.get("opening", ""))


def value_of(report: Report) -> Value:
    return Value(report.value or 0, report.mate)


def chance_words(value: Value, to_move: str) -> str:
    """Black's chance, or who wins: 63 %, B in 7"""
    chance = value.chance_of_black(to_move)
    if value.wins_in is None:
        return f"{round(100 * chance)} %"
    return f"{'B' if chance == 1 else 'W'} in {abs(value.wins_in)}"


@dataclass
class Lines:
    """The best lines that a search has reported so far, no move twice.

    A search tells its lines one by one, iteration after iteration. Until one is through, the lines of the one before stand
    for those that are missing."""

    count: int = 1                                          # that were asked for
    reports: list[Report] = field(default_factory=list)     # of the iteration that is on its way
    earlier: list[Report] = field(default_factory=list)     # of the one before

    def hear(self, report: Report) -> None:
        if report.is_answer or not report.line:
            return
        if report.rank == 1:
            self.earlier, self.reports = self.reports, []
        self.reports.append(report)

    def best(self, count: int) -> list[Report]:
        """So many at most, the best first."""
        fresh = {report.line[0] for report in self.reports}
        missing = max(0, len(self.earlier) - len(self.reports))
        found = self.reports + [report for report in self.earlier if report.line[0] not in fresh][:missing]
        return sorted(found, key=lambda report: -value_of(report).rank)[:count]

    @property
    def depth(self) -> int:
        return self.reports[-1].depth if self.reports else 0

    @property
    def last(self) -> Optional[Report]:
        """The last one that came: how far the search is."""
        return self.reports[-1] if self.reports else None
