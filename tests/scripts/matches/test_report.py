#!/usr/bin/env python3
"""Is the match report whole, harmless and usable? Writes it for made-up matches, and uses it as a person would.

usage: test_report.py [--browser PROGRAM] [UNITTEST OPTION]...

The first part reads the files: that they need nothing from outside, and that no name can break out of its place. The
second part opens them in a Chromium without a window, presses keys and clicks, and looks at what is there then. It
needs a browser, named by --browser or by the environment variable TENGEN_TEST_BROWSER; without one it is skipped, and
says so. The browser is talked to over two pipes (--remote-debugging-pipe: JSON, each message ended by a zero byte), so
that Python's standard library is enough and no port is open.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Callable, Optional

import matches_path   # noqa: F401 (it lets the next two be found)

from matches import files, record, report, sgf
from matches.record import Game, Match, Player, Ply
from matches.referee import BLACK, WHITE, Board

BROWSER_VARIABLE = "TENGEN_TEST_BROWSER"
PATIENCE_S = 30.0           # for anything the browser is asked; a machine may be busy
LOOK_AGAIN_S = 0.05
PIPE_IN, PIPE_OUT = 3, 4    # the browser's, by the definition of --remote-debugging-pipe
FIRST_FREE = 10             # descriptors from here on are not in the way of those
READ_SIZE = 1 << 16

DESKTOP, PHONE, SMALL_PHONE, SMALLEST_PHONE = (1280, 900), (390, 844), (360, 640), (320, 568)
SCHEMES = ("light", "dark")
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

class Browser:
    """A Chromium without a window, at the other end of two pipes."""

    session: Optional[str] = None       # once there is a page to talk to

    def __init__(self, program: str, home: str) -> None:
        self.messages, self.rest = 0, b""
        self.events: list[dict[str, Any]] = []
        from_us, self.to_browser = os.pipe()
        self.from_browser, to_us = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE) for end in (from_us, to_us)]

        def put_pipes_in_place() -> None:
            for end, place in zip(ends, (PIPE_IN, PIPE_OUT)):
                os.dup2(end, place)

        options = ["--headless", "--remote-debugging-pipe", f"--user-data-dir={home}", "--no-first-run",
                   "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
                   "--disable-extensions"]
        if os.geteuid() == 0:
            options.append("--no-sandbox")
        self.process = subprocess.Popen(
            [program, *options], preexec_fn=put_pipes_in_place, pass_fds=(PIPE_IN, PIPE_OUT), start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (from_us, to_us, *ends):
            os.close(end)
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command, and wait for its answer; events that come before it are kept."""
        self.messages += 1
        message = {"id": self.messages, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE_S
        while (answer := self.read(deadline)).get("id") != self.messages:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def read(self, deadline: float) -> dict[str, Any]:
        while b"\0" not in self.rest:
            if not select.select([self.from_browser], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            if not (more := os.read(self.from_browser, READ_SIZE)):
                raise RuntimeError("the browser has ended")
            self.rest += more
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def look(self, size: tuple[int, int], scheme: str = "light") -> None:
        """The size of the window, and the colours that its owner prefers."""
        is_phone = size[0] < 600
        self.ask("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], mobile=is_phone,
                 deviceScaleFactor=2 if is_phone else 1)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme},
                                                         {"name": "prefers-reduced-motion", "value": "reduce"}])

    def open(self, path: Path, hash: str = "") -> None:
        """Load a page anew, and forget what others complained of."""
        self.ask("Page.navigate", url="about:blank")
        self.events.clear()
        self.ask("Page.navigate", url=path.as_uri() + hash)
        self.wait_for("document.readyState === 'complete' && location.href !== 'about:blank'")

    def value(self, expression: str) -> Any:
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait_for(self, expression: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not self.value(expression):
            if time.monotonic() > deadline:
                raise AssertionError(f"it never comes true that {expression}")
            time.sleep(LOOK_AGAIN_S)

    def press(self, key: str) -> None:
        text = {"text": key} if len(key) == 1 else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    def click(self, element: str, across: float = 0.5) -> None:
        """With the mouse, where that element (a CSS selector) is; `across` says how far from its left end."""
        x, y = self.value(f"""(async () => {{
            const place = document.querySelector({json.dumps(element)});
            place.scrollIntoView({{block: "center", behavior: "instant"}});
            for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);    // it is there now
            const {{left, top, width, height}} = place.getBoundingClientRect();
            return [left + width * {across}, top + height / 2];
        }})()""")
        for kind, buttons in (("mousePressed", 1), ("mouseReleased", 0)):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=buttons, clickCount=1)

    def complaints(self) -> list[str]:
        """Errors and exceptions since the page was opened."""
        self.value("new Promise(requestAnimationFrame)")
        found = []
        for event in self.events:
            method, reported = event.get("method"), event.get("params", {})
            is_error = (method == "Runtime.exceptionThrown"
                        or (method == "Runtime.consoleAPICalled" and reported["type"] in ("error", "assert", "warning"))
                        or (method == "Log.entryAdded" and reported["entry"]["level"] in ("error", "warning")))
            if is_error:
                found.append(json.dumps(reported))
        return found

    def requests(self) -> list[str]:
        return [event["params"]["request"]["url"] for event in self.events
                if event.get("method") == "Network.requestWillBeSent"]

    def close(self) -> None:
        os.close(self.to_browser)
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.from_browser)


STONES = "[...document.querySelectorAll('#board .stone')].filter(stone => stone.style.display !== 'none').length"
PLY = "Number(document.getElementById('slider').value)"
TITLE = "document.getElementById('replay-title').textContent"


@unittest.skipUnless(os.environ.get(BROWSER_VARIABLE), f"no browser named: neither --browser nor {BROWSER_VARIABLE}")
class Page(unittest.TestCase):
    """The report in a browser."""

    folder: str
    pages: dict[Callable[[], Any], Path]
    browser: Browser

    @classmethod
    def setUpClass(cls) -> None:
        program = os.environ[BROWSER_VARIABLE]
        if not shutil.which(program):
            raise RuntimeError(f"there is no browser {program}")
        cls.folder = tempfile.mkdtemp(prefix="tengen-report-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.pages = {}
        for make in MATCHES:
            cls.pages[make] = Path(cls.folder, f"{make.__name__}.html")
            report.write(cls.pages[make], *make())
        cls.browser = Browser(program, f"{cls.folder}/browser")
        cls.addClassCleanup(cls.browser.close)

    def setUp(self) -> None:
        self.browser.look(DESKTOP)

    def open(self, make: Callable[[], tuple[Match, list[Game]]], hash: str = "") -> None:
        self.browser.open(self.pages[make], hash)

    def check_replay(self, game: int, ply: int) -> None:
        """The replay shows that game at that ply, and the address soon says so."""
        self.assertEqual(self.browser.value(TITLE), f"Game {game}")
        self.assertEqual(self.browser.value(PLY), ply)
        self.assertEqual(self.browser.value(STONES), ply)

    def test_every_match_in_every_look(self) -> None:
        """No complaint, no request, and nothing to scroll sideways for."""
        for make, path in self.pages.items():
            for size in (SMALLEST_PHONE, SMALL_PHONE, PHONE, DESKTOP):
                for scheme in SCHEMES:
                    with self.subTest(match=make.__name__, size=size, scheme=scheme):
                        self.browser.look(size, scheme)
                        self.open(make)
                        self.assertEqual(self.browser.value("matchMedia('(prefers-color-scheme: dark)').matches"),
                                         scheme == "dark")
                        self.assertLessEqual(self.browser.value("document.documentElement.scrollWidth"),
                                             self.browser.value("innerWidth"))
                        self.assertEqual(self.browser.value("innerWidth"), size[0])
                        self.assertEqual(self.browser.complaints(), [])
                        self.assertEqual(set(self.browser.requests()), {path.as_uri()})

    def test_schemes_differ_and_can_be_read(self) -> None:
        paper = "getComputedStyle(document.body).backgroundColor"
        contrast = """(() => {
            const light = colour => colour.match(/[\\d.]+/g).slice(0, 3).map(part => part / 255)
                .map(part => part <= 0.04 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
                .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
            const of = (element, what) => light(getComputedStyle(document.querySelector(element))[what]);
            const paper = of("body", "backgroundColor"), card = of("main section", "backgroundColor");
            const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
            return Math.min(ratio(paper, of("h1", "color")), ratio(paper, of(".detail", "color")),
                            ratio(card, of(".caption", "color")), ratio(card, of("#elo text", "fill")));
        })()"""
        papers = set()
        for scheme in SCHEMES:
            self.browser.look(DESKTOP, scheme)
            self.open(plain)
            papers.add(self.browser.value(paper))
            self.assertGreaterEqual(self.browser.value(contrast), 4.5, scheme)
        self.assertEqual(len(papers), 2)

    def test_keys_step(self) -> None:
        self.open(plain, "#game=5&ply=10")
        self.check_replay(5, 10)
        for key, ply in (("ArrowRight", 11), ("ArrowRight", 12), ("ArrowLeft", 11), ("Home", 0), ("ArrowLeft", 0),
                         ("ArrowRight", 1), ("End", 20), ("ArrowRight", 20)):
            self.browser.press(key)
            self.check_replay(5, ply)
        self.browser.wait_for("location.hash === '#game=5&ply=20'")
        self.browser.press("n")
        self.browser.wait_for(f"{TITLE} === 'Game 6'")
        self.browser.press("p")
        self.browser.wait_for(f"{TITLE} === 'Game 5'")
        self.assertEqual(self.browser.complaints(), [])

    def test_a_click_on_a_game_opens_it(self) -> None:
        self.open(plain)
        self.browser.click("tr[data-game='3'] .words")
        self.browser.wait_for(f"{TITLE} === 'Game 3'")
        self.check_replay(3, 18)
        self.assertEqual(self.browser.value("location.hash"), "#game=3")
        top = "document.getElementById('board').getBoundingClientRect().top"
        self.browser.wait_for(f"Math.abs({top}) < innerHeight / 2")

    def test_a_click_on_a_move_a_stone_or_the_curve_jumps(self) -> None:
        self.open(plain, "#game=5")
        self.browser.click("#moves li:nth-child(7) button")
        self.check_replay(5, 7)
        self.browser.click("#board .stone[data-ply='4']")
        self.check_replay(5, 4)
        self.browser.click("#curve", across=0.75)
        self.check_replay(5, 15)

    def test_the_hash_is_followed(self) -> None:
        self.open(plain, "#game=12&ply=9")
        self.check_replay(12, 9)
        self.browser.value("location.hash = '#game=13&ply=2'")
        self.browser.wait_for(f"{TITLE} === 'Game 13'")
        self.check_replay(13, 2)
        for nonsense in ("#game=999&ply=3", "#game=x", "#ply=3", "#replay"):
            self.browser.value(f"location.hash = '{nonsense}'")
            self.check_replay(13, 2)
        self.open(plain, "#game=12&ply=9999")
        self.check_replay(12, 27)
        self.assertEqual(self.browser.complaints(), [])

    def test_coordinates_and_marks(self) -> None:
        """Row 1 is at the bottom; h8 is x 7, y 7; the last move and the opening's stones are marked."""
        self.open(wide_board, "#game=1&ply=5")
        letters = "[...document.querySelectorAll('#board .letter')]"
        at = (f"(words => {letters}.filter(letter => letter.textContent === words)"
              ".map(letter => [letter.x.baseVal[0].value, letter.y.baseVal[0].value]))")
        self.assertEqual(len(self.browser.value(letters + ".map(letter => letter.textContent)")), 2 * (32 + 12))
        self.assertLess(self.browser.value(f"{at}('12')[0][1]"), self.browser.value(f"{at}('1')[0][1]"))
        self.assertLess(self.browser.value(f"{at}('a')[0][0]"), self.browser.value(f"{at}('af')[0][0]"))
        self.assertEqual(self.browser.value("document.querySelector('#moves [aria-current]').textContent"), "5e1")
        self.assertEqual(self.browser.value("document.querySelectorAll('#board .ring').length"), 3)
        for axis, place in (("cx", f"{at}('e')[0][0]"), ("cy", f"{at}('1')[0][1]")):
            mark = f"document.querySelector('#board .last-mark').{axis}.baseVal.value"
            self.assertEqual(self.browser.value(mark), self.browser.value(place))

    def test_the_board_says_what_the_words_say(self) -> None:
        """The row that wins is drawn where the stones of its names stand."""
        self.open(plain, "#game=1")
        board = Board()
        verdict = [board.play(x, y) for x, y in plain()[1][0].moves][-1]
        stones = "[...document.querySelectorAll('#board .stone circle:nth-child(2)')]"
        places = self.browser.value(f"{stones}.map(stone => [stone.cx.baseVal.value, stone.cy.baseVal.value])")
        words = self.browser.value("[...document.querySelectorAll('#moves button')].map(move => move.lastChild.textContent)")
        letters = self.browser.value("[...document.querySelectorAll('#board .letter')].map("
                                     "letter => [letter.textContent, letter.x.baseVal[0].value, letter.y.baseVal[0].value])")
        self.assertIn(words[-1], verdict.words)
        for word, (x, y) in zip(words, places):
            self.assertTrue(any(letter == word[0] and x == at for letter, at, _ in letters), word)
            self.assertTrue(any(letter == word[1:] and y == at for letter, _, at in letters), word)

    def test_what_was_told_is_shown(self) -> None:
        reported = "document.getElementById('reported').textContent"
        self.open(plain, "#game=1&ply=5")
        for words in ("Move 5 of 16", "black e1", "−10", "101 ms", "Depth6", "1,000"):
            self.assertIn(words, self.browser.value(reported))
        self.browser.press("End")
        self.assertIn("win in 1", self.browser.value(reported))
        self.browser.press("Home")
        self.assertIn("The empty board", self.browser.value(reported))

    def saved(self, button: str) -> tuple[str, str]:
        """What a click there saves, and as what."""
        self.browser.value("""(() => {
            window.saved = null;
            URL.createObjectURL = blob => { blob.text().then(text => { window.saved = [window.savedAs, text]; }); return '#'; };
            HTMLAnchorElement.prototype.click = function() { window.savedAs = this.download; };
        })()""")
        self.browser.click(button)
        self.browser.wait_for("window.saved !== null")
        name, text = self.browser.value("window.saved")
        return name, text

    def test_the_shown_game_is_saved(self) -> None:
        """As scripts/match itself has it, which reads it again."""
        for make in (plain, wide_board, failures):
            match, games = make()
            self.open(make, "#game=3")
            name, text = self.saved("#save-psq")
            self.assertEqual(name, "game-3.psq")
            self.assertEqual(files.read_psq(text), games[2].moves)
            self.assertEqual(files.read_psq_size(text), (match.width, match.height))
            self.assertEqual(files.read_psq_moves(text)[3][1], round(games[2].plies[0].ms))
            self.assertEqual(text.split("\r\n")[-5:-3], [match.players[side].name for side in (games[2].black, games[2].white)])
            name, text = self.saved("#save-sgf")
            self.assertEqual(name, "game-3.sgf")
            record_read = sgf.read(text, (15, 15))
            self.assertEqual((list(record_read.moves), record_read.size), (games[2].moves, (match.width, match.height)))
            self.assertEqual(record_read.names, tuple(match.players[side].name for side in (games[2].black, games[2].white)))
            self.assertEqual(record_read.winner, {1.0: BLACK, 0.0: WHITE, 0.5: None}[games[2].score])
        self.open(hostile, "#game=1")
        self.assertIn("</script>", self.saved("#save-psq")[1])
        self.assertEqual(self.browser.complaints(), [])

    def test_games_can_be_sorted_and_filtered(self) -> None:
        shown = "[...document.querySelectorAll('#games tbody tr')].map(row => Number(row.dataset.game))"
        choose = "(id, value) => {{ const s = document.getElementById(id); s.value = value; " \
                 "s.dispatchEvent(new Event('change', {{bubbles: true}})); }}"
        self.open(plain)
        self.assertEqual(self.browser.value(shown), list(range(1, 26)))
        self.browser.click("#pages button:last-child")
        self.assertEqual(self.browser.value(shown), list(range(26, 51)))
        self.browser.click("#games th.number button")
        self.assertEqual(self.browser.value(shown), list(range(60, 35, -1)))
        self.browser.value(f"({choose.format()})('by-result', 'white won')")
        self.assertEqual(self.browser.value(shown), list(range(60, 0, -3)))
        self.open(failures)
        crash = ALL_REASONS.index(record.CRASH) + 1
        self.browser.value(f"({choose.format()})('by-reason', "
                           "[...document.getElementById('by-reason').options].find(o => o.label === 'crash').value)")
        self.assertEqual(self.browser.value(shown), [crash])

    def test_hostile_names_are_text(self) -> None:
        self.open(hostile, "#game=1")
        self.assertTrue(self.browser.value("document.title").startswith(HOSTILE))
        names = "[...document.querySelectorAll('.side .name')].map(name => name.textContent)"
        self.assertIn(HOSTILE, self.browser.value(names))
        self.assertIn(HOSTILE, self.browser.value("document.getElementById('ending').textContent"))
        self.assertEqual(self.browser.value("document.querySelectorAll('img').length"), 0)
        self.assertEqual(self.browser.value("document.querySelectorAll('script').length"), 2)
        self.assertEqual(self.browser.complaints(), [])

    def test_everything_can_be_reached_by_keyboard(self) -> None:
        self.open(plain)
        nameless = """[...document.querySelectorAll("button, a, input, select")].filter(control => !control.disabled &&
            !(control.getAttribute("aria-label") || control.textContent.trim() || control.labels?.length))
            .map(control => control.outerHTML)"""
        self.assertEqual(self.browser.value(nameless), [])
        self.assertEqual(self.browser.value("document.querySelectorAll('#games tbody a').length"), 25)


def main() -> None:
    if "--browser" in sys.argv:
        at = sys.argv.index("--browser")
        os.environ[BROWSER_VARIABLE] = sys.argv[at + 1]
        del sys.argv[at:at + 2]
        setattr(Page, "__unittest_skip__", False)
    unittest.main()


if __name__ == "__main__":
    main()
