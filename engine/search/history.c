/* history - running scores that never leave their range; see history.h. */
#include "search/history.h"

#include "search/parameters.h"

#include <stdlib.h>
#include <string.h>

void history_clear(History *history)
{
    memset(history->score, 0, sizeof history->score);
    for (int ply = 0; ply < PLY_MAX; ply++) {
        history->killers[ply][0] = history->killers[ply][1] = POINT_NONE;
    }
}

/* Gravity: the closer a score is to an end of its range, the less it moves towards it. */
static void add_bonus(int16_t *score, int bonus)
{
    *score = (int16_t)(*score + bonus - *score * abs(bonus) / HISTORY_MAX);
}

static void note_killer(Point killers[KILLERS], Point move)
{
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
}

void history_learn(History *history, int colour, int ply, int plies, const Move *moves, int tried)
{
    int bonus = PARAMETER(HISTORY_BASE) + PARAMETER(HISTORY_PER_SQUARE) * plies * plies;
    bonus = bonus > PARAMETER(HISTORY_MOST) ? PARAMETER(HISTORY_MOST) : bonus;
    for (int i = 0; i < tried - 1; i++) {
        add_bonus(&history->score[colour][moves[i].point], -bonus);
    }
    add_bonus(&history->score[colour][moves[tried - 1].point], bonus);
    note_killer(history->killers[ply], moves[tried - 1].point);
}
