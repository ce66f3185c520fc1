/* verdict - what somebody else knows of a position, as a search asks for it and hands it on.
 *
 * A plain value that the users of the engine see, too. Everything is said to the side to move, as
 * in the search itself.
 */
#ifndef TENGEN_SEARCH_VERDICT_H
#define TENGEN_SEARCH_VERDICT_H

/* What a value says of the true one. */
typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

/* What a position is called. The last two speak of the move that leads to it: whoever can make it
 * should make it, or should not consider it. */
typedef enum {
    VERDICT_OPEN, /* nothing is decided */
    VERDICT_WIN,  /* of the side to move */
    VERDICT_LOSS, /* of the side to move */
    VERDICT_DRAW,
    VERDICT_FORCED,
    VERDICT_BLOCKED,
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

#endif
