/* model - the learnt numbers as a fit sees them: as doubles, with gradients and a prior.
 *
 * Two models are learnt independently. The value of a position is a sum over its empty points plus
 * a number for the threats on the board; it is compared, as a chance of winning, with how the
 * position turned out. The policy is a softmax over the candidates, each of which is as strong as
 * its shapes and its offsets from the last stones make it; it is compared with the move that the
 * search chose.
 *
 * There are thousands of combinations of shapes, and many of them are rare. So the number of a
 * combination is a sum of numbers for its shapes, its pairs of shapes and itself, each of which is
 * held near zero by a prior of its own: what many combinations have in common goes where all of
 * them learn from it, and a combination that never occurred is still worth what its shapes are. The
 * same holds for threat masks. Values start from the bitshift table. A bare point, on which a stone
 * would be alone, is worth nothing: larger boards have more of them, and their number must not
 * explain a result.
 */
#ifndef TENGEN_TOOLS_LEARN_MODEL_H
#define TENGEN_TOOLS_LEARN_MODEL_H

#include "eval/learnt.h"
#include "tools/learn/samples.h"

enum {
    MODEL_PAIRS = SHAPE_COUNT * (SHAPE_COUNT + 1) / 2,
    MODEL_TABLE = SHAPE_COUNT + MODEL_PAIRS + COMBINATIONS,
    MODEL_WEIGHTS = 2, /* of own and opponent's points */
    MODEL_TEMPO = 1,   /* being to move */
    MODEL_VALUE = MODEL_TABLE + MODEL_WEIGHTS + MODEL_TEMPO + THREAT_MASK_BITS + THREAT_MASKS,
    MODEL_POLICY = 2 * MODEL_TABLE + 2 * OFFSET_CLASSES,
};

/* The tables of a colour, with one entry for each thing that can be looked up; or the gradient of a
 * loss by these entries. */
typedef struct {
    double weight[MODEL_WEIGHTS];           /* of own points, of the opponent's */
    double points[COMBINATIONS];            /* in units of value */
    double threat_mask[THREAT_MASKS];       /* in units of value */
    double policy[COLOURS][COMBINATIONS];   /* own, opponent's; logarithms of odds */
    double offset[COLOURS][OFFSET_CLASSES]; /* from the opponent's last stone, the own; the same */
} ModelColour;

/* Which shapes and pairs each combination consists of, and its value by the bitshift table. */
typedef struct {
    int shape[COMBINATIONS][DIRECTIONS];
    int pair[COMBINATIONS][DIRECTIONS * (DIRECTIONS - 1) / 2];
    double base[COMBINATIONS];  /* in units of value */
    bool is_bare[COMBINATIONS]; /* a stone would be alone on each of its lines */
} ModelParts;

/* Fills in the parts. */
void model_parts(ModelParts *parts);

/* Rows of features, by combination. */
typedef double ModelFeatures[COMBINATIONS][FEATURES];

/* Computes the value tables of a colour from the parameters; and back: adds to the gradient by each
 * parameter those of all entries that it takes part in. */
void model_expand_value(const ModelParts *parts, const double *parameters, ModelColour *tables);
void model_collect_value(const ModelParts *parts, const ModelColour *entry_gradient,
                         double *gradient);

/* The same for the policy. */
void model_expand_policy(const ModelParts *parts, const double *parameters, ModelColour *tables);
void model_collect_policy(const ModelParts *parts, const ModelColour *entry_gradient,
                          double *gradient);

/* The same for features, which have MODEL_TABLE times FEATURES parameters, feature by feature;
 * bare points have none. Collecting sets the bare points of `entry_gradient` to zero. */
void model_expand_features(const ModelParts *parts, const double *parameters,
                           ModelFeatures features);
void model_collect_features(const ModelParts *parts, ModelFeatures entry_gradient,
                            double *gradient);

/* Fills in the standard deviations of the parameters' priors. */
void model_value_prior(const ModelParts *parts, double *sigma);
void model_policy_prior(double *sigma);

/* The chance of winning that a value stands for, 1 / (1 + exp(-value / scale)). */
double model_chance(double value, double scale);

/* The cross-entropy, in nats, of a target from 0 (lost) to 1 (won) and the prediction
 * model_chance(x, 1). */
double model_cross_entropy(double x, double target);

/* The scale on which values predict results best: where loss(context, scale), which has one
 * minimum, is least. */
double model_best_scale(double (*loss)(const void *context, double scale), const void *context);

/* The value of a position by the tables of black and white. */
double model_value(const ModelColour *const tables[COLOURS], const Samples *samples,
                   const SampleQuiet *quiet);

/* The cross-entropy of a position's target and its value by the tables. Adds its gradient to those
 * of the colours, which may be the same; NULL: only the loss is wanted. */
double model_value_loss(const ModelColour *const tables[COLOURS], const Samples *samples,
                        const SampleQuiet *quiet, double scale, double target,
                        ModelColour *const gradients[COLOURS]);

/* The cross-entropy of the chosen move and the policy; gradients as before. */
double model_policy_loss(const ModelColour *const tables[COLOURS], const Samples *samples,
                         const SamplePolicy *sample, ModelColour *const gradients[COLOURS]);

/* Rounds the tables to those of the evaluation, clipped to what its integers hold. */
void model_round(const ModelParts *parts, const ModelColour *tables, LearntColour *colour);

#endif
