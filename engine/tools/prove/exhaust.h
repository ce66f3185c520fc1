/* exhaust - searches small boards to the end, to find out whether there is a win at all.
 *
 * Proof numbers find wins. To show that there is none, everything has to be searched, for which
 * they are slow. Where the defender holds even in the easier game, breaker.h says so first. On the
 * other small boards a plain depth-first search with a table of positions does it in seconds. It
 * leaves out only moves that lose at once, as the cascade of forced moves (search/candidates.h)
 * shows, and ends a line where the defender has a pairing strategy (pairing.h). The table tells
 * positions apart by 63 bits of their keys, so the result is as certain as that no two of them are
 * the same. Nobody checks it.
 */
#ifndef TENGEN_TOOLS_PROVE_EXHAUST_H
#define TENGEN_TOOLS_PROVE_EXHAUST_H

#include "search/search.h"
#include "tools/prove/pairing.h"

enum { EXHAUST_POINTS_MAX = PAIRING_POINTS_MAX }; /* of a board */

typedef enum {
    EXHAUST_WIN,    /* the side to move can force a win */
    EXHAUST_NO_WIN, /* it cannot */
    EXHAUST_OPEN,   /* the nodes did not suffice, or it was stopped, or there is no memory */
} ExhaustEnd;

/* Searches the position of the search in at most that many nodes, which it counts there, with a
 * table of at most that many bytes. `go_on` is asked now and then. The position comes back as it
 * was. */
ExhaustEnd exhaust_search(Search *search, uint64_t nodes, size_t table_bytes,
                          bool (*go_on)(void *context), void *context);

#endif
