"""Every script is fed every kind of wrong file, at every place where it takes one: it says so in one line, and ends with 2.

A script, or an option that names a file, that is not in SCRIPTS makes the last test fail.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pty
import random
import re
import select
import shlex
import signal
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Callable, Iterator
from unittest import mock

import forked
from matches_path import ROOT, game, match, pair

from books import explorer, growing
from matches import collect, console, puzzles, record, report, settings, speed, tables, trials, tunelog, tuning
from matches.typed import reader
from proofs import command as verify, solving
from tui import command

SCRIPTS = ROOT / "scripts"
MOCK = shlex.join([sys.executable, str(Path(__file__).resolve().parent / "mock.py")])      # a fair engine
PATIENCE_S = 300    # for what takes seconds, on a machine that has other things to do
REFUSED = console.REFUSED

GOOD_OPENINGS = "# three\nh8h9i8\nc3d4\nk11k12\n"
GOOD_PSQ = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,0\r\na\r\nb\r\n0\r\n1,freestyle\r\n"
GOOD_PUZZLE = {"id": "one", "rule": "renju", "size": 15, "side": "black", "kind": "vcf", "black": ["H8", "H9"],
               "white": ["A1", "B2"], "losing": ["B2", "C3"], "half": "dev", "win": "H10", "plies": 7}
PARAMETER = "A 5 1 9"

# A program that knows no more of Tengen than scripts/tune asks for.
TUNABLE = f"""#!/bin/sh
case $1 in
--version) echo "a program" ;;
margins | parameters) echo "{PARAMETER}" ;;
openings) echo h8h9; echo c3d4 ;;
duel) while read -r line; do echo "1 ="; done ;;
esac
"""


def good_record() -> str:
    games = [*pair(0, 0, 1, (1, 0.5)), *pair(1, 0, 1, (0, 1)), game(5, 0, 1)]
    return "".join(f"{line}\n" for line in [record.match_line(match()), *map(record.game_line, games)])


def good_tuning() -> str:
    settings = {"type": "tuning", "format": tunelog.FORMAT, "kinds": [{"rule": 0, "width": 15, "height": 15, "openings": ""}],
                "parameters": [{"name": "A", "value": 5, "least": 1, "most": 9}],
                "gains": {"a": 0.6, "c": 0.35, "A": 50.0, "alpha": 0.602, "gamma": 0.101},
                "nodes": 4000, "pairs": 16, "iterations": 500, "seed": 1, "engine": "program",
                "match": 0, "increment": 0}
    steps = [{"type": "iteration", "number": number, "game": 0, "scores": [0.5] * 16, "values": {"A": 5.0 + number}}
             for number in (1, 2)]
    lines = [settings, {"type": "openings", "game": 0, "openings": ["h8h9", "c3d4"]}, *steps]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


GOOD = {"openings": GOOD_OPENINGS, "psq": GOOD_PSQ, "puzzles": json.dumps([GOOD_PUZZLE]), "record": good_record(),
        "tuning": good_tuning(), "program": TUNABLE}

# What can be wrong with a file; "empty" and "short" are files that somebody was interrupted in writing.
MISSING, FOLDER, BINARY, NOISE, EMPTY, ENDLESS, OTHER, DEEP = KINDS = (
    "missing", "folder", "binary", "noise", "empty", "endless", "other", "deep")
FINE = "fine"

# The script, its words (FILE is the file, NEW a name that is free), what good files are like, and what else is no fault.
PLAYERS = ("--engine", "true", "--engine", "true")
MOCKS = ("--engine", "MOCK good", "--engine", "MOCK good 2", "--games", "2")
PLACES: tuple[tuple[str, tuple[str, ...], str, tuple[str, ...]], ...] = (
    ("match", (*MOCKS, "--out", "NEW", "--openings", "FILE"), "openings", ()),
    ("match", (*MOCKS, "--out", "NEW", "--openings-format", "psq", "--openings", "FILE"), "psq", ()),
    ("match", (*PLAYERS, "--resume", "--out", "RECORD"), "", ()),
    ("match", ("--engine", "FILE", "--engine", "FILE", "--out", "NEW"), "", ()),
    ("match", (*PLAYERS, "--out", "FILE"), "", (MISSING, FOLDER)),
    ("match", (*PLAYERS, "--log", "FILE", "--out", "NEW"), "", (MISSING, FOLDER)),
    ("match", (*PLAYERS, "--report", "FILE/page.html", "--out", "NEW"), "", (FOLDER,)),
    ("puzzles", ("FILE", "--engine", "true"), "", ()),
    ("puzzles", ("GOOD", "--engine", "FILE"), "", ()),
    ("puzzles", ("GOOD", "--engine", "true", "--prove", "9", "--prover", "FILE"), "", ()),
    ("collect", ("RECORD", "--engine", "MOCK", "--out", "NEW"), "", ()),
    ("collect", ("MATCH", "--engine", "FILE", "--out", "NEW"), "", ()),
    ("collect", ("MATCH", "--engine", "MOCK", "--out", "FILE/out.json"), "", (FOLDER,)),
    ("collect", ("MATCH", "--engine", "MOCK", "--out", "NEW", "--answers", "FILE"), "", (MISSING, EMPTY, DEEP)),
    ("tune", ("--program", "FILE", "--log", "NEW"), "", ()),
    ("tune", ("--program", "PROGRAM", "--iterations", "1", "--log", "NEW", "--game", "0", "15", "FILE"), "openings", ()),
    ("tune", ("--program", "PROGRAM", "--iterations", "2", "--resume", "--log", "FILE"), "tuning", (MISSING,)),
    ("sprt", ("FILE", "--out", "NEW", "--base", "PROGRAM"), "", ()),
    ("sprt", ("CANDIDATES", "--out", "FILE", "--base", "PROGRAM"), "", (MISSING, FOLDER)),
    ("speed", ("FILE", "FILE"), "", ()),
    ("selfplay", ("NEW", "--games", "1", "--program", "FILE"), "", ()),
    ("book", ("NEW", "--openings", "FILE", "--program", "PROGRAM"), "", ()),
    ("book", ("NEW", "--program", "FILE"), "", ()),
    ("explorer", ("NEW", "--out", "NEW/out", "--program", "FILE", "--concurrency", "1"), "", ()),
    ("train", ("0", "NEW", "--program", "FILE"), "", ()),
    ("bundle.py", ("NEW", "1700000000", "name=FILE"), "psq", (BINARY, NOISE, EMPTY, OTHER, DEEP, FOLDER)),
    ("bundle.py", ("FILE/out.zip", "1700000000", "name=/dev/null"), "", (FOLDER,)),
    ("verify", ("FILE",), "", ()),
    ("solve", ("h8", "--out", "NEW", "--program", "FILE"), "", ()),
    ("solve", ("h8", "--out", "FILE", "--program", "PROGRAM"), "", (MISSING, FOLDER)),
    ("play", ("FILE",), "psq", ()),
    ("review", ("FILE", "--quiet", "--engine", "MOCK good", "--out", "NEW"), "psq", ()),
    ("review", ("GOOD", "--quiet", "--engine", "MOCK good", "--out", "FILE/page.html"), "psq", (FOLDER,)),
)
# Options whose value is a file or a folder, and where the scripts take them from.
OPTIONS = {settings: {"--engine", "--openings", "--out", "--report", "--log"}, puzzles: {"file", "--engine", "--prover"},
           collect: {"folders", "--engine", "--out", "--answers"},
           tuning: {"--program", "--log", "--game"}, command: {"game", "--black", "--white"}, verify: {"proofs"},
           growing: {"file", "--openings", "--program"}, explorer: {"folder", "--out", "--program"},
           solving: {"--out", "--program"}, trials: {"candidates", "--out", "--base"}, speed: {"new", "old"}}
NAMES_OF_FILES = ("COMMAND", "OPENINGS", "PROGRAM", "WHO")     # what the help calls words that can be files
# These take no file, hand their words on, or are read by other scripts; --black and --white are for tests/scripts/tui.
WITHOUT_FILES = {"README.md", "commit", "common.sh", "fuzz", "installed.in", "package", "release", "run", "test", "uninstall.cmake.in", "wine", "web", "web_server.py", "pbrain-tengen.6.in"}


class InputTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "in").mkdir()

    def file(self, kind: str) -> Path:
        """A file that is wrong in that way."""
        path = self.folder / "in" / kind
        data = {BINARY: bytes(range(256)) * 99, NOISE: bytes(random.Random(1).choices(range(1, 256), k=9999)), EMPTY: b"",
                OTHER: b'[{"id":"x"}]\n', DEEP: b"[" * 200_000}
        if kind == ENDLESS:
            return Path("/dev/zero")
        if kind == FOLDER:
            path.mkdir(exist_ok=True)
        elif kind in data:
            path.write_bytes(data[kind])
        return path

    def good(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def run_script(self, script: str, words: tuple[str, ...], file: Path, good: str) -> tuple[int, str]:
        """The exit status and what was said on standard error. Everything it makes is new."""
        outputs = Path(tempfile.mkdtemp(dir=self.folder))
        recorded = outputs / "recorded"
        recorded.mkdir()
        (recorded / "games.jsonl").symlink_to(file)
        played = self.folder / "played"
        played.mkdir(exist_ok=True)
        self.good("played/games.jsonl", GOOD["record"])
        values = {"CANDIDATES": str(self.good("candidates", "none program=/nowhere\n")), "MATCH": str(played), "MOCK": MOCK, "FILE": str(file), "NEW": str(outputs / "new"), "RECORD": str(recorded),
                  "GOOD": str(self.good("good", GOOD[good or "puzzles"])), "PROGRAM": str(self.good("program", TUNABLE))}
        pattern = re.compile("|".join(values))
        command = [str(SCRIPTS / script), *(pattern.sub(lambda found: values[found[0]], word) for word in words)]
        return at_terminal(command, outputs) if script == "play" else piped([sys.executable, *command], self.folder)

    def assert_refused(self, script: str, done: tuple[int, str]) -> None:
        status, said = done
        self.assertEqual((status, said.count("\n")), (REFUSED, 1), said)
        self.assertRegex(said, rf"^{script}: \S.*\n$")


def piped(command: list[str], folder: Path) -> tuple[int, str]:
    done = forked.run(command, folder, PATIENCE_S)
    return done.returncode, done.stderr


def at_terminal(command: list[str], state: Path) -> tuple[int, str]:
    """scripts/play wants a terminal, and its installation is not what is tested; a fault is said before the board."""
    _, *words = command
    pid, master = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, str(SCRIPTS / "tui"), *words],
                  {**os.environ, "XDG_STATE_HOME": str(state)})
    said = b""
    with contextlib.suppress(OSError):      # when the other end is closed
        while select.select([master], [], [], PATIENCE_S)[0] and (part := os.read(master, 4096)):
            said += part
    os.kill(pid, signal.SIGKILL)            # nothing more is said: it has ended, or shows a board
    os.close(master)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said.decode().replace("\r\n", "\n")


def takes_file(words: tuple[str, ...]) -> bool:
    """Is it FILE itself that is read, and no file in a folder of that name?"""
    return any(word in ("FILE", "name=FILE") for word in words)


class WrongFiles(InputTest):
    def test_every_place_and_every_kind(self) -> None:
        for script, words, good, fine in PLACES:
            for kind in KINDS:
                if kind not in fine:
                    with self.subTest(script=script, words=words, kind=kind):
                        file = self.file(kind)
                        status, said = self.run_script(script, words, file, good)
                        self.assert_refused(script, (status, said))
                        self.assertRegex(said, f"{file.name}|games.jsonl|true")

    def test_good_files_are_good(self) -> None:
        """Or the test above would prove nothing."""
        for script, words, good, _ in PLACES:
            if good and script != "play" and takes_file(words):
                with self.subTest(script=script, words=words):
                    path = self.good("input", GOOD[good])
                    self.assertEqual(self.run_script(script, words, path, good), (0, ""))

    def test_files_that_were_cut_off(self) -> None:
        """Wherever that was, there is no more than one line to say."""
        for script, words, good, _ in PLACES:
            if not good or script == "play" or not takes_file(words):
                continue
            for part in (1, 4, 7):
                with self.subTest(script=script, words=words, part=part):
                    text = GOOD[good][:len(GOOD[good]) * part // 8]
                    done = self.run_script(script, words, self.good("input", text), good)
                    if done != (0, ""):
                        self.assert_refused(script, done)

    def test_every_option_for_a_file_is_tried(self) -> None:
        for module, options in OPTIONS.items():
            with mock.patch.object(console.Parser, "parse_args", lambda parser, *_: parser):
                actions = module.arguments()._actions
            taken = {(action.option_strings or [action.dest])[-1] for action in actions if is_for_files(action)}
            self.assertEqual(taken, options, module.__name__)
        scripts = {path.name for path in SCRIPTS.iterdir() if path.is_file()}
        self.assertEqual(scripts, {script for script, *_ in PLACES} | WITHOUT_FILES)


class WrongWords(InputTest):
    def test_one_sentence_whatever_the_script(self) -> None:
        """And not the usage of all its options first."""
        for script in sorted({script for script, *_ in PLACES} - {"bundle.py"}):
            for words in (("--no-such-option",), ("--no-such-option", "x", "y", "z")):
                with self.subTest(script=script, words=words):
                    self.assert_refused(script, self.run_script(script, words, self.folder, ""))


def is_for_files(action: argparse.Action) -> bool:
    return action.type in (console.path, console.file, Path) or any(name in str(action.metavar) for name in NAMES_OF_FILES)


# --- lines that are JSON, and make no sense -----------------------------------------------------------------------------

NONSENSE: tuple[Any, ...] = (None, True, -1, 0, 7, 10 ** 30, 0.25, float("nan"), float("inf"), "", "x", "\ud800\x1b[2J", [], {}, [[]], [None])


def mutated(value: Any, dice: random.Random) -> Any:
    """The same but for one thing in it."""
    if not isinstance(value, (dict, list)) or not value or dice.random() < 0.1:
        return dice.choice(NONSENSE)
    result = value.copy()
    key = dice.choice(list(value)) if isinstance(value, dict) else dice.randrange(len(value))
    if dice.random() < 0.1:
        del result[key]
    else:
        result[key] = mutated(value[key], dice)
    return result


def mutations(text: str, count: int) -> Iterator[str]:
    dice = random.Random(f"mutations {text}")
    lines = [json.loads(line) for line in text.splitlines()]
    for _ in range(count):
        at = dice.randrange(len(lines))
        changed = [*lines[:at], mutated(lines[at], dice), *lines[at + 1:]]
        yield "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in changed)


class Nonsense(InputTest):
    """What is read without complaint can be used without complaint."""

    def check(self, text: str, use: Callable[[Path], Any], count: int = 200) -> None:
        path, refused = self.folder / "input", 0
        for changed in mutations(text, count):
            path.write_text(changed)
            try:
                use(path)
            except ValueError as error:
                refused += 1
                self.assertIn(str(path), str(error), changed)
            except Exception as error:
                raise AssertionError(changed) from error
        self.assertTrue(count // 4 < refused < count, refused)

    def test_records_of_matches(self) -> None:
        def use(path: Path) -> None:
            seen, games = record.read_file(path)
            tables.final(seen, games)
            report.page(seen, games).encode(errors="replace")
            for one in games:
                self.assertLess(len(record.game_line(one)), 5000)

        self.check(GOOD["record"], use)

    def test_puzzles(self) -> None:
        def use(path: Path) -> None:
            for one in puzzles.read(path):
                one.board()
                one.losing and one.before()

        self.check(GOOD["puzzles"] + "\n", use)

    def test_going_on_with_a_tuning(self) -> None:
        run = reader(tunelog.Tuning)(json.loads(GOOD["tuning"].splitlines()[0]))

        def use(path: Path) -> None:
            lines = tunelog.read_log(path)
            tunelog.demand_same(tunelog.settings_line(run), lines[0], path)
            try:
                tunelog.way_of(run, lines)
            except (KeyError, TypeError, ValueError):
                raise ValueError(path) from None

        self.check(GOOD["tuning"], use)


if __name__ == "__main__":
    unittest.main()
