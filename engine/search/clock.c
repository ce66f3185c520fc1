/* clock - planning a move's time from whatever the manager said; see clock.h. */
#include "search/clock.h"

#include "port/port.h"

enum {
    FOREVER_MS = 1000 * 60 * 60 * 24 * 7, /* what "no limit" means, far from any overflow */
    UNTOLD_TURN_MS = 5000,                /* for a move of which nothing at all was said */

    /* Kept back from every limit for the way of the move to the manager: a part of short limits,
     * never more than is good for the longest. */
    RESERVE_DIVISOR = 10,
    RESERVE_MAX_MS = 20,

    /* One move may take this part of what is left of the match, and should take that part. Smooth
     * down to the last millisecond: a share of what is left never runs out. */
    LEFT_MOST_DIVISOR = 7,
    LEFT_USUAL_DIVISOR = 20,

    /* An iteration takes a few times as long as the one before: where time can be saved for later
     * moves, none is begun after this part (in percent) of the usual share. */
    ENOUGH_PERCENT = 55,
};

static int64_t least(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

/* The number, cut down to what can be reckoned with. */
static int64_t within_reason(int64_t limit_ms)
{
    return limit_ms < -FOREVER_MS ? -FOREVER_MS : least(limit_ms, FOREVER_MS);
}

/* A limit as said, or "no limit" where nothing was said. */
static int64_t said_or_forever(int64_t limit_ms)
{
    return limit_ms == LIMIT_UNKNOWN ? FOREVER_MS : within_reason(limit_ms);
}

/* What is left of the match, known or reckoned. */
static int64_t match_left(const Limits *limits)
{
    if (limits->left_ms != LIMIT_UNKNOWN || limits->match_ms <= 0) {
        return said_or_forever(limits->left_ms);
    }
    return said_or_forever(limits->match_ms) - within_reason(limits->used_ms);
}

/* The limit for the turn. One who names no limit of any kind, no nodes and no depth either, still
 * wants an answer: somebody typing by hand, or a manager that leaves it to us. */
static int64_t turn_limit(const Limits *limits)
{
    bool told = limits->turn_ms != LIMIT_UNKNOWN || limits->depth > 0 || limits->nodes > 0 ||
                match_left(limits) < FOREVER_MS;
    return told ? said_or_forever(limits->turn_ms) : UNTOLD_TURN_MS;
}

static int64_t minus_reserve(int64_t limit_ms)
{
    return limit_ms - least(limit_ms / RESERVE_DIVISOR + 1, RESERVE_MAX_MS);
}

bool clock_is_blitz(const Limits *limits)
{
    return turn_limit(limits) <= 0 || match_left(limits) <= 0;
}

/* A part of what is left of the match, and what is added for the move itself. */
static int64_t share(const Limits *limits, int divisor)
{
    int64_t left = match_left(limits);
    int64_t increment = limits->increment_ms > 0 ? within_reason(limits->increment_ms) : 0;
    return least(left, left / divisor + increment);
}

int64_t clock_budget_ms(const Limits *limits)
{
    return minus_reserve(least(turn_limit(limits), share(limits, LEFT_MOST_DIVISOR)));
}

void clock_start(Clock *clock, const Limits *limits)
{
    int64_t end = clock_budget_ms(limits);
    int64_t usual = least(end, share(limits, LEFT_USUAL_DIVISOR));
    clock->start_ms = limits->start_ms;
    clock->usual_ms = usual < end ? usual * ENOUGH_PERCENT / 100 : FOREVER_MS;
    clock->node_limit = limits->nodes;
    atomic_store(&clock->end_ms, end);
    atomic_store(&clock->stopped, false);
}

void clock_stop(Clock *clock)
{
    atomic_store(&clock->stopped, true);
}

void clock_shorten(Clock *clock, int64_t turn_ms)
{
    int64_t end = minus_reserve(within_reason(turn_ms));
    if (end < atomic_load(&clock->end_ms)) {
        atomic_store(&clock->end_ms, end);
    }
}

int64_t clock_elapsed_ms(const Clock *clock)
{
    return port_now_ms() - clock->start_ms;
}

int64_t clock_left_ms(const Clock *clock)
{
    return atomic_load_explicit(&clock->end_ms, memory_order_relaxed) - clock_elapsed_ms(clock);
}

bool clock_is_over(const Clock *clock)
{
    return atomic_load_explicit(&clock->stopped, memory_order_relaxed) || clock_left_ms(clock) <= 0;
}

bool clock_allows_iteration(const Clock *clock, int deserved_percent)
{
    return !clock_is_over(clock) &&
           clock_elapsed_ms(clock) <= clock->usual_ms * deserved_percent / 100;
}
