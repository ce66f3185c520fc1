"""The match report: one self-contained HTML file with every game of a match.

This module computes and packs the numbers; the page draws them. It is put together from the parts in report/: page.html
(what there is), page.css (how it looks), page.js and its modules (what it does), and from boards and files of page/. Style,
script and data go into the page itself, so that the file can be sent, kept and opened anywhere; a Content-Security-Policy
forbids it to load anything, and to run any script but its own.

Names and texts come from command lines and engines and may be hostile: in HTML they are
escaped, in the data no `<` is left that could end its script element, and the page writes them as text only.

The data is one JSON object; `packed` writes it, match_data.js reads it. Thousands of games have to fit, so a game is an array
(GAME_FIELDS), a point is two letters (x and y, each a digit to base 32), and what the engines reported of the moves is
one string for each kind of number (PLY_FIELDS), separated by blanks, empty where nothing was reported. Whole numbers are to
base 36 there; scores are decimal, since some engines report fractions.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from dataclasses import asdict
from pathlib import Path
from string import Template
from typing import Any, Callable, Iterable, Optional

from . import copies, modules, record, statistics
from .record import Game, Match, Player, Ply
from .referee import RULE_NAME
from .storage import named

PARTS = Path(__file__).parent / "report"

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
POINT_BASE, NUMBER_BASE = 32, 36
SCORE_DECIMALS = 2
ELO_DECIMALS = 2
LEVEL_ELO = 10              # an interval within that, above and below zero, says that players are level

NEARLY_ONE = 0.9995         # would be shown as 100.0 %, which no match can prove
GAUNTLET = "gauntlet"
SHARE_DECIMALS = 4
PROGRESS_POINTS = 150       # of a curve of the running score
BYTES_IN_MB = 1 << 20
MS_IN_S = 1000.0

GAME_FIELDS = ("number", "black", "white", "opening stones", "moves", "points of black, doubled", "reason", "words",
               "winning row", "seconds", "plies")
PLY_FIELDS: tuple[Callable[[Ply], str], ...] = (
    lambda ply: packed_number(ply.ms),
    lambda ply: "" if ply.score is None else f"{round(ply.score, SCORE_DECIMALS):g}",
    lambda ply: packed_number(ply.mate),
    lambda ply: packed_number(ply.depth),
    lambda ply: packed_number(ply.nodes),
)


def write(path: Path, match: Match, games: list[Game]) -> None:
    """Write the report of a match, or of what has been played of it, to a file."""
    with named(path):
        path.write_text(page(match, games), encoding="utf-8", errors="replace")


def page(match: Match, games: list[Game]) -> str:
    headline, detail = verdict(match, copies.different(match, games))
    style, script = styles(), script_of_page()
    return Template(part("page.html")).substitute(
        title=html.escape(" – ".join(player.name for player in match.players[:2]) or "Tengen"),
        headline=html.escape(headline), detail=html.escape(detail), style=style, style_hash=fingerprint(style),
        script=script, script_hash=fingerprint(script), data=embedded(packed(match, games)))


def script_of_page() -> str:
    """The report is in English: it needs no other language of the modules that it shares."""
    return modules.bundled(PARTS / "page.js", {"languages/languages.js": "languages/no_languages.js"})


def part(name: str) -> str:
    return (PARTS / name).read_text(encoding="utf-8")


def styles() -> str:
    return modules.part("styles/board.css") + part("page.css")


def fingerprint(text: str) -> str:
    """How a Content-Security-Policy names a style or a script that it allows."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def embedded(data: Any) -> str:
    """JSON that can stand in a script element whatever is in its strings."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


# --- words -----------------------------------------------------------------------------------------------------------

def verdict(match: Match, games: list[Game]) -> tuple[str, str]:
    """What came out, in a few words, and the numbers that say so."""
    if not games:
        return "No game has been played yet", "The match has begun, and this page knows its settings."
    if len(match.players) == 2:
        return verdict_of_two(match, games)
    return verdict_of_gauntlet(match, games) if match.plan == GAUNTLET else verdict_of_many(match, games)


def verdict_of_two(match: Match, games: list[Game]) -> tuple[str, str]:
    first = statistics.tally(games, 0)
    ahead = 0 if first.score >= 0.5 else 1
    results = statistics.tally(games, ahead)
    names = match.players[ahead].name, match.players[1 - ahead].name
    detail = f"{numbers(results)}, after {counted(len(games), 'game')}.{sprt_words(match, first)}"
    return compared(names, results), detail


def compared(names: tuple[str, str], results: statistics.Tally) -> str:
    """A headline about two players, of whom the first has not the worse score. Level are those whose true difference is
    next to none, and not those who happen to have as many points."""
    if results.elo().low > 0.0:
        return f"{names[0]} is stronger than {names[1]}"
    if -LEVEL_ELO <= results.elo().low and results.elo().high <= LEVEL_ELO:
        return f"{names[0]} and {names[1]} are level"
    if results.score == 0.5:
        return f"{names[0]} against {names[1]}: nothing is decided"
    return f"{names[0]} leads {names[1]}, but nothing is decided"


def verdict_of_gauntlet(match: Match, games: list[Game]) -> tuple[str, str]:
    """The first player is the one that the match is about."""
    results, name = statistics.tally(games, 0), match.players[0].name
    detail = f"{percent(results.score)} of the points, {numbers(results)}, after {counted(results.games, 'game')}."
    if results.elo().low > 0.0:
        return f"{name} is stronger than the field", detail
    if results.elo().high < 0.0:
        return f"{name} is weaker than the field", detail
    return f"{name} against the field: nothing is decided", detail


def verdict_of_many(match: Match, games: list[Game]) -> tuple[str, str]:
    first, second = (row["player"] for row in standings(match, games)[:2])
    duel = statistics.tally(games, first, second)
    names = match.players[first].name, match.players[second].name
    against_all = statistics.tally(games, first)
    detail = (f"{match.players[first].name} made {percent(against_all.score)} of the points in "
              f"{counted(against_all.games, 'game')}; the match has {counted(len(games), 'game')}.")
    if duel.elo().low > 0.0:
        return f"{names[0]} is first of {len(match.players)}, and stronger than {names[1]}", detail
    return f"{names[0]} is ahead of {len(match.players) - 1} others, but not clear of {names[1]}", detail


def numbers(results: statistics.Tally) -> str:
    return f"{elo_words(results.elo())} Elo, likelihood of superiority {likelihood(results.los())}"


def elo_words(elo: statistics.Estimate) -> str:
    """+23 (−5 to +52), with a true minus."""
    return f"{signed(elo.value)} ({signed(elo.low)} to {signed(elo.high)})"


def signed(value: float) -> str:
    text = format(abs(value), ".0f")
    return text if text == "0" else ("−" if value < 0 else "+") + text


def likelihood(value: float) -> str:
    return "over " + percent(0.999) if value >= NEARLY_ONE else percent(value)


def percent(value: float) -> str:
    return f"{100 * value:.1f}\N{NO-BREAK SPACE}%"


def counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def sprt_words(match: Match, results: statistics.Tally) -> str:
    if not match.sprt:
        return ""
    outcome = statistics.Sprt(*match.sprt).verdict(results)
    return f" SPRT: {outcome.decision or 'no decision yet'}, at {outcome.llr:+.2f}."


def facts(match: Match, games: list[Game]) -> list[tuple[str, str]]:
    """What was played: labels and values."""
    found = [("Rule", RULE_NAME.get(match.rule, f"rule {match.rule}").capitalize()),
             ("Board", f"{match.width} × {match.height}, {match.win_length} in a row"),
             ("Limits", limits(match)),
             ("Openings", f"by the rule {match.opening_rule}" if match.opening_rule else
              Path(match.openings).name if match.openings else "none: the empty board"),
             ("Plan", match.plan.capitalize()),
             ("Games", f"{len(games):,} of {match.games:,}"),
             ("Begun", match.started.replace("T", " ")[:16])]
    if count := len(games) - len(copies.different(match, games)):
        found.append(("Copies", f"{count:,} games are others again, move by move; they are not counted"))
    if match.sprt:
        elo0, elo1, alpha, beta = match.sprt
        found.append(("SPRT", f"{elo0:g} against {elo1:g} Elo, α {alpha:g}, β {beta:g}"))
    found += [(f"Settings of {player.name}", own_settings(player)) for player in match.players if player.info]
    return found


def own_settings(player: Player) -> str:
    """What a player was told of its own, which may be another limit than the match's."""
    return " ".join(f"{key}={value}" for key, value in player.info.items())


def limits(match: Match) -> str:
    """The time control, or what stands in its place."""
    found = []
    if match.turn_ms is not None:
        found.append(f"{match.turn_ms / MS_IN_S:g} s a move")
    if match.match_ms is not None:
        found.append(f"{match.match_ms / MS_IN_S:g} s a game")
    if match.increment_ms:
        found.append(f"+ {match.increment_ms / MS_IN_S:g} s a move")
    if match.nodes is not None:
        found.append(f"{match.nodes:,} nodes a move")
    if match.depth is not None:
        found.append(f"depth {match.depth}")
    return ", ".join(found) or "none"


# --- numbers ---------------------------------------------------------------------------------------------------------

def standings(match: Match, games: list[Game]) -> list[dict[str, Any]]:
    """A row for each player, the best first."""
    rows = [standing(player, statistics.tally(games, player), elo)
            for player, elo in enumerate(all_elo(match, games))]
    return sorted(rows, key=lambda row: (row["games"] == 0, -row["score"], row["player"]))


def standing(player: int, results: statistics.Tally, elo: statistics.Estimate) -> dict[str, Any]:
    return {"player": player, "games": results.games, "wins": results.wins, "draws": results.draws,
            "losses": results.losses, "score": results.score, "words": elo_words(elo),
            **{name: round(value, ELO_DECIMALS) for name, value in asdict(elo).items()}}


def all_elo(match: Match, games: list[Game]) -> list[statistics.Estimate]:
    """Of two players: of their tally, which counts pairs. Of many: their ratings together."""
    if len(match.players) == 2:
        return [statistics.tally(games, player).elo() for player in range(2)]
    return statistics.ratings(games, len(match.players))


def crosstable(match: Match, games: list[Game]) -> list[list[Optional[tuple[int, int, int]]]]:
    """Wins, draws and losses of the player of the row against the player of the column."""
    players = range(len(match.players))
    met = [[[0, 0, 0] for _ in players] for _ in players]
    column = {record.WIN: 0, record.DRAW: 1, record.LOSS: 2}
    for game in games:
        met[game.black][game.white][column[game.score]] += 1
        met[game.white][game.black][column[1.0 - game.score]] += 1
    return [[(cell[0], cell[1], cell[2]) if any(cell) else None for cell in row] for row in met]


def progress(games: list[Game], player: int) -> list[tuple[int, float, float, float]]:
    """After so many of the player's games: the score, and its 95 % band."""
    own = [game for game in games if player in (game.black, game.white)]
    points = []
    for count in sampled(len(own)):
        results = statistics.tally(own[:count], player)
        elo = results.elo()
        score, low, high = (round(value, SHARE_DECIMALS) for value in (
            results.score, statistics.score_at(elo.low), statistics.score_at(elo.high)))
        points.append((count, score, low, high))
    return points


def sampled(count: int) -> list[int]:
    """Numbers from 1 to count, evenly spread, the last one among them."""
    steps = min(count, PROGRESS_POINTS)
    return [round(count * step / steps) for step in range(1, steps + 1)]


def use(games: list[Game], player: int) -> dict[str, Optional[float]]:
    """The time a player took, and what it reported of its searches. None: nothing is known."""
    plies = [ply for game in games for ply in plies_of(game, player)]
    searched = [ply for ply in plies if ply.nodes is not None and ply.ms > 0]
    seconds = sum(ply.ms for ply in searched) / MS_IN_S
    memory = max((game.memory[side(game, player)] for game in games if player in (game.black, game.white)), default=0)
    return {"moves": len(plies),
            "mean": mean(ply.ms for ply in plies),
            "max": max((ply.ms for ply in plies), default=None),
            "depth": mean(ply.depth for ply in plies if ply.depth is not None),
            "speed": sum(ply.nodes for ply in searched) / seconds if seconds else None,
            "memory": memory / BYTES_IN_MB or None,
            "failures": sum(game.failed == player for game in games)}


def side(game: Game, player: int) -> int:
    """0 if the player had black, 1 if white."""
    return int(player != game.black)


def plies_of(game: Game, player: int) -> Iterable[Ply]:
    if player not in (game.black, game.white):
        return ()
    return game.plies[(len(game.opening) + side(game, player)) % 2::2]


def mean(values: Iterable[float]) -> Optional[float]:
    known = list(values)
    return sum(known) / len(known) if known else None


def worth_a_look(games: list[Game]) -> list[tuple[str, int]]:
    """Games that people want to see, each once: what is special about it, and its place in the list. The first one is shown
    large: a win that was nearly lost, if there is one, and no board that is full of stones."""
    places = range(len(games))
    won = [place for place in places if games[place].reason == record.FIVE]
    found: dict[int, str] = {}

    def choose(words: str, among: Iterable[int], measure: Callable[[int], float]) -> None:
        best = max((place for place in among if place not in found), key=measure, default=None)
        if best is not None:
            found[best] = words

    choose("The greatest turn", [place for place in won if darkest_hour(games[place]) < 0],
           lambda place: -darkest_hour(games[place]))
    choose("The longest fight", won, lambda place: len(games[place].moves))
    choose("The shortest win", won, lambda place: -len(games[place].moves))
    choose("A draw", [place for place in places if games[place].score == record.DRAW],
           lambda place: len(games[place].moves))
    choose("Lost by failure", [place for place in places if games[place].failed is not None],
           lambda place: len(games[place].moves))
    return [(words, place) for place, words in found.items()]


def darkest_hour(game: Game) -> float:
    """The lowest score that the winner reported; 0 if it reported none."""
    if game.loser is None:
        return 0.0
    winner = game.black if game.loser == game.white else game.white
    return min((ply.score for ply in plies_of(game, winner) if ply.score is not None), default=0.0)


# --- packing ---------------------------------------------------------------------------------------------------------

def packed(match: Match, games: list[Game]) -> dict[str, Any]:
    players = range(len(match.players))
    counted = copies.different(match, games)
    table = standings(match, counted)
    reasons = sorted({game.reason for game in games})
    return {
        "width": match.width, "height": match.height, "rule": match.rule, "winLength": match.win_length, "facts": facts(match, games),
        "players": [{"name": player.name, "command": player.command, "info": own_settings(player)} for player in match.players],
        "standings": table,
        "crosstable": crosstable(match, counted),
        "progress": [progress(counted, player) for player in players],
        "use": [use(games, player) for player in players],
        "worth": worth_a_look(games),
        "reasons": reasons,
        "failures": [reasons.index(reason) for reason in record.FAILURES if reason in reasons],
        "games": [packed_game(game, reasons) for game in games],
    }


def packed_game(game: Game, reasons: list[str]) -> list[Any]:
    """In the order of GAME_FIELDS."""
    return [game.number, game.black, game.white, len(game.opening), packed_points(game.moves), round(2 * game.score),
            reasons.index(game.reason), game.words, packed_points(game.winning), round(game.seconds, 1),
            [" ".join(map(packed_field, game.plies)).rstrip() for packed_field in PLY_FIELDS]]


def packed_points(points: Iterable[tuple[int, int]]) -> str:
    return "".join(digits(x, POINT_BASE) + digits(y, POINT_BASE) for x, y in points)


def packed_number(value: Optional[float]) -> str:
    return "" if value is None else digits(round(value), NUMBER_BASE)


def digits(value: int, base: int) -> str:
    if value < 0:
        return "-" + digits(-value, base)
    return (digits(value // base, base) if value >= base else "") + DIGITS[value % base]
