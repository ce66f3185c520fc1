/* stored - what the tests of the transposition table share: entries of which only the depth
 * matters.
 */
#ifndef TENGEN_TESTS_STORED_H
#define TENGEN_TESTS_STORED_H

#include "search/tt.h"

/* An entry so many plies deep. */
static inline TtEntry entry_of(int plies)
{
    return (TtEntry){
        .move = 17, .bound = BOUND_EXACT, .value = 5, .eval = -5, .depth = plies * ONE_PLY};
}

/* Stores such an entry under a key. */
static inline void store(TranspositionTable *table, uint64_t at, int plies)
{
    TtEntry entry = entry_of(plies);
    tt_store(table, at, 0, &entry);
}

/* Says whether the table has an entry of that key. */
static inline bool knows(const TranspositionTable *table, uint64_t at)
{
    TtEntry entry;
    return tt_probe(table, at, 0, &entry);
}

/* How many buckets are in use. */
static inline uint64_t buckets_of(const TranspositionTable *table)
{
    TtExtent extent = tt_extent(table);
    return extent.whole + (extent.whole - extent.unsplit);
}

#endif
