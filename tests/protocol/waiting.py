"""Waiting for a program that is to answer in time, on a machine that it may not have for itself.

A program that is late because it slept, or because it went on working, is at fault. One that could have run, and got no
core because other processes had them all, is not: no program can answer then. So while an answer is awaited, the time
in which the program was denied a core is measured, and whoever judges subtracts it.

It is looked at in small steps; of each step, what the program was not on a core for counts as denied if it was ready to
run at its end, or waited for the kernel to bring a page, or had answered by then. (A sleeping program is not ready to run,
and of a program with more threads than cores most have to wait: that is its own doing, and not
counted. Linux tells the time on a core to the nanosecond.)

The whole machine may stand still, too, if it is a virtual one: then the host reports time as stolen from its cores, or all
that shows is that we, who wanted to sleep for a step, woke much later. Neither is the program's doing.

A program that has to plan its time must not be excused for all that: one whose clock stands still while others run would
never be found out. So it can be watched in two stretches only: from the question until it has read it, for before that it
cannot even look at the clock; and from the moment when its time is up. And as one that goes on beyond its time is denied a
core now and then, too, of a lateness that is excused no more than half the slack may be its own (is_late).
"""

from __future__ import annotations

import os
import time
from operator import sub
from pathlib import Path

STEP_SECONDS = 0.003
AHEAD_SECONDS = 0.02    # so long before its time is up a program is looked at in steps, for then we may be denied a core
STALL_SECONDS = 0.02    # who wakes so much later than asked for was not one of several that take turns: nobody could run
RUNNABLE = ("R", "D")   # running or ready to; and waiting for the kernel, uninterruptibly
ALWAYS = float("-inf")
OWN_PART = 0.5      # of the slack

# The column of /proc/stat, behind the name of a core, that tells what the host of a virtual machine took from it.
STOLEN_COLUMN = 8
CORES = len(os.sched_getaffinity(0))
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")

# Linux names the clock of the time that another process spent on a core by its id (clock_getcpuclockid).
CLOCK_PID_SHIFT, CLOCK_OF_PROCESS = 3, 2


def core_seconds(pid: int) -> float:
    """Time on a core so far, of all threads, also of those that have ended; 0 when the process is gone."""
    try:
        return time.clock_gettime(~pid << CLOCK_PID_SHIFT | CLOCK_OF_PROCESS)
    except OSError:
        return 0.0


def runnable_threads(pid: int) -> int:
    """How many threads run, or would if they got a core."""
    try:
        return sum(state_of_thread(task) in RUNNABLE for task in Path("/proc", str(pid), "task").iterdir())
    except OSError:
        return 0


def state_of_thread(task: Path) -> str:
    """The letter behind the name in brackets; nothing when the thread has just ended."""
    try:
        return (task / "stat").read_text().rpartition(") ")[2][:1]
    except OSError:
        return ""


def at_once(runnable: int) -> int:
    """How many of its threads could be on a core at the same time. That a program has more of them is its own doing."""
    return min(max(1, runnable), CORES)


def stolen_seconds() -> list[float]:
    """What the host of this virtual machine took from each core so far; nothing where that is not told."""
    try:
        lines = Path("/proc/stat").read_text().splitlines()
    except OSError:
        return []
    cores = [line.split() for line in lines if line.startswith("cpu") and not line.startswith("cpu ")]
    return [int(core[STOLEN_COLUMN]) / TICKS_PER_SECOND for core in cores if len(core) > STOLEN_COLUMN]


def is_late(lateness_ms: float, denied_ms: float, slack_ms: float) -> bool:
    """Whether an answer came too late by more than the slack, and not only because the program was denied a core."""
    return lateness_ms > slack_ms and lateness_ms - denied_ms > min(slack_ms, slack_ms * OWN_PART)


class Wait:
    """For the answer to one question. To be made before the question is written; `program` is a talk.Program."""

    def __init__(self, program) -> None:
        self.program, self.pid = program, program.process.pid
        self.looked, self.used, self.stolen = time.perf_counter(), core_seconds(self.pid), stolen_seconds()
        self.made = self.looked         # before the question was written
        self.begun = False              # it has read the question
        self.denied_seconds = 0.0

    def begin(self, moment: float) -> None:
        """The question was complete at that moment."""
        self.looked = moment

    def next_line(self, deadline: float, up: float = ALWAYS):
        """The next line of the program; None if it should have come by the deadline, or none can come any more. The
        program is watched from the moment on when its time is `up`."""
        program = self.program
        while not program.lines and program.open and self.is_before(deadline):
            is_watched = not self.begun or time.perf_counter() >= up - AHEAD_SECONDS
            until = time.perf_counter() + STEP_SECONDS if is_watched else up - AHEAD_SECONDS
            program.listen(until)
            self.look(until, up)
        return program.next_line(time.perf_counter())

    def exit_code(self, deadline: float):
        """The exit code; None if the program should have ended by the deadline."""
        while (code := self.program.wait(until := time.perf_counter() + STEP_SECONDS)) is None and self.is_before(deadline):
            self.look(until)
        return code

    def is_before(self, deadline: float) -> bool:
        return time.perf_counter() < deadline + self.denied_seconds

    def look(self, until: float, up: float = ALWAYS) -> None:
        """Take in what happened since the last look, which was to last until then; of that, what counts."""
        now, used, stolen, runnable = time.perf_counter(), core_seconds(self.pid), stolen_seconds(), runnable_threads(self.pid)
        passed, ran = now - self.looked, used - self.used
        counted = passed if not self.begun else min(passed, max(0.0, now - up))
        wants_core = runnable or self.program.lines or not self.program.open
        if counted > 0:
            stood_still = min(now - until, passed - ran / CORES)    # it may be the program that keeps us from a core
            excuses = [min(stood_still, counted) if now - until > STALL_SECONDS else 0.0]
            if wants_core:
                excuses += [(passed - ran / at_once(runnable)) * counted / passed, *map(sub, stolen, self.stolen)]
            self.denied_seconds += max(0.0, *excuses)
        self.begun = self.begun or (ran > 0 and not self.program.unread)
        self.looked, self.used, self.stolen = now, used, stolen
        if time.perf_counter() - now > STALL_SECONDS:
            self.look(now, up)          # we were held up while we looked
