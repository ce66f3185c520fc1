"""An engine process that nobody waits for: what it says is read when it is there, what is sent to it waits until it reads.

matches.engine starts and ends the process. This file adds what a board needs beyond a match: queued output, file
descriptors to poll, and the progress of the search while it runs.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from matches import machine
from matches.engine import UNITS, Engine, parse_remarks
from matches.points import points
from matches.referee import Point


class Live(Engine):
    """Reading and writing raise matches.engine.Lost when the process has gone away."""

    def __init__(self, command: str, folder: Optional[Path] = None) -> None:
        self.outbox = b""
        super().__init__(command, folder)

    def write(self, lines: list[str]) -> None:
        """Queue them, and send what can be sent at once."""
        self.outbox += "".join(f"{line}\r\n" for line in lines).encode()
        self.flush()

    def flush(self) -> None:
        try:
            while self.outbox:
                self.outbox = self.outbox[os.write(self.input, self.outbox):]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            raise self.gone() from None

    def hear(self) -> list[str]:
        """The lines that have come since."""
        self.take()
        lines = list(self.lines)
        self.lines.clear()
        return lines


# --- thoughts --------------------------------------------------------------------------------------------------------

# The principal variation, as engines report it that don't answer machine.ASK: behind a word or a bar, coordinates or points such as h8.
LINE = re.compile(r"(?:\b(?:line|pv|bestline)\b[\s:=]*|\|\s*)((?:\[?(?:\d+,\d+|[a-z][1-9]\d?)\]?\s*)+)", re.IGNORECASE | re.ASCII)
PAIR = re.compile(r"(\d+),(\d+)", re.ASCII)
SPEED = re.compile(r"\bspeed\b[\s:=]*(\d+(?:\.\d+)?)([KMG]?)\b", re.IGNORECASE | re.ASCII)


@dataclass
class Thought:
    """What an engine has reported of its search so far; a value is None until it is reported."""

    depth: Optional[int] = None
    score: Optional[str] = None         # +45, or +M7 for a win that is proven
    nodes: Optional[int] = None
    speed: Optional[int] = None         # nodes a second
    line: list[Point] = field(default_factory=list)
    best: Optional[Point] = None        # the move to be played, once that is settled
    source: str = ""                    # as matches.machine has it: "book" for the move of a proof

    def hear(self, remark: str) -> None:
        """Take in a line that the engine said; numbers beyond all sense are no news."""
        try:
            self.take_in(remark)
        except (ValueError, OverflowError):
            pass

    def take_in(self, remark: str) -> None:
        told = machine.report(remark)
        if told and told.rank > 1:
            return
        ply = parse_remarks([remark], 0)
        self.depth = self.depth if ply.depth is None else ply.depth
        self.nodes = self.nodes if ply.nodes is None else ply.nodes
        if ply.mate is not None:
            self.score = f"{'-' if ply.mate < 0 else '+'}M{abs(ply.mate)}"
        elif ply.score is not None:
            self.score = f"{ply.score:+g}"
        if told:
            self.speed = round(told.nodes * 1000 / told.ms) if told.ms else self.speed
            self.line, self.source = list(told.line), told.source
            return
        if speed := SPEED.search(remark):
            self.speed = round(float(speed[1]) * UNITS[speed[2].upper()])
        self.line = line_in(remark) or self.line


def line_in(remark: str) -> list[Point]:
    found = LINE.search(remark)
    if not found:
        return []
    pairs = PAIR.findall(found[1])
    return [(int(x), int(y)) for x, y in pairs] or points(re.sub(r"[\[\]]", " ", found[1]))
