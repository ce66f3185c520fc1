/* Checks the bitshift table, which is written out literally here, and that points add up from
 * it. */
#include "eval/bitshift.h"

#include "scatter.h"
#include "unit.h"

#include <stdlib.h>

TEST(test_the_bitshift_table)
{
    static const int32_t expected[SHAPE_COUNT] = {
        [SHAPE_NONE] = 1,          [SHAPE_DEAD_ONE] = 1,     [SHAPE_LIVE_ONE] = 1,
        [SHAPE_DEAD_TWO] = 32,     [SHAPE_LIVE_TWO] = 64,    [SHAPE_WIDE_TWO] = 64,
        [SHAPE_BROAD_TWO] = 64,    [SHAPE_DEAD_THREE] = 128, [SHAPE_LIVE_THREE] = 256,
        [SHAPE_SOLID_THREE] = 256, [SHAPE_DEAD_FOUR] = 2048, [SHAPE_LIVE_FOUR] = 4096,
        [SHAPE_FIVE] = 65536,      [SHAPE_FOUL] = 1,
    };
    for (int shape = 0; shape < SHAPE_COUNT; shape++) {
        assert_int_equal(bitshift_value((Shape)shape), expected[shape]);
    }
}

TEST(test_a_point_is_the_sum_of_its_lines)
{
    uint64_t random = SCATTER_SEED;
    for (long i = drawn_scaled(10000); i > 0; i--) {
        Shape shapes[DIRECTIONS];
        int32_t sum = 0;
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            shapes[direction] = (Shape)drawn_below(&random, SHAPE_COUNT);
            sum += bitshift_value(shapes[direction]);
        }
        assert_int_equal(bitshift_point_value(shapes), sum);
    }
}
