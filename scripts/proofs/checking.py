"""Is it a proof? One pass over the body, node by node in the order of the file.

README.md says what is checked, and why that makes every position won: the words *zone*, *pass* and *danger* are explained
there. The stack is a list, as long as the proof is deep; every frame of it is a move of the attacker whose answers are
being read.
"""

from __future__ import annotations

from typing import Callable, NamedTuple, Optional

from . import stream as kinds
from .fouls import Fouls
from .lemmas import Lemma, Lemmas
from .rules import BLACK, LINE_RULES, Board, Counts, Row, added, points_of
from .stream import Fault, Header, Stream

TOLD_EVERY = 1 << 14        # nodes between two calls that tell of the progress
PLIES = 2                   # a move and its answer
ENDS = 2                    # of a row in the middle of the board


class Proven(NamedTuple):
    """What a node was shown to be: won wherever the defender has further stones outside the zone, in so many plies."""

    zone: int
    depth: int


class Position:
    """The stones of both sides, and how many of them each window holds. It never changes."""

    __slots__ = ("attacker", "defender", "attacking", "defending")

    def __init__(self, attacker: int, defender: int, attacking: Counts, defending: Counts) -> None:
        self.attacker, self.defender, self.attacking, self.defending = attacker, defender, attacking, defending


class Frame:
    """A move of the attacker, and how far its answers have been read."""

    __slots__ = ("before", "after", "point", "passes", "is_lemma", "is_passing", "pass_zone", "left", "answer", "listed",
                 "zone", "depth")

    def __init__(self, before: Position, after: Position, point: int, passes: int, is_lemma: bool, zone: int) -> None:
        self.before, self.after, self.point, self.passes, self.is_lemma = before, after, point, passes, is_lemma
        self.is_passing = False
        self.pass_zone: Optional[int] = None    # None: it has no pass branch
        self.left = 0                           # listed answers that are still to come
        self.answer = -1                        # the one that is being read, or was last; -1: none yet
        self.listed = 0                         # answers, as a set of points
        self.zone, self.depth = zone, 0


class Tally:
    """What is told of a proof that holds."""

    def __init__(self) -> None:
        self.nodes = self.listed = self.covered = self.depth = self.lemmas = self.referred = self.most_passes = 0


class Checker:
    """Checks the body of one proof. `told` is called now and then with the number of nodes that were read."""

    def __init__(self, header: Header, stream: Stream, lemmas: Lemmas, told: Callable[[int], None] = lambda nodes: None) -> None:
        self.header, self.stream, self.lemmas, self.told = header, stream, lemmas, told
        self.board = Board(header.width, header.height, header.win)
        self.attacks, self.defends = (LINE_RULES[header.rule][side] for side in (header.attacker, header.defender))
        self.fouls = Fouls(self.board) if self.attacks.has_fouls or self.defends.has_fouls else None
        self.stack: list[Frame] = []
        self.tally = Tally()

    # --- the walk ----------------------------------------------------------------------------------------------------

    def check(self) -> Tally:
        """Fault says where it fails, and why."""
        try:
            self.tally.depth = self.walk(self.start()).depth
            self.stream.demand_end()
        except Fault as fault:
            raise Fault(f"{self.place()}: {fault}") from None
        if self.tally.nodes != self.header.nodes:
            raise Fault(f"the header claims {self.header.nodes} nodes, and the body has {self.tally.nodes}")
        return self.tally

    def start(self) -> Position:
        """The position that is claimed to be won, and in which nobody has won yet."""
        position = self.position()
        sides = ((position.attacker, position.defender, self.attacks), (position.defender, position.attacker, self.defends))
        for own, other, rule in sides:
            if any(self.board.winning_rows(own, other, point, rule) for point in points_of(own)):
                raise Fault("the position is already won")
        return position

    def position(self) -> Position:
        attacker, defender = (sum(1 << point for point in self.header.stones[side])
                              for side in (self.header.attacker, self.header.defender))
        return Position(attacker, defender, self.board.counts(attacker), self.board.counts(defender))

    def walk(self, position: Position, passes: int = 0) -> Proven:
        """The whole body, from the root."""
        while True:
            proven = self.attack(position, passes)
            while True:
                if proven:
                    if not self.stack:
                        return proven
                    self.take(self.stack[-1], proven)
                frame = self.stack[-1]
                if frame.is_passing or frame.left:
                    break
                proven = self.finish(frame)
                self.stack.pop()
            if frame.is_passing:
                position, passes = frame.after, frame.passes + 1
            else:
                position, passes = self.next_answer(frame), frame.passes

    def place(self) -> str:
        """The moves from the root to where the walk is."""
        words = []
        for frame in self.stack:
            words.append(self.header.name(frame.point))
            if frame.is_passing:
                words.append("pass")
            elif frame.answer >= 0:
                words.append(self.header.name(frame.answer))
        return f"after {' '.join(words)}" if words else "at the root"

    # --- the attacker ------------------------------------------------------------------------------------------------

    def attack(self, position: Position, passes: int) -> Optional[Proven]:
        """A node of the attacker. None: it is a move, now on the stack, whose answers follow."""
        self.tally.nodes += 1
        if self.tally.nodes % TOLD_EVERY == 0:
            self.told(self.tally.nodes)
        kind = self.stream.byte()
        if kind == kinds.FIVE:
            return self.five(position, passes)
        if kind == kinds.SAME:
            return self.same(position)
        if kind not in (kinds.MOVE, kinds.LEMMA):
            raise Fault(f"there is no kind {kind} of node")
        self.move(position, passes, kind == kinds.LEMMA)
        return None

    def point(self, position: Position, whose: str) -> int:
        """A point of the stream, which must be empty."""
        point = self.stream.number()
        if point >= self.board.size:
            raise Fault(f"the {whose} is outside the board")
        if (position.attacker | position.defender) >> point & 1:
            raise Fault(f"the {whose} {self.header.name(point)} is where a stone lies")
        return point

    def five(self, position: Position, passes: int) -> Proven:
        point = self.point(position, "winning move")
        rows = self.board.winning_rows(position.attacker, position.defender, point, self.attacks)
        if not rows:
            raise Fault(f"{self.header.name(point)} makes no row that wins")
        zone = 1 << point
        if self.attacks.closed_is_void:
            for row in rows:
                if row.length == self.board.win:
                    zone |= self.ends_to_close(position, row, passes)
        return Proven(zone, 1)

    @staticmethod
    def ends_to_close(position: Position, row: Row, passes: int) -> int:
        """The empty ends of a row, if stones that the proof does not show could close it; the edge closes none."""
        empty = row.ends & ~(position.attacker | position.defender)
        return empty if row.ends.bit_count() == ENDS and empty.bit_count() <= passes else 0

    def same(self, position: Position) -> Proven:
        number = self.stream.number()
        lemma = self.lemmas.get(number)
        if not lemma:
            raise Fault(f"lemma {number} has not been shown before")
        if (lemma.attacker, lemma.defender) != (position.attacker, position.defender):
            raise Fault(f"the position is not that of lemma {number}")
        self.tally.referred += 1
        return Proven(lemma.zone, lemma.depth)

    def move(self, position: Position, passes: int, is_lemma: bool) -> None:
        """A move that does not win at once: puts it on the stack, with the beginning of its answers."""
        point = self.point(position, "move")
        self.demand_legal(position, passes, point)
        after = Position(position.attacker | 1 << point, position.defender,
                         added(position.attacking, self.board.through[point]), position.defending)
        self.stack.append(frame := Frame(position, after, point, passes, is_lemma, 1 << point))
        self.demand_no_five(after)
        if passes:
            frame.zone |= self.danger(after, passes)
        flag = self.stream.byte()
        if flag not in (kinds.NO_PASS, kinds.PASS):
            raise Fault(f"there is no flag {flag}")
        if flag == kinds.PASS:
            frame.is_passing = True
            self.tally.most_passes = max(self.tally.most_passes, passes + 1)
        else:
            frame.left = self.stream.number()

    def demand_legal(self, position: Position, passes: int, point: int) -> None:
        """No winning move, for that has its own kind of node, and no foul."""
        board = self.board
        if board.lacking_one(position.attacking) & board.through[point] and board.winning_rows(
                position.attacker, position.defender, point, self.attacks):
            raise Fault(f"{self.header.name(point)} wins at once, and is not said to")
        if not self.attacks.has_fouls:
            return
        if passes and not self.fouls.is_surely_none(position.attacker, position.defender, point):
            raise Fault(f"{self.header.name(point)} may be a foul")
        if not passes and self.fouls.is_foul(position.attacker, position.defender, point):
            raise Fault(f"{self.header.name(point)} is a foul")

    # --- the defender ------------------------------------------------------------------------------------------------

    def demand_no_five(self, position: Position) -> None:
        """The defender must have no move that wins at once."""
        board = self.board
        windows = board.lacking_one(position.defending)
        if windows:
            windows &= ~holding(position.attacking)
        if windows:
            empty = board.points_in(windows) & ~position.defender
            for point in points_of(empty):
                if board.winning_rows(position.defender, position.attacker, point, self.defends):
                    raise Fault(f"the defender wins by {self.header.name(point)}")

    def danger(self, position: Position, passes: int) -> int:
        """Empty points of windows that stones outside the zone, one for each pass, and one more could fill."""
        board = self.board
        windows = board.at_least(position.defending, board.win - 1 - passes) & ~holding(position.attacking)
        return board.points_in(windows) & ~position.defender if windows else 0

    def next_answer(self, frame: Frame) -> Position:
        """The position after the next answer that is listed."""
        last, position = frame.answer, frame.after
        point = frame.answer = self.point(position, "answer")
        if point <= last:
            raise Fault("the answers are not in order")
        if self.defends.has_fouls and not frame.passes and self.fouls.is_foul(position.defender, position.attacker, point):
            raise Fault(f"the answer {self.header.name(point)} is a foul")
        frame.left -= 1
        frame.listed |= 1 << point
        return Position(position.attacker, position.defender | 1 << point, position.attacking,
                        added(position.defending, self.board.through[point]))

    def take(self, frame: Frame, proven: Proven) -> None:
        """One of its branches was read."""
        frame.zone |= proven.zone
        frame.depth = max(frame.depth, proven.depth)
        if frame.is_passing:
            frame.is_passing = False
            frame.pass_zone = proven.zone
            frame.left = self.stream.number()

    def finish(self, frame: Frame) -> Proven:
        """All of it was read: is every answer covered?"""
        frame.answer = -1
        empty = self.board.all & ~(frame.after.attacker | frame.after.defender)
        if not empty:
            raise Fault("the board is full")
        missing = empty & ~frame.listed
        covered = missing.bit_count()
        if missing and frame.pass_zone is not None:
            missing &= frame.pass_zone
        if missing:
            missing = self.without_fouls(frame, missing)
        if missing:
            answer = self.header.name(points_of(missing)[0])
            why = "is in the zone of the pass" if frame.pass_zone is not None else "is missing"
            raise Fault(f"the answer {answer} {why}, and not listed")
        self.demand_an_answer(frame, empty)
        proven = Proven(frame.zone, frame.depth + PLIES)
        if frame.is_lemma:
            self.lemmas.append(Lemma(frame.before.attacker, frame.before.defender, proven.zone, proven.depth))
            self.tally.lemmas += 1
        self.tally.listed += frame.listed.bit_count()
        self.tally.covered += covered if frame.pass_zone is not None else 0
        return proven

    def without_fouls(self, frame: Frame, points: int) -> int:
        """Those that the rule allows the defender; where he may have stones that the proof does not show, all."""
        if not self.defends.has_fouls or frame.passes:
            return points
        defender, attacker = frame.after.defender, frame.after.attacker
        return sum(1 << point for point in points_of(points) if not self.fouls.is_foul(defender, attacker, point))

    def demand_an_answer(self, frame: Frame, empty: int) -> None:
        """Else the game would be over, and not won by a five."""
        if not frame.listed and self.defends.has_fouls and not self.without_fouls(frame, empty):
            raise Fault(f"{BLACK} has no answer that is allowed")


def holding(counts: Counts) -> int:
    """The windows that hold a stone."""
    ones, twos, fours = counts
    return ones | twos | fours
