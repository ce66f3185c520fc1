/* history - running scores that never leave their range; see history.h. */
#include "search/history.h"

#include <stdlib.h>
#include <string.h>

enum {
    LESSON_BASE = 32,       /* what a refutation teaches, whatever its depth, */
    LESSON_PER_SQUARE = 16, /* more with the square of its depth, */
    LESSON_MAX = 1600,      /* and at most */
};

void history_clear(History *history)
{
    memset(history->score, 0, sizeof history->score);
    for (int ply = 0; ply < PLY_MAX; ply++) {
        history->killers[ply][0] = history->killers[ply][1] = POINT_NONE;
    }
}

/* The closer a score is to its end of the range, the less it is moved towards it. */
static void move_score(int16_t *score, int lesson)
{
    *score = (int16_t)(*score + lesson - *score * abs(lesson) / HISTORY_MAX);
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
    int lesson = LESSON_BASE + LESSON_PER_SQUARE * plies * plies;
    lesson = lesson > LESSON_MAX ? LESSON_MAX : lesson;
    for (int i = 0; i < tried - 1; i++) {
        move_score(&history->score[colour][moves[i].point], -lesson);
    }
    move_score(&history->score[colour][moves[tried - 1].point], lesson);
    note_killer(history->killers[ply], moves[tried - 1].point);
}
