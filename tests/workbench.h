/* workbench - everything that a part of the search needs to be tried, and the reference beside it.
 *
 * The parts of a search work on one position, one table and one clock, and each test of them wants
 * the same things in reach: a drawn position, the slow search to compare with, and dice.
 */
#ifndef TENGEN_TESTS_WORKBENCH_H
#define TENGEN_TESTS_WORKBENCH_H

#include "drawn.h"
#include "reference.h"
#include "search/search.h"

typedef struct {
    Drawn *drawn;         /* an empty board of the usual game, until something is drawn; owned */
    Reference *reference; /* owned */
    TranspositionTable table;
    Clock clock;
    Search search; /* by that table and clock; its position is left unset */
    uint64_t random;
} Workbench;

/* A workbench whose table has so many bytes and whose dice begin at the seed. Stops the test if
 * memory is out. */
Workbench *workbench_new(size_t table_bytes, uint64_t seed);

/* Gives it back with all that stands on it. */
void workbench_free(Workbench *bench);

#endif
