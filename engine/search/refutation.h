/* refutation - the opponent's wins by threats behind the moves of the root.
 *
 * Alpha-beta often prefers a move behind which the opponent has a win by threats that is too long
 * for it to see. So the move about to be played is looked at from the other side: the solver is
 * asked for a win of the opponent behind it, for a share of the nodes. Its proof table remembers
 * the work, so that the question goes on where it stopped as long as the move stays the best. A
 * move with such a win is refuted: it counts as lost from then on without a search, and the
 * transposition table is told.
 */
#ifndef TENGEN_SEARCH_REFUTATION_H
#define TENGEN_SEARCH_REFUTATION_H

#include "search/search.h"

enum { REFUTATIONS_MAX = 64 }; /* more are not looked for: the position is lost anyway */

typedef struct {
    Point move;
    Value value;  /* to its player: a loss */
    Variation pv; /* how the opponent wins behind it */
} Refutation;

/* What is known of the moves of one root. */
typedef struct {
    uint64_t nodes;  /* that the solver has visited */
    PointSet looked; /* the moves that it was asked about */
    int count;
    Refutation found[REFUTATIONS_MAX];
} Refutations;

/* The refutation of a move, or NULL if none is known. */
const Refutation *refutation_known(const Refutations *refutations, Point move);

/* Asks the solver for a win of the opponent behind the move, within the share of the nodes that is
 * left of all visited so far; a move not asked about before gets a few nodes even if the share is
 * used up. NULL if it finds none. */
const Refutation *refutation_find(Refutations *refutations, Search *search, Point move);

#endif
