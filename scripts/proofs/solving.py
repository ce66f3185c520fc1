"""scripts/solve: proves that the last of some moves wins, with a proof for each kind of answers to it.

`pbrain-tengen prove` makes the proofs, several at a time. Each is a file in FOLDER that is named by its moves. Proofs that
exist are not made again, and those that were stopped continue. So the same command continues the whole work. The far
answers come first, since they are easy.

If you know a winning move, name it: with --move "h9 i9" the answer h9 is met by i9. With --split "i9 i7" the answer i9 is
met by i7, and each answer to i7 gets its own proof. More moves can follow, as in --move "i9 i7 g9 j7". This is how to win
freestyle from the empty board:

  scripts/solve h8 --out freestyle15 --move "h9 i9" --split "i9 i7"
  scripts/verify --quiet --after h8 freestyle15/*.proof

Exit status: 0 there is a proof against every answer; 1 some answers have none; 2 the arguments make no sense.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Iterator, NamedTuple, Optional

from matches import console
from matches.engine import die_with
from matches.program import PROGRAM, PROGRAM_DEFAULT

from . import names
from .answers import Answers, Kinds, after
from .rules import RULE_NAME
from .tree import read_only_header

OPEN = 1                        # exit status
SPEAKER = re.compile(r"^\S*pbrain-tengen prove: ")
MEMORY_MIN, MEMORY_MAX = 128, 1 << 20       # MB
SIDE_MIN, SIDE_MAX = 3, 32
WIN_LENGTHS = (3, 4, 5)

Moves = tuple[int, ...]


class Task(NamedTuple):
    """A position in which the attacker is to move, by the game that leads there."""

    moves: Moves
    first: Optional[int]        # the move to prove; None: any that wins


class Plan:
    """Which positions are to be proven, one after the other."""

    def __init__(self, width: int, height: int, first: dict[Moves, int], split: dict[Moves, int]) -> None:
        self.width, self.height = width, height
        self.first, self.split = first, split
        self.kinds = Kinds(width, height)

    def tasks(self, moves: Moves) -> Iterator[Task]:
        """The answers to those moves, one of each kind, the farthest first."""
        for answer in sorted(self.representatives(moves), key=lambda answer: self.distance(moves, answer), reverse=True):
            position = (*moves, answer)
            if position in self.split:
                yield from self.tasks((*position, self.split[position]))
            else:
                yield Task(position, self.first.get(position))

    def representatives(self, moves: Moves) -> list[int]:
        """One of each kind of answers: that of which something was said, or the first."""
        chosen: dict[object, int] = {}
        spoken_of = {position[len(moves)] for position in (*self.first, *self.split)
                     if position[:len(moves)] == moves and len(position) > len(moves)}
        empty = sorted(set(range(self.width * self.height)) - set(moves))
        for answer in sorted(empty, key=lambda answer: answer not in spoken_of):
            chosen.setdefault(self.kinds.canonical(after((*moves, answer))), answer)
        return list(chosen.values())

    def distance(self, moves: Moves, answer: int) -> int:
        """The square of that to the move that is answered."""
        y, x = divmod(answer, self.width)
        of_y, of_x = divmod(moves[-1], self.width)
        return (x - of_x) ** 2 + (y - of_y) ** 2


class Solver:
    """Makes the proofs."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.width, self.height = options.size

    def name(self, point: int) -> str:
        return names.name(point, self.width)

    def path(self, task: Task) -> Path:
        return self.options.out / ("".join(map(self.name, task.moves)) + ".proof")

    def prove(self, task: Task) -> str:
        """What came out, in words; none if there was a proof before."""
        options, path = self.options, self.path(task)
        if path.exists():
            return ""
        state = path.with_suffix(".state")
        first = ["--first", self.name(task.first)] if task.first is not None else []
        done = subprocess.run(
            [options.program, "prove", *map(self.name, task.moves), *first, "--rule", str(options.rule),
             "--size", f"{self.width}x{self.height}", "--win-length", str(options.win_length), "--out", path, "--state", state,
             "--nodes", str(options.nodes), "--memory", str(options.memory),
             "--jobs", str(options.jobs)],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            preexec_fn=partial(die_with, os.getpid()))
        if done.returncode == 0:
            state.unlink(missing_ok=True)
        words = (done.stdout if done.returncode == 0 else done.stderr).strip().split("\n")[-1]
        return f"{' '.join(map(self.name, task.moves))}: {console.on_one_line(SPEAKER.sub('', words))}"

    def run(self, tasks: list[Task]) -> None:
        with ThreadPoolExecutor(self.options.jobs) as pool:
            try:
                for number, words in enumerate(pool.map(self.prove, tasks), 1):
                    if words:
                        print(f"{number}/{len(tasks)} {words}", flush=True)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def main() -> int:
    return console.run("solve", solve)


def solve() -> int:
    options = arguments()
    width, height = options.size
    begin = read_moves(options.moves, options.size)
    plan = Plan(width, height, spoken(options.move, begin, options.size), spoken(options.split, begin, options.size))
    tasks = list(plan.tasks(begin))
    demand_use(plan, tasks)
    options.out.mkdir(parents=True, exist_ok=True)
    demand_program(options.program)
    solver = Solver(options)
    solver.run(tasks)
    answers = Answers([solver.name(move) for move in begin])
    for path in map(solver.path, tasks):
        if path.exists():
            answers.add(read_only_header(path))
    print(answers.summary() if answers.proofs else "nothing is proven")
    return OPEN if not answers.proofs or answers.open_kinds() else 0


# --- what was asked for -----------------------------------------------------------------------------------------------

def read_moves(text: str, size: tuple[int, int]) -> Moves:
    points = [names.number(word, *size) for word in text.split()]
    known = tuple(point for point in points if point is not None)
    if not points or len(set(known)) < len(points):
        raise ValueError(f"{console.shown(text)} are no moves on {size[0]}x{size[1]}")
    return known


def spoken(texts: list[str], begin: Moves, size: tuple[int, int]) -> dict[Moves, int]:
    """Of answers and moves: the position before the last move, and that move."""
    found = {}
    for text in texts:
        moves = read_moves(text, size)
        if len(moves) % 2 or set(moves) & set(begin):
            raise ValueError(f"{console.shown(text)} is no answer with a move against it, nor several of them")
        found[(*begin, *moves[:-1])] = moves[-1]
    return found


def demand_use(plan: Plan, tasks: list[Task]) -> None:
    """Nothing was said of a position that does not come up."""
    reached = {task.moves[:length] for task in tasks for length in range(len(task.moves) + 1)}
    for position in (*plan.first, *plan.split):
        if position not in reached:
            words = " ".join(names.name(move, plan.width) for move in position)
            raise ValueError(f"{words} does not come up, or only its mirror image does: --split leads to later positions")


def demand_program(program: Path) -> None:
    done = subprocess.run([program, "prove", "--help"], stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode or b"--first" not in done.stdout:
        raise ValueError(f"{program} proves nothing: it has no subcommand prove")


def size(text: str) -> tuple[int, int]:
    """15, or 20x12"""
    found = re.fullmatch(r"(\d{1,2})(?:x(\d{1,2}))?", text, re.ASCII)
    sides = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not all(SIDE_MIN <= side <= SIDE_MAX for side in sides):
        raise argparse.ArgumentTypeError(f"{console.shown(text)} is not 15, or 20x12, of sides from {SIDE_MIN} to {SIDE_MAX}")
    return sides


def arguments() -> argparse.Namespace:
    parser = console.Parser(prog="scripts/solve", description=__doc__,
                            formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("moves", metavar="MOVES", help='moves such as h8 or "h8 i9 i7"; the last one should win')
    parser.add_argument("--out", type=console.path, required=True, metavar="FOLDER", help="folder for the proofs; it is made if there is none")
    parser.add_argument("--move", action="append", default=[], metavar="MOVES", help="play the last of these moves after the others")
    parser.add_argument("--split", action="append", default=[], metavar="MOVES", help="likewise, and prove the answers to it one by one")
    parser.add_argument("--rule", type=console.rule_of(RULE_NAME), default=0, metavar="R",
                        help=", ".join(f"{number} {name}" for number, name in RULE_NAME.items()) + " (default 0)")
    parser.add_argument("--size", type=size, default=(15, 15), metavar="N|WxH", help="size of the board (default 15)")
    parser.add_argument("--win-length", type=int, choices=WIN_LENGTHS, default=5, metavar="N", help="stones in a row that win (default 5)")
    parser.add_argument("--jobs", type=console.workers, default=os.cpu_count() or 1, metavar="N",
                        help="proofs at a time, and threads of each proof, so that the last one has all cores "
                             "(default: as many as there are cores)")
    parser.add_argument("--nodes", type=console.whole(0, 10 ** 15), default=0, metavar="N",
                        help="most positions to search for each proof (default 0: no limit)")
    parser.add_argument("--memory", type=console.whole(MEMORY_MIN, MEMORY_MAX), default=4096, metavar="MB",
                        help="most memory of each proof (default 4096)")
    parser.add_argument("--program", type=console.path, default=PROGRAM, metavar="FILE",
                        help=f"pbrain-tengen ({PROGRAM_DEFAULT})")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
