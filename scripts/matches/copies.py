"""Games that are others again, move by move, perhaps on the board turned or mirrored: they tell nothing new.

Engines of one thread with a fixed number of nodes or plies play the same game from the same opening, and with few nodes the
same game turned from the same opening turned: Tengen does so in most games at 300 nodes, in some at 3,000, in none of 48 at
10,000. Records of older versions have such games, too. If they counted, intervals would be too narrow and an SPRT would end
too soon. Where a clock decides, a game that comes again is no copy but chance.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import Iterable

from .openings import symmetries, transformed
from .record import Game, Match
from .referee import Point

REMEMBERED = 1 << 16        # games whose form is known: more than a match has
Form = tuple[Point, ...]


def different(match: Match, games: Iterable[Game]) -> list[Game]:
    """The games that count, in the order of their numbers. A pair goes as a whole, where both its games are copies."""
    in_order = sorted(games, key=lambda game: game.number)
    if not match.is_repeatable:
        return in_order
    pairs: dict[int, list[Game]] = defaultdict(list)
    for game in in_order:
        pairs[game.pair].append(game)
    seen: set[tuple[int, int, Form]] = set()
    kept = []
    for pair in pairs.values():
        played = {(game.black, game.white, form(tuple(game.moves), match.width, match.height)) for game in pair}
        if not played <= seen or any(game.failed is not None for game in pair):
            kept += pair
        seen |= played
    return kept


@lru_cache(REMEMBERED)
def form(moves: Form, width: int, height: int) -> Form:
    """The same for a game and for all its images: the first of them in the order of their points."""
    return min(tuple(transformed(list(moves), width, height, way)) for way in range(symmetries(width, height)))
