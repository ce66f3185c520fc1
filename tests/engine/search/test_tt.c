/* Checks the transposition table: what goes in comes out, and what was not put in never does.
 *
 * An entry is squeezed into 64 bits, and the search believes it; so every field goes through its
 * whole range here, beside the limits of its bits too. What is kept and what gives way changes only
 * speed, which no other test would notice: the rules for that are checked on a table of one bucket.
 * (test_growth has what happens while the table grows.)
 */
#include "search/tt.h"

#include "drawn.h"
#include "stored.h"
#include "unit.h"

#include <stdlib.h>

enum {
    MANY_CLEARS = 1000,
    ONE_BUCKET = 1,
    SOME_BYTES = 1 << 16,
    CACHE_LINE = 64,
    DEPTH_LEAST = -16 * ONE_PLY, /* and the largest that can be stored: */
    DEPTH_MOST = 239 * ONE_PLY,
    ESTIMATE_STEP = 7, /* not every value is tried with every other */
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
    return 0;
}

FIXTURE(set_up, tear_down)

static void assert_comes_back(TranspositionTable *table, const TtEntry *entry)
{
    TtEntry found;
    tt_store(table, key, 0, entry);
    assert_true(tt_probe(table, key, 0, &found));
    assert_int_equal(found.move, entry->move);
    assert_int_equal(found.bound, entry->bound);
    assert_int_equal(found.value, entry->value);
    assert_int_equal(found.eval, entry->eval);
    assert_int_equal(found.depth, entry->depth);
}

TEST(every_move_and_bound_comes_back)
{
    for (int move = 0; move < POINTS_MAX; move++) {
        for (Bound bound = BOUND_UPPER; bound <= BOUND_EXACT; bound++) {
            assert_comes_back(
                *state,
                &(TtEntry){
                    .move = (Point)move, .bound = bound, .value = -1, .eval = 1, .depth = ONE_PLY});
        }
    }
}

TEST(every_value_comes_back)
{
    for (int value = -VALUE_INFINITE; value <= VALUE_INFINITE; value++) {
        assert_comes_back(
            *state,
            &(TtEntry){.move = POINTS_MAX - 1, .bound = BOUND_LOWER, .value = value, .eval = -1});
    }
    for (int eval = -VALUE_ESTIMATE_MAX; eval <= VALUE_ESTIMATE_MAX; eval++) {
        assert_comes_back(
            *state,
            &(TtEntry){.bound = BOUND_UPPER, .value = -eval, .eval = eval, .depth = -ONE_PLY});
    }
}

TEST(fields_do_not_touch_each_other)
{
    static const int values[] = {-VALUE_INFINITE, -1, 0, 1, VALUE_INFINITE};
    static const int depths[] = {DEPTH_LEAST, -TT_DEPTH_STEP, 0, TT_DEPTH_STEP, DEPTH_MOST};
    for (int i = 0; i < 5 * 5 * 5; i++) {
        TtEntry entry = {.move = i % 2 == 0 ? POINT_NONE : POINTS_MAX - 1,
                         .bound = (Bound)(1 + i % 3),
                         .value = values[i % 5],
                         .eval = values[i / 5 % 5] / 2,
                         .depth = depths[i / 25]};
        assert_comes_back(*state, &entry);
    }
}

TEST(depth_is_rounded_down)
{
    TranspositionTable *table = *state;
    for (int depth = DEPTH_LEAST; depth <= DEPTH_MOST; depth++) {
        TtEntry entry = {.bound = BOUND_EXACT, .depth = depth}, found;
        tt_store(table, key, 0, &entry);
        assert_true(tt_probe(table, key, 0, &found));
        assert_true(found.depth <= depth && depth - found.depth < TT_DEPTH_STEP);
        assert_int_equal(found.depth % TT_DEPTH_STEP, 0);
    }
}

/* Deeper than can be stored must not come back as something else, least of all as deeper. */
TEST(depth_beyond_the_range_does_not_wrap)
{
    TranspositionTable *table = *state;
    for (int plies = 239; plies <= 4 * PLY_MAX; plies++) {
        TtEntry found;
        store(table, key, plies);
        assert_true(tt_probe(table, key, 0, &found));
        assert_true(found.depth >= DEPTH_MOST && found.depth <= plies * ONE_PLY);
        store(table, key, -plies);
        assert_true(tt_probe(table, key, 0, &found));
        assert_true(found.depth <= DEPTH_LEAST);
    }
}

/* A win in n from the node is one in n plus its ply from the root, wherever the node turns up. */
TEST(proven_results_count_from_the_node)
{
    TranspositionTable *table = *state;
    for (int stored_at = 0; stored_at < PLY_MAX; stored_at += ESTIMATE_STEP) {
        for (int probed_at = 0; probed_at < PLY_MAX; probed_at += ESTIMATE_STEP) {
            for (int distance = 1; distance < PLY_MAX; distance += ESTIMATE_STEP) {
                TtEntry found,
                    win = {.bound = BOUND_EXACT, .value = value_win_at(stored_at + distance)};
                tt_store(table, key, stored_at, &win);
                assert_true(tt_probe(table, key, probed_at, &found));
                assert_int_equal(found.value, value_win_at(probed_at + distance));
                TtEntry loss = {.bound = BOUND_EXACT, .value = value_loss_at(stored_at + distance)};
                tt_store(table, key, stored_at, &loss);
                assert_true(tt_probe(table, key, probed_at, &found));
                assert_int_equal(found.value, value_loss_at(probed_at + distance));
            }
        }
    }
}

TEST(estimates_do_not_count_plies)
{
    TranspositionTable *table = *state;
    for (int value = -VALUE_ESTIMATE_MAX; value <= VALUE_ESTIMATE_MAX; value += ESTIMATE_STEP) {
        TtEntry found, entry = {.bound = BOUND_EXACT, .value = value};
        tt_store(table, key, 3, &entry);
        assert_true(tt_probe(table, key, 200, &found));
        assert_int_equal(found.value, value);
    }
}

/* A key that differs in one bit is another position, wherever in the table that bit leads. */
TEST(whole_key_is_compared)
{
    TranspositionTable *table = *state;
    assert_true(tt_resize(table, ONE_BUCKET));
    store(table, key, 1);
    assert_true(knows(table, key));
    for (int bit = 0; bit < 64; bit++) {
        assert_false(knows(table, key ^ UINT64_C(1) << bit));
    }
}

TEST(key_zero_is_a_key)
{
    TranspositionTable *table = *state;
    assert_false(knows(table, 0));
    assert_false(knows(table, UINT64_MAX));
    store(table, 0, 1);
    store(table, UINT64_MAX, 2);
    assert_true(knows(table, 0));
    assert_true(knows(table, UINT64_MAX));
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

TEST(same_position_takes_one_slot)
{
    TranspositionTable *table = *state;
    assert_true(tt_resize(table, ONE_BUCKET));
    for (uint64_t i = 1; i < TT_BUCKET_ENTRIES; i++) {
        store(table, key + i, 50);
    }
    for (int i = 0; i < 3 * TT_BUCKET_ENTRIES; i++) {
        store(table, key, i % 3);
    }
    for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
        assert_true(knows(table, key + i));
    }
}

/* In a full bucket, whatever order they came in, the shallowest gives way. */
TEST(shallow_entries_give_way)
{
    TranspositionTable *table = *state;
    for (uint64_t shallow = 0; shallow < TT_BUCKET_ENTRIES; shallow++) {
        assert_true(tt_resize(table, ONE_BUCKET));
        for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
            store(table, key + i, i == shallow ? 3 : 9);
        }
        store(table, key + 100, 1);
        for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
            assert_true(knows(table, key + i) == (i != shallow));
        }
        assert_true(knows(table, key + 100));
    }
}

/* Of equally deep ones the oldest gives way; of a much older search even the deep. */
TEST(old_entries_give_way)
{
    TranspositionTable *table = *state;
    assert_true(tt_resize(table, ONE_BUCKET));
    for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
        store(table, key + i, 5);
        tt_age(table);
    }
    store(table, key + 100, 5);
    assert_false(knows(table, key));
    assert_true(knows(table, key + 1));
    for (int i = 0; i < 20; i++) {
        tt_age(table);
    }
    for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
        store(table, key + 200 + i, 1);
    }
    for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
        assert_true(knows(table, key + 200 + i));
    }
}

/* A deep entry of the search before outlives shallow ones of this, however many went before. */
TEST(deep_entries_outlive_a_search)
{
    TranspositionTable *table = *state;
    for (int searches = 0; searches < 300; searches++) {
        assert_true(tt_resize(table, ONE_BUCKET));
        for (int i = 0; i < searches; i++) {
            tt_age(table);
        }
        store(table, key, 30);
        tt_age(table);
        for (uint64_t i = 1; i < 100; i++) {
            store(table, key + i, 2);
        }
        assert_true(knows(table, key));
    }
}

/* The count of searches runs in a circle; right after its end, old is still older than new. */
TEST(age_survives_the_turn_of_its_counter)
{
    TranspositionTable *table = *state;
    for (int searches = 0; searches < 300; searches++) {
        assert_true(tt_resize(table, ONE_BUCKET));
        for (int i = 0; i < searches; i++) {
            tt_age(table);
        }
        for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
            store(table, key + i, 5);
            tt_age(table);
        }
        store(table, key + 100, 5);
        assert_false(knows(table, key));
        assert_true(knows(table, key + 3));
    }
}

/* With room for all of them, random positions are found again and no others. */
TEST(many_positions_are_told_apart)
{
    TranspositionTable *table = *state;
    enum { POSITIONS = 10000 };
    uint64_t random = 99;
    assert_true(tt_resize(table, POSITIONS * 160));
    for (int i = 0; i < POSITIONS; i++) {
        TtEntry entry = {.move = (Point)(i % POINTS_MAX), .bound = BOUND_EXACT, .value = i};
        tt_store(table, drawn_random(&random), 0, &entry);
    }
    int found_count = 0;
    random = 99;
    for (int i = 0; i < POSITIONS; i++) {
        TtEntry found;
        uint64_t at = drawn_random(&random);
        assert_false(tt_probe(table, ~at, 0, &found));
        if (tt_probe(table, at, 0, &found)) {
            assert_int_equal(found.value, i);
            assert_int_equal(found.move, i % POINTS_MAX);
            found_count++;
        }
    }
    assert_true(found_count > POSITIONS * 99 / 100); /* a few buckets overflow */
}

TEST(size_is_what_was_asked)
{
    TranspositionTable *table = *state;
    for (size_t bytes = 0; bytes < 10000; bytes += 33) {
        assert_true(tt_resize(table, bytes));
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

TEST(resizing_forgets)
{
    TranspositionTable *table = *state;
    store(table, key, 1);
    assert_true(tt_resize(table, SOME_BYTES * 2));
    assert_false(knows(table, key));
}

TEST(clearing_forgets)
{
    TranspositionTable *table = *state;
    for (int i = 0; i < 3; i++) {
        tt_age(table);
        for (uint64_t high = 0; high < 1024; high++) {
            store(table, high << 54 | 1, 1);
        }
        assert_true(tt_permille_full(table) > 200);
        tt_clear(table);
        assert_int_equal(tt_permille_full(table), 0);
        for (uint64_t high = 0; high < 1024; high++) {
            assert_false(knows(table, high << 54 | 1));
        }
    }
}

/* However often it happens: a mark that tells old entries from new must not come round again. */
TEST(clearing_often_forgets_for_good)
{
    TranspositionTable *table = *state;
    for (int clears = 0; clears < MANY_CLEARS; clears++) {
        tt_age(table);
        store(table, key + (uint64_t)clears, 1);
        assert_true(knows(table, key + (uint64_t)clears));
        tt_clear(table);
        for (int i = 0; i <= clears; i++) {
            assert_false(knows(table, key + (uint64_t)i));
        }
    }
}

TEST(fullness_counts_the_running_search_only)
{
    TranspositionTable *table = *state;
    assert_true(tt_resize(table, ONE_BUCKET));
    for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
        assert_int_equal(tt_permille_full(table), i * 250);
        store(table, key + i, 5);
    }
    assert_int_equal(tt_permille_full(table), 1000);
    tt_age(table);
    assert_int_equal(tt_permille_full(table), 0);
}

/* What was stored before a clear is no entry of the searches after it. */
TEST(fullness_forgets_what_was_cleared)
{
    TranspositionTable *table = *state;
    assert_true(tt_resize(table, ONE_BUCKET));
    for (int searches = 0; searches < 3; searches++) {
        for (uint64_t i = 0; i < TT_BUCKET_ENTRIES; i++) {
            store(table, key + i, 5);
        }
        tt_clear(table);
        for (int i = 0; i < searches; i++) {
            assert_int_equal(tt_permille_full(table), 0);
            tt_age(table);
        }
        assert_int_equal(tt_permille_full(table), 0);
    }
}

TEST(freeing_twice_is_fine)
{
    tt_free(*state);
    tt_free(*state);
}
