"""Statistics against published values, against what must hold by itself, and against every possible outcome."""

from __future__ import annotations

import math
import random
import unittest
from typing import Callable, Iterator, Sequence

from matches_path import game, pair

from matches.statistics import (
    PAIR_RESULTS, Estimate, Sample, Sprt, Tally, elo_of, estimate, fitted, log_likelihood_ratio, ratings, score_at, tally)


def of_pairs(*counts: int) -> Tally:
    """A tally whose games are all in pairs; how points divide into wins and draws does not matter then."""
    games, points = 2 * sum(counts), sum(index * count for index, count in enumerate(counts)) / 2
    wins, draws = int(points), round(2 * (points % 1))
    return Tally(wins, draws, games - wins - draws, list(counts))


class Published(unittest.TestCase):
    """Every value with where it is from. They are rounded there, and so compared.

    Published intervals of Elo are even and know no prior. With hundreds of games ours differ from them by a hundredth.
    """

    def assert_close(self, found: Estimate, value: float, error: float) -> None:
        self.assertAlmostEqual(found.value, value, delta=0.01 * error)
        self.assertAlmostEqual((found.high - found.low) / 2, error, delta=0.01 * error)

    def test_elo_of_60_percent(self) -> None:
        # 60 % is 70.4 Elo: the table of -400 log10(1/s - 1) in any text on the matter, as chessprogramming.org,
        # "Match Statistics".
        self.assertAlmostEqual(elo_of(0.6), 70.4, places=1)
        self.assertAlmostEqual(Tally(600, 0, 400).elo().value, 70.4, places=1)
        self.assertAlmostEqual(elo_of(0.75), 190.8, places=1)
        self.assertAlmostEqual(score_at(200), 0.76, places=2)

    def test_elo_and_error_of_single_games(self) -> None:
        # fastchess, app/tests/elo_test.cpp, "EloWDL 2": 136 won, 96 lost, 111 drawn.
        self.assert_close(Tally(136, 111, 96).elo(), 40.70, 30.43)

    def test_elo_and_error_of_pairs(self) -> None:
        # The same file, "EloPentanomial" 1 to 3; WL and DD are counted apart there: 31 + 32, 457 + 41, 5485 + 200.
        for counts, value, error, score in (
                ((34, 54, 63, 64, 75), 55.58, 27.65, 0.579),
                ((332, 433, 498, 333, 334), -8.64, 10.33, 0.488),
                ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, 0.470)):
            with self.subTest(counts=counts):
                result = of_pairs(*counts)
                self.assertTrue(result.pentanomial)
                self.assert_close(result.elo(), value, error)
                self.assertAlmostEqual(elo_of(result.score), value, places=2)
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
            self.assertAlmostEqual(ours.elo().low, -theirs.elo().high, places=3)
            self.assertAlmostEqual(ours.elo().high, -theirs.elo().low, places=3)
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
        self.assertAlmostEqual(games.elo().low, paired.elo().low, delta=0.05)
        self.assertAlmostEqual(games.elo().high, paired.elo().high, delta=0.05)

    def test_games_without_partners_count_in_elo(self) -> None:
        """As half a pair each: so Elo is always that of the score."""
        more = of_pairs(2, 3, 4, 3, 2)
        more.wins, more.draws, more.losses = more.wins + 2, more.draws + 1, more.losses + 2
        self.assertTrue(more.pentanomial)
        self.assertAlmostEqual(more.elo().value, 0.0)
        more.wins += 1
        self.assertAlmostEqual(more.elo().value, elo_of((more.score * more.games + 0.25) / (more.games + 0.5)))

    def test_results_that_do_not_vary(self) -> None:
        """Always finite, wide for few games and narrower with more, and equal players are never called anything else."""
        ends = [of_pairs(0, 0, count, 0, 0).elo().high for count in (1, 2, 5, 10, 50, 1000)]
        self.assertEqual(ends, sorted(ends, reverse=True))
        self.assertTrue(ends[0] > 400 and 60 < ends[3] < 100 and ends[-1] < 1)
        self.assertEqual(of_pairs(0, 0, 10, 0, 0).los(), 0.5)
        nothing = Tally()
        self.assertEqual((nothing.score, nothing.los(), nothing.llr(0, 5)), (0.5, 0.5, 0.0))
        previous = nothing.elo()
        self.assertTrue(abs(previous.value) < 0.01 and 1000 < previous.high < 5000)
        for count in (1, 2, 5, 10, 100, 10 ** 6):
            won, lost = of_pairs(0, 0, 0, 0, count), of_pairs(count, 0, 0, 0, 0)
            self.assertAlmostEqual(won.elo().low, -lost.elo().high, places=3)
            self.assertTrue(won.elo().low < won.elo().value < won.elo().high < 10_000)
            self.assertTrue(won.elo().low > previous.low and won.elo().value > previous.value)
            self.assertTrue(0.0 < won.llr(0, 5) < math.inf and won.los() > 0.8)
            previous = won.elo()

    def test_impossible_tests_are_refused(self) -> None:
        for wrong in ((5, 5), (5, 0), (0, 5, 0.0), (0, 5, 0.05, 1.0), (0, 5, 0.5, 0.5)):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                Sprt(*wrong)


# --- every possible outcome ---

FEW_PAIRS = range(2, 9)
TRUE_ELO = (0, 10, 35, 70, 120, 200, 300, 400)
LEAST_COVERAGE, MEAN_COVERAGE = 0.86, 0.955     # of intervals of 95 %; outcomes of few games go in large steps


def outcomes(count: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """All ways in which so many results can be of so many kinds."""
    if kinds == 1:
        yield (count,)
        return
    for first in range(count + 1):
        for others in outcomes(count - first, kinds - 1):
            yield (first, *others)


def probability(outcome: Sequence[int], shares: Sequence[float]) -> float:
    """Of that outcome, if results come with these shares."""
    result = float(math.factorial(sum(outcome)))
    for count, share in zip(outcome, shares):
        result *= share ** count / math.factorial(count)
    return result


def pair_shares() -> Iterator[tuple[float, ...]]:
    """Distributions of the five results of a pair, from those that hardly ever vary to those that vary most."""
    yield from ((0.02, 0, 0.96, 0, 0.02), (0.1, 0, 0.8, 0, 0.1), (0, 0.1, 0.8, 0.1, 0), (0.2, 0.2, 0.2, 0.2, 0.2))
    for win in map(score_at, TRUE_ELO):
        yield 1 - win, 0, 0, 0, win                                     # one side wins both
        yield 0, 0, 2 - 2 * win, 0, 2 * win - 1                         # split, or one side wins both
        if win <= 0.75:
            yield 0, 0, 3 - 4 * win, 4 * win - 2, 0                     # split, or half a point more
        drawn = 0.4 * min(win, 1 - win)
        yield from (of_two_games(win, 0.0), of_two_games(win, drawn))


def of_two_games(mean: float, drawn: float) -> tuple[float, ...]:
    """The shares of pairs of independent games."""
    single = {0: 1 - mean - drawn / 2, 1: drawn, 2: mean - drawn / 2}
    return tuple(sum(single[first] * single[points - first] for first in single if points - first in single)
                 for points in range(len(PAIR_RESULTS)))


class Coverage(unittest.TestCase):
    """How often an interval of 95 % holds the truth: by the probability of every single outcome, not by dice."""

    def check(self, counts: Sequence[int], distributions: Sequence[Sequence[float]],
              interval: Callable[[Sequence[int]], Estimate], results_each: int) -> None:
        found = []
        for count in counts:
            intervals = {outcome: interval(outcome) for outcome in outcomes(count, results_each)}
            for shares in distributions:
                self.assertAlmostEqual(sum(shares), 1.0)
                truth = elo_of(sum(index * share for index, share in enumerate(shares)) / (results_each - 1))
                found.append((sum(probability(outcome, shares) for outcome, seen in intervals.items()
                                  if seen.low - 1e-6 <= truth <= seen.high + 1e-6), count, shares))
        self.assertGreater(min(found)[0], LEAST_COVERAGE, min(found))
        self.assertGreater(sum(share for share, _, _ in found) / len(found), MEAN_COVERAGE)

    def test_few_pairs(self) -> None:
        self.check(FEW_PAIRS, list(pair_shares()), lambda seen: estimate(Sample(seen), 2), len(PAIR_RESULTS))

    def test_few_single_games(self) -> None:
        shares = [(1 - mean - drawn / 2, drawn, mean - drawn / 2) for mean in map(score_at, TRUE_ELO)
                  for drawn in (0.0, min(mean, 1 - mean), 2 * (1 - mean))]
        self.check(range(2, 21), shares, lambda seen: estimate(Sample(seen), 1), 3)

    def test_ratings_of_few_games(self) -> None:
        def difference(seen: Sequence[int]) -> Estimate:
            one = ratings([game(number, 0, 1, float(number > seen[0])) for number in range(1, sum(seen) + 1)], 2)[0]
            return Estimate(2 * one.value, 2 * one.low, 2 * one.high)

        self.check(range(2, 21), [(1 - mean, mean) for mean in map(score_at, TRUE_ELO)], difference, 2)


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

    def test_pairs_that_are_always_split(self) -> None:
        """Without any spread the ratio is the exact one: of nothing but even pairs, and of the most that elo1 allows."""
        for count in (1, 10, 100):
            for elo in (5, 50):
                even = 1 - 2 * (score_at(elo) - 0.5)
                self.assertAlmostEqual(of_pairs(0, 0, count, 0, 0).llr(0, elo), count * math.log(even), delta=0.02)
        decided = [count for count in range(1, 60) if Sprt(0, 50).verdict(of_pairs(0, 0, count, 0, 0)).decision]
        self.assertEqual(decided[0], math.ceil(Sprt(0, 50).bounds()[0] / math.log(1 - 2 * (score_at(50) - 0.5))))
        self.assertEqual(Sprt(0, 50).verdict(of_pairs(0, 0, 59, 0, 0)).decision, "H0 accepted")

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
        difference = Tally(60, 0, 40).elo()
        self.assertAlmostEqual(first.value - second.value, difference.value)
        self.assertAlmostEqual(first.value + second.value, 0.0)
        # Each has half of the difference, and half of its interval, but for what is not even in that of a tally.
        self.assertAlmostEqual(2 * first.high, difference.high, delta=0.02 * (difference.high - difference.low))
        self.assertAlmostEqual(2 * first.low, difference.low, delta=0.02 * (difference.high - difference.low))

    def test_known_strengths_are_found_again(self) -> None:
        """Results exactly as expected of these strengths give them back."""
        strengths = [150.0, 30.0, -60.0, -120.0]
        games, number = [], 0
        for black, white in ((a, b) for a in range(4) for b in range(4) if a != b):
            wins = round(1000 * score_at(strengths[black] - strengths[white]))
            for index in range(1000):
                number += 1
                games.append(game(number, black, white, 1.0 if index < wins else 0.0))
        for found, strength in zip(ratings(games, 4), strengths):
            self.assertAlmostEqual(found.value, strength, delta=0.5)     # wins are whole numbers
            self.assertTrue(5.0 < (found.high - found.low) / 2 < 10.0)

    def test_more_games_make_it_surer(self) -> None:
        few = [*pair(0, 0, 1, (1, 0)), *pair(1, 1, 2, (1, 0.5)), *pair(2, 0, 2, (1, 0.5)), *pair(3, 2, 0, (0.5, 1))]
        once, often = ratings(few * 100, 3), ratings(few * 400, 3)
        for a, b in zip(once, often):
            self.assertAlmostEqual(a.value, b.value, delta=0.5)
            self.assertAlmostEqual((a.high - a.low) / (b.high - b.low), 2.0, delta=0.01)

    def test_players_that_always_win_or_lose(self) -> None:
        """Their ratings are finite, in the right order, and as uncertain as they should be."""
        games = [*pair(0, 0, 1, (1, 1)), *pair(1, 1, 2, (1, 0)), *pair(2, 2, 3, (1, 1))]
        best, second, third, worst, absent = found = ratings(games, 5)
        self.assertTrue(3000 > best.value > third.value > 0 > second.value > worst.value > -3000)
        self.assertAlmostEqual(second.value, third.value, delta=100)    # the only two that shared points
        self.assertAlmostEqual(absent.value, 0.0)
        for one in found:
            self.assertTrue(-5000 < one.low < one.value - 200 and one.value + 200 < one.high < 5000, one)
        self.assertGreater(absent.high, max(second.high - second.value, 500))
        self.assertEqual(len({(round(one.value, 6), round(one.high, 6)) for one in ratings([], 3)}), 1)

    def test_lopsided_results_converge(self) -> None:
        games = [game(number, 0, 1, 1.0) for number in range(1, 1000)] + [game(1000, 0, 1, 0.0)]
        first, second = ratings(games, 2)
        self.assertAlmostEqual(first.value - second.value, elo_of(999.25 / 1000.5))     # half a game more, undecided

    def test_results_that_contradict_each_other_converge(self) -> None:
        """Here Newton's method needs its steps limited. Everybody must have the points that are to be expected."""
        points = [[0.0, 0.0, 999998.5, 15.5], [0.0, 0.0, 1.5, 0.0], [1.5, 0.5, 0.0, 0.5], [9984.5, 100.0, 0.5, 0.0]]
        elos = [estimate.value for estimate in fitted(points)]
        for a, row in enumerate(points):
            expected = sum((points[a][b] + points[b][a]) * score_at(elos[a] - elos[b]) for b in range(4) if b != a)
            self.assertAlmostEqual(sum(row), expected, places=3)


if __name__ == "__main__":
    unittest.main()
