/* clock - how long a search may think, and whether it may go on.
 *
 * Managers say what they like: a limit for the turn, for the match, what is left of it; any of them
 * may be missing, huge, zero or negative. clock_start turns what was said into two moments: after
 * `usual` no new iteration is begun, at `end` the search stops where it stands. Where only the turn
 * is limited there is no usual share, for what is not used is lost; a match is a purse to be kept
 * full, so a position gets the more of it the less plain it is. The limits can be shortened from
 * another thread while the search runs (a person presses "stop", which managers send as INFO
 * timeout_turn 0), so what is shared is atomic and the rest is the search's own.
 */
#ifndef TENGEN_SEARCH_CLOCK_H
#define TENGEN_SEARCH_CLOCK_H

#include "api/types.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t start_ms;
    int64_t usual_ms;       /* after so many ms a usual position has had its iterations */
    _Atomic int64_t end_ms; /* stop after so many ms */
    _Atomic bool stopped;   /* somebody asked for the answer now */
    uint64_t node_limit;
} Clock;

/* Plans the time for one move. Clears an earlier request to stop. */
void clock_start(Clock *clock, const Limits *limits);

/* Says whether there is no time to search at all: the answer must come from a look. */
bool clock_is_blitz(const Limits *limits);

/* The milliseconds after which a search under these limits must stop. */
int64_t clock_budget_ms(const Limits *limits);

/* Asks the search to stop; from any thread. */
void clock_stop(Clock *clock);

/* Shortens the running search to a new limit for the turn; from any thread. */
void clock_shorten(Clock *clock, int64_t turn_ms);

/* Milliseconds since the question was asked. */
int64_t clock_elapsed_ms(const Clock *clock);

/* Milliseconds until the search must stop; less than 0 when it should have stopped. */
int64_t clock_left_ms(const Clock *clock);

/* Says whether the search must stop now. Looks at the time, so it costs some 30 ns. */
bool clock_is_over(const Clock *clock);

/* Says whether another iteration is worth beginning in a position that deserves this much of the
 * usual share, in percent. */
bool clock_allows_iteration(const Clock *clock, int deserved_percent);

#endif
