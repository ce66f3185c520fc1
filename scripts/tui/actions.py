"""The actions of the board, one row each: keys, menu and help derive from this table.

Keys have the names printed on them; a front end translates its own key codes.
"""

from __future__ import annotations

from dataclasses import dataclass

from matches import console


@dataclass(frozen=True)
class Action:
    name: str               # also of the method of Session that does it
    keys: tuple[str, ...]   # the first one is shown
    label: str              # for the menu
    words: str              # for the help


ACTIONS = (
    Action("place", ("Enter", "Space"), "play here", "play at the cursor or by a click; also for a paused engine"),
    Action("undo", ("u", "Backspace"), "undo", "undo; against an engine your move with its answer"),
    Action("redo", ("r",), "redo", "redo, until another move is played"),
    Action("move_now", ("Escape",), "move now", "the engine moves at once; ends hint, analysis, review"),
    Action("go", ("g",), "engine: move / pause", "let the engine move in this position, or pause"),
    Action("hint", ("h",), "hint", "a good move, by Tengen"),
    Action("worth", ("e",), "best points", "the points worth most to both sides by their shapes, 1 to 9"),
    Action("analysis", ("a",), "analysis", "Tengen thinks about each position until you go on"),
    Action("openings", ("d",), "openings", "what is played here: the first moves, as far as Tengen knows them"),
    Action("more_lines", ("+", "="), "more lines", "analysis: one line more, of five"),
    Action("fewer_lines", ("-",), "fewer lines", "analysis: one line fewer"),
    Action("review", ("v",), "review the game", "Tengen judges every move of the game"),
    Action("previous_mistake", ("[",), "previous mistake", "review: back to the last mistake"),
    Action("next_mistake", ("]",), "next mistake", "review: on to the next mistake"),
    Action("numbers", ("#",), "number the moves", "number the moves"),
    Action("back", ("PageUp", ","), "one move back", "replay: one move back, and nobody answers; or the wheel"),
    Action("forward", ("PageDown", "."), "one move forward", "replay: one move forward"),
    Action("first", ("Home",), "to the beginning", "replay: to the empty board"),
    Action("last", ("End",), "to the end", "replay: to the last move"),
    Action("new", ("n",), "new game", "new game: rule, size, players, strength"),
    Action("choose_players", ("p",), "players and strength", "other players and strengths for this game"),
    Action("swap", ("x",), "swap sides", "the players change colours"),
    Action("resign", ("G",), "resign", "give the game up; undo takes that back"),
    Action("take_black", ("b",), "take black", "opening by a rule: play black"),
    Action("take_white", ("w",), "take white", "opening by a rule: play white"),
    Action("instead", ("t",), "no colour yet", "swap2: put two more stones; taraguchi-10: offer ten moves"),
    Action("load", ("l",), "load a game", "load a .psq or .sgf, to replay and play on from, or a .proof"),
    Action("opening", ("o",), "load an opening", "a new game from an opening of a file"),
    Action("puzzle", ("z",), "a puzzle", "a position with a forced win, to be found against Tengen"),
    Action("save", ("s",), "save the game", "save as .psq, which Piskvork opens too, or .sgf"),
    Action("restart", ("R",), "restart engines", "restart the engines from this position"),
    Action("menu", ("m", "Tab", "F10"), "menu", "the menu"),
    Action("help", ("?", "F1"), "help", "this page"),
    Action("leave", ("q",), "quit", "quit; the game is kept, and offered next time"),
)

BY_KEY = {key: action for action in ACTIONS for key in action.keys}
BY_NAME = {action.name: action for action in ACTIONS}

KEYS_WIDTH = max(len(" ".join(action.keys)) for action in ACTIONS) + 1

HELP = (
    "Arrows move the cursor; Enter puts a stone. The last stone",
    "stands in ( ), the cursor in [ ]; × is forbidden (renju).",
    "A score is from the thinker's view; +M7: wins in 7 moves.",
    "Percentages are black's chance; B in 7: black wins so soon.",
    "",
    *(f"{' '.join(action.keys):<{KEYS_WIDTH}} {action.words}" for action in ACTIONS),
    "",
    "After a win the board is locked until undo or a new game.",
    "A move in the middle of a replay drops what came after it.",
    "Every change is kept at once: closing the terminal loses",
    "nothing. Games that you leave for others are kept as .psq",
    "in the folder that `load` shows first.",
    "",
    console.as_called("Rectangles, and more: scripts/play --help"),
)
