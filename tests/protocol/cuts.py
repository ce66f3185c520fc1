#!/usr/bin/env python3
"""How the bytes are cut into writes never changes the answers.

usage: cuts.py [--engine COMMAND] [--scripts N] [--seed N] [--stretch FACTOR]

Draws scripts of commands: questions with a limit of nodes, whose answer is always the same; questions with ten minutes
and a STOP, YXSTOP or INFO timeout_turn 0 behind them, of which only the kind of answer is known; and what comes between.
Each script is given to a fresh engine in one write, and then cut at random bytes, with pauses between the pieces, byte by
byte, and a line at a time. Every time the answers must be as many, in the same order and of the same kind, and the same
to the letter where the script knows no chance. A stop that is lost or ends another question leaves one that thinks for
ten minutes, or one that is cut short, and both are seen.

A failure names the seed; `cuts.py --seed N --scripts 1` gives that script again.
"""

import argparse
import random
import re
import shlex
import sys
import time
from dataclasses import dataclass, field
from typing import Callable, Optional

sys.dont_write_bytecode = True
from talk import CHATTER, ENGINE, Program  # noqa: E402

SIDE = 15
LONG_MS = 600_000           # what a lost stop costs: far more than PATIENCE_S
PATIENCE_S = 60             # for all of a script, in which the engine works some milliseconds
NODES = (50, 400, 2000)     # of questions whose answer is to be the same
MORE_CUTS = 3               # random cuts of each script, beside one write, bytes and lines
PAUSES_MS = (0, 0, 0, 1, 3, 20)
LINE_PAUSE_MS = 5           # longer than a question of NODES takes, so that lines often come to an idle engine
PIECES_MAX = 12
ENDS = (b"\n", b"\r\n", b"\r")

MOVE, MOVES = r"\d+,\d+", r"SWAP|\d+,\d+( \d+,\d+)*"
MOVE_OR_ERROR = rf"{MOVE}|ERROR .*"     # to TURN, on a board where chance has put a stone
BEST = "MESSAGE best: "                 # the answer to HINT, the only one that is a message


@dataclass
class Script:
    """Lines, and for each answer that they get a regular expression, or None: the same to the letter every time."""

    chance: random.Random
    lines: list[str] = field(default_factory=list)
    answers: list[Optional[str]] = field(default_factory=list)
    chance_on_board: bool = False   # there is a stone that another run would have put elsewhere
    chance_in_memory: bool = False  # the engine remembers a search that another run would have ended elsewhere

    def say(self, *lines: str, answers: tuple[Optional[str], ...] = ()) -> None:
        self.lines += lines
        self.answers += answers

    # what questions are made of

    def point(self) -> str:
        return f"{self.chance.randrange(SIDE)},{self.chance.randrange(SIDE)}"

    def points(self, count: int) -> list[str]:
        cells = self.chance.sample(range(SIDE * SIDE), count)
        return [f"{cell // SIDE},{cell % SIDE}" for cell in cells]

    def block(self, name: str) -> list[str]:
        stones = self.points(self.chance.choice((0, 1, 2, 5, 8)))
        body = [f"{stone},{1 + i % 2}" for i, stone in enumerate(reversed(stones))]
        if self.chance.random() < 0.3:
            body.insert(self.chance.randrange(len(body) + 1), "INFO evaluate 3,3")
        return [name, *body, "DONE"]

    def start(self) -> None:
        self.say(f"START {SIDE}", answers=("OK",))
        self.chance_on_board = self.chance_in_memory = False

    # questions

    def limited_question(self) -> None:
        """Whatever stands between it and the next question must not cut it short."""
        self.say(f"INFO max_node {self.chance.choice(NODES)}")
        self.ask(stopped=False)

    def stopped_question(self) -> None:
        self.say("INFO max_node 0")
        self.ask(stopped=True)
        for _ in range(self.chance.choice((0, 0, 1, 3))):
            self.interlude()
        self.say(*self.chance.choice((["STOP"], ["YXSTOP"], ["yxstop", "yxstop"], ["INFO timeout_turn 0"],
                                      ["INFO timeout_turn -5"])))
        self.say(f"INFO timeout_turn {LONG_MS}")

    def ask(self, stopped: bool) -> None:
        kinds = [self.ask_board, self.ask_turn, self.ask_best_lines] + [self.ask_swap2, self.ask_hint] * stopped
        self.chance_in_memory |= stopped
        self.chance.choice(kinds)()

    def known(self, otherwise: str) -> Optional[str]:
        return otherwise if self.chance_on_board or self.chance_in_memory else None

    def ask_board(self) -> None:
        self.chance_on_board = False
        self.say(*self.block("BOARD"), answers=(self.known(MOVE),))
        self.chance_on_board = self.chance_in_memory

    def ask_turn(self) -> None:
        self.say(f"TURN {self.point()}", answers=(self.known(MOVE_OR_ERROR),))
        self.chance_on_board |= self.chance_in_memory

    def ask_best_lines(self) -> None:
        self.chance_on_board = False
        self.say(*self.block("yxboard"), "yxnbest 2", answers=(self.known(MOVE),))
        self.chance_on_board = self.chance_in_memory

    def ask_swap2(self) -> None:
        self.say("SWAP2BOARD", *self.points(self.chance.choice((0, 3, 5))), "DONE", answers=(MOVES,))
        self.chance_on_board = False    # its stones are known, and its answer puts none

    def ask_hint(self) -> None:
        self.say("HINT", answers=(BEST + ".*",))

    # what comes between

    def interlude(self) -> None:
        self.chance.choice((self.about, self.set_board, self.swallowed_block, self.file_name, self.nonsense, self.noise,
                            self.take_back, self.idle_done))()

    def about(self) -> None:
        self.say("ABOUT", answers=(None,))

    def set_board(self) -> None:
        self.say(*self.block("yxboard"))
        self.chance_on_board = False

    def swallowed_block(self) -> None:
        self.say("yxquerydatabaseall", *self.points(3), "done")

    def file_name(self) -> None:
        self.say("yxhashload", self.chance.choice(("STOP", "INFO timeout_turn 0", "BEGIN", "END", "file.hash")))

    def nonsense(self) -> None:
        self.say(self.chance.choice(("foo bar", "7,7", "STOPPED", "BEGINS")), answers=("UNKNOWN.*",))

    def noise(self) -> None:
        self.say(*self.chance.choice((["INFO", "INFO foo bar"], ["  ", ""], ["INFO time_left 2147483647"])))

    def take_back(self) -> None:
        self.say("TAKEBACK 99,99", answers=("ERROR .*",))

    def idle_done(self) -> None:
        self.say("DONE", answers=("ERROR .*",))

    # the whole

    def data(self) -> bytes:
        """With line ends of all kinds, and letters of both cases."""
        cases: tuple[Callable[[str], str], ...] = (str, str.lower, str.upper)
        words = (self.chance.choice(cases)(line) for line in self.lines)
        return b"".join(word.encode() + self.chance.choice(ENDS) for word in words)


def draw_script(seed: int) -> Script:
    script = Script(random.Random(seed))
    script.say("INFO rule 1", "INFO hash_size 1024", f"INFO timeout_turn {LONG_MS}")
    script.start()
    for _ in range(script.chance.randrange(3, 12)):
        roll = script.chance.random()
        if roll < 0.3:
            script.limited_question()
        elif roll < 0.65:
            script.stopped_question()
        elif roll < 0.8:
            script.start()
        else:
            script.interlude()
    return script


# --- cuts ----------------------------------------------------------------------------------------------------------------

Pieces = list[tuple[bytes, float]]  # bytes, and how many milliseconds to wait behind them


def cut_nowhere(data: bytes, _: random.Random) -> Pieces:
    return [(data, 0)]


def cut_everywhere(data: bytes, _: random.Random) -> Pieces:
    return [(data[i:i + 1], 0) for i in range(len(data))]


def cut_at_lines(data: bytes, _: random.Random) -> Pieces:
    return [(line, LINE_PAUSE_MS) for line in re.findall(rb"[^\r\n]*[\r\n]+", data)]


def cut_anywhere(data: bytes, chance: random.Random) -> Pieces:
    places = sorted(chance.sample(range(1, len(data)), chance.randrange(1, PIECES_MAX)))
    return [(data[begin:end], chance.choice(PAUSES_MS)) for begin, end in zip([0, *places], [*places, len(data)])]


CUTS = (cut_nowhere, cut_everywhere, cut_at_lines) + (cut_anywhere,) * MORE_CUTS


def is_answer(line: str) -> bool:
    return line.startswith(BEST) or not line.startswith(CHATTER)


def answers_to(pieces: Pieces, engine: list[str], patience_s: float) -> list[str]:
    """What a fresh engine answers until it ends, or has said nothing more for too long."""
    program = Program(engine)
    deadline = time.perf_counter() + patience_s
    lines = []
    try:
        for data, pause_ms in pieces:
            program.send(data, deadline)
            if pause_ms:
                time.sleep(pause_ms / 1000)
        program.close_input()
        while line := program.next_line(deadline):
            lines.append(line.text)
        if program.wait(deadline) is None:
            lines.append(f"(it still runs after {patience_s:.0f} s)")
    finally:
        program.destroy()
    return [program.complaint] * bool(program.complaint) + [line for line in lines if is_answer(line)]


# --- judging -------------------------------------------------------------------------------------------------------------

def fault(script: Script, answers: list[str], first: list[str]) -> Optional[str]:
    """What is wrong with the answers; `first` are those of the first run, for what must be the same every time."""
    for i, (wanted, answer) in enumerate(zip(script.answers, answers), 1):
        if not re.fullmatch(wanted if wanted is not None else re.escape(first[i - 1]), answer):
            return f"answer {i} is {answer!r}, not {wanted if wanted is not None else first[i - 1]!r}"
    if len(answers) != len(script.answers):
        return f"{len(answers)} answers came to {len(script.answers)} questions; the last is {answers[-1:]}"
    return None


def show(pieces: Pieces) -> str:
    return "\n".join(f"    {data!r} and {pause} ms" for data, pause in pieces[:40])


def try_script(seed: int, engine: list[str], patience_s: float) -> Optional[str]:
    script = draw_script(seed)
    data = script.data()
    first: list[str] = []
    for cut in CUTS:
        pieces = cut(data, script.chance)
        answers = answers_to(pieces, engine, patience_s)
        first = first or answers
        if words := fault(script, answers, first):
            return f"FAILED seed {seed}, {cut.__name__}: {words}\n{show(pieces)}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=str(ENGINE), metavar="COMMAND")
    parser.add_argument("--scripts", type=int, default=25, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first script; 1 unless said")
    parser.add_argument("--stretch", type=float, default=1.0, metavar="FACTOR", help="patience with a slow build")
    options = parser.parse_args()
    for seed in range(options.seed, options.seed + options.scripts):
        if words := try_script(seed, shlex.split(options.engine), PATIENCE_S * options.stretch):
            print(words)
            return 1
    print(f"{options.scripts} scripts, cut in {len(CUTS)} ways each: always the same answers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
