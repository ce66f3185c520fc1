/* Checks several threads that search one position: together they are as right as one alone.
 *
 * What they find depends on timing, so no answer can be compared with another; but an answer must
 * be legal, a win that one search proves must be one for four, a stop must stop all, and nothing
 * may be left behind. With ThreadSanitizer (-fsanitize=thread) this also shows whether they share
 * more than they should.
 */
#include "search/thread_pool.h"

#include "port/port.h"
#include "reference.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>

enum {
    TABLE_BYTES = 1 << 20,
    TEST_THREADS_MAX = 4,
    BOARDS = 40,
    NODES = 1500,
    SHORT_THINKS = 300,
    SHORT_NODES = 400,
    REPORTED_NODES = 20000,
    PROVEN = 12, /* results to find again */
    PROVEN_NODES = 3000,
    TURN_MS = 60,
    WON_DEPTH = 9,
    WON_TIMES = 5,
    PLENTY = 10000000,    /* until a win is proved */
    RECALL_NODES = 20000, /* enough to ask the solver what it knows, not to prove it again */
    PROMPT_MS = 60000,    /* far more than it takes, for machines that have much else to do */
};

typedef struct {
    Drawn *drawn;
    Reference *reference;
    TranspositionTable table;
    Clock clock;
    Search search;
    ThreadPool pool;
    uint64_t random;
} Fixture;

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

static int set_up(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->drawn = drawn_new(usual);
    fixture->reference = reference_new(&fixture->drawn->position);
    assert_true(search_init(&fixture->search, &fixture->table, &fixture->clock));
    assert_true(tt_resize(&fixture->table, TABLE_BYTES));
    fixture->pool.lead = &fixture->search;
    fixture->random = UINT64_C(20250304);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *fixture = *state;
    thread_pool_free(&fixture->pool);
    search_free(&fixture->search);
    tt_free(&fixture->table);
    free(fixture->reference);
    free(fixture->drawn);
    free(fixture);
    return 0;
}

FIXTURE(set_up, tear_down)

static Limits limits_of(uint64_t nodes, int64_t turn_ms)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.turn_ms = turn_ms;
    limits.nodes = nodes;
    return limits;
}

static Report think(Fixture *fixture, Limits limits)
{
    search_set_position(&fixture->search, &fixture->drawn->position,
                        drawn_eval_tables(&fixture->drawn->position));
    clock_start(&fixture->clock, &limits);
    Report report = thread_pool_think(&fixture->pool, &limits, NULL);
    assert_true(position_check(&fixture->search.position));
    assert_true(fixture->search.position.board.key == fixture->drawn->position.board.key);
    return report;
}

/* A random position in which somebody can move. */
static void draw_position(Fixture *fixture)
{
    Point moves[REFERENCE_MOVES_MAX];
    do {
        Game game = reference_random_game(&fixture->random, 5, 15);
        int stones = drawn_below(&fixture->random, game.width * game.height / 3 + 1);
        reference_scatter(fixture->drawn, game, stones, &fixture->random);
        reference_set(fixture->reference, &fixture->drawn->position);
    } while (reference_all_moves(fixture->reference, moves) == 0);
}

static void assert_legal_line(Fixture *fixture, const Report *report)
{
    Reference *reference = fixture->reference;
    reference_set(reference, &fixture->drawn->position);
    assert_true(report->pv.length > 0);
    assert_int_equal(report->pv.move[0], report->move);
    for (int i = 0; i < report->pv.length; i++) {
        assert_int_equal(reference->position.board.at[report->pv.move[i]], EMPTY);
        assert_false(reference_forbids(reference, report->pv.move[i]));
        reference_play(reference, report->pv.move[i]);
    }
}

/* Legal answers, and the nodes of all: no fewer than the leader's, no more than each may visit. */
TEST(answers_are_legal)
{
    Fixture *fixture = *state;
    uint64_t helped = 0;
    for (int threads = 1; threads <= TEST_THREADS_MAX; threads *= 2) {
        assert_true(thread_pool_resize(&fixture->pool, threads));
        for (long i = drawn_scaled(BOARDS); i > 0; i--) {
            draw_position(fixture);
            Report report = think(fixture, limits_of(NODES, LIMIT_UNKNOWN));
            assert_legal_line(fixture, &report);
            assert_true(report.nodes >= fixture->search.nodes);
            assert_true(report.nodes <= (uint64_t)threads * NODES);
            assert_true(threads > 1 || report.nodes == fixture->search.nodes);
            helped += report.nodes - fixture->search.nodes;
        }
    }
    assert_true(helped > 0);
}

/* What a listener has heard of a search. */
typedef struct {
    const Fixture *fixture;
    uint64_t nodes;  /* of the last report */
    uint64_t helped; /* of these, not the leader's */
    int reports;
} Heard;

/* The leader's nodes are known exactly in this moment: all beyond them are the helpers'. */
static void hear(void *context, const Report *report)
{
    Heard *heard = context;
    assert_true(report->nodes >= heard->nodes);
    assert_true(report->nodes >= heard->fixture->search.nodes);
    heard->nodes = report->nodes;
    heard->helped = report->nodes - heard->fixture->search.nodes;
    heard->reports++;
}

/* Each report counts the work of all, from line to line never less, and the answer's most. */
TEST(every_report_counts_all)
{
    Fixture *fixture = *state;
    uint64_t helped = 0;
    for (int threads = 1; threads <= TEST_THREADS_MAX; threads++) {
        assert_true(thread_pool_resize(&fixture->pool, threads));
        for (int lines = 1; lines <= 3; lines += 2) {
            Heard heard = {.fixture = fixture};
            RootListener listener = {.context = &heard, .on_iteration = hear};
            Limits limits = limits_of(REPORTED_NODES, LIMIT_UNKNOWN);
            limits.multipv = lines;
            drawn_clear(fixture->drawn, usual);
            position_play(&fixture->drawn->position, drawn_point(fixture->drawn, 7, 7), BLACK);
            search_set_position(&fixture->search, &fixture->drawn->position,
                                drawn_eval_tables(&fixture->drawn->position));
            thread_pool_forget(&fixture->pool);
            clock_start(&fixture->clock, &limits);
            Report report = thread_pool_think(&fixture->pool, &limits, &listener);
            assert_true(heard.reports > 1 && report.nodes >= heard.nodes);
            assert_true(threads > 1 || heard.helped == 0);
            helped += heard.helped;
        }
    }
    assert_true(helped > 0);
}

/* A pool of one answers like a search without a pool. */
TEST(one_is_a_pool)
{
    Fixture *fixture = *state;
    assert_true(thread_pool_resize(&fixture->pool, 1));
    for (long i = drawn_scaled(BOARDS / 2); i > 0; i--) {
        draw_position(fixture);
        thread_pool_forget(&fixture->pool);
        Report report = think(fixture, limits_of(NODES, LIMIT_UNKNOWN));
        Limits limits = limits_of(NODES, LIMIT_UNKNOWN);
        thread_pool_forget(&fixture->pool);
        clock_start(&fixture->clock, &limits);
        Report alone = root_think(&fixture->search, &limits, NULL);
        assert_int_equal(report.move, alone.move);
        assert_int_equal(report.value, alone.value);
        assert_true(report.nodes == alone.nodes);
    }
}

/* What one proves, all prove: with more threads, more is known. */
TEST(proven_results_stay)
{
    Fixture *fixture = *state;
    for (long found = 0; found < drawn_scaled(PROVEN);) {
        draw_position(fixture);
        assert_true(thread_pool_resize(&fixture->pool, 1));
        thread_pool_forget(&fixture->pool);
        Value value = think(fixture, limits_of(PROVEN_NODES, LIMIT_UNKNOWN)).value;
        if (!value_is_proven(value) || value >= value_win_at(3)) {
            continue;
        }
        found++;
        for (int threads = 2; threads <= TEST_THREADS_MAX; threads *= 2) {
            assert_true(thread_pool_resize(&fixture->pool, threads));
            thread_pool_forget(&fixture->pool);
            Value together = think(fixture, limits_of(10 * PROVEN_NODES, LIMIT_UNKNOWN)).value;
            if (!value_is_proven(together) || (together > 0) != (value > 0)) {
                reference_print(&fixture->drawn->position);
                fail_msg("%d threads find %d, and one found %d", threads, together, value);
            }
        }
    }
}

/* Thinks as long as it takes to complete the depth, if nobody ends it before. */
static Report think_to_depth(Fixture *fixture, int depth, int multipv)
{
    Limits limits = limits_of(0, LIMIT_UNKNOWN);
    limits.depth = depth;
    limits.multipv = multipv;
    thread_pool_forget(&fixture->pool);
    return think(fixture, limits);
}

/* A win that a helper proves ends the search of all, but not where several pvs are wanted. */
TEST(a_win_ends_the_search_for_one_pv)
{
    Fixture *fixture = *state;
    static const char near_win[] = ".........\n.OXXX....\n.....X...\n.....X...\n.........\n"
                                   ".........\n.........\n.........\n.........\n";
    assert_true(thread_pool_resize(&fixture->pool, 2));
    for (int i = 0; i < WON_TIMES; i++) {
        drawn_set(fixture->drawn, RULE_FREESTYLE, 5, near_win, BLACK);
        assert_true(think_to_depth(fixture, WON_DEPTH, 1).value >= VALUE_PROVEN_MIN);
        assert_int_equal(think_to_depth(fixture, WON_DEPTH, 2).depth, WON_DEPTH);
        assert_int_equal(fixture->search.role, ROLE_ALONE);
    }
}

/* What the solver of a helper has proved is forgotten, too. */
TEST(proofs_are_forgotten)
{
    Fixture *fixture = *state;
    assert_true(thread_pool_resize(&fixture->pool, 2));
    drawn_set(fixture->drawn, RULE_RENJU, 5, drawn_solver_win, BLACK);
    assert_true(think(fixture, limits_of(PLENTY, LIMIT_UNKNOWN)).value >= VALUE_PROVEN_MIN);
    thread_pool_forget(&fixture->pool);
    assert_false(value_is_proven(think(fixture, limits_of(RECALL_NODES, LIMIT_UNKNOWN)).value));
}

/* One after the other and always another number of threads: nobody is forgotten or waits for ever,
 * and a helper's think does not reach into the next. */
TEST(many_short_thinks_leave_nothing_behind)
{
    Fixture *fixture = *state;
    for (long i = drawn_scaled(SHORT_THINKS); i > 0; i--) {
        if (i % 8 == 0) {
            assert_true(thread_pool_resize(&fixture->pool,
                                           1 + drawn_below(&fixture->random, TEST_THREADS_MAX)));
        }
        if (i % 5 == 0) {
            draw_position(fixture);
        }
        int nodes = 1 + drawn_below(&fixture->random, SHORT_NODES);
        Report report = think(fixture, limits_of((uint64_t)nodes, LIMIT_UNKNOWN));
        assert_int_equal(fixture->drawn->position.board.at[report.move], EMPTY);
        assert_true(report.nodes <= (uint64_t)nodes * TEST_THREADS_MAX);
    }
}

/* The turn's time is for all of them together. */
TEST(time_is_kept)
{
    Fixture *fixture = *state;
    assert_true(thread_pool_resize(&fixture->pool, TEST_THREADS_MAX));
    drawn_clear(fixture->drawn, usual);
    position_play(&fixture->drawn->position, drawn_point(fixture->drawn, 7, 7), BLACK);
    position_play(&fixture->drawn->position, drawn_point(fixture->drawn, 9, 6), WHITE);
    for (int i = 0; i < 3; i++) {
        int64_t begin = port_now_ms();
        think(fixture, limits_of(0, TURN_MS));
        assert_true(port_now_ms() - begin < TURN_MS + PROMPT_MS);
    }
}

static void *stop_soon(void *context)
{
    int64_t begin = port_now_ms();
    while (port_now_ms() - begin < TURN_MS) {
    }
    clock_stop(context);
    return NULL;
}

TEST(a_stop_stops_all)
{
    Fixture *fixture = *state;
    pthread_t other;
    assert_true(thread_pool_resize(&fixture->pool, TEST_THREADS_MAX));
    drawn_clear(fixture->drawn, usual);
    position_play(&fixture->drawn->position, drawn_point(fixture->drawn, 7, 7), BLACK);
    position_play(&fixture->drawn->position, drawn_point(fixture->drawn, 9, 6), WHITE);
    Limits limits = limits_of(0, 1000 * 60 * 60);
    search_set_position(&fixture->search, &fixture->drawn->position,
                        drawn_eval_tables(&fixture->drawn->position));
    clock_start(&fixture->clock, &limits);
    int64_t begin = port_now_ms();
    assert_int_equal(pthread_create(&other, NULL, stop_soon, &fixture->clock), 0);
    Report report = thread_pool_think(&fixture->pool, &limits, NULL);
    pthread_join(other, NULL);
    assert_true(port_now_ms() - begin < TURN_MS + PROMPT_MS);
    assert_legal_line(fixture, &report);
}

/* What needs no thought, and what has no answer, needs no helpers either. */
TEST(nothing_to_think_about)
{
    Fixture *fixture = *state;
    assert_true(thread_pool_resize(&fixture->pool, TEST_THREADS_MAX));
    drawn_set(fixture->drawn, RULE_FREESTYLE, 5, ".....\n.XXXX\nOOO.O\n.....\n.....\n", BLACK);
    assert_int_equal(think(fixture, limits_of(0, LIMIT_UNKNOWN)).move,
                     drawn_point(fixture->drawn, 0, 1));
    drawn_set(fixture->drawn, RULE_FREESTYLE, 3, "XOX\nXOO\nOXX\n", WHITE);
    assert_int_equal(think(fixture, limits_of(0, LIMIT_UNKNOWN)).move, POINT_NONE);
    drawn_clear(fixture->drawn, usual);
    assert_int_equal(think(fixture, limits_of(0, 0)).move, drawn_point(fixture->drawn, 7, 7));
}

/* Points to be left alone are left alone by all. */
TEST(avoided_points_are_left_alone)
{
    Fixture *fixture = *state;
    assert_true(thread_pool_resize(&fixture->pool, TEST_THREADS_MAX));
    drawn_clear(fixture->drawn, usual);
    position_play(&fixture->drawn->position, drawn_point(fixture->drawn, 7, 7), BLACK);
    for (int i = 0; i < 8; i++) {
        Report report = think(fixture, limits_of(SHORT_NODES, LIMIT_UNKNOWN));
        assert_false(point_set_has(&fixture->search.avoided, report.move));
        point_set_add(&fixture->search.avoided, report.move);
    }
}

TEST(pools_come_and_go)
{
    Fixture *fixture = *state;
    for (int threads = 1; threads <= 2 * TEST_THREADS_MAX; threads++) {
        assert_true(thread_pool_resize(&fixture->pool, threads));
        assert_int_equal(fixture->pool.helper_count, threads - 1);
        assert_true(thread_pool_resize(&fixture->pool, threads));
        assert_int_equal(fixture->pool.helper_count, threads - 1);
    }
    thread_pool_free(&fixture->pool);
    thread_pool_free(&fixture->pool);
    assert_int_equal(fixture->pool.helper_count, 0);
    draw_position(fixture);
    Report report = think(fixture, limits_of(SHORT_NODES, LIMIT_UNKNOWN));
    assert_legal_line(fixture, &report);
}
