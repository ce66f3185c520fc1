"""A slow prover, for the tests: makes proofs of small boards, with zones.

It reads the rules of README.md with sets of points, and the referee of scripts/matches says what wins and what is a foul, so
nothing of it is shared with the checker but the words. Depth first, ever deeper; lemmas where a position comes again.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Optional

from literal import COLOUR
from proofs_path import FIVE, LEMMA, MOVE, SAME, Claim, Node

from matches import referee
from matches.referee import CARO, CARO_EXACT, RENJU, Point

Set = frozenset[Point]


@dataclass
class Won:
    """A node that was found, and what the checker will have as its zone."""

    node: Node
    zone: Set


@dataclass
class SlowProver:
    claim: Claim
    dice: random.Random
    nodes_max: int = 20_000
    nodes: int = 0
    uses_passes: bool = True
    haste: float = 1.0          # how often a win at once is taken: less makes longer proofs
    windows: list[list[Point]] = field(default_factory=list)

    def __post_init__(self) -> None:
        claim = self.claim
        self.board = referee.Board(claim.width, claim.height, claim.rule, claim.win)
        for colour, points in ((referee.BLACK, claim.black), (referee.WHITE, claim.white)):
            for point in points:
                self.board.place((point % claim.width, point // claim.width), colour)
        self.attacker = COLOUR[claim.attacker]
        self.defender = referee.OPPONENT[self.attacker]
        for cell in self.board.cells():
            for direction in referee.DIRECTIONS:
                window = [referee.step(cell, direction, distance) for distance in range(claim.win)]
                if all(self.board.at(point) != referee.WALL for point in window):
                    self.windows.append(window)

    def number(self, point: Point) -> int:
        return point[1] * self.claim.width + point[0]

    # --- search ------------------------------------------------------------------------------------------------------

    def prove(self, moves: int, least: int = 1) -> Optional[Node]:
        """The tree of a win in at most so many moves of the attacker, looked for from `least` moves on; None if none is
        found."""
        for depth in range(least, moves + 1):
            won = self.attack(depth, 0)
            if won:
                return with_lemmas(won.node, self)
        return None

    def attack(self, moves: int, passes: int) -> Optional[Won]:
        self.nodes += 1
        if self.nodes > self.nodes_max:
            return None
        empty = self.board.empty_cells()
        wins = [point for point in empty if self.board.wins(point, self.attacker) and not self.is_foul(point)]
        if wins and (moves <= 1 or self.dice.random() < self.haste):
            return Won([FIVE, self.number(wins[0])], self.zone_of_five(wins[0], passes))
        if moves <= 1:
            return None
        self.dice.shuffle(empty)
        for point in sorted(empty, key=self.promise):
            if point not in wins and self.may_play(point, passes):
                self.board.place(point, self.attacker)
                won = self.defend(moves, passes)
                del self.board.stones[point]
                if won:
                    return Won([MOVE, self.number(point), *won.node], won.zone | {point})
        return None

    def promise(self, point: Point) -> int:
        """How many own stones share windows with it, as something to try first."""
        held = (window for window in self.windows if point in window)
        own = (sum(self.board.at(cell) == self.attacker for cell in window) for window in held
               if all(self.board.at(cell) != self.defender for cell in window))
        return -sum(count * count for count in own)

    def defend(self, moves: int, passes: int) -> Optional[Won]:
        empty = self.board.empty_cells()
        if not empty or any(self.board.wins(answer, self.defender) and not self.is_foul_of(answer, self.defender)
                            for answer in empty):
            return None
        zone = self.danger(passes) if passes else frozenset()
        answers = [answer for answer in empty if passes or not self.is_foul_of(answer, self.defender)]
        if not answers:
            return None
        passed = self.attack(moves - 1, passes + 1) if self.uses_passes and self.dice.random() < 0.9 else None
        listed: dict[int, Node] = {}
        for answer in answers:
            if passed and answer not in passed.zone and self.dice.random() < 0.95:
                continue
            self.board.place(answer, self.defender)
            won = self.attack(moves - 1, passes)
            del self.board.stones[answer]
            if not won:
                return None
            listed[self.number(answer)] = won.node
            zone |= won.zone
        return Won([passed.node if passed else None, listed], zone | (passed.zone if passed else frozenset()))

    # --- the words of README.md --------------------------------------------------------------------------------------

    def is_foul(self, point: Point) -> bool:
        return self.is_foul_of(point, self.attacker)

    def is_foul_of(self, point: Point, colour: str) -> bool:
        return self.claim.rule == RENJU and colour == referee.BLACK and self.board.foul(point) is not None

    def may_play(self, point: Point, passes: int) -> bool:
        if self.is_foul(point):
            return False
        if not passes or self.claim.rule != RENJU or self.attacker != referee.BLACK:
            return True
        return self.is_surely_no_foul(point)

    def is_surely_no_foul(self, point: Point) -> bool:
        """At most one line with another stone or two of black's nearby: stricter than it need be, and simple."""
        busy = 0
        for direction in referee.DIRECTIONS:
            line = [referee.step(point, direction, distance) for distance in range(-5, 6) if distance]
            busy += sum(self.board.at(cell) == referee.BLACK for cell in line) >= 2
        four_lines = [self.board.row(point, referee.BLACK, direction)[0] for direction in referee.DIRECTIONS]
        return busy <= 1 and max(four_lines) <= 5

    def zone_of_five(self, point: Point, passes: int) -> Set:
        zone = {point}
        if self.claim.rule in (CARO, CARO_EXACT):
            for direction in referee.DIRECTIONS:
                length, ends = self.board.row(point, self.attacker, direction)
                if length == self.claim.win and self.may_be_closed(ends, passes):
                    zone |= {end for end in self.ends(point, direction) if self.board.at(end) == referee.EMPTY}
        return frozenset(zone)

    def may_be_closed(self, ends: list[str], stones: int) -> bool:
        """Says whether so many stones of the defender could stand at those ends that he holds both."""
        return ends.count(self.defender) < 2 <= ends.count(self.defender) + min(stones, ends.count(referee.EMPTY))

    def ends(self, point: Point, direction: Point) -> list[Point]:
        found = []
        for sign in (1, -1):
            cell = referee.step(point, direction, sign)
            while self.board.at(cell) == self.attacker:
                cell = referee.step(cell, direction, sign)
            found.append(cell)
        return found

    def danger(self, passes: int) -> Set:
        cells: set[Point] = set()
        for window in self.windows:
            held = [self.board.at(cell) for cell in window]
            if self.attacker not in held and held.count(self.defender) >= self.claim.win - 1 - passes:
                cells.update(cell for cell, what in zip(window, held) if what == referee.EMPTY)
        return frozenset(cells)


# --- lemmas --------------------------------------------------------------------------------------------------------------

def with_lemmas(root: Node, prover: SlowProver) -> Node:
    """The same proof, in which a position that comes again with no more passes refers back."""
    numbers: dict[tuple[frozenset[int], frozenset[int]], tuple[int, int]] = {}
    claim = prover.claim
    sides = (claim.black, claim.white) if prover.attacker == referee.BLACK else (claim.white, claim.black)

    def visit(node: Node, attacker: frozenset[int], defender: frozenset[int], passes: int) -> Node:
        if node[0] == FIVE:
            return node
        known = numbers.get((attacker, defender))
        if known and known[1] >= passes:
            return [SAME, known[0]]
        after = attacker | {node[1]}
        branch = visit(node[2], after, defender, passes + 1) if node[2] else None
        answers = {answer: visit(node[3][answer], after, defender | {answer}, passes) for answer in sorted(node[3])}
        if (attacker, defender) in numbers:
            return [MOVE, node[1], branch, answers]
        numbers[attacker, defender] = (len(numbers), passes)
        return [LEMMA, node[1], branch, answers]

    return visit(root, *sides, 0)


def random_claim(dice: random.Random) -> Claim:
    """A position of a small board in which somebody may win soon; five in a row, and renju, on boards that are nearly full."""
    if dice.random() < 0.3:
        return nearly_full(dice, dice.choice((0, 1, RENJU, CARO, CARO_EXACT)))
    rule, win = dice.choice((0, 1, CARO, CARO_EXACT)), dice.choice((3, 4, 4))
    claim = Claim(rule, dice.randint(win, 6), dice.randint(win, 6), win)
    return with_stones(claim, dice, share=dice.uniform(0.1, 0.6))


def nearly_full(dice: random.Random, rule: int = RENJU) -> Claim:
    """For five in a row, which takes so many stones."""
    return with_stones(Claim(rule, dice.randint(5, 7), dice.randint(5, 7), 5), dice, share=dice.uniform(0.65, 0.8))


def with_stones(claim: Claim, dice: random.Random, share: float) -> Claim:
    cells = dice.sample(range(claim.size), round(claim.size * share))
    half = (len(cells) + dice.randint(0, 1)) // 2
    attacker = dice.choice(("black", "white"))
    return claim.changed(black=frozenset(cells[:half]), white=frozenset(cells[half:]), attacker=attacker)
