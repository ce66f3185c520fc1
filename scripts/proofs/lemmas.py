"""The table of lemmas: positions that were shown to be won, for a proof to refer back to by their numbers.

Each is one record of fixed size, so that a number says where it lies. Stones are compared in full: nothing rests on a hash
function. The table is in memory while it is small, and then in a file that has no name and goes with the process.
"""

from __future__ import annotations

import tempfile
from typing import NamedTuple, Optional

IN_MEMORY = 256 << 20       # bytes, before the table goes to disk
DEPTH_SIZE = 2              # bytes of a depth: it is never above twice the points of the largest board


class Lemma(NamedTuple):
    attacker: int           # stones, as sets of points
    defender: int
    zone: int
    depth: int              # plies to the end


class Lemmas:
    def __init__(self, points: int, in_memory: int = IN_MEMORY) -> None:
        self.set_size = (points + 7) // 8
        self.record = 3 * self.set_size + DEPTH_SIZE
        self.file = tempfile.SpooledTemporaryFile(max_size=in_memory)
        self.count = 0
        self.is_at_end = True

    def append(self, lemma: Lemma) -> None:
        if not self.is_at_end:
            self.file.seek(self.count * self.record)
            self.is_at_end = True
        sizes = (*[self.set_size] * 3, DEPTH_SIZE)
        self.file.write(b"".join(value.to_bytes(size, "little") for value, size in zip(lemma, sizes)))
        self.count += 1

    def get(self, number: int) -> Optional[Lemma]:
        """None if there is no such lemma yet."""
        if number >= self.count:
            return None
        self.file.seek(number * self.record)
        self.is_at_end = False
        data = self.file.read(self.record)
        size = self.set_size
        cuts = (0, size, 2 * size, 3 * size, self.record)
        return Lemma(*(int.from_bytes(data[first:end], "little") for first, end in zip(cuts, cuts[1:])))

    def close(self) -> None:
        self.file.close()
