#!/usr/bin/env python3
"""Does scripts/page/README.md name every folder of the page, and does each module import from folders above its own only?"""

from __future__ import annotations

import os
import re
import unittest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "scripts" / "page"
IMPORT = re.compile(r'^import\b[^"]*"(\.[^"]*\.js)";', re.M)

Imports = dict[str, list[str]]      # of each module, game/rules.js for instance; "" is the folder of those beside the README


def listed() -> list[str]:
    """The folders in the first column of the first table, in order; below them all is what puts the page together."""
    table = (PAGE / "README.md").read_text().split("\n\n")[2]
    return [*re.findall(r"^\| `(\w+)/` \|", table, re.M), ""]


def modules() -> dict[str, Path]:
    return {name: PAGE / name for name in sorted(path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*.js"))
            if not name.startswith("node_modules/")}


def imports_of(name: str, path: Path) -> list[str]:
    return [os.path.normpath(os.path.join(os.path.dirname(name), other)) for other in IMPORT.findall(path.read_text())]


def closes_circle(name: str, imports: Imports) -> bool:
    """Does it import itself, by way of others?"""
    seen: set[str] = set()
    waiting = list(imports[name])
    while waiting:
        other = waiting.pop()
        if other not in seen:
            seen.add(other)
            waiting += imports.get(other, [])
    return name in seen


def faults(order: list[str], imports: Imports) -> list[str]:
    folders = {os.path.dirname(name) for name in imports}
    found = [f"{folder}/ is not in the table" for folder in sorted(folders - set(order))]
    found += [f"there is no {folder}/" for folder in order if not (PAGE / folder).is_dir()]
    if found:
        return found
    rank = {name: order.index(os.path.dirname(name)) for name in imports}
    found += [f"{name} imports {other}, which is not there" for name in imports for other in imports[name] if other not in rank]
    found += [f"{name} imports {other}, which is below it" for name in imports for other in imports[name]
              if rank.get(other, 0) > rank[name]]
    return found + [f"{name} imports itself" for name in imports if closes_circle(name, imports)]


class Modules(unittest.TestCase):
    def setUp(self) -> None:
        self.imports = {name: imports_of(name, path) for name, path in modules().items()}

    def test_the_table_is_true(self) -> None:
        self.assertIn("game/rules.js", self.imports["game/game.js"])
        self.assertIn("game/rules.js", self.imports["session/session.js"])
        self.assertEqual(faults(listed(), self.imports), [])

    def test_what_is_wrong_is_seen(self) -> None:
        order = listed()
        self.assertEqual(faults(order, self.imports | {"new/new.js": []}), ["new/ is not in the table"])
        self.assertEqual(faults(["gone", *order], self.imports), ["there is no gone/"])
        self.assertEqual(faults(order, self.imports | {"main.js": ["game/gone.js"]}),
                         ["main.js imports game/gone.js, which is not there"])
        self.assertEqual(faults(order, self.imports | {"languages/languages.js": ["game/points.js"]}),
                         ["languages/languages.js imports game/points.js, which is below it"])
        self.assertEqual(faults(order, self.imports | {"game/points.js": ["game/files.js"]}),
                         ["game/files.js imports itself", "game/points.js imports itself"])

    def test_every_module_says_what_it_is(self) -> None:
        for name, path in modules().items():
            self.assertRegex(path.read_text(), r"^(?://|/\*) \w", name)


if __name__ == "__main__":
    unittest.main()
