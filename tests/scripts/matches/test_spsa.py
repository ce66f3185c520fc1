"""The tuner's steps: what may be tried, where they lead on functions whose best values are known, and that nothing but
settings, seed, iteration and values decides about them."""

import random
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from statistics import mean

import forked
from matches_path import ROOT
from matches import spsa, tuning
from matches.spsa import Gains, Parameter, Trial
from matches.statistics import Sprt

GAINS = Gains(a=0.6, c=0.35, A=50.0, alpha=0.602, gamma=0.101)
PARAMETERS = [Parameter("narrow", 3, 0, 6), Parameter("wide", 500, 0, 9999), Parameter("low", 10, 4, 40), Parameter("at_end", 0, 0, 8),
           Parameter("middle", 50, 0, 100)]
BEST = {"narrow": 5, "wide": 700, "low": 7, "at_end": 3, "middle": 20}
APART = Trial({"middle": 60}, {"middle": 40})
PAIRS = 16
MANY = 4000
PATIENCE_S = 300    # for what takes seconds, on a machine that has other things to do

# The side with a switch has so much more Elo, and wins by chance.
SWITCHED = """#!{python}
import random, sys
ELO = {{"GOOD=1": 40, "BAD=0": -60, "TWO=2": 40, "HALVES=2": 40}}
if sys.argv[1] == "duel":
    with open("{heard}", "a") as heard:
        for line in sys.stdin:
            heard.write(line)
            one, other = (sum(ELO.get(word, 0) for word in side.split(",")) for side in line.split()[1:])
            chance = 1 / (1 + 10 ** ((other - one) / 400))
            print(*(int(random.Random(f"{{line}} {{game}}").random() < chance) for game in range(2)))
elif sys.argv[1] == "openings":
    print(*(f"h8{{column}}{{row}}o{{last}}" for column in "abcdefg" for row in range(1, 8) for last in range(1, 9)), sep="\\n")
else:
    print({{"--version": "a program"}}.get(sys.argv[1], "NONE 0 0 9\\nTWO 0 0 5\\nHALVES 0 0 5\\nGOOD 0 0 5\\nBAD 1 0 1"))
"""


def loss(side):
    """How far the values of a side are from the best, in reaches, squared."""
    return sum(((side[parameter.name] - BEST[parameter.name]) / parameter.reach) ** 2 for parameter in PARAMETERS)


def won(trial, dice):
    """The score of a pair of games between two sides that chance has a large part in."""
    chance = min(max(0.5 + (loss(trial.other) - loss(trial.one)) / 8, 0.0), 1.0)
    return sum(dice.random() < chance for _ in range(2)) - 1.0


def climb(iterations, values=None, first=1, seed=1):
    """The values at the start and after each iteration."""
    way = [values or spsa.start(PARAMETERS)]
    for iteration in range(first, first + iterations):
        trials = spsa.trials(PARAMETERS, way[-1], GAINS, iteration, PAIRS, seed)
        dice = random.Random(f"results {iteration}")
        scores = [won(trial, dice) for trial in trials]
        way.append(spsa.moved(PARAMETERS, way[-1], GAINS, iteration, trials, scores))
    return way


class Trials(unittest.TestCase):
    def test_a_reach_ends_where_the_range_does(self):
        self.assertEqual([3, 500, 6, 8, 50], [parameter.reach for parameter in PARAMETERS])

    def test_sides_lie_around_the_values_and_in_range(self):
        for iteration in (1, 10, 1000):
            for trial in spsa.trials(PARAMETERS, spsa.start(PARAMETERS), GAINS, iteration, 200, 7):
                for parameter in PARAMETERS:
                    way = GAINS.way(parameter, iteration)
                    for side in (trial.one, trial.other):
                        self.assertIsInstance(side[parameter.name], int)
                        self.assertTrue(parameter.least <= side[parameter.name] <= parameter.most)
                        self.assertLessEqual(abs(side[parameter.name] - parameter.value), way + 1)

    def test_sides_are_never_the_same(self):
        for trial in spsa.trials(PARAMETERS, spsa.start(PARAMETERS), GAINS, 10_000, 200, 7):
            self.assertTrue(all(trial.one[parameter.name] != trial.other[parameter.name] for parameter in PARAMETERS))

    def test_both_directions_and_no_two_numbers_together(self):
        trials = spsa.trials(PARAMETERS, spsa.start(PARAMETERS), GAINS, 1, MANY, 7)
        signs = [[1 if trial.one[parameter.name] > trial.other[parameter.name] else -1 for parameter in PARAMETERS]
                 for trial in trials]
        for i in range(len(PARAMETERS)):
            self.assertAlmostEqual(0, mean(row[i] for row in signs), delta=0.07)
            for j in range(i):
                self.assertAlmostEqual(0, mean(row[i] * row[j] for row in signs), delta=0.07)

    def test_every_iteration_throws_anew(self):
        settings = PARAMETERS, spsa.start(PARAMETERS), replace(GAINS, gamma=0.0)
        self.assertNotEqual(spsa.trials(*settings, 1, 1, 7)[0], spsa.trials(*settings, 2, 1, 7)[0])
        self.assertNotEqual(spsa.trials(*settings, 1, 1, 7)[0], spsa.trials(*settings, 1, 1, 8)[0])
        self.assertNotEqual(*spsa.trials(*settings, 1, 2, 7))

    def test_rounding_is_fair(self):
        dice = random.Random(5)
        parameter = Parameter("x", 3, 0, 6)
        for value in (2.0, 2.25, 2.9):
            self.assertAlmostEqual(value, mean(parameter.rounded(value, dice.random()) for _ in range(MANY)), delta=0.03)

    def test_ways_shrink_but_not_to_nothing(self):
        wide, narrow = PARAMETERS[1], PARAMETERS[0]
        self.assertAlmostEqual(GAINS.c * 500, GAINS.way(wide, 1))
        self.assertAlmostEqual(GAINS.c * 500 / 100 ** GAINS.gamma, GAINS.way(wide, 100))
        self.assertEqual(spsa.LEAST_WAY, GAINS.way(narrow, 10 ** 9))


class Steps(unittest.TestCase):
    def test_a_step_by_hand(self):
        """The one had 60 and won, the other had 40: (0.6 / 51^0.602) of the slope 50 * 20 / (2 * 17.5)^2, times 50."""
        after = spsa.moved([PARAMETERS[4]], {"middle": 50.0}, GAINS, 1, [APART], [1.0])
        self.assertAlmostEqual(50 + 0.6 / 51 ** 0.602 * 50 * (50 * 20 / 35 ** 2), after["middle"])

    def test_it_moves_towards_the_winner(self):
        for score, sign in ((1.0, 1), (-1.0, -1), (0.0, 0)):
            after = spsa.moved([PARAMETERS[4]], {"middle": 50.0}, GAINS, 1, [APART], [score])
            self.assertEqual(sign, (after["middle"] > 50) - (after["middle"] < 50))

    def test_it_stays_within_the_range(self):
        eager = replace(GAINS, a=1000.0)
        after = spsa.moved([PARAMETERS[4]], {"middle": 50.0}, eager, 1, [APART], [1.0])
        self.assertEqual({"middle": 100}, after)

    def test_the_answer_is_the_mean_of_the_end(self):
        way = [{"x": 100.0}] * 75 + [{"x": 10.0}, {"x": 11.0}] * 12 + [{"x": 10.6}]
        self.assertEqual({"x": 11}, spsa.answer(way))     # 10.504
        self.assertEqual({"x": 5}, spsa.answer([{"x": 5.0}]))


class Worths(unittest.TestCase):
    """What more of a number is worth, where the truth is known."""

    def played(self, count, gains=replace(GAINS, gamma=0.0)):
        dice = random.Random(4)
        trials = spsa.trials(PARAMETERS, spsa.start(PARAMETERS), gains, 1, count, 9)
        return [(trial, won(trial, dice)) for trial in trials]

    def test_by_hand(self):
        """With more of it won a pair, lost half a pair, lost a pair; where both sides are alike a pair says nothing."""
        two = Trial({"middle": 40}, {"middle": 60})
        found = spsa.worth("middle", [(APART, 1.0), (APART, -0.5), (two, 1.0), (Trial({"middle": 5}, {"middle": 5}), 1.0)])
        self.assertEqual(([1, 1, 0, 0, 1], 6, 2.5 / 6), (found.pairs, found.games, found.score))

    def test_the_truth_is_within_the_errors(self):
        """The sides differ in everything, and each number is found to be worth what it alone is."""
        played = self.played(MANY)
        for parameter in PARAMETERS:
            sides = [tuple(sorted((trial.one[parameter.name], trial.other[parameter.name]))) for trial, _ in played]
            truth = mean(self.gain(parameter, *side) for side in sides)
            found = spsa.worth(parameter.name, played).elo()
            self.assertLess(abs(found.value - truth), 0.75 * (found.high - found.low), parameter)
            self.assertLess(found.high - found.low, 18)
            self.assertNotEqual(found.value > 0, BEST[parameter.name] < parameter.value, parameter)

    def gain(self, parameter, less, more):
        """Elo by which more of it is ahead, if nothing else differs."""
        loss_of = {value: ((value - BEST[parameter.name]) / parameter.reach) ** 2 for value in (less, more)}
        return (loss_of[less] - loss_of[more]) / 8 * 4 * 173.718

    def test_without_games_nothing_is_known(self):
        nothing: list[tuple[Trial, float]] = []
        for played in (nothing, [(Trial({}, {}), 1.0)] * 9):
            self.assertEqual(0, spsa.worth("middle", played).games)


class Switches(unittest.TestCase):
    """scripts/tune --switch with a program of which it is known what each switch is worth."""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.program, self.heard = self.folder / "program", self.folder / "heard"
        self.program.write_text(SWITCHED.format(python=sys.executable, heard=self.heard))
        self.program.chmod(0o755)

    def tune(self, *words, status=0):
        done = forked.run([sys.executable, str(ROOT / "scripts" / "tune"), "--program", self.program.name, "--log", "log", "--pairs", "200",
                           *words], self.folder, PATIENCE_S)
        self.assertEqual(status, done.returncode, done.stderr)
        return done.stdout or done.stderr

    def test_each_gets_its_own_verdict_from_the_same_games(self):
        switches = [word for text in ("NONE=3", "TWO=2,HALVES=2", "GOOD=1", "BAD=0") for word in ("--switch", text)]
        shown = self.tune(*switches, "--iterations", "15", "--sprt", "-20", "20", "--concurrency", "2")
        rows = [line.split() for line in shown.split("\n")[-6:] if "=" in line]
        self.assertEqual(["TWO=2,HALVES=2", "GOOD=1", "NONE=3", "BAD=0"], [row[0] for row in rows], shown)
        for row, truth in zip(rows, (80, 40, 0, -60)):
            self.assertAlmostEqual(truth, float(row[1]), delta=15, msg=str(row))      # games between even sides would tell a little more
            self.assertLess(float(row[4]) - float(row[2]), 19)
            if truth:
                self.assertEqual(["H1" if truth > 0 else "H0", "accepted", "after"], row[6:9], row)
        halves = [[set(side.replace("TWO=2,HALVES=2", "BOTH").split(",")) - {"-"} for side in line.split()[1:]]
                  for line in self.heard.read_text().splitlines()]
        self.assertEqual(15 * 200, len(halves))
        for one, other in halves:
            self.assertEqual(({"NONE=3", "BOTH", "GOOD=1", "BAD=0"}, set()), (one | other, one & other))
        self.assertEqual(16, len({tuple(sorted(one)) for one, _ in halves}))

        log = (self.folder / "log").read_bytes()
        again = self.tune(*switches, "--iterations", "15", "--sprt", "100", "120", "--resume")
        self.assertRegex(again, r"LLR 100 120 +verdict\n(.* H0 accepted after \d+ games\n){4}$")
        self.assertEqual(log, (self.folder / "log").read_bytes())

    def test_a_verdict_stays_whatever_is_played_after_it(self):
        switch, trial = Parameter("GOOD=1", 0, 0, 1), Trial({"GOOD=1": 1}, {"GOOD=1": 0})
        won = [(trial, score) for score in (0.5, 0.5, -0.5, 0.0)] * 10
        lost = [(trial, -score) for _, score in won]
        self.assertEqual("", tuning.decision(switch, [won, lost], Sprt(-10, 20)))
        self.assertEqual("H1 accepted after 160 games", tuning.decision(switch, [won, won, *[lost] * 20], Sprt(-10, 20)))

    def test_wrong_switches(self):
        for words, fault in (("ODD=1", "no parameter ODD"), ("GOOD=9", "goes from 0 to 5"), ("GOOD=0", "is 0 already"), ("GOOD", "goes from"),
                             ("GOOD=1,GOOD=2", "set twice"), ("GOOD=x", "goes from")):
            self.assertIn(fault, self.tune("--switch", words, status=2))
        self.assertIn("elo0 must be less", self.tune("--switch", "GOOD=1", "--sprt", "5", "0", status=2))
        self.assertFalse((self.folder / "log").exists())


class Ways(unittest.TestCase):
    def test_it_finds_what_is_best(self):
        """From far off, by games that are lost by chance nearly as often as not; whatever the dice say."""
        for seed in (1, 2, 3):
            found = spsa.answer(climb(600, seed=seed))
            self.assertLess(loss(found), 0.1 * loss(spsa.start(PARAMETERS)), found)

    def test_noise_alone_does_not_lead_far(self):
        parameters, values = [PARAMETERS[4]], {"middle": 50.0}
        dice = random.Random(3)
        for iteration in range(1, 301):
            trials = spsa.trials(parameters, values, GAINS, iteration, PAIRS, 1)
            scores = [dice.choice((-1.0, 0.0, 1.0)) for _ in trials]
            values = spsa.moved(parameters, values, GAINS, iteration, trials, scores)
        self.assertLess(abs(values["middle"] - 50), 40)

    def test_who_goes_on_goes_the_same_way(self):
        whole = climb(60)
        self.assertEqual(whole[25:], climb(35, values=whole[25], first=26))
        self.assertNotEqual(whole, climb(60, seed=2))


if __name__ == "__main__":
    unittest.main()
