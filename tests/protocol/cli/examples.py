#!/usr/bin/env python3
"""Runs the examples that `pbrain-tengen SUBCOMMAND --help` gives, as they stand there.

usage: examples.py PROGRAM

Only those are left out that LONG lists: they take longer than a minute, or read files that do.
"""

import os
import re

from program import PROGRAM, ROOT, call, check_all, run

# How the examples begin that take minutes to hours.
LONG = (
    "selfplay --games 1000",            # two of them
    "selfplay --games 2000",
    "compare",
    "openings",                         # two of them
    "duel",
    "train",                            # two of them
)


def subcommands():
    return re.findall(r"^ +pbrain-tengen (\w+) ", run("--help"), re.M)


def examples():
    """Those of all subcommands, without blanks in front"""
    lines = [line for name in subcommands() for line in run(name, "--help").split("\n")]
    return [line.strip() for line in lines if line.startswith("  ") and "pbrain-tengen " in line]


def words_of(example):
    return example.split("pbrain-tengen ")[1]


def make_files(folder):
    """The files that examples read: games by self-play, the sources' weights, and databases"""
    (folder / "set").mkdir()
    (folder / "engine").symlink_to(ROOT / "engine")
    for name in ("3.games", "set/1.games"):
        run("selfplay", "--games", 2, "--nodes", 100, "--seed", len(name), "--out", folder / name)
    run("openings", "--count", 2, "--nodes", 100, "--rule", 4, "--out", folder / "renju15.txt")
    (folder / "notes.txt").write_text('tengen positions 1\n0 15x15 5 white h8 - - open 0 0 none 0 20261125 ""\n')
    run("database", folder / "notes.db", "import", folder / "notes.txt")
    run("database", folder / "notes.db", "export", folder / "rapfi.db")


def they_do_what_they_say(folder):
    make_files(folder)
    (folder / "pbrain-tengen").symlink_to(PROGRAM)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    found = examples()
    for words in LONG:
        assert any(words_of(example).startswith(words) for example in found), f"{words} is no example any more"
    for example in found:
        if words_of(example).startswith(LONG):
            continue
        before = set(folder.iterdir())
        call("bash", "-o", "pipefail", "-c", example, cwd=folder, env=environment)
        out = re.search(r"--out (\S+)", example)
        assert out is None or (folder / out[1]).stat().st_size > 0, example
        tidy(folder, before, example)


def tidy(folder, before, example):
    """Proofs of one game can go into one book: only the first of them stays."""
    if "prove" in example:
        for path in set(folder.iterdir()) - before:
            if path.name != "win.proof":
                path.unlink()


if __name__ == "__main__":
    check_all(they_do_what_they_say)
    print("examples: they run")
