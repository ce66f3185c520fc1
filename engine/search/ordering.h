/* ordering - trying the most promising move first, on which everything alpha-beta saves depends.
 *
 * The evaluation's table already says what each point is worth to both sides: a move is as good as
 * what it makes for me and what it takes from the opponent. What became of it elsewhere in this
 * search comes on top. The move that an earlier search found best comes before all others. Equal
 * scores go by point, so that every machine tries the same.
 */
#ifndef TENGEN_SEARCH_ORDERING_H
#define TENGEN_SEARCH_ORDERING_H

#include "eval/eval.h"
#include "search/candidates.h"
#include "search/history.h"

/* Scores the moves for the side to move by what the points look like. `known_best` may be
 * POINT_NONE or not on the list. */
void ordering_score_static(const EvalTables *tables, const Position *position, Move *moves,
                           int count, Point known_best);

/* The same, with what the history knows of them at that ply. */
void ordering_score(const EvalTables *tables, const Position *position, const History *history,
                    int ply, Move *moves, int count, Point known_best);

/* Brings the best of moves[from..count-1] to the front of that range. */
void ordering_pick(Move *moves, int count, int from);

#endif
