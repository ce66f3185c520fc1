/* net_model - the network of eval/net.h as a fit sees it: as doubles, with gradients and a prior.
 *
 * It learns what the value tables, which stay as they are, leave unexplained. The features of a
 * combination are sums of numbers for its shapes, its pairs of shapes and itself, as in model.h,
 * but held nearer to zero: there are more of them. The layer begins small and at random, because
 * units that begin alike would stay alike.
 */
#ifndef TENGEN_TOOLS_LEARN_NET_MODEL_H
#define TENGEN_TOOLS_LEARN_NET_MODEL_H

#include "tools/learn/model.h"

/* The layer of a colour that is to move, over features and threat masks. Only doubles, in the order
 * of the parameters. */
typedef struct {
    double weight[NET_INPUTS][NET_UNITS];
    double begin[NET_UNITS];                         /* bias of each sum */
    double threat_mask[THREAT_MASK_BITS][NET_UNITS]; /* added for each threat on the board */
    double out[NET_UNITS];                           /* weight in the output, in log odds */
} NetLayer;

enum {
    NET_MODEL_FEATURES = MODEL_TABLE * FEATURES,
    NET_MODEL_LAYER = sizeof(NetLayer) / sizeof(double),
    NET_MODEL = NET_MODEL_FEATURES + NET_MODEL_LAYER,
};

/* All numbers of a colour, or the gradient of a loss by each of them. */
typedef struct {
    ModelFeatures features;
    NetLayer layer;
} NetColour;

/* Fills in the standard deviations of the parameters' priors. */
void net_model_prior(double *sigma);

/* Fills in the parameters that a fit begins with; they follow from the seed. */
void net_model_init(double *parameters, uint64_t seed);

/* Computes the numbers of a colour from the parameters; and back: adds to the gradient by each
 * parameter those of all numbers that it takes part in, which are overwritten. */
void net_model_expand(const ModelParts *parts, const double *parameters, NetColour *numbers);
void net_model_collect(const ModelParts *parts, NetColour *entry_gradient, double *gradient);

/* The cross-entropy of a position's target and model_chance(x + output, 1), where x is what the
 * tables say. Adds its gradient to those of the colours, which may be the same; NULL: only the loss
 * is wanted. */
double net_model_loss(const NetColour *const numbers[COLOURS], const Samples *samples,
                      const SampleQuiet *quiet, double x, double target,
                      NetColour *const gradients[COLOURS]);

/* Rounds the numbers to those of the evaluation, clipped to what its integers hold. An output of 1
 * is `scale` units of value. */
void net_model_round(const NetColour *numbers, double scale, LearntColour *colour);

#endif
