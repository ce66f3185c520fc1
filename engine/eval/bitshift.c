/* bitshift - the table itself; see bitshift.h. */
#include "eval/bitshift.h"

/* clang-format off */

/* A line that is dead has one end closed; a live one is worth a shift more. A finished five has no
 * ends that matter and counts as live. All else that is empty counts 1. */
enum {
    DEAD_TWO   = 1 << 5,  LIVE_TWO   = DEAD_TWO   << 1,
    DEAD_THREE = 1 << 7,  LIVE_THREE = DEAD_THREE << 1,
    DEAD_FOUR  = 1 << 11, LIVE_FOUR  = DEAD_FOUR  << 1,
    DEAD_FIVE  = 1 << 15, LIVE_FIVE  = DEAD_FIVE  << 1,
    ANYTHING_ELSE = 1,
};

static const int32_t values[SHAPE_COUNT] = {
    [SHAPE_NONE]        = ANYTHING_ELSE,
    [SHAPE_DEAD_ONE]    = ANYTHING_ELSE,
    [SHAPE_LIVE_ONE]    = ANYTHING_ELSE,
    [SHAPE_DEAD_TWO]    = DEAD_TWO,
    [SHAPE_LIVE_TWO]    = LIVE_TWO,
    [SHAPE_WIDE_TWO]    = LIVE_TWO,
    [SHAPE_BROAD_TWO]   = LIVE_TWO,
    [SHAPE_DEAD_THREE]  = DEAD_THREE,
    [SHAPE_LIVE_THREE]  = LIVE_THREE,
    [SHAPE_SOLID_THREE] = LIVE_THREE,
    [SHAPE_DEAD_FOUR]   = DEAD_FOUR,
    [SHAPE_LIVE_FOUR]   = LIVE_FOUR,
    [SHAPE_FIVE]        = LIVE_FIVE,
    [SHAPE_FOUL]        = ANYTHING_ELSE,
};

/* clang-format on */

int32_t bitshift_value(Shape shape)
{
    return values[shape];
}

int32_t bitshift_point_value(const Shape shapes[DIRECTIONS])
{
    int32_t value = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        value += values[shapes[direction]];
    }
    return value;
}
