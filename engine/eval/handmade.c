/* handmade - the numbers, and filling tables with them; see handmade.h. They were chosen by games
 * of this evaluation against itself (README, Strength), and then rounded. */
#include "eval/handmade.h"

#include "eval/bitshift.h"

/* --- values --- */

enum {
    /* Lines short of a four are worth two shifts more: each step from dead two to live four then
     * doubles the value. */
    SHORT_OF_FOUR_SHIFT = 2,
    OWN_WEIGHT = 48, /* of LEARNT_WEIGHT_ONE: puts values on the scale of the search's parameters */
    OPPONENT_WEIGHT = 44,
    TEMPO = 3 << 3,
};

/* What each threat on the board adds to the value, in the order of the bits of a threat mask. */
static const int16_t own_threats[THREAT_MASK_OWN_BITS] = {
    3 << 3, /* three */
    3 << 4, /* double three */
    1 << 5, /* four */
    1 << 5, /* four-three */
};
static const int16_t opponent_threats[THREAT_MASK_OPPONENT_BITS] = {
    0,         /* three */
    0,         /* double three */
    0,         /* four */
    -(7 << 4), /* four-three */
    -(1 << 6), /* open four */
    0,         /* five: the only move is to block it */
};

static int correction_of(Shape shape)
{
    int32_t value = bitshift_value(shape);
    bool is_counted = shape >= SHAPE_DEAD_TWO && shape <= SHAPE_SOLID_THREE;
    return is_counted ? (value << SHORT_OF_FOUR_SHIFT) - value : 0;
}

static int threat_mask_value(int mask)
{
    int sum = TEMPO;
    for (int bit = 0; bit < THREAT_MASK_OWN_BITS; bit++) {
        sum += (mask >> bit & 1) * own_threats[bit];
    }
    for (int bit = 0; bit < THREAT_MASK_OPPONENT_BITS; bit++) {
        sum += (mask >> (THREAT_MASK_OWN_BITS + bit) & 1) * opponent_threats[bit];
    }
    return sum;
}

/* --- policy, in parts of LEARNT_POLICY_UNIT --- */

enum {
    STEP_OWN = 150,      /* for each step of the shapes that a move makes, */
    STEP_OPPONENT = 100, /* and of those that it takes from the opponent; */
    NEARER_TO_LAST = 60, /* for each point nearer to the opponent's last stone, */
    NEARER_TO_OWN = 40,  /* and to the own stone before that */
};

/* How many steps a shape stands above nothing. */
static const int steps[SHAPE_COUNT] = {
    [SHAPE_LIVE_ONE] = 1,  [SHAPE_DEAD_TWO] = 1,   [SHAPE_LIVE_TWO] = 2,   [SHAPE_WIDE_TWO] = 3,
    [SHAPE_BROAD_TWO] = 4, [SHAPE_DEAD_THREE] = 3, [SHAPE_LIVE_THREE] = 6, [SHAPE_SOLID_THREE] = 8,
    [SHAPE_DEAD_FOUR] = 6, [SHAPE_LIVE_FOUR] = 14, [SHAPE_FIVE] = 20,
};

/* --- tables --- */

static void fill_combination(void *context, int combination, const Shape shapes[DIRECTIONS])
{
    LearntColour *numbers = context;
    int correction = 0, height = 0; /* in steps, over all lines */
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        correction += correction_of(shapes[direction]);
        height += steps[shapes[direction]];
    }
    numbers->correction[combination] = (int16_t)correction;
    numbers->policy_own[combination] = (int16_t)(STEP_OWN * height);
    numbers->policy_opponent[combination] = (int16_t)(STEP_OPPONENT * height);
}

static void fill_offsets(LearntColour *numbers)
{
    for (int longer = 1; longer <= OFFSET_REACH; longer++) {
        int nearer = OFFSET_REACH + 1 - longer;
        for (int shorter = 0; shorter <= longer; shorter++) {
            int offset = offset_class_by(longer, shorter);
            numbers->policy_answer[offset] = (int16_t)(NEARER_TO_LAST * nearer);
            numbers->policy_follow[offset] = (int16_t)(NEARER_TO_OWN * nearer);
        }
    }
    numbers->policy_answer[OFFSET_FAR] = numbers->policy_follow[OFFSET_FAR] = 0;
}

void handmade_fill(LearntColour *numbers)
{
    numbers->own_weight = OWN_WEIGHT;
    numbers->opponent_weight = OPPONENT_WEIGHT;
    combination_each(fill_combination, numbers);
    for (int mask = 0; mask < THREAT_MASKS; mask++) {
        numbers->threat_mask[mask] = (int16_t)threat_mask_value(mask);
    }
    fill_offsets(numbers);
}
