#!/usr/bin/env python3
"""Makes the puzzles of the page, scripts/page/puzzles/puzzle_list.js, out of games of Tengen against itself.

    nice python3 scripts/page/puzzles/make_puzzles.py --program build/pbrain-tengen

Tengen plays with few nodes and some random moves, so it often walks into forced wins. The script looks at the positions
of the winner, the last one first. One becomes a puzzle if

    a forced win   is proven that takes five plies or more, and neither side has a five at once
    few moves win  in it: of its best moves, and of the points that are worth most, two at most are proven to win
    it holds       the engine proves as much from the other side's view, and shows the win in as many plies, with the nodes
                   that the page gives it

Each game gives one puzzle at most. Limits are in nodes of one thread, and games follow from the seed, so the same program
makes the same file.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Optional

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from matches import console, machine                                    # noqa: E402 (the path comes first)
from matches.examiner import Examiner, Limit                            # noqa: E402
from matches.points import notation, points, row                        # noqa: E402
from matches.program import PROGRAM, PROGRAM_DEFAULT                    # noqa: E402
from matches.referee import NORMAL, OPPONENT, RULE_NAME, WIN, Board, Point  # noqa: E402
from matches.storage import replace_text                                # noqa: E402

OUT = Path(__file__).resolve().with_name("puzzle_list.js")
HEAD = """\
// Positions in which the side to move has a forced win, out of games of Tengen against itself; make_puzzles.py made
// them. Each line has the rule, the size of the board, the moves so far, in how many moves of both sides it is won, and
// the first moves that win.

export const PUZZLES = `
"""
TAIL = "`;\n"

RULES = (0, 1, 4, 8)                # freestyle, standard, renju, caro
SIZE = 15
GRADES = ((5, 5), (7, 7), (9, 9), (11, 13), (15, 99))      # plies of the wins of each grade; GRADES in puzzle.js says the same
OF_EACH = 8                         # puzzles of a rule and grade
SEED = 46
GAMES = 200                         # that are played at a time
GAMES_MOST = 40 * GAMES             # of a rule: what there is not in these, there is hardly
PLAY = {"nodes": 300, "random-percent": 12, "random-plies": 60, "threads": 1}
STONES_MOST = 40                    # more of them are hard to look at
LOOK_BACK = 6                       # positions of the winner, from the end of the game

FIRST_MOVES_MOST = 2
GLANCE = Limit(nodes=10_000)        # is there a win, and not by too many moves?
CARE = Limit(nodes=200_000)         # how long does it take, and which moves win?
CHECK = Limit(nodes=20_000)         # does this move win, too?
PAGE = Limit(nodes=100_000)         # what the page has, to see and to show it: PUZZLE_NODES in puzzle.js
SOLUTION_MOST = 60                  # plies that are played out
CANDIDATES = 8                      # best moves that a search tells
WORTHY = 12                         # points of the highest worth, which are tried one by one


@dataclass(frozen=True)
class Puzzle:
    board: Board
    plies: int
    first_moves: list[Point]

    @property
    def line(self) -> str:
        return f"{self.board.rule} {self.board.width} {row(self.board.moves)} {self.plies} {row(self.first_moves)}\n"


class Solver:
    """The engine asked for wins, each time as if for the first time."""

    def __init__(self, program: Path) -> None:
        self.examiner = Examiner(str(program), [])

    def lines(self, board: Board, limit: Limit, count: int) -> list[machine.Report]:
        """What it found last of each move that was among the best in any iteration."""
        found: dict[Point, machine.Report] = {}
        for line in self.said(board, limit, f"YXNBEST {count}"):
            report = machine.report(line)
            if report and report.line:
                found[report.line[0]] = report
        return list(found.values())

    def wins(self, board: Board, move: Point, limit: Limit) -> Optional[int]:
        """In how many plies that move wins, it included; None if that is not proven."""
        report = machine.last_report(self.said(after(board, move), limit, "YXNBEST 1"))
        return 1 - report.mate if report and report.mate is not None and report.mate < 0 else None

    def solution(self, puzzle: Puzzle) -> Optional[list[Point]]:
        """The first move, and the best of both sides behind it, as the page shows them, to the five; None if there is none."""
        board, line = puzzle.board, puzzle.first_moves[:1]
        while board.judge(line[-1], board.to_move).kind != WIN:
            board = after(board, line[-1])
            report = machine.last_report(self.said(board, PAGE, "YXNBEST 1"))
            if not report or not report.is_proven or len(line) == SOLUTION_MOST:
                return None
            line.append(report.line[0])
        return line if len(line) % 2 else None

    def worthy(self, board: Board) -> list[Point]:
        """The empty points that are worth most to the side to move and to the other."""
        worth = {}
        for line in self.said(board, Limit(nodes=1), "EVAL", "YXNBEST 1"):
            said = machine.pairs(line, machine.POINT)
            if said:
                worth[machine.points(said["at"])[0]] = int(said["black"]) + int(said["white"])
        return sorted(worth, key=lambda point: (-worth[point], point))[:WORTHY]

    def said(self, board: Board, limit: Limit, *commands: str) -> list[str]:
        return self.examiner.remarks(board, limit, *commands)


def after(board: Board, *moves: Point) -> Board:
    later = Board(board.width, board.height, board.rule)
    for move in (*board.moves, *moves):
        if later.play(*move).kind != NORMAL:
            raise ValueError(f"{notation(move)} breaks the rules, or ends the game")
    return later


def games(program: Path, rule: int, seed: int) -> Iterator[list[Point]]:
    """The moves of decided games, one after the other, as long as anybody asks for them."""
    options = [f"--{key}={value}" for key, value in PLAY.items()]
    for first in range(0, GAMES_MOST, GAMES):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "played.games"
            subprocess.run([program, "selfplay", f"--rule={rule}", f"--size={SIZE}", f"--seed={seed}", f"--games={GAMES}",
                            f"--first={first}", *options, "--out", path], check=True)
            played = subprocess.run([program, "records", path, "--text"], capture_output=True, text=True, check=True).stdout
        for line in played.splitlines()[1:]:
            _, _, moves, _ = line.split()
            yield points(moves)


def grade(plies: int) -> int:
    """From 1."""
    return next(number for number, (least, most) in enumerate(GRADES, 1) if least <= plies <= most)


def has_five(board: Board) -> bool:
    return any(board.wins(cell, side) for side in (board.to_move, OPPONENT[board.to_move]) for cell in board.empty_cells())


def puzzle_of(solver: Solver, moves: list[Point], rule: int, is_wanted: dict[int, bool]) -> Optional[Puzzle]:
    """The last of the winner's positions that is a puzzle, of a grade that is wanted."""
    for count in range(len(moves) - GRADES[0][0], max(len(moves) - GRADES[0][0] - 2 * LOOK_BACK, 0), -2):
        board = after(Board(SIZE, SIZE, rule), *moves[:count])
        if count > STONES_MOST or has_five(board):
            continue
        glance = solver.lines(board, GLANCE, FIRST_MOVES_MOST + 1)
        wins = [report.mate for report in glance if report.mate and report.mate > 0]
        if not wins:
            return None             # nor was there one earlier
        if len(wins) <= FIRST_MOVES_MOST and min(wins) >= GRADES[0][0] and is_wanted[grade(min(wins))]:
            found = proven(solver, board)
            if found and is_wanted[grade(found.plies)]:
                return found
    return None


def proven(solver: Solver, board: Board) -> Optional[Puzzle]:
    """The position as a puzzle, if few moves win, and those surely."""
    best = solver.lines(board, CARE, CANDIDATES)
    wins = {report.line[0]: report.mate for report in best if report.mate and report.mate > 0}
    if not 0 < len(wins) <= FIRST_MOVES_MOST or min(wins.values()) < GRADES[0][0]:
        return None
    for move, plies in wins.items():
        shown = solver.wins(board, move, PAGE)
        if shown is None:
            return None
        wins[move] = min(plies, shown)
    others = {report.line[0] for report in best} | {move for move in solver.worthy(board) if board.legal(move)}
    if any(solver.wins(board, move, CHECK) for move in sorted(others - set(wins))):
        return None
    puzzle = Puzzle(board, min(wins.values()), sorted(wins, key=lambda move: (wins[move], move)))
    line = solver.solution(puzzle)
    return puzzle if line and len(line) <= puzzle.plies else None


def made(program: Path, rule: int, seed: int) -> list[Puzzle]:
    """All puzzles of a rule, the shortest wins first."""
    solver = Solver(program)
    try:
        return sorted(collected(solver, program, rule, seed), key=lambda puzzle: puzzle.plies)
    finally:
        solver.examiner.leave()


def collected(solver: Solver, program: Path, rule: int, seed: int) -> list[Puzzle]:
    found: list[Puzzle] = []
    for number, moves in enumerate(games(program, rule, seed), 1):
        counts = Counter(grade(puzzle.plies) for puzzle in found)
        is_wanted = {level: counts[level] < OF_EACH for level in range(1, len(GRADES) + 1)}
        if not any(is_wanted.values()):
            break
        one = puzzle_of(solver, moves, rule, is_wanted)
        if one:
            found.append(one)
            print(f"{RULE_NAME[rule]}, game {number}: won in {one.plies}, {dict(sorted(counts.items()))}", flush=True)
    return found


def main() -> int:
    return console.run("make_puzzles", make)


def make() -> int:
    parser = console.Parser(prog="make_puzzles.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=console.path, default=PROGRAM, help=f"program that plays and proves ({PROGRAM_DEFAULT})")
    parser.add_argument("--seed", type=int, default=SEED, help=f"seed of the games (default {SEED})")
    parser.add_argument("--out", type=console.path, default=OUT, metavar="FILE", help="file of the puzzles (default: puzzle_list.js beside this script)")
    parser.add_argument("--jobs", type=console.positive, default=2, help="how many rules at the same time (default 2)")
    options = parser.parse_args()
    with ThreadPoolExecutor(options.jobs) as pool:
        of_rules = pool.map(lambda rule: made(options.program, rule, options.seed), RULES)
        found = [puzzle for of_rule in of_rules for puzzle in of_rule]
    replace_text(options.out, HEAD + "".join(puzzle.line for puzzle in found) + TAIL)
    print(f"{options.out}: {len(found)} puzzles")
    return 0


if __name__ == "__main__":
    sys.exit(main())
