/* net_model - the network of eval/net.h as a fit sees it: fractions, with slopes and a prior.
 *
 * It learns what the tables of a value, which stay as they are, leave unexplained. The features of
 * a combination are sums of numbers for its shapes, its pairs of shapes and itself, as in model.h,
 * but held nearer to zero: there are more of them. The layer begins at random and small, since
 * units that begin alike would stay alike.
 */
#ifndef TENGEN_TOOLS_NET_MODEL_H
#define TENGEN_TOOLS_NET_MODEL_H

#include "tools/model.h"

/* What the units of a colour that is to move make of features and threat_masks. Nothing but
 * doubles: these are parameters as they stand. */
typedef struct {
    double weight[NET_INPUTS][NET_UNITS];
    double begin[NET_UNITS];                         /* of the sum, */
    double threat_mask[THREAT_MASK_BITS][NET_UNITS]; /* with each threat that is on the board */
    double out[NET_UNITS];                           /* in chances as powers of e */
} NetLayer;

enum {
    NET_MODEL_FEATURES = MODEL_TABLE * FEATURES,
    NET_MODEL_LAYER = sizeof(NetLayer) / sizeof(double),
    NET_MODEL = NET_MODEL_FEATURES + NET_MODEL_LAYER,
};

/* All numbers of a colour, or the slopes of a loss by each of them. */
typedef struct {
    ModelFeatures features;
    NetLayer layer;
} NetColour;

/* How far from zero each parameter is expected to be, and where it begins. */
void net_model_prior(double *spread);
void net_model_begin(double *parameters, uint64_t seed);

/* What the parameters make of the numbers of a colour, and back: adds up, for each parameter, the
 * slopes of all that it takes part in, and spoils them. */
void net_model_expand(const ModelParts *parts, const double *parameters, NetColour *numbers);
void net_model_collect(const ModelParts *parts, NetColour *slopes, double *gradient);

/* How surprising it is, in nats, that the position turned out as `target` says, which the tables
 * hold for a chance of model_chance(x, 1). Adds the slopes to those of the colours, which may be
 * the same; NULL: nobody asks. */
double net_model_loss(const NetColour *const numbers[COLOURS], const Samples *samples,
                      const SampleQuiet *quiet, double x, double target,
                      NetColour *const slopes[COLOURS]);

/* The whole numbers that come nearest, as far as they fit. An out of 1 is `scale` on the value. */
void net_model_round(const NetColour *numbers, double scale, LearntColour *colour);

#endif
