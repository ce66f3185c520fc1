"""The match tool from end to end: real processes, real folders, engines that misbehave in every way.

After each match the whole system is searched for what it may have left running: every mock carries the name of the
test's own folder in its command line.
"""

import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MATCH = ROOT / "scripts" / "match"
sys.path.insert(0, str(ROOT / "scripts"))

from matches import builtin, record  # noqa: E402
from matches.referee import Board  # noqa: E402

PATIENCE_S = 300    # for what takes seconds, on a machine that has other things to do
GONE_S = 30     # by then a process that was killed, or whose match was, is gone, however busy the machine
GENEROUS_MS = "2000"    # nobody is late by accident, however busy the machine
SHORT_MS = "200"        # for those who are late on purpose


class MatchTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.out = Path(self.folder.name) / "out"
        self.mock = Path(self.folder.name) / "mock.py"
        self.mock.write_text((HERE / "mock.py").read_text())
        self.mock.chmod(0o755)

    def tearDown(self):
        deadline = time.monotonic() + GONE_S
        while self.left_behind() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual([], self.left_behind())
        self.folder.cleanup()

    def left_behind(self):
        """Processes that carry the folder in their command line."""
        found = []
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = entry.read_bytes()
                state = (entry.parent / "stat").read_text().rsplit(")", 1)[1].split()[0]
            except OSError:
                continue
            if self.folder.name.encode() in words and state != "Z":
                found.append(words.replace(b"\0", b" ").decode())
        return found

    def command(self, *words, engines=("good", "good 2"), turn=GENEROUS_MS, openings="none"):
        """The command of a match, on empty boards unless the words say otherwise; openings=None leaves it to the tool."""
        players = [word for index, behaviour in enumerate(engines)
                   for word in ("--engine", f"{self.mock} {behaviour}", f"name={chr(ord('A') + index)}")]
        limits = ["--turn", turn, "--tolerance", "100"] if turn else []
        start = [] if "--openings" in words or openings is None else ["--openings", openings]
        return [sys.executable, str(MATCH), *players, *limits, *start, "--out", str(self.out), *words]

    def play(self, *words, **settings):
        done = subprocess.run(self.command(*words, **settings), capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual("", done.stderr)
        self.assertEqual(0, done.returncode)
        self.shown = done.stdout
        return record.read_file(self.out / "games.jsonl")

    def games_of(self, behaviour, *words, games="2", **settings):
        """Games of an engine of that behaviour against a good one."""
        return self.play("--games", games, *words, engines=(behaviour, "good"), **settings)[1]

    def assert_lost_by(self, behaviour, reason, *words, **settings):
        games = self.games_of(behaviour, *words, **settings)
        self.assertEqual([1, 2], sorted(game.number for game in games))
        for game in games:
            self.assertEqual((reason, 0), (game.reason, game.failed), game.words)
            self.assertIn("A ", game.words)
        self.assertIn(reason, self.shown)


class Misbehaviour(MatchTest):
    def test_crash_at_a_later_start(self):
        self.assert_lost_by(f"crash-at-start-from-2 1 {self.folder.name}/starts", record.CRASH)

    def test_refusing_a_later_start(self):
        self.assert_lost_by(f"refuse-start-from-2 1 {self.folder.name}/starts", record.NO_START)

    def test_crash_in_thought(self):
        self.assert_lost_by("crash", record.CRASH)

    def test_exit_in_thought(self):
        self.assert_lost_by("exit", record.CRASH)

    def test_crash_between_moves(self):
        self.assert_lost_by("crash-between", record.CRASH)

    def test_late(self):
        self.assert_lost_by("late", record.TIMEOUT, turn=SHORT_MS)

    def test_late_within_the_tolerance(self):
        games = self.games_of("late", "--tolerance", "5000", "--draw-after", "8")
        self.assertEqual([None, None], [game.failed for game in games])

    def test_late_by_the_match_clock(self):
        self.assert_lost_by("late", record.TIMEOUT, "--match", "400")

    def test_silent(self):
        self.assert_lost_by("silent", record.HANG, turn=SHORT_MS)

    def test_complaining(self):
        self.assert_lost_by("complain", record.HANG, turn=SHORT_MS)
        self.assertIn("what do you mean", self.shown)

    def test_garbage(self):
        self.assert_lost_by("garbage", record.GARBAGE)

    def test_occupied(self):
        self.assert_lost_by("occupied", record.ILLEGAL)

    def test_outside(self):
        self.assert_lost_by("outside", record.ILLEGAL)

    def test_negative(self):
        self.assert_lost_by("negative", record.GARBAGE)

    def test_flood(self):
        self.assert_lost_by("flood", record.HANG, turn=SHORT_MS)

    def test_line_without_end(self):
        self.assert_lost_by("long-line", record.GARBAGE)

    def test_memory(self):
        self.assert_lost_by("hog", record.MEMORY, "--memory", "60")

    def test_child_left_behind(self):
        self.assert_lost_by("child", record.CRASH)

    def test_talk_between_moves_is_no_answer(self):
        games = self.games_of("talk", "--draw-after", "12")
        self.assertEqual([None, None], [game.failed for game in games])

    def test_ignoring_end(self):
        games = self.games_of("ignore-end", "--draw-after", "8")
        self.assertEqual([None, None], [game.failed for game in games])

    def test_foul(self):
        openings = Path(self.folder.name) / "openings.txt"
        openings.write_text("h8a1i8a3g9a5g10a7\n")
        black, white = self.games_of("foul", "--rule", "4", "--openings", str(openings), "--draw-after", "14")
        self.assertEqual((record.FOUL, 0, 0), (black.reason, black.failed, black.black), black.words)
        self.assertNotEqual(record.FOUL, white.reason)

    def test_the_match_goes_on(self):
        """Every other game is lost by a crash; the good engine's processes live through all of it."""
        games = self.games_of("crash", games="10")
        self.assertEqual(10, len(games))
        self.assertEqual({record.CRASH}, {game.reason for game in games})


class WholeMatches(MatchTest):
    def test_everything_is_kept(self):
        report = Path(self.folder.name) / "report.html"
        match, games = self.play("--games", "6", "--concurrency", "2", "--report", str(report))
        self.assertEqual(set(range(1, 7)), {game.number for game in games})
        self.assertEqual(6, len(list((self.out / "games").glob("*.psq"))))
        self.assertEqual(6, (self.out / "games.pgn").read_text().count("[Result "))
        self.assertIn("<svg", report.read_text())
        for game in games:
            self.assert_replays(match, game)

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
        self.assertEqual(3, len({tuple(game.opening) for game in games.values()}))
        self.assertEqual(games[1].opening, games[7].opening)

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

    def stop(self, number):
        process = self.begin("--games", "400", "--concurrency", "2")
        self.wait_for_games(5)
        process.send_signal(number)
        shown, complaint = process.communicate(timeout=PATIENCE_S)
        return process.returncode, shown, complaint

    def test_ctrl_c_shows_what_there_is(self):
        code, shown, complaint = self.stop(signal.SIGINT)
        self.assertEqual((130, "match: stopped; --resume continues from here\n"), (code, complaint))
        self.assertIn("Elo", shown)

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

    def test_a_folder_is_not_overwritten(self):
        self.play("--games", "2")
        for words, complaint in ((("--games", "2"), "--resume"), (("--games", "4", "--resume"), "another match")):
            done = subprocess.run(self.command(*words), capture_output=True, text=True)
            self.assertEqual(2, done.returncode)
            self.assertIn(complaint, done.stderr)


class Parts(MatchTest):
    def test_parts_make_the_whole(self):
        """Jobs printed, run in any order, one of them killed and run again, merged: the same games and tables."""
        whole = self.play("--games", "12", "--seed", "3")[1]
        tables = self.shown
        self.out = self.out.with_name("parts")
        printed = subprocess.run(self.command("--games", "12", "--seed", "3", "--jobs", "3"), capture_output=True,
                                 text=True, check=True).stdout
        jobs = printed.splitlines()
        self.assertEqual(3, len(jobs))
        victim = subprocess.Popen(["sh", "-c", "exec " + jobs[1]], stdout=subprocess.DEVNULL)
        time.sleep(0.3)
        victim.kill()
        victim.wait()
        for job in reversed(jobs):
            subprocess.run(job, shell=True, check=True, stdout=subprocess.DEVNULL)
        folders = [str(self.out / f"part-{index}") for index in (1, 2, 3)]
        merged = subprocess.run([str(MATCH), "--merge", *folders, "--out", str(self.out)], capture_output=True,
                                text=True, check=True).stdout
        games = record.read_file(self.out / "games.jsonl")[1]
        self.assertEqual([game.moves for game in sorted(whole, key=lambda game: game.number)],
                         [game.moves for game in games])
        self.assertEqual(crosstable(tables), crosstable(merged))


def crosstable(shown):
    """The first of the final tables, with the results and without times."""
    lines = shown.splitlines()
    first = next(index for index, line in enumerate(lines) if line.split()[:2] == ["player", "games"])
    return lines[first:first + 3]


if __name__ == "__main__":
    unittest.main()
