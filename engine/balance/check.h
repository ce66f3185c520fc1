/* check - a second and deeper search of a start: is the game still open?
 *
 * A start that a short search calls even may be won by force a little deeper, or depend on a single
 * move that one player finds and the other does not. So a much longer search evaluates several best
 * moves: each of them must leave the position near even. A shorter search before it, of a fifth of
 * the nodes, would save nothing: it costs a fifth and drops only one start in six.
 */
#ifndef TENGEN_BALANCE_CHECK_H
#define TENGEN_BALANCE_CHECK_H

#include "balance/start.h"
#include "tengen/opening.h"

typedef struct {
    uint64_t nodes; /* of the long search */
    Value margin;   /* the most that it may call the position worth to either side, */
    int moves;      /* with each of this many best moves, 1..OPENING_CHECK_MOVES_MAX */
} CheckOptions;

/* Says whether the start, whose stones lie on no board, passes. As with start_try, the board of
 * search->position must be empty and comes back so, the clock must have been started, and the table
 * loses its contents: the judgement depends on the stones and their order alone. */
bool check_passes(Search *search, const CheckOptions *options, const Start *start);

#endif
