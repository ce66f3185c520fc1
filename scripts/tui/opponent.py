"""An engine that plays one side.

`ask` sends it a position to move in; `drop` stops it and discards its answer. Nothing waits: `attend` is called whenever
the engine may have written or time has passed, and returns the move once it is there. A process that crashes, falls
silent or answers nonsense is ended, and `trouble` says so in a sentence; `ask` starts another from the same position.

    ASLEEP      no process, or one that does not know the game
    STARTING    START was sent, its OK is awaited
    READY       knows a position, and waits
    THINKING    was asked
    STOPPING    was asked, and its answer will be discarded
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Optional

from matches import machine, opening_rules
from matches.engine import MOVE, NO_ANSWER, STARTING_MS, Lost, shown
from matches.game import UNLIMITED_MS, board_lines, info_before, start_command
from matches.referee import Board, Point

from .game import Game, Refused, Setup
from .live import Live, Thought
from .players import Player

ASLEEP, STARTING, READY, THINKING, STOPPING = "asleep", "starting", "ready", "thinking", "stopping"

HANG_MS = 10_000        # beyond its time, and it counts as hanging
STOP_MS = 3_000         # to give up a question that was dropped; then the process is ended
COMPLAINTS = ("ERROR", "UNKNOWN")

STOP = {True: ["YXSTOP"], False: ["INFO timeout_turn 0", "YXSTOP"]}     # for Tengen, and for any other: one will do


@dataclass(frozen=True)
class Answer:
    move: Optional[Point]   # None: a decision of the opening
    ms: int
    thought: Thought        # behind it
    decision: Optional[opening_rules.Answer] = None


class Opponent:
    def __init__(self, player: Player, setup: Setup) -> None:
        self.player, self.setup = player, setup
        self.process: Optional[Live] = None
        self.state = ASLEEP
        self.known: list[Point] = []            # the moves that the process has on its board
        self.question: Optional[Game] = None    # the game that it shall move in
        self.opening: Optional[opening_rules.Opening] = None    # it shall do the next step of that instead
        self.was_opening = False                # and that is what the process has been asked
        self.thought = Thought()
        self.asked_at = 0.0
        self.deadline: Optional[float] = None   # for the next thing it must say
        self.is_hurried = False
        self.complaint = ""                     # the last one about this question, to be repeated
        self.trouble: Optional[str] = None

    # --- what others ask of it ---------------------------------------------------------------------------------------

    def ask(self, game: Game, opening: Optional[opening_rules.Opening] = None) -> None:
        """It shall move in that game, as it stands now; or do the next step of its opening."""
        self.question, self.trouble, self.opening = game, None, opening
        self.thought, self.asked_at, self.is_hurried, self.complaint = Thought(), now(), False, ""
        self.try_to(self.go_on)

    def drop(self) -> None:
        """It shall not move after all."""
        self.question = None
        if self.state == THINKING:
            self.enter(STOPPING, STOP_MS)
            self.try_to(self.stop)

    def move_now(self) -> None:
        """It shall move at once, if it knows how to; or as soon as it has been asked."""
        if self.is_asked and not self.is_hurried:
            self.is_hurried = True
            if self.state == THINKING:
                self.try_to(self.stop_hurried)

    def stop_hurried(self) -> None:
        self.deadline = self.deadline or now() + HANG_MS / 1000
        self.stop()

    def attend(self) -> Optional[Answer]:
        """Hear what it said, and look at the clock. The move, if it has come."""
        answer = None
        for line in self.try_to(self.process.hear) or [] if self.process else []:
            answer = self.hear(line) or answer
        if self.process and self.process.outbox:
            self.try_to(self.process.flush)
        if self.deadline is not None and now() > self.deadline:
            self.be_late()
        return answer

    def close(self, is_patient: bool = False) -> None:
        """End the process; a patient one lets it say goodbye."""
        if self.process:
            self.process.leave() if is_patient else self.process.destroy()
        self.process, self.known = None, []
        self.enter(ASLEEP)

    @property
    def is_asked(self) -> bool:
        return self.question is not None

    @property
    def seconds(self) -> float:
        """Since it was asked."""
        return now() - self.asked_at

    # --- the conversation --------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """The next step towards an answer, if nothing is waited for."""
        if self.question is None or self.state in (STARTING, THINKING, STOPPING):
            return
        if self.state == ASLEEP or (self.known and not self.question.board.moves):
            self.start()
        else:
            self.put_question(self.question.board)

    def start(self) -> None:
        if self.process is None:
            self.process = Live(self.player.command)
        board = self.setup.board()
        self.process.write([*info_before(board), start_command(board)])
        self.known = []
        self.enter(STARTING, STARTING_MS)

    def put_question(self, board: Board) -> None:
        limit_ms = self.player.strength.limit_ms
        turn_ms = self.player.strength.info_for(self.player)["timeout_turn"]    # after move_now the engine has another
        self.process.write([f"INFO timeout_turn {turn_ms}", f"INFO time_left {UNLIMITED_MS}",
                            *(opening_rules.question(self.opening) if self.opening else question_lines(board, self.known))])
        self.known = [] if self.opening else list(board.moves)
        self.was_opening = self.opening is not None
        self.asked_at = now()
        self.enter(THINKING, None if limit_ms is None else limit_ms + HANG_MS)
        if self.is_hurried:
            self.stop_hurried()

    def settings(self) -> list[str]:
        info = {"rule": self.setup.rule, "timeout_match": 0, "game_type": 0}
        info |= self.player.strength.info_for(self.player)
        lines = [f"INFO {key} {value}" for key, value in info.items()]
        if self.player.is_tengen:
            return [*lines, machine.ASK]
        return lines

    def stop(self) -> None:
        self.process.write(STOP[self.player.is_tengen])

    def hear(self, line: str) -> Optional[Answer]:
        """What a line of its means in this state."""
        word = line.strip().upper()
        if self.state == STARTING:
            self.hear_at_start(line, word)
        elif self.state in (THINKING, STOPPING) and word:
            if not word.startswith(NO_ANSWER):
                return self.hear_answer(line)
            if self.state == THINKING:      # and not what a question that was dropped made it say
                self.hear_remark(line, word)
        return None

    def hear_remark(self, line: str, word: str) -> None:
        if word.startswith(COMPLAINTS):
            self.complaint = f"; it said {shown(line)}"
            if self.player.is_proof:
                self.fail(f"cannot go on{self.complaint}")
                return
        self.thought.hear(line)

    def hear_at_start(self, line: str, word: str) -> None:
        if word == "OK":
            self.enter(READY)
            self.try_to(lambda: self.process.write(self.settings()))
            self.try_to(self.go_on)
        elif word.startswith(COMPLAINTS):
            self.fail(f"does not play this game: it said {shown(line)}")

    def hear_answer(self, line: str) -> Optional[Answer]:
        was_dropped = self.state == STOPPING
        ms = round(self.seconds * 1000)
        self.enter(READY)
        if self.was_opening:
            return self.hear_decision(line, ms, was_dropped)
        move = MOVE.fullmatch(line)
        if not move:
            self.fail(f"talks nonsense: it said {shown(line)}")
            return None
        point = int(move[1]), int(move[2])
        self.known.append(point)
        if was_dropped or self.question is None:
            self.try_to(self.go_on)
            return None
        return self.checked(point, ms)

    def hear_decision(self, line: str, ms: int, was_dropped: bool) -> Optional[Answer]:
        """What it wants of the opening, if that can be and anybody still asks."""
        if was_dropped or self.question is None:
            self.try_to(self.go_on)
            return None
        game, opening, self.question = self.question, self.opening, None
        assert opening is not None      # it was asked about one
        decision = opening_rules.answer(line, opening)
        if not decision:
            self.fail(f"does not play {opening.rule.name}: it said {shown(line)}")
            return None
        trial = Game(game.setup, list(game.moves), game.at)
        try:
            for point in (*opening.after(decision.act).stones[len(opening.stones):], *decision.moves):
                trial.play(point)
        except (Refused, opening_rules.NotAllowed) as refused:
            self.fail(f"wants {shown(line)}: {refused}")
            return None
        return Answer(None, ms, self.thought, decision)

    def checked(self, point: Point, ms: int) -> Optional[Answer]:
        game, self.question = self.question, None
        try:
            game.check(point)
        except Refused as refused:
            self.fail(f"wants to play {game.board.name(point)}: {refused}")
            return None
        self.thought.best = point
        return Answer(point, ms, self.thought)

    # --- what goes wrong ---------------------------------------------------------------------------------------------

    def be_late(self) -> None:
        if self.state == STOPPING:      # it does not let itself be stopped: another process takes the next question
            self.close()
            self.try_to(self.go_on)
        else:
            self.fail(f"does not answer{self.complaint}" if self.state == THINKING else "does not answer START")

    def fail(self, words: str) -> None:
        """In trouble, until it is asked again."""
        self.trouble, self.question = f"{self.player.name} {words}", None
        self.close()

    def try_to(self, act):
        """What the act returns; if the process is lost there, trouble instead."""
        try:
            return act()
        except Lost as lost:
            was_wanted = self.is_asked or self.state == READY
            self.fail(lost.words) if was_wanted else self.close()
            return None

    def enter(self, state: str, patience_ms: Optional[int] = None) -> None:
        self.state = state
        self.deadline = None if patience_ms is None else now() + patience_ms / 1000


def question_lines(board: Board, known: list[Point]) -> list[str]:
    """The shortest way to ask for a move there, for a process that has those moves on its board."""
    if not board.moves:
        return ["BEGIN"]
    if board.moves[:-1] == known:
        x, y = board.moves[-1]
        return [f"TURN {x},{y}"]
    return board_lines(board)


def now() -> float:
    return time.monotonic()
