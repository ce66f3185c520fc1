"""The match tool and engines that misbehave in every way: each is told apart, loses its game, and leaves nothing running."""

import unittest
from pathlib import Path

from mock_matches import MatchTest
from matches import record
from matches.engine import REMARKS_MAX, UNLIMITED_MS, Engine

SHORT = {"turn": "200"}     # for those who are late on purpose


# What it does, why it loses then, further words of the match, and its turn ("" is the usual one).
LOST: tuple[tuple[str, str, tuple[str, ...], dict[str, str]], ...] = (
    ("crash-at-start-from-2 1 STARTS", record.CRASH, (), {}),
    ("refuse-start-from-2 1 STARTS", record.NO_START, (), {}),
    ("crash", record.CRASH, (), {}),
    ("exit", record.CRASH, (), {}),
    ("crash-between", record.CRASH, (), {}),
    ("child", record.CRASH, (), {}),            # which is left behind
    ("late", record.TIMEOUT, (), SHORT),
    ("late", record.TIMEOUT, ("--match", "400"), {}),
    ("silent", record.HANG, (), SHORT),
    ("complain", record.HANG, (), SHORT),
    ("talk-on", record.HANG, (), SHORT),        # without end
    ("garbage", record.GARBAGE, (), {}),
    ("negative", record.GARBAGE, (), {}),
    ("arabic", record.GARBAGE, (), {}),         # digits that are none to other programs
    ("long-line", record.GARBAGE, (), {}),
    ("flood", record.GARBAGE, ("--nodes", "100"), {"turn": ""}),
    ("occupied", record.ILLEGAL, (), {}),
    ("outside", record.ILLEGAL, (), {}),
    ("hog", record.MEMORY, ("--memory", "60"), {}))
SAID = {"complain": "what do you mean", "flood": "wrote more than 16 MiB and no answer"}

# What costs no game.
FINE = (("refuse-start-at-2 1 STARTS", ("--draw-after", "8")), ("late", ("--tolerance", "5000", "--draw-after", "8")),
        ("daemon", ("--draw-after", "8")),      # a child in a session of its own hears no signal for the engine's group
        ("talk", ("--draw-after", "12")), ("complain-of-keys", ("--draw-after", "8")), ("ignore-end", ("--draw-after", "8")))


class Misbehaviour(MatchTest):
    def each(self, behaviour):
        """In a folder of its own"""
        self.out = Path(self.folder.name) / f"out-{len(list(Path(self.folder.name).iterdir()))}"
        return behaviour.replace("STARTS", f"{self.out}-starts")

    def test_who_misbehaves_loses(self):
        for behaviour, reason, words, settings in LOST:
            with self.subTest(behaviour, words=words):
                self.assert_lost_by(self.each(behaviour), reason, *words, **settings)
                self.assertIn(SAID.get(behaviour, ""), self.shown)

    def test_who_is_only_odd_does_not(self):
        for behaviour, words in FINE:
            with self.subTest(behaviour):
                games = self.games_of(self.each(behaviour), *words)
                self.assertEqual(([None, None], []), ([game.failed for game in games], self.left_behind()))

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
