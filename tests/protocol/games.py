#!/usr/bin/env python3
"""Whole games with the real engine over pipes, every move judged by the referee.

Each side is a process of its own that lives through all games of a worker, as in a tournament manager: START, then for
later games RESTART and START in turn; the first move of a side is asked for by BOARD, the others by TURN. Openings are
two to five stones scattered near the centre: the same seed gives the same openings, and no two games share one.

A game fails, and is reported with lines to paste into an engine, if a move is illegal, forbidden or late (measured from
the moment the command is written to the moment its answer can be read, less the time in which other processes had the
cores, as waiting.py has it, against turn + slack); if the engine crashes,
hangs, prints anything but its answer (MESSAGE and DEBUG lines may come before it) or anything on stderr; and, against
the random mover, if the engine does not win. A side that has nothing but fouls left loses without being asked.
"""

from __future__ import annotations

import argparse
import random
import re
import shlex
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Optional

from talk import CHATTER, ENGINE, FAREWELL_MS, MIB, PATIENCE_MS, SCRIPTS, Line, Program, printable
from waiting import ALWAYS, Wait, is_late

sys.path.insert(0, str(SCRIPTS))
from matches.game import board_lines
from matches.referee import (BLACK, COLOUR_NAME, DRAW, NORMAL, OPPONENT, RULE_NAME, WHITE, WIN, WINS, Board, Point, size)

UNLIMITED_MS = 2147483647       # what managers send as time left when there is no match limit
HANG_SECONDS = 5.0              # an engine this late after its turn is killed
OPENING_RADIUS = 3
FEWEST_STONES, MOST_STONES = 2, 5
OPENING_ATTEMPTS = 1000
FAILURES_PER_WORKER = 10        # then the worker gives up
THINKING_MOVE = re.compile(r"(\d+),(\d+)")

STANDING_LIST = ((0, (15, 15)), (1, (15, 15)), (4, (15, 15)), (8, (15, 15)), (9, (15, 15)), (0, (20, 20)))


@dataclass(frozen=True)
class Setting:
    """What is played, and how; one line of the result."""

    engine: tuple[str, ...]
    rule: int
    size: tuple[int, int]
    win_length: int
    games: int
    turn_ms: int
    slack_ms: int
    max_memory: int
    opponent: str
    seed: int
    infos: tuple[str, ...] = ()     # further INFO settings of each game

    def new_board(self) -> Board:
        return Board(*self.size, self.rule, self.win_length)

    def __str__(self) -> str:
        return f"rule {self.rule} {self.size[0]}x{self.size[1]} win {self.win_length} turn {self.turn_ms} ms"


@dataclass
class Tally:
    """What games add up to."""

    results: list[str] = field(default_factory=list)    # BLACK, WHITE or DRAW, one a game that was finished
    moves: int = 0                                      # answers of engines
    stones: int = 0                                     # on the boards of finished games
    thought_ms: float = 0.0
    worst_lateness_ms: float = float("-inf")
    peak_memory: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.results += other.results
        self.failures += other.failures
        self.moves += other.moves
        self.stones += other.stones
        self.thought_ms += other.thought_ms
        self.worst_lateness_ms = max(self.worst_lateness_ms, other.worst_lateness_ms)
        self.peak_memory = max(self.peak_memory, other.peak_memory)

    def __str__(self) -> str:
        finished, moves = max(1, len(self.results)), max(1, self.moves)
        return (f"{len(self.results)} games, {self.results.count(BLACK)} black, {self.results.count(WHITE)} white, "
                f"{self.results.count(DRAW)} drawn, mean length {self.stones / finished:.1f}, {self.moves} moves, "
                f"worst lateness {self.worst_lateness_ms:+.1f} ms, mean time {self.thought_ms / moves:.1f} ms, "
                f"peak RSS {self.peak_memory / MIB:.1f} MiB, {len(self.failures)} failures")


class Failed(Exception):
    """The engine did something that loses a game before a manager."""


# --- who plays -----------------------------------------------------------------------------------------------------------

class RandomMover:
    """Any legal cell, all alike; owes nobody anything."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def move(self, board: Board) -> Point:
        cells = board.empty_cells()
        self.rng.shuffle(cells)
        return next(filter(board.legal, cells))


class Engine:
    """One side, in a process of its own."""

    def __init__(self, setting: Setting, tally: Tally) -> None:
        self.setting, self.tally = setting, tally
        self.program = Program(list(setting.engine))
        self.games = 0
        self.knows: list[Point] = []    # the moves that it knows in this game

    def new_game(self) -> None:
        width, height = self.setting.size
        start = f"START {width}" if width == height else f"RECTSTART {width},{height}"
        if self.games == 0:
            self.write(f"INFO rule {self.setting.rule}", f"INFO win_length {self.setting.win_length}")
        self.write("RESTART" if self.games % 2 else start)
        answer, _ = self.answer(PATIENCE_MS)
        if answer != "OK":
            raise Failed(f"answered {printable(answer)} to {start} or RESTART")
        self.write(f"INFO max_memory {self.setting.max_memory}", "INFO timeout_match 0",
                   f"INFO timeout_turn {self.setting.turn_ms}", f"INFO time_left {UNLIMITED_MS}",
                   *(f"INFO {info}" for info in self.setting.infos))
        self.games += 1
        self.knows = []

    def move(self, board: Board) -> Point:
        """Ask for a move; what is not a point, or late, fails. Whether the move is legal is for the referee."""
        wait, began = Wait(self.program), time.perf_counter()
        self.write(*self.question(board))
        move, elapsed_ms = self.hear_move(board, wait, began, self.setting.turn_ms, self.setting.turn_ms)
        self.account(elapsed_ms, wait.denied_seconds * 1000)
        return move

    def question(self, board: Board) -> list[str]:
        """TURN where the engine misses one move only, BOARD otherwise: at first, and when it plays both sides."""
        news = board.moves[len(self.knows):]
        return [f"TURN {news[0][0]},{news[0][1]}"] if self.knows and len(news) == 1 else board_lines(board)

    def hear_move(self, board: Board, wait: Wait, since: float, limit_ms: float, turn_ms: float) -> tuple[Point, float]:
        """The move, and after how long it came. The engine has limit_ms, and counts as hanging long after turn_ms."""
        wait.begin(since)
        answer, came = self.answer(turn_ms + HANG_SECONDS * 1000, wait, since + limit_ms / 1000)
        point = THINKING_MOVE.fullmatch(answer)
        if not point:
            raise Failed(f"answered {printable(answer)}")
        move = int(point[1]), int(point[2])
        self.knows = [*board.moves, move]
        return move, (came - since) * 1000

    def account(self, elapsed_ms: float, denied_ms: float) -> None:
        lateness_ms = elapsed_ms - self.setting.turn_ms
        self.tally.moves += 1
        self.tally.thought_ms += elapsed_ms
        self.tally.worst_lateness_ms = max(self.tally.worst_lateness_ms, lateness_ms)
        self.tally.peak_memory = max(self.tally.peak_memory, self.program.memory("VmHWM"))
        if is_late(lateness_ms, denied_ms, self.setting.slack_ms):
            raise Failed(f"moved after {elapsed_ms:.1f} ms of {self.setting.turn_ms}, {denied_ms:.1f} of them for want of a core")

    def write(self, *lines: str) -> None:
        """One write for all; whatever the engine said before, unasked, is a failure."""
        self.demand_silence(time.perf_counter())
        self.slip_in(*lines)

    def slip_in(self, *lines: str) -> None:
        """Write whatever the engine may have said before."""
        data = "".join(f"{line}\r\n" for line in lines).encode()
        if not self.program.send(data, time.perf_counter() + PATIENCE_MS / 1000):
            raise Failed("is gone, or does not read its input")

    def answer(self, limit_ms: float, wait: Optional[Wait] = None, up: float = ALWAYS) -> tuple[str, float]:
        """The next line that is no chatter, and when it came. Watched for want of a core by `wait`, from `up` on."""
        wait, deadline = wait or Wait(self.program), time.perf_counter() + limit_ms / 1000
        while line := wait.next_line(deadline, up):
            self.demand_cleanliness()
            if not line.text.startswith(CHATTER):
                return line.text, line.time
            self.heed(line)
        self.demand_cleanliness()
        if self.program.silent_forever:
            raise Failed(f"crashed (exit code {self.program.wait(deadline)})")
        raise Failed("hangs")

    def heed(self, chatter: Line) -> None:
        """What it says beside its answer is for those who are interested."""

    def demand_silence(self, until: float) -> None:
        if line := self.program.next_line(until):
            raise Failed(f"said unasked: {printable(line.text)}")
        self.demand_cleanliness()

    def demand_cleanliness(self) -> None:
        if self.program.complaint:
            raise Failed(self.program.complaint)

    def leave(self) -> None:
        """END, and see that it goes quietly."""
        wait = Wait(self.program)
        self.write("END")
        code = wait.exit_code(time.perf_counter() + FAREWELL_MS / 1000)
        self.demand_silence(time.perf_counter())
        if code != 0:
            raise Failed("still runs after END" if code is None else f"left with exit code {code}")


# --- openings ------------------------------------------------------------------------------------------------------------

def openings(setting: Setting) -> list[list[Point]]:
    """One for each game, different as long as the board has different ones to give."""
    rng = random.Random(f"{setting.seed} {setting.rule} {setting.size} {setting.win_length}")
    seen: set[frozenset[Point]] = set()
    found: list[list[Point]] = []
    for _ in range(setting.games):
        opening = next((o for o in (draw_opening(setting, rng) for _ in range(OPENING_ATTEMPTS))
                        if frozenset(o) not in seen), draw_opening(setting, rng))
        seen.add(frozenset(opening))
        found.append(opening)
    return found


def draw_opening(setting: Setting, rng: random.Random) -> list[Point]:
    """Stones near the centre, none of which wins or is forbidden."""
    width, height = setting.size
    cells = [(x, y) for x in near_middle(width) for y in near_middle(height)]
    count = rng.randint(FEWEST_STONES, min(MOST_STONES, max(FEWEST_STONES, len(cells) // 3)))
    while True:
        stones = rng.sample(cells, count)
        board = setting.new_board()
        if all(board.play(*stone).kind == NORMAL for stone in stones):
            return stones


def near_middle(length: int) -> range:
    middle = length // 2
    return range(max(0, middle - OPENING_RADIUS), min(length, middle + OPENING_RADIUS + 1))


# --- a worker and its games ----------------------------------------------------------------------------------------------

class Worker:
    """Plays its share of the games with engines that live on from game to game."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.tally = Tally()
        self.engines: dict[str, Engine] = {}

    def play_all(self, share: list[tuple[int, list[Point]]]) -> Tally:
        for number, opening in share:
            if len(self.tally.failures) >= FAILURES_PER_WORKER:
                break
            self.play_one(number, opening)
        for name, engine in self.engines.items():
            try:
                engine.leave()
            except Failed as failure:
                self.tally.failures.append(f"FAILED {self.setting}: {name} {failure}")
        self.dismiss()
        return self.tally

    def play_one(self, number: int, opening: list[Point]) -> None:
        board = self.setting.new_board()
        for stone in opening:
            board.play(*stone)
        colour = board.to_move
        try:
            sides = self.sides(number)
            for side in sides.values():
                if isinstance(side, Engine):
                    side.new_game()
            winner = None
            while winner is None:
                colour = board.to_move
                winner = self.play_move(board, sides[colour])
            self.tally.results.append(winner)
            self.tally.stones += len(board.moves)
            if self.setting.opponent == "random" and not isinstance(sides.get(winner), Engine):
                colour = next(colour for colour in sides if isinstance(sides[colour], Engine))
                raise Failed("did not win against the random mover")
        except Failed as failure:
            self.tally.failures.append(failure_report(self.setting, number, board, f"{COLOUR_NAME[colour]} {failure}"))
            self.dismiss()

    def sides(self, number: int) -> dict[str, Engine | RandomMover]:
        """Who plays black and white in that game: engines are started when they are first needed."""
        if self.setting.opponent == "self":
            return {colour: self.engine(COLOUR_NAME[colour]) for colour in (BLACK, WHITE)}
        engine_plays = WHITE if number % 2 else BLACK
        mover = RandomMover(random.Random(f"{self.setting.seed} {number}"))
        return {engine_plays: self.engine("the engine"), OPPONENT[engine_plays]: mover}

    def engine(self, name: str) -> Engine:
        if name not in self.engines:
            self.engines[name] = Engine(self.setting, self.tally)
        return self.engines[name]

    def play_move(self, board: Board, side: Engine | RandomMover) -> Optional[str]:
        """One move; the winner or DRAW when it ended the game."""
        colour = board.to_move
        if not board.has_legal_move():
            return OPPONENT[colour]
        verdict = board.play(*side.move(board))
        if verdict.kind == NORMAL:
            return None
        if verdict.kind in (WIN, DRAW):
            return colour if verdict.kind == WIN else DRAW
        raise Failed(f"broke the rules ({verdict.words})")

    def dismiss(self) -> None:
        """After a failure nobody knows what the processes believe: the next game gets fresh ones."""
        for engine in self.engines.values():
            engine.program.destroy()
        self.engines.clear()


def failure_report(setting: Setting, number: int, board: Board, words: str) -> str:
    """The failure, and the position it happened in as lines that can be pasted into an engine."""
    width, height = setting.size
    lines = [f"FAILED {setting}, game {number}, move {len(board.moves) + 1}: {words}",
             f"INFO rule {setting.rule}", f"INFO win_length {setting.win_length}",
             f"INFO timeout_turn {setting.turn_ms}", f"START {width}" if width == height else f"RECTSTART {width},{height}"]
    return "\n".join(lines + board_lines(board)) + "\n"


def play_share(setting: Setting, share: list[tuple[int, list[Point]]]) -> Tally:
    return Worker(setting).play_all(share)


def play_setting(setting: Setting, workers: int) -> Tally:
    games = list(enumerate(openings(setting)))
    shares = [games[first::workers] for first in range(workers)]
    tally = Tally()
    with ProcessPoolExecutor(workers) as pool:
        for share in pool.map(play_share, [setting] * workers, shares):
            tally.add(share)
    return tally


# --- command line --------------------------------------------------------------------------------------------------------

def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Examples: games.py --all --games 20 --turn 50    games.py --rule 4 --opponent random --games 10 --turn 30")
    parser.add_argument("--engine", type=shlex.split, default=[str(ENGINE)], metavar="COMMAND",
                        help="the program that plays (default: build/pbrain-tengen)")
    parser.add_argument("--rule", type=int, default=0, choices=WINS,
                        help=", ".join(f"{number} {name}" for number, name in RULE_NAME.items()) + " (default 0)")
    parser.add_argument("--size", type=size, default=(15, 15), metavar="N|WxH", help="size of the board (default 15)")
    parser.add_argument("--win-length", type=int, default=5, choices=(3, 4, 5), help="stones in a row (default 5)")
    parser.add_argument("--games", type=int, default=10, metavar="G", help="games of each setting (default 10)")
    parser.add_argument("--turn", type=int, default=100, metavar="MS", help="time for a move (default 100)")
    parser.add_argument("--opponent", choices=("self", "random"), default="self",
                        help="who plays the other side (default self)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of openings and random moves (default 1)")
    parser.add_argument("--concurrency", type=int, default=1, metavar="C", help="games at the same time (default 1)")
    parser.add_argument("--slack", type=int, default=50, metavar="MS", help="how late a move may come (default 50)")
    parser.add_argument("--max-memory", type=int, default=350 * MIB, metavar="BYTES",
                        help="sent to the engine (default 350 MiB)")
    parser.add_argument("--all", action="store_true", help="rules 0, 1, 4, 8 and 9 on 15x15 and rule 0 on 20x20")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    setting = Setting(tuple(options.engine), options.rule, options.size, options.win_length, options.games, options.turn,
                      options.slack, options.max_memory, options.opponent, options.seed)
    settings = [replace(setting, rule=rule, size=board) for rule, board in STANDING_LIST] if options.all else [setting]
    failed = False
    for setting in settings:
        tally = play_setting(setting, options.concurrency)
        print(*tally.failures, f"{setting}: {tally}", sep="\n", flush=True)
        failed = failed or bool(tally.failures)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
