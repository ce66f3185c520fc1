/* order - scores from the evaluation's table and the history; see order.h. */
#include "search/order.h"

#include "eval/learnt.h"
#include "search/margins.h"

enum { KNOWN_BEST_SCORE = INT32_MAX };

/* How much a point invites to play there, by what searches have chosen: its shapes, and how it lies
 * to the last stones. */
static int32_t learnt_score(const Position *position, const LearntColour *learnt, Point move)
{
    const Board *board = &position->board;
    const Cell *cell = &position->cell[move];
    int answer = learnt_leap(&board->geometry, board_back(board, 1), move);
    int follow = learnt_leap(&board->geometry, board_back(board, 2), move);
    return (learnt->choice_own[cell->combination[board->side]] +
            learnt->choice_opponent[cell->combination[rules_opponent(board->side)]] +
            learnt->choice_answer[answer] + learnt->choice_follow[follow]) *
           MARGIN(ORDER_LEARNT) / 100;
}

static int32_t look_score(const Position *position, Point move)
{
    int side = position->board.side;
    const Learnt *learnt = position->tables->learnt;
    if (learnt != NULL) {
        return learnt_score(position, learnt->colour[side], move);
    }
    return MARGIN(ORDER_OWN) * position_worth(position, move, side)->value +
           MARGIN(ORDER_OPPONENT) * position_worth(position, move, rules_opponent(side))->value;
}

void order_score_look(const Position *position, Move *moves, int count, Point known_best)
{
    for (int i = 0; i < count; i++) {
        Point move = moves[i].point;
        moves[i].score = move == known_best ? KNOWN_BEST_SCORE : look_score(position, move);
    }
}

void order_score(const Position *position, const History *history, int ply, Move *moves, int count,
                 Point known_best)
{
    int side = position->board.side;
    for (int i = 0; i < count; i++) {
        Point move = moves[i].point;
        if (move == known_best) {
            moves[i].score = KNOWN_BEST_SCORE;
            continue;
        }
        moves[i].score =
            look_score(position, move) + history_score(history, side, move) / MARGIN(ORDER_HISTORY);
        if (history_is_killer(history, ply, move)) {
            moves[i].score += MARGIN(ORDER_KILLER);
        }
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
