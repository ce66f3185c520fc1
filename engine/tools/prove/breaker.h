/* breaker - shows on small boards that there is no win, in a game that is easier to win.
 *
 * In that game the attacker wants to fill a window, and the defender wants nothing but to stop him.
 * (It is known as Maker-Breaker.) In the real one the attacker has to answer the defender's own
 * rows, too, and fouls or overlines may stand in his way. So where the defender holds in the easier
 * game, there is no win in the real one. Where he does not, nothing is known.
 *
 * The easier game is much smaller. Only the windows count that the attacker could still fill:
 * positions with the same windows are one, and so are those that symmetries make of it. Each result
 * comes with the points that it needs: the winner wins even if all others belong to the loser. So
 * once one move of the loser's has failed, only those among the points that its refutation needs
 * are left to be tried.
 *
 * A defender whom the rule may forbid a point (black in renju) cannot play so. The table tells sets
 * of windows apart by 62 bits, so the result is as certain as that no two of them are the same.
 */
#ifndef TENGEN_TOOLS_PROVE_BREAKER_H
#define TENGEN_TOOLS_PROVE_BREAKER_H

#include "tools/prove/pairing.h"

#include <stddef.h>

typedef enum {
    BREAKER_HOLDS, /* there is no win */
    BREAKER_FAILS, /* the attacker wins the easier game, or the defender may not play it */
    BREAKER_OPEN,  /* the nodes did not suffice, or it was stopped, or there is no memory */
} BreakerEnd;

/* Searches the position, whose side to move is the attacker, on a board of at most
 * PAIRING_POINTS_MAX points. It visits at most that many nodes, with a table of at most that many
 * bytes. `go_on` is asked now and then; where it says no, the search stops. Puts the points there
 * that the result needs, one bit each, row by row; `needs` may be NULL. */
BreakerEnd breaker_search(const Position *position, uint64_t nodes, size_t table_bytes,
                          bool (*go_on)(void *context), void *context, uint64_t *needs);

#endif
