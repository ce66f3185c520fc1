"""The event loop: waits for input, engines and clocks, and handles what comes.

It sleeps while nothing happens. Signals come through a pipe: the window has another size, or the program is to end
(the terminal was closed, Ctrl-C was pressed), which it then does in order.
"""

from __future__ import annotations

import os
import select
import signal
import time
from contextlib import contextmanager
from typing import Iterator, Optional

from .front import Front
from .session import Session
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


def run(session: Session, front: Front, inbox: Signals) -> None:
    """Until people leave, or are gone."""
    shown_at, has_news = 0.0, True
    while not session.is_left and not front.is_gone:
        session.attend()
        is_due = has_news or time.monotonic() - shown_at >= FRAME_S
        if is_due:
            front.show(scene_of(session))
            shown_at = time.monotonic()
        # After a key there may be more of them that were read ahead, and no descriptor shows those.
        wait(session, front, inbox, 0.0 if has_news else session.patience_s if is_due else FRAME_S)
        has_news = hear(session, front, inbox)


def hear(session: Session, front: Front, inbox: Signals) -> bool:
    """Signals and requests. True if there were any."""
    came = inbox.take()
    if came & set(ENDING):
        session.is_left = True
    if signal.SIGWINCH in came:
        front.resize()
    requests = front.requests()
    for request in requests:
        session.handle(request)
    return bool(requests or came)


def wait(session: Session, front: Front, inbox: Signals, seconds: Optional[float]) -> None:
    """For whatever comes first, that long at most; None: for ever."""
    poll = select.poll()
    for descriptor in (*front.descriptors, inbox.reader):
        poll.register(descriptor, select.POLLIN)
    for descriptor, is_for_writing in session.descriptors:
        poll.register(descriptor, select.POLLOUT if is_for_writing else select.POLLIN)
    poll.poll(None if seconds is None else seconds * 1000)
