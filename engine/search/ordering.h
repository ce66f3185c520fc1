/* ordering - move ordering: the most promising move first, on which all that alpha-beta saves
 * depends.
 *
 * By default a move is scored by the learnt policy: how often searches chose a point with such
 * shapes, lying so to the last stones; and, where it is worth the time, by what the pattern network
 * adds to that. Without learnt tables the score is what the move makes for the side to
 * move and what it takes from the opponent, by the evaluation's table. Killers and history come on
 * top. (The move from the transposition table needs no score: it is searched before there are any.)
 * Equal scores are ordered by point,
 * so that every machine searches the same tree.
 */
#ifndef TENGEN_SEARCH_ORDERING_H
#define TENGEN_SEARCH_ORDERING_H

#include "eval/eval.h"
#include "search/candidates.h"
#include "search/history.h"

/* Scores the moves for the side to move by the policy of the tables alone. */
void ordering_score_static(const EvalTables *tables, const Position *position, Move *moves,
                           int count);

/* The same, with history and the killers of that ply. */
void ordering_score(const EvalTables *tables, const Position *position, const History *history,
                    int ply, Move *moves, int count);

/* Adds what the pattern network has to say of the moves to their scores; nothing where there is no
 * such network. */
void ordering_add_network(Evaluator *evaluator, const Position *position, Move *moves, int count);

/* Moves the best of moves[from..count-1] to the front of that range. */
void ordering_pick(Move *moves, int count, int from);

#endif
