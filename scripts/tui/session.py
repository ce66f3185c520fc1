"""The session: a game, its players and their engines, the adviser, and the actions. No screen, no keys.

`handle` carries out a request, `attend` reads engines and clocks. Engines move by themselves while the game is
`running`: undo and replay stop that, so that nobody answers while old positions are shown; a move that is played, and
`go`, start it again. The store saves every change at once. The actions are methods of the session, or of one of its
parts: replay, by_rule, analysis, files and questions.
"""

from __future__ import annotations

import time
from typing import Callable, Optional, Union

from matches.referee import Point

from . import choices, front, puzzles, stages
from .actions import BY_NAME
from .adviser import Adviser
from .analysis import Analysis
from .by_rule import ByRule
from .forms import Form
from .front import Request
from .game import Game, Refused
from .game_files import GameFiles
from .live import Thought
from .opponent import Opponent
from .players import Player, names_of
from .questions import Questions
from .replay import Replay
from .seats import COLOURS, Seats
from .stopwatch import Stopwatch
from .store import Saved, Store

HEARTBEAT_S = 0.2               # while somebody thinks: clocks go on
PACE_S = 0.4                    # between the moves of two engines: people look on


class Session:
    def __init__(self, store: Store, saved: Saved, adviser: Optional[Adviser] = None) -> None:
        self.store, self.engines = store, saved.engines
        self.game, self.seats = saved.game, Seats(saved.players)
        self.adviser = adviser or Adviser()
        self.running = self.game.is_at_end and not self.game.names
        self.stage = saved.stage                # of an opening by a rule, while it lasts
        self.is_browsing = not self.running     # old moves are looked at, and nobody thinks about the next one
        self.stopwatch = Stopwatch()            # of a person who is to move
        self.cursor = self.middle()
        self.answered: dict[tuple[Point, ...], tuple[str, Thought]] = {}    # moves -> who thought what about the last
        self.shows_numbers = False
        self.form: Optional[Form] = None
        self.notice = store.fault or ""
        self.is_left = False
        self.turn_began = time.monotonic()
        self.replay, self.by_rule, self.analysis = Replay(self), ByRule(self), Analysis(self)
        self.files, self.questions = GameFiles(self), Questions(self)
        parts = self, self.replay, self.by_rule, self.analysis, self.files, self.questions
        self.handlers: dict[str, Callable] = {front.MOVE_CURSOR: self.move_cursor, front.PLAY_AT: self.play_at}
        self.handlers |= {name: getattr(part, name) for name in BY_NAME for part in parts if hasattr(type(part), name)}

    # --- what happens by itself --------------------------------------------------------------------------------------

    def attend(self) -> None:
        """Let everybody do what there is to do by now."""
        for colour in COLOURS:
            self.attend_opponent(colour)
        self.let_engine_move()
        self.adviser.want(self.analysis.wanted())
        self.adviser.attend()
        self.stopwatch.let(self.expects_person())
        self.keep()

    def attend_opponent(self, colour: str) -> None:
        opponent = self.seats.opponents[colour]
        answer = opponent.attend() if opponent else None
        if answer and answer.decision:
            self.by_rule.take_decision(answer.decision, answer.ms)
        elif opponent and answer:
            self.put(answer.move, answer.ms)
            self.answered[tuple(self.game.board.moves)] = opponent.player.name, answer.thought
            puzzle = self.questions.puzzle_opened
            if puzzle and puzzle.is_in(self.game):
                self.notice = puzzles.verdict(self.game, answer.thought) or ""

    def let_engine_move(self) -> None:
        """Ask whoever is to move, if it is an engine that shall."""
        expected = self.decider if self.expects_engine() else None
        for colour, opponent in self.seats.opponents.items():
            if opponent and opponent.is_asked and colour != expected:
                opponent.drop()
        if expected and not self.is_too_fast():
            opponent = self.seats.engine(expected, self.game.setup)
            if not opponent.is_asked and not opponent.trouble:
                opponent.ask(self.game, self.stage.opening if self.stage else None)

    def expects_engine(self) -> bool:
        """An engine is to move, and shall: nothing moves behind a question that has to be answered first."""
        is_asking = self.form is not None and not self.form.can_be_left
        return self.running and not self.game.result and not self.player.is_person and not is_asking

    def expects_person(self) -> bool:
        """A person thinks about the next move: not before the first one, nor behind a form."""
        return (self.game.at > 0 and not self.game.result and not self.is_browsing and self.form is None
                and self.player.is_person)

    def is_too_fast(self) -> bool:
        """Two engines play, and the last move has hardly been seen."""
        return not self.seats.has_person and time.monotonic() - self.turn_began < PACE_S

    @property
    def decider(self) -> str:
        """The side whose player is to move; in an opening by a rule, to do its next step."""
        return self.stage.step.by if self.stage else self.game.to_move

    @property
    def player(self) -> Player:
        """Who is to move."""
        return self.seats.players[self.decider]

    def keep(self) -> None:
        fault = self.store.fault
        self.store.save(Saved(self.game, self.seats.players, self.engines, self.stage))
        if self.store.fault != fault:
            self.notice = self.store.fault

    @property
    def talkers(self) -> list[Union[Opponent, Adviser]]:
        return [*self.seats, self.adviser]

    @property
    def descriptors(self) -> list[tuple[int, bool]]:
        """What wakes the session, and whether it waits to write as well."""
        processes = [talker.process for talker in self.talkers if talker.process]
        return [(process.output, False) for process in processes] + [
            (process.input, True) for process in processes if process.outbox]

    @property
    def patience_s(self) -> Optional[float]:
        """How long nothing will happen by itself; None: for ever."""
        waits = any(opponent.deadline is not None for opponent in self.seats)
        goes_on = self.expects_engine() and not self.is_in_trouble
        if waits or goes_on or self.adviser.has_more_to_say:
            return HEARTBEAT_S
        return 1 - self.used_ms(self.decider) % 1000 / 1000 if self.stopwatch.runs else None

    def used_ms(self, colour: str) -> int:
        """By that side, up to where one looks, with what it is thinking about."""
        game, thinker = self.game, self.thinker
        ms = sum(move.ms for at, move in enumerate(game.moves[:game.at]) if game.colour_at(at) == colour)
        if self.decider != colour:
            return ms
        return ms + (round(thinker.seconds * 1000) if thinker else self.stopwatch.ms)

    def name_of(self, colour: str) -> str:
        """Of a game from a file, who played it then, as long as nobody plays on."""
        is_shown = self.game.names and (self.game.result or not self.running)
        return (self.game.names if is_shown else names_of(self.seats.players))[colour]

    @property
    def is_in_trouble(self) -> bool:
        """The engine that is to move cannot."""
        opponent = self.seats.opponents[self.decider]
        return opponent is not None and opponent.trouble is not None

    @property
    def thinker(self) -> Optional[Opponent]:
        """The engine that is to move, while it thinks."""
        opponent = self.seats.opponents[self.decider]
        return opponent if opponent and opponent.is_asked else None

    # --- requests ------------------------------------------------------------------------------------------------------

    def handle(self, request: Request) -> None:
        """Do it; what cannot be done is said."""
        if request.name == "leave":
            self.is_left = True
        elif self.form:
            self.answer_form(self.form, request)
        else:
            if request.name != front.MOVE_CURSOR:       # or nobody could look for a point and still read what was said
                self.notice = ""
            if handler := self.handlers.get(request.name):
                handler() if request.value is None else handler(request.value)
        self.stopwatch.let(self.expects_person())

    def answer_form(self, form: Form, request: Request) -> None:
        if request.name == front.ACCEPT or (request.name == front.TYPE and form.type(request.value)):
            self.form = None
            if not form.submit():
                self.form = form
        elif request.name == front.DISMISS and form.can_be_left:
            self.form = None
        elif request.name == front.FORM:
            getattr(form, request.value)()
        elif request.name == front.FOCUS:
            form.focus = request.value

    # the cursor

    def middle(self) -> Point:
        return self.game.setup.width // 2, self.game.setup.height // 2

    def move_cursor(self, by: Point) -> None:
        setup = self.game.setup
        self.cursor = ((self.cursor[0] + by[0]) % setup.width, (self.cursor[1] + by[1]) % setup.height)

    def numbers(self) -> None:
        self.shows_numbers = not self.shows_numbers

    # moves

    def place(self) -> None:
        self.play_at(self.cursor)

    def play_at(self, point: Point) -> None:
        """A stone of whoever is to move: a person's own, or that of an engine which pauses or is in trouble. Nobody
        answers to the latter."""
        self.cursor = point
        player = self.player
        if self.expects_engine() and not self.is_in_trouble:
            self.notice = f"{player.name} is to move; press g to pause it, then you can play its move"
            return
        if self.stage:
            self.by_rule.play_at(point, player.is_person)
            return
        try:
            self.game.check(point)
        except Refused as refused:
            self.notice = str(refused)
            return
        self.running = player.is_person
        self.put(point, self.stopwatch.ms if player.is_person else 0)

    def put(self, point: Point, ms: int) -> None:
        self.game.play(point, ms)
        self.is_browsing = False
        if not self.seats.has_person:
            self.cursor = point
        if self.game.result:
            self.seats.stop_pondering()
        self.position_changed()

    def position_changed(self) -> None:
        self.turn_began = time.monotonic()
        self.stopwatch.reset()
        self.analysis.wants.discard("hint")

    def look_at(self, at: int) -> None:
        """Other moves are on the board: nobody thinks about the old ones any more."""
        self.seats.drop()
        self.game.look_at(at)
        self.cursor = self.game.last or self.cursor
        self.position_changed()

    # engines

    def move_now(self) -> None:
        """Whoever thinks shall come to an end; or else what the adviser shows goes away."""
        if self.thinker:
            self.thinker.move_now()
        elif "hint" in self.analysis.wants and self.adviser.advice.hint is None:
            self.adviser.move_now()
        else:
            self.analysis.wants.clear()

    def go(self) -> None:
        """The engine that is to move begins to think, or pauses."""
        if self.game.result or self.player.is_person:
            self.notice = "no engine is to move"
        else:
            self.running = not self.expects_engine()

    def restart(self) -> None:
        """Another process of the engine, from the same position."""
        for colour in COLOURS:
            self.seats.dismiss(colour)
        self.adviser.close()
        self.adviser.crashes, self.adviser.trouble = 0, None
        self.notice = "the engines are restarted"

    # games

    def begin(self, game: Game, players: dict[str, Player], running: bool,
              stage: Optional[stages.Stage] = None) -> None:
        """Another game; the one before is kept. The stage is the first of an opening by a rule."""
        goes_on = game.setup == self.game.setup and game.moves[:len(self.game.moves)] == self.game.moves
        if not goes_on and self.game.moves != self.files.saved:
            self.store.keep(self.game, self.seats.players)
        for opponent in self.seats:
            opponent.drop()
            opponent.trouble = None
        self.set_players(players)
        self.answered.clear()
        self.stage = stage
        self.game, self.running, self.is_browsing = game, running, not running
        self.cursor = game.last or self.middle()
        self.position_changed()

    def swap(self) -> None:
        """Each goes on for the other; the processes go with them."""
        self.play_on_with(self.seats.swap())

    def play_on_with(self, players: dict[str, Player]) -> None:
        """Others play on from here."""
        self.set_players(players)
        self.running = self.game.is_at_end
        self.is_browsing = not self.running

    def set_players(self, players: dict[str, Player]) -> None:
        """At full strength people see the analysis."""
        self.seats.take(players)
        self.engines = choices.known_engines(self.engines, players)
        if self.seats.is_at_full_strength:
            self.analysis.wants.add("analysis")

    # --- the end -----------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Everything is kept, and every process ended."""
        self.keep()
        for talker in self.talkers:
            talker.close(is_patient=True)
        self.store.close()
