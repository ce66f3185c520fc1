"""Plays the games of a match, each as a task of a pool, and hands them over as they end.

A seat's engines live from game to game; one that broke a game is replaced. A game counts when it has been handed to `on_game`,
and a seat that dies takes only its current game with it, which is played again. Whoever measures time has as many games at the
same time as there are cores to spare: Python's work on one game is done in the process that plays it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterable, Mapping, Optional, TextIO

from .engine import Engine, Lost
from .game import Play
from .record import Game, Match
from .schedule import Fixture
from .seat import Program, Seat, Task
from .storage import named
from .work import Pool


@dataclass(frozen=True)
class RunOptions:
    """How games are played, beyond what decides their course."""

    restart: bool = False               # a fresh process for each game
    suspend: bool = False               # engines are stopped while it is not their turn, as the judge does
    draw_after: int = 0                 # stones; 0: never
    adjudicate: bool = False            # games end when the engines say that they are decided
    log_folder: Optional[Path] = None   # where every line of the talk with the engines is kept


class Worker:
    """The players of a match, on a seat."""

    def __init__(self, seat: Seat, match: Match, run_options: RunOptions) -> None:
        self.seat, self.match, self.run_options = seat, match, run_options
        self.log: Optional[TextIO] = None
        self.engines: dict[int, Engine] = {}

    def play(self, fixture: Fixture) -> Game:
        """OSError: there is no use in going on with the match."""
        if not self.run_options.log_folder:
            return self.game(fixture)
        path = self.run_options.log_folder / f"worker-{self.seat.index}.log"
        with named(path):
            self.log = self.log or open(path, "w", buffering=1, encoding="utf-8", errors="replace")
            return self.game(fixture)

    def game(self, fixture: Fixture) -> Game:
        players = fixture.black, fixture.white
        engines = self.engine(players[0]), self.engine(players[1])
        for engine in engines:
            engine.peak_memory = 0
        play = Play(self.match, fixture.number, players, list(fixture.opening), engines, self.run_options.draw_after,
                    self.run_options.suspend, self.run_options.adjudicate)
        game = play.run()
        self.tidy(play.broken)
        return game

    def engine(self, player: int) -> Engine:
        """That player's process. ChildProcessError if its program cannot be run: no game should be lost by that."""
        if player not in self.engines:
            name, command = self.match.players[player].name, self.match.players[player].command
            try:
                self.engines[player] = Engine(self.seat.command(command), log=self.log)
            except Lost as lost:
                raise ChildProcessError(f"{name} {lost.words}") from None
        return self.engines[player]

    def tidy(self, broken: Optional[Engine]) -> None:
        """After a game: what broke it goes, and everybody if games are to be played by fresh processes."""
        for player, engine in list(self.engines.items()):
            if engine is broken:
                self.engines.pop(player).destroy()
            elif self.run_options.restart:
                self.engines.pop(player).leave()
            elif self.run_options.suspend:
                engine.resume()

    def leave(self) -> None:
        while self.engines:
            self.engines.popitem()[1].leave()

    def destroy(self) -> None:
        while self.engines:
            self.engines.popitem()[1].destroy()


def play_game(seat: Seat, match: Match, run_options: RunOptions, fixture: Fixture) -> Game:
    """A task."""
    return seat.keep("players", (match, run_options), lambda: Worker(seat, match, run_options)).play(fixture)


def task(name: str, match: Match, run_options: RunOptions, fixture: Fixture, programs: Mapping[str, Program]) -> Task:
    return Task(name, play_game, (match, run_options, fixture), programs)


def play(pool: Pool, match: Match, run_options: RunOptions, fixtures: Iterable[Fixture], programs: Mapping[str, Program],
         on_game: Callable[[Game], bool]) -> bool:
    """Hands every game to on_game as it ends; when that returns False, no more are wanted. False if somebody stopped the match."""
    with pool.until_stopped():
        for _, game in pool.results(task("game", match, run_options, fixture, programs) for fixture in fixtures):
            if not on_game(game):
                break
    return not pool.is_stopped
