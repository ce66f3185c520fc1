/* random_move - a softmax in whole numbers over the first moves of the policy; see
 * random_move.h. */
#include "tools/games/random_move.h"

#include "eval/learnt.h"
#include "port/random.h"
#include "search/candidates.h"
#include "search/ordering.h"

enum {
    CHOICE = 8,                             /* best moves that may be drawn */
    HALF_LIFE = 2 * LEARNT_POLICY_DOUBLING, /* at temperature 2 */
};

/* Lists the legal moves that the search would consider, and returns how many. */
static int list_legal(Position *position, Situation situation, Move *moves)
{
    int count = candidates_list(position, situation, moves), kept = 0;
    for (int i = 0; i < count; i++) {
        if (!position_forbids(position, moves[i].point)) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

/* The weights of the first moves. Where nothing was learnt all are the same. */
static void weigh_first_moves(const Search *search, const Move *moves, int count,
                              int weights[CHOICE])
{
    int side = search->position.board.side;
    bool is_learnt = search->evaluator.tables->learnt.colour[side] != NULL;
    for (int i = 0; i < count; i++) {
        weights[i] = random_weight(is_learnt ? moves[0].score - moves[i].score : 0, HALF_LIFE);
    }
}

Point random_move(Search *search, uint64_t *seed)
{
    Move moves[MOVES_MAX];
    int weights[CHOICE];
    Position *position = &search->position;
    Situation situation = candidates_situation(position);
    if (situation == SITUATION_FIVE || situation == SITUATION_OPEN_FOUR) {
        return POINT_NONE;
    }
    int legal = list_legal(position, situation, moves);
    if (legal < 2) {
        return POINT_NONE;
    }
    int count = legal < CHOICE ? legal : CHOICE;
    ordering_score_static(search->evaluator.tables, position, moves, legal);
    for (int j = 0; j < count; j++) {
        ordering_pick(moves, legal, j);
    }
    weigh_first_moves(search, moves, count, weights);
    return moves[random_index(seed, weights, count)].point;
}
