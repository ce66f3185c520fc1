#!/usr/bin/env python3
"""Uses the program at a terminal as a person would: types, and reads the screen.

usage: terminal.py PROGRAM

Through a pipe the program is a manager's engine; the conversations test that. Only at a terminal does it show a prompt,
draw the board, report its thinking and let lines be edited, so this test gives it a pseudo-terminal. Each scene types a
line and waits until the screen shows what a person would look for.
"""

import os
import pty
import re
import select
import sys
import time

PATIENCE_S = 60  # for anything to appear on the screen, however busy the machine is
UP, CTRL_C, CTRL_D = "\x1b[A", "\x03", "\x04"
CLEARED = "\x1b[H\x1b[2J"  # what clears the screen of a terminal
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")

NUMBERS = re.compile(r"(?<!RECTSTART )\b\d+,\d+")  # a point as programs write it, which nobody at a terminal has to read

QUIET = r"\A(?:INFO \S[^\n]*\n)+tengen> "     # nothing but what was typed, which a slow terminal echoes twice
OVER = r"X has three in a row: the game is over \(NEW begins another\)"

# What is typed, and what must appear after it, in this order, as regular expressions.
Scenes = list[tuple[str, list[str]]]
SCENES: Scenes = [
    ("", ["START 15 begins a game", "tengen> "]),
    ("TURN h8\n", ["ERROR there is no game", "tengen> "]),
    ("p1\n", ["ERROR there is no game", "tengen> "]),
    ("INFO win_length 7\n", ["tengen> "]),
    ("h8\n", ["ERROR win_length must be 3, 4 or 5", "tengen> "]),
    ("INFO win_length 5\n", ["tengen> "]),
    ("h8\n", ["a game begins, as by START 15", r"\n[a-o]\d+\n15   \.", "X", "tengen> "]),      # which begins a game
    ("HELP\n", ["NEW", "QUIT", "UNDO, REDO", "CLEAR", "BENCH", "tengen> "]),
    ("?\n", ["UNDO, REDO", "BENCH", "tengen> "]),
    ("help undo\n", [r"\nUNDO, REDO: .*\ntengen> "]),
    ("help Done\n", [r"\nBOARD, .*\nSWAP2BOARD, .*\nOPENING: .*\ntengen> "]),
    ("help nonsense\n", [r"\nERROR HELP knows no such command: HELP alone .*\ntengen> "]),
    ("help max_node\n", [r"\nINFO max_node N .*\ntengen> "]),
    ("START 3\n", ["ERROR the board is smaller than win_length: send INFO win_length 3 first", "tengen> "]),
    ("new\n", ["OK", "tengen> "]),
    ("show\n", ["\n15 ", "  n  o", "tengen> "]),
    ("new 7\n", ["OK", "tengen> "]),
    ("c3\n", [r"\n[a-g]\d\n", "tengen> "]),
    ("clear\n", [r"\(cleared\)", r"\[O\]", "tengen> "]),
    ("cls\n", [r"\(cleared\)", r"\[O\]", "tengen> "]),
    ("new\n", ["OK", r" 7   \.  \.  \.  \.  \.  \.  \.\n", "tengen> "]),
    ("new\n", ["OK", r" 7   \.  \.  \.  \.  \.  \.  \.\n", "tengen> "]),      # empty as before, and shown all the same
    ("RESTART now\n", ["OK", "tengen> "]),
    ("START 9\n", ["OK", r"\n 9   \.", r"\n 1   \.", "tengen> "]),
    ("INFO\n", [r"INFO rule freestyle \(the default\)\n", r"INFO evaluation pattern \(the default\)\n", "tengen> "]),
    ("INFO max_memory 5\n", [r"\nTengen takes some 8 MB even so\ntengen> "]),
    ("INFO max_memory 0\n", [QUIET]),
    ("INFO thread_num 0\n", [r"\nINFO thread_num 0 counts as 1\ntengen> "]),
    ("INFO pondering 2\n", [r"\nINFO pondering 2 counts as 1\ntengen> "]),
    ("INFO pondering 0\n", [QUIET]),
    ("INFO timeout_turn -5\n", [r"\nINFO timeout_turn -5 counts as 0\ntengen> "]),
    ("INFO timeout_turn 300\n", ["tengen> "]),
    ("e5\n", [r"depth \d+ eval \S+ nodes \d+ speed \d+k line [a-i]\d [a-i]\d", r"time \d+ ms line [a-i]\d [a-i]\d",
              r"\n[a-i]\d\n 9   \.", r"\[O\]", r"\n 1   \.", r" a  b  c  d  e  f  g  h  i", "tengen> "]),
    ("e5\n", ["ERROR the point is occupied", "tengen> "]),
    ("UNDO\n", ["OK", r" 5   \.  \.  \.  \.  \.  \.", "tengen> "]),
    ("REDO\n", ["OK", r"\[O\]", "tengen> "]),
    ("REDO\n", ["ERROR there is nothing to redo", "tengen> "]),
    ("UNDO x\n", ["ERROR how often must be a number, as in UNDO 3", "tengen> "]),
    ("UNDO 0\n", ["ERROR how often must be a number, as in UNDO 3", "tengen> "]),
    ("PUT a1\n", ["OK", r" 1  \[X\]", "tengen> "]),
    ("UNDO 3\n", ["OK", r" 5   \.  \.  \.  \.  \.", r" 1   \.", "tengen> "]),
    ("REDO 1\n", ["OK", r"\[O\]", r" 1   \.", "tengen> "]),
    ("REDO 9\n", ["OK", r" 1  \[X\]", "tengen> "]),
    ("UNDO 2\n", ["OK", r" 5   \.  \.  \.  \.  \.", r" 1   \.", "tengen> "]),
    ("INFO rule renyu\n", ["nothing is set: INFO rule needs BITS|NAME .*renju", "tengen> "]),
    ("INFO rule\n", ["nothing is set: INFO rule needs", "tengen> "]),
    ("INFO win_length -1\n", ["nothing is set: INFO win_length needs N", "tengen> "]),
    ("INFO timeoutturn 100\n", ["nothing is set: INFO has no such key; INFO alone", "tengen> "]),
    ("INFO rule Renju \n", [QUIET]),
    ("INFO\n", ["INFO rule renju\n", r"INFO win_length 5\n", r"INFO timeout_turn 300\n",
                r"INFO timeout_match 0 \(the default\)\n", r"INFO evaluation pattern \(the default\)\n", r"INFO max_node 0 \(the default\)\n", "tengen> "]),
    ("INFO rule caro exact five\n", [QUIET]),
    ("INFO\n", ["INFO rule caro exact five\n", "tengen> "]),
    ("INFO rule 0\n", [QUIET]),
    ("TURN e\n", ["ERROR a point is needed, such as h8", "tengen> "]),
    ("PUT a1\n", ["OK", r" 9   \.", r" 1  \[X\]", "tengen> "]),
    ("TAKEBACK a1\n", ["OK", r" 1   \.", "tengen> "]),
    ("PUT b9\n", ["OK", r" 9   \. \[X\]", r" 1   \.", "tengen> "]),
    ("TAKEBACK 1,8\n", ["OK", r" 9   \.  \.", "tengen> "]),
    ("PLAY b1\n", [r"\nb1\n", r" 1   \. \[X\]", "tengen> "]),
    ("TAKEBACK b1\n", ["OK", "tengen> "]),
    ("PUT a1\n", ["OK", r" 1  \[X\]", "tengen> "]),
    ("REDO\n", ["ERROR there is nothing to redo", "tengen> "]),
    ("EVAL b2\n", ["X: ", "live|dead|nothing", r"1 << \d+", "O: ", "tengen> "]),
    ("EVAL\n", [r" 9 .*\n 8 ", r" 1 +X", "  a      b", "is worth", "tengen> "]),
    ("HINT\n", [r"best: [a-i][1-9]\n", "tengen> "]),
    ("INFO timeout_turn 60000\n", ["tengen> "]),
    ("SEARCH\n", ["depth 2 eval"]),
    (CTRL_C, [r"best: [a-i][1-9]\n", "tengen> "]),
    (CTRL_C, ["END leaves"]),
    ("nonsense\n", ["UNKNOWN command.*HELP", "tengen> "]),
    ("ls\n", ["UNKNOWN command.*HELP", "tengen> "]),
    ("helo\n", [r"UNKNOWN command; was it to be help\?", "tengen> "]),
    ("tunr e5\n", [r"UNKNOWN command; was it to be turn\?", "tengen> "]),
    ("yxsetdatabses x\n", [r"UNKNOWN command; was it to be yxsetdatabase\?", "tengen> "]),
    *((f"{word}\n", ["UNKNOWN command; a move is one point, such as h8", "tengen> "]) for word in ("K10.", "h 9", "h8 i9")),
    ("SHOW\n", ["O to move, 1 stone\n", "tengen> "]),
    (UP + "\n", ["O to move, 1 stone\n", "tengen> "]),  # history: the last line again
    ("START 7 9\n", ["OK", "tengen> "]),  # as it is said: seven columns, nine rows
    ("SHOW\n", [r"\n 9 ", r"\n 1 ", " a  b  c  d  e  f  g\n", "X to move, 0 stones", "tengen> "]),
    ("INFO win_length 3\n", ["tengen> "]),
    ("START 3\n", ["OK", "tengen> "]),
    *((f"PUT {point}\n", ["OK", "tengen> "]) for point in ("a1", "a3", "b1")),
    ("c3\n", [r"\nc1\n", OVER, r" 1   X  X \[X\]", "tengen> "]),  # Tengen wins
    ("b3\n", ["ERROR the game is over: NEW", "tengen> "]),
    ("PUT b3\n", ["ERROR the game is over: NEW", "tengen> "]),
    ("HINT\n", ["ERROR the game is over: NEW", "tengen> "]),
    ("SHOW\n", [r" 1   X  X \[X\]", OVER, "tengen> "]),
    ("UNDO\n", ["OK", "tengen> "]),
    ("PUT b3\n", ["OK", "tengen> "]),
    ("PUT c1\n", ["OK", OVER, "tengen> "]),
    ("BOARD\n", ["tengen> "]),
    *((f"{point}\n", ["tengen> "]) for point in ("0,0,2", "1,1,2", "2,2,2", "0,1,1", "0,2,1")),
    ("DONE\n", [OVER, "tengen> "]),
    ("NEW\n", ["OK", "tengen> "]),
    *((f"PUT {point}\n", ["OK", "tengen> "]) for point in ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3")),
    ("PUT c3\n", ["OK", "the board is full, nobody has won: the game is over", "tengen> "]),
    ("START 9\n", ["OK", "tengen> "]),
    ("SWAP2BOARD\n", ["tengen> "]),
    ("DONE\n", [r"\n[a-i]\d [a-i]\d [a-i]\d\ntengen> "]),      # no empty board beside it
    ("SWAP2BOARD\n", ["tengen> "]),
    *((f"{point}\n", ["tengen> "]) for point in ("4,4", "5,5", "6,7")),
    ("DONE\n", [r"\n(?:SWAP|[a-i]\d(?: [a-i]\d)?)\n 9   \.", " 5   .  .  .  .  X", "tengen> "]),
]

AT_THE_PROMPT: Scenes = [("", ["tengen> "])]
THINKING: Scenes = [
    *AT_THE_PROMPT,
    ("START 9\n", ["OK", "tengen> "]),
    ("PUT e5\n", ["OK", "tengen> "]),
    ("INFO timeout_turn 500\n", ["tengen> "]),
    ("SEARCH\n", [r"depth \d+ eval|best: "]),
]

# What is played with a program each, and the farewell that ends it then. A Ctrl-D also as the program starts and while it
# thinks: no line is being edited, and the kernel keeps it for the next one.
SITTINGS: list[tuple[Scenes, str]] = [
    (SCENES, "END\n"),
    *((AT_THE_PROMPT, farewell) for farewell in ("quit\n", "exit\n", "bye\n", "q\n", CTRL_D)),
    ([], CTRL_D),
    (THINKING, CTRL_D),
]


class Screen:
    def __init__(self, program: str) -> None:
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ["TERM"] = "xterm"
            os.execv(program, [program])
        self.text = ""
        self.is_gone = False  # nothing holds the other side of the terminal any more

    def type(self, keys: str) -> None:
        self.text = ""
        os.write(self.terminal, keys.encode())

    def read(self) -> bool:
        """Takes in what is there; False if nothing came for a moment."""
        if not select.select([self.terminal], [], [], 0.1)[0]:
            return False
        try:
            shown = os.read(self.terminal, 1 << 16)
        except OSError:
            self.is_gone = True
            return False
        self.text += ESCAPES.sub("", shown.decode(errors="replace").replace(CLEARED, "(cleared)"))
        return True

    def play(self, scenes: Scenes) -> str | None:
        """What is wrong in a scene, or None."""
        for keys, patterns in scenes:
            self.type(keys)
            if (missing := self.wait_for(patterns)) is not None:
                return f"after {keys!r} the screen does not show {missing!r}, but:\n{self.text}"
            if NUMBERS.search(self.text.replace(keys.strip(), "")):
                return f"after {keys!r} there is a point in numbers:\n{self.text}"
        return None

    def wait_for(self, patterns: list[str]) -> str | None:
        """The pattern that does not appear, or None."""
        deadline, at = time.monotonic() + PATIENCE_S, 0
        for pattern in patterns:
            while not (found := re.compile(pattern).search(self.text, at)):
                if not self.read() and (self.is_gone or time.monotonic() > deadline):
                    return pattern
            at = found.end()
        return None

    def leaves(self, farewell: str) -> bool:
        """The farewell ends the program, without a complaint."""
        self.type(farewell)
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            child, status = os.waitpid(self.child, os.WNOHANG)
            if child:
                return status == 0
            if not self.read():
                time.sleep(0.05)
        return False


def main() -> str | None:
    for scenes, farewell in SITTINGS:
        screen = Screen(os.path.abspath(sys.argv[1]))
        if (fault := screen.play(scenes)) is not None:
            return fault
        if not screen.leaves(farewell):
            last = f"after {scenes[-1][0]!r}" if scenes else "as the program starts"
            return f"{farewell!r} {last} does not end it, but shows:\n{screen.text}"
    print(f"{sum(len(scenes) for scenes, _ in SITTINGS)} scenes played")
    return None


if __name__ == "__main__":
    sys.exit(main())
