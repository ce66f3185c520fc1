/* Checks the numbers of line patterns: against keys that are put together here digit by digit, and
 * against each other, for every key there is.
 */
#include "eval/line_pattern.h"

#include "drawn.h"
#include "scatter.h"
#include "unit.h"

#include <stdlib.h>

/* The points of a side from near to far: 0 empty, 1 black, 2 white. */
typedef struct {
    int length, digit[PATTERN_REACH];
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
    for (int number = 0; number < PATTERN_SIDES; number++) {
        Side side = side_of(number);
        assert_int_equal(number_of(&side), number);
        for (int reach = 0; reach <= PATTERN_REACH; reach++) {
            Side shorter = cut(side, reach);
            assert_int_equal(line_pattern_cut((LineKey)number, reach), number_of(&shorter));
        }
    }
}

/* The key of two sides, put together here. */
static PatternKey key_of(const Side *before, const Side *after)
{
    return (PatternKey)(number_of(before) * (1 << NEAR_BITS) + number_of(after));
}

static void check_cuts(const Side *before, const Side *after)
{
    PatternKey key = key_of(before, after);
    Side other_before = swapped(*before), other_after = swapped(*after);
    assert_int_equal(line_pattern_swap(key), key_of(&other_before, &other_after));
    for (int reach = 1; reach <= PATTERN_REACH; reach++) {
        Side near = cut(*before, reach), far = cut(*after, reach);
        assert_int_equal(line_pattern_cut_key(key, reach), key_of(&near, &far));
    }
}

/* Every pattern has one number, its two keys have the same, and no other key has it. */
static void check_number(const Side *before, const Side *after, int keys[PATTERNS])
{
    PatternKey key = key_of(before, after), mirrored = key_of(after, before);
    int number = line_pattern_number(key);
    assert_in_range(number, 0, PATTERNS - 1);
    assert_int_equal(line_pattern_number(mirrored), number);
    assert_int_equal(line_pattern_key_of(number), key > mirrored ? key : mirrored);
    keys[number]++;
}

TEST(keys_are_cut_swapped_and_numbered)
{
    static int keys[PATTERNS];
    for (int i = 0; i < PATTERN_SIDES; i++) {
        for (int j = 0; j < PATTERN_SIDES; j++) {
            Side before = side_of(i), after = side_of(j);
            check_cuts(&before, &after);
            check_number(&before, &after, keys);
        }
    }
    for (int number = 0; number < PATTERNS; number++) {
        PatternKey key = line_pattern_key_of(number);
        bool is_even = line_pattern_before(key) == line_pattern_after(key);
        assert_int_equal(keys[number], is_even ? 1 : 2);
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
                assert_int_equal(line_pattern_key(key), key_of(&before, &after));
            }
        }
    }
    free(drawn);
}
