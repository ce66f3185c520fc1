"""Scenes in letters, on a canvas that only remembers: what stands where, at every size of window."""

from __future__ import annotations

import re
import unittest
from typing import Any
from dataclasses import replace

from tui_path import BLACK, WHITE, game_of

from matches.points import notation, point, points
from tui.actions import HELP
from tui.canvas import LETTERS, ON_WOOD, PLAIN, Glyphs
from tui.drawing import Picture, draw
from tui.forms import Choice, Form, Item, Text
from tui.front import CurveView, Scene, SideView, ThoughtView
from tui.style import Style
from tui.words import hanging

THOUGHT = ThoughtView("Tengen thinks, 3.2 s", ("depth 12", "score +45"), ("j9", "k10"))


class Paper:
    """A canvas."""

    def __init__(self, rows: int, columns: int) -> None:
        self.size = rows, columns
        self.letters = [[" "] * columns for _ in range(rows)]
        self.styles: dict[tuple[int, int], Style] = {}

    def put(self, row: int, column: int, text: str, style: Style) -> None:
        for at, letter in enumerate(text, column):
            if 0 <= row < self.size[0] and 0 <= at < self.size[1]:
                self.letters[row][at] = letter
                self.styles[row, at] = style

    def __str__(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self.letters)


def scene_of(moves: str = "h8i9", side: int = 15, **changes: object) -> Scene:
    game = game_of(moves)
    sides = (SideView(BLACK, "You", "", 65_000, True, False), SideView(WHITE, "Tengen", "depth 8", 9_000, False, False))
    facts: dict[str, Any] = dict(title="freestyle", width=side, height=side, stones=dict(game.board.stones), cursor=(7, 7), sides=sides,
                 status="Black to move: your turn", is_over=False, at=game.at, last=game.last,
                 moves=tuple(notation(move.point) for move in game.moves))
    return Scene(**{**facts, **changes})


def drawn(scene: Scene, rows: int = 24, columns: int = 80, glyphs: Glyphs = LETTERS) -> tuple[Paper, Picture]:
    paper = Paper(rows, columns)
    return paper, draw(scene, paper, glyphs)


class Board(unittest.TestCase):
    def test_all_of_15x15_in_80x24(self) -> None:
        paper, _ = drawn(scene_of(thoughts=(THOUGHT,)))
        lines = str(paper).split("\n")
        self.assertTrue(lines[1].startswith("    a b c d e f g h i j k l m n o   > ● You"))
        self.assertTrue(lines[1].endswith("1:05"))
        self.assertTrue(lines[2].startswith(" 15 ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐     ○ Tengen, depth 8"))
        self.assertTrue(lines[8].startswith("  9 ├─┼─┼─┼─┼─┼─┼─┼(○)┼─┼─┼─┼─┼─┤"))
        self.assertTrue(lines[9].startswith("  8 ├─┼─┼─┼─┼─┼─┼[●]┼─┼─┼─┼─┼─┼─┤"))
        self.assertTrue(lines[13].startswith("  4 ├─┼─┼─╋─┼─┼─┼─┼─┼─┼─┼─╋─┼─┼─┤"))
        self.assertTrue(lines[16].startswith("  1 └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘"))
        for words in ("Black to move: your turn", "Tengen thinks, 3.2 s", "depth 12  score +45", "j9 k10", " 1 h8(i9)",
                      "Enter play  u undo"):
            self.assertIn(words, str(paper))

    def test_plain_letters_are_ascii(self) -> None:
        form = Form("Menü", lambda values: None, [Text("path", "×", "…")])
        for scene in (scene_of(forbidden={(0, 0)}, hint=(1, 1), title="3×3…"), scene_of(form=form)):
            paper, _ = drawn(scene, glyphs=PLAIN)
            self.assertTrue(str(paper).isascii(), str(paper))
        paper, _ = drawn(scene_of(forbidden={(0, 0)}, hint=(1, 1), title="3×3…"), glyphs=PLAIN)
        lines = str(paper).split("\n")
        self.assertIn("3x3...", lines[0])
        self.assertTrue(lines[9].startswith("  8 . . . . . . .[X]."))
        self.assertTrue(lines[15].startswith("  2 . * ."))
        self.assertTrue(lines[16].startswith("  1 ! . ."))

    def test_marks(self) -> None:
        won = scene_of("h8a1i8a3j8a5k8a7l8", winning=frozenset(points("h8i8j8k8l8")), forbidden={point("b2")},
                       hint=point("c3"), line=tuple(points("d4e5")), cursor=point("a15"))
        paper, picture = drawn(won)
        styles = {at: paper.styles[picture.place_of(at)] for at in points("h8l8a1b2c3d4")}
        self.assertEqual(list(styles.values()), [Style.BLACK_WIN, Style.BLACK_WIN, Style.WHITE, Style.FORBIDDEN,
                                                 Style.HINT, Style.EXPECTED])
        letters = [paper.letters[row][column] for row, column in map(picture.place_of, points("b2c3d4e5"))]
        self.assertEqual(letters, ["×", "◆", "1", "2"])

    def test_the_cursor_beside_the_last_stone(self) -> None:
        """They share the gap between them, and each keeps a sign of its own."""
        for moves, cursor, words in (("h8i8", "h8", "┼[●|○)┼"), ("i8h8", "i8", "┼(○|●]┼"), ("h8i8", "j8", "┼─●(○|┼]┼"),
                                     ("h8i8", "i8", "┼─●[○]┼"), ("h8i8", "k8", "┼─●(○)┼[┼]┼"), ("o8a9", "a8", "  8[├]┼"),
                                     ("a9o8", "o9", "┼[┤]")):
            text = str(drawn(scene_of(moves, cursor=point(cursor)))[0])
            self.assertIn(words, text, (moves, cursor))
        text = str(drawn(scene_of("h8i8", cursor=point("h8")), glyphs=PLAIN)[0])
        self.assertIn(".[X|O).", text)

    def test_marks_stand_beside_numbers(self) -> None:
        numbers = {point("g8"): 9, point("h8"): 10, point("i8"): 11}
        for cursor, words in (("g8", "┼[ 9]10(11)─┼"), ("f8", "[┼] 9─10(11)─┼"), ("h8", "┼─ 9[10|11)─┼"),
                              ("i8", "┼─ 9─10[11]─┼"), ("j8", "─10(11)[┼]─┼")):
            text = str(drawn(scene_of("g8h8i8", numbers=numbers, cursor=point(cursor)))[0])
            self.assertIn(words, text, cursor)

    def test_the_best_points(self) -> None:
        paper, picture = drawn(scene_of(ranks={(0, 0): 2, (4, 4): 1, (5, 4): 9}, line=((5, 5),)))
        lines = str(paper).split("\n")
        self.assertTrue(lines[picture.place_of((0, 4))[0]].startswith("  5 ├─┼─┼─┼─1─9─┼"))
        self.assertEqual(paper.styles[picture.place_of((4, 4))], Style.BEST)
        self.assertTrue(lines[picture.place_of((0, 5))[0]].startswith("  6 ├─┼─┼─┼─┼─┼─┼"), "no digits of another kind")

    def test_numbers(self) -> None:
        paper, picture = drawn(scene_of("h8i9j10", numbers={point("h8"): 1, point("i9"): 2, point("j10"): 99}))
        self.assertEqual(paper.styles[picture.place_of(point("h8"))], Style.BLACK_NUMBER)
        self.assertEqual(paper.styles[picture.place_of(point("i9"))], Style.WHITE_NUMBER)
        self.assertIn("99", str(paper).split("\n")[picture.place_of(point("j10"))[0]])

    def test_numbers_beyond_99_stand_apart(self) -> None:
        """Each whole, with something between them, in windows of any size, with or without room for the panel."""
        moves = "".join(f"{letter}{row}" for row in range(1, 12) for letter in "acegikmobdfhjln")[:400]
        game = game_of(moves)
        numbers = {at: number for number, at in enumerate(game.board.moves, 1)}
        self.assertGreater(len(numbers), 130)
        for rows, columns in ((24, 80), (24, 100), (40, 140)):
            paper, picture = drawn(scene_of(moves, numbers=numbers, cursor=(0, 14)), rows, columns)
            for y in range(9):
                row = str(paper).split("\n")[picture.place_of((0, y))[0]]
                shown = re.findall(r"\d+", row[:picture.board_right])
                self.assertEqual(shown, [str(y + 1), *(str(numbers[x, y]) for x in range(15) if (x, y) in numbers)])

    def test_a_large_board(self) -> None:
        for glyphs, stone in ((ON_WOOD, "▐█▌"), (LETTERS, "●"), (PLAIN, "X")):
            paper, picture = drawn(scene_of(cursor=(0, 0)), 40, 120, glyphs)
            self.assertTrue(picture.is_large)
            row, column = picture.place_of(point("h8"))
            middle = (len(stone) - 1) // 2
            self.assertEqual("".join(paper.letters[row][column - middle:column + middle + 1]), stone)
            self.assertEqual(paper.styles[row, column], Style.BLACK)
            for x in range(-2, 2):
                self.assertEqual(picture.point_at(row, column + x), point("h8"))
            self.assertEqual(picture.point_at(row - 1, column), point("h8"), "a row between two")
            self.assertEqual(picture.point_at(row - 2, column), point("h9"))
        lines = str(drawn(scene_of(cursor=(0, 0)), 40, 120)[0]).split("\n")
        self.assertTrue(lines[2].startswith(" 15  ┌───┬───┬"))
        self.assertTrue(lines[3].startswith("     │   │   │"))
        self.assertTrue(lines[30].startswith("  1 [└]──┴───┴"))
        self.assertTrue(lines[31].startswith("     a   b   c"))
        self.assertFalse(drawn(scene_of(), 34, 88)[1].is_large, "the panel has no room then")
        self.assertFalse(drawn(scene_of(), 32, 120)[1].is_large)
        self.assertTrue(drawn(scene_of(), 34, 89)[1].is_large)

    def test_a_curve_with_its_place_and_its_mistakes(self) -> None:
        curve = CurveView((0.5, None, 0.01, 1.0, 0.75), 2, frozenset({3}))
        for glyphs, bar, steps in ((LETTERS, "○" * 20, "▅ ▁█▇"), (PLAIN, "O" * 20, "5 097")):
            lines = str(drawn(scene_of(curve=curve), glyphs=glyphs)[0]).split("\n")
            at = next(number for number, line in enumerate(lines) if "black 1 %" in line)
            self.assertEqual([line[36:].rstrip() for line in lines[at:at + 3]], [f"{bar}  black 1 %", steps, "  ^?"])
        narrow = str(drawn(scene_of(curve=curve), 24, 60)[0])
        self.assertIn("○" * 12 + "  black 1 %", narrow, "fewer stones, and the whole words")
        many = CurveView(tuple(number / 200 for number in range(201)), 200, frozenset({0}))
        lines = str(drawn(scene_of(curve=many))[0]).split("\n")
        at = next(number for number, line in enumerate(lines) if "black 100 %" in line)
        self.assertEqual((lines[at + 1][36:38], lines[at + 1][-2:], lines[at + 2][36:].strip()), ("▁▁", "██", f"?{' ' * 39}^"))

    def test_lines_of_an_analysis_are_cut_between_moves(self) -> None:
        thought = ThoughtView("Analysis", (), (), ("    63 %  " + " ".join(f"h{number}" for number in range(1, 16)),))
        text = str(drawn(scene_of(thoughts=(thought,)))[0])
        self.assertRegex(text, r"63 %  h1 .* h1\d …\n")

    def test_mistakes_in_the_list_of_moves(self) -> None:
        self.assertIn(" 1 h8?(i9?)", str(drawn(scene_of(mistakes=frozenset({0, 1})))[0]))

    def test_points_under_the_mouse(self) -> None:
        scene = scene_of(side=32, cursor=(31, 31))
        for rows, columns in ((24, 80), (60, 120), (10, 30)):
            _, picture = drawn(scene, rows, columns)
            row, column = picture.place_of((31, 31))
            self.assertEqual((row, column), (picture.top, picture.left + 2 * (picture.seen[0] - 1)), "the top right")
            self.assertEqual(picture.point_at(row, column), (31, 31))
            self.assertEqual(picture.point_at(row, column - 1), (31, 31), "the gap belongs to the point after it")
            self.assertEqual(picture.point_at(row + 1, column), (31, 30))
            self.assertIsNone(picture.point_at(row - 1, column))
            self.assertIsNone(picture.point_at(picture.board_bottom, column))


class Windows(unittest.TestCase):
    def test_20x20_fits_80x24(self) -> None:
        lines = str(drawn(scene_of(side=20))[0]).split("\n")
        self.assertTrue(lines[2].startswith(" 20 ┌"))
        self.assertTrue(lines[21].startswith("  1 └"))

    def test_a_small_window_shows_the_board_around_the_cursor(self) -> None:
        paper, picture = drawn(scene_of(cursor=(14, 14)), 12, 30)
        self.assertEqual((picture.seen, picture.first), ((12, 8), (3, 7)))
        self.assertIn(" 15 ", str(paper))
        self.assertIn("Black to move", str(paper), "without a panel the title shows the status")

    def test_a_narrow_one_has_its_panel_below(self) -> None:
        paper, _ = drawn(scene_of(), 30, 40)
        self.assertIn("> ● You", str(paper).split("\n")[18])

    def test_one_that_is_too_small_says_so(self) -> None:
        self.assertEqual(str(drawn(scene_of(), 5, 30)[0]).split("\n")[0], "The window is too small")

    def test_every_size_can_be_drawn(self) -> None:
        form = Form("Title", lambda values: None, [Item(number, "label", "k") for number in range(30)], ("a line",))
        for rows in (1, 2, 3, 7, 24, 50):
            for columns in (1, 2, 9, 21, 80, 200):
                for scene in (scene_of(), scene_of(thoughts=(THOUGHT,) * 9, trouble="x " * 200), scene_of(form=form)):
                    drawn(scene, rows, columns)

    def test_trouble_and_notices_are_seen_in_any_window(self) -> None:
        for rows, columns in ((24, 80), (10, 30)):
            text = str(drawn(scene_of(trouble="Tengen is ill"), rows, columns)[0])
            self.assertIn("Tengen is ill", text)
            text = str(drawn(scene_of(trouble="Tengen is ill", notice="h8 is taken"), rows, columns)[0])
            self.assertIn("h8 is taken", text)

    def test_the_list_of_moves_shows_where_one_looks(self) -> None:
        scene = replace(scene_of(), moves=tuple(f"a{number}" for number in range(1, 201)), at=100)
        text = str(drawn(scene)[0])
        self.assertIn("50 a99(a100)", text)
        self.assertNotIn("a199", text)


class FormsDrawn(unittest.TestCase):
    def test_fields_and_their_focus(self) -> None:
        form = Form("New game", lambda values: "no room", [
            Choice("rule", "Rule", [(0, "freestyle"), (4, "renju")]),
            Text("command", "Command", "./engine", is_shown=lambda values: values["rule"] == 4), Item(1, "Start", "s")])
        paper, picture = drawn(scene_of(form=form))
        for words in ("╭─ New game ─", "Rule        < freestyle >", "Left/Right change"):
            self.assertIn(words, str(paper))
        self.assertNotIn("Command", str(paper))
        self.assertEqual(sorted(picture.fields.values()), [0, 1])
        form.right()
        form.down()
        form.submit()
        text = str(drawn(scene_of(form=form))[0])
        for words in ("Rule          renju", "Command     ./engine▏", "no room"):
            self.assertIn(words, text)

    def test_a_long_list_follows_its_focus(self) -> None:
        form = Form("List", lambda values: None, [Item(number, f"row {number}") for number in range(100)], focus=60)
        text = str(drawn(scene_of(form=form))[0])
        self.assertIn("row 60", text)
        self.assertNotIn("row 1 ", text)

    def test_a_frame_says_that_more_would_come(self) -> None:
        for glyphs, up, down in ((LETTERS, "↑ more", "↓ more"), (PLAIN, "^ more", "v more")):
            for at, is_more in ((0, (False, True)), (50, (True, True)), (98, (True, False))):
                form = Form("Help", lambda values: None, lines=tuple(f"line {number}" for number in range(99)), focus=at)
                text = str(drawn(scene_of(form=form), glyphs=glyphs)[0])
                self.assertEqual((up in text, down in text), is_more, at)
        self.assertNotIn("more", str(drawn(scene_of(form=Form("Help", lambda values: None, lines=("one",))))[0]))

    def test_the_foot_keeps_what_leads_on(self) -> None:
        for columns, words in ((80, "Enter play  u undo  r redo  h hint  a analysis  n new  m menu  ? help  q quit"),
                               (40, "Enter play  m menu  ? help  q quit"), (26, "m menu  ? help  q quit"), (16, "m menu  ? help")):
            self.assertEqual(str(drawn(scene_of(), 20, columns)[0]).split("\n")[-1].strip(), words)

    def test_what_was_asked_for_last_is_first_at_the_foot(self) -> None:
        text = str(drawn(scene_of(thoughts=(THOUGHT, ThoughtView("Hint: g9", (), ()))), 10, 40)[0])
        self.assertIn(" Hint: g9:", text)

    def test_a_page_scrolls_to_its_end(self) -> None:
        form = Form("Help", lambda values: None, lines=tuple(f"line {number}" for number in range(99)))
        for _ in range(200):
            form.down()
        text = str(drawn(scene_of(form=form))[0])
        self.assertIn("line 98", text)
        self.assertIn("line 80", text, "the window stays full")

    def test_the_help_can_be_read_in_a_narrow_window(self) -> None:
        for columns in (34, 40, 80):
            form, seen = Form("Help", lambda values: None, lines=HELP), set()
            for _ in HELP:
                text = str(drawn(scene_of(form=form), 24, columns)[0])
                seen |= {word for line in text.split("\n") for word in re.findall(r"[^\s│]+", line)}
                form.down()
            self.assertEqual({word for line in HELP for word in line.split()} - seen, set(), columns)

    def test_what_stands_behind_keys_stays_behind_them(self) -> None:
        self.assertEqual(hanging("u Backspace  undo; your move with its answer", 30),
                         ["u Backspace  undo; your move", "             with its answer"])
        self.assertEqual(hanging("two  blanks only", 40), ["two  blanks only"])
        self.assertEqual(hanging("", 40), [""])


if __name__ == "__main__":
    unittest.main()
