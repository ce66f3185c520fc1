"""Games, openings and proofs as files: saving, loading, and playing on from there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Optional

from matches.referee import COLOUR_NAME, OPPONENT, Point

from . import choices
from .forms import Values
from .game import Game, Move, Refused
from .players import PERSON, PROOF_SUFFIX, proof_player
from .store import read_game, read_openings, read_proof, write_game

if TYPE_CHECKING:
    from .session import Session


class GameFiles:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.saved: list[Move] = []         # as they were saved or loaded last

    def save(self) -> None:
        session = self.session
        warned_of: list[Path] = []

        def accept(values: Values) -> Optional[str]:
            path = choices.path_of(values["path"])
            if path.is_dir():
                return "that is a folder: the file needs a name"
            if path.is_file() and path not in warned_of:
                warned_of.append(path)
                return f"{path} is there already; Enter replaces it"
            try:
                write_game(path, session.game, session.seats.players)
            except OSError as error:
                return f"not saved: {error.strerror or error}"
            self.saved = list(session.game.moves)
            session.notice = f"saved as {path}"
            return None

        if session.game.moves:
            session.form = choices.save_form(accept)
        else:
            session.notice = "there are no moves to save"

    def load(self) -> None:
        self.session.form = choices.load_form("Load a game or a proof", self.session.store.kept,
                                              lambda values: self.open(choices.path_of(values["path"])))

    def open(self, path: Path) -> Optional[str]:
        """The game of a .psq or .sgf, or a proof to be walked through. A sentence, if it is neither."""
        try:
            if path.suffix == PROOF_SUFFIX:
                self.open_proof(path)
            else:
                self.open_game(path)
        except (OSError, ValueError) as error:
            return choices.file_fault(path, error)
        return None

    def open_game(self, path: Path) -> None:
        session = self.session
        game, left_out = read_game(path, session.game.setup)
        session.begin(game, session.seats.players, running=False)
        self.saved = list(game.moves)
        session.notice = left_out or f"{path.name}: {len(game.moves)} moves, {game.setup.words}"

    def open_proof(self, path: Path) -> None:
        """The proof plays the side that wins, and people choose the answers."""
        game, attacker = read_proof(path)
        self.session.begin(game, {attacker: proof_player(path), OPPONENT[attacker]: PERSON}, running=True)
        self.saved = list(game.moves)
        self.session.notice = f"{path.name}: {COLOUR_NAME[attacker]} wins; play any answer, u takes it back"

    def opening(self) -> None:
        def accept(values: Values) -> Optional[str]:
            path = choices.path_of(values["path"])
            try:
                lists = read_openings(path, self.session.game.setup)
            except (OSError, ValueError) as error:
                return choices.file_fault(path, error)
            if len(lists) == 1:
                return self.begin_from(lists[0])
            self.session.form = choices.openings_form(path.name, lists, lambda values: self.begin_from(values["item"]))
            return None

        self.session.form = choices.load_form("Load an opening", Path.cwd(), accept)

    def begin_from(self, opening: list[Point]) -> Optional[str]:
        """A new game of the same players from there. A sentence, if the rule does not allow the opening."""
        game = Game(self.session.game.setup)
        try:
            for point in opening:
                game.play(point)
        except Refused as refused:
            return f"that is no opening here: {refused}"
        if game.result:
            return f"that is no opening here: {game.result.words}"
        self.session.begin(game, self.session.seats.players, running=True)
        self.session.notice = f"from an opening of {len(opening)} stones"
        return None
