"""Proofs of puzzles: `pbrain-tengen prove` makes one, and scripts/verify, which trusts nobody, checks it.

Both are programs of their own, and what they say is read: the proof is a file between them.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from . import console
from .points import row
from .puzzlefile import Puzzle
from .referee import BLACK, COLOUR_NAME, WHITE, Point

VERIFY = Path(__file__).resolve().parents[1] / "verify"
SPEAKER = re.compile(r"^(?:\S*pbrain-tengen prove|verify): ")
NO_WIN = 3                  # exit status of the prover, where the other side holds
FOUND = re.compile(r"^ +longest +(\d+) plies\n +positions (\d+) of (black|white);", re.MULTILINE | re.ASCII)


@dataclass(frozen=True)
class Proof:
    """What became of one."""

    words: str              # as a column
    was_made: bool = False
    is_right: bool = False


class Prover:
    """The program, and how many positions it may search for each puzzle."""

    def __init__(self, program: Path, nodes: int) -> None:
        self.program, self.nodes = program, nodes

    def prove(self, puzzle: Puzzle) -> Proof:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "win.proof"
            made = self.call([self.program, "prove", *position_words(puzzle), "--nodes", str(self.nodes), "--out", path])
            if made.returncode == NO_WIN:
                return Proof("there is no win")
            if made.returncode:
                return Proof(f"not proven: {last_line(made.stderr)}")
            checked = self.call([sys.executable, VERIFY, "--quiet", path])
        found = FOUND.search(checked.stdout)
        if checked.returncode or not found or found[3] != COLOUR_NAME[puzzle.side]:
            return Proof(f"FALSE PROOF: {last_line(checked.stderr)}", was_made=True)
        return Proof(f"proven: {found[1]} plies, {found[2]} positions", was_made=True, is_right=True)

    @staticmethod
    def call(command: list) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")


def demand_prover(program: Path) -> None:
    """ValueError or OSError if it is none."""
    done = subprocess.run([program, "prove", "--help"], stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode or b"--out" not in done.stdout:
        raise ValueError(f"{program} proves nothing: it has no subcommand prove")


def position_words(puzzle: Puzzle) -> list[str]:
    """The position, as the prover's command line has it."""
    words = ["--rule", str(puzzle.rule), "--size", str(puzzle.size), "--turn", COLOUR_NAME[puzzle.side]]
    for colour in (BLACK, WHITE):
        stones: list[Point] = [stone for stone, of in puzzle.stones if of == colour]
        words += [f"--{COLOUR_NAME[colour]}", row(stones)] if stones else []
    return words


def last_line(said: str) -> str:
    """Without the name of the program that said it."""
    line = next((line for line in reversed(said.split("\n")) if line.strip()), "it said nothing")
    return console.on_one_line(SPEAKER.sub("", line))


def summary(proofs: list[Optional[Proof]]) -> str:
    made = [proof for proof in proofs if proof and proof.was_made]
    return (f"{len(made)} of {len(proofs)} positions proven; scripts/verify checked {len(made)} proofs, "
            f"{sum(not proof.is_right for proof in made)} of them false")
