"""Makes the scene of a session: all that is visible at a moment, as text and marks for a front end."""

from __future__ import annotations

from typing import Optional

from matches.points import notation
from matches.referee import BLACK, COLOUR_NAME, WHITE, Point

from .front import Scene, SideView, ThoughtView
from .live import Thought
from .session import Session

NUMBERS_SHOWN = 100             # stones have room for two digits
BEST_SHOWN = 5                  # points in words


def scene_of(session: Session) -> Scene:
    game, advice, wants = session.game, session.adviser.advice, session.wants
    return Scene(
        title=game.setup.words, width=game.setup.width, height=game.setup.height, stones=dict(game.board.stones),
        cursor=session.cursor, sides=tuple(side_view(session, colour) for colour in (BLACK, WHITE)), status=status(session),
        is_over=game.result is not None, moves=tuple(notation(move.point) for move in game.moves), at=game.at,
        last=game.last, winning=frozenset(game.result.row if game.result else ()),
        forbidden=frozenset(game.forbidden), numbers=move_numbers(session),
        hint=advice.hint.best if "hint" in wants and advice.hint else None,
        line=tuple(expected_line(session)), worth=advice.worth if "worth" in wants and not game.result else None,
        thoughts=tuple(thoughts(session)), trouble=trouble(session), notice=session.notice, form=session.form)


# --- the players -----------------------------------------------------------------------------------------------------

def side_view(session: Session, colour: str) -> SideView:
    player, is_to_move = session.players[colour], session.game.to_move == colour and not session.game.result
    name = session.name_of(colour)
    strength = "" if player.is_person or player.is_proof or name != player.name else player.strength.words
    return SideView(colour, name, strength, session.used_ms(colour), is_to_move,
                    is_to_move and session.thinker is not None)


def status(session: Session) -> str:
    """Whose turn it is, or how it ended."""
    game, player = session.game, session.players[session.game.to_move]
    if game.result:
        return f"{game.result.words.capitalize()}. u: undo, n: new game"
    turn = f"{COLOUR_NAME[game.to_move].capitalize()} to move"
    if player.is_person:
        whose = f"{turn}: {player.called}" if player.called else turn if session.are_people else f"{turn}: your turn"
        return whose if game.is_at_end else f"{turn}, {game.at} of {len(game.moves)} moves"
    if session.is_in_trouble:
        return f"{turn}: {player.name} is in trouble"
    return f"{turn}: {player.name} thinks" if session.expects_engine() else (
        f"{turn}: g lets {player.name} move, or put its stone")


def trouble(session: Session) -> str:
    """What is wrong with an engine that is needed."""
    troubles = [opponent.trouble for opponent in session.opponents.values() if opponent and opponent.trouble]
    if session.adviser.trouble and session.wants:
        troubles.append(session.adviser.trouble)
    return f"{'; '.join(troubles)}. R: restart" if troubles else ""


# --- on the board ----------------------------------------------------------------------------------------------------

def move_numbers(session: Session) -> dict[Point, int]:
    moves = session.game.board.moves
    shown = enumerate(moves, 1) if session.shows_numbers else ()
    return {point: number % NUMBERS_SHOWN for number, point in shown if number > len(moves) - NUMBERS_SHOWN}


def expected_line(session: Session) -> list[Point]:
    """The moves that an analysis expects from here."""
    if "analysis" not in session.wants or session.game.result:
        return []
    thought = session.thinker.thought if session.thinker else session.adviser.advice.analysis
    return thought.line if thought else []


# --- thoughts --------------------------------------------------------------------------------------------------------

def thoughts(session: Session) -> list[ThoughtView]:
    """Of the engine that thinks, or about the move that stands last on the board, and of the adviser."""
    opponent, views = session.thinker, []
    name, thought = session.answered.get(tuple(session.game.board.moves), ("", Thought()))
    if opponent:
        views = [thought_view(f"{opponent.player.name} thinks", opponent.thought, opponent.seconds)]
    elif thought.score is not None or thought.depth is not None:
        views = [thought_view(f"{name} thought", thought, None)]
    return views if session.game.result else views + advices(session)


def advices(session: Session) -> list[ThoughtView]:
    adviser, advice, views = session.adviser, session.adviser.advice, []
    if "hint" in session.wants:
        found = advice.hint
        best = notation(found.best) if found and found.best else "…"
        views.append(thought_view(f"Hint: {best}", found or adviser.thought, None if found else adviser.seconds))
    if "analysis" in session.wants and not session.thinker:
        seconds = None if advice.analysis_is_over else adviser.seconds
        views.append(thought_view("Analysis", advice.analysis or Thought(), seconds))
    return views + ([worth_view(session)] if "worth" in session.wants else [])


def worth_view(session: Session) -> ThoughtView:
    """The exact worth of the point under the cursor, and the best ones."""
    worth = session.adviser.advice.worth
    if worth is None:
        return ThoughtView("Worth of the points", ("…",), ())
    best = sorted(worth, key=lambda point: -worth[point])[:BEST_SHOWN]
    here = worth.get(session.cursor)
    facts = () if here is None else (f"{notation(session.cursor)}: {here:,}",)
    return ThoughtView("Worth of the points (5: 2^5, A: 2^10, B: 2^11)", (
        *facts, "best: " + "  ".join(f"{notation(point)} {worth[point]:,}" for point in best)), ())


def thought_view(title: str, thought: Thought, seconds: Optional[float]) -> ThoughtView:
    """A thought in words; seconds since it began, if it goes on."""
    speed = thought.speed or (round(thought.nodes / seconds) if thought.nodes and seconds else None)
    facts = (f"depth {thought.depth}" if thought.depth else "", f"score {thought.score}" if thought.score else "",
             f"{shortened(thought.nodes)} nodes" if thought.nodes else "", f"{shortened(speed)}/s" if speed else "")
    return ThoughtView(title if seconds is None else f"{title}, {seconds:.1f} s", tuple(filter(None, facts)),
                       tuple(map(notation, thought.line)))


def shortened(number: int) -> str:
    """950, 12k, 3.4M"""
    for unit, letter in ((1_000_000_000, "G"), (1_000_000, "M"), (1000, "k")):
        if number >= unit:
            short = number / unit
            return f"{short:.1f}{letter}" if short < 10 else f"{short:.0f}{letter}"
    return str(number)
