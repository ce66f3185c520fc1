"""What people want to know of a position or a game: hints, the worth of points, lines, and a review."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import choices
from .adviser import LINES_MAX, Wanted
from .forms import Values
from .judging import Verdict, verdicts

if TYPE_CHECKING:
    from .session import Session

LINES_USUAL = 3


class Analysis:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.wants: set[str] = set()        # of hint, worth, openings, analysis, review
        self.lines = LINES_USUAL

    def hint(self) -> None:
        thinker = self.session.thinker
        if self.session.game.result:
            self.session.notice = "the game is over"
        elif thinker:
            self.session.notice = f"{thinker.player.name} is to move, and thinks; Escape lets it move at once"
        else:
            self.wants.add("hint")

    def worth(self) -> None:
        self.wants ^= {"worth"}

    def openings(self) -> None:
        self.wants ^= {"openings"}

    def analysis(self) -> None:
        self.wants ^= {"analysis"}

    def more_lines(self) -> None:
        self.change_lines(1)

    def fewer_lines(self) -> None:
        self.change_lines(-1)

    def change_lines(self, by: int) -> None:
        self.lines = max(1, min(self.lines + by, LINES_MAX))
        self.wants.add("analysis")

    def wanted(self) -> Wanted:
        """What the adviser is to find out; no analysis while an engine thinks about its own move."""
        game, is_free = self.session.game, not self.session.thinker
        wants = self.wants if not game.result else self.wants & {"review"}
        return Wanted(game.setup, tuple(game.board.moves), "worth" in wants, "openings" in wants, "hint" in wants,
                      "analysis" in wants and is_free, self.lines, "review" in wants and is_free,
                      game.points[:-1] if game.ending_by_stones else game.points)

    # the review of a game

    def review(self) -> None:
        session, puzzle = self.session, self.session.questions.puzzle_opened
        if not session.game.moves:
            session.notice = "there are no moves to review"
        elif puzzle and "review" not in self.wants and not session.game.result and puzzle.leads_to(session.game):
            session.form = choices.solution_form(self.answer_solution)
        else:
            self.wants ^= {"review"}

    def answer_solution(self, values: Values) -> None:
        if values["item"]:
            self.wants.add("review")

    def verdicts(self) -> dict[int, Verdict]:
        """On the moves that have been judged so far, by the number of moves before them."""
        return verdicts(self.session.game, self.session.adviser.judged) if "review" in self.wants else {}

    def previous_mistake(self) -> None:
        self.go_to_mistake([at for at in reversed(self.verdicts()) if at + 1 < self.session.game.at], "before this")

    def next_mistake(self) -> None:
        self.go_to_mistake([at for at in self.verdicts() if at + 1 > self.session.game.at], "after this")

    def go_to_mistake(self, candidates: list[int], where: str) -> None:
        """To the position behind the first of these moves that is a mistake."""
        found = self.verdicts()
        mistakes = [at for at in candidates if found[at].is_mistake]
        if "review" not in self.wants:
            self.review()
        elif mistakes:
            self.session.replay.step_to(mistakes[0] + 1, "")
        else:
            self.session.notice = f"no mistake {where}" + ("" if self.session.adviser.next_to_review() is None else " so far")
