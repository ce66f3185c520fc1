/* handmade - the evaluation that a person can hold in the head: a few round numbers on the bitshift table.
 *
 * The table counts what a line is worth to one who adds up threats: a four outweighs everything. A
 * search needs something else, for it finds the fours by itself: how likely the position is to be
 * won. By that, games say, twos and threes count for much more beside fours than in the table; the
 * own points for a little more than the opponent's; being to move for something, and for a lot more
 * where a threat waits to be played. And which move a search chooses goes by the logarithm of what
 * its lines are worth: by shapes counted in steps, each as many times as likely as the one below.
 *
 * The numbers were set by hand, after a look at what games teach (learnt.h), and matches had the
 * last word. They stand in the same tables as what was learnt, so whoever reads those need not know
 * which they are. One set serves every rule of five in a row and both colours.
 */
#ifndef TENGEN_EVAL_HANDMADE_H
#define TENGEN_EVAL_HANDMADE_H

#include "eval/learnt.h"

/* Fills in all numbers but those of the network. They are meant for five in a row. */
void handmade_fill(LearntColour *numbers);

#endif
