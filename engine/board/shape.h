/* shape - what one line through a point would be worth to whom.
 *
 * Take one line through an empty point, and suppose a stone of one colour there: the shape
 * is what that stone makes of the line, from nothing to five. A shape is defined by what one more
 * stone of its owner could make of it, down from five:
 *
 *   five        the line wins
 *   live four   whatever single stone the opponent adds, one more stone makes five
 *   dead four   one more stone makes five, if the opponent lets it
 *   live three  one more stone makes a live four (solid: in more than one way)
 *   dead three  one more stone makes a dead four
 *   live two    one more stone makes a live three (in 1-2 ways; wide: in 3; broad: in 4 or more)
 *   dead two    one more stone makes a dead three
 *   ones        one more stone makes a live, a dead two
 *   foul        renju, black: an overline, or two fours on this one line
 *
 * The names are those of five in a row; with win_length 3 a "five" is three in a row. Only fives
 * through the point itself count, so the shape depends on no more than `reach` points to each side.
 *
 * That one definition is turned into a table at start-up, for each rule and win length. The points
 * on one side of the centre, up to the wall, are a number: the sum of what they count. The nearest
 * counts 1 if it is empty, 2 with a black stone and 3 with a white one; the second counts three
 * times as much, and so on up to the fourth. The fifth has two bits above them. The numbers of both
 * sides, one above the other, are the key of the line, and shapes[key] holds the shape for black
 * and for white. A stone k points away adds a constant to the key, so a move updates a line with
 * one addition and one look-up. A side without its fifth point is a mask away (line_pattern.h).
 *
 * Walls only shorten a side, so 132,496 keys are in use, and 14,641 in freestyle, where no shape
 * depends on a fifth point. They stay in the cache, as 1,048,576 and 65,536, with two bits for each
 * point, would not.
 */
#ifndef TENGEN_BOARD_SHAPE_H
#define TENGEN_BOARD_SHAPE_H

#include "board/board.h"
#include "board/rules.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    SHAPE_NONE,
    SHAPE_DEAD_ONE,
    SHAPE_LIVE_ONE,
    SHAPE_DEAD_TWO,
    SHAPE_LIVE_TWO,
    SHAPE_WIDE_TWO,
    SHAPE_BROAD_TWO,
    SHAPE_DEAD_THREE,
    SHAPE_LIVE_THREE,
    SHAPE_SOLID_THREE,
    SHAPE_DEAD_FOUR,
    SHAPE_LIVE_FOUR,
    SHAPE_FIVE,
    SHAPE_FOUL,
    SHAPE_COUNT
} Shape;

enum {
    REACH_MAX = WIN_LENGTH_MAX, /* points to each side that a shape can depend on */
    NEAR_REACH = REACH_MAX - 1, /* those that count in powers of three */
    NEAR_SIDES = 121,           /* 1 + 3 + 9 + 27 + 81: sides of length 0 to 4 */
    NEAR_BITS = 7,              /* which they need, */
    NEAR_MASK = (1 << NEAR_BITS) - 1,
    SIDE_BITS = NEAR_BITS + 2, /* and with the fifth point */
    SIDE_MASK = (1 << SIDE_BITS) - 1,
    LINE_KEYS = 1 << 2 * SIDE_BITS,
};

typedef uint32_t LineKey;
typedef uint8_t ShapePair; /* the shape for black in the low, for white in the high four bits */

typedef struct {
    int reach;                   /* points to each side that the key covers */
    ShapePair shapes[LINE_KEYS]; /* by line key */
} ShapeTable;

/* What an empty point counts in the number of its side, by its place there, nearest first. */
extern const LineKey shape_place_weight[REACH_MAX];

/* Fills the table for a game that rules_fault accepts. */
void shape_table_fill(ShapeTable *table, const Game *game);

/* The key of the line through a point in a direction, read from the board point by point. The point
 * itself does not take part. */
LineKey shape_line_key(const ShapeTable *table, const Board *board, Point point, int direction);

/* What a stone of that colour, `distance` points away on the lower-numbered side of the centre
 * (`before`) or on the other, adds to the key of the line. */
static inline LineKey shape_stone_weight(int colour, int distance, bool before)
{
    LineKey weight = (LineKey)(colour + 1) * shape_place_weight[distance - 1];
    return before ? weight << SIDE_BITS : weight;
}

/* What the shape is called, for people. */
const char *shape_name(Shape shape);

/* One half of a pair of shapes. */
static inline Shape shape_of(ShapePair pair, int colour)
{
    return (Shape)(pair >> (4 * colour) & 15);
}

/* The shape that a stone of that colour on the point would make of the line, from the board. */
static inline Shape shape_at(const ShapeTable *table, const Board *board, Point point,
                             int direction, int colour)
{
    return shape_of(table->shapes[shape_line_key(table, board, point, direction)], colour);
}

/* Says whether the shape is a four that is not yet five. */
static inline bool shape_is_four(Shape shape)
{
    return shape == SHAPE_DEAD_FOUR || shape == SHAPE_LIVE_FOUR;
}

/* Says whether the shape is an open three. */
static inline bool shape_is_live_three(Shape shape)
{
    return shape == SHAPE_LIVE_THREE || shape == SHAPE_SOLID_THREE;
}

#endif
