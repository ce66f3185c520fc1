"""The positions of a book, with which of them is to be analysed next.

A position that was analysed has its best moves as children. What it is worth follows from them: minus the value of the child
that is worst for the opponent, one ply deeper, or a proven win. Positions that can be reached in several ways, or turned
onto each other, are one, so this is a tree with several parents for a node.

Which leaf is next is said by drop-out expansion (Lincke 2000): the one for which the plies from the root and what both sides
lose by their moves on the way there come to the least. So good lines become long, and bad moves are answered, too.

Nothing but values is kept. When a book is read again, a position counts as analysed if what was kept of it is what follows
from its children; both are always written together.
"""

from __future__ import annotations

import heapq
from itertools import count
from typing import Iterable, Iterator, Optional

from proofs.answers import Kinds, Stones

from .positions import BLOCKED, DRAW, EXACT, LOSS, WIN, Known, is_blacks_turn

NEVER = float("inf")
ALL_LOST = 20_000               # minus that: all moves that are known lose, of others nobody knows; no estimate is worse

Move = tuple[int, Known]        # a point, and what is known of the position after it


class Node:
    """A position."""

    def __init__(self, stones: Stones, known: Known = Known()) -> None:
        self.stones, self.known = stones, known
        self.kept = known           # what the database says, as far as is known
        self.parents: list[Node] = []
        self.children: list[Node] = []
        self.is_analysed = False
        self.is_left = False        # somebody is at it, or there is nothing more to be found out
        self.cost: float = NEVER    # from here to the leaf that is next, in units of value

    @property
    def count(self) -> int:
        return len(self.stones.black) + len(self.stones.white)

    @property
    def worth(self) -> Optional[int]:
        """The value, to the side to move."""
        return self.known.is_worth

    def following(self) -> Known:
        """What follows from the children; what is known already, if nothing does."""
        losses = [child.known.plies for child in self.considered if child.known.is_proven and child.known.label == LOSS]
        if losses:
            return self.known._replace(label=WIN, plies=min(losses) + 1)
        values = [(-child.worth, child.known.depth) for child in self.considered if child.worth is not None]
        if values:
            value, depth = max(values)
            return self.known._replace(value=value, bound=EXACT, depth=depth + 1)
        is_lost = any(child.known.is_proven for child in self.considered)
        return self.known._replace(value=-ALL_LOST, bound=EXACT, depth=0) if is_lost else self.known

    @property
    def considered(self) -> list[Node]:
        return [child for child in self.children if child.known.label != BLOCKED]

    @property
    def is_decided(self) -> bool:
        return self.known.is_proven or self.known.label == DRAW

    @property
    def is_as_read(self) -> bool:
        """It counts as analysed where nothing but what was kept tells: its value is what follows from its children."""
        return bool(self.children) and (self.is_decided or self.known == self.following())

    @property
    def is_leaf(self) -> bool:
        """There are moves to be found, more than are known where those all lose."""
        return not self.is_analysed or self.worth == -ALL_LOST

    def losing(self, child: Node) -> int:
        """What the side to move loses by going there."""
        return 0 if self.worth is None or child.worth is None else max(0, self.worth + child.worth)


class Tree:
    """The positions that can be reached from the roots, and others of the same game."""

    def __init__(self, size: int, ply_value: int) -> None:
        self.kinds, self.points, self.ply_value = Kinds(size, size), size * size, ply_value
        self.nodes: dict[Stones, Node] = {}
        self.roots: list[Node] = []
        self.changed: dict[Stones, Node] = {}       # of which more is known than is kept

    @property
    def analysed(self) -> int:
        """How many positions were."""
        return sum(node.is_analysed for node in self.nodes.values())

    # --- reading ---

    def read(self, positions: Iterable[tuple[Stones, Known]]) -> None:
        """What was kept."""
        for stones, known in positions:
            kind = self.kinds.canonical(stones)
            self.nodes[kind] = Node(kind, known)
        nodes = sorted(self.nodes.values(), key=lambda node: -node.count)
        for node in nodes:
            for before in self.before(node.stones):
                if parent := self.nodes.get(before):
                    join(parent, node)
        for node in nodes:
            node.is_analysed = node.is_as_read
        self.refresh(nodes)

    def before(self, stones: Stones) -> set[Stones]:
        """The positions from which one move leads there."""
        black, white = stones
        if is_blacks_turn(stones):
            return {self.kinds.canonical(Stones(black, white - {last})) for last in white}
        return {self.kinds.canonical(Stones(black - {last}, white)) for last in black}

    def add_root(self, stones: Stones) -> None:
        kind = self.kinds.canonical(stones)
        node = self.nodes.setdefault(kind, Node(kind))
        if node not in self.roots:
            self.roots.append(node)
            self.refresh([node])

    def keep(self, nodes: Iterable[Node]) -> None:
        """All that is known of these was written."""
        for node in nodes:
            node.kept = node.known
            self.changed.pop(node.stones, None)

    def hear_of(self, positions: Iterable[tuple[Stones, Known]]) -> None:
        """What somebody else has made of positions of the tree: it is taken as if it were read now."""
        for stones, known in positions:
            node = self.nodes[self.kinds.canonical(stones)]
            node.known = node.kept = known
            node.is_analysed = node.is_as_read
            self.refresh([node, *node.parents])

    # --- growing ---

    def take(self) -> Optional[Node]:
        """The position to be analysed next, which is not given again until it was learnt of; None: there is none."""
        if not self.roots:
            return None
        node = min(self.roots, key=lambda root: root.cost)
        if node.cost == NEVER:
            return None
        while not node.is_leaf:
            node = min(node.considered, key=lambda child: self.cost_by(node, child))
        node.is_left = True
        self.refresh([node])
        return node

    def learn(self, node: Node, result: Known, moves: Iterable[Move], most: int) -> None:
        """What an analysis found: of the position, if that is proven, and of its best moves, of which as many are kept as are
        wanted of different kinds."""
        best: dict[Stones, Known] = {}
        for point, known in moves:
            if len(best) < most:
                best.setdefault(self.kinds.canonical(after(node.stones, point)), known)
        is_new = best.keys() - {child.stones for child in node.children}
        node.is_left = not (is_new if node.is_analysed else best)      # there is nothing more to be found out
        node.is_analysed = node.is_analysed or bool(best)
        if result.is_proven:
            self.know(node, node.known._replace(label=result.label, plies=result.plies))
        for kind in self.following(node.stones):
            join(node, self.nodes[kind])
        for kind, known in best.items():
            child = self.nodes.get(kind) or self.add(kind)
            join(node, child)
            self.hear(child, known)
        self.refresh([node, *(parent for child in node.children for parent in (child, *child.parents))])

    def following(self, stones: Stones) -> Iterator[Stones]:
        """The positions of the book to which one move leads."""
        for point in set(range(self.points)) - stones.black - stones.white:
            kind = self.kinds.canonical(after(stones, point))
            if kind in self.nodes:
                yield kind

    def add(self, kind: Stones) -> Node:
        """A new position, which others that were analysed may lead to as well."""
        node = self.nodes[kind] = Node(kind)
        for before in self.before(kind):
            if before in self.nodes and self.nodes[before].is_analysed:
                join(self.nodes[before], node)
        return node

    def hear(self, node: Node, told: Known) -> None:
        """What an analysis of the position before it told, unless something is known: by another analysis, or a person."""
        if told.is_proven and not node.known.is_proven:
            self.know(node, node.known._replace(label=told.label, plies=told.plies))
        elif not node.is_decided and node.worth is None:
            self.know(node, node.known._replace(value=told.value, bound=told.bound, depth=told.depth))

    def know(self, node: Node, known: Known) -> None:
        if node.known != known:
            node.known = known
            self.changed[node.stones] = node

    # --- what follows from what ---

    def cost_by(self, node: Node, child: Node) -> float:
        return self.ply_value + node.losing(child) + child.cost

    def cost_of(self, node: Node) -> float:
        if node.is_left or node.is_decided:
            return NEVER
        return 0.0 if node.is_leaf else min((self.cost_by(node, child) for child in node.considered), default=NEVER)

    def refresh(self, nodes: Iterable[Node]) -> None:
        """Brings up to date what these positions are worth and cost, and all that lead to them, the later ones first."""
        number = count()
        queue = [(-node.count, next(number), node) for node in nodes]
        heapq.heapify(queue)
        while queue:
            _, _, node = heapq.heappop(queue)
            before = node.known, node.cost
            if node.is_analysed and not node.is_decided:
                self.know(node, node.following())
            node.cost = self.cost_of(node)
            if before != (node.known, node.cost):
                for parent in node.parents:
                    heapq.heappush(queue, (-parent.count, next(number), parent))

    def line(self, node: Node) -> Iterator[Node]:
        """The best moves from there on, as far as the book goes."""
        while node.is_analysed and node.considered:
            node = min(node.considered, key=lambda child: (child.known.label != LOSS, child.worth is None, child.worth or 0))
            yield node


def after(stones: Stones, point: int) -> Stones:
    """The position after the side to move has played there."""
    black, white = stones
    return Stones(black | {point}, white) if is_blacks_turn(stones) else Stones(black, white | {point})


def join(parent: Node, child: Node) -> None:
    if child not in parent.children:
        parent.children.append(child)
        child.parents.append(parent)
