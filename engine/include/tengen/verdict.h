/* verdict - what somebody else knows of a position, as a search asks for it and hands it on.
 *
 * A plain value that the users of the engine see, too. Everything is said to the side to move, as
 * in the search itself.
 */
#ifndef TENGEN_VERDICT_H
#define TENGEN_VERDICT_H

#include "tengen/diagram.h"

#include <stdbool.h>
#include <stdint.h>

/* What a value says of the true one. */
typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

/* What a position is called. */
typedef enum {
    VERDICT_OPEN, /* nothing is decided */
    VERDICT_WIN,  /* of the side to move */
    VERDICT_LOSS, /* of the side to move */
    VERDICT_DRAW,
    VERDICT_FORCED,  /* the move that leads to it should be played */
    VERDICT_BLOCKED, /* the move that leads to it should not be considered */
    VERDICT_LABELS,
} VerdictLabel;

typedef struct {
    VerdictLabel label;
    int plies; /* of a win or loss: moves of both sides that it takes at most, as was proven; 0: the
                  label is somebody's opinion. A proof never has 0 plies */
    int value; /* in the units of an evaluation */
    int depth; /* plies of the search that found the value */
    Bound bound; /* BOUND_NONE: there is no value */
} Verdict;

/* What is known of a move. */
typedef struct {
    Coordinates point;
    bool is_from_book; /* the book that is embedded knows it; else whoever is consulted */
    Verdict after;     /* of the position after the move, to the opponent */
} KnownMove;

/* Which moves are played without a search, as from a book (book/book_draw.h). */
typedef struct {
    int depth;   /* plies of the least search whose values count; 0: no move is */
    int margin;  /* how much less than the best value that of a move may be */
    int variety; /* percent of the moves drawn among all of these; the others are the best */
} BookTerms;

/* Who knows positions, and is told what a search finds; called from the thread that thinks. The
 * move waits for both: `find` gives up after some `within_ms` milliseconds, and `note` must return
 * at once. */
typedef struct {
    void *context; /* passed back as it is */
    bool (*find)(void *context, const Diagram *diagram, int64_t within_ms,
                 Verdict *verdict); /* false: unknown */
    void (*note)(void *context, const Diagram *diagram, const Verdict *verdict);
    int least_depth; /* of values that are noted, in plies; 0: nothing is noted */
    BookTerms book;
} VerdictSource;

#endif
