"""The folder of a match: games.jsonl, the record; games/ with a .psq for each game.

One process at a time writes there: it holds the lock file. Another is refused, with the number of the holder.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Iterator, Optional

from . import files, record
from .record import Game, Match, Player
from .storage import append_text, claimed, new_folder, replace_text

GAMES_FILE, PSQ_FOLDER, LOCK_FILE = "games.jsonl", "games", ".lock"
NOT_COMPARED = ("started", "sprt")      # what a match may go on with otherwise than it began


@contextlib.contextmanager
def held(wanted: Optional[Path]) -> Iterator[Path]:
    """That folder, made if need be, or a new one if none is wanted; nobody else has it meanwhile.

    If nothing comes of it, a folder that was made for it goes again.
    """
    is_new = not (wanted and wanted.exists())
    folder = wanted or new_folder(default_name())
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with claimed(folder / LOCK_FILE, folder):
            yield folder
    finally:
        if is_new:
            with contextlib.suppress(OSError):      # it is not empty: something came of it
                folder.rmdir()


def default_name() -> Path:
    return Path(datetime.now().strftime("match-%Y%m%d-%H%M%S"))


def recorded(folder: Path, match: Match, resume: bool) -> tuple[Match, list[Game]]:
    """The match as it was begun there, or longer if more games are asked for, and its games.

    ValueError if there is something else, which must not be lost.
    """
    path = folder / GAMES_FILE
    if not path.exists():
        return match, []
    if not resume:
        raise ValueError(f"{folder} holds a match already; --resume continues it")
    before, games = record.read_file(path)
    before = replace(before, games=max(before.games, match.games))
    demand_same(match, before, path)
    return before, games


def demand_same(one: Match, other: Match, path: Path) -> None:
    for name in Match.__dataclass_fields__:
        if name not in NOT_COMPARED and getattr(one, name) != getattr(other, name):
            raise ValueError(f"{path} is another match: there {setting_words(name, getattr(other, name))}, "
                             f"here {setting_words(name, getattr(one, name))}")


def setting_words(name: str, value: Any) -> str:
    """A setting of a match in a sentence."""
    if name == "players":
        return f"the engines are {' and '.join(map(player_words, value))}"
    return f"{name.replace('_', ' ')} is {'not set' if value in (None, '') else value}"


def player_words(player: Player) -> str:
    """An engine as it was given on the command line."""
    return " ".join([player.command, f"name={player.name}", *(f"{key}={value}" for key, value in player.info.items())])


def write_record(folder: Path, match: Match, games: list[Game]) -> None:
    lines = [record.match_line(match), *map(record.game_line, games)]
    replace_text(folder / GAMES_FILE, "".join(f"{line}\n" for line in lines))


def add(folder: Path, match: Match, game: Game) -> None:
    """Write a game everywhere it belongs, the record first."""
    append_text(folder / GAMES_FILE, record.game_line(game) + "\n")
    files.write_psq(folder / PSQ_FOLDER, match, game)
