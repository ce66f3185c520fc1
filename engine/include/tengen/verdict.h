/* verdict - what a source outside the search, such as a database, knows about a position.
 *
 * A search asks such a source, and tells it what it found. Labels and values are those of the side
 * to move, as in the search itself.
 */
#ifndef TENGEN_VERDICT_H
#define TENGEN_VERDICT_H

#include "tengen/diagram.h"

#include <stdbool.h>
#include <stdint.h>

/* How a value relates to the true one. */
typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

/* The label of a position. */
typedef enum {
    VERDICT_OPEN, /* nothing is decided */
    VERDICT_WIN,  /* of the side to move */
    VERDICT_LOSS, /* of the side to move */
    VERDICT_DRAW,
    VERDICT_FORCED,  /* whoever can reach the position by a move should play that move */
    VERDICT_BLOCKED, /* a move to this position should not be considered */
    VERDICT_LABELS,
} VerdictLabel;

typedef struct {
    VerdictLabel label;
    int plies; /* of a proven win or loss: the most plies that it takes; 0: the label is an opinion.
                  A proof never has 0 plies */
    int value; /* in the units of the evaluation */
    int depth; /* plies of the search that found the value; negative: there were many searches */
    Bound bound; /* BOUND_NONE: there is no value */
} Verdict;

/* Who knows something about a move. */
typedef enum {
    KNOWN_BY_SOURCE,   /* the source of verdicts, such as a database */
    KNOWN_BY_BOOK,     /* the embedded book of proven wins */
    KNOWN_BY_EXPLORER, /* the embedded explorer of first moves */
} KnownBy;

/* What is known about a move. */
typedef struct {
    Coordinates point;
    KnownBy source;
    Verdict after; /* on the position after the move, for the opponent */
    int share; /* percent of the explorer's analysis that went into the move; 0: less, or none */
    bool
        is_image; /* to the explorer it is the same as another move, which stands for all of them */
} KnownMove;

/* Which moves are played without a search, as from a book (book/book_draw.h). */
typedef struct {
    int depth;   /* least depth, in plies, of values that count; 0: no move is played so */
    int margin;  /* how far the value of a move may be below the best one */
    int variety; /* percent of the moves that are drawn among all of these; the rest are the best */
} BookTerms;

/* A source of verdicts. A search asks it, and tells it what it found. It is called from the thread
 * that thinks, and the move waits for it. So `find` must give up after about `within_ms`
 * milliseconds, and `note` must return at once. */
typedef struct {
    void *context; /* passed back as it is */
    bool (*find)(void *context, const Diagram *diagram, int64_t within_ms,
                 Verdict *verdict); /* false: unknown */
    void (*note)(void *context, const Diagram *diagram, const Verdict *verdict);
    int least_depth; /* least depth, in plies, of values that are noted; 0: nothing is noted */
    BookTerms book;
} VerdictSource;

#endif
