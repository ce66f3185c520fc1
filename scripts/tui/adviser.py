"""Tengen as an adviser: a hint, the value of each empty point, an analysis without limit, a review of the game.

It plays no side and can be asked about any position at any time. `want` says what is wanted, and of which position;
`attend` takes the next step. One question is out at a time; ABOUT behind it marks the end of its answer. A search
that is no longer wanted is stopped. What it finds positions to be worth is kept in `judged` as long as the game is
played on the same board.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Callable, Optional

from matches import machine
from matches.engine import STARTING_MS, Lost
from matches.game import UNLIMITED_MS, board_lines, start_command
from matches.machine import Report
from matches.referee import Point
from matches.review import NODES

from .chances import Lines, Opening, opening_of
from .game import Setup
from .live import Live, Thought
from .opponent import HANG_MS
from .players import TENGEN_COMMAND

HINT_MS = 1500
MEMORY = 128 << 20          # bytes; the players may have sessions of their own
CRASHES_MAX = 3             # in a row, before it is asked no more

LINES_MAX = 5               # of an analysis
NO_SEARCH, HINT, ANALYSIS, REVIEW = "", "hint", "analysis", "review"    # kinds of questions

SENTINEL, SENTINEL_ANSWER = "ABOUT", "name="

Moves = tuple[Point, ...]   # those that lead to a position


@dataclass(frozen=True)
class Wanted:
    """What is wanted, and of which position."""

    setup: Setup
    moves: Moves
    worth: bool = False
    openings: bool = False
    hint: bool = False
    analysis: bool = False
    lines: int = 1          # of the analysis
    review: bool = False
    game: Moves = ()        # whose positions are reviewed, but for the last where it is over

    @property
    def is_any(self) -> bool:
        return self.worth or self.openings or self.hint or self.analysis or self.review

    def is_about(self, setup: Setup, moves: Moves) -> bool:
        return (self.setup, self.moves) == (setup, moves)


@dataclass
class Advice:
    """The answers about a position; None: not known yet."""

    worth: Optional[dict[Point, int]] = None
    value: Optional[int] = None             # of the position, to the side to move, without looking ahead
    openings: Optional[list[Opening]] = None    # the best first
    opening: str = ""                       # the name of that on the board
    hint: Optional[Thought] = None
    analysis: Optional[Lines] = None
    analysis_is_over: bool = False          # it has nothing more to find


@dataclass
class Query:
    """A question that is out."""

    hear: Callable[[str], None]
    end: Callable[[], None]
    kind: str = NO_SEARCH
    moves: Moves = ()                       # the position that it is about
    lines: int = 1
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
        self.judged: dict[Moves, Report] = {}   # what positions of it are worth, to the side to move
        self.reviewed: set[Moves] = set()       # those of them that were judged by as many nodes as a review takes
        self.analysed: dict[Moves, Lines] = {}
        self.crashes = 0
        self.trouble: Optional[str] = None

    # --- for the session ---------------------------------------------------------------------------------------

    def want(self, wanted: Wanted) -> None:
        """Replaces what is wanted. Answers about the same position are kept."""
        before = self.wanted
        if before is None or before.setup != wanted.setup:
            self.judged, self.reviewed, self.analysed = {}, set(), {}
        if before is None or not before.is_about(wanted.setup, wanted.moves):
            self.advice = Advice(analysis=self.analysed.get(wanted.moves))
        elif before.lines != wanted.lines:
            self.advice.analysis_is_over = False
        if before is None or wanted.is_any and not before.is_any:
            self.crashes, self.trouble = 0, None
        if before is not None and wanted.hint and not before.hint:
            self.advice.hint = None
        self.wanted = wanted

    def move_now(self) -> None:
        """The search that is out answers now."""
        if self.is_thinking:
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
        return self.query is not None and self.query.kind != NO_SEARCH

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
        if wanted.openings and advice.openings is None:
            return self.ask_openings
        if wanted.hint and advice.hint is None:
            return self.ask_hint
        if self.next_to_review() is not None:
            return self.ask_judgement
        if wanted.analysis and not advice.analysis_is_over:
            return self.ask_analysis
        return None

    def watch(self) -> None:
        """Stops a search that is no longer wanted; a question that takes too long counts as a crash."""
        query = self.query
        if self.is_thinking and not query.was_stopped and not self.is_still_wanted(query):
            self.stop()
        if query.limit_ms is not None and time.monotonic() > query.began + (query.limit_ms + HANG_MS) / 1000:
            raise Lost("", "does not answer")

    def is_still_wanted(self, query: Query) -> bool:
        """An analysis makes room for any other question, and a review for a hint or the worth of points."""
        wanted, advice = self.wanted, self.advice
        if query.kind == HINT:
            return wanted.hint and wanted.is_about(self.setup, query.moves)
        if (wanted.worth and advice.worth is None) or (wanted.openings and advice.openings is None) or (
                wanted.hint and advice.hint is None):
            return False
        if query.kind == REVIEW:
            return wanted.setup == self.setup and query.moves == self.next_to_review()
        return (wanted.analysis and wanted.is_about(self.setup, query.moves) and query.lines == wanted.lines
                and self.next_to_review() is None)

    def next_to_review(self) -> Optional[Moves]:
        """The last position of the game that a review has not come to. One searches from the end, so that it knows what
        comes; None if nothing is left."""
        if self.wanted and self.wanted.review:
            positions = (self.wanted.game[:ply] for ply in range(len(self.wanted.game), -1, -1))
            return next((moves for moves in positions if moves not in self.reviewed), None)
        return None

    def judge(self, moves: Moves, report: Optional[Report]) -> None:
        """Keep what a position is worth, if nothing better is known."""
        known = self.judged.get(moves)
        if report and (known is None or report.is_proven or not known.is_proven and report.nodes >= known.nodes):
            self.judged[moves] = report

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

        self.ask([*self.position(self.wanted.moves), "EVAL"], Query(hear, end))

    def ask_openings(self) -> None:
        advice, found = self.advice, list[Opening]()

        def hear(line: str) -> None:
            said = machine.pairs(line, machine.KNOWN, machine.NAME) or {"kind": ""}
            if said["kind"] == machine.NAME:
                advice.opening = f"{said['opening']} ({said['code']})"
            elif said["kind"] == machine.KNOWN and (move := opening_of(said)):
                found.append(move)

        def end() -> None:
            advice.openings = found

        self.ask([*self.position(self.wanted.moves), "SHOW"], Query(hear, end))

    def ask_hint(self) -> None:
        advice, thought, moves = self.advice, Thought(), self.wanted.moves

        def hear(line: str) -> None:
            thought.hear(line)
            told = machine.report(line)
            if told and told.is_answer and told.line:
                thought.best = told.line[0]
                self.judge(moves, told)

        def end() -> None:
            advice.hint = thought

        self.thought = thought
        self.search("SEARCH", Query(hear, end, HINT, moves, limit_ms=HINT_MS))

    def ask_analysis(self) -> None:
        advice, moves, count = self.advice, self.wanted.moves, self.wanted.lines
        lines, before = Lines(count), advice.analysis

        def hear(line: str) -> None:
            if told := machine.report(line):
                lines.hear(told)
                self.judge(moves, next(iter(lines.best(1)), None))
                if before is None or before.count < count or lines.depth >= before.depth:
                    show()

        def show() -> None:
            advice.analysis = self.analysed[moves] = lines

        def end() -> None:
            if not query.was_stopped:
                advice.analysis_is_over = True
                show()

        query = Query(hear, end, ANALYSIS, moves, count, None)
        self.search(f"YXNBEST {count}", query)

    def ask_judgement(self) -> None:
        moves = self.next_to_review()
        told: list[Report] = []

        def hear(line: str) -> None:
            if (report := machine.report(line)) and report.rank == 1:
                told.append(report)

        def end() -> None:
            if told and not query.was_stopped:
                self.judge(moves, told[-1])
            if not query.was_stopped:
                self.reviewed.add(moves)

        query = Query(hear, end, REVIEW, moves, limit_ms=None)
        self.search("SEARCH", query, NODES)

    def search(self, command: str, query: Query, nodes: int = 0) -> None:
        """Without a limit of nodes, or with one."""
        limit_ms = UNLIMITED_MS if query.limit_ms is None else query.limit_ms
        self.ask([*self.position(query.moves), f"INFO timeout_turn {limit_ms}", f"INFO max_node {nodes}", command], query)

    def position(self, moves: Moves) -> list[str]:
        """What sets it up, without a question: BOARD's own lines under another name."""
        board = self.setup.board()
        board.moves = list(moves)
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
