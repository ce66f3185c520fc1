"""engine/strength.svg: Tengen's lead over Rapfi, and what becomes of it when Rapfi gets more time. Drawn from the data.

usage: strength_picture.py > engine/strength.svg

It shows the newest commit that experiments.tsv has with such rows, a line for each kind of game. A test compares the file with
the data. Its colours follow the reader's: dark on light, or light on dark.
"""

from __future__ import annotations

import math
import re
import sys
from dataclasses import dataclass
from itertools import groupby

from matches import experiments

FILE = experiments.FILE.with_name("strength.svg")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 780, 400, 60, 620, 62, 340    # of the picture, and of the axes within
INSET = 50                              # of the first and the last time from the ends
STEP = 100                              # Elo from one line of the grid to the next
CEILING = 600                           # what lies above is drawn at the upper end: a match that one side wins whole tells no more
NAME_GAP = 18                           # from the middle of a name to that of the next
COLOURS = "#2f81c7", "#d9822b", "#2e9d63", "#b565c0"    # on white and on black alike
CHANGE = re.compile(r"Rapfi(?: with (\d+) times the time)?")
STYLE = """text{font:14px system-ui,sans-serif;fill:#1f2328} .less{fill:#59636e;font-size:13px} .title{font-size:17px;font-weight:600}
.grid{stroke:#8888;stroke-width:.6} .even{stroke:#888;stroke-width:1.6} polyline{fill:none;stroke-width:2.4}
.error{stroke-width:1.4;opacity:.55}
@media(prefers-color-scheme:dark){text{fill:#e6edf3} .less{fill:#9da7b1}}"""


@dataclass(frozen=True)
class Lead:
    """A match: how far Tengen was ahead in one kind of game, when Rapfi had so many times its time."""

    kind: str
    time: str       # Tengen's for a move
    times: int
    games: int
    elo: int
    low: int
    high: int


def leads(text: str) -> tuple[str, list[Lead]]:
    """The newest commit with such rows, and them, by kind. ValueError if there is none."""
    lines = [dict(zip(experiments.COLUMNS, line.split("\t"))) for line in text.splitlines()[1:]]
    rows = [(one, told) for one in lines if one["subject"] == "opponent" and one["elo"] and (told := CHANGE.fullmatch(one["change"]))]
    grown = [one for one, told in rows if told[1]]
    if not grown:
        raise ValueError(f"{experiments.FILE.name} has no match in which Rapfi gets more time")
    commit = max(grown, key=lambda one: one["date"])["commit"]
    found = [lead(one, int(told[1] or 1)) for one, told in rows if one["commit"] == commit]
    times = {one.time for one in found if one.times > 1}        # matches at another time are not part of it
    found = [one for one in found if one.time in times]
    return commit, sorted(found, key=lambda one: (one.kind, one.times))


def lead(cells: dict[str, str], times: int) -> Lead:
    kind, time, *_ = cells["conditions"].split(", ")
    return Lead(kind, time, times, int(cells["games"]), int(cells["elo"]), int(cells["low"]), int(cells["high"]))


class Axes:
    """Where a lead lies in the picture: every doubling of Rapfi's time is as wide as the next."""

    def __init__(self, found: list[Lead]) -> None:
        self.most = max(lead.times for lead in found)
        self.floor = math.floor(min(lead.low for lead in found) / STEP) * STEP
        self.ceiling = min(CEILING, math.ceil(max(lead.high for lead in found) / STEP) * STEP)

    def x(self, times: int) -> float:
        return round(LEFT + INSET + (RIGHT - LEFT - 2 * INSET) * math.log2(times) / max(1, math.log2(self.most)), 1)

    def y(self, elo: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (min(elo, self.ceiling) - self.floor) / (self.ceiling - self.floor), 1)


def svg(text: str) -> str:
    """The picture of the data."""
    commit, found = leads(text)
    axes, games = Axes(found), sorted({lead.games for lead in found})
    time, = {lead.time for lead in found}
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">', f"<style>{STYLE}</style>",
             '<text x="16" y="26" class="title">Elo of Tengen above Rapfi, by how much more time Rapfi gets</text>',
             f'<text x="16" y="46" class="less">Rapfi 0.43, classical weights; {time} a move for Tengen, commit {commit}; '
             f'{" to ".join(map(str, (games[0], games[-1]) if games[1:] else games))} games a point, 95 % bars</text>']
    for elo in range(axes.floor, axes.ceiling + 1, STEP):
        parts.append(f'<path class="{"grid" if elo else "even"}" d="M{LEFT} {axes.y(elo)}H{RIGHT}"/>'
                     f'<text x="{LEFT - 8}" y="{axes.y(elo) + 5}" text-anchor="end" class="less">{signed(elo)}</text>')
    for times in sorted({lead.times for lead in found}):
        words = "the same time" if times == 1 else f"{times} times"
        parts.append(f'<text x="{axes.x(times)}" y="{BOTTOM + 24}" text-anchor="middle">{words}</text>')
    parts.append(f'<text x="{(LEFT + RIGHT) / 2}" y="{BOTTOM + 48}" text-anchor="middle" class="less">Rapfi\'s time beside Tengen\'s</text>')
    lines = [list(of_kind) for _, of_kind in groupby(found, key=lambda lead: lead.kind)]
    lines.sort(key=lambda line: -line[-1].elo)
    names = name_heights([axes.y(line[-1].elo) for line in lines])
    for number, line in enumerate(lines):
        parts += drawn(line, axes, number, names[number])
    return "\n".join([*parts, "</svg>", ""])


def drawn(line: list[Lead], axes: Axes, number: int, name_y: float) -> list[str]:
    """One kind of game: its line, the bars of its errors beside those of the others, and its name. Its figures are in README.md."""
    colour = COLOURS[number % len(COLOURS)]
    places = [(axes.x(lead.times) + 4 * number, axes.y(lead.elo), lead) for lead in line]
    track = " ".join(f"{x},{y}" for x, y, _ in places)
    return [f'<polyline stroke="{colour}" points="{track}"/>',
            *(f'<path class="error" stroke="{colour}" d="M{x} {axes.y(lead.low)}V{axes.y(lead.high)}"/>'
              f'<circle cx="{x}" cy="{y}" r="4.5" fill="{colour}"/>' for x, y, lead in places),
            f'<text x="{RIGHT + 30}" y="{name_y + 5}" style="fill:{colour}">{line[-1].kind}</text>']


def name_heights(wanted: list[float]) -> list[float]:
    """Heights near those that are wanted, far enough from each other that names can be read."""
    heights = list(wanted)
    order = sorted(range(len(heights)), key=heights.__getitem__)
    for above, below in zip(order, order[1:]):
        heights[below] = max(heights[below], heights[above] + NAME_GAP)
    return heights


def signed(elo: int) -> str:
    return f"{elo:+d}".replace("-", "\N{MINUS SIGN}") if elo else "0"


if __name__ == "__main__":
    sys.stdout.write(svg(experiments.FILE.read_text(encoding="utf-8")))
