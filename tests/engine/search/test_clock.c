/* Checks the planning of time: never more than was given, hardly less, whatever the manager says.
 *
 * Managers send limits that are missing, huge, zero and negative, and a program that oversteps one
 * of them has lost. The plan is arithmetic on numbers from outside, so numbers at the edge of their
 * type must not overflow (the sanitizers check that). Only a few tests wait for real time.
 */
#include "search/clock.h"

#include "port/port.h"
#include "unit.h"

#include <stdio.h>

enum {
    LONG_MS = 1000 * 60 * 60, /* for one move: as good as no limit */
    DEFAULT_LEAST_MS = 500,   /* what a move without any limit may take */
    DEFAULT_MOST_MS = 30000,
    RESERVE_MOST_MS = 50, /* that may be kept back for the way to the manager */
    LONG_LIMIT_MS = 200000,
    USUAL = 100,           /* percent of its share: what a usual position deserves */
    MINUTE_MS = 1000 * 60, /* a test may take so long between two lines on a busy machine */
    SHARE_LEAST = 20,      /* one move may have this part of what is left, at the least, */
    SHARE_MOST = 4,        /* and this part at the most */
};

static Limits no_limits(void)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    return limits;
}

static Limits turn_of(int64_t turn_ms)
{
    Limits limits = no_limits();
    limits.turn_ms = turn_ms;
    return limits;
}

static Limits left_of(int64_t left_ms)
{
    Limits limits = no_limits();
    limits.left_ms = left_ms;
    return limits;
}

static Limits match_of(int64_t match_ms, int64_t used_ms)
{
    Limits limits = no_limits();
    limits.match_ms = match_ms;
    limits.used_ms = used_ms;
    return limits;
}

/* Without any limit the answer must not take for ever, nor come without a search. */
TEST(no_limit_still_ends)
{
    Limits limits = no_limits();
    Clock clock;
    assert_false(clock_is_blitz(&limits));
    assert_true(clock_budget_ms(&limits) >= DEFAULT_LEAST_MS);
    assert_true(clock_budget_ms(&limits) <= DEFAULT_MOST_MS);
    clock_start(&clock, &limits);
    assert_false(clock_is_over(&clock));
    assert_true(clock_allows_iteration(&clock, USUAL));
}

/* A depth or a number of nodes is limit enough. */
TEST(other_limits_need_no_time)
{
    Limits deep = no_limits(), far = no_limits();
    deep.depth = 1;
    far.nodes = 1;
    assert_true(clock_budget_ms(&deep) >= LONG_MS);
    assert_true(clock_budget_ms(&far) >= LONG_MS);
    assert_false(clock_is_blitz(&deep) || clock_is_blitz(&far));
}

TEST(huge_limits_are_no_limits)
{
    for (int64_t huge = INT64_MAX; huge > LONG_MS * INT64_C(20); huge /= 3) {
        Limits turn = turn_of(huge), both = turn_of(huge), all = turn_of(huge);
        both.left_ms = huge;
        all.match_ms = huge;
        all.used_ms = 1000;
        assert_true(clock_budget_ms(&turn) >= LONG_MS);
        assert_true(clock_budget_ms(&both) >= LONG_MS);
        assert_true(clock_budget_ms(&all) >= LONG_MS);
        assert_false(clock_is_blitz(&turn) || clock_is_blitz(&both) || clock_is_blitz(&all));
    }
}

TEST(turn_without_time_is_blitz)
{
    static const int64_t none[] = {0, -1, -1000, INT64_MIN + 1};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        Limits turn = turn_of(none[i]), left = left_of(none[i]);
        assert_true(clock_is_blitz(&turn));
        assert_true(clock_is_blitz(&left));
        assert_true(clock_budget_ms(&turn) <= 0);
        assert_true(clock_budget_ms(&left) <= 0);
    }
}

/* "INFO timeout_match 0" means that the match has no limit. */
TEST(match_without_time_has_no_limit)
{
    static const int64_t none[] = {0, -1, INT64_MIN + 1, LIMIT_UNKNOWN};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        Limits limits = match_of(none[i], INT64_C(1000) * LONG_MS);
        assert_false(clock_is_blitz(&limits));
        assert_true(clock_budget_ms(&limits) >= DEFAULT_LEAST_MS);
        limits.turn_ms = LONG_LIMIT_MS;
        assert_true(clock_budget_ms(&limits) >= LONG_LIMIT_MS - RESERVE_MOST_MS);
    }
}

/* Never more than the turn, little less, and a ms more given is never a ms more than that used. */
TEST(turn_is_used_and_kept)
{
    int64_t before = 0;
    for (int64_t turn = 1; turn <= LONG_LIMIT_MS; turn++) {
        Limits limits = turn_of(turn);
        int64_t budget = clock_budget_ms(&limits);
        assert_false(clock_is_blitz(&limits));
        assert_true(budget >= 0 && budget <= turn);
        assert_true(budget >= turn / 2 && budget >= turn - RESERVE_MOST_MS);
        assert_true(budget >= before && budget - before <= 1);
        assert_true(turn < 100 || budget < turn); /* something is kept for the way */
        before = budget;
    }
}

TEST(what_is_left_is_shared)
{
    int64_t before = 0;
    for (int64_t left = 1; left <= LONG_LIMIT_MS; left++) {
        Limits limits = left_of(left);
        int64_t budget = clock_budget_ms(&limits);
        assert_false(clock_is_blitz(&limits));
        assert_true(budget <= left / SHARE_MOST);
        assert_true(budget >= left / SHARE_LEAST - 1);
        assert_true(left == 1 || (budget >= before && budget - before <= 1));
        before = budget;
    }
}

TEST(the_lower_limit_counts)
{
    Limits limits = turn_of(1000);
    limits.left_ms = 100 * 1000;
    assert_true(clock_budget_ms(&limits) > 900);
    limits.left_ms = 1000;
    assert_true(clock_budget_ms(&limits) <= 1000 / SHARE_MOST);
    limits.turn_ms = 10;
    assert_true(clock_budget_ms(&limits) <= 10);
}

TEST(time_left_is_computed_when_unknown)
{
    for (int64_t used = 0; used < 5000; used++) {
        Limits computed = match_of(5000, used), given = left_of(5000 - used);
        assert_true(clock_budget_ms(&computed) == clock_budget_ms(&given));
    }
    Limits over = match_of(5000, 5000);
    assert_true(clock_is_blitz(&over));
    Limits given = match_of(5000, 5000); /* the manager knows better */
    given.left_ms = 3000;
    assert_false(clock_is_blitz(&given));
}

/* Moves that each use all they may never use up the match. */
TEST(a_match_never_runs_out)
{
    for (int64_t match = 1; match <= 1000000; match = match * 3 + 1) {
        int64_t left = match;
        for (int move = 0; move < 500; move++) {
            Limits limits = left_of(left);
            int64_t budget = clock_budget_ms(&limits);
            left -= budget > 0 ? budget : 0;
            assert_true(left > 0);
        }
    }
}

/* All numbers at the edge of something, in all point patterns. */
TEST(edges_do_not_overflow)
{
    static const int64_t edges[] = {
        LIMIT_UNKNOWN, INT64_MIN + 1, INT64_MIN / 2, -1,       0, 1, 2, 7,
        1000,          INT64_MAX / 2, INT64_MAX - 1, INT64_MAX};
    static const int64_t used[] = {0, 1, 1000, INT64_MAX / 2, INT64_MAX};
    enum { EDGES = sizeof edges / sizeof *edges, USED = sizeof used / sizeof *used };
    for (int i = 0; i < EDGES * EDGES * EDGES * USED; i++) {
        Limits limits = {.start_ms = port_now_ms(),
                         .turn_ms = edges[i % EDGES],
                         .match_ms = edges[i / EDGES % EDGES],
                         .left_ms = edges[i / EDGES / EDGES % EDGES],
                         .used_ms = used[i / EDGES / EDGES / EDGES]};
        Clock clock;
        clock_start(&clock, &limits);
        int64_t budget = clock_budget_ms(&limits);
        bool is_said = limits.turn_ms != LIMIT_UNKNOWN;
        assert_true(!is_said || budget <= (limits.turn_ms > 0 ? limits.turn_ms : 0));
        assert_true(limits.left_ms == LIMIT_UNKNOWN ||
                    budget <= (limits.left_ms > 0 ? limits.left_ms : 0));
        assert_true(!clock_is_blitz(&limits) || clock_is_over(&clock));
    }
}

TEST(shortening_does_not_overflow)
{
    static const int64_t turns[] = {INT64_MAX, INT64_MIN, INT64_MIN + 1, -1, 0};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        Limits limits = no_limits();
        Clock clock;
        clock_start(&clock, &limits);
        clock_shorten(&clock, turns[i]);
        assert_true(clock_is_over(&clock) == (turns[i] <= 0));
    }
}

TEST(time_runs_out)
{
    Limits limits = turn_of(40);
    Clock clock;
    clock_start(&clock, &limits);
    int64_t before = 0; /* asked first: the system may stop us at any point */
    while (!clock_is_over(&clock)) {
        assert_true(before <= 40);
        assert_true(clock_left_ms(&clock) <= 40 - before);
        before = clock_elapsed_ms(&clock);
    }
    assert_false(clock_allows_iteration(&clock, USUAL));
    assert_true(clock_elapsed_ms(&clock) >= 20);
    assert_true(clock_left_ms(&clock) <= 0);
}

/* Where nodes stand for time, time itself does not count; the next start counts it again. */
TEST(nodes_stand_for_time)
{
    Limits limits = turn_of(1000);
    Clock clock;
    _Atomic uint64_t nodes = 0;
    limits.start_ms -= 6 * MINUTE_MS;
    uint64_t budget = (uint64_t)clock_budget_ms(&limits) * CLOCK_NODES_PER_MS;
    clock_start(&clock, &limits);
    assert_true(clock_is_over(&clock));
    clock_count_nodes(&clock, &nodes);
    assert_false(clock_is_over(&clock));
    atomic_store(&nodes, budget - 1);
    assert_false(clock_is_over(&clock));
    atomic_store(&nodes, budget);
    assert_true(clock_is_over(&clock));
    assert_int_equal(clock_elapsed_ms(&clock), clock_budget_ms(&limits));
    atomic_store(&nodes, 0);
    clock_start(&clock, &limits);
    assert_true(clock_is_over(&clock));
}

/* Time counts from the question, not from the start of the search. */
TEST(time_before_the_start_counts)
{
    Limits limits = turn_of(10 * MINUTE_MS);
    Clock clock;
    limits.start_ms -=
        6 * MINUTE_MS; /* a turn is there to be used: an iteration may begin to the end */
    clock_start(&clock, &limits);
    assert_false(clock_is_over(&clock));
    assert_true(clock_left_ms(&clock) > 0 && clock_left_ms(&clock) <= 4 * MINUTE_MS);
    assert_true(clock_allows_iteration(&clock, USUAL));
    limits.start_ms -= 4 * MINUTE_MS;
    clock_start(&clock, &limits);
    assert_true(clock_is_over(&clock));
    assert_true(clock_elapsed_ms(&clock) >= 10 * MINUTE_MS);
}

/* Time saved now is there for later moves: past half of the usual share no iteration is begun, but
 * a position that deserves twice as much gets it. */
TEST(match_time_is_saved)
{
    Limits limits = no_limits();
    Clock clock;
    limits.left_ms = 200 * MINUTE_MS;
    limits.start_ms -= 10 * MINUTE_MS;
    clock_start(&clock, &limits);
    assert_false(clock_is_over(&clock));
    assert_false(clock_allows_iteration(&clock, USUAL));
    assert_true(clock_allows_iteration(&clock, 2 * USUAL));
}

/* A stable answer is given early where time can be saved, and only there. */
TEST(stable_answers_take_less)
{
    Limits match = left_of(200 * MINUTE_MS), turn = turn_of(10 * MINUTE_MS);
    Clock clock;
    match.start_ms -= 6 * MINUTE_MS;
    clock_start(&clock, &match);
    assert_true(clock_allows_iteration(&clock, USUAL));
    assert_false(clock_allows_iteration(&clock, USUAL / 2));
    turn.start_ms -= 6 * MINUTE_MS;
    clock_start(&clock, &turn);
    assert_true(clock_allows_iteration(&clock, USUAL / 2));
}

TEST(stopping_stops_until_the_next_start)
{
    Limits limits = no_limits();
    Clock clock;
    clock_start(&clock, &limits);
    clock_stop(&clock);
    assert_true(clock_is_over(&clock));
    assert_false(clock_allows_iteration(&clock, USUAL));
    clock_start(&clock, &limits);
    assert_false(clock_is_over(&clock));
}

TEST(shortening_never_lengthens)
{
    Limits limits = turn_of(10 * MINUTE_MS);
    Clock clock;
    limits.start_ms -= 5 * MINUTE_MS;
    clock_start(&clock, &limits);
    clock_shorten(&clock, 8 * MINUTE_MS);
    assert_false(clock_is_over(&clock));
    clock_shorten(&clock, 4 * MINUTE_MS);
    assert_true(clock_is_over(&clock));
    clock_shorten(&clock, 1000 * MINUTE_MS);
    assert_true(clock_is_over(&clock));
}

/* No time is left for another iteration, though this one may go on. */
TEST(shortening_bears_on_iterations)
{
    Limits limits = turn_of(10 * MINUTE_MS);
    Clock clock;
    limits.start_ms -= 5 * MINUTE_MS;
    clock_start(&clock, &limits);
    assert_true(clock_allows_iteration(&clock, USUAL));
    clock_shorten(&clock, 0);
    assert_false(clock_allows_iteration(&clock, USUAL));
}

/* The longer the best move stays the same the less time it gets, down to a half of the share. */
TEST(a_steady_move_deserves_less)
{
    enum { MOVE = 40, OTHER = 41, ITERATIONS = 12 };
    Stability stability = {.steady = 0};
    stability_update(&stability, MOVE, 10);
    int before = stability_percent(&stability);
    assert_int_equal(before, 2 * USUAL);
    for (int i = 0; i < ITERATIONS; i++) {
        stability_update(&stability, MOVE, 10);
        int percent = stability_percent(&stability);
        assert_true(percent < before || (percent == before && percent == USUAL / 2));
        before = percent;
    }
    stability_update(&stability, OTHER, 10);
    assert_int_equal(stability_percent(&stability), 2 * USUAL);
}

/* A falling value gets up to twice the time; the fall is measured over two iterations, for values
 * swing with the parity of the depth. */
TEST(a_falling_value_deserves_more)
{
    enum { MOVE = 40, STEADY = 8 };
    Stability stability = {.steady = 0};
    for (int i = 0; i < STEADY; i++) {
        stability_update(&stability, MOVE, i % 2 == 0 ? 500 : 300);
    }
    assert_int_equal(stability_percent(&stability), USUAL / 2);
    stability_update(&stability, MOVE, 500 - 50);
    assert_int_equal(stability_percent(&stability), USUAL / 2 * 3 / 2);
    stability_update(&stability, MOVE, 300 - 100);
    assert_int_equal(stability_percent(&stability), USUAL);
    stability_update(&stability, MOVE, -10000);
    assert_int_equal(stability_percent(&stability), USUAL);
    stability_update(&stability, MOVE, 10000);
    assert_int_equal(stability_percent(&stability), USUAL / 2);
}

/* A search that only its nodes end may take days. */
TEST(without_a_limit_of_time_none_runs_out)
{
    enum { TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000 };
    Clock clock;
    Limits limits = limits_none();
    limits.nodes = 1;
    limits.start_ms = port_now_ms() - TWO_DAYS_MS;
    clock_start(&clock, &limits);
    assert_false(clock_is_over(&clock));
    assert_true(clock_allows_iteration(&clock, 50));
}
