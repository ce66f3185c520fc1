/* node - one node of the search tree: staged principal variation search (negamax alpha-beta).
 *
 * A node goes through these stages, each a small function with the field's name: the end of the
 * game, mate distance pruning, the transposition table, static evaluation, reverse futility
 * pruning, razoring, internal iterative reduction, and then the moves, with late move pruning and
 * late move reductions (LMR). The first move is searched with the open window, the others with a
 * null window and at reduced depth first; a move that beats alpha is searched again. With the depth
 * used up, quiescence search takes over.
 *
 * Pruning goes by an estimate: the static evaluation or, if the table has the value of a shallower
 * search that says more, that value.
 *
 * A move that was pruned never counts as lost: a loss is proven only if every move lost.
 */
#ifndef TENGEN_SEARCH_NODE_H
#define TENGEN_SEARCH_NODE_H

#include "search/search.h"

/* The value of the position to the side to move, searched to that depth (in parts of ONE_PLY). A
 * value at or outside the window is a bound. Void if search->stopping is set when it returns. */
Value node_search(Search *search, int ply, int depth, Value alpha, Value beta);

/* The value of a move of the root to its player, searched after `tried` others to the depth of the
 * root. A value at or outside the window is a bound. Void if search->stopping is set when it
 * returns. */
Value node_search_root_move(Search *search, int depth, Situation situation, const Move *move,
                            int tried, Value alpha, Value beta);

#endif
