/* types - the values that the engine and its users exchange: what is asked, and what is answered.
 *
 * engine.h includes this header for its users. Values that the lower layers need as well are
 * declared in other headers of plain values, which this one includes.
 */
#ifndef TENGEN_TYPES_H
#define TENGEN_TYPES_H

#include "tengen/evaluation.h"
#include "tengen/game.h"
#include "tengen/limits.h"
#include "tengen/opening_rule.h"
#include "tengen/verdict.h"

#include <stdbool.h>
#include <stdint.h>

/* What can be asked. */
typedef enum {
    QUESTION_MOVE,        /* which move is best? */
    QUESTION_OPENING,     /* what should be done in the next step of the opening? */
    QUESTION_BALANCE_ONE, /* which move leaves both sides equally well off? */
    QUESTION_BALANCE_TWO, /* which two moves do so, one of each side? */
} Question;

enum {
    ENGINE_PV_MAX = 32,   /* moves of a principal variation that are reported */
    ENGINE_MOVES_MAX = 2, /* moves of an answer */
    ENGINE_KNOWN_MAX = 2 * SIDE_MAX * SIDE_MAX, /* known moves: of two sources */
};

/* What the engine found, after an iteration or as its answer. */
typedef struct {
    OpeningAct act; /* QUESTION_OPENING: what it does; no colour and no points: there is no room */
    int move_count; /* 1, or as many as the question wants; 0: there is no room on the board */
    Coordinates moves[ENGINE_MOVES_MAX];
    int pv_index;        /* 0: the best pv; 1: the second best, and so on */
    int pv_count;        /* pvs of each iteration; 0 means 1 */
    int value;           /* for the side to move; see wins_in for proven results */
    int wins_in;         /* plies until the proven win; negative: loss; 0: nothing is proven */
    int depth;           /* plies of the last complete iteration; 0: there was none */
    int deepest;         /* plies of the longest line that was searched below the move */
    uint64_t nodes;      /* positions visited, by all threads */
    uint64_t move_nodes; /* positions below the move, by the leading thread */
    int64_t ms;          /* since the question */
    bool is_from_book;   /* nothing was searched: the move is from a proof or a database */
    int pv_length;
    Coordinates pv[ENGINE_PV_MAX]; /* the principal variation; begins with the move */
} EngineReport;

/* Callbacks. Any of them may be NULL. They are called from the engine's thread, or from within
 * engine_ask if the engine has no thread. */
typedef struct {
    void *context; /* passed back as it is */
    void (*on_iteration)(void *context, const EngineReport *report);
    void (*on_move)(void *context, MoveEvent event, Coordinates move);
    void (*on_answer)(void *context, const EngineReport *report); /* once, the last call */
} EngineListener;

#endif
