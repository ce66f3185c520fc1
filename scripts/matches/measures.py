"""Two measures of how engines deal with forced wins, over positions in which a side walked into one.

    attack      the position behind the losing move: does the engine claim the win, and after how much does it hold on to
                that? The claim is counted from the first report since which every value was a win, up to the answer.
    defence     the position before it: does the engine avoid the losing move? Asked once for each limit.

Every question is put as the first of a game. What an engine claims here is true, for the win is proven; whether it can
also show it is what scripts/puzzles without --measure asks.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import Callable, Iterator, Optional, Sequence

from . import console
from .engine import Answer, Lost
from .examiner import Examiner, Limit
from .points import notation
from .puzzlefile import Puzzle

NAME_WIDTH, ID_WIDTH, RESULT_WIDTH = 16, 32, 34
NEVER = float("inf")        # what it takes to claim a win that is never claimed


@dataclass(frozen=True)
class Claim:
    """The report of a win that was held to the end."""

    plies: int
    ms: float
    nodes: float        # NEVER if the engine does not report them


@dataclass(frozen=True)
class Result:
    """What one engine made of one position under one limit."""

    words: str
    is_good: bool
    claim: Optional[Claim] = None


Measure = Callable[[Examiner, Puzzle, Limit], Result]


def held_claim(answer: Answer) -> Optional[Claim]:
    """The first of the reports of a win behind which there is no other value; None if the last one is no win."""
    held: Optional[Claim] = None
    for ply in answer.reports:
        if ply.mate and ply.mate > 0:
            held = held or Claim(ply.mate, ply.ms, NEVER if ply.nodes is None else ply.nodes)
        elif ply.mate or ply.score is not None:
            held = None
    return held


def attack(examiner: Examiner, puzzle: Puzzle, limit: Limit) -> Result:
    answer = examiner.ask(puzzle.board(), limit)
    claim = held_claim(answer)
    if not claim:
        return Result("no claim", False)
    nodes = "?" if claim.nodes == NEVER else f"{claim.nodes:.0f}"
    return Result(f"+M{claim.plies} {claim.ms:.0f} ms {nodes} nodes", True, claim)


def defence(examiner: Examiner, puzzle: Puzzle, limit: Limit) -> Result:
    move = examiner.ask(puzzle.before(), limit).move
    is_losing = move in puzzle.losing
    return Result(f"{notation(move)} {'loses' if is_losing else 'avoids it'}", not is_losing)


MEASURES: dict[str, Measure] = {"attack": attack, "defence": defence}


# --- side by side ------------------------------------------------------------------------------------------------------

def run(measure: str, examiners: dict[str, Examiner], puzzles: Sequence[Puzzle], limits: Sequence[Limit]) -> None:
    """Asks all engines all positions, and prints what they made of each, and the sums."""
    results: dict[tuple[str, int], list[Result]] = {(name, at): [] for name in examiners for at in range(len(limits))}
    for puzzle in puzzles:
        for at, limit in enumerate(limits):
            found = [judged(measure, examiner, puzzle, limit) for examiner in examiners.values()]
            for name, result in zip(examiners, found):
                results[name, at].append(result)
            name = console.on_one_line(puzzle.id)
            print(f"{name:{ID_WIDTH}}{str(limit):16}" + "".join(f"{one.words:{RESULT_WIDTH}}" for one in found).rstrip(),
                  flush=True)
    for line in summary(measure, list(examiners), limits, results):
        print(line)
    for line in by_player(puzzles, limits, results):
        print(line)


def judged(measure: str, examiner: Examiner, puzzle: Puzzle, limit: Limit) -> Result:
    try:
        return MEASURES[measure](examiner, puzzle, limit)
    except Lost as lost:
        return Result(f"{lost.reason}: {lost.words}", False)


def summary(measure: str, names: Sequence[str], limits: Sequence[Limit],
            results: dict[tuple[str, int], list[Result]]) -> Iterator[str]:
    for at, limit in enumerate(limits):
        all_claimed = [index for index, row in enumerate(zip(*(results[name, at] for name in names)))
                       if all(result.claim for result in row)]
        for name in names:
            of_one = results[name, at]
            good = sum(result.is_good for result in of_one)
            line = f"{name:{NAME_WIDTH}}{measure:9}{str(limit):16}{good:4} of {len(of_one)} ({good / len(of_one):.0%})"
            yield line + (f"  {cost('median', of_one)}" if measure == "attack" else "")
            if measure == "attack" and all_claimed and len(names) > 1:
                yield f"{'':{NAME_WIDTH + 9}}" + cost(f"of {len(all_claimed)} that all claim: median",
                                                      [of_one[index] for index in all_claimed])


def by_player(puzzles: Sequence[Puzzle], limits: Sequence[Limit],
              results: dict[tuple[str, int], list[Result]]) -> Iterator[str]:
    """The same by who lost: most who did would do it again, and others need not."""
    for player in sorted({puzzle.by for puzzle in puzzles} - {""}):
        for (name, at), of_one in results.items():
            chosen = [result.is_good for puzzle, result in zip(puzzles, of_one) if puzzle.by == player]
            yield f"{name:{NAME_WIDTH}}{str(limits[at]):16} lost by {player}: {sum(chosen)} of {len(chosen)}"


def cost(words: str, results: Sequence[Result]) -> str:
    """The median of what a claim took, where no claim is more than any."""
    nodes = statistics.median(result.claim.nodes if result.claim else NEVER for result in results)
    ms = statistics.median(result.claim.ms if result.claim else NEVER for result in results)
    return f"{words} {shown(nodes)} nodes, {shown(ms)} ms"


def shown(value: float) -> str:
    return "-" if value == NEVER else f"{value:.0f}"
