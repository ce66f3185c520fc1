"""scripts/verify: is a file a proof that a side wins?

Every position of the winner must have a move, every answer of the loser must be refuted, and every line must end in five.
scripts/proofs/README.md explains the format and the argument. Proofs are read as streams, so they may be larger than
memory.

With --after MOVES it reports which answers to these moves the proofs refute together, up to the symmetries of the board.

Exit status: 0 every file is a proof, and with --after no answer is open; 1 a file is not a proof, or an answer is open; 2 a
file could not be read, or does not belong to the position.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Optional

from matches import console

from .answers import Answers, Unfit
from .checking import Checker, Tally
from .lemmas import Lemmas
from .rules import RULE_NAME
from .stream import Fault, Header, NotAProof, Stream, read_header

FALSE = 1                   # exit status for what is no proof
TOLD_S = 1.0                # between two words of progress
CLEAR_LINE = "\r\033[K"


def main() -> int:
    return console.run("verify", verify)


def verify() -> int:
    options = arguments()
    answers = Answers(options.after.split()) if options.after is not None else None
    status = max([judge(path, options.quiet, answers) for path in options.proofs])
    if not answers or not answers.proofs:
        return status
    print(answers.summary())
    return max(status, FALSE if answers.open_kinds() else 0)


def judge(path: Path, is_quiet: bool, answers: Optional[Answers]) -> int:
    """The exit status for one file, which counts for the answers if it holds; what there is to say of it is said."""
    began = time.monotonic()
    try:
        with open(path, "rb") as file:
            header, tally = check(Stream(file), is_quiet)
        if answers:
            answers.add(header)
    except NotAProof as fault:
        return console.complain("verify", console.on_one_line(f"{path}: {fault}"))
    except Fault as fault:
        return console.complain("verify", console.on_one_line(f"{path}: no proof: {fault}"), FALSE)
    except Unfit as fault:
        return console.complain("verify", console.on_one_line(f"{path}: {fault}"))
    except OSError as error:
        return console.complain("verify", console.words_of(error))
    print(summary(path, header, tally, time.monotonic() - began), flush=True)
    return 0


def check(stream: Stream, is_quiet: bool) -> tuple[Header, Tally]:
    header = read_header(stream)
    lemmas = Lemmas(header.width * header.height)
    progress = Progress(header.nodes, is_quiet)
    try:
        return header, Checker(header, stream, lemmas, progress.tell).check()
    finally:
        lemmas.close()
        progress.end()


class Progress:
    """A line that is written over again, at a terminal."""

    def __init__(self, nodes: int, is_quiet: bool) -> None:
        self.nodes = nodes
        self.is_shown = sys.stderr.isatty() and not is_quiet
        self.began = self.told = time.monotonic()

    def tell(self, nodes: int) -> None:
        now = time.monotonic()
        if self.is_shown and now - self.told >= TOLD_S:
            self.told = now
            percent = 100 * nodes // max(self.nodes, 1)
            rate = nodes / (now - self.began)
            sys.stderr.write(f"{CLEAR_LINE}{nodes} of {self.nodes} positions ({percent} %), {rate:.0f} a second")
            sys.stderr.flush()

    def end(self) -> None:
        if self.is_shown:
            sys.stderr.write(CLEAR_LINE)
            sys.stderr.flush()


def summary(path: Path, header: Header, tally: Tally, seconds: float) -> str:
    rate = tally.nodes / seconds if seconds else 0.0
    return "\n".join((
        f"{console.on_one_line(str(path))}: proven, {header.attacker} wins",
        f"  rule      {RULE_NAME[header.rule]}, {header.width}x{header.height}, {header.win} in a row",
        f"  position  {position(header)}; {header.attacker} to move",
        f"  longest   {tally.depth} plies",
        f"  positions {tally.nodes} of {header.attacker}; lemmas {tally.lemmas}, referred to {tally.referred} times",
        f"  answers   {tally.listed} listed, {tally.covered} covered by zones; passes {tally.most_passes} deep",
        f"  checked   in {seconds:.1f} s, {rate:.0f} positions a second; made by {console.on_one_line(header.program)}"))


def position(header: Header) -> str:
    if header.moves or not any(header.stones.values()):
        return " ".join(map(header.name, header.moves)) or "the empty board"
    return "; ".join(f"{colour} {' '.join(map(header.name, points))}" for colour, points in header.stones.items())


def arguments() -> argparse.Namespace:
    parser = console.Parser(prog="scripts/verify", description=__doc__,
                            formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proofs", nargs="+", type=console.path, metavar="PROOF", help="file made by pbrain-tengen prove")
    parser.add_argument("--after", metavar="MOVES", help="report which answers to these moves, such as h8, the proofs refute")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
