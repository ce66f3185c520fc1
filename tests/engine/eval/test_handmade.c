/* Checks the evaluation set by hand: its numbers are written out literally here, and tables that
 * the program fills must say the same of any point, threat and move. That values add up from tables
 * is checked with the learnt ones (test_learnt.c).
 */
#include "eval/handmade.h"

#include "eval/eval.h"
#include "scatter.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <cmocka.h>

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

static const LearntColour *numbers(void)
{
    static LearntColour filled;
    handmade_fill(&filled);
    return &filled;
}

static ShapeCode random_code(uint64_t *random)
{
    unsigned code = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        code = code << 4 | (unsigned)drawn_below(random, SHAPE_COUNT);
    }
    return (ShapeCode)code;
}

static int sum_over(ShapeCode code, const int of[SHAPE_COUNT])
{
    return of[code & 15] + of[code >> 4 & 15] + of[code >> 8 & 15] + of[code >> 12];
}

static void points_are_worth_their_lines(void **state)
{
    (void)state;
    static const int expected[SHAPE_COUNT] = {
        [SHAPE_NONE] = 1,           [SHAPE_DEAD_ONE] = 1,     [SHAPE_LIVE_ONE] = 1,
        [SHAPE_DEAD_TWO] = 128,     [SHAPE_LIVE_TWO] = 256,   [SHAPE_WIDE_TWO] = 256,
        [SHAPE_BROAD_TWO] = 256,    [SHAPE_DEAD_THREE] = 512, [SHAPE_LIVE_THREE] = 1024,
        [SHAPE_SOLID_THREE] = 1024, [SHAPE_DEAD_FOUR] = 2048, [SHAPE_LIVE_FOUR] = 4096,
        [SHAPE_FIVE] = 65536,       [SHAPE_FOUL] = 1,
    };
    uint64_t random = SCATTER_SEED;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        Drawn *drawn = drawn_new_for((Game){(Rule)rule, 15, 15, 5}, EVALUATION_HANDMADE);
        for (long i = drawn_scaled(10000); i > 0; i--) {
            ShapeCode code = random_code(&random);
            int combination = drawn->tables.board.combinations.of_code[code];
            int sum = sum_over(code, expected);
            assert_int_equal(drawn->tables.eval.terms.value[BLACK][combination], sum);
            assert_int_equal(drawn->tables.eval.terms.value[WHITE][combination], sum);
        }
        free(drawn);
    }
}

static void threats_add_up(void **state)
{
    (void)state;
    static const int each[] = {24, 48, 32, 32, /* own */ 0, 0, 0, -112, -64, 0 /* opponent's */};
    const LearntColour *hand = numbers();
    _Static_assert(sizeof each / sizeof *each == THREAT_MASK_BITS, "a number for each threat");
    for (int threat_mask = 0; threat_mask < THREAT_MASKS; threat_mask++) {
        int sum = 24;
        for (int bit = 0; bit < THREAT_MASK_BITS; bit++) {
            sum += threat_mask >> bit & 1 ? each[bit] : 0;
        }
        assert_int_equal(hand->threat_mask[threat_mask], sum);
    }
    assert_int_equal(hand->own_weight, 48);
    assert_int_equal(hand->opponent_weight, 44);
}

static void moves_are_invited_by_their_lines(void **state)
{
    (void)state;
    static const int steps[SHAPE_COUNT] = {0, 0, 1, 1, 2, 3, 4, 3, 6, 8, 6, 14, 20, 0};
    const LearntColour *hand = numbers();
    Drawn *drawn = drawn_new(usual);
    uint64_t random = SCATTER_SEED;
    for (long i = drawn_scaled(10000); i > 0; i--) {
        ShapeCode code = random_code(&random);
        int combination = drawn->tables.board.combinations.of_code[code];
        assert_int_equal(hand->policy_own[combination], 150 * sum_over(code, steps));
        assert_int_equal(hand->policy_opponent[combination], 100 * sum_over(code, steps));
    }
    free(drawn);
}

/* However it lies otherwise, a point nearer to the last stones comes first. */
static void near_moves_are_invited(void **state)
{
    (void)state;
    const LearntColour *hand = numbers();
    Geometry geometry;
    geometry_init(&geometry, 32, 32);
    Point from = geometry_point(&geometry, 16, 16);
    for (int i = 0; i < 32 * 32; i++) {
        int x = abs(i % 32 - 16), y = abs(i / 32 - 16), distance = x > y ? x : y;
        int nearer = distance > 6 ? 0 : 7 - distance;
        if (distance > 0) {
            int offset = offset_class(&geometry, from, geometry_point(&geometry, i % 32, i / 32));
            assert_int_equal(hand->policy_answer[offset], 60 * nearer);
            assert_int_equal(hand->policy_follow[offset], 40 * nearer);
        }
    }
}

/* Black's lines have a future; white has a four to play, which black answers. The table sees little
 * but the four. */
static void twos_count_beside_fours(void **state)
{
    (void)state;
    static const char diagram[] = ".XOOO...\n"
                                  "........\n"
                                  "........\n"
                                  "....X...\n"
                                  "........\n"
                                  "........\n"
                                  "...X....\n"
                                  "........\n";
    Game game = {RULE_FREESTYLE, 8, 8, 5};
    Value value[2];
    for (int i = 0; i < 2; i++) {
        Drawn *drawn = drawn_new_for(game, i == 0 ? EVALUATION_BASE : EVALUATION_HANDMADE);
        drawn_set(drawn, RULE_FREESTYLE, 5, diagram, BLACK); /* the same game: the tables stay */
        value[i] = drawn_value(&drawn->position);
        free(drawn);
    }
    assert_true(value[0] < 0);
    assert_true(value[1] > 0);
}

static void fewer_in_a_row_are_left_alone(void **state)
{
    (void)state;
    for (int win_length = WIN_LENGTH_MIN; win_length <= WIN_LENGTH_MAX; win_length++) {
        Game game = {RULE_FREESTYLE, 15, 15, win_length};
        Drawn *drawn = drawn_new_for(game, EVALUATION_HANDMADE);
        bool is_used = drawn->tables.eval.learnt.colour[BLACK] == &drawn->tables.eval.handmade;
        assert_int_equal(is_used, win_length == WIN_LENGTH_MAX);
        free(drawn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_worth_their_lines),
        cmocka_unit_test(threats_add_up),
        cmocka_unit_test(moves_are_invited_by_their_lines),
        cmocka_unit_test(near_moves_are_invited),
        cmocka_unit_test(twos_count_beside_fours),
        cmocka_unit_test(fewer_in_a_row_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
