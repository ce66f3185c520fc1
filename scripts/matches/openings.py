"""Files of openings, in the formats that are around:

    pos         one opening a line, h8i9j10: columns from a, rows from 1 (c-gomoku-cli, Yixin-Board)
    offset      one opening a line, 8,-3, 6,-4, 5,-4: x,y of each stone as seen from the middle of the board, which is
                width // 2, height // 2 (c-gomoku-cli, Gomocup)
    piskvork    the same under another name: Piskvork's openings.txt. It asks for commas where c-gomoku-cli takes blanks
    psq         a game saved by Piskvork, as far as it goes; or a folder of such files

The first stone is black's. Blank lines, and what comes after a #, are passed over. A file with anything wrong in it is
refused as a whole: an opening that is silently left out is found out only after a long match.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Callable, Iterator

from .console import shown
from .files import read_psq, read_psq_size
from .points import Point, notation, points, row
from .referee import NORMAL, Board
from .storage import read_text

Opening = list[Point]

POS, OFFSET, PISKVORK, PSQ, AUTO = "pos", "offset", "piskvork", "psq", "auto"
KINDS = (AUTO, POS, OFFSET, PISKVORK, PSQ)

OFFSETS = re.compile(r"[-+]?\d+(?:(?:\s*,\s*|\s+)[-+]?\d+)*\s*,?", re.ASCII)
LINES_BEFORE_PSQ_MOVES = 1


def read(path: Path, width: int, height: int, kind: str = AUTO) -> list[Opening]:
    """All openings of a file or a folder. ValueError names the file, the line, and what is wrong there."""
    if kind not in KINDS:
        raise ValueError(f"openings are of the kinds {', '.join(KINDS)}, not {kind}")
    if path.is_dir():
        return read_folder(path, width, height)
    text = read_text(path)
    kind = detected(text) if kind == AUTO else kind
    if kind == PSQ:
        return [read_game(path, text, width, height)]
    line_reader = points if kind == POS else lambda line: offsets(line, width, height)
    openings = list(read_lines(path, text, width, height, line_reader))
    if not openings:
        raise ValueError(f"{path}: there is no opening in it")
    return openings


def detected(text: str) -> str:
    """The kind, from how its first opening begins; what begins oddly is taken for pos, which then says what is odd."""
    first = next((line for _, line in openings_in(text)), "")
    if first.startswith("Piskvorky"):
        return PSQ
    return OFFSET if re.match(r"[-+0-9]", first) else POS


def openings_in(text: str) -> Iterator[tuple[int, str]]:
    """The lines that hold an opening, with their numbers, without comments."""
    for number, line in enumerate(text.splitlines(), 1):
        opening = line.partition("#")[0].strip()
        if opening:
            yield number, opening


def read_lines(path: Path, text: str, width: int, height: int,
               line_reader: Callable[[str], Opening]) -> Iterator[Opening]:
    """The opening of each line, read by that function and checked."""
    for number, line in openings_in(text):
        try:
            opening = line_reader(line)
        except ValueError as error:
            raise ValueError(f"{path}:{number}: {error}") from None
        for index in range(len(opening)):
            check(opening, index, width, height, f"{path}:{number}")
        yield opening


def offsets(line: str, width: int, height: int) -> Opening:
    """The points of a line such as 8,-3, 6,-4, 5,-4."""
    if not OFFSETS.fullmatch(line):
        raise ValueError(f"{shown(line)} is no row of x,y such as 8,-3, 6,-4, 5,-4")
    numbers = [int(number) for number in re.findall(r"[-+]?\d+", line)]
    if len(numbers) % 2:
        raise ValueError(f"{len(numbers)} numbers make no row of x,y: one is missing")
    return [(width // 2 + x, height // 2 + y) for x, y in zip(numbers[::2], numbers[1::2])]


def read_folder(folder: Path, width: int, height: int) -> list[Opening]:
    """Every .psq of a folder, by name."""
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".psq")
    if not files:
        raise ValueError(f"{folder}: there is no .psq in it")
    return [opening for path in files for opening in read(path, width, height, PSQ)]


def read_game(path: Path, text: str, width: int, height: int) -> Opening:
    """The opening of one .psq, whose board must be the one that is played on: its points count from a corner."""
    try:
        opening, size = read_psq(text), read_psq_size(text)
    except ValueError as error:
        raise ValueError(f"{path}:1: {error}") from None
    if size != (width, height):
        raise ValueError(f"{path}:1: its board is {size[0]}x{size[1]}, not {width}x{height}")
    if not opening:
        raise ValueError(f"{path}: there is no move in it")
    for index in range(len(opening)):
        check(opening, index, width, height, f"{path}:{index + 1 + LINES_BEFORE_PSQ_MOVES}")
    return opening


def check(opening: Opening, index: int, width: int, height: int, place: str) -> None:
    """ValueError if the stone of that index cannot be there; place is the file and line to name."""
    x, y = point = opening[index]
    if not (0 <= x < width and 0 <= y < height):
        raise ValueError(f"{place}: the stone at x {x}, y {y} (both from 0) is outside the {width}x{height} board")
    if point in opening[:index]:
        raise ValueError(f"{place}: there are two stones on {notation(point)}")


def demand_playable(opening: Opening, board: Board) -> None:
    """ValueError if the game would be over with that opening, or if the rule forbids it."""
    for point in opening:
        verdict = board.play(*point)
        if verdict.kind != NORMAL:
            raise ValueError(f"the opening {row(opening)} cannot be played on: {verdict.words}")


# --- symmetries -------------------------------------------------------------------------------------------------------

def symmetries(width: int, height: int) -> int:
    """How many ways there are to turn and mirror the board onto itself; the first of them changes nothing."""
    return 8 if width == height else 4


def transformed(opening: Opening, width: int, height: int, n: int) -> Opening:
    """The opening on the board turned and mirrored in the n-th way; n may go on after the last way, which begins again.

    The bits of n say what is done: 1 mirrors left and right, 2 top and bottom, 4 along the main diagonal.
    """
    way = n % symmetries(width, height)
    result = []
    for x, y in opening:
        if way & 4:
            x, y = y, x
        result.append((width - 1 - x if way & 1 else x, height - 1 - y if way & 2 else y))
    return result


def images(found: list[Opening], width: int, height: int) -> list[Opening]:
    """All openings in their order, then all of them turned and mirrored in the next way, and so on; no position twice.

    An opening that is symmetric itself has fewer images, and of two openings that are images of each other one is left out.
    """
    result, seen = [], set()
    for way in range(symmetries(width, height)):
        for opening in found:
            image = transformed(opening, width, height, way)
            position = frozenset(image[::2]), frozenset(image[1::2])
            if position not in seen:
                seen.add(position)
                result.append(image)
    return result
