#!/usr/bin/env python3
"""Runs `pbrain-tengen book` as a person would, and lets the program play from the book that it has.

usage: book.py PROGRAM
"""

import gzip
import random
import re
import shlex

from program import FAILED, PROGRAM, REFUSED, both, check_all, run
from matches.engine import PATIENCE_MS, Engine

MAGIC = b"tengen\nb"
SIDE, FIVE = 15, 5
CENTRE = (7, 7)
TURN_MS = 2000              # not used up: the engine moves as soon as it has found its win
GAMES = 4                   # of each rule
FREESTYLE, STANDARD, RENJU, CARO = 0, 1, 4, 8
WITH_BOOK = FREESTYLE, STANDARD, RENJU
NEAR = 2                    # the defender plays so near to other stones, mostly
FAR_SHARE = 0.3
SEED = 20261123


def make_proof(folder, name, *position):
    """A proof, and the same unpacked"""
    packed, unpacked = folder / f"{name}.proof", folder / name
    run("prove", *position, "--out", packed)
    unpacked.write_bytes(gzip.decompress(packed.read_bytes()))
    return packed, unpacked


def what_makes_no_sense_is_refused(folder):
    packed, good = make_proof(folder, "good", "h8", "a1", "i8", "a3", "g9", "a5")
    _, other = make_proof(folder, "other", "--rule", 1, "h8", "a1", "i8", "a3", "g9", "a5")
    text = folder / "text"
    text.write_text("hello\n")
    out = folder / "out"
    for arguments, status, words in (
            ([], REFUSED, "--out must say"),
            (["--out", out], REFUSED, "which proofs?"),
            ([good], REFUSED, "--out must say"),
            ([good, "--out", out, "--nodes", 0], REFUSED, "--nodes must be"),
            ([folder / "none", "--out", out], FAILED, "No such file"),
            ([text, "--out", out], REFUSED, "proof 1: this is no proof, unpacked"),
            ([packed, "--out", out], REFUSED, "proof 1: this is no proof, unpacked"),
            ([good, other, "--out", out], REFUSED, "proof 2: it is of another game"),
            ([good, "--out", folder / "no folder" / "out"], REFUSED, "No such file")):
        said, told = both("book", *arguments, status=status)
        assert words in told and "proof 2, " not in said and not out.exists(), (arguments, said, told)


def proofs_become_a_book(folder):
    """The same proofs in one file or in two are the same book, which grows with fewer nodes."""
    _, one = make_proof(folder, "one", "h8", "a1", "i9", "a15")
    _, two = make_proof(folder, "two", "h8", "a1", "i8", "a3", "g9", "a5")
    together = folder / "both"
    together.write_bytes(one.read_bytes() + two.read_bytes())
    said, told = both("book", together, "--nodes", 1, "--out", folder / "1.bin")
    assert said.startswith("proof 1, h8 a1 i9 a15: ") and "\nproof 2, h8 a1 i8 a3 g9 a5: " in said and not told, (said, told)
    run("book", one, two, "--nodes", 1, "--out", folder / "2.bin")
    run("book", together, "--out", folder / "3.bin")
    first, second, third = ((folder / f"{i}.bin").read_bytes() for i in (1, 2, 3))
    assert first == second and first.startswith(MAGIC) and len(third) < len(first), (len(first), len(second), len(third))


class Player:
    """The program, with the black stones."""

    def __init__(self, *settings):
        self.engine = Engine(shlex.quote(PROGRAM))
        self.engine.start(f"START {SIDE}", [], [f"INFO {setting}" for setting in settings])

    def move(self, question):
        """What it says of it, and its move"""
        answer = self.engine.ask([question], PATIENCE_MS, 0)
        return [line for _, line in answer.remarks], answer.move

    def end(self):
        self.engine.leave()


def some_point(stones, chance):
    """An empty point, mostly near a stone"""
    empty = [(x, y) for x in range(SIDE) for y in range(SIDE) if (x, y) not in stones]
    near = [point for point in empty
            if any(max(abs(point[0] - x), abs(point[1] - y)) <= NEAR for x, y in stones)]
    return chance.choice(near if near and chance.random() > FAR_SHARE else empty)


def defence(stones, rule, chance):
    """Stops a five of black's, or plays anywhere"""
    for point in [(x, y) for x in range(SIDE) for y in range(SIDE) if (x, y) not in stones]:
        if makes_five(stones, point, rule):
            return point
    return some_point(stones, chance)


def makes_five(stones, point, rule):
    """Black's stone there makes five in a row, or in freestyle more."""
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for step in (1, -1):
            x, y = point[0] + step * dx, point[1] + step * dy
            while stones.get((x, y)) == "black":
                length, x, y = length + 1, x + step * dx, y + step * dy
        if length == FIVE or (length > FIVE and rule == FREESTYLE):
            return True
    return False


def the_book_wins(_folder):
    """From the first answer on the win is announced, and it comes."""
    chance = random.Random(SEED)
    for rule in WITH_BOOK * GAMES:
        player, wins = Player(f"rule {rule}", f"timeout_turn {TURN_MS}"), False
        stones: dict[tuple[int, int], str] = {}
        messages, move = player.move("BEGIN")
        assert move == CENTRE, move
        while not wins:
            wins = makes_five(stones, move, rule)
            stones[move] = "black"
            if wins:
                break
            answer = defence(stones, rule, chance)
            stones[answer] = "white"
            messages, move = player.move("TURN %d,%d" % answer)
            assert re.search(" mate [1-9]", messages[-1]), (stones, messages)
            assert move not in stones, (stones, move)
        player.end()


def it_is_not_asked_where_a_search_is(_folder):
    for settings, is_asked in ((["timeout_turn 100"], True), (["timeout_turn 100", "book 0"], False), (["max_node 500"], False),
                               (["max_depth 2"], False), (["timeout_turn 100", f"rule {STANDARD}"], True),
                               (["timeout_turn 100", f"rule {RENJU}"], True), (["timeout_turn 100", f"rule {CARO}"], False)):
        player = Player(*settings)
        player.move("BEGIN")
        messages, _ = player.move("TURN 8,8")
        assert (" source book mate " in messages[-1]) == is_asked, (settings, messages)
        player.end()


def main():
    check_all(what_makes_no_sense_is_refused, proofs_become_a_book, it_is_not_asked_where_a_search_is, the_book_wins)
    print(f"book: made of proofs, bad input refused, {len(WITH_BOOK) * GAMES} games won")


main()
