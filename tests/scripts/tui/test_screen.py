"""The screen for real: scripts/tui in a terminal of tmux, keys and mouse sent to it, and what stands there then.

Everything is waited for, and nothing is timed: what a person would look for must appear sooner or later.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Optional

from tui_path import PATIENCE_S, ROOT

from matches.points import point
from matches.program import PROGRAM

KEEPS_IN = "XDG_STATE_HOME" # names the folder where the board keeps its things, and identifies its processes
LOOK_S = 0.05               # between two looks at the screen
LEFT, BOTTOM = 4, 16        # of the point a1 of 15x15, in a window that shows all of the board
PRESS, RELEASE, WHEEL_UP, WHEEL_DOWN = " ", "#", "`", "a"
SHIFT = 33                  # terminals send the place of a click as letters, from ! for 0
REVERSED_BLACK = r"[;[]7m(\x1b\[\d+m)*●"
TWO_PEOPLE = ("--white", "you")
COLOURFUL = "TERM=tmux-256color"
ON_WOOD = r"\x1b\[38;5;{}m(\x1b\[48;5;179m)?"     # a colour, and the ground where it is not the same already
INK, CHALK = ON_WOOD.format(16), ON_WOOD.format(231)


class Terminal:
    """A terminal that only a test looks at, with a folder for what the board keeps."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.opened = folder, 0

    @property
    def socket(self) -> Path:
        """Another one for each opening: the last server may still be about to leave."""
        return self.folder / f"tmux-{self.opened}"

    def tmux(self, *words: str) -> str:
        environment = os.environ | {"LC_ALL": "C.UTF-8", "TENGEN_PROGRAM": str(PROGRAM), KEEPS_IN: str(self.folder)}
        environment.pop("TMUX", None)
        return subprocess.run(["tmux", "-u", "-f", "/dev/null", "-S", self.socket, *words], env=environment, check=True,
                              capture_output=True, text=True, timeout=PATIENCE_S).stdout

    def open(self, *options: str, columns: int = 80, rows: int = 24, locale: str = "C.UTF-8",
             settings: tuple[str, ...] = ()) -> None:
        """With more settings of the environment, such as TERM=dumb."""
        self.opened += 1
        board = [sys.executable, str(ROOT / "scripts" / "tui"), *options]
        command = shlex.join(["env", "TERM=screen", f"LC_ALL={locale}", *settings, *board])
        self.tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), "-c", str(self.folder),
                  f"{command}; printf '\\r\\nit ended with %s\\n' $?; read line")

    def close(self) -> None:
        """As somebody who closes the window: the program hears SIGHUP."""
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True)

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-l", text)

    def click(self, at: str) -> None:
        x, y = point(at)
        place = chr(SHIFT + LEFT + 2 * x) + chr(SHIFT + BOTTOM - y)
        self.type("".join(f"\x1b[M{button}{place}" for button in (PRESS, RELEASE)))

    def turn_wheel(self, button: str) -> None:
        self.type(f"\x1b[M{button}!!")

    def resize(self, columns: int, rows: int) -> None:
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    @property
    def text(self) -> str:
        return self.tmux("capture-pane", "-p")

    @property
    def coloured(self) -> str:
        """With the escapes of attributes and colours."""
        return self.tmux("capture-pane", "-p", "-e")


@unittest.skipUnless(shutil.which("tmux"), "there is no tmux")
class ScreenTest(unittest.TestCase):
    def setUp(self) -> None:
        self.terminal = Terminal(Path(self.enterContext(tempfile.TemporaryDirectory())))
        self.addCleanup(self.wait_for_peace)
        self.addCleanup(self.terminal.close)

    def wait_for_peace(self) -> None:
        """No engine and no board is left behind."""
        self.wait(lambda: not self.processes(str(self.terminal.folder)), "processes are left")

    def processes(self, folder: str) -> list[int]:
        """Those that keep their things in that folder."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if f"{KEEPS_IN}={folder}".encode() in (process / "environ").read_bytes():
                    found.append(int(process.name))
            except OSError:
                continue
        return found

    def wait(self, what, words: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not what():
            self.assertLess(time.monotonic(), deadline, words)
            time.sleep(LOOK_S)

    def sees(self, *patterns: str, without: Optional[str] = None) -> str:
        """The screen, once it shows all of that."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            text = self.terminal.text
            missing = [pattern for pattern in patterns if not re.search(pattern, text)]
            if not missing and (without is None or not re.search(without, text)):
                return text
            self.assertLess(time.monotonic(), deadline, f"{missing or without}\n{text}")
            time.sleep(LOOK_S)

    def play(self, moves: str, so_far: int = 0) -> None:
        """By mouse, each once the one before is seen."""
        for number, at in enumerate(re.findall(r"[a-z]\d+", moves), so_far + 1):
            self.terminal.click(at)
            self.sees(rf"[ (]{at}\b")


class Playing(ScreenTest):
    def test_two_people_to_a_win_and_back(self) -> None:
        self.terminal.open(*TWO_PEOPLE)
        self.sees(r"8 ├(─┼){6}\[╋\]┼", "freestyle 15×15", "> ● Black", "Enter play")
        self.terminal.press("Enter")
        self.sees(r"8 ├(─┼){6}\[●\]┼", "> ○ White", "White to move")
        self.terminal.press("Up", "Right", "Space")
        self.sees(r"9 ├(─┼){7}\[○\]┼", r"1 h8\(i9\)")
        self.play("i8a1j8a3k8a5", 2)
        self.terminal.click("l8")
        self.sees("Black wins. u: undo, n: new game", r"├(─┼){6}─●─●─●─●\[●\]┼")
        self.assertEqual(len(re.findall(REVERSED_BLACK, self.terminal.coloured)), 5, "the winning row stands out")
        self.terminal.click("o15")
        self.sees("the game is over: black wins")
        self.terminal.press("u")
        self.sees("Black to move, 8 of 9 moves", without="Black wins")
        self.terminal.press("u", "r", "r")
        self.sees("Black wins")
        self.terminal.press("Home")
        self.sees(r"8 ├(─┼){6}─╋", "0 of 9 moves")
        self.terminal.press("PageDown", "PageDown", "PageUp")
        self.sees("1 of 9 moves", r"1\(h8\)")
        self.terminal.turn_wheel(WHEEL_DOWN)
        self.sees("2 of 9 moves")
        self.terminal.turn_wheel(WHEEL_UP)
        self.sees("1 of 9 moves")
        self.terminal.click("c3")
        self.sees(r"1 h8\(c3\)", without="i9")

    def begin_by(self, rule: str, place: int) -> None:
        """A new game by that opening rule, which stands so far behind the empty board."""
        self.terminal.press("n", "Down", "Down", "Down", *["Right"] * place)
        self.sees(f"Opening     < {rule} >")
        self.terminal.press("Enter")

    def test_an_opening_with_an_announcement_and_offers(self) -> None:
        self.terminal.open("--black-name", "Ann", "--white-name", "Bob")
        self.sees("Black to move: Ann")
        self.begin_by("soosyrv-8", 9)
        self.sees("> ● Ann", "Soosyrv-8: Ann puts a black stone on")
        self.play("h8i9h10")
        self.sees("> ○ Bob", "Soosyrv-8: Bob chooses")
        self.terminal.press("w")
        self.sees("Bob keeps white", "> ○ Bob", "Bob puts a white stone")
        self.terminal.click("a15")
        self.sees("How many will black offer")
        self.terminal.press("Down", "Enter")
        self.sees("Bob announces 2 fifth moves", "Soosyrv-8: Ann chooses")
        self.terminal.press("w")
        self.sees("Ann takes white: Bob", "> ● Bob", "Bob offers 2 fifth")
        self.terminal.click("i8")
        self.sees("1 so far")
        self.terminal.press("Right", "Enter")
        self.sees("> ○ Ann", "Ann picks one of the offers", r"─●─1\[2\]")
        self.terminal.press("Left", "Enter")
        self.sees("> ○ Ann", "White to move: Ann", "i8")

    def test_against_tengen_undo_while_it_thinks_and_move_now(self) -> None:
        self.terminal.open("--strength", "60 s")
        self.sees("Black to move")
        self.terminal.press("Enter")
        self.sees("Tengen thinks, ", r"depth \d+ +score", r"nodes +\S+/s", "Escape move now")
        self.terminal.press("u")
        self.sees("Black to move, 0 of 1 moves")
        self.terminal.press("Left", "Enter")
        self.sees("Tengen thinks, ", r"1\(g8\)", r"depth \d+ +score")
        self.terminal.press("Escape")
        self.sees(r"1 g8\(\S+\)", "Black to move: your turn", "Tengen thought")
        self.terminal.press("u")
        self.sees("Black to move, 0 of 2 moves", without="thought")
        self.terminal.press("r")
        self.sees("Tengen thought")
        self.terminal.press(",")
        self.sees("White to move: g lets Tengen move, or put", without="thought")
        self.terminal.press("Home", "r")
        self.sees(r"1 g8\(\S+\)", "Black to move: your turn")

    def test_advice(self) -> None:
        self.terminal.open(*TWO_PEOPLE)
        self.play("h8a1i8a3j8a5k8b1")
        self.terminal.press("e")
        self.sees("Best points by their shapes", "1 [gl]8  2 [gl]8", r"[12]─●─●─●─●─[12]", r"├─┼─┼")
        self.terminal.press("h")
        self.sees("Hint: [gl]8")
        self.terminal.press("Escape")
        self.sees("Black to move", without="Best|Hint")
        self.terminal.press("a")
        self.sees("Analysis", r"B in 1  [gl]8", r"●─1─|─1─●", "●{20}  black 100 %", r"\s█\n")
        self.terminal.press("#")
        self.sees(r"─1─1─3─5─7─┼|┼─1─3─5─7─1─")

    def test_menu_and_help(self) -> None:
        self.terminal.open(*TWO_PEOPLE)
        self.sees("Black to move")
        self.terminal.press("m")
        self.sees("╭─ Menu", r"undo +u")
        self.terminal.press("?")
        self.sees("╭─ Help", "Arrows move the cursor")
        self.terminal.press(*["Down"] * 40)
        self.sees("scripts/play --help")
        self.terminal.press("Escape")
        self.sees("Black to move", without="╭")

    def test_marks_side_by_side(self) -> None:
        self.terminal.open(*TWO_PEOPLE)
        self.sees("Black to move")
        self.terminal.press("Enter", "Right", "Enter", "Left")
        self.sees(r"8 ├(─┼){6}\[●\|○\)┼")
        self.terminal.press("Right", "Right")
        self.sees(r"8 ├(─┼){6}─●\(○\|┼\]┼")


class Windows(ScreenTest):
    def test_resize(self) -> None:
        self.terminal.open(*TWO_PEOPLE)
        self.play("h8i9")
        for columns, rows, pattern in (
                (120, 40, r"m   n   o    > ● Black"), (40, 12, r"Black to move  freestyle"),
                (12, 4, "The window"), (40, 30, "> ● Black"), (80, 24, r"9 ├(─┼){7}\[○\]┼")):
            self.terminal.resize(columns, rows)
            text = self.sees(pattern)
            self.assertTrue(all(len(line) <= columns for line in text.split("\n")))
        self.terminal.resize(40, 12)
        self.terminal.press("Up", "Up", "Up", "Up", "Up")
        self.sees(r"h.*\n[^●]*\n(.*\n)*.*\[┼\]")
        self.terminal.press("Enter")
        self.terminal.resize(80, 24)
        self.sees(r"h8 i9 +2\([a-o]\d+\)")

    def test_help_in_40_columns(self) -> None:
        self.terminal.open(*TWO_PEOPLE, columns=40, rows=24)
        self.sees("Black to move")
        self.terminal.press("?")
        self.sees("stands in \\( \\), the cursor in", "wins in 7", r"Enter Space +play at the cursor")
        self.terminal.press(*["Down"] * 5)
        self.sees(r"│ u Backspace  undo; against an", r"│ +your move with its")

    def test_what_leads_on_is_always_at_the_foot(self) -> None:
        self.terminal.open(*TWO_PEOPLE)
        self.play("h8a1i8a3j8a5k8b1")
        self.terminal.resize(40, 20)
        self.sees("Enter play .*m menu  \\? help  q quit")
        self.terminal.press("h")
        self.sees("Hint: [gl]8")
        self.terminal.press("m")
        self.sees("╭─ Menu", "↓ more ─+╯", without="↑")
        self.terminal.press(*["Down"] * 15)
        self.sees("↑ more ─+╮", "↓ more ─+╯")
        self.terminal.press(*["Up"] * 16)
        self.sees("↑ more ─+╮", without="↓")

    def test_a_large_window_has_a_large_board(self) -> None:
        self.terminal.open(*TWO_PEOPLE, columns=120, rows=40)
        self.sees(r" 15 +┌───┬───┬", r"\n +│   │   │", r"o    > ● Black")
        self.terminal.press("Up", "Enter")
        self.sees(r"\[●\]", r"1\(h9\)")
        self.terminal.resize(80, 24)
        self.sees(r"9 ├(─┼){6}\[●\]┼")

    def test_a_board_larger_than_the_window(self) -> None:
        self.terminal.open("--size", "32", *TWO_PEOPLE)
        self.sees(r"17 .*\[┼\]", "Black to move  freestyle 32×32")
        self.terminal.press(*["Down"] * 16, *["Right"] * 15, "Enter")
        self.sees(r" 1 └.*\[●\]", "White to move")

    def test_ascii_where_the_locale_has_no_letters(self) -> None:
        self.terminal.open("--rule", "4", "--strength", "depth 2", locale="C")
        self.sees(r"8 \. \. \. \. \. \. \.\[\+\]\.", "> X You", "renju 15x15")
        self.terminal.press("Enter")
        self.sees(r"\.\[X\]", r"\(O\)|O")
        self.terminal.press("n")
        text = self.sees(r"\+- New game -+\+", "15x15")
        self.assertTrue(text.isascii())

    def test_ascii_when_asked_for(self) -> None:
        self.terminal.open("--ascii", *TWO_PEOPLE)
        self.assertTrue(self.sees(r"\.\[\+\]\.").isascii())


class Colours(ScreenTest):
    def open_and_play(self, *options: str, **changes) -> str:
        """What stands there after two stones, with its colours."""
        self.terminal.open(*TWO_PEOPLE, *options, **changes)
        self.sees("Black to move")
        self.terminal.press("Enter", "Right", "Enter", "Down")
        self.sees(r"1 h8\(i8\)", "Black to move")
        return self.terminal.coloured

    def test_black_is_black_and_white_is_white_on_wood(self) -> None:
        text = self.open_and_play(settings=(COLOURFUL,))
        for stone, name in ((INK, "Black"), (CHALK, "White")):
            self.assertRegex(text, rf"8 *\x1b.*{stone}●", "on the board")
            self.assertRegex(text, rf"{stone} ● .*{name}", "beside the name")
        self.play("h9a1h10a2h11a3h12", 2)
        self.sees("Black wins")
        self.assertEqual(len(re.findall(r"\x1b\[48;5;22m●", self.terminal.coloured)), 5, "the winning row stands out")

    def test_a_plain_board_where_colours_are_few_or_unwanted(self) -> None:
        for settings in ((COLOURFUL, "NO_COLOR=1"), ("TERM=dumb",), (), (COLOURFUL, "LC_ALL=C")):
            with self.subTest(settings):
                self.assertNotIn("48;5;", self.open_and_play(settings=settings))
                self.terminal.close()
                self.wait_for_peace()

    def test_ascii_is_plain_too(self) -> None:
        text = self.open_and_play("--ascii", settings=(COLOURFUL,))
        self.assertNotIn("48;5;", text)
        self.assertIn("X", text)


class Keeping(ScreenTest):
    def test_save_and_load(self) -> None:
        self.terminal.open(*TWO_PEOPLE)
        self.play("h8i9j10")
        self.terminal.press("s")
        self.sees("File +game-1.psq▏")
        self.terminal.press("Enter")
        self.sees("saved as game-1.psq")
        saved = (self.terminal.folder / "game-1.psq").read_bytes()
        self.assertTrue(saved.startswith(b"Piskvorky 15x15, 0:0, 0\r\n8,8,"))
        self.terminal.press("n", "Enter")
        self.sees("a new game")
        self.terminal.press("l", "C-u")
        self.terminal.type("game-")
        self.terminal.press("Tab")
        self.sees("File +game-1.psq")
        self.terminal.press("Enter")
        self.sees(r"1 h8 i9 +2\(j10\)", "3 moves, freestyle")
        self.terminal.press("l", "C-u", "n", "o", "Enter")
        self.sees("No such file or directory")
        self.terminal.press("Escape", ",")
        self.sees(r"1 h8\(i9\)")

    def test_nothing_is_lost_when_the_terminal_closes(self) -> None:
        self.terminal.open("--strength", "60 s", "--rule", "1")
        self.sees("Black to move")
        self.terminal.press("Enter")
        self.sees(r"depth \d+ +score")
        self.terminal.close()
        self.wait_for_peace()
        self.terminal.open()
        self.sees("Welcome back", "standard 15×15", r"Tengen \(white\), 1 moves")
        self.terminal.press("Enter")
        self.sees("Tengen thinks", r"depth \d+ +score")
        self.terminal.press("q")
        self.sees("The game is kept: scripts/play goes on with it", "it ended with 0")
        self.terminal.close()
        self.terminal.open()
        self.sees("Welcome back")
        self.terminal.press("Down", "Enter")
        self.sees("New game")
        self.terminal.press("Enter")
        self.sees("Black to move: your turn", "standard 15×15")
        self.assertEqual(len(list((self.terminal.folder / "tengen" / "games").iterdir())), 1)

    def test_killed_it_has_still_kept_the_game(self) -> None:
        self.terminal.open(*TWO_PEOPLE)
        self.play("h8i9")
        board, = (pid for pid in self.processes(str(self.terminal.folder))
                  if b"tui" in Path(f"/proc/{pid}/cmdline").read_bytes()
                  and Path(f"/proc/{pid}/comm").read_text().startswith("python"))
        os.kill(board, signal.SIGKILL)
        self.sees("it ended with 137")
        self.terminal.close()
        self.terminal.open()
        self.sees("Welcome back", "2 moves")

    def test_a_file_on_the_command_line_and_one_that_is_none(self) -> None:
        (self.terminal.folder / "g.psq").write_text("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\nAnn\nBob\n0\n")
        self.terminal.open("g.psq")
        self.sees(r"1 h8\(i9\)", "> ● Ann ", "  ○ Bob ", without="You|○ Tengen")
        self.terminal.press("Right", "Enter")
        self.sees("● You ", "○ Tengen")
        self.terminal.close()
        self.terminal.open("none.psq")
        self.sees("play: none.psq: No such file or directory", "it ended with 2")


class Trouble(ScreenTest):
    def test_ctrl_c_ends_it_in_order(self) -> None:
        self.terminal.open(*TWO_PEOPLE)
        self.play("h8")
        self.terminal.press("C-c")
        self.sees("it ended with 0")

    def test_no_terminal(self) -> None:
        done = subprocess.run([sys.executable, str(ROOT / "scripts" / "tui")], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, env=os.environ | {KEEPS_IN: str(self.terminal.folder)})
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("a board needs a terminal", done.stderr)


if __name__ == "__main__":
    unittest.main()
