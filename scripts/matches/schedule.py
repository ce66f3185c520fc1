"""The pairings, openings and colours of all games of a match; they follow from its settings and seed.

Games come in pairs: 2k-1 and 2k have the same two players and the same opening, with colours swapped. In a round every
pairing plays one pair from the same opening; so every engine meets every opening as often as any other.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations

from .record import Match

ROUND_ROBIN, GAUNTLET = "round-robin", "gauntlet"
Point = tuple[int, int]


@dataclass(frozen=True)
class Fixture:
    """A game that is to be played."""

    number: int                 # from 1
    black: int
    white: int
    opening: tuple[Point, ...]


def pairings(players: int, plan: str) -> list[tuple[int, int]]:
    """Everybody against everybody, or the first against all others."""
    return [pair for pair in combinations(range(players), 2) if plan == ROUND_ROBIN or pair[0] == 0]


def shuffled(openings: list[list[Point]], match: Match) -> list[list[Point]]:
    """In an order that the seed decides."""
    order = list(openings)
    random.Random(f"openings {match.seed}").shuffle(order)
    return order


def fixtures(match: Match, openings: list[list[Point]]) -> list[Fixture]:
    """All games of a match, in the order of their numbers; when the openings run out they begin again."""
    meetings = pairings(len(match.players), match.plan)
    games = []
    for pair in range(match.games // 2):
        round_number, meeting = divmod(pair, len(meetings))
        opening = tuple(openings[round_number % len(openings)]) if openings else ()
        first, second = meetings[meeting]
        games.append(Fixture(2 * pair + 1, first, second, opening))
        games.append(Fixture(2 * pair + 2, second, first, opening))
    return games
