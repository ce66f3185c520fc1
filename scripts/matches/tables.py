"""The plain text of a match: a line that is updated while it runs, and the tables at its end.

Tables are narrow enough for 100 columns, whatever the number of players. The line leaves out what matters least until
it fits the terminal. Both are functions of the match and its games alone, so that resuming, merging and a look at an
old file all show the same.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from dataclasses import dataclass
from typing import Callable, Optional, Sequence

from . import copies, record
from .console import on_one_line
from .record import Game, Match, Ply
from .referee import RULE_NAME
from .statistics import PAIR_RESULTS, Estimate, Sprt, Tally, Verdict, ratings, tally

COLUMNS = 100           # no line of the final tables is longer
NAME_COLUMNS = 22       # longer names are cut
NAME_COLUMNS_MIN = 12   # to less than this no name is cut: a crosstable then shows shorter numbers instead
GAP = 2                 # blanks between the columns of a table
INTERVAL = "95 %"       # the title of the intervals
NOTHING = "-"           # in a cell without a value
MEGABYTE = 1e6


# --- the live line ----------------------------------------------------------------------------------------------------

def live_line(match: Match, games: Sequence[Game], fresh: int = 0, seconds: float = 0.0, columns: int = 80,
              workers: str = "") -> str:
    """All that is known so far on one line. `fresh` games of these took `seconds`: the time to go follows from them."""
    # In the order of the line; the number says what stays longest.
    pieces = [(9, f"{len(games)}/{match.games}")]
    if games:
        pieces += standing(match, copies.different(match, games))
    if 0 < fresh and len(games) < match.games:
        pieces.append((6, f"{clock(seconds / fresh * (match.games - len(games)))} to go"))
    if workers and fresh > 0:
        pieces.append((2, f"{workers}{3600 * fresh / seconds:,.0f} games an hour"))
    return fitting(pieces, columns - 1)     # the last column stays free: some terminals begin a new line after it


def standing(match: Match, games: Sequence[Game]) -> list[tuple[int, str]]:
    """Of the first of two players or of a gauntlet; of many players that of the leader."""
    if head_to_head(match):
        results = tally(games, 0)
        name = match.players[0].name
    else:
        results, name = max(((tally(games, index), player.name) for index, player in enumerate(match.players)),
                            key=lambda entry: entry[0].score)
    pieces = [(1, shortened(name)), (3, f"+{results.wins} ={results.draws} -{results.losses}"),
              (7, percent(results.score))]
    if head_to_head(match):
        pieces += [(5, f"Elo {elo(results.elo())}"), (4, f"LOS {percent(results.los())}")]
    if sprt := sprt_of(match):
        verdict = sprt.verdict(tally(games, 0, 1))
        pieces += [(8, f"LLR {verdict.llr:.2f}"), (2, f"({verdict.lower:.2f}, {verdict.upper:.2f})")]
        if verdict.decision:
            pieces.append((8, verdict.decision))
    return pieces


def fitting(pieces: list[tuple[int, str]], columns: int) -> str:
    """The pieces with blanks between; the least weighty are left out until the rest fits."""
    kept = list(pieces)
    while len(line := "  ".join(text for _, text in kept)) > columns and len(kept) > 1:
        kept.remove(min(kept, key=lambda piece: piece[0]))
    return line[:max(columns, 0)]


# --- the final tables -------------------------------------------------------------------------------------------------

def final(match: Match, games: Sequence[Game]) -> str:
    """Everything there is to say about a match, in sections with empty lines between."""
    sections = [heading(match, games)]
    counted = copies.different(match, games)
    if games:
        sections += [standings(match, counted), crosstable(match, counted), pairs(match, counted), sprt_line(match, counted),
                     copies_line(len(games) - len(counted)), effort(match, games), endings(games), failures(match, games)]
    return "\n\n".join(section for section in sections if section)


def limits(match: Match) -> list[str]:
    """What bounds the thinking, in words."""
    return [f"{value:g} {unit}" for value, unit in (
        (match.turn_ms, "ms a move"), (match.match_ms, "ms a game"), (match.increment_ms or None, "ms more each move"),
        (match.nodes, "nodes a move"), (match.depth, "plies deep")) if value is not None]


def heading(match: Match, games: Sequence[Game]) -> str:
    facts = [RULE_NAME[match.rule], f"{match.width}x{match.height}", f"{match.win_length} in a row", match.plan]
    facts += [", ".join(limits(match)) or "no limits"]
    facts += [f"openings {match.openings}" if match.openings else "no openings", f"seed {match.seed}"]
    played = f"{len(games)} of {match.games} games" if games else f"None of {match.games} games has been played."
    return wrapped(on_one_line("; ".join(facts))) + "\n" + played


def standings(match: Match, games: Sequence[Game]) -> str:
    """Every player, the best first."""
    results = [tally(games, index) for index in range(len(match.players))]
    two = len(match.players) == 2
    estimates = [result.elo() for result in results] if two else ratings(games, len(match.players))
    rows = [["", "player", "games", "won", "drawn", "lost", "score", "Elo", INTERVAL]]
    for place, index in enumerate(ranking(results, estimates), 1):
        result, estimate = results[index], estimates[index]
        rows.append([str(place), shortened(match.players[index].name), str(result.games), str(result.wins),
                     str(result.draws), str(result.losses), percent(result.score) if result.games else NOTHING,
                     *elo_cells(estimate)])
    scale = "Elo over the opponent" if two else "Elo of all games together, 0 on average"
    return table(rows, left=2) + f"\n{scale}; 95 % of such intervals hold the true value."


def crosstable(match: Match, games: Sequence[Game]) -> str:
    """Who scored what against whom, if all played all: points of games or, where those are too wide, percent."""
    if head_to_head(match):
        return ""
    players = range(len(match.players))
    order = ranking([tally(games, player) for player in players], ratings(games, len(players)))
    results = [[tally(games, player, other) for other in order] for player in order]
    names = [match.players[player].name for player in order]
    return crossed(names, results, points_of_games, GAP) or crossed(names, results, bare_percent, 1)


def crossed(names: list[str], results: list[list[Tally]], cell: Callable[[Tally], str], gap: int) -> str:
    """That table with such cells and gaps, and with names as long as there is room; empty if there is too little."""
    numbers = [str(place) for place, _ in enumerate(names, 1)]
    cells = [["" if row == column else cell(result) for column, result in enumerate(line)]
             for row, line in enumerate(results)]

    def with_names(title: str, column: list[str]) -> str:
        lines = [[place, name, *line] for place, name, line in zip(numbers, column, cells)]
        return table([["", title, *numbers], *lines], left=2, gap=gap)

    room = min(NAME_COLUMNS, COLUMNS - widest(with_names("", [""] * len(names))))
    if room < NAME_COLUMNS_MIN:
        return ""
    note = "\nIn percent of the points." if cell is bare_percent else ""
    return with_names("against", [shortened(name, room) for name in names]) + note


def pairs(match: Match, games: Sequence[Game]) -> str:
    """Pairs of games from one opening by their points; where two players are compared also who is better."""
    players = range(len(match.players))
    if not head_to_head(match):
        rows = [["Pairs of games of", *PAIR_RESULTS]]
        rows += [[shortened(match.players[player].name), *map(str, tally(games, player).pairs)] for player in players]
        return table(rows, left=1)
    rows, all_paired = [["against", "points", *PAIR_RESULTS, "Elo", INTERVAL, "LOS"]], True
    for other in players[1:]:
        result = tally(games, 0, other)
        rows.append([shortened(match.players[other].name), points_of_games(result), *map(str, result.pairs),
                     *elo_cells(result.elo()), percent(result.los())])
        all_paired = all_paired and (result.pentanomial or not result.games)
    note = "" if all_paired else "\nIntervals and LOS are of single games where there are too few complete pairs."
    narrow = widest(table(rows, left=1)) > COLUMNS
    return f"Pairs of games of {shortened(match.players[0].name)}\n{table(rows, left=1, gap=1 if narrow else GAP)}{note}"


def sprt_line(match: Match, games: Sequence[Game]) -> str:
    sprt = sprt_of(match)
    if not sprt:
        return ""
    results = tally(games, 0, 1)
    verdict: Verdict = sprt.verdict(results)
    counted = "pairs" if results.pentanomial else "single games"
    decision = verdict.decision or "the test goes on"
    return (f"SPRT of elo {sprt.elo0:g} against {sprt.elo1:g}, alpha {sprt.alpha:g}, beta {sprt.beta:g}\n"
            f"LLR {verdict.llr:.2f} ({verdict.lower:.2f}, {verdict.upper:.2f}) of {counted}: {decision}")


def copies_line(count: int) -> str:
    return "" if not count else wrapped(f"Copies of earlier games, move by move, perhaps turned or mirrored: {count}. They are not "
                                        "counted above; more nodes or other openings make other games.")


# --- time, speed, memory ----------------------------------------------------------------------------------------------

@dataclass
class Effort:
    """What one player spent, over all games."""

    times: list[float]
    shares: list[float]             # of the limit: each move's, or, with a limit for the game alone, each game's
    depths: list[int]
    nodes: int
    node_ms: float                  # of the moves whose nodes are known
    memory: int


def effort(match: Match, games: Sequence[Game]) -> str:
    rows = [["", "moves", "mean ms", "worst ms", "of limit", "at worst", "depth", "nodes/s", "memory"]]
    for index, player in enumerate(match.players):
        spent = spent_by(match, games, index)
        rows.append([
            shortened(player.name), str(len(spent.times)), number(mean(spent.times)),
            number(max(spent.times, default=None)), share(mean(spent.shares)), share(max(spent.shares, default=None)),
            NOTHING if not spent.depths else f"{mean(spent.depths):.1f}",
            NOTHING if not spent.node_ms else scaled(spent.nodes / spent.node_ms * 1000),
            NOTHING if not spent.memory else f"{spent.memory / MEGABYTE:.0f} MB"])
    return "Time, depth, speed, peak memory\n" + table(rows, left=1)


def spent_by(match: Match, games: Sequence[Game], player: int) -> Effort:
    spent = Effort([], [], [], 0, 0.0, 0)
    for game in games:
        if player not in (game.black, game.white):
            continue
        plies = plies_of(game, player)
        times = [ply.ms for ply in plies]
        spent.times += times
        spent.shares += shares(match, player, times)
        spent.depths += [ply.depth for ply in plies if ply.depth is not None]
        timed = [ply for ply in plies if ply.nodes is not None and ply.ms > 0]
        spent.nodes += sum(ply.nodes or 0 for ply in timed)
        spent.node_ms += sum(ply.ms for ply in timed)
        spent.memory = max(spent.memory, game.memory[0 if player == game.black else 1])
    return spent


def plies_of(game: Game, player: int) -> list[Ply]:
    """Every second of them, beginning with the colour that moves after the opening."""
    first = len(game.opening) % 2 if player == game.black else (len(game.opening) + 1) % 2
    return game.plies[first::2]


def shares(match: Match, player: int, times: list[float]) -> list[float]:
    """What part of the time they were allowed they took: of each move's, else of the whole game's."""
    turn_ms, match_ms = match.clocks(player)
    if turn_ms:
        return [ms / turn_ms for ms in times]
    if match_ms and times:
        return [sum(times) / (match_ms + match.increment_ms * len(times))]
    return []


# --- endings ----------------------------------------------------------------------------------------------------------

def endings(games: Sequence[Game]) -> str:
    counts = Counter(game.reason for game in games)
    colours = Counter("black won" if game.score == record.WIN else "white won" if game.score == record.LOSS else "drawn"
                      for game in games)
    said = [", ".join(f"{what} {count}" for what, count in counter.most_common()) for counter in (counts, colours)]
    return wrapped(f"Games ended by: {said[0]}") + "\n" + wrapped(f"By colour: {said[1]}")


def failures(match: Match, games: Sequence[Game]) -> str:
    """Every game that somebody lost by doing something wrong."""
    lines = []
    for game in sorted(games, key=lambda game: game.number):
        if (failed := game.failed) is None:
            continue
        name = shortened(match.players[failed].name)
        lines.append(wrapped(on_one_line(f"game {game.number}: {name}, {game.reason}: {game.words}"), indent="    "))
    if not lines:
        return "Nobody lost by time, a crash, a foul or an illegal move."
    return f"Lost by doing something wrong: {len(lines)}\n" + "\n".join(lines)


# --- bits -------------------------------------------------------------------------------------------------------------

def head_to_head(match: Match) -> bool:
    """Is the first player compared with others? Else everybody is with everybody."""
    return len(match.players) == 2 or match.plan == "gauntlet"


def sprt_of(match: Match) -> Optional[Sprt]:
    return Sprt(*match.sprt) if match.sprt else None


def ranking(results: list[Tally], estimates: list[Estimate]) -> list[int]:
    """Players, the best first: by rating, then by score, then as they were named."""
    return sorted(range(len(results)), key=lambda index: (-estimates[index].value, -results[index].score, index))


def points_of_games(result: Tally) -> str:
    return f"{result.wins + result.draws / 2:g}/{result.games}" if result.games else NOTHING


def bare_percent(result: Tally) -> str:
    return f"{100 * result.score:.0f}" if result.games else NOTHING


def elo(estimate: Estimate) -> str:
    return "{} ({})".format(*elo_cells(estimate))


def elo_cells(estimate: Estimate) -> list[str]:
    """+34.9, and -12.0 to +81.8"""
    value, low, high = (f"{round(elo, 1) + 0.0:+.1f}" for elo in (estimate.value, estimate.low, estimate.high))  # no -0.0
    return [value, f"{low} to {high}"]


def percent(part: float) -> str:
    return f"{100 * part:.1f} %"


def share(part: Optional[float]) -> str:
    return NOTHING if part is None else f"{100 * part:.0f} %"


def number(value: Optional[float]) -> str:
    return NOTHING if value is None else f"{value:.0f}" if value >= 10 else f"{value:.1f}"


def scaled(value: float) -> str:
    """1.2 M, 34 k, 560"""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.{1 if value < 10 * size else 0}f} {unit}"
    return f"{value:.0f}"


def mean(values: Sequence[float]) -> Optional[float]:
    return sum(values) / len(values) if values else None


def clock(seconds: float) -> str:
    """0:00:59, 12:00:00"""
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def shortened(name: str, columns: int = NAME_COLUMNS) -> str:
    """A name that leaves room for the rest: what is cut is its middle, because versions stand at the end."""
    name = on_one_line(name)
    if len(name) <= columns:
        return name
    end = (columns - 1) // 2
    return name[:columns - 1 - end] + "…" + name[-end:]


def wrapped(text: str, indent: str = "  ") -> str:
    return textwrap.fill(text, COLUMNS, subsequent_indent=indent)


def table(rows: list[list[str]], left: int, gap: int = GAP) -> str:
    """Cells in columns: so many of them to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = []
    for row in rows:
        cells = [cell.ljust(width) if index < left else cell.rjust(width)
                 for index, (cell, width) in enumerate(zip(row, widths))]
        lines.append((" " * gap).join(cells).rstrip())
    return "\n".join(lines)


def widest(text: str) -> int:
    return max(map(len, text.split("\n")))
