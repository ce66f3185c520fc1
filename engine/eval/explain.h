/* explain - what a point is worth, line by line, for people. */
#ifndef TENGEN_EVAL_EXPLAIN_H
#define TENGEN_EVAL_EXPLAIN_H

#include "eval/eval.h"

/* Explains the worth of an empty point to a colour. `is_forbidden` is left to the caller. The
 * position is the same afterwards. */
PointExplanation explain_point(Evaluator *evaluator, Position *position, Point point, int colour);

#endif
