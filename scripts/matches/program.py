"""Which pbrain-tengen the scripts play, learn and prove with, unless an option says otherwise; and how one is built."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]

# TENGEN_PROGRAM, which the installed commands and scripts/play set, or the one that the scripts build in the tree, or in
# TENGEN_BUILD.
NAMED = os.environ.get("TENGEN_PROGRAM")
FOLDER = Path(os.environ.get("TENGEN_BUILD") or SCRIPTS.parent / "build").absolute()
PROGRAM = Path(NAMED or FOLDER / "pbrain-tengen")
PROGRAM_DEFAULT = "default: TENGEN_PROGRAM, or that of TENGEN_BUILD, or of build/"     # what --help says of it

SOURCES = ("CMakeLists.txt", "engine", "protocol", "scripts")     # what it is built from

# As scripts/play does it; the first word after it is the script whose name common.sh says.
BUILD = '. "$(dirname "$0")/common.sh"; quiet=$1; is_built "$folder" || alone setup_engine'


def make_ready(script: str, is_quiet: bool) -> None:
    """Builds PROGRAM, where nobody has named another, if it is not what the sources say. Ends the script if that fails:
    what is wrong has been said then."""
    if NAMED:
        return
    command = ["sh", "-euc", BUILD, str(SCRIPTS / script), "quiet" if is_quiet else ""]
    if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
        sys.exit(1)


def build(source: Path, tree: Path, options: tuple[str, ...], log: Path) -> None:
    """Builds these sources in that tree. ChildProcessError if that fails."""
    run(["cmake", "-S", str(source), "-B", str(tree), "-DCMAKE_BUILD_TYPE=Release", "-DNATIVE=ON", "-DBUILD_TESTING=OFF", *options], log)
    run(["cmake", "--build", str(tree), "--target", "pbrain-tengen", "--parallel", str(os.cpu_count())], log)


def run(words: list[str], log: Path) -> None:
    with open(log, "a", encoding="utf-8") as output:
        print("$", shlex.join(words), file=output, flush=True)
        if subprocess.run(words, stdin=subprocess.DEVNULL, stdout=output, stderr=output).returncode:
            raise ChildProcessError(f"{shlex.join(words)} failed; all of it is in {log}")
