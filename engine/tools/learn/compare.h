/* compare - which of two sets of weights knows more of positions that neither learnt from.
 *
 * Games of a deeper search are the yardstick. Each of their quiet positions has a score of that
 * search and the result of its game. How well the values of the two foretell them is compared on
 * the same positions. Positions of one game are alike, so errors are worked out by game.
 *
 * The classes are kept apart, because they are worth different amounts of strength. A search finds
 * proven results by itself, while nothing but the evaluation judges open positions. So a better sum
 * over all positions may well be a weaker player.
 *
 * The scale of a value is no knowledge: the search's margins are tuned to it. So each set has the
 * best scale for it, but where results are proven: a scale would make these certain.
 */
#ifndef TENGEN_TOOLS_LEARN_COMPARE_H
#define TENGEN_TOOLS_LEARN_COMPARE_H

#include "tengen/learn_options.h"

enum { COMPARE_MAX = 32 }; /* sets of weights */

/* Hands on tables, in lines for people: how each set of weights but the first differs from the
 * first. The games and all weights must be of one rule. NULL, or a sentence that says what is
 * wrong, which `room` may hold. */
const char *compare_weights(const CompareOptions *options, TextSink *line, void *context,
                            char room[TOOL_FAULT_MAX]);

#endif
