/* root - choosing a move: iterative deepening over the legal moves of the position.
 *
 * The root owns the answer. It plays without thinking what needs no thought (the first stone, the
 * only move, five), answers from a look when there is no time, and otherwise deepens ply by ply
 * until clock, depth or nodes run out or the result is proven. An iteration cut short still counts
 * as far as it got: its first move was the best of the one before. Asked for more lines than one,
 * it searches each iteration again without the best moves of the lines before.
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
    int pv_index; /* 0: the best line; 1: the best without it, and so on */
    Variation pv; /* what it expects to follow; begins with the move */
} Report;

/* Who wants to hear, from the searching thread. Either function may be NULL. */
typedef struct {
    void *context;                                             /* handed back, never looked at */
    void (*on_iteration)(void *context, const Report *report); /* each line of each iteration */
    void (*on_move)(void *context, MoveEvent event, Point move);
} RootListener;

/* Chooses a move for the side to move in search->position. The clock must have been started. The
 * listener may be NULL. */
Report root_think(Search *search, const Limits *limits, const RootListener *listener);

/* Searches the same position beside another thread's root_think, from that depth on, for the sake
 * of what it leaves in the table they share. Ends with the clock. */
void root_help(Search *search, const Limits *limits, int first_depth);

#endif
