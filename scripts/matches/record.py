"""The record of a match, `games.jsonl`: its settings, then every game, each as one line of JSON.

It is written as games end, so a killed match loses only the games in progress;
resuming, merging, tables and the report all read it. The first line holds the settings (`"type": "match"`), every
further one a game (`"type": "game"`), in the order in which games ended. A line that was cut off is no line.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Optional

from .referee import board_fault
from .storage import read_json_lines
from .typed import reader

FORMAT = 1
SIDES = 2                   # of a game
SPRT_NUMBERS = 4            # elo0, elo1, alpha, beta
DRAWING_KEYS = {"strength", "book_variety"}     # INFO by which Tengen draws some of its moves

# How games end. Who loses by one of FAILURES has done something wrong.
FIVE, FULL_BOARD = "five", "full board"
AGREED, DECIDED = "adjudicated draw", "adjudicated win"
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
    opening_rule: str = ""          # by which the engines begin each game; "": by none

    def clocks(self, player: int) -> tuple[Optional[float], Optional[float]]:
        """The ms that a player has for each move and for a game, by its own INFO or the match's; None: no limit."""
        info = self.players[player].info
        turn, game = info.get("timeout_turn", self.turn_ms), float(info.get("timeout_match", self.match_ms or 0))
        return None if turn is None else float(turn), game or None      # INFO timeout_match 0: no limit

    @property
    def is_repeatable(self) -> bool:
        """Is the same opening the same game again? It is with a fixed number of nodes or plies and one thread, if nothing is
        drawn and no clock decides."""
        settings = {(key.lower(), value) for player in self.players for key, value in player.info.items()}
        is_fixed = self.nodes is not None or self.depth is not None
        has_clock = any(clock for player in range(len(self.players)) for clock in self.clocks(player))
        has_chance = self.opening_rule != "" or any(
            key in DRAWING_KEYS or (key == "thread_num" and value != "1") for key, value in settings)
        return is_fixed and not has_clock and not has_chance


@dataclass
class Ply:
    """One move that an engine was asked for, and what it reported of its search."""

    ms: float
    score: Optional[float] = None   # in the engine's own units, to the player of the move
    mate: Optional[int] = None      # plies until a proven win, negative: loss
    depth: Optional[int] = None
    nodes: Optional[int] = None


@dataclass
class Game:
    number: int                     # from 1; games 2k-1 and 2k are a pair: same opening, colours swapped
    black: int                      # index of the player who has black; by an opening rule, at its end
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


def read_file(path: Path) -> tuple[Match, list[Game]]:
    """The settings and the games of a match. ValueError says what is wrong with the file."""
    match: Optional[Match] = None
    games: list[Game] = []
    for number, line in read_json_lines(path):
        try:
            if match is None:
                match = read_match(line)
            elif line["type"] == "game":
                games.append(read_game(line, match))
        except (KeyError, TypeError):
            raise ValueError(f"{path}:{number}: not a line of the record of a match") from None
        except ValueError as error:
            raise ValueError(f"{path}:{number}: {error}") from None
    if match is None:
        raise ValueError(f"{path}: not the record of a match")
    return match, games


def read_match(fields: dict[str, Any]) -> Match:
    if fields["type"] != "match":
        raise TypeError
    if fields["format"] != FORMAT:
        raise ValueError(f"of format {fields['format']}, not {FORMAT}")
    match = reader(Match)(fields)
    fault = board_fault(match.rule, match.width, match.height, match.win_length)
    if fault or len(match.players) < 2 or (match.sprt is not None and len(match.sprt) != SPRT_NUMBERS):
        raise ValueError(fault or "no match can have such settings")
    return match


def read_game(fields: dict[str, Any], match: Match) -> Game:
    game = reader(Game)(fields)
    players = range(len(match.players))
    is_possible = (
        game.number > 0 and game.black in players and game.white in players and game.black != game.white
        and game.score in (WIN, DRAW, LOSS) and len(game.memory) == SIDES
        and all(0 <= x < match.width and 0 <= y < match.height for x, y in (*game.opening, *game.moves, *game.winning))
        and game.opening == game.moves[:len(game.opening)])
    if not is_possible:
        raise ValueError("no game of this match can be like that")
    return game
