"""The interface between a session and its front end: scenes go out, requests come in.

A scene is plain data: all that is visible at a moment. A request is a name, most often of an action, and its value. The
terminal draws scenes in characters and makes requests of keys and mouse; another front end could do it otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional, Protocol

from matches.referee import Point

from .forms import Form


@dataclass(frozen=True)
class Request:
    """What the user asks for: the name of an action, or one of those below."""

    name: str
    value: Any = None


# Requests other than the actions.
MOVE_CURSOR = "move cursor"     # by (x, y)
PLAY_AT = "play at"             # a point
FORM = "form"                   # the name of a method of the open form: up, down, left, right, erase, clear, complete
TYPE = "type"                   # text, into the open form
FOCUS = "focus"                 # the number of a field that is shown
ACCEPT, DISMISS = "accept", "dismiss"   # the open form


@dataclass(frozen=True)
class SideView:
    """A player at the board."""

    colour: str         # matches.referee's BLACK or WHITE
    name: str
    detail: str         # its strength
    ms: int             # used so far
    is_to_move: bool
    is_thinking: bool


@dataclass(frozen=True)
class ThoughtView:
    """The state of a search; what the engine has not reported is empty."""

    title: str
    facts: tuple[str, ...]
    line: tuple[str, ...]       # moves such as h8
    rows: tuple[str, ...] = ()  # further lines, each in a row of its own


@dataclass(frozen=True)
class CurveView:
    """How the game went: black's chance, 0 to 1, after every number of moves; None where it is not known."""

    chances: tuple[Optional[float], ...]
    at: int                     # where one looks
    mistakes: frozenset[int]    # behind so many moves


@dataclass(frozen=True)
class Scene:
    title: str
    width: int
    height: int
    stones: dict[Point, str]
    cursor: Point
    sides: tuple[SideView, ...]
    status: str                                 # whose turn it is, or how it ended
    is_over: bool
    moves: tuple[str, ...]                      # of the whole line
    at: int                                     # so many of them are on the board
    last: Optional[Point] = None
    winning: frozenset[Point] = frozenset()
    forbidden: frozenset[Point] = frozenset()
    numbers: dict[Point, int] = field(default_factory=dict)     # to be shown on stones
    hint: Optional[Point] = None
    line: tuple[Point, ...] = ()                # that an analysis expects
    ranks: dict[Point, int] = field(default_factory=dict)       # of offers or the best points, from 1, while they are shown
    thoughts: tuple[ThoughtView, ...] = ()
    curve: Optional[CurveView] = None
    mistakes: frozenset[int] = frozenset()      # moves, by how many came before them
    trouble: str = ""
    notice: str = ""                            # the answer to the last request
    form: Optional[Form] = None


class Front(Protocol):
    def show(self, scene: Scene) -> None:
        """Make it seen."""

    def requests(self) -> list[Request]:
        """What the user has asked for since the last call."""

    def resize(self) -> None:
        """Its window may have another size."""

    @property
    def descriptors(self) -> list[int]:
        """Readable when there may be requests."""

    @property
    def is_gone(self) -> bool:
        """The terminal has been closed."""
