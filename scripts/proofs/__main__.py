"""Plays a proof, as an engine: `python3 scripts/proofs win.proof`; see player.py."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])      # where the package proofs is

from proofs.player import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
