#!/usr/bin/env python3
"""Runs `scripts/selfplay` as a person would: sets of games in folders, makers that are killed, files that are damaged.

usage: selfplay.py PROGRAM

Whoever makes a file, and whatever happened meanwhile: every set must have all games once, byte by byte as one call of
the program makes them. What the games are is for test_selfplay.c.
"""

import re
import signal
import tempfile
from pathlib import Path

import program
from program import PATIENCE_S, PROGRAM, REFUSED, SCRIPTS, STOPPED, wait_until

SCRIPT = SCRIPTS / "selfplay"
GAMES, PER_FILE, FILES = 70, 12, 6
PLAY = ["--nodes", "80", "--rule", "4", "--seed", "7", "--random-percent", "10"]
SET = ["--games", GAMES, "--per-file", PER_FILE, *PLAY]
ENDLESS = ["--games", 1_000_000, "--per-file", 500_000, *PLAY]     # sure to be interrupted in the first file


def call(*words, status=0):
    """What it said; complaints must be there if it fails."""
    done = program.call(SCRIPT, "--program", PROGRAM, *words, status=status)
    assert status == 0 or done.stderr, words
    return done.stdout + done.stderr


def begin(*words):
    return program.begin(SCRIPT, "--program", PROGRAM, *words)


def contents(folder):
    """{name: bytes} of a folder, of which nothing may be left but the games and what describes them"""
    names = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert names.pop("set.json"), folder
    assert all(name.endswith(".games") for name in names), names.keys()
    return names


def players(maker):
    """Processes that play: the children of its children."""
    return [player for seat in program.children(maker.pid) for player in program.children(seat)]


def one_worker_makes_what_one_call_makes(folder):
    said = call(folder / "one", *SET)
    assert f"{FILES} of {FILES} files, {GAMES} games" in said and "games a second" in said, said
    assert len(contents(folder / "one")) == FILES
    program.run("records", *sorted((folder / "one").glob("*.games")), "--out", folder / "merged.games")
    program.run("selfplay", "--games", GAMES, *PLAY, "--out", folder / "once.games")
    assert (folder / "merged.games").read_bytes() == (folder / "once.games").read_bytes()


def one_set_at_a_time_and_a_kill_loses_what_was_not_complete(folder):
    """The players go with whoever makes the set, and the same command goes on."""
    made = folder / "killed"
    maker = begin(made, *SET, "--games", 1_000_000, "--concurrency", 2)
    assert wait_until(lambda: list(made.glob("*.games")), maker)
    assert f"in use by process {maker.pid}" in call(made, *SET, status=REFUSED)
    playing = players(maker)
    maker.kill()
    maker.communicate()
    for player in playing:
        program.is_gone(player)
    assert f"{FILES} of {FILES} files" in call(made, *SET)
    assert contents(made).items() >= contents(folder / "one").items()


def several_at_a_time_make_the_same(folder):
    call(folder / "two", *SET, "--concurrency", 3)
    assert contents(folder / "two") == contents(folder / "one")


def what_is_damaged_is_made_again(folder):
    made, names = folder / "two", sorted(contents(folder / "one"))
    other, flipped, cut, swapped = (made / name for name in names[:4])
    program.run("selfplay", "--games", PER_FILE, *PLAY, "--seed", 8, "--out", other)
    data = bytearray(flipped.read_bytes())
    data[-100] ^= 0xff
    flipped.write_bytes(data)
    cut.write_bytes(cut.read_bytes()[:-1])
    swapped.write_bytes((made / names[4]).read_bytes())
    (made / names[5]).unlink()
    (made / (names[5] + ".new")).write_bytes(b"what a kill left")
    (made / ".lock").write_text("1 what a kill left\n")
    said = call(made, *SET)
    assert len(re.findall("it is made again", said)) == 4 and "it has the games from 48 on" in said, said
    assert len(re.findall("its checksum does not match", said)) == 2, said
    assert 'it is of another set: seed "8", not "7"' in said, said
    assert contents(made) == contents(folder / "one")


def more_games_may_be_asked_for(folder):
    call(folder / "two", "--games", GAMES + 10, *SET[2:])
    before, after = contents(folder / "one"), contents(folder / "two")
    assert len(after) == FILES + 1 and [name for name in before if before[name] != after[name]] == [max(before)]


def a_signal_ends_it_in_order(folder):
    for number in (signal.SIGINT, signal.SIGTERM):
        made = folder / f"signal-{number}"
        process = begin(made, *ENDLESS, "--concurrency", 2)
        assert wait_until(lambda: len(players(process)) == 2, process)
        process.send_signal(number)
        _, complaint = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == STOPPED, (process.returncode, complaint)
        assert re.fullmatch(r"selfplay: stopped; 0 of 2 files, .*; the same command goes on\n", complaint), complaint
        assert contents(made) == {}


def other_games_are_refused(folder):
    cases: list[tuple[list, str]] = [
        (["--nodes", 81], 'nodes "80", not "81"'),
        (["--margin", 31], "margin"), (["--per-file", 13], "--per-file 12"), (["--evaluation", "base"], "evaluation")]
    for words, complaint in cases:
        said = call(folder / "one", *SET, *words, status=REFUSED)
        assert complaint in said and said.count("\n") == 1, said
    (folder / "odd").mkdir()
    for text in ("", "[]", "{}", '{"per_file": 12, "games": {}}', "\0"):
        (folder / "odd" / "set.json").write_text(text)
        call(folder / "odd", *SET, status=REFUSED)


def senseless_options_are_refused(folder):
    new = folder / "new"
    cases: list[list] = [
        [], ["--games", 0], ["--games", "x"], ["--games", 5, "--nodes", 0], ["--games", 5, "--rule", 2],
        ["--games", 5, "--per-file", 0], ["--games", 5, "--concurrency", 0], ["--games", 5, "--cluster", "x"],
        ["--games", 5, "--made-up"], ["--games", 5, "--openings", "/nowhere"],
        ["--games", 5, "--program", "/nowhere"], ["--games", 5, "--program", "/bin/false"],
        ["--games", 5, "--program", "/bin/true"], ["--games", 5, "--program", folder]]
    for words in cases:
        call(new, *words, status=REFUSED)
        assert not new.exists(), words
    (folder / "file").write_text("")
    call(folder / "file", *SET, status=REFUSED)


def openings_are_games_of_a_set_too(folder):
    path = folder / "openings.txt"
    path.write_text("h8i9\nh8g7\nh8h9\nh8j8\nh8j9\n")
    play = ["--openings", path, "--nodes", 100]
    call(folder / "openings", "--games", 5, "--per-file", 2, *play)
    program.run("records", *sorted((folder / "openings").glob("*.games")), "--out", folder / "y")
    assert (folder / "y").read_bytes() == program.call(PROGRAM, "selfplay", *play, text=False).stdout
    call(folder / "openings", "--games", 6, "--per-file", 2, *play, status=REFUSED)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one_worker_makes_what_one_call_makes(folder)
        one_set_at_a_time_and_a_kill_loses_what_was_not_complete(folder)
        several_at_a_time_make_the_same(folder)
        what_is_damaged_is_made_again(folder)
        more_games_may_be_asked_for(folder)
        a_signal_ends_it_in_order(folder)
        other_games_are_refused(folder)
        senseless_options_are_refused(folder)
        openings_are_games_of_a_set_too(folder)
    print("selfplay: every set has its games once, whoever made them")


if __name__ == "__main__":
    main()
