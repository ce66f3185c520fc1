/* Checks random moves: they are among those that look best, these the most often; where a move is
 * forced there is none; and the same numbers give the same move.
 */
#include "tools/games/random_move.h"

#include "aligned.h"
#include "scatter.h"
#include "search/ordering.h"
#include "tools/games/worker.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>

enum {
    CHOICE = 8,    /* moves that may be drawn */
    DRAWS = 20000, /* from one position */
    POSITIONS = 300,
};

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

typedef struct {
    GameTables tables;
    Game game;
    Worker *worker;
} Desk;

static Desk *desk_new(Game game, Evaluation evaluation)
{
    Desk *desk = aligned_new(sizeof *desk);
    desk->game = game;
    eval_fill_tables(&desk->tables, &game, evaluation);
    desk->worker = worker_new(&desk->game, &desk->tables, 1);
    assert_non_null(desk->worker);
    return desk;
}

static void desk_free(Desk *desk)
{
    worker_free(desk->worker);
    free(desk);
}

/* Plays "x,y" pairs, black first. */
static void set_up(Desk *desk, const int (*stones)[2], int count)
{
    Position *position = &desk->worker->search.position;
    worker_clear(desk->worker);
    for (int i = 0; i < count; i++) {
        Point point = geometry_point(&position->board.geometry, stones[i][0], stones[i][1]);
        position_play(position, point, position->board.side);
    }
}

/* The first moves of the policy, the best first. */
static void list_best(Desk *desk, Move *moves)
{
    Position *position = &desk->worker->search.position;
    int count = candidates_list(position, candidates_situation(position), moves);
    ordering_score_static(desk->worker->search.evaluator.tables, position, moves, count);
    for (int i = 0; i < count; i++) {
        ordering_pick(moves, count, i);
    }
}

/* How often each of the first moves is drawn. */
static void count_draws(Desk *desk, int counts[CHOICE])
{
    Move moves[MOVES_MAX];
    uint64_t seed = SCATTER_SEED;
    int found = 0;
    list_best(desk, moves);
    for (int i = 0; i < CHOICE; i++) {
        counts[i] = 0;
    }
    for (int i = 0; i < DRAWS; i++) {
        Point move = random_move(&desk->worker->search, &seed);
        for (int j = 0; j < CHOICE; j++) {
            counts[j] += move == moves[j].point;
            found += move == moves[j].point;
        }
    }
    assert_int_equal(found, DRAWS);
}

static const int quiet[][2] = {{7, 7}, {8, 8}, {6, 8}, {7, 9}, {9, 6}};

/* At temperature 2 a move is exp(d / 2) times as likely as one whose log-likelihood is lower by
 * d. */
TEST(better_looking_moves_come_more_often)
{
    Desk *desk = desk_new(usual, EVALUATION_TUNED);
    Move moves[MOVES_MAX];
    int counts[CHOICE];
    set_up(desk, quiet, sizeof quiet / sizeof *quiet);
    count_draws(desk, counts);
    list_best(desk, moves);
    double sum = 0;
    for (int i = 0; i < CHOICE; i++) {
        sum += exp((moves[i].score - moves[0].score) / (2.0 * LEARNT_POLICY_UNIT));
    }
    for (int i = 0; i < CHOICE; i++) {
        double expected =
            DRAWS / sum * exp((moves[i].score - moves[0].score) / (2.0 * LEARNT_POLICY_UNIT));
        /* straight lines instead of the curve: 6 % at most; the rest is chance */
        assert_true(fabs(counts[i] - expected) < 0.07 * expected + 5 * sqrt(expected));
    }
    assert_true(counts[0] > counts[CHOICE - 1] * 5 / 4);
    desk_free(desk);
}

TEST(without_a_policy_all_are_alike)
{
    Desk *desk = desk_new(usual, EVALUATION_BASE);
    int counts[CHOICE];
    set_up(desk, quiet, sizeof quiet / sizeof *quiet);
    count_draws(desk, counts);
    for (int i = 0; i < CHOICE; i++) {
        assert_true(abs(counts[i] - DRAWS / CHOICE) < DRAWS / CHOICE / 8);
    }
    desk_free(desk);
}

TEST(forced_moves_are_not_drawn)
{
    static const int empty[][2] = {{0, 0}};
    static const int five[][2] = {{3, 3}, {3, 10}, {4, 3}, {5, 10},
                                  {5, 3}, {7, 10}, {6, 3}, {9, 10}};
    static const int block[][2] = {{3, 3}, {2, 3}, {4, 3}, {5, 10}, {5, 3}, {7, 12}, {6, 3}};
    static const int open_four[][2] = {{4, 3}, {3, 10}, {5, 3}, {5, 12}, {6, 3}, {9, 10}};
    uint64_t seed = SCATTER_SEED;
    Desk *desk = desk_new(usual, EVALUATION_TUNED);
    Search *search = &desk->worker->search;
    set_up(desk, empty, 0);
    assert_int_equal(random_move(search, &seed), POINT_NONE);
    set_up(desk, five, sizeof five / sizeof *five);
    assert_int_equal(random_move(search, &seed), POINT_NONE);
    set_up(desk, block, sizeof block / sizeof *block);
    assert_int_equal(random_move(search, &seed), POINT_NONE);
    set_up(desk, open_four, sizeof open_four / sizeof *open_four);
    assert_int_equal(random_move(search, &seed), POINT_NONE);
    desk_free(desk);
}

/* In random positions of renju. */
TEST(moves_are_legal_and_follow_from_the_seed)
{
    uint64_t seed = SCATTER_SEED;
    Desk *desk = desk_new((Game){RULE_RENJU, 15, 15, 5}, EVALUATION_TUNED);
    Search *search = &desk->worker->search;
    Position *position = &search->position;
    int drawn = 0;
    for (int i = 0; i < POSITIONS; i++) {
        worker_clear(desk->worker);
        while (position->board.count < 10 + drawn_below(&seed, 80)) {
            position_play(position, drawn_random_point(position, &seed, 0), position->board.side);
        }
        uint64_t one = drawn_random(&seed), other = one;
        Point move = random_move(search, &one);
        assert_int_equal(move, random_move(search, &other));
        assert_true(move == POINT_NONE ||
                    (position->board.at[move] == EMPTY && !position_forbids(position, move)));
        drawn += move != POINT_NONE;
    }
    assert_true(drawn > POSITIONS / 4);
    desk_free(desk);
}
