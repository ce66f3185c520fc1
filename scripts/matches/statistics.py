"""What the results of a match mean: Elo, its error, likelihood of superiority, SPRT, and ratings of many players.

Everything is computed from counts, in the open, because a wrong formula here looks exactly like a stronger engine.

    pentanomial   Two games of one opening with colours swapped are no two independent games: an opening that is won for
                  black gives one win each. So the pair is what is counted, with its five results (0, ½, 1, 1½, 2
                  points), and their spread gives the error. It is usually smaller than that of single games.
    trinomial     Where pairs were not played, single games are counted, with their three results.
    Elo           logistic: a score s is worth -400 log10(1/s - 1).
    interval      A likelihood interval of 95 %: every mean score at which the results are at least exp(-1.92) times as
                  likely as at the best one (Wilks; 1.92 is half of 1.96 squared), each taken at the most likely
                  frequencies with that mean, as in the SPRT. To what was seen a prior adds half a game, spread
                  evenly over all possible results: those that have not come yet may still come. Therefore value and
                  ends are always finite, and ten pairs that were all split give -66 to +66 Elo, not 0 to 0. Over
                  all outcomes of 2 to 10 pairs, and for many true distributions, the interval holds the true Elo in
                  97 % of matches on average and nowhere in less than 86 % (tests/scripts/matches/test_statistics.py).
    SPRT          Abraham Wald's sequential test, generalised: nobody knows how often the five results are to be
                  expected if the difference is elo0 (or elo1), so the likelihood is taken at the expectations that fit
                  the results best among all that have that mean. This is what fishtest and fastchess do for logistic
                  Elo. The mathematics: M. Van den Bergh, "A practical introduction to the GSPRT"; A. Owen, "Empirical
                  Likelihood". A test of two players only.

Formulas are written once, for any list of results: a `Sample` holds how often each was seen.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Iterable, Optional, Sequence

from .record import Game

PAIR_RESULTS = ("LL", "LD", "DD or WL", "WD", "WW")     # the names of the pentanomial counts

CONFIDENCE = 1.959964       # standard deviations to either side that hold 95 % of a normal distribution
LIKELIHOOD_DROP = CONFIDENCE ** 2 / 2.0     # of its logarithm, from the best score to the ends of a 95 % interval
PRIOR_GAMES = 0.5           # what is taken for granted before the first game, spread over all results; see above
LAST_SCORE = 1e-12          # no interval comes so close to 0 or 1: the prior keeps it farther away
NEAR_END = 1e-7             # the last step to the end of an interval, as a share of its variance: 0.00002 Elo
STEPS = 1000                # of Newton's method, far more than it takes; no loop without an end
ELO_SCALE = 400.0           # by definition, 400 Elo are ten to one
NATURAL = ELO_SCALE / math.log(10.0)    # Elo in one unit of the natural logarithm of the odds
UNSEEN = 1e-3               # results never seen count this often in the SPRT, as in fishtest: no logarithm of zero
PAIRED_SHARE = 0.5          # of the games, from which on pairs are counted: those in play have lost a partner for now
HALVINGS = 60               # a double has 53 bits; from there on the bracket of a bisection cannot shrink


@dataclass(frozen=True)
class Estimate:
    """Elo, and the two ends of its 95 % interval. All three are finite, even without any result."""

    value: float
    low: float
    high: float


def elo_of(score: float) -> float:
    """Elo of a mean score: infinite at 0 and 1."""
    if score <= 0.0 or score >= 1.0:
        return math.copysign(math.inf, score - 0.5)
    return -ELO_SCALE * math.log10(1.0 / score - 1.0)


def score_at(elo: float) -> float:
    """The mean score that is to be expected of that many Elo."""
    return 1.0 / (1.0 + 10.0 ** (-elo / ELO_SCALE))


# --- samples ----------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Sample:
    """How often each result was seen. Results go in even steps from 0 (all lost) to 1 (all won)."""

    counts: Sequence[float]

    @property
    def size(self) -> float:
        return sum(self.counts)

    @property
    def results(self) -> list[float]:
        return [index / (len(self.counts) - 1) for index in range(len(self.counts))]

    def spread(self, centre: float) -> float:
        """The mean square of the distance of a result from that score."""
        return sum(count * (result - centre) ** 2 for count, result in zip(self.counts, self.results)) / self.size

    @property
    def mean(self) -> float:
        return sum(count * result for count, result in zip(self.counts, self.results)) / self.size


def superiority(sample: Sample) -> float:
    """The likelihood that the better score is no accident of equal players, by the normal distribution.

    The spread is taken around an even score, as the question supposes. For single games this is the well-known
    (wins - losses) / sqrt(wins + losses); it needs no special case where everything was won.
    """
    deviation = math.sqrt(sample.spread(0.5) / sample.size) if sample.size else 0.0
    return 0.5 if deviation == 0.0 else 0.5 * (1.0 + math.erf((sample.mean - 0.5) / deviation / math.sqrt(2.0)))


# --- the likelihood of a mean -----------------------------------------------------------------------------------------

def tilt(sample: Sample, mean: float) -> float:
    """The t that makes the probabilities share_i / (1 + t (result_i - mean)) have that mean.

    These are the most likely probabilities of a given mean (Lagrange's multiplier is t). Their mean falls as t grows,
    and t is bounded by every probability being positive, so it is found by halving.
    """
    low, high = -1.0 / (1.0 - mean), 1.0 / mean
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        excess = sum(count * (result - mean) / (1.0 + middle * (result - mean))
                     for count, result in zip(sample.counts, sample.results))
        low, high = (middle, high) if excess > 0.0 else (low, middle)
    return (low + high) / 2.0


def log_likelihood(sample: Sample, mean: float) -> float:
    """Of the sample at the most likely probabilities with that mean, up to a constant of the sample."""
    return tilted_log_likelihood(sample, mean, tilt(sample, mean))


def tilted_log_likelihood(sample: Sample, mean: float, t: float) -> float:
    """The same where the tilt of that mean is known."""
    return -sum(count * math.log(1.0 + t * (result - mean)) for count, result in zip(sample.counts, sample.results))


def log_likelihood_ratio(sample: Sample, elo0: float, elo1: float) -> float:
    """How much better elo1 explains the results than elo0, as a logarithm. 0 without results."""
    if not sample.size:
        return 0.0
    seen = Sample([count or UNSEEN for count in sample.counts])
    return log_likelihood(seen, score_at(elo1)) - log_likelihood(seen, score_at(elo0))


def estimate(results: Sample, games_each: int) -> Estimate:
    """Elo of a sample whose results stand for so many games each, with its interval: see above."""
    prior = PRIOR_GAMES / games_each / len(results.counts)
    sample = Sample([count + prior for count in results.counts])
    return Estimate(elo_of(sample.mean), elo_of(interval_end(sample, 0.0)), elo_of(interval_end(sample, 1.0)))


def interval_end(sample: Sample, side: float) -> float:
    """The end of the interval of the mean towards that side, 0 or 1, by Newton's method.

    The logarithm of the likelihood is concave in the mean, and its slope is the tilt times the size. So the first step
    ends outside of the interval, wherever it begins, and all further ones come closer from there.
    """
    end_value = log_likelihood(sample, sample.mean) - LIKELIHOOD_DROP
    way = CONFIDENCE * math.sqrt(sample.spread(sample.mean) / sample.size)      # if the distribution were normal
    mean = sample.mean + math.copysign(min(way, abs(side - sample.mean) / 2.0), side - 0.5)
    for _ in range(STEPS):
        t = tilt(sample, mean)
        step = (end_value - tilted_log_likelihood(sample, mean, t)) / (sample.size * t)
        mean = min(max(mean + step, LAST_SCORE), 1.0 - LAST_SCORE)
        if abs(step) < NEAR_END * mean * (1.0 - mean):
            break
    return mean


# --- tallies ----------------------------------------------------------------------------------------------------------

@dataclass
class Tally:
    """The results of one player: all games, and again the complete pairs among them (as in PAIR_RESULTS)."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * len(PAIR_RESULTS))

    @classmethod
    def of_pairs(cls, pairs: list[int]) -> Tally:
        """Of pairs of which nothing but the points is known, with no more draws than there must be."""
        halves = sum(index * count for index, count in enumerate(pairs))
        return cls(halves // 2, halves % 2, 2 * sum(pairs) - halves // 2 - halves % 2, pairs)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        return (self.wins + self.draws / 2.0) / self.games if self.games else 0.5

    @property
    def pentanomial(self) -> bool:
        """Are pairs counted? Yes, once complete pairs hold the larger part of the games; else single games are."""
        return 2 * sum(self.pairs) > PAIRED_SHARE * self.games

    @property
    def sample(self) -> Sample:
        return Sample(self.pairs if self.pentanomial else (self.losses, self.draws, self.wins))

    def elo(self) -> Estimate:
        """Of all games: where pairs are counted, a game without its partner is half a pair of two such games."""
        if not self.pentanomial:
            return estimate(self.sample, games_each=1)
        lone_games = self.games - 2 * sum(self.pairs)
        lone_points = self.wins + self.draws / 2.0 - sum(index / 2.0 * count for index, count in enumerate(self.pairs))
        none_won, *others, both_won = self.pairs
        counts = [none_won + (lone_games - lone_points) / 2.0, *others, both_won + lone_points / 2.0]
        return estimate(Sample(counts), games_each=2)

    def los(self) -> float:
        """Likelihood of superiority: 0 to 1."""
        return superiority(self.sample)

    def llr(self, elo0: float, elo1: float) -> float:
        """The log-likelihood ratio of elo1 against elo0: of pairs where pairs are counted, else of games."""
        return log_likelihood_ratio(self.sample, elo0, elo1)


def tally(games: Iterable[Game], player: int, opponent: Optional[int] = None) -> Tally:
    """That player's results against one opponent, or against all."""
    result, halves = Tally(), defaultdict(list)
    for game in games:
        sides = {game.black, game.white}
        if player not in sides or (opponent is not None and opponent not in sides):
            continue
        score = game.score_of(player)
        result.wins += score == 1.0
        result.draws += score == 0.5
        result.losses += score == 0.0
        halves[game.pair].append(score)
    for scores in halves.values():
        if len(scores) == 2:
            result.pairs[round(2 * sum(scores))] += 1
    return result


# --- SPRT -------------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Verdict:
    llr: float
    lower: float
    upper: float
    decision: str               # "H1 accepted", "H0 accepted", or "" while the test goes on


@dataclass(frozen=True)
class Sprt:
    """H0: the first player is elo0 stronger; H1: elo1. alpha: H1 accepted though H0 holds; beta: the other way."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if self.elo0 >= self.elo1:
            raise ValueError(f"SPRT: elo0 must be less than elo1, and {self.elo0:g} is not less than {self.elo1:g}")
        if min(self.alpha, self.beta) <= 0.0 or self.alpha + self.beta >= 1.0:
            raise ValueError("SPRT: alpha and beta must be greater than 0, and their sum less than 1")

    def bounds(self) -> tuple[float, float]:
        """The test ends when the log-likelihood ratio leaves these. (Wald)"""
        return math.log(self.beta / (1.0 - self.alpha)), math.log((1.0 - self.beta) / self.alpha)

    def verdict(self, results: Tally) -> Verdict:
        llr, (lower, upper) = results.llr(self.elo0, self.elo1), self.bounds()
        return Verdict(llr, lower, upper, "H1 accepted" if llr >= upper else "H0 accepted" if llr <= lower else "")


# --- ratings of many players ------------------------------------------------------------------------------------------

Matrix = list[list[float]]

CLOSE_ENOUGH = 1e-10        # the last step of Newton's method, in natural units
LONGEST_STEP = 1.0          # in the same, 174 Elo: with contradictory results longer steps of Newton's go astray


def ratings(games: Iterable[Game], players_count: int) -> list[Estimate]:
    """Elo of every player by maximum likelihood (Bradley and Terry; a draw is half a win), on average 0.

    Every player has PRIOR_GAMES drawn games more, spread over all others: so all can be compared, nobody is infinitely
    strong, and who has not played yet has a very wide interval. The intervals come from the information matrix. It
    takes single games, and draws for half a win and half a loss, so for two players they are a little wider than that
    of their tally.
    """
    half_draw = PRIOR_GAMES / max(1, players_count - 1) / 2.0
    points = [[half_draw * (a != b) for b in range(players_count)] for a in range(players_count)]
    for game in games:
        points[game.black][game.white] += game.score
        points[game.white][game.black] += 1.0 - game.score
    return fitted(points)


def fitted(points: Matrix) -> list[Estimate]:
    """Newton's method on the likelihood of points among players, of whom everybody has some against everybody."""
    players = range(len(points))
    strengths = [0.0 for _ in players]
    for _ in range(STEPS):
        expected = [[1.0 / (1.0 + math.exp(strengths[b] - strengths[a])) for b in players] for a in players]
        covariance = inverse(information(points, expected))
        slope = [sum(points[a][b] - (points[a][b] + points[b][a]) * expected[a][b] for b in players) for a in players]
        move = [sum(covariance[a][b] * slope[b] for b in players) for a in players]
        longest = max(abs(change) for change in move)
        damping = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        strengths = [strength + damping * change for strength, change in zip(strengths, move)]
        if longest < CLOSE_ENOUGH:
            break
    mean = sum(strengths) / len(players)
    shared = 1.0 / len(players)     # what `information` added for the mean, taken out of the covariance again
    values = [NATURAL * (strength - mean) for strength in strengths]
    errors = [NATURAL * CONFIDENCE * math.sqrt(covariance[a][a] - shared) for a in players]
    return [Estimate(value, value - error, value + error) for value, error in zip(values, errors)]


def information(points: Matrix, expected: Matrix) -> Matrix:
    """The information matrix, plus 1/n everywhere: the games say nothing of the mean, and this fixes it."""
    players = range(len(points))
    matrix = [[-(points[a][b] + points[b][a]) * expected[a][b] * expected[b][a] for b in players] for a in players]
    for a in players:
        matrix[a][a] = -sum(matrix[a][b] for b in players if b != a)
    return [[cell + 1.0 / len(players) for cell in row] for row in matrix]


def inverse(matrix: Matrix) -> Matrix:
    """By Gauss and Jordan, with the largest pivot."""
    size = len(matrix)
    rows = [[*row, *(float(a == b) for b in range(size))] for a, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [cell / rows[column][column] for cell in rows[column]]
        for row in range(size):
            if row != column:
                factor = rows[row][column]
                rows[row] = [cell - factor * own for cell, own in zip(rows[row], rows[column])]
    return [row[size:] for row in rows]
