/* tt - packing entries into two words and choosing which to keep; see tt.h. */
#include "search/tt.h"

#include "port/cpu.h"
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
    CLEARING_BITS = 4,

    VALUE_SHIFT = MOVE_BITS,
    EVAL_SHIFT = VALUE_SHIFT + VALUE_BITS,
    DEPTH_SHIFT = EVAL_SHIFT + EVAL_BITS,
    BOUND_SHIFT = DEPTH_SHIFT + DEPTH_BITS,
    GENERATION_SHIFT = BOUND_SHIFT + BOUND_BITS,
    CLEARING_SHIFT = GENERATION_SHIFT + GENERATION_BITS,

    DEPTH_OFFSET = 64, /* in steps: depths down to -16 plies can be stored */
    GENERATIONS = 1 << GENERATION_BITS,
    CLEARINGS = 1 << CLEARING_BITS,

    AGE_COST = 2 * ONE_PLY / TT_DEPTH_STEP, /* a search older counts like two plies less */
    FIRST_BYTES = 1 << 20,                  /* of a table that is going to grow */
    STEP_BUCKETS = 1024,         /* split in one step: 64 KiB become 128, in some 0.2 ms */
    SMALL_PAGES_BYTES = 4 << 20, /* come in small pages, and what is beyond them in large ones */
    LARGE_PAGE_MS = 20,          /* that a large page may take a system whose host has to find it */
    CROWDED_PERMILLE = 350, /* entries in use; from here on buckets begin to drive entries out */
    SAMPLED_BUCKETS = 250,  /* how many buckets stand for the whole when its use is estimated */
};

_Static_assert(CLEARING_SHIFT + CLEARING_BITS == 64, "an entry fills its word");
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
           (uint64_t)generation_of(table) << GENERATION_SHIFT |
           (uint64_t)table->clearing << CLEARING_SHIFT;
}

static TtEntry unpack_entry(uint64_t data, int ply)
{
    return (TtEntry){
        .move = (Point)field(data, 0, MOVE_BITS),
        .bound = (Bound)field(data, BOUND_SHIFT, BOUND_BITS),
        .value = to_root((int16_t)field(data, VALUE_SHIFT, VALUE_BITS), ply),
        .eval = (int16_t)field(data, EVAL_SHIFT, EVAL_BITS),
        .depth = (depth_steps(data) - DEPTH_OFFSET) * TT_DEPTH_STEP,
    };
}

static void set_extent(TranspositionTable *table, uint64_t whole, uint64_t unsplit)
{
    atomic_store_explicit(&table->extent, whole << 32 | unsplit, memory_order_relaxed);
}

static TtBucket *bucket_of(const TranspositionTable *table, uint64_t key)
{
    return &table->buckets[tt_index(table, key)];
}

/* What the table takes when it is as large as it may become. */
static size_t bytes_of(const TranspositionTable *table)
{
    return (size_t)table->bucket_limit * sizeof *table->buckets;
}

/* Begins with a number of buckets from which doubling leads to the limit, or close to it. */
static void begin_small(TranspositionTable *table)
{
    uint64_t count = table->bucket_limit;
    while (count > FIRST_BYTES / sizeof(TtBucket)) {
        count /= 2;
    }
    set_extent(table, count, count);
}

/* Large pages save a tenth of the time of each look into a large table, but a short move must not
 * wait for one: a small table has small ones. */
static void prefer_pages(const TranspositionTable *table)
{
    size_t bytes = bytes_of(table), small = bytes < SMALL_PAGES_BYTES ? bytes : SMALL_PAGES_BYTES;
    port_pages_prefer(PORT_PAGES_SMALL, table->buckets, small);
    if (bytes > small) {
        port_pages_prefer(PORT_PAGES_LARGE, (char *)table->buckets + small, bytes - small);
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
        .bucket_limit = count,
    };
    begin_small(table);
    prefer_pages(table);
    return true;
}

void tt_free(TranspositionTable *table)
{
    port_pages_free(table->buckets, bytes_of(table));
    *table = (TranspositionTable){.buckets = NULL};
}

/* Clearing a large table takes as long as a short search. So each clearing has a number that its
 * entries bear, and those of earlier clearings are void. The memory itself is cleared when the
 * numbers are used up: all of it, for what is not in use now may have been in an earlier one. */
void tt_clear(TranspositionTable *table)
{
    begin_generation(table, 0);
    begin_small(table);
    table->clearing = (table->clearing + 1) % CLEARINGS;
    if (table->clearing == 0) {
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
           field(data, CLEARING_SHIFT, CLEARING_BITS) == table->clearing;
}

bool tt_probe(const TranspositionTable *table, uint64_t key, int ply, TtEntry *entry)
{
    TtBucket *bucket = bucket_of(table, key);
    for (int i = 0; i < TT_BUCKET_ENTRIES; i++) {
        uint64_t data = atomic_load_explicit(&bucket->slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->slot[i].check, memory_order_relaxed);
        if ((check ^ data) == key && is_live(table, data)) {
            *entry = unpack_entry(data, ply);
            return true;
        }
    }
    return false;
}

/* How many of a thousand slots hold an entry: of any search, or of the running one alone. */
static int permille(const TranspositionTable *table, bool running_only)
{
    uint64_t unsplit = tt_extent(table).unsplit; /* of a doubling that has begun, the last */
    uint64_t sampled = unsplit < SAMPLED_BUCKETS ? unsplit : SAMPLED_BUCKETS;
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

/* What a bucket holds. (A slot that is being written just now may come out torn, and is nobody's
 * entry then.) */
static void read_bucket(const TtBucket *bucket, uint64_t *checks, uint64_t *data)
{
    for (int i = 0; i < TT_BUCKET_ENTRIES; i++) {
        data[i] = atomic_load_explicit(&bucket->slot[i].data, memory_order_relaxed);
        checks[i] = atomic_load_explicit(&bucket->slot[i].check, memory_order_relaxed);
    }
}

static void write_slot(TtSlot *slot, uint64_t check, uint64_t data)
{
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    atomic_store_explicit(&slot->check, check, memory_order_relaxed);
}

/* Moves the live entries of a bucket to the two that take its place, in which nothing else stays.
 * Either has room for all. */
static void split_bucket(TranspositionTable *table, uint64_t whole, uint64_t index)
{
    uint64_t checks[TT_BUCKET_ENTRIES], data[TT_BUCKET_ENTRIES];
    read_bucket(&table->buckets[index], checks, data);
    for (int half = 0; half < 2; half++) {
        TtSlot *slot = table->buckets[2 * index + (uint64_t)half].slot;
        int taken = 0;
        for (int i = 0; i < TT_BUCKET_ENTRIES; i++) {
            uint64_t key = checks[i] ^ data[i], place = (key >> 32) * (2 * whole) >> 32;
            if (is_live(table, data[i]) && place % 2 == (uint64_t)half) {
                write_slot(&slot[taken++], checks[i], data[i]);
            }
        }
        while (taken < TT_BUCKET_ENTRIES) {
            write_slot(&slot[taken++], 0, 0);
        }
    }
}

/* From the last bucket down, so that nothing is overwritten before it has been moved. The steps end
 * at multiples of their length. */
static void split_some(TranspositionTable *table)
{
    TtExtent extent = tt_extent(table);
    uint64_t begin = (extent.unsplit - 1) / STEP_BUCKETS * STEP_BUCKETS;
    for (uint64_t i = extent.unsplit; i-- > begin;) {
        split_bucket(table, extent.whole, i);
    }
    uint64_t whole = begin > 0 ? extent.whole : 2 * extent.whole;
    set_extent(table, whole, begin > 0 ? begin : whole);
}

/* Says whether the next step may need a large page: what it splits goes to twice its place. */
static bool needs_large_page(const TranspositionTable *table)
{
    return tt_extent(table).unsplit * 2 * sizeof *table->buckets > SMALL_PAGES_BYTES;
}

static bool wants_to_grow(const TranspositionTable *table)
{
    return tt_extent(table).whole * 2 <= table->bucket_limit &&
           permille(table, false) > CROWDED_PERMILLE;
}

bool tt_grow(TranspositionTable *table, int64_t within_ms)
{
    if (atomic_exchange_explicit(&table->growing, true, memory_order_acquire)) {
        return false;
    }
    bool grows = wants_to_grow(table) && within_ms >= (needs_large_page(table) ? LARGE_PAGE_MS : 1);
    if (grows) {
        split_some(table);
    }
    atomic_store_explicit(&table->growing, false, memory_order_release);
    return grows;
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
    write_slot(slot, key ^ data, data);
}

int tt_permille_full(const TranspositionTable *table)
{
    return permille(table, true);
}
