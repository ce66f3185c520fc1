"""scripts/solve: proves that the last of some moves wins, with a proof for each kind of answers to it.

`pbrain-tengen prove` makes the proofs, several at a time, as tasks of a pool, on this machine or on a cluster. Each is a file
in FOLDER that is named by its moves. A task is a part of a proof of some minutes. It brings the prover's state back, from which
another task goes on, anywhere. So a kill or a worker's death costs minutes of a proof that takes hours, and the same command
continues the whole work. The far answers come first, since they are easy.

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
import tempfile
from collections import deque
from functools import partial
from pathlib import Path
from typing import Iterator, NamedTuple, Optional

from matches import console, work
from matches.engine import die_with
from matches.program import PROGRAM, PROGRAM_DEFAULT
from matches.proving import demand_prover, last_line
from matches.seat import Seat, Task
from matches.storage import replace_bytes
from matches.work import Pool

from . import names
from .answers import Answers, Kinds, after
from .rules import RULE_NAME
from .tree import read_only_header

OPEN = 1                        # exit status
PART_NODES = 250_000_000        # of a proof that a task searches: some five minutes of a core
SPENT = "no proof within the nodes"     # as the prover says it
MEMORY_MIN, MEMORY_MAX = 128, 1 << 20       # MB
SIDE_MIN, SIDE_MAX = 3, 32
WIN_LENGTHS = (3, 4, 5)

Moves = tuple[int, ...]


class Goal(NamedTuple):
    """A position in which the attacker is to move, by the game that leads there."""

    moves: Moves
    first: Optional[int]        # the move to prove; None: any that wins


class Plan:
    """Which positions are to be proven, one after the other."""

    def __init__(self, width: int, height: int, first: dict[Moves, int], split: dict[Moves, int]) -> None:
        self.width, self.height = width, height
        self.first, self.split = first, split
        self.kinds = Kinds(width, height)

    def goals(self, moves: Moves) -> Iterator[Goal]:
        """The answers to those moves, one of each kind, the farthest first."""
        for answer in sorted(self.representatives(moves), key=lambda answer: self.distance(moves, answer), reverse=True):
            position = (*moves, answer)
            if position in self.split:
                yield from self.goals((*position, self.split[position]))
            else:
                yield Goal(position, self.first.get(position))

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


# --- a part of a proof ------------------------------------------------------------------------------------------------

class Outcome(NamedTuple):
    """What came out of a part of a proof."""

    words: str
    is_spent: bool              # it had no answer yet after its nodes
    proof: bytes                # none, if there is no proof
    state: bytes                # of the prover, from which it goes on


def prove(seat: Seat, _: int, program: str, words: list[str], state: bytes) -> Outcome:
    """A task: lets the prover go on from that state."""
    with tempfile.TemporaryDirectory() as folder:
        proof, kept = Path(folder) / "proof", Path(folder) / "state"
        if state:
            kept.write_bytes(state)
        done = subprocess.run([seat.path(program), "prove", *words, "--out", proof, "--state", kept], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace", start_new_session=True,
                              preexec_fn=partial(die_with, os.getpid()))
        said = last_line(done.stdout if done.returncode == 0 else done.stderr)
        return Outcome(said, SPENT in said, *(path.read_bytes() if path.exists() else b"" for path in (proof, kept)))


class Solver:
    """Hands out the parts of the proofs, and puts what comes back into the folder."""

    def __init__(self, options: argparse.Namespace, goals: list[Goal], pool: Pool) -> None:
        self.options, self.goals, self.pool = options, goals, pool
        self.programs = pool.programs([], [options.program])
        self.waiting = deque(number for number, goal in enumerate(goals) if not self.path(goal).exists())
        self.open = len(self.waiting)                       # proofs that have not come to an end
        self.nodes = dict.fromkeys(self.waiting, PART_NODES)    # up to which a proof goes next
        self.step = dict.fromkeys(self.waiting, PART_NODES)

    def name(self, point: int) -> str:
        return names.name(point, self.options.size[0])

    def path(self, goal: Goal, suffix: str = ".proof") -> Path:
        return self.options.out / ("".join(map(self.name, goal.moves)) + suffix)

    def run(self) -> None:
        for task, outcome in self.pool.answers(self.next_task):
            self.take(task.arguments[0], outcome)

    def next_task(self) -> Optional[Task]:
        if not self.waiting:
            return None
        number = self.waiting.popleft()
        state = self.path(self.goals[number], ".state")
        return Task("proof", prove, (number, str(self.options.program), list(self.words(number)),
                                     state.read_bytes() if state.exists() else b""), self.programs)

    def words(self, number: int) -> Iterator[str]:
        """Those of the prover's command line. On this machine the last proofs have all cores; a proof does not depend on that."""
        options, goal = self.options, self.goals[number]
        yield from map(self.name, goal.moves)
        if goal.first is not None:
            yield f"--first={self.name(goal.first)}"
        yield f"--size={options.size[0]}x{options.size[1]}"
        yield f"--jobs={1 if options.cluster else max(1, options.concurrency // self.open)}"
        yield f"--nodes={min(self.nodes[number], options.nodes or self.nodes[number])}"
        for name in "rule", "win_length", "memory":
            yield f"--{name.replace('_', '-')}={getattr(options, name)}"

    def take(self, number: int, outcome: Outcome) -> None:
        """Keeps what came out, and goes on unless the proof has come to an end."""
        goal, options = self.goals[number], self.options
        state = self.path(goal, ".state")
        is_no_further = state.exists() and state.read_bytes() == outcome.state
        if outcome.proof:
            replace_bytes(self.path(goal), outcome.proof)
            state.unlink(missing_ok=True)
        elif outcome.state:
            replace_bytes(state, outcome.state)
        if outcome.is_spent and not 0 < options.nodes <= self.nodes[number]:
            # A state that was read may be of any number of nodes, and one search may take more than a part has.
            self.step[number] = 2 * self.step[number] if is_no_further else PART_NODES
            self.nodes[number] += self.step[number]
            self.waiting.appendleft(number)
            return
        self.open -= 1
        moves = " ".join(map(self.name, goal.moves))
        print(f"{number + 1}/{len(self.goals)} {self.pool.words()}{moves}: {outcome.words}", flush=True)


def main() -> int:
    return console.run("solve", solve)


def solve() -> int:
    options = arguments()
    width, height = options.size
    begin = read_moves(options.moves, options.size)
    plan = Plan(width, height, spoken(options.move, begin, options.size), spoken(options.split, begin, options.size))
    goals = list(plan.goals(begin))
    demand_use(plan, goals)
    options.out.mkdir(parents=True, exist_ok=True)
    demand_prover(options.program)
    with work.pool(options) as pool:
        solver = Solver(options, goals, pool)
        with pool.until_stopped():
            solver.run()
        if pool.is_stopped:
            return pool.report("solve", f"{solver.open} of {len(goals)} proofs are left")
    answers = Answers([solver.name(move) for move in begin])
    for path in map(solver.path, goals):
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


def demand_use(plan: Plan, goals: list[Goal]) -> None:
    """Nothing was said of a position that does not come up."""
    reached = {goal.moves[:length] for goal in goals for length in range(len(goal.moves) + 1)}
    for position in (*plan.first, *plan.split):
        if position not in reached:
            words = " ".join(names.name(move, plan.width) for move in position)
            raise ValueError(f"{words} does not come up, or only its mirror image does: --split leads to later positions")


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
    work.add_options(parser, "proofs made", os.cpu_count() or 1)
    parser.add_argument("--nodes", type=console.whole(0, 10 ** 15), default=0, metavar="N",
                        help="most positions to search for each proof (default 0: no limit)")
    parser.add_argument("--memory", type=console.whole(MEMORY_MIN, MEMORY_MAX), default=4096, metavar="MB",
                        help="most memory of each proof (default 4096)")
    parser.add_argument("--program", type=console.file, default=PROGRAM, metavar="FILE",
                        help=f"pbrain-tengen ({PROGRAM_DEFAULT})")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
