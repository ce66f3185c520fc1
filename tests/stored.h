/* stored - what the tests of the transposition table share: entries of which only the depth matters.
 */
#ifndef TENGEN_TESTS_STORED_H
#define TENGEN_TESTS_STORED_H

#include "search/table.h"

/* An entry so many plies deep. */
static inline TableEntry entry_of(int plies)
{
    return (TableEntry){
        .move = 17, .bound = BOUND_EXACT, .value = 5, .eval = -5, .depth = plies * ONE_PLY};
}

/* Stores such an entry under a key. */
static inline void store(Table *table, uint64_t at, int plies)
{
    TableEntry entry = entry_of(plies);
    table_store(table, at, 0, &entry);
}

/* Says whether the table has an entry of that key. */
static inline bool knows(const Table *table, uint64_t at)
{
    TableEntry entry;
    return table_probe(table, at, 0, &entry);
}

/* How many buckets are in use. */
static inline uint64_t buckets_of(const Table *table)
{
    TableExtent extent = table_extent(table);
    return extent.whole + (extent.whole - extent.unsplit);
}

#endif
