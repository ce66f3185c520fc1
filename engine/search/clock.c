/* clock - planning a move's time from the manager's limits; see clock.h. */
#include "search/clock.h"

#include "port/port.h"
#include "search/parameters.h"

enum {
    FOREVER_MS = 1000 * 60 * 60 * 24 * 7, /* what "no limit" means, far from any overflow */
    DEFAULT_TURN_MS = 5000,               /* for a move without any limit */

    /* Kept back from every limit for the way of the move to the manager: a part of short limits,
     * and a fixed time of long ones. */
    RESERVE_DIVISOR = 10,
    RESERVE_MAX_MS = 20,

    PERCENT = 100,
    FALL_MOST = 100, /* a value that fell by more deserves no more time than for this */
};

static int64_t least(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

/* The number, within a range in which sums cannot overflow. */
static int64_t clamp_ms(int64_t limit_ms)
{
    return limit_ms < -FOREVER_MS ? -FOREVER_MS : least(limit_ms, FOREVER_MS);
}

/* A limit, or "no limit" where it is unknown. */
static int64_t known_or_forever(int64_t limit_ms)
{
    return limit_ms == LIMIT_UNKNOWN ? FOREVER_MS : clamp_ms(limit_ms);
}

/* What is left of the match, as the manager says, or computed from what was used. */
static int64_t match_left(const Limits *limits)
{
    if (limits->left_ms != LIMIT_UNKNOWN || limits->match_ms <= 0) {
        return known_or_forever(limits->left_ms);
    }
    return known_or_forever(limits->match_ms) - clamp_ms(limits->used_ms);
}

/* The limit for the turn. With no limit of any kind, no nodes and no depth either, an answer is
 * still wanted: by somebody typing by hand, or by a manager that leaves the time to the engine. */
static int64_t turn_limit(const Limits *limits)
{
    bool is_limited = limits->turn_ms != LIMIT_UNKNOWN || limits->depth > 0 || limits->nodes > 0 ||
                      match_left(limits) < FOREVER_MS;
    return is_limited ? known_or_forever(limits->turn_ms) : DEFAULT_TURN_MS;
}

static int64_t minus_reserve(int64_t limit_ms)
{
    return limit_ms - least(limit_ms / RESERVE_DIVISOR + 1, RESERVE_MAX_MS);
}

bool clock_is_blitz(const Limits *limits)
{
    return turn_limit(limits) <= 0 || match_left(limits) <= 0;
}

/* A part of what is left of the match, plus the increment of the move; all of a match without
 * limit. A part of what is left never runs out, down to the last millisecond. */
static int64_t share(const Limits *limits, int divisor)
{
    int64_t left = match_left(limits);
    if (left >= FOREVER_MS) {
        return FOREVER_MS;
    }
    int64_t increment = limits->increment_ms > 0 ? clamp_ms(limits->increment_ms) : 0;
    return least(left, left / divisor + increment);
}

int64_t clock_budget_ms(const Limits *limits)
{
    return minus_reserve(least(turn_limit(limits), share(limits, PARAMETER(CLOCK_MOST))));
}

void clock_start(Clock *clock, const Limits *limits)
{
    int64_t end = clock_budget_ms(limits);
    int64_t usual = least(end, share(limits, PARAMETER(CLOCK_USUAL)));
    clock->start_ms = limits->start_ms;
    clock->usual_ms = usual < end ? usual * PARAMETER(CLOCK_ENOUGH) / PERCENT : FOREVER_MS;
    clock->pauses = false;
    clock->nodes = NULL;
    atomic_store(&clock->end_ms, end);
    atomic_store(&clock->stopped, false);
}

void clock_count_nodes(Clock *clock, const _Atomic uint64_t *nodes)
{
    clock->nodes = nodes;
}

void clock_stop(Clock *clock)
{
    atomic_store(&clock->stopped, true);
}

void clock_shorten(Clock *clock, int64_t turn_ms)
{
    int64_t end = minus_reserve(clamp_ms(turn_ms));
    if (end < atomic_load(&clock->end_ms)) {
        atomic_store(&clock->end_ms, end);
    }
}

int64_t clock_elapsed_ms(const Clock *clock)
{
    if (clock->nodes != NULL) {
        uint64_t nodes = atomic_load_explicit(clock->nodes, memory_order_relaxed);
        return (int64_t)(nodes / CLOCK_NODES_PER_MS);
    }
    return port_now_ms() - clock->start_ms;
}

int64_t clock_left_ms(const Clock *clock)
{
    return atomic_load_explicit(&clock->end_ms, memory_order_relaxed) - clock_elapsed_ms(clock);
}

bool clock_is_over(const Clock *clock)
{
    if (clock->pauses) {
        port_pause();
    }
    return atomic_load_explicit(&clock->stopped, memory_order_relaxed) || clock_left_ms(clock) <= 0;
}

bool clock_allows_iteration(const Clock *clock, int percent)
{
    return !clock_is_over(clock) && clock_elapsed_ms(clock) <= clock->usual_ms * percent / 100;
}

void stability_update(Stability *stability, Point best_move, Value value)
{
    stability->steady = best_move == stability->best_move ? stability->steady + 1 : 0;
    stability->best_move = best_move;
    stability->fall = stability->values[1] - value;
    stability->values[1] = stability->values[0];
    stability->values[0] = value;
}

int stability_percent(const Stability *stability)
{
    static const int by_steadiness[] = {200, 150, 120, 100, 80, 65, 50};
    enum { STEADIEST = sizeof by_steadiness / sizeof *by_steadiness - 1 };
    int steady = stability->steady < STEADIEST ? stability->steady : STEADIEST;
    int fall = stability->fall < 0 ? 0 : stability->fall < FALL_MOST ? stability->fall : FALL_MOST;
    int percent = PERCENT + (by_steadiness[steady] - PERCENT) * PARAMETER(CLOCK_STEADY) / PERCENT;
    return percent * (PERCENT + fall * PARAMETER(CLOCK_FALL) / FALL_MOST) / PERCENT;
}
