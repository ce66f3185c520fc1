"""Is the match report whole, harmless and usable? Writes it for made-up matches, and uses it as a person would.

The first part reads the files: that they need nothing from outside, and that no name can break out of its place. The
second part opens them in a Chromium without a window (report.mjs); without one it is skipped, and says so.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
import unittest
from unittest import mock
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Callable, Optional

import matches_path   # noqa: F401 (it lets the next two be found)

from matches import files, record, report, sgf
from matches.record import Game, Match, Player, Ply
from matches.referee import BLACK, WHITE, Board

SKIPPED = 77
MB = 1_000_000
HOSTILE = ("<img src=x onerror=\"document.title='broken in'\"></script>"
           "<script>document.title='broken in'</script>'\"&${x}")
SVG_NAMESPACE = "http://www.w3.org/2000/svg"
ALL_REASONS = (record.FIVE, record.FULL_BOARD, record.AGREED, *record.FAILURES)


# --- made-up matches -------------------------------------------------------------------------------------------------

def a_match(names: tuple[str, ...] = ("new", "old"), width: int = 15, height: int = 15, **others: Any) -> Match:
    settings: dict[str, Any] = {
        "rule": 0, "win_length": 5, "plan": "round-robin", "games": 100, "turn_ms": 1000, "match_ms": None,
        "increment_ms": 0, "nodes": None, "depth": None, "tolerance_ms": 50, "max_memory": 0, "openings": "",
        "seed": 1, "sprt": None, "started": "2025-11-20T08:12:31", **others}
    return Match([Player(name, f"./{name}") for name in names], width=width, height=height, **settings)


def a_game(match: Match, number: int, length: int = 21, reason: str = record.FIVE, reported: bool = True) -> Game:
    """Stones row by row, for players that take turns. Who wins depends on the number; failures lose."""
    count = len(match.players)
    black = (number - 1) // 2 % count
    white = (black + 1 + (number - 1) // (2 * count) % max(1, count - 1)) % count
    if number % 2 == 0:
        black, white = white, black
    cells = [(at % match.width, at // match.width) for at in range(min(length, match.width * match.height))]
    opening = cells[:min(3, len(cells))]
    plies = [Ply(100.4 + at, score=(-1) ** at * 10.0 * at, depth=5 + at % 3, nodes=1000 * at) if reported else Ply(100.0)
             for at in range(len(cells) - len(opening))]
    if reported and plies and reason == record.FIVE:
        plies[-1].score, plies[-1].mate = None, 1
    if reason in record.FAILURES:
        plies.append(Ply(1500.0))
    score = record.DRAW if reason in (record.FULL_BOARD, record.AGREED) else float(number % 3 != 0)
    winning = cells[-9::2] if reason == record.FIVE and len(cells) > 9 else []
    return Game(number, black, white, opening, cells, plies, score, reason, f"this is how {number} ended", winning,
                [40 << 20, 50 << 20], "2025-11-20T08:12:31", 12.34)


def games_of(match: Match, count: int, **others: Any) -> list[Game]:
    return [a_game(match, number, length=15 + number % 40, **others) for number in range(1, count + 1)]


def of_all_reasons(match: Match) -> list[Game]:
    return [a_game(match, number, reason=reason) for number, reason in enumerate(ALL_REASONS, 1)]


def plain() -> tuple[Match, list[Game]]:
    match = a_match()
    return match, games_of(match, 60)


def many_players() -> tuple[Match, list[Game]]:
    match = a_match(("one", "two", "three", "four", "five", "a player with a name that is longer than most are"))
    return match, games_of(match, 90)


def failures() -> tuple[Match, list[Game]]:
    match = a_match()
    return match, of_all_reasons(match)


def wide_board() -> tuple[Match, list[Game]]:
    match = a_match(width=32, height=12)
    return match, games_of(match, 4)


def largest_board() -> tuple[Match, list[Game]]:
    match = a_match(width=32, height=32)
    return match, [a_game(match, 1, length=1024, reason=record.FULL_BOARD)]


def tic_tac_toe() -> tuple[Match, list[Game]]:
    match = a_match(width=3, height=3, win_length=3)
    return match, [a_game(match, 1, length=9, reason=record.FULL_BOARD)]


def nothing_told() -> tuple[Match, list[Game]]:
    match = a_match()
    return match, games_of(match, 5, reported=False)


def unsearched() -> tuple[Match, list[Game]]:
    """A score without depth and nodes, and a last move that was played at once; one name is much longer than the other."""
    match = a_match(("pbrain-tengen", "pbrain-tengen-with-a-longer-name"))
    game = a_game(match, 1, reported=False)
    game.plies[1] = Ply(7.0, score=12.0, depth=0, nodes=0)
    game.plies[-1] = Ply(0.0)
    return match, [game]


def nothing_played() -> tuple[Match, list[Game]]:
    return a_match(), []


def one_game() -> tuple[Match, list[Game]]:
    match = a_match(sprt=[0.0, 5.0, 0.05, 0.05])
    return match, [a_game(match, 1)]


def no_stone() -> tuple[Match, list[Game]]:
    match = a_match()
    game = a_game(match, 1, length=0, reason=record.NO_START)
    game.plies = []
    return match, [game]


def hostile() -> tuple[Match, list[Game]]:
    match = a_match((HOSTILE, "x" * 200), openings=HOSTILE)
    match.players[:] = [Player(player.name, player.command, {"key": HOSTILE, "long": "y" * 200}) for player in match.players]
    games = of_all_reasons(match)
    for game in games:
        game.words = HOSTILE
    return match, games


MATCHES: tuple[Callable[[], tuple[Match, list[Game]]], ...] = (
    plain, many_players, failures, wide_board, largest_board, tic_tac_toe, nothing_told, unsearched, nothing_played, one_game,
    no_stone, hostile)


# --- the file --------------------------------------------------------------------------------------------------------

class Reader(HTMLParser):
    """What the elements of a page are, what their attributes point to, and what stands in its data element."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, Optional[str]]]] = []
        self.data, self.title, self.inside = "", "", ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, Optional[str]]]) -> None:
        self.elements.append((tag, dict(attributes)))
        self.inside = dict(attributes).get("id") if tag == "script" else tag

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, text: str) -> None:
        if self.inside == "data":
            self.data += text
        elif self.inside == "title":
            self.title += text


class File(unittest.TestCase):
    """The report as text."""

    def test_it_needs_nothing_from_outside(self) -> None:
        for make in MATCHES:
            with self.subTest(make.__name__):
                reader = Reader(report.page(*make()))
                for tag, attributes in reader.elements:
                    self.assertNotIn("src", attributes, tag)
                    self.assertNotIn(tag, ("link", "iframe", "object", "embed", "base", "img"))
                    self.assertTrue(attributes.get("href", "#").startswith("#"), attributes)
                    self.assertFalse([name for name in attributes if name.startswith("on")], attributes)

    def test_its_parts_name_no_address(self) -> None:
        for name, part in (("html", report.part("page.html")), ("css", report.styles()),
                           ("js", report.script_of_page())):
            text = re.sub(r"/\*\*.*?\*/", "", part.replace(SVG_NAMESPACE, ""), flags=re.DOTALL)      # types name modules
            self.assertIsNone(re.search(r"https?:|//[a-z]+\.|@import|url\((?!#)|fetch\(|XMLHttp|import\(", text), name)

    def test_no_name_is_markup(self) -> None:
        page = report.page(*hostile())
        reader = Reader(page)
        self.assertNotIn("<img", page)
        self.assertEqual([tag for tag, _ in reader.elements].count("script"), 2)
        self.assertTrue(reader.title.startswith(HOSTILE))
        self.assertEqual(json.loads(reader.data)["players"][0]["name"], HOSTILE)

    def test_scripts_are_named_by_the_policy(self) -> None:
        """No script or style but the page's own can run; otherwise its own would not, either."""
        policy = next(attributes["content"] for tag, attributes in Reader(report.page(*plain())).elements
                      if attributes.get("http-equiv") == "Content-Security-Policy")
        self.assertIn("default-src 'none'", policy)
        self.assertIn(report.fingerprint(report.script_of_page()), policy)
        self.assertNotIn("unsafe", policy)

    def test_a_thousand_games_stay_small(self) -> None:
        match = a_match(width=20, height=20)
        games = [a_game(match, number, length=60) for number in range(1, 1001)]
        self.assertLess(len(report.page(match, games).encode()), 2 * MB)

    def test_moves_and_what_was_told_are_packed_whole(self) -> None:
        game = Game(7, 1, 0, [(0, 0)], [(0, 0), (31, 9), (10, 31)],
                    [Ply(470.4, score=-45.0, nodes=654336, depth=5), Ply(36.0, mate=-40)], 0.5, record.AGREED, "w", [])
        self.assertEqual(report.packed_game(game, [record.AGREED]),
                         [7, 1, 0, 1, "00v9av", 1, 0, "w", "", 0.0, ["d2 10", "-45", " -14", "5", "e0w0"]])

    def test_limits_of_a_player_are_facts(self) -> None:
        match = a_match()
        match.players[1].info.update({"timeout_turn": "4000", "thread_num": "2"})
        facts = dict(report.facts(match, []))
        self.assertEqual(facts["Limits"], "1 s a move")
        self.assertEqual(facts["Settings of old"], "timeout_turn=4000 thread_num=2")
        self.assertNotIn("Settings of new", facts)

    def test_headlines_are_honest(self) -> None:
        match = a_match()

        def headline(scores: str) -> str:
            games = [a_game(match, number) for number in range(1, len(scores) + 1)]
            for game, letter in zip(games, scores):
                to_new = {"+": 1.0, "=": 0.5, "-": 0.0}[letter]
                game.score = to_new if game.black == 0 else 1.0 - to_new
            return report.verdict(match, games)[0]

        self.assertEqual(headline("+" * 20), "new is stronger than old")
        self.assertEqual(headline("-" * 20), "old is stronger than new")
        # Four pairs of 1½ points: an interval of equal results is not to be trusted more than one of others.
        self.assertEqual(headline("+=" * 4), "new leads old, but nothing is decided")
        self.assertEqual(headline("+=" * 8), "new is stronger than old")
        self.assertEqual(headline("+"), "new leads old, but nothing is decided")
        self.assertEqual(headline("+-" * 20 + "++"), "new leads old, but nothing is decided")
        self.assertEqual(headline("+-"), "new against old: nothing is decided")
        self.assertEqual(headline("+-" * 20), "new against old: nothing is decided")
        self.assertEqual(headline("=" * 4000), "new and old are level")
        self.assertEqual(headline("=" * 4000 + "+="), "new and old are level")
        self.assertEqual(headline(""), "No game has been played yet")

    def test_the_band_of_the_score_is_wide_where_results_do_not_vary(self) -> None:
        match = a_match()
        games = [a_game(match, number) for number in range(1, 41)]
        for game in games:
            game.score = record.WIN
        widths = []
        for count, score, low, high in report.progress(games, 0)[1::2]:
            self.assertEqual(score, 0.5)
            widths.append(high - low)
        self.assertEqual(widths, sorted(widths, reverse=True))
        self.assertTrue(0.8 < widths[0] and 0.05 < widths[-1] < 0.2, widths)
        for elo in report.all_elo(match, games):
            self.assertAlmostEqual(elo.high, -elo.low, places=3)
            self.assertTrue(30 < elo.high < 40, elo)

    def test_a_win_is_shown_large_and_no_full_board(self) -> None:
        match = a_match()
        games = [a_game(match, 1, 40), a_game(match, 2, 90, record.FULL_BOARD), a_game(match, 3, 120, record.CRASH),
                 a_game(match, 4, 60)]
        with mock.patch("matches.report.darkest_hour", lambda game: 0.0):
            self.assertEqual([("The longest fight", 3), ("The shortest win", 0), ("A draw", 1), ("Lost by failure", 2)],
                             report.worth_a_look(games))
        with mock.patch("matches.report.darkest_hour", lambda game: -40.0 if game.number == 1 else 0.0):
            self.assertEqual([("The greatest turn", 0), ("The longest fight", 3)], report.worth_a_look(games)[:2])

    def test_what_a_player_used(self) -> None:
        game = Game(1, 0, 1, [(0, 0)], [(0, 0), (1, 0), (2, 0)],
                    [Ply(100.0, depth=3, nodes=500), Ply(300.0, depth=5), Ply(900.0)], 1.0, record.TIMEOUT, "",
                    memory=[1 << 20, 3 << 20])
        self.assertEqual(report.use([game], 0), {"moves": 1, "mean": 300.0, "max": 300.0, "depth": 5.0, "speed": None,
                                                 "memory": 1.0, "failures": 0})
        self.assertEqual(report.use([game], 1), {"moves": 2, "mean": 500.0, "max": 900.0, "depth": 3.0,
                                                 "speed": 5000.0, "memory": 3.0, "failures": 1})


# --- the browser -----------------------------------------------------------------------------------------------------

class Page(unittest.TestCase):
    """The report in a browser, which report.mjs uses."""

    def test_it_is_used_by_mouse_and_keys(self) -> None:
        if not shutil.which("node"):
            self.skipTest("there is no Node.js")
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for make in MATCHES:
            report.write(folder / f"{make.__name__}.html", *make())
        board = Board()
        verdict = [board.play(x, y) for x, y in plain()[1][0].moves][-1]
        expected = {"matches": [make.__name__ for make in MATCHES], "hostile": HOSTILE, "board": verdict.words,
                    "crash": ALL_REASONS.index(record.CRASH) + 1}
        (folder / "expected.json").write_text(json.dumps(expected))
        done = subprocess.run(["node", Path(__file__).with_name("report.mjs"), folder], capture_output=True, text=True)
        if done.returncode == SKIPPED:
            self.skipTest(done.stdout.strip())
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for make in (plain, wide_board, failures):
            self.check_saved(folder / make.__name__, *make())
        self.assertIn("</script>", (folder / "hostile.psq").read_text())

    def check_saved(self, path: Path, match: Match, games: list[Game]) -> None:
        """The third game is in both files as scripts/match itself has it."""
        game, size = games[2], (match.width, match.height)
        names = [match.players[side].name for side in (game.black, game.white)]
        psq = path.with_suffix(".psq").read_bytes().decode()
        self.assertEqual((files.read_psq(psq), files.read_psq_size(psq)), (game.moves, size))
        self.assertEqual(files.read_psq_moves(psq)[3][1], round(game.plies[0].ms))
        self.assertEqual(psq.split("\r\n")[-5:-3], names)
        read = sgf.read(path.with_suffix(".sgf").read_text(), (15, 15))
        self.assertEqual((list(read.moves), read.size, list(read.names)), (game.moves, size, names))
        self.assertEqual(read.winner, {1.0: BLACK, 0.0: WHITE, 0.5: None}[game.score])


if __name__ == "__main__":
    unittest.main()
