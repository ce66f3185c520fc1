"""Opening rules: who puts stones where, who takes a colour, who offers fifth moves. protocol/README.md tells each rule.

The table is the program's: opening_rules.txt has what it answers to OPENING, word by word, and a test compares them. An
Opening follows a game through the steps of its rule. What a player does in a step is an Act; its words are a line of
OPENING ... DONE, which asks an engine for the next one. Swap2 is asked by SWAP2BOARD, as managers of tournaments do: other
engines know it, too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Optional

from . import machine
from .referee import BLACK, COLOUR_NAME, STANDARD_LENGTH, WHITE, Point

TABLE = Path(__file__).with_name("opening_rules.txt")
PUT, CHOOSE, OFFER, PICK = "put", "choose", "offer", "pick"
SWAP2 = "swap2"
SQUARES_SIDE, STONES_SIDE = 9, 5        # of the smallest boards: for rules with squares in the middle, and for others

ACT = re.compile(r"\s*(?:(black|white)|(\d{1,4},\d{1,4}(?:\s+\d{1,4},\d{1,4}){0,9})(?:\s+offers\s+(\d{1,2}))?)\s*", re.IGNORECASE | re.ASCII)
SWAP = "SWAP"


class NotAllowed(ValueError):
    """Why a step cannot be done so."""


@dataclass(frozen=True)
class Step:
    """What one player does; the fields of `steps` in protocol/README.md."""

    kind: str
    by: str             # the player who has this colour then
    count: int          # points; 0: as many as were announced
    square: int         # in the middle where they lie; negative: outside of it; 0: anywhere
    announces: int      # with the stone, at most so many offers; 0: none
    otherwise: int      # the step that may be done at once instead of taking a colour; 0: none
    ends: bool


@dataclass(frozen=True)
class Rule:
    name: str
    steps: tuple[Step, ...]

    def fault(self, width: int, height: int, win_length: int) -> Optional[str]:
        """Why nobody can play by it on that board."""
        has_squares = any(step.square for step in self.steps)
        if win_length != STANDARD_LENGTH:
            return f"{self.name} is for five in a row"
        if has_squares and (min(width, height) < SQUARES_SIDE or not width % 2 or not height % 2):
            return f"{self.name} needs a board with a middle point, of {SQUARES_SIDE}×{SQUARES_SIDE} at least"
        if min(width, height) < STONES_SIDE:
            return f"{self.name} needs a board of {STONES_SIDE}×{STONES_SIDE} at least"
        return None


@dataclass(frozen=True)
class Act:
    colour: Optional[str] = None        # that is taken; None: there are points
    points: tuple[Point, ...] = ()
    announced: int = 0

    @property
    def words(self) -> str:
        points = " ".join(f"{x},{y}" for x, y in self.points)
        return COLOUR_NAME[self.colour].upper() if self.colour else points + (f" OFFERS {self.announced}" if self.announced else "")


@lru_cache(maxsize=None)
def rules() -> dict[str, Rule]:
    """All of them, by name."""
    found = (machine.pairs(line, "opening") for line in TABLE.read_text().splitlines())
    return {said["name"]: Rule(said["name"], tuple(map(step_of, said["steps"].split(";")))) for said in found if said}


def step_of(words: str) -> Step:
    kind, by, *numbers = words.split(",")
    count, square, announces, otherwise, ends = map(int, numbers)
    return Step(kind, BLACK if by == COLOUR_NAME[BLACK] else WHITE, count, square, announces, otherwise, bool(ends))


@dataclass(frozen=True)
class Opening:
    """Where a game stands in its opening."""

    rule: Rule
    width: int
    height: int
    acts: tuple[Act, ...] = ()
    at: Optional[int] = 0               # the step that is to be done; None: the opening is over
    stones: tuple[Point, ...] = ()
    announced: int = 0
    offers: tuple[Point, ...] = ()
    is_swapped: bool = False            # who began with black has white now

    @property
    def step(self) -> Optional[Step]:
        return None if self.at is None else self.rule.steps[self.at]

    @property
    def other(self) -> Optional[Step]:
        """The step that may be done instead of the colour that is to be taken."""
        return self.rule.steps[self.step.otherwise] if self.step and self.step.otherwise else None

    def wanted(self, step: Step) -> int:
        """How many points a step has."""
        return step.count or self.announced if step.kind in (PUT, OFFER) else 1

    def point_fault(self, step: Step, point: Point, before: tuple[Point, ...] = ()) -> Optional[str]:
        """Why the step cannot have that point behind those before it."""
        x, y = point
        distance = max(abs(x - self.width // 2), abs(y - self.height // 2))
        if step.kind == PICK:
            return None if point in self.offers else "one of the offered points must be picked"
        if not (0 <= x < self.width and 0 <= y < self.height):
            return "the point is outside the board"
        if point in self.stones or (step.kind == PUT and point in before):
            return "the point is occupied"
        if step.square > 0 and distance > step.square // 2:
            return f"the stone must lie within {square_words(step.square)}"
        if step.square < 0 and distance <= -step.square // 2:
            return f"the stone must lie outside {square_words(-step.square)}"
        if step.kind == OFFER and any(self.are_alike(point, other) for other in before):
            return "two offers are alike, or the same by symmetry"
        return None

    def are_alike(self, one: Point, other: Point) -> bool:
        """A symmetry that leads the stones onto themselves leads one of the points onto the other."""
        n = len(self.stones)
        middle = sum(x for x, _ in self.stones), sum(y for _, y in self.stones)
        colours = [{(n * x - middle[0], n * y - middle[1]) for x, y in self.stones[colour::2]} for colour in (0, 1)]
        (a, b), wanted = ((n * x - middle[0], n * y - middle[1]) for x, y in (one, other))
        return any(image(symmetry, a, b) == wanted and all({image(symmetry, *stone) for stone in stones} == stones for stones in colours)
                   for symmetry in range(SYMMETRIES))

    def after(self, act: Act) -> "Opening":
        """The opening with that step done; NotAllowed says why that cannot be."""
        if self.step is None:
            raise NotAllowed("the opening is over")
        at = self.step.otherwise if self.other and not act.colour else self.at
        step = self.rule.steps[at]
        self.demand(step, act)
        done = replace(self, acts=(*self.acts, act), announced=act.announced or self.announced)
        if step.kind == CHOOSE:
            done = replace(done, is_swapped=done.is_swapped != (act.colour != step.by))
        elif step.kind == OFFER and len(act.points) > 1:
            done = replace(done, offers=act.points)
        else:
            done = replace(done, stones=(*done.stones, *act.points))
        if step.kind == OFFER and len(act.points) == 1:     # there is nothing to pick
            at += 1
        return replace(done, at=None if self.rule.steps[at].ends else at + 1)

    def demand(self, step: Step, act: Act) -> None:
        if (step.kind == CHOOSE) != bool(act.colour):
            raise NotAllowed("a colour must be taken" if step.kind == CHOOSE else "this step wants points, not a colour")
        if step.kind == CHOOSE:
            return
        if len(act.points) != self.wanted(step):
            raise NotAllowed(f"this step wants another number of points: {self.wanted(step)}")
        if not (1 <= act.announced <= step.announces if step.announces else act.announced == 0):
            raise NotAllowed(f"this step wants a number of offers from 1 to {step.announces}" if step.announces
                             else "this step wants no number of offers")
        for count, point in enumerate(act.points):
            if fault := self.point_fault(step, point, act.points[:count]):
                raise NotAllowed(fault)


SYMMETRIES = 8


def image(symmetry: int, x: int, y: int) -> Point:
    x, y = (-x if symmetry & 1 else x), (-y if symmetry & 2 else y)
    return (y, x) if symmetry & 4 else (x, y)


def square_words(side: int) -> str:
    return "the middle point" if side == 1 else f"the middle {side}×{side}"


# --- engines -----------------------------------------------------------------------------------------------------------

def question(opening: Opening) -> list[str]:
    """What asks an engine for the next step."""
    if opening.rule.name == SWAP2:
        return ["SWAP2BOARD", *(f"{x},{y}" for x, y in opening.stones), "DONE"]
    return [f"OPENING {opening.rule.name}", *(act.words for act in opening.acts), "DONE"]


@dataclass(frozen=True)
class Answer:
    act: Act
    moves: tuple[Point, ...] = field(default=())    # who takes white by SWAP2BOARD moves at once


def answer(line: str, opening: Opening) -> Optional[Answer]:
    """What an engine's line says; None if it makes no sense. Whether the rule allows it is another question."""
    is_choice = opening.rule.name == SWAP2 and opening.step is not None and opening.step.kind == CHOOSE
    if is_choice and line.strip().upper() == SWAP:
        return Answer(Act(BLACK))
    found = ACT.fullmatch(line)
    if not found:
        return None
    colour, points, announced = found.groups()
    if colour:
        return Answer(Act(BLACK if colour.lower() == COLOUR_NAME[BLACK] else WHITE))
    act = Act(None, tuple((int(x), int(y)) for x, y in (word.split(",") for word in points.split())), int(announced or 0))
    return Answer(Act(WHITE), act.points) if is_choice and len(act.points) == 1 else Answer(act)
