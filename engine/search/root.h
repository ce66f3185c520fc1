/* root - choosing a move: iterative deepening over the legal moves of the position.
 *
 * The root owns the answer. It does not search where a five or an open four wins, or without time.
 * Otherwise it deepens ply by ply until clock, depth or nodes run out or the result is proven; an
 * only move gets a short search, which says what it is worth. Between the iterations the solver
 * gets its part of the work. Moves late in the order wait for deeper iterations, unless all before
 * them lose. An iteration cut short counts as far as it got: its first move is the best of the
 * iteration before. With multipv above 1 each iteration is repeated without the best moves found so
 * far; where moves win at once, each of them is reported instead, with depth 0.
 */
#ifndef TENGEN_SEARCH_ROOT_H
#define TENGEN_SEARCH_ROOT_H

#include "search/clock.h"
#include "search/node.h"

#include <stdint.h>

/* What the search found, after an iteration or at the end. */
typedef struct {
    Point move;        /* POINT_NONE: the board is full */
    Value value;       /* to the side to move */
    int depth;         /* plies of the last iteration that was completed; 0: none was */
    bool is_only_move; /* there was no other, so that the search was brief */
    uint64_t nodes;
    int64_t ms;
    int pv_index;        /* 0: the best pv; 1: the best without its move, and so on */
    int pv_count;        /* pvs of each iteration; 0 as good as 1 */
    uint64_t move_nodes; /* of the nodes those below the move, in this thread */
    int deepest;         /* plies of the longest line that was looked at below the move */
    Variation pv;        /* begins with the move */
} Report;

/* Callbacks, called from the searching thread. Any of them may be NULL. */
typedef struct {
    void *context;                                             /* passed back as it is */
    void (*on_iteration)(void *context, const Report *report); /* for each pv of each iteration */
    void (*on_move)(void *context, MoveEvent event, Point move);
} RootListener;

/* Chooses a move for the side to move in search->position. The clock must have been started under
 * the same limits. The listener may be NULL. */
Report root_think(Search *search, const Limits *limits, const RootListener *listener);

/* Chooses a move by a search of that many nodes, as a part of longer work with the same search and
 * clock. Takes no more than is left of search->budget, and stops the clock when that is spent.
 * Afterwards the search has no limit of nodes, and search->stopping is set only if the clock
 * is over. `multipv` and the listener are as above. */
Report root_think_nodes(Search *search, uint64_t nodes, int multipv, const RootListener *listener);

/* Searches the same position beside another thread's root_think, beginning with that depth, for the
 * sake of what it leaves in the shared table, and of its vote; and has the solver's work, if that
 * is its role. Ends with the clock, or once it has proved a result. Returns what it found, with
 * depth 0 if no iteration was completed. */
Report root_help(Search *search, const Limits *limits, int first_depth);

#endif
