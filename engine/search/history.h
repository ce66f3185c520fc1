/* history - which moves have turned out well in this search, wherever they were tried.
 *
 * A move that refutes one position often refutes its sisters. Killers are the last two that did at
 * the same ply; the history is a running score for each colour and point, which grows when the move
 * refutes and shrinks when it was tried before one that did.
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

/* Learns from a node: of the moves that were tried, in that order, the last refuted the others'
 * player. `plies` is how deep they were searched. */
void history_learn(History *history, int colour, int ply, int plies, const Move *moves, int tried);

/* How well the move of that colour has done, -HISTORY_MAX..HISTORY_MAX. */
static inline int history_score(const History *history, int colour, Point move)
{
    return history->score[colour][move];
}

/* Says whether the move was one of the last to refute at that ply. */
static inline bool history_is_killer(const History *history, int ply, Point move)
{
    return history->killers[ply][0] == move || history->killers[ply][1] == move;
}

#endif
