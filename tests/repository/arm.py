#!/usr/bin/env python3
"""The program built for 64-bit ARM, and run by QEMU: it must find what every other one does.

usage: arm.py SIMD CMAKE FOLDER

Builds the engine for that processor in FOLDER/arm. The signature of its quick bench must be that of tests/bench.signature, and
that of simd.c the one of SIMD, the same program for this machine.

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
ROOT = HERE.parents[1]
COMPILER, QEMU = "aarch64-linux-gnu-gcc", "qemu-aarch64-static"
SKIPPED = 77
SUPPORT = ROOT / "tests" / "support"
SOURCES = (HERE / "simd.c", *(SUPPORT / name for name in ("drawn.c", "drawn_net.c", "oracle.c", "scatter.c")))
NONE = 0                                                                  # SIMD_NONE: plain C


def build(cmake: str, folder: Path) -> tuple[Path, Path]:
    """The program, and simd.c, both for ARM."""
    subprocess.run([cmake, "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF",
                    "-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64", f"-DCMAKE_C_COMPILER={COMPILER}",
                    "-DCMAKE_EXE_LINKER_FLAGS=-static", "-DHAS_LIBEDIT=OFF"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([cmake, "--build", folder, "--parallel", str(os.cpu_count() or 1)], check=True,
                   stdout=subprocess.DEVNULL)
    simd = folder / "simd"
    included = (f"-I{path}" for path in (ROOT / "engine", ROOT / "engine" / "include", SUPPORT))
    subprocess.run([COMPILER, "-std=c11", "-O2", "-static", *included, "-o", simd, *SOURCES, folder / "libtengen.a", "-lm",
                    "-lpthread"], check=True)
    return folder / "pbrain-tengen", simd


def said(*command: str | Path) -> tuple[int, str]:
    """The SIMD instructions that a run of simd.c had, and its signature."""
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    match = re.fullmatch(r"simd (\d+)\nsignature ([0-9a-f]{16})\n", text)
    if match is None:
        sys.exit(f"simd.c said {text!r}")
    return int(match[1]), match[2]


def main(arguments: list[str]) -> str | int | None:
    if len(arguments) != 3:
        return __doc__
    here, cmake, folder = arguments
    for tool in (COMPILER, QEMU):
        if shutil.which(tool) is None:
            print(f"skipped: no {tool}")
            return SKIPPED
    program, simd = build(cmake, Path(folder) / "arm")
    instructions, there = said(QEMU, simd)
    if instructions == NONE:
        return "the program for ARM has no SIMD instructions"
    if there != said(here)[1]:
        return f"the network says something else on ARM: {there}, and here {said(here)[1]}"
    return subprocess.run([sys.executable, HERE / "signature.py", "--quick", QEMU, program]).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
