#!/usr/bin/env python3
"""Configures and builds where cmocka or Python is missing: the engine must come out, and one line say what is left out.

usage: bare.py CMAKE SOURCES [CMAKE OPTION]...

The options name the compiler and where uthash is; cmake may find no other header and no library, as if they were not
installed. What is built there has neither zlib nor SQLite nor expat, and must still write proofs that scripts/verify can read.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Optional

NOTHING_FOUND = ["-DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY", "-DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY"]
NO_PYTHON = ["-DCMAKE_DISABLE_FIND_PACKAGE_Python3=ON"]
QUICK = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS=-O0", "-DHAS_ZLIB=OFF", "-DHAS_SQLITE=OFF", "-DHAS_EXPAT=OFF", "-DHAS_LIBEDIT=OFF"]
VERIFY = Path(__file__).resolve().parents[2] / "scripts" / "verify"
HEADER_BYTES = 10
STORED = 0                  # the kind of a block: bits 1 and 2 of the byte that follows the header of a gzip stream

# What is missing, how cmake is kept from finding it, and the packages that the line must name.
CASES = (("cmocka", NOTHING_FOUND, "libcmocka-dev"), ("Python", NO_PYTHON, "python3"),
         ("cmocka and Python", NOTHING_FOUND + NO_PYTHON, "libcmocka-dev python3"))


def run(*command: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)


def fault_of_words(words: str, packages: str) -> Optional[str]:
    """What is wrong with what cmake said: one line must tell that there are no tests, and what to install."""
    lines = [line for line in words.splitlines() if "tests are left out" in line]
    if len(lines) != 1 or f"apt-get install {packages})" not in lines[0]:
        return f"cmake does not say in one line that the tests are left out and {packages} is to be installed:\n{words}"
    return None


def fault_of_configuring(cmake: str, sources: str, tree: Path, options: list[str], packages: str) -> Optional[str]:
    root = tree.with_suffix(".root")
    root.mkdir()
    done = run(cmake, "-S", sources, "-B", tree, f"-DCMAKE_FIND_ROOT_PATH={root}", *QUICK, *options)
    return f"cmake fails:\n{done.stdout}" if done.returncode else fault_of_words(done.stdout, packages)


def fault_of_building(cmake: str, tree: Path) -> Optional[str]:
    built = run(cmake, "--build", tree, "--parallel", "2")
    if built.returncode:
        return f"the build fails:\n{built.stdout}"
    about = subprocess.run([tree / "pbrain-tengen"], input="ABOUT\nEND\n", stdout=subprocess.PIPE, text=True).stdout
    if not about.startswith('name="'):
        return f"the engine that was built answers {about!r}"
    return fault_of_proof(tree / "pbrain-tengen", tree / "win.proof")


def fault_of_proof(program: Path, proof: Path) -> Optional[str]:
    made = run(program, "prove", "--size", "4x3", "--win-length", "3", "--out", proof)
    if made.returncode:
        return f"no proof is made:\n{made.stdout}"
    if proof.read_bytes()[HEADER_BYTES] >> 1 & 3 != STORED:
        return "the proof is compressed: this was no build without zlib"
    verified = run(sys.executable, VERIFY, proof)
    return f"the proof is not verified:\n{verified.stdout}" if verified.returncode else None


def main(arguments: list[str]) -> Optional[str]:
    if len(arguments) < 2:
        return __doc__
    cmake, sources, *options = arguments
    with tempfile.TemporaryDirectory() as folder:
        for number, (what, hidden, packages) in enumerate(CASES):
            tree = Path(folder, f"tree{number}")
            if wrong := fault_of_configuring(cmake, sources, tree, options + hidden, packages):
                return f"without {what}, {wrong}"
        if wrong := fault_of_building(cmake, tree):
            return f"without {what}, {wrong}"
    return print("bare: without cmocka, without Python and without both the engine is built")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
