"""Yixin-Board, built from its source and used as a person would use it: by mouse, keys and a look at the screen.

The board runs on a screen of its own (Xvfb), which lies in a file and can be read there. xdotool moves its mouse and presses
its keys. Tengen is its engine, with recorder.py in between. Nothing here waits for a fixed time: whoever looks for
something looks until it is there, and gives up after PATIENCE_S.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable, Iterable, Optional, TypeVar

HERE = Path(__file__).resolve().parent
PATIENCE_S = 120                   # for anything, however busy the machine is
LOOK_S = 0.05                       # between two looks
KEY_MS = 8                          # between two keys
SCREEN = "1600x1000x24"
BOARD_COLOUR = b"\x80\x80\x80"      # of its squares with skin/skin_1.bmp
KINDS_OF_SQUARES = 10
GREY_SPREAD = 40                    # between the channels of a pixel that counts as grey

# The lines of settings.txt, in the order in which the board reads them; what is left out has its usual value there.
SETTINGS = (
    ("size", 15), ("language", 0), ("rule", 0), ("computer_black", 0), ("computer_white", 0), ("level", 0), ("turn_s", 1000),
    ("match_s", 100000), ("depth", 225), ("nodes", 1000000000), ("style", 1), ("toolbar_style", 0), ("log", 1), ("numbers", 1),
    ("analysis", 1), ("chances", 1), ("warnings", 0), ("threads", 1), ("hash_mb", 16), ("lines", 3), ("block_reset", 0),
    ("path_reset", 0), ("pondering", 0), ("checkmate", 0), ("hash_clear", 0), ("toolbar_right", 0), ("dark", 0), ("clock", 0),
    ("increment", 0), ("forbidden", 1), ("timeout", 1), ("database", 1), ("read_only", 0), ("texts", 1), ("confirm", 0),
    ("debug", 0), ("log_scale", 100), ("same_moves", 0), ("loss", 0), ("win", 0), ("least", 0), ("most", 0), ("colour", 100))

Result = TypeVar("Result")


def wait_until(look: Callable[[], Optional[Result]], what: Callable[[], str]) -> Result:
    """What `look` finds as soon as it finds something; fails with the words of `what` if that never happens."""
    end = time.monotonic() + PATIENCE_S
    while not (found := look()):
        assert time.monotonic() < end, what()
        time.sleep(LOOK_S)
    return found


def build(source: Path, folder: Path) -> Path:
    """The folder of a board that is ready to start."""
    made = folder / "board"
    shutil.copytree(source, made, ignore=shutil.ignore_patterns(".git", "release", "*.o", "Yixin"))
    done = subprocess.run(["make", "-C", made], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, f"Yixin-Board could not be built:\n{done.stdout}"
    shutil.copy(made / "skin" / "skin_1.bmp", made / "piece.bmp")
    return made


class Screen:
    """An X server whose picture lies in a file."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "Xvfb_screen0"
        self.server = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", SCREEN, "-fbdir", folder, "-nolisten", "tcp"],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        number = self.server.stdout.readline().strip()
        assert number, "Xvfb did not start"
        self.environment = {**os.environ, "DISPLAY": f":{number}", "NO_AT_BRIDGE": "1"}

    def close(self) -> None:
        self.server.terminate()
        self.server.wait()

    def xdotool(self, *words: object) -> str:
        """What it printed; nothing if it found no window."""
        return subprocess.run(["xdotool", *map(str, words)], env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True).stdout

    def rows(self) -> list[bytes]:
        """The picture, row by row, three bytes for each pixel: a file of xwd, whose header has 32-bit numbers."""
        content = self.file.read_bytes()
        header = struct.unpack(">25I", content[:100])
        size, width, height, byte_order, row_bytes, colours = (header[i] for i in (0, 4, 5, 7, 12, 19))
        start = size + 12 * colours
        channels = (0, 1, 2) if byte_order == 0 else (3, 2, 1)
        rows = []
        for y in range(height):
            row = content[start + y * row_bytes:start + y * row_bytes + 4 * width]
            pixels = bytearray(3 * width)
            for at, channel in enumerate(channels):
                pixels[at::3] = row[channel::4]
            rows.append(bytes(pixels))
        return rows


def longest_run(row: bytes, colour: bytes) -> tuple[int, int]:
    """Where a row has that colour from its first to its last pixel of it: the first and one behind the last."""
    places = [i // 3 for i in range(0, len(row), 3) if row[i:i + 3] == colour]
    return (places[0], places[-1] + 1) if places else (0, 0)


def has_colour(picture: bytes) -> bool:
    return any(max(picture[i:i + 3]) - min(picture[i:i + 3]) > GREY_SPREAD for i in range(0, len(picture), 3))


class Board:
    """A running board; `with Board(...)` ends it, and its engine."""

    def __init__(self, screen: Screen, folder: Path, program: str, **settings: int) -> None:
        self.screen, self.folder, self.size = screen, folder, settings.get("size", 15)
        self.record_file = folder / "record"
        self.record_file.write_bytes(b"")
        self.write_settings(settings)
        self.write_engine(program)
        self.process = subprocess.Popen(["./Yixin"], cwd=folder, env=screen.environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.window = wait_until(self.find_window, lambda: "the board shows no window")
        self.left, self.top, self.side, self.step = wait_until(self.find_squares, lambda: "no board is seen in the window")
        self.type("")       # the line has a sentence in it, which goes by this; and the mouse is off the board now
        self.empty = wait_until(self.find_empty, lambda: "the board is not empty when it begins")

    def __enter__(self) -> Board:
        return self

    def __exit__(self, kind, value, trace) -> None:
        self.process.kill()
        self.process.wait()

    def write_settings(self, settings: dict[str, int]) -> None:
        unknown = set(settings) - {name for name, _ in SETTINGS}
        assert not unknown, unknown
        lines = [f"{settings.get(name, usual)}\t;{name}\n" for name, usual in SETTINGS]
        (self.folder / "settings.txt").write_text("".join(lines) + ";\n;\n;\n;\n")

    def write_engine(self, program: str) -> None:
        engine = self.folder / "engine"
        engine.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{HERE / 'recorder.py'}' record '{os.path.abspath(program)}'\n")
        engine.chmod(engine.stat().st_mode | stat.S_IXUSR)

    # --- what it says ---

    def record(self) -> list[str]:
        """All that was said so far, by both sides; a line that is not complete is left out."""
        return self.record_file.read_bytes().decode("utf-8", "replace").split("\n")[:-1]

    def hear(self, since: int, *patterns: str) -> list[re.Match[str]]:
        """Waits until lines that match were said in that order, each by the side whose mark it has, later than `since`."""
        def look() -> Optional[list[re.Match[str]]]:
            lines, found = iter(self.record()[since:]), []
            for pattern in patterns:
                match = next(filter(None, (re.fullmatch(pattern, line) for line in lines)), None)
                if match is None:
                    return None
                found.append(match)
            return found
        return wait_until(look, lambda: "\n".join(("never said, in this order:", *patterns, "but:", *self.gist(since))))

    def gist(self, since: int) -> list[str]:
        """The last lines, without those of a search."""
        return [line for line in self.record()[since:] if not re.match(r"< (?:INFO|MESSAGE REALTIME|MESSAGE depth)", line)][-60:]

    # --- hands ---

    def find_window(self) -> Optional[str]:
        found = self.screen.xdotool("search", "--onlyvisible", "--name", "^Yixin").split()
        return found[0] if found else None

    def title(self) -> str:
        return self.screen.xdotool("getwindowname", self.window).strip()

    def click(self, point: str, button: int = 1) -> None:
        x, y = self.middle(point)
        self.screen.xdotool("mousemove", x, y, "click", button)

    def type(self, command: str) -> None:
        """A line of its console, which is the field at the right below."""
        geometry = dict(line.split("=") for line in self.screen.xdotool("getwindowgeometry", "--shell", self.window).split())
        x, y, width, height = (int(geometry[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))
        self.screen.xdotool("mousemove", x + width - 100, y + height - 30, "click", 1)
        self.screen.xdotool("type", "--delay", KEY_MS, command)
        self.screen.xdotool("key", "Return")

    def menu(self, *steps: int) -> None:
        """An entry of a menu: which menu, from 0, and which entry of it, from 0; a further number for a menu within."""
        keys = ["F10", *["Right"] * steps[0]]
        for step in steps[1:]:
            keys += ["Down"] * (step + 1)
        self.screen.xdotool("key", "--delay", 60, *keys, "Return")

    # --- eyes ---

    def find_squares(self) -> Optional[tuple[int, int, int, float]]:
        """Left and upper edge of the board, the edge of a square, and how far down the next one is (the rows of a small board
        are drawn apart); nothing as long as no board is seen."""
        wide = [(y, *longest_run(row, BOARD_COLOUR)) for y, row in enumerate(self.screen.rows())]
        rows = [(y, left, right) for y, left, right in wide if right - left > self.size * 10]
        if not rows:
            return None
        left, right = min(row[1] for row in rows), max(row[2] for row in rows)
        top, height, side = rows[0][0], rows[-1][0] + 1 - rows[0][0], (right - left) // self.size
        return (left, top, side, (height - side) / (self.size - 1)) if 0 <= height - (right - left) < side else None

    def top_of(self, row: int) -> int:
        return self.top + round(row * self.step)

    def middle(self, point: str) -> tuple[int, int]:
        column, row = ord(point[0]) - ord("a"), self.size - int(point[1:])
        return self.left + column * self.side + self.side // 2, self.top_of(row) + self.side // 2

    def squares(self) -> dict[str, bytes]:
        """The picture of each square."""
        rows, found = self.screen.rows(), {}
        for row in range(self.size):
            band = rows[self.top_of(row):self.top_of(row) + self.side]
            for column in range(self.size):
                left = 3 * (self.left + column * self.side)
                name = f"{chr(ord('a') + column)}{self.size - row}"
                found[name] = b"".join(line[left:left + 3 * self.side] for line in band)
        return found

    def find_empty(self) -> Optional[dict[str, bytes]]:
        """The squares of an empty board, which is known by how few of them differ: corners, edges, the inner, the stars."""
        squares = self.squares()
        return squares if len(set(squares.values())) <= KINDS_OF_SQUARES else None

    def changed(self) -> set[str]:
        """The points that are not as on an empty board."""
        now = self.squares()
        return {point for point in now if now[point] != self.empty[point]}

    def written(self) -> set[str]:
        """Those of them that have no colour: stones and texts, and none of the marks of a search."""
        now = self.squares()
        return {point for point in now if now[point] != self.empty[point] and not has_colour(now[point])}

    def name(self, numbers: str) -> str:
        """The name that a point has on the board: row and column come from the upper left."""
        row, column = map(int, numbers.split(","))
        return f"{chr(ord('a') + column)}{self.size - row}"

    def names(self, points: Iterable[str]) -> set[str]:
        return {self.name(point) for point in points}
