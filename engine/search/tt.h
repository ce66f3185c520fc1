/* tt - the transposition table: what earlier searches found out about positions.
 *
 * A bucketed array over Zobrist keys, one cache line a bucket, shared by threads without locks: an
 * entry is two words, its data and its key exclusive-or'ed with the data, so an entry torn by two
 * writers no longer matches its key and counts as a miss. The whole 64-bit key is compared: with
 * 32 bits, one look-up in four billion would take a wrong entry, and a search looks up millions a
 * second.
 *
 * The memory that a table may use is not the memory it uses: fresh memory costs more time than the
 * search that fills it, so the table begins small and doubles when it gets crowded and there is
 * time for it. It doubles in small steps, from the last bucket down, each bucket becoming two, and
 * can be used with any part of that done: one thread may take the next step while others look up
 * and store. What is stored into a bucket in the moment in which it moves is lost, which costs
 * nothing but the search for it. (A hash table with a heap node per entry, like uthash, costs five
 * times the time and memory here; see the tests, where one serves as the reference.)
 */
#ifndef TENGEN_SEARCH_TT_H
#define TENGEN_SEARCH_TT_H

#include "board/geometry.h"
#include "eval/value.h"
#include "tengen/verdict.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ONE_PLY = 64 }; /* depth is counted in parts of a ply, so that reductions can be fractions */

typedef struct {
    Point move;  /* the best or refuting move, or POINT_NONE */
    Bound bound; /* what the value is */
    Value value; /* with proven results counted from the node, not from the root */
    Value eval;  /* the evaluation of the node, not corrected (correction.h) */
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
    TtBucket *buckets;       /* owned; pages of port's */
    uint64_t bucket_limit;   /* how many may be in use */
    _Atomic uint64_t extent; /* how many are: see TtExtent; one word, so that it is of a piece */
    _Atomic bool growing;    /* a thread takes a step */
    unsigned clearing;       /* entries of earlier ones count as empty */
    _Atomic unsigned generation; /* of the running search; older entries give way first. The leader
                                    ages the table when its helpers are at work already. */
} TranspositionTable;

/* How far the table has grown: of `whole` buckets those from `unsplit` on are two already. Bucket i
 * of the whole becomes 2i and 2i + 1, so with unsplit = whole nothing of the next doubling is
 * done. */
typedef struct {
    uint64_t whole, unsplit; /* 32 bits are enough for either */
} TtExtent;

static inline TtExtent tt_extent(const TranspositionTable *table)
{
    uint64_t extent = atomic_load_explicit(&table->extent, memory_order_relaxed);
    return (TtExtent){.whole = extent >> 32, .unsplit = extent & UINT32_MAX};
}

/* The place of a key's bucket: its upper half, scaled to the number of buckets. */
static inline uint64_t tt_index(const TranspositionTable *table, uint64_t key)
{
    TtExtent extent = tt_extent(table);
    uint64_t index = (key >> 32) * extent.whole >> 32;
    return index < extent.unsplit ? index : (key >> 32) * (2 * extent.whole) >> 32;
}

/* Makes a table that grows to at most that many bytes (at least one bucket), or gives an existing
 * one another size; its contents are lost. False if the memory is not to be had: the table is as it
 * was. */
bool tt_resize(TranspositionTable *table, size_t bytes);

/* Gives the memory back. */
void tt_free(TranspositionTable *table);

/* Forgets everything, most times without touching the memory, and begins small again: what a search
 * at fixed nodes finds does not depend on what was searched before. No thread may use the table. */
void tt_clear(TranspositionTable *table);

/* Starts a new search: what older searches stored may be overwritten first. */
void tt_age(TranspositionTable *table);

/* Takes one step of doubling the table, with all it holds, if it is crowded, may grow, and the step
 * is going to be done within that many milliseconds. Any thread may do that, while others use the
 * table. False: there is nothing to do, or another thread is doing it. */
bool tt_grow(TranspositionTable *table, int64_t within_ms);

/* Looks a position up; true if it is known. Values come counted from the root: `ply` is the node's
 * distance from it. */
bool tt_probe(const TranspositionTable *table, uint64_t key, int ply, TtEntry *entry);

/* Notes what is known about a position; values are given counted from the root. */
void tt_store(TranspositionTable *table, uint64_t key, int ply, const TtEntry *entry);

/* Asks the processor to fetch the bucket of a position that will be looked up soon. */
static inline void tt_prefetch(const TranspositionTable *table, uint64_t key)
{
    __builtin_prefetch(&table->buckets[tt_index(table, key)]);
}

/* How full the table is with entries of the running search, in parts of a thousand. */
int tt_permille_full(const TranspositionTable *table);

#endif
