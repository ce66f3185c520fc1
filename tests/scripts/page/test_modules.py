#!/usr/bin/env python3
"""Does scripts/page/README.md name every module of the page, and does each import only modules above it in that list?"""

from __future__ import annotations

import re
import unittest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "scripts" / "page"
IMPORT = re.compile(r'^(?:import\b[^"]*|  from )"\./(\w+)\.js";', re.M)
NEEDS_ENGINE = ("main", "engine")       # the one import that points down
# What belongs to the engine in its worker, and to building, is no part of the page.
NOT_OF_THE_PAGE = {"worker", "runtime", "pipe"}


def listed() -> list[str]:
    """The modules in the first column of the first table, in order."""
    table = (PAGE / "README.md").read_text().split("\n\n")[2]
    rows = [re.match(r"\| ([^|]*) \|", line) for line in table.splitlines()]
    return [name for row in rows if row for name in re.findall(r"`(\w+)`", row[1])] + ["no_engine", "no_languages"]


def faults(order: list[str], imports: dict[str, list[str]]) -> list[str]:
    found = [f"{name} is not in the table" for name in sorted(set(imports) - set(order))]
    found += [f"there is no {name}" for name in order if name not in imports and name != "engine"]
    return found + [f"{name} imports {other}, which is below it" for name in imports for other in imports[name]
                    if name in order and (name, other) != NEEDS_ENGINE
                    and (other not in order or order.index(other) >= order.index(name))]


class Modules(unittest.TestCase):
    def setUp(self) -> None:
        self.imports = {path.stem: IMPORT.findall(path.read_text()) for path in PAGE.glob("*.js")
                        if path.stem not in NOT_OF_THE_PAGE | {"engine"}}

    def test_the_list_is_true(self) -> None:
        self.assertIn("rules", self.imports["game"])
        self.assertEqual(faults(listed(), self.imports), [])

    def test_what_is_wrong_is_seen(self) -> None:
        order = listed()
        self.assertEqual(faults(order, self.imports | {"new": []}), ["new is not in the table"])
        self.assertEqual(faults([*order, "gone"], self.imports), ["there is no gone"])
        self.assertEqual(faults(order, self.imports | {"rules": ["game"]}), ["rules imports game, which is below it"])

    def test_every_module_says_what_it_is(self) -> None:
        for path in PAGE.glob("*.js"):
            self.assertRegex(path.read_text(), r"^(?://|/\*) \w", path.name)


if __name__ == "__main__":
    unittest.main()
