"""The loop: waits for people, engines and clocks, and lets each have its turn.

Nothing is done while nothing happens. Signals come through a pipe like everything else: the window's size has changed,
or the program shall end (the terminal was closed, somebody pressed Ctrl-C), and then it ends in order.
"""

from __future__ import annotations

import os
import select
import signal
import time
from contextlib import contextmanager
from typing import Iterator, Optional

from .front import Front
from .table import TranspositionTable
from .view import scene_of

FRAME_S = 1 / 30            # between two pictures, however much an engine talks
ENDING = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


class Signals:
    """What has come in through the pipe."""

    def __init__(self, reader: int) -> None:
        self.reader = reader

    def take(self) -> set[int]:
        try:
            return set(os.read(self.reader, 1024))
        except BlockingIOError:
            return set()


@contextmanager
def signals() -> Iterator[Signals]:
    """Signals write their numbers into a pipe, and do nothing else."""
    reader, writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    handlers = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGWINCH, *ENDING)}
    try:
        yield Signals(reader)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before)
        os.close(reader)
        os.close(writer)


def run(table: TranspositionTable, front: Front, inbox: Signals) -> None:
    """Until people leave, or are gone."""
    shown_at, has_news = 0.0, True
    while not table.is_left and not front.is_gone:
        table.attend()
        is_due = has_news or time.monotonic() - shown_at >= FRAME_S
        if is_due:
            front.show(scene_of(table))
            shown_at = time.monotonic()
        # After a key there may be more of them that were read ahead, and no descriptor tells of those.
        wait(table, front, inbox, 0.0 if has_news else table.patience_s if is_due else FRAME_S)
        has_news = hear(table, front, inbox)


def hear(table: TranspositionTable, front: Front, inbox: Signals) -> bool:
    """Signals and options. True if there were any."""
    came = inbox.take()
    if came & set(ENDING):
        table.is_left = True
    if signal.SIGWINCH in came:
        front.resize()
    options = front.options()
    for wish in options:
        table.wish(wish)
    return bool(options or came)


def wait(table: TranspositionTable, front: Front, inbox: Signals, seconds: Optional[float]) -> None:
    """For whatever comes first, that long at most; None: for ever."""
    poll = select.poll()
    for descriptor in (*front.descriptors, inbox.reader):
        poll.register(descriptor, select.POLLIN)
    for descriptor, is_for_writing in table.descriptors:
        poll.register(descriptor, select.POLLOUT if is_for_writing else select.POLLIN)
    poll.poll(None if seconds is None else seconds * 1000)
