/* tt - packing entries into two words and choosing which to keep; see tt.h. */
#include "search/tt.h"

#include "port/port.h"

#include <assert.h>

enum {
    /* How an entry lies in its 64 bits of data. */
    MOVE_BITS = 11,
    VALUE_BITS = 16,
    EVAL_BITS = 16,
    DEPTH_BITS = 10,
    BOUND_BITS = 2,
    GENERATION_BITS = 5,
    ERA_BITS = 4,

    VALUE_SHIFT = MOVE_BITS,
    EVAL_SHIFT = VALUE_SHIFT + VALUE_BITS,
    DEPTH_SHIFT = EVAL_SHIFT + EVAL_BITS,
    BOUND_SHIFT = DEPTH_SHIFT + DEPTH_BITS,
    GENERATION_SHIFT = BOUND_SHIFT + BOUND_BITS,
    ERA_SHIFT = GENERATION_SHIFT + GENERATION_BITS,

    DEPTH_OFFSET = 64, /* in steps: depths down to -16 plies can be stored */
    GENERATIONS = 1 << GENERATION_BITS,
    ERAS = 1 << ERA_BITS,

    AGE_COST = 2 * ONE_PLY / TT_DEPTH_STEP, /* a search older counts like two plies less */
    CACHE_LINE = 64,
    FIRST_BYTES = 1 << 20,  /* of a table that is going to grow */
    CROWDED_PERMILLE = 350, /* entries in use; from here on buckets begin to drive entries out */
    SAMPLED_BUCKETS = 250,  /* how many buckets stand for the whole when its use is estimated */
};

_Static_assert(ERA_SHIFT + ERA_BITS == 64, "an entry fills its word");
_Static_assert(POINTS_MAX <= 1 << MOVE_BITS, "every point fits");
_Static_assert(sizeof(TtBucket) == CACHE_LINE, "a bucket is a cache line");

static unsigned field(uint64_t data, int shift, int bits)
{
    return (unsigned)(data >> shift & ((UINT64_C(1) << bits) - 1));
}

static int depth_steps(uint64_t data)
{
    return (int)field(data, DEPTH_SHIFT, DEPTH_BITS);
}

static int pack_depth(int depth)
{
    int steps = (depth + DEPTH_OFFSET * TT_DEPTH_STEP) / TT_DEPTH_STEP;
    return steps < 0 ? 0 : steps >= 1 << DEPTH_BITS ? (1 << DEPTH_BITS) - 1 : steps;
}

/* Proven results are stored as distance from the node, so that they hold wherever it turns up. */
static Value to_node(Value value, int ply)
{
    return !value_is_proven(value) ? value : value > 0 ? value + ply : value - ply;
}

static Value to_root(Value value, int ply)
{
    return !value_is_proven(value) ? value : value > 0 ? value - ply : value + ply;
}

/* The number of the running search. */
static unsigned generation_of(const TranspositionTable *table)
{
    return atomic_load_explicit(&table->generation, memory_order_relaxed);
}

static void begin_generation(TranspositionTable *table, unsigned generation)
{
    atomic_store_explicit(&table->generation, generation % GENERATIONS, memory_order_relaxed);
}

static uint64_t pack(const TranspositionTable *table, const TtEntry *entry, int ply)
{
    return (uint64_t)entry->move | (uint64_t)(uint16_t)to_node(entry->value, ply) << VALUE_SHIFT |
           (uint64_t)(uint16_t)entry->eval << EVAL_SHIFT |
           (uint64_t)pack_depth(entry->depth) << DEPTH_SHIFT |
           (uint64_t)entry->bound << BOUND_SHIFT |
           (uint64_t)generation_of(table) << GENERATION_SHIFT | (uint64_t)table->era << ERA_SHIFT;
}

static TtEntry unpack(uint64_t data, int ply)
{
    return (TtEntry){
        .move = (Point)field(data, 0, MOVE_BITS),
        .bound = (Bound)field(data, BOUND_SHIFT, BOUND_BITS),
        .value = to_root((int16_t)field(data, VALUE_SHIFT, VALUE_BITS), ply),
        .eval = (int16_t)field(data, EVAL_SHIFT, EVAL_BITS),
        .depth = (depth_steps(data) - DEPTH_OFFSET) * TT_DEPTH_STEP,
    };
}

static TtBucket *bucket_of(const TranspositionTable *table, uint64_t key)
{
    return &table->buckets[(key >> 32) * table->bucket_count >> 32];
}

/* What the table takes when it is as large as it may become. */
static size_t bytes_of(const TranspositionTable *table)
{
    return (size_t)table->bucket_limit * sizeof *table->buckets;
}

/* The count to begin with, from which doubling leads to the limit, or next to it. */
static uint64_t first_count(uint64_t limit)
{
    while (limit > FIRST_BYTES / sizeof(TtBucket)) {
        limit /= 2;
    }
    return limit;
}

/* One thread alone must not be kept waiting in the middle of a short move; several would wait for
 * each other much more often. */
static void prefer_pages(const TranspositionTable *table)
{
    if (table->buckets != NULL) {
        port_pages_prefer(table->is_shared ? PORT_PAGES_LARGE : PORT_PAGES_SMALL, table->buckets,
                          bytes_of(table));
    }
}

bool tt_resize(TranspositionTable *table, size_t bytes)
{
    uint64_t count = bytes / sizeof(TtBucket);
    count = count < 1 ? 1 : count > UINT32_MAX ? UINT32_MAX : count;
    /* Pages cost nothing until they are used, so a large table starts at once. */
    TtBucket *buckets = port_pages_new((size_t)count * sizeof *buckets);
    if (buckets == NULL) {
        return false;
    }
    tt_free(table);
    *table = (TranspositionTable){
        .buckets = buckets,
        .bucket_count = table->is_shared ? count : first_count(count),
        .bucket_limit = count,
        .is_shared = table->is_shared,
    };
    prefer_pages(table);
    return true;
}

void tt_free(TranspositionTable *table)
{
    port_pages_free(table->buckets, bytes_of(table));
    *table = (TranspositionTable){.is_shared = table->is_shared};
}

/* Clearing a large table takes as long as a short search, so a new era declares all that is there
 * void; the memory itself is cleared when the numbers of the eras are used up: all of it,
 * for what is not in use now may have been while the table was shared. */
void tt_clear(TranspositionTable *table)
{
    begin_generation(table, 0);
    table->era = (table->era + 1) % ERAS;
    if (table->era == 0) {
        port_pages_clear(table->buckets, bytes_of(table));
    }
}

void tt_age(TranspositionTable *table)
{
    begin_generation(table, generation_of(table) + 1);
}

/* Says whether the data is an entry that counts: zero data has no bound. */
static bool is_live(const TranspositionTable *table, uint64_t data)
{
    return field(data, BOUND_SHIFT, BOUND_BITS) != BOUND_NONE &&
           field(data, ERA_SHIFT, ERA_BITS) == table->era;
}

bool tt_probe(const TranspositionTable *table, uint64_t key, int ply, TtEntry *entry)
{
    TtBucket *bucket = bucket_of(table, key);
    for (int i = 0; i < TT_BUCKET_ENTRIES; i++) {
        uint64_t data = atomic_load_explicit(&bucket->slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->slot[i].check, memory_order_relaxed);
        if ((check ^ data) == key && is_live(table, data)) {
            *entry = unpack(data, ply);
            return true;
        }
    }
    return false;
}

/* How many of a thousand slots hold an entry: of any search, or of the running one alone. */
static int permille(const TranspositionTable *table, bool running_only)
{
    uint64_t sampled =
        table->bucket_count < SAMPLED_BUCKETS ? table->bucket_count : SAMPLED_BUCKETS;
    unsigned used = 0;
    for (uint64_t i = 0; i < sampled; i++) {
        for (int j = 0; j < TT_BUCKET_ENTRIES; j++) {
            TtSlot *slot = &table->buckets[i].slot[j];
            uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
            used += is_live(table, data) &&
                    (!running_only ||
                     field(data, GENERATION_SHIFT, GENERATION_BITS) == generation_of(table));
        }
    }
    return (int)(used * 1000 / (sampled * TT_BUCKET_ENTRIES));
}

/* Moves the live entries of a bucket to the two that take its place, and empties those before.
 * Either has room for all. */
static void split_bucket(TranspositionTable *table, uint64_t index)
{
    TtBucket old = table->buckets[index];
    table->buckets[index] = table->buckets[2 * index] = table->buckets[2 * index + 1] =
        (TtBucket){0};
    for (int i = 0, taken[2] = {0, 0}; i < TT_BUCKET_ENTRIES; i++) {
        uint64_t data = old.slot[i].data, key = old.slot[i].check ^ data;
        if (is_live(table, data)) {
            uint64_t half = bucket_of(table, key) == &table->buckets[2 * index + 1];
            table->buckets[2 * index + half].slot[taken[half]++] = old.slot[i];
        }
    }
}

/* Where a bucket of n was, there are two of 2n: the index is the key, scaled. From the last on, so
 * that nothing is overwritten before it has been moved. */
static void double_up(TranspositionTable *table)
{
    uint64_t before = table->bucket_count;
    table->bucket_count *= 2;
    for (uint64_t i = before; i-- > 0;) {
        split_bucket(table, i);
    }
}

void tt_share(TranspositionTable *table, bool is_shared)
{
    if (table->is_shared != is_shared) {
        table->is_shared = is_shared;
        prefer_pages(table);
        tt_clear(table);
        table->doubling_ms = 0;
        table->bucket_count = is_shared ? table->bucket_limit : first_count(table->bucket_limit);
    }
}

static bool wants_to_grow(const TranspositionTable *table)
{
    return !table->is_shared && table->bucket_count * 2 <= table->bucket_limit &&
           permille(table, false) > CROWDED_PERMILLE;
}

/* How fast a system hands out fresh memory differs a hundredfold, so the time is not reckoned but
 * measured: twice the table takes twice as long. */
void tt_grow(TranspositionTable *table, int64_t within_ms)
{
    int64_t start = port_now_ms(), end = start + within_ms;
    while (wants_to_grow(table) && start + 2 * table->doubling_ms <= end) {
        double_up(table);
        table->doubling_ms = port_now_ms() - start;
        start += table->doubling_ms;
    }
}

/* How much an entry is worth keeping: its depth, less for every search that it is older. */
static int keep_score(const TranspositionTable *table, uint64_t data)
{
    unsigned written = field(data, GENERATION_SHIFT, GENERATION_BITS);
    unsigned age = (generation_of(table) - written) % GENERATIONS;
    return depth_steps(data) - (int)age * AGE_COST;
}

/* The slot that already holds the position, else an empty one, else the one least worth keeping. */
static TtSlot *slot_for(TranspositionTable *table, TtBucket *bucket, uint64_t key)
{
    TtSlot *worst = NULL;
    int worst_score = 0;
    for (int i = 0; i < TT_BUCKET_ENTRIES; i++) {
        TtSlot *slot = &bucket->slot[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if (!is_live(table, data) || (check ^ data) == key) {
            return slot;
        }
        int score = keep_score(table, data);
        if (worst == NULL || score < worst_score) {
            worst = slot;
            worst_score = score;
        }
    }
    return worst;
}

void tt_store(TranspositionTable *table, uint64_t key, int ply, const TtEntry *entry)
{
    assert(entry->bound != BOUND_NONE);
    TtSlot *slot = slot_for(table, bucket_of(table, key), key);
    uint64_t data = pack(table, entry, ply);
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    atomic_store_explicit(&slot->check, key ^ data, memory_order_relaxed);
}

int tt_permille_full(const TranspositionTable *table)
{
    return permille(table, true);
}
