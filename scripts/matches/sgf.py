"""Games as .sgf, the Smart Game Format, in which Gomoku is game 4. scripts/page/game/files.js writes and reads the same.

    (;FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[15]RU[freestyle]PB[Ann]PW[Bob]RE[B+R]
    ;B[hh];W[ig])                   column, and row from the top, in letters

RU has the rule in the words of our .psq. Of a file with branches the main line is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import Optional

from .console import shown
from .files import psq_rule, read_psq_rule
from .points import Point
from .points import point as point_named
from .referee import BLACK, WHITE

START = re.compile(r"\s*\(\s*;")
TOKEN = re.compile(r"\s+|[(;)]|([A-Za-z]+)((?:\s*\[(?:\\.|[^\]\\])*\])+)", re.DOTALL)
VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
ENDING = re.compile(r"([BW])\+(\w*)|0$|draw|jigo|1/2", re.IGNORECASE)
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
GOMOKU = "4"
COLOURS = {"B": BLACK, "W": WHITE}
NAMES = {colour: letter for letter, colour in COLOURS.items()}

RESIGNED, TIME, OTHER = "R", "T", ""        # how a game ended, besides by its stones
WORDS = {"RESIGN": RESIGNED, "TIME": TIME}

Node = dict[str, list[str]]


@dataclass(frozen=True)
class Record:
    """What such a file says."""

    size: Optional[tuple[int, int]]             # width and height, where it names one
    rule: Optional[tuple[int, int]]             # and the length of a row, likewise
    moves: tuple[Point, ...]
    names: Optional[tuple[str, str]] = None     # of black and white
    winner: Optional[str] = None                # BLACK or WHITE; None: nobody, or not said
    ending: Optional[str] = None                # RESIGNED, TIME or OTHER; None: nothing is said
    branches: int = 0                           # that were not read


def text_of(record: Record) -> str:
    """Such a file; its size and rule must be known."""
    (width, height), (rule, length) = record.size, record.rule
    side = f"{width}" if width == height else f"{width}:{height}"
    head = f"FF[4]GM[{GOMOKU}]CA[UTF-8]AP[Tengen]SZ[{side}]RU[{psq_rule(rule, length)}]"
    for letter, name in zip("BW", record.names or ()):
        head += f"P{letter}[{escaped(name)}]"
    if record.ending is not None:
        head += f"RE[{NAMES[record.winner]}+{record.ending}]" if record.winner else "RE[0]"
    moves = "".join(f";{'BW'[number % 2]}[{LETTERS[x]}{LETTERS[height - 1 - y]}]"
                    for number, (x, y) in enumerate(record.moves))
    return f"(;{head}\n{moves})\n"


def read(text: str, usual: tuple[int, int]) -> Record:
    """What the file says; of that size, width and height, if it names none. ValueError if it is none."""
    nodes, branches = main_line(text)
    root = nodes[0]
    if value(root, "GM", GOMOKU) != GOMOKU:
        raise ValueError(f"it is of another game: Gomoku is GM[{GOMOKU}], not GM[{shown(value(root, 'GM'))}]")
    size = size_of(root)
    height = (size or usual)[1]
    names = tuple(unescaped(value(root, key)) for key in ("PB", "PW"))
    ending = ENDING.match(value(root, "RE"))
    winner = COLOURS.get((ending[1] or "").upper()) if ending else None
    how = (ending[2] or "").upper() if ending else None
    return Record(size, read_psq_rule(f",{value(root, 'RU')}"), tuple(moves_of(nodes, height)),
                  (names[0], names[1]) if all(names) else None, winner,
                  None if how is None else WORDS.get(how, how if how in (RESIGNED, TIME) else OTHER), branches)


def main_line(text: str) -> tuple[list[Node], int]:
    """The nodes up to the first bracket that ends a way, and how many other ways there are."""
    nodes: list[Node] = []
    at, branches, is_through, depth = 0, 0, False, 0
    while at < len(text):
        token = TOKEN.match(text, at)
        if not token:
            raise ValueError("it is cut off, or something in it is no property")
        at = token.end()
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if token[0] == ")":
            is_through = True
            if depth <= 0 and nodes:
                return nodes, branches
            if depth <= 0:
                raise ValueError("there is no game in it")
        elif token[0] == "(":
            branches += is_through
        elif not is_through and token[0] == ";":
            nodes.append({})
        elif not is_through and token[1]:
            if not nodes:
                raise ValueError("it has a property where a move belongs")
            name = re.sub("[a-z]", "", token[1])
            nodes[-1].setdefault(name, []).extend(VALUE.findall(token[2]))
    raise ValueError("it is cut off")


def size_of(root: Node) -> Optional[tuple[int, int]]:
    if "SZ" not in root:
        return None
    sides = re.fullmatch(r"(\d{1,2})(?::(\d{1,2}))?", value(root, "SZ"), re.ASCII)
    if not sides:
        raise ValueError(f"it names no size of a board that there is: {shown(value(root, 'SZ'))}")
    return int(sides[1]), int(sides[2] or sides[1])


def moves_of(nodes: list[Node], height: int) -> list[Point]:
    """From an empty board: stones that were set up are taken for moves where they can be."""
    set_up = {colour: [point_of(words, height) for words in nodes[0].get(f"A{letter}", [])]
              for letter, colour in COLOURS.items()}
    if len(set_up[BLACK]) - len(set_up[WHITE]) not in (0, 1):
        raise ValueError("its position was set up, and is no game")
    moves = [point for pair in zip_longest(set_up[BLACK], set_up[WHITE]) for point in pair if point is not None]
    for number, node in enumerate(nodes):
        if number and not node.keys().isdisjoint(("AB", "AW", "AE")):
            raise ValueError("it changes its position after the beginning")
        for letter in filter(node.__contains__, COLOURS):
            if letter != "BW"[len(moves) % 2]:
                raise ValueError(f"move {len(moves) + 1} is not of the colour whose turn it is")
            moves.append(point_of(value(node, letter), height))
    return moves


def point_of(words: str, height: int) -> Point:
    """hh, or h8 as some programs have it."""
    if re.fullmatch(r"[A-Za-z]{1,2}[1-9][0-9]?", words):
        return point_named(words)
    if len(words) != 2 or any(letter not in LETTERS for letter in words):
        raise ValueError(f"it has {shown(words)} where a point belongs")
    return LETTERS.index(words[0]), height - 1 - LETTERS.index(words[1])


def value(node: Node, key: str, usual: str = "") -> str:
    """The first one of that key."""
    return node.get(key, [usual])[0].strip()


def escaped(words: str) -> str:
    return re.sub(r"[\]\\]", r"\\\g<0>", words)


def unescaped(words: str) -> str:
    return re.sub(r"\\(\r\n|\n\r|.)", lambda found: "" if found[1] in "\r\n" else found[1], words, flags=re.DOTALL)
