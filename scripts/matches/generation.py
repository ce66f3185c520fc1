"""scripts/train: one generation of the pattern network of a rule - play, learn, compare, build, match, report.

Every step is a command that can be stopped and resumed (`scripts/selfplay`, `pbrain-tengen train --state`, `scripts/match
--resume`), and leaves its result in the folder. So the same command, called again after a stop or a kill, goes on where
it was: a step whose result is complete is passed over. `generation.json` holds the options; other ones are refused, because
the results of earlier steps would not be theirs.

The value is learnt first, and the policy on top of it: learnt together, each takes room from the other. Games of a deeper
search without the network, from which nothing is learnt, are the yardstick: `pbrain-tengen compare` says what the new value knows of them.

The candidate is the program built from a copy of the sources in which the weights of the rule are the new ones. It plays
against the program that made the games. Nothing in the source tree is changed: the report says how to adopt the weights.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Callable, Optional

from . import console, settings
from .console import STOPPED, complain
from .engine import die_with, said_by
from .program import PROGRAM, PROGRAM_DEFAULT, SOURCES
from .storage import named, read_json
from .work import interrupt

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"
WEIGHTS = ROOT / "engine" / "eval" / "weights"
NAMES = {"0": "freestyle", "1": "standard", "4": "renju", "8": "caro"}     # files of weights, by rule
read_rule = console.rule_of({int(number): name for number, name in NAMES.items()})
OPTIONS_FILE, NEW_WEIGHTS, REPORT = "generation.json", "weights.bin", "report.txt"
VALUE, POLICY, YARDSTICK, COMPARISON = "value", "policy", "yardstick.games", "compare.txt"
GONE = {"label_nodes": 0}                               # older folders name it; with any other value they cannot go on
ALWAYS_NEW = ("threads", "program", "folder")           # options that may differ when it goes on

# Games that differ by their starts and a few random moves soon after, so that the result belongs to most of their positions.
STARTS = ["--start-moves=1", "--margin=100", "--uneven-percent=40", "--uneven-margin=300"]
VARIETY = [*STARTS, "--random-percent=20", "--random-plies=10"]

# The yardstick is the same for every generation of a rule, but for the program that plays it. It plays by the tables alone, since
# a yardstick favours weights that learnt from games of the network that played it.
YARDSTICK_NODES, YARDSTICK_SEED = 5000, 9101
YARDSTICK_VARIETY = [*STARTS, "--random-percent=25", "--random-plies=8", "--evaluation=tuned"]

# The policy follows the value within a round or two; only its own weights change, and their loss alone counts.
POLICY_ROUNDS, POLICY_RATE_PERCENT = 2, 20

DESCRIPTION = """\
Makes one generation of the pattern network of a rule in a folder. It plays games and trains on them, beginning with the
weights in the tree. Then it builds a candidate, plays it against the present program until SPRT decides, and reports.

  scripts/train renju renju-5
  scripts/train 0 freestyle-5 --games 300000 --earlier freestyle-4/games --match-nodes 50000 --sprt 0 10
  scripts/train 1 standard-5 --start freestyle-5/weights.bin --turn 100
  scripts/train 4 renju-1 --random-start --rate-percent 100 --rounds 5

After a stop or a kill the same command continues. To use the new weights, copy FOLDER/weights.bin as the report says,
and build.
"""


def main() -> int:
    return console.run("train", train)


def train() -> int:
    options = arguments()
    signal.signal(signal.SIGTERM, interrupt)
    check_program(options.program)
    check_sources(options)
    generation = Generation(options)
    generation.demand_match()
    settle(options)
    try:
        generation.go()
    except KeyboardInterrupt:
        return complain("train", "stopped; the same command goes on", STOPPED)
    return 0


def check_program(program: Path) -> None:
    """ValueError or OSError if it is no Tengen."""
    if not program.exists():
        raise ValueError(f"there is no {program}: scripts/run builds it")
    said = subprocess.run([program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if said.returncode != 0:
        raise ValueError(f"{program} is no pbrain-tengen: it does not tell its version")


def check_sources(options: argparse.Namespace) -> None:
    """ValueError if what it is to begin with, or to learn from beside its own games, is not there."""
    if options.start is not None and not options.start.is_file():
        raise ValueError(f"there is no {options.start}")
    if options.held_out is not None and not options.held_out.is_file():
        raise ValueError(f"there are no games {options.held_out}")
    for folder in options.earlier:
        if not any(folder.glob("*.games")):
            raise ValueError(f"there are no games in {folder}")


def plain(value: Any) -> Any:
    """As JSON can hold it: paths as text."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    return str(value) if isinstance(value, Path) else value


def settle(options: argparse.Namespace) -> None:
    """Notes the options in the folder, or refuses others than those that are there."""
    words = {name: plain(value) for name, value in sorted(vars(options).items()) if name not in ALWAYS_NEW}
    path = options.folder / OPTIONS_FILE
    with named(options.folder):
        options.folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        with named(path):
            path.write_text(json.dumps(words, indent=1) + "\n", encoding="utf-8")
    before = read_json(path)
    if not isinstance(before, dict):
        raise ValueError(f"{path} does not describe a generation")
    before = {**GONE, **before}
    for name, value in {**GONE, **json.loads(json.dumps(words))}.items():
        if before.get(name) != value:
            option = name.replace("_", "-")
            raise ValueError(f"{options.folder} holds a generation with --{option} {console.shown(str(before.get(name)))}, "
                             f"not {console.shown(str(value))}")


@dataclass
class Generation:
    options: argparse.Namespace

    def go(self) -> None:
        """All steps, each unless its result is there."""
        self.step("play", self.play, None)
        self.step("yardstick", self.make_yardstick, None if self.options.held_out else YARDSTICK)
        self.step("value", self.learn_value, VALUE + ".bin")
        self.step("policy", self.learn_policy, NEW_WEIGHTS)
        self.step("compare", self.compare, COMPARISON)
        self.step("build", self.build, "candidate/build/pbrain-tengen")
        self.step("match", self.match, None)
        self.report()

    def step(self, name: str, work: Callable[[], None], result: Optional[str]) -> None:
        if result is not None and self.file(result).exists():
            return
        print(f"--- {name}", flush=True)
        work()

    def file(self, name: str) -> Path:
        return Path(self.options.folder) / name

    def games(self) -> list[Path]:
        return sorted(self.file("games").glob("*.games"))

    def earlier_games(self) -> list[Path]:
        """Those of other generations that are to be learnt, too."""
        return [path for folder in self.options.earlier for path in sorted(folder.glob("*.games"))]

    # --- the steps ---

    def play(self) -> None:
        """scripts/selfplay passes over the files that are there."""
        options = self.options
        call([SCRIPTS / "selfplay", self.file("games"), "--rule", options.rule, "--size", options.size, "--games", options.games,
              "--nodes", options.nodes, "--seed", options.seed, "--concurrency", options.threads, "--program", options.program,
              *options.selfplay])

    def yardstick(self) -> Path:
        return Path(self.options.held_out or self.file(YARDSTICK))

    def make_yardstick(self) -> None:
        """Games of a deeper search, by the tables alone. The program writes them beside and renames them when they are complete."""
        options = self.options
        if options.held_out is None:
            call([options.program, "selfplay", "--rule", options.rule, "--size", options.size, "--games", options.yardstick_games,
                  "--nodes", YARDSTICK_NODES, "--seed", YARDSTICK_SEED, *YARDSTICK_VARIETY, "--threads", options.threads,
                  "--out", self.yardstick()])

    def present(self) -> Path:
        """The weights in the tree"""
        return WEIGHTS / f"{NAMES[self.options.rule]}.bin"

    def learn_value(self) -> None:
        """With random numbers to begin with, rows must learn for the policy, too."""
        options = self.options
        begin = [] if options.random_start else ["--start", options.start or self.present(), "--policy-percent", 0]
        self.learn(VALUE, self.file(VALUE + ".bin"), options.rounds, options.rate_percent, begin)

    def learn_policy(self) -> None:
        begin = ["--start", self.file(VALUE + ".bin"), "--policy-only", "--policy-percent", 100]
        self.learn(POLICY, self.file(NEW_WEIGHTS), POLICY_ROUNDS, POLICY_RATE_PERCENT, begin)

    def learn(self, name: str, result: Path, rounds: int, rate: int, begin: list[Any]) -> None:
        """Weights count only when all rounds are done: a training that is stopped writes what it has."""
        options, learnt, log = self.options, self.file(name + ".part"), self.file(f"{name}.log")
        call([options.program, "train", *self.games(), *self.earlier_games(), "--out", learnt, "--state", self.file(name + ".state"),
              "--log", log, "--held-out", self.yardstick(), "--rounds", rounds, "--rate-percent", rate,
              "--threads", options.threads, "--seed", options.seed, *begin])
        learnt.rename(result)

    def compare(self) -> None:
        """What the new value knows of the yardstick beside the present one."""
        said = said_by([str(word) for word in [self.options.program, "compare", "--games", self.yardstick(), self.present(),
                                               self.file(NEW_WEIGHTS)]])
        with named(self.file(COMPARISON)):
            self.file(COMPARISON).write_text(said, encoding="utf-8")
        print(said, end="", flush=True)

    def build(self) -> None:
        """The program from a copy of the sources, with the new weights in the place of the old."""
        tree = self.file("candidate")
        shutil.rmtree(tree, ignore_errors=True)
        with named(tree):
            tree.mkdir()
            for name in SOURCES:
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(ROOT / name, tree / name)
            shutil.copy(self.file(NEW_WEIGHTS), tree / (WEIGHTS / f"{NAMES[self.options.rule]}.bin").relative_to(ROOT))
        call(["cmake", "-S", tree, "-B", tree / "build", "-DCMAKE_BUILD_TYPE=Release", "-DNATIVE=ON", "-DBUILD_TESTING=OFF"])
        call(["cmake", "--build", tree / "build", "--target", "pbrain-tengen", "--parallel", self.options.threads])

    def match(self) -> None:
        """The match goes on if it has begun; one that is over only prints its result."""
        resume = ["--resume"] if self.file("match").exists() else []
        call([*self.match_words(), "--concurrency", self.options.threads, *resume])

    def match_words(self) -> list[Any]:
        options = self.options
        limit = ["--turn", options.turn] if options.turn else ["--nodes", options.match_nodes]
        return [SCRIPTS / "match", "--engine", self.file("candidate/build/pbrain-tengen"), "name=candidate",
                "--engine", options.program, "name=present", "--rule", options.rule, "--size", options.size, *limit,
                "--games", options.match_games, "--sprt", *options.sprt, "--out", self.file("match")]

    def demand_match(self) -> None:
        """ValueError if scripts/match would refuse the match at the end, which would be hours later."""
        options = settings.arguments([str(word) for word in self.match_words()[1:]])
        settings.fixtures(options, settings.match_of(options))

    def report(self) -> None:
        """What was learnt, beside the present weights, and where the match is."""
        options = self.options
        text = "\n".join([
            f"rule {options.rule}, {len(self.games())} files of games, {options.games} games of {options.nodes} nodes a move",
            self.file(COMPARISON).read_text(encoding="utf-8").rstrip("\n"),
            f"the match against {options.program} is in {self.file('match')}",
            f"to use the weights: cp {self.file(NEW_WEIGHTS)} {WEIGHTS / (NAMES[options.rule] + '.bin')}, build, and put the "
            "new signatures of `pbrain-tengen bench` and `bench --quick` into tests/bench.signature",
        ]) + "\n"
        with named(self.file(REPORT)):
            self.file(REPORT).write_text(text, encoding="utf-8")
        print(text, end="", flush=True)


def call(words: list[Any]) -> None:
    """Runs a command. It does not hear our Ctrl-C, which is passed on once, so that it ends in its own way; and it dies with us."""
    command = [str(word) for word in words]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True,
                          preexec_fn=partial(die_with, os.getpid())) as process:
        try:
            status = process.wait()
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            process.wait()
            raise
    if status != 0:
        raise ValueError(f"{' '.join(Path(command[0]).name.split() + command[1:2])} ended with {status}")


def arguments() -> argparse.Namespace:
    parser = console.Parser(prog="scripts/train", description=DESCRIPTION, allow_abbrev=False,
                            formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rule", type=lambda text: str(read_rule(text)), metavar="RULE",
                        help="number or name: 0 freestyle, 1 standard, 4 renju, 8 caro")
    parser.add_argument("folder", type=console.path, metavar="FOLDER", help="where everything is kept")
    parser.add_argument("--size", default="15", metavar="N|WxH", help="size of the board (default 15)")
    parser.add_argument("--games", type=console.whole(1, 10 ** 9), default=20000, metavar="N", help="games to play (default 20000)")
    parser.add_argument("--nodes", type=console.whole(1, console.MS_MAX), default=500, metavar="N",
                        help="positions to search for each move (default 500)")
    parser.add_argument("--seed", type=console.whole(0, console.SEED_MAX), default=1, metavar="N", help="seed of games and training (default 1)")
    parser.add_argument("--selfplay", nargs="*", default=VARIETY, metavar="OPTION",
                        help=f"more options of scripts/selfplay, such as --selfplay=--random-percent=6 (default {' '.join(VARIETY)})")
    parser.add_argument("--rounds", type=console.whole(1, 1000), default=2, metavar="N", help="rounds of training for the value (default 2)")
    parser.add_argument("--earlier", type=console.path, nargs="*", default=[], metavar="FOLDER",
                        help="folders with games of other generations to learn from, too")
    begin = parser.add_mutually_exclusive_group()
    begin.add_argument("--start", type=console.path, metavar="FILE",
                       help="weights to begin with, even of another rule (default: those of the rule in the tree)")
    begin.add_argument("--random-start", action="store_true", help="begin with random weights, as the first generation did")
    parser.add_argument("--held-out", type=console.path, metavar="FILE",
                        help="games of a deeper search that measure every generation (default: they are made in the folder)")
    parser.add_argument("--yardstick-games", type=console.whole(1, 10 ** 6), default=2000, metavar="N",
                        help="how many such games are made (default 2000)")
    parser.add_argument("--rate-percent", type=console.whole(1, 1000), default=20, metavar="N",
                        help="percent of the usual rate of learning the value (default 20; 100 is better with --random-start)")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--match-nodes", type=console.whole(1, console.MS_MAX), default=10000, metavar="N",
                       help="positions for each move of the match (default 10000)")
    limit.add_argument("--turn", type=console.whole(1, console.MS_MAX), metavar="MS",
                       help="time for each move of the match instead, on a quiet machine")
    parser.add_argument("--match-games", type=console.whole(2, console.COUNT_MAX), default=2000, metavar="N",
                        help="largest number of games in the match (default 2000)")
    parser.add_argument("--sprt", nargs=2, type=float, default=[0.0, 15.0], metavar=("ELO0", "ELO1"),
                        help="bounds of the SPRT that ends the match (default 0 15)")
    parser.add_argument("--threads", type=console.workers, default=os.cpu_count() or 1, metavar="N",
                        help="threads at the same time (default: as many as there are cores)")
    parser.add_argument("--program", type=console.file, default=PROGRAM, metavar="FILE",
                        help=f"pbrain-tengen that plays the games ({PROGRAM_DEFAULT})")
    return parser.parse_args()
