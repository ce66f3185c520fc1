/* limits - how long and how far a search may think, and the events that it reports meanwhile. */
#ifndef TENGEN_LIMITS_H
#define TENGEN_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    THREADS_MAX = 128, /* threads that search together */
    STRENGTH_LEAST = 1,
    STRENGTH_FULL = 10, /* the strengths below are levels for people (strength.h) */
};

#define LIMIT_UNKNOWN INT64_MIN /* nothing was said about this limit */

/* How long and how far to think. Times are in ms. A manager's words may be passed on unchanged. */
typedef struct {
    int64_t start_ms;     /* when the question was asked, on engine_now_ms's clock */
    int64_t turn_ms;      /* for this move; 0 or less: answer at once; or LIMIT_UNKNOWN */
    int64_t match_ms;     /* for the whole game; 0 or less: no limit; or LIMIT_UNKNOWN */
    int64_t left_ms;      /* of the match; 0 or less: answer at once; or LIMIT_UNKNOWN */
    int64_t used_ms;      /* used in this game so far; replaces left_ms where that is unknown */
    int64_t increment_ms; /* added to what is left with every move; 0 or less: nothing */
    int depth;            /* deepest iteration in plies, 0: no limit */
    uint64_t nodes;       /* positions that each thread searches at most, 0: no limit */
    int multipv;          /* how many best moves to report, each with its pv; 0 means 1 */
    bool merges_images;   /* with several best moves: search only one of the moves that a symmetry
                             of the position makes the same */
    int strength;         /* STRENGTH_LEAST..STRENGTH_FULL; 0 means STRENGTH_FULL */
} Limits;

/* Limits that limit nothing. */
static inline Limits limits_none(void)
{
    Limits limits;
    memset(&limits, 0, sizeof limits);
    limits.turn_ms = limits.match_ms = limits.left_ms = LIMIT_UNKNOWN;
    return limits;
}

/* What happens to a move of the root while the engine thinks. */
typedef enum {
    MOVE_BEGINS,  /* it is going to be searched */
    MOVE_ENDS,    /* it has been */
    MOVE_IS_BEST, /* and is the best so far */
    MOVE_LOSES,   /* and loses by force */
} MoveEvent;

#endif
