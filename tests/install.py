#!/usr/bin/env python3
"""Installs a build below a folder of its own, as packagers do, and looks at what came of it.

usage: install.py CMAKE TREE

The program and its manual page must be where Debian has games, and nothing else anywhere; the page must be one that man
shows without a warning, and name every word that `--help` knows; what the README says about uninstalling must leave
nothing behind.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Optional

PREFIX = "/usr/local"
PROGRAM, PAGE = "usr/local/games/pbrain-tengen", "usr/local/share/man/man6/pbrain-tengen.6"


def files_below(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())


def fault_of_page(page: Path, help_text: str) -> Optional[str]:
    """What is wrong with the manual page; only its words, where there is no man to show it."""
    plain = page.read_text().replace("\\-", "-")
    words = re.findall(r"^ +pbrain-tengen (-*[a-z]+) ", help_text, re.MULTILINE)
    if missing := [word for word in words if word not in plain]:
        return f"does not know {missing}"
    if not shutil.which("man") or not shutil.which("groff"):
        return None
    shown = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True,
                           env=os.environ | {"LC_ALL": "C.UTF-8", "MANPAGER": "cat"})
    checked = subprocess.run(["groff", "-man", "-ww", "-z", "-Tutf8", page], capture_output=True, text=True)
    if shown.returncode or "Gomoku engine" not in shown.stdout:
        return f"man cannot show it: {shown.stderr}"
    return shown.stderr + checked.stderr or None


def fault(cmake: str, tree: Path, stage: Path) -> Optional[str]:
    subprocess.run([cmake, "--install", tree, "--prefix", PREFIX], env=os.environ | {"DESTDIR": str(stage)},
                   check=True, stdout=subprocess.DEVNULL)
    if (found := files_below(stage)) != [PROGRAM, PAGE]:
        return f"installed {found}"
    help_text = subprocess.run([stage / PROGRAM, "--help"], capture_output=True, text=True, check=True).stdout
    if wrong := fault_of_page(stage / PAGE, help_text):
        return f"the manual page: {wrong}"
    for line in (tree / "install_manifest.txt").read_text().splitlines():
        (stage / line.lstrip("/")).unlink()
    return f"not uninstalled: {found}" if (found := files_below(stage)) else None


def main(arguments: list[str]) -> Optional[str]:
    if len(arguments) != 2:
        return __doc__
    with tempfile.TemporaryDirectory() as stage:
        wrong = fault(arguments[0], Path(arguments[1]), Path(stage))
    return f"install: {wrong}" if wrong else print("install: program and manual page, and nothing left behind")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
