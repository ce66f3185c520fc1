"""scripts/puzzles: does an engine find a forced win, how soon, and does it then win?

The engine gets the position by BOARD, and time or nodes for one move. A claimed win is believed only when it has been
played out. The engine attacks, a second process of it defends, and the referee judges. The five must come within the
plies that were claimed.

--measure asks all engines other questions, side by side, and plays nothing out. attack: does the engine claim the win,
and how soon does it claim it for good? defence, for positions from games: does the engine, one stone earlier, avoid
the move that lost? scripts/matches/puzzlefile.py describes the format of the files.
"""

from __future__ import annotations

import argparse
import fnmatch
import shlex
import sys
from dataclasses import dataclass, replace
from typing import Iterator, Optional

from . import console, measures, proving
from .engine import Answer, Lost
from .examiner import Examiner, Limit, named
from .points import notation
from .program import PROGRAM, PROGRAM_DEFAULT
from .proving import Proof, Prover
from .puzzlefile import HALVES, Puzzle, read
from .referee import NORMAL, WIN, Board

UNCLAIMED_PLIES = 60        # an engine that claims nothing has so long to win
LIMITS_S = (1, 10)          # what the summary counts, where time is the limit
TURNS_MS = {"": [1000], "attack": [1000], "defence": [100, 500, 2000]}      # by measure, if no limit is given


@dataclass(frozen=True)
class Attempt:
    """What an engine made of a puzzle."""

    puzzle: Puzzle
    answer: Optional[Answer]
    verdict: str            # "won in 11", or what went wrong
    proof: Optional[Proof] = None       # where one was asked for

    @property
    def is_solved(self) -> bool:
        return self.verdict.startswith("won")

    @property
    def nodes(self) -> int:
        return (self.answer.ply.nodes or 0) if self.answer else 0

    @property
    def seconds(self) -> float:
        return self.answer.ply.ms / 1000 if self.answer else float("inf")


# --- solving -----------------------------------------------------------------------------------------------------------

class Solver:
    """Two processes of one engine: who attacks, and who defends."""

    def __init__(self, command: str, limit: Limit, info: list[str]) -> None:
        self.limit = limit
        self.attacker, self.defender = Examiner(command, info), Examiner(command, info)

    def demand_start(self, puzzle: Puzzle) -> None:
        """ValueError if the engine cannot even begin."""
        for engine in (self.attacker, self.defender):
            engine.demand_start(puzzle.board(), self.limit)

    def attempt(self, puzzle: Puzzle) -> Attempt:
        board = puzzle.board()
        first: Optional[Answer] = None
        try:
            self.defender.begin(board, self.limit)
            first = self.attacker.ask(board, self.limit)
            claim = first.ply.mate if first.ply.mate and first.ply.mate > 0 else None
            return Attempt(puzzle, first, self.play_out(board, first, claim))
        except Lost as lost:
            self.attacker.destroy()     # it may be in the middle of a thought
            self.defender.destroy()
            return Attempt(puzzle, first, f"{lost.reason}: {lost.words}")

    def play_out(self, board: Board, answer: Answer, claim: Optional[int]) -> str:
        """Who claims a win must show it, in the plies that it said."""
        side = board.to_move
        for ply in range(1, (claim or UNCLAIMED_PLIES) + 1):
            verdict = board.play(*answer.move)
            if verdict.kind != NORMAL:
                return f"won in {ply}" if verdict.kind == WIN and ply % 2 else verdict.words
            answer = (self.attacker if board.to_move == side else self.defender).go_on(board, self.limit)
        return f"claimed +M{claim}, and did not win" if claim else "finds no win"

    def close(self) -> None:
        self.attacker.leave()
        self.defender.leave()


# --- showing -------------------------------------------------------------------------------------------------------------

def attempt_line(attempt: Attempt) -> str:
    answer = attempt.answer
    name = f"{console.on_one_line(attempt.puzzle.id):32}{console.on_one_line(attempt.puzzle.kind):8}"
    proof = f"  {attempt.proof.words}" if attempt.proof else ""
    if not answer:
        return name + attempt.verdict + proof
    claim = f"+M{answer.ply.mate}" if answer.ply.mate else "-" if answer.ply.score is None else f"{answer.ply.score:+g}"
    return (f"{name}{notation(answer.move):6}{claim:8}"
            f"{answer.ply.ms:8.0f} ms {answer.ply.nodes or 0:10} nodes  {attempt.verdict:12}{proof}".rstrip())


def summary(attempts: list[Attempt], limit: Limit) -> Iterator[str]:
    """How many of each kind are solved within some seconds, or within a tenth of the nodes and within all."""
    for kind in sorted({attempt.puzzle.kind for attempt in attempts}):
        of_kind = [attempt for attempt in attempts if attempt.puzzle.kind == kind]
        costs = [a.nodes if limit.nodes else a.seconds for a in of_kind if a.is_solved]
        steps, unit = ((limit.nodes // 10, limit.nodes), "nodes") if limit.nodes else (LIMITS_S, "s")
        counts = (f"{sum(cost <= step for cost in costs)} within {step} {unit}" for step in steps)
        yield f"{kind:8}{len(of_kind):4} puzzles: {', '.join(counts)}"
    if any(attempt.proof for attempt in attempts):
        yield proving.summary([attempt.proof for attempt in attempts])


def main() -> int:
    return console.run("puzzles", solve)


def solve() -> int:
    options = arguments()
    wanted = [one for one in read(options.file) if is_wanted(one, options)]
    if not wanted:
        which = "" if options.names == ["*"] and not options.half else " with such an id, or in that half"
        raise ValueError(f"{options.file}: there is no puzzle in it{which}")
    limits, engines = limits_of(options), named(options.engine or [shlex.quote(str(PROGRAM))])
    prover = Prover(options.prover, options.prove) if options.prove else None
    if prover:
        proving.demand_prover(options.prover)
    if options.measure:
        return measure(options, engines, wanted, limits)
    if len(limits) > 1:
        raise ValueError("several limits are for --measure")
    return max(play_out(command, limits[0], options.info, wanted, prover) for command in engines.values())


def is_wanted(one: Puzzle, options: argparse.Namespace) -> bool:
    return any(fnmatch.fnmatch(one.id, name) for name in options.names) and options.half in ("", one.half)


def limits_of(options: argparse.Namespace) -> list[Limit]:
    if options.nodes:
        return [Limit(nodes=nodes) for nodes in options.nodes]
    return [Limit(turn_ms=turn) for turn in options.turn or TURNS_MS[options.measure]]


def play_out(command: str, limit: Limit, info: list[str], wanted: list[Puzzle], prover: Optional[Prover]) -> int:
    """One engine's claims, shown; and proofs beside them."""
    solver, attempts = Solver(command, limit, info), []
    try:
        solver.demand_start(wanted[0])
        for one in wanted:
            attempt = solver.attempt(one)
            attempts.append(replace(attempt, proof=prover.prove(one)) if prover else attempt)
            print(attempt_line(attempts[-1]), flush=True)
    finally:
        solver.close()
    print("\n".join(summary(attempts, limit)))
    is_false = any(attempt.proof and attempt.proof.was_made and not attempt.proof.is_right for attempt in attempts)
    return 0 if all(attempt.is_solved for attempt in attempts) and not is_false else 1


def measure(options: argparse.Namespace, engines: dict[str, str], wanted: list[Puzzle], limits: list[Limit]) -> int:
    """All engines side by side."""
    if options.measure == "defence" and not all(one.losing for one in wanted):
        raise ValueError(f"{options.file}: defence is for positions that say which move lost")
    examiners = {name: Examiner(command, options.info) for name, command in engines.items()}
    try:
        for examiner in examiners.values():
            examiner.demand_start(wanted[0].board(), limits[0])
        measures.run(options.measure, examiners, wanted, limits)
    finally:
        for examiner in examiners.values():
            examiner.leave()
    return 0


def pair(text: str) -> str:
    """KEY VALUE, as INFO has it"""
    if len(text.split()) < 2 or set(text) & console.LINE_ENDS:
        raise argparse.ArgumentTypeError(f"{console.shown(text)} is not 'KEY VALUE'")
    return text


def arguments() -> argparse.Namespace:
    parser = console.Parser(prog="scripts/puzzles", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=console.path, help="file of puzzles in JSON")
    parser.add_argument("names", nargs="*", default=["*"], help="only puzzles whose id fits, such as 'q/*'")
    parser.add_argument("--engine", action="append", metavar="[NAME=]COMMAND",
                        help=f"engine that solves them; may be given several times ({PROGRAM_DEFAULT})")
    parser.add_argument("--measure", choices=sorted(measures.MEASURES), default="", help="the question to ask instead of playing wins out")
    parser.add_argument("--prove", type=console.positive, metavar="N",
                        help="also have each win proven within N positions, and the proof checked by scripts/verify")
    parser.add_argument("--prover", type=console.path, default=PROGRAM, metavar="PROGRAM",
                        help=f"program that proves ({PROGRAM_DEFAULT})")
    parser.add_argument("--half", choices=HALVES, default="", help="only positions of this half of a collection")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--turn", type=console.numbers, metavar="MS[,MS...]",
                        help="time for each move (default 1000; for defence 100,500,2000)")
    limits.add_argument("--nodes", type=console.numbers, metavar="N[,N...]", help="nodes for each move, instead of a time")
    parser.add_argument("--info", nargs="+", type=pair, default=[], metavar="'KEY VALUE'",
                        help="more INFO settings of the engines")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
