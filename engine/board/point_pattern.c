/* point_pattern - numbering the point patterns, and their threats; see point_pattern.h. */
#include "board/point_pattern.h"

#include <string.h>

/* How many shapes of each interesting kind a point has. */
typedef struct {
    int fives, fouls, live_fours, fours, live_threes;
} ShapeTally;

static ShapeTally tally_shapes(const Shape shapes[DIRECTIONS])
{
    ShapeTally tally = {0};
    for (int i = 0; i < DIRECTIONS; i++) {
        tally.fives += shapes[i] == SHAPE_FIVE;
        tally.fouls += shapes[i] == SHAPE_FOUL;
        tally.live_fours += shapes[i] == SHAPE_LIVE_FOUR;
        tally.fours += shape_is_four(shapes[i]);
        tally.live_threes += shape_is_live_three(shapes[i]);
    }
    return tally;
}

Threat point_pattern_threat(const Shape shapes[DIRECTIONS], Rule rule, int colour)
{
    ShapeTally tally = tally_shapes(shapes);
    if (tally.fives > 0) {
        return THREAT_FIVE;
    }
    if (rules_line(rule, colour).fouls) {
        if (tally.fouls > 0 || tally.fours > 1) {
            return THREAT_FOUL;
        }
        if (tally.live_threes > 1) {
            return THREAT_SUSPECT;
        }
    }
    if (tally.live_fours > 0 || tally.fours > 1) {
        return THREAT_OPEN_FOUR;
    }
    if (tally.fours > 0) {
        return tally.live_threes > 0 ? THREAT_FOUR_THREE : THREAT_FOUR;
    }
    return tally.live_threes > 1   ? THREAT_DOUBLE_THREE
           : tally.live_threes > 0 ? THREAT_THREE
                                   : THREAT_NONE;
}

const char *threat_name(Threat threat)
{
    static const char *const names[THREAT_COUNT] = {
        [THREAT_NONE] = "no threat",
        [THREAT_THREE] = "open three",
        [THREAT_DOUBLE_THREE] = "double three",
        [THREAT_FOUR] = "four",
        [THREAT_FOUR_THREE] = "four and open three",
        [THREAT_OPEN_FOUR] = "open four",
        [THREAT_FIVE] = "five",
        [THREAT_SUSPECT] = "double three, if both are real",
        [THREAT_FOUL] = "foul",
    };
    return names[threat];
}

/* The weights of the shapes, the commonest first. They were found by trying: no two ways to choose
 * four of them have the same sum, and no sum needs more than 16 bits. */
static const uint16_t weights[SHAPE_COUNT] = {
    [SHAPE_NONE] = 0,          [SHAPE_DEAD_ONE] = 1,        [SHAPE_LIVE_ONE] = 5,
    [SHAPE_DEAD_TWO] = 21,     [SHAPE_LIVE_TWO] = 55,       [SHAPE_DEAD_THREE] = 264,
    [SHAPE_WIDE_TWO] = 571,    [SHAPE_BROAD_TWO] = 1558,    [SHAPE_LIVE_THREE] = 5193,
    [SHAPE_DEAD_FOUR] = 7966,  [SHAPE_SOLID_THREE] = 12523, [SHAPE_FIVE] = 13786,
    [SHAPE_LIVE_FOUR] = 15174, [SHAPE_FOUL] = 16078,
};

static unsigned sum_of(const Shape shapes[DIRECTIONS])
{
    unsigned sum = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        sum += weights[shapes[i]];
    }
    return sum;
}

JudgedPattern point_pattern_of(const PointPatternTable *table, const Shape shapes[DIRECTIONS],
                               int colour)
{
    return table->of_sum[colour][sum_of(shapes)];
}

/* Steps to the next list of shapes that never rise from left to right; false after the last. */
static bool next_point_pattern(Shape shapes[DIRECTIONS])
{
    for (int i = DIRECTIONS - 1; i >= 0; i--) {
        Shape limit = i > 0 ? shapes[i - 1] : SHAPE_COUNT - 1;
        if (shapes[i] < limit) {
            shapes[i]++;
            memset(&shapes[i + 1], 0, sizeof *shapes * (size_t)(DIRECTIONS - 1 - i));
            return true;
        }
    }
    return false;
}

void point_pattern_each(PointPatternVisit *visit, void *context)
{
    Shape shapes[DIRECTIONS] = {SHAPE_NONE, SHAPE_NONE, SHAPE_NONE, SHAPE_NONE};
    int number = 0;
    do {
        visit(context, number++, shapes);
    } while (next_point_pattern(shapes));
}

/* The table being filled, and the rule that it is for. */
typedef struct {
    PointPatternTable *table;
    Rule rule;
} Filling;

static void fill_point_pattern(void *context, int point_pattern, const Shape shapes[DIRECTIONS])
{
    const Filling *filling = context;
    for (int colour = BLACK; colour <= WHITE; colour++) {
        Threat threat = point_pattern_threat(shapes, filling->rule, colour);
        filling->table->of_sum[colour][sum_of(shapes)] =
            (JudgedPattern)(point_pattern << THREAT_BITS | (int)threat);
    }
}

static void fill_weights(PointPatternTable *table)
{
    for (int black = 0; black < SHAPE_COUNT; black++) {
        for (int white = 0; white < SHAPE_COUNT; white++) {
            table->weight[black | white << 4] = weights[black] | (ColourPair)weights[white] << 16;
        }
    }
}

void point_pattern_table_fill(PointPatternTable *table, Rule rule)
{
    Filling filling = {table, rule};
    memset(table->of_sum, 0, sizeof table->of_sum);
    fill_weights(table);
    point_pattern_each(fill_point_pattern, &filling);
}
