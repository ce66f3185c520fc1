"""scripts/puzzles: does an engine find a forced win, how soon, and does it then win?

A file of puzzles is a list in JSON of objects with `id`, `rule` (freestyle, standard, renju, caro), `size`, `side` (to
move), `kind` (vcf, vct, mate) and the stones, `black` and `white`, as H8: letter = column from A, number = row from 1;
other keys are ignored. The engine gets the position by BOARD and the time for one move. What it claims is
believed only when it has been played out: the engine attacks, a second process of it defends, the referee judges, and
the five must come within the plies that were claimed.
"""

from __future__ import annotations

import argparse
import fnmatch
import shlex
import sys
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Iterator, Optional

from . import console
from .engine import Answer, Engine, Lost
from .points import notation, point
from .referee import BLACK, NORMAL, RULE_NAME, STANDARD_LENGTH, WHITE, WIN, Board, Point, board_fault
from .storage import read_json
from .typed import reader

PROGRAM = Path(__file__).resolve().parents[2] / "build" / "pbrain-tengen"
COLOUR = {"black": BLACK, "white": WHITE}
RULE = {name: number for number, name in RULE_NAME.items()}
TOLERANCE_MS = 10_000       # a late answer is visible by its time, and does not end the run
UNCLAIMED_PLIES = 60        # an engine that claims nothing has so long to win
LIMITS_S = (1, 10)          # what the summary counts


@dataclass(frozen=True)
class Puzzle:
    id: str
    kind: str
    rule: int
    size: int
    side: str
    stones: list[tuple[Point, str]]     # each with its colour, the first black: by that engines know who is black

    def board(self) -> Board:
        board = Board(self.size, self.size, self.rule)
        for stone, colour in self.stones:
            board.place(stone, colour)
            board.moves.append(stone)
        board.to_move = self.side
        return board


def question(board: Board) -> list[str]:
    """The position for the side to move. Stones need not alternate: some positions were set up, not played."""
    stones = (f"{x},{y},{1 if board.at((x, y)) == board.to_move else 2}" for x, y in board.moves)
    return ["BOARD", *stones, "DONE"]


@dataclass(frozen=True)
class Attempt:
    """What an engine made of a puzzle."""

    puzzle: Puzzle
    answer: Optional[Answer]
    verdict: str            # "won in 11", or what went wrong

    @property
    def is_solved(self) -> bool:
        return self.verdict.startswith("won")

    @property
    def seconds(self) -> float:
        return self.answer.ply.ms / 1000 if self.answer else float("inf")


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
    for name, known in ((entry.rule, list(RULE)), (entry.side, list(COLOUR))):
        if name not in known:
            raise ValueError(f"{place}: {console.shown(name)} is none of {', '.join(known)}")
    if fault := board_fault(RULE[entry.rule], entry.size, entry.size, STANDARD_LENGTH):
        raise ValueError(f"{place}: {fault}")
    return Puzzle(entry.id, entry.kind, RULE[entry.rule], entry.size, COLOUR[entry.side], stones(entry, place))


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


# --- solving -----------------------------------------------------------------------------------------------------------

class Solver:
    """Two processes of one engine: who attacks, and who defends."""

    def __init__(self, command: str, turn_ms: int, info: list[str]) -> None:
        self.command, self.turn_ms, self.info = command, turn_ms, info
        self.engines: list[Engine] = []

    def begin(self, puzzle: Puzzle) -> None:
        """Both know the board and the limits from now on."""
        while len(self.engines) < len(COLOUR):
            self.engines.append(Engine(self.command))
        info = [f"rule {puzzle.rule}", f"timeout_turn {self.turn_ms}", *self.info]
        for engine in self.engines:
            engine.start(f"START {puzzle.size}", [], [f"INFO {pair}" for pair in info])

    def demand_start(self, puzzle: Puzzle) -> None:
        """ValueError if the engine cannot even begin."""
        try:
            self.begin(puzzle)
        except Lost as lost:
            raise ValueError(f"{self.command} {lost.words}") from None

    def attempt(self, puzzle: Puzzle) -> Attempt:
        board = puzzle.board()
        first: Optional[Answer] = None
        try:
            self.begin(puzzle)
            first = self.ask(self.attacker, board)
            claim = first.ply.mate if first.ply.mate and first.ply.mate > 0 else None
            return Attempt(puzzle, first, self.play_out(board, first, claim))
        except Lost as lost:
            self.destroy()      # nobody knows any more what they believe, or whether they live
            return Attempt(puzzle, first, f"{lost.reason}: {lost.words}")

    @property
    def attacker(self) -> Engine:
        return self.engines[0]

    @property
    def defender(self) -> Engine:
        return self.engines[1]

    def ask(self, engine: Engine, board: Board) -> Answer:
        return engine.ask(question(board), self.turn_ms, TOLERANCE_MS)

    def play_out(self, board: Board, answer: Answer, claim: Optional[int]) -> str:
        """Who claims a win must show it, in the plies that it said."""
        side = board.to_move
        for ply in range(1, (claim or UNCLAIMED_PLIES) + 1):
            verdict = board.play(*answer.move)
            if verdict.kind != NORMAL:
                return f"won in {ply}" if verdict.kind == WIN and ply % 2 else verdict.words
            answer = self.ask(self.attacker if board.to_move == side else self.defender, board)
        return f"claimed +M{claim}, and did not win" if claim else "finds no win"

    def destroy(self) -> None:
        while self.engines:
            self.engines.pop().destroy()

    def close(self) -> None:
        while self.engines:
            self.engines.pop().leave()


# --- showing -------------------------------------------------------------------------------------------------------------

def attempt_line(attempt: Attempt) -> str:
    answer = attempt.answer
    name = f"{console.on_one_line(attempt.puzzle.id):32}{console.on_one_line(attempt.puzzle.kind):6}"
    if not answer:
        return name + attempt.verdict
    claim = f"+M{answer.ply.mate}" if answer.ply.mate else "-" if answer.ply.score is None else f"{answer.ply.score:+g}"
    return (f"{name}{notation(answer.move):6}{claim:8}"
            f"{answer.ply.ms:8.0f} ms {answer.ply.nodes or 0:10} nodes  {attempt.verdict}")


def summary(attempts: list[Attempt]) -> Iterator[str]:
    for kind in sorted({attempt.puzzle.kind for attempt in attempts}):
        of_kind = [attempt for attempt in attempts if attempt.puzzle.kind == kind]
        counts = (f"{sum(a.is_solved and a.seconds <= limit for a in of_kind)} within {limit} s" for limit in LIMITS_S)
        yield f"{kind:6}{len(of_kind):4} puzzles: {', '.join(counts)}"


def main() -> int:
    return console.run("puzzles", solve)


def solve() -> int:
    options = arguments()
    wanted = [one for one in read(options.file) if any(fnmatch.fnmatch(one.id, name) for name in options.names)]
    if not wanted:
        which = "" if options.names == ["*"] else " with such an id"
        raise ValueError(f"{options.file}: there is no puzzle in it{which}")
    solver, attempts = Solver(options.engine, options.turn, options.info), []
    try:
        solver.demand_start(wanted[0])
        for one in wanted:
            attempts.append(solver.attempt(one))
            print(attempt_line(attempts[-1]), flush=True)
    finally:
        solver.close()
    print("\n".join(summary(attempts)))
    return 0 if all(attempt.is_solved for attempt in attempts) else 1


def pair(text: str) -> str:
    """KEY VALUE, as INFO has it"""
    if len(text.split()) < 2 or set(text) & console.LINE_ENDS:
        raise argparse.ArgumentTypeError(f"{console.shown(text)} is not 'KEY VALUE'")
    return text


def arguments() -> argparse.Namespace:
    parser = console.Parser(prog="scripts/puzzles", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=console.path, help="puzzles, as JSON")
    parser.add_argument("names", nargs="*", default=["*"], help="only those with such an id, as in 'q/*'")
    parser.add_argument("--engine", default=shlex.quote(str(PROGRAM)), metavar="COMMAND",
                        help="who solves them (default: build/pbrain-tengen)")
    parser.add_argument("--turn", type=console.positive, default=1000, metavar="MS",
                        help="time for each move (default 1000)")
    parser.add_argument("--info", nargs="+", type=pair, default=[], metavar="'KEY VALUE'",
                        help="further INFO settings of the engine")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
