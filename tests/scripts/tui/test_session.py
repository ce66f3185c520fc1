"""The session without a terminal: options go in, scenes come out, real engines play, and some misbehave in every way."""

from __future__ import annotations

import os
import re
import signal
import unittest
from unittest.mock import patch

from tui_path import (
    MOCK, BLACK, BLACK_WINS, DOUBLE_THREE, PERSON, ROOT, WHITE, Player, Saved, Setup, SessionTest, Request, game_of, mock,
    strength, tengen)

from matches import files
from matches import opening_rules
from matches.opening_rules import Act, Answer
from matches.points import notation, point, points
from matches.referee import OPPONENT, RENJU
from tui import opponent, puzzles, session, stages, stopwatch
from tui.live import Thought
from tui.players import LEVEL_NAMES, engine_name, from_here, person

LONG = "60 s"       # an engine that would not be done before the test is


class TwoPeople(SessionTest):
    def test_moves_alternate_and_undo_takes_one(self) -> None:
        self.begin_game()
        self.play("h8i9j10")
        self.assertEqual(self.scene.stones[point("i9")], WHITE)
        self.request("undo", "undo")
        self.assertEqual((self.moves, self.scene.moves), ("h8", ("h8", "i9", "j10")))
        self.request("redo")
        self.assertEqual(self.moves, "h8i9")
        self.play("a1")
        self.assertEqual(self.moves, "h8i9a1")
        self.request("redo")
        self.assertEqual(self.scene.notice, "there is nothing to redo")

    def test_a_win_is_shown_and_locks_the_board(self) -> None:
        self.begin_game(moves=BLACK_WINS[:-2])
        self.play("l8")
        scene = self.scene
        self.assertEqual((scene.is_over, scene.winning), (True, frozenset(points("h8i8j8k8l8"))))
        self.assertIn("Black wins", scene.status)
        self.play("a1")
        self.assertEqual((self.moves, self.scene.notice), (BLACK_WINS, "the game is over: black wins"))
        self.request("undo")
        self.play("a1")
        self.assertTrue(self.moves.endswith("a1"))

    def test_fouls_are_shown_and_refused(self) -> None:
        self.begin_game(setup=Setup(RENJU), moves=DOUBLE_THREE)
        self.assertEqual(self.scene.forbidden, frozenset({point("i8")}))
        self.play("i8")
        self.assertIn("i8 is forbidden: a double-three", self.scene.notice)
        self.assertEqual(self.moves, DOUBLE_THREE)

    def test_replay(self) -> None:
        self.begin_game(moves="h8i9j10")
        self.request("first", "forward")
        self.assertEqual(self.moves, "h8")
        self.request("last", "forward")
        self.assertEqual((self.moves, self.scene.notice), ("h8i9j10", "this is the end"))
        self.request("back", "first", "back")
        self.assertEqual(self.scene.notice, "this is the beginning")

    def test_the_cursor_goes_round_the_board(self) -> None:
        self.begin_game()
        for _ in range(8):
            self.session.handle(Request("move cursor", (-1, 0)))
        self.assertEqual(self.scene.cursor, (14, 7))

    def test_numbers(self) -> None:
        self.begin_game(moves="h8i9")
        self.assertEqual(self.scene.numbers, {})
        self.request("numbers")
        self.assertEqual(self.scene.numbers, {point("h8"): 1, point("i9"): 2})


class Names(SessionTest):
    def names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.scene.sides)

    def test_two_people_are_black_and_white_or_have_names(self) -> None:
        self.begin_game()
        self.assertEqual((self.names(), self.scene.status), (("Black", "White"), "Black to move"))
        self.session.play_on_with({BLACK: person("Ann"), WHITE: PERSON})
        self.assertEqual((self.names(), self.scene.status), (("Ann", "White"), "Black to move: Ann"))
        self.play("h8")
        self.assertEqual(self.scene.status, "White to move")

    def test_who_plays_an_engine_is_you_or_has_a_name(self) -> None:
        self.begin_game(white=tengen())
        self.assertEqual((self.names(), self.scene.status), (("You", "Tengen"), "Black to move: your turn"))
        self.session.play_on_with({BLACK: person("Ann"), WHITE: tengen()})
        self.assertEqual(self.names(), ("Ann", "Tengen"))

    def test_a_name_is_typed_into_the_form(self) -> None:
        self.begin_game(white=tengen())
        self.request("choose_players")
        self.session.handle(Request("form", "down"))
        for letter in "Jörg ":
            self.session.handle(Request("type", letter))
        self.session.handle(Request("accept"))
        self.assertEqual(self.session.players[BLACK], person("Jörg"))
        self.assertEqual(self.scene.notice, "Jörg (black) and Tengen (white)")
        self.session.attend()
        self.session.close()
        self.assertEqual(session.Store(self.folder).load().players[BLACK].name, "Jörg", "and kept")


class Clock(SessionTest):
    """Of people, at times that a test sets."""

    def setUp(self) -> None:
        super().setUp()
        self.now = 100.0
        self.enterContext(patch.object(stopwatch.time, "monotonic", lambda: self.now))

    def wait(self, seconds: float) -> None:
        self.session.attend()
        self.now += seconds
        self.session.attend()

    def ms(self) -> tuple[int, ...]:
        return tuple(side.ms for side in self.scene.sides)

    def test_it_ticks_while_a_person_thinks(self) -> None:
        self.begin_game()
        self.wait(19)
        self.assertEqual(self.ms(), (0, 0), "it begins with the first move")
        self.assertIsNone(self.session.patience_s)
        self.play("h8")
        self.wait(2.25)
        self.assertEqual(self.ms(), (0, 2250))
        self.assertAlmostEqual(self.session.patience_s, 0.75, msg="the next second is to be seen")
        self.play("i9")
        self.wait(1)
        self.assertEqual(self.ms(), (1000, 2250))
        self.assertEqual([move.ms for move in self.session.game.moves], [0, 2250])

    def test_it_stands_in_menus_and_replays_and_after_the_end(self) -> None:
        self.begin_game(moves=BLACK_WINS[:-2])
        self.wait(3)
        self.request("menu")
        self.wait(60)
        self.assertEqual(self.ms(), (3000, 0))
        self.session.handle(Request("dismiss"))
        self.wait(1)
        self.request("back", "forward")
        self.wait(60)
        self.assertEqual(self.ms(), (0, 0), "one looks at old moves")
        self.request("undo", "redo")
        self.wait(2)
        self.play("l8")
        self.wait(60)
        self.assertEqual(self.ms(), (2000, 0))


class Resigning(SessionTest):
    def resign(self, key: str = "y") -> None:
        self.request("resign")
        self.session.handle(Request("type", key))
        self.session.attend()

    def test_it_asks_and_undo_takes_back_the_resignation_alone(self) -> None:
        self.begin_game(white=tengen(), moves="h8i9")
        self.request("resign")
        self.assertEqual((self.session.form.title, self.session.form.lines), ("Resign?", ("White wins then.",)))
        self.session.handle(Request("accept"))
        self.assertFalse(self.scene.is_over, "Enter alone resigns nothing")
        self.resign()
        self.assertEqual((self.scene.is_over, self.scene.status), (True, "White wins, black resigned. u: undo, n: new game"))
        self.play("a1")
        self.assertEqual(self.scene.notice, "the game is over: white wins, black resigned")
        self.request("undo")
        self.assertEqual((self.scene.is_over, self.moves), (False, "h8i9"))
        self.play("j10")
        self.wait_for_moves(4)
        self.assertFalse(self.scene.is_over)

    def test_a_move_in_the_middle_forgets_it(self) -> None:
        self.begin_game(moves="h8i9j10")
        self.resign()
        self.request("first")
        self.assertFalse(self.scene.is_over)
        self.request("last")
        self.assertTrue(self.scene.is_over)
        self.request("back")
        self.play("a1")
        self.assertEqual((self.scene.is_over, self.moves), (False, "h8i9a1"))

    def test_whose_turn_it_is(self) -> None:
        self.begin_game(moves="h8i9j10")
        self.resign()
        self.assertEqual(self.session.game.result.words, "black wins, white resigned")
        self.session.close()
        self.begin_game(white=tengen(LONG), moves="h8i9")
        self.play("j10")
        self.wait_for(lambda: self.session.thinker)
        self.resign()
        self.assertEqual(self.session.game.result.words, "white wins, black resigned", "on the engine's turn, too")
        self.assert_nobody_thinks()

    def test_where_nobody_can(self) -> None:
        for players, moves, words in (((PERSON, PERSON), "", "has not begun yet"), ((PERSON, PERSON), BLACK_WINS, "is over"),
                                      ((tengen(LONG), tengen(LONG)), "h8", "engines play on to the end")):
            self.begin_game(*players, moves=moves)
            self.request("resign")
            self.assertIn(words, self.scene.notice)
            self.session.close()
        self.begin_game(moves="h8i9")
        self.request("back", "resign")
        self.assertIn("old moves are shown", self.scene.notice)

    def test_a_review_of_a_game_that_was_given_up(self) -> None:
        self.begin_game(moves="h8i9")
        self.resign()
        self.request("review")
        self.wait_for(lambda: self.scene.thoughts and self.scene.thoughts[0].title == "Review")
        self.assertEqual(len([chance for chance in self.scene.curve.chances if chance is not None]), 3)


class AgainstAnEngine(SessionTest):
    def play_elsewhere_at_once(self, other: str) -> None:
        """Undo the move and play another; nobody hears the answer to the first between the two."""
        self.session.handle(Request("undo"))
        self.session.handle(Request("play at", point(other)))

    def test_it_answers_and_undo_takes_the_pair(self) -> None:
        self.begin_game(white=tengen())
        self.play("h8")
        self.wait_for_moves(2)
        answer = self.moves[2:]
        self.play("a1" if answer != "a1" else "a2")
        self.wait_for_moves(4)
        self.request("undo")
        self.assertEqual(self.moves, "h8" + answer)
        self.request("undo")
        self.assertEqual(self.moves, "")
        self.request("redo", "redo")
        self.assertEqual((self.session.game.at, len(self.session.game.moves)), (4, 4))

    def test_it_begins_when_it_is_black(self) -> None:
        self.begin_game(black=tengen())
        self.wait_for_moves(1)
        self.request("undo")
        self.assertEqual(self.moves, "")
        self.assertIn("g lets Tengen move", self.scene.status)
        self.request("go")
        self.wait_for(lambda: self.session.game.at == 1)

    def test_a_stone_can_be_put_for_an_engine_that_pauses(self) -> None:
        self.begin_game(white=tengen())
        self.play("h8")
        self.wait_for_moves(2)
        self.request("back")
        self.assertIn("put its stone", self.scene.status)
        self.play("a15")
        self.assert_nobody_thinks()
        self.assertEqual((self.moves, self.scene.thoughts), ("h8a15", ()))
        self.assertEqual(self.session.game.moves[-1].ms, 0, "nobody thought about it")
        self.play("i9")
        self.wait_for_moves(4)
        self.assertTrue(self.moves.startswith("h8a15i9"), "the engine plays on from there")

    def test_a_stone_put_for_an_engine_is_not_answered_by_another(self) -> None:
        self.begin_game(tengen(LONG), tengen(LONG))
        self.request("go")
        self.play("h8")
        self.assert_nobody_thinks()
        self.play("i9")
        self.assertEqual(self.moves, "h8i9")
        self.request("go")
        self.wait_for(lambda: self.session.thinker)

    def test_no_stone_is_put_for_an_engine_that_thinks(self) -> None:
        self.begin_game(white=tengen(LONG))
        self.play("h8i9")
        self.assertEqual(self.moves, "h8")
        self.assertIn("Tengen is to move; press g", self.scene.notice)
        self.request("go")
        self.play("i9")
        self.assertEqual(self.moves, "h8i9")

    def test_thoughts_stay_with_the_move_that_they_led_to(self) -> None:
        self.begin_game(white=tengen("depth 2"))
        self.play("h8")
        self.wait_for_moves(2)
        first = self.scene.thoughts
        self.assertEqual(first[0].title, "Tengen thought")
        self.play("a1" if self.moves != "h8a1" else "a2")
        self.wait_for_moves(4)
        second = self.scene.thoughts
        self.assertNotEqual(first, second)
        self.request("undo")
        self.assertEqual(self.scene.thoughts, first)
        self.request("undo")
        self.assertEqual(self.scene.thoughts, ())
        self.request("last")
        self.assertEqual(self.scene.thoughts, second)
        self.request("back")
        self.assertEqual(self.scene.thoughts, (), "a person's move")
        self.session.begin(session.Game(Setup()), self.session.players, running=True)
        self.assertEqual(self.session.answered, {})

    def test_what_a_dropped_question_made_it_say_is_no_thought_about_the_next(self) -> None:
        self.begin_game(white=tengen(LONG))
        self.play("h8")
        self.wait_for(lambda: self.scene.thoughts and self.scene.thoughts[0].line, "thoughts")
        self.play_elsewhere_at_once("i9")
        self.session.let_engine_move()
        white = self.session.opponents[WHITE]
        self.assertEqual((white.is_asked, white.state), (True, opponent.STOPPING))
        white.hear("MESSAGE depth 99 eval 1 nodes 1 speed 1k line 0,0")
        self.assertIsNone(white.thought.depth)

    def test_undo_and_redo_while_it_thinks(self) -> None:
        self.begin_game(white=tengen(LONG))
        self.play("h8")
        self.wait_for(lambda: self.scene.thoughts, "thoughts")
        process = self.session.opponents[WHITE].process
        self.request("undo")
        self.assertEqual(self.moves, "")
        self.request("redo")       # the way back leads to its turn: it thinks again
        self.wait_for(lambda: self.session.thinker, "to think again")
        self.request("undo")
        self.play("i9")
        self.wait_for(lambda: "depth" in str(self.scene.thoughts), "thoughts about the other move")
        self.assertEqual(self.moves, "i9")
        self.request("move_now")
        self.wait_for_moves(2)
        self.assertTrue(self.moves.startswith("i9"))
        self.assertIs(self.session.opponents[WHITE].process, process, "no other process was needed")

    def test_it_tells_what_it_thinks_and_moves_at_once_when_told(self) -> None:
        self.begin_game(white=tengen(LONG), moves="h8i9")
        self.play("j8")
        self.wait_for(lambda: len(self.scene.thoughts[0].facts) == 4 if self.scene.thoughts else False)
        thought = self.scene.thoughts[0]
        self.assertRegex(thought.title, r"^Tengen thinks, \d+\.\d s$")
        self.assertRegex(" ".join(thought.facts), r"^depth \d+ score [-+]\S+ \S+ nodes \S+/s$")
        self.assertTrue(thought.line)
        self.request("move_now")
        self.wait_for_moves(4)

    def test_full_strength_shows_its_analysis(self) -> None:
        self.begin_game(moves="h8")
        self.session.play_on_with({BLACK: PERSON, WHITE: tengen("full")})
        self.wait_for(lambda: self.scene.line, "the expected line on the board")
        self.request("move_now")
        self.wait_for_moves(2)

    def test_an_answer_that_was_on_its_way_is_none_to_the_next_question(self) -> None:
        self.begin_game(white=tengen(LONG))
        self.play("h8")
        self.wait_for(lambda: self.scene.thoughts and self.scene.thoughts[0].facts, "thoughts")
        self.play_elsewhere_at_once("i9")
        self.wait_for(lambda: self.scene.thoughts and self.scene.thoughts[0].facts, "thoughts about the other move")
        self.assertEqual(self.moves, "i9")

    def test_a_pause_while_it_thinks(self) -> None:
        self.begin_game(white=tengen(LONG))
        self.play("h8")
        self.wait_for(lambda: self.session.thinker)
        self.request("go")
        self.assert_nobody_thinks()
        self.assertIn("g lets Tengen move", self.scene.status)
        self.request("go")
        self.wait_for(lambda: self.session.thinker)

    def test_another_game_gets_another_process(self) -> None:
        self.begin_game(white=tengen())
        self.play("h8")
        self.wait_for_moves(2)
        before, small = self.session.opponents[WHITE].process, Setup(width=3, height=3, win_length=3)
        for setup, is_another in ((Setup(), False), (small, True)):
            self.session.begin(session.Game(setup), self.session.players, running=True)
            self.play("a1")
            self.wait_for_moves(2)
            self.assertEqual(self.session.opponents[WHITE].process is not before, is_another)

    def test_after_a_replay_nobody_answers_until_a_move_is_played(self) -> None:
        self.begin_game(white=tengen(), moves="h8i9j8")
        self.request("back", "forward")
        self.assert_nobody_thinks()
        self.assertEqual(self.moves, "h8i9j8")
        self.request("first")
        self.play("a1")
        self.wait_for_moves(2)

    def test_strength_and_sides_change_during_a_game(self) -> None:
        self.begin_game(white=tengen(LONG))
        self.play("h8")
        self.wait_for(lambda: self.session.thinker)
        self.session.play_on_with({BLACK: PERSON, WHITE: tengen("depth 2")})
        self.wait_for_moves(2)
        self.request("swap")
        self.wait_for_moves(3)
        self.assertEqual(self.scene.sides[0].detail, "depth 2")

    def test_nobody_ponders_about_a_game_that_is_over(self) -> None:
        self.begin_game(white=tengen("full"), moves=BLACK_WINS[:-4])     # white is to move
        self.request("move_now")
        self.wait_for_moves(8)
        self.assertIsNotNone(self.session.opponents[WHITE].process)
        self.play("g8" if "l8" in self.moves else "l8")
        self.assertTrue(self.scene.is_over)
        self.assertIsNone(self.session.opponents[WHITE].process)
        self.request("undo")
        self.play("a15")
        self.wait_for(lambda: self.session.thinker, "it plays on after undo")

    def test_move_now_before_it_was_even_asked(self) -> None:
        self.begin_game(white=tengen(LONG))
        self.play("h8")
        self.assertEqual(self.session.opponents[WHITE].state, opponent.STARTING)
        self.request("move_now")
        self.wait_for_moves(2)

    def test_the_end_of_the_line_is_no_replay(self) -> None:
        self.begin_game(white=tengen(LONG))
        self.play("h8")
        self.request("last")
        self.wait_for(lambda: self.session.thinker and self.session.opponents[WHITE].state == opponent.THINKING)

    def test_every_kind_of_strength_plays(self) -> None:
        for level in ("1", "4", "9", "weights", "depth 4", "0.1 s"):
            self.begin_game(white=tengen(level))
            self.play("h8")
            self.wait_for_moves(2)
            self.session.close()

    def test_levels_are_told_to_tengen_alone(self) -> None:
        self.assertEqual(strength("3").info_for(tengen("3"))["strength"], 3)
        self.assertEqual(strength("3").words_for(tengen("3")), "3 Casual")
        rival = mock("good", "3")
        self.assertNotIn("strength", rival.strength.info_for(rival))
        self.assertEqual(rival.strength.words_for(rival), "2 s a move")

    def test_levels_have_the_names_of_the_page(self) -> None:
        page = (ROOT / "scripts" / "page" / "engine" / "levels.js").read_text()
        self.assertEqual(tuple(re.findall(r'^  \[t\("([^"]+)"\), t\(', page, re.M)), LEVEL_NAMES)
        self.assertEqual(len(LEVEL_NAMES), 10)

    def test_who_beats_a_level_may_try_the_next(self) -> None:
        for level, words in (("3", " Try 4 Steady (p)."), ("10", ""), ("2 s", "")):
            self.begin_game(white=tengen(level), moves=BLACK_WINS[:-2])
            self.play(BLACK_WINS[-2:])
            self.assertEqual(self.scene.status, f"Black wins.{words} u: undo, n: new game")
            self.session.close()


@patch.object(session, "PACE_S", 0)
class EngineAgainstEngine(SessionTest):
    def test_they_play_pause_and_go_on(self) -> None:
        self.begin_game(tengen(), tengen())
        self.wait_for_moves(4)
        at = self.session.game.at - 1
        self.request("undo")
        self.assert_nobody_thinks()
        self.assertEqual(self.session.game.at, at)
        self.request("go")
        self.wait_for(lambda: self.session.game.at > at + 2)
        self.request("go")
        self.assert_nobody_thinks()

    def test_a_stranger_plays_too(self) -> None:
        self.begin_game(mock("good"), mock("talk"))
        self.wait_for_moves(8)


class Misbehaviour(SessionTest):
    def play_with(self, behaviour: str, level: str = "0.1 s") -> None:
        """Against such an engine, until it has answered twice and misbehaves."""
        self.begin_game(white=mock(behaviour, level))
        for count, move in ((2, "h8"), (4, "a1")):
            self.play(move)
            self.wait_for_moves(count)
        self.play("o15")

    def test_what_is_wrong_is_said(self) -> None:
        for behaviour, words in (
                ("crash", r"mock ended in the middle of the game \(killed by SIGSEGV\)"),
                ("exit", r"mock ended in the middle of the game \(exit code 0\)"),
                ("garbage", 'mock talks nonsense: it said "I resign"'),
                ("outside", "mock wants to play 15,3: that is outside the board"),
                ("occupied", "mock wants to play h8: h8 is taken"),
                ("long-line", "mock wrote a line of more than")):
            with self.subTest(behaviour):
                self.play_with(behaviour)
                self.wait_for(lambda: self.scene.trouble, behaviour)
                self.assertRegex(self.scene.trouble, words)
                self.assertEqual(len(self.session.game.moves), 5)
                self.session.close()

    def test_who_falls_silent_hangs(self) -> None:
        with patch.object(opponent, "HANG_MS", 300):
            self.play_with("silent")
            self.wait_for_trouble("mock does not answer. R")
            self.session.close()
            self.play_with("complain")
            self.wait_for_trouble('mock does not answer; it said "UNKNOWN what do you mean"')

    def test_who_does_not_start_is_said(self) -> None:
        for behaviour, words in (("refuse-start", 'does not play this game: it said "ERROR no such board"'),
                              ("crash-at-start", "exit code 3")):
            self.begin_game(white=mock(behaviour))
            self.play("h8")
            self.wait_for_trouble(words)
            self.session.close()
        self.begin_game(white=Player("/no/such/engine", strength("0.1 s")))
        self.play("h8")
        self.wait_for_trouble("engine cannot be started")

    def test_a_deaf_one_is_found_out(self) -> None:
        with patch.object(opponent, "STARTING_MS", 300):
            self.begin_game(white=mock("deaf"))
            self.play("h8")
            self.wait_for_trouble("does not answer START")

    def test_another_process_goes_on_from_the_same_position(self) -> None:
        self.play_with("crash")
        self.wait_for_trouble("SIGSEGV")
        self.request("restart")
        self.assertEqual(self.scene.trouble, "")
        self.wait_for_moves(6)

    def test_one_that_is_killed_between_moves(self) -> None:
        self.begin_game(white=tengen())
        self.play("h8")
        self.wait_for_moves(2)
        os.kill(self.session.opponents[WHITE].process.process.pid, signal.SIGKILL)
        self.wait_for_trouble("Tengen ended in the middle of the game (killed by SIGKILL). R: restart")
        self.play("a1")
        self.assertIn("in trouble", self.scene.status)
        self.request("restart")
        self.wait_for_moves(4)

    def test_one_that_cannot_be_stopped_makes_room(self) -> None:
        with patch.object(opponent, "STOP_MS", 200):
            self.play_with("silent", LONG)
            self.wait_for(lambda: self.session.thinker)
            self.request("undo")
            self.play("b2")
            self.wait_for(lambda: len(self.session.game.moves) == 6)
        self.assertEqual(self.scene.trouble, "")

    def test_a_flood_drowns_nobody(self) -> None:
        self.play_with("flood", LONG)
        self.wait_for(lambda: self.session.thinker)
        self.request("undo")
        self.assertEqual(self.session.game.at, 4)


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
        self.session.wants.add("hint")
        self.assertEqual(self.scene.thoughts[-1].title, "Hint: g9, from the book of proven moves")

    def test_a_hint_gives_way_to_the_lines_of_an_analysis(self) -> None:
        self.begin_game(moves="h8h9")
        self.session.adviser.advice.hint = Thought(best=point("g9"), depth=12, line=[point("g9"), point("g8")])
        self.session.wants |= {"hint", "analysis"}
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
        self.assertEqual((self.session.wants, self.session.adviser.process), (set(), None))

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


class OpeningTest(SessionTest):
    """A opens with black's stones; the names go with the players."""

    rule = "swap2"

    def begin_opening(self, first: Player = person("A"), second: Player = person("B")) -> None:
        self.begin_game(first, second)
        self.session.begin(session.Game(Setup()), {BLACK: first, WHITE: second}, True, stages.begun(self.rule, Setup()))

    def sides(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.scene.sides)

    def acting(self) -> list[str]:
        return [side.name for side in self.scene.sides if side.is_to_move]


class Swap2(OpeningTest):
    """B has the first choice."""

    STONES = "h8i9d4"

    def test_the_second_takes_a_colour(self) -> None:
        for action, does, sides, to_move in (("take_white", "keeps white", ("A", "B"), "B"),
                                             ("take_black", "takes black", ("B", "A"), "A")):
            self.begin_opening()
            for at in points(self.STONES):
                self.assertEqual(self.acting(), ["A"])
                self.session.handle(Request("play at", at))
            self.assertEqual(self.acting(), ["B"])
            self.assertIn("B chooses. b: take black", self.scene.status)
            self.play("a1")
            self.assertIn("B chooses", self.scene.notice)
            self.request(action)
            self.assertEqual((self.sides(), self.acting(), self.session.stage), (sides, [to_move], None))
            self.assertIn(f"B {does}", self.scene.notice)
            self.session.handle(Request("move cursor", (1, 0)))
            self.assertIn(f"B {does}", self.scene.notice, "it can be read while a point is looked for")
            self.play("a1")
            self.assertEqual(self.moves, self.STONES + "a1")
            self.session.close()

    def test_two_more_stones_and_the_first_takes_a_colour(self) -> None:
        for action, sides, to_move in (("take_black", ("A", "B"), "B"), ("take_white", ("B", "A"), "A")):
            self.begin_opening()
            self.play(self.STONES)
            self.request("instead")
            self.assertEqual(self.acting(), ["B"])
            self.play("k4l5")
            self.assertEqual((self.acting(), self.moves), (["A"], self.STONES + "k4l5"))
            self.request("instead")
            self.assertIn("A chooses", self.scene.status, "that was for the other")
            self.request(action)
            self.assertEqual((self.sides(), self.acting()), (sides, [to_move]))
            self.session.close()

    def test_nobody_chooses_where_there_is_no_opening(self) -> None:
        self.begin_game(moves=self.STONES)
        for action in ("take_black", "take_white", "instead"):
            self.request(action)
            self.assertIn("that is for openings by a rule", self.scene.notice)
        self.assertIsNone(self.session.stage)

    def test_undo_begins_it_again(self) -> None:
        self.begin_opening()
        self.play(self.STONES)
        self.request("undo")
        self.assertEqual((self.scene.moves, self.session.stage, self.acting()), ((), stages.begun(self.rule, Setup()), ["A"]))

    def test_tengen_opens_and_tengen_chooses(self) -> None:
        self.begin_opening(first=tengen("0.1 s"))
        self.wait_for_moves(3)
        self.request("take_white")
        self.play("a1")
        self.wait_for_moves(5)
        self.session.close()
        self.begin_opening(second=tengen("0.1 s"))
        self.play(self.STONES)
        self.wait_for(lambda: len(self.moves) > 6 or re.search("Tengen (takes|keeps)", self.scene.notice))

    def test_an_answer_about_the_opening_that_nobody_asks_for_any_more(self) -> None:
        self.begin_opening(second=tengen(LONG))
        self.play(self.STONES)
        self.wait_for(lambda: self.session.opponents[WHITE] and self.session.opponents[WHITE].state == opponent.THINKING)
        self.session.begin(session.Game(Setup()), self.session.players, running=True)
        self.play("h8")
        white = self.session.opponents[WHITE]
        self.assertTrue(white.is_asked)
        self.wait_for(lambda: white.state == opponent.THINKING, "the next question")
        self.assertEqual((self.scene.trouble, self.moves), ("", "h8"))

    def test_what_an_engine_may_answer(self) -> None:
        opening = stages.begun("swap2", Setup()).opening
        three = opening.after(Act(None, tuple(points(self.STONES))))
        five = three.after(Act(None, ((0, 0), (1, 1))))
        for at, line, count, black in ((opening, "7,7 8,8 3,3", 3, False), (three, "SWAP", 0, True), (three, "1,2", 0, False),
                                       (three, " 1,2  3,4 ", 2, False), (five, "swap", 0, True), (five, "9,9", 0, False)):
            found = opening_rules.answer(line, at)
            assert found is not None
            self.assertEqual((len(found.act.points), found.act.colour == BLACK), (count, black), line)
            at.after(found.act)
        for at, line in ((opening, "SWAP"), (three, "I resign"), (three, ""), (three, "1,1 2,2 x"), (five, "1,1;2,2")):
            self.assertIsNone(opening_rules.answer(line, at), line)
        for at, line in ((opening, "7,7"), (three, "1,1 2,2 3,3"), (five, "1,1 2,2")):
            with self.assertRaises(opening_rules.NotAllowed):
                at.after(opening_rules.answer(line, at).act)

    def test_each_decision_of_an_engine(self) -> None:
        white, more = Answer(Act(WHITE), ((0, 0),)), Answer(Act(None, ((0, 0), (1, 1))))
        for decision, sides, count, acting in ((Answer(Act(BLACK)), ("Tengen", "A"), 3, "A"), (white, ("A", "Tengen"), 4, "A"),
                                               (more, ("A", "Tengen"), 5, "A")):
            self.begin_opening(second=tengen(LONG))
            self.play(self.STONES)
            self.session.take_decision(decision, 7)
            self.assertEqual((self.sides(), self.session.game.at, self.acting()), (sides, count, [acting]))
            self.session.close()

    @patch.object(session, "PACE_S", 0)
    def test_two_engines(self) -> None:
        self.begin_opening(tengen("0.1 s"), tengen("0.1 s"))
        self.wait_for(lambda: self.session.stage is None and self.session.game.at > 6)

    def test_an_engine_that_does_not_know_it(self) -> None:
        with patch.object(opponent, "HANG_MS", 300):
            self.begin_opening(second=mock("good"))
            self.play(self.STONES)
            self.wait_for(lambda: self.scene.trouble, "trouble")
        self.request("take_white")
        self.assertIsNone(self.session.stage, "a person may choose for it")

    def test_it_comes_back_in_the_middle(self) -> None:
        self.begin_opening()
        self.play(self.STONES)
        self.session.close()
        saved = session.Store(self.folder).load()
        self.assertEqual((saved.stage.is_choice, len(saved.game.moves)), (True, 3))

    def test_a_new_game_with_it(self) -> None:
        for setup, is_possible in ((Setup(), True), (Setup(width=3, height=3, win_length=3), False)):
            self.begin_game(setup=setup)
            self.request("new")
            form = self.session.form
            form.choice("opening").set("swap2")
            self.session.handle(Request("accept"))
            self.assertEqual((self.session.stage is not None, form.fault is None), (is_possible, is_possible))
            self.session.close()


class OpeningRules(OpeningTest):
    """Whole openings, by two people: stones, numbers, offers, colours."""

    def steps(self, rule: str, *steps: str) -> None:
        """Points, or the actions that choose, or a number that is announced."""
        self.rule = rule
        self.begin_opening()
        for step in steps:
            if step.isdigit():
                assert self.session.form is not None
                self.session.form.focus = int(step) - 1
                self.session.handle(Request("accept"))
            elif step in ("instead", "take_black", "take_white"):
                self.request(step)
            else:
                self.play(step)

    def ended(self, moves: str, sides: tuple[str, str]) -> None:
        self.assertEqual((self.session.stage, self.moves, self.sides()), (None, moves, sides), self.scene.notice)
        self.play("o1")
        self.assertEqual(self.moves, moves + "o1")
        self.session.close()

    def test_rif(self) -> None:
        self.steps("rif", "h8", "h9", "h10", "take_black", "h11", "i8", "g8")
        self.assertEqual(self.scene.notice, "two offers are alike, or the same by symmetry")
        self.play("i8")
        self.assertEqual(self.scene.ranks, {}, "an offer is taken back")
        self.play("i8j9")
        self.assertEqual((self.scene.ranks, self.acting()), ({point("i8"): 1, point("j9"): 2}, ["A"]))
        self.play("k10")
        self.assertEqual(self.scene.notice, "one of the offered points must be picked")
        self.play("j9")
        self.ended("h8h9h10h11j9", ("B", "A"))

    def test_taraguchi(self) -> None:
        self.steps("taraguchi-10", "h8", "take_black", "h9", "take_black", "i10", "take_white", "k11", "take_white", "l12", "take_black")
        self.ended("h8h9i10k11l12", ("B", "A"))
        self.steps("taraguchi-10", "h8", "take_white", "h9", "take_black", "i10", "take_white", "k11", "instead", "b1b2b3b4b5c1c2c3c4d1")
        self.assertEqual(len(self.scene.ranks), 10)
        self.play("d1")
        self.ended("h8h9i10k11d1", ("A", "B"))

    def test_soosyrv(self) -> None:
        self.steps("soosyrv-8", "h8", "i9", "h10", "take_black", "a15", "2", "take_white", "i8j8", "i8")
        self.ended("h8i9h10a15i8", ("A", "B"))
        self.steps("soosyrv-8", "h8", "i9", "h10", "take_white", "a15", "1", "take_black", "c3")
        self.ended("h8i9h10a15c3", ("A", "B"))

    def test_a_person_without_a_name_is_spoken_to(self) -> None:
        self.rule = "soosyrv-8"
        self.begin_opening(PERSON, tengen(LONG))
        self.assertEqual(self.scene.status, "Soosyrv-8: You put a black stone on the middle point")
        self.play("h8i9h10")
        self.session.take_decision(Answer(Act(BLACK), ()), 0)
        self.assertEqual(self.scene.notice, "Tengen takes black: Tengen (black), You (white)")
        self.assertEqual(self.scene.status,
                         "Soosyrv-8: You put a white stone, with the number of fifth moves to be offered, 1 to 8")
        self.begin_opening(tengen(LONG), PERSON)
        for at in points("h8i9h10"):
            self.session.take_decision(Answer(Act(None, (at,)), ()), 0)
        self.assertIn("You choose. b: take black", self.scene.status)
        self.request("take_white")
        self.assertIn("You keep white", self.scene.notice)

    def test_it_comes_back_in_the_middle_of_the_offers(self) -> None:
        self.steps("rif", "h8", "h9", "h10", "take_black", "h11", "i8")
        stage = self.session.stage
        self.session.close()
        self.assertEqual(session.Store(self.folder).load().stage, stage)

    def test_undo_gives_the_colours_back(self) -> None:
        self.steps("taraguchi-10", "h8", "take_black")
        self.request("undo")
        self.assertEqual((self.sides(), self.acting(), self.scene.moves), (("A", "B"), ["A"], ()))


class Review(SessionTest):
    """Black has an open three, and white looks elsewhere: the sixth move loses."""

    MOVES = "h8g9i8g7j8e5k8d5g8"

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


class Forms(SessionTest):
    def press(self, *names: str) -> None:
        for name in names:
            self.session.handle(Request("form", name))

    def accept(self) -> None:
        self.session.handle(Request("accept"))

    def type(self, text: str) -> None:
        self.press("clear")
        for letter in text:
            self.session.handle(Request("type", letter))

    def test_a_new_game_of_tic_tac_toe(self) -> None:
        self.begin_game(moves="h8i9")
        self.request("new")
        form = self.session.form
        self.press("down")
        while form.choice("size").value != (3, 3):
            self.press("left")
        self.assertEqual(form.choice("length").value, 3)
        self.accept()
        self.assertIsNone(self.session.form)
        self.assertEqual(self.scene.title, "freestyle 3×3, 3 in a row")
        self.assertEqual(len(list((self.folder / "games").glob("*.psq"))), 1, "the game before is kept")

    def test_a_fault_keeps_the_form_open(self) -> None:
        self.begin_game()
        self.request("new")
        form = self.session.form
        form.choice("rule").set(RENJU)
        form.choice("length").set(4)
        self.accept()
        self.assertEqual((self.session.form, form.fault), (form, "renju is played for five in a row"))
        self.session.handle(Request("dismiss"))
        self.assertIsNone(self.session.form)

    def test_a_balanced_opening_for_every_rule_that_has_some(self) -> None:
        for setup, words in ((Setup(RENJU), ""), (Setup(width=20, height=22), ""), (Setup(width=9, height=9), "from 15×15 on"),
                             (Setup(win_length=4), "five in a row")):
            self.begin_game(setup=setup)
            self.request("new")
            form = self.session.form
            form.choice("opening").set("balanced")
            self.accept()
            if words:
                self.assertIn(words, form.fault)
            else:
                self.assertGreater(len(self.session.game.moves), 2)
                self.assertIsNone(self.session.game.result)
                self.assertEqual((self.session.game.setup, self.session.running), (setup, True))
            self.session.close()

    def test_renju_brings_five_in_a_row(self) -> None:
        self.begin_game(setup=Setup(width=15, height=15, win_length=4))
        self.request("new")
        while self.session.form.choice("rule").value != RENJU:
            self.press("right")
        self.accept()
        self.assertEqual(self.scene.title, "renju 15×15")

    def test_another_engine_by_its_command(self) -> None:
        self.begin_game()
        self.request("choose_players")
        self.press("down", "down", "left")      # the last of white's options: another engine
        self.accept()
        self.assertEqual(self.session.form.fault, "an engine needs a command, such as ./pbrain-rival")
        self.press("down")
        self.type(mock("good").command)
        self.press("down")
        while self.session.form.choice("O strength").words != "0.1 s a move":
            self.press("right")
        self.accept()
        self.assertIsNone(self.session.form)
        self.play("h8")
        self.wait_for_moves(2)
        self.request("choose_players")
        self.assertIn("mock", [words for _, words in self.session.form.choice("white player").options])

    def test_a_command_is_kept_for_any_folder(self) -> None:
        self.assertEqual(from_here(f"'{MOCK.parent}/../matches/mock.py' good"), f"{MOCK.parent}/../matches/mock.py good")
        self.assertEqual(from_here("python3 ./mock.py"), "python3 ./mock.py")
        self.assertEqual(engine_name("wine ./pbrain-rival.exe --fast"), "rival")
        self.assertEqual(engine_name("'broken"), "'broken")

    def test_menu_does_what_it_says(self) -> None:
        self.begin_game(moves="h8i9")
        self.request("menu")
        self.accept()       # undo is its first row
        self.assertEqual(self.moves, "h8")
        self.request("menu")
        self.session.handle(Request("type", "r"))
        self.assertEqual((self.moves, self.session.form), ("h8i9", None))

    def test_save_load_and_replay(self) -> None:
        self.begin_game(white=tengen(), moves=BLACK_WINS)
        path = self.folder / "a game.psq"
        self.request("save")
        self.type(str(path))
        self.accept()
        self.assertIn("saved as", self.scene.notice)
        self.request("save")
        self.type(str(path))
        self.accept()
        self.assertIn("is there already", self.session.form.fault)
        self.accept()
        self.assertIsNone(self.session.form)
        self.session.begin(session.Game(Setup(width=9, height=9)), self.session.players, True)
        self.request("load")
        self.type(str(path))
        self.accept()
        self.assertEqual((self.moves, self.scene.is_over), (BLACK_WINS, True))
        self.session.begin(session.Game(Setup()), self.session.players, True)
        self.assertFalse((self.folder / "games").exists(), "what is on file already is not kept twice")
        self.request("load")
        self.type(str(path))
        self.accept()
        self.request("first")
        self.assert_nobody_thinks()
        self.assertEqual((self.moves, self.scene.moves[0]), ("", "h8"))

    def test_a_file_needs_a_name(self) -> None:
        self.begin_game(moves="h8")
        for name in ("", " ", str(self.folder), f"{self.folder}/"):
            self.request("save")
            self.type(name)
            self.accept()
            self.assertEqual(self.session.form.fault, "that is a folder: the file needs a name", name)
            self.session.handle(Request("dismiss"))

    def names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.scene.sides)

    def test_a_loaded_game_shows_its_players_until_somebody_plays_on(self) -> None:
        path = self.folder / "theirs.psq"
        path.write_bytes(files.psq_text((15, 15), (5, 5), [((7, 7), 0), ((8, 8), 0), ((9, 9), 0)], ("Ann", "pbrain-bob"),
                                        files.PSQ_UNKNOWN, 0, "freestyle").encode())
        self.begin_game(white=tengen())
        self.request("load")
        self.session.handle(Request("form", "clear"))
        self.type(str(path))
        self.accept()
        self.assertEqual((self.names(), self.scene.sides[1].detail), (("Ann", "bob"), ""))
        self.session.attend()
        back = session.Store(self.folder / "elsewhere")
        self.addCleanup(back.close)
        back.save(Saved(self.session.game, self.session.players))
        again = session.Session(back, Saved(back.load().game, self.session.players))
        self.addCleanup(again.close)
        self.assertEqual((again.name_of(BLACK), again.running), ("Ann", False), "kept, and offered again")
        self.request("back", "forward")
        self.assertEqual(self.names(), ("Ann", "bob"))
        self.assert_nobody_thinks()
        self.request("go")
        self.assertEqual(self.names(), ("You", "Tengen"), "now it is theirs")
        self.wait_for_moves(4)
        self.request("back")
        self.assertEqual(self.names(), ("You", "Tengen"))

    def test_a_game_that_is_saved_again_keeps_its_players(self) -> None:
        game = game_of(BLACK_WINS)
        game.names = {BLACK: "Ann", WHITE: "Bob"}
        self.begin_game(white=tengen())
        self.session.begin(game, self.session.players, running=False)
        self.request("last", "undo", "redo")
        self.assertEqual(self.names(), ("Ann", "Bob"), "nobody can play on from a win")
        self.request("save")
        self.session.handle(Request("form", "clear"))
        self.type(str(self.folder / "again.psq"))
        self.accept()
        self.assertEqual((self.folder / "again.psq").read_text().split("\n")[10:12], ["Ann", "Bob"])

    def test_a_file_that_is_none(self) -> None:
        self.begin_game()
        (self.folder / "bad.psq").write_text("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n")
        for name, words in (("bad.psq", "move 2: h8 is taken"), ("none.psq", "No such file"), ("", "that is a folder")):
            self.request("load")
            self.type(f"{self.folder}/{name}")
            self.accept()
            self.assertIn(words, self.session.form.fault)
            self.session.handle(Request("dismiss"))

    def test_an_opening_is_played_on_from(self) -> None:
        self.begin_game(white=tengen())
        path = self.folder / "openings.txt"
        path.write_text("h8i9j10\nh8h9\n")
        self.request("opening")
        self.type(str(path))
        self.accept()
        self.assertEqual(self.session.form.title, "2 openings of openings.txt")
        self.accept()
        self.wait_for_moves(4)
        self.assertTrue(self.moves.startswith("h8i9j10"))

    def test_a_puzzle_says_what_is_right_and_what_is_wrong(self) -> None:
        """Tengen defends. Of a wrong move it says so, undo takes it back, and the form offers the next one."""
        self.begin_game()
        self.request("puzzle")
        form = self.session.form
        form.turn(-1)
        self.assertEqual((form.choice("rule").words, form.choice("puzzle").words), ("caro", "1 of 40: win in 5"))
        self.request("accept")
        riddle = self.session.riddle
        side, count = self.session.game.to_move, len(riddle.moves)
        self.assertEqual(self.session.players, {side: PERSON, OPPONENT[side]: puzzles.DEFENDER})
        self.assertRegex(self.scene.notice, "^(black|white) to move wins in 5, moves of both sides$")
        self.play(notation(self.session.game.board.empty_cells()[0]))
        self.wait_for_moves(count + 2)
        self.assertRegex(self.scene.notice, r"^a1 is wrong: (black|white) (wins now|has \w+, and no win is proven); u takes it back$")
        self.request("undo")
        self.assertEqual(self.session.game.at, count)
        self.play(notation(riddle.first_moves[0]))
        self.wait_for_moves(count + 2)
        self.assertRegex(self.scene.notice, r"^\w+ is right: (black|white) wins in [13]$")
        self.request("review")              # would show the solution: only who wants it sees it
        self.assertEqual((self.session.form.title, self.session.wants & {"review"}),
                         ("A review shows the solution of the puzzle. Show it?", set()))
        self.request("accept")
        self.assertNotIn("review", self.session.wants)
        self.request("review")
        self.session.form.focus = 1
        self.request("accept")
        self.assertIn("review", self.session.wants)
        self.request("review", "puzzle")    # which ends it without a question
        self.assertEqual(self.session.form.choice("puzzle").words, "2 of 40: win in 5")
        self.session.form.turn(1)
        self.assertEqual(self.session.form.choice("rule").words, "freestyle")
        self.request("dismiss")
        with patch("tui.puzzles.LIST", self.folder / "gone.js"):
            self.request("puzzle")
        self.assertEqual((self.session.form, self.scene.notice), (None, "gone.js: No such file or directory"))

    def test_all_puzzles_are_positions(self) -> None:
        found = puzzles.read()
        self.assertEqual(len(found), 160)
        for riddle in found:
            game = riddle.game()
            self.assertTrue(all(game.board.legal(move) for move in riddle.first_moves))
            self.assertFalse(riddle.is_in(game))
            game.play(riddle.first_moves[0])
            self.assertTrue(riddle.is_in(game))

    def test_help_is_read_and_left(self) -> None:
        self.begin_game()
        self.request("help")
        self.assertTrue(self.session.form.is_page)
        self.press("down", "up", "up")
        self.assertEqual(self.session.form.focus, 0)
        self.accept()
        self.assertIsNone(self.session.form)


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


class Keeping(SessionTest):
    def test_the_game_comes_back_as_it_was(self) -> None:
        self.begin_game(white=tengen("depth 4"), setup=Setup(RENJU), moves="h8i9j10")
        self.request("back")
        self.session.close()
        saved = session.Store(self.folder).load()
        self.assertEqual((saved.game.setup.rule, saved.game.at, len(saved.game.moves)), (RENJU, 2, 3))
        self.assertEqual(saved.players, {BLACK: PERSON, WHITE: tengen("depth 4")})

    def test_nothing_moves_before_the_offer_is_answered(self) -> None:
        self.begin_game(black=tengen())
        self.session.offer()
        self.assert_nobody_thinks()
        self.session.handle(Request("dismiss"))
        self.assertIsNotNone(self.session.form)
        self.session.handle(Request("accept"))
        self.wait_for_moves(1)

    def test_an_offer_can_be_left_for_later(self) -> None:
        self.begin_game(moves="h8")
        self.session.offer()
        self.session.handle(Request("type", "q"))
        self.assertEqual((self.session.is_left, self.moves), (True, "h8"))


if __name__ == "__main__":
    unittest.main()
