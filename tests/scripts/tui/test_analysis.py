"""What a session finds out for people: hints, the worth of points, lines, reviews, and what engines tell."""

from __future__ import annotations

import os
import signal
import unittest

from tui_path import LONG, SessionTest, tengen

from matches.points import notation, point, points
from tui.live import Thought


class Advice(SessionTest):
    def test_the_points_that_are_worth_most(self) -> None:
        self.begin_game(moves="h8a1i8a3j8a5k8b1")
        self.request("worth")
        self.wait_for(lambda: self.scene.ranks, "ranks")
        ranks = self.scene.ranks
        self.assertEqual(sorted(ranks.values()), list(range(1, 10)))
        self.assertEqual({ranks.get(at) for at in points("g8l8")}, {1, 2}, "where the five is made")
        self.request("undo")
        self.assertNotEqual(self.scene.ranks, ranks)
        self.wait_for(lambda: self.scene.ranks, "ranks in the position before")
        self.request("worth")
        self.assertEqual(self.scene.ranks, {})

    def test_an_analysis_follows_the_game(self) -> None:
        self.begin_game(moves="h8i9")
        self.request("analysis")
        self.wait_for(lambda: self.scene.line, "a line")
        self.assertEqual(self.scene.thoughts[-1].title[:8], "Analysis")
        self.play("i8")
        self.assertEqual(self.scene.line, ())
        self.wait_for(lambda: self.scene.line, "a line after the move")
        self.assertNotIn(point("i8"), self.scene.line)
        self.request("hint")
        self.wait_for(lambda: self.scene.hint, "a hint between")
        self.request("move_now")
        self.assertEqual(self.scene.thoughts, ())

    def test_an_analysis_of_several_lines(self) -> None:
        self.begin_game(moves="h8i9j10")
        self.request("analysis")
        self.wait_for(lambda: self.rows() == 3, "three lines")
        self.request("more_lines", "more_lines", "more_lines")
        self.wait_for(lambda: self.rows() == 5, "five, and no more")
        moves = [row.split("  ")[-1].split()[0] for row in self.scene.thoughts[-1].rows]
        self.assertEqual(len(set(moves)), 5)
        self.request("fewer_lines", "fewer_lines", "fewer_lines", "fewer_lines", "fewer_lines")
        self.wait_for(lambda: self.rows() == 1, "one at least")
        self.assertRegex(" ".join(self.scene.thoughts[-1].facts), r"^depth \d+ \S+ nodes \S+/s$")
        self.wait_for(lambda: self.session.adviser.query and self.session.adviser.query.lines == 1)

    def rows(self) -> int:
        return len(self.scene.thoughts[-1].rows)

    def test_an_analysis_is_there_again_when_its_position_comes_back(self) -> None:
        self.begin_game(moves="h8i9j10")
        self.request("analysis")
        self.wait_for(lambda: self.scene.line and self.session.adviser.advice.analysis.depth > 3, "a few iterations")
        depth = self.session.adviser.advice.analysis.depth
        self.request("back")
        self.wait_for(lambda: self.scene.line, "a line of the position before")
        self.request("forward")
        self.assertGreaterEqual(self.session.adviser.advice.analysis.depth, depth)

    def test_a_hint_from_the_book_says_so(self) -> None:
        self.begin_game(moves="h8h9")
        self.session.adviser.advice.hint = Thought(best=point("g9"), source="book")
        self.session.analysis.wants.add("hint")
        self.assertEqual(self.scene.thoughts[-1].title, "Hint: g9, from the book of proven moves")

    def test_a_hint_gives_way_to_the_lines_of_an_analysis(self) -> None:
        self.begin_game(moves="h8h9")
        self.session.adviser.advice.hint = Thought(best=point("g9"), depth=12, line=[point("g9"), point("g8")])
        self.session.analysis.wants |= {"hint", "analysis"}
        self.assertEqual([(thought.title[:8], thought.line) for thought in self.scene.thoughts], [("Hint: g9", ()), ("Analysis", ())])

    def test_openings_tell_what_is_played_here(self) -> None:
        self.begin_game(moves="h8h9")
        self.request("openings")
        self.wait_for(lambda: self.rows() > 2, "moves")
        self.assertRegex(self.scene.thoughts[-1].rows[0], r"^ +B in \d+  i9 +\d+ %  Kagetsu$")
        self.assertTrue(all(row.split()[-1].isalpha() for row in self.scene.thoughts[-1].rows))
        self.play("i9")
        self.wait_for(lambda: self.scene.thoughts[-1].title == "Openings: Kagetsu (4D)", "the name")
        self.play("a1")
        self.wait_for(lambda: self.scene.thoughts[-1].facts == ("nothing is known of this position",), "a word")

    def test_no_hint_about_the_move_of_an_engine_that_thinks(self) -> None:
        self.begin_game(white=tengen(LONG))
        self.play("h8")
        self.wait_for(lambda: self.session.thinker)
        self.request("hint")
        self.assertEqual(self.scene.notice, "Tengen is to move, and thinks; Escape lets it move at once")
        self.assertEqual((self.session.analysis.wants, self.session.adviser.process), (set(), None))

    def test_an_adviser_that_dies_is_replaced_and_one_that_cannot_live_is_said(self) -> None:
        self.begin_game(moves="h8i9")
        self.request("analysis")
        self.wait_for(lambda: self.scene.line)
        os.kill(self.session.adviser.process.process.pid, signal.SIGKILL)
        self.request("back")
        self.wait_for(lambda: self.scene.line, "a line from another process")
        self.request("analysis")
        self.session.adviser.close()
        self.session.adviser.command = "/no/such/engine"
        self.request("worth")
        self.wait_for(lambda: self.session.adviser.crashes == 3)
        for _ in range(3):
            self.session.attend()
        self.assertEqual(self.session.adviser.crashes, 3)
        self.assertIn("the adviser cannot be started", self.scene.trouble)

    def test_how_the_point_under_the_cursor_compares(self) -> None:
        self.begin_game(moves="h8i9")
        self.request("worth")
        self.wait_for(lambda: self.scene.ranks)
        best = next(at for at, rank in self.scene.ranks.items() if rank == 1)
        for at, percent in ((best, "100"), (point("a15"), r"\d")):
            self.session.cursor = at
            self.assertRegex(self.scene.thoughts[-1].rows[0], rf"^{notation(at)}: {percent} % of the best$")
        self.assertEqual(self.scene.thoughts[-1].facts[0], f"1 {notation(best)}")


class Review(SessionTest):
    """Black has an open three, and white looks elsewhere: the sixth move loses."""

    MOVES = "h8h9i8i7j8e5k8d5g8"

    def wait_for_review(self) -> None:
        self.wait_for(lambda: self.titles()[:1] == ["Review"], "the whole review")

    def titles(self) -> list[str]:
        return [thought.title for thought in self.scene.thoughts]

    def test_every_move_is_judged_and_mistakes_are_found(self) -> None:
        self.begin_game(moves=self.MOVES)
        self.assertIsNone(self.scene.curve)
        self.request("review")
        self.assertEqual(self.titles(), ["Review, 0 of 9 positions"])
        self.wait_for_review()
        self.assertIn("White: 1 mistake", self.scene.thoughts[0].rows[1])
        self.assertNotIn(None, self.scene.curve.chances)
        self.assertEqual((self.scene.mistakes, self.scene.curve.mistakes), (frozenset({5}), frozenset({6})))
        self.request("previous_mistake")
        self.assertEqual(self.session.game.at, 6)
        self.assertEqual(self.titles()[1], "6 e5: lets the opponent win")
        self.assertRegex(self.scene.thoughts[1].facts[0], r"^black \d+ % -> 100 %$")
        self.assertEqual(self.scene.hint, point(self.scene.thoughts[1].line[0]))
        self.request("previous_mistake")
        self.assertEqual((self.session.game.at, self.scene.notice), (6, "no mistake before this"))
        self.request("first", "next_mistake")
        self.assertEqual(self.session.game.at, 6)
        self.request("review")
        self.assertEqual((self.scene.curve, self.scene.mistakes, self.scene.hint), (None, frozenset(), None))

    def test_the_end_of_a_game_that_is_won(self) -> None:
        self.begin_game(moves="h8a1i8a3j8a5k8a7l8")
        self.request("review")
        self.wait_for(lambda: self.titles()[:1] == ["Review"])
        self.assertEqual(self.scene.curve.chances[-1], 1.0)

    def test_a_review_makes_room_for_a_hint_and_ends_with_escape(self) -> None:
        self.begin_game(moves=self.MOVES[:-4])
        self.request("review", "hint")
        self.wait_for(lambda: self.scene.hint, "a hint")
        self.request("move_now")
        self.wait_for(lambda: not self.session.adviser.is_thinking, "peace")
        self.assertEqual(self.titles(), [])

    def test_what_cannot_be_reviewed(self) -> None:
        self.begin_game()
        self.request("review")
        self.assertEqual(self.scene.notice, "there are no moves to review")


class Thoughts(unittest.TestCase):
    def test_what_engines_tell(self) -> None:
        for remark, facts, line in (
                ("MESSAGE depth 5 eval -31 nodes 2428 speed 346k line 7,9 9,7", (5, "-31", 2428, 346_000), "h10j8"),
                ("MESSAGE machine iteration rank 1 depth 5 source search value -31 nodes 2428 ms 7 pv 7,9;9,7",
                 (5, "-31", 2428, 346_857), "h10j8"),
                ("MESSAGE machine answer rank 1 depth 0 source static mate 3 nodes 0 ms 0 pv 6,7",
                 (None, "+M3", 0, None), "g8"),
                ("MESSAGE machine iteration rank 2 depth 5 source search value -31 nodes 2428 ms 7 pv 7,9;9,7",
                 (None, None, None, None), ""),
                ("MESSAGE machine answer nonsense", (None, None, None, None), ""),
                ("MESSAGE Depth 12-25 | Eval 35 | Time 812ms | H8 I9", (12, "+35", None, None), "h8i9"),
                ("MESSAGE Speed 428K | Depth 16-30 | Eval -242 | Node 329K | Time 770ms",
                 (16, "-242", 329_000, 428_000), ""),
                ("MESSAGE depth 1-45 ev M7 n 12.5K n/s 80 pv h8 i9 j10", (1, "+M7", 12_500, None), "h8i9j10"),
                ("MESSAGE Bestline: [H8] [I9]", (None, None, None, None), "h8i9"),
                ("MESSAGE nothing of the kind a0 line z0", (None, None, None, None), "")):
            thought = Thought()
            thought.hear(remark)
            self.assertEqual((thought.depth, thought.score, thought.nodes, thought.speed), facts, remark)
            self.assertEqual(thought.line, points(line), remark)

    def test_numbers_beyond_all_sense(self) -> None:
        for remark in ("depth " + "9" * 9000, "nodes " + "9" * 400, "eval " + "9" * 9000, "speed " + "9" * 400 + "G"):
            Thought().hear(f"MESSAGE {remark}")


if __name__ == "__main__":
    unittest.main()
