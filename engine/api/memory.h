/* memory - how much of the process's memory the transposition table gets. */
#ifndef TENGEN_API_MEMORY_H
#define TENGEN_API_MEMORY_H

#include "search/tt.h"

/* All in bytes; all zero: nothing is set and there is no table. */
typedef struct {
    uint64_t process;   /* that the whole process may use; 0: the default */
    uint64_t tt_wanted; /* that the owner wants the table to have; 0: what fits */
    uint64_t tt_made;   /* for which the table was made; 0: there is none */
} Memory;

/* How many of that many threads fit in the memory of the process, at least one. */
int memory_threads(const Memory *memory, int threads);

/* Gives the table the size that is allowed now, beside that many threads; its contents are lost if
 * that changes. False if there is no table and no memory for one; a table that exists is kept. */
bool memory_settle(Memory *memory, int threads, TranspositionTable *table);

#endif
