"""What all commands share: error messages, exit statuses, and characters that cannot be shown.

A fault in the input or in a file is one line on standard error that begins with the name of the command; the exit
status is then REFUSED. Such faults are raised as ValueError or OSError with the text of that line. Any other exception
is a bug, and keeps its traceback.
"""

from __future__ import annotations

import argparse
import codecs
import io
import math
import os
import re
import sys
from pathlib import Path
from typing import Any, Callable, Mapping, NoReturn

from . import orphans

REFUSED, STOPPED = 2, 130       # exit statuses; the second is what a shell has for Ctrl-C

SHOWN = 60                      # characters of an odd text that are repeated
MS_MAX = 2147483647             # managers and engines hold milliseconds, nodes and the like in 32 bits
WORKERS_MAX = 1024              # at the same time: far above the cores of a machine
COUNT_MAX = 1_000_000           # of games, iterations and what else is counted in a list
SEED_MAX = 10 ** 17             # records hold numbers of up to 18 digits

# In place of letters that the terminal's encoding lacks: one for one, so that columns stay columns.
REPLACED = {"…": "~", "→": ">", "–": "-", "−": "-", "×": "x", "±": "~", "\N{NO-BREAK SPACE}": " "}
REPLACE = "tengen-replace"

# What CMake installs of scripts/, as tengen-match and so on; scripts/installed.in sets the variable.
INSTALLED, INSTALLED_VARIABLE = re.compile(r"\bscripts/(match|play|solve|verify)\b"), "TENGEN_NAME"

LINE_ENDS = set("\r\n")         # in a word that is sent to an engine they would make two lines of it


def run(name: str, command: Callable[[], int]) -> int:
    """The exit status of a whole command, which leaves no process behind."""
    open_streams()
    try:
        with orphans.ended():
            return ended(command)
    except KeyboardInterrupt:
        return complain(name, "stopped", STOPPED)
    except (ValueError, OSError) as error:
        return complain(name, words_of(error))
    finally:
        abandon_broken_output()


def open_streams() -> None:
    """Output never fails for a letter, nor for being closed."""
    codecs.register_error(REPLACE, replaced)
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=REPLACE)


def ended(command: Callable[[], int]) -> int:
    """The command's status, once all that it said has been written: --help, too, can meet a full disk."""
    try:
        status = command()
    except SystemExit as end:
        status = int(end.code or 0)
    sys.stdout.flush()
    return status


def abandon_broken_output() -> None:
    """Python flushes standard output once more when it ends, and would complain a second time."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(name: str, words: str, status: int = REFUSED) -> int:
    """Say it, and return the exit status for it."""
    print(f"{name}: {words}", file=sys.stderr)
    return status


def words_of(error: Exception) -> str:
    """An error on one line: for the system's, the file and what is wrong with it."""
    if not (isinstance(error, OSError) and error.strerror):
        return on_one_line(str(error))
    # Whoever writes a file names it (storage.named), and engines have pipes of their own: what is left is the output.
    return on_one_line(f"{error.filename or 'standard output'}: {error.strerror}")


def replaced(error: UnicodeError) -> tuple[str, int]:
    """What an encoder writes in place of what it cannot."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(REPLACED.get(letter, "?") for letter in error.object[error.start:error.end]), error.end


# --- words ------------------------------------------------------------------------------------------------------------

def on_one_line(text: str) -> str:
    """Whatever is no printable character becomes a blank, and many blanks become one."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def shown(text: str) -> str:
    """A text from outside in quotes, short and harmless enough to be repeated."""
    harmless = "".join(letter if letter.isprintable() else "?" for letter in text[:SHOWN])
    return f'"{harmless}…"' if len(text) > SHOWN else f'"{harmless}"'


DECIMAL = re.compile(r"[-+]?\d+", re.ASCII)


def decimal(text: str) -> int:
    """A number in words from outside. ValueError for what int() would read, too: digits of other scripts, blanks, 1_000."""
    if not DECIMAL.fullmatch(text):
        raise ValueError(f"{shown(text)} is no number")
    return int(text)


def is_decimal(text: str) -> bool:
    """Is it digits alone, and such as C programs know?"""
    return text.isascii() and text.isdecimal()


# --- options ----------------------------------------------------------------------------------------------------------

def as_called(text: str) -> str:
    """A text for people, in which installed commands have the names that they have there."""
    return INSTALLED.sub(r"tengen-\1", text) if INSTALLED_VARIABLE in os.environ else text


class Parser(argparse.ArgumentParser):
    """One whose --help names commands as they are called here, and fails where it cannot be written. A wrong word is told in
    one sentence, as all other faults are, and not behind the usage of all options."""

    def __init__(self, *, prog: str, **options: Any) -> None:
        super().__init__(prog=as_called(prog), **options)

    def format_help(self) -> str:
        return as_called(super().format_help())

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Words without an option may stand anywhere among the options, also where there may be none or several."""
        return self.parse_intermixed_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        words = message.removeprefix("argument ")
        more = "" if words != message else "; --help lists all options"
        sys.exit(complain(self.prog.rpartition("/")[2], on_one_line(words) + more))

    def print_help(self, file: Any = None) -> None:     # what it is called with has another type from mypy to mypy
        print(self.format_help(), end="", file=file or sys.stdout)


# --- values of options, for argparse ------------------------------------------------------------------------------------

def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads whole numbers from least to most."""
    def read(text: str) -> int:
        try:
            value = decimal(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{shown(text)} is not a whole number from {least} to {most}")
        return value
    return read


positive, not_negative, count = whole(1, MS_MAX), whole(0, MS_MAX), whole(1, COUNT_MAX)
seed, workers = whole(-SEED_MAX, SEED_MAX), whole(1, WORKERS_MAX)


def rule_of(names: Mapping[int, str]) -> Callable[[str], int]:
    """Reads a rule by its number or by its name, whose words a hyphen may join."""
    def read(text: str) -> int:
        for number, name in names.items():
            if text in (str(number), name, name.replace(" ", "-")):
                return number
        known = ", ".join(f"{number} {name}" for number, name in names.items())
        raise argparse.ArgumentTypeError(f"{shown(text)} is no rule: {known}")
    return read


def numbers(text: str) -> list[int]:
    """Reads one positive number or several, as in 100,500,2000"""
    return [positive(word) for word in text.split(",")]


def finite(text: str) -> float:
    """Reads a number, which must not be inf or nan."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number")
    return value


def path(text: str) -> Path:
    """Reads a path; nothing at all would be the folder one is in, which is hardly ever meant."""
    if not text:
        raise argparse.ArgumentTypeError("an empty path")
    return Path(text)


def file(text: str) -> Path:
    """Reads the path of a program: as a command, a name alone would be looked for in PATH."""
    return path(text).absolute()
