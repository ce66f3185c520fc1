/* Checks the transposition table: what goes in comes out, and what was not put in never does, also
 * while the table grows, and while other threads use it.
 *
 * An entry is squeezed into 64 bits, and the search believes it; so every field goes through its
 * whole range here, beside the limits of its bits too. What is kept and what gives way changes only
 * speed, which no other test would notice: the rules for that are checked on a table of one bucket.
 * A growing table moves all its entries, step by step; a hash table of the textbook's kind (uthash)
 * says what must be there after each step. The last tests are about searches, alone and in a pool:
 * a short one stays at the first size, a long one gets more, in time that it can spare.
 */
#include "search/tt.h"

#include "port/port.h"
#include "unit.h"
#include "wanted_pages.h"
#include "workbench.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <uthash.h>

enum {
    ONE_BUCKET = 1,
    SOME_BYTES = 1 << 16,
    DEPTH_LEAST = -16 * ONE_PLY, /* and the largest that can be stored: */
    DEPTH_MOST = 239 * ONE_PLY,
    ESTIMATE_STEP = 7,                            /* not every value is tried with every other */
    AGES = 300,                                   /* searches, in which their count begins again */
    CLEARINGS = 16,                               /* clearings until their numbers begin again */
    FIRST_BUCKETS = (1 << 20) / sizeof(TtBucket), /* of a table that can grow */
    LONG_MS = 1000 * 60 * 60,                     /* enough for any step */
    CROWDED_PERCENT = 35,                         /* of its slots in use, and it may grow */
    CROWD_STEP = 100,            /* strangers: less than a hundredth of a first table */
    SMALL_PAGES_BYTES = 4 << 20, /* a table's first ones are small */
};

static const uint64_t key = UINT64_C(0x123456789ABCDEF0);

static int set_up(void **state)
{
    static TranspositionTable table;
    table = (TranspositionTable){.buckets = NULL};
    assert_true(tt_resize(&table, SOME_BYTES));
    *state = &table;
    return 0;
}

static int tear_down(void **state)
{
    tt_free(*state);
    tt_free(*state); /* twice is fine */
    return 0;
}

FIXTURE(set_up, tear_down)

/* Stores an entry of which only the depth matters. */
static void store(TranspositionTable *table, uint64_t at, int plies)
{
    TtEntry entry = {
        .move = 17, .bound = BOUND_EXACT, .value = 5, .eval = -5, .depth = plies * ONE_PLY};
    tt_store(table, at, 0, &entry);
}

static bool knows(const TranspositionTable *table, uint64_t at)
{
    TtEntry entry;
    return tt_probe(table, at, 0, &entry);
}

/* How many buckets are in use. */
static uint64_t buckets_of(const TranspositionTable *table)
{
    TtExtent extent = tt_extent(table);
    return extent.whole + (extent.whole - extent.unsplit);
}

static uint64_t slots_of(const TranspositionTable *table)
{
    return buckets_of(table) * TT_BUCKET_ENTRIES;
}

static bool are_same(const TtEntry *one, const TtEntry *other)
{
    return one->move == other->move && one->bound == other->bound && one->value == other->value &&
           one->eval == other->eval && one->depth == other->depth;
}

/* ---------------------------------------------------------------------------------- one entry */

static void assert_comes_back(TranspositionTable *table, TtEntry entry)
{
    TtEntry found;
    tt_store(table, key, 0, &entry);
    assert_true(tt_probe(table, key, 0, &found));
    assert_true(are_same(&found, &entry));
}

TEST(every_field_comes_back)
{
    for (int i = 0; i < 3 * POINTS_MAX; i++) {
        assert_comes_back(*state, (TtEntry){.move = (Point)(i / 3),
                                            .bound = (Bound)(BOUND_UPPER + i % 3),
                                            .value = -1,
                                            .eval = 1,
                                            .depth = ONE_PLY});
    }
    for (int value = -VALUE_INFINITE; value <= VALUE_INFINITE; value++) {
        assert_comes_back(
            *state,
            (TtEntry){.move = POINTS_MAX - 1, .bound = BOUND_LOWER, .value = value, .eval = -1});
    }
    for (int eval = -VALUE_ESTIMATE_MAX; eval <= VALUE_ESTIMATE_MAX; eval++) {
        assert_comes_back(
            *state,
            (TtEntry){.bound = BOUND_UPPER, .value = -eval, .eval = eval, .depth = -ONE_PLY});
    }
}

/* Deeper than can be stored must not come back as something else, least of all as deeper. */
TEST(depth_is_rounded_down_and_does_not_wrap)
{
    TranspositionTable *table = *state;
    TtEntry found;
    for (int depth = DEPTH_LEAST; depth <= DEPTH_MOST; depth++) {
        TtEntry entry = {.bound = BOUND_EXACT, .depth = depth};
        tt_store(table, key, 0, &entry);
        assert_true(tt_probe(table, key, 0, &found));
        assert_true(found.depth <= depth && depth - found.depth < TT_DEPTH_STEP);
        assert_int_equal(found.depth % TT_DEPTH_STEP, 0);
    }
    for (int plies = 239; plies <= 4 * PLY_MAX; plies++) {
        store(table, key, plies);
        assert_true(tt_probe(table, key, 0, &found));
        assert_true(found.depth >= DEPTH_MOST && found.depth <= plies * ONE_PLY);
        store(table, key, -plies);
        assert_true(tt_probe(table, key, 0, &found));
        assert_true(found.depth <= DEPTH_LEAST);
    }
}

static Value moved_to(TranspositionTable *table, Value value, int stored_at, int probed_at)
{
    TtEntry found, entry = {.bound = BOUND_EXACT, .value = value};
    tt_store(table, key, stored_at, &entry);
    assert_true(tt_probe(table, key, probed_at, &found));
    return found.value;
}

/* A win in n from the node is one in n plus its ply from the root, wherever the node turns up;
 * estimates do not count plies. */
TEST(proven_results_count_from_the_node)
{
    for (int from = 0; from < PLY_MAX; from += ESTIMATE_STEP) {
        for (int to = 0; to < PLY_MAX; to += ESTIMATE_STEP) {
            for (int n = 1; n < PLY_MAX; n += ESTIMATE_STEP) {
                assert_int_equal(moved_to(*state, value_win_at(from + n), from, to),
                                 value_win_at(to + n));
                assert_int_equal(moved_to(*state, value_loss_at(from + n), from, to),
                                 value_loss_at(to + n));
            }
        }
    }
    for (int value = -VALUE_ESTIMATE_MAX; value <= VALUE_ESTIMATE_MAX; value += ESTIMATE_STEP) {
        assert_int_equal(moved_to(*state, value, 3, 200), value);
    }
}

/* A key that differs in one bit is another position, wherever in the table that bit leads. */
TEST(whole_key_is_compared)
{
    TranspositionTable *table = *state;
    assert_false(knows(table, 0) || knows(table, UINT64_MAX));
    store(table, 0, 1);
    store(table, UINT64_MAX, 2);
    assert_true(knows(table, 0) && knows(table, UINT64_MAX));
    assert_true(tt_resize(table, ONE_BUCKET));
    store(table, key, 1);
    assert_true(knows(table, key));
    for (int bit = 0; bit < 64; bit++) {
        assert_false(knows(table, key ^ UINT64_C(1) << bit));
    }
}

/* Two writers at once may leave the key of one with the data of the other. */
TEST(torn_entry_is_no_entry)
{
    TranspositionTable *table = *state;
    uint64_t other = key ^ 5;
    assert_true(tt_resize(table, ONE_BUCKET));
    store(table, key, 1);
    store(table, other, 2);
    TtSlot *slot = table->buckets[0].slot;
    uint64_t data = slot[0].data;
    slot[0].data = slot[1].data;
    slot[1].data = data;
    assert_false(knows(table, key));
    assert_false(knows(table, other));
}

/* ------------------------------------------------------------------------------- giving way */

/* Fills the bucket with entries so deep, at keys one after the other. */
static void fill_bucket(TranspositionTable *table, uint64_t first, int plies)
{
    for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
        store(table, first + i, plies);
    }
}

static int known_in_bucket(const TranspositionTable *table, uint64_t first)
{
    int count = 0;
    for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
        count += knows(table, first + i);
    }
    return count;
}

/* In a full bucket, whatever order they came in, the shallowest gives way; and the same position
 * takes one slot, however often it is stored. */
TEST(shallow_entries_give_way)
{
    TranspositionTable *table = *state;
    for (uint64_t shallow = 0; shallow < TT_BUCKET_ENTRIES; shallow++) {
        assert_true(tt_resize(table, ONE_BUCKET));
        for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
            store(table, key + i, i == shallow ? 3 : 9);
            store(table, key, 9 - 6 * (shallow == 0));
        }
        assert_int_equal(known_in_bucket(table, key), TT_BUCKET_ENTRIES);
        store(table, key + 100, 1);
        assert_true(knows(table, key + 100));
        assert_int_equal(known_in_bucket(table, key), TT_BUCKET_ENTRIES - 1);
        assert_false(knows(table, key + shallow));
    }
}

/* Of equally deep entries the oldest gives way, also where the count of searches begins again; a
 * deep one of the search before outlives shallow ones of this; and in the end even the deep go. */
TEST(old_entries_give_way)
{
    TranspositionTable *table = *state;
    for (int searches = 0; searches < AGES; searches++) {
        assert_true(tt_resize(table, ONE_BUCKET));
        for (int i = 0; i < searches; i++) {
            tt_age(table);
        }
        for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
            store(table, key + i, 30);
            tt_age(table);
        }
        store(table, key + 100, 30);
        assert_false(knows(table, key));
        assert_true(knows(table, key + 1) && knows(table, key + TT_BUCKET_ENTRIES - 1));
        for (uint64_t i = 1; i < 100; i++) {
            store(table, key + 200 + i, 2);
        }
        assert_true(knows(table, key + 100));
        for (int i = 0; i < 20; i++) {
            tt_age(table);
        }
        fill_bucket(table, key + 400, 1);
        assert_int_equal(known_in_bucket(table, key + 400), TT_BUCKET_ENTRIES);
    }
}

/* ------------------------------------------------------------------- size, clearing, fullness */

TEST(size_is_what_was_asked)
{
    TranspositionTable *table = *state;
    store(table, key, 1);
    for (size_t bytes = 0; bytes < 10000; bytes += 33) {
        assert_true(tt_resize(table, bytes));
        assert_false(knows(table, key));
        size_t whole = bytes / sizeof(TtBucket);
        assert_int_equal(buckets_of(table), whole > 0 ? whole : 1);
        assert_int_equal((uintptr_t)table->buckets % CACHE_LINE, 0);
        for (uint64_t i = 0; i < 16; i++) { /* the first bucket, the last and some between */
            store(table, i << 60 | i, 1);
            assert_true(knows(table, i << 60 | i));
        }
        store(table, UINT64_MAX, 1);
        assert_true(knows(table, UINT64_MAX));
    }
}

/* However often it happens: a mark that tells old entries from new must not come round again. */
TEST(clearing_forgets_for_good)
{
    TranspositionTable *table = *state;
    for (uint64_t clears = 0; clears < 1000; clears++) {
        tt_age(table);
        store(table, key + clears, 1);
        assert_true(knows(table, key + clears));
        tt_clear(table);
        for (uint64_t i = 0; i <= clears; i++) {
            assert_false(knows(table, key + i));
        }
    }
}

/* Neither those of earlier searches nor what was cleared. */
TEST(fullness_counts_the_running_search_only)
{
    TranspositionTable *table = *state;
    assert_true(tt_resize(table, ONE_BUCKET));
    for (int searches = 0; searches < 3; searches++) {
        for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
            assert_int_equal(tt_permille_full(table), i * 250);
            store(table, key + i, 5);
        }
        assert_int_equal(tt_permille_full(table), 1000);
        tt_age(table);
        assert_int_equal(tt_permille_full(table), 0);
        fill_bucket(table, key, 5);
        tt_clear(table);
        for (int i = 0; i < searches; i++) {
            assert_int_equal(tt_permille_full(table), 0);
            tt_age(table);
        }
    }
}

/* ----------------------------------------------------------------------------------- growing */

/* Lets the table grow as far as it wants to. */
static void grow(TranspositionTable *table)
{
    while (tt_grow(table, LONG_MS)) {
    }
}

/* Gives the table that many times the memory of a first one. */
static void allow(TranspositionTable *table, size_t times)
{
    assert_true(tt_resize(table, FIRST_BUCKETS * sizeof(TtBucket) * times));
}

static void store_random(TranspositionTable *table, uint64_t count, uint64_t *random)
{
    for (uint64_t i = 0; i < count; i++) {
        store(table, drawn_random(random), 3);
    }
}

/* What must be in the table. */
typedef struct {
    uint64_t key;
    TtEntry entry;
    UT_hash_handle hh;
} Known;

static void forget_all(Known **known)
{
    Known *one, *next;
    HASH_ITER(hh, *known, one, next)
    {
        HASH_DEL(*known, one);
        free(one);
    }
}

/* What is stored of a position follows from its key, so that a wrong entry is seen. */
static TtEntry entry_for(uint64_t at)
{
    uint64_t random = at | 1;
    return (TtEntry){
        .move = (Point)drawn_below(&random, POINTS_MAX),
        .bound = (Bound)(1 + drawn_below(&random, 3)),
        .value = drawn_below(&random, 2 * VALUE_WIN) - VALUE_WIN,
        .eval = drawn_below(&random, 2 * VALUE_ESTIMATE_MAX) - VALUE_ESTIMATE_MAX,
        .depth = (drawn_below(&random, 100) - 10) * TT_DEPTH_STEP,
    };
}

/* Stores random positions, and adds them to what is known, less what had to give way. */
static void fill(TranspositionTable *table, Known **known, uint64_t positions, uint64_t *random)
{
    for (uint64_t i = 0; i < positions; i++) {
        Known *one = calloc(1, sizeof *one);
        assert_non_null(one);
        one->key = drawn_random(random);
        one->entry = entry_for(one->key);
        tt_store(table, one->key, 0, &one->entry);
        assert_true(knows(table, one->key));
        HASH_ADD(hh, *known, key, sizeof one->key, one);
    }
    unsigned before = HASH_COUNT(*known);
    Known *one, *next;
    HASH_ITER(hh, *known, one, next)
    {
        if (!knows(table, one->key)) {
            HASH_DEL(*known, one);
            free(one);
        }
    }
    assert_true(HASH_COUNT(*known) > before * 3 / 4); /* a few buckets overflow */
}

static unsigned count_known(const TranspositionTable *table, const Known *known)
{
    unsigned count = 0;
    for (const Known *one = known; one != NULL; one = one->hh.next) {
        count += knows(table, one->key);
    }
    return count;
}

/* How many of the entries in the table are known, each counted where it lies. Between the buckets
 * that are whole and those that are two already there is nothing. */
static unsigned entries_in(const TranspositionTable *table, Known *known)
{
    TtExtent extent = tt_extent(table);
    unsigned count = 0;
    for (uint64_t i = 0; i < 2 * extent.whole; i++) {
        bool is_in_use = i < extent.unsplit || i >= 2 * extent.unsplit;
        for (int j = 0; is_in_use && j < TT_BUCKET_ENTRIES; j++) {
            const TtSlot *slot = &table->buckets[i].slot[j];
            uint64_t data = slot->data, at = slot->check ^ data;
            Known *one = NULL;
            HASH_FIND(hh, known, &at, sizeof at, one);
            count += data != 0 && one != NULL;
        }
    }
    return count;
}

static void assert_knows_all(const TranspositionTable *table, Known *known)
{
    for (const Known *one = known; one != NULL; one = one->hh.next) {
        TtEntry found;
        assert_true(tt_probe(table, one->key, 0, &found));
        assert_true(are_same(&found, &one->entry));
        assert_false(knows(table, ~one->key));
    }
    assert_int_equal(entries_in(table, known), HASH_COUNT(known));
}

/* Takes the steps of one doubling: with any part of it done all is there as it was, each entry
 * once, and of its age; what is stored then is there, too. */
static void double_in_steps(TranspositionTable *table, Known **known, uint64_t *random)
{
    uint64_t before = buckets_of(table), wanted = 2 * before;
    bool is_first = before == FIRST_BUCKETS;
    tt_age(table);
    for (; buckets_of(table) < wanted; before = buckets_of(table)) {
        assert_true(tt_grow(table, LONG_MS));
        assert_true(buckets_of(table) > before);
        if (is_first || buckets_of(table) == wanted) {
            assert_knows_all(table, *known);
        }
        if (is_first) {
            fill(table, known, 1, random);
        } else {
            assert_int_equal(tt_permille_full(table), 0); /* of the running search */
        }
    }
    assert_int_equal(before, wanted);
}

/* From the first size to the eightfold. */
TEST(growing_keeps_everything)
{
    TranspositionTable *table = *state;
    uint64_t random = 41;
    allow(table, 8);
    for (uint64_t buckets = FIRST_BUCKETS; buckets < FIRST_BUCKETS * 8; buckets *= 2) {
        Known *known = NULL;
        fill(table, &known, slots_of(table) / (buckets == FIRST_BUCKETS ? 2 : 4), &random);
        double_in_steps(table, &known, &random);
        forget_all(&known);
    }
}

/* Doubling leads to the limit or as near to it as doubling can, and no further, however crowded it
 * is. (With sanitizers a step beyond the memory would be noticed, too.) */
TEST(growing_ends_at_the_limit)
{
    static const size_t limits[] = {FIRST_BUCKETS - 1, FIRST_BUCKETS,         FIRST_BUCKETS + 1,
                                    FIRST_BUCKETS * 3, FIRST_BUCKETS * 4 - 1, FIRST_BUCKETS * 4};
    TranspositionTable *table = *state;
    uint64_t random = 42;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        assert_true(tt_resize(table, limits[i] * sizeof(TtBucket)));
        assert_int_equal(table->bucket_limit, limits[i]);
        assert_true(buckets_of(table) <= FIRST_BUCKETS);
        for (int rounds = 0; rounds < 4; rounds++) {
            store_random(table, slots_of(table) * 2, &random);
            grow(table);
            assert_true(buckets_of(table) <= limits[i]);
        }
        assert_true(limits[i] - buckets_of(table) <= 3);
    }
}

/* One doubling may not be enough: it goes on until there is room. Entries of earlier searches are
 * in the way as well. */
TEST(only_crowded_tables_grow)
{
    TranspositionTable *table = *state;
    uint64_t random = 43;
    allow(table, 16);
    grow(table);
    assert_int_equal(buckets_of(table), FIRST_BUCKETS);
    store_random(table, slots_of(table) * (CROWDED_PERCENT - 8) / 100, &random);
    grow(table);
    assert_int_equal(buckets_of(table), FIRST_BUCKETS);
    tt_age(table);
    store_random(table, slots_of(table) * 30 / 100, &random);
    grow(table);
    assert_int_equal(buckets_of(table), FIRST_BUCKETS * 2);
    store_random(table, slots_of(table) * 3, &random);
    assert_true(tt_permille_full(table) > 950);
    grow(table);
    assert_int_equal(buckets_of(table), FIRST_BUCKETS * 8);
    assert_true(tt_permille_full(table) < 10 * CROWDED_PERCENT);
}

/* Fills the table, and lets it grow by one step or all the way; then clears it: nothing is left,
 * and nothing comes back when it grows again. It begins as small as it was, or what a search at
 * fixed nodes finds would depend on the searches before. */
static void grow_and_clear(TranspositionTable *table, bool is_broken_off, uint64_t *random)
{
    Known *known = NULL;
    fill(table, &known, slots_of(table) / 2, random);
    assert_true(tt_grow(table, LONG_MS));
    if (is_broken_off) {
        assert_false(tt_grow(table, 0) || tt_grow(table, -1)); /* no time */
    } else {
        grow(table);
        assert_int_equal(buckets_of(table), FIRST_BUCKETS * 2);
    }
    assert_int_equal(count_known(table, known), HASH_COUNT(known));
    tt_clear(table);
    grow(table); /* it is not crowded any more */
    assert_int_equal(buckets_of(table), FIRST_BUCKETS);
    assert_int_equal(count_known(table, known), 0);
    store_random(table, slots_of(table) / 2, random);
    grow(table);
    assert_int_equal(buckets_of(table), FIRST_BUCKETS * 2);
    assert_int_equal(count_known(table, known), 0);
    tt_clear(table);
    forget_all(&known);
}

TEST(cleared_tables_begin_small)
{
    TranspositionTable *table = *state;
    uint64_t random = 44;
    allow(table, 2);
    for (int i = 0; i <= CLEARINGS; i++) {
        grow_and_clear(table, i % 3 == 0, &random);
    }
    Known *old = NULL;
    fill(table, &old, slots_of(table) / 2, &random);
    for (int i = 0; i <= CLEARINGS; i++) { /* also when their numbers come round again */
        tt_clear(table);
        assert_int_equal(count_known(table, old), 0);
    }
    forget_all(&old);
}

/* Short moves do not wait for large pages, and tables that are large enough have them. */
TEST(small_tables_have_small_pages)
{
    TranspositionTable *table = *state;
    assert_true(tt_resize(table, (size_t)SMALL_PAGES_BYTES * 2));
    const char *bytes = (const char *)table->buckets;
    if (wanted_pages(bytes) == PAGES_UNKNOWN) {
        skip();
    }
    assert_int_equal(wanted_pages(bytes), PAGES_SMALL);
    assert_int_equal(wanted_pages(bytes + SMALL_PAGES_BYTES - 1), PAGES_SMALL);
    assert_int_equal(wanted_pages(bytes + SMALL_PAGES_BYTES), PAGES_LARGE);
    assert_int_equal(wanted_pages(bytes + SMALL_PAGES_BYTES * 2 - 1), PAGES_LARGE);
    assert_true(tt_resize(table, SMALL_PAGES_BYTES));
    bytes = (const char *)table->buckets;
    assert_int_equal(wanted_pages(bytes + SMALL_PAGES_BYTES - 1), PAGES_SMALL);
}

/* ----------------------------------------------------------------------------------- threads */

enum {
    STORING_THREADS = 3,
    STORED_BY_EACH = 1 << 17,
    LEAST_KNOWN_PERCENT = 80, /* some 92 are known in the end; buckets overflow here and there */
};

/* A thread that stores positions of its own while another one lets the table grow. */
typedef struct {
    TranspositionTable *table;
    uint64_t seed;
    _Atomic int *storing; /* how many still do */
    pthread_t thread;
} Storer;

/* Returns the number of entries that were wrong. */
static void *store_many(void *context)
{
    Storer *storer = context;
    uint64_t random = storer->seed;
    uintptr_t wrong = 0;
    for (uint64_t i = 0; i < STORED_BY_EACH; i++) {
        uint64_t at = drawn_random(&random);
        TtEntry entry = entry_for(at), found;
        while (i > slots_of(storer->table) / 2 / STORING_THREADS) {
            sched_yield(); /* let it grow: what is crowded out proves nothing */
        }
        tt_store(storer->table, at, 0, &entry);
        wrong += tt_probe(storer->table, at, 0, &found) && !are_same(&found, &entry);
    }
    atomic_fetch_sub(storer->storing, 1);
    return (void *)wrong;
}

static unsigned known_of(const TranspositionTable *table, uint64_t seed)
{
    unsigned known = 0;
    for (int i = 0; i < STORED_BY_EACH; i++) {
        known += knows(table, drawn_random(&seed));
    }
    return known;
}

/* From the first size to the eightfold, while three threads store. Which comes first cannot be
 * told; but nobody ever finds an entry that was not stored like that, and hardly anything is
 * lost. */
TEST(others_go_on_while_it_grows)
{
    TranspositionTable *table = *state;
    Storer storers[STORING_THREADS];
    _Atomic int storing = STORING_THREADS;
    allow(table, 32);
    for (int i = 0; i < STORING_THREADS; i++) {
        storers[i] = (Storer){.table = table, .seed = 60 + (uint64_t)i, .storing = &storing};
        assert_int_equal(pthread_create(&storers[i].thread, NULL, store_many, &storers[i]), 0);
    }
    while (atomic_load(&storing) > 0) {
        tt_grow(table, LONG_MS);
    }
    unsigned known = 0;
    for (int i = 0; i < STORING_THREADS; i++) {
        void *wrong;
        pthread_join(storers[i].thread, &wrong);
        assert_null(wrong);
        known += known_of(table, storers[i].seed);
    }
    assert_true(buckets_of(table) >= 8 * FIRST_BUCKETS);
    assert_true(known > STORED_BY_EACH * STORING_THREADS / 100 * LEAST_KNOWN_PERCENT);
}

/* One thread at a time: a second one that comes along has better things to do than to wait. */
TEST(one_thread_grows)
{
    TranspositionTable *table = *state;
    uint64_t random = 51;
    allow(table, 2);
    store_random(table, slots_of(table) / 2, &random);
    atomic_store(&table->growing, true);
    assert_false(tt_grow(table, LONG_MS));
    assert_int_equal(buckets_of(table), FIRST_BUCKETS);
    atomic_store(&table->growing, false);
    assert_true(tt_grow(table, LONG_MS));
    assert_false(atomic_load(&table->growing));
}

/* ---------------------------------------------------------------------------------- searches */

enum {
    TABLE_BYTES = 64 << 20,
    LARGE_PAGE_TURN_MS =
        80,                 /* for a large page a quarter of this, less the reserve, is too short */
    CROWDED_PERMILLE = 400, /* of its slots in use: the table wants to grow, */
    NEARLY_CROWDED = 250,   /* and here it soon will */
    TEST_THREADS_MAX = 4,
    SHORT_NODES = 2000,
    LONG_NODES = 60000, /* enough to crowd a table that nearly is */
};

/* A workbench with three stones, to be freed. */
static Workbench *new_bench(void)
{
    Workbench *bench = workbench_new(TABLE_BYTES, UINT64_C(20250308));
    Drawn *drawn = bench->drawn;
    position_play(&drawn->position, drawn_point(drawn, 7, 7), BLACK);
    position_play(&drawn->position, drawn_point(drawn, 8, 8), WHITE);
    position_play(&drawn->position, drawn_point(drawn, 9, 6), BLACK);
    return bench;
}

static Limits begin_search(Workbench *bench, int64_t turn_ms, uint64_t nodes, int depth)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.turn_ms = turn_ms;
    limits.depth = depth;
    limits.nodes = nodes;
    search_set_position(&bench->search, &bench->drawn->position,
                        drawn_eval_tables(&bench->drawn->position));
    clock_start(&bench->clock, &limits);
    return limits;
}

static Report think(Workbench *bench, int64_t turn_ms, uint64_t nodes, int depth)
{
    Limits limits = begin_search(bench, turn_ms, nodes, depth);
    return thread_pool_think(&bench->pool, &limits, NULL);
}

/* Stores strangers until the table is so full. To count that takes as long as many of them. */
static void crowd(Workbench *bench, int permille)
{
    while (tt_permille_full(&bench->table) < permille) {
        store_random(&bench->table, CROWD_STEP, &bench->random);
    }
}

/* Says whether a crowded table grows in a turn of so many milliseconds. */
static bool grows_in_turn(Workbench *bench, int64_t turn_ms)
{
    crowd(bench, CROWDED_PERMILLE);
    uint64_t before = buckets_of(&bench->table);
    think(bench, turn_ms, 0, 1);
    return buckets_of(&bench->table) > before;
}

/* A quarter of what is left may go by before the search goes on. A search that only helps, or
 * ponders, lets the table grow, too. */
TEST(growing_takes_time_that_is_there)
{
    Workbench *bench = new_bench();
    TranspositionTable *table = &bench->table;
    assert_false(grows_in_turn(bench, 0));
    assert_true(grows_in_turn(bench, LONG_MS));
    while (buckets_of(table) * sizeof(TtBucket) < SMALL_PAGES_BYTES) {
        crowd(bench, CROWDED_PERMILLE);
        tt_grow(table, LONG_MS);
    }
    assert_false(grows_in_turn(bench, LARGE_PAGE_TURN_MS));
    assert_true(grows_in_turn(bench, LONG_MS));
    search_forget(&bench->search);
    crowd(bench, CROWDED_PERMILLE);
    Limits limits = begin_search(bench, LONG_MS, 0, 2);
    root_help(&bench->search, &limits, 2);
    assert_true(buckets_of(table) > FIRST_BUCKETS);
    workbench_free(bench);
}

/* Thinks at some length from the beginning, beside the same strangers each time. */
static Report think_at_length(Workbench *bench)
{
    search_forget(&bench->search);
    assert_int_equal(buckets_of(&bench->table), FIRST_BUCKETS);
    bench->random = 53;
    crowd(bench, NEARLY_CROWDED);
    Report report = think(bench, LIMIT_UNKNOWN, LONG_NODES, 0);
    assert_true(buckets_of(&bench->table) > FIRST_BUCKETS);
    return report;
}

/* Memory that is not needed is not touched, however many think. A search at fixed nodes finds the
 * same after others as at first, though the table has grown. */
TEST(long_searches_get_more)
{
    Workbench *bench = new_bench();
    for (int threads = 1; threads <= TEST_THREADS_MAX; threads++) {
        search_forget(&bench->search);
        assert_true(thread_pool_resize(&bench->pool, threads));
        think(bench, LIMIT_UNKNOWN, SHORT_NODES, 0);
        assert_int_equal(buckets_of(&bench->table), FIRST_BUCKETS);
        think_at_length(bench);
    }
    assert_true(thread_pool_resize(&bench->pool, 1));
    Report first = think_at_length(bench);
    Report again = think_at_length(bench);
    assert_int_equal(again.move, first.move);
    assert_int_equal(again.value, first.value);
    assert_int_equal(again.depth, first.depth);
    assert_int_equal(again.pv.length, first.pv.length);
    workbench_free(bench);
}
