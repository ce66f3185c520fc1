/* random_move - a move drawn among those that look best, so that games come to positions that a
 * search would never choose.
 */
#ifndef TENGEN_TOOLS_GAMES_RANDOM_MOVE_H
#define TENGEN_TOOLS_GAMES_RANDOM_MOVE_H

#include "search/search.h"

#include <stdint.h>

/* Draws a move for the side to move by the policy, from the next numbers of the seed. The same seed
 * gives the same move on every machine. POINT_NONE where there is no choice: a five or an open four
 * can be made, or fewer than two moves are legal. */
Point random_move(Search *search, uint64_t *seed);

#endif
