"""The pairings, openings and colours of all games of a match; they follow from its settings and seed.

Games come in pairs: 2k-1 and 2k have the same two players and the same opening, with colours swapped. In a round every
pairing plays one pair from the same opening; so every engine meets every opening as often as any other. When the openings
run out they come again turned and mirrored, which to an engine are other games. Engines that play the same game whenever they
are asked get no opening twice: the second game would be a copy, and count in the statistics as if it told something new.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations
from typing import Sequence

from . import openings
from .points import row
from .record import Game, Match

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


def shuffled(found: list[list[Point]], match: Match) -> list[list[Point]]:
    """In an order that the seed decides."""
    order = list(found)
    random.Random(f"openings {match.seed}").shuffle(order)
    return order


def fixtures(match: Match, found: list[list[Point]]) -> list[Fixture]:
    """All games of a match, in the order of their numbers. ValueError if some would be copies of others."""
    meetings = pairings(len(match.players), match.plan)
    starts = openings.images(found or [[]], match.width, match.height)
    demand_different(match, len(found), 2 * len(starts) * len(meetings))
    games = []
    for pair in range(match.games // 2):
        round_number, meeting = divmod(pair, len(meetings))
        opening = tuple(starts[round_number % len(starts)])
        first, second = meetings[meeting]
        games.append(Fixture(2 * pair + 1, first, second, opening))
        games.append(Fixture(2 * pair + 2, second, first, opening))
    return games


def demand_different(match: Match, found: int, most: int) -> None:
    """ValueError if the match has more games than that, and its engines play no other game from the same opening."""
    if match.is_repeatable and match.games > most:
        place = f"{found} openings, turned and mirrored, make" if found else "empty boards make"
        raise ValueError(f"{place} {most} different games at fixed nodes or depth, not {match.games}: all others would be "
                         "copies; ask for fewer games or give more openings")


def words(opening: Sequence[Point]) -> str:
    """An opening in a sentence."""
    return row(list(opening)) or "an empty board"


def demand_same_openings(planned: list[Fixture], played: list[Game], match: Match, place: object) -> None:
    """ValueError if a game that was played began with another opening than its number has now: a pair could be of two
    openings, and later games copies of earlier ones. By an opening rule the engines put the openings, so none is planned."""
    opening_of = {fixture.number: fixture.opening for fixture in planned}
    for game in played:
        if not match.opening_rule and tuple(game.opening) != opening_of.get(game.number, tuple(game.opening)):
            raise ValueError(f"{place} was begun with other openings, or by a version that did not turn and mirror them: game "
                             f"{game.number} has {words(game.opening)}, here {words(opening_of[game.number])}")
