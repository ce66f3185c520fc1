"""The packages of scripts/: an import only ever points down the list that the __init__.py of the package gives."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

from tui_path import ROOT

LISTED = re.compile(r"^    (\w+)  +\S", re.MULTILINE)
IMPORTED = re.compile(r"^(?:from \.(\w*) import (.+)|from (\w+)[. ].*)$", re.MULTILINE)


def order(package: Path) -> list[str]:
    return LISTED.findall((package / "__init__.py").read_text())


def imported(file: Path) -> list[str]:
    """The modules of its own package, and the name of the other package where it imports that."""
    names = []
    for module, members, other in IMPORTED.findall(file.read_text()):
        names += [module] if module else [name.strip() for name in members.split(",")] if members else [other]
    return names


class Layers(unittest.TestCase):
    def test_every_module_is_listed_and_every_import_points_down(self) -> None:
        for package in (ROOT / "scripts" / name for name in ("tui", "matches", "proofs")):
            listed = order(package)
            files = sorted(file.stem for file in package.glob("*.py") if not file.stem.startswith("__"))
            self.assertEqual(sorted(listed), files)
            for name in files:
                below = listed[listed.index(name) + 1:]
                above = set(imported(package / f"{name}.py")) & set(listed) - set(below)
                self.assertEqual(above, set(), f"{package.name}/{name} looks up")

    def test_matches_does_not_import_tui(self) -> None:
        for file in (ROOT / "scripts" / "matches").glob("*.py"):
            self.assertNotIn("tui", imported(file), file)

    def test_proofs_share_no_rule_with_matches(self) -> None:
        """What checks a proof must not know what made it, nor the referee."""
        for file in (ROOT / "scripts" / "proofs").glob("*.py"):
            others = {other for _, _, other in IMPORTED.findall(file.read_text())} & {"matches", "tui"}
            self.assertLessEqual(others, {"matches"} if file.stem in ("command", "solving") else set(), file)
            self.assertNotRegex(file.read_text(), r"(?m)^(from|import) .*referee", file)

    def test_only_the_terminal_knows_curses(self) -> None:
        knows = [file.stem for file in (ROOT / "scripts" / "tui").glob("*.py") if "import curses" in file.read_text()]
        self.assertEqual(knows, ["terminal"])


if __name__ == "__main__":
    unittest.main()
