"""engine/experiments.tsv: what was measured, a row for each experiment. `python3 scripts/matches/experiments.py` checks it.

usage: experiments.py [FILE]

`scripts/sprt --table` and `scripts/match --row` print rows in just this form, to be appended. COLUMNS says what stands where;
engine/EXPERIMENTS.md explains the words of the conditions. A cell has no line end and no tab; minus is "-".
"""

from __future__ import annotations

import re
import sys
from datetime import date
from pathlib import Path
from typing import Optional

FILE = Path(__file__).resolve().parents[2] / "engine" / "experiments.tsv"

NUMBER, ELO = r"\d+", r"-?\d+"
COLUMNS = {     # each with the pattern of its cells
    "subject": "change|together|level|opponent|games|search|solver|weights|prover",
    "date": r"\d{4}-\d\d-\d\d",
    "commit": "[0-9a-f]{7}|a program",          # the state that was measured, or that has the figure
    "change": r"(?!the same\b)\S.*",            # what is compared, the new state first; or what the figure says
    "conditions": r"(?!the same\b)(\S.*)?",     # rule, board if it is not 15×15, time or nodes of each move, openings
    "games": f"({NUMBER})?",                    # how many were played to their end
    "elo": f"({ELO})?",
    "low": f"({ELO})?",                         # the ends of the 95 % interval
    "high": f"({ELO})?",
    "sprt": f"({ELO} {ELO})?",                  # its bounds in Elo
    "llr": r"(-?\d+\.\d\d)?",
    "figure": r"(\S.*)?",                       # where no Elo was measured: one number, or those that `change` names
    "verdict": "in|out|open|ahead|figure",      # in the program; tried and left out; nothing was decided; stronger than another
}
HEAD = "\t".join(COLUMNS)
MATCHES = ("change", "together", "level", "opponent")


def row(**cells: object) -> str:
    """The line of a row; columns that are not named stay empty. ValueError if it is none."""
    line = "\t".join(str(cells.get(name, "")) for name in COLUMNS)
    wrong = fault(line)
    if wrong:
        raise ValueError(f"no row of {FILE.name}: {wrong}")
    return line


def fault(line: str) -> Optional[str]:
    """What is wrong with a row; None: nothing."""
    values = line.split("\t")
    if len(values) != len(COLUMNS):
        return f"{len(values)} cells, not {len(COLUMNS)}"
    cells = dict(zip(COLUMNS, values))
    for name, pattern in COLUMNS.items():
        if not re.fullmatch(pattern, cells[name]) or cells[name] != cells[name].strip():
            return f"{name} is {cells[name]!r}"
    return fault_of_day(cells["date"]) or fault_of_figures(cells)


def fault_of_day(day: str) -> Optional[str]:
    try:
        date.fromisoformat(day)
    except ValueError:
        return f"there is no day {day}"
    return None


def fault_of_figures(cells: dict[str, str]) -> Optional[str]:
    is_match = cells["subject"] in MATCHES
    if bool(cells["figure"]) == bool(cells["elo"]):
        return "there must be either Elo or a figure"
    if (cells["low"] == "") != (cells["high"] == "") or (cells["low"] and not cells["elo"]):
        return "an interval has two ends, and Elo within"
    if cells["low"] and not int(cells["low"]) <= int(cells["elo"]) <= int(cells["high"]):
        return f"{cells['elo']} does not lie from {cells['low']} to {cells['high']}"
    if cells["elo"] and not (cells["games"] and is_match):
        return "Elo needs the games, and a subject that has matches"
    if cells["elo"] and cells["verdict"] == "figure":
        return "a match needs a verdict"
    if cells["llr"] and not cells["sprt"]:
        return "an LLR needs the bounds of its SPRT"
    return None


def faults(text: str) -> list[str]:
    """What is wrong with a file, each with the number of its line."""
    lines = text.split("\n")
    wrong = [] if lines[0] == HEAD else [f"1: the first line must be {HEAD!r}"]
    wrong += [] if lines[-1] == "" else [f"{len(lines)}: the last line has no end"]
    return wrong + [f"{number}: {found}" for number, line in enumerate(lines[1:-1], 2) for found in [fault(line)] if found]


def main(arguments: list[str]) -> Optional[str]:
    path = Path(arguments[0]) if arguments else FILE
    wrong = faults(path.read_text(encoding="utf-8"))
    return "\n".join(f"{path}:{one}" for one in wrong) or None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
