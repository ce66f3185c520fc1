"""The file of a proof, as a stream: a header of text, and a body of numbers, compressed by gzip. README.md has the format.

Whatever is wrong with a file is a Fault with a sentence. Nothing is held but the piece that is read.
"""

from __future__ import annotations

import gzip
import zlib
from dataclasses import dataclass
from typing import BinaryIO

from . import names, rules
from .rules import BLACK, OTHER, WHITE

TITLE = "TENGEN PROOF 1"
LINE_MAX = 16384            # bytes of a line of the header: every point of the largest board takes 6100
PIECE = 1 << 18             # bytes of the body that are read at a time
NUMBER_BYTES = 9            # numbers are below 2^63
MORE, LOW = 0x80, 0x7F      # of a byte of a number: another follows; what it holds

FIVE, MOVE, LEMMA, SAME = range(4)      # kinds of nodes
NO_PASS, PASS = range(2)                # flags of a defence


class Fault(ValueError):
    """Why a file is no proof: a sentence."""


class NotAProof(Fault):
    """It cannot even be told what is to be proven."""


@dataclass(frozen=True)
class Header:
    """What is claimed: that the attacker, who is to move, wins from this position."""

    rule: int
    width: int
    height: int
    win: int
    moves: list[int]                # in order; of a position that was set up, empty
    stones: dict[str, list[int]]    # by colour
    attacker: str
    program: str
    nodes: int                      # of the attacker, in the body

    @property
    def defender(self) -> str:
        return OTHER[self.attacker]

    def name(self, point: int) -> str:
        return names.name(point, self.width)


# --- the body ----------------------------------------------------------------------------------------------------------

class Stream:
    """Bytes and numbers of a file, in order. Who opened the file closes it."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = gzip.GzipFile(fileobj=file, mode="rb")
        self.piece, self.at = b"", 0

    def fill(self) -> bool:
        """Have another byte; False at the end."""
        if self.at >= len(self.piece):
            try:
                self.piece, self.at = self.file.read1(PIECE), 0
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                is_other = isinstance(error, gzip.BadGzipFile) and not self.piece
                raise Fault("the file is not compressed by gzip, as all proofs are" if is_other else
                            f"the file is damaged: {sentence(error)}") from None
        return bool(self.piece)

    def byte(self) -> int:
        if self.at >= len(self.piece) and not self.fill():
            raise Fault("the file ends in the middle")
        value = self.piece[self.at]
        self.at += 1
        return value

    def number(self) -> int:
        value = self.byte()
        return value if value < MORE else self.long_number(value & LOW)

    def long_number(self, value: int) -> int:
        for place in range(1, NUMBER_BYTES):
            byte = self.byte()
            value |= (byte & LOW) << 7 * place
            if byte < MORE:
                if not byte:
                    raise Fault("a number is written longer than it need be")
                return value
        raise Fault("a number is too large")

    def line(self) -> str:
        """A line of the header."""
        line = bytearray()
        while (byte := self.byte()) != ord("\n"):
            line.append(byte)
            if len(line) > LINE_MAX:
                raise Fault("a line of the header is too long")
        if not line.isascii():
            raise Fault("the header has letters that are not ASCII")
        return line.decode("ascii")

    def demand_end(self) -> None:
        if self.fill():
            raise Fault("something follows the proof")


def sentence(error: Exception) -> str:
    """Without the bytes that gzip adds in brackets, as Python writes them."""
    return " ".join(str(error).partition(" (b")[0].split())


# --- the header --------------------------------------------------------------------------------------------------------

def read_header(stream: Stream) -> Header:
    """NotAProof says what is wrong with it."""
    try:
        return read_fields(stream)
    except NotAProof:
        raise
    except Fault as fault:
        raise NotAProof(f"no proof: {fault}") from None


def read_fields(stream: Stream) -> Header:
    if stream.line() != TITLE:
        raise Fault(f"it does not begin with {TITLE}")
    rule, = whole_numbers(field(stream, "rule"), 1)
    width, height = whole_numbers(field(stream, "board"), 2)
    win, = whole_numbers(field(stream, "win"), 1)
    if fault := rules.board_fault(rule, width, height, win):
        raise Fault(fault)
    moves, stones, turn = read_position(stream, width, height)
    attacker = field(stream, "attacker")
    if attacker != turn:
        raise Fault(f"the attacker is {shown(attacker)}, but {turn} is to move")
    program = field(stream, "program")
    nodes, = whole_numbers(field(stream, "nodes"), 1)
    if stream.line() != "end":
        raise Fault("the header has no line end")
    return Header(rule, width, height, win, moves, stones, attacker, program, nodes)


def read_position(stream: Stream, width: int, height: int) -> tuple[list[int], dict[str, list[int]], str]:
    """The moves, the stones, and who is to move."""
    key, words = split(stream.line())
    if key == "moves":
        moves = points(words, width, height)
        stones = {BLACK: moves[::2], WHITE: moves[1::2]}
        return moves, different(stones), WHITE if len(moves) % 2 else BLACK
    stones = {}
    for colour in (BLACK, WHITE):
        of_colour, words = split(words) if key == "stones" else ("", "")
        if of_colour != colour:
            raise Fault(f"the position is given neither by moves nor by stones {colour}")
        stones[colour] = points(words, width, height)
        key, words = split(stream.line())
    if key != "turn" or words not in OTHER:
        raise Fault("turn is neither black nor white")
    return [], different(stones), words


def split(line: str) -> tuple[str, str]:
    key, _, words = line.partition(" ")
    return key, words


def field(stream: Stream, key: str) -> str:
    found, words = split(stream.line())
    if found != key:
        raise Fault(f"{key} is expected where the header has {shown(found)}")
    return words


def whole_numbers(words: str, count: int) -> list[int]:
    found = words.split(" ")
    if len(found) != count or not all(is_whole(word) for word in found):
        raise Fault(f"{shown(words)} is not {count} whole number{'s' if count > 1 else ''}")
    return [int(word) for word in found]


def is_whole(word: str) -> bool:
    """Decimal, as a program writes it, and below 2^63 or little above."""
    return word.isdecimal() and len(word) <= 19 and (word == "0" or word[0] != "0")


def points(words: str, width: int, height: int) -> list[int]:
    found: list[int] = []
    for word in words.split(" ") if words else []:
        point = names.number(word, width, height)
        if point is None:
            raise Fault(f"{shown(word)} is no point of the board")
        found.append(point)
    return found


def different(stones: dict[str, list[int]]) -> dict[str, list[int]]:
    every = [point for points in stones.values() for point in points]
    if len(set(every)) != len(every):
        raise Fault("two stones lie on one point")
    return stones


def shown(text: str) -> str:
    """A word of the file, short enough to be repeated, and harmless."""
    harmless = "".join(letter if letter.isprintable() else "?" for letter in text[:40])
    return f'"{harmless}{"..." if len(text) > 40 else ""}"'


