/* handmade - the handmade evaluation (the field's HCE): a few round numbers on the bitshift table.
 *
 * In the bitshift table a four outweighs everything. A search finds the fours by itself; what it
 * needs from the evaluation is how likely the position is to be won. For that, twos and threes
 * count much more beside fours than in the table; own points a little more than the opponent's;
 * being to move counts, and more where a threat can be played. The policy follows the logarithm of
 * what the lines of a move are worth: shapes are counted in steps, each step as many times as
 * likely.
 *
 * The numbers were set by hand, with the learnt ones (learnt.h) in view, and decided by matches.
 * They fill the same tables as the learnt ones, so that evaluation and move ordering do not
 * distinguish them. One set serves both colours and every rule of five in a row.
 */
#ifndef TENGEN_EVAL_HANDMADE_H
#define TENGEN_EVAL_HANDMADE_H

#include "eval/learnt.h"

/* Fills in all numbers but those of the network. They are meant for five in a row. */
void handmade_fill(LearntColour *numbers);

#endif
