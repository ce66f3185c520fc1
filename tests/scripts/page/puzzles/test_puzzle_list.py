#!/usr/bin/env python3
"""Are the puzzles of the page won as they say? `test_puzzle_list.py PROGRAM`

The independent referee replays every position of scripts/page/puzzles/puzzle_list.js. Of each rule and grade some are put to the
program, with TENGEN_TEST_SCALE=8 all: it must prove each first move, and what it proves is played out against itself under the
referee. Nearly all must take as long as the list says. At last the check is checked: each fault that a puzzle can have must
be found.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "scripts"))

from matches.points import points, row                                  # noqa: E402 (the path comes first)
from matches.referee import Board                     # noqa: E402
from page.puzzles import make_puzzles                                           # noqa: E402
from page.puzzles.make_puzzles import GRADES, OF_EACH, PAGE, RULES, Puzzle, Solver, after, grade, has_five  # noqa: E402

SCALE = float(os.environ.get("TENGEN_TEST_SCALE", "1"))
SAMPLE = max(1, round(SCALE))       # of each rule and grade
SEED = 46                           # of the sample
BYTES_MOST = 40_000
OF_EACH_MIN = OF_EACH // 2
EXACT_MIN = 0.8                     # of the puzzles are as they say; another search may see a shorter win, or another one


@dataclass(frozen=True)
class Line:
    """A puzzle as it is written."""

    rule: int
    size: int
    moves: str
    plies: int
    first: str

    def puzzle(self) -> Puzzle:
        """AssertionError if its moves break the rules, or if there is no puzzle in it."""
        try:
            board = after(Board(self.size, self.size, self.rule), *points(self.moves))
        except ValueError as error:
            raise AssertionError(error) from None
        first = points(self.first)
        assert first and len(set(first)) == len(first) <= make_puzzles.FIRST_MOVES_MOST, f"{self}: its first moves"
        assert all(board.legal(move) for move in first), f"{self}: a first move breaks the rules"
        assert self.plies % 2 and any(least <= self.plies <= most for least, most in GRADES), f"{self}: its length"
        assert not has_five(board), f"{self}: a side has a five at once"
        return Puzzle(board, self.plies, first)


def listed() -> list[Line]:
    text = make_puzzles.OUT.read_text()
    assert len(text) < BYTES_MOST, f"{len(text)} bytes"
    assert text.startswith(make_puzzles.HEAD) and text.endswith(make_puzzles.TAIL), "not as make_puzzles.py writes it"
    rows = text[len(make_puzzles.HEAD):-len(make_puzzles.TAIL)].splitlines()
    lines = [Line(int(rule), int(size), moves, int(plies), first) for rule, size, moves, plies, first in map(str.split, rows)]
    assert rows == [f"{one.rule} {one.size} {one.moves} {one.plies} {row(points(one.first))}" for one in lines], "a row is strange"
    return lines


def check_sums(lines: list[Line]) -> None:
    assert len({(one.rule, one.moves) for one in lines}) == len(lines), "a puzzle is there twice"
    counts = Counter((one.rule, grade(one.plies)) for one in lines)
    for rule in RULES:
        for level in range(1, len(GRADES) + 1):
            assert counts[rule, level] >= OF_EACH_MIN, f"too few of rule {rule} and grade {level}: {counts[rule, level]}"


def is_as_said(solver: Solver, puzzle: Puzzle) -> bool:
    """The program must prove each first move, and show a win. Does that take as long as it says, and do no other moves win?"""
    plies = [solver.wins(puzzle.board, move, PAGE) for move in puzzle.first_moves]
    shown = solver.solution(puzzle)
    assert None not in plies, f"{puzzle.line}not proven: {plies}"
    assert shown, f"{puzzle.line}the win is lost on the way"
    best = {report.line[0]: report.mate for report in solver.lines(puzzle.board, make_puzzles.CARE, make_puzzles.CANDIDATES)
            if report.mate and report.mate > 0}
    return (min([*filter(None, plies), *best.values()]) == puzzle.plies and len(shown) <= puzzle.plies
            and set(best) <= set(puzzle.first_moves))


def sampled(lines: list[Line]) -> list[Line]:
    dice, found = random.Random(SEED), []
    for key in sorted({(one.rule, grade(one.plies)) for one in lines}):
        of_key = [one for one in lines if (one.rule, grade(one.plies)) == key]
        found += dice.sample(of_key, min(SAMPLE, len(of_key)))
    return found


def self_test(solver: Solver, one: Line) -> None:
    """A puzzle with a fault is refused."""
    puzzle = one.puzzle()
    taken = row(puzzle.board.moves[-1:])
    other = row([next(cell for cell in puzzle.board.empty_cells() if cell not in puzzle.first_moves)])
    strange = [replace(one, first=taken), replace(one, first=""), replace(one, first=one.first + one.first), replace(one, plies=6),
               replace(one, moves=one.moves + taken), replace(one, plies=3), replace(one, rule=0, moves="a1a2b1b2c1c2d1h8")]
    assert all(is_refused(line.puzzle) for line in strange)
    assert not is_as_said(solver, replace(puzzle, plies=puzzle.plies - 2)) and not is_as_said(solver, replace(puzzle, plies=99))
    assert is_refused(lambda: is_as_said(solver, replace(puzzle, first_moves=points(other))))
    assert is_refused(lambda: check_sums([one])) and is_as_said(solver, puzzle)


def is_refused(check: Callable[[], object]) -> bool:
    try:
        check()
    except AssertionError:
        return True
    return False


def main() -> None:
    (program,) = sys.argv[1:]
    lines = listed()
    check_sums(lines)
    puzzles = {line: line.puzzle() for line in lines}
    solver, tried = Solver(Path(program)), sampled(lines)
    try:
        exact = sum(is_as_said(solver, puzzles[line]) for line in tried)
        assert exact >= EXACT_MIN * len(tried), f"only {exact} of {len(tried)} take as long as they say"
        self_test(solver, lines[-1])
    finally:
        solver.examiner.leave()
    print(f"puzzles: {len(lines)}, of which {len(tried)} were proven and played out, {exact} as they say")


if __name__ == "__main__":
    main()
