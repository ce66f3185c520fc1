/* point_parts - what a combination of shapes consists of, for training.
 *
 * There are thousands of combinations of shapes, and many of them are rare. So training gives a
 * combination a sum of numbers: for its shapes, its pairs of shapes and itself. What many
 * combinations have in common is learnt where all of them learn from it, and a combination that
 * never occurred is still worth what its shapes are.
 */
#ifndef TENGEN_TOOLS_LEARN_POINT_PARTS_H
#define TENGEN_TOOLS_LEARN_POINT_PARTS_H

#include "board/combination.h"

#include <stdbool.h>

enum {
    PARTS_PAIRS = SHAPE_COUNT * (SHAPE_COUNT + 1) / 2,
    PARTS_PAIRS_OF_POINT = DIRECTIONS * (DIRECTIONS - 1) / 2,
    PARTS_ALL = SHAPE_COUNT + PARTS_PAIRS + COMBINATIONS,
};

/* Which shapes and pairs each combination consists of. */
typedef struct {
    int shape[COMBINATIONS][DIRECTIONS];
    int pair[COMBINATIONS][PARTS_PAIRS_OF_POINT];
    bool is_bare[COMBINATIONS]; /* a stone would be alone on each of its lines */
} PointParts;

/* Fills in the parts. */
void point_parts_fill(PointParts *parts);

#endif
