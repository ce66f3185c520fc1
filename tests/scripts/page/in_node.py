#!/usr/bin/env python3
"""Runs a test of the page in Node.js, or checks the types of its modules; skipped, and said so, where Node.js is missing.

usage: in_node.py FILE.mjs [ARGUMENT]... | --types
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[2] / "scripts" / "page"


def packages() -> Path:
    """What npm brought, by scripts/page/package-lock.json."""
    return Path(os.environ.get("TENGEN_TEST_PACKAGES") or PAGE / "node_modules")


def main(arguments: list[str]) -> int:
    if not arguments:
        sys.exit(__doc__)
    if not shutil.which("node"):
        print("skipped: there is no Node.js")
        return SKIPPED
    command = [str(HERE / arguments[0]), *arguments[1:]]
    if arguments == ["--types"]:
        compiler = packages() / "typescript" / "bin" / "tsc"
        if not compiler.exists():
            print(f"skipped: there is no TypeScript in {packages()}")
            return SKIPPED
        command = [str(compiler), "--project", str(PAGE)]
    return subprocess.run(["node", *command]).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
