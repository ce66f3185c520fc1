"""Opens the board: `python3 scripts/tui`, as scripts/play does."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])      # both rooms are found from scripts/, none from in here

from tui.command import main  # noqa: E402

sys.exit(main())
