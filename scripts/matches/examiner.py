"""One engine asked about single positions, each as if it were the first: START comes before the question.

What an engine learnt from one position must not help it with the next, or the answers would depend on their order. The
limit is a time or a number of nodes; under the second the answer is the same on a busy machine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from . import console
from .engine import PATIENCE_MS, UNLIMITED_MS, Answer, Engine, Lost, command_words
from .referee import Board

TOLERANCE_MS = 10_000       # a late answer is visible by its time, and does not end the run
NAMED = re.compile(r"([\w.-]+)=(.+)", re.DOTALL)


@dataclass(frozen=True)
class Limit:
    """What an engine may spend on an answer: one of the two."""

    turn_ms: Optional[int] = None
    nodes: Optional[int] = None

    def info(self) -> list[str]:
        nodes = [f"max_node {self.nodes}"] if self.nodes else []
        return [f"timeout_turn {self.turn_ms or UNLIMITED_MS}", *nodes]

    @property
    def patience_ms(self) -> int:
        return self.turn_ms or PATIENCE_MS

    def __str__(self) -> str:
        return f"{self.nodes} nodes" if self.nodes else f"{(self.turn_ms or 0) / 1000:g} s"


def question(board: Board) -> list[str]:
    """The position for the side to move. Stones need not alternate: some positions were set up, not played."""
    stones = (f"{x},{y},{1 if board.at((x, y)) == board.to_move else 2}" for x, y in board.moves)
    return ["BOARD", *stones, "DONE"]


class Examiner:
    """Keeps a process of the engine while it lives; one that fails is replaced at the next question."""

    def __init__(self, command: str, info: list[str]) -> None:
        self.command, self.info = command, info
        self.engine: Optional[Engine] = None

    def ask(self, board: Board, limit: Limit) -> Answer:
        """The position is the first of a game. Lost if it gives no answer."""
        self.begin(board, limit)
        return self.go_on(board, limit)

    def go_on(self, board: Board, limit: Limit) -> Answer:
        """The position is the next one of a game that was begun. Lost if it gives no answer."""
        try:
            return self.engine.ask(question(board), limit.patience_ms, TOLERANCE_MS)
        except Lost:
            self.destroy()
            raise

    def remarks(self, board: Board, limit: Limit, *commands: str) -> list[str]:
        """The position is the first of a game: what it says in answer to these commands, of which the last one asks for a move.
        Lost if it gives none."""
        self.begin(board, limit)
        _, *block = question(board)
        answer = self.engine.ask(["YXBOARD", *block, *commands], limit.patience_ms, TOLERANCE_MS)
        return [line for _, line in answer.remarks]

    def begin(self, board: Board, limit: Limit) -> None:
        """A new game, with the process that there is, or a new one if that cannot begin again. (Rapfi is deaf for a moment
        after it has answered, and takes only a part of START.) It knows the board, the rule and the limits then."""
        info = [f"INFO {pair}" for pair in (f"rule {board.rule}", *limit.info(), *self.info)]
        is_new = not self.engine
        try:
            self.engine = self.engine or Engine(self.command)
            self.engine.start(f"START {board.width}", [], info)
        except Lost:
            self.destroy()
            if is_new:
                raise
            self.begin(board, limit)

    def demand_start(self, board: Board, limit: Limit) -> None:
        """ValueError if the engine cannot even begin."""
        try:
            self.begin(board, limit)
        except Lost as lost:
            raise ValueError(f"{self.command} {lost.words}") from None

    def destroy(self) -> None:
        """Nobody knows any more what it believes, or whether it lives."""
        if self.engine:
            self.engine.destroy()
            self.engine = None

    def leave(self) -> None:
        """In order."""
        if self.engine:
            self.engine.leave()
            self.engine = None


def named(commands: list[str]) -> dict[str, str]:
    """Commands by name: NAME=COMMAND, or that of the program. ValueError if two have the same."""
    found: dict[str, str] = {}
    for command in commands:
        given = NAMED.fullmatch(command)
        name = given[1] if given else console.on_one_line(Path(command_words(command)[0]).name)
        if name in found:
            raise ValueError(f"two engines are called {console.shown(name)}: name them, as in --engine a=COMMAND")
        found[name] = given[2] if given else command
    return found
