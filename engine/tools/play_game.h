/* play_game - one game from its opening to its end.
 *
 * Both colours search at fixed nodes, each with a worker of its own, or both with the same one:
 * then one transposition table serves both, which suits self-play, while sides that are compared
 * must not see each other's. Games are played to the end even if a win is proven.
 */
#ifndef TENGEN_TOOLS_PLAY_GAME_H
#define TENGEN_TOOLS_PLAY_GAME_H

#include "tools/records.h"
#include "tools/worker.h"

/* Clears a worker and plays an opening on its board. */
void play_opening(Worker *worker, const Point *moves, int64_t count);

/* Plays on to the end from the opening on the boards of the workers of black and white, which may
 * be the same worker. Once a worker is cancelled, the record is meaningless. */
void play_game(Worker *const workers[COLOURS], uint64_t nodes, Record *record);

#endif
