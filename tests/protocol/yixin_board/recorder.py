#!/usr/bin/env python3
"""Stands between a board and its engine, passes every line on as it is, and writes down who said what.

usage: recorder.py RECORD PROGRAM

In RECORD a line of the board has "> " before it, one of the engine "< ". The line is written down before it is passed on.
The end of either side's output ends the other's.
"""

import os
import subprocess
import sys
import threading


def pass_on(source, sink, record, mark: bytes) -> None:
    for line in source:
        record.write(mark + line)
        sink.write(line)
        sink.flush()


def main() -> None:
    path, program = sys.argv[1:]
    with open(path, "ab", buffering=0) as record:
        engine = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

        def pass_on_the_board() -> None:
            pass_on(sys.stdin.buffer, engine.stdin, record, b"> ")
            engine.stdin.close()

        threading.Thread(target=pass_on_the_board, daemon=True).start()
        pass_on(engine.stdout, sys.stdout.buffer, record, b"< ")
        os._exit(engine.wait())     # the other thread may wait for the board, which waits for us


if __name__ == "__main__":
    main()
