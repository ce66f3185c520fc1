"""Forms of fields, lists to choose from, pages to read: their content and behaviour, not their drawing.

A form knows its fields, which of them has the focus, and how each answers to a few options (up, down, left, right, text,
erase, complete); whoever draws it looks at `fields` and `focus`. When it is accepted, its owner gets the values, and a
fault in words keeps it open.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Optional, Union

Values = dict[str, Any]


@dataclass
class Choice:
    """One of several options: left and right go through them."""

    name: str
    label: str
    options: list[tuple[Any, str]]      # value and words
    index: int = 0
    is_shown: Callable[[Values], bool] = lambda values: True

    @property
    def value(self) -> Any:
        return self.options[self.index][0]

    @property
    def words(self) -> str:
        return self.options[self.index][1]

    def set(self, value: Any) -> None:
        """To that value; to the first if there is no such."""
        self.index = next((n for n, option in enumerate(self.options) if option[0] == value), 0)

    def turn(self, by: int) -> None:
        self.index = (self.index + by) % len(self.options)


@dataclass
class Text:
    """A line of text. `complete` returns the longest text that all continuations begin with, and the continuations."""

    name: str
    label: str
    value: str = ""
    complete: Optional[Callable[[str], tuple[str, list[str]]]] = None
    is_shown: Callable[[Values], bool] = lambda values: True
    offered: list[str] = field(default_factory=list)    # continuations to choose from, while they are shown

    def type(self, text: str) -> None:
        self.value, self.offered = self.value + text, []

    def choose_offered(self, by: int) -> None:
        """Up and down go through what Tab has offered."""
        at = self.offered.index(self.value) + by if self.value in self.offered else 0 if by > 0 else -1
        self.value = self.offered[at % len(self.offered)]

    def erase(self) -> None:
        self.value, self.offered = self.value[:-1], []

    def clear(self) -> None:
        self.value, self.offered = "", []

    def look_up(self) -> None:
        if self.complete:
            self.value, self.offered = self.complete(self.value)


@dataclass
class Item:
    """One of a list, to be accepted."""

    value: Any
    label: str
    note: str = ""      # such as the key that does the same
    name: str = "item"
    is_shown: Callable[[Values], bool] = lambda values: True


Field = Union[Choice, Text, Item]


@dataclass
class Form:
    title: str
    accept: Callable[[Values], Optional[str]]       # a fault in words keeps the form open
    fields: list[Field] = field(default_factory=list)
    lines: tuple[str, ...] = ()                     # to read, above the fields
    focus: int = 0                                  # among the fields that are shown; of a page: the first line
    fault: Optional[str] = None
    changed: Callable[["Form"], None] = lambda form: None
    can_be_left: bool = True

    # --- looking -----------------------------------------------------------------------------------------------------

    @property
    def is_page(self) -> bool:
        return not self.fields

    @property
    def shown(self) -> list[Field]:
        values = {entry.name: entry.value for entry in self.fields}
        return [entry for entry in self.fields if entry.is_shown(values)]

    @property
    def focused(self) -> Optional[Field]:
        shown = self.shown
        return shown[min(self.focus, len(shown) - 1)] if shown else None

    @property
    def values(self) -> Values:
        """Of the fields that are shown; of a list, the item that has the focus."""
        values = {entry.name: entry.value for entry in self.shown if not isinstance(entry, Item)}
        return values | {"item": self.focused.value} if isinstance(self.focused, Item) else values

    def choice(self, name: str) -> Choice:
        return next(entry for entry in self.fields if isinstance(entry, Choice) and entry.name == name)

    # --- answering ---------------------------------------------------------------------------------------------------

    def up(self) -> None:
        self.move(-1)

    def down(self) -> None:
        self.move(1)

    def move(self, by: int) -> None:
        """Around the fields; a page stops at its ends."""
        if self.is_page:
            self.focus = max(0, min(self.focus + by, len(self.lines) - 1))
        elif isinstance(self.focused, Text) and self.focused.offered:
            self.focused.choose_offered(by)
        else:
            self.focus = (min(self.focus, len(self.shown) - 1) + by) % len(self.shown)

    def left(self) -> None:
        self.turn(-1)

    def right(self) -> None:
        self.turn(1)

    def turn(self, by: int) -> None:
        if isinstance(self.focused, Choice):
            self.focused.turn(by)
            self.fault = None
            self.changed(self)

    def type(self, text: str) -> bool:
        """A letter: into the text, or of an item's note. True if that chooses the item."""
        if isinstance(self.focused, Text):
            self.focused.type(text)
            self.fault = None
        elif text == " ":
            self.turn(1)
        return isinstance(self.focused, Item) and self.focus_on(text)

    def focus_on(self, note: str) -> bool:
        found = [index for index, entry in enumerate(self.shown) if isinstance(entry, Item) and entry.note == note]
        self.focus = found[0] if found else self.focus
        return bool(found)

    def erase(self) -> None:
        if isinstance(self.focused, Text):
            self.focused.erase()

    def clear(self) -> None:
        if isinstance(self.focused, Text):
            self.focused.clear()

    def complete(self) -> None:
        """Tab: more of the text, or the next field."""
        if isinstance(self.focused, Text) and self.focused.complete:
            self.focused.look_up()
        else:
            self.down()

    def submit(self) -> bool:
        """True if the answer was taken."""
        self.fault = self.accept(self.values)
        return self.fault is None
