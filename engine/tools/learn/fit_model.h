/* fit_model - what a fit works on: the games as samples, and the three parts that are learnt.
 *
 * A part is a set of parameters with a loss: the value tables, the policy tables and, on top of the
 * best value tables, the network. All that differs between them is in the functions of fit_parts,
 * so the course of a fit (fit.c) and its state (fit_state.c) treat them alike.
 */
#ifndef TENGEN_TOOLS_LEARN_FIT_MODEL_H
#define TENGEN_TOOLS_LEARN_FIT_MODEL_H

#include "tools/learn/adam.h"
#include "tools/learn/corpus.h"
#include "tools/learn/model.h"
#include "tools/learn/net_model.h"

/* The tables of value and policy are learnt round by round side by side; then the network. */
typedef enum { PART_VALUE, PART_POLICY, PART_NET, PARTS } PartId;

enum { SIDES_MAX = COLOURS };

/* The mean losses of a part over the samples to learn from, and over those held out. */
typedef struct {
    double learnt, held_out;
} Losses;

typedef struct {
    const FitOptions *options; /* borrowed */
    Corpus corpus;
    ModelParts parts;
    int sides;           /* tables of colours that are learnt: one if the rule is colour-blind */
    double search_scale; /* on which the search's scores are chances */
    Adam adam[PARTS][SIDES_MAX];
    ModelColour colour[SIDES_MAX], colour_gradient[SIDES_MAX];
    NetColour net[SIDES_MAX], net_gradient[SIDES_MAX];
    double *table_values;  /* of each quiet position by the best tables, for the network; owned */
    int64_t *order[PARTS]; /* in which the samples are learnt; owned */
    int64_t learnt[PARTS], held_out[PARTS]; /* samples */
    int round;                              /* rounds done: of the tables, then of the network */
} FitModel;

/* A part. Samples are numbered from 0 to count - 1. */
typedef struct {
    int parameters;    /* of a side */
    double first_rate; /* of Adam, in the first round */

    int64_t (*count)(const Samples *samples);
    bool (*is_held_out)(const Samples *samples, int64_t i);

    /* Fills in the priors of a side, and the parameters it begins with where they are not zero. */
    void (*init)(const FitModel *model, Adam *adam);

    /* Computes tables or network of a side from parameters. */
    void (*expand)(FitModel *model, int side, const double *parameters);

    /* Adds up the gradient of a side by its parameters. */
    void (*collect)(FitModel *model, int side, double *gradient);

    /* The loss of a sample, by what `expand` computed; adds its gradient if that is wanted. */
    double (*loss)(FitModel *model, int64_t i, bool with_gradient);
} Part;

extern const Part fit_parts[PARTS];

/* Allocates what is learnt, once the corpus has been read, and chooses the scale of the search's
 * scores. False: there is no memory. */
bool fit_model_init(FitModel *model);

/* Gives everything back. All zero is fine. */
void fit_model_free(FitModel *model);

/* Computes tables or network of all sides from the present parameters, or from the best. */
void fit_model_expand(FitModel *model, PartId part, bool best);

/* Computes the values of all quiet positions by the best tables, which the network builds on. */
void fit_model_value_positions(FitModel *model);

/* The mean losses of a part, by what was expanded last. */
Losses fit_model_measure(FitModel *model, PartId part);

#endif
