"""A stopwatch: how long a person has thought about a move, without the pauses."""

from __future__ import annotations

import time
from typing import Optional


class Stopwatch:
    def __init__(self) -> None:
        self.before_s = 0.0                     # counted until it was let run last
        self.began: Optional[float] = None      # None: it stands

    def let(self, runs: bool) -> None:
        """Run or stand, from now on."""
        if runs and self.began is None:
            self.began = time.monotonic()
        elif not runs and self.began is not None:
            self.before_s, self.began = self.seconds, None

    def reset(self) -> None:
        """Stand, at nothing."""
        self.before_s, self.began = 0.0, None

    @property
    def runs(self) -> bool:
        return self.began is not None

    @property
    def seconds(self) -> float:
        return self.before_s + (0.0 if self.began is None else time.monotonic() - self.began)

    @property
    def ms(self) -> int:
        return round(self.seconds * 1000)
