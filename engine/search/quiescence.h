/* quiescence - quiescence search: the leaves of the tree, valued after all fours have been played.
 *
 * A four leaves the opponent no choice, so a chain of fours can be followed far beyond the depth of
 * the search at little cost, and most games are decided by who sees the longer one. Only the side
 * to move makes fours here, the other side blocks; at each step the attacker may stop instead and
 * take the static evaluation, or what the table knows better (stand pat; search_estimate). Mere
 * fours (candidates.h) are left to the search above, unless they block a four of the opponent's.
 * Every block that the rule allows is tried, caro's blocks beside the row included, so a win that
 * is found is a win. The fours are worth 11 to 90 Elo at 10,000 nodes (2026-11).
 */
#ifndef TENGEN_SEARCH_QUIESCENCE_H
#define TENGEN_SEARCH_QUIESCENCE_H

#include "search/search.h"

/* How many plies of fours are worth following from a leaf under the rule of the position. */
int quiescence_plies(const Position *position);

/* The value of the position to the side to move, who must not be facing a five, after at most
 * `plies` more plies of fours and blocks. A value at or outside the window is a bound. Void if
 * search->stopping is set when it returns. */
Value quiescence_search(Search *search, int ply, int plies, Value alpha, Value beta);

#endif
