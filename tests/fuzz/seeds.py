#!/usr/bin/env python3
"""Turns the conversations of tests/protocol/conversations, and files made up here, into seeds for the fuzzers.

usage: seeds.py FOLDER

Writes FOLDER/session, with what is said in each conversation, FOLDER/parse, with each line of that, and FOLDER/forms, with
a file of each form that a database takes in; one file a seed, named by its content. So whoever adds a conversation for a new command has taught the fuzzers the command as well.

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

# Files that a database takes in: a library of RenLib with every flag and kind of text, one of old, one of Rapfi's databases,
# games, a table of Rapfi's, our own text, and a proof (the example of scripts/proofs/README.md).
FORMS = [
    b"\xffRenLib\xff\3\4" + b"\xff" * 10 + b"\0\x09\0\1root\0\0x\0\x78\x18one\x08two\r\nthree\0\0\x69\x88\x08more\0\x6a\x45\0\1here\0\0"
    b"\x59\xa0old}{\xe1\x5a\x4b\2\0\xe9t\xe9\0\x49\xc8\xe4\xba\x94\0\x4a\xc3\0\1B\0\0\0\x6b\xc1\0\1W31\0\x6c\x41\0\1L*\0\0",
    b"\x78\0\x69\x80\x6a\x40\x6b\x40",
    b"\2\0\0\0\3\0\0\0\0\x14\0\0\0\0\0\0charset=\"UTF-8\"\x09\0\1\x0f\x0f\7\7\xff\xff\6\7\x10\0w\xdb\x8a\x2b\0@BTXT@66A\x08!",
    b"Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,350\r\npbrain-a\r\npbrain-b\r\n0\r\n1,caro 4 in a row\r\n",
    b"\3\x70\x62\x0e",
    b'index,key,label,value,depth,bound,text\n0,f-15-15-h8j10-i9-w,w,-29990,12,exact,"@BTXT@66A\\btwo\\nlines"\n',
    b'<?xml version="1.0"?>\n<database><games><game id="1" bresult="0.5"><move>h8 i9 h6</move></game></games></database>\n',
    b"(;FF[4]GM[4]SZ[15:13]RU[renju]PB[A \\] B]RE[B+R];B[hh];W[ig](;B[aa])(;B[bb]))(;B[hh])",
    b'[Event "?"]\n[Rule "caro exact five"]\n[BoardSize "9x8"]\n[WinLength "4"]\n\n1. a1 {book} b2 {+3/1 0.1s} 2. c3 0-1\n\n'
    b'[Event "?"]\n\n1. h8 1/2-1/2\n',
    b'tengen positions 1\n0 15x15 5 white h8 - - loss 12 0 none 0 20261125 "a \\"b\\"" i9 "A"\n',
    b"TENGEN PROOF 1\nrule 0\nboard 4 4\nwin 3\nmoves b2 a1\nattacker black\nprogram made by hand\nnodes 3\nend\n"
    b"\1\6\1\0\4\1\4\0\7",
]


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
    write(folder / "forms", FORMS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
