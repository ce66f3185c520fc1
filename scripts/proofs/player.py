"""An engine that plays a proof: it speaks the protocol of Gomocup, and every answer to it is refuted.

usage: python3 scripts/proofs FILE

It moves where the proof's attacker is to move, from the proof's position on, and says in a MESSAGE how many plies it takes
at most and how many positions the proof has for that. Elsewhere it says so with ERROR, which scripts/tui repeats. The proof
itself is read when the first move is asked for.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, Optional

from .rules import BLACK, WHITE
from .tree import Proof, Step, read, read_only_header



class ProofPlayer:
    def __init__(self, path: Path, out: IO[str]) -> None:
        self.path, self.out = path, out
        self.header = read_only_header(path)
        self.proof: Optional[Proof] = None
        self.moves: list[int] = []      # on the board, in order, black first

    def say(self, line: str) -> None:
        self.out.write(line + "\n")
        self.out.flush()

    def hear(self, lines: IO[str]) -> None:
        """A conversation to its end."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word.upper() == "END":
                return
            try:
                self.obey(word.upper(), rest, lines)
            except (OSError, ValueError) as error:
                self.say(f"ERROR {' '.join(str(error).split())}")

    def obey(self, word: str, rest: str, lines: IO[str]) -> None:
        if word in ("START", "RECTSTART"):
            self.start(rest.replace(",", " ").split())
        elif word == "BEGIN":
            self.answer([])
        elif word == "TURN":
            self.answer([*self.moves, self.point(rest)])
        elif word == "BOARD":
            self.answer([self.point(stone) for stone in read_board(lines)])
        elif word == "RESTART":
            self.moves = []
            self.say("OK")
        elif word == "ABOUT":
            self.say('name="the proof", author="Tengen"')

    def start(self, words: list[str]) -> None:
        header = self.header
        sides = [*words, *words][:2]
        if sides != [str(header.width), str(header.height)]:
            raise ValueError(f"the proof is of a board of {header.width}x{header.height}")
        self.moves = []
        self.say("OK")

    def point(self, text: str) -> int:
        x, _, y = text.partition(",")
        if not (text.isascii() and x.strip().isdecimal() and y.strip().isdecimal()):
            raise ValueError("a move is no point")
        return int(y) * self.header.width + int(x)

    def answer(self, moves: list[int]) -> None:
        """The moves are on the board, and the attacker is to move."""
        self.moves = moves
        step = self.step()
        width = self.header.width
        self.moves.append(step.point)
        self.say(f"MESSAGE depth {step.plies} ev +M{step.plies} n {step.nodes}")
        self.say(f"{step.point % width},{step.point // width}")

    def step(self) -> Step:
        """The move of the proof in this game."""
        stones = {colour: set(points) for colour, points in self.header.stones.items()}
        begun = sum(map(len, stones.values()))
        if {BLACK: set(self.moves[:begun:2]), WHITE: set(self.moves[1:begun:2])} != stones:
            raise ValueError("the game does not begin with the position of the proof")
        self.proof = self.proof or read(self.path)
        at = self.proof.follow(self.moves[begun:])
        if at is None:
            raise ValueError("the proof has no answer here")
        return self.proof.step(at)


def read_board(lines: IO[str]) -> list[str]:
    """The stones of BOARD, in the order in which they are told."""
    stones = []
    for line in lines:
        if line.strip().upper() == "DONE":
            break
        stones.append(line.strip().rpartition(",")[0])
    return stones


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        ProofPlayer(Path(arguments[0]), sys.stdout).hear(sys.stdin)
    except OSError as error:
        print(f"ERROR {arguments[0]}: {error.strerror or error}", flush=True)
        return 2
    except ValueError as error:
        print(f"ERROR {error}", flush=True)
        return 1
    return 0
