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

/* Plays a move of the node at that ply, searches what becomes of it, takes it back, and returns
 * its value to the player of the move. */
Value node_try(Search *search, int ply, Point move, int depth, Value alpha, Value beta);

#endif
