/* Checks the numbers of line patterns: against keys that are put together here digit by digit, and
 * against each other, for every key there is.
 */
#include "eval/line_pattern.h"

#include "drawn.h"
#include "scatter.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* The points of a side from near to far: 0 empty, 1 black, 2 white. */
typedef struct {
    int length, digit[REACH_MAX];
} Side;

/* The side of that number: shorter ones come first, and near points change fastest. */
static Side side_of(int number)
{
    Side side = {.length = 0};
    int sides = 1;
    while (number >= sides) {
        number -= sides;
        sides *= 3;
        side.length++;
    }
    for (int i = 0; i < side.length; i++, number /= 3) {
        side.digit[i] = number % 3;
    }
    return side;
}

static int number_of(const Side *side)
{
    int number = 0, weight = 1;
    for (int i = 0; i < side->length; i++, weight *= 3) {
        number += weight + side->digit[i] * weight;
    }
    return number;
}

static Side cut(Side side, int reach)
{
    side.length = side.length > reach ? reach : side.length;
    return side;
}

static Side swapped(Side side)
{
    static const int other[] = {0, 2, 1};
    for (int i = 0; i < side.length; i++) {
        side.digit[i] = other[side.digit[i]];
    }
    return side;
}

TEST(sides_are_cut_from_afar)
{
    for (int number = 0; number < SIDE_STATES_MAX; number++) {
        Side side = side_of(number);
        assert_int_equal(number_of(&side), number);
        for (int reach = 0; reach <= REACH_MAX; reach++) {
            Side shorter = cut(side, reach);
            assert_int_equal(line_pattern_cut((LineKey)number, reach), number_of(&shorter));
        }
    }
}

TEST(both_sides_of_a_key_are_cut_and_swapped)
{
    for (int key = 0; key < PATTERN_KEYS; key++) {
        Side before = side_of(key / PATTERN_SIDES), after = side_of(key % PATTERN_SIDES);
        Side other_before = swapped(before), other_after = swapped(after);
        assert_int_equal(line_pattern_swap((PatternKey)key),
                         number_of(&other_before) * PATTERN_SIDES + number_of(&other_after));
        for (int reach = 1; reach <= PATTERN_REACH; reach++) {
            Side near = cut(before, reach), far = cut(after, reach);
            assert_int_equal(line_pattern_cut_key((PatternKey)key, reach),
                             number_of(&near) * PATTERN_SIDES + number_of(&far));
        }
    }
}

/* Every pattern has one number, its two keys have the same, and no other key has it. */
TEST(numbers_are_those_of_both_readings)
{
    static int keys[PATTERNS];
    memset(keys, 0, sizeof keys);
    for (int key = 0; key < PATTERN_KEYS; key++) {
        int before = key / PATTERN_SIDES, after = key % PATTERN_SIDES;
        int number = line_pattern_number((PatternKey)key);
        assert_in_range(number, 0, PATTERNS - 1);
        assert_int_equal(line_pattern_number((PatternKey)(after * PATTERN_SIDES + before)), number);
        PatternKey first = line_pattern_key_of(number);
        assert_true(first == key || first == after * PATTERN_SIDES + before);
        assert_true(first / PATTERN_SIDES >= first % PATTERN_SIDES);
        keys[number]++;
    }
    for (int number = 0; number < PATTERNS; number++) {
        PatternKey key = line_pattern_key_of(number);
        assert_int_equal(keys[number], key / PATTERN_SIDES == key % PATTERN_SIDES ? 1 : 2);
    }
}

static Side walk(const Board *board, Point from, int step)
{
    static const int digit[] = {[BLACK] = 1, [WHITE] = 2, [EMPTY] = 0};
    Side side = {.length = 0};
    for (int point = from + step; side.length < PATTERN_REACH && board->at[point] != WALL;
         point += step) {
        side.digit[side.length++] = digit[board->at[point]];
    }
    return side;
}

/* The key of a line, of whatever reach the game's keys are, is what stands on the board. */
TEST(keys_are_read_from_the_board)
{
    uint64_t random = SCATTER_SEED;
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 15, 15, 5});
    for (long i = drawn_scaled(300); i > 0; i--) {
        scatter_stones(drawn, scatter_game((Rule)(i % RULE_COUNT), WIN_LENGTH_MAX, &random), 60, 50,
                       &random);
        const Position *position = &drawn->position;
        for (int point = 0; point < position->board.geometry.points; point++) {
            for (int j = 0; j < DIRECTIONS && position->board.at[point] == EMPTY; j++) {
                int step = position->board.geometry.step[j];
                Side before = walk(&position->board, (Point)point, -step);
                Side after = walk(&position->board, (Point)point, step);
                LineKey key = position->cell[point].key[j];
                assert_int_equal(line_pattern_key(&position->tables->shapes, key),
                                 number_of(&before) * PATTERN_SIDES + number_of(&after));
            }
        }
    }
    free(drawn);
}
