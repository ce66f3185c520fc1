/* evaluation - the evaluations that a game can be played with, and how one explains a point.
 */
#ifndef TENGEN_EVALUATION_H
#define TENGEN_EVALUATION_H

#include <stdbool.h>

/* The evaluations, one row each; every one contains those above it. The columns: enumerator of
 * Evaluation after EVALUATION_; name, as in INFO evaluation; what it adds. */
/* clang-format off */
#define EVALUATIONS(X)                                                                             \
    X(BASE,    "base",    "the bitshift table")                                                    \
    X(TUNED,   "tuned",   "and tables learnt from games")                                          \
    X(PATTERN, "pattern", "and a network over the lines through every point")
/* clang-format on */

#define EVALUATION_ENUMERATOR(evaluation, name, adds) EVALUATION_##evaluation,
typedef enum {
    EVALUATIONS(EVALUATION_ENUMERATOR) EVALUATION_COUNT,
    EVALUATION_BEST = EVALUATION_PATTERN, /* what matches found the strongest: the default */
} Evaluation;
#undef EVALUATION_ENUMERATOR

/* The names, by evaluation. */
#define EVALUATION_NAME(evaluation, name, adds) name,
static const char *const evaluation_names[EVALUATION_COUNT] = {EVALUATIONS(EVALUATION_NAME)};
#undef EVALUATION_NAME

/* The names and what each adds, for help texts: "base: the bitshift table; tuned: ...". */
/* clang-format off */
#define EVALUATION_LIST_ITEM(evaluation, name, adds) "; " name ": " adds
#define EVALUATION_LIST (&EVALUATIONS(EVALUATION_LIST_ITEM)[sizeof "; " - 1])

/* The names alone, for an error message: "one of: base tuned pattern". */
#define EVALUATION_CHOICE(evaluation, name, adds) " " name
#define EVALUATION_CHOICES ("one of:" EVALUATIONS(EVALUATION_CHOICE))
/* clang-format on */

/* What a stone of one side on an empty point would do to each line through the point. */
typedef struct {
    const char *shape[4]; /* along the row, down the column, down-right, down-left */
    int shift[4];         /* the line is worth 1 << shift, by the bitshift table */
    int added;            /* what the evaluation has learnt to add to the four lines */
    const char *threat;   /* the threat that the four lines make together */
    bool is_forbidden;    /* renju, black */
    int value;            /* the sum of the four lines and `added` */
    bool has_network;     /* the evaluation has a network; the next two are about it */
    int network_value;    /* what it adds to the value of the position after the stone, for the
                             side that played it */
    int policy_percent;   /* the new odds of the point in percent of the old ones; 0: the network
                             does not change them, or this side is not to move */
} PointExplanation;

#endif
