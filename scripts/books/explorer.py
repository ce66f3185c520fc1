"""scripts/explorer: what is played in the first moves, for people to look at. See --help.

Small books grow as those of scripts/book do, one for each of some games, each in a database in a folder, so that a run that is
stopped goes on. Then all of them become one file, engine/book/books/explorer.bin, which engine/book/explorer.h describes and
alone reads. Values come from searches of fixed nodes, proofs from those and from the engine's own book of proven wins, and the
share of a move from how much was analysed behind it.
"""

from __future__ import annotations

import argparse
import math
import shlex
import struct
from itertools import product
from pathlib import Path
from typing import Iterator

from matches import console, machine, work
from matches.examiner import Examiner, Limit
from matches.program import PROGRAM, PROGRAM_DEFAULT
from matches.storage import claimed, replace_bytes
from proofs.answers import Stones

from .growing import HASH_KB, LOCK_SUFFIX, Grower, board_of
from .positions import LOSS, WIN_LENGTH, Game, Known
from .tree import Node, Tree, after

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "engine" / "book" / "books" / "explorer.bin"
SIZE = 15
RULES = {"freestyle15": 0, "standard15": 1, "renju15": 4, "caro15": 8}
RENJU = RULES["renju15"]
# The file; engine/book/explorer.h says what the numbers mean.
MAGIC, VERSION = b"tengen\ne", 1
VALUE_MAX, PLIES_MAX, EFFORT_MAX = 4095, 255, 63
PLIES_SHIFT, VALUE_SHIFT, KEY_SHIFT = 6, 14, 27
WORD = (1 << 64) - 1
FNV_BASIS, FNV_PRIME = 0xCBF29CE484222325, 0x100000001B3
DESCRIPTION = """\
Grows the explorer of first moves, which a build embeds: what is played on 15x15 in freestyle, standard, renju with its 26 named
openings, and caro. The books that it is made of are kept in FOLDER, so the same command goes on after Ctrl-C or a kill. The same
program makes the same file, as long as one search is made at a time.
"""


def main() -> int:
    return console.run("explorer", explorer)


def explorer() -> int:
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    entries: dict[str, list[int]] = {}
    with work.pool(options) as pool, claimed(options.out.with_name(options.out.name + LOCK_SUFFIX), options.out):
        for name, rule in RULES.items():
            game = Game(rule, SIZE)
            grower = Grower(options, options.folder / f"{name}.db", game, list(roots_of(rule)), pool)
            options.positions = max(0, options.analysed - grower.tree.analysed)
            grower.run()
            status = pool.report("explorer", f"{name}: {grower.standing()}")
            if pool.is_stopped:
                return status
            entries[name] = entries_of(grower.tree, proven_by_book(grower.tree, options.program, game))
        replace_bytes(options.out, packed(entries))
    return 0


def roots_of(rule: int) -> Iterator[Stones]:
    """The empty board; in renju also the named openings: white beside the middle, black within two points of it."""
    yield Stones(frozenset(), frozenset())
    middle = SIZE // 2 * (SIZE + 1)
    for second, x, y in product((SIZE, SIZE + 1), range(-2, 3), range(-2, 3)) if rule == RENJU else ():
        third = middle + y * SIZE + x
        if third not in (middle, middle + second):
            yield Stones(frozenset((middle, third)), frozenset((middle + second,)))


def proven_by_book(tree: Tree, program: Path, game: Game) -> dict[Stones, int]:
    """How many plies the results take at most that the engine's book knows of moves from positions that were analysed. Of
    moves that lose, only those that the tree has."""
    examiner = Examiner(shlex.quote(str(program)), [f"hash_size {HASH_KB}"])
    proven: dict[Stones, int] = {}
    for node in [node for node in tree.nodes.values() if node.is_analysed]:
        for line in examiner.remarks(board_of(node.stones, game), Limit(nodes=1), "SHOW", "YXNBEST 1"):
            said = machine.pairs(line, machine.KNOWN)
            if said and said["source"] == "book":
                kind = tree.kinds.canonical(after(node.stones, game.number(*machine.points(said["at"])[0])))
                if kind in tree.nodes or int(said["mate"]) > 0:
                    proven[kind] = abs(int(said["mate"])) - 1
    examiner.leave()
    return proven


# --- the file -----------------------------------------------------------------------------------------------------------

def entries_of(tree: Tree, proven: dict[Stones, int]) -> list[int]:
    """Of all positions of which something is known."""
    known = {stones: node.known for stones, node in tree.nodes.items() if node.worth is not None or node.known.is_proven}
    for stones, plies in proven.items():
        before = known.get(stones, Known(LOSS if plies % 2 == 0 else "win", plies))
        known[stones] = before if before.is_proven else before._replace(plies=plies)
    return sorted(entry(smallest_key(tree, stones), told, effort(tree.nodes.get(stones))) for stones, told in known.items())


def entry(key: int, known: Known, analysed: int) -> int:
    value = known.value if known.bound == "exact" else VALUE_MAX if known.plies % 2 else -VALUE_MAX
    value = max(-VALUE_MAX, min(VALUE_MAX, value))
    share = min(EFFORT_MAX, 1 + round(4 * math.log2(analysed))) if analysed else 0
    return (key >> KEY_SHIFT << KEY_SHIFT | value + VALUE_MAX << VALUE_SHIFT
            | min(known.plies, PLIES_MAX - known.plies % 2) << PLIES_SHIFT | share)


def effort(node: Node | None) -> int:
    """How many positions were analysed, it and those that come from it."""
    found: set[Stones] = set()
    waiting = [node] if node else []
    while waiting:
        here = waiting.pop()
        if here.is_analysed and here.stones not in found:
            found.add(here.stones)
            waiting += here.children
    return len(found)


def smallest_key(tree: Tree, stones: Stones) -> int:
    return min(key(image) for image in tree.kinds.images(stones))


def key(stones: Stones) -> int:
    """book_key of engine/book/book.c for one image."""
    found = 0
    for colour, points in enumerate(stones):
        for point in points:
            found ^= mixed(2 * point + colour)
    return found


def mixed(number: int) -> int:
    """random_mix of engine/port/random.h."""
    number = number + 0x9E3779B97F4A7C15 & WORD
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & WORD
    return number ^ number >> 31


def packed(entries: dict[str, list[int]]) -> bytes:
    games = (struct.pack("<6I", RULES[name], SIZE, SIZE, WIN_LENGTH, len(of), 0) for name, of in entries.items())
    body = b"".join(games) + b"".join(struct.pack(f"<{len(of)}Q", *of) for of in entries.values())
    checksum = FNV_BASIS
    for byte in body:
        checksum = (checksum ^ byte) * FNV_PRIME & WORD
    return struct.pack("<8s2IQ", MAGIC, VERSION, len(entries), checksum) + body


def arguments() -> argparse.Namespace:
    parser = console.Parser(prog="scripts/explorer", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=console.path, metavar="FOLDER", help="where the books are kept; it is made if there is none")
    parser.add_argument("--out", type=console.path, default=OUT, metavar="FILE", help=f"what is made (default {OUT.relative_to(ROOT)})")
    parser.add_argument("--analysed", type=console.positive, default=1500, metavar="N",
                        help="positions that are analysed of each game (default 1500)")
    parser.add_argument("--nodes", type=console.positive, default=20_000, metavar="N", help="nodes of each search (default 20000)")
    parser.add_argument("--moves", type=console.positive, default=6, metavar="N", help="best moves of each position (default 6)")
    parser.add_argument("--ply-value", type=console.positive, default=60, metavar="V", help="as of scripts/book (default 60)")
    work.add_options(parser, "searches", 1)
    parser.add_argument("--program", type=console.file, default=PROGRAM, metavar="FILE", help=f"pbrain-tengen ({PROGRAM_DEFAULT})")
    return parser.parse_args()
