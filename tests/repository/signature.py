#!/usr/bin/env python3
"""Compares the signature of `pbrain-tengen bench` with the one that the sources promise.

usage: signature.py PROGRAM [ARGUMENT]...       the command that `bench` is added to

The promise stands in tests/bench.signature. A commit that means to change the search changes that file too and says so;
one that does not, must not. The last line of bench must be what test frameworks read: "<nodes> nodes <nps> nps".
"""

import re
import subprocess
import sys
from pathlib import Path

PROMISE = Path(__file__).resolve().parents[1] / "bench.signature"


def main() -> str | None:
    lines = subprocess.run(sys.argv[1:] + ["bench"], capture_output=True, text=True, check=True).stdout.splitlines()
    promised = PROMISE.read_text().strip()
    found = [line.split()[1] for line in lines if line.startswith("signature ")]
    print("\n".join(lines))
    if not re.fullmatch(r"\d+ nodes \d+ nps", lines[-1]):
        return f"the last line is not '<nodes> nodes <nps> nps': {lines[-1]}"
    if found != [promised]:
        return f"the signature is {found}, and tests/bench.signature promises {promised}"
    return None


if __name__ == "__main__":
    sys.exit(main())
