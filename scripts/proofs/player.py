"""An engine that plays a proof: it speaks the protocol of Gomocup, and every answer to it is refuted.

usage: python3 scripts/proofs FILE

It moves where the proof's attacker is to move, from the proof's position on, and says in a MESSAGE how many plies it takes
at most and how many positions the proof has for that. Elsewhere it says so with ERROR and ends: managers and scripts/tui
repeat that.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, Optional

from .rules import BLACK, WHITE
from .tree import Proof, Step, read



class Elsewhere(ValueError):
    """The game is none that the proof has an answer for: a sentence."""


class ProofPlayer:
    def __init__(self, proof: Proof, out: IO[str]) -> None:
        self.proof, self.out = proof, out
        self.moves: list[int] = []      # on the board, in order, black first

    def say(self, line: str) -> None:
        self.out.write(line + "\n")
        self.out.flush()

    def hear(self, lines: IO[str]) -> None:
        """A conversation to its end; Elsewhere if the proof has no more to say."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            word = word.upper()
            if word == "END":
                return
            if word in ("START", "RECTSTART"):
                self.start(rest.replace(",", " ").split())
            elif word in ("BEGIN", "TURN", "BOARD"):
                if word == "BOARD":
                    self.moves = list(map(self.point, read_board(lines)))
                elif word == "TURN":
                    self.moves.append(self.point(rest))
                else:
                    self.moves = []
                self.answer()
            elif word == "RESTART":
                self.moves = []
                self.say("OK")
            elif word == "TAKEBACK":
                self.moves = [move for move in self.moves if move != self.point(rest)]
                self.say("OK")
            elif word == "ABOUT":
                self.say('name="the proof", author="Tengen"')

    def start(self, words: list[str]) -> None:
        header = self.proof.header
        sides = [*words, *words][:2]
        if sides != [str(header.width), str(header.height)]:
            raise Elsewhere(f"the proof is of a board of {header.width}x{header.height}")
        self.moves = []
        self.say("OK")

    def point(self, text: str) -> int:
        x, _, y = text.partition(",")
        if not (x.strip().isdecimal() and y.strip().isdecimal()):
            raise Elsewhere("a move is no point")
        return int(y) * self.proof.header.width + int(x)

    def answer(self) -> None:
        step = self.step()
        width = self.proof.header.width
        self.moves.append(step.point)
        self.say(f"MESSAGE depth {step.plies} ev +M{step.plies} n {step.nodes}")
        self.say(f"{step.point % width},{step.point // width}")

    def step(self) -> Step:
        """The move of the proof in this game."""
        header = self.proof.header
        begun = sum(map(len, header.stones.values()))
        start = {BLACK: set(self.moves[:begun:2]), WHITE: set(self.moves[1:begun:2])}
        if start != {colour: set(points) for colour, points in header.stones.items()}:
            raise Elsewhere("the game does not begin with the position of the proof")
        at: Optional[int] = self.proof.follow(self.moves[begun:])
        if at is None:
            raise Elsewhere("the attacker has left the proof")
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
        ProofPlayer(read(Path(arguments[0])), sys.stdout).hear(sys.stdin)
    except OSError as error:
        print(f"ERROR {arguments[0]}: {error.strerror or error}", flush=True)
        return 2
    except ValueError as error:
        print(f"ERROR {error}", flush=True)
        return 1
    return 0
