"""An opening by a rule at the board: what is to be done in its present step, and how far a person has come in it.

Engines do a whole step at once. A person puts or offers one point after the other; the last one completes the step.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Optional

from matches.opening_rules import CHOOSE, OFFER, PICK, PUT, Act, NotAllowed, Opening, Step, answer, rules, square_words
from matches.referee import BLACK, COLOUR_NAME, WHITE, Point

from .game import Setup


@dataclass(frozen=True)
class Stage:
    opening: Opening                    # before its present step
    points: tuple[Point, ...] = ()      # that a person has put or offered in it
    is_other: bool = False              # instead of a colour a person takes the step that may stand in its place

    @property
    def step(self) -> Step:
        step = self.opening.other if self.is_other else self.opening.step
        assert step is not None         # or there would be no stage
        return step

    @property
    def name(self) -> str:
        return self.opening.rule.name.capitalize()

    @property
    def is_choice(self) -> bool:
        return self.step.kind == CHOOSE

    @property
    def is_complete(self) -> bool:
        return not self.is_choice and len(self.points) == self.opening.wanted(self.step)

    @property
    def offers(self) -> tuple[Point, ...]:
        """To be seen on the board: those that are made, or to be picked from."""
        return self.points if self.step.kind == OFFER else self.opening.offers

    def fault(self, point: Point) -> Optional[str]:
        """Why a person cannot put, offer or pick that point."""
        return self.opening.point_fault(self.step, point, self.points)

    def with_point(self, point: Point) -> "Stage":
        """An offer that is made again is taken back."""
        if self.step.kind == OFFER and point in self.points:
            return replace(self, points=tuple(other for other in self.points if other != point))
        return replace(self, points=(*self.points, point))

    def act(self, announced: int = 0) -> Act:
        """What the points make, once they are complete."""
        return Act(None, self.points, announced)

    @property
    def words(self) -> str:
        """What its player does, the verb first."""
        step, count = self.step, self.opening.wanted(self.step)
        if step.kind == CHOOSE:
            return f"chooses. b: take black, w: take white{other_words(self.opening.other)}"
        if step.kind == OFFER:
            return f"offers {count} fifth moves, no two alike: {len(self.points)} so far"
        if step.kind == PICK:
            return "picks one of the offers"
        first = len(self.opening.stones)
        colours = [COLOUR_NAME[BLACK if at % 2 == 0 else WHITE] for at in range(first, first + count)]
        if count > 1:
            return f"puts {COUNTS[count]} stones: {', '.join(colours)}"
        number = f", with the number of fifth moves to be offered, 1 to {step.announces}" if step.announces else ""
        return f"puts a {colours[0]} stone{place_words(step.square)}{number}"


COUNTS = {2: "two more", 3: "three"}


def place_words(square: int) -> str:
    return "" if not square else f" outside {square_words(-square)}" if square < 0 else f" on {square_words(square)}" if square == 1 \
        else f" within {square_words(square)}"


def other_words(step: Optional[Step]) -> str:
    if step is None:
        return ""
    return f", t: {COUNTS[step.count]} stones" if step.kind == PUT else f", t: offer {step.count} fifth moves"


def begun(rule: str, setup: Setup) -> Stage:
    return Stage(Opening(rules()[rule], setup.width, setup.height))


def after(opening: Opening) -> Optional[Stage]:
    """What comes next; None: the opening is over."""
    return Stage(opening) if opening.step else None


# --- what is kept -------------------------------------------------------------------------------------------------------

def as_fields(stage: Optional[Stage]) -> Optional[dict[str, Any]]:
    return None if stage is None else {"rule": stage.opening.rule.name, "acts": [act.words for act in stage.opening.acts],
                                       "points": [list(point) for point in stage.points], "other": stage.is_other}


def from_fields(fields: Optional[dict[str, Any]], setup: Setup) -> Optional[Stage]:
    """ValueError, KeyError and TypeError say that it makes no sense."""
    if fields is None:
        return None
    opening = begun(fields["rule"], setup).opening
    for line in fields["acts"]:
        read = answer(line, replace(opening, at=0)) if isinstance(line, str) else None
        if read is None:
            raise ValueError(f"{line} is no step of an opening")
        opening = opening.after(read.act)
    stage = after(opening)
    if stage is None or (fields["other"] and not opening.other):
        raise ValueError("there is no such stage of an opening")
    stage = replace(stage, is_other=bool(fields["other"]))
    for x, y in fields["points"]:
        if fault := stage.fault((int(x), int(y))):
            raise NotAllowed(fault)
        stage = stage.with_point((int(x), int(y)))
    return stage
