"""Statistics against values that others have published, against what must hold by itself, and against dice."""

from __future__ import annotations

import math
import random
import unittest

from matches_path import game, pair

from matches.statistics import (
    Sample, Sprt, Tally, elo_of, fitted, log_likelihood_ratio, ratings, score_at, tally)


def of_pairs(*counts: int) -> Tally:
    """A tally whose games are all in pairs; how points divide into wins and draws does not matter then."""
    games, points = 2 * sum(counts), sum(index * count for index, count in enumerate(counts)) / 2
    wins, draws = int(points), round(2 * (points % 1))
    return Tally(wins, draws, games - wins - draws, list(counts))


class Published(unittest.TestCase):
    """Every value with where it is from. They are rounded there, and so compared."""

    def test_elo_of_60_percent(self) -> None:
        # 60 % is 70.4 Elo: the table of -400 log10(1/s - 1) in any text on the matter, as chessprogramming.org,
        # "Match Statistics".
        self.assertAlmostEqual(Tally(60, 0, 40).elo().value, 70.4, places=1)
        self.assertAlmostEqual(elo_of(0.75), 190.8, places=1)
        self.assertAlmostEqual(score_at(200), 0.76, places=2)

    def test_elo_and_error_of_single_games(self) -> None:
        # fastchess, app/tests/elo_test.cpp, "EloWDL 2": 136 won, 96 lost, 111 drawn.
        estimate = Tally(136, 111, 96).elo()
        self.assertAlmostEqual(estimate.value, 40.70, places=2)
        self.assertAlmostEqual(estimate.error, 30.43, places=2)

    def test_elo_and_error_of_pairs(self) -> None:
        # The same file, "EloPentanomial" 1 to 3; WL and DD are told apart there: 31 + 32, 457 + 41, 5485 + 200.
        for counts, value, error, score in (
                ((34, 54, 63, 64, 75), 55.58, 27.65, 0.579),
                ((332, 433, 498, 333, 334), -8.64, 10.33, 0.488),
                ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, 0.470)):
            with self.subTest(counts=counts):
                result = of_pairs(*counts)
                self.assertTrue(result.pentanomial)
                self.assertAlmostEqual(result.elo().value, value, places=2)
                self.assertAlmostEqual(result.elo().error, error, delta=0.006)
                self.assertAlmostEqual(result.score, score, places=3)

    def test_superiority(self) -> None:
        # Kai Laskos in talkchess.com, "Calculating the LOS", t=51003: 5975 won, 6077 lost, 26894 drawn: 0.176414.
        self.assertAlmostEqual(Tally(5975, 26894, 6077).los(), 0.176414, places=6)
        # fastchess as above, "EloPentanomial" 2 and 1, which takes the spread around the score: hence not all digits.
        self.assertAlmostEqual(of_pairs(332, 433, 498, 333, 334).los(), 0.0505, delta=0.0002)
        self.assertAlmostEqual(of_pairs(34, 54, 63, 64, 75).los(), 1.0, delta=0.0002)

    def test_likelihood_ratio_of_single_games(self) -> None:
        # fastchess, app/tests/sprt_test.cpp, "logistic trinomial" 1 and 2 (won, drawn, lost).
        self.assertAlmostEqual(Tally(21404, 40708, 21184).llr(0.5, 2.5), -1.57, places=2)
        self.assertAlmostEqual(Tally(57433, 106593, 57030).llr(0.0, 2.0), -2.59, places=2)
        # cutechess, projects/lib/tests/sprt/tst_sprt.cpp, 1 and 2. It reckons in BayesElo, which is the same here.
        self.assertAlmostEqual(Tally(1477, 2942, 1351).llr(0.0, 10.0), 2.52, delta=0.01)
        self.assertAlmostEqual(Tally(555, 298, 555).llr(0.0, 10.0), -0.74, delta=0.01)

    def test_likelihood_ratio_of_pairs(self) -> None:
        for counts, elo0, elo1, llr in (
                # fastchess, the same file, "logistic pentanomial" 1 and 2: 20279 + 1000, 55003 + 980 even pairs.
                ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
                ((871, 26175, 55983, 26678, 821), 0.0, 2.0, -4.98),
                # fishtest, from pull requests of official-stockfish/Stockfish: #2493, #2598, #2971, #3209.
                ((424, 2948, 5832, 3045, 460), -1.0, 3.0, 2.94),
                ((444, 5546, 17841, 5604, 428), -1.5, 0.5, 2.63),
                ((17, 253, 1042, 337, 39), -0.5, 1.5, 2.96),
                ((11, 407, 3238, 513, 11), 0.25, 1.75, 2.93),
                ((253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94)):
            with self.subTest(counts=counts):
                self.assertAlmostEqual(of_pairs(*counts).llr(elo0, elo1), llr, delta=0.006)

    def test_bounds(self) -> None:
        # fishtest writes (-2.94, 2.94) for 0.05; cutechess's test has 4.6 for 0.01.
        for error, bound in ((0.05, 2.94), (0.01, 4.595)):
            lower, upper = Sprt(0, 5, error, error).bounds()
            self.assertAlmostEqual(upper, bound, delta=0.005)
            self.assertAlmostEqual(lower, -bound, delta=0.005)


class Laws(unittest.TestCase):
    """What must hold whatever the numbers are."""

    def test_the_other_side_sees_the_opposite(self) -> None:
        dice = random.Random(1)
        for _ in range(50):
            counts = [dice.randrange(40) for _ in range(5)]
            ours, theirs = of_pairs(*counts), of_pairs(*reversed(counts))
            self.assertAlmostEqual(ours.elo().value, -theirs.elo().value)
            self.assertAlmostEqual(ours.elo().error, theirs.elo().error)
            self.assertAlmostEqual(ours.los(), 1.0 - theirs.los())
            self.assertAlmostEqual(ours.llr(-10, 20), theirs.llr(-20, 10) * -1.0)

    def test_scores_and_elo_are_inverse(self) -> None:
        for elo in (-800, -1, 0, 3.5, 400):
            self.assertAlmostEqual(elo_of(score_at(elo)), elo)

    def test_the_likelihood_is_greatest_at_the_mean(self) -> None:
        seen = Sample((5, 9, 30, 12, 7))
        best = elo_of(seen.mean)
        self.assertGreater(log_likelihood_ratio(seen, best - 20, best), 0.0)
        self.assertGreater(log_likelihood_ratio(seen, best + 20, best), 0.0)

    def test_coins_need_no_estimated_spread(self) -> None:
        # With two results there is nothing to fit: the ratio is that of a coin.
        heads, tails, low, high = 60, 40, score_at(0), score_at(50)
        coin = heads * math.log(high / low) + tails * math.log((1 - high) / (1 - low))
        self.assertAlmostEqual(log_likelihood_ratio(Sample((tails, heads)), 0, 50), coin)

    def test_pairs_of_independent_games_tell_what_games_tell(self) -> None:
        # 60 % won, 40 % lost, independently: 36 % of pairs 2:0, 48 % 1:1, 16 % 0:2.
        games, paired = Tally(6000, 0, 4000), Tally(6000, 0, 4000, [800, 0, 2400, 0, 1800])
        self.assertFalse(games.pentanomial)
        self.assertTrue(paired.pentanomial)
        self.assertAlmostEqual(games.elo().error, paired.elo().error)

    def test_a_pair_that_is_always_even_tells_nothing_and_surely(self) -> None:
        even = Tally(50, 0, 50, [0, 0, 50, 0, 0])
        self.assertEqual((even.elo().value, even.elo().error, even.los()), (0.0, 0.0, 0.5))
        self.assertGreater(Tally(50, 0, 50).elo().error, 60.0)

    def test_results_without_limits(self) -> None:
        nothing, won, lost, one = Tally(), Tally(9, 0, 0), Tally(0, 0, 9), Tally(0, 1, 0)
        self.assertEqual((nothing.score, nothing.los(), nothing.llr(0, 5)), (0.5, 0.5, 0.0))
        self.assertEqual((nothing.elo().value, nothing.elo().error), (0.0, math.inf))
        self.assertEqual((won.elo().value, won.elo().error), (math.inf, math.inf))
        self.assertEqual((lost.elo().value, lost.elo().error), (-math.inf, math.inf))
        self.assertEqual((one.elo().value, one.elo().error), (0.0, math.inf))
        self.assertGreater(won.los(), 0.99)
        self.assertTrue(0.0 < won.llr(0, 5) < math.inf)

    def test_impossible_tests_are_refused(self) -> None:
        for wrong in ((5, 5), (5, 0), (0, 5, 0.0), (0, 5, 0.05, 1.0), (0, 5, 0.5, 0.5)):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                Sprt(*wrong)


class Counting(unittest.TestCase):

    GAMES = [*pair(0, 0, 1, (1, 1)), *pair(1, 0, 1, (1, 0)), *pair(2, 0, 1, (0.5, 0.5)), *pair(3, 0, 1, (0, 0.5)),
             *pair(4, 0, 1, (0, 0)), *pair(5, 1, 0, (0, 0.5)), *pair(6, 0, 2, (1, 1)), game(15, 0, 1, 1.0)]

    def test_from_both_sides(self) -> None:
        ours, theirs = tally(self.GAMES, 0, 1), tally(self.GAMES, 1, 0)
        self.assertEqual((ours.wins, ours.draws, ours.losses, ours.pairs), (5, 4, 4, [1, 1, 2, 1, 1]))
        self.assertEqual((theirs.wins, theirs.draws, theirs.losses, theirs.pairs), (4, 4, 5, [1, 1, 2, 1, 1]))
        self.assertEqual(ours.games, 13)
        self.assertAlmostEqual(ours.score, 7 / 13)

    def test_against_all(self) -> None:
        self.assertEqual((tally(self.GAMES, 0).wins, tally(self.GAMES, 0).pairs), (7, [1, 1, 2, 1, 2]))
        self.assertEqual(tally(self.GAMES, 2).pairs, [1, 0, 0, 0, 0])
        self.assertEqual(tally(self.GAMES, 1, 2).games, 0)

    def test_games_without_partners_are_single(self) -> None:
        singles = [game(2 * number + 1, 0, 1, 1.0) for number in range(3)]
        self.assertFalse(tally(singles, 0).pentanomial)
        self.assertFalse(tally(singles + pair(9, 0, 1, (1, 0)) [:1], 0).pentanomial)
        self.assertTrue(tally(singles[:1] + pair(9, 0, 1, (1, 0)), 0).pentanomial)


class Sequential(unittest.TestCase):

    def test_decisions(self) -> None:
        test = Sprt(0, 10)
        self.assertEqual(test.verdict(Tally()).decision, "")
        self.assertEqual(test.verdict(of_pairs(100, 200, 400, 300, 200)).decision, "H1 accepted")
        self.assertEqual(test.verdict(of_pairs(200, 300, 400, 200, 100)).decision, "H0 accepted")
        self.assertEqual(test.verdict(of_pairs(10, 20, 40, 21, 10)).decision, "")

    def test_errors_are_as_rare_as_promised(self) -> None:
        """Pairs by dice at both ends of the test. 5 % of tests, and three standard deviations more, may be wrong."""
        test, tests, most = Sprt(0, 60), 200, 0.05 + 3 * math.sqrt(0.05 * 0.95 / 200)
        for elo, wrong in ((0, "H1 accepted"), (60, "H0 accepted")):
            dice, weights = random.Random(f"dice {elo}"), tilted((0.1, 0.2, 0.4, 0.2, 0.1), score_at(elo))
            decisions = [decision(test, weights, dice) for _ in range(tests)]
            self.assertLess(decisions.count(wrong) / tests, most)
            self.assertGreater(decisions.count(wrong), 0)      # a test that is never wrong takes too long


def tilted(weights: tuple[float, ...], mean: float) -> list[float]:
    """Like these weights, but with that mean."""
    low, high = -20.0, 20.0
    for _ in range(60):
        slope = (low + high) / 2
        shifted = [weight * math.exp(slope * index / 4) for index, weight in enumerate(weights)]
        if sum(index / 4 * weight for index, weight in enumerate(shifted)) / sum(shifted) < mean:
            low = slope
        else:
            high = slope
    return shifted


def decision(test: Sprt, weights: list[float], dice: random.Random) -> str:
    """Of one test with results by dice, looked at after every four pairs."""
    results = Tally()
    while not (decided := test.verdict(results).decision):
        for outcome in dice.choices(range(5), weights, k=4):
            results.pairs[outcome] += 1
    return decided


class Ratings(unittest.TestCase):

    def test_two_players_differ_by_their_elo(self) -> None:
        games = [game(number, 0, 1, score) for number, score in enumerate([1.0] * 60 + [0.0] * 40, 1)]
        first, second = ratings(games, 2)
        estimate = Tally(60, 0, 40).elo()
        self.assertAlmostEqual(first.value - second.value, estimate.value)
        self.assertAlmostEqual(first.value + second.value, 0.0)
        # Each has half of the difference, and half of its error; the interval of a tally is not even, so not exactly.
        self.assertAlmostEqual(2 * first.error, estimate.error, delta=0.02 * estimate.error)

    def test_known_strengths_are_found_again(self) -> None:
        """Results exactly as expected of these strengths give them back."""
        strengths = [150.0, 30.0, -60.0, -120.0]
        games, number = [], 0
        for black, white in ((a, b) for a in range(4) for b in range(4) if a != b):
            wins = round(1000 * score_at(strengths[black] - strengths[white]))
            for index in range(1000):
                number += 1
                games.append(game(number, black, white, 1.0 if index < wins else 0.0))
        for estimate, strength in zip(ratings(games, 4), strengths):
            self.assertAlmostEqual(estimate.value, strength, delta=0.5)     # wins are whole numbers
            self.assertTrue(5.0 < estimate.error < 10.0)

    def test_more_games_make_it_surer(self) -> None:
        few = [*pair(0, 0, 1, (1, 0)), *pair(1, 1, 2, (1, 0.5)), *pair(2, 0, 2, (1, 0.5)), *pair(3, 2, 0, (0.5, 1))]
        once, often = ratings(few, 3), ratings(few * 4, 3)
        for a, b in zip(once, often):
            self.assertAlmostEqual(a.value, b.value)
            self.assertAlmostEqual(a.error, 2 * b.error)

    def test_players_beyond_comparison(self) -> None:
        games = [*pair(0, 0, 1, (1, 1)), *pair(1, 1, 2, (1, 0)), *pair(2, 2, 3, (1, 1))]
        best, second, third, worst, absent = ratings(games, 5)
        self.assertEqual((best.value, worst.value), (math.inf, -math.inf))
        self.assertAlmostEqual(second.value, third.value)
        self.assertEqual((absent.value, absent.error), (0.0, math.inf))
        self.assertEqual([estimate.value for estimate in ratings(pair(0, 0, 1, (1, 1)), 2)], [math.inf, -math.inf])
        self.assertEqual([estimate.error for estimate in ratings([], 3)], [math.inf] * 3)

    def test_lopsided_results_converge(self) -> None:
        games = [game(number, 0, 1, 1.0) for number in range(1, 1000)] + [game(1000, 0, 1, 0.0)]
        first, second = ratings(games, 2)
        self.assertAlmostEqual(first.value - second.value, elo_of(0.999))

    def test_results_that_contradict_each_other_converge(self) -> None:
        """Here Newton's method needs its steps limited. Everybody must have the points that are to be expected."""
        points = [[0.0, 0.0, 999998.5, 15.5], [0.0, 0.0, 1.5, 0.0], [1.5, 0.5, 0.0, 0.5], [9984.5, 100.0, 0.5, 0.0]]
        elos = [estimate.value for estimate in fitted(points)]
        for a, row in enumerate(points):
            expected = sum((points[a][b] + points[b][a]) * score_at(elos[a] - elos[b]) for b in range(4) if b != a)
            self.assertAlmostEqual(sum(row), expected, places=3)


if __name__ == "__main__":
    unittest.main()
