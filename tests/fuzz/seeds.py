#!/usr/bin/env python3
"""Turns the conversations of tests/protocol/conversations into seeds for the fuzzers.

usage: seeds.py FOLDER

Writes FOLDER/session, with what is said in each conversation, and FOLDER/parse, with each line of that, one file a seed,
named by its content. So whoever adds a conversation for a new command has taught the fuzzers the command as well.

Each conversation is there three times: as it is; with blanks at the ends of lines, which means a slow engine, so that
lines come while it thinks; and with a tab before it, which means a person at a terminal (see lines_memory.h).
"""

import hashlib
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "protocol"))
sys.dont_write_bytecode = True
import talk  # noqa: E402

INPUT_MAX = 4096  # longer ones only slow the fuzzers down; they are left out
REPEATS = 3  # what a conversation repeats a thousand times a seed repeats so often

# What the conversations leave to a test at a real terminal.
PERSON = b"START 15\nh8\nEVAL\nEVAL a1\nHINT\nSEARCH\n\x03\nUNDO\nREDO\nPUT c3\nNEW\nNEW 7\nCLEAR\nh2\nUNDO\nUNDO\nREDO\nSHOW\nHELP\nEND\n"


class AnyMove(dict):
    """The moves that a conversation remembers by name: only the engine knows them, and any will do."""

    def __missing__(self, name):
        return f"{len(name) + 3},{len(name) + 2}"


def said(steps):
    """The bytes that the steps of a conversation send."""
    data = b""
    for step in steps:
        if step.verb == ">":
            data += talk.spoken(step.text, AnyMove()) + b"\n"
        elif step.verb == ">|":
            data += talk.spoken(step.text, AnyMove())
        elif step.verb == "repeat":
            data += said(step.block) * REPEATS
    return data


def slowly(data):
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"  \n")


def by_a_person(data):
    return b"\t" + data


def write(folder, seeds):
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        if 0 < len(seed) <= INPUT_MAX:
            (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 0 if sys.argv[1:] in (["-h"], ["--help"]) else 2
    folder = Path(sys.argv[1])
    sessions = [said(conversation.steps) for conversation in talk.all_conversations([TESTS / "protocol" / "conversations"])]
    lines = {part for session in sessions for line in session.splitlines() for part in (line, line.partition(b" ")[2])}
    sessions.append(PERSON)
    write(folder / "session", sessions + [change(session) for session in sessions for change in (slowly, by_a_person)])
    write(folder / "parse", lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
