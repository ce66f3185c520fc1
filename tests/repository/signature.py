#!/usr/bin/env python3
"""Compares the signatures of `pbrain-tengen bench` with those that the sources promise.

usage: signature.py [--quick] PROGRAM [ARGUMENT]...       the command that `bench` is added to

The promises stand in tests/bench.signature: that of the full bench, and that of `bench --quick`, which is enough, by
--quick, where a program is slow. A commit that means to change the search changes that file too and says so; one that does
not, must not. The last line of bench must be what test frameworks read: "<nodes> nodes <nps> nps". The full bench looks at
enough positions to take seconds, so that its speed can be compared.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PROMISES = Path(__file__).resolve().parents[1] / "bench.signature"
NODES_LEAST = {"full": 2_000_000, "quick": 0}


def fault(command: list[str], name: str, promised: str) -> str | None:
    """What is wrong with the bench of that name."""
    options = ["--quick"] if name == "quick" else []
    lines = subprocess.run([*command, "bench", *options], capture_output=True, text=True, check=True).stdout.splitlines()
    found = [line.split()[1] for line in lines if line.startswith("signature ")]
    print("\n".join(lines))
    total = re.fullmatch(r"(\d+) nodes \d+ nps", lines[-1])
    if total is None:
        return f"the last line is not '<nodes> nodes <nps> nps': {lines[-1]}"
    if found != [promised]:
        return f"the signature of the {name} bench is {found}, and tests/bench.signature promises {promised}"
    if int(total[1]) < NODES_LEAST[name]:
        return f"the {name} bench is too short for its speed to be compared: {lines[-1]}"
    return None


def main(arguments: list[str]) -> str | None:
    is_quick = arguments[:1] == ["--quick"]
    promises = dict(line.split() for line in PROMISES.read_text().splitlines())
    names = ["quick"] if is_quick else ["full", "quick"]
    return "\n".join(filter(None, (fault(arguments[is_quick:], name, promises[name]) for name in names))) or None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
