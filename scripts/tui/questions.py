"""What people are asked in forms: another game, other players, a puzzle, whether to resign; and the pages of menu and help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from matches.referee import BLACK, OPPONENT, WHITE

from . import choices, puzzles
from .actions import ACTIONS, HELP
from .forms import Form, Item, Values
from .front import Request
from .players import PERSON, Player, names_of

if TYPE_CHECKING:
    from .session import Session


class Questions:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.puzzle_opened: Optional[puzzles.Puzzle] = None     # the last one

    def new(self) -> None:
        session = self.session

        def accept(values: Values) -> Optional[str]:
            players = choices.players_of(values)
            try:
                game = choices.game_of(values)
            except (OSError, ValueError) as error:
                return str(error)
            fault = choices.players_fault(players)
            if not fault:
                session.begin(game, players, running=True, stage=choices.stage_of(values, game.setup))
                session.notice = f"a new game: {game.setup.words}"
            return fault

        session.form = choices.game_form(session.game.setup, session.seats.players, session.engines, accept)

    def choose_players(self) -> None:
        session = self.session

        def accept(values: Values) -> Optional[str]:
            players = choices.players_of(values)
            fault = choices.players_fault(players)
            if not fault:
                session.play_on_with(players)
                names = names_of(players)
                session.notice = f"{names[BLACK]} (black) and {names[WHITE]} (white)"
            return fault

        session.form = choices.players_form(session.seats.players, session.engines, accept)

    def puzzle(self) -> None:
        session = self.session

        def accept(values: Values) -> Optional[str]:
            self.puzzle_opened = one = values["puzzle"]
            game = one.game()
            players: dict[str, Player] = {game.to_move: PERSON, OPPONENT[game.to_move]: puzzles.DEFENDER}
            session.begin(game, players, running=True)
            session.files.saved = list(game.moves)
            session.notice = one.task()
            return None

        try:
            session.form = choices.puzzle_form(puzzles.read(), self.puzzle_opened, accept)
        except OSError as error:
            session.notice = choices.file_fault(puzzles.LIST, error)

    def resign(self) -> None:
        """A person gives up, on whoever's turn; of two people the one who is to move."""
        session, game = self.session, self.session.game
        people = [colour for colour in (game.to_move, OPPONENT[game.to_move]) if session.seats.players[colour].is_person]

        def accept(values: Values) -> Optional[str]:
            if values["item"]:
                game.resign(people[0])
                session.seats.stop_pondering()
                session.analysis.wants.discard("hint")
            return None

        if game.result or not game.moves or session.stage:
            session.notice = "the game is over" if game.result else "the game has not begun yet"
        elif not game.is_at_end:
            session.notice = "old moves are shown: End leads to the end of the game"
        elif not people:
            session.notice = "engines play on to the end"
        else:
            session.form = choices.resign_form(people[0], accept)

    def menu(self) -> None:
        def accept(values: Values) -> Optional[str]:
            self.session.handle(Request(values["item"]))
            return None

        self.session.form = Form("Menu", accept, [Item(action.name, action.label, action.keys[0]) for action in ACTIONS
                                                  if action.name not in ("menu", "place")])

    def help(self) -> None:
        self.session.form = Form("Help", lambda values: None, lines=HELP)

    def offer(self) -> None:
        """At the start: the game that was kept, to go on with or not."""
        def accept(values: Values) -> Optional[str]:
            self.session.is_left = values["item"] == "leave"
            if values["item"] == "new":
                self.new()
            return None

        names = self.session.name_of(BLACK), self.session.name_of(WHITE)
        self.session.form = choices.offer_form(self.session.game, names, accept)
