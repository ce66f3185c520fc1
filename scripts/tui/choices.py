"""The forms for games, players and files: filled in with the current values, and read when accepted."""

from __future__ import annotations

import os
import random
from functools import partial
from pathlib import Path
from typing import Any, Callable, Optional

from matches import builtin, opening_rules
from matches.points import row
from matches.referee import BLACK, COLOUR_NAME, OPPONENT, RENJU, RENJU_LENGTH, RULE_NAME, STANDARD_LENGTH, WHITE, WIN_LENGTHS, Point

from . import stages
from .forms import Choice, Field, Form, Item, Text, Values
from .game import Game, Setup
from .players import STRENGTHS, TENGEN_COMMAND, USUAL, Player, engine_name, from_here, person
from .puzzles import Puzzle

Accept = Callable[[Values], Optional[str]]

SIZES = (3, 4, 5, 7, 9, 11, 13, 15, 17, 19, 20, 22, 25, 28, 32)
EMPTY, BALANCED = "empty", "balanced"
PERSON_OPTION, OTHER_OPTION = "person", "other"
OPENING_SHOWN = 40          # letters of an opening in a list
GAME_SUFFIXES = (".psq", ".sgf")


# --- games and players -----------------------------------------------------------------------------------------------

def game_form(setup: Setup, players: dict[str, Player], engines: list[str], accept: Accept) -> Form:
    """A new game; at first as the last one."""
    sizes = [(side, side) for side in SIZES]
    size = setup.width, setup.height
    sizes += [size] if size not in sizes else []
    fields = [
        chosen(Choice("rule", "Rule", [(rule, name) for rule, name in RULE_NAME.items()]), setup.rule),
        chosen(Choice("size", "Board", [(side, size_words(side)) for side in sorted(sizes)]), size),
        chosen(Choice("length", "In a row", [(length, f"{length} win") for length in WIN_LENGTHS]), setup.win_length),
        Choice("opening", "Opening", [(EMPTY, "the empty board"), (BALANCED, "a balanced one, drawn"),
                                       *((name, name) for name in opening_rules.rules())]),
        *player_fields(players, engines),
    ]
    return Form("New game", accept, fields, changed=fit_length)


def game_of(values: Values) -> Game:
    """The new game, with the stones of its opening. ValueError says why there is none."""
    setup = setup_of(values)
    if setup.fault:
        raise ValueError(setup.fault)
    game = Game(setup)
    rule = opening_rules.rules().get(values["opening"])
    if rule and (fault := rule.fault(setup.width, setup.height, setup.win_length)):
        raise ValueError(fault)
    if values["opening"] == BALANCED:
        found = builtin.choose(setup.rule, setup.width, setup.height, setup.win_length)
        if not found or not found.openings:
            raise ValueError("there are balanced openings for five in a row on boards from 15×15 on only")
        for point in random.choice(found.openings):
            game.play(point)
    return game


def stage_of(values: Values, setup: Setup) -> Optional[stages.Stage]:
    """Of a new game that begins by a rule."""
    return stages.begun(values["opening"], setup) if values["opening"] in opening_rules.rules() else None


def offers_form(most: int, accept: Accept) -> Form:
    items: list[Field] = [Item(number, f"{number} fifth {'move' if number == 1 else 'moves'}") for number in range(1, most + 1)]
    return Form("How many will black offer?", accept, items, ("White picks one of them.",))


def size_words(size: tuple[int, int]) -> str:
    return f"{size[0]}×{size[1]}" + (", tic-tac-toe" if size == (3, 3) else "")


def fit_length(form: Form) -> None:
    """A change of size or rule adapts the length: three on a board of three, five for renju and on boards large enough."""
    if form.focused.name not in ("size", "rule"):
        return
    side, length = min(form.choice("size").value), form.choice("length")
    if form.choice("rule").value == RENJU:
        length.set(RENJU_LENGTH)
    elif side < length.value or form.focused.name == "size":
        length.set(min(side, STANDARD_LENGTH))


def has_command(who: str, values: Values) -> bool:
    """Says whether that player is an engine whose command is typed."""
    return values[who] == OTHER_OPTION


def is_engine(who: str, values: Values) -> bool:
    return values[who] != PERSON_OPTION


def is_person(who: str, values: Values) -> bool:
    return values[who] == PERSON_OPTION


def players_form(players: dict[str, Player], engines: list[str], accept: Accept) -> Form:
    return Form("Players and strength", accept, player_fields(players, engines))


def player_fields(players: dict[str, Player], engines: list[str]) -> list:
    fields = []
    for colour in (BLACK, WHITE):
        player, who = players[colour], f"{COLOUR_NAME[colour]} player"
        options = [(PERSON_OPTION, "a person"), (TENGEN_COMMAND, "Tengen")]
        options += [(command, engine_name(command)) for command in engines]
        options += [(OTHER_OPTION, "another engine")]
        fields += [
            chosen(Choice(who, colour_label(colour), options), PERSON_OPTION if player.is_person else player.command),
            Text(f"{colour} name", "  called", player.called, is_shown=partial(is_person, who)),
            Text(f"{colour} command", "  its command", complete=complete_path,
                 is_shown=partial(has_command, who)),
            chosen(Choice(f"{colour} strength", "  strength", [(known.name, known.words) for known in STRENGTHS],
                          is_shown=partial(is_engine, who)),
                   (player if not player.is_person else Player(strength=USUAL)).strength.name),
        ]
    return fields


def colour_label(colour: str) -> str:
    return COLOUR_NAME[colour].capitalize()


def chosen(choice: Choice, value: Any) -> Choice:
    choice.set(value)
    return choice


def setup_of(values: Values) -> Setup:
    width, height = values["size"]
    return Setup(values["rule"], width, height, values["length"])


def players_of(values: Values) -> dict[str, Player]:
    return {colour: player_of(values, colour) for colour in (BLACK, WHITE)}


def player_of(values: Values, colour: str) -> Player:
    who = values[f"{COLOUR_NAME[colour]} player"]
    if who == PERSON_OPTION:
        return person(values[f"{colour} name"])
    command = values[f"{colour} command"].strip() if who == OTHER_OPTION else who
    strength = next(known for known in STRENGTHS if known.name == values[f"{colour} strength"])
    return Player(from_here(command) or " ", strength)


def players_fault(players: dict[str, Player]) -> Optional[str]:
    return next((player.fault for player in players.values() if player.fault), None)


def known_engines(engines: list[str], players: dict[str, Player]) -> list[str]:
    """With those that play now."""
    playing = [player.command for player in players.values() if not player.is_person and not player.is_tengen]
    return list(dict.fromkeys([*engines, *playing]))


def resign_form(colour: str, accept: Accept) -> Form:
    items: list[Field] = [Item(False, "No, play on", "n"), Item(True, "Yes, resign", "y")]
    return Form("Resign?", accept, items, (f"{COLOUR_NAME[OPPONENT[colour]].capitalize()} wins then.",))


def solution_form(accept: Accept) -> Form:
    """Who looks for the win of a puzzle may not want to see it."""
    items: list[Field] = [Item(False, "No, go on looking", "n"), Item(True, "Yes, show it", "y")]
    return Form("A review shows the solution of the puzzle. Show it?", accept, items)


def puzzle_form(found: list[Puzzle], last: Optional[Puzzle], accept: Accept) -> Form:
    """Those of a rule, the shortest wins first; at first the one behind the last."""
    rules = list(dict.fromkeys(puzzle.setup.rule for puzzle in found))
    rule = chosen(Choice("rule", "Rule", [(rule, RULE_NAME[rule]) for rule in rules]), last.setup.rule if last else rules[0])
    number = Choice("puzzle", "Puzzle", [])

    def fit_puzzles(form: Form) -> None:
        if form.focused is rule:
            offer()

    def offer() -> None:
        of_rule = [puzzle for puzzle in found if puzzle.setup.rule == rule.value]
        number.options = [(puzzle, f"{count} of {len(of_rule)}: win in {puzzle.plies}") for count, puzzle in enumerate(of_rule, 1)]
        number.index = 0

    offer()
    if last:
        number.set(last)
        number.turn(1)
    return Form("Find the win", accept, [rule, number], changed=fit_puzzles)


# --- files -----------------------------------------------------------------------------------------------------------

def save_form(accept: Accept) -> Form:
    """As the first name like game-1.psq that is free here."""
    number = next(number for number in range(1, 10 ** 6)
                  if not any(Path(f"game-{number}{suffix}").exists() for suffix in GAME_SUFFIXES))
    return Form("Save the game", accept, [Text("path", "File", f"game-{number}{GAME_SUFFIXES[0]}", complete_path)],
                lines=(f"In {Path.cwd()}", "As .psq for Piskvork, or as .sgf."))


def load_form(title: str, folder: Path, accept: Accept) -> Form:
    text = Text("path", "File", f"{folder}/" if folder.is_dir() else "", complete_path)
    if folder.is_dir():
        text.look_up()
    return Form(title, accept, [text], lines=("Tab completes, arrows choose, Ctrl-U empties the line.",))


def path_of(text: str) -> Path:
    return Path(os.path.expanduser(text.strip()))


def complete_path(text: str) -> tuple[str, list[str]]:
    """What all paths that begin so have in common, and these, the newest first."""
    expanded = os.path.expanduser(text)
    folder, begun = os.path.split(expanded)
    try:
        entries = [entry for entry in os.scandir(folder or ".") if entry.name.startswith(begun)
                   and (begun.startswith(".") or not entry.name.startswith("."))]
        entries.sort(key=lambda entry: -entry.stat(follow_symlinks=False).st_mtime)
    except OSError:
        return text, []
    paths = [os.path.join(folder, entry.name) + ("/" if entry.is_dir() else "") for entry in entries]
    common = os.path.commonprefix(paths)
    return (common if len(common) > len(expanded) else expanded), paths if len(paths) > 1 else []


def file_fault(path: Path, error: Exception) -> str:
    if isinstance(error, IsADirectoryError):
        return "that is a folder: Tab shows what is in it"
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return words if str(path) in words else f"{path.name or path}: {words}"


def openings_form(name: str, lists: list[list[Point]], accept: Accept) -> Form:
    items: list[Field] = [Item(opening, row(opening)[:OPENING_SHOWN], str(number)) for number, opening in enumerate(lists, 1)]
    return Form(f"{len(lists)} openings of {name}", accept, items)


# --- at the start ----------------------------------------------------------------------------------------------------

def offer_form(game: Game, names: tuple[str, str], accept: Accept) -> Form:
    ended = f" {game.result.words.capitalize()}." if game.result else ""
    lines = (f"A game was left: {game.setup.words},",
             f"{names[0]} (black) and {names[1]} (white), {len(game.moves)} moves.{ended}", "")
    items: list[Field] = [Item("continue", "Look at it again" if game.result else "Go on with it", "g"),
                          Item("new", "A new game", "n"), Item("leave", "Quit, and keep it", "q")]
    return Form("Welcome back", accept, items, lines, can_be_left=False)
