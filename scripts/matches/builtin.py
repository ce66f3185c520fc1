"""The built-in openings, for matches that name none.

    sets/freestyle15.txt.gz and so on: one set for each rule on 15x15 and 20x20, in which a million nodes call every opening
    near even, with each of three moves. The first line of each records how it was made; these commands make it longer:

        pbrain-tengen openings --rule 4 --size 20 --seed 2026 --count 500 --out renju20.txt
        gzip -9n renju20.txt

Boards in between and beyond have the largest set that fits, in their middle: an edge that is farther away changes little.
Smaller boards, and shorter rows to make, have none.
"""

from __future__ import annotations

import gzip
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from . import openings
from .openings import Opening
from .points import points
from .referee import CARO, CARO_EXACT, FREESTYLE, NORMAL, RENJU, STANDARD, STANDARD_LENGTH, Board

FOLDER = Path(__file__).resolve().parent / "sets"
SIDES = (20, 15)        # of the boards that have sets, the larger first
# Whether six in a row wins, too, is all that the two kinds of caro differ in, and far from what an opening decides.
NAMES = {FREESTYLE: "freestyle", STANDARD: "standard", RENJU: "renju", CARO: "caro", CARO_EXACT: "caro"}


@dataclass(frozen=True)
class Chosen:
    """The openings for a match."""

    name: str                   # of the set, as in freestyle15
    side: int                   # of the board that it was made for
    openings: list[Opening]     # on the board that is played on


def choose(rule: int, width: int, height: int, win_length: int) -> Optional[Chosen]:
    """The set for such games; None if there is none. ValueError if the file of the set is damaged."""
    side = next((side for side in SIDES if side <= min(width, height)), None)
    if side is None or win_length != STANDARD_LENGTH:
        return None
    name = f"{NAMES[rule]}{side}"
    moved = [shifted(opening, (width - side) // 2, (height - side) // 2) for opening in read(name, side)]
    return Chosen(name, side, [opening for opening in moved if is_playable(opening, rule, width, height)])


def read(name: str, side: int) -> list[Opening]:
    """The openings of a set, on the board that it was made for."""
    path = FOLDER / f"{name}.txt.gz"
    try:
        text = gzip.decompress(path.read_bytes()).decode()
    except (EOFError, zlib.error, UnicodeDecodeError, gzip.BadGzipFile) as error:
        raise ValueError(f"{path}: {error}") from None
    found = list(openings.read_lines(path, text, side, side, points))
    if not found:
        raise ValueError(f"{path}: there is no opening in it")
    return found


def shifted(opening: Opening, columns: int, rows: int) -> Opening:
    return [(x + columns, y + rows) for x, y in opening]


def is_playable(opening: Opening, rule: int, width: int, height: int) -> bool:
    """Says whether the game goes on after the opening. Away from its edge a row of renju may become a foul."""
    board = Board(width, height, rule)
    return all(board.play(x, y).kind == NORMAL for x, y in opening)
