"""A game: its board, its moves, and the place in them that is shown. No engine, no screen.

The moves are a list, and `at` says how many of them are on the board. Undo, redo and replay only move `at`; a move
that is played in the middle of the list drops what came after it. Only the last move can end the game, so
looking back unlocks the board, and looking at the end again locks it. What is legal and what wins is the
referee's to say (matches.referee).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from matches.points import notation
from matches.referee import (
    BLACK, COLOUR_NAME, DIRECTIONS, FOUL, FREESTYLE, ILLEGAL, OPPONENT, RENJU, RULE_NAME, STANDARD_LENGTH, WALL, WHITE,
    Board, Point, board_fault, step)

FOUL_STONES = 4                 # black stones around a point that a foul there needs, lines counted apart
FOUL_REACH = 5                  # how far away along a line they can be


class Refused(Exception):
    """A move that cannot be played, and why, as a sentence."""


@dataclass(frozen=True)
class Setup:
    """What a game is played on, and by which rule."""

    rule: int = FREESTYLE
    width: int = 15
    height: int = 15
    win_length: int = STANDARD_LENGTH

    @property
    def fault(self) -> Optional[str]:
        """Why such a game cannot be played, as a sentence; None if it can."""
        return board_fault(self.rule, self.width, self.height, self.win_length)

    @property
    def words(self) -> str:
        """freestyle 15×15, or freestyle 3×3, three in a row"""
        length = "" if self.win_length == STANDARD_LENGTH else f", {self.win_length} in a row"
        return f"{RULE_NAME[self.rule]} {self.width}×{self.height}{length}"

    def board(self) -> Board:
        return Board(self.width, self.height, self.rule, self.win_length)


@dataclass(frozen=True)
class Move:
    point: Point
    ms: int = 0     # that it took


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    winner: Optional[str]       # BLACK or WHITE; None: a draw
    words: str
    row: tuple[Point, ...] = ()     # the cells that win


@dataclass
class Game:
    setup: Setup
    moves: list[Move] = field(default_factory=list)
    at: int = 0
    decided: Optional[Result] = None        # how it ended, if not by its last stone: somebody resigned, or a file says so
    names: Optional[dict[str, str]] = None  # of those who played moves that were read from a file, by their colours
    board: Board = field(init=False)
    result: Optional[Result] = field(init=False, default=None)

    def __post_init__(self) -> None:
        """The moves are taken as they are: who reads them from a file plays them instead."""
        self.look_at(self.at)

    # --- moving ------------------------------------------------------------------------------------------------------

    def play(self, point: Point, ms: int = 0) -> None:
        """A move of the side that is to move; Refused if it cannot be."""
        self.check(point)
        self.names = self.decided = None
        del self.moves[self.at:]
        self.moves.append(Move(point, ms))
        self.look_at(len(self.moves))

    def check(self, point: Point) -> None:
        if self.result:
            raise Refused(f"the game is over: {self.result.words}")
        verdict = self.board.judge(point, self.to_move)
        if verdict.kind == FOUL:
            raise Refused(f"{notation(point)} is forbidden: a {self.board.foul(point)}")
        if verdict.kind == ILLEGAL:
            outside = self.board.at(point) == WALL
            raise Refused("that is outside the board" if outside else f"{notation(point)} is taken")

    def resign(self, colour: str) -> None:
        """That side gives the game up."""
        self.decided = resignation(colour)
        self.look_at(self.at)

    def take_back_ending(self) -> None:
        """It goes on where it was decided otherwise than by stones."""
        self.decided = None
        self.look_at(self.at)

    def look_at(self, at: int) -> None:
        """Go to where so many moves are on the board."""
        self.at = max(0, min(at, len(self.moves)))
        self.board = self.setup.board()
        for move in self.moves[:self.at]:
            self.board.place(move.point, self.board.to_move)
            self.board.moves.append(move.point)
            self.board.to_move = OPPONENT[self.board.to_move]
        self.result = self.ending()
        self._forbidden: Optional[list[Point]] = None

    # --- looking -----------------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> str:
        return self.board.to_move

    @property
    def last(self) -> Optional[Point]:
        return self.board.moves[-1] if self.board.moves else None

    @property
    def points(self) -> tuple[Point, ...]:
        """All moves, wherever one looks."""
        return tuple(move.point for move in self.moves)

    @property
    def ending_by_stones(self) -> Optional[Result]:
        """What the last of all moves has made of the game, wherever one looks."""
        return Game(self.setup, self.moves, len(self.moves)).result

    @property
    def ending_of_all(self) -> Optional[Result]:
        """How the game ended, wherever one looks."""
        return self.ending_by_stones or self.decided

    @property
    def is_at_end(self) -> bool:
        return self.at == len(self.moves)

    def colour_at(self, at: int) -> str:
        """Who moves when so many moves are on the board."""
        return BLACK if at % 2 == 0 else WHITE

    def ending(self) -> Optional[Result]:
        """What the last move on the board has made of the game."""
        if self.last:
            row = winning_row(self.board, self.last)
            if row:
                colour = OPPONENT[self.to_move]
                return Result(colour, f"{COLOUR_NAME[colour]} wins", row)
        if len(self.board.stones) == self.setup.width * self.setup.height:
            return Result(None, "a draw, the board is full")
        if self.setup.rule == RENJU and self.to_move == BLACK and not self.has_legal_move():
            return Result(WHITE, "white wins, black has nothing but forbidden points")
        return self.decided if self.is_at_end else None

    def has_legal_move(self) -> bool:
        return any(not self.is_foul(point) for point in self.board.cells() if point not in self.board.stones)

    @property
    def forbidden(self) -> list[Point]:
        """The points that the rule forbids to the side that is to move."""
        if self.setup.rule != RENJU or self.to_move != BLACK or self.result:
            return []
        if self._forbidden is None:
            self._forbidden = [point for point in self.board.empty_cells() if self.is_foul(point)]
        return self._forbidden

    def is_foul(self, point: Point) -> bool:
        """As the referee has it, who need not look at the many points with too few stones around."""
        return stones_around(self.board, point) >= FOUL_STONES and self.board.foul(point) is not None


def resignation(colour: str) -> Result:
    winner = OPPONENT[colour]
    return Result(winner, f"{COLOUR_NAME[winner]} wins, {COLOUR_NAME[colour]} resigned")


def winning_row(board: Board, point: Point) -> tuple[Point, ...]:
    """The cells of the rows that the stone there wins with."""
    colour = board.stones.pop(point)
    try:
        is_foul = board.rule == RENJU and colour == BLACK and board.foul(point)
        return () if is_foul else tuple(board.winning_cells(point, colour))
    finally:
        board.stones[point] = colour


def stones_around(board: Board, point: Point) -> int:
    """How many black stones lie on the lines through a point, as far as a foul there could need them."""
    reach = [distance for distance in range(-FOUL_REACH, FOUL_REACH + 1) if distance]
    return sum(board.stones.get(step(point, direction, distance)) == BLACK
               for direction in DIRECTIONS for distance in reach)


def replayed(setup: Setup, moves: list[Move]) -> tuple[Game, Optional[str]]:
    """The game of these moves, as far as the rule lets them be played; and where it did not, why, as a sentence.

    ValueError if the moves are no game at all: outside the board, or two on one point."""
    game = Game(setup)
    for number, move in enumerate(moves, 1):
        over = game.result is not None
        try:
            game.play(move.point, move.ms)
        except Refused as refused:
            if not over and move.point not in game.forbidden:
                raise ValueError(f"move {number}: {refused}") from None
            return game, f"left out from move {number} on: {refused}"
    return game, None
