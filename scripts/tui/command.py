"""The command line of scripts/play: its options, and the game it begins with."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import Optional

from matches import console
from matches.referee import BLACK, FREESTYLE, RULE_NAME, STANDARD_LENGTH, WHITE, WIN_LENGTHS, size

from . import choices
from .actions import ACTIONS, KEYS_WIDTH
from .game import Game, Setup
from .loop import run, signals
from .players import LEVELS, STRENGTHS, TENGEN_COMMAND, Player, Strength, from_here, person, strength
from .store import Saved, Store, state_folder
from .session import Session
from .terminal import Terminal

EPILOG = "\n".join((
    "Keys:", *(f"  {' '.join(action.keys):<{KEYS_WIDTH}}  {action.words}" for action in ACTIONS), "",
    "Strengths: " + ", ".join(known.words for known in LEVELS) + ";",
    "or " + ", ".join(known.name for known in STRENGTHS if known not in LEVELS), "",
    "Without options the last game is offered, or a new one begins. Games are kept in",
    "$XDG_STATE_HOME/tengen/, or in ~/.local/state/tengen/."))
SIDES = {"black": BLACK, "white": WHITE}


def main() -> int:
    options = arguments()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return complain("a board needs a terminal; pbrain-tengen is the engine for pipes")
    store = Store(state_folder())
    session = None
    try:
        kept = store.load()
        session = Session(store, kept or Saved())
        fault = open_game(session, options, is_kept=kept is not None and bool(kept.game.moves))
        if fault:
            return complain(fault)
        with signals() as inbox, Terminal(options.ascii) as terminal:
            run(session, terminal, inbox)
        say_kept(session)
    finally:
        session.close() if session else store.close()
    return 0


def say_kept(session: Session) -> None:
    """Leaving loses nothing. The terminal may have gone before."""
    if session.game.moves and not session.store.fault:
        with contextlib.suppress(OSError):
            print("The game is kept: scripts/play goes on with it.", flush=True)


def complain(words: str) -> int:
    return console.complain("play", words)


def arguments() -> argparse.Namespace:
    parser = console.Parser(
        prog="scripts/play", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="A board in the terminal: you against Tengen, engines against each other, or two people.",
        epilog=EPILOG)
    parser.add_argument("game", nargs="?", type=Path, help="a .psq or .sgf file to open, or a .proof file to walk through")
    parser.add_argument("--rule", type=console.rule_of(RULE_NAME), metavar="R", help=", ".join(
        f"{number} {name}" for number, name in RULE_NAME.items()))
    parser.add_argument("--size", type=size, metavar="N|WxH", help="size of the board, 3 to 32 (15)")
    parser.add_argument("--win-length", type=int, choices=WIN_LENGTHS, help="stones in a row that win (5)")
    parser.add_argument("--black", metavar="WHO", help="you, tengen, or the command of an engine")
    parser.add_argument("--white", metavar="WHO", help="likewise for white (tengen)")
    parser.add_argument("--black-name", metavar="NAME", help="name of the person who plays black")
    parser.add_argument("--white-name", metavar="NAME", help="likewise for white")
    parser.add_argument("--strength", type=strength_named, metavar="NAME", help="strength of all engines: a level from 1 to 10, or a name below (4)")
    parser.add_argument("--ascii", action="store_true", help="draw in ASCII only")
    return parser.parse_args()


def strength_named(name: str) -> Strength:
    try:
        return strength(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def open_game(session: Session, options: argparse.Namespace, is_kept: bool) -> Optional[str]:
    """What the board shows at first. A sentence if that cannot be."""
    if options.game:
        return session.files.open(options.game)
    if is_new_requested(options):
        return open_new(session, options)
    if is_kept:
        session.questions.offer()
    return None


def is_new_requested(options: argparse.Namespace) -> bool:
    names = ("rule", "size", "win_length", "black", "white", "black_name", "white_name", "strength")
    return any(getattr(options, name) is not None for name in names)


def open_new(session: Session, options: argparse.Namespace) -> Optional[str]:
    """A new game; what is not asked for is as usual."""
    width, height = options.size or (15, 15)
    rule = FREESTYLE if options.rule is None else options.rule
    setup = Setup(rule, width, height, options.win_length or min(STANDARD_LENGTH, width, height))
    players = {colour: player_named(name, options, usual=Saved().players[colour]) for name, colour in SIDES.items()}
    fault = setup.fault or choices.players_fault(players) or next(filter(None, (
        named_engine_fault(name, options, players[colour]) for name, colour in SIDES.items())), None)
    if not fault:
        session.begin(Game(setup), players, running=True)
    return fault


def player_named(side: str, options: argparse.Namespace, usual: Player) -> Player:
    """Who has a name is a person, if nothing else is said."""
    who, called = getattr(options, side), getattr(options, f"{side}_name")
    if who == "you" or (who is None and (usual.is_person or called)):
        return person(called or "")
    command = TENGEN_COMMAND if who in (None, "tengen") else from_here(who)
    return Player(command, options.strength or usual.strength)


def named_engine_fault(side: str, options: argparse.Namespace, player: Player) -> Optional[str]:
    is_named = getattr(options, f"{side}_name") is not None
    return f"--{side}-name names a person, and {side} is {player.name}" if is_named and not player.is_person else None
