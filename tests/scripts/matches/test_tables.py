"""The live line and the final tables: they fit, they are aligned, and they say what they should."""

from __future__ import annotations

import re
import unittest
from dataclasses import replace
from itertools import combinations
from unittest import mock

from matches_path import game, match, pair

from matches import record, tables
from matches.record import Game, Match, Player, Ply
from matches.settings import setting
from matches.statistics import Tally

POINTS = ((1, 0), (1, 1), (0.5, 0.5), (0.5, 1), (0, 0))


def played(the_match: Match, rounds: int = 5) -> list[Game]:
    """Games of everybody against everybody, or of the first against all others."""
    meetings = [meeting for meeting in combinations(range(len(the_match.players)), 2)
                if the_match.plan != "gauntlet" or meeting[0] == 0]
    games = []
    for number, (first, second) in enumerate(meetings * rounds):
        games += pair(number, first, second, POINTS[number % len(POINTS)])
    return games


def line_with(text: str, *words: str) -> str:
    """The first line that has all these words."""
    return next(line for line in text.splitlines() if all(word in line for word in words))


class LiveLine(unittest.TestCase):

    TEST = match(sprt=[0.0, 10.0, 0.05, 0.05])

    def test_everything_where_there_is_room(self) -> None:
        line = tables.live_line(self.TEST, played(self.TEST), fresh=10, seconds=60.0, columns=200)
        for part in ("10/100", "new", "+4 =3 -3", "55.0 %", "Elo +33.2 (-189.8 to +245.5)", "LOS ", "LLR 0.", "(-2.94, 2.94)",
                     "0:09:00 to go"):
            self.assertIn(part, line)

    def test_never_wider_than_the_terminal(self) -> None:
        games = played(self.TEST)
        for columns in range(1, 160):
            for count in (0, 1, len(games)):
                some = games[:count]
                line = tables.live_line(self.TEST, some, len(some), 1.0, columns)
                self.assertLess(len(line), columns)
                self.assertNotIn("\n", line)

    def test_the_count_of_games_stays_longest(self) -> None:
        self.assertEqual(tables.live_line(self.TEST, played(self.TEST), 10, 60.0, 16), "10/100")

    def test_a_decision_is_told(self) -> None:
        games = [one for number in range(50) for one in pair(number, 0, 1, ((1, 1), (1, 0))[number % 2])]
        self.assertIn("H1 accepted", tables.live_line(match(sprt=[0.0, 50.0, 0.05, 0.05]), games, 100, 1.0, 120))

    def test_the_leader_of_many(self) -> None:
        many = match(("a", "b", "c"))
        games = [*pair(0, 0, 1, (0, 0)), *pair(1, 1, 2, (1, 1)), *pair(2, 0, 2, (1, 0))]
        self.assertIn("b  +4 =0 -0  100.0 %", tables.live_line(many, games, 6, 1.0))

    def test_no_time_to_go_without_games_to_tell_it_by(self) -> None:
        self.assertNotIn("to go", tables.live_line(self.TEST, played(self.TEST), fresh=0, seconds=60.0))


class Final(unittest.TestCase):

    def test_it_fits_whatever_the_number_of_players(self) -> None:
        for plan in ("round-robin", "gauntlet"):
            for count in range(2, 21):
                the_match = match(tuple(f"a long name of engine number {index}" for index in range(count)), plan=plan)
                for games in [played(the_match, 1)[:0], played(the_match, 1)[:1], played(the_match)]:
                    text = tables.final(the_match, games)
                    self.assertLessEqual(max(map(len, text.splitlines())), tables.COLUMNS, text)

    def test_it_fits_a_hundred_thousand_games(self) -> None:
        long = match(("a long name of the new engine", "a long name of the old engine"), games=100_000)
        results = Tally(35_000, 30_000, 35_000, [10_001, 10_001, 9_996, 10_001, 10_001])
        with mock.patch.object(tables, "tally", return_value=results):
            self.assertLessEqual(tables.widest(tables.final(long, played(long))), tables.COLUMNS)

    def test_nothing_played(self) -> None:
        text = tables.final(match(sprt=[0.0, 5.0, 0.05, 0.05]), [])
        self.assertIn("None of 100 games has been played.", text)

    def test_standings(self) -> None:
        text = tables.final(match(), played(match()))
        self.assertRegex(line_with(text, "1  new"), r"1  new +10 +4 +3 +3 +55\.0 % +\+33\.2 +-189\.8 to \+245\.5")
        self.assertRegex(line_with(text, "2  old"), r"2  old +10 +3 +3 +4 +45\.0 % +-33\.2 +-245\.5 to \+189\.8")

    def test_games_that_come_again_count_once(self) -> None:
        """Turned ones, too, at fixed nodes; by the clock they are chance."""
        fixed = match(turn_ms=None, nodes=100)
        first, other = pair(0, 0, 1, (1, 1)), pair(1, 0, 1, (1, 1))
        for one in other:
            one.moves = [(y, 14 - x) for x, y in one.moves]
        text = tables.final(fixed, [*first, *other])
        self.assertRegex(line_with(text, "1  new"), r"1  new +2 +2 +0 +0 ")
        self.assertIn("turned or mirrored: 2.", text)
        self.assertNotIn("Copies", tables.final(match(), [*first, *other]))
        for of_new, of_old in (("thread_num=2", "thread_num=1"), ("THREAD_NUM=4", "rule=0"), ("rule=0", "strength=3")):
            by_chance = replace(fixed, players=[Player(words, words, dict([setting(words)])) for words in (of_new, of_old)])
            self.assertNotIn("Copies", tables.final(by_chance, [*first, *other]), by_chance.players)
        other[1].moves[-1] = (0, 0)
        self.assertRegex(line_with(tables.final(fixed, [*first, *other]), "1  new"), r"1  new +4 +4 +0 +0 ")

    def test_columns_are_aligned(self) -> None:
        lines = tables.final(match(("a", "a longer name")), played(match())).splitlines()
        start = next(index for index, line in enumerate(lines) if " player" in line)
        for title in ("games", "won", "drawn", "lost", "score", "Elo"):
            end = lines[start].index(title) + len(title)
            for line in lines[start + 1:start + 3]:
                self.assertNotEqual(line[end - 1], " ")
                self.assertEqual(line[end], " ")

    def test_pairs(self) -> None:
        text = tables.final(match(), played(match()))
        self.assertRegex(text, r"against +points +LL +LD +DD or WL +WD +WW +Elo +95 % +LOS\n"
                               r"old +5\.5/10 +1 +0 +2 +1 +1 +\+33\.2 +-189\.8 to \+245\.5 +")
        self.assertNotIn("single games", text)
        self.assertIn("single games", tables.final(match(), played(match())[::2]))

    def test_crosstable(self) -> None:
        three = match(("a", "b", "c"))
        games = [*pair(0, 0, 1, (1, 0.5)), *pair(1, 0, 2, (1, 1)), *pair(2, 1, 2, (1, 0))]
        text = tables.final(three, games)
        self.assertRegex(text, r" +against +1 +2 +3\n1 +a +1\.5/2 +2/2\n2 +b +0\.5/2 +1/2\n3 +c +0/2 +1/2\n")

    def test_a_crosstable_that_is_too_wide_is_in_percent(self) -> None:
        many = match(tuple(f"engine {index}" for index in range(20)))
        text = tables.final(many, played(many))
        self.assertIn("In percent of the points.", text)
        self.assertEqual(len(line_with(text, "against").split()), 21)

    def test_sprt(self) -> None:
        text = tables.final(match(sprt=[0.0, 10.0, 0.05, 0.05]), played(match()))
        self.assertIn("SPRT of elo 0 against 10, alpha 0.05, beta 0.05", text)
        self.assertRegex(text, r"LLR 0\.\d\d \(-2\.94, 2\.94\) of pairs: the test goes on")
        self.assertNotIn("SPRT", tables.final(match(), played(match())))

    def test_effort(self) -> None:
        # After an opening of three stones white moves first: white takes 100, 300, 500 ms, black 200, 400, 600.
        text = tables.final(match(), [game(1, 0, 1)])
        self.assertRegex(line_with(text, "new", "MB"), r"new +3 +400 +600 +40 % +60 % +9\.0 +125 k +100 MB")
        self.assertRegex(line_with(text, "old", "MB"), r"old +3 +300 +500 +30 % +50 % +9\.0 +167 k +200 MB")

    def test_effort_of_a_clock_of_its_own(self) -> None:
        players = [Player("new", "./new", {"timeout_turn": "4000"}), Player("old", "./old")]
        text = tables.final(match(players=players), [game(1, 0, 1)])
        self.assertRegex(line_with(text, "new", "MB"), r"new +3 +400 +600 +10 % +15 % ")
        self.assertRegex(line_with(text, "old", "MB"), r"old +3 +300 +500 +30 % +50 % ")

    def test_effort_of_a_clock_for_the_game(self) -> None:
        clocks = match(turn_ms=None, match_ms=3000, increment_ms=1000)
        text = tables.final(clocks, [game(1, 0, 1)])        # black: 1200 of 3000 + 3 times 1000
        self.assertRegex(line_with(text, "new", "MB"), r"new +3 +400 +600 +20 % +20 % ")

    def test_effort_of_engines_that_tell_nothing(self) -> None:
        silent = game(1, 0, 1, plies=[Ply(0.0)] * 6, memory=[0, 0])
        text = tables.final(match(turn_ms=None), [silent])
        self.assertRegex(line_with(text, "nodes/s"), "depth")
        self.assertRegex(text, r"new +3 +0\.0 +0\.0 +- +- +- +- +-\n")

    def test_endings_and_failures(self) -> None:
        games = [game(1, 0, 1), game(2, 1, 0, 0.0, reason=record.TIMEOUT, words="old took 1234 ms of 1000\nat move 7"),
                 game(3, 0, 1, 0.0, reason=record.CRASH, words="new has died"), game(4, 1, 0, 0.5)]
        text = tables.final(match(), games)
        self.assertIn("Games ended by: five 1, timeout 1, crash 1, full board 1", text)
        self.assertIn("By colour: white won 2, black won 1, drawn 1", text)
        self.assertIn("Lost by doing something wrong: 2\ngame 2: old, timeout: old took 1234 ms of 1000 at move 7\n"
                      "game 3: new, crash: new has died", text)
        self.assertIn("Nobody lost by time", tables.final(match(), games[:1]))

    def test_names_that_would_break_lines(self) -> None:
        text = tables.final(match(("two\nlines", "x" * 200)), played(match()))
        self.assertIn("two lines", text)
        self.assertLessEqual(tables.widest(text), tables.COLUMNS)

    def test_what_is_cut_of_a_name_is_its_middle(self) -> None:
        self.assertEqual(tables.shortened("tengen-2025-01-31-abcdef", 12), "tengen…bcdef")
        self.assertEqual(tables.shortened("tengen", 12), "tengen")

    def test_no_negative_zero(self) -> None:
        self.assertIsNone(re.search(r"-0\.0\b", tables.final(match(), pair(0, 0, 1, (1, 0)))))


if __name__ == "__main__":
    unittest.main()
