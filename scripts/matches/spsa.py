"""SPSA: improving whole numbers by noisy comparisons, which are games.

Spall's simultaneous perturbation: one side has every number a little off its value in a random direction, the other in
the opposite direction; they play, and all numbers move towards the winner. Which number helped comes out over many such
trials, whose cost does not depend on how many numbers there are. In iteration k the
distance to either side is c / k^gamma, and the gain of a step a / (A + k)^alpha. Here, beyond the textbook:

    scale       Each number is measured in its reach, the way from its first value to the nearer end of its range; a and
                c count in reaches. A value that stands at an end reaches across the whole range.
    direction   Every pair of games has random directions of its own, and one step follows all pairs of an iteration:
                for the same games that is less noise than one direction for all of them.
    rounding    Sides play with whole numbers: both are rounded by the same throw, up as often as the fraction says, so
                that on average a number is what it is meant to be, and even a range of five values has a slope. What a
                side really had, rounded and kept within the range, is what the step counts.
    answer      The mean of the last quarter of the way. The end of a noisy way is as noisy as any of its points.
    worth       Directions are independent of each other. So for each number the same games tell how the side that had more
                of it fared, as if they had been played for that number alone.
    switch      A number that is 0 or 1 and never moves: one side of a pair has it, and the other has not.

All of it follows from settings, seed, iteration and values: whoever goes on after an iteration goes the same way.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Iterable, Sequence

from .statistics import Tally

LEAST_WAY = 1.0     # whole numbers that do not differ cannot be compared
LATER_PART = 0.25   # of the way, whose mean is the answer

Values = dict[str, float]


@dataclass(frozen=True)
class Parameter:
    """A number that can be tuned."""

    name: str
    value: int      # before
    least: int
    most: int

    @property
    def names(self) -> list[str]:
        """Of the program's parameters that it is: one, or for a switch, whose name is NAME=VALUE,NAME=VALUE, those that it sets."""
        return [word.partition("=")[0] for word in self.name.split(",")]

    @property
    def reach(self) -> float:
        return min(self.value - self.least, self.most - self.value) or self.most - self.least

    def within(self, value: float) -> float:
        return min(max(value, self.least), self.most)

    def rounded(self, value: float, throw: float) -> int:
        """Up if the throw, from 0 to 1, falls into the fraction."""
        return int(self.within(math.floor(value + throw)))


@dataclass(frozen=True)
class Gains:
    """How far to look, and how far to go."""

    a: float
    c: float
    A: float
    alpha: float
    gamma: float

    def gain(self, iteration: int) -> float:
        return self.a / (self.A + iteration) ** self.alpha

    def way(self, parameter: Parameter, iteration: int) -> float:
        """To either side, where two are to be compared."""
        return max(LEAST_WAY, self.c * parameter.reach / iteration ** self.gamma)


@dataclass(frozen=True)
class Trial:
    """What two sides play with."""

    one: dict[str, int]
    other: dict[str, int]


def start(parameters: Sequence[Parameter]) -> Values:
    return {parameter.name: float(parameter.value) for parameter in parameters}


def trials(parameters: Sequence[Parameter], values: Values, gains: Gains, iteration: int, count: int,
           seed: int) -> list[Trial]:
    """Pairs of sides around these values. Iterations count from 1."""
    dice = random.Random(f"trials {seed} {iteration}")
    return [trial(parameters, values, gains, iteration, dice) for _ in range(count)]


def trial(parameters: Sequence[Parameter], values: Values, gains: Gains, iteration: int, dice: random.Random) -> Trial:
    one, other = {}, {}
    for parameter in parameters:
        way = dice.choice((-1, 1)) * gains.way(parameter, iteration)
        throw = dice.random()
        one[parameter.name] = parameter.rounded(values[parameter.name] + way, throw)
        other[parameter.name] = parameter.rounded(values[parameter.name] - way, throw)
    return Trial(one, other)


def moved(parameters: Sequence[Parameter], values: Values, gains: Gains, iteration: int, played: Sequence[Trial],
          scores: Sequence[float]) -> Values:
    """The values after an iteration: each trial's score says what the one side won, from -1 (all lost) to 1."""
    return {parameter.name: parameter.within(values[parameter.name] + gains.gain(iteration) * parameter.reach
                                       * slope(parameter, 2 * gains.way(parameter, iteration), played, scores))
            for parameter in parameters}


def slope(parameter: Parameter, apart: float, played: Sequence[Trial], scores: Sequence[float]) -> float:
    """The gain per reach, estimated from trials in which the two sides were meant to be that far apart."""
    total = sum(score * (trial.one[parameter.name] - trial.other[parameter.name])
                for trial, score in zip(played, scores))
    return parameter.reach * total / (len(played) * apart ** 2)


def answer(way: Sequence[Values]) -> dict[str, int]:
    """Where a way led that began with the first of these and went on to the last."""
    later = way[int(len(way) * (1 - LATER_PART)):]
    return {name: round(sum(values[name] for values in later) / len(later)) for name in later[0]}


# --- what each number is worth ----------------------------------------------------------------------------------------

def worth(name: str, played: Iterable[tuple[Trial, float]], before: Tally = Tally()) -> Tally:
    """The results of the side with more of that number, by trials and their scores, and by what was counted before."""
    pairs = list(before.pairs)
    for trial, score in played:
        if trial.one.get(name) != trial.other.get(name):
            pairs[round(2 * (1 + (score if trial.one[name] > trial.other[name] else -score)))] += 1
    return Tally.of_pairs(pairs)
