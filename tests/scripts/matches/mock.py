#!/usr/bin/env python3
"""Stand-ins for an engine. This one plays weakly and by the rules until its third move; then it misbehaves as its first word
says. Or it says of a position what it was told to say.

usage: mock.py BEHAVIOUR [SEED [FILE]]
       mock.py plan PLAN [FILE]

The moves follow from the position and the seed alone, so games repeat exactly, in whatever order they are played. FILE
counts the starts of all its processes: what a behaviour does "from 2", it does from the second of them on, and what it
does "at 2" at the second alone.

PLAN is JSON: by the number of stones on the board, or by that and the last stone, as in "6 0,0", the lines of the answer,
the last of which is the move. Any other position gets the first free point. Then FILE gets all that is heard.
"""

import json
import os
import random
import signal
import sys
import time

BEHAVIOUR = sys.argv[1] if len(sys.argv) > 1 else "good"
SEED = sys.argv[2] if len(sys.argv) > 2 else "1"
GOOD_MOVES = 2
FOUL = (6, 7)       # a double-three after the opening that the test gives
OWN, OTHER = 1, 2


class Double:
    """What every stand-in does: it hears the commands and knows the board. Its children say what it answers."""

    def __init__(self):
        self.width = self.height = 15
        self.stones = {}        # whose they are, in the order in which they came

    def say(self, line):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def converse(self):
        while (line := sys.stdin.readline()) and self.hear(line.split() or [""]):
            pass

    def hear(self, words):
        """False if that was the end."""
        command = words[0].upper()
        if command in ("START", "RECTSTART"):
            self.start(words[1])
        elif command == "RESTART":
            self.start(f"{self.width},{self.height}")
        elif command == "BEGIN":
            self.answer()
        elif command == "TURN":
            self.put(words[1], OTHER)
            self.answer()
        elif command == "BOARD":
            self.stones = {}
            while (line := sys.stdin.readline().strip()) != "DONE":
                self.put(*line.rsplit(",", 1))
            self.answer()
        elif command == "ABOUT":
            self.say('name="double"')
        return command != "END"

    def start(self, size):
        self.width, self.height = map(int, size.split(",")) if "," in size else (int(size), int(size))
        self.stones = {}
        self.say("OK")

    def answer(self):
        raise NotImplementedError

    def put(self, text, side):
        x, y = map(int, text.split(","))
        self.stones[x, y] = int(side)


class Mock(Double):
    answers = 0
    hoard = None

    def hear(self, words):
        if words[:2] == ["INFO", "machine"] and BEHAVIOUR == "complain-of-keys":
            self.say(f"ERROR unknown command: {words[2]}")
        return super().hear(words) or BEHAVIOUR == "ignore-end"

    def start(self, size):
        count = counted_starts() if len(sys.argv) > 3 else 1
        if {"refuse-start": True, "refuse-start-from-2": count > 1, "refuse-start-at-2": count == 2}.get(BEHAVIOUR):
            self.say("ERROR no such board")
            return
        if BEHAVIOUR == "crash-at-start" or (BEHAVIOUR == "crash-at-start-from-2" and count > 1):
            sys.exit(3)
        self.answers = 0
        super().start(size)

    def answer(self):
        self.answers += 1
        if self.answers > GOOD_MOVES and BEHAVIOUR in MISDEEDS:
            MISDEEDS[BEHAVIOUR](self)
        elif BEHAVIOUR == "foul" and FOUL not in self.stones:
            self.say("%d,%d" % FOUL)
        else:
            self.good()

    def good(self):
        near = sorted({(x + dx, y + dy) for x, y in self.stones for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
                      or {(self.width // 2, self.height // 2)})
        free = [(x, y) for x, y in near if (x, y) not in self.stones and 0 <= x < self.width and 0 <= y < self.height]
        move = random.Random(f"{SEED} {sorted(self.stones)}").choice(free)
        self.say(f"MESSAGE depth {len(self.stones)} eval {move[0] - move[1]} nodes {len(near)}")
        self.stones[move] = OWN
        self.say(f"{move[0]},{move[1]}")


class Speaker(Double):
    def __init__(self):
        super().__init__()
        self.plan = json.loads(sys.argv[2])
        self.heard = open(sys.argv[3], "a") if len(sys.argv) > 3 else None

    def hear(self, words):
        if self.heard:
            print(*words, file=self.heard, flush=True)
        return super().hear(words)

    def answer(self):
        count, last = len(self.stones), "%d,%d" % [*self.stones][-1] if self.stones else ""
        free = next(f"{x},{y}" for y in range(self.height) for x in range(self.width) if (x, y) not in self.stones)
        said = self.plan.get(f"{count} {last}") or self.plan.get(str(count)) or ["MESSAGE depth 1 eval 0 nodes 1", free]
        self.say("\n".join(said))


def counted_starts():
    with open(sys.argv[3], "a") as file:
        file.write(".")
        return file.tell()


def flood(mock):
    while True:
        mock.say("MESSAGE " + "x" * 200)


def talk_on(mock):
    while True:
        mock.say("MESSAGE still thinking")
        time.sleep(0.01)


def long_line(mock):
    while True:
        sys.stdout.write("x" * 1000)


def late(mock):
    time.sleep(0.5)
    mock.good()


def silent(mock):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(1000)


def complaining(mock):
    mock.say("UNKNOWN what do you mean")
    time.sleep(1000)


def crash_between(mock):
    mock.good()
    os._exit(5)


def hog(mock):
    mock.hoard = bytearray(os.urandom(1 << 20)) * 80
    mock.good()


def talk_out_of_turn(mock):
    """Lines between its moves are nobody's business: this is allowed."""
    mock.good()
    mock.say("MESSAGE what a move")
    mock.say("1,1")


def child(mock):
    """Leaves something running."""
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(7)


def daemon(mock):
    """The same out of its group and session: a child of a child that has ended, which nothing but its command line tells of."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(1000)
        os._exit(0)
    mock.good()


def chatty(mock):
    for number in range(12_000):
        sys.stdout.write("MESSAGE depth %d\n" % number)
    mock.good()


MISDEEDS = {
    "daemon": daemon,
    "chatty": chatty,
    "talk-on": talk_on,
    "arabic": lambda mock: mock.say("٧,٧"),
    "crash": lambda mock: os.kill(os.getpid(), signal.SIGSEGV),
    "exit": lambda mock: sys.exit(0),
    "crash-between": crash_between,
    "late": late,
    "silent": silent,
    "complain": complaining,
    "garbage": lambda mock: mock.say("I resign"),
    "occupied": lambda mock: mock.say("%d,%d" % next(iter(mock.stones))),
    "outside": lambda mock: mock.say("15,3"),
    "negative": lambda mock: mock.say("-1,3"),
    "flood": flood,
    "long-line": long_line,
    "hog": hog,
    "talk": talk_out_of_turn,
    "child": child,
}


def main():
    if BEHAVIOUR == "deaf":
        time.sleep(1000)
    (Speaker if BEHAVIOUR == "plan" else Mock)().converse()
    if BEHAVIOUR == "ignore-end":
        time.sleep(1000)


if __name__ == "__main__":
    main()
