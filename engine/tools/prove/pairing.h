/* pairing - positions that the attacker cannot win because the defender has a pairing strategy.
 *
 * The defender picks pairs of empty points so that every window that the attacker could still fill
 * holds both points of a pair. Whenever the attacker takes one point of a pair the defender takes
 * the other, so none is ever filled (Hales and Jewett, 1963). Where such pairs are found a small
 * board needs no search.
 *
 * A defender whom the rule may forbid a point (black in renju) cannot play so.
 */
#ifndef TENGEN_TOOLS_PROVE_PAIRING_H
#define TENGEN_TOOLS_PROVE_PAIRING_H

#include "board/position.h"

enum {
    PAIRING_POINTS_MAX = 64, /* of the board: one bit each */
    PAIRING_WINDOWS_MAX = DIRECTIONS * PAIRING_POINTS_MAX,
};

/* Windows of a board, or what is empty of them. A window is as many points in a row as win when one
 * colour fills them. */
typedef struct {
    int count;
    uint64_t points[PAIRING_WINDOWS_MAX];
} PairingWindows;

/* Lists the windows of a position's board, which has at most PAIRING_POINTS_MAX points. */
void pairing_list_windows(const Position *position, PairingWindows *windows);

/* Lists the empty points of each window that the attacker could still fill. */
void pairing_list_open(const PairingWindows *windows, const Board *board, int attacker,
                       PairingWindows *open);

/* Looks for a pair in each of these windows. If they are found, their points are put there. False:
 * none exist, or a short search did not find them. */
bool pairing_find(const PairingWindows *open, uint64_t *pairs);

/* Says whether the rule lets a defender play anywhere, as a pairing may demand. */
bool pairing_is_allowed(const Position *position, int attacker);

/* Says whether pairs were found that keep the attacker from winning, whoever is to move. False:
 * none exist, or a short search did not find them, or the defender cannot play so. */
bool pairing_holds(const PairingWindows *windows, const Position *position, int attacker);

#endif
