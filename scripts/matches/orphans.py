"""Ends what the programs that a command started have left behind.

A program's group ends with it, but a child that has left the group, as a daemon does by setsid, would outlive the match and
take its time from the next. So a command makes itself the one to whom such orphans fall (a subreaper), and ends them when it
ends itself, and not before: they may serve several engines, as Wine's server does. They are asked first, since that server saves
what it has then.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import time
from pathlib import Path
from typing import Iterator

PR_SET_CHILD_SUBREAPER = 36
GRACE_S, PATIENCE_S = 0.5, 5.0      # from SIGTERM to SIGKILL, and until even a process that hangs in the system is left alone
LOOK_EVERY_S = 0.01

libc = ctypes.CDLL(None, use_errno=True)


@contextlib.contextmanager
def ended() -> Iterator[None]:
    """At the end all children have gone that were not there at the beginning, and all that became children meanwhile."""
    before = children()
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        end_all_but(before)
        libc.prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


def end_all_but(kept: set[int]) -> None:
    """A child that ends leaves us its own children, so this looks again until there are none."""
    began = time.monotonic()
    asked: set[int] = set()
    while (left := children() - kept) and time.monotonic() < began + PATIENCE_S:
        is_patient = time.monotonic() < began + GRACE_S
        for pid in left - asked if is_patient else left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGTERM if is_patient else signal.SIGKILL)
        asked |= left
        bury(left)
        time.sleep(LOOK_EVERY_S)


def bury_dead() -> None:
    """Takes leave of orphans that have ended, which would fill the table of processes in a long match."""
    workers = {process.pid for process in multiprocessing.active_children()}
    bury(children() - workers)


def bury(pids: set[int]) -> None:
    for pid in pids:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


def children() -> set[int]:
    """Of this process; empty where the system does not tell."""
    found: set[int] = set()
    for path in Path("/proc/self/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found |= set(map(int, path.read_text().split()))
    return found
