"""scripts/collect from end to end: which positions it takes out of a game, when engines say this or that of them."""

from __future__ import annotations

import json
import shlex
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Optional

import forked
from matches_path import MOCK, MOVES, OPENING, ROOT, game, match

from matches import collect, puzzlefile, record
from matches.record import Ply
from matches.referee import BLACK, Board

COLLECT = ROOT / "scripts" / "collect"
PATIENCE_S = 300    # for what takes seconds, on a machine that has other things to do
WIN, LOSS, OPEN = "eval +M3 nodes 9", "eval -M4 nodes 9", "eval 5 nodes 9"

# Black wins MOVES, three of which are the opening. White answers with the moves of indices 3, 5 and 7.
ANNOUNCED = 6       # the move with which black first says so, here


def plies(announced: int = ANNOUNCED, mate: int = 3, value: float = -100.0) -> list[Ply]:
    """What the players said of themselves; the others all think the same."""
    answers = range(len(OPENING), len(MOVES))
    return [Ply(100.0, mate=mate) if index == announced else Ply(100.0, score=value) for index in answers]


class Collecting(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.out = self.folder / "blunders.json"

    def engine(self, name: str, said: dict[Any, str], move: str = "0,0") -> str:
        """One that says so of positions with so many stones, and that plays a1. What it hears is kept."""
        plan = {stones: [f"MESSAGE depth 3 {words}", move] for stones, words in said.items()}
        words = [sys.executable, str(MOCK), "plan", json.dumps(plan), str(self.folder / f"{name}.heard")]
        return f"{name}={shlex.join(words)}"

    def collect(self, games: list[record.Game], *engines: str, words: tuple[str, ...] = (), **settings: Any) -> list[Any]:
        """The entries that it writes."""
        played = self.folder / "played"
        played.mkdir(exist_ok=True)
        lines = [record.match_line(match(**settings)), *map(record.game_line, games)]
        (played / "games.jsonl").write_text("".join(f"{line}\n" for line in lines))
        options = [word for engine in engines for word in ("--engine", engine)]
        command = [sys.executable, str(COLLECT), str(played), *options, "--out", str(self.out), *words]
        done = forked.run(command, self.folder, PATIENCE_S)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return json.loads(self.out.read_text())

    def stones(self, said: dict[int, str], **changes: Any) -> Optional[int]:
        """How many are on the board in the only entry, if there is one."""
        facts: dict[str, Any] = {"plies": plies(), **changes}
        entries = self.collect([game(1, 0, 1, **facts)], self.engine("judge", said))
        self.assertLessEqual(len(entries), 1)
        return len(entries[0]["black"] + entries[0]["white"]) if entries else None

    def questions(self, name: str) -> int:
        path = self.folder / f"{name}.heard"
        return path.read_text().count("BOARD") if path.exists() else 0

    def test_the_entry(self) -> None:
        entries = self.collect([game(1, 0, 1, plies=plies())], self.engine("judge", {6: WIN, 5: OPEN}))
        rest = {key: value for key, value in entries[0].items() if key not in ("id", "half")}
        self.assertEqual(rest, {
            "kind": "blunder", "rule": "freestyle", "size": 15, "side": "black", "black": ["h8", "h9", "h10"],
            "white": ["i9", "i10", "i11"], "losing": ["i11"], "win": "a1", "plies": 3, "by": "old", "prover": "judge"})
        (one,) = puzzlefile.read(self.out)
        self.assertEqual((one.board().moves, one.board().to_move), (MOVES[:6], BLACK))
        self.assertEqual(one.before().moves, MOVES[:5])

    def test_a_win_must_be_proved_and_there_must_have_been_a_choice(self) -> None:
        self.assertEqual(self.stones({6: WIN, 5: OPEN}), 6)
        self.assertEqual(self.stones({6: OPEN, 5: OPEN}), None)
        self.assertEqual(self.stones({6: LOSS, 5: OPEN}), None)
        self.assertEqual(self.stones({6: WIN, 5: LOSS, 4: OPEN}), None)

    def test_the_move_before_is_to_blame_if_there_was_no_choice(self) -> None:
        self.assertEqual(self.stones({6: WIN, 5: LOSS, 4: WIN, 3: OPEN}), 4)
        self.assertEqual(self.stones({6: WIN, 5: LOSS, 4: WIN, 3: LOSS}), None)

    def test_who_says_it_first(self) -> None:
        """The loser may, and then it is too late already; a claim that did not come true is none."""
        said = {8: WIN, 7: OPEN, 6: WIN, 5: OPEN, 4: WIN, 3: OPEN}
        self.assertEqual(self.stones(said, plies=plies(announced=8)), 8)
        self.assertEqual(self.stones(said, plies=plies(announced=7, mate=-4)), 6)
        self.assertEqual(self.stones(said, plies=plies(announced=7, mate=4)), None)
        self.assertEqual(self.stones(said, plies=plies(announced=4)), 4)
        self.assertEqual(self.stones(said, plies=plies(announced=3, mate=-4)), None)

    def test_a_position_must_have_been_playable(self) -> None:
        self.assertEqual(self.stones({6: WIN, 5: OPEN}, plies=plies(value=collect.PLAYABLE)), 6)
        self.assertEqual(self.stones({6: WIN, 5: OPEN}, plies=plies(value=collect.PLAYABLE - 1)), None)
        sunk = plies()
        sunk[5 - len(OPENING)].score = collect.PLAYABLE - 1     # the move before was playable, and this one is not
        self.assertEqual(self.stones({6: WIN, 5: OPEN}, plies=sunk), None)

    def test_games_that_say_nothing(self) -> None:
        self.assertEqual(self.stones({6: WIN, 5: OPEN}, score=record.DRAW), None)
        self.assertEqual(self.stones({6: WIN, 5: OPEN}, reason=record.CRASH), None)
        self.assertEqual(self.questions("judge"), 0)

    def test_several_engines(self) -> None:
        """Any may prove the win, all must leave a choice, and who announced the win is asked first."""
        games = [game(1, 0, 1, plies=plies())]
        for other, new, prover in ((WIN, OPEN, "other"), (OPEN, WIN, "new"), (WIN, WIN, "new")):
            engines = [self.engine("other", {6: other, 5: OPEN}), self.engine("new", {6: new, 5: OPEN})]
            self.assertEqual([one["prover"] for one in self.collect(games, *engines)], [prover])
        self.assertEqual(self.collect(games, self.engine("a", {6: WIN, 5: LOSS}), self.engine("b", {6: WIN, 5: OPEN})), [])

    def test_other_moves_that_lose(self) -> None:
        """What an engine would play there loses, too, if any of them proves it."""
        games, words = [game(1, 0, 1, plies=plies())], ("--probe", "20,30")
        for said, losing in ((WIN, ["i11", "a1"]), (OPEN, ["i11"])):
            plans = {"x": {6: WIN, 5: OPEN, "6 0,0": OPEN}, "y": {6: WIN, 5: OPEN, "6 0,0": said}}
            engines = [self.engine(name, plan) for name, plan in plans.items()]
            self.assertEqual(self.collect(games, *engines, words=words)[0]["losing"], losing)
            self.assertEqual(self.collect(games, *engines)[0]["losing"], ["i11"])
        self.assertIn("max_node 20\n", (self.folder / "x.heard").read_text())
        for move in ("8,10", "7,7"):     # the one that was played, and one that nobody can play
            (one,) = self.collect(games, self.engine("x", {6: WIN, 5: OPEN}, move), words=words)
            self.assertEqual(one["losing"], ["i11"])

    def test_answers_are_asked_for_once(self) -> None:
        games, words = [game(1, 0, 1, plies=plies())], ("--answers", str(self.folder / "answers"))
        engine = self.engine("judge", {6: WIN, 5: OPEN})
        first = self.collect(games, engine, words=words)
        self.assertEqual(self.questions("judge"), 2)
        self.assertEqual(self.collect(games, engine, words=words), first)
        self.assertEqual(self.questions("judge"), 2)
        self.collect(games, engine, words=(*words, "--nodes", "77"))
        self.assertEqual(self.questions("judge"), 4)
        self.assertIn("max_node 77\n", (self.folder / "judge.heard").read_text())

    def test_mirror_images_are_one_position(self) -> None:
        mirrored = [(y, 14 - x) for x, y in MOVES]
        again = game(2, 0, 1, plies=plies(), moves=mirrored, opening=mirrored[:len(OPENING)])
        self.assertEqual(len(self.collect([game(1, 0, 1, plies=plies()), again], self.engine("judge", {6: WIN}))), 1)

    def test_the_fingerprint(self) -> None:
        """Colours, the side to move and the rule count; the order of the moves does not."""
        def of(moves: list[tuple[int, int]], rule: int = 0, size: int = 15) -> str:
            board = Board(size, size, rule)
            for move in moves:
                board.play(*move)
            return collect.fingerprint(board)

        moves = [(1, 2), (3, 4), (5, 6), (2, 9)]
        images = [moves, [moves[2], moves[1], moves[0], moves[3]], [(y, x) for x, y in moves],
                  [(14 - x, y) for x, y in moves]]
        self.assertEqual(len({of(image) for image in images}), 1)
        others = [of(moves[:3]), of([moves[1], moves[0], moves[3], moves[2]]), of(moves, rule=1), of(moves, size=16)]
        self.assertEqual(len({of(moves), *others}), 5)

    def test_the_same_file_whatever_the_order(self) -> None:
        other = [(x, y - 3) for x, y in MOVES]
        games = [game(1, 0, 1, plies=plies()), game(2, 0, 1, plies=plies(), moves=other, opening=other[:3])]
        found = self.collect(games, self.engine("judge", {6: WIN}))
        self.assertEqual(len(found), 2)
        self.assertEqual(self.collect(games[::-1], self.engine("judge", {6: WIN})), found)
        self.assertEqual(self.collect(games[::-1], self.engine("judge", {6: WIN}), words=("--concurrency", "2")), found)

    def test_games_that_break_the_rules(self) -> None:
        self.collect([], self.engine("judge", {}))
        bad = [*MOVES[:4], MOVES[0], *MOVES[5:]]
        with self.assertRaisesRegex(AssertionError, "game 1 breaks the rules at h8"):
            self.collect([game(1, 0, 1, plies=plies(), moves=bad)], self.engine("judge", {6: WIN}))
        with self.assertRaisesRegex(AssertionError, "square boards"):
            self.collect([], self.engine("judge", {}), width=16)


if __name__ == "__main__":
    unittest.main()
