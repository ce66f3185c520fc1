"""The part of a session that opens forms: games, players, files, menu and help."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Optional

from matches.referee import BLACK, COLOUR_NAME, OPPONENT, WHITE, Point

from . import choices, puzzles, stages
from .actions import ACTIONS, HELP
from .forms import Form, Item, Values
from .front import Request
from .game import Game, Move, Refused
from .players import PERSON, PROOF_SUFFIX, Player, names_of, proof_player
from .store import Store, read_game, read_openings, read_proof, write_game


class Asking(ABC):
    """The part of a session that opens forms; the rest of it changes games."""

    game: Game
    players: dict[str, Player]
    engines: list[str]
    store: Store
    form: Optional[Form]
    notice: str
    on_file: list[Move]         # the moves as they were saved or loaded last
    is_left: bool
    riddle: Optional[puzzles.Puzzle]    # that was opened last

    @abstractmethod
    def begin(self, game: Game, players: dict[str, Player], running: bool, stage: Optional[stages.Stage] = None) -> None:
        ...

    @abstractmethod
    def play_on_with(self, players: dict[str, Player]) -> None:
        ...

    @abstractmethod
    def name_of(self, colour: str) -> str:
        ...

    @abstractmethod
    def handle(self, request: Request) -> None:
        ...

    # games

    def new(self) -> None:
        def accept(values: Values) -> Optional[str]:
            players = choices.players_of(values)
            try:
                game = choices.game_of(values)
            except (OSError, ValueError) as error:
                return str(error)
            fault = choices.players_fault(players)
            if not fault:
                self.begin(game, players, running=True, stage=choices.stage_of(values, game.setup))
                self.notice = f"a new game: {game.setup.words}"
            return fault

        self.form = choices.game_form(self.game.setup, self.players, self.engines, accept)

    def choose_players(self) -> None:
        def accept(values: Values) -> Optional[str]:
            players = choices.players_of(values)
            fault = choices.players_fault(players)
            if not fault:
                self.play_on_with(players)
                names = names_of(players)
                self.notice = f"{names[BLACK]} (black) and {names[WHITE]} (white)"
            return fault

        self.form = choices.players_form(self.players, self.engines, accept)

    def puzzle(self) -> None:
        def accept(values: Values) -> Optional[str]:
            one = values["puzzle"]
            game = one.game()
            side = game.to_move
            self.begin(game, {side: PERSON, OPPONENT[side]: puzzles.DEFENDER}, running=True)
            self.riddle = one
            self.on_file = list(game.moves)
            self.notice = one.task()
            return None

        try:
            self.form = choices.puzzle_form(puzzles.read(), self.riddle, accept)
        except OSError as error:
            self.notice = choices.file_fault(puzzles.LIST, error)

    # files

    def save(self) -> None:
        warned_of: list[Path] = []

        def accept(values: Values) -> Optional[str]:
            path = choices.path_of(values["path"])
            if path.is_dir():
                return "that is a folder: the file needs a name"
            if path.is_file() and path not in warned_of:
                warned_of.append(path)
                return f"{path} is there already; Enter replaces it"
            try:
                write_game(path, self.game, self.players)
            except OSError as error:
                return f"not saved: {error.strerror or error}"
            self.on_file = list(self.game.moves)
            self.notice = f"saved as {path}"
            return None

        if self.game.moves:
            self.form = choices.save_form(accept)
        else:
            self.notice = "there are no moves to save"

    def load(self) -> None:
        self.form = choices.load_form("Load a game or a proof", self.store.kept,
                                      lambda values: self.open_file(choices.path_of(values["path"])))

    def open_file(self, path: Path) -> Optional[str]:
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
        game, left_out = read_game(path, self.game.setup)
        self.begin(game, self.players, running=False)
        self.on_file = list(game.moves)
        self.notice = left_out or f"{path.name}: {len(game.moves)} moves, {game.setup.words}"

    def open_proof(self, path: Path) -> None:
        """The proof plays the side that wins, and people choose the answers."""
        game, attacker = read_proof(path)
        self.begin(game, {attacker: proof_player(path), OPPONENT[attacker]: PERSON}, running=True)
        self.on_file = list(game.moves)
        self.notice = f"{path.name}: {COLOUR_NAME[attacker]} wins; play any answer, u takes it back"

    def opening(self) -> None:
        def accept(values: Values) -> Optional[str]:
            path = choices.path_of(values["path"])
            try:
                lists = read_openings(path, self.game.setup)
            except (OSError, ValueError) as error:
                return choices.file_fault(path, error)
            if len(lists) == 1:
                return self.begin_from(lists[0])
            self.form = choices.openings_form(path.name, lists, lambda values: self.begin_from(values["item"]))
            return None

        self.form = choices.load_form("Load an opening", Path.cwd(), accept)

    def begin_from(self, opening: list[Point]) -> Optional[str]:
        """A new game of the same players from there. A sentence, if the rule does not allow the opening."""
        game = Game(self.game.setup)
        try:
            for point in opening:
                game.play(point)
        except Refused as refused:
            return f"that is no opening here: {refused}"
        if game.result:
            return f"that is no opening here: {game.result.words}"
        self.begin(game, self.players, running=True)
        self.notice = f"from an opening of {len(opening)} stones"
        return None

    # pages

    def menu(self) -> None:
        def accept(values: Values) -> Optional[str]:
            self.handle(Request(values["item"]))
            return None

        self.form = Form("Menu", accept, [Item(action.name, action.label, action.keys[0]) for action in ACTIONS
                                          if action.name not in ("menu", "place")])

    def help(self) -> None:
        self.form = Form("Help", lambda values: None, lines=HELP)

    def offer(self) -> None:
        """At the start: the game that was kept, to go on with or not."""
        def accept(values: Values) -> Optional[str]:
            self.is_left = values["item"] == "leave"
            if values["item"] == "new":
                self.new()
            return None

        names = self.name_of(BLACK), self.name_of(WHITE)
        self.form = choices.offer_form(self.game, names, accept)
