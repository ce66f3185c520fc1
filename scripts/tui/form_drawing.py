"""Draws a form, on top of everything else: in a frame, with a sign where more of it would come."""

from __future__ import annotations

from typing import Optional

from .canvas import Canvas, Glyphs
from .forms import Choice, Field, Form, Item, Text
from .style import Style
from .words import hanging, wrapped

FORM_MARGIN = 4             # columns of its frame, and of blanks within
FORM_MIN = 34
MORE = " {} more "
NARROW_FORM = 20            # no form can be read in a window with fewer columns


class FormPainter:
    def __init__(self, canvas: Canvas, glyphs: Glyphs, rows: int, columns: int) -> None:
        """In so much of the canvas, from its top left on."""
        self.canvas, self.glyphs, self.rows, self.columns = canvas, glyphs, rows, columns

    def put(self, row: int, column: int, text: str, style: Style = Style.TEXT) -> None:
        self.canvas.put(row, column, self.glyphs.text(text), style)

    def paint(self, form: Form) -> dict[int, int]:
        """In a frame in the middle, as wide as its lines and as high as they are, as far as the window allows. The rows of
        its fields, with their numbers."""
        fields: dict[int, int] = {}
        lines, focus = self.form_lines(form)
        width = min(max([FORM_MIN, len(form.title), *(len(text) for text, _, _ in lines)]) + FORM_MARGIN, self.columns)
        height = min(len(lines), max(1, self.rows - 2))
        if width < NARROW_FORM:
            return fields
        first = focus if form.is_page else max(0, min(focus - height // 2, len(lines) - height))
        first = min(first, len(lines) - height)
        left = (self.columns - width) // 2
        top = max(0, (self.rows - height - 2) // 2)
        self.paint_frame(top, left, width, height, form.title)
        for is_more, row, sign in ((first > 0, top, 0), (first + height < len(lines), top + height + 1, 1)):
            if is_more:
                self.canvas.put(row, left + width - len(MORE) - 3, MORE.format(self.glyphs.more[sign]), Style.STRONG)
        for row, (text, style, number) in enumerate(lines[first:first + height], top + 1):
            inner = width - FORM_MARGIN
            self.put(row, left + 2, f"{text[-inner:] if number == form.focus else text[:inner]:<{inner}}", style)
            if number is not None:
                fields[row] = number
        return fields

    def paint_frame(self, top: int, left: int, width: int, height: int, title: str) -> None:
        frame = self.glyphs.frame
        inner = width - 2
        heading = f" {title[:inner - 2]} "
        rows = [frame[0] + frame[4] * inner + frame[1], *[frame[5] + " " * inner + frame[5]] * height,
                frame[3] + frame[4] * inner + frame[2]]
        for row, text in enumerate(rows, top):
            self.canvas.put(row, left - 1, f" {text} ", Style.TEXT)     # a blank keeps the board off
        self.put(top, left + 2, heading[:inner], Style.STRONG)

    def form_lines(self, form: Form) -> tuple[list[tuple[str, Style, Optional[int]]], int]:
        """Its lines, each with its style and the number of its field; and which line has the focus."""
        lines: list[tuple[str, Style, Optional[int]]] = []
        focus = 0
        for number, text in enumerate(form.lines):
            focus = len(lines) if form.is_page and number == form.focus else focus
            lines += [(row, Style.TEXT, None) for row in hanging(text, self.columns - FORM_MARGIN)]
        for number, entry in enumerate(form.shown):
            is_focused = entry is form.focused
            focus = len(lines) if is_focused else focus
            lines.append((self.field_words(entry, is_focused), Style.FOCUS if is_focused else Style.TEXT, number))
            if isinstance(entry, Text) and is_focused:
                lines += [(f"  {path}", Style.STRONG if path == entry.value else Style.FAINT, None)
                          for path in entry.offered]
                focus += entry.offered.index(entry.value) + 1 if entry.value in entry.offered else 0
        if form.fault:
            fault = wrapped(form.fault, self.columns - 2 * FORM_MARGIN, Style.ALERT)
            lines += [("", Style.TEXT, None), *((text, style, None) for text, style in fault)]
        return lines, focus

    def field_words(self, entry: Field, is_focused: bool) -> str:
        if isinstance(entry, Item):
            return f"{entry.label:<26}{entry.note:>8}" if entry.note else entry.label
        if isinstance(entry, Choice):
            return f"{entry.label:<12}< {entry.words} >" if is_focused else f"{entry.label:<12}  {entry.words}"
        return f"{entry.label:<12}{entry.value}{self.glyphs.caret if is_focused else ''}"
