"""An opening by a rule, as long as it lasts: the points and choices of its steps, by people and engines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from matches import opening_rules
from matches.opening_rules import PUT, Act
from matches.referee import BLACK, COLOUR_NAME, WHITE, Point

from . import choices, stages
from .forms import Values
from .players import sentence_of

if TYPE_CHECKING:
    from .session import Session


class ByRule:
    def __init__(self, session: Session) -> None:
        self.session = session

    def play_at(self, point: Point, is_person: bool) -> None:
        """A point of the present step; the last one completes it."""
        session, stage = self.session, self.session.stage
        assert stage is not None
        if stage.is_choice or not session.game.is_at_end:
            session.notice = f"{stage.name}: {sentence_of(session.name_of(session.decider), stage.words)}"
            return
        if not stage.is_complete and point not in stage.offers and (fault := stage.fault(point)):
            session.notice = fault
            return
        session.running = is_person
        if not stage.is_complete:
            session.stage = stage.with_point(point)
            if stage.step.kind == PUT:
                session.put(point, 0)
        if session.stage and session.stage.is_complete:
            self.complete(session.stage)

    def complete(self, stage: stages.Stage) -> None:
        """A number may be wanted, too."""
        def accept(values: Values) -> Optional[str]:
            self.act(stage.act(values["item"]))
            return None

        if stage.step.announces:
            self.session.form = choices.offers_form(stage.step.announces, accept)
        else:
            self.act(stage.act())

    def act(self, act: Act) -> None:
        """The present step is done."""
        session = self.session
        assert session.stage is not None
        before, who = session.stage.opening, session.name_of(session.decider)
        opening = before.after(act)
        is_swap = opening.is_swapped != before.is_swapped
        if not session.game.is_at_end:
            session.replay.last()
        for point in opening.stones[len(session.game.moves):]:
            session.put(point, 0)
        session.stage = stages.after(opening)
        if is_swap:
            session.swap()
        session.position_changed()
        session.is_browsing = False
        if act.colour:
            session.running = True
            does = f"{'takes' if is_swap else 'keeps'} {COLOUR_NAME[act.colour]}"
            session.notice = f"{sentence_of(who, does)}: {session.name_of(BLACK)} (black), {session.name_of(WHITE)} (white)"
        elif act.announced:
            moves = f"{act.announced} fifth {'move' if act.announced == 1 else 'moves'}"
            session.notice = sentence_of(who, f"announces {moves}")

    def take_black(self) -> None:
        if self.may_choose():
            self.act(Act(BLACK))

    def take_white(self) -> None:
        if self.may_choose():
            self.act(Act(WHITE))

    def instead(self) -> None:
        """The step that stands in the place of a colour."""
        session = self.session
        if self.may_choose() and session.stage and session.stage.opening.other:
            session.stage = stages.Stage(session.stage.opening, is_other=True)

    def may_choose(self) -> bool:
        """A person is to choose, or does so for an engine that cannot or pauses; if not, that is said."""
        session = self.session
        is_choice = session.stage is not None and session.stage.is_choice
        may = is_choice and (not session.expects_engine() or session.is_in_trouble)
        session.notice = "" if may else "there is nothing to choose: that is for openings by a rule"
        return may

    def take_decision(self, decision: opening_rules.Answer, ms: int) -> None:
        """Of an engine: a step of the opening, and perhaps the first move after it."""
        self.act(decision.act)
        said = self.session.notice
        for point in decision.moves:
            self.session.put(point, ms)
        self.session.notice = said

    def begin_again(self) -> None:
        """From the empty board, with the colours of the beginning."""
        session = self.session
        assert session.stage is not None
        was_swapped = session.stage.opening.is_swapped
        session.stage = stages.begun(session.stage.opening.rule.name, session.game.setup)
        session.look_at(0)
        del session.game.moves[:]
        if was_swapped:
            session.swap()
        session.running, session.is_browsing = True, False
