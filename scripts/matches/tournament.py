"""Plays a match: gives fixtures to workers, collects games as they end, and always ends in order.

A worker is a process that plays one game at a time, so that measuring one engine's time never waits for Python's work on
another game. Its engines live from game to game; one that broke a game is replaced. A game counts when it has been handed to
`on_game`, and a worker that dies takes only its current game with it, which is played again. On Ctrl-C (or SIGTERM) workers
stop where they are, and a second one changes nothing: timeout(1) sends two. Engines die with their workers, whatever kills
those.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Callable, Optional, TextIO

from . import orphans
from .engine import Engine, Lost, die_with
from .game import Play
from .record import Game, Match
from .schedule import Fixture
from .storage import named

WORKER_DEATHS_MAX = 3       # in a row, without a game between: then something is wrong with the machine, not with a game
FAREWELL_SECONDS = 5.0

processes = multiprocessing.get_context("fork")


@dataclass(frozen=True)
class RunOptions:
    """How games are played, beyond what decides their course."""

    concurrency: int = 1
    restart: bool = False               # a fresh process for each game
    suspend: bool = False               # engines are stopped while it is not their turn, as the judge does
    draw_after: int = 0                 # stones; 0: never
    adjudicate: bool = False            # games end when the engines say that they are decided
    log_folder: Optional[Path] = None   # where every line of the talk with the engines is kept


# --- the worker's side -------------------------------------------------------------------------------------------------

class Worker:
    """Plays what it is given, in a process of its own."""

    def __init__(self, match: Match, run_options: RunOptions, index: int) -> None:
        self.match, self.run_options, self.index = match, run_options, index
        self.log: Optional[TextIO] = None
        self.engines: dict[int, Engine] = {}

    def play(self, fixture: Fixture) -> Game:
        """OSError: there is no use in going on with the match."""
        if not self.run_options.log_folder:
            return self.game(fixture)
        path = self.run_options.log_folder / f"worker-{self.index}.log"
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
                self.engines[player] = Engine(command, log=self.log)
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

    def dismiss(self) -> None:
        while self.engines:
            self.engines.popitem()[1].leave()


def stop_at_once(*_: object) -> None:
    raise SystemExit(0)


def work(match: Match, run_options: RunOptions, tasks: Connection, index: int) -> None:
    """The worker's process: games out for fixtures in, until None comes in."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)    # Ctrl-C reaches the parent, who decides
    signal.signal(signal.SIGTERM, stop_at_once)
    die_with(multiprocessing.parent_process().pid)
    worker = Worker(match, run_options, index)
    try:
        while (fixture := tasks.recv()) is not None:
            try:
                tasks.send(worker.play(fixture))
            except OSError as error:        # a full disk, a program that is gone: for the parent to say
                tasks.send(error)
        worker.dismiss()
    except (EOFError, BrokenPipeError):
        pass
    finally:
        for engine in worker.engines.values():
            engine.destroy()


# --- the parent's side -------------------------------------------------------------------------------------------------

@dataclass
class WorkerSlot:
    """A worker as the parent sees it."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection
    fixture: Optional[Fixture] = None


class Tournament:
    """`play` hands every game to on_game as it ends; when that returns False, no more games are begun."""

    def __init__(self, match: Match, run_options: RunOptions) -> None:
        self.match, self.run_options = match, run_options
        self.slots: list[WorkerSlot] = []
        self.made = self.deaths = 0

    def play(self, fixtures: list[Fixture], on_game: Callable[[Game], bool]) -> bool:
        """True if all were played, or as many as were wanted; False if somebody stopped the match.

        Whoever stopped it need not do so twice: from then on signals are ignored, so that the result so far can be shown.
        """
        waiting = deque(fixtures)
        previous = signal.signal(signal.SIGTERM, interrupt)
        try:
            self.slots = [self.slot() for _ in range(min(self.run_options.concurrency, len(waiting)))]
            for slot in self.slots:
                self.hand_out(slot, waiting)
            while any(slot.fixture for slot in self.slots):
                if not self.take_in(waiting, on_game):
                    return self.close()
            return self.close()
        except KeyboardInterrupt:
            previous = signal.SIG_IGN
            for number in signal.SIGINT, signal.SIGTERM:
                signal.signal(number, signal.SIG_IGN)
            return False
        finally:
            self.stop()
            signal.signal(signal.SIGTERM, previous)

    def slot(self) -> WorkerSlot:
        here, there = processes.Pipe()
        self.made += 1
        process = processes.Process(target=self.begin_work, args=(here, there, self.made), daemon=True)
        process.start()
        there.close()
        return WorkerSlot(process, here)

    def begin_work(self, here: Connection, there: Connection, index: int) -> None:
        """In the child: it must not keep the parent's ends open, or it would never see them close."""
        here.close()
        for slot in self.slots:
            slot.pipe.close()
        work(self.match, self.run_options, there, index)

    def hand_out(self, slot: WorkerSlot, waiting: deque[Fixture]) -> None:
        slot.fixture = waiting.popleft() if waiting else None
        if slot.fixture:
            slot.pipe.send(slot.fixture)

    def take_in(self, waiting: deque[Fixture], on_game: Callable[[Game], bool]) -> bool:
        """Wait for games to end; False if no more are wanted."""
        orphans.bury_dead()
        busy = {slot.pipe: slot for slot in self.slots if slot.fixture}
        for slot in [busy[pipe] for pipe in busy.keys() & wait(list(busy))]:
            try:
                game = slot.pipe.recv()
            except (EOFError, ConnectionError):
                self.replace(slot, waiting)
                continue
            if isinstance(game, OSError):
                raise game
            self.deaths = 0
            self.hand_out(slot, waiting)
            if not on_game(game):
                return False
        return True

    def replace(self, slot: WorkerSlot, waiting: deque[Fixture]) -> None:
        """A worker died: its game is played again by another."""
        self.deaths += 1
        if self.deaths > WORKER_DEATHS_MAX:
            raise ChildProcessError("the processes that play the games die, one after the other")
        waiting.appendleft(slot.fixture)
        slot.pipe.close()
        self.slots[self.slots.index(slot)] = successor = self.slot()
        self.hand_out(successor, waiting)

    def close(self) -> bool:
        """Let idle workers say goodbye to their engines."""
        for slot in self.slots:
            if slot.fixture is None:
                slot.pipe.send(None)
        for slot in self.slots:
            if slot.fixture is None:
                slot.process.join(FAREWELL_SECONDS)
        return True

    def stop(self) -> None:
        """Whatever still runs ends now, and its engines with it."""
        for slot in self.slots:
            slot.process.terminate()
        for slot in self.slots:
            slot.process.join(FAREWELL_SECONDS)
            slot.process.kill()
            slot.pipe.close()


def interrupt(*_: object) -> None:
    """SIGTERM is Ctrl-C by other means."""
    raise KeyboardInterrupt
