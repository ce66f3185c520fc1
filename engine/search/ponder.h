/* ponder - searching on during the opponent's turn, in a thread of its own and without an answer.
 *
 * The search plays on its own copy of the position and ends only when it is stopped or has nothing
 * left to do. What it leaves in the transposition table helps the next search of the engine.
 */
#ifndef TENGEN_SEARCH_PONDER_H
#define TENGEN_SEARCH_PONDER_H

#include "search/search.h"

#include <pthread.h>

/* All zero: not pondering. */
typedef struct {
    Search *search; /* owned; NULL before the first start */
    Clock clock;
    bool runs; /* the thread exists */
    pthread_t thread;
} Ponder;

/* Begins to ponder the position of another search, with its table; stops what was pondered before.
 * Does nothing if the system gives no memory or no thread. */
void ponder_start(Ponder *ponder, const Search *lead);

/* Stops pondering and waits for the thread; returns at once if there is none. */
void ponder_stop(Ponder *ponder);

/* Stops pondering and gives the memory back. */
void ponder_free(Ponder *ponder);

#endif
