/* Checks the order of moves: best first, ties by point, and nothing lost on the way.
 *
 * A bad order costs time only and would pass every other test, so what is certain about it is
 * checked here. What policy, history and killers add to the score is computed a second time and
 * must be the same.
 */
#include "search/ordering.h"

#include "drawn_net.h"
#include "eval/eval.h"
#include "eval/learnt.h"
#include "reference.h"
#include "search/parameters.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum { BOARDS = 300, PLY = 7 };

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

static int list_all(Position *position, Move *moves)
{
    int count = candidates_list_all(position, moves);
    ordering_score_static(drawn_eval_tables(position), position, moves, count);
    for (int i = 0; i < count; i++) {
        ordering_pick(moves, count, i);
    }
    return count;
}

static int by_point(const void *one, const void *other)
{
    return (int)((const Move *)one)->point - (int)((const Move *)other)->point;
}

TEST(picking_sorts_and_loses_nothing)
{
    static Move moves[MOVES_MAX], all[MOVES_MAX];
    uint64_t random = 4711;
    Drawn *drawn = drawn_new(usual);
    for (long i = drawn_scaled(BOARDS); i > 0; i--) {
        Game game = reference_random_game(&random, SIDE_MIN, 15);
        reference_scatter(drawn, game, drawn_below(&random, 30), &random);
        int count = list_all(&drawn->position, moves);
        for (int j = 1; j < count; j++) {
            assert_true(
                moves[j - 1].score > moves[j].score ||
                (moves[j - 1].score == moves[j].score && moves[j - 1].point < moves[j].point));
        }
        qsort(moves, (size_t)count, sizeof *moves, by_point);
        assert_int_equal(candidates_list_all(&drawn->position, all), count);
        for (int j = 0; j < count; j++) {
            assert_int_equal(moves[j].point, all[j].point);
        }
    }
    free(drawn);
}

TEST(picking_leaves_what_was_picked)
{
    Move moves[] = {{10, 0, 9}, {11, 0, 1}, {12, 0, 7}, {13, 0, 7}};
    ordering_pick(moves, 4, 1);
    assert_int_equal(moves[0].point, 10);
    assert_int_equal(moves[1].point, 12);
    ordering_pick(moves, 4, 2);
    assert_int_equal(moves[2].point, 13);
    ordering_pick(moves, 4, 3);
    assert_int_equal(moves[3].point, 11);
}

/* What games have taught of shapes and offsets adds up. (Freestyle's table stands for all; its
 * offsets are made up here, so that each counts for itself.) */
TEST(static_scores_are_the_learnt_policy)
{
    static Move moves[MOVES_MAX];
    static LearntColour colour;
    uint64_t random = 4713;
    Drawn *drawn = drawn_new(usual);
    eval_fill_tables(&drawn->tables, &usual, EVALUATION_TUNED);
    colour = *drawn->tables.eval.learnt.colour[BLACK];
    for (int offset = 0; offset < OFFSET_CLASSES; offset++) {
        colour.policy_answer[offset] = (int16_t)(1000 + offset);
        colour.policy_follow[offset] = (int16_t)(-100 * offset);
    }
    drawn->tables.eval.learnt = (Learnt){.colour = {&colour, &colour}};
    for (long i = drawn_scaled(BOARDS / 4); i > 0; i--) {
        reference_scatter(drawn, usual, drawn_below(&random, 30), &random);
        const Position *position = &drawn->position;
        const Board *board = &position->board;
        Point last = board->count > 0 ? board->moves[board->count - 1].point : POINT_NONE;
        Point before = board->count > 1 ? board->moves[board->count - 2].point : POINT_NONE;
        int count = candidates_list_all(position, moves);
        ordering_score_static(drawn_eval_tables(position), position, moves, count);
        for (int j = 0; j < count; j++) {
            int side = board->side, opponent = rules_opponent(side);
            int sum =
                colour.policy_own[position_point_pattern(position, moves[j].point, side)] +
                colour.policy_opponent[position_point_pattern(position, moves[j].point, opponent)] +
                1000 + offset_class(&board->geometry, last, moves[j].point) -
                100 * offset_class(&board->geometry, before, moves[j].point);
            assert_int_equal(moves[j].score, sum * PARAMETER(ORDER_POLICY) / 100);
        }
    }
    free(drawn);
}

/* Five before the opponent's five, that before an open four, and that before the corners. */
TEST(threats_come_in_their_order)
{
    static Move moves[MOVES_MAX];
    Drawn *drawn = drawn_new(usual);
    drawn_set(drawn, RULE_FREESTYLE, 5,
              "OXXXX......\n"
              "...........\n"
              "XOOOO......\n"
              "...........\n"
              "...........\n"
              ".....XXX...\n"
              "...........\n"
              "...........\n",
              BLACK);
    list_all(&drawn->position, moves);
    assert_int_equal(moves[0].point, drawn_point(drawn, 5, 0));
    assert_int_equal(moves[1].point, drawn_point(drawn, 5, 2));
    assert_int_equal(moves[2].point, drawn_point(drawn, 4, 5));
    assert_int_equal(moves[3].point, drawn_point(drawn, 8, 5));
    free(drawn);
}

/* The same threats in the other colour's eyes: my own come first. */
TEST(own_threats_come_before_equal_ones)
{
    static Move moves[MOVES_MAX];
    Drawn *drawn = drawn_new(usual);
    for (int side = BLACK; side <= WHITE; side++) {
        drawn_set(drawn, RULE_FREESTYLE, 5,
                  ".............\n"
                  "....XXX......\n"
                  ".............\n"
                  ".............\n"
                  ".............\n"
                  ".............\n"
                  "....OOO......\n"
                  ".............\n",
                  side);
        list_all(&drawn->position, moves);
        int row = side == BLACK ? 1 : 6;
        assert_int_equal(geometry_y(&drawn->position.board.geometry, moves[0].point), row);
        assert_int_equal(geometry_y(&drawn->position.board.geometry, moves[1].point), row);
        assert_int_equal(geometry_y(&drawn->position.board.geometry, moves[2].point), 7 - row);
    }
    free(drawn);
}

/* --- with what the search has learnt --- */

/* A history in which every point has some score and two moves of the list are killers at PLY. */
static void learn_something(History *history, int side, const Move *moves, int count,
                            uint64_t *random)
{
    for (int point = 0; point < POINTS_MAX; point++) {
        history->score[side][point] =
            (int16_t)(drawn_below(random, 2 * HISTORY_MAX + 1) - HISTORY_MAX);
        history->score[rules_opponent(side)][point] = HISTORY_MAX;
    }
    for (int ply = 0; ply < PLY_MAX; ply++) {
        history->killers[ply][0] = moves[drawn_below(random, count)].point;
        history->killers[ply][1] = moves[drawn_below(random, count)].point;
    }
}

/* What the score of a move must be, from its static score. */
static int32_t score_with(const History *history, int side, Move unsorted)
{
    bool is_killer =
        unsorted.point == history->killers[PLY][0] || unsorted.point == history->killers[PLY][1];
    return unsorted.score + history->score[side][unsorted.point] / PARAMETER(ORDER_HISTORY) +
           (is_killer ? PARAMETER(ORDER_KILLER) : 0);
}

/* The history of the side to move, and the killers of the ply, come on top of the static score. */
TEST(history_comes_on_top_of_the_look)
{
    static Move unsorted[MOVES_MAX], moves[MOVES_MAX];
    static History history;
    uint64_t random = 4712;
    Drawn *drawn = drawn_new(usual);
    for (long i = drawn_scaled(BOARDS / 4); i > 0; i--) {
        Game game = reference_random_game(&random, SIDE_MIN, 15);
        reference_scatter(drawn, game, drawn_below(&random, 30), &random);
        int count = candidates_list_all(&drawn->position, unsorted);
        if (count == 0) {
            continue;
        }
        int side = drawn->position.board.side;
        candidates_list_all(&drawn->position, moves);
        learn_something(&history, side, moves, count, &random);
        ordering_score_static(&drawn->tables.eval, &drawn->position, unsorted, count);
        ordering_score(&drawn->tables.eval, &drawn->position, &history, PLY, moves, count);
        for (int j = 0; j < count; j++) {
            assert_int_equal(moves[j].point, unsorted[j].point);
            assert_int_equal(moves[j].score, score_with(&history, side, unsorted[j]));
        }
    }
    free(drawn);
}

/* A history that knows nothing changes nothing. */
TEST(empty_history_leaves_the_look)
{
    static Move unsorted[MOVES_MAX], moves[MOVES_MAX];
    static History history;
    uint64_t random = 4713;
    Drawn *drawn = drawn_new(usual);
    history_clear(&history);
    reference_scatter(drawn, usual, 20, &random);
    int count = candidates_list_all(&drawn->position, unsorted);
    candidates_list_all(&drawn->position, moves);
    ordering_score_static(&drawn->tables.eval, &drawn->position, unsorted, count);
    ordering_score(&drawn->tables.eval, &drawn->position, &history, 0, moves, count);
    assert_memory_equal(unsorted, moves, sizeof *moves * (size_t)count);
    free(drawn);
}

/* The pattern network has its say beside the tables. */
TEST(the_network_is_added_to_the_policy)
{
    static Move unsorted[MOVES_MAX], moves[MOVES_MAX];
    static Evaluator evaluator;
    uint64_t random = 4714;
    int others = 0;
    DrawnLearnt *learnt = drawn_learnt(usual.rule, DRAWN_NET_USUAL, &random);
    Drawn *drawn = drawn_new(usual);
    eval_fill_tables_from(&drawn->tables, &usual, EVALUATION_PATTERN, &learnt->learnt);
    eval_init(&evaluator, &drawn->tables.eval);
    for (long i = drawn_scaled(BOARDS / 4); i > 0; i--) {
        reference_scatter(drawn, usual, 1 + drawn_below(&random, 30), &random);
        int count = candidates_list_all(&drawn->position, moves);
        ordering_score_static(&drawn->tables.eval, &drawn->position, moves, count);
        memcpy(unsorted, moves, sizeof *moves * (size_t)count);
        ordering_add_network(&evaluator, &drawn->position, moves, count);
        for (int j = 0; j < count; j++) {
            int32_t policy;
            eval_policy(&evaluator, &drawn->position, &unsorted[j].point, 1, &policy);
            int32_t added = policy * PARAMETER(ORDER_NETWORK) / 100;
            assert_int_equal(moves[j].point, unsorted[j].point);
            assert_int_equal(moves[j].score, unsorted[j].score + added);
            others += added != 0;
        }
    }
    assert_true(others > 0);
    free(learnt);
    free(drawn);
}

/* Without such a network nothing is. */
TEST(no_network_adds_nothing)
{
    static Move unsorted[MOVES_MAX], moves[MOVES_MAX];
    static Evaluator evaluator;
    uint64_t random = 4715;
    Drawn *drawn = drawn_new(usual);
    eval_init(&evaluator, &drawn->tables.eval);
    reference_scatter(drawn, usual, 20, &random);
    int count = candidates_list_all(&drawn->position, moves);
    ordering_score_static(&drawn->tables.eval, &drawn->position, moves, count);
    memcpy(unsorted, moves, sizeof *moves * (size_t)count);
    ordering_add_network(&evaluator, &drawn->position, moves, count);
    assert_memory_equal(unsorted, moves, sizeof *moves * (size_t)count);
    free(drawn);
}
