/* worth - what the four shapes on one point come to together.
 *
 * A point's four shapes for a colour are packed into a 16-bit code, four bits a direction. The code
 * leads to a combination (the order of the directions does not matter: 2380 are left of 38416), and
 * the combination to what it threatens under the rule. An evaluation has tables of its own by the
 * number of the combination. Small tables stay in the cache, where one by code would not.
 */
#ifndef TENGEN_BOARD_WORTH_H
#define TENGEN_BOARD_WORTH_H

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
    COMBINATIONS = 2380, /* ways to choose 4 of SHAPE_COUNT shapes, repetition allowed, unordered */
};

typedef uint16_t ShapeCode; /* four bits a direction */

typedef struct {
    uint16_t combination[CODE_COUNT];      /* by code */
    uint8_t threat[COLOURS][COMBINATIONS]; /* a Threat, by combination */
} WorthTable;

/* Is told of a combination and its shapes, strongest first. */
typedef void WorthVisit(void *context, int combination, const Shape shapes[DIRECTIONS]);

/* Visits every combination in the order of their numbers. */
void worth_each_combination(WorthVisit *visit, void *context);

/* Fills the table for a rule. */
void worth_table_fill(WorthTable *table, Rule rule);

/* What a stone of that colour would threaten by these four shapes under the rule. */
Threat worth_threat(const Shape shapes[DIRECTIONS], Rule rule, int colour);

/* What the threat is called, for people. */
const char *worth_threat_name(Threat threat);

#endif
