"""The literal reading of a proof: it is played against every defence.

No zones, no passes, no bits: the attacker follows the branch of the answer or, where it is not listed, the pass branch;
the referee of scripts/matches judges every move. What is won so is won. It takes all answers one by one, so it is for
small boards with few empty points.
"""

from __future__ import annotations

from typing import Optional

from proofs_path import BLACK, FIVE, LEMMA, SAME, WHITE, Claim, Node

from matches import referee

COLOUR = {BLACK: referee.BLACK, WHITE: referee.WHITE}


def fault(claim: Claim, root: Node) -> Optional[str]:
    """A defence that the proof does not refute, as moves; None if it refutes all."""
    return Reading(claim, root).fault()


class Reading:
    def __init__(self, claim: Claim, root: Node) -> None:
        self.claim, self.root = claim, root
        self.lemmas = lemmas_of(root)
        self.refuted: set[tuple[int, frozenset[referee.Point], frozenset[referee.Point]]] = set()
        self.board = referee.Board(claim.width, claim.height, claim.rule, claim.win)
        for colour, points in ((referee.BLACK, claim.black), (referee.WHITE, claim.white)):
            for point in points:
                self.board.place(self.xy(point), colour)
        self.attacker = COLOUR[claim.attacker]
        self.defender = referee.OPPONENT[self.attacker]

    def xy(self, point: int) -> referee.Point:
        return point % self.claim.width, point // self.claim.width

    def fault(self) -> Optional[str]:
        for point, colour in list(self.board.stones.items()):
            del self.board.stones[point]
            is_won = self.board.wins(point, colour)
            self.board.place(point, colour)
            if is_won:
                return "it is won already"
        return self.attack(self.root)

    def attack(self, node: Node) -> Optional[str]:
        if node[0] == SAME:
            return self.attack(self.lemmas[node[1]])
        stones = self.board.stones
        key = id(node), self.stones(self.attacker), self.stones(self.defender)
        if key in self.refuted:
            return None
        move = self.xy(node[1])
        verdict = self.board.judge(move, self.attacker)
        if node[0] == FIVE or verdict.kind != referee.NORMAL:
            return None if verdict.kind == referee.WIN else verdict.words
        self.board.place(move, self.attacker)
        wrong = self.answers(node)
        del stones[move]
        if wrong:
            return f"{referee.notation(move)} {wrong}"
        self.refuted.add(key)
        return None

    def stones(self, colour: str) -> frozenset[referee.Point]:
        return frozenset(point for point, held in self.board.stones.items() if held == colour)

    def answers(self, node: Node) -> Optional[str]:
        for answer in self.board.empty_cells():
            verdict = self.board.judge(answer, self.defender)
            if verdict.kind == referee.FOUL:
                continue
            if verdict.kind != referee.NORMAL:
                return verdict.words
            branch = node[3].get(answer[1] * self.claim.width + answer[0], node[2])
            if branch is None:
                return f"no reply to {verdict.words}"
            self.board.place(answer, self.defender)
            wrong = self.attack(branch)
            del self.board.stones[answer]
            if wrong:
                return f"{referee.notation(answer)} {wrong}"
        return None


def lemmas_of(root: Node) -> list[Node]:
    """In the order in which they are complete."""
    found: list[Node] = []

    def visit(node: Node) -> None:
        if len(node) > 2:
            for branch in ([node[2]] if node[2] else []) + [node[3][answer] for answer in sorted(node[3])]:
                visit(branch)
            if node[0] == LEMMA:
                found.append(node)

    visit(root)
    return found
