"""The match tool and engines that misbehave in every way: each is told apart, loses its game, and leaves nothing running."""

import unittest
from pathlib import Path

from mock_matches import MatchTest
from matches import record
from matches.engine import REMARKS_MAX, UNLIMITED_MS, Engine

SHORT_MS = "200"        # for those who are late on purpose


class Misbehaviour(MatchTest):
    def test_crash_at_a_later_start(self):
        self.assert_lost_by(f"crash-at-start-from-2 1 {self.folder.name}/starts", record.CRASH)

    def test_refusing_a_later_start(self):
        self.assert_lost_by(f"refuse-start-from-2 1 {self.folder.name}/starts", record.NO_START)

    def test_refusing_a_start_once(self):
        games = self.games_of(f"refuse-start-at-2 1 {self.folder.name}/starts", "--draw-after", "8")
        self.assertEqual([None, None], [game.failed for game in games])

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

    def test_talk_without_end(self):
        self.assert_lost_by("talk-on", record.HANG, turn=SHORT_MS)

    def test_flood_that_no_clock_ends(self):
        self.assert_lost_by("flood", record.GARBAGE, "--nodes", "100", turn="")
        self.assertIn("wrote more than 16 MiB and no answer", self.shown)

    def test_many_words_before_a_move(self):
        """Are allowed; the last ones are kept."""
        engine = Engine(f"{self.mock} chatty")
        try:
            engine.start("START 15", [], [])
            answers = [engine.ask(question, UNLIMITED_MS, 0) for question in (["BEGIN"], ["TURN 0,0"], ["TURN 14,14"])]
        finally:
            engine.destroy()
        kept = [line for _, line in answers[-1].remarks]
        self.assertEqual((REMARKS_MAX, "MESSAGE depth 11999"), (len(kept), kept[-2]))

    def test_digits_that_are_none_to_other_programs(self):
        self.assert_lost_by("arabic", record.GARBAGE)

    def test_line_without_end(self):
        self.assert_lost_by("long-line", record.GARBAGE)

    def test_memory(self):
        self.assert_lost_by("hog", record.MEMORY, "--memory", "60")

    def test_child_left_behind(self):
        self.assert_lost_by("child", record.CRASH)

    def test_child_in_a_session_of_its_own(self):
        """It hears no signal for the group of the engine, and lives on if the engine ends; the match ends it all the same."""
        games = self.games_of("daemon", "--draw-after", "8")
        self.assertEqual(([None, None], []), ([game.failed for game in games], self.left_behind()))

    def test_talk_between_moves_is_no_answer(self):
        games = self.games_of("talk", "--draw-after", "12")
        self.assertEqual([None, None], [game.failed for game in games])

    def test_complaining_of_unknown_keys(self):
        games = self.games_of("complain-of-keys", "--draw-after", "8")
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


if __name__ == "__main__":
    unittest.main()
