"""Checks the form of the sources: `style.py python|format SOURCE-FOLDER BUILD-FOLDER`.

python: pyflakes and mypy find nothing in the Python files of scripts/ and tests/.
format: clang-format 14 would change no C file of engine/, protocol/ and tests/, and none has a line of more than 100 columns,
        comments included, which clang-format leaves alone. Generated files (learnt_*) are exempt, and another version is not
        asked, for it formats differently.

Exit status: 0 all is well, 1 something was found, 77 the tool is missing (CTest reports the test as skipped).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
CLANG_FORMAT_VERSION = 14       # of Debian 12; .clang-format is written for it
COLUMNS = 100                   # of C sources; ColumnLimit in .clang-format
C_FOLDERS = ("engine", "protocol", "tests")
PYTHON_FOLDERS = ("scripts", "tests")
IMPORT_FOLDERS = ("scripts", "tests/protocol", "tests/protocol/cli", "tests/protocol/yixin_board", "tests/scripts/matches",
                  "tests/scripts/proofs", "tests/scripts/tui", "tests/scripts/books")     # what the scripts and tests put on sys.path

UNUSED_IMPORT = "# noqa: F401"

# No strict Optional: many fields are None only before a game or a process is begun, which mypy cannot see.
MYPY_OPTIONS = ("--scripts-are-modules", "--explicit-package-bases", "--no-strict-optional", "--check-untyped-defs",
                "--no-error-summary")


def is_python(path: Path) -> bool:
    """A module, or a script without a suffix whose first line names the interpreter."""
    if not path.is_file() or path.suffix not in ("", ".py"):
        return False
    return path.suffix == ".py" or path.read_bytes().startswith(b"#!/usr/bin/env python3\n")


def python_files(root: Path, folder: str) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in (root / folder).rglob("*") if is_python(path))


def c_files(root: Path) -> list[str]:
    found = (path for folder in C_FOLDERS for path in (root / folder).rglob("*.[ch]"))
    return sorted(str(path.relative_to(root)) for path in found if not path.name.startswith("learnt_"))


def missing(words: str) -> int:
    print(f"skipped: {words}")
    return SKIPPED


def has_lint(root: Path, files: list[str]) -> bool:
    """Prints what pyflakes finds, but for imports that are marked as made for their effect. Says if there was anything."""
    done = subprocess.run(["pyflakes3", *files], cwd=root, stdout=subprocess.PIPE, text=True)
    found = [line for line in done.stdout.splitlines() if not is_marked(root, line)]
    print("".join(f"{line}\n" for line in found), end="", flush=True)
    return bool(found) or bool(done.returncode and not done.stdout)


def is_marked(root: Path, complaint: str) -> bool:
    place = re.match(r"(.+?):(\d+):", complaint)
    return bool(place) and UNUSED_IMPORT in (root / place[1]).read_text().splitlines()[int(place[2]) - 1]


def check_python(root: Path, build: Path) -> int:
    for tool in ("pyflakes3", "mypy"):
        if not shutil.which(tool):
            return missing(f"{tool} is not installed (apt-get install {tool})")
    environment = {**os.environ, "MYPYPATH": ":".join(IMPORT_FOLDERS)}
    mypy = ["mypy", *MYPY_OPTIONS, "--cache-dir", str(build / "mypy")]
    found = False
    for folder in PYTHON_FOLDERS:       # one by one: scripts/tune and tests/protocol/cli/tune.py are both the module tune
        files = python_files(root, folder)
        found |= has_lint(root, files)
        found |= bool(subprocess.run([*mypy, *files], cwd=root, env=environment).returncode)
    return int(found)


def has_long_lines(root: Path, files: list[str]) -> bool:
    """Prints the lines that are too long. Says if there was one."""
    found = [f"{name}:{number}: {len(line)} columns of {COLUMNS}" for name in files
             for number, line in enumerate((root / name).read_text(encoding="utf-8").splitlines(), 1) if len(line) > COLUMNS]
    print("".join(f"{line}\n" for line in found), end="", flush=True)
    return bool(found)


def check_format(root: Path, build: Path) -> int:
    tool = next(filter(None, map(shutil.which, (f"clang-format-{CLANG_FORMAT_VERSION}", "clang-format"))), None)
    if not tool:
        return missing("clang-format is not installed (apt-get install clang-format)")
    said = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"version (\d+)", said)
    if not version or int(version[1]) != CLANG_FORMAT_VERSION:
        return missing(f"clang-format {CLANG_FORMAT_VERSION} is needed, and here is {said.strip()}")
    files = c_files(root)
    found = has_long_lines(root, files)
    found |= bool(subprocess.run([tool, "--dry-run", "-Werror", *files], cwd=root).returncode)
    return int(found)


CHECKS = {"python": check_python, "format": check_format}


def main() -> int:
    name, root, build = sys.argv[1:]
    return CHECKS[name](Path(root).resolve(), Path(build).resolve())


if __name__ == "__main__":
    sys.exit(main())
