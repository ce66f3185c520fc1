#!/usr/bin/env python3
"""An engine that says of a position what it was told to say: for tests of what is made of its words.

usage: speaker.py PLAN [FILE]

PLAN is JSON: by the number of stones on the board, or by that and the last stone, as in "6 0,0", the lines of its answer,
the last of which is the move. Of any other position it thinks nothing, and takes the first free point. FILE gets all
that is said to it.
"""

import json
import sys

PLAN = json.loads(sys.argv[1])
HEARD = open(sys.argv[2], "a") if len(sys.argv) > 2 else None


def lines():
    for line in sys.stdin:
        if HEARD:
            HEARD.write(line)
            HEARD.flush()
        yield line.strip()


def answer(stones, size):
    free = next(f"{x},{y}" for y in range(size) for x in range(size) if f"{x},{y}" not in stones)
    default = PLAN.get(str(len(stones)), ["MESSAGE depth 1 eval 0 nodes 1", free])
    return PLAN.get(f"{len(stones)} {stones[-1]}", default) if stones else default


def main():
    size, stones, heard = 15, [], lines()
    for line in heard:
        if line.startswith("START"):
            size = int(line.split()[1])
            print("OK", flush=True)
        elif line == "BOARD":
            stones = [stone.rsplit(",", 1)[0] for stone in iter(heard.__next__, "DONE")]
            print("\n".join(answer(stones, size)), flush=True)
        elif line == "END":
            break


if __name__ == "__main__":
    main()
