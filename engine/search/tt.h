/* tt - the transposition table: what earlier searches found out about positions.
 *
 * A bucketed array over Zobrist keys, one cache line a bucket, shared by threads without locks: an
 * entry is two words, its data and its key exclusive-or'ed with the data, so an entry torn by two
 * writers no longer matches its key and counts as a miss. The whole 64-bit key is compared,
 * because a proven win must not hang on a chance of one in four billion.
 *
 * The memory that a table may use is not the memory it uses: fresh memory costs more time than the
 * search that fills it, so the table begins small and doubles when it gets crowded and there is time
 * for it. (A hash table with a heap node per entry, like uthash, costs five times the time and
 * memory here; see the tests, where one serves as the reference.)
 */
#ifndef TENGEN_SEARCH_TT_H
#define TENGEN_SEARCH_TT_H

#include "board/geometry.h"
#include "eval/value.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ONE_PLY = 64 }; /* depth is counted in parts of a ply, so that reductions can be fractions */

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct {
    Point move;  /* the best or refuting move, or POINT_NONE */
    Bound bound; /* what the value is */
    Value value; /* with proven results counted from the node, not from the root */
    Value eval;  /* the static evaluation of the node */
    int depth;   /* in parts of a ply, rounded down to TT_DEPTH_STEP */
} TtEntry;

enum { TT_DEPTH_STEP = ONE_PLY / 4, TT_BUCKET_ENTRIES = 4 };

typedef struct {
    _Atomic uint64_t check; /* key ^ data */
    _Atomic uint64_t data;  /* zero: an empty slot */
} TtSlot;

typedef struct {
    TtSlot slot[TT_BUCKET_ENTRIES];
} TtBucket;

typedef struct {
    TtBucket *buckets;     /* owned; pages of port's */
    uint64_t bucket_count; /* in use; doubles up to the limit */
    uint64_t bucket_limit;
    bool is_shared; /* by threads that search at the same time: then it cannot grow meanwhile */
    int64_t doubling_ms; /* how long it last took to double; 0: it has not yet */
    unsigned era;        /* entries of other eras count as empty: clearing only begins a new one */
    _Atomic unsigned generation; /* of the running search; older entries give way first. The leader
                                    ages the table when its helpers are at work already. */
} TranspositionTable;

/* Makes a table that grows to at most that many bytes (at least one bucket), or gives an existing
 * one another size; its contents are lost. False if the memory is not to be had: the table is as it
 * was. */
bool tt_resize(TranspositionTable *table, size_t bytes);

/* Gives the memory back. */
void tt_free(TranspositionTable *table);

/* Forgets everything, most times without touching the memory. */
void tt_clear(TranspositionTable *table);

/* Starts a new search: what older searches stored may be overwritten first. */
void tt_age(TranspositionTable *table);

/* Says whether threads are going to share the table: then it has its full size at once. Forgets
 * everything if that changes. */
void tt_share(TranspositionTable *table, bool is_shared);

/* Doubles the table, with all it holds, while it is crowded, may grow and is going to be done within
 * so many milliseconds, to judge by how long it took when it was half as large. */
void tt_grow(TranspositionTable *table, int64_t within_ms);

/* Looks a position up; true if it is known. Values come counted from the root: `ply` is the node's
 * distance from it. */
bool tt_probe(const TranspositionTable *table, uint64_t key, int ply, TtEntry *entry);

/* Notes what is known about a position; values are given counted from the root. */
void tt_store(TranspositionTable *table, uint64_t key, int ply, const TtEntry *entry);

/* Asks the processor to fetch the bucket of a position that will be looked up soon. */
static inline void tt_prefetch(const TranspositionTable *table, uint64_t key)
{
    __builtin_prefetch(&table->buckets[(key >> 32) * table->bucket_count >> 32]);
}

/* How full the table is with entries of the running search, in parts of a thousand. */
int tt_permille_full(const TranspositionTable *table);

#endif
