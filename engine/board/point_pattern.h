/* point_pattern - the four shapes on one point together, and what they threaten.
 *
 * The order of the directions does not matter: 14 shapes in four directions make 2380 point
 * patterns, which are numbered. What depends on the shapes of a point is looked up by that number:
 * its threat here, and its terms in the evaluation.
 *
 * Each shape has a weight, and no two point patterns have the same sum of weights. So where one
 * line of a point changes its shape, its sum changes by the difference of two weights, and the sum
 * says the pattern. The commonest shapes have the least weights: the sums that a game meets lie
 * close together, and stay in the nearest cache.
 */
#ifndef TENGEN_BOARD_POINT_PATTERN_H
#define TENGEN_BOARD_POINT_PATTERN_H

#include "board/rules.h"
#include "board/shape.h"

#include <stdbool.h>
#include <stdint.h>

/* What a stone on the point would threaten, from nothing to five, and what forbids it. */
typedef enum {
    THREAT_NONE,
    THREAT_THREE,        /* an open three */
    THREAT_DOUBLE_THREE, /* two of them, or more */
    THREAT_FOUR,         /* a dead four */
    THREAT_FOUR_THREE,   /* a dead four and an open three */
    THREAT_OPEN_FOUR,    /* a live four or two dead ones: five next, whatever is answered */
    THREAT_FIVE,         /* the game */
    THREAT_SUSPECT,      /* renju, black: two open threes, a foul if both are real */
    THREAT_FOUL,         /* renju, black: an overline or a double four */
    THREAT_COUNT
} Threat;

/* Says whether such a stone makes a four, open or not, that is not yet five. */
static inline bool threat_is_four(Threat threat)
{
    return threat == THREAT_FOUR || threat == THREAT_FOUR_THREE || threat == THREAT_OPEN_FOUR;
}

enum {
    POINT_PATTERNS =
        2380, /* ways to choose 4 of SHAPE_COUNT shapes, repetition allowed, unordered */
    SHAPE_SUMS = 1 << 16,
    SHAPE_PAIRS = 1 << 8,
    THREAT_BITS = 4, /* the lowest of a JudgedPattern */
};

/* A 16-bit number of each colour, black's in the low half: what changes together is read and
 * written at once. */
typedef uint32_t ColourPair;

/* One half of a pair. */
static inline unsigned colour_of_pair(ColourPair pair, int colour)
{
    return pair >> (16 * colour) & 0xffff;
}

/* A point pattern with what it threatens: its number, and below it the Threat. */
typedef uint16_t JudgedPattern;

static inline unsigned judged_number(JudgedPattern pattern)
{
    return pattern >> THREAT_BITS;
}

static inline Threat judged_threat(JudgedPattern pattern)
{
    return (Threat)(pattern & ((1 << THREAT_BITS) - 1));
}

typedef struct {
    ColourPair weight[SHAPE_PAIRS];            /* of the shapes of both colours */
    JudgedPattern of_sum[COLOURS][SHAPE_SUMS]; /* by the sum of four weights */
} PointPatternTable;

/* The point pattern of four shapes for that colour, in any order. */
JudgedPattern point_pattern_of(const PointPatternTable *table, const Shape shapes[DIRECTIONS],
                               int colour);

/* Receives a point pattern and its shapes, the strongest first. */
typedef void PointPatternVisit(void *context, int point_pattern, const Shape shapes[DIRECTIONS]);

/* Visits every point pattern in the order of their numbers. */
void point_pattern_each(PointPatternVisit *visit, void *context);

/* Fills the table for a rule. */
void point_pattern_table_fill(PointPatternTable *table, Rule rule);

/* What a stone of that colour would threaten by these four shapes under the rule. */
Threat point_pattern_threat(const Shape shapes[DIRECTIONS], Rule rule, int colour);

/* The name of a threat, for people. */
const char *threat_name(Threat threat);

#endif
