/* pairing - positions that the attacker cannot win because the defender has a pairing strategy.
 *
 * The defender picks pairs of empty points so that every window that the attacker could still fill
 * holds both points of a pair. Whenever the attacker takes one point of a pair the defender takes
 * the other, so none is ever filled (Hales and Jewett, 1963). Where such pairs are found a small
 * board needs no search, and anybody can check them.
 *
 * A defender whom the rule may forbid a point (black in renju) cannot play so.
 */
#ifndef TENGEN_TOOLS_PROVE_PAIRING_H
#define TENGEN_TOOLS_PROVE_PAIRING_H

#include "board/position.h"

enum { PAIRING_POINTS_MAX = 64 /* one bit each */ };

/* Says whether pairs were found that keep the attacker from winning, whoever is to move. False:
 * none exist, or a short search did not find them, or the defender cannot play so, or the board has
 * more than PAIRING_POINTS_MAX points. */
bool pairing_holds(const Position *position, int attacker);

#endif
