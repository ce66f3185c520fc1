#!/usr/bin/env python3
"""What the program prints must arrive, or its exit status says that it did not.

usage: lost_output.py PROGRAM

Standard output is a full disk, a pipe that nobody reads, and closed; as a command by hand and as a manager's engine.
Exit status 1 each time, and one sentence on standard error, but for the engine: managers take that for an answer.
"""

import os
import pty
import subprocess
import threading
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from program import FAILED, GONE_S, PATIENCE_S, PROGRAM, begin, call, check_all, run, tell

FULL = Path("/dev/full")
COMMANDS = ("--help", "--version", "selfplay --help", "openings --help", "duel --help", "train --help",
            "selfplay --games 2 --nodes 100", "openings --count 2 --nodes 100", "bench --quick")
SPOKEN = b"START 15\nINFO max_node 100\nBEGIN\n"


@contextmanager
def full_disk():
    with open(FULL, "wb") as file:
        yield file


@contextmanager
def pipe_without_reader():
    reading, writing = os.pipe()
    os.close(reading)
    yield writing
    os.close(writing)


def close_all(descriptors):
    for descriptor in descriptors:
        os.close(descriptor)


OUTPUTS = [full_disk] * FULL.exists() + [pipe_without_reader]
# Where SIGPIPE kills, as a shell has it, there is nothing to say: here it is ignored, as Python leaves it.
IGNORED: dict[str, Any] = {"restore_signals": False}
CLOSED: dict[str, Any] = {"stdout": None, "preexec_fn": partial(close_all, [1]), **IGNORED}


def commands_say_that_their_output_is_lost(_folder):
    for words in COMMANDS:
        for output in OUTPUTS:
            with output() as lost:
                told = tell(*words.split(), status=FAILED, stdout=lost, **IGNORED)
            assert told.count("\n") == 1 and "cannot be written" in told, (words, output.__name__, told)
        told = tell(*words.split(), status=FAILED, **CLOSED)
        assert told.count("cannot be written") == 1, (words, "closed", told)


def what_arrives_is_no_failure(_folder):
    for words in COMMANDS:
        done = call(PROGRAM, *words.split(), text=False, **IGNORED)
        assert done.stdout and not done.stderr, words


def an_engine_ends_in_silence(_folder):
    spoken: dict[str, Any] = {"stdin": None, "input": SPOKEN, "text": False, "status": FAILED}
    for output in OUTPUTS:
        with output() as lost:
            assert tell(stdout=lost, **spoken, **IGNORED) == b"", output.__name__
    assert tell(**spoken, **CLOSED) == b""


def an_engine_does_not_think_on_for_nobody(_folder):
    """The input stays open: that its answers are lost is all that the engine can know."""
    for output in OUTPUTS:
        with output() as lost:
            engine = begin(PROGRAM, stdin=subprocess.PIPE, stdout=lost, text=False, **IGNORED)
        engine.stdin.write(SPOKEN)
        engine.stdin.flush()
        try:
            assert engine.wait(PATIENCE_S) == FAILED and engine.stderr.read() == b"", output.__name__
        finally:
            engine.kill()
            engine.wait()


def a_flooded_engine_does_not_think_on_for_nobody(_folder):
    """What waits is more than it reads, so the end of its input is nothing that it could learn of."""
    reading, writing = os.pipe()
    engine = begin(PROGRAM, stdin=subprocess.PIPE, stdout=writing, text=False)
    os.close(writing)
    engine.stdin.write(b"INFO timeout_turn 10000000\nINFO rule 1\nSTART 20\nBOARD\n7,7,2\n12,12,1\n6,11,2\nDONE\n")
    written = []

    def flood():
        try:
            while True:
                engine.stdin.write(b"INFO seed 1\n" * 10000)
                written.append(120000)
        except BrokenPipeError:
            pass

    writer = threading.Thread(target=flood)
    writer.start()
    try:
        before = -1
        while before < len(written):        # until it reads no more
            before = len(written)
            time.sleep(2)
        assert engine.poll() is None and 1 << 20 < sum(written) < 1 << 25, sum(written)
        os.close(reading)
        assert engine.wait(GONE_S) in (0, FAILED) and engine.stderr.read() == b""
    finally:
        engine.kill()
        engine.wait()
        writer.join()


def a_person_who_types_is_told(_folder):
    """Input from a terminal, output to a file on a full disk."""
    for output in OUTPUTS:
        person, terminal = pty.openpty()
        with output() as lost:
            console = begin(PROGRAM, stdin=terminal, stdout=lost, **IGNORED)
        os.close(terminal)
        os.write(person, SPOKEN)
        words = console.communicate(timeout=PATIENCE_S)[1]
        os.close(person)
        assert console.returncode == FAILED and words.count("\n") == 1 and "cannot be written" in words, (output.__name__, words)


def a_pipe_that_does_not_wait_loses_nothing(_folder):
    """A manager may have set it so; it is full long before HELP has been answered so often."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    engine = begin(PROGRAM, stdin=subprocess.PIPE, stdout=writing, text=False)
    os.close(writing)
    engine.stdin.write(b"HELP\n" * 200 + b"ABOUT\n")
    engine.stdin.close()
    time.sleep(0.5)
    with open(reading, "rb") as answers:
        lines = answers.read().splitlines()
    assert engine.wait(PATIENCE_S) == 0 and engine.stderr.read() == b""
    engine.stderr.close()
    assert lines[-1].startswith(b"name=") and (len(lines) - 1) % 200 == 0 and len(lines) > 1000, len(lines)


def a_closed_stream_is_no_file(folder):
    """What is said there must not get into the file that is opened next: here, that there are no more such openings."""
    options = "openings --size 5 --stones 1 --count 50 --nodes 10 --margin 20000 --check 0 --out"
    path = folder / "openings"
    for closed in ((2,), (1, 2), (0, 1, 2)):
        path.unlink(missing_ok=True)
        call(PROGRAM, *options.split(), path, status=FAILED, stdin=None, stdout=None, stderr=subprocess.DEVNULL,
             preexec_fn=partial(close_all, closed))
        assert path.read_text().splitlines()[-1].startswith("# end 3 of"), closed


def a_log_on_a_full_disk_fails(folder):
    games = folder / "games"
    run("selfplay", "--games", 40, "--nodes", 200, "--seed", 3, "--out", games)
    train = ("train", games, "--out", folder / "weights", "--rounds", 1, "--log")
    tell(*train, folder / "log")
    assert not FULL.exists() or f"{FULL} cannot be written" in tell(*train, FULL, status=FAILED)


def main():
    check_all(commands_say_that_their_output_is_lost, what_arrives_is_no_failure, an_engine_ends_in_silence,
              an_engine_does_not_think_on_for_nobody, a_flooded_engine_does_not_think_on_for_nobody, a_person_who_types_is_told, a_pipe_that_does_not_wait_loses_nothing,
              a_closed_stream_is_no_file, a_log_on_a_full_disk_fails)
    print("what is lost is said")


if __name__ == "__main__":
    main()
