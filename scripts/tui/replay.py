"""The moves of a game back and forth: undo, redo and replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .session import Session


class Replay:
    def __init__(self, session: Session) -> None:
        self.session = session

    def undo(self) -> None:
        """To where a person moved last; between engines, or between people, by one move."""
        session, game = self.session, self.session.game
        if game.result and game.result is game.decided:
            session.running = session.is_browsing = False
            game.take_back_ending()
        elif session.stage and (session.stage.opening.acts or session.stage.points):
            session.by_rule.begin_again()
        elif game.at == 0:
            session.notice = "there is nothing to undo"
        else:
            session.running = session.is_browsing = False
            session.look_at(self.turn_of_person(range(game.at - 1, -1, -1), 0))

    def redo(self) -> None:
        """To where a person moves next; at the end of the line the game goes on."""
        session, game = self.session, self.session.game
        if game.is_at_end:
            session.notice = "there is nothing to redo"
        else:
            end = len(game.moves)
            session.look_at(self.turn_of_person(range(game.at + 1, end), end))
            session.running, session.is_browsing = game.is_at_end, False

    def turn_of_person(self, way: range, otherwise: int) -> int:
        """The first place on the way at which a person is to move; without persons the first one."""
        seats, game = self.session.seats, self.session.game
        return next((at for at in way if not seats.has_person or seats.players[game.colour_at(at)].is_person), otherwise)

    def back(self) -> None:
        self.step_to(self.session.game.at - 1, "this is the beginning")

    def forward(self) -> None:
        self.step_to(self.session.game.at + 1, "this is the end")

    def first(self) -> None:
        self.step_to(0, "this is the beginning")

    def last(self) -> None:
        self.step_to(len(self.session.game.moves), "this is the end")

    def step_to(self, at: int, words: str) -> None:
        """Nobody answers while old moves are shown."""
        session = self.session
        if at == session.game.at or not 0 <= at <= len(session.game.moves):
            session.notice = words
        else:
            session.running, session.is_browsing = False, True
            session.look_at(at)
