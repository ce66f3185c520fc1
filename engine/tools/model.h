/* model - the numbers that are learnt, as a fit sees them: fractions, with slopes and a prior.
 *
 * Two things are learnt, apart from each other. The value of a position is a sum over its empty
 * points and a number for the threats that are on the board; it is compared with what the position
 * turned out to be worth, as a chance of winning. The choice of a move is a contest of its
 * candidates, each as strong as its shapes and its place beside the last stones make it; it is
 * compared with the move that was chosen.
 *
 * There are thousands of combinations of shapes, and many of them are rare. So the number of a
 * combination is a sum of numbers for its shapes, its pairs of shapes and itself, each of which is
 * held near zero by a prior of its own: what is common to many combinations goes where all of them
 * can learn from it, and a combination that never came up is still worth what its shapes are. The
 * same goes for threats. Points start from the bitshift table. A point on which a stone would
 * be alone is worth nothing: there are the more of them the larger the board, and the fit shall not
 * take their number for a reason.
 */
#ifndef TENGEN_TOOLS_MODEL_H
#define TENGEN_TOOLS_MODEL_H

#include "eval/learnt.h"
#include "tools/samples.h"

enum {
    MODEL_PAIRS = SHAPE_COUNT * (SHAPE_COUNT + 1) / 2,
    MODEL_TABLE = SHAPE_COUNT + MODEL_PAIRS + COMBINATIONS,
    MODEL_WEIGHTS = 2, /* of own and opponent's points */
    MODEL_VALUE = MODEL_TABLE + MODEL_WEIGHTS + 1 + THREAT_MASK_BITS +
                  THREAT_MASKS, /* 1: to be on the move */
    MODEL_POLICY = 2 * MODEL_TABLE + 2 * OFFSET_CLASSES,
};

/* One number for each thing that can be looked up; or the slope of a loss by each of them. */
typedef struct {
    double weight[MODEL_WEIGHTS];         /* of own points, of the opponent's */
    double points[COMBINATIONS];          /* in units of value */
    double threat_mask[THREAT_MASKS];     /* in units of value */
    double choice[COLOURS][COMBINATIONS]; /* own, opponent's; in powers of e */
    double offset[COLOURS]
                 [OFFSET_CLASSES]; /* from the opponent's last stone, from the own; the same */
} ModelColour;

/* Which shapes and pairs a combination is made of, and what the bitshift table says of it. */
typedef struct {
    int shape[COMBINATIONS][DIRECTIONS];
    int pair[COMBINATIONS][DIRECTIONS * (DIRECTIONS - 1) / 2];
    double base[COMBINATIONS];  /* in units of value */
    bool is_bare[COMBINATIONS]; /* a stone would be alone on each of its lines */
} ModelParts;

/* Works out the parts. */
void model_parts(ModelParts *parts);

/* Rows of features, by combination. */
typedef double ModelFeatures[COMBINATIONS][FEATURES];

/* What the parameters of a value make of the tables of a colour, and back: adds up, for each
 * parameter, the slopes of all that it takes part in. */
void model_expand_value(const ModelParts *parts, const double *parameters, ModelColour *tables);
void model_collect_value(const ModelParts *parts, const ModelColour *slopes, double *gradient);

/* The same for a choice. */
void model_expand_policy(const ModelParts *parts, const double *parameters, ModelColour *tables);
void model_collect_policy(const ModelParts *parts, const ModelColour *slopes, double *gradient);

/* The same for features, which have MODEL_TABLE times FEATURES parameters, lane by lane: bare
 * points have none. Collecting takes the bare points out of the slopes. */
void model_expand_features(const ModelParts *parts, const double *parameters,
                           ModelFeatures features);
void model_collect_features(const ModelParts *parts, ModelFeatures slopes, double *gradient);

/* How far from zero each parameter is expected to be. */
void model_value_prior(const ModelParts *parts, double *spread);
void model_policy_prior(double *spread);

/* The chance that a value promises, on a scale. */
double model_chance(double value, double scale);

/* How surprising an outcome is, in nats, that is `target` from 0 lost to 1 won, to one who expected
 * model_chance(x, 1). */
double model_cross_entropy(double x, double target);

/* The value of a position by the tables, which belong to black and white. */
double model_value(const ModelColour *const tables[COLOURS], const Samples *samples,
                   const SampleQuiet *quiet);

/* How surprising it is, in nats, that the position turned out as `target` says, from 0 lost to 1
 * won. Adds the slopes to those of the colours, which may be the same; NULL: nobody asks. */
double model_value_loss(const ModelColour *const tables[COLOURS], const Samples *samples,
                        const SampleQuiet *quiet, double scale, double target,
                        ModelColour *const slopes[COLOURS]);

/* How surprising the choice is, in nats; slopes as before. */
double model_policy_loss(const ModelColour *const tables[COLOURS], const Samples *samples,
                         const SamplePolicy *choice, ModelColour *const slopes[COLOURS]);

#endif
