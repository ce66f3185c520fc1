/* Checks how much of its table a search uses, alone and in a pool: a short one stays at the first
 * size, a long one gets more, in time that it can spare, and none leaves anything behind.
 */
#include "search/thread_pool.h"

#include "port/port.h"
#include "stored.h"
#include "unit.h"
#include "workbench.h"

enum {
    TABLE_BYTES = 64 << 20,
    FIRST_BUCKETS = (1 << 20) / sizeof(TtBucket),
    LAST_SMALL_PAGES = 32 << 20, /* bytes; a step beyond them takes a large page, */
    LARGE_PAGE_TURN_MS = 80,     /* for which a quarter of this is not enough, less the reserve */
    CROWDED_PERMILLE = 400,      /* of its slots in use: the table wants to grow, */
    NEARLY_CROWDED = 250,        /* and here it soon will */
    CROWD_STEP = 100,            /* strangers: of a table of the first size less than a hundredth */
    TEST_THREADS_MAX = 4,
    SHORT_NODES = 2000,
    LONG_NODES = 60000, /* enough to crowd a table that nearly is */
    HOUR_MS = 1000 * 60 * 60,
};

#define SEED UINT64_C(20250308)

/* A workbench with three stones. */
static int set_up(void **state)
{
    Workbench *bench = workbench_new(TABLE_BYTES, SEED);
    Drawn *drawn = bench->drawn;
    position_play(&drawn->position, drawn_point(drawn, 7, 7), BLACK);
    position_play(&drawn->position, drawn_point(drawn, 8, 8), WHITE);
    position_play(&drawn->position, drawn_point(drawn, 9, 6), BLACK);
    *state = bench;
    return 0;
}

static int tear_down(void **state)
{
    workbench_free(*state);
    return 0;
}

FIXTURE(set_up, tear_down)

static Report think(Workbench *bench, int64_t turn_ms, uint64_t nodes, int depth)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.turn_ms = turn_ms;
    limits.depth = depth;
    limits.nodes = nodes;
    search_set_position(&bench->search, &bench->drawn->position,
                        drawn_eval_tables(&bench->drawn->position));
    clock_start(&bench->clock, &limits);
    return thread_pool_think(&bench->pool, &limits, NULL);
}

/* Stores strangers until the table is so full. */
static void crowd(Workbench *bench, int permille)
{
    while (tt_permille_full(&bench->table) < permille) {
        for (int i = 0; i < CROWD_STEP;
             i++) { /* counting how full it is takes as long as many of them */
            store(&bench->table, drawn_random(&bench->random), 1);
        }
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

/* A quarter of what is left may go by before the search goes on. */
TEST(growing_takes_time_that_is_there)
{
    Workbench *bench = *state;
    TranspositionTable *table = &bench->table;
    assert_false(grows_in_turn(bench, 0));
    assert_true(grows_in_turn(bench, HOUR_MS));
    while (buckets_of(table) * sizeof *table->buckets < LAST_SMALL_PAGES) {
        crowd(bench, CROWDED_PERMILLE);
        tt_grow(table, HOUR_MS);
    }
    assert_false(grows_in_turn(bench, LARGE_PAGE_TURN_MS));
    assert_true(grows_in_turn(bench, HOUR_MS));
}

/* Also one that only helps, or ponders. */
TEST(any_search_lets_the_table_grow)
{
    Workbench *bench = *state;
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.turn_ms = HOUR_MS;
    limits.depth = 2;
    crowd(bench, CROWDED_PERMILLE);
    search_set_position(&bench->search, &bench->drawn->position,
                        drawn_eval_tables(&bench->drawn->position));
    clock_start(&bench->clock, &limits);
    root_help(&bench->search, &limits, 2);
    assert_true(buckets_of(&bench->table) > FIRST_BUCKETS);
}

/* Memory that is not needed is not touched, however many think. */
TEST(short_searches_stay_small)
{
    Workbench *bench = *state;
    for (int threads = 1; threads <= TEST_THREADS_MAX; threads++) {
        assert_true(thread_pool_resize(&bench->pool, threads));
        think(bench, LIMIT_UNKNOWN, SHORT_NODES, 0);
        assert_int_equal(buckets_of(&bench->table), FIRST_BUCKETS);
    }
}

/* Thinks at some length from the beginning, beside the same strangers each time. */
static Report think_at_length(Workbench *bench)
{
    search_forget(&bench->search);
    assert_int_equal(buckets_of(&bench->table), FIRST_BUCKETS);
    bench->random = SEED;
    crowd(bench, NEARLY_CROWDED);
    Report report = think(bench, LIMIT_UNKNOWN, LONG_NODES, 0);
    assert_true(buckets_of(&bench->table) > FIRST_BUCKETS);
    return report;
}

TEST(long_searches_get_more)
{
    Workbench *bench = *state;
    for (int threads = 1; threads <= TEST_THREADS_MAX; threads++) {
        assert_true(thread_pool_resize(&bench->pool, threads));
        think_at_length(bench);
    }
}

/* A search at fixed nodes finds the same after others as at first, though the table has grown. */
TEST(nothing_is_left_of_earlier_searches)
{
    Workbench *bench = *state;
    Report first = think_at_length(bench);
    for (int i = 0; i < 3; i++) {
        Report again = think_at_length(bench);
        assert_int_equal(again.move, first.move);
        assert_int_equal(again.value, first.value);
        assert_int_equal(again.depth, first.depth);
        assert_int_equal(again.pv.length, first.pv.length);
    }
}
