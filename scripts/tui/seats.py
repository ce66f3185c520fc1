"""The two players and the engines that play for them: each engine is a process, which is ended when its player leaves."""

from __future__ import annotations

from typing import Iterator, Optional

from matches.referee import BLACK, OPPONENT, WHITE

from .game import Setup
from .opponent import Opponent
from .players import FULL, Player

COLOURS = (BLACK, WHITE)


class Seats:
    def __init__(self, players: dict[str, Player]) -> None:
        self.players = dict(players)
        self.opponents: dict[str, Optional[Opponent]] = {BLACK: None, WHITE: None}

    def __iter__(self) -> Iterator[Opponent]:
        """The engines that are there."""
        return (opponent for opponent in self.opponents.values() if opponent)

    @property
    def are_people(self) -> bool:
        return all(player.is_person for player in self.players.values())

    @property
    def has_person(self) -> bool:
        return any(player.is_person for player in self.players.values())

    @property
    def is_at_full_strength(self) -> bool:
        return any(player.strength == FULL and not player.is_person for player in self.players.values())

    def engine(self, colour: str, setup: Setup) -> Opponent:
        """The engine of that side, for the players as they are now and such a game."""
        player, opponent = self.players[colour], self.opponents[colour]
        if opponent is None or (opponent.player, opponent.setup) != (player, setup):
            self.dismiss(colour)
            opponent = self.opponents[colour] = Opponent(player, setup)
        return opponent

    def dismiss(self, colour: str) -> None:
        if opponent := self.opponents[colour]:
            opponent.close()
        self.opponents[colour] = None

    def take(self, players: dict[str, Player]) -> None:
        """Others play. The processes of those who leave are ended."""
        for colour in COLOURS:
            opponent = self.opponents[colour]
            if opponent and opponent.player != players[colour]:
                self.dismiss(colour)
        self.players = players

    def swap(self) -> dict[str, Player]:
        """The processes change sides; the players who go with them."""
        self.opponents = {colour: self.opponents[OPPONENT[colour]] for colour in COLOURS}
        return {colour: self.players[OPPONENT[colour]] for colour in COLOURS}

    def drop(self) -> None:
        """Nobody thinks about what is on the board any more."""
        for opponent in self:
            opponent.drop()

    def stop_pondering(self) -> None:
        """Who thinks while others are to move would think about a game that is over, for ever."""
        for opponent in self:
            if opponent.player.strength == FULL:
                opponent.close()
