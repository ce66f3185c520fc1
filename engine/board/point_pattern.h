/* point_pattern - the four shapes on one point together, and what they threaten.
 *
 * A point's four shapes for a colour are packed into a 16-bit code, four bits a direction. The
 * order of the directions does not matter, so of 38416 codes 2380 point patterns are left, which
 * are numbered. What depends on the shapes of a point is looked up by that number: its threat here,
 * and its terms in the evaluation. Tables by point pattern stay in the cache; tables by code would
 * not.
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
    CODE_COUNT = 1 << 16,
    POINT_PATTERNS =
        2380, /* ways to choose 4 of SHAPE_COUNT shapes, repetition allowed, unordered */
};

typedef uint16_t ShapeCode; /* four bits a direction */

typedef struct {
    uint16_t of_code[CODE_COUNT];            /* the point pattern of each code */
    uint8_t threat[COLOURS][POINT_PATTERNS]; /* the Threat of each point pattern */
} PointPatternTable;

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
