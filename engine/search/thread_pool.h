/* thread_pool - several threads that think about one position (lazy SMP).
 *
 * One search leads: it listens to the clock, tells what it finds, and its answer counts. The others
 * search the same position for themselves and help by what they leave in the table, which all of
 * them share: what one has found out, the next need not. They start at different depths, so that
 * they seldom do the same at the same time; when the leader has its answer, they stop.
 */
#ifndef TENGEN_SEARCH_THREAD_POOL_H
#define TENGEN_SEARCH_THREAD_POOL_H

#include "search/root.h"

enum {
    THREAD_POOL_HELPER_BYTES = 3 << 20, /* of memory, about, that a thread more takes */
};

typedef struct {
    Search *lead;           /* borrowed */
    struct Helper *helpers; /* owned */
    int helper_count;
} ThreadPool;

/* Sets how many threads think, the leader's among them (1..THREADS_MAX). False if there is no
 * memory for so many; then there are as many as before. Nobody may be thinking. */
bool thread_pool_resize(ThreadPool *pool, int threads);

/* Dismisses the helpers. */
void thread_pool_free(ThreadPool *pool);

/* Thinks about lead->position as root_think does. Where the system gives no threads, fewer think.
 * The nodes of the report are those of all. */
Report thread_pool_think(ThreadPool *pool, const Limits *limits, const RootListener *listener);

#endif
