"""The session without a terminal: options go in, scenes come out, real engines play, and some misbehave in every way."""

from __future__ import annotations

import os
import re
import signal
import unittest
from unittest.mock import patch

from tui_path import LONG, BLACK, BLACK_WINS, DOUBLE_THREE, PERSON, ROOT, WHITE, Player, Setup, SessionTest, Request, mock, strength, tengen

from matches.points import point, points
from matches.referee import RENJU
from tui import opponent, session, stopwatch
from tui.actions import BY_NAME
from tui.players import LEVEL_NAMES, person


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

    def test_every_action_is_of_one_part(self) -> None:
        one = self.begin_game()
        parts = one, one.replay, one.by_rule, one.analysis, one.files, one.questions
        for name in set(BY_NAME) - {"leave"}:
            self.assertEqual(sum(hasattr(type(part), name) for part in parts), 1, name)

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
        self.assertEqual(self.session.seats.players[BLACK], person("Jörg"))
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
        self.session.begin(session.Game(Setup()), self.session.seats.players, running=True)
        self.assertEqual(self.session.answered, {})

    def test_what_a_dropped_question_made_it_say_is_no_thought_about_the_next(self) -> None:
        self.begin_game(white=tengen(LONG))
        self.play("h8")
        self.wait_for(lambda: self.scene.thoughts and self.scene.thoughts[0].line, "thoughts")
        self.play_elsewhere_at_once("i9")
        self.session.let_engine_move()
        white = self.session.seats.opponents[WHITE]
        self.assertEqual((white.is_asked, white.state), (True, opponent.STOPPING))
        white.hear("MESSAGE depth 99 eval 1 nodes 1 speed 1k line 0,0")
        self.assertIsNone(white.thought.depth)

    def test_undo_and_redo_while_it_thinks(self) -> None:
        self.begin_game(white=tengen(LONG))
        self.play("h8")
        self.wait_for(lambda: self.scene.thoughts, "thoughts")
        process = self.session.seats.opponents[WHITE].process
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
        self.assertIs(self.session.seats.opponents[WHITE].process, process, "no other process was needed")

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

    def test_a_pause_while_it_thinks(self) -> None:
        self.begin_game(white=tengen(LONG))
        self.play("h8")
        self.wait_for(lambda: self.session.thinker)
        self.request("go")
        self.assert_nobody_thinks()
        self.assertIn("g lets Tengen move", self.scene.status)
        self.request("go")
        self.wait_for(lambda: self.session.thinker)

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
        self.assertIsNotNone(self.session.seats.opponents[WHITE].process)
        self.play("g8" if "l8" in self.moves else "l8")
        self.assertTrue(self.scene.is_over)
        self.assertIsNone(self.session.seats.opponents[WHITE].process)
        self.request("undo")
        self.play("a15")
        self.wait_for(lambda: self.session.thinker, "it plays on after undo")

    def test_move_now_before_it_was_even_asked(self) -> None:
        self.begin_game(white=tengen(LONG))
        self.play("h8")
        self.assertEqual(self.session.seats.opponents[WHITE].state, opponent.STARTING)
        self.request("move_now")
        self.wait_for_moves(2)

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
        os.kill(self.session.seats.opponents[WHITE].process.process.pid, signal.SIGKILL)
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
        self.session.questions.offer()
        self.assert_nobody_thinks()
        self.session.handle(Request("dismiss"))
        self.assertIsNotNone(self.session.form)
        self.session.handle(Request("accept"))
        self.wait_for_moves(1)

    def test_an_offer_can_be_left_for_later(self) -> None:
        self.begin_game(moves="h8")
        self.session.questions.offer()
        self.session.handle(Request("type", "q"))
        self.assertEqual((self.session.is_left, self.moves), (True, "h8"))


if __name__ == "__main__":
    unittest.main()
