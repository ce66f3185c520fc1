/* workbench - everything that a test of a part of the search needs, and a reference search.
 *
 * The parts of a search work on one position, one table and one clock, and each test of them needs
 * the same things: a drawn position, the slow search to compare with, and random numbers.
 */
#ifndef TENGEN_TESTS_WORKBENCH_H
#define TENGEN_TESTS_WORKBENCH_H

#include "drawn.h"
#include "reference.h"
#include "search/thread_pool.h"

typedef struct {
    Drawn *drawn;         /* an empty board of the usual game, until something is drawn; owned */
    Reference *reference; /* owned */
    TranspositionTable table;
    Clock clock;
    Search search;   /* by that table and clock; its position is left unset */
    ThreadPool pool; /* which that search leads */
    uint64_t random;
} Workbench;

/* A workbench whose table has so many bytes and whose random numbers begin at the seed. Fails the
 * test if there is no memory. */
Workbench *workbench_new(size_t table_bytes, uint64_t seed);

/* Frees it with all that it owns. */
void workbench_free(Workbench *bench);

/* Makes a workbench what the tests of a program find in `*state`: one for each test (FIXTURE), or
 * one for all (SHARED_FIXTURE). */
#define WORKBENCH(fixture, table_bytes, seed)                                                      \
    static int set_up(void **state)                                                                \
    {                                                                                              \
        *state = workbench_new(table_bytes, seed);                                                 \
        return 0;                                                                                  \
    }                                                                                              \
    static int tear_down(void **state)                                                             \
    {                                                                                              \
        workbench_free(*state);                                                                    \
        return 0;                                                                                  \
    }                                                                                              \
    fixture(set_up, tear_down)

#endif
