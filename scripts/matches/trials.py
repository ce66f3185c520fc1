"""scripts/sprt: tests candidates against a base, one after the other, over all kinds of games. See --help.

A candidate is a line of a file. Each is built in a folder of its own and plays blocks of games: some pairs of each kind of
game in turn, so that no kind decides alone. One SPRT counts the pairs of all kinds together. The verdict is appended to
`results.jsonl` as one line of JSON; from then on the candidate is done. A candidate without a verdict goes on where it
stopped: every game is in the record of its kind.

Programs are known by what they are built from: the commit, and the hash of a patch. So a branch that has moved on, a patch that
has changed or another base is another program, whose games are not put together with those of the one before.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import io
import re
import shlex
import subprocess
import tarfile
import time
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any, Iterator, Optional

from . import builtin, console, copies, experiments, folder, record, schedule, storage, tournament, work
from .engine import said_by
from .program import SOURCES, build, run
from .record import Game, Match, Player
from .referee import CARO, FREESTYLE, RENJU, STANDARD
from .schedule import Fixture
from .seat import Program, Task
from .settings import setting
from .statistics import Sprt, Tally, tally
from .tables import elo
from .tournament import RunOptions
from .work import Pool

ROOT = Path(__file__).resolve().parents[2]
KINDS = {"freestyle": (FREESTYLE, 15), "freestyle20": (FREESTYLE, 20), "standard": (STANDARD, 15), "renju": (RENJU, 15),
         "caro": (CARO, 15)}
BLOCK = 20                      # games of one kind before the next, in whole pairs, and from one look at the SPRT to the next: some
                                # half a minute of a core at 10,000 nodes
GAIN, SIMPLER = (0.0, 5.0), (-4.0, 1.0)
RESULTS, LOCK = "results.jsonl", ".lock"
NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
MEMORY = 350 << 20
TOLERANCE_MS = 1000
UNDECIDED = "undecided, which counts as rejected"
PASSED, REJECTED, FAILED = "passed", "rejected", "does not work"
DECISIONS = {PASSED: "in", REJECTED: "out", UNDECIDED: "open"}      # the verdicts of engine/experiments.tsv
TUNING = ("-DTUNING=ON",)
COMMIT_DIGITS, PATCH_DIGITS = 12, 12        # of hashes in the names of folders: enough to tell them apart

DESCRIPTION = """\
Tests candidates against a base, one after the other. They play games at fixed nodes in freestyle (15x15 and 20x20),
standard, renju and caro. One SPRT over all these games decides each candidate:

  scripts/sprt candidates.txt --out trials --concurrency 2

A candidate is a line of the file: a name, a program, and perhaps the bounds of its test:

  lmr-window  branch=lmr-window                  a branch or commit of this repository
  no-multicut patch=/tmp/no-multicut.diff simpler    a patch on the base, which must not lose
  lmp-7       parameters=LMP_DIVISOR=7,LMR_BASE=107  other search parameters
  foreign     program=/opt/other/pbrain-tengen   a program that is built already
  two         branch=HEAD info=thread_num=2      INFO settings of its own; --each has those of both sides

A candidate must gain: the bounds are 0 and 5 Elo. With `simpler` they are -4 and 1, and elo=A,B sets others. 0,0.1 are so
close together that all games are played, as a measurement needs. Lines that begin with # are ignored. A candidate with a
verdict is not played again. After Ctrl-C or a kill the same command continues; the file may have more lines then. A
branch, patch or line that has changed needs another name. A candidate that was stopped needs the base that it had
(--base COMMIT).
"""


@dataclass(frozen=True)
class Candidate:
    name: str
    source: str                 # branch, patch, parameters or program
    value: str
    elo: tuple[float, float] = GAIN
    info: dict[str, str] = field(default_factory=dict)      # its own settings


@dataclass(frozen=True)
class Kind:
    """The match of a candidate in one kind of game."""

    match: Match
    fixtures: list[Fixture]
    out: Path


@dataclass
class Trial:
    """The games of one candidate so far, by kind of game."""

    candidate: Candidate
    kinds: dict[str, Kind]
    games: dict[str, list[Game]] = field(default_factory=lambda: {kind: [] for kind in KINDS})

    def add(self, kind: str, game: Game) -> None:
        storage.append_text(self.kinds[kind].out / folder.GAMES_FILE, record.game_line(game) + "\n")
        self.games[kind].append(game)

    def by_kind(self) -> dict[str, Tally]:
        """Copies of other games do not count."""
        return {name: tally(copies.different(kind.match, self.games[name]), 0) for name, kind in self.kinds.items()}

    def all_kinds(self) -> Tally:
        return added(list(self.by_kind().values()))


def added(tallies: list[Tally]) -> Tally:
    pairs = [sum(counts) for counts in zip(*(one.pairs for one in tallies))]
    return Tally(sum(one.wins for one in tallies), sum(one.draws for one in tallies), sum(one.losses for one in tallies), pairs)


# --- the list of candidates ---------------------------------------------------------------------------------------------

def candidates(path: Path) -> list[Candidate]:
    """ValueError names the line that is wrong."""
    found: dict[str, Candidate] = {}
    for number, line in enumerate(storage.read_text(path).splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            one = candidate(line, f"{path}:{number}")
            if one.name in found:
                raise ValueError(f"{path}:{number}: there are two candidates {one.name}")
            found[one.name] = one
    if not found:
        raise ValueError(f"{path}: there is no candidate in it")
    return list(found.values())


def candidate(line: str, place: str) -> Candidate:
    try:
        name, *words = shlex.split(line)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    sources = [word.partition("=") for word in words if word.split("=")[0] in ("branch", "patch", "parameters", "program")]
    bounds = [bounds_of(word, place) for word in words if word == "simpler" or word.startswith("elo=")]
    infos = [word.removeprefix("info=") for word in words if word.startswith("info=")]
    if not NAME.fullmatch(name) or len(sources) != 1 or max(len(bounds), len(infos)) > 1 or \
            len(words) != 1 + len(bounds) + len(infos):
        raise ValueError(f"{place}: a candidate is NAME, then branch=, patch=, parameters= or program=, then simpler or elo=A,B, "
                         "then info=KEY=VALUE,...")
    Sprt(*(bounds[0] if bounds else GAIN))
    return Candidate(name, sources[0][0], sources[0][2], bounds[0] if bounds else GAIN, info_of(infos, place))


def info_of(words: list[str], place: str) -> dict[str, str]:
    try:
        return dict(setting(word) for text in words for word in text.split(","))
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def bounds_of(word: str, place: str) -> tuple[float, float]:
    if word == "simpler":
        return SIMPLER
    try:
        low, high = map(float, word.removeprefix("elo=").split(","))
    except ValueError:
        raise ValueError(f"{place}: {console.shown(word)} is not elo=A,B") from None
    return low, high


# --- building -----------------------------------------------------------------------------------------------------------

def demand_parameters(command: str) -> None:
    """Asks the program for its parameters. A build in which they are constants would play as its base does."""
    try:
        said_by([*shlex.split(command), "parameters"])
    except ValueError as error:
        raise ChildProcessError(str(error)) from None


@dataclass(frozen=True)
class Source:
    """What a program is built from. It names the folder, so that no program is taken for one of another commit or patch."""

    commit: str
    options: tuple[str, ...] = ()
    patch: bytes = b""

    @property
    def name(self) -> str:
        words = [self.commit[:COMMIT_DIGITS], *(["tuning"] if self.options else [])]
        return "-".join([*words, *([f"patch-{hashlib.sha256(self.patch).hexdigest()[:PATCH_DIGITS]}"] if self.patch else [])])


class Builder:
    """Makes programs in folders below `out`, each from a checkout of its own. What is there already is not made again."""

    def __init__(self, out: Path, base: str) -> None:
        """The base is a program, or a commit to be built."""
        self.out = out
        self.base = Path(base).resolve() if Path(base).is_file() else None
        self.commit = "" if self.base else commit_of(base)

    def base_source(self, one: Candidate) -> Optional[Source]:
        """None: the base is a program already."""
        return None if self.base else Source(self.commit, TUNING if one.source == "parameters" else ())

    def source(self, one: Candidate) -> Optional[Source]:
        """None: the candidate is a program, or its base with parameters."""
        if one.source == "patch" and self.base:
            raise ValueError(f"{one.name} is a patch, so --base must be a commit")
        if one.source == "patch":
            return Source(self.commit, patch=storage.read_bytes(Path(one.value)))
        return Source(commit_of(one.value)) if one.source == "branch" else None

    def commands(self, one: Candidate) -> tuple[str, str]:
        """The command lines of the candidate and of its base."""
        source, base_source = self.source(one), self.base_source(one)
        base = shlex.quote(str(self.program(base_source) if base_source else self.base))
        if one.source == "parameters":
            return f"env {shlex.quote(f'TENGEN_PARAMETERS={one.value}')} {base}", base
        return shlex.quote(str(self.program(source))) if source else one.value, base

    def built(self, one: Candidate) -> str:
        """What plays as the candidate, for the results; "" if it was built elsewhere."""
        source = self.base_source(one) if one.source == "parameters" else self.source(one)
        return source.name if source else ""

    def build(self, one: Candidate) -> None:
        """What these commands name. ChildProcessError if it cannot be built or is not what it should be."""
        for source in (self.source(one), self.base_source(one)):
            if source and not (self.place(source) / "complete").exists():
                self.make(source)
        if one.source == "parameters":
            demand_parameters(self.commands(one)[0])

    def place(self, source: Source) -> Path:
        return (self.out / "programs" / source.name).resolve()

    def program(self, source: Source) -> Path:
        return self.place(source) / "build" / "pbrain-tengen"

    def make(self, source: Source) -> None:
        place = self.place(source)
        place.mkdir(parents=True, exist_ok=True)
        print(f"building {source.name}", flush=True)
        self.check_out(place, source)
        build(place / "source", place / "build", source.options, place / "log")
        (place / "complete").touch()

    def programs(self, one: Candidate, pool: Pool) -> dict[str, Program]:
        """What workers need, as sources that they build, or as it is."""
        found = pool.programs([one.value] if one.source == "program" else [], [self.base] if self.base else [])
        for source in (self.source(one), self.base_source(one)):
            if source:
                found.update(pool.sources(self.program(source), lambda: packed(self.place(source) / "source"), source.options))
        return found

    def check_out(self, place: Path, source: Source) -> None:
        tree = place / "source"
        if not (tree / ".git").exists():
            run(["git", "clone", "--quiet", "--shared", "--no-checkout", str(ROOT), str(tree)], place / "log")
        run(["git", "-C", str(tree), "checkout", "--quiet", "--force", "--detach", source.commit], place / "log")
        run(["git", "-C", str(tree), "clean", "-qfdx"], place / "log")
        if source.patch:
            (place / "patch").write_bytes(source.patch)
            run(["git", "-C", str(tree), "apply", str(place / "patch")], place / "log")


def packed(tree: Path) -> bytes:
    """What a program is built from, the same bytes for the same files."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name in SOURCES:
            archive.add(tree / name, name, filter=without_times)
    return gzip.compress(data.getvalue(), mtime=0)


def without_times(info: tarfile.TarInfo) -> tarfile.TarInfo:
    info.mtime = info.uid = info.gid = 0
    info.uname = info.gname = ""
    return info


def demand_unchanged(one: Candidate, result: dict[str, Any], builder: Builder) -> None:
    """ValueError if that verdict is of something else than the candidate is now, which would be taken for tested."""
    line = one.value, one.elo, one.info
    if line != (result.get(one.source), (result.get("elo0", one.elo[0]), result.get("elo1", one.elo[1])), result.get("info", one.info)):
        raise ValueError(f"{one.name} has a verdict, but its line has changed since: give it another name")
    now = built_now(one, builder)
    before = result.get("built", now)
    if now and one_of(before) != one_of(now):
        raise ValueError(f"{one.name} has a verdict, but as {before}, and is {now} now: give it another name, or take its line out")


def built_now(one: Candidate, builder: Builder) -> str:
    """What it would be built from; "" if its branch or patch has gone."""
    try:
        return builder.built(one)
    except (ValueError, OSError):
        return ""


def one_of(built: str) -> str:
    """What is the candidate's own: its commit, or the hash of its patch, but not the commit of its base."""
    return built.rpartition("-")[2]


def commit_of(name: str) -> str:
    found = subprocess.run(["git", "-C", ROOT, "rev-parse", "--verify", f"{name}^{{commit}}"], capture_output=True, text=True)
    if found.returncode:
        raise ValueError(f"{console.shown(name)} is no branch or commit of {ROOT}")
    return found.stdout.strip()


# --- playing ------------------------------------------------------------------------------------------------------------

def kind_of(name: str, players: list[Player], options: argparse.Namespace, out: Path) -> Kind:
    rule, side = KINDS[name]
    chosen = builtin.choose(rule, side, side, 5)
    match = Match(players=players, rule=rule, width=side, height=side, win_length=5, plan=schedule.ROUND_ROBIN,
                  games=options.games // len(KINDS) // 2 * 2, turn_ms=None, match_ms=None, increment_ms=0, nodes=options.nodes,
                  depth=None, tolerance_ms=TOLERANCE_MS, max_memory=MEMORY,
                  openings=f"{chosen.name} (built in, {len(chosen.openings)})", seed=options.seed, sprt=None,
                  started=datetime.now(timezone.utc).isoformat(timespec="seconds"))
    try:
        return Kind(match, schedule.fixtures(match, schedule.shuffled(chosen.openings, match)), out / name)
    except ValueError as error:
        raise ValueError(f"{name}: {error}. --games counts those of all {len(KINDS)} kinds together") from None


def tasks(trial: Trial, programs: dict[str, Program]) -> Iterator[Task]:
    """The games that are still to be played: some pairs of every kind in turn."""
    done = {(name, game.number) for name, games in trial.games.items() for game in games}
    for name, fixture in blocks(trial.kinds):
        if (name, fixture.number) not in done:
            yield tournament.task(name, trial.kinds[name].match, RunOptions(adjudicate=True), fixture, programs)


def blocks(kinds: dict[str, Kind]) -> Iterator[tuple[str, Fixture]]:
    for begin in range(0, max(len(kind.fixtures) for kind in kinds.values()), BLOCK):
        for name, kind in kinds.items():
            yield from ((name, fixture) for fixture in kind.fixtures[begin:begin + BLOCK])


def play(one: Candidate, builder: Builder, options: argparse.Namespace, pool: Pool) -> Optional[dict[str, Any]]:
    """The line of the verdict; None if somebody stopped it."""
    trial, sprt = begun(one, builder, options), Sprt(*one.elo)
    builder.build(one)
    programs, began, fresh = builder.programs(one, pool), time.monotonic(), 0
    with pool.until_stopped():
        for task, game in pool.results(tasks(trial, programs)) if not sprt.verdict(trial.all_kinds()).decision else ():
            trial.add(task.name, game)
            fresh += 1
            if fresh % BLOCK == 0:
                print(standing(trial, sprt), f" {pool.words()}{3600 * fresh / (time.monotonic() - began):,.0f} games an hour", flush=True)
                if sprt.verdict(trial.all_kinds()).decision:
                    break
    return None if pool.is_stopped else result_of(trial, sprt, builder, options)


def begun(one: Candidate, builder: Builder, options: argparse.Namespace) -> Trial:
    """With the games that it has. ValueError if these are of other programs: other commits or patches have other commands."""
    command, base = builder.commands(one)
    each = dict(options.each)
    players = [Player(one.name, command, {**each, **one.info}), Player("base", base, each)]
    trial = Trial(one, {name: kind_of(name, players, options, options.out / "games" / one.name) for name in KINDS})
    for name, kind in trial.kinds.items():
        kind.out.mkdir(parents=True, exist_ok=True)
        match, trial.games[name] = folder.recorded(kind.out, kind.match, resume=True)
        schedule.demand_same_openings(kind.fixtures, trial.games[name], kind.match, kind.out)
        folder.write_record(kind.out, match, trial.games[name])
    return trial


def tried(one: Candidate, builder: Builder, options: argparse.Namespace, pool: Pool) -> Optional[dict[str, Any]]:
    """The same; a candidate that cannot be built or started gets a verdict, too, and the next one its turn."""
    try:
        return play(one, builder, options, pool)
    except ChildProcessError as error:
        return {**named(one, builder), "verdict": FAILED, "words": str(error), "games": 0}


def named(one: Candidate, builder: Builder) -> dict[str, Any]:
    """What a result says of who played."""
    return {"name": one.name, one.source: one.value, "built": built_now(one, builder), "base": builder.commit[:7] or "a program",
            "date": date.today().isoformat(), "elo0": one.elo[0], "elo1": one.elo[1], "info": one.info}


def standing(trial: Trial, sprt: Sprt) -> str:
    results = trial.all_kinds()
    verdict = sprt.verdict(results)
    return (f"{trial.candidate.name}  {results.games} games  +{results.wins} ={results.draws} -{results.losses}  "
            f"Elo {elo(results.elo())}  LLR {verdict.llr:.2f} ({verdict.lower:.2f}, {verdict.upper:.2f})")


def result_of(trial: Trial, sprt: Sprt, builder: Builder, options: argparse.Namespace) -> dict[str, Any]:
    results = trial.all_kinds()
    verdict = sprt.verdict(results)
    return {**named(trial.candidate, builder), "nodes": options.nodes, "each": dict(options.each), "games": results.games,
            "pairs": results.pairs, "elo": elo(results.elo()), "llr": round(verdict.llr, 2),
            "verdict": {"H1 accepted": PASSED, "H0 accepted": REJECTED}.get(verdict.decision, UNDECIDED),
            "kinds": {name: elo(results.elo()) for name, results in trial.by_kind().items() if results.games}}


# --- the command --------------------------------------------------------------------------------------------------------

def table(results: list[dict[str, Any]]) -> str:
    """Rows for engine/experiments.tsv."""
    return "\n".join(row(one) for one in results if one["games"])


def row(result: dict[str, Any]) -> str:
    value, low, high = figures(result["elo"])
    ended = "" if result["verdict"] in (PASSED, REJECTED) else ", not ended"
    conditions = f"all five kinds, {result['nodes']:,} nodes{settings_words(result)}, built-in, turned{ended}, adjudicated"
    return experiments.row(subject="change", date=result["date"], commit=result["base"], change=result["name"],
                           conditions=conditions, games=result["games"], elo=value, low=low, high=high,
                           sprt=f"{result['elo0']:.0f} {result['elo1']:.0f}", llr=f"{result['llr']:.2f}",
                           verdict=DECISIONS[result["verdict"]])


def figures(elo_text: str) -> tuple[int, int, int]:
    """+8.1 (-2.0 to +17.4) in whole Elo: 8, -2, 17."""
    value, low, high = (round(float(found)) for found in re.findall(r"[+-]\d+\.\d+", elo_text))
    return value, low, high


def settings_words(result: dict[str, Any]) -> str:
    sides = {"each": result.get("each", {}), "candidate": result.get("info", {})}
    return "".join(f", {side} {' '.join(f'{key}={value}' for key, value in info.items())}" for side, info in sides.items() if info)


def results_in(out: Path) -> list[dict[str, Any]]:
    """OSError if nothing has been tested there."""
    return [line for _, line in storage.read_json_lines(out / RESULTS)]


def arguments() -> argparse.Namespace:
    parser = console.Parser(prog="scripts/sprt", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("candidates", nargs="?", type=console.path, metavar="CANDIDATES", help="file with a line for each candidate")
    parser.add_argument("--out", type=console.path, required=True, metavar="FOLDER", help="folder for programs, games and results")
    parser.add_argument("--base", default="HEAD", metavar="COMMIT|PROGRAM", help="commit or program to play against (default: the commit checked out)")
    parser.add_argument("--nodes", type=console.positive, default=10_000, metavar="N", help="positions for each move and thread (default 10000)")
    parser.add_argument("--games", type=console.count, default=20_000, metavar="N", help="most games of a candidate, of all kinds together (default 20000)")
    parser.add_argument("--each", nargs="+", type=info_setting, default=[], metavar="KEY=VALUE", help="INFO settings of both sides")
    work.add_options(parser, "games")
    parser.add_argument("--seed", type=console.seed, default=1, metavar="S", help="seed of the order of openings (default 1)")
    parser.add_argument("--table", action="store_true", help="print the results as rows for engine/experiments.tsv, and play nothing")
    return parser.parse_args()


def info_setting(text: str) -> tuple[str, str]:
    try:
        return setting(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def command() -> int:
    options = arguments()
    if bool(options.candidates) == options.table:
        raise ValueError("what is wanted is either CANDIDATES or --table")
    if options.table:
        print(table(results_in(options.out)))
        return 0
    wanted, builder = candidates(options.candidates), Builder(options.out, options.base)
    options.out.mkdir(parents=True, exist_ok=True)
    with storage.claimed(options.out / LOCK, options.out), work.pool(options) as pool:
        done = {result["name"]: result for result in results_in(options.out)} if (options.out / RESULTS).exists() else {}
        for one in wanted:
            if one.name in done:
                demand_unchanged(one, done[one.name], builder)
        for one in wanted:
            if one.name not in done:
                result = tried(one, builder, options, pool)
                if result is None:
                    return console.complain("sprt", "stopped; the same command goes on from here", console.STOPPED)
                storage.append_text(options.out / RESULTS, json.dumps(result) + "\n")
                print(": ".join(word for word in (one.name, result["verdict"], result.get("words")) if word), flush=True)
    return 0


def main() -> int:
    return console.run("sprt", command)
