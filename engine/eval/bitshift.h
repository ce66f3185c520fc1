/* bitshift - the table that every evaluation starts from: what a line is worth, as a power of two.
 *
 * A line through an empty point is worth what a stone there would make of it, live or dead two,
 * three, four, five; a point is worth the sum over its four lines. Whatever else an evaluation
 * knows is added to that.
 */
#ifndef TENGEN_EVAL_BITSHIFT_H
#define TENGEN_EVAL_BITSHIFT_H

#include "board/shape.h"

#include <stdint.h>

/* What one line through a point adds to the point's value. */
int32_t bitshift_value(Shape shape);

/* What a point with these four shapes is worth; to both colours alike. */
int32_t bitshift_point_value(const Shape shapes[DIRECTIONS]);

#endif
