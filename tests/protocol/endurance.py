#!/usr/bin/env python3
"""Is every move in time, and does the engine stay within its memory, when the machine is not its own?

What loses games in tournaments and shows in no other test: a move that comes late because other processes want the
cores too or because the manager stopped the engine for a while, a table larger than the manager allows, and what piles
up over a hundred games. Five parts, each with one line of figures for each thing that was tried:

  time        While busy processes load every core, engines play each other under a limit for the turn; under a match
              clock that is counted down as a manager does; under a match clock with an increment. No move may come later
              than its limit (the turn, or what is left of the match) plus slack, from the moment the last byte of the
              question is written to the moment the move can be read. (Time for which strangers had the cores that the
              engine was ready to use is not counted, before it could begin and after its limit; see waiting.py.) And the
              time is there to be used: a move that was searched and is not proven should have taken a good part of its
              turn.
  threads     The first move of a process with two threads. It is in time at short limits; and at fixed nodes, where it does
              not matter how busy the machine is, it is compared with that of one thread: each second on a core looks at as
              many positions, or nearly, and as deep. For that, nobody may wait for memory that the search does not need
              yet: as long as the table keeps its first size, or nearly, the memory is that of one and a helper. (Later
              the table of two, which look at twice as many positions, has doubled once or twice more often.) Where 64
              threads are asked for, which must not get in each other's way, the move is no later than 20 ms.
  suspension  SIGSTOP and SIGCONT as managers do it. The judge stops the engine right after START and INFO and between
              moves, asks while it is stopped, and counts from the moment it lets it go; a manager may also let it go
              first and ask then; Piskvork stops it in the middle of its thinking. Each time exactly one move comes, in
              time, and the move after that takes its usual time.
  memory      The largest resident memory of the whole process stays below max_memory, for small and large limits and
              boards, with two threads too, after searches at fixed nodes that go on until the table no longer grows.
  growth      Round after round of games in the same process, by START and RESTART in turn, at fixed nodes, so that the
              same happens however busy the machine is. A leak is growth that goes on: writable memory, open files or
              threads that grow in every round but the first. Memory counts from when it is asked for, not from when it
              is first touched, for that may be any time later.
"""

from __future__ import annotations

import argparse
import math
import os
import shlex
import sys
import time
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import Callable, Iterator

from games import Failed
from leaks import try_growth
from player import (LARGEST_SIZE, LONG_TURN_MS, MATCH_MOVES, USUAL_MEMORY, USUAL_SIZE, Answer, Clock, Finding, Match, Player,
                    Scale, Trial, match_of)
from talk import ENGINE, MIB, PATIENCE_MS, SCRIPTS, busy_cores, printable
from waiting import Wait, is_late

sys.path.insert(0, str(SCRIPTS))
from matches.machine import Report
from matches.referee import Board

SLACK_MS = 50                   # how late a move may come: far less than any manager's tolerance
LEAST_USE = 0.30                # of its turn, by moves that were searched and are not proven

# The match clocks of the part `time`, in turns: MATCH_MOVES moves in the time of fewer turns.
MATCH_TURNS = 15
SHORT_MATCH_TURNS, INCREMENT_TURNS = 5, 0.25
assert MATCH_TURNS < MATCH_MOVES

SUSPENSION_TURN_MS = 300
SUSPENSION_SECONDS = 0.3        # between moves
PISKVORK_THOUGHT_SECONDS = 0.1  # before it stops the engine ...
PISKVORK_SECONDS = 2.0          # ... for so long
SILENCE_SECONDS = 0.1           # after a move, in which a second one would show

SETTLED_CHANGE = 0.01           # of resident memory: when searches add less,
SETTLED_MOVES = 5               # so many of them, the table has grown as far as it will

# The positions of the part `threads`: black's first move answered, and a middle game.
THREADS_POSITIONS = {"first move": "7,7", "middle game": "7,7 8,8 9,6 6,6 9,8 9,7 8,6 7,6 10,8"}
CROWD_THREADS, CROWD_TURN_MS, CROWD_SLACK_MS = 64, 200, 20      # with more threads than cores moves come no later
HELPER_MEMORY = 6 * MIB         # what a second thread may take, with its stack and what the table grows in so many nodes:
HELPER_MEMORY_NODES = 100_000
LEAST_SPEED = 0.5               # of two threads against one, in positions per time on a core
LEAST_DEPTH = 0.75              # the same for the depth of the last iteration


FULL = Scale(timed_moves={100: 500, 1000: 200}, suspensions=12,
             memories=(16 * MIB, 32 * MIB, 80 * MIB, USUAL_MEMORY, 1024 * MIB, 2048 * MIB),
             memory_moves=60, memory_nodes=1_500_000, round_games=200,
             threads_turns=(20, 50, 100, 300, 1000),
             threads_nodes=(20_000, 100_000, 1_000_000), threads_moves=9, crowd_moves=60)
QUICK = Scale(timed_moves={100: 40, 1000: 3}, suspensions=1, memories=(16 * MIB, 80 * MIB),
              memory_moves=25, memory_nodes=150_000, round_games=30,
              threads_turns=(20, 100), threads_nodes=(20_000,), threads_moves=3, crowd_moves=6)

# --- time ----------------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Control:
    """A kind of limit, in turns."""

    name: str
    match_turns: float = 0
    increment_turns: float = 0
    least_use: float = 0.0

    def clock(self, turn_ms: int) -> Clock:
        return Clock(turn_ms, self.match_turns * turn_ms, self.increment_turns * turn_ms)


CONTROLS = (Control("turn limit", least_use=LEAST_USE), Control("match clock", MATCH_TURNS),
            Control("match clock with increment", SHORT_MATCH_TURNS, INCREMENT_TURNS))


def try_time(trial: Trial) -> Iterator[Finding]:
    with busy_cores():
        for turn_ms, moves in trial.scale.timed_moves.items():
            for control in CONTROLS:
                yield time_moves(trial, control, turn_ms, moves)


def time_moves(trial: Trial, control: Control, turn_ms: int, moves: int) -> Finding:
    answers, least_left = [], math.inf
    with match_of(trial.setting(turn_ms), control.clock(turn_ms), control.clock(turn_ms)) as match:
        for _ in range(moves):
            left = match.next_player().clock.left_ms
            answers.append(match.move())
            least_left = min(least_left, left - answers[-1].own_ms)
    figures = f"{control.name} of {turn_ms} ms: {moves} moves, {lateness_words(answers)}, {use_words(answers)}"
    figures += f", never less than {least_left:.0f} ms left" if control.match_turns else ""
    return Finding(f"{figures}, load {os.getloadavg()[0]:.1f}",
                   too_late(answers, trial.slack_ms) + too_lazy(answers, control.least_use))


def lateness_words(answers: list[Answer]) -> str:
    late = sorted(answer.lateness_ms for answer in answers)
    denied = sum(answer.lateness_ms > 0 and answer.denied_ms > 0 for answer in answers)
    worst = max(answer.fault_ms for answer in answers)
    excuse = f" ({denied} late for want of a core; without that the worst {worst:+.1f})" if denied else ""
    return f"lateness p50 {percentile(late, 50):+.1f}, p99 {percentile(late, 99):+.1f}, worst {late[-1]:+.1f} ms{excuse}"


def percentile(ascending: list[float], percent: int) -> float:
    return ascending[math.ceil(len(ascending) * percent / 100) - 1]


def mean_use(answers: list[Answer]) -> float:
    """The part of their time that searched moves used."""
    return fmean(answer.ms / answer.limit_ms for answer in answers)


def use_words(answers: list[Answer]) -> str:
    searched = [answer for answer in answers if answer.is_searched]
    on_core = sum(answer.core_ms for answer in searched) / max(1.0, sum(answer.ms for answer in searched))
    use = f" and using {mean_use(searched):.0%} of their time ({on_core:.0%} of that on a core)" if searched else ""
    return f"{len(searched)} of them searched{use}"


def too_late(answers: list[Answer], slack_ms: int) -> list[str]:
    return [str(answer) for answer in answers if is_late(answer.lateness_ms, answer.denied_ms, slack_ms)]


def too_lazy(answers: list[Answer], least_use: float) -> list[str]:
    searched = [answer for answer in answers if answer.is_searched]
    lazy = searched and mean_use(searched) < least_use
    return [f"uses only {mean_use(searched):.0%} of its time"] if lazy else []


# --- suspension ----------------------------------------------------------------------------------------------------------

def judge_starts(player: Player, board: Board) -> Answer:
    """As the judge begins: a fresh process, nobody waits for OK, and the question is there before it may go on."""
    player.be_born_again()
    player.slip_in(f"START {board.width}", f"INFO max_memory {player.setting.max_memory}",
                   f"INFO timeout_turn {player.clock.turn_ms}")
    return judge_asks(player, board, before_move=lambda: expect_ok(player))


def expect_ok(player: Player) -> None:
    text, _ = player.answer(PATIENCE_MS)
    if text != "OK":
        raise Failed(f"answered {printable(text)} to START")


def judge_asks(player: Player, board: Board, before_move: Callable[[], None] = lambda: None) -> Answer:
    """As the judge goes on: the engine is stopped until it is asked."""
    player.stop()
    time.sleep(SUSPENSION_SECONDS)
    player.slip_in(*player.question(board))
    wait, since = Wait(player.program), player.resume()
    before_move()
    return player.hear(board, wait, since)


def rest_then_ask(player: Player, board: Board) -> Answer:
    """Stopped and let go between moves, and asked after that."""
    player.stop()
    time.sleep(SUSPENSION_SECONDS)
    player.resume()
    return player.ask(board)


def interrupt_thought(player: Player, board: Board) -> Answer:
    """As Piskvork's user takes a break while the engine thinks; timed from its end. (A forced move comes before.)"""
    player.slip_in(*player.question(board))
    time.sleep(PISKVORK_THOUGHT_SECONDS)
    player.stop()
    time.sleep(PISKVORK_SECONDS)
    wait = Wait(player.program)
    answer = player.hear(board, wait, player.resume())
    return replace(answer, ms=max(0.0, answer.ms))


SUSPENSIONS: tuple[tuple[str, Callable[[Player, Board], Answer]], ...] = (
    ("judge at the start", judge_starts), ("judge between moves", judge_asks),
    ("a rest between moves", rest_then_ask), ("Piskvork while it thinks", interrupt_thought))


def try_suspension(trial: Trial) -> Iterator[Finding]:
    for name, ask in SUSPENSIONS:
        yield suspend(trial, name, ask)


def suspend(trial: Trial, name: str, ask: Callable[[Player, Board], Answer]) -> Finding:
    """Suspended moves and usual ones in turn, by a player of its own who plays both sides."""
    suspended, usual = [], []
    with match_of(trial.setting(SUSPENSION_TURN_MS), Clock(SUSPENSION_TURN_MS)) as match:
        for _ in range(trial.scale.suspensions):
            player = match.next_player()
            suspended.append(match.accept(ask(player, match.board)))
            player.demand_silence(time.perf_counter() + SILENCE_SECONDS)
            usual.append(match.move())
    figures = (f"{name}: {len(suspended)} moves, {lateness_words(suspended)}; "
               f"next moves {lateness_words(usual)}, {use_words(usual)}")
    return Finding(figures, too_late(suspended + usual, trial.slack_ms) + too_lazy(usual, LEAST_USE))


# --- memory --------------------------------------------------------------------------------------------------------------

def try_memory(trial: Trial) -> Iterator[Finding]:
    for size, threads in ((USUAL_SIZE, 1), (USUAL_SIZE, 2), (LARGEST_SIZE, 1)):
        for limit in trial.scale.memories:
            yield fill_table(trial, limit, size, threads)


def fill_table(trial: Trial, limit: int, size: tuple[int, int], threads: int) -> Finding:
    """One player plays both sides, so one table gets it all."""
    infos = f"thread_num {threads}", f"max_node {trial.scale.memory_nodes}"
    with match_of(trial.setting(LONG_TURN_MS, size, limit, infos), Clock(LONG_TURN_MS)) as match:
        is_settled = search_until_settled(match, trial.scale.memory_moves)
        peak = match.players[0].program.memory("VmHWM")
    figures = (f"{mebibytes(limit)} on {size[0]}x{size[1]}, {threads} thread{'s' * (threads > 1)}: at most {mebibytes(peak)} "
               f"resident, {peak / limit:.0%}, {'settled' if is_settled else 'still growing'}")
    return Finding(figures, [f"{peak} bytes are too many"] if peak >= limit else [])


def search_until_settled(match: Match, most_moves: int) -> bool:
    """Moves until several that were really searched no longer change resident memory."""
    program, resident, settled = match.players[0].program, 0, 0
    for _ in range(most_moves):
        answer = match.move()
        if answer.is_searched:
            before, resident = resident, program.memory("VmRSS")
            settled = settled + 1 if abs(resident - before) < resident * SETTLED_CHANGE else 0
        if settled == SETTLED_MOVES:
            return True
    return False


def mebibytes(size: int) -> str:
    return f"{size / MIB:.1f} MiB"


# --- threads ---------------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class FirstMove:
    """What came of the first question that a process was asked."""

    answer: Answer
    memory: int

    @property
    def speed(self) -> float:
        """Positions per second on a core."""
        return self.thought.nodes / (self.answer.core_ms / 1000)

    @property
    def depth(self) -> int:
        return self.thought.depth

    @property
    def thought(self) -> Report:
        if self.answer.thought is None:
            raise Failed("did not search its first move")
        return self.answer.thought


def try_threads(trial: Trial) -> Iterator[Finding]:
    for name, moves in THREADS_POSITIONS.items():
        for turn_ms in trial.scale.threads_turns:
            yield time_threads(trial, name, moves, 2, turn_ms, trial.scale.threads_moves)
        for nodes in trial.scale.threads_nodes:
            yield compare_threads(trial, name, moves, nodes)
        crowd = replace(trial, slack_ms=min(trial.slack_ms, CROWD_SLACK_MS))
        yield time_threads(crowd, name, moves, CROWD_THREADS, CROWD_TURN_MS, trial.scale.crowd_moves)


def time_threads(trial: Trial, name: str, moves: str, threads: int, turn_ms: int, count: int) -> Finding:
    answers = [first_move(trial, moves, turn_ms, f"thread_num {threads}").answer for _ in range(count)]
    return Finding(f"{name}, {threads} threads, {turn_ms} ms: {len(answers)} moves, {lateness_words(answers)}",
                   too_late(answers, trial.slack_ms))


def compare_threads(trial: Trial, name: str, moves: str, nodes: int) -> Finding:
    """By turns, so that both have the same machine."""
    one: list[FirstMove] = []
    two: list[FirstMove] = []
    for _ in range(trial.scale.threads_moves):
        for threads, firsts in ((1, one), (2, two)):
            firsts.append(first_move(trial, moves, LONG_TURN_MS, f"thread_num {threads}", f"max_node {nodes}"))
    memory, speed, depth = ([median(getattr(first, what) for first in firsts) for firsts in (one, two)]
                            for what in ("memory", "speed", "depth"))
    is_more = nodes <= HELPER_MEMORY_NODES and memory[1] > memory[0] + HELPER_MEMORY
    faults = ["two threads take too much memory"] * is_more
    faults += ["two threads are too slow"] * (speed[1] < speed[0] * LEAST_SPEED)
    faults += ["two threads do not get deep"] * (depth[1] < depth[0] * LEAST_DEPTH)
    sides = [f"{mebibytes(memory[i])}, {speed[i] / 1000:.0f}k/s on a core, depth {depth[i]:.0f}" for i in range(2)]
    return Finding(f"{name}, {nodes} nodes, {len(one)} times each: one thread {sides[0]}; two {sides[1]}", faults)


def first_move(trial: Trial, moves: str, turn_ms: int, *infos: str) -> FirstMove:
    with match_of(trial.setting(turn_ms, infos=infos), Clock(turn_ms)) as match:
        match.board = match.setting.new_board()
        for move in moves.split():
            match.board.play(*map(int, move.split(",")))
        player = match.players[0]
        return FirstMove(match.accept(player.ask(match.board)), player.program.memory("VmRSS"))


# --- command line --------------------------------------------------------------------------------------------------------

PARTS = {"time": try_time, "threads": try_threads, "suspension": try_suspension, "memory": try_memory, "growth": try_growth}


def findings(part: str, trial: Trial) -> Iterator[Finding]:
    """What a part finds; an engine that does not hold out ends it."""
    try:
        yield from PARTS[part](trial)
    except Failed as failure:
        yield Finding("broken off", [f"the engine {failure}"])


def report(part: str, finding: Finding) -> bool:
    print(f"{part}: {finding.figures}", *(f"FAILED {part}: {fault}" for fault in finding.faults), sep="\n", flush=True)
    return not finding.faults


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Examples: endurance.py --quick    endurance.py --only time suspension    endurance.py --only memory --quick")
    parser.add_argument("--engine", type=shlex.split, default=[str(ENGINE)], metavar="COMMAND",
                        help="the program under test (default: build/pbrain-tengen)")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART",
                        help=f"some of {', '.join(PARTS)} (default: all of them)")
    parser.add_argument("--quick", action="store_true",
                        help="a taste of every part in a minute (all of it takes a quarter of an hour)")
    parser.add_argument("--slack", type=int, default=SLACK_MS, metavar="MS",
                        help="how late a move may come; below 0: how much too early it must be (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the openings (default %(default)s)")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    trial = Trial(tuple(options.engine), options.seed, options.slack, QUICK if options.quick else FULL)
    passed = [report(part, finding) for part in options.only for finding in findings(part, trial)]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
