#!/usr/bin/env python3
"""Do scripts/ and the program mean the same by each opening rule?

usage: opening_rules.py PROGRAM

scripts/matches and scripts/page have the program's table, word by word. Random openings, most of whose steps are right, are
judged by the program and by both scripts, in JavaScript where there is Node.js. And the program plays every rule against
itself under the referee.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any, Sequence

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"
sys.path.insert(0, str(SCRIPTS))

from matches import opening_rules                               # noqa: E402 (the path comes first)
from matches.opening_rules import CHOOSE, Act, NotAllowed, Opening  # noqa: E402
from matches.engine import Engine                               # noqa: E402
from matches.game import Play                                   # noqa: E402
from matches.record import AGREED, Match, Player                # noqa: E402
from matches.referee import BLACK, RENJU, WHITE                 # noqa: E402

PROGRAM = sys.argv.pop(1)
PAGE_RULES = SCRIPTS / "page" / "game" / "opening_rule.js"
JUDGE = f"""
import {{readFileSync}} from "node:fs";
import {{Opening, TABLE}} from "{PAGE_RULES.as_uri()}";
const {{openings, pairs, variant}} = JSON.parse(readFileSync(0));
const allowed = openings.map(([rule, acts]) => acts.reduce((opening, act) => opening && opening.after(act), new Opening(rule, variant)) !== null);
const alike = pairs.map(([stones, one, other]) => Object.assign(new Opening("rif", variant), {{stones}}).areAlike(one, other));
console.log(JSON.stringify({{table: TABLE, allowed, alike}}));
"""
SIDE, MIDDLE = 9, 4
SYMMETRIC = (((4, 4), (4, 5), (4, 6), (4, 3)), ((4, 4), (5, 5), (6, 6), (3, 3)), ((4, 4), (5, 4), (5, 5), (4, 5)),
             ((4, 4), (4, 5), (5, 4), (5, 5)), ((4, 4), (5, 5), (5, 6), (6, 5)), ((4, 4), (3, 4), (5, 4), (6, 4)))
OPENINGS = 60               # of each rule
OFFERED = (7, 6)
STONES = 8                  # and the game is a draw
WRONG = 0.03               # of the steps, a little
PATIENCE_S = 300
Points = tuple[tuple[int, int], ...]


def lines_of_program(*lines: str) -> list[str]:
    done = subprocess.run([PROGRAM], input="\n".join([*lines, "END", ""]), capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    return done.stdout.splitlines()


def table() -> str:
    return "".join(f"{line}\n" for line in lines_of_program("INFO machine 1", "OPENING"))


def judged_by_page(games: Sequence[tuple[str, list[Act], bool]], cases: Sequence[tuple[Points, tuple[int, int]]]) -> Any:
    """The table of the page, and what it says of openings and of offers; None where there is no Node.js."""
    def cell(point: tuple[int, int]) -> int:
        return point[1] * SIDE + point[0] if 0 <= point[0] < SIDE and 0 <= point[1] < SIDE else -1

    if not shutil.which("node"):
        return None
    openings = [[name, [{"colour": (BLACK, WHITE).index(act.colour) if act.colour else None, "cells": list(map(cell, act.points)),
                         "announced": act.announced} for act in acts]] for name, acts, _ in games]
    asked = {"openings": openings, "pairs": [[list(map(cell, stones)), cell(OFFERED), cell(other)] for stones, other in cases],
             "variant": {"width": SIDE, "height": SIDE}}
    done = subprocess.run(["node", "--input-type=module", "-e", JUDGE], input=json.dumps(asked), capture_output=True, text=True,
                          timeout=PATIENCE_S, check=True)
    return json.loads(done.stdout)


def random_point(chance: random.Random, reach: int) -> tuple[int, int]:
    return MIDDLE + chance.randint(-reach, reach), MIDDLE + chance.randint(-reach, reach)


def random_act(chance: random.Random, opening: Opening) -> Act:
    """What the step may allow; now and then something else."""
    step = opening.step
    assert step is not None
    if chance.random() < (0.8 if step.kind == CHOOSE else WRONG):
        return Act(chance.choice((BLACK, WHITE)))
    step = opening.other or step
    count = opening.wanted(step) + (chance.random() < WRONG)
    points = random_points(chance, opening, count, step.square // 2 if step.square > 0 else MIDDLE)
    return Act(None, points, chance.choice((1, 2, 8, 10)) if bool(step.announces) != (chance.random() < WRONG) else 0)


def random_points(chance: random.Random, opening: Opening, count: int, reach: int) -> Points:
    if opening.offers and chance.random() > WRONG:
        return tuple(chance.choices(opening.offers, k=count))
    return tuple(random_point(chance, reach + (chance.random() < WRONG)) for _ in range(count))


def random_opening(chance: random.Random, rule: opening_rules.Rule) -> tuple[list[Act], bool]:
    """Steps of which all but the last are allowed, and whether the last one is."""
    opening, acts = Opening(rule, SIDE, SIDE), []
    while opening.step:
        acts.append(random_act(chance, opening))
        try:
            opening = opening.after(acts[-1])
        except NotAllowed:
            return acts, False
    return acts, True


def is_allowed_by_program(heard: list[str], steps: int) -> bool:
    """All openings are whole, or end in a step that is refused: so none is answered by an act."""
    *_, line = heard
    if line == "ERROR the opening is over: BOARD asks for the move":
        return True
    assert line.startswith(f"ERROR step {steps} of the opening: "), line
    return False


class OpeningRules(unittest.TestCase):
    def test_tables_are_those_of_the_program(self) -> None:
        self.assertEqual(opening_rules.TABLE.read_text(), table())

    def test_what_is_allowed(self) -> None:
        chance = random.Random(1)
        games = [(rule.name, *random_opening(chance, rule)) for rule in opening_rules.rules().values() for _ in range(OPENINGS)]
        asked = [line for name, acts, _ in games for line in (f"OPENING {name}", *(act.words for act in acts), "DONE")]
        heard = [line for line in lines_of_program(f"START {SIDE}", *asked) if line != "OK"]
        self.assertEqual(len(games), len(heard), [line for line in heard if not line.startswith("ERROR")])
        for (name, acts, is_allowed), line in zip(games, heard):
            self.assertEqual(is_allowed, is_allowed_by_program([line], len(acts)), (name, [act.words for act in acts], line))
        if page := judged_by_page(games, []):
            self.assertEqual(page["table"], [table_line.split()[4::2] for table_line in table().splitlines()])
            inside = [all(0 <= number < SIDE for act in acts for point in act.points for number in point) for _, acts, _ in games]
            self.assertEqual([is_allowed for (_, _, is_allowed), known in zip(games, inside) if known],
                             [is_allowed for is_allowed, known in zip(page["allowed"], inside) if known])
        for name in opening_rules.rules():
            self.assertEqual({True, False}, {is_allowed for each, _, is_allowed in games if each == name}, name)

    def test_offers_that_are_alike(self) -> None:
        """The program refuses the offers, or else the line behind them."""
        board = [(x, y) for x in range(SIDE) for y in range(SIDE)]
        cases = [(stones, other) for stones in SYMMETRIC for other in board if other not in (*stones, OFFERED)]
        asked = [line for stones, other in cases for line in
                 ("OPENING rif", *(Act(None, (stone,)).words for stone in stones[:3]), "WHITE", Act(None, stones[3:]).words,
                  Act(None, (OFFERED, other)).words, "BLACK", "DONE")]
        heard = [line for line in lines_of_program(f"START {SIDE}", *asked) if line != "OK"]
        found = [Opening(opening_rules.rules()["rif"], SIDE, SIDE, stones=stones).are_alike(OFFERED, other) for stones, other in cases]
        self.assertEqual(found, [line.startswith("ERROR step 6") for line in heard])
        self.assertGreater(sum(found), len(SYMMETRIC))
        if page := judged_by_page([], cases):
            self.assertEqual(found, page["alike"])

    def test_boards(self) -> None:
        for name, rule in opening_rules.rules().items():
            for width, height in ((4, 9), (5, 6), (9, 9), (9, 10), (15, 15), (7, 15)):
                heard = lines_of_program("INFO timeout_turn 0", f"RECTSTART {width},{height}", f"OPENING {name}")
                self.assertEqual(rule.fault(width, height, 5) is not None, heard[-1].startswith("ERROR"), (name, width, height))

    def test_every_rule_is_played(self) -> None:
        engines = Engine(PROGRAM), Engine(PROGRAM)
        for name in opening_rules.rules():
            match = Match([Player("a", PROGRAM), Player("b", PROGRAM)], RENJU, SIDE, SIDE, 5, "", 2, 10, None, 0, None, None,
                          PATIENCE_S * 1000, 0, "", 1, None, "", name)
            game = Play(match, 1, (0, 1), [], engines, draw_after=STONES).run()
            self.assertEqual(AGREED, game.reason, game.words)
            self.assertIn(len(game.opening), (3, 5))
            self.assertEqual({0, 1}, {game.black, game.white})
        for engine in engines:
            engine.leave()


if __name__ == "__main__":
    unittest.main()
