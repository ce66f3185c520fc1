/* memory - the sizes, and trying smaller ones; see memory.h. */
#include "api/memory.h"

#include "port/port.h"
#include "search/thread_pool.h"

enum {
    MEGABYTE = 1 << 20,

    /* What is left of the process's memory to program, libraries, stacks and move lists (measured:
     * under 8 MB), to the reader of a book (5 MB), and some to spare. */
    OTHER_BYTES = 17 * MEGABYTE,

    TT_MIN = MEGABYTE,
};

/* What the process takes with that many threads, beside the table. */
static uint64_t other_bytes(int threads)
{
    return OTHER_BYTES + (uint64_t)(threads - 1) * THREAD_POOL_HELPER_BYTES +
           (threads > 1 ? THREAD_POOL_SOLVER_BYTES : 0);
}

int memory_threads(const Memory *memory, int threads)
{
    while (threads > 1 && memory->process != 0 && other_bytes(threads) + TT_MIN > memory->process) {
        threads--;
    }
    return threads;
}

/* How many bytes of the process's memory may go into the table. */
static uint64_t tt_room(const Memory *memory, int threads)
{
    uint64_t other = other_bytes(threads);
    if (memory->process == 0) {
        return port_table_bytes();
    }
    return memory->process > other + TT_MIN ? memory->process - other : TT_MIN;
}

static uint64_t tt_bytes(const Memory *memory, int threads)
{
    uint64_t room = tt_room(memory, threads), wanted = memory->tt_wanted;
    return wanted == 0 || wanted > room ? room : wanted;
}

/* Makes a table of that many bytes, or else of the half, the quarter and so on: what a manager
 * allows may be more than the system gives, above all to a program of 32 bits. */
static bool make_tt(TranspositionTable *table, uint64_t bytes)
{
    uint64_t most = SIZE_MAX / 2;
    uint64_t size = bytes < most ? bytes : most;
    while (!tt_resize(table, (size_t)size)) {
        size /= 2;
        if (size < TT_MIN) {
            return false;
        }
    }
    return true;
}

bool memory_settle(Memory *memory, int threads, TranspositionTable *table)
{
    uint64_t bytes = tt_bytes(memory, threads);
    if (memory->tt_made != bytes) {
        if (!make_tt(table, bytes)) {
            return memory->tt_made != 0;
        }
        memory->tt_made = bytes;
    }
    return true;
}
