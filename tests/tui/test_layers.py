"""The rooms of scripts/: an import only ever points down the list that the room's first file gives."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

from tui_path import ROOT

LISTED = re.compile(r"^    (\w+)  +\S", re.MULTILINE)
IMPORTED = re.compile(r"^(?:from \.(\w*) import (.+)|from (\w+)[. ].*)$", re.MULTILINE)


def order(room: Path) -> list[str]:
    return LISTED.findall((room / "__init__.py").read_text())


def imported(file: Path) -> list[str]:
    """The modules of its own room, and the other room where it looks into that."""
    names = []
    for module, members, package in IMPORTED.findall(file.read_text()):
        names += [module] if module else [name.strip() for name in members.split(",")] if members else [package]
    return names


class Floors(unittest.TestCase):
    def test_every_room_is_listed_and_every_import_points_down(self) -> None:
        for room in (ROOT / "scripts" / "parlour", ROOT / "scripts" / "arena"):
            listed = order(room)
            files = sorted(file.stem for file in room.glob("*.py") if not file.stem.startswith("__"))
            self.assertEqual(sorted(listed), files)
            for name in files:
                below = listed[listed.index(name) + 1:]
                above = set(imported(room / f"{name}.py")) & set(listed) - set(below)
                self.assertEqual(above, set(), f"{room.name}/{name} looks up")

    def test_the_arena_does_not_know_the_parlour(self) -> None:
        for file in (ROOT / "scripts" / "arena").glob("*.py"):
            self.assertNotIn("parlour", imported(file), file)

    def test_only_the_terminal_knows_curses(self) -> None:
        knows = [file.stem for file in (ROOT / "scripts" / "parlour").glob("*.py") if "import curses" in file.read_text()]
        self.assertEqual(knows, ["terminal"])


if __name__ == "__main__":
    unittest.main()
