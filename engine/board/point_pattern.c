/* point_pattern - numbering the point patterns, and their threats; see point_pattern.h. */
#include "board/point_pattern.h"

#include <string.h>

/* How many shapes of each interesting kind a point has. */
typedef struct {
    int fives, fouls, live_fours, fours, live_threes;
} Tally;

static Tally tally_shapes(const Shape shapes[DIRECTIONS])
{
    Tally tally = {0};
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
    Tally tally = tally_shapes(shapes);
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

/* Writes the number of a point pattern to every code that lists its shapes in some order. */
static void number_orders(PointPatternTable *table, Shape shapes[DIRECTIONS], int fixed,
                          uint16_t number)
{
    if (fixed == DIRECTIONS) {
        ShapeCode code = 0;
        for (int i = 0; i < DIRECTIONS; i++) {
            code = (ShapeCode)(code << 4 | (int)shapes[i]);
        }
        table->of_code[code] = number;
        return;
    }
    for (int i = fixed; i < DIRECTIONS; i++) {
        Shape first = shapes[fixed], chosen = shapes[i];
        shapes[fixed] = chosen, shapes[i] = first;
        number_orders(table, shapes, fixed + 1, number);
        shapes[fixed] = first, shapes[i] = chosen;
    }
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
    Shape order[DIRECTIONS];
    for (int colour = BLACK; colour <= WHITE; colour++) {
        filling->table->threat[colour][point_pattern] =
            (uint8_t)point_pattern_threat(shapes, filling->rule, colour);
    }
    memcpy(order, shapes, sizeof order);
    number_orders(filling->table, order, 0, (uint16_t)point_pattern);
}

void point_pattern_table_fill(PointPatternTable *table, Rule rule)
{
    Filling filling = {table, rule};
    memset(table->of_code, 0, sizeof table->of_code);
    point_pattern_each(fill_point_pattern, &filling);
}
