"""scripts/collect: positions in which a side walked into a forced win, out of the games of matches.

In each decided game it finds the ply at which a side first announced its win or its loss. From there it walks back
through the moves of the loser to one that is to blame:

    proved      an engine, with --nodes, claims a win in the position behind the move
    a choice    no engine, with --nodes, claims a loss in the position before it
    playable    its player thought the position before it worth --playable or more

Other moves may lose in that position, too. With --probe the engines choose moves with fewer nodes. These are listed if a
win is proved behind them, for an engine that plays one of them has not avoided the loss.

The same games and engines give the same file, for answers depend on nodes, not on time. Positions that a symmetry of the
board makes the same count once. Their hash also decides to which half an entry belongs, dev or held. --answers keeps
what the engines said. So a run that was interrupted, or one with more games, asks only what is new. The file is for
scripts/puzzles. Each entry also names the player that moved (`by`) and the engine that proved the win (`prover`).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, Optional

from . import console, work
from .engine import Lost
from .examiner import Examiner, Limit, named, question
from .folder import GAMES_FILE
from .points import notation
from .puzzlefile import HALVES, position_fields
from .record import Game, Match, read_file
from .referee import NORMAL, RULE_NAME, STANDARD_LENGTH, Board, Point
from .seat import Seat, Task
from .storage import append_text, demand_writable, read_json_lines, replace_text
from .work import Pool

PLAYABLE = -250         # of Tengen's and Rapfi's values, where 200 is about one win in four
NODES = 4_000_000       # eight times what an engine has in half a second: what it overlooks is seen
WALK_BACK = 2           # moves of the loser; each costs as much as all that comes before
KIND = "blunder"
ID_LENGTH = 10          # hexadecimal digits: enough for a million positions


@dataclass(frozen=True)
class Suspect:
    """A game, and the ply of its first announcement, counted in moves of the whole game."""

    match: Match
    game: Game
    announced: int

    def board(self, moves: int) -> Board:
        """The position after so many moves. ValueError if the game cannot have been played."""
        board = Board(self.match.width, self.match.height, self.match.rule)
        for move in self.game.moves[:moves]:
            if board.play(*move).kind != NORMAL:
                raise ValueError(f"game {self.game.number} breaks the rules at {notation(move)}")
        return board

    def player(self, index: int) -> int:
        """Of the move of that index."""
        return self.game.white if index % 2 else self.game.black

    def value(self, index: int) -> float:
        """What its player thought of the position in which it made that move, or, if it did not say, of an earlier one."""
        answers = range(index - len(self.game.opening), -1, -2)
        return next((score for answer in answers if (score := self.game.plies[answer].score) is not None), 0.0)

    def losing_moves(self) -> list[int]:
        """The indices of the loser's last moves before the announcement, the last first, none of the opening."""
        last = self.announced - 1 if self.player(self.announced) != self.game.loser else self.announced - 2
        first = max(len(self.game.opening), last - 2 * (WALK_BACK - 1))
        return list(range(last, first - 1, -2))


def suspects(match: Match, games: list[Game]) -> Iterator[Suspect]:
    """Of the decided games, in order."""
    for game in sorted(games, key=lambda game: game.number):
        announced = announcement(game)
        if game.failed is None and game.loser is not None and announced is not None and announced < len(game.moves):
            yield Suspect(match, game, announced)


def announcement(game: Game) -> Optional[int]:
    """The index of the first move with which a player truly said how the game would end."""
    for index, ply in enumerate(game.plies, len(game.opening)):
        player = game.white if index % 2 else game.black
        if ply.mate and (ply.mate < 0) == (player == game.loser):
            return index
    return None


# --- asking -----------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Opinion:
    """What an engine said of a position: its move, and the plies to a win or, negative, a loss, if it claims one."""

    move: Point
    mate: Optional[int]


class Wanted(Exception):
    """An answer is needed that nobody has given yet."""

    def __init__(self, *question: Any) -> None:
        super().__init__()
        self.question = question        # the key of the answer, the name of the engine, its command, the position, the limit


def ask(seat: Seat, _: int, __: str, name: str, command: str, board: Board, limit: Limit) -> Opinion:
    """A task: what that engine says. ValueError if it fails: whoever cannot answer here proves nothing."""
    try:
        answer = examiner_of(seat, name, command).ask(board, limit)
    except Lost as lost:
        raise ValueError(f"{name} {lost.words}") from None
    return Opinion(answer.move, answer.ply.mate)


def demand_start(seat: Seat, commands: dict[str, str], limit: Limit) -> None:
    """A task: ValueError if one of them cannot even begin."""
    for name, command in commands.items():
        examiner_of(seat, name, command).demand_start(Board(), limit)


def examiner_of(seat: Seat, name: str, command: str) -> Examiner:
    return seat.keep(name, command, lambda: Examiner(seat.command(command), []))


class Experts:
    """Several engines, and what they have said so far."""

    def __init__(self, commands: dict[str, str], nodes: int, probes: list[int], answers: Optional[Path]) -> None:
        self.commands, self.answers = commands, answers
        self.limit, self.probes = Limit(nodes=nodes), [Limit(nodes=probe) for probe in probes]
        self.said = dict(remembered(answers)) if answers and answers.exists() else {}

    def ask(self, name: str, board: Board, limit: Limit) -> Opinion:
        """What it has said; else that is Wanted."""
        words = [name, self.commands[name], str(limit), str(board.rule), str(board.width), *question(board)]
        key = hashlib.sha256("\n".join(words).encode()).hexdigest()
        if key not in self.said:
            raise Wanted(key, name, self.commands[name], board, limit)
        return self.said[key]

    def hear(self, key: str, opinion: Opinion) -> None:
        if self.answers and key not in self.said:
            append_text(self.answers, json.dumps({"key": key, "move": opinion.move, "mate": opinion.mate}) + "\n")
        self.said[key] = opinion

    def prove(self, board: Board, first: str) -> Optional[tuple[str, Opinion]]:
        """Who proves a win for the side to move, and how; None if nobody does. The first is asked first."""
        for name in sorted(self.commands, key=lambda name: name != first):
            opinion = self.ask(name, board, self.limit)
            if opinion.mate and opinion.mate > 0:
                return name, opinion
        return None

    def is_lost(self, board: Board) -> bool:
        """Does any of them prove a loss for the side to move?"""
        return any((self.ask(name, board, self.limit).mate or 0) < 0 for name in self.commands)

    def losing(self, before: Board, played: Point) -> list[Point]:
        """The move that was played there, and what these engines would have played with less thought, if that loses, too."""
        tempting = [self.ask(name, before, probe).move for probe in self.probes for name in self.commands]
        others = [move for move in dict.fromkeys(tempting) if move != played]
        return [played, *(move for move in others if (later := after(before, move)) and self.prove(later, ""))]


def after(board: Board, move: Point) -> Optional[Board]:
    """The position one move later; None if that move ends the game."""
    later = Board(board.width, board.height, board.rule)
    verdicts = [later.play(*point).kind for point in (*board.moves, move)]
    return later if set(verdicts) == {NORMAL} else None


def remembered(path: Path) -> Iterator[tuple[str, Opinion]]:
    for number, line in read_json_lines(path):
        try:
            x, y = line["move"]
            yield line["key"], Opinion((int(x), int(y)), line["mate"])
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"{path}:{number}: not an answer of an engine") from None


# --- choosing ---------------------------------------------------------------------------------------------------------

def entry(suspect: Suspect, experts: Experts, playable: float) -> Optional[dict[str, Any]]:
    """The position behind the move that lost, as scripts/puzzles reads it; None if the game has none."""
    announcer = suspect.match.players[suspect.player(suspect.announced)].name     # it has seen the win already
    if not any(suspect.value(index) >= playable for index in suspect.losing_moves()):
        return None
    for index in suspect.losing_moves():
        proof = experts.prove(suspect.board(index + 1), announcer)
        if not proof:
            return None
        if not experts.is_lost(suspect.board(index)):
            if suspect.value(index) < playable:
                return None
            losing = experts.losing(suspect.board(index), suspect.game.moves[index])
            return described(suspect, index, losing, *proof)
    return None


def described(suspect: Suspect, index: int, losing: list[Point], prover: str, opinion: Opinion) -> dict[str, Any]:
    board = suspect.board(index + 1)
    name, half = name_and_half(board)
    by = suspect.match.players[suspect.player(index)].name
    return {"id": name, "kind": KIND, "half": half, **position_fields(board),
            "losing": [notation(move) for move in losing], "win": notation(opinion.move), "plies": opinion.mate,
            "by": by, "prover": prover}


def name_and_half(board: Board) -> tuple[str, str]:
    """Both follow from the position alone."""
    digits = fingerprint(board)
    name = f"{RULE_NAME[board.rule].replace(' ', '-')}-{board.width}-{digits[:ID_LENGTH]}"
    return name, HALVES[int(digits, 16) % len(HALVES)]


def fingerprint(board: Board) -> str:
    """A hash of the position that its mirror images and rotations share."""
    far = board.width - 1
    images = []
    for flip_x, flip_y, swap in ((a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)):
        cells = []
        for (x, y), colour in board.stones.items():
            image = (far - x if flip_x else x, far - y if flip_y else y)
            cells.append((image[::-1] if swap else image, colour))
        images.append(sorted(cells))
    return hashlib.sha256(repr((board.rule, board.width, board.to_move, min(images))).encode()).hexdigest()


# --- the command ------------------------------------------------------------------------------------------------------

def main() -> int:
    return console.run("collect", collect)


def collect() -> int:
    options = arguments()
    demand_writable(options.out)
    games = [suspect for folder in options.folders for suspect in looked_at(folder)]
    experts = Experts(named(options.engine), options.nodes, options.probe, options.answers)
    with work.pool(options) as pool:
        collector = Collector(options, games, experts, pool)
        pool.call(Task("start", demand_start, (experts.commands, experts.limit), collector.programs))
        collector.run()
    print(f"{options.out}: {len(games)} decided games, {counts(collector.entries())}")
    return 0


class Collector:
    """Judges games, of which each waits for one answer at a time. Whenever one has come, the game is judged once more, by all
    that has been said."""

    def __init__(self, options: argparse.Namespace, games: list[Suspect], experts: Experts, pool: Pool) -> None:
        self.options, self.games, self.experts, self.pool = options, games, experts, pool
        self.programs = pool.programs(experts.commands.values())
        self.waiting = deque(range(len(games)))
        self.found: dict[int, dict[str, Any]] = {}      # by the game

    def run(self) -> None:
        for task, opinion in self.pool.answers(self.next_task):
            number, key, *_ = task.arguments
            self.experts.hear(key, opinion)
            self.waiting.appendleft(number)
        replace_text(self.options.out, written(self.entries()))

    def next_task(self) -> Optional[Task]:
        while self.waiting:
            number = self.waiting.popleft()
            try:
                one = entry(self.games[number], self.experts, self.options.playable)
            except Wanted as wanted:
                return Task("position", ask, (number, *wanted.question), self.programs)
            if one:
                self.found[number] = one
                replace_text(self.options.out, written(self.entries()))
        return None

    def entries(self) -> list[dict[str, Any]]:
        """A position that comes again is that of the first game."""
        found = (self.found[number] for number in sorted(self.found, reverse=True))
        return list({one["id"]: one for one in found}.values())


def looked_at(folder: Path) -> list[Suspect]:
    """The decided games of a match; of no other than square boards and five in a row, which puzzles are about."""
    match, games = read_file(folder / GAMES_FILE)
    if match.width != match.height or match.win_length != STANDARD_LENGTH:
        raise ValueError(f"{folder}: puzzles are about square boards and five in a row")
    return list(suspects(match, games))


def written(entries: list[dict[str, Any]]) -> str:
    """One entry a line, in an order that does not depend on that of the games."""
    lines = (json.dumps(one, separators=(",", ":")) for one in sorted(entries, key=lambda one: one["id"]))
    return "[\n" + ",\n".join(lines) + "\n]\n"


def counts(entries: list[dict[str, Any]]) -> str:
    halves = ", ".join(f"{sum(one['half'] == half for one in entries)} {half}" for half in HALVES)
    return f"{len(entries)} positions, {halves}"


def arguments() -> argparse.Namespace:
    parser = console.Parser(prog="scripts/collect", description=__doc__,
                            formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=console.path, metavar="FOLDER", help="folder of a match by scripts/match")
    parser.add_argument("--out", type=console.path, required=True, metavar="FILE", help="file of the collection, in JSON")
    parser.add_argument("--engine", action="append", required=True, metavar="[NAME=]COMMAND",
                        help="engine that proves wins; if there are several, the one with the name of the player that "
                             "announced the result is asked first, then the others in order")
    parser.add_argument("--nodes", type=console.positive, default=NODES, metavar="N",
                        help=f"nodes for each question (default {NODES})")
    parser.add_argument("--probe", type=console.numbers, default=[], metavar="N[,N...]",
                        help="also list the losing moves that the engines choose with N nodes")
    parser.add_argument("--playable", type=console.finite, default=PLAYABLE, metavar="VALUE",
                        help=f"only moves whose player valued its position at VALUE or more (default {PLAYABLE})")
    parser.add_argument("--answers", type=console.path, metavar="FILE", help="file that keeps the answers for later runs")
    work.add_options(parser, "questions asked")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
