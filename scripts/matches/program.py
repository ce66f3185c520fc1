"""Which pbrain-tengen the scripts play, learn and prove with, unless an option says otherwise."""

import os
from pathlib import Path

# TENGEN_PROGRAM, which the installed commands and scripts/play set, or the one that CMake has built in the tree.
PROGRAM = Path(os.environ.get("TENGEN_PROGRAM") or Path(__file__).resolve().parents[2] / "build" / "pbrain-tengen")
PROGRAM_DEFAULT = "default: TENGEN_PROGRAM, or that of build/"     # what --help says of it
