/* worker - all that one thread needs to think by nodes alone: board, table, clock, search.
 *
 * Clearing a worker makes it as good as new, so what is worked out on it afterwards depends on
 * nothing that happened there before: results are the same however many workers share the work. Time
 * has no say either; the clock only carries the word that nobody waits for the result any more.
 */
#ifndef TENGEN_TOOLS_WORKER_H
#define TENGEN_TOOLS_WORKER_H

#include "search/parameters.h"
#include "search/root.h"

#include <stdatomic.h>

typedef struct {
    const Game *game;          /* borrowed, like the tables; other workers read them too */
    const GameTables *tables;  /* filled for that game */
    const Parameters *parameters; /* borrowed; what it thinks with, NULL: the values at the start */
    TranspositionTable table;
    Clock clock;
    Search search;
    _Atomic bool hurried; /* see worker_cancel */
} Worker;

/* Makes a worker for searches of about so many nodes, with an empty board; NULL if there is no memory
 * for it. Game and tables must outlive it. */
Worker *worker_new(const Game *game, const GameTables *tables, uint64_t nodes);

/* Gives it back. NULL is fine. */
void worker_free(Worker *worker);

/* Empties board and table, and sets the clock to no limit: nothing is left of what was before. */
void worker_clear(Worker *worker);

/* Thinks about the position on the board, for so many nodes. */
Report worker_think(Worker *worker, uint64_t nodes);

/* Makes this and all later searches end early, with results that are worth nothing; from any
 * thread. worker_is_cancelled tells whoever plays on that it is in vain. */
void worker_cancel(Worker *worker);

/* Says whether worker_cancel has been called. */
bool worker_is_cancelled(const Worker *worker);

#endif
