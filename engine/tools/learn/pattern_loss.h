/* pattern_loss - the pattern network forward and backward over one sample.
 *
 * The loss of the value is the cross-entropy of the target and the chance that tables and network
 * predict; the loss of the policy that of the chosen move among the candidates. Both read the same
 * activations, so their gradients are added up point by point before they go back into the rows.
 */
#ifndef TENGEN_TOOLS_LEARN_PATTERN_LOSS_H
#define TENGEN_TOOLS_LEARN_PATTERN_LOSS_H

#include "tools/learn/pattern_samples.h"

/* How open a position is, by the score of its search: losses of values are told apart by that. */
enum { OPEN_BELOW_100, OPEN_BELOW_300, OPEN_FAR, OPEN_PROVEN, PATTERN_CLASSES };

enum { PATTERN_RANKS = 3 }; /* the chosen move is among the first 1, 4, 8 of the policy */

/* Sums of losses, and of what they are sums of. */
typedef struct {
    double value, policy; /* cross-entropies in nats */
    int64_t values, policies;
    int64_t ranked[PATTERN_RANKS];
    double value_by_class[PATTERN_CLASSES];
    int64_t values_by_class[PATTERN_CLASSES];
    double result; /* of values and the results of games, where nothing is proven */
    int64_t results;
} PatternLosses;

/* What each gradient counts beside the others: values where the search has proven nothing, values
 * where it has, and policies. */
typedef struct {
    float value, proven, policy;
} PatternLossWeights;

/* The class of a position that a search gave that score. */
int pattern_class_of(Value score);

/* Room for the activations of a sample; belongs to a thread. */
typedef struct PatternPass PatternPass;

/* Makes the room; NULL: there is no memory. The model has to stay. */
PatternPass *pattern_pass_new(const PatternModel *model);

/* Frees it. NULL is fine. */
void pattern_pass_free(PatternPass *pass);

/* Adds the losses of a sample by the numbers of both colours, which may be the same. Adds its
 * gradient to those of the colours; NULL: only the losses are wanted. */
void pattern_loss(PatternPass *pass, const PatternNumbers *const numbers[COLOURS],
                  const PatternBlock *block, const PatternSample *sample,
                  const PatternLossWeights *weights, PatternNumbers *const gradients[COLOURS],
                  PatternLosses *losses);

/* What a class is called, for people. */
const char *pattern_class_name(int class);

/* Adds losses to others. */
void pattern_losses_add(PatternLosses *to, const PatternLosses *more);

#endif
