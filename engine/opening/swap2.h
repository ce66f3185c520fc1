/* swap2 - both sides of the opening rule swap2: setting stones, and choosing a side.
 *
 * One player puts three stones, black, white, black. The other takes a side (white may move at
 * once), or adds a white and a black stone and leaves the choice to the first. Whoever says swap
 * takes the side that is not to move. So a good setter makes positions that are even, and never the
 * same one twice; a good chooser asks the search which side it would rather have.
 */
#ifndef TENGEN_OPENING_SWAP2_H
#define TENGEN_OPENING_SWAP2_H

#include "search/node.h"

#include <stdint.h>

enum { SWAP2_STONES_MAX = 3, SWAP2_SIDE_MIN = 5 };

typedef struct {
    bool swap; /* take the side that is not to move; then there are no moves */
    int count; /* stones to put, in order */
    Point moves[SWAP2_STONES_MAX];
} Swap2Answer;

/* Answers to 0, 3 or 5 stones on search->position, within the clock, which must have been started.
 * The seed picks among openings; the position comes back as it was. Zero moves and no swap: there
 * is no answer to so many stones, or no room for them. */
Swap2Answer swap2_answer(Search *search, uint64_t seed);

#endif
