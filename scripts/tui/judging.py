"""Judges the moves of a game by what positions before and after them are worth: how much of the chance of winning a move
gave away, whether it missed a win or walked into one, and what would have been better.

scripts/page/analysis/review.js judges alike, as tests/scripts/tui/test_chances.py checks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Optional

from matches.machine import Report
from matches.review import opening_length
from matches.referee import BLACK, WHITE, Point

from .chances import Value, value_of
from .game import Game

DOUBTFUL, MISTAKE = 0.1, 0.22   # of the chance of winning, given away
HARDLY = 0.05                   # who had hardly a chance left loses nothing by losing

MISSED, LOSING, BAD, UNSURE, GOOD = "misses a win", "lets the opponent win", "mistake", "doubtful", "good"
MISTAKES = (MISSED, LOSING, BAD)

Judged = Mapping[tuple[Point, ...], Report]     # positions, by the moves that lead there


@dataclass(frozen=True)
class Verdict:
    """On a move."""

    at: int                     # so many moves came before it
    colour: str
    point: Point
    words: str                  # one of those above
    before: float               # the mover's chance with the best move, 0 to 1
    after: float                # and with this one
    better: tuple[Point, ...]   # the line that Tengen would have played; empty if the move was as good

    @property
    def is_mistake(self) -> bool:
        return self.words in MISTAKES


def verdicts(game: Game, judged: Judged) -> dict[int, Verdict]:
    """Of every move that can be judged, by the number of moves before it. A given opening is nobody's."""
    opening = opening_length([move.ms for move in game.moves])
    found = {}
    for at, move in enumerate(game.moves):
        best, after = judged.get(game.points[:at]), value_at(game, judged, at + 1)
        is_given = at < opening and opening > 1     # no clock runs before a first move
        if not best or not after or is_given:
            continue
        before, given = value_of(best), value_of(best).chance - (1 - after.chance)
        words = GOOD if best.line[:1] == (move.point,) else judgement(before, after, given)
        found[at] = Verdict(at, game.colour_at(at), move.point, words, before.chance, 1 - after.chance,
                            () if words == GOOD else best.line)
    return found


def value_at(game: Game, judged: Judged, ply: int) -> Optional[Value]:
    """To the side to move after so many moves: decided by the stones, or what Tengen thought of it."""
    if ply == len(game.moves) and (ending := game.ending_by_stones):
        if ending.winner is None:
            return Value(0)
        return Value(0, 1 if ending.winner == game.colour_at(ply) else -1)
    report = judged.get(game.points[:ply])
    return value_of(report) if report else None


def judgement(before: Value, after: Value, given: float) -> str:
    """By the mover's best move, what the opponent has now, and what was given away of the chance."""
    had_win, had_lost = (before.wins_in or 0) > 0, (before.wins_in or 0) < 0
    keeps_win, loses = (after.wins_in or 0) < 0, (after.wins_in or 0) > 0
    if had_win and not keeps_win:
        return MISSED if given >= DOUBTFUL else GOOD
    if loses and not had_lost and given >= HARDLY:
        return LOSING
    return BAD if given >= MISTAKE else UNSURE if given >= DOUBTFUL else GOOD


def chances(game: Game, judged: Judged) -> tuple[Optional[float], ...]:
    """Black's, after every number of moves; None where Tengen has said nothing."""
    values = (value_at(game, judged, ply) for ply in range(len(game.moves) + 1))
    return tuple(value.chance_of_black(game.colour_at(ply)) if value else None for ply, value in enumerate(values))


def tally_words(found: dict[int, Verdict]) -> tuple[str, ...]:
    """Black: 2 mistakes, 1 doubtful"""
    words = []
    for colour, name in ((BLACK, "Black"), (WHITE, "White")):
        own = [verdict for verdict in found.values() if verdict.colour == colour]
        mistakes = sum(verdict.is_mistake for verdict in own)
        doubtful = sum(verdict.words == UNSURE for verdict in own)
        words.append(f"{name}: {mistakes} {'mistake' if mistakes == 1 else 'mistakes'}, {doubtful} doubtful")
    return tuple(words)
