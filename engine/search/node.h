/* node - one position of the search tree: negamax with alpha-beta, in stages.
 *
 * Each node asks in this order: is it decided? does the table know? can it be settled without
 * looking at moves? which moves, how deep each, and what becomes of them? The stages are small
 * functions over one Node. The first move is expected to be the best, so the others are only asked
 * whether they are better, with a window of nothing (principal variation search), and the later
 * ones at reduced depth first; whoever surprises is searched again.
 *
 * What is skipped is never claimed: a loss counts as proven only if every move lost.
 */
#ifndef TENGEN_SEARCH_NODE_H
#define TENGEN_SEARCH_NODE_H

#include "search/search.h"

/* The value of the position to the side to move, searched to that depth (in parts of ONE_PLY). A
 * value at or outside the window is a bound. Void if search->stopping is set when it returns. */
Value node_search(Search *search, int ply, int depth, Value alpha, Value beta);

/* The value of a move to its player, searched from a node of that depth after `tried` others of its
 * moves: the root is a node whose moves somebody else lists. */
Value node_search_move(Search *search, int ply, int depth, Situation situation, Point move,
                       int tried, Value alpha, Value beta);

#endif
