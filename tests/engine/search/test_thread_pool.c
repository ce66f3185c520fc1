/* Checks several threads that search one position: together they are as right as one alone.
 *
 * What they find depends on timing, so no answer can be compared with another; but an answer must
 * be legal, a win that one search proves must be one for four, and nothing may be left behind. With
 * ThreadSanitizer (-fsanitize=thread) this also shows whether they share more than they should.
 */
#include "search/thread_pool.h"

#include "port/port.h"
#include "unit.h"
#include "workbench.h"

#include <stdio.h>
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
    WON_DEPTH = 9,
    WON_TIMES = 5,
    PLENTY = 10000000,    /* until a win is proved */
    RECALL_NODES = 12000, /* enough to ask the solver what it knows, hardly to prove it again */
    RECALLS = 5,
};

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

WORKBENCH(FIXTURE, TABLE_BYTES, UINT64_C(20250304))

static Limits limits_of(uint64_t nodes, int64_t turn_ms)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.turn_ms = turn_ms;
    limits.nodes = nodes;
    return limits;
}

static Report think(Workbench *bench, Limits limits)
{
    search_set_position(&bench->search, &bench->drawn->position,
                        drawn_eval_tables(&bench->drawn->position));
    clock_start(&bench->clock, &limits);
    Report report = thread_pool_think(&bench->pool, &limits, NULL);
    assert_true(position_check(&bench->search.position));
    assert_true(bench->search.position.board.key == bench->drawn->position.board.key);
    return report;
}

/* A random position in which somebody can move. */
static void draw_position(Workbench *bench)
{
    Point moves[REFERENCE_MOVES_MAX];
    do {
        Game game = reference_random_game(&bench->random, 5, 15);
        int stones = drawn_below(&bench->random, game.width * game.height / 3 + 1);
        reference_scatter(bench->drawn, game, stones, &bench->random);
        reference_set(bench->reference, &bench->drawn->position);
    } while (reference_all_moves(bench->reference, moves) == 0);
}

static void assert_legal_line(Workbench *bench, const Report *report)
{
    Reference *reference = bench->reference;
    reference_set(reference, &bench->drawn->position);
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
    Workbench *bench = *state;
    uint64_t helped = 0;
    for (int threads = 1; threads <= TEST_THREADS_MAX; threads *= 2) {
        assert_true(thread_pool_resize(&bench->pool, threads));
        for (long i = drawn_scaled(BOARDS); i > 0; i--) {
            draw_position(bench);
            Report report = think(bench, limits_of(NODES, LIMIT_UNKNOWN));
            assert_legal_line(bench, &report);
            assert_true(report.nodes >= bench->search.nodes);
            assert_true(report.nodes <= (uint64_t)threads * NODES);
            assert_true(threads > 1 || report.nodes == bench->search.nodes);
            helped += report.nodes - bench->search.nodes;
        }
    }
    assert_true(helped > 0);
}

/* What a listener has heard of a search. */
typedef struct {
    const Workbench *bench;
    uint64_t nodes;  /* of the last report */
    uint64_t helped; /* of these, not the leader's */
    int reports;
} Heard;

/* The leader's nodes are known exactly in this moment: all beyond them are the helpers'. */
static void hear(void *context, const Report *report)
{
    Heard *heard = context;
    assert_true(report->nodes >= heard->nodes);
    assert_true(report->nodes >= heard->bench->search.nodes);
    heard->nodes = report->nodes;
    heard->helped = report->nodes - heard->bench->search.nodes;
    heard->reports++;
}

/* Each report counts the work of all, from line to line never less, and the answer's most. */
TEST(every_report_counts_all)
{
    Workbench *bench = *state;
    uint64_t helped = 0;
    for (int threads = 1; threads <= TEST_THREADS_MAX; threads++) {
        assert_true(thread_pool_resize(&bench->pool, threads));
        for (int lines = 1; lines <= 3; lines += 2) {
            Heard heard = {.bench = bench};
            RootListener listener = {.context = &heard, .on_iteration = hear};
            Limits limits = limits_of(REPORTED_NODES, LIMIT_UNKNOWN);
            limits.multipv = lines;
            drawn_clear(bench->drawn, usual);
            position_play(&bench->drawn->position, drawn_point(bench->drawn, 7, 7), BLACK);
            search_set_position(&bench->search, &bench->drawn->position,
                                drawn_eval_tables(&bench->drawn->position));
            thread_pool_forget(&bench->pool);
            clock_start(&bench->clock, &limits);
            Report report = thread_pool_think(&bench->pool, &limits, &listener);
            assert_true(heard.reports > 1 && report.nodes >= heard.nodes);
            assert_true(threads > 1 || heard.helped == 0);
            helped += heard.helped;
        }
    }
    assert_true(helped > 0);
}

/* A limit of nodes is used up by each of them, whoever has the cores: the leader waits for the
 * others. */
TEST(each_searches_its_nodes)
{
    Workbench *bench = *state;
    for (int threads = 1; threads <= TEST_THREADS_MAX; threads++) {
        assert_true(thread_pool_resize(&bench->pool, threads));
        drawn_clear(bench->drawn, usual);
        position_play(&bench->drawn->position, drawn_point(bench->drawn, 7, 7), BLACK);
        Report report = think(bench, limits_of(NODES, LIMIT_UNKNOWN));
        assert_int_equal(report.nodes, (uint64_t)threads * NODES);
    }
}

/* A pool of one answers like a search without a pool. */
TEST(one_is_a_pool)
{
    Workbench *bench = *state;
    assert_true(thread_pool_resize(&bench->pool, 1));
    for (long i = drawn_scaled(BOARDS / 2); i > 0; i--) {
        draw_position(bench);
        thread_pool_forget(&bench->pool);
        Report report = think(bench, limits_of(NODES, LIMIT_UNKNOWN));
        Limits limits = limits_of(NODES, LIMIT_UNKNOWN);
        thread_pool_forget(&bench->pool);
        clock_start(&bench->clock, &limits);
        Report alone = root_think(&bench->search, &limits, NULL);
        assert_int_equal(report.move, alone.move);
        assert_int_equal(report.value, alone.value);
        assert_true(report.nodes == alone.nodes);
    }
}

/* What one proves, all prove: with more threads, more is known. */
TEST(proven_results_stay)
{
    Workbench *bench = *state;
    for (long found = 0; found < drawn_scaled(PROVEN);) {
        draw_position(bench);
        assert_true(thread_pool_resize(&bench->pool, 1));
        thread_pool_forget(&bench->pool);
        Value value = think(bench, limits_of(PROVEN_NODES, LIMIT_UNKNOWN)).value;
        if (!value_is_proven(value) || value >= value_win_at(3)) {
            continue;
        }
        found++;
        for (int threads = 2; threads <= TEST_THREADS_MAX; threads *= 2) {
            assert_true(thread_pool_resize(&bench->pool, threads));
            thread_pool_forget(&bench->pool);
            Value together = think(bench, limits_of(10 * PROVEN_NODES, LIMIT_UNKNOWN)).value;
            if (!value_is_proven(together) || (together > 0) != (value > 0)) {
                reference_print(&bench->drawn->position);
                fail_msg("%d threads find %d, and one found %d", threads, together, value);
            }
        }
    }
}

/* Thinks as long as it takes to complete the depth, if nobody ends it before. */
static Report think_to_depth(Workbench *bench, int depth, int multipv)
{
    Limits limits = limits_of(0, LIMIT_UNKNOWN);
    limits.depth = depth;
    limits.multipv = multipv;
    thread_pool_forget(&bench->pool);
    return think(bench, limits);
}

/* A win that a helper proves ends the search of all, but not where several pvs are wanted. */
TEST(a_win_ends_the_search_for_one_pv)
{
    Workbench *bench = *state;
    static const char near_win[] = ".........\n.OXXX....\n.....X...\n.....X...\n.........\n"
                                   ".........\n.........\n.........\n.........\n";
    assert_true(thread_pool_resize(&bench->pool, 2));
    for (int i = 0; i < WON_TIMES; i++) {
        drawn_set(bench->drawn, RULE_FREESTYLE, 5, near_win, BLACK);
        assert_true(think_to_depth(bench, WON_DEPTH, 1).value >= VALUE_PROVEN_MIN);
        assert_int_equal(think_to_depth(bench, WON_DEPTH, 2).depth, WON_DEPTH);
        assert_int_equal(bench->search.role, ROLE_ALONE);
    }
}

/* What the solver of a helper has proved is forgotten, too. On a busy machine a helper may get so
 * many more nodes than the leader that it proves the win again, once in a hundred times; a win that
 * was not forgotten is seen almost every time. So most of a few times decide. */
TEST(proofs_are_forgotten)
{
    Workbench *bench = *state;
    int recalled = 0;
    assert_true(thread_pool_resize(&bench->pool, 2));
    drawn_set(bench->drawn, RULE_RENJU, 5, drawn_solver_win, BLACK);
    for (int i = 0; i < RECALLS; i++) {
        assert_true(think(bench, limits_of(PLENTY, LIMIT_UNKNOWN)).value >= VALUE_PROVEN_MIN);
        thread_pool_forget(&bench->pool);
        Limits limits = limits_of(RECALL_NODES, LIMIT_UNKNOWN);
        recalled += value_is_proven(think(bench, limits).value);
    }
    assert_in_range(recalled, 0, RECALLS / 2);
}

/* One after the other and always another number of threads: nobody is forgotten or waits for ever,
 * and a helper's think does not reach into the next. */
TEST(many_short_thinks_leave_nothing_behind)
{
    Workbench *bench = *state;
    for (long i = drawn_scaled(SHORT_THINKS); i > 0; i--) {
        if (i % 8 == 0) {
            assert_true(thread_pool_resize(&bench->pool,
                                           1 + drawn_below(&bench->random, TEST_THREADS_MAX)));
        }
        if (i % 5 == 0) {
            draw_position(bench);
        }
        int nodes = 1 + drawn_below(&bench->random, SHORT_NODES);
        Report report = think(bench, limits_of((uint64_t)nodes, LIMIT_UNKNOWN));
        assert_int_equal(bench->drawn->position.board.at[report.move], EMPTY);
        assert_true(report.nodes <= (uint64_t)nodes * TEST_THREADS_MAX);
    }
}

/* Points to be left alone are left alone by all. */
TEST(avoided_points_are_left_alone)
{
    Workbench *bench = *state;
    assert_true(thread_pool_resize(&bench->pool, TEST_THREADS_MAX));
    drawn_clear(bench->drawn, usual);
    position_play(&bench->drawn->position, drawn_point(bench->drawn, 7, 7), BLACK);
    for (int i = 0; i < 8; i++) {
        Report report = think(bench, limits_of(SHORT_NODES, LIMIT_UNKNOWN));
        assert_false(point_set_has(&bench->search.avoided, report.move));
        point_set_add(&bench->search.avoided, report.move);
    }
}

TEST(pools_come_and_go)
{
    Workbench *bench = *state;
    for (int threads = 1; threads <= 2 * TEST_THREADS_MAX; threads++) {
        assert_true(thread_pool_resize(&bench->pool, threads));
        assert_int_equal(bench->pool.helper_count, threads - 1);
        assert_true(thread_pool_resize(&bench->pool, threads));
        assert_int_equal(bench->pool.helper_count, threads - 1);
    }
    thread_pool_free(&bench->pool);
    thread_pool_free(&bench->pool);
    assert_int_equal(bench->pool.helper_count, 0);
    draw_position(bench);
    Report report = think(bench, limits_of(SHORT_NODES, LIMIT_UNKNOWN));
    assert_legal_line(bench, &report);
}
