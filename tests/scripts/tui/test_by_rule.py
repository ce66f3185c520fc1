"""Openings by a rule in a session: stones, numbers, offers and colours, by people and engines."""

from __future__ import annotations

import re
import unittest
from unittest.mock import patch

from tui_path import LONG, BLACK, PERSON, WHITE, Player, Setup, SessionTest, Request, mock, tengen

from matches import opening_rules
from matches.opening_rules import Act, Answer
from matches.points import point, points
from tui import opponent, session, stages
from tui.players import person


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
        self.wait_for(lambda: self.session.seats.opponents[WHITE] and self.session.seats.opponents[WHITE].state == opponent.THINKING)
        self.session.begin(session.Game(Setup()), self.session.seats.players, running=True)
        self.play("h8")
        white = self.session.seats.opponents[WHITE]
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
            self.session.by_rule.take_decision(decision, 7)
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
        self.session.by_rule.take_decision(Answer(Act(BLACK), ()), 0)
        self.assertEqual(self.scene.notice, "Tengen takes black: Tengen (black), You (white)")
        self.assertEqual(self.scene.status,
                         "Soosyrv-8: You put a white stone, with the number of fifth moves to be offered, 1 to 8")
        self.begin_opening(tengen(LONG), PERSON)
        for at in points("h8i9h10"):
            self.session.by_rule.take_decision(Answer(Act(None, (at,)), ()), 0)
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


if __name__ == "__main__":
    unittest.main()
