/* net_model - one layer forward and backward; see net_model.h. */
#include "tools/net_model.h"

#include "opening/random.h"

#include <math.h>
#include <string.h>

/* --- parameters --- */

static double *fill(double *values, int count, double value)
{
    for (int i = 0; i < count; i++) {
        values[i] = value;
    }
    return values + count;
}

/* By held-out losses. Twice as much for what is a combination's own changes nothing, and lets it
 * learn by heart. */
void net_model_prior(double *spread)
{
    static const double shape = 0.2, pair = 0.1, own = 0.02;
    static const double weight = 0.3, begin = 1, threat_mask = 0.3, out = 1;
    double *rest = fill(spread, SHAPE_COUNT * FEATURES, shape);
    rest = fill(rest, MODEL_PAIRS * FEATURES, pair);
    rest = fill(rest, COMBINATIONS * FEATURES, own);
    rest = fill(rest, NET_INPUTS * NET_UNITS, weight);
    rest = fill(rest, NET_UNITS, begin);
    rest = fill(rest, THREAT_MASK_BITS * NET_UNITS, threat_mask);
    fill(rest, NET_UNITS, out);
}

static void scatter(double *values, int count, double size, uint64_t *chance)
{
    enum { STEPS = 1 << 30 };
    for (int i = 0; i < count; i++) {
        values[i] = (2.0 * random_below(chance, STEPS) / STEPS - 1) * size;
    }
}

/* What combinations have in common begins at random; what is their own, at nothing. All so small
 * that every unit begins in the middle of its way and can learn. */
void net_model_begin(double *parameters, uint64_t seed)
{
    static const double shape = 0.02, pair = 0.01, weight = 0.05, begin = 0.5, out = 0.17;
    uint64_t chance = seed;
    double *layer = parameters + NET_MODEL_FEATURES;
    memset(parameters, 0, NET_MODEL * sizeof *parameters);
    scatter(parameters, SHAPE_COUNT * FEATURES, shape, &chance);
    scatter(parameters + SHAPE_COUNT * FEATURES, MODEL_PAIRS * FEATURES, pair, &chance);
    scatter(layer, NET_INPUTS * NET_UNITS, weight, &chance);
    fill(layer + NET_INPUTS * NET_UNITS, NET_UNITS, begin);
    scatter(parameters + NET_MODEL - NET_UNITS, NET_UNITS, out, &chance);
}

void net_model_expand(const ModelParts *parts, const double *parameters, NetColour *numbers)
{
    model_expand_features(parts, parameters, numbers->features);
    memcpy(&numbers->layer, parameters + NET_MODEL_FEATURES, sizeof numbers->layer);
}

void net_model_collect(const ModelParts *parts, NetColour *slopes, double *gradient)
{
    double layer[NET_MODEL_LAYER];
    memcpy(layer, &slopes->layer, sizeof layer);
    model_collect_features(parts, slopes->features, gradient);
    for (int i = 0; i < NET_MODEL_LAYER; i++) {
        gradient[NET_MODEL_FEATURES + i] += layer[i];
    }
}

/* --- forward --- */

/* What is in the network while it looks at a position. */
typedef struct {
    double inputs[NET_INPUTS];
    double sums[NET_UNITS];
} Passage;

static double held(double sum)
{
    return sum < 0 ? 0 : sum > 1 ? 1 : sum;
}

static void add_terms(ModelFeatures const features, const SampleTerm *terms, int count,
                      double *inputs)
{
    for (int i = 0; i < count; i++) {
        for (int lane = 0; lane < FEATURES; lane++) {
            inputs[lane] += terms[i].count * features[terms[i].combination][lane];
        }
    }
}

static void add_scaled(double *to, const double *row, double scale)
{
    for (int unit = 0; unit < NET_UNITS; unit++) {
        to[unit] += row[unit] * scale;
    }
}

static void pass(const NetColour *const numbers[COLOURS], const Samples *samples,
                 const SampleQuiet *quiet, Passage *passage)
{
    const NetLayer *layer = &numbers[quiet->colour]->layer;
    const NetColour *opponent = numbers[rules_opponent(quiet->colour)];
    const SampleTerm *terms = &samples->terms[quiet->first];
    memset(passage, 0, sizeof *passage);
    add_terms(numbers[quiet->colour]->features, terms, quiet->own, passage->inputs);
    add_terms(opponent->features, terms + quiet->own, quiet->all - quiet->own,
              passage->inputs + FEATURES);
    memcpy(passage->sums, layer->begin, sizeof passage->sums);
    for (int i = 0; i < NET_INPUTS; i++) {
        add_scaled(passage->sums, layer->weight[i], passage->inputs[i]);
    }
    for (int bit = 0; bit < THREAT_MASK_BITS; bit++) {
        add_scaled(passage->sums, layer->threat_mask[bit], quiet->threat_mask >> bit & 1);
    }
}

static double out_of(const NetLayer *layer, const Passage *passage)
{
    double out = 0;
    for (int unit = 0; unit < NET_UNITS; unit++) {
        out += layer->out[unit] * held(passage->sums[unit]);
    }
    return out;
}

/* --- backward --- */

/* The slopes by the sums, from that by the out; adds those by the outs' weights. */
static void slopes_of_sums(const NetLayer *layer, const Passage *passage, double slope,
                           NetLayer *slopes, double by_sum[NET_UNITS])
{
    for (int unit = 0; unit < NET_UNITS; unit++) {
        double sum = passage->sums[unit];
        slopes->out[unit] += slope * held(sum);
        by_sum[unit] = sum > 0 && sum < 1 ? slope * layer->out[unit] : 0;
    }
}

/* Adds the slopes by all that goes into the sums; returns those by the inputs. */
static void slopes_of_layer(const NetLayer *layer, const Passage *passage, int threat_mask,
                            const double by_sum[NET_UNITS], NetLayer *slopes,
                            double by_input[NET_INPUTS])
{
    add_scaled(slopes->begin, by_sum, 1);
    for (int bit = 0; bit < THREAT_MASK_BITS; bit++) {
        add_scaled(slopes->threat_mask[bit], by_sum, threat_mask >> bit & 1);
    }
    for (int i = 0; i < NET_INPUTS; i++) {
        add_scaled(slopes->weight[i], by_sum, passage->inputs[i]);
        by_input[i] = 0;
        for (int unit = 0; unit < NET_UNITS; unit++) {
            by_input[i] += by_sum[unit] * layer->weight[i][unit];
        }
    }
}

static void slopes_of_terms(ModelFeatures slopes, const SampleTerm *terms, int count,
                            const double *by_input)
{
    for (int i = 0; i < count; i++) {
        for (int lane = 0; lane < FEATURES; lane++) {
            slopes[terms[i].combination][lane] += terms[i].count * by_input[lane];
        }
    }
}

static void add_slopes(const NetColour *const numbers[COLOURS], const Samples *samples,
                       const SampleQuiet *quiet, const Passage *passage, double slope,
                       NetColour *const slopes[COLOURS])
{
    int side = quiet->colour, opponent = rules_opponent(side);
    const SampleTerm *terms = &samples->terms[quiet->first];
    const NetLayer *layer = &numbers[side]->layer;
    double by_sum[NET_UNITS], by_input[NET_INPUTS];
    slopes_of_sums(layer, passage, slope, &slopes[side]->layer, by_sum);
    slopes_of_layer(layer, passage, quiet->threat_mask, by_sum, &slopes[side]->layer, by_input);
    slopes_of_terms(slopes[side]->features, terms, quiet->own, by_input);
    slopes_of_terms(slopes[opponent]->features, terms + quiet->own, quiet->all - quiet->own,
                    by_input + FEATURES);
}

double net_model_loss(const NetColour *const numbers[COLOURS], const Samples *samples,
                      const SampleQuiet *quiet, double x, double target,
                      NetColour *const slopes[COLOURS])
{
    Passage passage;
    pass(numbers, samples, quiet, &passage);
    x += out_of(&numbers[quiet->colour]->layer, &passage);
    if (slopes != NULL) {
        add_slopes(numbers, samples, quiet, &passage, model_chance(x, 1) - target, slopes);
    }
    return model_cross_entropy(x, target);
}

/* --- whole numbers --- */

static double nearest_within(double number, double most)
{
    double nearest = nearbyint(number);
    return nearest > most ? most : nearest < -most ? -most : nearest;
}

/* Half of what 32 bits hold is for the inputs, and half for where a sum begins. */
enum { SHARE_MAX = INT32_MAX / 2, WEIGHT_MAX = SHARE_MAX / (NET_INPUTS * -INT16_MIN) };

static void round_alarms(const NetLayer *layer, int bits, const double (*threat_mask)[NET_UNITS],
                         int32_t (*rows)[NET_UNITS])
{
    for (int row = 0; row < 1 << bits; row++) {
        for (int unit = 0; unit < NET_UNITS; unit++) {
            double begin = layer == NULL ? 0 : layer->begin[unit];
            for (int bit = 0; bit < bits; bit++) {
                begin += row >> bit & 1 ? threat_mask[bit][unit] : 0;
            }
            rows[row][unit] = (int32_t)nearest_within(begin * NET_SUM_ONE, SHARE_MAX / 2);
        }
    }
}

static void round_layer(const NetLayer *layer, double scale, LearntNet *net)
{
    for (int unit = 0; unit < NET_UNITS; unit++) {
        for (int i = 0; i < NET_INPUTS; i++) {
            net->weight[i / 2][2 * unit + i % 2] =
                (int16_t)nearest_within(layer->weight[i][unit] * NET_WEIGHT_ONE, WEIGHT_MAX);
        }
        net->out[unit] = (int16_t)nearest_within(layer->out[unit] * scale * NET_OUT_ONE, INT16_MAX);
    }
    round_alarms(layer, THREAT_MASK_OWN_BITS, layer->threat_mask, net->own_threat_mask);
    round_alarms(NULL, THREAT_MASK_OPPONENT_BITS, layer->threat_mask + THREAT_MASK_OWN_BITS,
                 net->opponent_threat_mask);
}

void net_model_round(const NetColour *numbers, double scale, LearntColour *colour)
{
    for (int i = 0; i < COMBINATIONS; i++) {
        for (int lane = 0; lane < FEATURES; lane++) {
            double number = numbers->features[i][lane] * NET_FEATURE_ONE;
            colour->features[lane][i] = (int16_t)nearest_within(number, INT16_MAX);
        }
    }
    round_layer(&numbers->layer, scale, &colour->net);
}
