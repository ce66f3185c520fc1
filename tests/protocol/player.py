"""A player with a clock, asked move by move, and matches of such players: what the parts of tests/protocol/endurance.py share."""

from __future__ import annotations

import os
import signal
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Iterator, Optional

from games import UNLIMITED_MS, Engine, Failed, Setting, Tally, openings
from talk import MIB, Line, Program
from waiting import Wait, core_seconds

from matches import machine
from matches.machine import Report
from matches.referee import DRAW, FREESTYLE, NORMAL, WIN, Board, Point

USUAL_MEMORY = 350 * MIB        # what tournaments allow
USUAL_SIZE, LARGEST_SIZE = (15, 15), (32, 32)
FIVE = 5
GAMES_BEFORE_OPENINGS_REPEAT = 100
LONG_TURN_MS = 600_000          # never used up
MATCH_MOVES = 40        # after so many a match clock is wound up again


@dataclass(frozen=True)
class Answer:
    """A move, and how it came about."""

    point: Point
    ms: float
    core_ms: float          # of these, spent on a core by all threads together
    limit_ms: float
    thought: Optional[Report]       # None: no iteration was completed
    denied_ms: float        # for which other processes had the cores: no fault of the engine

    @property
    def lateness_ms(self) -> float:
        return self.ms - self.limit_ms

    @property
    def own_ms(self) -> float:
        """What it would have taken with a core to begin and to end with."""
        return max(0.0, self.ms - self.denied_ms)

    @property
    def fault_ms(self) -> float:
        return self.own_ms - self.limit_ms

    @property
    def is_searched(self) -> bool:
        """There was a reason to use the time: more than one move, and nothing proven."""
        return self.thought is not None and not self.thought.is_proven

    def __str__(self) -> str:
        return (f"moved after {self.ms:.1f} ms of {self.limit_ms:.0f}, on a core for {self.core_ms:.1f}, "
                f"in want of one for {self.denied_ms:.1f}")


@dataclass
class Clock:
    """The time of one side, as a manager keeps it."""

    turn_ms: int
    match_ms: float = 0     # 0: no limit for the match
    increment_ms: float = 0
    left_ms: float = field(init=False)
    moves: int = field(init=False)

    def __post_init__(self) -> None:
        self.wind_up()

    def wind_up(self) -> None:
        self.left_ms, self.moves = self.match_ms, 0

    @property
    def limit_ms(self) -> float:
        return min(self.turn_ms, self.left_ms) if self.match_ms else self.turn_ms

    def lines(self) -> list[str]:
        left = int(self.left_ms) if self.match_ms else UNLIMITED_MS
        return [f"INFO timeout_match {int(self.match_ms)}", f"INFO time_increment {int(self.increment_ms)}",
                f"INFO time_left {left}"]

    def charge(self, ms: float) -> None:
        """After a move; after the last one of the match the next match begins."""
        self.left_ms += self.increment_ms - ms
        self.moves += 1
        if self.moves == MATCH_MOVES:
            self.wind_up()


class Player(Engine):
    """An engine with a clock, asked move by move."""

    def __init__(self, setting: Setting, clock: Clock) -> None:
        super().__init__(setting, Tally())
        self.clock = clock
        self.thought: Optional[Report] = None

    def be_born_again(self) -> None:
        """As a fresh process, which knows nothing."""
        self.destroy()
        self.program = Program(list(self.setting.engine))
        self.games, self.knows = 0, []

    def destroy(self) -> None:
        self.program.destroy()

    def ask(self, board: Board) -> Answer:
        wait = Wait(self.program)
        self.write(*self.question(board))
        return self.hear(board, wait, time.perf_counter())

    def question(self, board: Board) -> list[str]:
        return [machine.ASK, *self.clock.lines()] + super().question(board)

    def hear(self, board: Board, wait: Wait, since: float) -> Answer:
        """The move, timed from that moment on. The clock is not charged."""
        self.thought, before_ms, limit_ms = None, wait.used * 1000, self.clock.limit_ms
        move, elapsed_ms = self.hear_move(board, wait, since, limit_ms, self.clock.turn_ms)
        return Answer(move, elapsed_ms, self.core_ms() - before_ms, limit_ms, self.thought, wait.denied_seconds * 1000)

    def heed(self, chatter: Line) -> None:
        """What it says of its answer is kept."""
        told = machine.report(chatter.text)
        if told and told.is_answer and told.depth > 0:
            self.thought = told

    def stop(self) -> None:
        os.kill(self.program.process.pid, signal.SIGSTOP)
        os.waitpid(self.program.process.pid, os.WUNTRACED)

    def resume(self) -> float:
        """Let it go on; the moment of that."""
        os.kill(self.program.process.pid, signal.SIGCONT)
        return time.perf_counter()

    def core_ms(self) -> float:
        """Time on a core so far, of threads that have ended too."""
        return core_seconds(self.program.process.pid) * 1000

    def count(self, what: str) -> int:
        """How many files (fd) or threads (task) the process has."""
        return len(os.listdir(self.proc(what)))

    def proc(self, what: str) -> Path:
        return Path("/proc", str(self.program.process.pid), what)


class Match:
    """Games without end. The players are black and white; a lonely one is both."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self.setting = players[0].setting
        self.openings = cycle(openings(self.setting))
        self.begin_game()

    def begin_game(self) -> None:
        self.board = self.setting.new_board()
        for stone in next(self.openings):
            self.board.play(*stone)
        for player in self.players:
            player.new_game()

    def next_player(self) -> Player:
        """Whose move it is, in a game that still goes on."""
        if self.board.over:
            self.begin_game()
        return self.players[len(self.board.moves) % len(self.players)]

    def move(self) -> Answer:
        player = self.next_player()
        answer = self.accept(player.ask(self.board))
        player.clock.charge(answer.own_ms)      # or it would run out by what others took
        return answer

    def accept(self, answer: Answer) -> Answer:
        verdict = self.board.play(*answer.point)
        if verdict.kind not in (NORMAL, WIN, DRAW):
            raise Failed(f"broke the rules ({verdict.words})")
        return answer

    def play_game(self) -> None:
        self.move()
        while not self.board.over:
            self.move()


@dataclass(frozen=True)
class Scale:
    """How much of everything."""

    timed_moves: dict[int, int]         # by turn limit in ms
    suspensions: int                    # of each kind
    memories: tuple[int, ...]
    memory_moves: int                   # at most
    memory_nodes: int                   # for each of them, so that they fill as much however busy the machine is
    round_games: int                    # of each of the rounds of the part `growth`
    threads_turns: tuple[int, ...]      # in ms
    threads_nodes: tuple[int, ...]      # for each thread
    threads_moves: int                  # for each of these and each position, the median of which counts
    crowd_moves: int                    # with far more threads than cores, in each position


@dataclass(frozen=True)
class Finding:
    """One thing that was tried: its figures, and what is wrong with them."""

    figures: str
    faults: list[str]


@dataclass(frozen=True)
class Trial:
    """What every part is given."""

    engine: tuple[str, ...]
    seed: int
    slack_ms: int
    scale: Scale

    def setting(self, turn_ms: int, size: tuple[int, int] = USUAL_SIZE, max_memory: int = USUAL_MEMORY,
                infos: tuple[str, ...] = ()) -> Setting:
        return Setting(self.engine, FREESTYLE, size, FIVE, GAMES_BEFORE_OPENINGS_REPEAT, turn_ms, self.slack_ms,
                       max_memory, "self", self.seed, infos)


@contextmanager
def match_of(setting: Setting, *clocks: Clock) -> Iterator[Match]:
    """A match of one player for each clock; in the end they must leave quietly."""
    with ExitStack() as afterwards:
        players = []
        for clock in clocks:
            players.append(Player(setting, clock))
            afterwards.callback(players[-1].destroy)
        yield Match(players)
        for player in players:
            player.leave()
