#!/usr/bin/env python3
"""An engine that plays weakly and by the rules until its third move; then it misbehaves as its first word says.

usage: mock.py BEHAVIOUR [SEED [FILE]]

The moves follow from the position and the seed alone, so games repeat exactly, in whatever order they are played. FILE
counts the starts of all its processes: what a behaviour does "from 2", it does from the second of them on, and what it
does "at 2" at the second alone.
"""

import os
import random
import signal
import sys
import time

BEHAVIOUR = sys.argv[1] if len(sys.argv) > 1 else "good"
SEED = sys.argv[2] if len(sys.argv) > 2 else "1"
GOOD_MOVES = 2
FOUL = (6, 7)       # a double-three after the opening that the test gives


class Mock:
    def __init__(self):
        self.width = self.height = 15
        self.stones = {}
        self.answers = 0
        self.hoard = None

    def say(self, line):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def listen(self):
        """True while there is something to hear."""
        line = sys.stdin.readline()
        if not line:
            return False
        words = line.split()
        command = words[0].upper() if words else ""
        if command == "INFO" and words[1] == "machine" and BEHAVIOUR == "complain-of-keys":
            self.say(f"ERROR unknown command: {words[2]}")
        elif command in ("START", "RECTSTART"):
            self.start(words[1])
        elif command == "BEGIN":
            self.answer()
        elif command == "TURN":
            self.put(words[1])
            self.answer()
        elif command == "BOARD":
            self.stones = {}
            while (line := sys.stdin.readline().strip()) != "DONE":
                self.put(line.rsplit(",", 1)[0])
            self.answer()
        elif command == "END":
            return BEHAVIOUR == "ignore-end"
        return True

    def start(self, size):
        count = counted_starts() if len(sys.argv) > 3 else 1
        if {"refuse-start": True, "refuse-start-from-2": count > 1, "refuse-start-at-2": count == 2}.get(BEHAVIOUR):
            self.say("ERROR no such board")
            return
        if BEHAVIOUR == "crash-at-start" or (BEHAVIOUR == "crash-at-start-from-2" and count > 1):
            sys.exit(3)
        self.width, self.height = map(int, size.split(",")) if "," in size else (int(size), int(size))
        self.stones, self.answers = {}, 0
        self.say("OK")

    def put(self, text):
        x, y = map(int, text.split(","))
        self.stones[x, y] = True

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
        self.stones[move] = True
        self.say(f"{move[0]},{move[1]}")


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
    mock = Mock()
    while mock.listen():
        pass
    if BEHAVIOUR == "ignore-end":
        time.sleep(1000)


if __name__ == "__main__":
    main()
