"""scripts/book: an opening book that grows by analysis, in a database of positions. See --help.

An engine searches for the best moves of a position at fixed nodes, which is a task of a pool, on this machine or on a
cluster; several do so at the same time. Whenever one has answered, what follows is put into the database, as one change, by
`pbrain-tengen database`, which is the only one that knows its format. So nothing is lost by a kill but the searches that
are going on. What others have changed there meanwhile stays, and is learnt. Each search begins without what others have
found: what is found of a position does not depend on when it was its turn.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, Optional

from matches import console, machine, openings, work
from matches.engine import Lost
from matches.examiner import Examiner, Limit
from matches.program import PROGRAM, PROGRAM_DEFAULT
from matches.referee import BLACK, RULE_NAME, SIDE_MAX, WHITE, Board, Point, board_fault
from matches.seat import Seat, Task
from matches.storage import claimed, demand_writable
from matches.work import Pool
from proofs.answers import Stones

from . import positions
from .positions import EXACT, LOSS, WIN, WIN_LENGTH, Game, Known, is_blacks_turn
from .tree import Node, Tree

HASH_KB = 32 << 10              # of each engine
MOVES_MAX = 30
LOCK_SUFFIX, EXPORTED = ".lock", "positions.txt"
SHOWN_S, TOLD_S = 1, 60         # between progress on a terminal, and elsewhere

DESCRIPTION = """\
Grows an opening book in FILE, a database of positions. It searches one position after the other for its best moves:

  scripts/book renju.db --rule renju --nodes 200000

It goes on until Ctrl-C or a kill, and the same command continues from there. The next position is the one that takes the
fewest plies, and the least loss by moves of both sides, from the empty board or from one of the --openings. Tengen plays
from the book after YXSETDATABASE, and Yixin-Board shows it. Positions that a person has added or changed there are taken
as they are.
"""


class Found(NamedTuple):
    """What an analysis found."""

    result: Known
    moves: list[tuple[int, Known]]
    most: int                   # as many are wanted


def analyse(seat: Seat, stones: Stones, most: int, program: str, game: Game, nodes: int) -> Found:
    """A task: the best moves of that position, of which the engine tells none that is an image of another."""
    command = shlex.quote(str(seat.path(program)))
    examiner = seat.keep("engine", command, lambda: Examiner(command, [f"hash_size {HASH_KB}"]))
    board = board_of(stones, game)
    try:
        lines = examiner.remarks(board, Limit(nodes=nodes), f"YXNBEST {most}")
    except Lost as lost:
        raise ValueError(f"{program} {lost.words}") from None
    reports = [report for line in lines if (report := machine.report(line)) and report.line]
    best: dict[Point, machine.Report] = {report.line[0]: report for report in reports}      # the last of each
    ranked = sorted(best.values(), key=lambda report: (-report.depth, report.rank))
    moves = [(game.number(*report.line[0]), after_move(report)) for report in ranked if report.mate != 1]
    return Found(of_position(reports[-1]) if reports else Known(), moves, most)


def board_of(stones: Stones, game: Game) -> Board:
    """The stones in turn, so that the engine knows whose they are and who is to move."""
    board = Board(game.size, game.size, game.rule)
    for pair in zip_longest(sorted(stones.black), sorted(stones.white)):
        for number, colour in zip(pair, (BLACK, WHITE)):
            if number is not None:
                board.place(game.point(number), colour)
    board.moves = list(board.stones)
    board.to_move = BLACK if is_blacks_turn(stones) else WHITE
    return board


def of_position(report: machine.Report) -> Known:
    """What the answer says of the position that was asked about."""
    if report.mate is None:
        return Known(value=report.value or 0, bound=EXACT, depth=report.depth)
    return Known(WIN if report.mate > 0 else LOSS, abs(report.mate))


def after_move(report: machine.Report) -> Known:
    """What it says of the position after the move, to the side that is to move there."""
    if report.mate is None:
        return Known(value=-(report.value or 0), bound=EXACT, depth=max(0, report.depth - 1))
    return Known(LOSS if report.mate > 0 else WIN, abs(report.mate) - 1)


# --- the database -------------------------------------------------------------------------------------------------------

class Store:
    """The database, by way of the program."""

    def __init__(self, program: Path, path: Path, game: Game) -> None:
        self.program, self.path, self.game = program, path, game

    def call(self, *words: Any, said: str = "") -> str:
        """What it says."""
        done = subprocess.run([self.program, "database", self.path, *words], input=said, capture_output=True, text=True,
                              errors="replace", start_new_session=True)     # which does not hear our Ctrl-C
        if done.returncode:
            raise ValueError(console.on_one_line(done.stderr) or f"{self.program} ended with {done.returncode}")
        return done.stdout

    def read(self, tree: Tree) -> None:
        """All that is there."""
        if self.path.exists():
            with tempfile.TemporaryDirectory() as folder:
                exported = Path(folder) / EXPORTED
                self.call("export", exported)
                with open(exported, encoding="utf-8", errors="replace") as lines:
                    tree.read(positions.read(lines, self.game))

    def write(self, tree: Tree) -> None:
        """What is known now and was not kept yet: all of it, or nothing. What somebody else has changed since it was read stays;
        what follows from that is written, too."""
        while tree.changed:
            changed = list(tree.changed.values())
            halves = ((node.stones, known) for node in changed for known in (node.kept, node.known))
            left = self.call("update", "/dev/stdin", said=positions.written(halves, self.game))
            tree.keep(changed)
            tree.hear_of(positions.read(left.splitlines(), self.game))


# --- growing ------------------------------------------------------------------------------------------------------------

class Grower:
    """Analyses one position after the other, several at a time. It goes on with what is in the database."""

    def __init__(self, options: argparse.Namespace, file: Path, game: Game, roots: list[Stones], pool: Pool) -> None:
        self.options, self.pool = options, pool
        self.tree, self.store = Tree(game.size, options.ply_value), Store(options.program, file, game)
        self.store.read(self.tree)
        for root in roots:
            self.tree.add_root(root)
        self.programs = pool.programs([], [options.program])
        self.handed = self.done = 0         # in this run
        self.began = self.shown = time.monotonic()

    def run(self) -> None:
        """Until as many were analysed as are wanted, or there is nothing more to analyse."""
        with self.pool.until_stopped():
            for task, found in self.pool.answers(self.next_task):
                with self.pool.undivided():
                    self.tree.learn(self.tree.nodes[task.arguments[0]], *found)
                    self.store.write(self.tree)
                    self.done += 1
                self.show()

    def next_task(self) -> Optional[Task]:
        options = self.options
        if self.handed == options.positions or not (node := self.tree.take()):
            return None
        self.handed += 1
        most = options.moves + len(node.children if node.is_analysed else [])
        return Task("position", analyse, (node.stones, most, str(options.program), self.store.game,
                                          options.nodes), self.programs)

    def standing(self) -> str:
        """One line."""
        tree = self.tree
        proven = sum(node.known.is_proven for node in tree.nodes.values())
        minutes = (time.monotonic() - self.began) / 60
        best = max((root for root in tree.roots), key=lambda root: len(list(tree.line(root))))
        return (f"{len(tree.nodes)} positions, {proven} of them proven, {tree.analysed} analysed, {self.done} of them now "
                f"({self.done / minutes:.0f} a minute), longest best line {len(list(tree.line(best)))} plies, {value_of(best)}")

    def show(self) -> None:
        """On a terminal always the same line."""
        is_terminal = sys.stdout.isatty()
        if time.monotonic() >= self.shown + (SHOWN_S if is_terminal else TOLD_S):
            columns = shutil.get_terminal_size().columns - 1
            line = self.pool.words() + self.standing()
            print("\r\x1b[K" + line[:columns] if is_terminal else line, end="" if is_terminal else "\n", flush=True)
            self.shown = time.monotonic()


def value_of(node: Node) -> str:
    side = "black" if is_blacks_turn(node.stones) else "white"
    if node.known.is_proven:
        return f"a {node.known.label} for {side} in {node.known.plies} plies"
    return f"worth {node.worth if node.worth is not None else '?'} to {side}"


# --- the command ----------------------------------------------------------------------------------------------------------

def main() -> int:
    return console.run("book", book)


def book() -> int:
    options = arguments()
    if fault := board_fault(options.rule, options.size, options.size, WIN_LENGTH):
        raise ValueError(fault)
    demand_writable(options.file)
    game = Game(options.rule, options.size)
    if not options.program.exists():
        raise ValueError(f"there is no {options.program}: cmake -S . -B build -DNATIVE=ON && "
                         "cmake --build build --target pbrain-tengen")
    roots = roots_of(options, game)
    with work.pool(options) as pool, claimed(options.file.with_name(options.file.name + LOCK_SUFFIX), options.file):
        grower = Grower(options, options.file, game, roots, pool)
        grower.run()
        return pool.report("book", grower.standing())


def roots_of(options: argparse.Namespace, game: Game) -> list[Stones]:
    """The positions from which the book grows."""
    found = []
    for opening in openings.read(options.openings, game.size, game.size) if options.openings else [[]]:
        openings.demand_playable(opening, Board(game.size, game.size, game.rule))
        numbers = [game.number(x, y) for x, y in opening]
        found.append(Stones(frozenset(numbers[::2]), frozenset(numbers[1::2])))
    return found


def arguments() -> argparse.Namespace:
    parser = console.Parser(prog="scripts/book", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=console.path, metavar="FILE", help="the database; it is made if there is none")
    parser.add_argument("--rule", type=console.rule_of(RULE_NAME), default=0, metavar="R",
                        help=", ".join(f"{number} {name}" for number, name in RULE_NAME.items()) + " (default 0)")
    parser.add_argument("--size", type=console.whole(WIN_LENGTH, SIDE_MAX), default=15, metavar="N", help="size of the board (default 15)")
    parser.add_argument("--openings", type=console.path, metavar="FILE",
                        help="openings to begin from, in the formats of scripts/match (default: the empty board)")
    parser.add_argument("--nodes", type=console.positive, default=100_000, metavar="N", help="nodes of each search (default 100000)")
    parser.add_argument("--moves", type=console.whole(1, MOVES_MAX), default=4, metavar="N",
                        help="how many best moves of a position to find (default 4)")
    parser.add_argument("--ply-value", type=console.positive, default=40, metavar="V",
                        help="loss by moves that counts as much as another ply from the beginning; a smaller one makes good lines "
                             "longer, a larger one makes the book wider (default 40; 100 is a chance of 63 %%)")
    parser.add_argument("--positions", type=console.positive, default=console.MS_MAX, metavar="N",
                        help="most positions to analyse in this run")
    work.add_options(parser, "searches", os.cpu_count() or 1)
    parser.add_argument("--program", type=console.file, default=PROGRAM, metavar="FILE", help=f"pbrain-tengen ({PROGRAM_DEFAULT})")
    return parser.parse_args()
