/* Checks history and killers: scores that never leave their range, go up for moves that cause a
 * cutoff and down for those tried before them, and the last two such moves of each ply.
 *
 * History steers order and depth only, so a mistake would cost strength and nothing else: no search
 * would return a wrong value.
 */
#include "search/history.h"

#include "drawn.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum {
    LESSONS = 20000,
    TRIED_MAX = 40,
    PLIES_MAX = 60,
    OFTEN = 1000, /* enough to reach the end of the range */
};

static int set_up(void **state)
{
    static History history;
    memset(&history, 0x5A, sizeof history);
    history_clear(&history);
    *state = &history;
    return 0;
}

FIXTURE(set_up, NULL)

/* Some different moves at random. */
static int draw_moves(Move *moves, uint64_t *random)
{
    int tried = 1 + drawn_below(random, TRIED_MAX);
    int first = drawn_below(random, POINTS_MAX - TRIED_MAX);
    for (int i = 0; i < tried; i++) {
        moves[i] = (Move){.point = (Point)(first + i)};
    }
    for (int i = tried - 1; i > 0; i--) {
        int other = drawn_below(random, i + 1);
        Move move = moves[i];
        moves[i] = moves[other];
        moves[other] = move;
    }
    return tried;
}

/* One cutoff after no other try. */
static void refute(History *history, int ply, int plies, Point move)
{
    Move moves[] = {{.point = move}};
    history_learn(history, BLACK, ply, plies, moves, 1);
}

/* Some other move refuted after this one had been tried. */
static void fail_with(History *history, int plies, Point move)
{
    Move moves[] = {{.point = move}, {.point = (Point)(move + 1)}};
    history_learn(history, BLACK, 0, plies, moves, 2);
}

TEST(nothing_is_known_at_first)
{
    const History *history = *state;
    for (int point = 0; point < POINTS_MAX; point++) {
        assert_int_equal(history_score(history, BLACK, (Point)point), 0);
        assert_int_equal(history_score(history, WHITE, (Point)point), 0);
        for (int ply = 0; ply < PLY_MAX && point != POINT_NONE; ply++) {
            assert_false(history_is_killer(history, ply, (Point)point));
        }
    }
}

/* How a score has to go for a move that was tried `index`-th. */
static void assert_moved(int before, int after, bool refuted)
{
    if (refuted) {
        assert_true(after > before || before > HISTORY_MAX * 9 / 10);
    } else {
        assert_true(after < before || before < -HISTORY_MAX * 9 / 10);
    }
    assert_true(after >= before || !refuted);
    assert_true(after <= before || refuted);
}

/* A lesson moves the scores of the moves tried, each in its direction, and no other; no score ever
 * leaves the range. */
TEST(lessons_move_the_moves_tried)
{
    History *history = *state;
    static int16_t before[COLOURS][POINTS_MAX];
    uint64_t random = 31;
    for (long i = drawn_scaled(LESSONS); i > 0; i--) {
        Move moves[TRIED_MAX];
        int tried = draw_moves(moves, &random), colour = drawn_below(&random, COLOURS);
        memcpy(before, history->score, sizeof before);
        history_learn(history, colour, drawn_below(&random, PLY_MAX),
                      drawn_below(&random, PLIES_MAX), moves, tried);
        for (int j = 0; j < tried; j++) {
            Point point = moves[j].point;
            assert_moved(before[colour][point], history_score(history, colour, point),
                         j == tried - 1);
            assert_in_range(history_score(history, colour, point) + HISTORY_MAX, 0,
                            2 * HISTORY_MAX);
            before[colour][point] = history->score[colour][point];
        }
        assert_memory_equal(before, history->score, sizeof before);
    }
}

static int lesson_at(History *history, int plies)
{
    history_clear(history);
    refute(history, 0, plies, 100);
    return history_score(history, BLACK, 100);
}

/* A cutoff at more depth counts for more, up to a point: one bonus never settles everything. */
TEST(deeper_lessons_teach_more)
{
    History *history = *state;
    assert_true(lesson_at(history, 0) > 0);
    for (int plies = 1; plies <= 9; plies++) {
        assert_true(lesson_at(history, plies) > lesson_at(history, plies - 1));
    }
    for (int plies = 10; plies < PLY_MAX; plies++) {
        assert_true(lesson_at(history, plies) >= lesson_at(history, plies - 1));
        assert_true(lesson_at(history, plies) < HISTORY_MAX / 2);
    }
}

/* The surer a score, the less the same lesson adds; and it is unlearnt faster. */
TEST(sure_scores_move_less)
{
    History *history = *state;
    int last = HISTORY_MAX;
    for (int i = 0; i < 20; i++) {
        int before = history_score(history, BLACK, 100);
        refute(history, 0, 8, 100);
        int step = history_score(history, BLACK, 100) - before;
        assert_true(step < last);
        last = step;
    }
    int before = history_score(history, BLACK, 100);
    fail_with(history, 8, 100);
    assert_true(before - history_score(history, BLACK, 100) > last);
}

static void assert_killers(const History *history, int ply, Point first, Point second)
{
    assert_int_equal(history->killers[ply][0], first);
    assert_int_equal(history->killers[ply][1], second);
    assert_true(history_is_killer(history, ply, first));
    assert_true(history_is_killer(history, ply, second));
}

TEST(killers_are_the_last_two)
{
    History *history = *state;
    refute(history, 5, 3, 100);
    assert_killers(history, 5, 100, POINT_NONE);
    refute(history, 5, 3, 100); /* is one already, not two */
    assert_killers(history, 5, 100, POINT_NONE);
    refute(history, 5, 3, 101);
    assert_killers(history, 5, 101, 100);
    refute(history, 5, 3, 100);
    assert_killers(history, 5, 100, 101);
    refute(history, 5, 3, 102);
    assert_killers(history, 5, 102, 100);
    assert_false(history_is_killer(history, 5, 101));
    assert_killers(history, 4, POINT_NONE, POINT_NONE);
    assert_killers(history, 6, POINT_NONE, POINT_NONE);
}

/* Only the last of the moves tried refuted. */
TEST(moves_that_failed_are_no_killers)
{
    History *history = *state;
    Move moves[] = {{.point = 100}, {.point = 101}, {.point = 102}};
    history_learn(history, WHITE, PLY_MAX - 1, 3, moves, 3);
    assert_killers(history, PLY_MAX - 1, 102, POINT_NONE);
}

TEST(clearing_forgets)
{
    History *history = *state;
    uint64_t random = 32;
    for (int i = 0; i < OFTEN; i++) {
        Move moves[TRIED_MAX];
        int tried = draw_moves(moves, &random);
        history_learn(history, i % COLOURS, i % PLY_MAX, i % PLIES_MAX, moves, tried);
    }
    history_clear(history);
    nothing_is_known_at_first(state);
}
