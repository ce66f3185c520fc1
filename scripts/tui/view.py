"""What there is to be seen of a table at a moment: its scene, put into words and marks for whatever front shows it."""

from __future__ import annotations

from typing import Optional

from matches.points import notation
from matches.referee import BLACK, COLOUR_NAME, OPPONENT, WHITE, Point

from .front import Scene, SideView, ThoughtView
from .live import Thought
from .table import TranspositionTable

NUMBERS_SHOWN = 100             # stones have room for two digits
BEST_SHOWN = 5                  # points in words


def scene_of(table: TranspositionTable) -> Scene:
    game, advice, wants = table.game, table.adviser.advice, table.wants
    return Scene(
        title=game.setup.words, width=game.setup.width, height=game.setup.height, stones=dict(game.board.stones),
        cursor=table.cursor, sides=tuple(side_view(table, colour) for colour in (BLACK, WHITE)), status=status(table),
        is_over=game.result is not None, moves=tuple(notation(move.point) for move in game.moves), at=game.at,
        last=game.last, winning=frozenset(game.result.row if game.result else ()),
        forbidden=frozenset(game.forbidden), numbers=move_numbers(table),
        hint=advice.hint.best if "hint" in wants and advice.hint else None,
        line=tuple(expected_line(table)), worth=advice.worth if "worth" in wants and not game.result else None,
        thoughts=tuple(thoughts(table)), trouble=trouble(table), notice=table.notice, form=table.form)


# --- the players -----------------------------------------------------------------------------------------------------

def side_view(table: TranspositionTable, colour: str) -> SideView:
    player, is_to_move = table.players[colour], table.game.to_move == colour and not table.game.result
    return SideView(colour, player.name, "" if player.is_person else player.strength.words, used_ms(table, colour),
                    is_to_move, is_to_move and table.thinker is not None)


def used_ms(table: TranspositionTable, colour: str) -> int:
    """By that side, up to where one looks, with what it is thinking about."""
    game = table.game
    ms = sum(move.ms for at, move in enumerate(game.moves[:game.at]) if game.colour_at(at) == colour)
    return ms + (round(table.thinker.seconds * 1000) if table.thinker and game.to_move == colour else 0)


def status(table: TranspositionTable) -> str:
    """Whose turn it is, or how it ended."""
    game, player = table.game, table.players[table.game.to_move]
    if game.result:
        return f"{game.result.words.capitalize()}. u: undo, n: new game"
    turn = f"{COLOUR_NAME[game.to_move].capitalize()} to move"
    if player.is_person:
        return f"{turn}: your turn" if game.is_at_end else f"{turn}, {game.at} of {len(game.moves)} moves"
    if table.is_in_trouble:
        return f"{turn}: {player.name} is in trouble"
    return f"{turn}: {player.name} thinks" if table.expects_engine() else f"{turn}: g lets {player.name} move"


def trouble(table: TranspositionTable) -> str:
    """What is wrong with an engine that is needed."""
    troubles = [opponent.trouble for opponent in table.opponents.values() if opponent and opponent.trouble]
    if table.adviser.trouble and table.wants:
        troubles.append(table.adviser.trouble)
    return f"{'; '.join(troubles)}. R: restart" if troubles else ""


# --- on the board ----------------------------------------------------------------------------------------------------

def move_numbers(table: TranspositionTable) -> dict[Point, int]:
    moves = table.game.board.moves
    shown = enumerate(moves, 1) if table.shows_numbers else ()
    return {point: number % NUMBERS_SHOWN for number, point in shown if number > len(moves) - NUMBERS_SHOWN}


def expected_line(table: TranspositionTable) -> list[Point]:
    """The moves that an analysis expects from here."""
    if "analysis" not in table.wants or table.game.result:
        return []
    thought = table.thinker.thought if table.thinker else table.adviser.advice.analysis
    return thought.line if thought else []


# --- thoughts --------------------------------------------------------------------------------------------------------

def thoughts(table: TranspositionTable) -> list[ThoughtView]:
    """Of whoever thinks, or thought last, and of the adviser."""
    opponent = table.thinker or table.opponents[OPPONENT[table.game.to_move]]
    if opponent and opponent.is_asked:
        views = [thought_view(f"{opponent.player.name} thinks", opponent.thought, opponent.seconds)]
    elif opponent and table.game.moves and opponent.thought.depth is not None:
        views = [thought_view(f"{opponent.player.name} thought", opponent.thought, None)]
    else:
        views = []
    return views if table.game.result else views + advices(table)


def advices(table: TranspositionTable) -> list[ThoughtView]:
    adviser, advice, views = table.adviser, table.adviser.advice, []
    if "hint" in table.wants:
        found = advice.hint
        best = notation(found.best) if found and found.best else "…"
        views.append(thought_view(f"Hint: {best}", found or adviser.thought, None if found else adviser.seconds))
    if "analysis" in table.wants and not table.thinker:
        seconds = None if advice.analysis_is_over else adviser.seconds
        views.append(thought_view("Analysis", advice.analysis or Thought(), seconds))
    return views + ([worth_view(table)] if "worth" in table.wants else [])


def worth_view(table: TranspositionTable) -> ThoughtView:
    """The exact worth of the point under the cursor, and the best ones."""
    worth = table.adviser.advice.worth
    if worth is None:
        return ThoughtView("Worth of the points", ("…",), ())
    best = sorted(worth, key=lambda point: -worth[point])[:BEST_SHOWN]
    here = worth.get(table.cursor)
    facts = () if here is None else (f"{notation(table.cursor)}: {here:,}",)
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
