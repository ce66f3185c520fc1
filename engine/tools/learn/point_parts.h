/* point_parts - what a point pattern consists of, for training.
 *
 * There are thousands of point patterns, and many of them are rare. So training gives a point
 * pattern a sum of numbers: for its shapes, its pairs of shapes and itself. What many point
 * patterns have in common is learnt where all of them learn from it, and a point pattern that never
 * occurred is still worth what its shapes are.
 */
#ifndef TENGEN_TOOLS_LEARN_POINT_PARTS_H
#define TENGEN_TOOLS_LEARN_POINT_PARTS_H

#include "board/point_pattern.h"

#include <stdbool.h>

enum {
    PARTS_PAIRS = SHAPE_COUNT * (SHAPE_COUNT + 1) / 2,
    PARTS_PAIRS_OF_POINT = DIRECTIONS * (DIRECTIONS - 1) / 2,
    PARTS_ALL = SHAPE_COUNT + PARTS_PAIRS + POINT_PATTERNS,
};

/* Which shapes and pairs each point pattern consists of. */
typedef struct {
    int shape[POINT_PATTERNS][DIRECTIONS];
    int pair[POINT_PATTERNS][PARTS_PAIRS_OF_POINT];
    bool is_bare[POINT_PATTERNS]; /* a stone would be alone on each of its lines */
} PointParts;

/* Fills in the parts. */
void point_parts_fill(PointParts *parts);

#endif
