/* progress - counting the threads at each depth; see progress.h. */
#include "search/progress.h"

void progress_begin(Progress *progress, int threads)
{
    progress->threads = threads;
    for (int depth = 0; depth <= PLY_MAX; depth++) {
        atomic_store_explicit(&progress->there[depth], 0, memory_order_relaxed);
    }
}

void progress_note(Progress *progress, int from, int to)
{
    for (int depth = from + 1; depth <= to; depth++) {
        atomic_fetch_add_explicit(&progress->there[depth], 1, memory_order_relaxed);
    }
}

/* Of two threads each searches every depth: leaving one out gained nothing there. */
static bool is_taken(const Progress *progress, int depth)
{
    enum { LEAST_THREADS = 3 };
    if (progress->threads < LEAST_THREADS) {
        return false;
    }
    int there = atomic_load_explicit(&progress->there[depth], memory_order_relaxed);
    return 2 * there >= progress->threads - 1;
}

int progress_next(const Progress *progress, int depth, int last)
{
    while (depth < last && is_taken(progress, depth)) {
        depth++;
    }
    return depth;
}
