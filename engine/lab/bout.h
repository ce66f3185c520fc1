/* bout - one game from its opening to its end: who thinks, what is played, who has won.
 *
 * Both colours think at fixed nodes, each at a desk of its own, or both at the same: then one table
 * serves the two, which is what self-play wants, while sides that are to be compared must not look
 * into each other's. Games are played to the end, a proven win too.
 */
#ifndef TENGEN_LAB_BOUT_H
#define TENGEN_LAB_BOUT_H

#include "lab/desk.h"
#include "lab/records.h"

/* Clears a desk and plays an opening there. */
void bout_open(Desk *desk, const Point *moves, int64_t count);

/* Plays on to the end from the opening that has been played at the desks of black and white, which
 * may be one and the same. Once one is hurried, the record is worth nothing. */
void bout_play(Desk *const desks[COLOURS], uint64_t nodes, Record *record);

#endif
