"""scripts/match: the order of its steps. See --help."""

from __future__ import annotations

import argparse
import contextlib
from datetime import date
from pathlib import Path
from typing import Iterator

from . import console, copies, experiments, folder, keys, report, schedule, settings, storage, tables, tournament, work
from .game import demand_start
from .record import Game, Match
from .recorder import Recorder
from .referee import RULE_NAME
from .seat import Task
from .statistics import tally
from .tournament import RunOptions

LOG_LOCK = ".log-lock"


def main() -> int:
    return console.run("match", command)


def command() -> int:
    options = settings.arguments()
    if options.report:
        storage.demand_writable(options.report)
    if options.row and len(options.engine) != 2:
        raise ValueError("--row tells of two engines")
    return play(options, settings.match_of(options))


# --- playing ---------------------------------------------------------------------------------------------------------------

def play(options: argparse.Namespace, match: Match) -> int:
    """Play what is not played yet, then show everything."""
    fixtures = settings.fixtures(options, match)
    with folder.held(options.out) as out, run_options(options) as how:
        begun, done = folder.recorded(out, match, options.resume)
        schedule.demand_same_openings(fixtures, done, match, out)
        numbers = {game.number for game in done}
        waiting = [fixture for fixture in fixtures if fixture.number not in numbers]
        with work.pool(options) as pool:
            programs = pool.programs(player.command for player in match.players)
            if waiting:
                pool.call(Task("start", demand_start, (match,), programs))
                for warning in keys.warnings(match.players):
                    console.complain("match", warning)
            if line := settings.openings_line(options, match):
                print(line)
            folder.write_record(out, begun, done)
            recorder = Recorder(options, out, match, done, pool)
            whole = recorder.is_decided() or tournament.play(pool, match, how, waiting, programs, recorder.take)
            recorder.finish()
        show(options, out, match, recorder.in_order())
    if not whole:
        return console.complain("match", "stopped; --resume continues from here", console.STOPPED)
    return 0


@contextlib.contextmanager
def run_options(options: argparse.Namespace) -> Iterator[RunOptions]:
    """How games are played; the folder of the logs belongs to this match meanwhile."""
    how = RunOptions(options.restart, options.suspend, options.draw_after, options.adjudicate, options.log)
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
