"""Makes the scene of a session: all that is visible at a moment, as text and marks for a front end."""

from __future__ import annotations

from typing import Optional

from matches.machine import Report
from matches.points import notation
from matches.referee import BLACK, COLOUR_NAME, OPPONENT, WHITE, Point

from .adviser import ANALYSIS
from .chances import chance_words, value_of
from .front import CurveView, Scene, SideView, ThoughtView
from .judging import Verdict, chances, tally_words
from .live import Thought
from .players import LEVELS, sentence_of
from .session import Session

RANKS = 9                       # points whose worth is shown: a digit has room
CHANCE_WIDTH = 8                # of black's chance before a line: W in 123
Verdicts = dict[int, Verdict]   # by the number of moves before the move
BOOK = "book"                   # where matches.machine says that a move comes from


def scene_of(session: Session) -> Scene:
    game, found = session.game, session.analysis.verdicts()
    return Scene(
        title=game.setup.words, width=game.setup.width, height=game.setup.height, stones=dict(game.board.stones),
        cursor=session.cursor, sides=tuple(side_view(session, colour) for colour in (BLACK, WHITE)), status=status(session),
        is_over=game.result is not None, moves=tuple(notation(move.point) for move in game.moves), at=game.at,
        last=game.last, winning=frozenset(game.result.row if game.result else ()),
        forbidden=frozenset(game.forbidden), numbers=move_numbers(session),
        hint=hint(session, found), curve=curve(session, found),
        mistakes=frozenset(at for at, verdict in found.items() if verdict.is_mistake),
        line=tuple(expected_line(session)), ranks=ranks(session),
        thoughts=tuple(thoughts(session, found)), trouble=trouble(session), notice=session.notice, form=session.form)


# --- the players -----------------------------------------------------------------------------------------------------

def side_view(session: Session, colour: str) -> SideView:
    player, is_to_move = session.seats.players[colour], session.decider == colour and not session.game.result
    name = session.name_of(colour)
    strength = "" if player.is_person or player.is_proof or name != player.name else player.strength.words_for(player)
    return SideView(colour, name, strength, session.used_ms(colour), is_to_move,
                    is_to_move and session.thinker is not None)


def status(session: Session) -> str:
    """Whose turn it is, or how it ended."""
    game, player = session.game, session.seats.players[session.decider]
    if game.result:
        return f"{game.result.words.capitalize()}.{next_level(session)} u: undo, n: new game"
    if session.stage and not session.is_in_trouble:
        engine_does = "thinks" if session.expects_engine() else "pauses: g lets it go on"
        does = session.stage.words if player.is_person else engine_does
        return f"{session.stage.name}: {sentence_of(session.name_of(session.decider), does)}"
    turn = f"{COLOUR_NAME[game.to_move].capitalize()} to move"
    if player.is_person:
        whose = f"{turn}: {player.called}" if player.called else turn if session.seats.are_people else f"{turn}: your turn"
        return whose if game.is_at_end else f"{turn}, {game.at} of {len(game.moves)} moves"
    if session.is_in_trouble:
        return f"{turn}: {player.name} is in trouble"
    return f"{turn}: {player.name} thinks" if session.expects_engine() else (
        f"{turn}: g lets {player.name} move, or put its stone")


def next_level(session: Session) -> str:
    """Whoever has won against a level may want the next one."""
    winner = session.game.result.winner if session.game.result else None
    beaten = session.seats.players[OPPONENT[winner]] if winner and session.seats.players[winner].is_person else None
    if not beaten or not beaten.is_tengen or beaten.strength not in LEVELS[:-1]:
        return ""
    return f" Try {LEVELS[LEVELS.index(beaten.strength) + 1].words} (p)."


def trouble(session: Session) -> str:
    """What is wrong with an engine that is needed."""
    troubles = [opponent.trouble for opponent in session.seats if opponent.trouble]
    if session.adviser.trouble and session.analysis.wants:
        troubles.append(session.adviser.trouble)
    return f"{'; '.join(troubles)}. R: restart" if troubles else ""


# --- on the board ----------------------------------------------------------------------------------------------------

def move_numbers(session: Session) -> dict[Point, int]:
    moves = session.game.board.moves
    shown = enumerate(moves, 1) if session.shows_numbers else ()
    return {point: number for number, point in shown}


def ranks(session: Session) -> dict[Point, int]:
    """Of the offers of an opening, or of the best points."""
    if session.stage and session.stage.offers:
        return {point: number for number, point in enumerate(session.stage.offers, 1)}
    worth = session.adviser.advice.worth
    is_shown = "worth" in session.analysis.wants and worth and not session.game.result
    return {point: rank for rank, point in enumerate(best_points(worth), 1)} if is_shown else {}


def best_points(worth: dict[Point, int]) -> list[Point]:
    """Those worth most, in their order."""
    return sorted((point for point in worth if worth[point] > 0), key=lambda point: -worth[point])[:RANKS]


def expected_line(session: Session) -> list[Point]:
    """The moves that an analysis expects from here."""
    if "analysis" not in session.analysis.wants or session.game.result:
        return []
    if session.thinker:
        return session.thinker.thought.line
    analysis = session.adviser.advice.analysis
    return [point for report in analysis.best(1) for point in report.line] if analysis else []


def hint(session: Session, verdicts: Verdicts) -> Optional[Point]:
    """The move that was asked for, or the one that would have been better than the last."""
    found, verdict = session.adviser.advice.hint, verdicts.get(session.game.at - 1)
    if "hint" in session.analysis.wants and found:
        return found.best
    return next((point for point in verdict.better[:1] if point not in session.game.board.stones), None) if verdict else None


# --- thoughts --------------------------------------------------------------------------------------------------------

def thoughts(session: Session, verdicts: Verdicts) -> list[ThoughtView]:
    """Of the engine that thinks, or about the move that stands last on the board, and of the adviser."""
    opponent, views = session.thinker, []
    name, thought = session.answered.get(tuple(session.game.board.moves), ("", Thought()))
    if opponent:
        views = [thought_view(f"{opponent.player.name} thinks", opponent.thought, opponent.seconds)]
    elif thought.score is not None or thought.depth is not None:
        views = [thought_view(f"{name} thought", thought, None)]
    if not session.game.result:
        views += advices(session)
    return views + (reviews(session, verdicts) if "review" in session.analysis.wants else [])


def advices(session: Session) -> list[ThoughtView]:
    adviser, advice, views = session.adviser, session.adviser.advice, []
    if "hint" in session.analysis.wants:
        found = advice.hint
        best = notation(found.best) if found and found.best else "…"
        origin = ", from the book of proven moves" if found and found.source == BOOK else ""
        view = thought_view(f"Hint: {best}{origin}", found or adviser.thought, None if found else adviser.seconds)
        views.append(ThoughtView(view.title, (), ()) if "analysis" in session.analysis.wants else view)     # whose lines say more
    if "analysis" in session.analysis.wants and not session.thinker:
        views.append(analysis_view(session))
    if "openings" in session.analysis.wants:
        views.append(openings_view(session))
    return views + ([worth_view(session)] if "worth" in session.analysis.wants else [])


def analysis_view(session: Session) -> ThoughtView:
    """The best lines, each with black's chance."""
    adviser, found = session.adviser, session.adviser.advice.analysis
    seconds = f", {adviser.seconds:.1f} s" if adviser.query and adviser.query.kind == ANALYSIS else ""
    title = "Analysis" + (", finished" if adviser.advice.analysis_is_over else seconds)
    last = found.last if found else None
    if not last:
        return ThoughtView(title, ("…",), ())
    speed = round(last.nodes * 1000 / last.ms) if last.ms else 0
    facts = (f"depth {last.depth}", f"{shortened(last.nodes)} nodes", f"{shortened(speed)}/s")
    rows = tuple(f"{chance_words(value_of(report), session.game.to_move):>{CHANCE_WIDTH}}  {line_words(report)}"
                 for report in found.best(session.analysis.lines))
    return ThoughtView(title, facts if last.depth else (), (), rows)


def openings_view(session: Session) -> ThoughtView:
    """What is played here: black's chance, the share of Tengen's analysis, the name of the opening."""
    advice, to_move = session.adviser.advice, session.game.to_move
    title = f"Openings: {advice.opening}" if advice.opening else "Openings"
    if not advice.openings:
        return ThoughtView(title, ("…" if advice.openings is None else "nothing is known of this position",), ())
    share = {move: f"{move.share} %" if move.share else "" for move in advice.openings}
    return ThoughtView(title, (), (), tuple(
        f"{chance_words(move.value, to_move):>{CHANCE_WIDTH}}  {notation(move.point):<3} {share[move]:>5}  {move.name}".rstrip()
        for move in advice.openings))


def line_words(report: Report) -> str:
    return " ".join(map(notation, report.line))


def reviews(session: Session, verdicts: Verdicts) -> list[ThoughtView]:
    """How far it is, how many mistakes were found, and what is to be said of the last move on the board."""
    positions = len(session.analysis.wanted().game) + 1
    done = sum(session.game.points[:ply] in session.adviser.reviewed for ply in range(positions))
    title = "Review" if done == positions else f"Review, {done} of {positions} positions"
    verdict = verdicts.get(session.game.at - 1)
    return [ThoughtView(title, (), (), tally_words(verdicts))] + ([verdict_view(verdict)] if verdict else [])


def verdict_view(verdict: Verdict) -> ThoughtView:
    """12 i9: mistake; black 63 % -> 41 %, and what would have been better."""
    ways = [chance if verdict.colour == BLACK else 1 - chance for chance in (verdict.before, verdict.after)]
    facts = ["black " + " -> ".join(f"{round(100 * chance)} %" for chance in ways)]
    return ThoughtView(f"{verdict.at + 1} {notation(verdict.point)}: {verdict.words}",
                       tuple(facts + (["better:"] if verdict.better else [])), tuple(map(notation, verdict.better)))


def curve(session: Session, verdicts: Verdicts) -> Optional[CurveView]:
    """How the game went, while one analyses or reviews it."""
    if not session.analysis.wants & {"analysis", "review"}:
        return None
    found = chances(session.game, session.adviser.judged)
    mistakes = frozenset(at + 1 for at, verdict in verdicts.items() if verdict.is_mistake)
    return CurveView(found, session.game.at, mistakes) if any(chance is not None for chance in found) else None


def worth_view(session: Session) -> ThoughtView:
    """The points worth most to both sides together, by rank, and how the one under the cursor compares."""
    worth = session.adviser.advice.worth
    if worth is None:
        return ThoughtView("Best points by their shapes", ("…",), ())
    best = best_points(worth)
    facts = tuple(f"{rank} {notation(point)}" for rank, point in enumerate(best, 1))
    here = worth.get(session.cursor)
    if not best or here is None:
        return ThoughtView("Best points by their shapes, without search", facts, ())
    rows = (f"{notation(session.cursor)}: {round(100 * max(0, here) / worth[best[0]])} % of the best",)
    return ThoughtView("Best points by their shapes, without search", facts, (), rows)


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
