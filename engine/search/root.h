/* root - choosing a move: iterative deepening over the legal moves of the position.
 *
 * The root owns the answer. It plays without thinking what needs no thought (the first stone, the
 * only move, five), answers from a look when there is no time, and otherwise deepens ply by ply
 * until clock, depth or nodes run out or the result is proven. An iteration cut short still counts
 * as far as it got: its first move was the best of the one before.
 */
#ifndef TENGEN_SEARCH_ROOT_H
#define TENGEN_SEARCH_ROOT_H

#include "search/clock.h"
#include "search/node.h"

#include <stdint.h>

/* What the search found, after an iteration or at the end. */
typedef struct {
    Point move;  /* POINT_NONE: the board is full */
    Value value; /* to the side to move */
    int depth;   /* plies of the last iteration that was completed; 0: answered by a look */
    uint64_t nodes;
    int64_t ms;
    Variation line; /* what it expects to follow; begins with the move */
} Report;

/* Called after each iteration, from the searching thread. */
typedef void RootListener(void *context, const Report *report);

/* Chooses a move for the side to move in search->position. The clock must have been started. The
 * listener may be NULL. */
Report root_think(Search *search, const Limits *limits, RootListener *listener, void *context);

#endif
