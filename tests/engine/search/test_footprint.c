/* Checks how much of its table a search uses, alone and in a pool: a short one stays at the first
 * size, a long one gets more, in time that it can spare, and none leaves anything behind.
 */
#include "search/thread_pool.h"

#include "port/port.h"
#include "stored.h"
#include "unit.h"
#include "workbench.h"

#include <stdlib.h>

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

/* The board of a game that has begun, and a pool of one. */
typedef struct {
    Workbench *bench;
    ThreadPool pool;
} Site;

static int set_up(void **state)
{
    Site *site = calloc(1, sizeof *site);
    assert_non_null(site);
    site->bench = workbench_new(TABLE_BYTES, SEED);
    site->pool.lead = &site->bench->search;
    Drawn *drawn = site->bench->drawn;
    position_play(&drawn->position, drawn_point(drawn, 7, 7), BLACK);
    position_play(&drawn->position, drawn_point(drawn, 8, 8), WHITE);
    position_play(&drawn->position, drawn_point(drawn, 9, 6), BLACK);
    *state = site;
    return 0;
}

static int tear_down(void **state)
{
    Site *site = *state;
    thread_pool_free(&site->pool);
    workbench_free(site->bench);
    free(site);
    return 0;
}

FIXTURE(set_up, tear_down)

static Report think(Site *site, int64_t turn_ms, uint64_t nodes, int depth)
{
    Workbench *bench = site->bench;
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.turn_ms = turn_ms;
    limits.depth = depth;
    limits.nodes = nodes;
    search_set_position(&bench->search, &bench->drawn->position,
                        drawn_eval_tables(&bench->drawn->position));
    clock_start(&bench->clock, &limits);
    return thread_pool_think(&site->pool, &limits, NULL);
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
static bool grows_in_turn(Site *site, int64_t turn_ms)
{
    crowd(site->bench, CROWDED_PERMILLE);
    uint64_t before = buckets_of(&site->bench->table);
    think(site, turn_ms, 0, 1);
    return buckets_of(&site->bench->table) > before;
}

/* A quarter of what is left may go by before the search goes on. */
TEST(growing_takes_time_that_is_there)
{
    Site *site = *state;
    TranspositionTable *table = &site->bench->table;
    assert_false(grows_in_turn(site, 0));
    assert_true(grows_in_turn(site, HOUR_MS));
    while (buckets_of(table) * sizeof *table->buckets < LAST_SMALL_PAGES) {
        crowd(site->bench, CROWDED_PERMILLE);
        tt_grow(table, HOUR_MS);
    }
    assert_false(grows_in_turn(site, LARGE_PAGE_TURN_MS));
    assert_true(grows_in_turn(site, HOUR_MS));
}

/* Also one that only helps, or ponders. */
TEST(any_search_lets_the_table_grow)
{
    Site *site = *state;
    Workbench *bench = site->bench;
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
    Site *site = *state;
    for (int threads = 1; threads <= TEST_THREADS_MAX; threads++) {
        assert_true(thread_pool_resize(&site->pool, threads));
        think(site, LIMIT_UNKNOWN, SHORT_NODES, 0);
        assert_int_equal(buckets_of(&site->bench->table), FIRST_BUCKETS);
    }
}

/* Thinks at some length from the beginning, beside the same strangers each time. */
static Report think_at_length(Site *site)
{
    Workbench *bench = site->bench;
    search_forget(&bench->search);
    assert_int_equal(buckets_of(&bench->table), FIRST_BUCKETS);
    bench->random = SEED;
    crowd(bench, NEARLY_CROWDED);
    Report report = think(site, LIMIT_UNKNOWN, LONG_NODES, 0);
    assert_true(buckets_of(&bench->table) > FIRST_BUCKETS);
    return report;
}

TEST(long_searches_get_more)
{
    Site *site = *state;
    for (int threads = 1; threads <= TEST_THREADS_MAX; threads++) {
        assert_true(thread_pool_resize(&site->pool, threads));
        think_at_length(site);
    }
}

/* A search at fixed nodes finds the same after others as at first, though the table has grown. */
TEST(nothing_is_left_of_earlier_searches)
{
    Site *site = *state;
    Report first = think_at_length(site);
    for (int i = 0; i < 3; i++) {
        Report again = think_at_length(site);
        assert_int_equal(again.move, first.move);
        assert_int_equal(again.value, first.value);
        assert_int_equal(again.depth, first.depth);
        assert_int_equal(again.pv.length, first.pv.length);
    }
}
