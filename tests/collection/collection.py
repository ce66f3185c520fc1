"""Checks tests/collection/collection.json, the positions in which a side walked into a forced win: `collection.py PROGRAM`.

The independent referee replays every position; hashes and halves are computed anew, and no two positions are mirror images
of each other. Of each rule, the shortest wins are put to the program: it must claim most of them, and what it claims is
played out against itself under the referee. At last the check is checked: each fault that an entry can have must be found.
"""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, Iterator

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from matches import collect, puzzlefile                                 # noqa: E402 (the path comes first)
from matches.referee import NORMAL, OPPONENT, RULE_NAME, WIN, Board     # noqa: E402

COLLECTION = ROOT / "tests" / "collection" / "collection.json"
COUNT_MIN = 200             # positions in all
RULE_MIN = 8                # and of each rule
HELD_MIN, HELD_MAX = 0.4, 0.6
SHORTEST = 4                # wins of each rule that are looked for and played out
NODES = 250_000             # for each move of those
SEEN_MIN = 0.6              # of these wins: nine in ten are claimed at this many nodes

Entries = list[dict[str, Any]]


def read(entries: Entries) -> list[puzzlefile.Puzzle]:
    """As scripts/puzzles does. AssertionError if it refuses them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "entries.json"
        path.write_text(json.dumps(entries))
        try:
            return puzzlefile.read(path)
        except ValueError as error:
            raise AssertionError(error) from None


def replayed(puzzle: puzzlefile.Puzzle) -> Board:
    """The position, played move by move: its stones lie in the order of the game."""
    board = Board(puzzle.size, puzzle.size, puzzle.rule)
    for stone, colour in puzzle.stones:
        assert board.to_move == colour, f"{puzzle.id}: colours do not alternate"
        verdict = board.play(*stone)
        assert verdict.kind == NORMAL, f"{puzzle.id}: {verdict.words}"
    assert board.to_move == puzzle.side, f"{puzzle.id}: it is not {puzzle.side}'s turn"
    return board


def check_entry(puzzle: puzzlefile.Puzzle) -> None:
    assert puzzle.kind == collect.KIND and puzzle.losing, f"{puzzle.id}: it has no losing move"
    board, before = replayed(puzzle), puzzle.before()
    assert all(before.legal(move) for move in puzzle.losing), f"{puzzle.id}: a losing move breaks the rules"
    assert len(set(puzzle.losing)) == len(puzzle.losing), f"{puzzle.id}: a losing move is there twice"
    assert puzzle.plies > 0 and puzzle.plies % 2 == 1, f"{puzzle.id}: no win takes {puzzle.plies} plies"
    assert puzzle.win and board.legal(puzzle.win), f"{puzzle.id}: the win breaks the rules"
    is_five = board.judge(puzzle.win, puzzle.side).kind == WIN
    assert is_five == (puzzle.plies == 1), f"{puzzle.id}: a five is a win in 1, and no other is"
    fives = [cell for cell in before.empty_cells() if before.wins(cell, OPPONENT[puzzle.side])]
    assert not fives, f"{puzzle.id}: the losing side could have won at once"
    assert collect.name_and_half(board) == (puzzle.id, puzzle.half), f"{puzzle.id}: not the hash, or not the half of it"


def check(entries: Entries, least: int = COUNT_MIN) -> list[puzzlefile.Puzzle]:
    puzzles = read(entries)
    for puzzle in puzzles:
        check_entry(puzzle)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles), "two positions are alike"
    assert len(puzzles) >= least, f"only {len(puzzles)} positions"
    return puzzles


def check_sums(puzzles: list[puzzlefile.Puzzle]) -> None:
    held = sum(puzzle.half == "held" for puzzle in puzzles) / len(puzzles)
    assert HELD_MIN <= held <= HELD_MAX, f"{held:.0%} are held"
    for rule in RULE_NAME:
        assert sum(puzzle.rule == rule for puzzle in puzzles) >= RULE_MIN, f"too few of {RULE_NAME[rule]}"


def shortest(puzzles: list[puzzlefile.Puzzle]) -> Iterator[puzzlefile.Puzzle]:
    for rule in RULE_NAME:
        yield from sorted((one for one in puzzles if one.rule == rule), key=lambda one: (one.plies, one.id))[:SHORTEST]


def check_wins(program: str, path: Path, names: list[str]) -> int:
    """The program sees most of these wins, and shows all that it sees. How many those are."""
    measured = solved(program, path, names, "--measure", "attack")
    seen = [name for name, line in measured.items() if " +M" in line]
    assert len(seen) >= SEEN_MIN * len(names), "\n".join(measured.values())
    for line in solved(program, path, seen).values():
        assert " +M" in line and " won in " in line, line
    return len(seen)


def solved(program: str, path: Path, names: list[str], *words: str) -> dict[str, str]:
    """What scripts/puzzles says of each."""
    command = [sys.executable, str(ROOT / "scripts" / "puzzles"), str(path), *names, *words, "--nodes", str(NODES)]
    done = subprocess.run([*command, "--engine", f"tested={program}"], capture_output=True, text=True)
    lines = {line.split()[0]: line for line in done.stdout.splitlines() if line.split()[0] in names}
    assert len(lines) == len(names) and not done.stderr, done.stderr or done.stdout
    return lines


# --- the check, checked -------------------------------------------------------------------------------------------------

FAULTS: list[Callable[[dict[str, Any]], Any]] = [      # what is done to an entry
    lambda one: one.pop("side"),
    lambda one: one["losing"].insert(0, one["win"]),
    lambda one: one["losing"].append(one["black"][0]),
    lambda one: one["losing"].append(one["losing"][0]),
    lambda one: one["losing"].clear(),
    lambda one: one.update(win=one["white"][0]),
    lambda one: one.update(plies=0),
    lambda one: one.update(plies=4),
    lambda one: one.update(plies=1),
    lambda one: one.update(half="dev" if one["half"] == "held" else "held"),
    lambda one: one.update(id=one["id"][:-1] + ("0" if one["id"][-1] != "0" else "1")),
    lambda one: one["black"].__setitem__(0, free_corner(one)),
    lambda one: one.update(rule="standard" if one["rule"] == "freestyle" else "freestyle"),
]


def free_corner(one: dict[str, Any]) -> str:
    last = f"{chr(ord('a') + one['size'] - 1)}{one['size']}"
    return next(corner for corner in ("a1", last) if corner not in one["black"] + one["white"])


def self_test(entries: Entries) -> None:
    for index, spoil in enumerate(FAULTS):
        one = copy.deepcopy(entries[index])
        spoil(one)
        assert is_refused([one]), f"fault {index} is not found: {one}"
    assert is_refused([entries[0], entries[0]])
    assert not is_refused(entries[:len(FAULTS)])


def is_refused(entries: Entries) -> bool:
    try:
        check(entries, least=1)
    except AssertionError:
        return True
    return False


def main() -> None:
    (program,) = sys.argv[1:]
    entries = json.loads(COLLECTION.read_text())
    puzzles = check(entries)
    check_sums(puzzles)
    self_test(entries)
    names = [puzzle.id for puzzle in shortest(puzzles)]
    shown = check_wins(program, COLLECTION, names)
    print(f"collection: {len(puzzles)} positions, {shown} of {len(names)} wins shown, {len(FAULTS)} faults found")


if __name__ == "__main__":
    main()
