/* pattern_restore - from the whole numbers of a file of weights back to parameters of a training.
 *
 * The state of a training is large and seldom kept; the weights are in the program. So a training
 * may begin with them. A division undoes rounding. But a row of the network is a sum of rows of
 * windows, of shapes or of pairs (pattern_model.h), and many parameters make the same sums. Those
 * are taken that are most likely by the priors, so that what rows have in common is again where all
 * of them learn from it.
 */
#ifndef TENGEN_TOOLS_LEARN_PATTERN_RESTORE_H
#define TENGEN_TOOLS_LEARN_PATTERN_RESTORE_H

#include "tools/learn/pattern_model.h"

/* Fills in the numbers that pattern_model_round made the network of, as far as rounding kept
 * them. `numbers` is aligned as its type says. */
void pattern_restore_numbers(const PatternNet *net, double scale, PatternNumbers *numbers);

/* Fills in the parameters that make these numbers and, counted in deviations of their priors
 * (`sigma`), have the least sum of squares. False: there is no memory. */
bool pattern_restore_parameters(const PatternModel *model, const float *sigma,
                                const PatternNumbers *numbers, float *parameters);

#endif
