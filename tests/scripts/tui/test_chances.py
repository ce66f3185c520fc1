"""Chances and verdicts, beside those that the page reckons: both must say the same of the same values."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import unittest

from tui_path import BLACK, BLACK_WINS, ROOT, WHITE, Game, Setup, game_of

from matches.machine import Report
from matches.points import points
from tui.chances import Lines, Value, chance_words, value_of
from tui.game import Move
from tui.judging import BAD, GOOD, LOSING, MISSED, UNSURE, chances, tally_words, verdicts

PAGE = ROOT / "scripts" / "page"
SAMPLES = 300
ASK_PAGE = """
import {Game} from "./game/game.js";
import {reviewed, chancesOf} from "./analysis/review.js";
import {mainFrom} from "./game/tree.js";
let text = "";
for await (const piece of process.stdin) text += piece;
const {moves, tests} = JSON.parse(text);
const variant = {rule: 0, width: 15, height: 15, winLength: 5}, said = [];
for (const judged of tests) {
  const game = new Game(variant);
  for (const cell of moves) game.play(cell);
  said.push(ASKED);
}
console.log(JSON.stringify(said));
"""


def report(rank: int, depth: int, value: int, line: str, mate: int | None = None, nodes: int = 1) -> Report:
    return Report(False, rank, depth, "search", None if mate else value, mate, nodes, 1, tuple(points(line)))


class BestLines(unittest.TestCase):
    def best(self, lines: Lines, count: int = 3) -> list[str]:
        return [f"{''.join(map(str, one.line[0]))}:{one.value or one.mate}" for one in lines.best(count)]

    def test_sorted_and_no_move_twice(self) -> None:
        lines = Lines(3)
        for one in (report(1, 1, 10, "a1"), report(2, 1, 40, "b1"), report(3, 1, 20, "c1")):
            lines.hear(one)
        self.assertEqual(self.best(lines), ["10:40", "20:20", "00:10"])
        lines.hear(report(1, 2, 30, "c1d1"))
        self.assertEqual(self.best(lines), ["10:40", "20:30", "00:10"], "one of them is deeper now")
        lines.hear(report(2, 2, 5, "b1"))
        lines.hear(report(3, 2, 4, "d4"))
        self.assertEqual(self.best(lines), ["20:30", "10:5", "33:4"], "the iteration is through")
        self.assertEqual(lines.depth, 2)

    def test_a_win_comes_first_and_a_loss_last(self) -> None:
        lines = Lines(5)
        for one in (report(1, 1, 900, "a1"), report(2, 1, 0, "b1", mate=9), report(3, 1, 0, "c1", mate=3),
                    report(4, 1, 0, "d1", mate=-2), report(5, 1, 0, "e1", mate=-8)):
            lines.hear(one)
        self.assertEqual(self.best(lines, 5), ["20:3", "10:9", "00:900", "40:-8", "30:-2"])

    def test_the_answer_at_the_end_is_no_line_of_its_own(self) -> None:
        lines = Lines(1)
        lines.hear(report(1, 1, 10, "a1"))
        lines.hear(Report(True, 1, 1, "search", 10, None, 5, 5, ((0, 0),)))
        self.assertEqual(len(lines.best(9)), 1)

    def test_words(self) -> None:
        for value, to_move, words in ((Value(0), BLACK, "50 %"), (Value(180), BLACK, "73 %"), (Value(180), WHITE, "27 %"),
                                      (Value(9000), BLACK, "99 %"), (Value(0, 7), BLACK, "B in 7"),
                                      (Value(0, 7), WHITE, "W in 7"), (Value(0, -8), WHITE, "B in 8")):
            self.assertEqual(chance_words(value, to_move), words)


class Verdicts(unittest.TestCase):
    def test_each_kind(self) -> None:
        game = game_of("h8i9")
        for before, after, words in ((0, 0, GOOD), (0, 40, GOOD), (0, 80, UNSURE), (0, 200, BAD)):
            judged = {(): report(1, 1, before, "a1"), game.points[:1]: report(1, 1, after, "b1")}
            self.assertEqual(verdicts(game, judged)[0].words, words, after)
        win, loss = report(1, 1, 0, "a1", mate=5), report(1, 1, 0, "a1", mate=4)
        self.assertEqual(verdicts(game, {(): win, game.points[:1]: report(1, 1, 0, "b1")})[0].words, MISSED)
        found = verdicts(game, {(): report(1, 1, 0, "a1b1"), game.points[:1]: loss})
        self.assertEqual((found[0].words, found[0].better), (LOSING, tuple(points("a1b1"))))
        self.assertEqual(tally_words(found), ("Black: 1 mistake, 0 doubtful", "White: 0 mistakes, 0 doubtful"))
        same = {(): report(1, 1, 0, "h8b1"), game.points[:1]: loss}
        self.assertEqual(verdicts(game, same)[0].words, GOOD, "it is what Tengen would have played")

    def test_a_given_opening_is_nobodys(self) -> None:
        game = Game(Setup(), [Move(at, ms) for at, ms in zip(points("h8i9j10"), (0, 0, 5))], 3)
        judged = {game.points[:ply]: report(1, 1, 500, "a1") for ply in range(4)}
        self.assertEqual(list(verdicts(game, judged)), [2])
        game.moves[1] = Move((8, 8), 7)
        self.assertEqual(list(verdicts(game, judged)), [0, 1, 2], "a first move is a move")

    def test_the_stones_decide_the_end(self) -> None:
        game = game_of(BLACK_WINS)
        self.assertEqual(chances(game, {}), (None,) * 9 + (1.0,))
        game.look_at(3)
        self.assertEqual(chances(game, {})[-1], 1.0, "wherever one looks")


@unittest.skipUnless(shutil.which("node"), "there is no node")
class LikeThePage(unittest.TestCase):
    """Random values of the positions of a game, decided by its stones, judged here and there."""

    def ask_page(self, asked: str, tests: list) -> list:
        game = game_of(BLACK_WINS)
        cells = [y * 15 + x for x, y in game.points]
        script = ASK_PAGE.replace("ASKED", asked)
        done = subprocess.run(["node", "--input-type=module", "-e", script], cwd=PAGE, capture_output=True, text=True,
                              input=json.dumps({"moves": cells, "tests": tests}), check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def samples(self) -> list[dict[int, Report]]:
        dice, moves = random.Random(7), points(BLACK_WINS)
        found = []
        for _ in range(SAMPLES):
            judged = {}
            for ply in range(9):
                line = [moves[ply]] if dice.random() < 0.2 else points("a1b1")
                value, mate = dice.choice(((dice.randrange(-400, 400), None), (None, dice.choice((-9, -4, 3, 11)))))
                if dice.random() < 0.9:
                    judged[ply] = Report(True, 1, 5, "search", value, mate, 9, 9, tuple(line))
            found.append(judged)
        return found

    def test_verdicts_and_chances(self) -> None:
        samples = self.samples()
        game = game_of(BLACK_WINS)
        cells = [y * 15 + x for x, y in game.points]
        tests = [[[",".join(map(str, cells[:ply])), {
            "value": {"score": value_of(one).score, "winsIn": one.mate}, "depth": 5, "nodes": 9,
            "line": [y * 15 + x for x, y in one.line]}] for ply, one in judged.items()] for judged in samples]
        said = self.ask_page("{moves: reviewed(game, new Map(judged)), chances: chancesOf(game, new Map(judged))}", tests)
        kinds = {"missed": MISSED, "losing": LOSING, "mistake": BAD, "doubtful": UNSURE, "good": GOOD}
        seen = set()
        for judged, page in zip(samples, said):
            by_moves = {game.points[:ply]: one for ply, one in judged.items()}
            here = [(at, verdict.words, round(verdict.before, 9), round(verdict.after, 9))
                    for at, verdict in verdicts(game, by_moves).items()]
            there = [(move["at"], kinds[move["verdict"]], round(move["before"], 9), round(move["after"], 9))
                     for move in page["moves"]]
            self.assertEqual(here, there)
            known = [[ply, round(chance, 9)] for ply, chance in enumerate(chances(game, by_moves)) if chance is not None]
            self.assertEqual(known, [[ply, round(chance, 9)] for ply, chance in page["chances"]])
            seen |= {words for _, words, _, _ in here}
        self.assertEqual(seen, set(kinds.values()), "each kind was met")


if __name__ == "__main__":
    unittest.main()
