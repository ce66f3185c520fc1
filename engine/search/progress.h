/* progress - how deep the threads are that search one position.
 *
 * Threads that search the same depth at the same time do much of the work twice. So where there are
 * more than two, a helper leaves out a depth at which half of the others are already: it is done
 * sooner with a deeper one, and what it leaves in the table there serves the others when they come
 * to it. The leader leaves out none.
 */
#ifndef TENGEN_SEARCH_PROGRESS_H
#define TENGEN_SEARCH_PROGRESS_H

#include "eval/value.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef struct {
    int threads;                    /* that search the position */
    _Atomic int there[PLY_MAX + 1]; /* how many of them are at that depth or deeper */
} Progress;

/* Notes that so many threads begin. None may be searching. */
void progress_begin(Progress *progress, int threads);

/* Notes that a thread goes on from one depth, 0 at first, to a deeper one. */
void progress_note(Progress *progress, int from, int to);

/* The depth that a helper searches next: from `depth` on the first at which fewer than half of the
 * other threads are; but at most the last. With two threads it is `depth`. */
int progress_next(const Progress *progress, int depth, int last);

#endif
