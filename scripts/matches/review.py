"""scripts/review: every move of a game judged by the engine, as one HTML file with the page of scripts/page/.

The engine is asked for the value of every position, the last one first. Each gets the same number of nodes, so the answer
is the same on any machine. A position about which the engine says nothing is not judged. The page has no engine. It shows
the game with a curve, marks the mistakes and has the better lines; scripts/page/analysis/review.js defines a mistake.
Like the report of a match it is one file, which loads nothing.
"""

from __future__ import annotations

import argparse
import base64
import re
import shlex
import sys
from pathlib import Path
from typing import Any, Optional

from . import console, machine, modules, sgf
from .engine import PATIENCE_MS, UNLIMITED_MS, Answer, Engine, Lost
from .files import opening_length, read_psq_moves, read_psq_names, read_psq_rule, read_psq_size
from .game import board_lines, info_before, start_command
from .program import PROGRAM, PROGRAM_DEFAULT, make_ready
from .record import Ply
from .referee import FOUL, FREESTYLE, ILLEGAL, RULE_NAME, STANDARD_LENGTH, WIN_LENGTHS, Board, Point, board_fault
from .report import embedded, fingerprint
from .storage import demand_writable, named, read_text, replace_text

NODES = 50_000
PROVEN_SCORE = 30_000       # as scripts/page/engine/tengen.js has it
STYLES, ENTRY = ("styles/board.css", "styles/page.css"), "main.js"
POLICY = re.compile(r'(http-equiv="Content-Security-Policy" content=")[^"]*')
COLOUR_NAMES = ("Black", "White")
USUAL_SIZE = 15, 15

Value = dict[str, Optional[int]]    # score and winsIn, to the side to move
Judged = dict[str, Any]             # what scripts/page/session/judging.js calls so: value, line, depth, nodes


def main() -> int:
    return console.run("review", review)


def review() -> int:
    options = arguments()
    out = options.out or options.game.with_suffix(".html")
    demand_writable(out)
    board, times, names = read_game(options)
    if options.engine is None:
        make_ready("review", options.quiet)
    is_shown = sys.stderr.isatty() and not options.quiet
    judged = judgements(options.engine or shlex.quote(str(PROGRAM)), board, options.nodes, is_shown)
    with named(out):
        replace_text(out, page(board, times, names, judged))
    print(out)
    return 0


# --- the game ----------------------------------------------------------------------------------------------------------

def read_game(options: argparse.Namespace) -> tuple[Board, list[int], tuple[str, str]]:
    """The game played out on a board, the ms of its moves, and the players. ValueError if it is none."""
    text = read_text(options.game)
    try:
        (width, height), named_rule, moves, names = contents(text)
        rule, length = named_rule or (FREESTYLE, STANDARD_LENGTH)
        rule = rule if options.rule is None else options.rule
        length = length if options.win_length is None else options.win_length
        if fault := board_fault(rule, width, height, length):
            raise ValueError(fault)
        board = Board(width, height, rule, length)
        for move, _ in moves:
            verdict = board.play(*move)
            if verdict.kind in (FOUL, ILLEGAL):
                raise ValueError(verdict.words)
    except ValueError as error:
        raise ValueError(f"{options.game}: {error}") from None
    if not board.moves:
        raise ValueError(f"{options.game}: nobody has moved")
    return board, [ms for _, ms in moves], names


def contents(text: str) -> tuple[tuple[int, int], Optional[tuple[int, int]], list[tuple[Point, int]], tuple[str, str]]:
    """Of a .psq or .sgf: the size, the rule where it is named, the moves with their ms, and the players."""
    if sgf.START.match(text):
        record = sgf.read(text, USUAL_SIZE)
        return record.size or USUAL_SIZE, record.rule, [(move, 0) for move in record.moves], record.names or COLOUR_NAMES
    return read_psq_size(text), read_psq_rule(text), read_psq_moves(text), read_psq_names(text) or COLOUR_NAMES


def replayed(board: Board, plies: int) -> Board:
    """The same game after so many moves."""
    earlier = Board(board.width, board.height, board.rule, board.win_length)
    for move in board.moves[:plies]:
        earlier.play(*move)
    return earlier


# --- the engine ----------------------------------------------------------------------------------------------------------

def judgements(command: str, board: Board, nodes: int, is_shown: bool) -> dict[int, Judged]:
    """What the engine thinks of each position of the game that is not over, by the number of moves before it."""
    judged: dict[int, Judged] = {}
    last = len(board.moves) - (1 if board.over else 0)
    try:
        engine = Engine(command)
        try:
            info = [f"INFO rule {board.rule}", f"INFO max_node {nodes}", f"INFO timeout_turn {UNLIMITED_MS}"]
            engine.start(start_command(board), info_before(board), info)
            for ply in range(last, -1, -1):
                if is_shown:
                    print(f"\r{last - ply + 1} of {last + 1} positions", end="", file=sys.stderr, flush=True)
                earlier = replayed(board, ply)
                answer = engine.ask(board_lines(earlier), PATIENCE_MS, 0)
                if found := judgement(earlier, answer, nodes):
                    judged[ply] = found
        finally:
            engine.destroy()
            if is_shown:
                print(file=sys.stderr)
    except Lost as lost:
        raise ValueError(f"{command} {lost.words}") from None
    return judged


def judgement(board: Board, answer: Answer, nodes: int) -> Optional[Judged]:
    """As scripts/page/session/judging.js keeps it; None if the engine has not said what its answer is worth."""
    ply, told = answer.ply, machine.last_report(line for _, line in answer.remarks)
    if ply.score is None and ply.mate is None:
        return None
    line = told.line if told else (answer.move,)
    return {"value": value_of(ply), "line": [y * board.width + x for x, y in line], "depth": ply.depth or 0, "nodes": nodes}


def value_of(ply: Ply) -> Value:
    if ply.mate is not None:
        return {"score": PROVEN_SCORE if ply.mate > 0 else -PROVEN_SCORE, "winsIn": ply.mate}
    return {"score": round(ply.score or 0), "winsIn": None}


# --- the page ------------------------------------------------------------------------------------------------------------

def page(board: Board, times: list[int], names: tuple[str, str], judged: dict[int, Judged]) -> str:
    """scripts/page/index.html with style, script and game in it, and a policy that allows nothing else."""
    style = "".join(map(modules.part, STYLES))
    script = modules.bundled(modules.PAGE / ENTRY, {"engine/engine.js": "engine/no_engine.js"})
    policy = (f"default-src 'none'; style-src '{fingerprint(style)}'; script-src '{fingerprint(script)}'; "
              "img-src data: blob:; base-uri 'none'; form-action 'none'")
    text = POLICY.sub(lambda match: match[1] + policy, modules.part("index.html"))
    text = re.sub(r'<link rel="stylesheet"[^>]*>\n', "", text)
    text = re.sub(r'<link rel="manifest"[^>]*>\n|<p><a id="readme"[^\n]*\n', "", text)
    text = re.sub(r'(<link rel="icon" href=")([^":]+)"', lambda match: f'{match[1]}{as_address(match[2])}"', text)
    text = re.sub(r'<script type="module"[^>]*></script>\n', lambda _: f"<style>{style}</style>\n", text)
    data = f'<script type="application/json" id="data">{embedded(packed(board, times, names, judged))}</script>'
    return text.replace("</body>", f"{data}\n<script>{script}</script>\n</body>")


def as_address(picture: str) -> str:
    """A picture of scripts/page/ within the page."""
    return f"data:image/svg+xml;base64,{base64.b64encode(modules.part(picture).encode()).decode()}"


def packed(board: Board, times: list[int], names: tuple[str, str], judged: dict[int, Judged]) -> dict[str, Any]:
    """What scripts/page/main.js reads; a position is named by the moves before it."""
    cells = [y * board.width + x for x, y in board.moves]
    variant = {"rule": board.rule, "width": board.width, "height": board.height, "winLength": board.win_length}
    game = {"variant": variant, "start": {"stones": [], "toMove": 0}, "moves": cells, "ply": len(cells), "ending": None}
    return {"game": game, "times": times, "names": names, "given": opening_length(times),
            "judged": [[",".join(map(str, cells[:ply])), judged[ply]] for ply in sorted(judged)]}


# --- the command line ------------------------------------------------------------------------------------------------------

def arguments() -> argparse.Namespace:
    parser = console.Parser(prog="scripts/review", description=__doc__,
                            formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", type=Path, help="a .psq or .sgf file")
    parser.add_argument("--out", type=Path, help="file of the page (default: beside the game, with the ending .html)")
    parser.add_argument("--nodes", type=console.positive, default=NODES, help=f"nodes for each position (default {NODES})")
    parser.add_argument("--engine", metavar="COMMAND",
                        help=f"engine that judges (default {PROGRAM_DEFAULT}, built first if the sources have changed)")
    parser.add_argument("--rule", type=console.rule_of(RULE_NAME), metavar="R", help="rule, if the file names none or a wrong one")
    parser.add_argument("--win-length", type=int, choices=WIN_LENGTHS, help="stones in a row that win, likewise")
    parser.add_argument("--quiet", action="store_true", help="show no progress (without a terminal there is none anyway)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
