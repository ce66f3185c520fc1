"""Opens the board: `python3 scripts/tui`; scripts/play builds the engine first."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])      # where the packages tui and matches are

from tui.command import main  # noqa: E402

sys.exit(main())
