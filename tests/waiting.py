"""Waiting for a program that is to answer in time, on a machine that it may not have for itself.

A program that is late because it slept, or because it went on working, is at fault. One that could have run, and got no
core because other processes had them all, is not: no program can answer then. So while an answer is awaited, the time
in which the program was denied a core is measured, and whoever judges subtracts it.

It is looked at in small steps; of each step, what the program was not on a core for counts as denied if it was ready to
run at its end, or had answered by then. (A sleeping program is not ready to run. Linux tells the time on a core to the
nanosecond.)

A program that has to plan its time must not be excused for all that: one whose clock stands still while others run would
never be found out. So it can be watched in two stretches only: from the question until it gets a core for the first time,
for before that it cannot even look at the clock; and from the moment when its time is up. And as one that goes on beyond
its time is denied a core now and then, too, only a small part of a lateness that is excused may be its own (is_late).
"""

from __future__ import annotations

import time
from pathlib import Path

STEP_SECONDS = 0.003
AHEAD_SECONDS = 0.02    # so long before its time is up a program is looked at in steps, for then we may be denied a core
RUNNABLE = "R"
ALWAYS = float("-inf")
OWN_PART = 0.2      # of the slack

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
        return sum(state_of_thread(task) == RUNNABLE for task in Path("/proc", str(pid), "task").iterdir())
    except OSError:
        return 0


def state_of_thread(task: Path) -> str:
    """The letter behind the name in brackets; nothing when the thread has just ended."""
    try:
        return (task / "stat").read_text().rpartition(") ")[2][:1]
    except OSError:
        return ""


def is_late(lateness_ms: float, denied_ms: float, slack_ms: float) -> bool:
    """Whether an answer came too late by more than the slack, and not only because the program was denied a core."""
    return lateness_ms > slack_ms and lateness_ms - denied_ms > min(slack_ms, slack_ms * OWN_PART)


class Wait:
    """For the answer to one question. To be made before the question is written; `program` is a talk.Program."""

    def __init__(self, program) -> None:
        self.program, self.pid = program, program.process.pid
        self.looked, self.used = time.perf_counter(), core_seconds(self.pid)
        self.begun = False              # it has had a core since the question
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
            program.listen(time.perf_counter() + STEP_SECONDS if is_watched else up - AHEAD_SECONDS)
            self.look(up)
        return program.next_line(time.perf_counter())

    def exit_code(self, deadline: float):
        """The exit code; None if the program should have ended by the deadline."""
        while (code := self.program.wait(time.perf_counter() + STEP_SECONDS)) is None and self.is_before(deadline):
            self.look()
        return code

    def is_before(self, deadline: float) -> bool:
        return time.perf_counter() < deadline + self.denied_seconds

    def look(self, up: float = ALWAYS) -> None:
        """Take in what happened since the last look; of that, what counts."""
        now, used, runnable = time.perf_counter(), core_seconds(self.pid), runnable_threads(self.pid)
        passed, ran = now - self.looked, used - self.used
        has_answered = self.program.lines or not self.program.open
        if passed > 0 and (runnable or has_answered):
            counted = passed if not self.begun else min(passed, max(0.0, now - up))
            self.denied_seconds += max(0.0, passed - ran / max(1, runnable)) * counted / passed
        self.begun = self.begun or ran > 0
        self.looked, self.used = now, used
