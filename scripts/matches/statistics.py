"""What the results of a match mean: Elo, its error, likelihood of superiority, SPRT, and ratings of many players.

Everything is computed from counts, in the open, because a wrong formula here looks exactly like a stronger engine.

    pentanomial   Two games of one opening with colours swapped are no two independent games: an opening that is won for
                  black gives one win each. So the pair is what is counted, with its five results (0, ½, 1, 1½, 2
                  points), and their spread tells the error. It is usually smaller than what single games would tell.
    trinomial     Where pairs were not played, single games are counted, with their three results.
    Elo           logistic: a score s is worth -400 log10(1/s - 1).
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
ELO_SCALE = 400.0           # by definition, 400 Elo are ten to one
NATURAL = ELO_SCALE / math.log(10.0)    # Elo in one unit of the natural logarithm of the odds
UNSEEN = 1e-3               # results never seen count this often in the SPRT, as in fishtest: no logarithm of zero
PAIRED_SHARE = 0.5          # of the games, from which on pairs are counted: those in play have lost a partner for now
HALVINGS = 60               # a double has 53 bits; from there on the bracket of a bisection cannot shrink


@dataclass(frozen=True)
class Estimate:
    """Elo, and half the width of its 95 % interval; infinite where the results set no limit."""

    value: float
    error: float


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

    @property
    def deviation(self) -> float:
        """The standard deviation of the mean; one result alone cannot tell it."""
        return math.sqrt(self.spread(self.mean) / self.size) if self.size > 1 else math.inf


def half_width(score: float, deviation: float) -> float:
    """Half of the Elo interval that holds the score with 95 % confidence. It is not even: this is its mean."""
    if not math.isfinite(deviation) or not 0.0 < score < 1.0:
        return math.inf
    return (elo_of(score + CONFIDENCE * deviation) - elo_of(score - CONFIDENCE * deviation)) / 2.0


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
    t = tilt(sample, mean)
    return -sum(count * math.log(1.0 + t * (result - mean)) for count, result in zip(sample.counts, sample.results))


def log_likelihood_ratio(sample: Sample, elo0: float, elo1: float) -> float:
    """How much better elo1 explains the results than elo0, as a logarithm. 0 without results."""
    if not sample.size:
        return 0.0
    seen = Sample([count or UNSEEN for count in sample.counts])
    return log_likelihood(seen, score_at(elo1)) - log_likelihood(seen, score_at(elo0))


# --- tallies ----------------------------------------------------------------------------------------------------------

@dataclass
class Tally:
    """The results of one player: all games, and again the complete pairs among them (as in PAIR_RESULTS)."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * len(PAIR_RESULTS))

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
        """Of all games; its error of pairs, where pairs are counted, scaled to the number of all games."""
        if not self.games:
            return Estimate(0.0, math.inf)
        sample, per_result = self.sample, 2 if self.pentanomial else 1
        scaled = sample.deviation * math.sqrt(per_result * sample.size / self.games)
        return Estimate(elo_of(self.score), half_width(self.score, scaled))

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

LONGEST_STEP = 1.0          # in natural units, 174 Elo: with contradictory results longer steps of Newton's go astray
CLOSE_ENOUGH = 1e-10        # the last step, in the same units
STEPS = 1000                # far more than it takes; no loop without an end


def ratings(games: Iterable[Game], players_count: int) -> list[Estimate]:
    """Elo of every player by maximum likelihood (Bradley and Terry; a draw is half a win), on average 0.

    The errors come from the information matrix. It takes single games, and draws for half a win and half a loss, so
    for two players the error is a little wider than that of their tally. A player who never gave a point to, or took
    one from, those who can be compared has no finite rating.
    """
    points = [[0.0] * players_count for _ in range(players_count)]
    for game in games:
        points[game.black][game.white] += game.score
        points[game.white][game.black] += 1.0 - game.score

    reaches = reachable(points)
    core = comparable(reaches)
    estimates = [unbounded(player, core or range(players_count), reaches) for player in range(players_count)]
    if core:
        for player, estimate in zip(core, fitted([[points[a][b] for b in core] for a in core])):
            estimates[player] = estimate
    return estimates


def reachable(points: Matrix) -> list[list[bool]]:
    """[a][b]: a took a point from b, or from someone who did, and so on: a cannot be infinitely weaker than b."""
    players = range(len(points))
    reaches = [[points[a][b] > 0.0 for b in players] for a in players]
    for middle in players:
        for a in players:
            for b in players:
                reaches[a][b] = reaches[a][b] or (reaches[a][middle] and reaches[middle][b])
    return reaches


def comparable(reaches: list[list[bool]]) -> list[int]:
    """The largest set of players of whom none is infinitely stronger than another; empty if there are no two."""
    players = range(len(reaches))
    sets = [[b for b in players if a == b or (reaches[a][b] and reaches[b][a])] for a in players]
    largest = max(sets, key=len, default=[])
    return largest if len(largest) > 1 else []


def unbounded(player: int, others: Iterable[int], reaches: list[list[bool]]) -> Estimate:
    """Of a player outside that set: infinitely stronger, infinitely weaker, or nothing known."""
    others = [other for other in others if other != player]
    above = any(reaches[player][other] for other in others)
    below = any(reaches[other][player] for other in others)
    return Estimate(math.inf * (above - below) if above != below else 0.0, math.inf)


def fitted(points: Matrix) -> list[Estimate]:
    """Newton's method on the likelihood of comparable players."""
    players = range(len(points))
    strengths = [0.0 for _ in players]
    for _ in range(STEPS):
        expected = [[1.0 / (1.0 + math.exp(strengths[b] - strengths[a])) for b in players] for a in players]
        covariance = inverse(information(points, expected))
        slope = [sum(points[a][b] - (points[a][b] + points[b][a]) * expected[a][b] for b in players) for a in players]
        move = [sum(covariance[a][b] * slope[b] for b in players) for a in players]
        longest = max(map(abs, move))
        damping = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        strengths = [strength + damping * change for strength, change in zip(strengths, move)]
        if longest < CLOSE_ENOUGH:
            break
    mean = sum(strengths) / len(players)
    shared = 1.0 / len(players)     # what `information` added for the mean, taken out of the covariance again
    return [Estimate(NATURAL * (strengths[a] - mean), NATURAL * CONFIDENCE * math.sqrt(covariance[a][a] - shared))
            for a in players]


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
