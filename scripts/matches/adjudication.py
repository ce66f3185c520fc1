"""Ends games that are decided before their last stone, as the match runners of chess do: by what both engines report.

A claim is believed when both sides make it, or when one side makes it for several moves of its own. So a wrong claim of one
engine alone ends no game at once, and it costs that engine the game only where it repeats it. A draw takes both sides.

How often that is wrong: of 906 games of Tengen against itself that were played to their end (3,000 nodes a move, five kinds of
games), 873 would have been ended, 6 of them otherwise than they ended: proven wins that were lost again for want of nodes. No
draw was wrong, though scores within 20 on a board half full were asked for then. Of 1,359 games at 10,000 nodes that were ended
so, today's rule calls the same 422 drawn and no other, after 88 % of the nodes.
"""

from __future__ import annotations

from typing import Optional

from .record import Ply

WIN_MOVES = 4       # own moves in a row with a proven win, or a proven loss, after which one side's word is enough
DRAW_MOVES = 8      # moves of each side in a row that call the game even
DRAW_SCORE = 50     # a score within this of 0 calls it even, in units of the engine
DRAW_FILL = 0.4     # more than this part of the board must be full: earlier, even scores still become wins

RULES = (f"a win that one side has proven is over when the other has reported its loss, or after {WIN_MOVES} moves of one side "
         f"in a row that say so; a game is a draw when {DRAW_MOVES} moves of each side in a row have scores within "
         f"{DRAW_SCORE} of 0 and more than {DRAW_FILL * 100:.0f} % of the board is full")


def verdict(plies: list[Ply], stones: int, points: int) -> Optional[int]:
    """1: who has made the last of these moves wins; -1: the other side; 0: a draw; None: the game goes on."""
    if sign := agreed(plies[-2:]) or repeated(plies[::-2][:WIN_MOVES]):
        return sign
    return 0 if stones > points * DRAW_FILL and is_even(plies[-2 * DRAW_MOVES:]) else None


def proven(ply: Ply) -> int:
    """1: the player of the move has proven a win; -1: a loss; 0: neither."""
    return 0 if ply.mate is None else 1 if ply.mate > 0 else -1


def agreed(last: list[Ply]) -> int:
    """What the last two moves, one of each side, say together, for the later one's player."""
    signs = [proven(ply) for ply in last]
    return signs[1] if len(signs) == 2 and signs[1] and signs[0] == -signs[1] else 0


def repeated(own: list[Ply]) -> int:
    """What all of these moves of one side say."""
    signs = {proven(ply) for ply in own}
    return signs.pop() if len(own) == WIN_MOVES and len(signs) == 1 else 0


def is_even(plies: list[Ply]) -> bool:
    return len(plies) == 2 * DRAW_MOVES and all(
        ply.mate is None and ply.score is not None and abs(ply.score) <= DRAW_SCORE for ply in plies)
