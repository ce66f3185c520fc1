/* thread_pool - several threads that search one position (lazy SMP).
 *
 * One search leads: it obeys the clock and reports what it finds. The others search the same
 * position for themselves and help by what they leave in the transposition table, which all of them
 * share. They start at different depths and, where there are more than two threads, leave out
 * depths (progress.h), so that they seldom search the same at the same time. When the leader has
 * its answer, they stop, unless its nodes ran out: then each searches all of its own. Then they
 * vote: each thread's move counts by its depth and by how much better its value is than the worst,
 * and the move with the most votes is the answer. A move that any of them has shown to lose is no
 * answer while another is left.
 *
 * The first helper also has the solver, with a much larger part of its nodes than a search alone
 * can spare, and the leader none. So the solver works beside the search instead of between its
 * iterations, and its proof table needs no locks. A result that a helper proves ends the search
 * of all, unless several pvs are wanted.
 */
#ifndef TENGEN_SEARCH_THREAD_POOL_H
#define TENGEN_SEARCH_THREAD_POOL_H

#include "search/root.h"

enum {
    THREAD_POOL_HELPER_BYTES = 4 << 20,           /* of memory, about, for each further thread, */
    THREAD_POOL_SOLVER_BYTES = PROOF_TABLE_BYTES, /* and for the solver of the first of them */
};

typedef struct {
    Search *lead;           /* borrowed */
    struct Helper *helpers; /* owned */
    Progress progress;      /* of all of them */
    int helper_count;
} ThreadPool;

/* Sets how many threads search, the leader's included (1..THREADS_MAX). False if there is no memory
 * for them; then there are as many as before. No search may be running. */
bool thread_pool_resize(ThreadPool *pool, int threads);

/* Frees the helpers. */
void thread_pool_free(ThreadPool *pool);

/* Forgets everything that earlier searches of all threads found out, the table's contents included.
 * No search may be running. */
void thread_pool_forget(ThreadPool *pool);

/* Searches lead->position as root_think does. Where the system gives no threads, fewer search. The
 * nodes of the report, and of those that the listener hears, are those of all threads. */
Report thread_pool_think(ThreadPool *pool, const Limits *limits, const RootListener *listener);

#endif
