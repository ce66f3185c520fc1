"""Games in files that other programs open: Piskvork's .psq, one for each game.

PSQ, as Piskvork writes and reads it (source/game.cpp, savePsq and openPsq), with CRLF at the ends of lines:

    Piskvorky 15x15, 11:11, 0       width x height, levels of the two players, who begins (0: the first)
    8,8,0                           column, row (both from 1), milliseconds; the opening's moves have 0, and no others
    9,9,350
    pbrain-tengen                   the players, the one who begins first; Piskvork has the program's file here
    pbrain-rival
    0                               how it ended: 0 in order, 15 by time, -2 by another error, -1 unknown
    1,freestyle                     who won: 1 the first, 2 the second, 0 nobody; and the tournament (Gomocup's judge)

A level stands for a time for a move, and 0 for a person; opening a file sets the clocks to it. The first line that
begins with something else than two numbers ends the moves. Piskvork reads no further than the names and does not know
the rule: it takes the one that is set, and refuses moves after a row that wins under that. We write the rule where the
judge has the tournament, as in "2,renju" or "1,freestyle 3 in a row", and know it again there. A name that begins like
a number would lose its beginning, so it is written with Piskvork's own prefix for programs.
"""

from __future__ import annotations

import re
from itertools import dropwhile, islice
from pathlib import Path
from typing import Optional

from . import record
from .console import on_one_line
from .points import Point
from .record import Game, Match
from .referee import RULE_NAME, STANDARD_LENGTH, WIN_LENGTHS
from .storage import named

# --- psq --------------------------------------------------------------------------------------------------------------

PSQ_HEADER = re.compile(r"Piskvorky\s+(\d+)x(\d+)\s*,", re.ASCII)
PSQ_MOVE = re.compile(r"\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d*).*)?", re.ASCII)
PSQ_NUMBER = re.compile(r"\s*[-+]?\d", re.ASCII)      # what Piskvork would take for one when it looks for a move
PSQ_NAME_MAX = 200                          # Piskvork reads lines of 255
PSQ_PERSON = 0                              # the level of one

# Milliseconds for a move on Piskvork's levels 1 to 11.
PSQ_LEVELS_MS = (100, 300, 600, 1000, 1500, 2500, 5000, 10000, 15000, 30000, 60000)

PSQ_IN_ORDER, PSQ_TIMEOUT, PSQ_OTHER_ERROR, PSQ_UNKNOWN = 0, 15, -2, -1
PSQ_WINNER = {record.WIN: 1, record.LOSS: 2, record.DRAW: 0}


def write_psq(folder: Path, match: Match, game: Game) -> Path:
    """The game as a file of its own in that folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    black, white = (file_name(match.players[player].name) for player in (game.black, game.white))
    path = folder / f"{game.number:06}_{black}_{white}_{PSQ_WINNER[game.score]}.psq"
    with named(path):
        path.write_bytes(psq(match, game).encode("ascii", errors="replace"))
    return path


def psq(match: Match, game: Game) -> str:
    """The text of such a file."""
    times = [0] * len(game.opening) + [max(1, round(ply.ms)) for ply in game.plies]
    level = psq_level(match.turn_ms)
    return psq_text(
        size=(match.width, match.height), levels=(level, level), moves=list(zip(game.moves, times)),
        names=(match.players[game.black].name, match.players[game.white].name), ending=psq_ending(game),
        winner=PSQ_WINNER[game.score], rule=psq_rule(match.rule, match.win_length))


def psq_text(size: tuple[int, int], levels: tuple[int, int], moves: list[tuple[Point, int]], names: tuple[str, str],
             ending: int, winner: int, rule: str) -> str:
    """The text of any such file; each move comes with its milliseconds."""
    lines = [f"Piskvorky {size[0]}x{size[1]}, {levels[0]}:{levels[1]}, 0"]
    lines += [f"{x + 1},{y + 1},{ms}" for (x, y), ms in moves]
    lines += [psq_name(name) for name in names]
    lines += [str(ending), f"{winner},{rule}"]
    return "".join(line + "\r\n" for line in lines)


def psq_rule(rule: int, win_length: int) -> str:
    """The words that our files end in."""
    return RULE_NAME[rule] + ("" if win_length == STANDARD_LENGTH else f" {win_length} in a row")


def psq_level(turn_ms: Optional[int]) -> int:
    """The highest level with no more time than that; without a limit the highest."""
    if turn_ms is None:
        return len(PSQ_LEVELS_MS)
    return max([level for level, ms in enumerate(PSQ_LEVELS_MS, 1) if ms <= turn_ms], default=1)


def psq_name(name: str) -> str:
    one_line = on_one_line(name)[:PSQ_NAME_MAX]
    return one_line if one_line and not PSQ_NUMBER.match(one_line) else f"pbrain-{one_line}"


def psq_ending(game: Game) -> int:
    if game.failed is None:
        return PSQ_IN_ORDER
    return PSQ_TIMEOUT if game.reason == record.TIMEOUT else PSQ_OTHER_ERROR


def read_psq(text: str) -> list[Point]:
    """The moves of a .psq, x and y from 0. ValueError if it is none."""
    return [point for point, _ in read_psq_moves(text)]


def read_psq_moves(text: str) -> list[tuple[Point, int]]:
    """The same with the milliseconds of each move, 0 where they are missing."""
    read_psq_size(text)
    moves = []
    for line in text.splitlines()[1:]:
        move = PSQ_MOVE.fullmatch(line)
        if not move:
            break
        moves.append(((int(move[1]) - 1, int(move[2]) - 1), int(move[3] or 0)))
    return moves


def read_psq_names(text: str) -> Optional[tuple[str, str]]:
    """The players of a .psq: the two lines behind the moves, if neither is empty or has the number of how it ended."""
    names = [on_one_line(line) for line in islice(dropwhile(PSQ_MOVE.fullmatch, text.splitlines()[1:]), 2)]
    return (names[0], names[1]) if len(names) == 2 and all(names) and not any(map(PSQ_NUMBER.match, names)) else None


def opening_length(times: list[int]) -> int:
    """How many moves were given, by the milliseconds of all: those before the first that took time. A game of which
    nobody has measured any has no such moves."""
    return next((at for at, ms in enumerate(times) if ms > 0), 0)


def read_psq_size(text: str) -> tuple[int, int]:
    """The width and height in the first line of a .psq."""
    header = PSQ_HEADER.match(text)
    if not header:
        raise ValueError("the first line of a .psq must look like Piskvorky 15x15, 11:11, 0")
    return int(header.group(1)), int(header.group(2))


def read_psq_rule(text: str) -> Optional[tuple[int, int]]:
    """The rule and the length of a row, where the last line names them: ours, or one of Gomocup's such as Freestyle1."""
    last = (text.splitlines() or [""])[-1].strip().rpartition(",")[2].lower()
    words = re.sub(r"(?<=[a-z])\d*$", "", last)
    known = {psq_rule(rule, length): (rule, length) for rule in RULE_NAME for length in WIN_LENGTHS}
    return known.get(words)


# --- words ------------------------------------------------------------------------------------------------------------

def file_name(name: str) -> str:
    """What of a name is safe in the name of a file, on any system."""
    return re.sub(r"[^A-Za-z0-9.+-]+", "-", name).strip("-.")[:40] or "engine"
