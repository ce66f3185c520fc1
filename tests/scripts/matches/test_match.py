"""The match tool from end to end: real processes, real folders; whole matches, and stopped ones."""

import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from dataclasses import replace
from pathlib import Path

from mock_matches import PATIENCE_S, MatchTest
from matches import builtin, experiments, folder, keys, record, tables
from matches.openings import transformed
from matches.referee import Board


LISTING = """\
import sys
for line in sys.stdin:
    if line.startswith("ABOUT"):
        print('name="%s", version="1"')
    if line.startswith("HELP INFO"):
        print("MESSAGE INFO thread_num N  threads\\nMESSAGE INFO hash_size KB  table")
"""


class Settings(unittest.TestCase):
    def warned_of(self, name, **info):
        """What is said of the settings of an engine of that name."""
        with tempfile.TemporaryDirectory() as folder:
            engine = Path(folder) / "engine.py"
            engine.write_text(LISTING % name)
            player = record.Player("old", f"{sys.executable} {engine}", info)
            return keys.warnings([player])

    def test_a_misspelt_setting_is_told(self):
        self.assertEqual(["old has no INFO key treads (perhaps thread_num): it changes nothing"],
                         self.warned_of("Tengen", treads="4", HASH_SIZE="1"))
        self.assertEqual(["old has no INFO key zzz: it changes nothing"], self.warned_of("Tengen", zzz="1"))
        self.assertEqual([], self.warned_of("Tengen", thread_num="4"))

    def test_other_engines_are_believed(self):
        self.assertEqual([], self.warned_of("Rapfi", treads="4"))
        none = record.Player("none", "/nonexistent", {"treads": "4"})
        self.assertEqual([], keys.warnings([none]))


class WholeMatches(MatchTest):
    def test_everything_is_kept(self):
        report = Path(self.folder.name) / "report.html"
        match, games = self.play("--games", "6", "--concurrency", "2", "--report", str(report), "--row", "3206a23")
        self.assertEqual(set(range(1, 7)), {game.number for game in games})
        self.assertEqual(6, len(list((self.out / "games").glob("*.psq"))))
        self.assertIn("<svg", report.read_text())
        for game in games:
            self.assert_replays(match, game)
        row = self.shown.strip().split("\n")[-1]
        self.assertIsNone(experiments.fault(row), row)
        self.assertIn("\t3206a23\t", row)

    def assert_replays(self, match, game):
        board = Board(match.width, match.height, match.rule, match.win_length)
        kinds = [board.play(*move).kind for move in game.moves]
        self.assertEqual({"normal"}, set(kinds[:-1]))
        self.assertEqual({record.FIVE: "win", record.FULL_BOARD: "draw"}[game.reason], kinds[-1])
        self.assertEqual(len(game.moves) - len(game.opening), len(game.plies))
        self.assertTrue(all(ply.depth is not None and ply.score is not None for ply in game.plies))

    def test_colours_and_openings_of_pairs(self):
        openings = Path(self.folder.name) / "openings.txt"
        openings.write_text("h8h9i8\nc3d4\nk11k12\n")
        games = {game.number: game for game in self.play("--games", "8", "--openings", str(openings))[1]}
        for pair in range(4):
            one, other = games[2 * pair + 1], games[2 * pair + 2]
            self.assertEqual((one.black, one.white, one.opening), (other.white, other.black, other.opening))
            self.assertEqual(one.opening, one.moves[:len(one.opening)])
        self.assertEqual(games[7].opening, transformed(games[1].opening, 15, 15, 1))
        self.assertEqual(4, len({tuple(game.opening) for game in games.values()}))

    def test_no_game_is_played_twice(self):
        """One opening of eight images and one that is symmetric: 18 games, all different, and no more."""
        openings = Path(self.folder.name) / "openings.txt"
        openings.write_text("a1b1f3\nh8\n")
        words = "--openings", str(openings), "--nodes", "10", "--draw-after", "12"
        games = self.play("--games", "18", *words, turn="")[1]
        self.assertEqual(9, len({tuple(game.opening) for game in games}))
        self.assertEqual(18, len({tuple(game.moves) for game in games}))
        self.assertNotIn("Copies", self.shown)

    def test_openings_that_are_built_in(self):
        for rule, words in ((0, ()), (4, ("--size", "20"))):
            match, games = self.play("--games", "4", "--rule", str(rule), *words, openings=None)
            chosen = builtin.choose(rule, match.width, match.height, match.win_length)
            self.assertTrue(self.shown.startswith(f"openings: the {len(chosen.openings)} built in as {chosen.name}\n"))
            self.assertEqual(f"{chosen.name} (built in, {len(chosen.openings)})", match.openings)
            self.assertTrue(all(game.opening in chosen.openings for game in games))
            self.assertEqual(2, len({tuple(game.opening) for game in games}))
            self.out = self.out.with_name(f"after-{rule}")
        moved = self.play("--games", "2", "--size", "17", openings=None)[0]
        self.assertTrue(moved.openings.startswith("freestyle15 "))
        self.assertIn("freestyle15, in the middle of the 17x17 board\n", self.shown)

    def test_empty_boards(self):
        match, games = self.play("--games", "2")
        self.assertEqual(("", [[], []]), (match.openings, [game.opening for game in games]))
        self.assertNotIn("openings:", self.shown)
        self.out = self.out.with_name("tiny")
        match, games = self.play("--games", "2", "--size", "3", "--win-length", "3", openings=None)
        self.assertEqual(("", [[], []]), (match.openings, [game.opening for game in games]))
        self.assertTrue(self.shown.startswith("openings: none are built in for 3 in a row on 3x3"))

    def test_same_seed_same_games(self):
        first = self.play("--games", "6", "--seed", "5", "--concurrency", "2")[1]
        self.out = self.out.with_name("again")
        second = self.play("--games", "6", "--seed", "5")[1]
        self.assertEqual({game.number: game.moves for game in first}, {game.number: game.moves for game in second})

    def test_round_robin_and_gauntlet(self):
        games = self.play("--games", "2", engines=("good", "good 2", "good 3"))[1]
        self.assertEqual({(0, 1), (0, 2), (1, 2)}, {tuple(sorted((game.black, game.white))) for game in games})
        self.out = self.out.with_name("gauntlet")
        games = self.play("--games", "2", "--plan", "gauntlet", engines=("good", "good 2", "good 3"))[1]
        self.assertEqual({(0, 1), (0, 2)}, {tuple(sorted((game.black, game.white))) for game in games})

    def test_boards(self):
        for words in (("--size", "3", "--win-length", "3"), ("--size", "12x9", "--rule", "8"), ("--rule", "9"),
                      ("--size", "20", "--rule", "1")):
            self.out = self.out.with_name("-".join(words))
            match, games = self.play("--games", "2", *words)
            for game in games:
                self.assert_replays(match, game)

    def test_sprt_stops(self):
        games = self.play("--games", "1000", "--sprt", "0", "50", "--seed", "2",
                          engines=("good", "crash"))[1]
        self.assertLess(len(games), 200)
        self.assertIn("H1 accepted", self.shown)

    def test_nodes_alone(self):
        """Without any clock nobody is late."""
        games = self.play("--games", "2", "--nodes", "1000", turn="")[1]
        self.assertEqual([None, None], [game.failed for game in games])

    def test_suspended_and_restarted(self):
        games = self.play("--games", "2", "--suspend", "--restart")[1]
        self.assertEqual([None, None], [game.failed for game in games])


class Interrupted(MatchTest):
    def begin(self, *words):
        return subprocess.Popen(self.command(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait_for_games(self, count):
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            path = self.out / "games.jsonl"
            if path.exists() and path.read_text().count("\n") > count:
                return
            time.sleep(0.05)
        self.fail("no games")

    def stop(self, *numbers):
        process = self.begin("--games", "400", "--concurrency", "2")
        self.wait_for_games(5)
        for number in numbers:
            process.send_signal(number)
            time.sleep(0.01)
        shown, complaint = process.communicate(timeout=PATIENCE_S)
        return process.returncode, shown, complaint

    def test_ctrl_c_shows_what_there_is(self):
        code, shown, complaint = self.stop(signal.SIGINT)
        self.assertEqual((130, "match: stopped; --resume continues from here\n"), (code, complaint))
        self.assertIn("Elo", shown)

    def test_a_second_signal_changes_nothing(self):
        """The second comes while workers are being stopped, or the result is being shown."""
        for second in (signal.SIGINT, signal.SIGTERM):
            code, shown, _ = self.stop(signal.SIGINT, second)
            self.assertEqual(130, code)
            self.assertIn("Elo", shown)
            shutil.rmtree(self.out)

    def test_killed_leaves_nothing_running(self):
        self.stop(signal.SIGKILL)

    def test_resume(self):
        """Killed in the middle, its last line cut off, resumed twice: in the end every game was played once."""
        process = self.begin("--games", "40")
        self.wait_for_games(5)
        process.kill()
        process.communicate()
        path = self.out / "games.jsonl"
        path.write_bytes(path.read_bytes()[:-30])
        games = self.play("--games", "40", "--resume")[1]
        self.assertEqual(list(range(1, 41)), sorted(game.number for game in games))
        before = path.read_text()
        self.play("--games", "40", "--resume")
        self.assertEqual(before, path.read_text())

    def test_resume_with_more_games(self):
        """A match that ended and goes on to more games plays those of a match that was as long from the start."""
        self.play("--games", "4", "--seed", "3")
        begun = self.record()
        longer = self.play("--games", "10", "--seed", "3", "--resume")[1]
        self.assertEqual(10, self.record().games)
        self.assertEqual(begun.started, self.record().started)
        self.out = self.out.with_name("at-once")
        at_once = self.play("--games", "10", "--seed", "3")[1]
        self.assertEqual({game.number: game.moves for game in at_once}, {game.number: game.moves for game in longer})

    def record(self):
        return record.read_file(self.out / "games.jsonl")[0]

    def test_a_match_whose_later_rounds_were_copies(self):
        """As earlier versions played it: its copies are counted, and it is not gone on with."""
        openings = Path(self.folder.name) / "openings.txt"
        openings.write_text("a1b1f3\n")
        words = "--openings", str(openings), "--nodes", "10", "--draw-after", "12"
        first, second = sorted(self.play("--games", "2", *words, turn="")[1], key=lambda game: game.number)
        begun = replace(self.record(), games=6)
        copies = [replace(game, number=game.number + 2 * pair) for pair in (1, 2) for game in (first, second)]
        folder.write_record(self.out, begun, [first, second, *copies[:3]])
        done = subprocess.run(self.command("--games", "6", "--resume", *words, turn=""), capture_output=True, text=True)
        self.assertEqual((2, 1), (done.returncode, done.stderr.count("\n")), done.stderr)
        self.assertIn("game 3 has a1b1f3, here o1n1j3", done.stderr)
        self.assertEqual(5, len(record.read_file(self.out / "games.jsonl")[1]))
        shown = tables.final(begun, [first, second, *copies[:3]])
        self.assertIn("turned or mirrored: 3.", shown)
        self.assertRegex(shown, r"\n1  [AB] +2 ")

    def test_a_folder_is_not_overwritten(self):
        self.play("--games", "4")
        for words, complaint in ((("--games", "4"), "--resume"), (("--games", "2", "--resume"), "another match"),
                                 (("--games", "6", "--resume", "--seed", "5"), "another match: there seed is 1, here seed is 5\n"),
                                 (("--games", "4", "--resume", "--nodes", "7"), "there nodes is not set, here nodes is 7\n"),
                                 (("--games", "4", "--resume", "--each", "level=3"), " level=3\n")):
            done = subprocess.run(self.command(*words), capture_output=True, text=True)
            self.assertEqual(2, done.returncode)
            self.assertIn(complaint, done.stderr)
            self.assertNotIn("Player(", done.stderr)

    def test_a_rule_has_a_name(self):
        self.play("--games", "2", "--rule", "caro-exact-five")
        self.assertEqual(9, self.record().rule)
        done = subprocess.run(self.command("--rule", "gomoku"), capture_output=True, text=True)
        self.assertEqual(2, done.returncode)
        self.assertIn('"gomoku" is no rule: 0 freestyle, 1 standard, 4 renju, 8 caro, 9 caro exact five', done.stderr)


if __name__ == "__main__":
    unittest.main()
