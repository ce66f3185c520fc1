"""Saves the game in progress after every change, and the games that were left for others.

The game in progress is one file of JSON, always replaced as a whole. Each board that is open at the same time has its
own; a lock says which are taken, and the system drops the lock with the process. Games that were left for others are
kept as .psq, the newest few hundred of them. If the folder cannot be written, that is said once, and nothing is saved.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import time
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, Optional

from matches import files, openings, sgf
from matches.referee import BLACK, COLOUR_NAME, OPPONENT, WHITE, Point
from matches.storage import numbered, read_json, read_text, replace_text
from proofs.tree import read_only_header

from . import stages
from .game import Game, Move, Result, Setup, replayed, resignation
from .players import PERSON, TENGEN_COMMAND, Player, as_fields, from_fields, names_of, shown_name
from .stages import Stage

FORMAT = 1
SLOTS = 16                  # boards that can be open at the same time and keep their games
KEPT_MAX = 300              # games that were left
SGF_SUFFIX = ".sgf"
ON_TIME, AS_SAID = "on time", "as its file says"
PSQ_WINNER = {BLACK: 1, WHITE: 2, None: 0}
PSQ_PLAYERS = re.compile(r",\s*(\d+):(\d+)\s*,\s*(\d+)", re.ASCII)     # levels, and who begins, in the first line


@dataclass
class Saved:
    """Everything that a board comes back with."""

    game: Game = field(default_factory=lambda: Game(Setup()))
    players: dict[str, Player] = field(default_factory=lambda: {BLACK: PERSON, WHITE: Player(TENGEN_COMMAND)})
    engines: list[str] = field(default_factory=list)    # commands of other engines that have played here
    stage: Optional[Stage] = None                       # of an opening by a rule, while it lasts


def state_folder() -> Path:
    """Where programs keep what they remember, by the XDG's word."""
    home = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return Path(home) / "tengen"


class Store:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.fault: Optional[str] = None    # why nothing is kept
        self.lock = -1
        self.path: Optional[Path] = None    # of the game in progress
        self.written = ""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.take_slot()
        except OSError as error:
            self.fault = f"games are not kept: {error}"

    # --- the game in progress ----------------------------------------------------------------------------------------

    def take_slot(self) -> None:
        """The slot with the newest game among those that no other board has."""
        slots = [self.folder / f"game-{number}.json" for number in range(1, SLOTS + 1)]
        for path in sorted(slots, key=written_at, reverse=True):
            lock = os.open(path.with_suffix(".lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(lock)
                continue
            self.lock, self.path = lock, path
            return
        self.fault = f"games are not kept: {SLOTS} boards are open"

    def load(self) -> Optional[Saved]:
        """What was kept last; None if nothing was. What cannot be read is put aside, and said."""
        if self.path is None or not self.path.exists():
            return None
        try:
            return from_json(read_json(self.path))
        except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
            aside = self.path.with_suffix(".broken")
            self.path.replace(aside)
            self.fault = f"the game that was kept cannot be read ({error}); it is in {aside}"
            return None

    def save(self, saved: Saved) -> None:
        """Keep it, if it is not what is kept already."""
        text = json.dumps(to_json(saved), separators=(",", ":"))
        if self.path is None or text == self.written:
            return
        try:
            whole = self.path.with_suffix(".new")
            whole.write_text(text)
            whole.replace(self.path)
            self.written = text
        except OSError as error:
            self.fault = f"the game is not kept: {error}"

    # --- games that were left ----------------------------------------------------------------------------------------

    @property
    def kept(self) -> Path:
        return self.folder / "games"

    def keep(self, game: Game, players: dict[str, Player]) -> None:
        """A game that makes room for another."""
        if not game.moves or self.path is None:
            return
        try:
            self.kept.mkdir(exist_ok=True)
            write_game(free_path(self.kept / time.strftime("%Y-%m-%d-%H%M%S.psq")), game, players)
            for old in sorted(self.kept.glob("*.psq"))[:-KEPT_MAX]:
                old.unlink()
        except OSError as error:
            self.fault = f"the last game was not kept: {error}"

    def close(self) -> None:
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1


def written_at(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0


def free_path(path: Path) -> Path:
    """That path, or the next one like it that is not taken."""
    return next(free for free in numbered(path) if not free.exists())


# --- JSON ------------------------------------------------------------------------------------------------------------

def to_json(saved: Saved) -> dict[str, Any]:
    game = saved.game
    return {
        "format": FORMAT,
        "setup": asdict(game.setup),
        "moves": [[*move.point, move.ms] for move in game.moves],
        "names": game.names,
        "decided": game.decided and {"winner": game.decided.winner, "words": game.decided.words},
        "at": game.at,
        "black": as_fields(saved.players[BLACK]),
        "white": as_fields(saved.players[WHITE]),
        "engines": saved.engines,
        "opening": stages.as_fields(saved.stage),
    }


def from_json(fields: dict[str, Any]) -> Saved:
    if fields["format"] != FORMAT:
        raise ValueError(f"its format is {fields['format']}")
    setup = Setup(**fields["setup"])
    if setup.fault:
        raise ValueError(setup.fault)
    game, _ = replayed(setup, [Move((int(x), int(y)), int(ms)) for x, y, ms in fields["moves"]])
    if decided := fields.get("decided"):
        game.decided = Result({BLACK: BLACK, WHITE: WHITE, None: None}[decided["winner"]], str(decided["words"]))
    game.look_at(int(fields["at"]))
    if names := fields.get("names"):
        game.names = {colour: str(names[colour]) for colour in (BLACK, WHITE)}
    players = {BLACK: from_fields(fields["black"]), WHITE: from_fields(fields["white"])}
    stage = stages.from_fields(fields.get("opening"), setup)
    return Saved(game, players, [str(command) for command in fields["engines"]], stage)


# --- files -----------------------------------------------------------------------------------------------------------

def write_game(path: Path, game: Game, players: dict[str, Player]) -> None:
    """All its moves, wherever one looks; as .psq, where people have no level, or as .sgf if it is called so."""
    if path.suffix == SGF_SUFFIX:
        replace_text(path, sgf_of(game, players))
        return
    result = game.ending_of_all
    names = game.names or names_of(players)
    text = files.psq_text(
        size=(game.setup.width, game.setup.height), levels=(level(players[BLACK]), level(players[WHITE])),
        moves=[(move.point, move.ms) for move in game.moves], names=(names[BLACK], names[WHITE]),
        ending=files.PSQ_IN_ORDER if result else files.PSQ_UNKNOWN,
        winner=PSQ_WINNER[result.winner if result else None],
        rule=files.psq_rule(game.setup.rule, game.setup.win_length))
    replace_text(path, text)


def sgf_of(game: Game, players: dict[str, Player]) -> str:
    setup, result, names = game.setup, game.ending_of_all, game.names or names_of(players)
    return sgf.text_of(sgf.Record(
        (setup.width, setup.height), (setup.rule, setup.win_length), game.points, (names[BLACK], names[WHITE]),
        result.winner if result else None, ending_for_sgf(result) if result else None))


def ending_for_sgf(result: Result) -> str:
    if result.winner and result == resignation(OPPONENT[result.winner]):
        return sgf.RESIGNED
    return sgf.TIME if result.words.endswith(ON_TIME) else sgf.OTHER


def level(player: Player) -> int:
    return files.PSQ_PERSON if player.is_person else files.psq_level(player.strength.limit_ms)


def read_game(path: Path, usual: Setup) -> tuple[Game, Optional[str]]:
    """The game of a .psq or .sgf, by the rule that it names, or else the usual one; and what was left out of it, if so.

    OSError and ValueError say why there is none."""
    text = read_text(path)
    if sgf.START.match(text):
        return game_of_sgf(sgf.read(text, (usual.width, usual.height)), usual)
    moves, (width, height) = files.read_psq_moves(text), files.read_psq_size(text)
    rule, win_length = files.read_psq_rule(text) or (usual.rule, usual.win_length)
    setup = Setup(rule, width, height, win_length)
    if setup.fault:
        raise ValueError(setup.fault)
    game, left_out = replayed(setup, [Move(point, ms) for point, ms in moves])
    game.names = read_names(text)
    return game, left_out


def game_of_sgf(record: sgf.Record, usual: Setup) -> tuple[Game, Optional[str]]:
    rule, win_length = record.rule or (usual.rule, usual.win_length)
    width, height = record.size or (usual.width, usual.height)
    setup = Setup(rule, width, height, win_length)
    if setup.fault:
        raise ValueError(setup.fault)
    game, left_out = replayed(setup, [Move(point) for point in record.moves])
    game.names = dict(zip((BLACK, WHITE), record.names)) if record.names else None
    if record.ending is not None and not game.result and not left_out:
        game.decided = ending_of_sgf(record)
        game.look_at(game.at)
    branches = f"{record.branches} {'branch is' if record.branches == 1 else 'branches are'} left out"
    return game, left_out or (branches if record.branches else None)


def ending_of_sgf(record: sgf.Record) -> Result:
    if record.winner is None:
        return Result(None, f"a draw, {AS_SAID}")
    if record.ending == sgf.RESIGNED:
        return resignation(OPPONENT[record.winner])
    return Result(record.winner, f"{COLOUR_NAME[record.winner]} wins, {ON_TIME if record.ending == sgf.TIME else AS_SAID}")


def read_proof(path: Path) -> tuple[Game, str]:
    """The position of a proof as a game, and the colour that it shows to win. OSError and ValueError say why there is none."""
    header = read_only_header(path)
    black, white = (header.stones[colour] for colour in ("black", "white"))
    moves: list[int] = [point for pair in zip_longest(black, white) for point in pair if point is not None]
    attacker = BLACK if header.attacker == "black" else WHITE
    if len(black) - len(white) != (attacker == WHITE):
        raise ValueError("the position of this proof was set up, and is no game")
    setup = Setup(header.rule, header.width, header.height, header.win)
    return Game(setup, [Move((point % header.width, point // header.width)) for point in moves], len(moves)), attacker


def read_names(text: str) -> dict[str, str]:
    """Of the players of a .psq, by their colours. Piskvork writes names in tournaments only; else the first line has given
    who is a person."""
    after, levels = files.read_psq_names(text), PSQ_PLAYERS.search(text.splitlines()[0])
    names = [shown_name(name) for name in after] if after else [
        "a person" if levels and int(levels[side]) == files.PSQ_PERSON else "an engine" for side in (1, 2)]
    if levels and levels[3] == "1":     # the second player begins
        names.reverse()
    return dict(zip((BLACK, WHITE), names))


def read_openings(path: Path, setup: Setup) -> list[list[Point]]:
    """The openings of a file, in any format of matches.openings. OSError and ValueError say why there are none."""
    return openings.read(path, setup.width, setup.height)
