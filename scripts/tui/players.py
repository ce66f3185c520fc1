"""Players: a person, Tengen or any other engine, each at a strength.

A strength is a set of INFO settings and the longest time for a move: one of Tengen's ten levels, no search, a fixed depth
(which plays the same on every machine), a fixed time, or everything the machine has.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

from matches.console import on_one_line
from matches.game import UNLIMITED_MS
from matches.program import PROGRAM
from matches.referee import COLOUR_NAME

DEPTHS = (1, 2, 4, 6, 8, 10, 12, 16)
TIMES_MS = (100, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000)
LEVEL_NAMES = ("First steps", "Beginner", "Casual", "Steady", "Practised", "Good", "Club player", "Strong", "Very strong",
               "Full strength")     # protocol/README.md says what each overlooks; levels.js of the page has the same names
LEVEL_MS = 2000             # for a move: the last level needs them, and other engines, which know no levels
FULL_MS = 60_000            # for a move at full strength; Escape makes it shorter
DEPTH_OTHERS_MS = 60_000    # for engines that may not know max_depth

PROOFS = Path(__file__).resolve().parents[1] / "proofs"     # the engine that plays a proof; its one word is the file
PROOF_SUFFIX = ".proof"
STARTER = re.compile(r"python[\d.]*|wine(64)?|env|nice|(ba|da)?sh|java|node")  # a program that starts the engine


@dataclass(frozen=True)
class Strength:
    name: str                           # as it is kept and typed
    words: str                          # as it is shown
    info: tuple[tuple[str, int], ...]   # INFO key value
    limit_ms: Optional[int]             # for a move; None: no limit
    is_level: bool = False              # one of Tengen's ten

    def info_for(self, player: Player) -> dict[str, int]:
        """The INFO settings for that engine; only Tengen is sure to stop at a depth, and has these levels."""
        info = dict(self.info)
        if not player.is_tengen:
            info.pop("strength", None)
        if self.limit_ms is None and not player.is_tengen:
            info["timeout_turn"] = DEPTH_OTHERS_MS
        return info

    def words_for(self, player: Player) -> str:
        """What is shown beside its name: other engines know no levels."""
        return self.words if player.is_tengen or not self.is_level else by_time(LEVEL_MS).words


def by_level(level: int) -> Strength:
    return Strength(str(level), f"{level} {LEVEL_NAMES[level - 1]}", (("timeout_turn", LEVEL_MS), ("strength", level)), LEVEL_MS,
                    is_level=True)


def by_depth(depth: int) -> Strength:
    return Strength(f"depth {depth}", f"depth {depth}", (("timeout_turn", UNLIMITED_MS), ("max_depth", depth)), None)


def by_time(ms: int) -> Strength:
    words = f"{ms / 1000:g} s"
    return Strength(words, f"{words} a move", (("timeout_turn", ms),), ms)


WEIGHTS = Strength("weights", "weights, no search", (("timeout_turn", 0),), 0)
FULL = Strength("full", "full, with analysis", (
    ("timeout_turn", FULL_MS), ("thread_num", os.cpu_count() or 1), ("pondering", 1)), FULL_MS)
LEVELS = tuple(by_level(level) for level in range(1, len(LEVEL_NAMES) + 1))
STRENGTHS = (*LEVELS, WEIGHTS, *map(by_depth, DEPTHS), *map(by_time, TIMES_MS), FULL)
USUAL = by_level(4)         # a fair opponent for adults who know the game


def strength(name: str) -> Strength:
    """The one of that name; ValueError if there is none."""
    for known in STRENGTHS:
        if without_blanks(known.name) == without_blanks(name):
            return known
    raise ValueError(f"no strength {name!r}; there are {', '.join(known.name for known in STRENGTHS)}")


def without_blanks(name: str) -> str:
    """1s is the same as 1 s."""
    return "".join(name.split())


@dataclass(frozen=True)
class Player:
    command: str = ""               # of the engine; empty: a person
    strength: Strength = USUAL
    called: str = ""                # a person's own name

    @property
    def is_person(self) -> bool:
        return not self.command

    @property
    def is_tengen(self) -> bool:
        return self.command == TENGEN_COMMAND

    @property
    def is_proof(self) -> bool:
        return not self.is_person and str(PROOFS) in self.command

    @property
    def name(self) -> str:
        """Of a person who needs no other because the other side is an engine, or who has one."""
        return self.called or YOU if self.is_person else engine_name(self.command)

    @property
    def fault(self) -> Optional[str]:
        """Why it cannot play, as a sentence; None if nothing speaks against it."""
        return None if self.is_person else command_fault(self.command)


TENGEN_COMMAND = shlex.quote(str(PROGRAM))
PERSON = Player()
NAME_MAX = 30
YOU = "You"


def person(called: str) -> Player:
    return Player(called=on_one_line(called)[:NAME_MAX])


def names_of(players: dict[str, Player]) -> dict[str, str]:
    """By their colours. Two people without names are called by these."""
    are_people = all(player.is_person for player in players.values())
    return {colour: COLOUR_NAME[colour].capitalize() if are_people and not player.called else player.name
            for colour, player in players.items()}


def sentence_of(name: str, words: str) -> str:
    """What a player does, the verb first: Tengen puts a stone, but You put a stone."""
    does = re.sub(r"s(?!\w)", "", words, count=1) if name == YOU else words
    return f"{name} {does}"


def engine_name(command: str) -> str:
    """Tengen; the program's name for others, also behind what starts it: rival for wine ./pbrain-rival.exe."""
    if command == TENGEN_COMMAND:
        return "Tengen"
    try:
        programs = [Path(word).stem for word in shlex.split(command) if not word.startswith("-")]
    except ValueError:
        return command
    if str(PROOFS) in command:
        return f"the proof {programs[-1]}"
    name = next((program for program in programs if not STARTER.fullmatch(program)), command)
    return name.removeprefix("pbrain-")


def shown_name(player: str) -> str:
    """rival for C:\\brains\\pbrain-rival.exe, as Piskvork writes players down."""
    name = re.split(r"[\\/]", player.strip())[-1]
    return re.sub(r"\.(exe|zip)$", "", name, flags=re.IGNORECASE).removeprefix("pbrain-") or player


def proof_player(path: Path) -> Player:
    """Plays what the proof of that file says; no clock runs while it is read."""
    return Player(shlex.join([sys.executable, str(PROOFS), str(path.absolute())]), by_depth(1))


def from_here(command: str) -> str:
    """The command for wherever the board is opened next time: with the whole path of its program."""
    try:
        program, *words = shlex.split(command)
    except ValueError:
        return command
    path = Path(program).expanduser()
    return shlex.join([str(path.absolute()), *words]) if "/" in program and path.exists() else command


def command_fault(command: str) -> Optional[str]:
    """Why that is no program to be started, as a sentence; None if it may be one."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        return f"{command}: {error}"
    if not words:
        return "an engine needs a command, such as ./pbrain-rival"
    return None if shutil.which(words[0]) else f"there is no program {words[0]}"


# --- as they are kept ------------------------------------------------------------------------------------------------

def as_fields(player: Player) -> dict[str, Any]:
    fields = {"command": "tengen" if player.is_tengen else player.command, "strength": player.strength.name}
    return fields | ({"name": player.called} if player.called else {})


def from_fields(fields: dict[str, Any]) -> Player:
    """Tengen is kept by its name, because its checkout may move."""
    command = str(fields["command"])
    return Player(TENGEN_COMMAND if command == "tengen" else command, strength(str(fields["strength"])),
                  str(fields.get("name", "")))
