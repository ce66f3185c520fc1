"""scripts/speed: how many times as fast as another a program is, also on a machine that is not quiet.

Core time alone does not tell. Whoever shares the caches, the memory or the clock of a core slows it down, by a third
for seconds at a time, and on a rented machine nobody sees who. So both programs run `bench` at once on one core and take
turns of 50 ms, in which the other one is stopped. What slows the core meets both. The ratio of a round is good to some
two per cent, where the same programs one after the other differ by ten. The mean of eight rounds is good to one.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import signal
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from . import console

TURN_S = 0.05           # short beside what disturbs, long beside the filling of a cache
ROUNDS = 8
STANDARD_ERRORS = 2     # what stands after ±

NODES, SIGNATURE = re.compile(r"^(\d+) nodes ", re.MULTILINE), re.compile(r"^signature (\w+)$", re.MULTILINE)


@dataclass(frozen=True)
class Bench:
    """What a program's `bench` did."""

    seconds: float      # of the core
    nodes: int
    signature: str

    @property
    def speed(self) -> float:
        return self.nodes / self.seconds


class Runner:
    """A bench of that program, which stands still but while `run_on` runs. It ends with the `with` block."""

    def __init__(self, program: Path, core: int) -> None:
        self.program, self.seconds = program, 0.0
        self.output: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        self.child = subprocess.Popen([str(program), "bench"], stdin=subprocess.DEVNULL, stdout=self.output,
                                      stderr=subprocess.STDOUT)
        os.kill(self.child.pid, signal.SIGSTOP)
        os.sched_setaffinity(self.child.pid, {core})

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.kill()
        self.child.wait()
        self.output.close()

    @property
    def has_ended(self) -> bool:
        return self.child.returncode is not None

    def run_on(self) -> None:
        """For one turn, or to its end."""
        os.kill(self.child.pid, signal.SIGCONT)
        time.sleep(TURN_S)
        os.kill(self.child.pid, signal.SIGSTOP)
        ended, status, used = os.wait4(self.child.pid, os.WNOHANG)
        if ended:
            self.child.returncode = os.waitstatus_to_exitcode(status)
            self.seconds = used.ru_utime + used.ru_stime

    def result(self) -> Bench:
        """Of a bench that has ended. ValueError if it was none."""
        self.output.seek(0)
        said = self.output.read()
        nodes, signature = NODES.search(said), SIGNATURE.search(said)
        if self.child.returncode or not nodes or not signature:
            last = said.splitlines()[-1] if said else f"it ended with status {self.child.returncode}"
            raise ValueError(f"{self.program} has no bench: {console.shown(last)}")
        return Bench(self.seconds, int(nodes[1]), signature[1])


def in_turns(programs: tuple[Path, Path], core: int, is_second_first: bool) -> tuple[Bench, Bench]:
    """A bench of each, both at once."""
    with Runner(programs[0], core) as one, Runner(programs[1], core) as other:
        turns = [other, one] if is_second_first else [one, other]
        while not (one.has_ended and other.has_ended):
            for runner in turns:
                if not runner.has_ended:
                    runner.run_on()
        return one.result(), other.result()


def compared(ratios: list[float]) -> tuple[float, float]:
    """Their geometric mean, and what stands after ±."""
    logarithms = [math.log(ratio) for ratio in ratios]
    mean = math.exp(statistics.mean(logarithms))
    return mean, STANDARD_ERRORS * mean * statistics.stdev(logarithms) / math.sqrt(len(ratios))


def arguments() -> argparse.Namespace:
    parser = console.Parser(prog="scripts/speed", description="Compares the speed of two programs: runs `bench` of both at once "
                            "on one core, in turns. The machine need not be quiet. Where they search the same nodes, core time is "
                            "compared, else nodes a second.")
    parser.add_argument("new", type=console.file, help="a program, such as build/pbrain-tengen")
    parser.add_argument("old", type=console.file, help="the one to compare it with")
    parser.add_argument("--rounds", type=console.whole(2, console.COUNT_MAX), default=ROUNDS, help="how many; default: %(default)s")
    return parser.parse_args()


def command() -> int:
    options = arguments()
    core = max(os.sched_getaffinity(0))
    pairs: list[tuple[Bench, Bench]] = []
    print("round   new, s   old, s   new is so many times as fast")
    for number in range(options.rounds):
        new, old = in_turns((options.new, options.old), core, number % 2 == 1)
        pairs.append((new, old))
        print(f"{number + 1:5}  {new.seconds:7.3f}  {old.seconds:7.3f}   {new.speed / old.speed:.3f}", flush=True)
    mean, error = compared([new.speed / old.speed for new, old in pairs])
    print(f"mean of {len(pairs)}: {mean:.3f} ± {error:.3f} times as fast ({STANDARD_ERRORS} standard errors)")
    if len({bench.signature for bench in pairs[-1]}) > 1:
        print("they search differently, so nodes a second were compared: " + ", ".join(
            f"{bench.nodes:,} nodes with signature {bench.signature}" for bench in pairs[-1]))
    return 0


def main() -> int:
    return console.run("speed", command)
