"""The command line of the arena; see --help."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys
import time
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Optional, TextIO

from . import files, openings, record, report, schedule, tables
from .record import Game, Match, Player
from .referee import RULE_NAME, WINS, WIN_LENGTHS, size
from .statistics import Sprt, tally
from .tournament import Manner, Tournament

GAMES_FILE, PGN_FILE, PSQ_FOLDER = "games.jsonl", "games.pgn", "games"
MIB = 1 << 20
DEFAULT_TURN_MS = 100
PLAIN_COLUMNS = 120              # of a live line that goes to a file
LIVE_LINES = 20                 # of those in a whole match
NOT_COMPARED = ("started", "sprt")      # what two parts of one match may differ in

DESCRIPTION = """\
Plays engines that speak the Gomocup protocol against each other and tells who is stronger.

  scripts/match --engine build/pbrain-tengen --engine old/pbrain-tengen --turn 100 --games 200 --openings FILE

Every opening is played twice with colours swapped; an own referee judges every move. Whoever crashes, hangs, is late,
plays out of bounds, on a stone or a forbidden point loses that game, and the match goes on. Ctrl-C ends it with the
result so far; the same command with --resume goes on from there. Everything is kept in the folder given with --out:
games.jsonl (the record, a line of JSON for each game), games.pgn, and games/ with a .psq for each, which Piskvork opens.
"""

EXAMPLES = """\
An engine is a command line (quote it if it has words), then settings of its own:
  --engine 'rapfi --config x' name=rapfi thread_num=1    name= is shown; any other KEY=VALUE is sent as INFO KEY VALUE
  --engine build/pbrain-tengen name=slow timeout_turn=50       INFO keys of the match can be overridden, too
  --each hash_size=65536                                       the same for all engines

Is the new version better? Stop as soon as it is clear, at fixed nodes, whatever else the machine does:
  scripts/match --engine new/pbrain-tengen --engine old/pbrain-tengen --nodes 20000 --sprt 0 15 --games 4000 \\
      --openings openings.txt --concurrency 2

A tournament of four at a match clock of 60 s + 0.5 s a move, renju, with a page to look at:
  scripts/match --engine A --engine B --engine C --engine D --rule 4 --turn 5000 --match 60000 --increment 500 \\
      --games 20 --openings renju.txt --report renju.html

On many machines: --jobs prints one command for each part, for GNU parallel, and --merge puts the parts together:
  scripts/match ... --out big --jobs 8 | parallel --joblog big.log --sshlogin 4/left,4/right --workdir . \\
      --return big/part-{#} --cleanup
  scripts/match --merge big/part-* --out big --report big.html
"""


def main() -> int:
    options = arguments()
    try:
        if options.merge:
            return merge(options)
        match = match_of(options)
        return print_jobs(options, match) if options.jobs else play(options, match)
    except (ValueError, OSError) as error:
        print(f"match: {error}", file=sys.stderr)
        return 2


# --- playing ---------------------------------------------------------------------------------------------------------------

def play(options: argparse.Namespace, match: Match) -> int:
    """Play what is not played yet, then show everything."""
    starts = read_openings(options, match)
    done = open_folder(options, match)
    with (options.out / GAMES_FILE).open("a") as stream:
        keeper = Keeper(options, match, done, stream)
        fixtures = [fixture for fixture in mine(schedule.fixtures(match, starts), options.part)
                    if fixture.number not in keeper.games]
        whole = keeper.is_decided() or Tournament(match, manner(options)).play(fixtures, keeper.take)
    keeper.finish()
    show(options, match, keeper.in_order())
    if not whole:
        print("match: stopped; --resume goes on from here", file=sys.stderr)
    return 0 if whole else 130


class Keeper:
    """Takes in games as they end: writes each where it belongs and says when enough have been played."""

    def __init__(self, options: argparse.Namespace, match: Match, done: list[Game], stream: TextIO) -> None:
        self.options, self.match, self.stream = options, match, stream
        self.games = {game.number: game for game in done}
        self.total = part_size(match, options.part)
        self.resumed = len(done)
        self.began = time.monotonic()
        self.shown = False

    def in_order(self) -> list[Game]:
        return [self.games[number] for number in sorted(self.games)]

    def take(self, game: Game) -> bool:
        self.stream.write(record.game_line(game) + "\n")
        self.stream.flush()
        files.write_psq(self.options.out / PSQ_FOLDER, self.match, game)
        files.append_pgn(self.options.out / PGN_FILE, self.match, game)
        self.games[game.number] = game
        self.tell(game)
        return not self.is_decided()

    def is_decided(self) -> bool:
        if not self.match.sprt:
            return False
        return bool(Sprt(*self.match.sprt).verdict(tally(self.games.values(), 0)).decision)

    def tell(self, game: Game) -> None:
        """The live line on a terminal; elsewhere the games that failed, and a line now and then."""
        if game.failed is not None or self.options.verbose:
            self.clear()
            print(f"game {game.number}: {game.words}", flush=True)
        if sys.stdout.isatty():
            print("\r\x1b[K" + self.line(shutil.get_terminal_size().columns), end="", flush=True)
            self.shown = True
        elif len(self.games) % max(1, self.total // LIVE_LINES) == 0:
            print(self.line(PLAIN_COLUMNS), flush=True)

    def line(self, columns: int) -> str:
        """How it stands, of the games of this part."""
        part_alone = replace(self.match, games=self.total)
        played = len(self.games) - self.resumed
        return tables.live_line(part_alone, self.in_order(), played, time.monotonic() - self.began, columns)

    def clear(self) -> None:
        if self.shown:
            print("\r\x1b[K", end="")

    finish = clear


def show(options: argparse.Namespace, match: Match, games: list[Game]) -> None:
    print(tables.final(match, games))
    print(f"\nkept in {options.out}/")
    if options.report:
        report.write(options.report, match, games)
        print(f"the page to look at: {options.report}")


# --- the folder of a match -------------------------------------------------------------------------------------------------

def open_folder(options: argparse.Namespace, match: Match) -> list[Game]:
    """Make the folder, or go on with it; returns the games that are played already."""
    path = options.out / GAMES_FILE
    if not path.exists():
        (options.out / PSQ_FOLDER).mkdir(parents=True, exist_ok=True)
        path.write_text(record.match_line(match) + "\n")
        return []
    if not options.resume:
        raise ValueError(f"{options.out} holds a match already; --resume goes on with it")
    before, games = record.read_file(path)
    demand_same(match, before, path)
    path.write_text("".join(line + "\n" for line in [record.match_line(before), *map(record.game_line, games)]))
    return games


def demand_same(one: Match, other: Match, path: Path) -> None:
    for name in Match.__dataclass_fields__:
        if name not in NOT_COMPARED and getattr(one, name) != getattr(other, name):
            raise ValueError(f"{path} is another match: there {name} is {getattr(other, name)!r}, "
                             f"here {getattr(one, name)!r}")


# --- parts, and putting them together ----------------------------------------------------------------------------------------

def mine(fixtures: list[schedule.Fixture], part: Optional[tuple[int, int]]) -> list[schedule.Fixture]:
    """Those of one part: every n-th pair."""
    if part is None:
        return fixtures
    index, count = part
    return [fixture for fixture in fixtures if (fixture.number - 1) // 2 % count == index - 1]


def part_size(match: Match, part: Optional[tuple[int, int]]) -> int:
    index, count = part or (1, 1)
    return 2 * len(range(index - 1, match.games // 2, count))


def print_jobs(options: argparse.Namespace, match: Match) -> int:
    """The commands of all parts, one a line: whoever runs them may run any of them again."""
    words = without(sys.argv[1:], "--jobs", "--out", "--report")
    for index in range(1, options.jobs + 1):
        part = ["--part", f"{index}/{options.jobs}", "--out", str(options.out / f"part-{index}"), "--resume"]
        print(shlex.join([sys.argv[0], *words, *part]))
    return 0


def without(words: list[str], *options: str) -> list[str]:
    """The words of a command line without these options and their values."""
    kept, skip = [], False
    for word in words:
        if skip:
            skip = False
        elif word in options:
            skip = True
        elif not word.startswith(tuple(f"{option}=" for option in options)):
            kept.append(word)
    return kept


def merge(options: argparse.Namespace) -> int:
    """Put the games of several folders together: games with the same number are the same game."""
    match, games = None, {}
    for folder in options.merge:
        path = folder / GAMES_FILE if folder.is_dir() else folder
        this, played = record.read_file(path)
        match = match or this
        demand_same(match, this, path)
        for game in played:
            games.setdefault(game.number, game)
    together = [games[number] for number in sorted(games)]
    write_all(options.out, match, together)
    show(options, match, together)
    return 0


def write_all(folder: Path, match: Match, games: list[Game]) -> None:
    (folder / PSQ_FOLDER).mkdir(parents=True, exist_ok=True)
    (folder / PGN_FILE).unlink(missing_ok=True)
    lines = [record.match_line(match), *map(record.game_line, games)]
    (folder / GAMES_FILE).write_text("".join(f"{line}\n" for line in lines))
    for game in games:
        files.write_psq(folder / PSQ_FOLDER, match, game)
        files.append_pgn(folder / PGN_FILE, match, game)


# --- what the options mean ---------------------------------------------------------------------------------------------------

def match_of(options: argparse.Namespace) -> Match:
    players = [player(words, options.each) for words in options.engine]
    if len(players) < 2:
        raise ValueError("a match takes two engines, each given by --engine")
    if options.sprt and len(players) != 2:
        raise ValueError("--sprt compares two engines")
    meetings = len(schedule.pairings(len(players), options.plan))
    width, height = options.size
    is_timed = options.nodes is None and options.depth is None
    return Match(
        players=numbered(players), rule=options.rule, width=width, height=height, win_length=options.win_length,
        plan=options.plan, games=(options.games + 1) // 2 * 2 * meetings,
        turn_ms=DEFAULT_TURN_MS if is_timed and options.turn is None and options.match is None else options.turn,
        match_ms=options.match, increment_ms=options.increment, nodes=options.nodes, depth=options.depth,
        tolerance_ms=options.tolerance, max_memory=options.memory * MIB,
        openings=options.openings.name if options.openings else "", seed=options.seed,
        sprt=[*options.sprt, options.alpha, options.beta] if options.sprt else None,
        started=datetime.now(timezone.utc).isoformat(timespec="seconds"))


def player(words: list[str], each: list[str]) -> Player:
    """COMMAND KEY=VALUE ..."""
    settings = dict(setting(word) for word in [*each, *words[1:]])
    name = settings.pop("name", "") or Path(shlex.split(words[0])[0]).name
    return Player(name, words[0], settings)


def setting(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals or not key:
        raise ValueError(f"{word!r} is not KEY=VALUE")
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


def manner(options: argparse.Namespace) -> Manner:
    if options.log:
        options.log.mkdir(parents=True, exist_ok=True)
    return Manner(options.concurrency, options.restart, options.suspend, options.draw_after, options.log)


def read_openings(options: argparse.Namespace, match: Match) -> list[list[tuple[int, int]]]:
    if not options.openings:
        return []
    found = openings.read(options.openings, match.width, match.height, options.openings_format)
    return found if options.order == "as-written" else schedule.shuffled(found, match)


def part(text: str) -> tuple[int, int]:
    index, _, count = text.partition("/")
    if not (index.isdigit() and count.isdigit() and 1 <= int(index) <= int(count)):
        raise argparse.ArgumentTypeError(f"{text!r} is not K/N")
    return int(index), int(count)


def positive(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=os.environ.get("TENGEN_NAME", "scripts/match"), description=DESCRIPTION,
                                     epilog=EXAMPLES, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)

    who = parser.add_argument_group("who plays")
    who.add_argument("--engine", nargs="+", action="append", default=[], metavar=("COMMAND", "KEY=VALUE"),
                     help="an engine, and what it alone is told; give it for each")
    who.add_argument("--each", nargs="+", default=[], metavar="KEY=VALUE", help="what every engine is told by INFO")
    who.add_argument("--plan", choices=(schedule.ROUND_ROBIN, schedule.GAUNTLET), default=schedule.ROUND_ROBIN,
                     help="everybody against everybody (default), or the first against the others")
    who.add_argument("--games", type=positive, default=100, metavar="N",
                     help="games of each pairing, half of them with either colour (default 100)")

    what = parser.add_argument_group("what is played")
    what.add_argument("--rule", type=int, default=0, choices=WINS,
                      help=", ".join(f"{number} {name}" for number, name in RULE_NAME.items()) + " (default 0)")
    what.add_argument("--size", type=size, default=(15, 15), metavar="N|WxH", help="size of the board (default 15)")
    what.add_argument("--win-length", type=int, default=5, choices=WIN_LENGTHS, help="stones in a row (default 5)")
    what.add_argument("--openings", type=Path, metavar="FILE",
                      help="openings: h8i9j10 a line, offsets, Piskvork's, or .psq; without it boards begin empty")
    what.add_argument("--openings-format", choices=("auto", "pos", "offset", "piskvork", "psq"), default="auto",
                      help="if looking at the file is not enough")
    what.add_argument("--order", choices=("random", "as-written"), default="random", help="of the openings (default random)")
    what.add_argument("--draw-after", type=int, default=0, metavar="STONES", help="call the game a draw then (default: never)")
    what.add_argument("--seed", type=int, default=1, metavar="S", help="of whatever is random (default 1)")

    limits = parser.add_argument_group("limits")
    limits.add_argument("--turn", type=positive, metavar="MS",
                        help=f"for each move (default {DEFAULT_TURN_MS}, unless another limit is given)")
    limits.add_argument("--match", type=positive, metavar="MS", help="for all moves of a game")
    limits.add_argument("--increment", type=int, default=0, metavar="MS", help="added to the match clock with each move")
    limits.add_argument("--nodes", type=positive, metavar="N", help="positions for each move (INFO max_node)")
    limits.add_argument("--depth", type=positive, metavar="N", help="plies for each move (INFO max_depth)")
    limits.add_argument("--tolerance", type=int, default=1000, metavar="MS",
                        help="an answer may be so late, as with the judge and Piskvork (default 1000)")
    limits.add_argument("--memory", type=int, default=350, metavar="MIB",
                        help="of an engine and its children, by what is theirs alone (default 350; 0: no limit)")

    how = parser.add_argument_group("how")
    how.add_argument("--concurrency", type=positive, default=1, metavar="N", help="games at the same time (default 1)")
    how.add_argument("--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"),
                     help="stop when it is clear whether the first engine is better by ELO1 or not even by ELO0")
    how.add_argument("--alpha", type=float, default=0.05, help="share of wrong yes of --sprt (default 0.05)")
    how.add_argument("--beta", type=float, default=0.05, help="share of wrong no of --sprt (default 0.05)")
    how.add_argument("--restart", action="store_true", help="a fresh process for each game")
    how.add_argument("--suspend", action="store_true", help="stop each engine while it is not its turn, as the judge does")

    keep = parser.add_argument_group("what is kept and shown")
    keep.add_argument("--out", type=Path, metavar="FOLDER", help="where (default: match-DATE-TIME)")
    keep.add_argument("--resume", action="store_true", help="go on with the match in that folder, if there is one")
    keep.add_argument("--report", type=Path, metavar="FILE", help="also make a page to look at, one file of HTML")
    keep.add_argument("--log", type=Path, metavar="FOLDER", help="keep every line that engines were told and said")
    keep.add_argument("--verbose", action="store_true", help="a line for every game")
    keep.add_argument("--jobs", type=positive, metavar="N", help="print the commands of N parts, and play nothing")
    keep.add_argument("--part", type=part, metavar="K/N", help="play only this part")
    keep.add_argument("--merge", nargs="+", type=Path, metavar="FOLDER", help="put parts together and show them")

    options = parser.parse_args()
    options.out = options.out or Path(datetime.now().strftime("match-%Y%m%d-%H%M%S"))
    return options
