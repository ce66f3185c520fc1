#!/usr/bin/env python3
"""The program built for 64-bit ARM, and run by QEMU: it must find what every other one does.

usage: arm.py WAYS CMAKE FOLDER

Builds the engine for that processor in FOLDER/arm. The signature of its bench must be that of tests/bench.signature, and
that of ways.c the one of WAYS, the same program for this machine.

Exit status 77, which ctest takes for "skipped", where the tools are missing: apt-get install gcc-aarch64-linux-gnu
libc6-dev-arm64-cross qemu-user-static
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
COMPILER, QEMU = "aarch64-linux-gnu-gcc", "qemu-aarch64-static"
SKIPPED = 77
SOURCES = ("ways.c", "drawn.c", "drawn_net.c", "oracle.c", "scatter.c")   # in tests/
PLAIN = 0                                                                 # the way in plain C


def build(cmake: str, folder: Path) -> tuple[Path, Path]:
    """The program, and ways.c, both for ARM."""
    subprocess.run([cmake, "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF",
                    "-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64", f"-DCMAKE_C_COMPILER={COMPILER}",
                    "-DCMAKE_EXE_LINKER_FLAGS=-static", "-DEDIT_LIBRARY=OFF"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([cmake, "--build", folder, "--parallel", str(os.cpu_count() or 1)], check=True,
                   stdout=subprocess.DEVNULL)
    ways = folder / "ways"
    subprocess.run([COMPILER, "-std=c11", "-O2", "-static", f"-I{ROOT / 'engine'}", f"-I{ROOT / 'engine' / 'api'}", "-o", ways,
                    *(HERE / name for name in SOURCES), folder / "libtengen.a", "-lm", "-lpthread"], check=True)
    return folder / "pbrain-tengen", ways


def said(*command: str | Path) -> tuple[int, str]:
    """The way that a run of ways.c took, and its signature."""
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    match = re.fullmatch(r"way (\d+)\nsignature ([0-9a-f]{16})\n", text)
    if match is None:
        sys.exit(f"ways.c said {text!r}")
    return int(match[1]), match[2]


def main(arguments: list[str]) -> str | int | None:
    if len(arguments) != 3:
        return __doc__
    here, cmake, folder = arguments
    for tool in (COMPILER, QEMU):
        if shutil.which(tool) is None:
            print(f"skipped: no {tool}")
            return SKIPPED
    program, ways = build(cmake, Path(folder) / "arm")
    way, there = said(QEMU, ways)
    if way == PLAIN:
        return "the program for ARM goes the plain way"
    if there != said(here)[1]:
        return f"the network says something else on ARM: {there}, and here {said(here)[1]}"
    return subprocess.run([sys.executable, HERE / "signature.py", QEMU, program]).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
