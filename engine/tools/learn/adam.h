/* adam - the Adam optimizer with a normal prior, and the best parameters so far.
 *
 * Each parameter has a prior: a normal distribution around zero, whose standard deviation (sigma)
 * says how far from zero the parameter is expected to be. Steps are in proportion to sigma, and the
 * prior pulls back towards zero with the weight it has against all samples. The whole state is
 * plain doubles, so it can be written exactly and resumed.
 */
#ifndef TENGEN_TOOLS_LEARN_ADAM_H
#define TENGEN_TOOLS_LEARN_ADAM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int count;
    int64_t steps;
    double *at;       /* the parameters; the six arrays are one block, owned by this pointer */
    double *first;    /* moving average of the gradient, */
    double *second;   /* and of its square */
    double *best;     /* the parameters when the loss was least */
    double *sigma;    /* of the prior; see above */
    double *gradient; /* filled by the caller before each step */
    double best_loss; /* INFINITY: none was measured */
} Adam;

enum { ADAM_STATE = 4 }; /* arrays, from `at` on, that make up its state */

/* Allocates so many parameters, all zero; false if there is no memory. */
bool adam_init(Adam *adam, int count);

/* Gives the memory back. All zero is fine. */
void adam_free(Adam *adam);

/* Takes one step against `gradient`, which is that of the mean loss of a batch. `rate` is the
 * length of the step in sigmas, `samples` the number of all samples. */
void adam_step(Adam *adam, double rate, double samples);

/* Keeps the parameters as the best if this loss, measured with them, is the least so far. */
void adam_keep_best(Adam *adam, double loss);

/* Writes its state number by number, each on a line that reads back exactly. */
void adam_write(const Adam *adam, void (*line)(void *context, const char *line), void *context);

/* Reads what adam_write wrote for the same count of parameters, and returns what follows; NULL if
 * the text is anything else. */
const char *adam_read(Adam *adam, const char *text);

#endif
