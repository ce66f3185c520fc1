/* quiescence - the leaves of the tree: what a position is worth once all fours have been played out.
 *
 * A four leaves the opponent no choice, so a chain of them can be followed far beyond the depth of
 * a search at little cost, and most games are decided by who sees the longer one. Only the side to
 * move makes fours here, the other answers; at each step the side may as well stop and take what
 * the position looks like. A mere four, which makes nothing of note on another line, is left to
 * the search above, unless it is what stops a four of the opponent's. Every answer that the rule
 * allows is tried, caro's side defences among them, so a win that is found is one.
 */
#ifndef TENGEN_SEARCH_QUIESCENCE_H
#define TENGEN_SEARCH_QUIESCENCE_H

#include "search/search.h"

/* How many plies of fours are worth following from a leaf under the rule of the position. */
int quiescence_plies(const Position *position);

/* The value of the position to the side to move, who must not be facing a five, after `plies` more
 * plies of fours and answers at most. A value at or outside the window is a bound. Void if
 * search->stopping is set when it returns. */
Value quiescence_search(Search *search, int ply, int plies, Value alpha, Value beta);

#endif
