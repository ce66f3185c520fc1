"""The INFO keys that Tengen knows, against settings that are misspelt: engines pass over what they do not know.

Other engines have keys of their own and no list of them, so they are believed.
"""

import difflib
import re
import subprocess

from .engine import command_words
from .record import Player

PATIENCE_S = 20     # to list the keys, which takes no time at all on an idle machine
QUESTION = "ABOUT\nHELP INFO\nEND\n"
NAME = re.compile(r'name="Tengen"', re.MULTILINE)
KEY = re.compile(r"^MESSAGE INFO (\w+) ", re.MULTILINE)


def warnings(players: list[Player]) -> list[str]:
    """A sentence for each setting that an engine does not have."""
    return [f"{player.name} has no INFO key {key}{meant(key, known)}: it changes nothing"
            for player in players if player.info and (known := keys_of(player))
            for key in player.info if key.lower() not in known]


def keys_of(player: Player) -> list[str]:
    """What the engine lists if it is Tengen; nothing for any other, and for one that does not list."""
    try:
        said = subprocess.run(command_words(player.command), input=QUESTION, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, errors="replace", timeout=PATIENCE_S).stdout
    except (OSError, subprocess.TimeoutExpired):
        return []
    return KEY.findall(said) if NAME.search(said) else []


def meant(key: str, known: list[str]) -> str:
    close = difflib.get_close_matches(key.lower(), known, 1)
    return f" (perhaps {close[0]})" if close else ""
