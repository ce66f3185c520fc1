/* ordering - scores from policy, history and killers; see ordering.h. */
#include "search/ordering.h"

#include "search/log2.h"
#include "search/parameters.h"

/* What scores the moves of a position. Everything is looked up before the first move: what is
 * written into the list of moves could have changed it, for all that a compiler knows. */
typedef struct {
    const EvalTables *tables;
    const Position *position;
    const LearntColour *learnt; /* NULL: there is none */
    int side;
    const uint8_t *answer, *follow; /* offset classes to the last stone, and to the one before */
} Scorer;

static Scorer scorer_of(const EvalTables *tables, const Position *position)
{
    const Board *board = &position->board;
    const OffsetTable *offsets = &tables->offsets;
    return (Scorer){
        .tables = tables,
        .position = position,
        .learnt = tables->learnt.colour[board->side],
        .side = board->side,
        .answer = offset_table_around(offsets, &board->geometry, board_back(board, 1)),
        .follow = offset_table_around(offsets, &board->geometry, board_back(board, 2)),
    };
}

/* The learnt policy: how likely a search is to choose the point, by its shapes and by how it lies
 * to the last two stones. */
static int32_t policy_of(const Scorer *scorer, Point move, unsigned own, unsigned opponent)
{
    const LearntColour *learnt = scorer->learnt;
    int place = offset_place(&scorer->position->board.geometry, move);
    return learnt->policy_own[own] + learnt->policy_opponent[opponent] +
           learnt->policy_answer[scorer->answer[place]] +
           learnt->policy_follow[scorer->follow[place]];
}

int32_t ordering_policy(const EvalTables *tables, const Position *position, Point move,
                        unsigned own, unsigned opponent)
{
    Scorer scorer = scorer_of(tables, position);
    if (scorer.learnt != NULL) {
        return policy_of(&scorer, move, own, opponent);
    }
    int32_t worth = tables->terms.value[scorer.side][own] +
                    tables->terms.value[rules_opponent(scorer.side)][opponent];
    return worth > 0 ? log2_times(LEARNT_POLICY_DOUBLING, worth) : 0;
}

/* A policy as a move holds it. */
static int16_t clamp_policy(int32_t policy)
{
    return (int16_t)(policy > INT16_MAX ? INT16_MAX : policy < INT16_MIN ? INT16_MIN : policy);
}

/* The move with its policy, and its score by the position alone. */
static Move scored(const Scorer *scorer, Point move)
{
    int side = scorer->side, other = rules_opponent(side);
    if (scorer->learnt != NULL) {
        unsigned own = position_point_pattern(scorer->position, move, side);
        unsigned opponent = position_point_pattern(scorer->position, move, other);
        int32_t policy = policy_of(scorer, move, own, opponent);
        return (Move){move, clamp_policy(policy), policy * PARAMETER(ORDER_POLICY) / 100};
    }
    int32_t own = eval_point_value(scorer->tables, scorer->position, move, side);
    int32_t opponent = eval_point_value(scorer->tables, scorer->position, move, other);
    return (Move){move, 0, PARAMETER(ORDER_OWN) * own + PARAMETER(ORDER_OPPONENT) * opponent};
}

void ordering_score_static(const EvalTables *tables, const Position *position, Move *moves,
                           int count)
{
    Scorer scorer = scorer_of(tables, position);
    for (int i = 0; i < count; i++) {
        moves[i] = scored(&scorer, moves[i].point);
    }
}

void ordering_score(const EvalTables *tables, const Position *position, const History *history,
                    int ply, Move *moves, int count)
{
    Scorer scorer = scorer_of(tables, position);
    for (int i = 0; i < count; i++) {
        Move move = scored(&scorer, moves[i].point);
        move.score += history_score(history, scorer.side, move.point) / PARAMETER(ORDER_HISTORY);
        if (history_is_killer(history, ply, move.point)) {
            move.score += PARAMETER(ORDER_KILLER);
        }
        moves[i] = move;
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

_Static_assert(MOVES_MAX <= UINT16_MAX, "an index fits beside a rank");

/* A number that is the greater, the earlier the move goes: by score, then by point. Its last 16
 * bits are the index in the list. */
static int64_t rank(const Move *move, int index)
{
    return move->score * ((int64_t)1 << 32) - move->point * ((int64_t)1 << 16) + index;
}

/* Only the highest rank is looked for, and the index is read from it: a compiler makes vector
 * instructions of such a loop. */
void ordering_pick(Move *moves, int count, int from)
{
    int64_t highest = rank(&moves[from], from);
    for (int i = from + 1; i < count; i++) {
        int64_t other = rank(&moves[i], i);
        highest = other > highest ? other : highest;
    }
    uint16_t best = (uint16_t)highest;
    Move picked = moves[best];
    moves[best] = moves[from];
    moves[from] = picked;
}
