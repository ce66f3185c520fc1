/* adam - parameters on their way down a slope: Adam, with a prior, and the best so far.
 *
 * Each parameter has a spread: how far from zero it is expected to be. It takes steps in
 * proportion to it, and is drawn back to zero by as much as a normal prior of that spread weighs
 * against the samples. Everything is plain doubles, so that a learner can be written down exactly
 * and go on from there.
 */
#ifndef TENGEN_TOOLS_ADAM_H
#define TENGEN_TOOLS_ADAM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int count;
    int64_t steps;
    double *at;       /* where it is; the arrays lie behind one another, this one is owned */
    double *first;    /* average of the slopes */
    double *second;   /* and of their squares */
    double *best;     /* where it was when it did best */
    double *spread;   /* see above */
    double *slope;    /* to be filled before each step */
    double best_loss; /* INFINITY: nobody has measured */
} Adam;

enum { ADAM_STATE = 4 }; /* arrays, from `at` on, that make up its state */

/* Makes room for so many parameters, all zero; false if there is no memory. */
bool adam_init(Adam *learner, int count);

/* Gives the room back. All zero is fine. */
void adam_free(Adam *learner);

/* One step against `slope`, which is that of the mean loss of a batch. `rate` is its length in
 * spreads, `samples` how many there are in all. */
void adam_step(Adam *learner, double rate, double samples);

/* Takes note of what the loss is where it is now. */
void adam_keep_best(Adam *learner, double loss);

/* Says its state, number by number, each on a line that reads back exactly. */
void adam_write(const Adam *learner, void (*line)(void *context, const char *line), void *context);

/* Reads back what adam_write said, for a learner of the same count, and returns what follows;
 * NULL if something else stands there. */
const char *adam_read(Adam *learner, const char *text);

#endif
