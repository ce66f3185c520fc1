/* evaluation - which evaluation a game is played with, and what one says of a point, as the users
 * of the engine see it.
 */
#ifndef TENGEN_EVAL_EVALUATION_H
#define TENGEN_EVAL_EVALUATION_H

#include <stdbool.h>

/* Which evaluation a game is played with. */
typedef enum {
    EVALUATION_BASE,     /* the bitshift table as it is */
    EVALUATION_HANDMADE, /* with round numbers set by hand, where there are any */
    EVALUATION_TUNED,    /* with tables learnt from games, where there are any */
    EVALUATION_NET,      /* and with a small network on top of that */
    EVALUATION_PATTERN,  /* or with a larger one over the lines through every point */
    EVALUATION_BEST = EVALUATION_PATTERN, /* what matches found the strongest: the default */
} Evaluation;

/* What a stone of one side on an empty point would make of each line through it. */
typedef struct {
    const char *shape[4]; /* along the row, down the column, down-right, down-left */
    int shift[4];         /* the line is worth 1 << shift, by the bitshift table */
    int added;            /* what the evaluation adds to these: it was learnt, or set by hand */
    const char *threat;   /* what the lines threaten together */
    bool is_forbidden;    /* renju, black */
    int value;            /* the sum of the four, and what was added */
    bool has_network;     /* the evaluation has a network, which adds */
    int network_value;    /* to the value of the position with that stone, to its player; */
    int policy_percent;   /* to the odds of the point: so many percent of what they were; 0: it has
                             no say, or this side is not to move */
} PointExplanation;

#endif
