#!/usr/bin/env python3
"""Is every move in time, and does the engine stay within its memory, when the machine is not its own?

What loses games in tournaments and shows in no other test: a move that comes late because other processes want the
cores too or because the manager stopped the engine for a while, a table larger than the manager allows, and what piles
up over a hundred games. Four parts, each with one line of figures for each thing that was tried:

  time        While busy processes load every core, engines play each other under a limit for the turn; under a match
              clock that is counted down as a manager does; under a match clock with an increment. No move may come later
              than its limit (the turn, or what is left of the match) plus slack, from the moment the last byte of the
              question is written to the moment the move can be read. (A move is excused, and counted, if it was ready to
              run while strangers had the cores.) And the time is there to be used: a move that was searched and is not
              proven should have taken a good part of its turn.
  suspension  SIGSTOP and SIGCONT as managers do it. The judge stops the engine right after START and INFO and between
              moves, asks while it is stopped, and counts from the moment it lets it go; a manager may also let it go
              first and ask then; Piskvork stops it in the middle of its thinking. Each time exactly one move comes, in
              time, and the move after that takes its usual time.
  memory      The largest resident memory of the whole process stays below max_memory, for small and large limits and
              boards, after searches that go on until the table has been touched nearly everywhere.
  growth      Game after game in the same process, by START and RESTART in turn: resident memory, open files and threads
              stay what they are.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import cycle
from pathlib import Path
from statistics import fmean
from typing import Callable, Iterator, Optional

from games import HANG_SECONDS, THINKING_MOVE, UNLIMITED_MS, Engine, Failed, Setting, Tally, board_lines, openings
from talk import CHATTER, ENGINE, MIB, PATIENCE_MS, SCRIPTS, Program, printable

sys.path.insert(0, str(SCRIPTS))
from matches.referee import DRAW, FREESTYLE, NORMAL, WIN, Board, Point

SLACK_MS = 50                   # how late a move may come: far less than any manager's tolerance
LEAST_SHARE = 0.33              # of a core; our own load leaves twice that. Below, strangers have the cores
RUNNABLE = "R"
LEAST_USE = 0.30                # of its turn, by moves that were searched and are not proven
USUAL_MEMORY = 350 * MIB        # what tournaments allow
USUAL_SIZE, LARGEST_SIZE = (15, 15), (32, 32)
FIVE = 5
GAMES_BEFORE_OPENINGS_REPEAT = 100

# The match clocks of the part `time`, in turns: MATCH_MOVES moves in the time of fewer turns.
MATCH_MOVES = 40
MATCH_TURNS = 15
SHORT_MATCH_TURNS, INCREMENT_TURNS = 5, 0.25

SUSPENSION_TURN_MS = 300
SUSPENSION_SECONDS = 0.3        # between moves
PISKVORK_THOUGHT_SECONDS = 0.1  # before it stops the engine ...
PISKVORK_SECONDS = 2.0          # ... for so long
SILENCE_SECONDS = 0.1           # after a move, in which a second one would show

# Linux names the clock of the time that another process spent on a core by its id (clock_getcpuclockid).
CLOCK_PID_SHIFT, CLOCK_OF_PROCESS = 3, 2

SETTLED_CHANGE = 0.01           # of resident memory: when a search adds less, it has touched most of the table

GROWTH_MEMORY = 14 * MIB        # small: the table doubles once, and then every game fills it
GROWTH_TURN_MS = 20
GROWTH_MAX = 1 * MIB


@dataclass(frozen=True)
class Scale:
    """How much of everything."""

    timed_moves: dict[int, int]         # by turn limit in ms
    suspensions: int                    # of each kind
    memories: tuple[int, ...]
    memory_moves: int                   # at most
    memory_turn_ms: int
    games: int
    games_to_settle: int                # memory may grow during these


FULL = Scale(timed_moves={100: 500, 1000: 200}, suspensions=12,
             memories=(16 * MIB, 32 * MIB, 80 * MIB, USUAL_MEMORY, 1024 * MIB, 2048 * MIB),
             memory_moves=40, memory_turn_ms=1500, games=100, games_to_settle=20)
QUICK = Scale(timed_moves={100: 40, 1000: 3}, suspensions=1, memories=(16 * MIB, 80 * MIB),
              memory_moves=12, memory_turn_ms=300, games=15, games_to_settle=5)


@dataclass(frozen=True)
class Finding:
    """One thing that was tried: its figures, and what is wrong with them."""

    figures: str
    faults: list[str]


@dataclass(frozen=True)
class Thought:
    """What the engine says of a search."""

    evaluation: str
    SAID = re.compile(r"MESSAGE depth (\d+) eval (\S+) nodes (\d+) time (\d+) ms")

    @property
    def is_proven(self) -> bool:
        return "M" in self.evaluation

    @classmethod
    def read(cls, line: str) -> Optional[Thought]:
        said = cls.SAID.fullmatch(line)
        return cls(said[2]) if said and int(said[1]) > 0 else None


@dataclass(frozen=True)
class Answer:
    """A move, and how it came about."""

    point: Point
    ms: float
    core_ms: float          # of these, spent on a core by all threads together
    limit_ms: float
    thought: Optional[Thought]
    is_denied: bool = False     # overdue because other processes had the cores: no fault of the engine

    @property
    def lateness_ms(self) -> float:
        return self.ms - self.limit_ms

    @property
    def is_searched(self) -> bool:
        """There was a reason to use the time: more than one move, and nothing proven."""
        return self.thought is not None and not self.thought.is_proven

    def __str__(self) -> str:
        return f"moved after {self.ms:.1f} ms of {self.limit_ms:.0f}, on a core for {self.core_ms:.1f}"


@dataclass
class Clock:
    """The time of one side, as a manager keeps it."""

    turn_ms: int
    match_ms: float = 0     # 0: no limit for the match
    increment_ms: float = 0
    left_ms: float = field(init=False)
    moves: int = field(init=False)

    def __post_init__(self) -> None:
        self.wind_up()

    def wind_up(self) -> None:
        self.left_ms, self.moves = self.match_ms, 0

    @property
    def limit_ms(self) -> float:
        return min(self.turn_ms, self.left_ms) if self.match_ms else self.turn_ms

    def lines(self) -> list[str]:
        left = int(self.left_ms) if self.match_ms else UNLIMITED_MS
        return [f"INFO timeout_match {int(self.match_ms)}", f"INFO time_increment {int(self.increment_ms)}",
                f"INFO time_left {left}"]

    def charge(self, ms: float) -> None:
        """After a move; after the last one of the match the next match begins."""
        self.left_ms += self.increment_ms - ms
        self.moves += 1
        if self.moves == MATCH_MOVES:
            self.wind_up()


class Player(Engine):
    """An engine with a clock, asked move by move."""

    def __init__(self, setting: Setting, clock: Clock) -> None:
        super().__init__(setting, Tally())
        self.clock = clock
        self.thought: Optional[Thought] = None

    def be_born_again(self) -> None:
        """As a fresh process, that was told nothing."""
        self.destroy()
        self.program = Program(list(self.setting.engine))
        self.games, self.knows = 0, []

    def destroy(self) -> None:
        self.program.destroy()

    def ask(self, board: Board) -> Answer:
        self.write(*self.question(board))
        return self.hear(board, time.perf_counter())

    def question(self, board: Board) -> list[str]:
        """TURN where the engine misses one move only, BOARD otherwise: at first, and when it plays both sides."""
        news = board.moves[len(self.knows):]
        turn = self.knows and len(news) == 1
        return self.clock.lines() + ([f"TURN {news[0][0]},{news[0][1]}"] if turn else board_lines(board))

    def hear(self, board: Board, since: float) -> Answer:
        """The move, timed from that moment on. The clock is not charged."""
        self.thought, before_ms = None, self.core_ms()
        overdue = since + (self.clock.limit_ms + self.setting.slack_ms) / 1000
        is_denied = not self.has_moved_by(overdue) and self.waits_for_core(
            (self.core_ms() - before_ms) / 1000, time.perf_counter() - since)
        text, came = self.answer(self.clock.turn_ms + HANG_SECONDS * 1000)
        point = THINKING_MOVE.fullmatch(text)
        if not point:
            raise Failed(f"answered {printable(text)}")
        move = int(point[1]), int(point[2])
        self.knows = [*board.moves, move]
        return Answer(move, (came - since) * 1000, self.core_ms() - before_ms, self.clock.limit_ms, self.thought,
                      is_denied)

    def has_moved_by(self, moment: float) -> bool:
        while not (moved := any(not line.text.startswith(CHATTER) for line in self.program.lines)):
            if not self.program.open or not self.program.listen(moment):
                break
        return moved

    def waits_for_core(self, used: float, passed: float) -> bool:
        """It could run now, and had less of the cores than what loads them leaves to it: neither asleep nor careless."""
        return used < passed * LEAST_SHARE and RUNNABLE in map(state_of_thread, self.proc("task").iterdir())

    def answer(self, limit_ms: float) -> tuple[str, float]:
        """The next line that is no chatter, and when it came; what it says of its search is kept."""
        deadline = time.perf_counter() + limit_ms / 1000
        while line := self.program.next_line(deadline):
            self.demand_cleanliness()
            if not line.text.startswith(CHATTER):
                return line.text, line.time
            self.thought = Thought.read(line.text) or self.thought
        self.demand_cleanliness()
        raise Failed("crashed" if self.program.silent_forever else "hangs")

    def slip_in(self, *lines: str) -> None:
        """Write whatever the engine may have said before."""
        data = "".join(f"{line}\r\n" for line in lines).encode()
        if not self.program.send(data, time.perf_counter() + PATIENCE_MS / 1000):
            raise Failed("is gone, or does not read its input")

    def stop(self) -> None:
        os.kill(self.program.process.pid, signal.SIGSTOP)
        os.waitpid(self.program.process.pid, os.WUNTRACED)

    def resume(self) -> float:
        """Let it go on; the moment of that."""
        os.kill(self.program.process.pid, signal.SIGCONT)
        return time.perf_counter()

    def core_ms(self) -> float:
        """Time on a core so far, of threads that have ended too."""
        return time.clock_gettime(~self.program.process.pid << CLOCK_PID_SHIFT | CLOCK_OF_PROCESS) * 1000

    def count(self, what: str) -> int:
        """How many files (fd) or threads (task) the process has."""
        return len(os.listdir(self.proc(what)))

    def proc(self, what: str) -> Path:
        return Path("/proc", str(self.program.process.pid), what)


def state_of_thread(task: Path) -> str:
    """The letter behind the name in brackets; nothing when the thread has just ended."""
    try:
        return (task / "stat").read_text().rpartition(") ")[2][:1]
    except OSError:
        return ""


class Match:
    """Games without end. The players are black and white; a lonely one is both."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self.setting = players[0].setting
        self.openings = cycle(openings(self.setting))
        self.begin_game()

    def begin_game(self) -> None:
        self.board = self.setting.new_board()
        for stone in next(self.openings):
            self.board.play(*stone)
        for player in self.players:
            player.new_game()

    def next_player(self) -> Player:
        """Whose move it is, in a game that still goes on."""
        if self.board.over:
            self.begin_game()
        return self.players[len(self.board.moves) % len(self.players)]

    def move(self) -> Answer:
        player = self.next_player()
        answer = self.accept(player.ask(self.board))
        player.clock.charge(answer.ms)
        return answer

    def accept(self, answer: Answer) -> Answer:
        verdict = self.board.play(*answer.point)
        if verdict.kind not in (NORMAL, WIN, DRAW):
            raise Failed(f"broke the rules ({verdict.words})")
        return answer

    def play_game(self) -> None:
        self.move()
        while not self.board.over:
            self.move()


@dataclass(frozen=True)
class Trial:
    """What every part is given."""

    engine: tuple[str, ...]
    seed: int
    slack_ms: int
    scale: Scale

    def setting(self, turn_ms: int, size: tuple[int, int] = USUAL_SIZE, max_memory: int = USUAL_MEMORY) -> Setting:
        return Setting(self.engine, FREESTYLE, size, FIVE, GAMES_BEFORE_OPENINGS_REPEAT, turn_ms, self.slack_ms,
                       max_memory, "self", self.seed)


@contextmanager
def match_of(setting: Setting, *clocks: Clock) -> Iterator[Match]:
    """A match of one player for each clock; in the end they must leave quietly."""
    with ExitStack() as afterwards:
        players = []
        for clock in clocks:
            players.append(Player(setting, clock))
            afterwards.callback(players[-1].destroy)
        yield Match(players)
        for player in players:
            player.leave()


# --- time ----------------------------------------------------------------------------------------------------------------

BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"     # as long as this tool runs


@contextmanager
def busy_cores() -> Iterator[None]:
    burners = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


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
            least_left = min(least_left, left - answers[-1].ms)
    figures = f"{control.name} of {turn_ms} ms: {moves} moves, {lateness_words(answers)}, {use_words(answers)}"
    figures += f", never less than {least_left:.0f} ms left" if control.match_turns else ""
    return Finding(f"{figures}, load {os.getloadavg()[0]:.1f}",
                   too_late(answers, trial.slack_ms) + too_lazy(answers, control.least_use))


def lateness_words(answers: list[Answer]) -> str:
    late = sorted(answer.lateness_ms for answer in answers)
    denied = sum(answer.is_denied for answer in answers)
    excuse = f" ({denied} overdue for want of a core)" if denied else ""
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
    return [str(answer) for answer in answers if answer.lateness_ms > slack_ms and not answer.is_denied]


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
    since = player.resume()
    before_move()
    return player.hear(board, since)


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
    answer = player.hear(board, player.resume())
    return replace(answer, ms=max(0.0, answer.ms))


SUSPENSIONS = (("judge at the start", judge_starts), ("judge between moves", judge_asks),
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
    for size in (USUAL_SIZE, LARGEST_SIZE):
        for limit in trial.scale.memories:
            yield fill_table(trial, limit, size)


def fill_table(trial: Trial, limit: int, size: tuple[int, int]) -> Finding:
    """One player plays both sides, so one table gets it all."""
    turn_ms = trial.scale.memory_turn_ms
    with match_of(trial.setting(turn_ms, size, limit), Clock(turn_ms)) as match:
        is_settled = search_until_settled(match, trial.scale.memory_moves)
        peak = match.players[0].program.memory("VmHWM")
    figures = (f"{mebibytes(limit)} on {size[0]}x{size[1]}: at most {mebibytes(peak)} resident, {peak / limit:.0%}, "
               f"{'settled' if is_settled else 'still growing'}")
    return Finding(figures, [f"{peak} bytes are too many"] if peak >= limit else [])


def search_until_settled(match: Match, most_moves: int) -> bool:
    """Moves until one that was really searched no longer changes resident memory."""
    program, resident = match.players[0].program, 0
    for _ in range(most_moves):
        answer = match.move()
        before, resident = resident, program.memory("VmRSS")
        if answer.is_searched and abs(resident - before) < resident * SETTLED_CHANGE:
            return True
    return False


def mebibytes(size: int) -> str:
    return f"{size / MIB:.1f} MiB"


# --- growth --------------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Holdings:
    """What a process holds after a game."""

    memory: int
    files: int
    threads: int

    @classmethod
    def of(cls, player: Player) -> Holdings:
        return cls(player.program.memory("VmRSS"), player.count("fd"), player.count("task"))


def try_growth(trial: Trial) -> Iterator[Finding]:
    clocks = Clock(GROWTH_TURN_MS), Clock(GROWTH_TURN_MS)
    with match_of(trial.setting(GROWTH_TURN_MS, max_memory=GROWTH_MEMORY), *clocks) as match:
        after_games = [play_and_look(match) for _ in range(trial.scale.games)]
    for colour, holdings in zip(("black", "white"), zip(*after_games)):
        yield compare(colour, list(holdings), trial.scale.games_to_settle)


def play_and_look(match: Match) -> list[Holdings]:
    match.next_player()     # begins the game
    match.play_game()
    return [Holdings.of(player) for player in match.players]


def compare(colour: str, holdings: list[Holdings], settled: int) -> Finding:
    """A game that was won early leaves a part of the table untouched: what counts is the largest of several."""
    before = max(held.memory for held in holdings[:settled])
    after = max(held.memory for held in holdings[settled:])
    files, threads = {held.files for held in holdings}, {held.threads for held in holdings}
    faults = [f"resident memory went from {before} to {after} bytes"] * (abs(after - before) >= GROWTH_MAX)
    faults += [f"open files vary: {sorted(files)}"] * (len(files) > 1)
    faults += [f"threads vary: {sorted(threads)}"] * (len(threads) > 1)
    return Finding(f"{colour}: {mebibytes(before)} in games 1 to {settled}, {mebibytes(after)} in games {settled + 1} "
                   f"to {len(holdings)}, {max(files)} files, {max(threads)} threads", faults)


# --- command line --------------------------------------------------------------------------------------------------------

PARTS = {"time": try_time, "suspension": try_suspension, "memory": try_memory, "growth": try_growth}


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
                        help="a taste of every part in under half a minute (all of it takes some ten minutes)")
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
