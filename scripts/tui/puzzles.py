"""Puzzles: positions with a forced win to be found. Tengen defends them, and what it thinks of its position says whether the move
before it was right: only a proven loss is. They are those of the page (scripts/page/puzzles/puzzle_list.js)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from matches.points import notation, points
from matches.referee import COLOUR_NAME, OPPONENT, Point

from .game import Game, Setup
from .live import Thought
from .players import TENGEN_COMMAND, Player, by_time

LIST = Path(__file__).resolve().parents[1] / "page" / "puzzles" / "puzzle_list.js"
DEFENDER = Player(TENGEN_COMMAND, by_time(1000))


@dataclass(frozen=True)
class Puzzle:
    setup: Setup
    moves: tuple[Point, ...]
    plies: int                      # in how many moves of both sides it is won
    first_moves: tuple[Point, ...]

    def game(self) -> Game:
        game = Game(self.setup)
        for point in self.moves:
            game.play(point)
        return game

    def leads_to(self, game: Game) -> bool:
        """Is that game there, or was it played on from there?"""
        count = len(self.moves)
        return game.setup == self.setup and game.at >= count and game.points[:count] == self.moves

    def is_in(self, game: Game) -> bool:
        """Was that game played on from there?"""
        return self.leads_to(game) and game.at > len(self.moves)

    def task(self) -> str:
        return f"{COLOUR_NAME[self.game().to_move]} to move wins in {self.plies}, moves of both sides"


def read() -> list[Puzzle]:
    """OSError if the list is not there."""
    lines = (line.split() for line in LIST.read_text().splitlines() if line[:1].isdigit())
    return [Puzzle(Setup(int(rule), int(size), int(size)), tuple(points(moves)), int(plies), tuple(points(first)))
            for rule, size, moves, plies, first in lines]


def verdict(game: Game, thought: Thought) -> Optional[str]:
    """On the move before the last, of which the last was the answer, by what the defender thought; None if it did not say."""
    if thought.score is None:
        return None
    move, answer = map(notation, game.points[game.at - 2:game.at])
    side, other = COLOUR_NAME[game.to_move], COLOUR_NAME[OPPONENT[game.to_move]]
    if thought.score.startswith("-M"):
        return f"{move} is right: {side} wins in {int(thought.score[2:]) - 1}"
    what = f"{other} wins now" if thought.score.startswith("+M") else f"{other} has {answer}, and no win is proven"
    return f"{move} is wrong: {what}; u takes it back"
