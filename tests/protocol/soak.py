#!/usr/bin/env python3
"""The soak: tests that find more the longer they run, always a slice of what is the least done, until it is stopped. For releases.

    tests/protocol/soak.py FOLDER                       goes on from what FOLDER has; a kill loses the slice in progress
    tests/protocol/soak.py FOLDER... --table            what was done so far, all folders together, for a release's notes
    tests/protocol/soak.py FOLDER --slice claims 17     that slice again, such as one that failed; nothing is counted

What is random in a slice follows from its number, and the number is drawn: so each core may have a soak and a folder of
its own. FOLDER/slices.jsonl has a line for each slice: what it did, its time on a core, how much failed, and the hash of
the sources. FOLDER/failures has a file for each slice that failed, with the lines that lead to the failure. The programs
are built in build/soak, those with sanitizers by clang, and the fuzzers by scripts/fuzz, whose corpus grows.
The exit status is 1 if anything failed, in this run or in the table.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Callable, Optional

from games import Engine, Failed, RandomMover, Setting, Worker, failure_report, openings
from player import LONG_TURN_MS
from random_manager import RandomManager, draw_setting
from talk import CONVERSATIONS, HERE, SCRIPTS, Line

from matches import machine, storage
from matches.referee import OPPONENT, WIN, Board, Point

ROOT = HERE.parents[1]
BUILD = Path(os.environ.get("TENGEN_BUILD", ROOT / "build")).resolve()
CLANG = "-DCMAKE_C_COMPILER=clang", "-DWARNINGS_ARE_ERRORS=ON"
PROGRAMS = {"release": ("-DCMAKE_BUILD_TYPE=Release", "-DNATIVE=ON"),
            "address": ("-DCMAKE_BUILD_TYPE=Debug", "-DSANITIZE=address", *CLANG),      # and undefined behaviour
            "thread": ("-DCMAKE_BUILD_TYPE=Release", "-DSANITIZE=thread", *CLANG)}

NODES, SHORT_TURN_MS = 500, 20          # of a move
SHOWN_NODES, REPLIES = 100_000, 3       # of a move, and lines that are played, where a claim is shown
GAMES, SHORT_GAMES, CLAIM_GAMES, COMMANDS, FUZZ_SECONDS = 100, 20, 50, 2000, 60     # of a slice: some seconds of a core
STRETCH = "8"                           # of the limits in conversations with ThreadSanitizer, which is slow


@dataclass
class Outcome:
    """What a slice did."""

    done: int
    failures: list[str] = field(default_factory=list)


def program(name: str) -> tuple[str, ...]:
    return (str(BUILD / "soak" / name / "pbrain-tengen"),)


# --- games ---------------------------------------------------------------------------------------------------------------

def play_games(rng: random.Random, count: int, turn_ms: int, *infos: str) -> Outcome:
    setting = draw_setting(program("release"), rng, count, turn_ms, *infos)
    tally = Worker(setting).play_all(list(enumerate(openings(setting))))
    return Outcome(len(tally.results), tally.failures)


def games_of_nodes(rng: random.Random) -> Outcome:
    return play_games(rng, GAMES, LONG_TURN_MS, f"max_node {NODES}")


def games_of_time(rng: random.Random) -> Outcome:
    return play_games(rng, SHORT_GAMES, SHORT_TURN_MS)


class Claimant(Engine):
    """An engine that says with each move whether it has won."""

    mate: Optional[int] = None      # in so many plies, this move among them; negative: it has lost

    def move(self, board: Board) -> Point:
        self.mate = None
        return super().move(board)

    def heed(self, chatter: Line) -> None:
        if (said := machine.report(chatter.text)) and said.is_answer:
            self.mate = said.mate


class ClaimWorker(Worker):
    """Plays games in which each claim of a win is shown, if it is the side's first or promises an earlier end than the last:
    one side has many nodes then, and must win against the best defence and some that begin with any reply."""

    def __init__(self, setting: Setting, rng: random.Random) -> None:
        super().__init__(setting)
        self.rng, self.claims = rng, 0
        self.latest: dict[str, int] = {}

    def play_one(self, number: int, opening: list[Point]) -> None:
        self.latest = {}
        super().play_one(number, opening)

    def engine(self, name: str) -> Claimant:
        infos = f"max_node {NODES if name in ('black', 'white') else SHOWN_NODES}", "machine 1"
        engine = self.engines.get(name)
        if not isinstance(engine, Claimant):
            engine = self.engines[name] = Claimant(replace(self.setting, infos=infos), self.tally)
        return engine

    def play_move(self, board: Board, side: Engine | RandomMover) -> Optional[str]:
        colour, stones = board.to_move, len(board.moves)
        winner = super().play_move(board, side)
        end = stones + (side.mate or 0) if isinstance(side, Claimant) else stones
        if end > stones and end < self.latest.get(colour, sys.maxsize):
            self.claims, self.latest[colour] = self.claims + 1, end
            for replies in range(REPLIES):
                self.show(board.moves, colour, end, any_reply=replies > 0)
        return winner

    def show(self, moves: list[Point], colour: str, end: int, any_reply: bool) -> None:
        """Failed if the win does not come in time. Whoever finds another win on the way that takes longer has that time."""
        board = self.setting.new_board()
        players: dict[str, Claimant] = {}
        verdicts = [board.play(*stone) for stone in moves]
        for side in (colour, OPPONENT[colour]):
            players[side] = self.engine("claimant" if side == colour else "defender")
            players[side].new_game()
        while not board.over and len(board.moves) < end and board.has_legal_move():
            side, replies = board.to_move, [cell for cell in board.empty_cells() if board.legal(cell)] if any_reply else []
            verdicts.append(board.play(*(self.rng.choice(replies) if replies else players[side].move(board))))
            any_reply = False
            if side == colour:
                end = max(end, len(board.moves) - 1 + (players[side].mate or 0))
        has_won = verdicts[-1].kind == WIN if board.over else not board.has_legal_move()
        if not has_won or board.to_move == colour:
            raise Failed(f"claimed with move {len(moves)} to win, and has not with move {end}: "
                         + failure_report(self.setting, 0, board, "here"))


def games_with_claims(rng: random.Random) -> Outcome:
    worker = ClaimWorker(draw_setting(program("release"), rng, CLAIM_GAMES, LONG_TURN_MS), rng)
    tally = worker.play_all(list(enumerate(openings(worker.setting))))
    return Outcome(len(tally.results), tally.failures)


# --- commands, threads, fuzzers --------------------------------------------------------------------------------------------

def commands(rng: random.Random) -> Outcome:
    manager = RandomManager(draw_setting(program("address"), rng, 1, LONG_TURN_MS), rng)
    try:
        manager.run(COMMANDS)
        return Outcome(manager.sent)
    except Failed as failure:
        return Outcome(manager.sent, ["\n".join([*manager.transcript, f"FAILED {failure}", str(manager.board)])])
    finally:
        manager.program.destroy()


def output_of(command: list[str]) -> tuple[bool, str]:
    """Whether it ended well, and what it said. It and its children end with us."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                             start_new_session=True)
    try:
        said, _ = child.communicate()
    except BaseException:
        os.killpg(child.pid, signal.SIGKILL)
        raise
    return child.returncode == 0, said


def conversations(_: random.Random) -> Outcome:
    """Seconds of conversations that interrupt threads. (An older ThreadSanitizer does not start where memory is scattered.)"""
    since = time.monotonic()
    well, said = output_of(["setarch", os.uname().machine, "-R", sys.executable, str(HERE / "talk.py"), "-j", "4", "--stretch",
                            STRETCH, "--engine", *program("thread"), *(str(CONVERSATIONS / f"{name}.talk") for name in
                                                                       ("threads", "thinking"))])
    return Outcome(round(time.monotonic() - since), [] if well else [said])


def fuzz(target: str) -> Callable[[random.Random], Outcome]:
    def run(_: random.Random) -> Outcome:
        well, said = output_of([str(SCRIPTS / "fuzz"), str(FUZZ_SECONDS), target])
        executed = re.search(r"number_of_executed_units: (\d+)", said)
        return Outcome(int(executed[1]) if executed else 0, [] if well else [said])
    return run


# --- the soak ----------------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Piece:
    """A part of the soak: what it counts, how much of that a release wants, and how a slice of it runs."""

    counts: str
    wanted: int
    run: Callable[[random.Random], Outcome]


PIECES = {
    "games": Piece(f"games of all rules and sizes, {NODES} nodes a move", 100_000, games_of_nodes),
    "time": Piece(f"games of all rules and sizes, {SHORT_TURN_MS} ms a move", 5_000, games_of_time),
    "claims": Piece("games in which every claimed win is shown", 10_000, games_with_claims),
    "commands": Piece("commands, refereed, ASan and UBSan", 1_000_000, commands),
    "threads": Piece("seconds of conversations, ThreadSanitizer", 8 * 3600, conversations),
    "fuzz-session": Piece("executions of fuzz_session", 1_000_000, fuzz("session")),
    "fuzz-parse": Piece("executions of fuzz_parse", 90_000_000, fuzz("parse")),
    "fuzz-forms": Piece("executions of fuzz_forms", 9_000_000, fuzz("forms")),
}


def build() -> str:
    """All programs; the hash of their sources."""
    for name, options in PROGRAMS.items():
        tree = str(BUILD / "soak" / name)
        for command in (["cmake", "-S", str(ROOT), "-B", tree, "-DBUILD_TESTING=OFF", *options],
                        ["cmake", "--build", tree, "--target", "pbrain-tengen", "--parallel"]):
            well, said = output_of(command)
            if not well:
                sys.exit(f"{said}\n{' '.join(command)} failed")
    return subprocess.run([*program("release"), "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()[-1]


def core_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def slices(folders: list[Path]) -> list[dict]:
    paths = [path for folder in folders if (path := folder / "slices.jsonl").exists()]
    return [line for path in paths for _, line in storage.read_json_lines(path)]


def run_slice(name: str, number: int) -> tuple[Outcome, float]:
    before = core_seconds()
    outcome = PIECES[name].run(random.Random(f"{name} {number}"))
    return outcome, core_seconds() - before


def soak(folder: Path) -> bool:
    """Until nothing is left to do. Says whether nothing failed in this run."""
    sources, well, done = build(), True, Counter[str]()
    for line in slices([folder]):
        done[line["piece"]] += line["done"]
    while left := [name for name, piece in PIECES.items() if done[name] < piece.wanted]:
        name, number = min(left, key=lambda one: done[one] / PIECES[one].wanted), random.randrange(10**9)
        outcome, core = run_slice(name, number)
        done[name] += outcome.done
        if outcome.failures:
            well = False
            (folder / "failures" / f"{name}-{number}.txt").write_text("\n\n".join(outcome.failures))
            if (found := BUILD / "fuzz" / "findings").exists():     # the inputs that broke a fuzzer's target
                shutil.copytree(found, folder / "failures", dirs_exist_ok=True)
        line = {"piece": name, "slice": number, "done": outcome.done, "failed": len(outcome.failures), "core": round(core, 1),
                "sources": sources}
        with open(folder / "slices.jsonl", "a") as file:
            file.write(json.dumps(line) + "\n")
        print(f"{time.strftime('%H:%M:%S')} {name} {number}: {outcome.done} done, {len(outcome.failures)} failed", flush=True)
    return well


def table(lines: list[dict]) -> bool:
    """Prints it; whether nothing has failed."""
    print("| what | wanted | done | slices that failed | core hours | a whole soak |\n|---|---|---|---|---|---|")
    for name, piece in PIECES.items():
        done, failed, core = (sum(line[key] for line in lines if line["piece"] == name) for key in ("done", "failed", "core"))
        whole = f"{core / 3600 * piece.wanted / done:.1f} core hours" if done else "?"
        print(f"| {piece.counts} | {piece.wanted:,} | {done:,} | {failed} | {core / 3600:.2f} | {whole} |")
    print(f"\nsources: {', '.join(dict.fromkeys(line['sources'] for line in lines))}")
    return not any(line["failed"] for line in lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="+", type=Path, metavar="FOLDER", help="what was done is kept there")
    parser.add_argument("--table", action="store_true", help="print what was done, and do nothing")
    parser.add_argument("--slice", nargs=2, metavar=("PIECE", "NUMBER"), help=f"only this slice; pieces: {', '.join(PIECES)}")
    options = parser.parse_args()
    if options.table:
        return 0 if table(slices(options.folder)) else 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if options.slice:
        build()
        outcome, core = run_slice(options.slice[0], int(options.slice[1]))
        print("\n\n".join([*outcome.failures, f"{outcome.done} done, {len(outcome.failures)} failed, {core:.1f} s of a core"]))
        return 1 if outcome.failures else 0
    (options.folder[0] / "failures").mkdir(parents=True, exist_ok=True)
    with storage.claimed(options.folder[0] / ".lock", options.folder[0]):
        return 0 if soak(options.folder[0]) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on")
