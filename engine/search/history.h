/* history - the history heuristic and killer moves: which moves caused beta cutoffs in this search.
 *
 * A move that refutes one position often refutes its siblings. Killers are the last two moves that
 * caused a cutoff at the same ply; the history score of each colour and point grows with every
 * cutoff of the move, and shrinks when the move was tried before the one that caused the cutoff.
 */
#ifndef TENGEN_SEARCH_HISTORY_H
#define TENGEN_SEARCH_HISTORY_H

#include "board/board.h"
#include "eval/value.h"
#include "search/candidates.h"

#include <stdbool.h>
#include <stdint.h>

enum { KILLERS = 2, HISTORY_MAX = 8192 };

typedef struct {
    int16_t score[COLOURS][POINTS_MAX]; /* -HISTORY_MAX..HISTORY_MAX */
    Point killers[PLY_MAX][KILLERS];    /* the latest first, or POINT_NONE */
} History;

/* Forgets everything. */
void history_clear(History *history);

/* Learns from a beta cutoff: of the moves that were tried, in that order, the last caused it.
 * `plies` is the depth of the node. */
void history_learn(History *history, int colour, int ply, int plies, const Move *moves, int tried);

/* The history score of a move of that colour, -HISTORY_MAX..HISTORY_MAX. */
static inline int history_score(const History *history, int colour, Point move)
{
    return history->score[colour][move];
}

/* Says whether the move is a killer at that ply. */
static inline bool history_is_killer(const History *history, int ply, Point move)
{
    return history->killers[ply][0] == move || history->killers[ply][1] == move;
}

#endif
