"""Tengen as an adviser: a hint, the value of each empty point, an analysis without limit.

It plays no side and can be asked about any position at any time. `want` says what is wanted, and of which position;
`attend` takes the next step. One question is out at a time; ABOUT behind it marks the end of its answer. A search
that is no longer wanted is stopped.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Callable, Optional

from matches import machine
from matches.engine import STARTING_MS, Lost
from matches.game import UNLIMITED_MS, board_lines, start_command
from matches.referee import Point

from .game import Setup
from .live import Live, Thought
from .opponent import HANG_MS
from .players import TENGEN_COMMAND

HINT_MS = 1500
MEMORY = 128 << 20          # bytes; the players may have sessions of their own
CRASHES_MAX = 3             # in a row, before it is asked no more

SENTINEL, SENTINEL_ANSWER = "ABOUT", "name="


@dataclass(frozen=True)
class Wanted:
    """What is wanted, and of which position."""

    setup: Setup
    moves: tuple[Point, ...]
    worth: bool = False
    hint: bool = False
    analysis: bool = False

    @property
    def is_any(self) -> bool:
        return self.worth or self.hint or self.analysis

    def is_about(self, setup: Setup, moves: tuple[Point, ...]) -> bool:
        return (self.setup, self.moves) == (setup, moves)


@dataclass
class Advice:
    """The answers about a position; None: not known yet."""

    worth: Optional[dict[Point, int]] = None
    value: Optional[int] = None             # of the position, to the side to move, without looking ahead
    hint: Optional[Thought] = None
    analysis: Optional[Thought] = None
    analysis_is_over: bool = False          # it has nothing more to find


@dataclass
class Query:
    """A question that is out."""

    hear: Callable[[str], None]
    end: Callable[[], None]
    is_search: bool = False
    is_hint: bool = False
    limit_ms: Optional[int] = 0
    was_stopped: bool = False
    began: float = field(default_factory=time.monotonic)


class Adviser:
    def __init__(self, command: str = TENGEN_COMMAND) -> None:
        self.command = command
        self.process: Optional[Live] = None
        self.wanted: Optional[Wanted] = None
        self.advice = Advice()
        self.thought = Thought()                # of the search that is out
        self.query: Optional[Query] = None
        self.setup: Optional[Setup] = None      # the game that the process plays
        self.asked_moves: tuple[Point, ...] = ()    # and the position of the query
        self.crashes = 0
        self.trouble: Optional[str] = None

    # --- for the session ---------------------------------------------------------------------------------------

    def want(self, wanted: Wanted) -> None:
        """Replaces what is wanted. Answers about the same position are kept."""
        before = self.wanted
        if before is None or not before.is_about(wanted.setup, wanted.moves):
            self.advice = Advice()
        if before is None or wanted.is_any and not before.is_any:
            self.crashes, self.trouble = 0, None
        if before is not None and wanted.hint and not before.hint:
            self.advice.hint = None
        self.wanted = wanted

    def move_now(self) -> None:
        """The search that is out answers now."""
        if self.query and self.query.is_search:
            self.stop()

    def attend(self) -> None:
        """Reads what has come, and asks the next question."""
        try:
            if self.process:
                for line in self.process.hear():
                    self.hear(line)
                self.process.flush()
            self.take_step()
        except Lost as lost:
            self.crashes += 1
            self.trouble = f"the adviser {lost.words}"
            self.close()

    def close(self, is_patient: bool = False) -> None:
        if self.process:
            self.process.leave() if is_patient else self.process.destroy()
        self.process = self.query = self.setup = None

    @property
    def is_thinking(self) -> bool:
        return self.query is not None and self.query.is_search

    @property
    def has_more_to_say(self) -> bool:
        """Something is wanted that is not there yet, and may come."""
        return self.query is not None or self.next_question() is not None

    @property
    def seconds(self) -> float:
        """Since the search that is out was asked for."""
        return time.monotonic() - self.query.began if self.query else 0.0

    # --- the conversation --------------------------------------------------------------------------------------------

    def take_step(self) -> None:
        if self.query:
            self.watch()
        elif (question := self.next_question()) is not None:
            question()

    def next_question(self) -> Optional[Callable[[], None]]:
        """What is wanted and not known; quick questions first."""
        wanted, advice = self.wanted, self.advice
        if wanted is None or not wanted.is_any or self.crashes >= CRASHES_MAX:
            return None
        if wanted.setup != self.setup:
            return self.start
        if wanted.worth and advice.worth is None:
            return self.ask_worth
        if wanted.hint and advice.hint is None:
            return self.ask_hint
        if wanted.analysis and not advice.analysis_is_over:
            return self.ask_analysis
        return None

    def watch(self) -> None:
        """Stops a search that is no longer wanted; a question that takes too long counts as a crash."""
        query = self.query
        if query.is_search and not query.was_stopped and not self.is_still_wanted(query):
            self.stop()
        if query.limit_ms is not None and time.monotonic() > query.began + (query.limit_ms + HANG_MS) / 1000:
            raise Lost("", "does not answer")

    def is_still_wanted(self, query: Query) -> bool:
        """A hint is searched for before an analysis; an analysis makes room for any other question."""
        wanted, advice = self.wanted, self.advice
        if not wanted.is_about(self.setup, self.asked_moves):
            return False
        if query.is_hint:
            return wanted.hint
        is_first = not (wanted.worth and advice.worth is None) and not (wanted.hint and advice.hint is None)
        return wanted.analysis and is_first

    def start(self) -> None:
        """START is a question that OK answers."""
        if self.process is None:
            self.process = Live(self.command)
        board = self.wanted.setup.board()
        self.setup = self.wanted.setup
        self.ask([machine.ASK, f"INFO max_memory {MEMORY}", f"INFO win_length {self.setup.win_length}",
                  f"INFO rule {self.setup.rule}", start_command(board)],
                 Query(lambda line: None, lambda: None, limit_ms=STARTING_MS))

    def ask_worth(self) -> None:
        worth: dict[Point, int] = {}
        advice = self.advice

        def hear(line: str) -> None:
            if said := machine.pairs(line, machine.POINT, machine.POSITION):
                if said["kind"] == machine.POSITION:
                    advice.value = int(said["value"])
                else:
                    worth[machine.points(said["at"])[0]] = int(said["black"]) + int(said["white"])

        def end() -> None:
            advice.worth = worth

        self.ask([*self.position(), "EVAL"], Query(hear, end))

    def ask_hint(self) -> None:
        self.search(HINT_MS, is_hint=True)

    def ask_analysis(self) -> None:
        self.search(None, is_hint=False)

    def search(self, limit_ms: Optional[int], is_hint: bool) -> None:
        advice, thought = self.advice, Thought()

        def hear(line: str) -> None:
            thought.hear(line)
            told = machine.report(line)
            if told and told.is_answer and told.line:
                thought.best = told.line[0]
            if not is_hint and thought.line:
                advice.analysis = thought

        def end() -> None:
            if is_hint:
                advice.hint = thought
            elif not query.was_stopped:
                advice.analysis, advice.analysis_is_over = thought, True

        query = Query(hear, end, True, is_hint, limit_ms)
        self.thought = thought
        self.ask([*self.position(), f"INFO timeout_turn {UNLIMITED_MS if limit_ms is None else limit_ms}", "SEARCH"],
                 query)

    def position(self) -> list[str]:
        """What sets it up, without a question: BOARD's own lines under another name."""
        board = self.setup.board()
        board.moves = list(self.wanted.moves)
        self.asked_moves = self.wanted.moves
        return ["yxboard", *board_lines(board)[1:]]

    def ask(self, lines: list[str], query: Query) -> None:
        self.query = query
        self.process.write([*lines, SENTINEL])

    def stop(self) -> None:
        if not self.query.was_stopped:
            self.query.was_stopped, self.query.limit_ms = True, round(self.seconds * 1000)
            self.process.write(["YXSTOP"])

    def hear(self, line: str) -> None:
        if self.query is None:
            return
        if line.startswith(SENTINEL_ANSWER):
            query, self.query, self.crashes = self.query, None, 0
            query.end()
        elif line.startswith("ERROR"):
            raise Lost("", f"said {line}")
        else:
            self.query.hear(line)
