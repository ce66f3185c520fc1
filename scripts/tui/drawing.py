"""A scene in letters: the board, the panel beside or below it, two lines at the foot, and a form on top of all.

It draws on a canvas, which is any place where letters stand in rows and columns: curses has one, the tests another.
Each point of the board takes two columns, so that the board looks square: the point itself, and a column for the marks of
last move ( ) and cursor [ ]. A window with room for it has a board of twice that size, and numbers on stones take as many
columns as they need. A board too large for the window is seen in part, with the cursor in the middle; a panel that finds no
room is left out, and its status stands at the foot. Row 1 of the board is at the bottom.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from matches.points import notation
from matches.referee import BLACK, Point

from .actions import BY_NAME
from .canvas import Canvas, Glyphs
from .form_drawing import FormPainter
from .front import Scene, SideView
from .style import Style
from .words import Row, bar_row, clock_words, curve_rows, form_keys, thought_lines, thought_words, wrapped

PITCH, PITCH_LARGE = (2, 1), (4, 2)     # columns and rows of a point
BOTH_MARKS = "|"            # where one mark ends and the next one begins, in the gap between two points
NUMBERS = 2                 # columns of the row numbers
HEAD, FOOT = 1, 2           # rows of the window above the board's letters, and below all
PANEL_MIN, PANEL_MAX = 22, 60   # columns
PANEL_ROWS_MIN = 5          # below the board
POINTS_MIN = 3              # rows and columns of the board that must be seen
STAR_SIDE_MIN, STAR_FAR_SIDE = 9, 13    # boards from 9 have stars, from 13 three points from the edge
RANKS_SHOWN = 10            # by one digit: the tenth is 0
LINE_SHOWN = 9              # expected moves on the board, one digit each
MOVE_WIDTH = 13             # columns of a pair of moves in the list

STONES, WINNING = (Style.BLACK, Style.WHITE), (Style.BLACK_WIN, Style.WHITE_WIN)

KEYS_PLAYING = ("place", "undo", "redo", "hint", "analysis", "new")
KEYS_THINKING = ("move_now", "undo", "go", "new")
KEYS_OVER = ("undo", "new", "review", "save", "load", "back")
KEYS_ALWAYS = ("menu", "help", "leave")
FOOT_WORDS = {"place": "play", "move_now": "move now", "leave": "quit", "new": "new", "save": "save",
              "go": "pause", "load": "load", "back": "back", "review": "review"}


@dataclass
class Picture:
    """What was drawn where: for the mouse."""

    rows: int
    columns: int
    top: int = 0                # of the points that are seen
    left: int = 0
    first: Point = (0, 0)       # the lowest column and row that are seen
    seen: tuple[int, int] = (0, 0)      # how many columns and rows of points
    pitch: tuple[int, int] = PITCH
    board_bottom: int = 0
    board_right: int = 0
    fields: dict[int, int] = field(default_factory=dict)    # row of the window -> number of the field in it

    def point_at(self, row: int, column: int) -> Optional[Point]:
        x = (column - self.left + self.before) // self.pitch[0]
        y = (self.board_bottom - 1 - row) // self.pitch[1]
        inside = 0 <= x < self.seen[0] and 0 <= y < self.seen[1]
        return (self.first[0] + x, self.first[1] + y) if inside else None

    def place_of(self, point: Point) -> tuple[int, int]:
        """The way back, for a point that is seen."""
        return (self.board_bottom - 1 - self.pitch[1] * (point[1] - self.first[1]),
                self.left + self.pitch[0] * (point[0] - self.first[0]))

    @property
    def before(self) -> int:
        """The columns of a point before the one that its letter stands in."""
        return self.pitch[0] // 2 if self.is_large else self.pitch[0] - 1

    @property
    def is_large(self) -> bool:
        return self.pitch == PITCH_LARGE


def draw(scene: Scene, canvas: Canvas, glyphs: Glyphs) -> Picture:
    """All of it, on an empty canvas."""
    rows, columns = canvas.size
    picture = placed(scene, rows, columns)
    if min(picture.seen) < POINTS_MIN and not scene.form:
        canvas.put(0, 0, "The window is too small"[:columns], Style.ALERT)
        return picture
    Painter(scene, canvas, glyphs, picture).paint()
    return picture


def placed(scene: Scene, rows: int, columns: int) -> Picture:
    """Where the board stands in such a window, and what can be seen of it."""
    width, height = columns - 1 - NUMBERS - 2, rows - HEAD - 1 - FOOT
    pitch = pitch_for(scene, width, height)
    seen = max(0, min(scene.width, width // pitch[0])), max(0, min(scene.height, (height - 1) // pitch[1] + 1))
    column, row = (max(0, min(at - part // 2, whole - part))
                   for at, part, whole in zip(scene.cursor, seen, (scene.width, scene.height)))
    picture = Picture(rows, columns, HEAD + 1, 0, (column, row), seen, pitch)
    picture.left = 1 + NUMBERS + picture.before
    picture.board_bottom = picture.top + pitch[1] * (seen[1] - 1) + 1 if seen[1] else picture.top
    picture.board_right = 1 + NUMBERS + pitch[0] * seen[0] + 1
    return picture


def pitch_for(scene: Scene, width: int, height: int) -> tuple[int, int]:
    """Large, if the whole board has room beside a panel; with numbers on its stones no smaller than these."""
    panel = 1 + PANEL_MIN + 1
    if PITCH_LARGE[0] * scene.width + panel <= width and PITCH_LARGE[1] * (scene.height - 1) + 1 <= height:
        return PITCH_LARGE
    digits = max((len(str(number)) for number in scene.numbers.values()), default=1)
    return max(PITCH[0], digits + 1), PITCH[1]


class Painter:
    def __init__(self, scene: Scene, canvas: Canvas, glyphs: Glyphs, picture: Picture) -> None:
        self.scene, self.canvas, self.glyphs, self.picture = scene, canvas, glyphs, picture

    def paint(self) -> None:
        if min(self.picture.seen) >= POINTS_MIN:
            self.paint_board()
            has_panel = self.paint_panel()
            self.paint_title(has_panel)
            self.paint_foot(has_panel)
        if self.scene.form:
            painter = FormPainter(self.canvas, self.glyphs, self.picture.rows - FOOT, self.picture.columns)
            self.picture.fields = painter.paint(self.scene.form)

    def put(self, row: int, column: int, text: str, style: Style = Style.TEXT) -> None:
        self.canvas.put(row, column, self.glyphs.text(text), style)

    # --- the board ---------------------------------------------------------------------------------------------------

    def paint_title(self, has_panel: bool) -> None:
        """The game; and first of all whose turn it is, where no panel shows it."""
        first = "Tengen" if has_panel else self.scene.status
        self.put(0, 1, first, Style.STRONG)
        self.put(0, 1 + len(first) + 2, self.scene.title)

    def paint_board(self) -> None:
        picture = self.picture
        self.paint_letters(picture.top - 1)
        across = range(picture.first[0], picture.first[0] + picture.seen[0])
        for y in range(picture.first[1], picture.first[1] + picture.seen[1]):
            row, _ = picture.place_of((picture.first[0], y))
            self.put(row, 1, f"{y + 1:{NUMBERS}}", self.label_style(1, y))
            self.paint_ground(row, self.glyphs.gap, [self.grid((x, y)) for x in across])
            for between in range(row + 1, min(row + picture.pitch[1], picture.board_bottom)):
                self.paint_ground(between, " ", [self.glyphs.upright for _ in across])
            for x in across:
                self.paint_point((x, y))
        if picture.board_bottom < picture.rows - FOOT:
            self.paint_letters(picture.board_bottom)
        self.paint_marks()

    def paint_ground(self, row: int, gap: str, signs: list[str]) -> None:
        """The grid, and the ground around it, as wide as its marks."""
        picture = self.picture
        lines = (gap * (picture.pitch[0] - 1)).join(signs)
        text = f"{' ' * picture.before}{lines}".ljust(picture.board_right - picture.left + picture.before)
        self.canvas.put(row, picture.left - picture.before, text, Style.GRID)

    def paint_letters(self, row: int) -> None:
        """The names of the columns; where they have two letters that would touch, of every other one."""
        for column in range(self.picture.seen[0]):
            x = self.picture.first[0] + column
            name = notation((x, 0))[:-1]
            if len(name) < self.picture.pitch[0] or x % 2 == 0:
                at = self.picture.left + self.picture.pitch[0] * column - (len(name) - 1)
                self.put(row, at, name, self.label_style(0, x))

    def label_style(self, axis: int, at: int) -> Style:
        """The cursor's column and row stand out."""
        return Style.STRONG if self.scene.cursor[axis] == at else Style.FAINT

    def paint_point(self, point: Point) -> None:
        """What stands on the grid there, if anything."""
        seen = self.looks(point)
        if seen:
            row, _ = self.picture.place_of(point)
            self.canvas.put(row, self.columns_of(point)[0], *seen)

    def columns_of(self, point: Point) -> tuple[int, int]:
        """The first and the last one of what is to be seen at a point."""
        picture, seen = self.picture, self.looks(point)
        _, column = picture.place_of(point)
        width = len(seen[0]) if seen else 1
        last = column + (1 if picture.is_large and width > 1 else 0)
        return last + 1 - width, last

    def looks(self, point: Point) -> Optional[tuple[str, Style]]:
        """What is to be seen at a point: one letter, or as many as its columns have room for."""
        scene = self.scene
        if point in scene.stones:
            return self.stone(point)
        if rank := scene.ranks.get(point):
            return str(rank % RANKS_SHOWN), Style.BEST if rank == 1 else Style.HINT if point == scene.hint else Style.WORTH
        if not scene.ranks and point in scene.line[:LINE_SHOWN]:        # or two kinds of digits would be mixed
            return str(scene.line.index(point) + 1), Style.EXPECTED
        if point == scene.hint:
            return self.glyphs.hint, Style.HINT
        if point in scene.forbidden:
            return self.glyphs.forbidden, Style.FORBIDDEN
        return None

    def stone(self, point: Point) -> tuple[str, Style]:
        scene = self.scene
        is_white = scene.stones[point] != BLACK
        if point in scene.numbers:
            side = "^" if self.picture.is_large else ">"
            return f"{scene.numbers[point]:{side}{self.picture.pitch[0] - 1}}", (Style.BLACK_NUMBER, Style.WHITE_NUMBER)[is_white]
        stones = self.glyphs.large if self.picture.is_large else self.glyphs.stones
        return stones[is_white], (WINNING if point in scene.winning else STONES)[is_white]

    def grid(self, point: Point) -> str:
        x, y = point
        star = star_kind(x, self.scene.width)
        if star and star == star_kind(y, self.scene.height):
            return self.glyphs.star
        return self.glyphs.grid[3 * edge(self.scene.height - 1 - y, self.scene.height) + edge(x, self.scene.width)]

    def paint_marks(self) -> None:
        """The last move, and the cursor, which may stand on it or beside it."""
        last, cursor = self.scene.last, self.scene.cursor
        signs = self.mark_signs(cursor, "[]")
        for place, sign in (self.mark_signs(last, "()") if last and last != cursor else {}).items():
            signs[place] = BOTH_MARKS if place in signs else sign
        for (row, column), sign in signs.items():
            self.canvas.put(row, column, sign, Style.MARK)

    def mark_signs(self, point: Point, marks: str) -> dict[tuple[int, int], str]:
        """Before and behind a point that is seen."""
        row, column = self.picture.place_of(point)
        if self.picture.point_at(row, column) != point:
            return {}
        first, last = self.columns_of(point)
        return {(row, first - 1): marks[0], (row, last + 1): marks[1]}

    # --- the panel ---------------------------------------------------------------------------------------------------

    def paint_panel(self) -> bool:
        """To the right of the board or below it; False if there is room for neither."""
        picture = self.picture
        left = picture.board_right + 2
        width = min(PANEL_MAX, picture.columns - left - 1)
        if width >= PANEL_MIN:
            self.paint_lines(HEAD, left, width, picture.rows - FOOT - HEAD)
            return True
        top = picture.board_bottom + 1
        if picture.rows - FOOT - top >= PANEL_ROWS_MIN:
            self.paint_lines(top, 1, picture.columns - 2, picture.rows - FOOT - top)
            return True
        return False

    def paint_lines(self, top: int, left: int, width: int, height: int) -> None:
        rows = self.panel_rows(width)
        rows += self.move_rows(width, height - len(rows) - 1)
        for row, pieces in enumerate(rows[:height], top):
            column = left
            for text, style in pieces:
                self.put(row, column, text[:left + width - column], style)
                column += len(text)

    def panel_rows(self, width: int) -> list[Row]:
        scene = self.scene
        rows = [self.side_row(side, width) for side in scene.sides]
        for text, style in ((scene.status, Style.STRONG), (scene.trouble, Style.ALERT)):
            rows += paragraph(wrapped(text, width, style))
        rows += self.chance_rows(width)
        for thought in scene.thoughts:
            rows += paragraph(thought_lines(thought, width))
        return rows

    def side_row(self, side: SideView, width: int) -> Row:
        style = Style.STRONG if side.is_to_move else Style.TEXT
        is_white, clock = side.colour != BLACK, clock_words(side.ms)
        room = width - len("> ● ") - len(clock)
        who = f"{side.name}, {side.detail}" if side.detail else side.name
        return [(">" if side.is_to_move else " ", style), (f" {self.glyphs.stones[is_white]} ", STONES[is_white]),
                (f"{who[:room - 1]:<{room}}{clock}", style)]

    def chance_rows(self, width: int) -> list[Row]:
        """Black's chance now, and how it went."""
        curve = self.scene.curve
        if not curve:
            return []
        here = curve.chances[curve.at]
        bar = [bar_row(here, self.glyphs.stones, width)] if here is not None else []
        return [[], *bar, *curve_rows(curve, self.glyphs.steps, width)]

    def move_rows(self, width: int, height: int) -> list[Row]:
        """The moves of the game in pairs, as many as fit, with the place where one looks among them."""
        moves, across = self.scene.moves, max(1, width // MOVE_WIDTH)
        if not moves or height < 1:
            return []
        pairs = [self.pair_words(first) for first in range(0, len(moves), 2)]
        rows = ["".join(f"{pair:<{MOVE_WIDTH}}" for pair in pairs[at:at + across]).rstrip()
                for at in range(0, len(pairs), across)]
        here = max(0, self.scene.at - 1) // 2 // across
        top = max(0, min(here - height // 2, len(rows) - height))
        return paragraph([(row, Style.TEXT) for row in rows[top:top + height]])

    def pair_words(self, first: int) -> str:
        """12 h8 (i9): the move that stands last on the board has its marks here, too."""
        shown = [f"({move}{mark})" if number + 1 == self.scene.at else f" {move}{mark}"
                 for number, move in enumerate(self.scene.moves[first:first + 2], first)
                 for mark in ("?" if number in self.scene.mistakes else "",)]
        return f"{first // 2 + 1:2}" + "".join(shown)

    # --- the foot ----------------------------------------------------------------------------------------------------

    def paint_foot(self, has_panel: bool) -> None:
        scene, row, width = self.scene, self.picture.rows - FOOT, self.picture.columns - 2
        if scene.notice or has_panel:
            self.put(row, 1, scene.notice[:width], Style.STRONG)
        elif scene.trouble:
            self.put(row, 1, scene.trouble[:width], Style.ALERT)
        else:
            self.put(row, 1, "  ".join(map(thought_words, reversed(scene.thoughts)))[:width])   # what was asked for is last
        self.put(row + 1, 1, self.key_words(width), Style.FAINT)

    def key_words(self, width: int) -> str:
        """The keys that matter now, as many as fit; those that lead on from anywhere first of all."""
        scene = self.scene
        if scene.form:
            return as_many_as_fit([f"{key} {label}" for key, label in form_keys(scene.form)], width)
        thinks = any(side.is_thinking for side in scene.sides)
        names = KEYS_OVER if scene.is_over else KEYS_THINKING if thinks else KEYS_PLAYING
        always = as_many_as_fit([key_and_word(name) for name in KEYS_ALWAYS], width)
        return f"{as_many_as_fit([key_and_word(name) for name in names], width - len(always) - 2)}  {always}".strip()


def key_and_word(name: str) -> str:
    return f"{BY_NAME[name].keys[0]} {FOOT_WORDS.get(name, BY_NAME[name].label)}"


def as_many_as_fit(words: list[str], width: int) -> str:
    """Side by side, from the first one on."""
    fitting = [words[:count] for count in range(len(words) + 1) if len("  ".join(words[:count])) <= width]
    return "  ".join(fitting[-1]) if fitting else ""


def paragraph(lines: list[tuple[str, Style]]) -> list[Row]:
    """Behind an empty row, if there are any."""
    return [[], *([line] for line in lines)] if lines else []


# --- the grid --------------------------------------------------------------------------------------------------------

def star_kind(at: int, side: int) -> str:
    """Which of the lines that mark a point where they cross one of their kind: near an edge, or in the middle."""
    near = 3 if side >= STAR_FAR_SIDE else 2
    if side < STAR_SIDE_MIN:
        return ""
    return "near" if at in (near, side - 1 - near) else "middle" if side % 2 == 1 and at == side // 2 else ""


def edge(at: int, side: int) -> int:
    """0 at the beginning, 2 at the end, 1 between."""
    return 0 if at == 0 else 2 if at == side - 1 else 1
