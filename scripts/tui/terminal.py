"""The terminal: scenes are drawn by curses, keys and mouse become requests.

Only this file knows curses. A terminal of 256 colours has a board of wood, with black and white stones. Otherwise colours
are the terminal's own, three of which are legible on light and on dark ones, and nothing depends on colour alone. What the
locale cannot write is drawn in ASCII.
"""

from __future__ import annotations

import codecs
import curses
import locale
import os
import sys
import termios
from typing import Optional, Union

from . import front
from .actions import BY_KEY
from .canvas import LETTERS, ON_WOOD, PLAIN, Glyphs
from .drawing import Picture, draw
from .forms import Item
from .front import Scene, Request
from .style import Style

ESCAPE_MS = 25              # after Escape, before it is a key of its own and not the beginning of another
USUAL_TERMINAL = "xterm-256color"   # what most terminals understand that the system has no entry for

# Style -> attributes, and a colour where there are any.
LOOKS = {
    Style.TEXT: (curses.A_NORMAL, None),
    Style.FAINT: (curses.A_DIM, None),
    Style.STRONG: (curses.A_BOLD, None),
    Style.LINE: (curses.A_NORMAL, curses.COLOR_MAGENTA),
    Style.ALERT: (curses.A_BOLD, curses.COLOR_RED),
    Style.FOCUS: (curses.A_REVERSE, None),
    Style.GRID: (curses.A_DIM, None),
    Style.BLACK: (curses.A_BOLD, None),
    Style.WHITE: (curses.A_BOLD, None),
    Style.BLACK_WIN: (curses.A_BOLD | curses.A_REVERSE, None),
    Style.WHITE_WIN: (curses.A_BOLD | curses.A_REVERSE, None),
    Style.BLACK_NUMBER: (curses.A_REVERSE, None),
    Style.WHITE_NUMBER: (curses.A_UNDERLINE, None),
    Style.MARK: (curses.A_BOLD, curses.COLOR_RED),
    Style.FORBIDDEN: (curses.A_NORMAL, curses.COLOR_RED),
    Style.HINT: (curses.A_BOLD, curses.COLOR_GREEN),
    Style.EXPECTED: (curses.A_NORMAL, curses.COLOR_MAGENTA),
    Style.WORTH: (curses.A_NORMAL, None),
    Style.BEST: (curses.A_BOLD | curses.A_REVERSE, None),
}

# Red, green and blue, each from 0 to 5: the colours that all terminals of 256 have in common.
Colour = tuple[int, int, int]
CUBE_FIRST, CUBE_SIDE = 16, 6                   # their numbers
CUBE_LEVELS = (0, 95, 135, 175, 215, 255)       # and their light
FIRST_PAIR_ON_WOOD = 8                          # behind the pairs of the terminal's own colours
PALETTE = 256                                   # a terminal with more colours has them by their light instead
WOOD, INK, CHALK, LINES = (4, 3, 1), (0, 0, 0), (5, 5, 5), (2, 1, 0)
RED, GREEN, BLUE, PURPLE = (3, 0, 0), (0, 1, 0), (0, 1, 3), (2, 0, 2)

# Style -> attributes, colour and ground on a board of wood; the others look as above.
LOOKS_ON_WOOD: dict[Style, tuple[int, Colour, Colour]] = {
    Style.GRID: (curses.A_NORMAL, LINES, WOOD),
    Style.BLACK: (curses.A_NORMAL, INK, WOOD),
    Style.WHITE: (curses.A_NORMAL, CHALK, WOOD),
    Style.BLACK_WIN: (curses.A_NORMAL, INK, GREEN),
    Style.WHITE_WIN: (curses.A_NORMAL, CHALK, GREEN),
    Style.BLACK_NUMBER: (curses.A_NORMAL, CHALK, INK),
    Style.WHITE_NUMBER: (curses.A_NORMAL, INK, CHALK),
    Style.MARK: (curses.A_BOLD, RED, WOOD),
    Style.FORBIDDEN: (curses.A_NORMAL, RED, WOOD),
    Style.HINT: (curses.A_BOLD, GREEN, WOOD),
    Style.EXPECTED: (curses.A_NORMAL, PURPLE, WOOD),
    Style.WORTH: (curses.A_NORMAL, BLUE, WOOD),
    Style.BEST: (curses.A_BOLD, CHALK, BLUE),
}

Key = Union[int, str]       # a key of curses, or a letter

ENTER, ESCAPE, TAB, ERASE, CLEAR = ("\n", "\r"), "\x1b", "\t", ("\x7f", "\b"), "\x15"
ARROWS: dict[Key, tuple[int, int]] = {
    curses.KEY_LEFT: (-1, 0), curses.KEY_RIGHT: (1, 0), curses.KEY_UP: (0, 1), curses.KEY_DOWN: (0, -1)}
FORM_ARROWS: dict[Key, str] = {
    curses.KEY_LEFT: "left", curses.KEY_RIGHT: "right", curses.KEY_UP: "up", curses.KEY_DOWN: "down"}
NAMES: dict[Key, str] = {
    curses.KEY_ENTER: "Enter", "\n": "Enter", "\r": "Enter", " ": "Space", ESCAPE: "Escape", TAB: "Tab",
    "\x7f": "Backspace", "\b": "Backspace", curses.KEY_BACKSPACE: "Backspace", curses.KEY_PPAGE: "PageUp",
    curses.KEY_NPAGE: "PageDown", curses.KEY_HOME: "Home", curses.KEY_END: "End", curses.KEY_F1: "F1",
    curses.KEY_F10: "F10",
}
WHEEL_UP, WHEEL_DOWN = curses.BUTTON4_PRESSED, getattr(curses, "BUTTON5_PRESSED", 0)
CLICK = curses.BUTTON1_PRESSED | curses.BUTTON1_CLICKED


class Terminal:
    """A front.Front in letters. Open it with `with`, so that the terminal is left as it was."""

    def __init__(self, plain: bool = False) -> None:
        locale.setlocale(locale.LC_ALL, "")
        self.is_plain = plain or not writes_letters()
        self.glyphs: Glyphs = PLAIN if self.is_plain else LETTERS
        self.picture = Picture(0, 0)
        self.scene: Optional[Scene] = None
        self.is_gone = False

    def __enter__(self) -> Terminal:
        is_known = knows_terminal()
        if not is_known:
            os.environ["TERM"] = USUAL_TERMINAL
        self.screen = curses.initscr()
        curses.noecho()
        curses.cbreak()
        curses.set_escdelay(ESCAPE_MS)
        self.screen.keypad(True)
        self.screen.nodelay(True)
        try:
            curses.curs_set(0)
        except curses.error:
            pass                # a terminal that cannot hide its cursor
        curses.mousemask(CLICK | WHEEL_UP | WHEEL_DOWN)
        curses.mouseinterval(0)
        self.attributes = attributes()
        if is_known and not self.is_plain and has_wood():
            self.glyphs, self.attributes = ON_WOOD, self.attributes | attributes_on_wood()
        return self

    def __exit__(self, *_: object) -> None:
        try:
            curses.endwin()
        except curses.error:
            pass                # the terminal has gone

    # --- showing -----------------------------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        return self.screen.getmaxyx()

    def show(self, scene: Scene) -> None:
        self.scene = scene
        self.screen.erase()
        self.picture = draw(scene, self, self.glyphs)
        self.screen.refresh()

    def put(self, row: int, column: int, text: str, style: Style) -> None:
        """As a canvas: what does not fit is cut off. The last cell of all moves the cursor out, which curses calls an
        error."""
        rows, columns = self.size
        if 0 <= row < rows and column < columns:
            fitting = printable(text[max(0, -column):columns - column])
            try:
                self.screen.addstr(row, max(0, column), fitting, self.attributes[style])
            except curses.error:
                pass

    def resize(self) -> None:
        """The window has another size; the next scene fills it."""
        try:
            columns, rows = os.get_terminal_size(sys.stdout.fileno())
            curses.resizeterm(max(1, rows), max(1, columns))
            self.screen.clear()
        except (OSError, curses.error):
            self.is_gone = True

    # --- requests ------------------------------------------------------------------------------------------------------

    @property
    def descriptors(self) -> list[int]:
        return [sys.stdin.fileno()]

    def requests(self) -> list[Request]:
        """What the keys that have been pressed mean. The meaning depends on what is shown."""
        found = [request for key in self.keys() if (request := self.meaning(key))]
        if not found and not is_alive(sys.stdin.fileno()):
            self.is_gone = True
        return found

    def keys(self) -> list[Key]:
        """One at a time: it may open a form, in which the next one means something else."""
        try:
            return [self.screen.get_wch()]
        except curses.error:
            return []

    def meaning(self, key: Key) -> Optional[Request]:
        if key == curses.KEY_RESIZE:
            return None
        if key == curses.KEY_MOUSE:
            return self.mouse_request()
        has_form = self.scene is not None and self.scene.form is not None
        return form_request(key) if has_form else board_request(key)

    def mouse_request(self) -> Optional[Request]:
        try:
            _, column, row, _, buttons = curses.getmouse()
        except curses.error:
            return None
        form = self.scene.form if self.scene else None
        if buttons & (WHEEL_UP | WHEEL_DOWN):
            is_up = bool(buttons & WHEEL_UP)
            return Request(front.FORM, "up" if is_up else "down") if form else Request("back" if is_up else "forward")
        if not buttons & CLICK:
            return None
        if form:
            return self.click_on_form(row)
        point = self.picture.point_at(row, column)
        return Request(front.PLAY_AT, point) if point else None

    def click_on_form(self, row: int) -> Optional[Request]:
        """The first click chooses a field; on an item, or on the field that has the focus, it does what Enter or the
        right arrow does."""
        form, number = self.scene.form, self.picture.fields.get(row)
        if number is None:
            return Request(front.DISMISS)
        entry, had_focus = form.shown[number], number == form.focus
        form.focus = number
        if isinstance(entry, Item):
            return Request(front.ACCEPT)
        return Request(front.FORM, "right") if had_focus else Request(front.FOCUS, number)


def board_request(key: Key) -> Optional[Request]:
    if key in ARROWS:
        return Request(front.MOVE_CURSOR, ARROWS[key])
    action = BY_KEY.get(NAMES.get(key, str(key)))
    return Request(action.name) if action else None


def form_request(key: Key) -> Optional[Request]:
    name = NAMES.get(key, str(key))
    if key in FORM_ARROWS:
        return Request(front.FORM, FORM_ARROWS[key])
    if name == "Enter":
        return Request(front.ACCEPT)
    if name == "Escape":
        return Request(front.DISMISS)
    meant = {"Tab": "complete", "Backspace": "erase", CLEAR: "clear"}.get(name)
    if meant:
        return Request(front.FORM, meant)
    return Request(front.TYPE, key) if isinstance(key, str) and key.isprintable() else None


# --- what the terminal can do ----------------------------------------------------------------------------------------

def writes_letters() -> bool:
    """The locale's encoding has the board's letters."""
    try:
        return codecs.lookup(locale.nl_langinfo(locale.CODESET)).name == "utf-8"
    except LookupError:
        return False


def knows_terminal() -> bool:
    try:
        curses.setupterm()
        return curses.tigetstr("cup") is not None
    except curses.error:
        return False


def attributes() -> dict[Style, int]:
    """What each style is here. Where there are no colours, attributes have to do."""
    if not has_colours():
        return {style: attribute for style, (attribute, _) in LOOKS.items()}
    colours = sorted({colour for _, colour in LOOKS.values() if colour is not None})
    for number, colour in enumerate(colours, 1):
        curses.init_pair(number, colour, -1)
    return {style: attribute | (0 if colour is None else curses.color_pair(colours.index(colour) + 1))
            for style, (attribute, colour) in LOOKS.items()}


def has_wood() -> bool:
    """Grounds and stones can have colours of their own."""
    pairs = FIRST_PAIR_ON_WOOD + len(LOOKS_ON_WOOD)
    return has_colours() and curses.COLORS >= PALETTE and curses.COLOR_PAIRS > pairs


def attributes_on_wood() -> dict[Style, int]:
    found = {}
    for number, (style, (attribute, colour, ground)) in enumerate(LOOKS_ON_WOOD.items(), FIRST_PAIR_ON_WOOD):
        curses.init_pair(number, colour_number(colour), colour_number(ground))
        found[style] = attribute | curses.color_pair(number)
    return found


def colour_number(colour: Colour) -> int:
    """What the terminal calls that colour."""
    if curses.COLORS > PALETTE:
        red, green, blue = (CUBE_LEVELS[level] for level in colour)
        return red << 16 | green << 8 | blue
    red, green, blue = colour
    return CUBE_FIRST + (red * CUBE_SIDE + green) * CUBE_SIDE + blue


def has_colours() -> bool:
    try:
        curses.start_color()
        curses.use_default_colors()
        return curses.has_colors() and "NO_COLOR" not in os.environ
    except curses.error:
        return False


def printable(text: str) -> str:
    """Names of files may hold what no terminal can show."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else "?" for letter in text)


def is_alive(descriptor: int) -> bool:
    """Somebody may still type there: a terminal that was closed says that it is none."""
    try:
        termios.tcgetattr(descriptor)
        return True
    except termios.error:
        return False
