/* random_move - a softmax in whole numbers over the first moves of the policy; see
 * random_move.h. */
#include "tools/games/random_move.h"

#include "eval/learnt.h"
#include "port/random.h"
#include "search/candidates.h"
#include "search/ordering.h"

enum {
    CHOICE = 8, /* best moves that may be drawn */
    /* At temperature 2 a move is half as likely if its policy is 2 * ln 2 units lower. */
    HALF_LIFE = LEARNT_POLICY_UNIT * 1386 / 1000,
    WEIGHT_ONE = 1 << 20, /* of the best move; the sum of all fits in an int */
    WEIGHT_BITS = 20,
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

/* The weight of a move whose policy is that far below the best. Every HALF_LIFE halves it, with
 * straight lines between. It is never 0, so every move may be drawn. */
static int weight_of(int32_t below)
{
    int halvings = below / HALF_LIFE, rest = below % HALF_LIFE;
    int whole = halvings < WEIGHT_BITS ? WEIGHT_ONE >> halvings : 1;
    return 1 + (int)((int64_t)whole * (2 * HALF_LIFE - rest) / (2 * HALF_LIFE));
}

/* The weights of the first moves, and their sum. Where nothing was learnt all are the same. */
static int weigh(const Search *search, const Move *moves, int count, int weights[CHOICE])
{
    int side = search->position.board.side, sum = 0;
    bool is_learnt = search->evaluator.tables->learnt.colour[side] != NULL;
    for (int i = 0; i < count; i++) {
        weights[i] = weight_of(is_learnt ? moves[0].score - moves[i].score : 0);
        sum += weights[i];
    }
    return sum;
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
    int count = legal < CHOICE ? legal : CHOICE, i = 0;
    ordering_score_static(search->evaluator.tables, position, moves, legal);
    for (int j = 0; j < count; j++) {
        ordering_pick(moves, legal, j);
    }
    int drawn = random_below(seed, weigh(search, moves, count, weights));
    while (drawn >= weights[i]) {
        drawn -= weights[i++];
    }
    return moves[i].point;
}
