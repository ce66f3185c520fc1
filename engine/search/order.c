/* order - scores from the evaluation's table; see order.h. */
#include "search/order.h"

enum {
    /* My own gain counts a little more than the opponent's loss: with equal threats on both sides
     * it is the side to move that carries its threat out. */
    OWN_WEIGHT = 3,
    OPPONENT_WEIGHT = 2,
    KNOWN_BEST_SCORE = INT32_MAX,
};

void order_score(const Position *position, Move *moves, int count, Point known_best)
{
    int side = position->board.side;
    for (int i = 0; i < count; i++) {
        const Cell *cell = &position->cell[moves[i].point];
        moves[i].score = moves[i].point == known_best
                             ? KNOWN_BEST_SCORE
                             : OWN_WEIGHT * cell->value[side] +
                                   OPPONENT_WEIGHT * cell->value[rules_opponent(side)];
    }
}

static bool goes_before(const Move *one, const Move *other)
{
    return one->score != other->score ? one->score > other->score : one->point < other->point;
}

void order_pick(Move *moves, int count, int from)
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
