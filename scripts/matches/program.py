"""Which pbrain-tengen the scripts play, learn and prove with, unless an option says otherwise."""

import os
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
