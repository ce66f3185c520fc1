/* Checks several threads that think about one position: together they are as right as one alone.
 *
 * What they find depends on the moment, so no answer can be compared with another; but an answer
 * must be legal, a win that one search proves must be one for four, whoever is told to stop stops,
 * and nothing is left behind. With ThreadSanitizer (-fsanitize=thread) it also shows whether they
 * share more than they say.
 */
#include "search/thread_pool.h"

#include "port/port.h"
#include "reference.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
#include <cmocka.h>

enum {
    TABLE_BYTES = 1 << 20,
    TEST_THREADS_MAX = 4,
    BOARDS = 40,
    NODES = 1500,
    SHORT_THINKS = 300,
    SHORT_NODES = 400,
    PROVEN = 12, /* results to find again */
    PROVEN_NODES = 3000,
    TURN_MS = 60,
    PROMPT_MS = 3000, /* far more than it takes, for machines that have much else to do */
};

typedef struct {
    Drawn *drawn;
    Reference *reference;
    TranspositionTable table;
    Clock clock;
    Search search;
    ThreadPool pool;
    uint64_t random;
} Worker;

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

static int set_up(void **state)
{
    Worker *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    desk->drawn = drawn_new(usual);
    desk->reference = reference_new(&desk->drawn->position);
    assert_true(search_init(&desk->search, &desk->table, &desk->clock));
    assert_true(tt_resize(&desk->table, TABLE_BYTES));
    tt_share(&desk->table, true);
    desk->pool.lead = &desk->search;
    desk->random = UINT64_C(20250304);
    *state = desk;
    return 0;
}

static int tear_down(void **state)
{
    Worker *desk = *state;
    thread_pool_free(&desk->pool);
    search_free(&desk->search);
    tt_free(&desk->table);
    free(desk->reference);
    free(desk->drawn);
    free(desk);
    return 0;
}

static Limits limits_of(uint64_t nodes, int64_t turn_ms)
{
    return (Limits){.start_ms = port_now_ms(),
                    .turn_ms = turn_ms,
                    .match_ms = LIMIT_UNKNOWN,
                    .left_ms = LIMIT_UNKNOWN,
                    .nodes = nodes};
}

static Report think(Worker *desk, Limits limits)
{
    search_set_position(&desk->search, &desk->drawn->position,
                        drawn_eval_tables(&desk->drawn->position));
    clock_start(&desk->clock, &limits);
    Report report = thread_pool_think(&desk->pool, &limits, NULL);
    assert_true(position_check(&desk->search.position));
    assert_true(desk->search.position.board.key == desk->drawn->position.board.key);
    return report;
}

/* A random position in which somebody can move. */
static void draw_position(Worker *desk)
{
    Point moves[REFERENCE_MOVES_MAX];
    do {
        Game game = reference_random_game(&desk->random, 5, 15);
        int stones = drawn_below(&desk->random, game.width * game.height / 3 + 1);
        reference_scatter(desk->drawn, game, stones, &desk->random);
        reference_set(desk->reference, &desk->drawn->position);
    } while (reference_all_moves(desk->reference, moves) == 0);
}

static void assert_legal_line(Worker *desk, const Report *report)
{
    Reference *reference = desk->reference;
    reference_set(reference, &desk->drawn->position);
    assert_true(report->pv.length > 0);
    assert_int_equal(report->pv.move[0], report->move);
    for (int i = 0; i < report->pv.length; i++) {
        assert_int_equal(reference->position.board.at[report->pv.move[i]], EMPTY);
        assert_false(reference_forbids(reference, report->pv.move[i]));
        reference_play(reference, report->pv.move[i]);
    }
}

/* Legal answers, and the nodes of all: no fewer than the leader's, no more than each may look
 * at. */
static void answers_are_legal(void **state)
{
    Worker *desk = *state;
    uint64_t helped = 0;
    for (int threads = 1; threads <= TEST_THREADS_MAX; threads *= 2) {
        assert_true(thread_pool_resize(&desk->pool, threads));
        for (long i = drawn_scaled(BOARDS); i > 0; i--) {
            draw_position(desk);
            Report report = think(desk, limits_of(NODES, LIMIT_UNKNOWN));
            assert_legal_line(desk, &report);
            assert_true(report.nodes >= desk->search.nodes);
            assert_true(report.nodes <= (uint64_t)threads * NODES);
            assert_true(threads > 1 || report.nodes == desk->search.nodes);
            helped += report.nodes - desk->search.nodes;
        }
    }
    assert_true(helped > 0);
}

/* A pool of one answers like a search without a pool. */
static void one_is_a_team(void **state)
{
    Worker *desk = *state;
    assert_true(thread_pool_resize(&desk->pool, 1));
    for (long i = drawn_scaled(BOARDS / 2); i > 0; i--) {
        draw_position(desk);
        search_forget(&desk->search);
        Report report = think(desk, limits_of(NODES, LIMIT_UNKNOWN));
        Limits limits = limits_of(NODES, LIMIT_UNKNOWN);
        search_forget(&desk->search);
        clock_start(&desk->clock, &limits);
        Report alone = root_think(&desk->search, &limits, NULL);
        assert_int_equal(report.move, alone.move);
        assert_int_equal(report.value, alone.value);
        assert_true(report.nodes == alone.nodes);
    }
}

/* What one proves, all prove: with more threads, more is known. */
static void proven_results_stay(void **state)
{
    Worker *desk = *state;
    for (long found = 0; found < drawn_scaled(PROVEN);) {
        draw_position(desk);
        assert_true(thread_pool_resize(&desk->pool, 1));
        search_forget(&desk->search);
        Value value = think(desk, limits_of(PROVEN_NODES, LIMIT_UNKNOWN)).value;
        if (!value_is_proven(value) || value >= value_win_at(3)) {
            continue;
        }
        found++;
        for (int threads = 2; threads <= TEST_THREADS_MAX; threads *= 2) {
            assert_true(thread_pool_resize(&desk->pool, threads));
            search_forget(&desk->search);
            Value together = think(desk, limits_of(10 * PROVEN_NODES, LIMIT_UNKNOWN)).value;
            if (!value_is_proven(together) || (together > 0) != (value > 0)) {
                reference_print(&desk->drawn->position);
                fail_msg("%d threads say %d, and one said %d", threads, together, value);
            }
        }
    }
}

/* One after the other and always another number of threads: nobody is forgotten or waits for ever,
 * and a helper's think does not reach into the next. */
static void many_short_thinks_leave_nothing_behind(void **state)
{
    Worker *desk = *state;
    for (long i = drawn_scaled(SHORT_THINKS); i > 0; i--) {
        if (i % 8 == 0) {
            assert_true(
                thread_pool_resize(&desk->pool, 1 + drawn_below(&desk->random, TEST_THREADS_MAX)));
        }
        if (i % 5 == 0) {
            draw_position(desk);
        }
        int nodes = 1 + drawn_below(&desk->random, SHORT_NODES);
        Report report = think(desk, limits_of((uint64_t)nodes, LIMIT_UNKNOWN));
        assert_int_equal(desk->drawn->position.board.at[report.move], EMPTY);
        assert_true(report.nodes <= (uint64_t)nodes * TEST_THREADS_MAX);
    }
}

/* The turn's time is for all of them together. */
static void time_is_kept(void **state)
{
    Worker *desk = *state;
    assert_true(thread_pool_resize(&desk->pool, TEST_THREADS_MAX));
    drawn_clear(desk->drawn, usual);
    position_play(&desk->drawn->position, drawn_point(desk->drawn, 7, 7), BLACK);
    position_play(&desk->drawn->position, drawn_point(desk->drawn, 9, 6), WHITE);
    for (int i = 0; i < 3; i++) {
        int64_t begin = port_now_ms();
        think(desk, limits_of(0, TURN_MS));
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

static void told_to_stop_all_stop(void **state)
{
    Worker *desk = *state;
    pthread_t other;
    assert_true(thread_pool_resize(&desk->pool, TEST_THREADS_MAX));
    drawn_clear(desk->drawn, usual);
    position_play(&desk->drawn->position, drawn_point(desk->drawn, 7, 7), BLACK);
    position_play(&desk->drawn->position, drawn_point(desk->drawn, 9, 6), WHITE);
    Limits limits = limits_of(0, 1000 * 60 * 60);
    search_set_position(&desk->search, &desk->drawn->position,
                        drawn_eval_tables(&desk->drawn->position));
    clock_start(&desk->clock, &limits);
    int64_t begin = port_now_ms();
    assert_int_equal(pthread_create(&other, NULL, stop_soon, &desk->clock), 0);
    Report report = thread_pool_think(&desk->pool, &limits, NULL);
    pthread_join(other, NULL);
    assert_true(port_now_ms() - begin < TURN_MS + PROMPT_MS);
    assert_legal_line(desk, &report);
}

/* What needs no thought, and what has no answer, needs no helpers either. */
static void nothing_to_think_about(void **state)
{
    Worker *desk = *state;
    assert_true(thread_pool_resize(&desk->pool, TEST_THREADS_MAX));
    drawn_set(desk->drawn, RULE_FREESTYLE, 5, ".....\n.XXXX\nOOO.O\n.....\n.....\n", BLACK);
    assert_int_equal(think(desk, limits_of(0, LIMIT_UNKNOWN)).move, drawn_point(desk->drawn, 0, 1));
    drawn_set(desk->drawn, RULE_FREESTYLE, 3, "XOX\nXOO\nOXX\n", WHITE);
    assert_int_equal(think(desk, limits_of(0, LIMIT_UNKNOWN)).move, POINT_NONE);
    drawn_clear(desk->drawn, usual);
    assert_int_equal(think(desk, limits_of(0, 0)).move, drawn_point(desk->drawn, 7, 7));
}

/* Points to be left alone are left alone by all. */
static void avoided_points_are_left_alone(void **state)
{
    Worker *desk = *state;
    assert_true(thread_pool_resize(&desk->pool, TEST_THREADS_MAX));
    drawn_clear(desk->drawn, usual);
    position_play(&desk->drawn->position, drawn_point(desk->drawn, 7, 7), BLACK);
    for (int i = 0; i < 8; i++) {
        Report report = think(desk, limits_of(SHORT_NODES, LIMIT_UNKNOWN));
        assert_false(point_set_has(&desk->search.avoided, report.move));
        point_set_add(&desk->search.avoided, report.move);
    }
}

static void teams_come_and_go(void **state)
{
    Worker *desk = *state;
    for (int threads = 1; threads <= 2 * TEST_THREADS_MAX; threads++) {
        assert_true(thread_pool_resize(&desk->pool, threads));
        assert_int_equal(desk->pool.helper_count, threads - 1);
        assert_true(thread_pool_resize(&desk->pool, threads));
        assert_int_equal(desk->pool.helper_count, threads - 1);
    }
    thread_pool_free(&desk->pool);
    thread_pool_free(&desk->pool);
    assert_int_equal(desk->pool.helper_count, 0);
    draw_position(desk);
    Report report = think(desk, limits_of(SHORT_NODES, LIMIT_UNKNOWN));
    assert_legal_line(desk, &report);
}

#define AT_A_DESK(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_A_DESK(teams_come_and_go),
        AT_A_DESK(nothing_to_think_about),
        AT_A_DESK(answers_are_legal),
        AT_A_DESK(one_is_a_team),
        AT_A_DESK(proven_results_stay),
        AT_A_DESK(avoided_points_are_left_alone),
        AT_A_DESK(many_short_thinks_leave_nothing_behind),
        AT_A_DESK(time_is_kept),
        AT_A_DESK(told_to_stop_all_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
