"""What a database of positions keeps of them, as `pbrain-tengen database FILE export|update` tells and takes it: text, of
which engine/database/text_form.h has the grammar. Of a line only what a book needs is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterable, Iterator, NamedTuple, Optional

from matches.points import points, row
from proofs.answers import Stones

FIRST_LINE = "tengen positions 1"
OPEN, WIN, LOSS, DRAW, BLOCKED = "open", "win", "loss", "draw", "blocked"
NO_BOUND, EXACT = "none", "exact"
NONE = "-"                      # no points
TODAY = 0
WIN_LENGTH = 5
WORDS = 12                      # of a line, up to the one that is read last


class Known(NamedTuple):
    """What is kept of a position, to the side to move. A label of some plies is proven."""

    label: str = OPEN
    plies: int = 0
    value: int = 0
    bound: str = NO_BOUND
    depth: int = 0

    @property
    def is_proven(self) -> bool:
        return self.plies > 0

    @property
    def is_worth(self) -> Optional[int]:
        """Its value; None if nothing is known of it, or it is proven and needs none."""
        if self.label == DRAW:
            return 0
        return self.value if self.bound == EXACT and not self.is_proven else None


@dataclass(frozen=True)
class Game:
    """That a book is of."""

    rule: int
    size: int
    words: list[str] = field(init=False)        # that its lines begin with

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", [str(self.rule), f"{self.size}x{self.size}", str(WIN_LENGTH)])

    def number(self, x: int, y: int) -> int:
        return y * self.size + x

    def point(self, number: int) -> tuple[int, int]:
        y, x = divmod(number, self.size)
        return x, y


def is_blacks_turn(stones: Stones) -> bool:
    return len(stones.black) == len(stones.white)


def read(lines: Iterable[str], game: Game) -> Iterator[tuple[Stones, Known]]:
    """The positions of that game to which players come by moves, in turn, on a board without blocked points."""
    for line in lines:
        words = line.split(" ", WORDS)
        if words[:3] == game.words and words[6] == NONE:
            stones = Stones(*(read_points(word, game) for word in words[4:6]))
            if len(stones.black) - len(stones.white) == (words[3] == "white"):
                yield stones, Known(words[7], int(words[8]), int(words[9]), words[10], int(words[11]))


def read_points(word: str, game: Game) -> frozenset[int]:
    return frozenset(game.number(x, y) for x, y in points("" if word == NONE else word))


def written(positions: Iterable[tuple[Stones, Known]], game: Game) -> str:
    """All lines of a file."""
    return "".join(f"{line}\n" for line in (FIRST_LINE, *(line_of(stones, known, game) for stones, known in positions)))


def line_of(stones: Stones, known: Known, game: Game) -> str:
    names = (row([game.point(number) for number in sorted(of)]) or NONE for of in stones)
    side = "black" if is_blacks_turn(stones) else "white"
    verdict = (known.label, known.plies, known.value, known.bound, known.depth)
    return " ".join(map(str, (*game.words, side, *names, NONE, *verdict, TODAY, '""')))
