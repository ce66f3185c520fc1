/* ordering - move ordering: the most promising move first, on which all that alpha-beta saves
 * depends.
 *
 * By default a move is scored by the learnt policy: how often searches chose a point with such
 * shapes that lay like this to the last stones. Where it is worth the time, the pattern network
 * adds to that. Without learnt tables the score is what the move makes for the side to move and
 * what it takes from the opponent, by the evaluation's table. Killers and history come on top. The
 * move from the transposition table needs no score: it is searched before there are any. Equal
 * scores are ordered by point, so that every machine searches the same tree.
 *
 * Move.policy is the logarithm of how likely the move is by the tables. Once the network was asked
 * it is that of both, less the likeliest move's, which then has 0.
 */
#ifndef TENGEN_SEARCH_ORDERING_H
#define TENGEN_SEARCH_ORDERING_H

#include "eval/eval.h"
#include "search/candidates.h"
#include "search/history.h"

/* How likely the tables think it that the side to move plays on the point, in LEARNT_POLICY_UNIT,
 * if these were the point patterns there. Without learnt tables it is the logarithm of what the
 * point is worth to both sides. */
int32_t ordering_policy(const EvalTables *tables, const Position *position, Point move,
                        unsigned own, unsigned opponent);

/* Scores the moves for the side to move by the policy of the tables alone. */
void ordering_score_static(const EvalTables *tables, const Position *position, Move *moves,
                           int count);

/* The same, with history and the killers of that ply. */
void ordering_score(const EvalTables *tables, const Position *position, const History *history,
                    int ply, Move *moves, int count);

/* Adds the network's policy to scores and policies of the moves, and makes the policy of the
 * likeliest one 0. Does nothing where there is no such network. In the order of moves the policy is
 * worth 34 to 152 Elo at 10,000 nodes (2026-11). */
void ordering_add_network(Evaluator *evaluator, const Position *position, Move *moves, int count);

/* Moves the best of moves[from..count-1] to the front of that range. */
void ordering_pick(Move *moves, int count, int from);

#endif
