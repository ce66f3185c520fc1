"""The settings and the progress of a tuning, and the log that holds both.

The log holds lines of JSON: the settings, the openings of each kind of game, then every iteration with its scores and
the values after it.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Iterator, Optional

from .console import shown
from .points import Point, points, row
from .referee import CARO, CARO_EXACT, WINS
from .spsa import Gains, Parameter, Values, start
from .storage import claimed, demand_writable, new_file, read_json_lines, replace_text
from .typed import reader

FORMAT = 2              # 1 called the parameters margins
NOT_COMPARED = ("iterations",)      # what a run may go on with otherwise than it began

# These have an effect under some rules only, or under none in the games of a tuning, which one thread plays: there they would
# drift.
IDLE_UNDER = {
    "QUIESCENCE_PLIES": {CARO, CARO_EXACT},
    "QUIESCENCE_PLIES_CARO": set(WINS) - {CARO, CARO_EXACT},
    "SOLVER_THREAD_PERCENT": set(WINS),
    "VOTE_WORST": set(WINS),
}
OF_THE_CLOCK = "CLOCK_"     # these have an effect where the clock shares the nodes of a game


@dataclass(frozen=True)
class Kind:
    """A kind of game."""

    rule: int
    width: int
    height: int
    openings: str       # the file's name; "": made by the program


@dataclass(frozen=True)
class Tuning:
    """Everything that decides the course of a tuning."""

    kinds: list[Kind]
    parameters: list[Parameter]
    gains: Gains
    nodes: int          # of each move, unless there are some for the game
    pairs: int
    iterations: int
    seed: int
    engine: str         # the program's version and the hash of its sources, as --version prints them last
    match: int = 0      # nodes of each side for a game; 0: there is no such limit
    increment: int = 0  # nodes that each move adds to these

    @property
    def is_measurement(self) -> bool:
        """Of switches: no value moves."""
        return self.gains.a == 0

    def kind_of(self, iteration: int) -> int:
        return (iteration - 1) % len(self.kinds)

    def parameters_of(self, iteration: int) -> list[Parameter]:
        """Those that have an effect in the games of that iteration."""
        kind = self.kinds[self.kind_of(iteration)]
        return [parameter for parameter in self.parameters if has_say(parameter, kind, self.match > 0)]

    def limit(self) -> str:
        """How long games are."""
        if not self.match:
            return f"{self.nodes} nodes"
        return f"{self.match} nodes for a side" + (f" and {self.increment} for a move" if self.increment else "")


@dataclass
class Way:
    """How far a run has come."""

    openings: list[list[list[Point]]]                               # of each kind of game
    values: list[Values] = field(default_factory=list)              # at the start, and after each iteration
    scores: list[list[float]] = field(default_factory=list)         # of the pairs of each iteration

    @property
    def done(self) -> int:
        return len(self.values) - 1


def has_say(parameter: Parameter, kind: Kind, is_clocked: bool) -> bool:
    return any(kind.rule not in IDLE_UNDER.get(name, ()) and (is_clocked or not name.startswith(OF_THE_CLOCK)) for name in parameter.names)


# --- the log ----------------------------------------------------------------------------------------------------------

@contextlib.contextmanager
def held_log(wanted: Optional[Path]) -> Iterator[Path]:
    """The log, which nobody else has meanwhile; a new one if none is wanted. One that nothing came of goes again."""
    path = wanted or new_file(Path(datetime.now().strftime("tune-%Y%m%d-%H%M%S.jsonl")))
    demand_writable(path)
    try:
        with claimed(path.with_name(path.name + ".lock"), path):
            yield path
    finally:
        if not wanted and path.stat().st_size == 0:
            path.unlink()


def way_of(tuning: Tuning, lines: list[dict[str, Any]]) -> Way:
    """How far the run of that log has come."""
    starts = [reader(list[str])(line["openings"]) for line in lines if line["type"] == "openings"]
    steps = [reader(dict[str, float])(line["values"]) for line in lines if line["type"] == "iteration"]
    scores = [reader(list[float])(line["scores"]) for line in lines if line["type"] == "iteration"]
    names = {parameter.name for parameter in tuning.parameters}
    if len(starts) != len(tuning.kinds) or any(set(values) != names for values in steps):
        raise ValueError
    return Way([[points(text) for text in texts] for texts in starts], [start(tuning.parameters), *steps], scores)


def read_log(path: Path) -> list[dict[str, Any]]:
    """The whole lines of a log, read no further than the first if it is none."""
    lines: list[dict[str, Any]] = []
    for number, line in read_json_lines(path):
        if not isinstance(line, dict) or (line.get("type") == "tuning") != (number == 1):
            break
        lines.append(line)
    else:
        if lines:
            return lines
    raise ValueError(f"{path} is not the log of a tuning")


def text_of(line: dict[str, Any]) -> str:
    """As it stands in the log."""
    return json.dumps(line, separators=(",", ":")) + "\n"


def rewrite(path: Path, lines: list[dict[str, Any]]) -> None:
    """All of it, or what was there before: a kill at this moment must not cost the run."""
    replace_text(path, "".join(map(text_of, lines)))


def settings_line(tuning: Tuning) -> dict[str, Any]:
    return {"type": "tuning", "format": FORMAT, **asdict(tuning)}


def openings_line(kind: int, starts: list[list[Point]]) -> dict[str, Any]:
    return {"type": "openings", "game": kind, "openings": [row(start) for start in starts]}


def demand_same(here: dict[str, Any], there: dict[str, Any], path: Path) -> None:
    for name in here:
        if name not in NOT_COMPARED and here[name] != there.get(name):
            raise ValueError(f"{path} is another run: there {name} is {shown(str(there.get(name)))}, "
                             f"here {shown(str(here[name]))}")
