/* play_game - one game from its opening to its end: who thinks, what is played, who has won.
 *
 * Both colours think at fixed nodes, each at a worker of its own, or both at the same: then one table
 * serves the two, which is what self-play wants, while sides that are to be compared must not look
 * into each other's. Games are played to the end, a proven win too.
 */
#ifndef TENGEN_TOOLS_PLAY_GAME_H
#define TENGEN_TOOLS_PLAY_GAME_H

#include "tools/records.h"
#include "tools/worker.h"

/* Clears a worker and plays an opening there. */
void play_opening(Worker *worker, const Point *moves, int64_t count);

/* Plays on to the end from the opening that has been played at the workers of black and white, which
 * may be one and the same. Once one is hurried, the record is worth nothing. */
void play_game(Worker *const workers[COLOURS], uint64_t nodes, Record *record);

#endif
