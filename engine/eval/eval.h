/* eval - what a quiet position is worth to the side to move.
 *
 * The base of the score is the bitshift table: every empty point is worth, to each colour, the sum
 * over its four lines of what a stone there would make of the line. The position keeps that sum
 * for both colours while stones come and go, so evaluating is two loads and a subtraction. What is
 * learnt from games comes on top of the table as corrections, never in its place.
 */
#ifndef TENGEN_EVAL_EVAL_H
#define TENGEN_EVAL_EVAL_H

#include "board/position.h"
#include "board/worth.h"
#include "eval/value.h"

#include <stdint.h>

/* What one line through a point adds to the point's value: the bitshift table. */
int32_t eval_shape_value(Shape shape);

/* What a point with these four shapes is worth to a colour: fills the worth table of a game. */
int32_t eval_point_value(const Shape shapes[DIRECTIONS], int colour);

/* The value of the position to the side to move, within VALUE_ESTIMATE_MAX. Meant for positions in
 * which neither side has a five to make; those are decided, not evaluated. */
Value eval_position(const Position *position);

#endif
