/* Checks how the transposition table grows: all that it knew it knows afterwards, and nothing else.
 *
 * While the table grows every entry is moved; a hash table of the textbook's kind (uthash) knows
 * beside it what must be there afterwards, and what must not. It grows in steps, so the same holds
 * for every step in between.
 */
#include "search/tt.h"

#include "drawn.h"
#include "stored.h"
#include "unit.h"
#include "wanted_pages.h"

#include <stdlib.h>
#include <uthash.h>

enum {
    SMALL_BUCKETS = (1 << 20) / 64, /* of a table that can grow, at first */
    LONG_MS = 1000 * 60 * 60,       /* enough for any step */
    CROWDED_PERCENT = 35,           /* of its slots in use, and it may grow */
    CLEARINGS = 16,                 /* clearings until their numbers begin again */
    SMALL_PAGES_BYTES = 32 << 20,   /* a table's first ones are small */
    LARGE_PAGE_MS = 20,             /* and one of the large ones may take so long */
};

static int set_up(void **state)
{
    static TranspositionTable table;
    table = (TranspositionTable){.buckets = NULL};
    assert_true(tt_resize(&table, SMALL_BUCKETS * sizeof(TtBucket)));
    *state = &table;
    return 0;
}

static int tear_down(void **state)
{
    tt_free(*state);
    return 0;
}

FIXTURE(set_up, tear_down)

/* Lets the table grow as far as it wants to. */
static void grow(TranspositionTable *table)
{
    while (tt_grow(table, LONG_MS)) {
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

static TtEntry random_entry(uint64_t *random)
{
    return (TtEntry){
        .move = (Point)drawn_below(random, POINTS_MAX),
        .bound = (Bound)(1 + drawn_below(random, 3)),
        .value = drawn_below(random, 2 * VALUE_WIN) - VALUE_WIN,
        .eval = drawn_below(random, 2 * VALUE_ESTIMATE_MAX) - VALUE_ESTIMATE_MAX,
        .depth = (drawn_below(random, 100) - 10) * TT_DEPTH_STEP,
    };
}

/* Stores random positions, over several searches, and returns those that the table knows then. */
static Known *fill(TranspositionTable *table, uint64_t positions, uint64_t *random)
{
    uint64_t first = *random;
    Known *known = NULL;
    for (uint64_t i = 0; i < positions; i++) {
        uint64_t at = drawn_random(random);
        TtEntry entry = random_entry(random);
        tt_store(table, at, 0, &entry);
        if (i % (positions / 4 + 1) == 0) {
            tt_age(table);
        }
    }
    for (uint64_t again = first, i = 0; i < positions; i++) {
        Known *one = calloc(1, sizeof *one);
        assert_non_null(one);
        one->key = drawn_random(&again);
        random_entry(&again);
        if (tt_probe(table, one->key, 0, &one->entry)) {
            HASH_ADD(hh, known, key, sizeof one->key, one);
        } else {
            free(one);
        }
    }
    assert_true(HASH_COUNT(known) > positions * 3 / 4);
    return known;
}

static void assert_knows_all(const TranspositionTable *table, Known *known)
{
    for (const Known *one = known; one != NULL; one = one->hh.next) {
        TtEntry found;
        assert_true(tt_probe(table, one->key, 0, &found));
        assert_int_equal(found.move, one->entry.move);
        assert_int_equal(found.bound, one->entry.bound);
        assert_int_equal(found.value, one->entry.value);
        assert_int_equal(found.eval, one->entry.eval);
        assert_int_equal(found.depth, one->entry.depth);
        assert_false(knows(table, ~one->key));
    }
}

/* How many of the entries in the table are known, each counted where it lies. Between the buckets
 * that are whole and those that are two already there is nothing. */
static uint64_t entries_in(const TranspositionTable *table, Known *known)
{
    TtExtent extent = tt_extent(table);
    uint64_t count = 0;
    for (uint64_t i = 0; i < 2 * extent.whole; i++) {
        if (i >= extent.unsplit && i < 2 * extent.unsplit) {
            continue;
        }
        for (int j = 0; j < TT_BUCKET_ENTRIES; j++) {
            const TtSlot *slot = &table->buckets[i].slot[j];
            uint64_t data = slot->data, at = slot->check ^ data;
            Known *one = NULL;
            HASH_FIND(hh, known, &at, sizeof at, one);
            count += data != 0 && one != NULL;
        }
    }
    return count;
}

static uint64_t slots_of(const TranspositionTable *table)
{
    return buckets_of(table) * TT_BUCKET_ENTRIES;
}

/* From the first size to the limit: nothing is lost, changed or found twice. */
TEST(growing_keeps_everything)
{
    TranspositionTable *table = *state;
    uint64_t random = 41;
    assert_true(tt_resize(table, (size_t)SMALL_BUCKETS * 64 * 8));
    for (uint64_t buckets = SMALL_BUCKETS; buckets < SMALL_BUCKETS * 8; buckets *= 2) {
        assert_int_equal(buckets_of(table), buckets);
        Known *known = fill(table, slots_of(table) / (buckets == SMALL_BUCKETS ? 2 : 4), &random);
        grow(table);
        assert_int_equal(buckets_of(table), buckets * 2);
        assert_knows_all(table, known);
        assert_int_equal(entries_in(table, known), HASH_COUNT(known));
        forget_all(&known);
    }
}

/* Doubling leads to the limit or as near to it as doubling can, and no further, however crowded it
 * is. (With sanitizers a step beyond the memory would be noticed, too.) */
TEST(growing_ends_at_the_limit)
{
    static const size_t limits[] = {SMALL_BUCKETS - 1, SMALL_BUCKETS,         SMALL_BUCKETS + 1,
                                    SMALL_BUCKETS * 3, SMALL_BUCKETS * 4 - 1, SMALL_BUCKETS * 4};
    TranspositionTable *table = *state;
    uint64_t random = 42;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        assert_true(tt_resize(table, limits[i] * 64));
        assert_int_equal(table->bucket_limit, limits[i]);
        assert_true(buckets_of(table) <= SMALL_BUCKETS);
        for (int rounds = 0; rounds < 6; rounds++) {
            for (uint64_t j = 0; j < slots_of(table) * 2; j++) {
                store(table, drawn_random(&random), drawn_below(&random, 20));
            }
            grow(table);
            assert_true(buckets_of(table) <= limits[i]);
        }
        assert_true(limits[i] - buckets_of(table) <= 3);
    }
}

TEST(only_crowded_tables_grow)
{
    TranspositionTable *table = *state;
    uint64_t random = 43;
    assert_true(tt_resize(table, (size_t)SMALL_BUCKETS * 64 * 8));
    grow(table);
    assert_int_equal(buckets_of(table), SMALL_BUCKETS);
    for (uint64_t i = 0; i < slots_of(table) * (CROWDED_PERCENT - 8) / 100; i++) {
        store(table, drawn_random(&random), 3);
    }
    grow(table);
    assert_int_equal(buckets_of(table), SMALL_BUCKETS);
    tt_age(table); /* entries of earlier searches are in the way as well */
    for (uint64_t i = 0; i < slots_of(table) * 30 / 100; i++) {
        store(table, drawn_random(&random), 3);
    }
    grow(table);
    assert_int_equal(buckets_of(table), SMALL_BUCKETS * 2);
}

/* One doubling may not be enough: it goes on until there is room. */
TEST(growing_goes_on_while_crowded)
{
    TranspositionTable *table = *state;
    uint64_t random = 48;
    assert_true(tt_resize(table, (size_t)SMALL_BUCKETS * 64 * 16));
    for (uint64_t i = 0; i < slots_of(table) * 3; i++) {
        store(table, drawn_random(&random), 3);
    }
    assert_true(tt_permille_full(table) > 950);
    grow(table);
    assert_int_equal(buckets_of(table), SMALL_BUCKETS * 4);
    assert_true(tt_permille_full(table) < 10 * CROWDED_PERCENT);
}

/* What was cleared does not crowd the table, and does not come back when it grows. */
TEST(growing_brings_nothing_back)
{
    TranspositionTable *table = *state;
    uint64_t random = 44;
    assert_true(tt_resize(table, (size_t)SMALL_BUCKETS * 64 * 2));
    Known *old = fill(table, slots_of(table) * 3 / 4, &random);
    tt_clear(table);
    grow(table);
    assert_int_equal(buckets_of(table), SMALL_BUCKETS);
    Known *known = fill(table, slots_of(table) / 2, &random);
    grow(table);
    assert_int_equal(buckets_of(table), SMALL_BUCKETS * 2);
    for (int clears = 0; clears <= CLEARINGS; clears++) {
        for (const Known *one = old; one != NULL; one = one->hh.next) {
            assert_false(knows(table, one->key));
        }
        if (clears == 0) {
            assert_knows_all(table, known);
        }
        tt_clear(table);
    }
    forget_all(&old);
    forget_all(&known);
}

/* Entries keep their age while the table grows: the old still give way first. */
TEST(growing_keeps_the_age)
{
    TranspositionTable *table = *state;
    uint64_t random = 45;
    assert_true(tt_resize(table, (size_t)SMALL_BUCKETS * 64 * 2));
    Known *known = fill(table, slots_of(table) / 2, &random);
    tt_age(table);
    assert_int_equal(tt_permille_full(table), 0);
    grow(table);
    assert_int_equal(buckets_of(table), SMALL_BUCKETS * 2);
    assert_int_equal(tt_permille_full(table), 0);
    forget_all(&known);
}

/* Step by step: with any part of a doubling done all is there, each entry once, and what is stored
 * then is there too, until the last step. */
TEST(half_grown_tables_are_tables)
{
    TranspositionTable *table = *state;
    uint64_t random = 49;
    assert_true(tt_resize(table, (size_t)SMALL_BUCKETS * 64 * 2));
    Known *known = fill(table, slots_of(table) / 2, &random);
    int steps = 0;
    for (uint64_t before = buckets_of(table); tt_grow(table, LONG_MS); steps++) {
        assert_true(buckets_of(table) > before);
        before = buckets_of(table);
        assert_knows_all(table, known);
        assert_int_equal(entries_in(table, known), HASH_COUNT(known));
        Known *one = calloc(1, sizeof *one);
        assert_non_null(one);
        one->key = drawn_random(&random);
        one->entry = random_entry(&random);
        tt_store(table, one->key, 0, &one->entry);
        HASH_ADD(hh, known, key, sizeof one->key, one);
        assert_true(knows(table, one->key));
        Known *other, *next;
        HASH_ITER(hh, known, other, next)
        {
            if (!knows(table, other->key)) { /* it had to give way */
                HASH_DEL(known, other);
                free(other);
            }
        }
    }
    assert_int_equal(buckets_of(table), 2 * SMALL_BUCKETS);
    assert_true(steps > 4);
    forget_all(&known);
}

/* A doubling that was begun is gone on with at the next occasion, and a clear makes an end of
 * it. */
TEST(growing_can_be_broken_off)
{
    TranspositionTable *table = *state;
    uint64_t random = 50;
    assert_true(tt_resize(table, (size_t)SMALL_BUCKETS * 64 * 2));
    for (int clears = 0; clears <= CLEARINGS; clears++) {
        Known *known = fill(table, slots_of(table) / 2, &random);
        assert_true(tt_grow(table, LONG_MS));
        assert_false(tt_grow(table, 0)); /* no time */
        assert_false(tt_grow(table, -1));
        assert_knows_all(table, known);
        tt_clear(table);
        assert_int_equal(buckets_of(table), SMALL_BUCKETS);
        for (const Known *one = known; one != NULL; one = one->hh.next) {
            assert_false(knows(table, one->key));
        }
        grow(table); /* it is not crowded any more */
        assert_int_equal(buckets_of(table), SMALL_BUCKETS);
        forget_all(&known);
    }
}

/* A table begins as small as it was, however large it has become: or what a search at fixed nodes
 * finds would depend on the searches before. */
TEST(cleared_tables_begin_small)
{
    TranspositionTable *table = *state;
    uint64_t random = 46;
    assert_true(tt_resize(table, (size_t)SMALL_BUCKETS * 64 * 4));
    for (int clears = 0; clears <= CLEARINGS; clears++) {
        for (uint64_t i = 0; i < slots_of(table) * 2; i++) {
            store(table, drawn_random(&random), 3);
        }
        grow(table);
        assert_int_equal(buckets_of(table), SMALL_BUCKETS * 4);
        tt_clear(table);
        assert_int_equal(buckets_of(table), SMALL_BUCKETS);
    }
}

/* Short moves do not wait for large pages, and tables that are large enough have them. */
TEST(small_tables_have_small_pages)
{
    TranspositionTable *table = *state;
    for (int rounds = 0; rounds < 2; rounds++) {
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
}

/* A step into a large page is not taken where it might not be done in time. */
TEST(large_pages_take_their_time)
{
    TranspositionTable *table = *state;
    uint64_t random = 52;
    assert_true(tt_resize(table, (size_t)SMALL_PAGES_BYTES * 2));
    for (uint64_t size = SMALL_BUCKETS; size <= SMALL_PAGES_BYTES / 64; size *= 2) {
        assert_int_equal(buckets_of(table), size);
        while (tt_permille_full(table) < 10 * CROWDED_PERCENT + 50) {
            store(table, drawn_random(&random), 3);
        }
        if (size < SMALL_PAGES_BYTES / 64) {
            assert_true(tt_grow(table, 1));
            while (buckets_of(table) < 2 * size) {
                assert_true(tt_grow(table, 1));
            }
        }
    }
    assert_false(tt_grow(table, LARGE_PAGE_MS - 1));
    assert_true(tt_grow(table, LARGE_PAGE_MS));
    while (2 * tt_extent(table).unsplit * 64 > SMALL_PAGES_BYTES) {
        assert_true(tt_grow(table, LARGE_PAGE_MS));
    }
    assert_true(tt_grow(table, 1)); /* the rest moves into pages that are there */
}
