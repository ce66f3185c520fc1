/* Checks the order of moves: best first, ties by point, and nothing lost on the way.
 *
 * A bad order costs time only and would pass every other test, so the little that can be said for
 * certain is said here.
 */
#include "search/order.h"

#include "reference.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <cmocka.h>

enum { BOARDS = 300 };

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

static int list_all(Position *position, Point known_best, Move *moves)
{
    int count = candidates_list_all(position, moves);
    order_score_look(position, moves, count, known_best);
    for (int i = 0; i < count; i++) {
        order_pick(moves, count, i);
    }
    return count;
}

static int by_point(const void *one, const void *other)
{
    return (int)((const Move *)one)->point - (int)((const Move *)other)->point;
}

static void picking_sorts_and_loses_nothing(void **state)
{
    (void)state;
    static Move moves[MOVES_MAX], all[MOVES_MAX];
    uint64_t random = 4711;
    Drawn *drawn = drawn_new(usual);
    for (long i = drawn_scaled(BOARDS); i > 0; i--) {
        Game game = reference_random_game(&random, SIDE_MIN, 15);
        reference_scatter(drawn, game, drawn_below(&random, 30), &random);
        int count = list_all(&drawn->position, POINT_NONE, moves);
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

static void picking_leaves_what_was_picked(void **state)
{
    (void)state;
    Move moves[] = {{10, 9}, {11, 1}, {12, 7}, {13, 7}};
    order_pick(moves, 4, 1);
    assert_int_equal(moves[0].point, 10);
    assert_int_equal(moves[1].point, 12);
    order_pick(moves, 4, 2);
    assert_int_equal(moves[2].point, 13);
    order_pick(moves, 4, 3);
    assert_int_equal(moves[3].point, 11);
}

static void known_best_comes_first(void **state)
{
    (void)state;
    static Move moves[MOVES_MAX];
    Drawn *drawn = drawn_new(usual);
    drawn_set(drawn, RULE_FREESTYLE, 5, ".......\n.XXXX..\n.......\n.OOOO..\n.......\n", BLACK);
    Point corner = drawn_point(drawn, 6, 4);
    list_all(&drawn->position, corner, moves);
    assert_int_equal(moves[0].point, corner);
    int count = list_all(&drawn->position, drawn_point(drawn, 1, 1), moves); /* not on the list */
    assert_int_equal(count, 5 * 7 - 8);
    free(drawn);
}

/* Five before the opponent's five, that before an open four, and that before the corners. */
static void threats_come_in_their_order(void **state)
{
    (void)state;
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
    list_all(&drawn->position, POINT_NONE, moves);
    assert_int_equal(moves[0].point, drawn_point(drawn, 5, 0));
    assert_int_equal(moves[1].point, drawn_point(drawn, 5, 2));
    assert_int_equal(moves[2].point, drawn_point(drawn, 4, 5));
    assert_int_equal(moves[3].point, drawn_point(drawn, 8, 5));
    free(drawn);
}

/* The same threats in the other colour's eyes: my own come first. */
static void own_threats_come_before_equal_ones(void **state)
{
    (void)state;
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
        list_all(&drawn->position, POINT_NONE, moves);
        int row = side == BLACK ? 1 : 6;
        assert_int_equal(geometry_y(&drawn->position.board.geometry, moves[0].point), row);
        assert_int_equal(geometry_y(&drawn->position.board.geometry, moves[1].point), row);
        assert_int_equal(geometry_y(&drawn->position.board.geometry, moves[2].point), 7 - row);
    }
    free(drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picking_sorts_and_loses_nothing),
        cmocka_unit_test(picking_leaves_what_was_picked),
        cmocka_unit_test(known_best_comes_first),
        cmocka_unit_test(threats_come_in_their_order),
        cmocka_unit_test(own_threats_come_before_equal_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
