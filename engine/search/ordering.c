/* ordering - scores from policy, history and killers; see ordering.h. */
#include "search/ordering.h"

#include "search/parameters.h"

/* The learnt policy: how likely a search is to choose the point, by its shapes and by how it lies
 * to the last two stones. */
static int32_t policy_of(const Position *position, const LearntColour *learnt, Point move)
{
    const Board *board = &position->board;
    int answer = offset_class(&board->geometry, board_back(board, 1), move);
    int follow = offset_class(&board->geometry, board_back(board, 2), move);
    return learnt->policy_own[position_point_pattern(position, move, board->side)] +
           learnt->policy_opponent[position_point_pattern(position, move,
                                                          rules_opponent(board->side))] +
           learnt->policy_answer[answer] + learnt->policy_follow[follow];
}

/* A policy as a move holds it. */
static int16_t clamp_policy(int32_t policy)
{
    return (int16_t)(policy > INT16_MAX ? INT16_MAX : policy < INT16_MIN ? INT16_MIN : policy);
}

/* The score by the position alone, and the policy of the move. */
static int32_t static_score(const EvalTables *tables, const Position *position, Move *scored)
{
    Point move = scored->point;
    int side = position->board.side;
    const LearntColour *learnt = tables->learnt.colour[side];
    scored->policy = 0;
    if (learnt != NULL) {
        int32_t policy = policy_of(position, learnt, move);
        scored->policy = clamp_policy(policy);
        return policy * PARAMETER(ORDER_POLICY) / 100;
    }
    int32_t own = eval_point_value(tables, position, move, side);
    int32_t opponent = eval_point_value(tables, position, move, rules_opponent(side));
    return PARAMETER(ORDER_OWN) * own + PARAMETER(ORDER_OPPONENT) * opponent;
}

void ordering_score_static(const EvalTables *tables, const Position *position, Move *moves,
                           int count)
{
    for (int i = 0; i < count; i++) {
        moves[i].score = static_score(tables, position, &moves[i]);
    }
}

void ordering_score(const EvalTables *tables, const Position *position, const History *history,
                    int ply, Move *moves, int count)
{
    int side = position->board.side;
    for (int i = 0; i < count; i++) {
        Point move = moves[i].point;
        moves[i].score = static_score(tables, position, &moves[i]) +
                         history_score(history, side, move) / PARAMETER(ORDER_HISTORY);
        if (history_is_killer(history, ply, move)) {
            moves[i].score += PARAMETER(ORDER_KILLER);
        }
    }
}

/* Makes the policy of the likeliest move 0. */
static void set_policy_beside_best(Move *moves, int count)
{
    int32_t best = INT16_MIN;
    for (int i = 0; i < count; i++) {
        best = moves[i].policy > best ? moves[i].policy : best;
    }
    for (int i = 0; i < count; i++) {
        moves[i].policy = clamp_policy(moves[i].policy - best);
    }
}

void ordering_add_network(Evaluator *evaluator, const Position *position, Move *moves, int count)
{
    Point points[MOVES_MAX];
    int32_t policy[MOVES_MAX];
    if (count <= 0 || !evaluator->tables->has_pattern) {
        return;
    }
    for (int i = 0; i < count; i++) {
        points[i] = moves[i].point;
    }
    eval_policy(evaluator, position, points, count, policy);
    for (int i = 0; i < count; i++) {
        moves[i].policy = clamp_policy(moves[i].policy + policy[i]);
        moves[i].score += policy[i] * PARAMETER(ORDER_NETWORK) / 100;
    }
    set_policy_beside_best(moves, count);
}

static bool goes_before(const Move *one, const Move *other)
{
    return one->score != other->score ? one->score > other->score : one->point < other->point;
}

void ordering_pick(Move *moves, int count, int from)
{
    int best = from;
    for (int i = from + 1; i < count; i++) {
        if (goes_before(&moves[i], &moves[best])) {
            best = i;
        }
    }
    Move picked = moves[best];
    moves[best] = moves[from];
    moves[from] = picked;
}
