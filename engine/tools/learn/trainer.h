/* trainer - Adam over the pattern network: what is learnt, and one block of games at a time.
 *
 * Every batch is cut into a fixed number of shares. Each share adds up its own gradient in order,
 * and the shares are added in order; threads only choose who does which share. So the numbers that
 * are learnt are the same whatever the number of threads. Between two blocks a trainer is no more
 * than its parameters, Adam's averages and a few counts (trainer_state.h).
 *
 * Single steps leave noise in the parameters, most of all in those of rare patterns. What was
 * learnt is therefore the mean of the parameters over the last steps.
 *
 * A trainer that begins with what another one has learnt takes that for the mean of its priors: it
 * knows what earlier games said without seeing them again, and what its own games do not show stays
 * as it was.
 */
#ifndef TENGEN_TOOLS_LEARN_TRAINER_H
#define TENGEN_TOOLS_LEARN_TRAINER_H

#include "eval/weights.h"
#include "tools/learn/pattern_loss.h"
#include "tools/learn/sample_pool.h"

enum { TRAINER_SHARES = 8 }; /* of a batch */

/* How it learns. */
typedef struct {
    int rounds; /* how many times all positions are learnt; 0: what it begins with is measured */
    int threads;
    float rate;       /* of learning, as a part of the usual one */
    bool policy_only; /* only the layers of the policy learn: no value changes */
    uint64_t seed;
    uint64_t start;         /* the checksum of the weights that it begins with; 0: random numbers */
    PatternTargets targets; /* its model and tables are the trainer's own */
    PatternLossWeights weights; /* of the losses of value and policy */
} TrainerPlan;

typedef struct {
    TrainerPlan plan;
    const GameStore *store; /* borrowed */
    PatternModel model;
    GameTables tables; /* of the rule, without a network */
    SamplePool pool;
    int sides;        /* networks: one if the rule is colour-blind */
    int blocks;       /* of games, in a round */
    int round, block; /* done: rounds, and blocks of this round */
    int64_t steps;    /* of Adam */
    float *at[COLOURS], *first[COLOURS], *second[COLOURS]; /* parameters, and Adam's averages */
    float *mean[COLOURS]; /* of the parameters in the last steps: what was learnt in the end, ... */
    int64_t mean_steps;   /* ... as soon as there are some of these */
    float *expected[COLOURS]; /* what the priors expect: what was learnt before, or 0 */
    float *sigma, *gradient;
    PatternNumbers *numbers[COLOURS];
    PatternNumbers *share_gradient[TRAINER_SHARES][COLOURS];
    PatternLosses share_losses[TRAINER_SHARES];
    PatternLosses learnt;   /* of the present or last round, so far */
    PatternLosses held_out; /* as measured last */
    PatternPass *pass[POOL_THREADS_MAX];
    int64_t batch_begin; /* the batch that is at work: samples of the pool */
    int64_t batch_size;
} Trainer;

/* A trainer of the store's rule that has learnt nothing yet; NULL: there is no memory. The store
 * has to stay. */
Trainer *trainer_new(const TrainerPlan *plan, const GameStore *store);

/* Lets a trainer that has learnt nothing yet begin with parameters of a colour, floats at any
 * address, and expect them. Where they come from, plan.start should say. */
void trainer_begin_with(Trainer *trainer, int side, const void *parameters);

/* The same with what weights with pattern networks hold. False: there is no memory, and the trainer
 * is of no use. */
bool trainer_begin_with_weights(Trainer *trainer, const Weights *weights);

/* Frees it. NULL is fine. */
void trainer_free(Trainer *trainer);

/* How much of all learning is done, from 0 to 1; 1 if there are no rounds. */
double trainer_done(const Trainer *trainer);

/* Measures all games that are held out. False: there is no memory. */
bool trainer_measure(Trainer *trainer);

/* Learns the next block of games; after the last one of a round it measures the games that are held
 * out, and the next round has begun. False: there is no memory. */
bool trainer_learn_block(Trainer *trainer);

/* Rounds what was learnt to the numbers of the evaluation, a network for each side. */
void trainer_round(Trainer *trainer, PatternNet *nets);

#endif
