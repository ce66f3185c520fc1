/* clock - how long a search may think, and whether it may go on.
 *
 * Managers send any combination of limits: for the turn, for the match, what is left of it; any of
 * them may be missing, huge, zero or negative. clock_start turns them into two moments: after
 * `usual` no new iteration is begun, at `end` the search stops where it stands. Where only the turn
 * is limited there is no usual share, for time not used is lost. Time saved in a match is not, so
 * there a position gets the more of its share the less stable the search's answer is. The limits
 * can be shortened from another thread while the search runs (a person presses "stop", which
 * managers send as INFO timeout_turn 0), so what they change is atomic; the rest is written by
 * clock_start alone, before any thread searches.
 *
 * Games that measure the plan itself run by nodes instead of time (Stockfish calls it nodestime).
 * They are the same on every machine, however busy it is.
 */
#ifndef TENGEN_SEARCH_CLOCK_H
#define TENGEN_SEARCH_CLOCK_H

#include "board/geometry.h"
#include "eval/value.h"
#include "tengen/limits.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* What a clock that runs by nodes takes for a millisecond. */
enum { CLOCK_NODES_PER_MS = 100 };

typedef struct {
    int64_t start_ms;
    int64_t usual_ms;       /* after this time a usual position has had its iterations */
    _Atomic int64_t end_ms; /* the search stops after this time */
    _Atomic bool stopped;   /* somebody asked for the answer now */
    bool pauses; /* set after clock_start, where there are no threads: looking calls port_pause */
    const _Atomic uint64_t *nodes; /* borrowed; the clock runs by these. NULL: by time */
} Clock;

/* How stable the answer of the iterations so far is; all zero: there were none. */
typedef struct {
    Point best_move;
    int steady;      /* iterations in a row that confirmed it */
    Value values[2]; /* of the last iteration and of the one before */
    Value fall;      /* since the last iteration of the same parity */
} Stability;

/* Plans the time for one move. Clears an earlier request to stop. */
void clock_start(Clock *clock, const Limits *limits);

/* Makes a clock that has just been started run by that counter, which the search sets to zero. */
void clock_count_nodes(Clock *clock, const _Atomic uint64_t *nodes);

/* Says whether there is no time to search at all: the static evaluation must do. */
bool clock_is_blitz(const Limits *limits);

/* The milliseconds after which a search under these limits must stop. */
int64_t clock_budget_ms(const Limits *limits);

/* Asks the search to stop; from any thread. */
void clock_stop(Clock *clock);

/* Shortens the running search to a new limit for the turn; from any thread. */
void clock_shorten(Clock *clock, int64_t turn_ms);

/* Milliseconds since the question was asked. */
int64_t clock_elapsed_ms(const Clock *clock);

/* Milliseconds until the search must stop; negative when it should have stopped. */
int64_t clock_left_ms(const Clock *clock);

/* Says whether the search must stop now. Looks at the time, so it costs some 30 ns. */
bool clock_is_over(const Clock *clock);

/* Says whether another iteration is worth beginning in a position that deserves this percentage of
 * the usual share. */
bool clock_allows_iteration(const Clock *clock, int percent);

/* Notes the result of an iteration. */
void stability_update(Stability *stability, Point best_move, Value value);

/* The percentage of the usual share that the position deserves: the less the longer the best move
 * has been the same, and up to twice as much while its value falls. */
int stability_percent(const Stability *stability);

#endif
