"""One game between two engines: questions, clocks, and the judgement of the referee.

The referee looks at every move. A side is asked for its first move by BEGIN or BOARD and for every other by TURN, as
managers do; INFO sets the rule and the limits after START, and the time that is left before each question. Where the
match has an opening rule, the engines first put the opening and choose colours by it, as `opening_rules` has it. An
engine that loses by a fault is `broken`: the state of its process is unknown.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Callable, Optional, TypeVar

from . import adjudication, opening_rules, record
from .console import shown
from .engine import UNLIMITED_MS, Answer, Engine, Lost, Said
from .points import row
from .record import Game, Match, Ply
from .referee import BLACK, DRAW, FOUL, NORMAL, STANDARD_LENGTH, WIN, Board, Point
from .seat import Seat


Heard = TypeVar("Heard", Answer, Said)


@dataclass
class Side:
    """An engine in one game."""

    engine: Engine
    info: dict[str, str]
    turn_ms: float
    left_ms: float                  # of the match; UNLIMITED_MS if there is no limit
    knows: int = 0                  # how many moves of the game it knows
    began: bool = False             # it has been asked at least once

    @property
    def limit_ms(self) -> float:
        return max(0.0, min(self.turn_ms, self.left_ms))

    @property
    def has_match_clock(self) -> bool:
        return self.left_ms != UNLIMITED_MS


class Play:
    """A game while it is played."""

    def __init__(self, match: Match, number: int, players: tuple[int, int], opening: list[Point],
                 engines: tuple[Engine, Engine], draw_after: int = 0, suspend: bool = False,
                 adjudicate: bool = False) -> None:
        self.match, self.draw_after, self.suspend, self.adjudicate = match, draw_after, suspend, adjudicate
        self.board = Board(match.width, match.height, match.rule, match.win_length)
        self.sides = [side_of(match, player, engine) for player, engine in zip(players, engines)]
        self.broken: Optional[Engine] = None
        self.plies: list[Ply] = []
        self.game = Game(number, *players, opening, [], self.plies, record.DRAW, "", "",
                         started=datetime.now(timezone.utc).isoformat(timespec="seconds"))

    def run(self) -> Game:
        """Play it to its end."""
        began = time.perf_counter()
        for point in self.game.opening:
            if self.board.play(*point).kind != NORMAL:
                raise ValueError(f"an opening must not end the game: {row(self.game.opening)}")
        if self.start():
            if self.match.opening_rule:
                self.open_by_rule()
            while not self.game.reason:
                self.move()
        self.game.moves = list(self.board.moves)
        self.game.memory = [side.engine.peak_memory for side in self.sides]
        self.game.seconds = round(time.perf_counter() - began, 3)
        return self.game

    def start(self) -> bool:
        """START for both; false if the game ended there."""
        for index, side in enumerate(self.sides):
            try:
                side.engine.start(start_command(self.board), info_before(self.board), info_after(self.match, side))
                self.rest(side)
            except Lost as lost:
                self.lose(index, lost.reason, lost.words)
                return False
        return True

    # --- by an opening rule ------------------------------------------------------------------------------------------------

    def open_by_rule(self) -> None:
        """The engines put the opening and choose their colours; who begins has black until then."""
        opening = opening_rules.Opening(opening_rules.rules()[self.match.opening_rule], self.match.width, self.match.height)
        while opening.step and not self.game.reason:
            index = 0 if opening.step.by == BLACK else 1
            try:
                opening = self.open_step(index, opening)
            except opening_rules.NotAllowed as fault:
                self.lose(index, record.ILLEGAL, f"breaks the rule {opening.rule.name}: {fault}")
            except Lost as lost:
                self.lose(index, lost.reason, lost.words)

    def open_step(self, index: int, opening: opening_rules.Opening) -> opening_rules.Opening:
        """One step of the opening. Who takes white may move at once."""
        side = self.sides[index]
        said = self.heard(side, side.engine.ask_line, opening_rules.question(opening))
        answer = opening_rules.answer(said.line, opening)
        if not answer:
            raise Lost(record.GARBAGE, f"answered {shown(said.line)}")
        after = opening.after(answer.act)
        self.count_time(side, said.ply)
        for point in after.stones[len(opening.stones):]:
            self.board.play(*point)
        self.game.opening = list(self.board.moves)
        if after.is_swapped != opening.is_swapped:
            self.sides.reverse()
            self.game.black, self.game.white = self.game.white, self.game.black
        for move in answer.moves:
            self.plies.append(said.ply)
            self.judge(1, move)
        return after

    # --- moves -------------------------------------------------------------------------------------------------------------

    def move(self) -> None:
        """One question and its answer."""
        index = 0 if self.board.to_move == BLACK else 1
        side = self.sides[index]
        try:
            answer = self.answer(side)
        except Lost as lost:
            self.plies.append(Ply(ms=0.0))
            self.lose(index, lost.reason, lost.words)
            return
        self.plies.append(answer.ply)
        self.count_time(side, answer.ply)
        self.judge(index, answer.move)

    def count_time(self, side: Side, ply: Ply) -> None:
        if side.has_match_clock:
            side.left_ms += self.match.increment_ms - ply.ms

    def answer(self, side: Side) -> Answer:
        answer = self.heard(side, side.engine.ask, question(self.board, side))
        side.knows, side.began = len(self.board.moves) + 1, True
        return answer

    def heard(self, side: Side, ask: Callable[[list[str], float, float], Heard], lines: list[str]) -> Heard:
        """What it answers, within its time and memory."""
        if self.suspend:
            side.engine.resume()
        answer = ask([f"INFO time_left {round(side.left_ms)}", *lines], side.limit_ms, self.match.tolerance_ms)
        if 0 < self.match.max_memory < side.engine.peak_memory:
            raise Lost(record.MEMORY, f"uses {side.engine.peak_memory} bytes of {self.match.max_memory}")
        self.rest(side)
        return answer

    def rest(self, side: Side) -> None:
        if self.suspend:
            side.engine.suspend()

    def judge(self, index: int, move: Point) -> None:
        """What the move makes of the game."""
        colour = self.board.to_move
        verdict = self.board.play(*move)
        if verdict.kind == WIN:
            self.game.winning = self.board.winning_cells(move, colour)
            self.end(record.WIN if index == 0 else record.LOSS, record.FIVE, verdict.words)
        elif verdict.kind == DRAW:
            self.end(record.DRAW, record.FULL_BOARD, verdict.words)
        elif verdict.kind == FOUL:
            self.lose_by_foul(index, verdict.words)
        elif verdict.kind != NORMAL:
            self.lose(index, record.ILLEGAL, verdict.words)
        elif 0 < self.draw_after <= len(self.board.moves):
            self.end(record.DRAW, record.AGREED, f"{self.draw_after} stones are on the board")
        elif self.adjudicate:
            self.end_if_decided(index)

    def end_if_decided(self, index: int) -> None:
        verdict = adjudication.verdict(self.plies, len(self.board.moves), self.match.width * self.match.height)
        if verdict == 0:
            self.end(record.DRAW, record.AGREED, "both sides call it even")
        elif verdict is not None:
            black_wins = (verdict > 0) == (index == 0)
            name = self.match.players[self.game.black if black_wins else self.game.white].name
            self.end(record.WIN if black_wins else record.LOSS, record.DECIDED, f"{name} has proven a win")

    def lose_by_foul(self, index: int, words: str) -> None:
        """Nobody is to blame for a foul when every move is one."""
        self.board.over = False
        if self.board.has_legal_move():
            self.lose(index, record.FOUL, words)
        else:
            self.end(record.LOSS, record.NO_LEGAL_MOVE, "black has nothing but forbidden moves")

    def lose(self, index: int, reason: str, words: str) -> None:
        if reason not in (record.FOUL, record.ILLEGAL):
            self.broken = self.sides[index].engine
        name = self.match.players[(self.game.black, self.game.white)[index]].name
        self.end(record.LOSS if index == 0 else record.WIN, reason, f"{name} {words}")

    def end(self, score: float, reason: str, words: str) -> None:
        self.game.score, self.game.reason, self.game.words = score, reason, words


def demand_start(seat: Seat, match: Match) -> None:
    """Starts every engine once on this board and ends it; a task. ValueError says which one cannot play, and why."""
    board = Board(match.width, match.height, match.rule, match.win_length)
    for index, player in enumerate(match.players):
        try:
            engine = Engine(seat.command(player.command))
            try:
                after = info_after(match, side_of(match, index, engine))
                engine.start(start_command(board), info_before(board), after)
            finally:
                engine.leave()
        except Lost as lost:
            raise ValueError(f"{player.name} ({shown(player.command)}) {lost.words}") from None


def side_of(match: Match, player: int, engine: Engine) -> Side:
    turn, left = (UNLIMITED_MS if ms is None else ms for ms in match.clocks(player))
    return Side(engine, match.players[player].info, turn, left)


# --- what is sent to engines -----------------------------------------------------------------------------------------------

def start_command(board: Board) -> str:
    return f"START {board.width}" if board.width == board.height else f"RECTSTART {board.width},{board.height}"


def info_before(board: Board) -> list[str]:
    """Tengen and others take the length of a row from the next START on; who plays five only need not be asked."""
    return [] if board.win_length == STANDARD_LENGTH else [f"INFO win_length {board.win_length}"]


def info_after(match: Match, side: Side) -> list[str]:
    """The settings of the match, with the engine's own in their place or behind them."""
    info: dict[str, Any] = {
        "rule": match.rule,
        "timeout_turn": round(side.turn_ms),
        "timeout_match": 0 if match.match_ms is None else match.match_ms,   # 0: no limit
        "max_memory": match.max_memory,
        "game_type": 1,                                                     # two engines, no tournament
        "time_increment": match.increment_ms or None,
        "max_node": match.nodes,
        "max_depth": match.depth,
        **side.info,
    }
    return [f"INFO {key} {value}" for key, value in info.items() if value is not None]


def question(board: Board, side: Side) -> list[str]:
    if side.began and side.knows == len(board.moves) - 1:
        x, y = board.moves[-1]
        return [f"TURN {x},{y}"]
    return board_lines(board) if board.moves else ["BEGIN"]


def board_lines(board: Board) -> list[str]:
    """The position for the side to move, as BOARD … DONE in the order it was played."""
    own = len(board.moves) % 2
    stones = (f"{x},{y},{1 if index % 2 == own else 2}" for index, (x, y) in enumerate(board.moves))
    return ["BOARD", *stones, "DONE"]
