"""The command line of the tuner; see --help. What a step is, spsa says; here it gets its games and keeps its log.

The pairs of an iteration are tasks of a pool, on this machine or on a cluster: each is some of them, which one call of
`pbrain-tengen duel` plays. A process for each game, or a conversation about each move, would take longer than the games.
Where several kinds of games are given, iterations take turns with them.

The log is the truth of a run, in lines of JSON: the settings, the openings of each kind of game, then every iteration
with its scores and the values after it. Scores, openings and directions of an iteration follow from the seed and its
number, so a run that was killed loses the iteration it was at, and goes on as if nothing had happened.
"""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import math
import random
import shlex
import shutil
import sys
import time
from pathlib import Path
from typing import Any, Iterator

from . import console, openings, spsa, tables, work
from .console import STOPPED, complain
from .engine import said_by
from .points import Point, points, row
from .referee import RULE_NAME, STANDARD_LENGTH, board_fault, size
from .seat import Seat, Task
from .spsa import Gains, Parameter, Trial, Values
from .statistics import Sprt, Tally
from .storage import append_text
from .tunelog import (
    Kind, Tuning, Way, demand_same, has_say, held_log, openings_line, read_log, rewrite, settings_line, text_of, way_of)
from .work import Pool

PROGRAM = Path(__file__).resolve().parents[2] / "build" / "tuning" / "pbrain-tengen"

# What the program says of its two games in a duel, in points to the side that begins.
POINTS = {"1": 1.0, "=": 0.5, "0": 0.0}
GAMES_OF_A_PAIR = 2
PARTS = 2           # of an iteration for whoever works, so that nobody waits long for the last games

# Openings that are made where none are given. They may lean a little: both sides play both colours.
OPENINGS, OPENING_VALUE = 250, 30

DESCRIPTION = """\
Tunes the parameters of the search (engine/search/parameter_rows.h) by SPSA (scripts/matches/spsa.py). In each iteration two
sides play each other. Their parameters differ a little from the present ones, in opposite directions. Then all
parameters move towards the winner.

  cmake -S . -B build/tuning -DTUNING=ON && cmake --build build/tuning --target pbrain-tengen
  scripts/tune --game 0 15 --game 4 15 --nodes 4000 --iterations 500 --concurrency 2 --log tune.jsonl

The same settings and seed give the same values, whoever plays the games. Ctrl-C ends the run with the values so far.
The same command with --resume continues it, also after a kill, and may ask for more --iterations. At the end it prints
the new values as lines of parameter_rows.h, and as a candidate of scripts/sprt. Only its verdict counts. A table shows,
for each parameter, how much Elo the sides with a larger value were ahead.

With --switch no value moves. The same games measure all switches, each as if they were played for it alone, and an SPRT
decides each of them:

  scripts/tune --switch RAZOR_DEPTH=0 --switch ORDER_KILLER=0,LMR_KILLER=0 --sprt -4 1 --nodes 5000 --log switches.jsonl
"""

EPILOG = """\
A core plays about 500 games a minute at 4000 nodes a move. With thirty parameters it takes ten thousand games until a
change is more than noise. Fewer parameters take fewer games: --parameters 'LMR_*'. A change that costs time but no nodes
looks cheaper than it is. The first proven result ends a game, so a change that makes false claims looks stronger than
it is.
"""


def main() -> int:
    return console.run("tune", tune)


def tune() -> int:
    options = arguments()
    tuning = tuning_of(options)
    with work.pool(options) as pool, held_log(options.log) as path:
        way = open_log(options, path, tuning)
        first = way.done
        whole = go(path, tuning, way, Duels(options.program, tuning, pool))
        print(summary(options, tuning, way), flush=True)
    if not whole:
        return complain("tune", f"stopped after {way.done - first} iterations; --resume continues from here", STOPPED)
    return 0


def go(path: Path, tuning: Tuning, way: Way, duels: Duels) -> bool:
    """All iterations that are still to be done; False if somebody stopped them."""
    with duels.pool.until_stopped(), contextlib.closing(Clock(way.done, duels.pool)) as clock:
        while way.done < tuning.iterations:
            line = iterate(tuning, way, way.done + 1, duels)
            append_text(path, text_of(line))
            way.values.append(line["values"])
            way.scores.append(line["scores"])
            clock.tell(tuning, way)
    return not duels.pool.is_stopped


# --- an iteration -----------------------------------------------------------------------------------------------------

def iterate(tuning: Tuning, way: Way, number: int, duels: Duels) -> dict[str, Any]:
    """Plays one iteration, and returns its line of the log."""
    values, kind = way.values[-1], tuning.kind_of(number)
    trials = trials_of(tuning, way, number)
    starts = chosen(way.openings[kind], tuning, number)
    scores = duels.scores(tuning.kinds[kind], [duel_line(*pair) for pair in zip(starts, trials)])
    return {"type": "iteration", "number": number, "game": kind, "scores": scores,
            "values": {**values, **spsa.moved(tuning.parameters_of(number), values, tuning.gains, number, trials, scores)}}


def trials_of(tuning: Tuning, way: Way, number: int) -> list[Trial]:
    """What the sides of an iteration play with."""
    return spsa.trials(tuning.parameters_of(number), way.values[number - 1], tuning.gains, number, tuning.pairs, tuning.seed)


def chosen(starts: list[list[Point]], tuning: Tuning, number: int) -> list[list[Point]]:
    """An opening for each pair, turned and mirrored at random: to a search at fixed nodes that is another game."""
    dice, kind = random.Random(f"openings {tuning.seed} {number}"), tuning.kinds[tuning.kind_of(number)]
    ways = openings.symmetries(kind.width, kind.height)
    return [openings.transformed(dice.choice(starts), kind.width, kind.height, dice.randrange(ways))
            for _ in range(tuning.pairs)]


def duel_line(start: list[Point], trial: Trial) -> str:
    return f"{row(start)} {words(trial.one)} {words(trial.other)}\n"


def words(values: dict[str, int]) -> str:
    """As TENGEN_PARAMETERS and the program's duels have it: of the switches, those that are on."""
    return ",".join(name if "=" in name else f"{name}={value}" for name, value in values.items() if value or "=" not in name) or "-"


class Duels:
    """Has pairs played, in parts at the same time."""

    def __init__(self, program: Path, tuning: Tuning, pool: Pool) -> None:
        self.program, self.tuning, self.pool = str(program), tuning, pool
        self.programs = pool.programs([], [program])

    def scores(self, kind: Kind, lines: list[str]) -> list[float]:
        """What the one side won in each pair, from -1 to 1."""
        words = [*usual_words(kind), *limit_words(self.tuning)]
        size = math.ceil(len(lines) / (PARTS * self.pool.room()))
        tasks = (Task("pairs", duel, (first, self.program, words, lines[first:first + size]), self.programs)
                 for first in range(0, len(lines), size))
        found = {task.arguments[0]: scores for task, scores in self.pool.results(tasks)}
        return [score for first in sorted(found) for score in found[first]]


def duel(seat: Seat, _: int, program: str, words: list[str], lines: list[str]) -> list[float]:
    """A task: what the one side won in each of these pairs."""
    said = said_by([str(seat.path(program)), "duel", *words, "--threads", "1", "--duels", "/dev/stdin"], "".join(lines))
    results = said.split("\n")[:-1]
    if len(results) != len(lines):
        raise ValueError(f"{program} played {len(results)} duels of {len(lines)}")
    if not all(len(line.split()) == GAMES_OF_A_PAIR and POINTS.keys() >= set(line.split()) for line in results):
        raise ValueError(f"{program} does not report the results of its duels as Tengen does")
    return [sum(POINTS[result] for result in line.split()) - 1.0 for line in results]


# --- the program ------------------------------------------------------------------------------------------------------

def run(options: argparse.Namespace, command: list[Any]) -> str:
    """What the program of the tuning says to that."""
    return said_by([str(options.program), *map(str, command)])


def usual_words(kind: Kind) -> list[str]:
    return ["--rule", str(kind.rule), "--size", f"{kind.width}x{kind.height}"]


def limit_words(tuning: Tuning) -> list[str]:
    if not tuning.match:
        return ["--nodes", str(tuning.nodes)]
    return ["--match", str(tuning.match), "--increment", str(tuning.increment)]


def all_parameters(options: argparse.Namespace) -> list[Parameter]:
    lines = [line.split() for line in run(options, ["parameters"]).splitlines()]
    try:
        return [Parameter(name, int(value), int(least), int(most)) for name, value, least, most in lines]
    except ValueError:
        raise ValueError(f"{options.program} does not list its parameters as Tengen does") from None


def made_openings(options: argparse.Namespace, tuning: Tuning, kind: Kind) -> list[list[Point]]:
    said = run(options, ["openings", *usual_words(kind), "--threads", options.concurrency, "--nodes", tuning.nodes,
                         "--count", OPENINGS, "--margin", OPENING_VALUE, "--check", 0, "--seed", tuning.seed])
    return [points(line) for line in said.splitlines() if not line.startswith("#")]


def find_openings(options: argparse.Namespace, tuning: Tuning) -> list[list[list[Point]]]:
    return [openings.read(Path(kind.openings), kind.width, kind.height) if kind.openings
            else made_openings(options, tuning, kind) for kind in tuning.kinds]


# --- the log ----------------------------------------------------------------------------------------------------------

def open_log(options: argparse.Namespace, path: Path, tuning: Tuning) -> Way:
    """Begin a log, or go on with one."""
    if not options.log or not path.exists():
        way = Way(find_openings(options, tuning), [spsa.start(tuning.parameters)])
        rewrite(path, [settings_line(tuning), *map(openings_line, range(len(way.openings)), way.openings)])
        return way
    if not options.resume:
        raise ValueError(f"{path} holds a run already; --resume continues it")
    lines = read_log(path)
    demand_same(settings_line(tuning), lines[0], path)
    try:
        way = way_of(tuning, lines)
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"{path} is a log of a tuning with invalid lines") from None
    rewrite(path, [settings_line(tuning), *lines[1:]])
    return way


# --- what is shown ----------------------------------------------------------------------------------------------------

class Clock:
    """The live line on a terminal; elsewhere a line now and then."""

    LINES = 20          # of those in a whole run
    FURTHEST = 3        # parameters that it names

    def __init__(self, before: int, pool: Pool) -> None:
        self.before, self.pool, self.began = before, pool, time.monotonic()
        self.shown = False

    def tell(self, tuning: Tuning, way: Way) -> None:
        if sys.stdout.isatty():
            columns = shutil.get_terminal_size().columns - 1
            print("\r\x1b[K" + self.line(tuning, way)[:columns], end="", flush=True)
            self.shown = True
        elif way.done % max(1, tuning.iterations // self.LINES) == 0:
            print(self.line(tuning, way), flush=True)

    def line(self, tuning: Tuning, way: Way) -> str:
        seconds = time.monotonic() - self.began
        left = seconds / (way.done - self.before) * (tuning.iterations - way.done)
        games = 2 * tuning.pairs * way.done
        return ", ".join([f"iteration {way.done} of {tuning.iterations}", f"{games} games",
                          f"{self.pool.words()}{tables.clock(left)} to go", *furthest(tuning, way.values[-1], self.FURTHEST)])

    def close(self) -> None:
        if self.shown:
            print()


def furthest(tuning: Tuning, values: Values, count: int) -> Iterator[str]:
    """The parameters that have gone furthest, by their reach."""
    by_way = sorted(tuning.parameters, key=lambda one: -abs(values[one.name] - one.value) / one.reach)
    for parameter in by_way[:0 if tuning.is_measurement else count]:
        yield f"{parameter.name} {parameter.value} → {values[parameter.name]:.1f}"


def summary(options: argparse.Namespace, tuning: Tuning, way: Way) -> str:
    """Old and new values, for people, for parameter_rows.h, and for a match."""
    new = spsa.answer(way.values)
    changed = {one.name: new[one.name] for one in tuning.parameters if new[one.name] != one.value}
    heading = f"{way.done} iterations, {2 * tuning.pairs * way.done} games at {tuning.limit()}"
    if tuning.is_measurement:
        return "\n".join([heading, "", switch_table(tuning, way, Sprt(*options.sprt))])
    lines = [heading, "", worth_table(tuning, way, new), ""]
    if not changed:
        return "\n".join([*lines, "No value changes."])
    rows = (source_line(parameter, new[parameter.name]) for parameter in tuning.parameters if parameter.name in changed)
    return "\n".join([*lines, "For engine/search/parameter_rows.h:", "", *rows, "",
                      f"Test it, as a {'program by time with scripts/match' if tuning.match else 'candidate of scripts/sprt'}:", "",
                      candidate_line(options, tuning, changed)])


Pairs = list[tuple[Trial, float]]       # of an iteration, each with its score


def pairs_played(tuning: Tuning, way: Way) -> list[Pairs]:
    """Those of each iteration."""
    return [list(zip(trials_of(tuning, way, number), scores)) for number, scores in enumerate(way.scores, 1)]


def worths(tuning: Tuning, played: list[Pairs]) -> list[tuple[Parameter, Tally]]:
    """How sides with more of a parameter fared: what is worth most first."""
    every = [pair for pairs in played for pair in pairs]
    return sorted(((one, spsa.worth(one.name, every)) for one in tuning.parameters), key=lambda found: -found[1].score)


def worth_table(tuning: Tuning, way: Way, new: dict[str, int]) -> str:
    found = worths(tuning, pairs_played(tuning, way))
    rows = ([one.name, str(one.value), str(new[one.name]), *worth_cells(tally)] for one, tally in found)
    return tables.table([["parameter", "old", "new", "Elo of more", "95 %"], *rows], left=1)


def switch_table(tuning: Tuning, way: Way, sprt: Sprt) -> str:
    played = pairs_played(tuning, way)
    rows = ([one.name, *worth_cells(found), f"{sprt.verdict(found).llr:+.2f}", decision(one, played, sprt)]
            for one, found in worths(tuning, played))
    return tables.table([["switch", "Elo", "95 %", f"LLR {sprt.elo0:g} {sprt.elo1:g}", "verdict"], *rows], left=1)


def decision(switch: Parameter, played: list[Pairs], sprt: Sprt) -> str:
    """What the SPRT came to when it first left its bounds, whatever was played after that."""
    found = Tally()
    for pairs in played:
        found = spsa.worth(switch.name, pairs, found)
        if sprt.verdict(found).decision:
            return f"{sprt.verdict(found).decision} after {found.games} games"
    return ""


def worth_cells(found: Tally) -> list[str]:
    return tables.elo_cells(found.elo()) if found.games else [tables.NOTHING] * 2


def source_line(parameter: Parameter, value: int) -> str:
    """The row of parameter_rows.h."""
    return f"ROW({parameter.name + ',':<24}{value:>5}, {parameter.least:>5}, {parameter.most:>6})"


def candidate_line(options: argparse.Namespace, tuning: Tuning, changed: dict[str, int]) -> str:
    """What scripts/sprt or, where a clock is tuned, scripts/match takes."""
    if tuning.match:
        return f"env TENGEN_PARAMETERS={words(changed)} {shlex.quote(str(options.program))}"
    return f"tuned parameters={words(changed)}"


# --- what the options mean --------------------------------------------------------------------------------------------

def tuning_of(options: argparse.Namespace) -> Tuning:
    kinds = [kind(texts) for texts in options.game or [["0"]]]
    if not options.program.exists():
        raise ValueError(f"there is no {options.program}: cmake -S . -B build/tuning -DTUNING=ON && "
                         "cmake --build build/tuning --target pbrain-tengen")
    if options.increment and not options.match:
        raise ValueError("--increment is added to the nodes of a game, which --match says")
    Sprt(*options.sprt)
    known = all_parameters(options)
    return Tuning(kinds=kinds, parameters=switches(known, options.switch) or wanted(known, options.parameters, kinds, options.match > 0),
                  gains=Gains(0 if options.switch else options.a, options.c, options.A, options.alpha, options.gamma),
                  nodes=options.nodes, match=options.match, increment=options.increment, pairs=options.pairs,
                  iterations=options.iterations, seed=options.seed, engine=run(options, ["--version"]).split()[-1])


def kind(texts: list[str]) -> Kind:
    """RULE [SIZE [OPENINGS]]"""
    if len(texts) > 3:
        raise ValueError(f"--game {' '.join(texts)} is not RULE [SIZE [OPENINGS]], as in --game 4 15 renju15.txt")
    try:
        rule = console.rule_of(RULE_NAME)(texts[0])
    except argparse.ArgumentTypeError as error:
        raise ValueError(f"--game {' '.join(texts)}: {error}") from None
    try:
        width, height = size(texts[1]) if len(texts) > 1 else (15, 15)
    except ValueError:
        raise ValueError(f"--game {' '.join(texts)}: {texts[1]} is no size such as 15 or 20x12") from None
    if fault := board_fault(rule, width, height, STANDARD_LENGTH):
        raise ValueError(f"--game {' '.join(texts)}: {fault}")
    return Kind(rule, width, height, texts[2] if len(texts) > 2 else "")


def wanted(parameters: list[Parameter], patterns: list[str], kinds: list[Kind], is_clocked: bool) -> list[Parameter]:
    """Those that fit one of the patterns and have a say in the games."""
    useful = [parameter for parameter in parameters if any(has_say(parameter, kind, is_clocked) for kind in kinds)]
    for pattern in patterns:
        if not any(fnmatch.fnmatchcase(parameter.name, pattern) for parameter in useful):
            raise ValueError(f"no parameter with an effect in these games is called {pattern}; there are "
                             f"{', '.join(parameter.name for parameter in useful)}")
    return [parameter for parameter in useful if any(fnmatch.fnmatchcase(parameter.name, pattern) for pattern in patterns)]


def switches(known: list[Parameter], texts: list[str]) -> list[Parameter]:
    """Each as a number that is 0 or 1."""
    left = {parameter.name: parameter for parameter in known}
    for text in texts:
        for name, value in (word.partition("=")[::2] for word in text.split(",")):
            if name not in left:
                raise ValueError(f"--switch {text}: there is no parameter {name}, or it is set twice")
            if not console.is_decimal(value) or not left[name].least <= int(value) <= left[name].most or int(value) == left[name].value:
                raise ValueError(f"--switch {text}: {name} goes from {left[name].least} to {left[name].most}, and is "
                                 f"{left[name].value} already")
            del left[name]
    return [Parameter(text, 0, 0, 1) for text in texts]


def gain(text: str) -> float:
    """A number from 0 on."""
    value = console.finite(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 on")
    return value


def step(text: str) -> float:
    value = gain(text)
    if value == 0:
        raise argparse.ArgumentTypeError("without it there is no way to go")
    return value


def arguments() -> argparse.Namespace:
    parser = console.Parser(prog="scripts/tune", description=DESCRIPTION, epilog=EPILOG, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    rules = ", ".join(f"{number} {name}" for number, name in RULE_NAME.items())
    what = parser.add_argument_group("what is tuned, and by which games")
    what.add_argument("--parameters", nargs="+", default=["*"], metavar="NAME",
                      help="names or patterns such as 'LMR_*' (default: all parameters that matter in the games)")
    what.add_argument("--switch", action="append", default=[], metavar="NAME=VALUE[,...]",
                      help="tune nothing; measure what it is worth to play with these values. All switches that are given are "
                           "measured by the same games: in each pair one side has a random half of them, the other side the rest")
    what.add_argument("--sprt", nargs=2, type=console.finite, default=[0.0, 5.0], metavar=("ELO0", "ELO1"),
                      help="bounds of the SPRT of each switch (default 0 5); others can be asked for later, with --resume")
    what.add_argument("--game", nargs="+", action="append", metavar=("RULE", "SIZE [OPENINGS]"),
                      help=f"rule ({rules}), size and file of openings; given several times, iterations take turns "
                           "(default 0 15; openings are made)")
    what.add_argument("--nodes", type=console.positive, default=4000, metavar="N", help="positions for a move (default 4000)")
    what.add_argument("--match", type=console.not_negative, default=0, metavar="N",
                      help="positions of each side for a game, instead of --nodes; the engine's clock shares them")
    what.add_argument("--increment", type=console.not_negative, default=0, metavar="N",
                      help="positions that each move adds to those of --match (default 0)")
    what.add_argument("--pairs", type=console.count, default=16, metavar="N",
                      help="pairs of games in an iteration, each with its own two sides (default 16)")
    what.add_argument("--iterations", type=console.count, default=500, metavar="N", help="iterations to play (default 500)")
    what.add_argument("--seed", type=console.seed, default=1, metavar="S", help="seed of all random choices (default 1)")

    gains = parser.add_argument_group("gains, where a number's reach is the way to the nearer end of its range")
    gains.add_argument("-a", "--a", type=step, default=0.6, metavar="X", help="size of a step: a / (A + k)^alpha (default 0.6)")
    gains.add_argument("-c", "--c", type=step, default=0.35, metavar="X",
                       help="distance of the two sides, in reaches: c / k^gamma, but at least 1 (default 0.35)")
    gains.add_argument("-A", "--A", type=gain, default=50.0, metavar="X",
                       help="iterations before steps begin to shrink, usually a tenth of all (default 50)")
    gains.add_argument("--alpha", type=gain, default=0.602, metavar="X", help="how fast steps shrink (default 0.602)")
    gains.add_argument("--gamma", type=gain, default=0.101, metavar="X", help="how fast the sides come closer (default 0.101)")

    how = parser.add_argument_group("how, and what is kept")
    how.add_argument("--program", type=console.file, default=PROGRAM, metavar="FILE",
                     help="a build with -DTUNING=ON (default build/tuning/pbrain-tengen)")
    work.add_options(how, "games played")
    how.add_argument("--log", type=console.path, metavar="FILE", help="file of the log (default: tune-DATE-TIME.jsonl)")
    how.add_argument("--resume", action="store_true", help="continue the run in that log, if there is one")

    return parser.parse_args()
