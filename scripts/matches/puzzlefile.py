"""Puzzles as they are kept in files, and the positions that they describe.

A file of puzzles is a list in JSON of objects with `id`, `rule` (freestyle, standard, renju, caro, caro exact five),
`size`, `side` (to move, who has a forced win), `kind` (vcf, vct, mate, blunder) and the stones, `black` and `white`, in
the order in which they were put, as H8: letter = column from A, number = row from 1. Other keys are ignored, but for those
of positions out of games:

    losing  moves of the other side that allow the win, the first of which is the last stone put: without it, the
            position is the one in which the other side had a choice
    half    dev or held; nothing is developed by looking at those that are held
    win     a move that wins
    plies   how long the win takes, with it, as the prover claimed
    by      who played the move that lost
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, Optional

from . import console
from .points import notation, point
from .referee import BLACK, OPPONENT, RULE_NAME, STANDARD_LENGTH, WHITE, Board, Point, board_fault
from .storage import read_json
from .typed import reader

COLOUR = {"black": BLACK, "white": WHITE}
RULE = {name: number for number, name in RULE_NAME.items()}
HALVES = ("dev", "held")


@dataclass(frozen=True)
class Puzzle:
    id: str
    kind: str
    rule: int
    size: int
    side: str
    stones: list[tuple[Point, str]]     # each with its colour, the first black: by that engines know who is black
    losing: list[Point] = field(default_factory=list)
    half: str = ""
    win: Optional[Point] = None
    plies: int = 0
    by: str = ""

    def board(self) -> Board:
        """The position of the side that has a win."""
        return set_up(self, self.stones, self.side)

    def before(self) -> Board:
        """The position of the other side, before it allowed the win."""
        return set_up(self, [stone for stone in self.stones if stone[0] != self.losing[0]], OPPONENT[self.side])


def set_up(puzzle: Puzzle, stones: list[tuple[Point, str]], side: str) -> Board:
    board = Board(puzzle.size, puzzle.size, puzzle.rule)
    for stone, colour in stones:
        board.place(stone, colour)
        board.moves.append(stone)
    board.to_move = side
    return board


# --- reading ----------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Entry:
    """A puzzle as it is written."""

    id: str
    kind: str
    rule: str
    size: int
    side: str
    black: list[str]
    white: list[str]
    losing: list[str] = field(default_factory=list)
    half: str = ""
    win: str = ""
    plies: int = 0
    by: str = ""


def read(path: Path) -> list[Puzzle]:
    """All puzzles of a file. ValueError names the one that is wrong, and what is wrong with it."""
    entries = read_json(path)
    if not isinstance(entries, list):
        raise ValueError(f"{path}: not a list of puzzles")
    return [puzzle(entry, f"{path}: puzzle {number}") for number, entry in enumerate(entries, 1)]


def puzzle(fields: Any, place: str) -> Puzzle:
    try:
        entry = reader(Entry)(fields)
    except KeyError as error:
        raise ValueError(f"{place} has no {error}") from None
    except TypeError:
        raise ValueError(f"{place}: one of {', '.join(Entry.__dataclass_fields__)} is not what it should be") from None
    place = f"{place} ({console.on_one_line(entry.id)})"
    for name, known in ((entry.rule, list(RULE)), (entry.side, list(COLOUR)), (entry.half, ["", *HALVES])):
        if name not in known:
            raise ValueError(f"{place}: {console.shown(name)} is none of {', '.join(filter(None, known))}")
    if fault := board_fault(RULE[entry.rule], entry.size, entry.size, STANDARD_LENGTH):
        raise ValueError(f"{place}: {fault}")
    found = Puzzle(entry.id, entry.kind, RULE[entry.rule], entry.size, COLOUR[entry.side], stones(entry, place),
                   *answers(entry, place))
    if fault := answer_fault(found):
        raise ValueError(f"{place}: {fault}")
    return found


def stones(entry: Entry, place: str) -> list[tuple[Point, str]]:
    """Black's and white's in turn."""
    try:
        black, white = ([(point(text), COLOUR[name]) for text in getattr(entry, name)] for name in COLOUR)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    cells = [cell for cell, _ in (*black, *white)]
    if not all(max(cell) < entry.size for cell in cells) or len(set(cells)) < len(cells):
        raise ValueError(f"{place}: a stone is outside the board, or two are on one point")
    return [stone for pair in zip_longest(black, white) for stone in pair if stone]


def answers(entry: Entry, place: str) -> tuple[list[Point], str, Optional[Point], int, str]:
    """What an entry says of the win, and of how it came about."""
    try:
        losing, win = [point(text) for text in entry.losing], point(entry.win) if entry.win else None
        return losing, entry.half, win, entry.plies, entry.by
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def answer_fault(puzzle: Puzzle) -> Optional[str]:
    """What is wrong with the moves that lose and the one that wins, as a sentence; None if nothing is."""
    taken = {stone for stone, _ in puzzle.stones}
    if puzzle.losing and puzzle.stones[-1:] != [(puzzle.losing[0], OPPONENT[puzzle.side])]:
        return "the losing move is not the last stone, or not the other side's"
    others = [*puzzle.losing[1:], *([puzzle.win] if puzzle.win else [])]
    if any(other in taken or max(other) >= puzzle.size for other in others):
        return "a losing move or the win is on a stone, or outside the board"
    return None


# --- writing ----------------------------------------------------------------------------------------------------------

def position_fields(board: Board) -> dict[str, Any]:
    """The keys of an entry that describe a position of a game, whose moves alternate."""
    names = [notation(move) for move in board.moves]
    side = next(name for name, colour in COLOUR.items() if colour == board.to_move)
    return {"rule": RULE_NAME[board.rule], "size": board.width, "side": side, "black": names[0::2], "white": names[1::2]}
