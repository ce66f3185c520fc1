#!/usr/bin/env python3
"""Are the rules of the page (scripts/page/game/rules.js) those of the referee? Compares both on every empty point of random positions.

Needs Node.js; without it the test is skipped, and says so. Positions are dense, so that rows, fours and threes are
common; the counts at the end show that every foul and every rule came up.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import unittest
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "scripts"))

from matches.referee import BLACK, RENJU, RULE_NAME, WHITE, Board     # noqa: E402 (the path comes first)

SKIPPED = 77
JUDGE = Path(__file__).with_name("judge.mjs")
POSITIONS = 100 * int(os.environ.get("TENGEN_TEST_SCALE", "1"))      # of each rule; some 60 points each
SEED = 22
COLOURS = (BLACK, WHITE)


def random_position(rule: int, dice: random.Random) -> Board:
    """Stones at random where there are already some, so that shapes come up that random play never makes."""
    win_length = 5 if rule == RENJU else dice.choice((3, 4, 5, 5, 5))
    board = Board(dice.randint(6, 12), dice.randint(6, 12), rule, win_length)
    black, white = dice.choice(((0.35, 0.1), (0.22, 0.04), (0.3, 0.3), (0.15, 0.4)))
    for cell in board.cells():
        chance = dice.random()
        if chance < black + white:
            board.place(cell, BLACK if chance < black else WHITE)
    return board


def as_json(board: Board) -> dict[str, Any]:
    stones = [[y * board.width + x, COLOURS.index(colour)] for (x, y), colour in board.stones.items()]
    return {"variant": {"rule": board.rule, "width": board.width, "height": board.height,
                        "winLength": board.win_length}, "stones": stones}


def judged_by_referee(board: Board) -> list[list[Any]]:
    """The same as judge.mjs prints."""
    judged = []
    for x, y in board.empty_cells():
        for index, colour in enumerate(COLOURS):
            foul = board.foul((x, y)) if board.rule == RENJU and colour == BLACK else None
            row = sorted(cell_y * board.width + cell_x for cell_x, cell_y in board.winning_cells((x, y), colour))
            judged.append([y * board.width + x, index, foul, row])
    return judged


class Rules(unittest.TestCase):
    def test_every_empty_point_of_random_positions(self) -> None:
        dice = random.Random(SEED)
        boards = [random_position(rule, dice) for rule in RULE_NAME for _ in range(POSITIONS)]
        lines = "".join(json.dumps(as_json(board)) + "\n" for board in boards)
        done = subprocess.run(["node", str(JUDGE)], input=lines, capture_output=True, text=True, check=True)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(answers), len(boards))
        seen: Counter[str] = Counter()
        for board, answer in zip(boards, answers):
            expected = judged_by_referee(board)
            self.assertEqual(answer, expected, f"rule {board.rule}, {board.win_length} in a row\n{board}")
            seen.update(foul for _, _, foul, _ in expected if foul)
            seen.update(f"win {board.rule}" for _, _, _, row in expected if row)
        for name in ("double-four", "double-three", "overline", *(f"win {rule}" for rule in RULE_NAME)):
            self.assertGreater(seen[name], 10, f"{name} hardly came up: {seen}")


if __name__ == "__main__":
    if not shutil.which("node"):
        print("skipped: there is no Node.js")
        sys.exit(SKIPPED)
    unittest.main()
