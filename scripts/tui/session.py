"""The session: a game, its players and their engines, the adviser, and the actions. No screen, no keys.

`handle` carries out a request, `attend` reads engines and clocks. Engines move by themselves while the game is
`running`: undo and replay stop that, so that nobody answers while old positions are shown; a move that is played, and
`go`, start it again. The store saves every change at once.
"""

from __future__ import annotations

import time
from typing import Callable, Optional, Union

from matches import opening_rules
from matches.opening_rules import PUT, Act
from matches.referee import BLACK, COLOUR_NAME, OPPONENT, WHITE, Point

from . import choices, front, puzzles, stages
from .actions import BY_NAME
from .adviser import LINES_MAX, Adviser, Wanted
from .asking import Asking
from .forms import Form, Values
from .front import Request
from .game import Game, Move, Refused
from .judging import Verdict, verdicts
from .live import Thought
from .opponent import Opponent
from .players import FULL, Player, names_of, sentence_of
from .stopwatch import Stopwatch
from .store import Saved, Store

COLOURS = (BLACK, WHITE)
HEARTBEAT_S = 0.2               # while somebody thinks: clocks go on
LINES_USUAL = 3                 # of an analysis
PACE_S = 0.4                    # between the moves of two engines: people look on


class Session(Asking):
    def __init__(self, store: Store, saved: Saved, adviser: Optional[Adviser] = None) -> None:
        self.store, self.engines = store, saved.engines
        self.game, self.players = saved.game, dict(saved.players)
        self.opponents: dict[str, Optional[Opponent]] = {BLACK: None, WHITE: None}
        self.adviser = adviser or Adviser()
        self.running = self.game.is_at_end and not self.game.names
        self.stage = saved.stage                # of an opening by a rule, while it lasts
        self.is_browsing = not self.running     # old moves are looked at, and nobody thinks about the next one
        self.stopwatch = Stopwatch()            # of a person who is to move
        self.cursor = self.middle()
        self.wants: set[str] = set()        # of hint, worth, openings, analysis, review
        self.lines = LINES_USUAL
        self.answered: dict[tuple[Point, ...], tuple[str, Thought]] = {}    # moves -> who thought what about the last
        self.on_file: list[Move] = []       # as they were saved or loaded last
        self.shows_numbers = False
        self.riddle: Optional[puzzles.Puzzle] = None
        self.form: Optional[Form] = None
        self.notice = store.fault or ""
        self.is_left = False
        self.turn_began = time.monotonic()

    # --- what happens by itself --------------------------------------------------------------------------------------

    def attend(self) -> None:
        """Let everybody do what there is to do by now."""
        for colour in COLOURS:
            self.attend_opponent(colour)
        self.let_engine_move()
        self.adviser.want(self.wanted())
        self.adviser.attend()
        self.stopwatch.let(self.expects_person())
        self.keep()

    def attend_opponent(self, colour: str) -> None:
        opponent = self.opponents[colour]
        answer = opponent.attend() if opponent else None
        if answer and answer.decision:
            self.take_decision(answer.decision, answer.ms)
        elif answer:
            self.put(answer.move, answer.ms)
            self.answered[tuple(self.game.board.moves)] = opponent.player.name, answer.thought
            if self.riddle and self.riddle.is_in(self.game):
                self.notice = puzzles.verdict(self.game, answer.thought) or ""

    def let_engine_move(self) -> None:
        """Ask whoever is to move, if it is an engine that shall."""
        colour = self.decider
        for other in COLOURS:
            opponent = self.opponents[other]
            if opponent and opponent.is_asked and (other != colour or not self.expects_engine()):
                opponent.drop()
        if self.expects_engine() and not self.is_too_fast():
            opponent = self.opponent(colour)
            if not opponent.is_asked and not opponent.trouble:
                opponent.ask(self.game, self.stage.opening if self.stage else None)

    def expects_engine(self) -> bool:
        """An engine is to move, and shall."""
        return (self.running and not self.game.result and not self.players[self.decider].is_person
                and not self.is_asking_at_start())

    def expects_person(self) -> bool:
        """A person thinks about the next move: not before the first one, nor behind a form."""
        return (self.game.at > 0 and not self.game.result and not self.is_browsing and self.form is None
                and self.players[self.decider].is_person)

    def is_too_fast(self) -> bool:
        """Two engines play, and the last move has hardly been seen."""
        return not self.has_person and time.monotonic() - self.turn_began < PACE_S

    def is_asking_at_start(self) -> bool:
        """Nothing moves behind a question that has to be answered first."""
        return self.form is not None and not self.form.can_be_left

    @property
    def are_people(self) -> bool:
        return all(player.is_person for player in self.players.values())

    @property
    def has_person(self) -> bool:
        return any(player.is_person for player in self.players.values())

    def opponent(self, colour: str) -> Opponent:
        """The engine of that side, as the players and the game are now."""
        player, setup = self.players[colour], self.game.setup
        opponent = self.opponents[colour]
        if opponent is None or (opponent.player, opponent.setup) != (player, setup):
            self.dismiss_engine(colour)
            opponent = self.opponents[colour] = Opponent(player, setup)
        return opponent

    def dismiss_engine(self, colour: str) -> None:
        if opponent := self.opponents[colour]:
            opponent.close()
        self.opponents[colour] = None

    @property
    def decider(self) -> str:
        """The side whose player is to move; in an opening by a rule, to do its next step."""
        return self.stage.step.by if self.stage else self.game.to_move

    def keep(self) -> None:
        fault = self.store.fault
        self.store.save(Saved(self.game, self.players, self.engines, self.stage))
        if self.store.fault != fault:
            self.notice = self.store.fault

    @property
    def descriptors(self) -> list[tuple[int, bool]]:
        """What wakes the session, and whether it waits to write as well."""
        talkers: tuple[Union[Opponent, Adviser, None], ...] = (*self.opponents.values(), self.adviser)
        processes = [talker.process for talker in talkers if talker and talker.process]
        return [(process.output, False) for process in processes] + [
            (process.input, True) for process in processes if process.outbox]

    @property
    def patience_s(self) -> Optional[float]:
        """How long nothing will happen by itself; None: for ever."""
        waits = any(opponent and opponent.deadline is not None for opponent in self.opponents.values())
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
        return (self.game.names if is_shown else names_of(self.players))[colour]

    @property
    def is_in_trouble(self) -> bool:
        """The engine that is to move cannot."""
        opponent = self.opponents[self.decider]
        return opponent is not None and opponent.trouble is not None

    @property
    def thinker(self) -> Optional[Opponent]:
        """The engine that is to move, while it thinks."""
        opponent = self.opponents[self.decider]
        return opponent if opponent and opponent.is_asked else None

    # --- requests ------------------------------------------------------------------------------------------------------

    def handle(self, request: Request) -> None:
        """Do it; what cannot be done is said."""
        if request.name == "leave":
            self.is_left = True
        elif self.form:
            self.answer_form(request)
        else:
            if request.name != front.MOVE_CURSOR:       # or nobody could look for a point and still read what was said
                self.notice = ""
            handlers: dict[str, Callable] = {front.MOVE_CURSOR: self.move_cursor, front.PLAY_AT: self.play_at}
            handler = handlers.get(request.name) or (getattr(self, request.name) if request.name in BY_NAME else None)
            if handler:
                handler() if request.value is None else handler(request.value)
        self.stopwatch.let(self.expects_person())

    def answer_form(self, request: Request) -> None:
        form = self.form
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

    # moves

    def place(self) -> None:
        self.play_at(self.cursor)

    def play_at(self, point: Point) -> None:
        """A stone of whoever is to move: a person's own, or that of an engine which pauses or is in trouble. Nobody
        answers to the latter."""
        self.cursor = point
        player = self.players[self.decider]
        if self.expects_engine() and not self.is_in_trouble:
            self.notice = f"{player.name} is to move; press g to pause it, then you can play its move"
            return
        if self.stage:
            self.open_at(point, player.is_person)
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
        if not self.has_person:
            self.cursor = point
        if self.game.result:
            self.stop_pondering()
        self.position_changed()

    def stop_pondering(self) -> None:
        """Who thinks while others are to move would think about a game that is over, for ever."""
        for opponent in self.opponents.values():
            if opponent and opponent.player.strength == FULL:
                opponent.close()

    def position_changed(self) -> None:
        self.turn_began = time.monotonic()
        self.stopwatch.reset()
        self.wants.discard("hint")

    def undo(self) -> None:
        """To where a person moved last; between engines, or between people, by one move."""
        if self.game.result and self.game.result is self.game.decided:
            self.running = self.is_browsing = False
            self.game.take_back_ending()
        elif self.stage and (self.stage.opening.acts or self.stage.points):
            self.restart_opening()
        elif self.game.at == 0:
            self.notice = "there is nothing to undo"
        else:
            self.running = self.is_browsing = False
            self.look_at(self.turn_of_person(range(self.game.at - 1, -1, -1), 0))

    def redo(self) -> None:
        """To where a person moves next; at the end of the line the game goes on."""
        if self.game.is_at_end:
            self.notice = "there is nothing to redo"
        else:
            end = len(self.game.moves)
            self.look_at(self.turn_of_person(range(self.game.at + 1, end), end))
            self.running, self.is_browsing = self.game.is_at_end, False

    def turn_of_person(self, way: range, otherwise: int) -> int:
        """The first place on the way at which a person is to move; without persons the first one."""
        for at in way:
            if not self.has_person or self.players[self.game.colour_at(at)].is_person:
                return at
        return otherwise

    def look_at(self, at: int) -> None:
        """Other moves are on the board: nobody thinks about the old ones any more."""
        for opponent in self.opponents.values():
            if opponent:
                opponent.drop()
        self.game.look_at(at)
        self.cursor = self.game.last or self.cursor
        self.position_changed()

    def back(self) -> None:
        self.step_to(self.game.at - 1, "this is the beginning")

    def forward(self) -> None:
        self.step_to(self.game.at + 1, "this is the end")

    def first(self) -> None:
        self.step_to(0, "this is the beginning")

    def last(self) -> None:
        self.step_to(len(self.game.moves), "this is the end")

    def step_to(self, at: int, words: str) -> None:
        """Replay: nobody answers."""
        if at == self.game.at or not 0 <= at <= len(self.game.moves):
            self.notice = words
        else:
            self.running, self.is_browsing = False, True
            self.look_at(at)

    def resign(self) -> None:
        """A person gives up, on whoever's turn; of two people the one who is to move."""
        people = [colour for colour in (self.game.to_move, OPPONENT[self.game.to_move]) if self.players[colour].is_person]
        if self.game.result or not self.game.moves or self.stage:
            self.notice = "the game is over" if self.game.result else "the game has not begun yet"
        elif not self.game.is_at_end:
            self.notice = "old moves are shown: End leads to the end of the game"
        elif not people:
            self.notice = "engines play on to the end"
        else:
            self.form = choices.resign_form(people[0], lambda values: self.answer_resignation(values, people[0]))

    def answer_resignation(self, values: Values, colour: str) -> None:
        if values["item"]:
            self.game.resign(colour)
            self.stop_pondering()
            self.wants.discard("hint")

    # an opening by a rule

    def open_at(self, point: Point, is_person: bool) -> None:
        """A point of its present step; the last one completes it."""
        stage = self.stage
        assert stage is not None
        if stage.is_choice or not self.game.is_at_end:
            self.notice = f"{stage.name}: {sentence_of(self.name_of(self.decider), stage.words)}"
            return
        if not stage.is_complete and point not in stage.offers and (fault := stage.fault(point)):
            self.notice = fault
            return
        self.running = is_person
        if not stage.is_complete:
            self.stage = stage.with_point(point)
            if stage.step.kind == PUT:
                self.put(point, 0)
        if self.stage and self.stage.is_complete:
            self.complete_step(self.stage)

    def complete_step(self, stage: stages.Stage) -> None:
        """A number may be wanted, too."""
        def accept(values: Values) -> Optional[str]:
            self.act(stage.act(values["item"]))
            return None

        if stage.step.announces:
            self.form = choices.offers_form(stage.step.announces, accept)
        else:
            self.act(stage.act())

    def act(self, act: Act) -> None:
        """Its present step is done."""
        assert self.stage is not None
        before, who = self.stage.opening, self.name_of(self.decider)
        opening = before.after(act)
        if not self.game.is_at_end:
            self.last()
        for point in opening.stones[len(self.game.moves):]:
            self.put(point, 0)
        self.stage = stages.after(opening)
        if opening.is_swapped != before.is_swapped:
            self.swap()
        self.position_changed()
        self.is_browsing = False
        if act.colour:
            self.running = True
            does = "takes" if opening.is_swapped != before.is_swapped else "keeps"
            self.notice = (f"{sentence_of(who, f'{does} {COLOUR_NAME[act.colour]}')}: {self.name_of(BLACK)} (black), "
                           f"{self.name_of(WHITE)} (white)")
        elif act.announced:
            moves = f"{act.announced} fifth {'move' if act.announced == 1 else 'moves'}"
            self.notice = sentence_of(who, f"announces {moves}")

    def take_black(self) -> None:
        self.choose(BLACK)

    def take_white(self) -> None:
        self.choose(WHITE)

    def choose(self, colour: str) -> None:
        if self.may_choose():
            self.act(Act(colour))

    def instead(self) -> None:
        """The step that stands in the place of a colour."""
        if self.may_choose() and self.stage and self.stage.opening.other:
            self.stage = stages.Stage(self.stage.opening, is_other=True)

    def may_choose(self) -> bool:
        """A person is to choose, or does so for an engine that cannot or pauses; if not, that is said."""
        is_choice = self.stage is not None and self.stage.is_choice
        may = is_choice and (not self.expects_engine() or self.is_in_trouble)
        self.notice = "" if may else "there is nothing to choose: that is for openings by a rule"
        return may

    def take_decision(self, decision: opening_rules.Answer, ms: int) -> None:
        """Of an engine: a step of the opening, and perhaps the first move after it."""
        self.act(decision.act)
        said = self.notice
        for point in decision.moves:
            self.put(point, ms)
        self.notice = said

    def restart_opening(self) -> None:
        """From the empty board, with the colours of the beginning."""
        assert self.stage is not None
        was_swapped = self.stage.opening.is_swapped
        self.stage = stages.begun(self.stage.opening.rule.name, self.game.setup)
        self.look_at(0)
        del self.game.moves[:]
        if was_swapped:
            self.swap()
        self.running, self.is_browsing = True, False

    # engines

    def move_now(self) -> None:
        """Whoever thinks shall come to an end; or else what the adviser shows goes away."""
        if self.thinker:
            self.thinker.move_now()
        elif "hint" in self.wants and self.adviser.advice.hint is None:
            self.adviser.move_now()
        else:
            self.wants.clear()

    def go(self) -> None:
        """The engine that is to move begins to think, or pauses."""
        if self.game.result or self.players[self.decider].is_person:
            self.notice = "no engine is to move"
        else:
            self.running = not self.expects_engine()

    def restart(self) -> None:
        """Another process of the engine, from the same position."""
        for colour in COLOURS:
            if self.opponents[colour]:
                self.dismiss_engine(colour)
        self.adviser.close()
        self.adviser.crashes, self.adviser.trouble = 0, None
        self.notice = "the engines are restarted"

    def hint(self) -> None:
        if self.game.result:
            self.notice = "the game is over"
        elif self.thinker:
            self.notice = f"{self.thinker.player.name} is to move, and thinks; Escape lets it move at once"
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

    # review

    def review(self) -> None:
        if not self.game.moves:
            self.notice = "there are no moves to review"
        elif self.riddle and "review" not in self.wants and not self.game.result and self.riddle.leads_to(self.game):
            self.form = choices.solution_form(self.answer_solution)
        else:
            self.wants ^= {"review"}

    def answer_solution(self, values: Values) -> None:
        if values["item"]:
            self.wants.add("review")

    def verdicts(self) -> dict[int, Verdict]:
        """On the moves that have been judged so far, by the number of moves before them."""
        return verdicts(self.game, self.adviser.judged) if "review" in self.wants else {}

    def previous_mistake(self) -> None:
        self.go_to_mistake([at for at in reversed(self.verdicts()) if at + 1 < self.game.at], "before this")

    def next_mistake(self) -> None:
        self.go_to_mistake([at for at in self.verdicts() if at + 1 > self.game.at], "after this")

    def go_to_mistake(self, candidates: list[int], where: str) -> None:
        """To the position behind the first of these moves that is a mistake."""
        found = self.verdicts()
        mistakes = [at for at in candidates if found[at].is_mistake]
        if "review" not in self.wants:
            self.review()
        elif mistakes:
            self.step_to(mistakes[0] + 1, "")
        else:
            self.notice = f"no mistake {where}" + ("" if self.adviser.next_to_review() is None else " so far")

    def numbers(self) -> None:
        self.shows_numbers = not self.shows_numbers

    def wanted(self) -> Wanted:
        """What the adviser is to find out; no analysis while an engine thinks about its own move."""
        game = self.game
        wants = self.wants if not game.result else self.wants & {"review"}
        return Wanted(game.setup, tuple(game.board.moves), "worth" in wants, "openings" in wants, "hint" in wants,
                      "analysis" in wants and not self.thinker, self.lines, "review" in wants and not self.thinker,
                      game.points[:-1] if game.ending_by_stones else game.points)

    # games

    def begin(self, game: Game, players: dict[str, Player], running: bool,
              stage: Optional[stages.Stage] = None) -> None:
        """Another game; the one before is kept. The stage is the first of an opening by a rule."""
        goes_on = game.setup == self.game.setup and game.moves[:len(self.game.moves)] == self.game.moves
        if not goes_on and self.game.moves != self.on_file:
            self.store.keep(self.game, self.players)
        for opponent in self.opponents.values():
            if opponent:
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
        self.opponents = {colour: self.opponents[OPPONENT[colour]] for colour in COLOURS}
        self.play_on_with({colour: self.players[OPPONENT[colour]] for colour in COLOURS})

    def play_on_with(self, players: dict[str, Player]) -> None:
        """Others play on from here."""
        self.set_players(players)
        self.running = self.game.is_at_end
        self.is_browsing = not self.running

    def set_players(self, players: dict[str, Player]) -> None:
        """The processes of those who leave are ended. At full strength people see the analysis."""
        for colour in COLOURS:
            opponent = self.opponents[colour]
            if opponent and opponent.player != players[colour]:
                self.dismiss_engine(colour)
        self.players = players
        self.engines = choices.known_engines(self.engines, players)
        if any(player.strength == FULL and not player.is_person for player in players.values()):
            self.wants.add("analysis")

    # --- the end -----------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Everything is kept, and every process ended."""
        self.keep()
        talkers: tuple[Union[Opponent, Adviser, None], ...] = (*self.opponents.values(), self.adviser)
        for talker in talkers:
            if talker:
                talker.close(is_patient=True)
        self.store.close()
