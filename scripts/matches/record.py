"""What is remembered of a match: its settings once, then every game, each as one line of JSON in `games.jsonl`.

The file is the truth of a match. It is written as games end, so a killed match loses nothing but the games it was at;
resuming, merging, tables and the report all read it. The first line holds the settings (`"type": "match"`), every
further one a game (`"type": "game"`), in the order in which games ended. A line that was cut off is no line.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Iterator, Optional

FORMAT = 1

# How games end. The loser of all but the first two has done something wrong.
FIVE, FULL_BOARD = "five", "full board"
AGREED = "adjudicated draw"
FOUL, NO_LEGAL_MOVE = "foul", "no legal move"
TIMEOUT, ILLEGAL, GARBAGE, CRASH, HANG, MEMORY, NO_START = (
    "timeout", "illegal move", "garbage", "crash", "hang", "memory", "does not start")
FAILURES = (FOUL, TIMEOUT, ILLEGAL, GARBAGE, CRASH, HANG, MEMORY, NO_START)

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


@dataclass(frozen=True)
class Player:
    """An engine as the match knows it."""

    name: str
    command: str
    info: dict[str, str] = field(default_factory=dict)      # sent as INFO key value after START


@dataclass(frozen=True)
class Match:
    """Everything that decides which games are played; two matches with equal settings play the same pairings."""

    players: list[Player]
    rule: int
    width: int
    height: int
    win_length: int
    plan: str                       # "round-robin" or "gauntlet"
    games: int                      # in all, of the whole match
    turn_ms: Optional[int]          # per move; None: no limit
    match_ms: Optional[int]         # per game and side; None: no limit
    increment_ms: int
    nodes: Optional[int]
    depth: Optional[int]
    tolerance_ms: int
    max_memory: int                 # bytes; 0: no limit
    openings: str                   # the file's name, or ""
    seed: int
    sprt: Optional[list[float]]     # elo0, elo1, alpha, beta
    started: str                    # ISO 8601


@dataclass
class Ply:
    """One move that an engine was asked for, and what it told of it."""

    ms: float
    score: Optional[float] = None   # in the engine's own units, to the player of the move
    mate: Optional[int] = None      # plies until a proven win, negative: loss
    depth: Optional[int] = None
    nodes: Optional[int] = None


@dataclass
class Game:
    number: int                     # from 1; games 2k-1 and 2k are a pair: same opening, colours swapped
    black: int                      # index of the player who made, or was given, the first stone
    white: int
    opening: list[tuple[int, int]]  # x, y from 0
    moves: list[tuple[int, int]]    # of the whole game, the opening's included; an illegal one is not among them
    plies: list[Ply]                # one for each move after the opening, plus one if the last answer was refused
    score: float                    # to black: 1, 0.5, 0
    reason: str                     # one of the words above
    words: str                      # a sentence for people
    winning: list[tuple[int, int]] = field(default_factory=list)    # the cells of the winning row
    memory: list[int] = field(default_factory=lambda: [0, 0])       # peak bytes of black and white, 0: unknown
    started: str = ""               # ISO 8601
    seconds: float = 0.0

    def score_of(self, player: int) -> float:
        """To that player, who must have taken part."""
        return self.score if player == self.black else 1.0 - self.score

    @property
    def pair(self) -> int:
        """Games with the same number here were played from the same opening, with colours swapped."""
        return (self.number - 1) // 2

    @property
    def loser(self) -> Optional[int]:
        return None if self.score == DRAW else self.white if self.score == WIN else self.black

    @property
    def failed(self) -> Optional[int]:
        """The player who lost by doing something wrong, if one did."""
        return self.loser if self.reason in FAILURES else None


# --- JSON ----------------------------------------------------------------------------------------------------------------

def match_line(match: Match) -> str:
    return json.dumps({"type": "match", "format": FORMAT, **asdict(match)}, separators=(",", ":"))


def game_line(game: Game) -> str:
    fields = asdict(game)
    fields["plies"] = [{key: value for key, value in ply.items() if value is not None} for ply in fields["plies"]]
    return json.dumps({"type": "game", **fields}, separators=(",", ":"))


def read_match(fields: dict[str, Any]) -> Match:
    known = {name: fields[name] for name in Match.__dataclass_fields__}
    return Match(**{**known, "players": [Player(**player) for player in known["players"]]})


def read_game(fields: dict[str, Any]) -> Game:
    known = {name: fields[name] for name in Game.__dataclass_fields__}
    points = {name: [tuple(point) for point in known[name]] for name in ("opening", "moves", "winning")}
    return Game(**{**known, **points, "plies": [Ply(**ply) for ply in known["plies"]]})


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The whole lines of a file; what a killed match left of its last line is passed over."""
    for line in path.read_text().splitlines(keepends=True):
        if line.endswith("\n"):
            yield json.loads(line)


def read_file(path: Path) -> tuple[Match, list[Game]]:
    """The settings and the games of a match. ValueError says what is wrong with the file."""
    lines = list(read_lines(path))
    if not lines or lines[0].get("type") != "match":
        raise ValueError(f"{path} is not a record of a match")
    if lines[0].get("format") != FORMAT:
        raise ValueError(f"{path} is of format {lines[0].get('format')}, not {FORMAT}")
    return read_match(lines[0]), [read_game(line) for line in lines[1:] if line["type"] == "game"]
