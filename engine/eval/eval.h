/* eval - what a quiet position is worth to the side to move.
 *
 * The base of the score is the bitshift table: every empty point is worth, to each colour, the sum
 * over its four lines of what a stone there would make of the line. The position keeps that sum
 * for both colours while stones come and go, so evaluating is two loads and a subtraction. What is
 * set by hand or learnt from games comes on top of the table as corrections, never in its place.
 */
#ifndef TENGEN_EVAL_EVAL_H
#define TENGEN_EVAL_EVAL_H

#include "board/position.h"
#include "board/worth.h"
#include "eval/learnt.h"
#include "eval/value.h"

#include <stdint.h>

enum {
    /* One unit of value in points: an open three on the board (12288 points on the four points that
     * make it a four) comes to 192, an open two to about 20. */
    EVAL_POINTS_PER_UNIT = 64,
};

/* Fills all tables of a game that rules_fault accepts. */
void eval_fill_tables(GameTables *tables, const Game *game, Evaluation evaluation);

/* The value of the position to the side to move, within VALUE_ESTIMATE_MAX. Meant for positions in
 * which neither side has a five to make; those are decided, not evaluated. */
Value eval_position(const Position *position);

#endif
