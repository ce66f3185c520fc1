#!/usr/bin/env python3
"""What the program prints must arrive, or its exit status says that it did not.

usage: lost_output.py PROGRAM

Standard output is a full disk, a pipe that nobody reads, and closed; as a command by hand and as a manager's engine.
Exit status 1 each time, and one sentence on standard error, but for the engine: managers take that for an answer.
"""

import os
import pty
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

PROGRAM = os.path.abspath(sys.argv[1])
PATIENCE_S = 300    # for what takes seconds, on a machine that has other things to do
FULL = Path("/dev/full")
COMMANDS = ("--help", "--version", "selfplay --help", "openings --help", "duel --help", "train --help",
            "selfplay --games 2 --nodes 100", "openings --count 2 --nodes 100", "bench")
SPOKEN = b"START 15\nINFO max_node 100\nBEGIN\n"


def full_disk():
    return os.open(FULL, os.O_WRONLY)


def pipe_without_reader():
    reading, writing = os.pipe()
    os.close(reading)
    return writing


OUTPUTS = [full_disk] * FULL.exists() + [pipe_without_reader]


def close_all(descriptors):
    for descriptor in descriptors:
        os.close(descriptor)


def run(words, output, **options):
    """Where SIGPIPE kills, as a shell has it, there is nothing to say: here it is ignored, as Python leaves it."""
    return subprocess.run([PROGRAM, *words.split()], stdout=output, stderr=subprocess.PIPE, text=not options.get("input"),
                          timeout=PATIENCE_S, restore_signals=False, **options)


def commands_say_that_their_output_is_lost():
    for words in COMMANDS:
        for output in OUTPUTS:
            descriptor = output()
            done = run(words, descriptor)
            os.close(descriptor)
            assert done.returncode == 1 and done.stderr.count("\n") == 1 and "cannot be written" in done.stderr, \
                (words, output.__name__, done)
        done = run(words, None, preexec_fn=lambda: os.close(1))
        assert done.returncode == 1 and done.stderr.count("cannot be written") == 1, (words, "closed", done)


def what_arrives_is_no_failure():
    for words in COMMANDS:
        done = run(words, subprocess.PIPE)
        assert done.returncode == 0 and done.stdout and done.stderr == "", done


def an_engine_ends_in_silence():
    for output in OUTPUTS:
        descriptor = output()
        done = run("", descriptor, input=SPOKEN)
        os.close(descriptor)
        assert done.returncode == 1 and done.stderr == b"", (output.__name__, done)
    done = run("", None, input=SPOKEN, preexec_fn=lambda: os.close(1))
    assert done.returncode == 1 and done.stderr == b"", done


def an_engine_does_not_think_on_for_nobody():
    """The input stays open: that its answers are lost is all that the engine can know."""
    for output in OUTPUTS:
        descriptor = output()
        engine = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=descriptor, stderr=subprocess.PIPE,
                                  restore_signals=False)
        os.close(descriptor)
        engine.stdin.write(SPOKEN)
        engine.stdin.flush()
        try:
            assert engine.wait(PATIENCE_S) == 1 and engine.stderr.read() == b"", output.__name__
        finally:
            engine.kill()
            engine.wait()


def a_person_who_types_is_told():
    """Input from a terminal, output to a file on a full disk."""
    for output in OUTPUTS:
        person, terminal = pty.openpty()
        descriptor = output()
        console = subprocess.Popen([PROGRAM], stdin=terminal, stdout=descriptor, stderr=subprocess.PIPE, restore_signals=False)
        os.close(terminal)
        os.close(descriptor)
        os.write(person, SPOKEN)
        words = console.communicate(timeout=PATIENCE_S)[1]
        os.close(person)
        assert console.returncode == 1 and words.count(b"\n") == 1 and b"cannot be written" in words, (output.__name__, words)


def a_pipe_that_does_not_wait_loses_nothing():
    """A manager may have set it so; it is full long before HELP has been answered so often."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    engine = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    engine.stdin.write(b"HELP\n" * 200 + b"ABOUT\n")
    engine.stdin.close()
    time.sleep(0.5)
    with open(reading, "rb") as answers:
        lines = answers.read().splitlines()
    assert engine.wait(PATIENCE_S) == 0 and engine.stderr.read() == b""
    engine.stderr.close()
    assert lines[-1].startswith(b"name=") and (len(lines) - 1) % 200 == 0 and len(lines) > 1000, len(lines)


def a_closed_stream_is_no_file():
    """What is said there must not get into the file that is opened next: here, that there are no more such openings."""
    options = "openings --size 5 --stones 1 --count 50 --nodes 10 --margin 20000 --check 0 --out"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "openings")
        for closed in ((2,), (1, 2), (0, 1, 2)):
            done = subprocess.run([PROGRAM, *options.split(), path], stderr=subprocess.DEVNULL, timeout=PATIENCE_S,
                                  preexec_fn=partial(close_all, closed))
            assert done.returncode == 1 and path.read_text().splitlines()[-1].startswith("# end 3 of"), closed


def a_log_on_a_full_disk_fails(folder):
    games, source = Path(folder, "games"), Path(folder, "source")
    subprocess.run([PROGRAM, "selfplay", "--games", "40", "--nodes", "200", "--seed", "3", "--out", games], check=True)
    train = [PROGRAM, "train", str(games), "--out", str(source), "--rounds", "1", "--log"]
    good = subprocess.run([*train, Path(folder, "log")], capture_output=True, text=True, timeout=PATIENCE_S)
    assert good.returncode == 0, good.stderr
    bad = subprocess.run([*train, FULL], capture_output=True, text=True, timeout=PATIENCE_S)
    assert bad.returncode == 1 and f"{FULL} cannot be written" in bad.stderr, bad.stderr


def main():
    commands_say_that_their_output_is_lost()
    what_arrives_is_no_failure()
    an_engine_ends_in_silence()
    an_engine_does_not_think_on_for_nobody()
    a_person_who_types_is_told()
    a_pipe_that_does_not_wait_loses_nothing()
    a_closed_stream_is_no_file()
    if FULL.exists():
        with tempfile.TemporaryDirectory() as folder:
            a_log_on_a_full_disk_fails(folder)
    print("what is lost is said")


if __name__ == "__main__":
    main()
