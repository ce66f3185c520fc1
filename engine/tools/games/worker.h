/* worker - all that one thread needs to search by nodes: board, table, clock, search.
 *
 * A cleared worker is as good as new, so what is computed with it does not depend on what was
 * computed before: results are the same however many workers share the jobs. Nor do they depend on
 * time: the clock runs by nodes, or only serves to cancel a search whose result is no longer
 * needed.
 */
#ifndef TENGEN_TOOLS_GAMES_WORKER_H
#define TENGEN_TOOLS_GAMES_WORKER_H

#include "search/parameters.h"
#include "search/root.h"

#include <stdatomic.h>

typedef struct {
    const Game *game;             /* borrowed, like the tables; other workers read them too */
    const GameTables *tables;     /* filled for that game */
    const Parameters *parameters; /* borrowed; of its searches. NULL: those of the sources */
    TranspositionTable table;
    Clock clock;
    Search search;
    _Atomic bool is_cancelled; /* see worker_cancel */
} Worker;

/* Creates a worker with an empty board, for searches of about that many nodes. NULL: there is no
 * memory. The game and the tables must outlive it. */
Worker *worker_new(const Game *game, const GameTables *tables, uint64_t nodes);

/* Frees it. NULL is fine. */
void worker_free(Worker *worker);

/* Empties board and table, and sets the clock to no limit: nothing is left of earlier searches. */
void worker_clear(Worker *worker);

/* Searches the position on the board for that many nodes. */
Report worker_think(Worker *worker, uint64_t nodes);

/* Searches it for as long as the clock allows where so many nodes are left of the game and each
 * move adds to them. */
Report worker_think_match(Worker *worker, uint64_t left, uint64_t increment);

/* Makes this and all later searches end early, with meaningless results; from any thread. */
void worker_cancel(Worker *worker);

/* Says whether worker_cancel has been called. */
bool worker_is_cancelled(const Worker *worker);

#endif
