/* swap2 - both sides of the opening rule swap2: placing stones, and choosing a side.
 *
 * One player places three stones, black, white, black. The other takes a side (white may move at
 * once), or adds a white and a black stone and leaves the choice to the first. A player who swaps
 * takes the side that is not to move. So the stones are placed to be even, and differently from
 * game to game; and the side is chosen by a search.
 */
#ifndef TENGEN_OPENING_SWAP2_H
#define TENGEN_OPENING_SWAP2_H

#include "search/root.h"

#include <stdint.h>

enum { SWAP2_STONES_MAX = 3 };

typedef struct {
    bool swap; /* take the side that is not to move; then there are no moves */
    int count; /* stones to put, in order */
    Point moves[SWAP2_STONES_MAX];
    Report
        report; /* what that is worth to the side to move; its pv begins with the moves, if any */
} Swap2Answer;

/* Answers to 0, 3 or 5 stones on search->position, within the clock, which must have been started.
 * The seed picks among openings; the position comes back as it was. Zero moves and no swap: there
 * is no answer to that number of stones, or no room for more. */
Swap2Answer swap2_answer(Search *search, uint64_t seed);

#endif
