"""The texts of a drawing: wrapped sentences, search results, clocks, the keys of a form."""

from __future__ import annotations

import re
import textwrap

from .forms import Choice, Form
from .front import CurveView, ThoughtView
from .style import Style

BAR_STONES = 20         # at most
Row = list[tuple[str, Style]]       # of a panel: pieces that stand side by side


def wrapped(text: str, width: int, style: Style) -> list[tuple[str, Style]]:
    return [(line, style) for line in textwrap.wrap(text, max(1, width))]


def hanging(text: str, width: int) -> list[str]:
    """Wrapped; what stands behind a first column, as in a list of keys, stays beside it."""
    head = re.match(r"\S.*?\s{2,}(?=\S)", text)
    indent = head.end() if head and head.end() <= width // 2 else 0
    return textwrap.wrap(text, max(1, width), subsequent_indent=" " * indent) or [""]


def thought_lines(thought: ThoughtView, width: int) -> list[tuple[str, Style]]:
    lines = [*wrapped(thought.title, width, Style.STRONG), *wrapped("  ".join(thought.facts), width, Style.TEXT)]
    lines += wrapped(" ".join(thought.line), width, Style.LINE)[:2]
    return lines + [(cut(row, width), Style.TEXT) for row in thought.rows]


def cut(row: str, width: int) -> str:
    """Whole words as far as there is room, and a sign that more would come."""
    return row if len(row) <= width else row[:width - 1].rsplit(" ", 1)[0] + " …"


def thought_words(thought: ThoughtView) -> str:
    """All on one line."""
    return "  ".join((f"{thought.title}:", *thought.facts, " ".join(thought.line), *thought.rows))


def curve_rows(curve: CurveView, steps: str, width: int) -> list[Row]:
    """A column for every number of moves, or for several where there is no room for all: how high black's chance is. Below
    it ? for a mistake, ^ where one looks."""
    each = -(-len(curve.chances) // max(1, width))
    letters, marks = "", ""
    for first in range(0, len(curve.chances), each):
        plies = range(first, min(first + each, len(curve.chances)))
        known = [chance for ply in plies if (chance := curve.chances[ply]) is not None]
        letters += steps[min(int(known[-1] * len(steps)), len(steps) - 1)] if known else " "
        marks += "^" if curve.at in plies else "?" if curve.mistakes & set(plies) else " "
    return [[(letters, Style.TEXT)], [(marks.rstrip(), Style.STRONG)]]


def bar_row(chance: float, stones: tuple[str, str], width: int) -> Row:
    """Black's chance in stones, as many as there is room for beside its words."""
    words = f"  black {round(100 * chance)} %"
    count = max(0, min(BAR_STONES, width - len(words)))
    black = round(chance * count)
    return [(stones[0] * black, Style.BLACK), (stones[1] * (count - black), Style.WHITE), (words, Style.TEXT)]


def form_keys(form: Form) -> list[tuple[str, str]]:
    if form.is_page:
        return [("arrows", "scroll"), ("Escape", "back")]
    keys = [("Enter", "accept"), ("Up/Down", "choose")]
    keys += [("Left/Right", "change")] if isinstance(form.focused, Choice) else []
    return keys + ([("Escape", "back")] if form.can_be_left else [])


def clock_words(ms: int) -> str:
    """1:05, or 0:09"""
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"
