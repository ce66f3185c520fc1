"""The options of scripts/match, and the match that they describe.

Options that contradict each other are refused here, in one sentence, before the first game.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Optional

from . import adjudication, builtin, console, opening_rules, openings, schedule, work
from .engine import command_words
from .record import Match, Player
from .referee import RULE_NAME, WIN_LENGTHS, Board, board_fault, size
from .schedule import Fixture
from .statistics import Sprt

MIB = 1 << 20
MEMORY_MAX_MIB = 1 << 30        # no machine has more
DEFAULT_TURN_MS = 100
EMPTY_BOARDS = Path("none")     # what --openings says for games without an opening
CLOCKS = ("timeout_turn", "timeout_match")      # INFO keys by which an engine has clocks of its own

DESCRIPTION = """\
Plays engines that speak the Gomocup protocol against each other and reports which is stronger.

  scripts/match --engine build/pbrain-tengen --engine old/pbrain-tengen --turn 100 --games 200

Every opening is played twice with colours swapped; an independent referee judges every move. An engine that crashes,
hangs, is late, or plays outside the board, on a stone or on a forbidden point loses that game, and the match goes on.
Ctrl-C ends the match with the result so far. The same command with --resume continues it; --games may then be larger.
The folder of --out holds the record games.jsonl (a line of JSON for each game), and games/ with a .psq file for each
game, which Piskvork opens.
"""

EXAMPLES = """\
An engine is a command line (quote it if it has words), then its own settings:
  --engine 'rapfi --config x' name=rapfi thread_num=1    name= is shown; any other KEY=VALUE is sent as INFO KEY VALUE
                                                         (there is a warning about keys that Tengen does not know)
  --engine build/pbrain-tengen name=slow timeout_turn=50       INFO keys of the match can be overridden, too
  --each hash_size=65536                                       the same for all engines

Is the new version better? Stop as soon as that is clear. Fixed nodes allow other work on the machine:
  scripts/match --engine new/pbrain-tengen --engine old/pbrain-tengen --nodes 20000 --sprt 0 15 --games 4000 \\
      --concurrency 2

A renju tournament of four engines, with 60 s a game and 0.5 s more for each move, and a report:
  scripts/match --engine A --engine B --engine C --engine D --rule 4 --turn 5000 --match 60000 --increment 500 \\
      --games 20 --openings renju.txt --report renju.html

On many machines, with a cluster of Dask (scripts/README.md):
  scripts/match --engine ./new-tengen --engine /opt/rapfi/pbrain-rapfi --nodes 20000 --games 4000 \\
      --cluster tcp://localhost:8786
Programs with relative paths are sent to the workers. Those with absolute paths must be there already.
"""


# --- the match --------------------------------------------------------------------------------------------------------

def match_of(options: argparse.Namespace) -> Match:
    """The match that is asked for. ValueError says why it cannot be."""
    players = [player(words, options.each) for words in options.engine]
    width, height = options.size
    demand_sense(options, len(players))
    meetings = len(schedule.pairings(len(players), options.plan))
    is_timed = options.nodes is None and options.depth is None
    return Match(
        players=numbered(players), rule=options.rule, width=width, height=height, win_length=options.win_length,
        plan=options.plan, games=(options.games + 1) // 2 * 2 * meetings,
        turn_ms=DEFAULT_TURN_MS if is_timed and options.turn is None and options.match is None else options.turn,
        match_ms=options.match, increment_ms=options.increment, nodes=options.nodes, depth=options.depth,
        tolerance_ms=options.tolerance, max_memory=options.memory * MIB,
        openings=openings_name(options), seed=options.seed,
        sprt=sprt_of(options),
        started=datetime.now(timezone.utc).isoformat(timespec="seconds"), opening_rule=options.opening_rule or "")


def demand_sense(options: argparse.Namespace, players: int) -> None:
    """Refuses options that are valid one by one but contradict each other."""
    if players < 2:
        raise ValueError("a match takes two engines, each given by --engine")
    width, height = options.size
    if fault := board_fault(options.rule, width, height, options.win_length):
        raise ValueError(fault)
    if options.opening_rule and (fault := opening_rules.rules()[options.opening_rule].fault(width, height, options.win_length)):
        raise ValueError(f"--opening-rule {fault}")
    if options.opening_rule and options.openings not in (None, EMPTY_BOARDS):
        raise ValueError("--opening-rule lets the engines put the openings, so --openings does not go with it")
    if options.increment and options.match is None:
        raise ValueError("--increment is added to the clock of --match, and there is none")
    if options.resume and not options.out:
        raise ValueError("--resume takes --out, the folder of the match to go on with")
    if options.log and options.cluster:
        raise ValueError("--log keeps what engines say on this machine, so it does not go with --cluster")
    if options.sprt and players != 2:
        raise ValueError("--sprt compares two engines")
    if options.sprt:
        elo0, elo1 = options.sprt
        Sprt(elo0, elo1, options.alpha, options.beta)


def sprt_of(options: argparse.Namespace) -> Optional[list[float]]:
    """As a record has it."""
    return [*options.sprt, options.alpha, options.beta] if options.sprt else None


def player(words: list[str], each: list[str]) -> Player:
    """COMMAND KEY=VALUE ..."""
    settings = dict(setting(word) for word in [*each, *words[1:]])
    try:
        program = command_words(words[0])[0]
    except ValueError as error:
        raise ValueError(f"--engine {console.shown(words[0])}: {error}") from None
    return Player(settings.pop("name", "") or Path(program).name, words[0], settings)


def setting(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals or not key or set(word) & console.LINE_ENDS:
        raise ValueError(f"{console.shown(word)} is not KEY=VALUE")
    if key in CLOCKS and not (console.is_decimal(value) and int(value) <= console.MS_MAX):
        raise ValueError(f"{console.shown(word)}: a clock has 0 to {console.MS_MAX} ms")
    return key, value


def numbered(players: list[Player]) -> list[Player]:
    """With names that differ: the second tengen becomes tengen-2."""
    result, seen = [], set()
    for one in players:
        name, copy = one.name, 2
        while name in seen:
            name, copy = f"{one.name}-{copy}", copy + 1
        seen.add(name)
        result.append(replace(one, name=name))
    return result


# --- its games --------------------------------------------------------------------------------------------------------

def fixtures(options: argparse.Namespace, match: Match) -> list[Fixture]:
    """The games of the match, from openings that can be played."""
    found = read_openings(options, match)
    games = schedule.fixtures(match, found)
    for opening in {game.opening: None for game in games}:
        openings.demand_playable(list(opening), Board(match.width, match.height, match.rule, match.win_length))
        if 0 < options.draw_after <= len(opening):
            raise ValueError(f"--draw-after {options.draw_after}: there are openings of {len(opening)} stones")
    return games


def built_in(options: argparse.Namespace) -> Optional[builtin.Chosen]:
    """The set of openings for a match that names none."""
    width, height = options.size
    return builtin.choose(options.rule, width, height, options.win_length)


def openings_name(options: argparse.Namespace) -> str:
    """What the record calls the openings; a set that has grown is another."""
    if options.openings or options.opening_rule:
        return options.openings.name if options.openings not in (None, EMPTY_BOARDS) else ""
    chosen = built_in(options)
    return f"{chosen.name} (built in, {len(chosen.openings)})" if chosen else ""


def read_openings(options: argparse.Namespace, match: Match) -> list[list[tuple[int, int]]]:
    if options.openings == EMPTY_BOARDS or options.opening_rule:
        return []
    if options.openings:
        found = openings.read(options.openings, match.width, match.height, options.openings_format)
    else:
        chosen = built_in(options)
        found = chosen.openings if chosen else []
    return found if options.order == "as-written" else schedule.shuffled(found, match)


def openings_line(options: argparse.Namespace, match: Match) -> Optional[str]:
    """The line that names the set used where no openings are named; None where some are."""
    if options.openings or options.opening_rule:
        return None
    chosen = built_in(options)
    if chosen is None:
        return (f"openings: none are built in for {match.win_length} in a row on {match.width}x{match.height}, so all "
                "boards begin empty; --openings FILE names some")
    place = "" if chosen.side == match.width == match.height else \
        f", in the middle of the {match.width}x{match.height} board"
    return f"openings: the {len(chosen.openings)} built in as {chosen.name}{place}"


# --- the command line ---------------------------------------------------------------------------------------------------

def read_size(text: str) -> tuple[int, int]:
    try:
        return size(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{console.shown(text)} is no size such as 15 or 20x12") from None


def arguments(words: Optional[list[str]] = None) -> argparse.Namespace:
    """Of these words, or of the command line."""
    parser = console.Parser(prog="scripts/match", description=DESCRIPTION, epilog=EXAMPLES,
                            allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
    for add_group in (add_players, add_board, add_limits, add_run_options, add_results):
        add_group(parser)
    return parser.parse_args(words)


def add_players(parser: argparse.ArgumentParser) -> None:
    who = parser.add_argument_group("who plays")
    who.add_argument("--engine", nargs="+", action="append", default=[], metavar=("COMMAND", "KEY=VALUE"),
                     help="an engine and its own INFO settings; give it once for each engine")
    who.add_argument("--each", nargs="+", default=[], metavar="KEY=VALUE", help="INFO settings of all engines")
    who.add_argument("--plan", choices=(schedule.ROUND_ROBIN, schedule.GAUNTLET), default=schedule.ROUND_ROBIN,
                     help="every engine against every other (default), or the first against the others")
    who.add_argument("--games", type=console.count, default=100, metavar="N",
                     help="games of each pairing, half of them with each colour (default 100)")


def add_board(parser: argparse.ArgumentParser) -> None:
    what = parser.add_argument_group("what is played")
    what.add_argument("--rule", type=console.rule_of(RULE_NAME), default=0, metavar="R",
                      help=", ".join(f"{number} {name}" for number, name in RULE_NAME.items()) + " (default 0)")
    what.add_argument("--size", type=read_size, default=(15, 15), metavar="N|WxH", help="size of the board (default 15)")
    what.add_argument("--win-length", type=int, default=5, choices=WIN_LENGTHS, help="stones in a row that win (default 5)")
    what.add_argument("--openings", type=console.path, metavar="FILE",
                      help="file of openings: lines like h8i9j10, offsets, Piskvork's format, or .psq; none: boards begin empty "
                           "(default: the openings built in for rule and size). When they run out, they are turned and "
                           "mirrored; at fixed nodes or depth no position comes twice")
    what.add_argument("--opening-rule", choices=opening_rules.rules(), metavar="NAME",
                      help="the engines put each opening and choose colours by this rule: "
                           + ", ".join(opening_rules.rules()) + " (all but swap2 need engines that know OPENING)")
    what.add_argument("--openings-format", choices=openings.KINDS, default=openings.AUTO,
                      help="format of that file (default: found by looking at it)")
    what.add_argument("--order", choices=("random", "as-written"), default="random", help="order of the openings (default random)")
    what.add_argument("--draw-after", type=console.not_negative, default=0, metavar="STONES",
                      help="call a game a draw after this many stones (default 0: never)")
    what.add_argument("--adjudicate", action="store_true",
                      help=f"end games that both engines consider decided: {adjudication.RULES.replace('%', '%%')} "
                           "(default: all are played out)")
    what.add_argument("--seed", type=console.seed, default=1, metavar="S", help="seed of all random choices (default 1)")


def add_limits(parser: argparse.ArgumentParser) -> None:
    limits = parser.add_argument_group("limits")
    limits.add_argument("--turn", type=console.positive, metavar="MS",
                        help=f"time for each move (default {DEFAULT_TURN_MS}, unless another limit is given)")
    limits.add_argument("--match", type=console.positive, metavar="MS", help="time of each engine for all moves of a game")
    limits.add_argument("--increment", type=console.not_negative, default=0, metavar="MS",
                        help="time that each move adds to the clock of --match")
    limits.add_argument("--nodes", type=console.positive, metavar="N", help="positions for each move and thread (INFO max_node)")
    limits.add_argument("--depth", type=console.positive, metavar="N", help="plies for each move (INFO max_depth)")
    limits.add_argument("--tolerance", type=console.not_negative, default=1000, metavar="MS",
                        help="how late an answer may be, as with the judge and Piskvork (default 1000)")
    limits.add_argument("--memory", type=console.whole(0, MEMORY_MAX_MIB), default=350, metavar="MIB",
                        help="memory of an engine and its child processes, without what they share with others "
                             "(default 350; 0: no limit)")


def add_run_options(parser: argparse.ArgumentParser) -> None:
    how = parser.add_argument_group("how")
    work.add_options(how, "games")
    how.add_argument("--sprt", nargs=2, type=console.finite, metavar=("ELO0", "ELO1"),
                     help="stop as soon as it is clear whether the first engine is stronger by ELO1 or only by ELO0")
    how.add_argument("--alpha", type=console.finite, default=0.05,
                     help="probability that --sprt wrongly accepts ELO1 (default 0.05)")
    how.add_argument("--beta", type=console.finite, default=0.05,
                     help="probability that --sprt wrongly accepts ELO0 (default 0.05)")
    how.add_argument("--restart", action="store_true", help="start a new process for each game")
    how.add_argument("--suspend", action="store_true", help="suspend each engine while it is not its turn, as the judge does")


def commit(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{7}", text):
        raise argparse.ArgumentTypeError("seven digits of a commit are needed, such as 3206a23")
    return text


def add_results(parser: argparse.ArgumentParser) -> None:
    keep = parser.add_argument_group("what is kept and shown")
    keep.add_argument("--out", type=console.path, metavar="FOLDER", help="folder of the match (default: match-DATE-TIME)")
    keep.add_argument("--resume", action="store_true",
                      help="continue the match in that folder, if there is one; --games may be larger than before")
    keep.add_argument("--report", type=console.path, metavar="FILE", help="also write a report as one HTML file")
    keep.add_argument("--row", type=commit, metavar="COMMIT",
                      help="also print a row for engine/experiments.tsv; COMMIT is that of the first of two engines")
    keep.add_argument("--log", type=console.path, metavar="FOLDER",
                      help="keep every line that is sent to the engines or received from them")
    keep.add_argument("--verbose", action="store_true", help="print a line for every game")
