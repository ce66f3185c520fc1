"""scripts/match: the order of its steps. See --help."""

from __future__ import annotations

import argparse
import contextlib
import shlex
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Iterator

from . import console, copies, experiments, folder, keys, report, schedule, settings, storage, tables
from .game import demand_start
from .record import Game, Match
from .recorder import Recorder
from .referee import RULE_NAME
from .statistics import tally
from .tournament import RunOptions, Tournament

LOG_LOCK = ".log-lock"


def main() -> int:
    return console.run("match", command)


def command() -> int:
    options = settings.arguments()
    if options.report:
        storage.demand_writable(options.report)
    if options.row and not options.merge and len(options.engine) != 2:
        raise ValueError("--row tells of two engines")
    if options.merge:
        settings.demand_merge_alone(options)
        return merge(options)
    match = settings.match_of(options)
    return print_jobs(options, match) if options.jobs else play(options, match)


# --- playing ---------------------------------------------------------------------------------------------------------------

def play(options: argparse.Namespace, match: Match) -> int:
    """Play what is not played yet, then show everything."""
    fixtures = settings.fixtures(options, match)
    with folder.held(options.out) as out, run_options(options) as how:
        begun, done = folder.recorded(out, match, options.resume)
        schedule.demand_same_openings(fixtures, done, match, out)
        numbers = {game.number for game in done}
        waiting = [fixture for fixture in fixtures if fixture.number not in numbers]
        if waiting:
            demand_start(match)
            for warning in keys.warnings(match.players):
                console.complain("match", warning)
        if line := settings.openings_line(options, match):
            print(line)
        folder.write_record(out, begun, done)
        recorder = Recorder(options, out, match, done)
        whole = recorder.is_decided() or Tournament(match, how).play(waiting, recorder.take)
        recorder.finish()
        show(options, out, match, recorder.in_order())
    if not whole:
        return console.complain("match", "stopped; --resume continues from here", console.STOPPED)
    return 0


@contextlib.contextmanager
def run_options(options: argparse.Namespace) -> Iterator[RunOptions]:
    """How games are played; the folder of the logs belongs to this match meanwhile."""
    how = RunOptions(options.concurrency, options.restart, options.suspend, options.draw_after, options.adjudicate, options.log)
    if not options.log:
        yield how
        return
    options.log.mkdir(parents=True, exist_ok=True)
    with storage.claimed(options.log / LOG_LOCK, options.log):
        yield how


def show(options: argparse.Namespace, out: Path, match: Match, games: list[Game]) -> None:
    print(tables.final(match, games))
    print(f"\nkept in {out}/")
    if options.report:
        report.write(options.report, match, games)
        print(f"report: {options.report}")
    if options.row and games and len(match.players) == 2:
        print(f"\n{row(options, match, games)}")


def row(options: argparse.Namespace, match: Match, games: list[Game]) -> str:
    """The row for engine/experiments.tsv. Whether the change is in the program is for whoever reads it to say."""
    results = tally(copies.different(match, games), 0, 1)
    value, low, high = (round(one) for one in (results.elo().value, results.elo().low, results.elo().high))
    board = "" if match.width == match.height == 15 else f" {match.width}×{match.height}"
    conditions = [f"{RULE_NAME[match.rule]}{board}", *tables.limits(match), match.openings or "no openings"]
    sprt = {} if match.sprt is None else {"sprt": f"{match.sprt[0]:.0f} {match.sprt[1]:.0f}",
                                          "llr": f"{results.llr(*match.sprt[:2]):.2f}"}
    return experiments.row(subject="change", date=date.today().isoformat(), commit=options.row,
                           change=f"{match.players[0].name}; {match.players[1].name}",
                           conditions=", ".join(conditions + ["adjudicated"] * options.adjudicate), games=results.games,
                           elo=value, low=low, high=high, verdict="open", **sprt)


# --- parts, and putting them together ----------------------------------------------------------------------------------------

def print_jobs(options: argparse.Namespace, match: Match) -> int:
    """The commands of all parts, one a line: whoever runs them may run any of them again. An SPRT of its own in each would end
    parts by what is chance in them, so it is left to --merge."""
    settings.fixtures(options, match)
    out = options.out or folder.default_name()
    words = without(sys.argv[1:], {"--jobs": 1, "--out": 1, "--report": 1, "--log": 1, "--sprt": 2, "--alpha": 1, "--beta": 1})
    if options.sprt:
        console.complain("match", f"the parts play all their games; --merge decides: --sprt {' '.join(f'{elo:g}' for elo in options.sprt)}")
    for index in range(1, options.jobs + 1):
        name = f"part-{index}"
        part = ["--part", f"{index}/{options.jobs}", "--out", str(out / name), "--resume"]
        log = ["--log", str(options.log / name)] if options.log else []
        print(shlex.join([sys.argv[0], *words, *part, *log]))
    return 0


def without(words: list[str], options: dict[str, int]) -> list[str]:
    """The words of a command line without these options and so many values of each."""
    kept, skip = [], 0
    for word in words:
        option, equals, _ = word.partition("=")
        if skip:
            skip -= 1
        elif option in options:
            skip = options[option] - (1 if equals else 0)
        else:
            kept.append(word)
    return kept


def merge(options: argparse.Namespace) -> int:
    """Put parts together, and show the whole. The SPRT that is asked for takes the place of one that was asked for before."""
    match, games = folder.merged(options.merge)
    settings.demand_sprt(options, len(match.players))
    match = replace(match, sprt=settings.sprt_of(options) or match.sprt)
    with folder.held(options.out) as out:
        folder.recorded(out, match, resume=True)
        folder.write_all(out, match, games)
        show(options, out, match, games)
    return 0
