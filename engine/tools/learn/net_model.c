/* net_model - one layer forward and backward, and rounding; see net_model.h. */
#include "tools/learn/net_model.h"

#include "port/random.h"

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

/* Found by held-out losses. A combination's own numbers gain nothing from twice the deviation, and
 * overfit. */
void net_model_prior(double *sigma)
{
    static const double shape = 0.2, pair = 0.1, own = 0.02;
    static const double weight = 0.3, begin = 1, threat_mask = 0.3, out = 1;
    double *rest = fill(sigma, SHAPE_COUNT * FEATURES, shape);
    rest = fill(rest, MODEL_PAIRS * FEATURES, pair);
    rest = fill(rest, COMBINATIONS * FEATURES, own);
    rest = fill(rest, NET_INPUTS * NET_UNITS, weight);
    rest = fill(rest, NET_UNITS, begin);
    rest = fill(rest, THREAT_MASK_BITS * NET_UNITS, threat_mask);
    fill(rest, NET_UNITS, out);
}

static void randomize(double *values, int count, double size, uint64_t *random)
{
    enum { STEPS = 1 << 30 };
    for (int i = 0; i < count; i++) {
        values[i] = (2.0 * random_below(random, STEPS) / STEPS - 1) * size;
    }
}

/* What combinations have in common begins at random, what is their own at zero. All is so small
 * that every unit begins between its clips, where it can learn. */
void net_model_init(double *parameters, uint64_t seed)
{
    static const double shape = 0.02, pair = 0.01, weight = 0.05, begin = 0.5, out = 0.17;
    uint64_t random = seed;
    double *layer = parameters + NET_MODEL_FEATURES;
    memset(parameters, 0, NET_MODEL * sizeof *parameters);
    randomize(parameters, SHAPE_COUNT * FEATURES, shape, &random);
    randomize(parameters + SHAPE_COUNT * FEATURES, MODEL_PAIRS * FEATURES, pair, &random);
    randomize(layer, NET_INPUTS * NET_UNITS, weight, &random);
    fill(layer + NET_INPUTS * NET_UNITS, NET_UNITS, begin);
    randomize(parameters + NET_MODEL - NET_UNITS, NET_UNITS, out, &random);
}

void net_model_expand(const ModelParts *parts, const double *parameters, NetColour *numbers)
{
    model_expand_features(parts, parameters, numbers->features);
    memcpy(&numbers->layer, parameters + NET_MODEL_FEATURES, sizeof numbers->layer);
}

void net_model_collect(const ModelParts *parts, NetColour *entry_gradient, double *gradient)
{
    double layer[NET_MODEL_LAYER];
    memcpy(layer, &entry_gradient->layer, sizeof layer);
    model_collect_features(parts, entry_gradient->features, gradient);
    for (int i = 0; i < NET_MODEL_LAYER; i++) {
        gradient[NET_MODEL_FEATURES + i] += layer[i];
    }
}

/* --- forward --- */

/* The activations of the network for one position. */
typedef struct {
    double inputs[NET_INPUTS];
    double sums[NET_UNITS];
} Activations;

static double clipped(double sum)
{
    return sum < 0 ? 0 : sum > 1 ? 1 : sum;
}

static void add_terms(ModelFeatures const features, const SampleTerm *terms, int count,
                      double *inputs)
{
    for (int i = 0; i < count; i++) {
        for (int feature = 0; feature < FEATURES; feature++) {
            inputs[feature] += terms[i].count * features[terms[i].combination][feature];
        }
    }
}

static void add_scaled(double *to, const double *row, double scale)
{
    for (int unit = 0; unit < NET_UNITS; unit++) {
        to[unit] += row[unit] * scale;
    }
}

static void forward(const NetColour *const numbers[COLOURS], const Samples *samples,
                    const SampleQuiet *quiet, Activations *activations)
{
    const NetLayer *layer = &numbers[quiet->colour]->layer;
    const NetColour *opponent = numbers[rules_opponent(quiet->colour)];
    const SampleTerm *terms = &samples->terms[quiet->first];
    memset(activations, 0, sizeof *activations);
    add_terms(numbers[quiet->colour]->features, terms, quiet->own, activations->inputs);
    add_terms(opponent->features, terms + quiet->own, quiet->all - quiet->own,
              activations->inputs + FEATURES);
    memcpy(activations->sums, layer->begin, sizeof activations->sums);
    for (int i = 0; i < NET_INPUTS; i++) {
        add_scaled(activations->sums, layer->weight[i], activations->inputs[i]);
    }
    for (int bit = 0; bit < THREAT_MASK_BITS; bit++) {
        add_scaled(activations->sums, layer->threat_mask[bit], quiet->threat_mask >> bit & 1);
    }
}

static double output_of(const NetLayer *layer, const Activations *activations)
{
    double out = 0;
    for (int unit = 0; unit < NET_UNITS; unit++) {
        out += layer->out[unit] * clipped(activations->sums[unit]);
    }
    return out;
}

/* --- backward --- */

/* The derivatives by the sums, from that by the output; adds those by the output's weights. */
static void backward_sums(const NetLayer *layer, const Activations *activations, double derivative,
                          NetLayer *entry_gradient, double by_sum[NET_UNITS])
{
    for (int unit = 0; unit < NET_UNITS; unit++) {
        double sum = activations->sums[unit];
        entry_gradient->out[unit] += derivative * clipped(sum);
        by_sum[unit] = sum > 0 && sum < 1 ? derivative * layer->out[unit] : 0;
    }
}

/* Adds the derivatives by all that goes into the sums; `by_input` gets those by the inputs. */
static void backward_layer(const NetLayer *layer, const Activations *activations, int threat_mask,
                           const double by_sum[NET_UNITS], NetLayer *entry_gradient,
                           double by_input[NET_INPUTS])
{
    add_scaled(entry_gradient->begin, by_sum, 1);
    for (int bit = 0; bit < THREAT_MASK_BITS; bit++) {
        add_scaled(entry_gradient->threat_mask[bit], by_sum, threat_mask >> bit & 1);
    }
    for (int i = 0; i < NET_INPUTS; i++) {
        add_scaled(entry_gradient->weight[i], by_sum, activations->inputs[i]);
        by_input[i] = 0;
        for (int unit = 0; unit < NET_UNITS; unit++) {
            by_input[i] += by_sum[unit] * layer->weight[i][unit];
        }
    }
}

static void backward_terms(ModelFeatures entry_gradient, const SampleTerm *terms, int count,
                           const double *by_input)
{
    for (int i = 0; i < count; i++) {
        for (int feature = 0; feature < FEATURES; feature++) {
            entry_gradient[terms[i].combination][feature] += terms[i].count * by_input[feature];
        }
    }
}

static void backward(const NetColour *const numbers[COLOURS], const Samples *samples,
                     const SampleQuiet *quiet, const Activations *activations, double derivative,
                     NetColour *const gradients[COLOURS])
{
    int side = quiet->colour, opponent = rules_opponent(side);
    const SampleTerm *terms = &samples->terms[quiet->first];
    const NetLayer *layer = &numbers[side]->layer;
    double by_sum[NET_UNITS], by_input[NET_INPUTS];
    backward_sums(layer, activations, derivative, &gradients[side]->layer, by_sum);
    backward_layer(layer, activations, quiet->threat_mask, by_sum, &gradients[side]->layer,
                   by_input);
    backward_terms(gradients[side]->features, terms, quiet->own, by_input);
    backward_terms(gradients[opponent]->features, terms + quiet->own, quiet->all - quiet->own,
                   by_input + FEATURES);
}

double net_model_loss(const NetColour *const numbers[COLOURS], const Samples *samples,
                      const SampleQuiet *quiet, double x, double target,
                      NetColour *const gradients[COLOURS])
{
    Activations activations;
    forward(numbers, samples, quiet, &activations);
    x += output_of(&numbers[quiet->colour]->layer, &activations);
    if (gradients != NULL) {
        backward(numbers, samples, quiet, &activations, model_chance(x, 1) - target, gradients);
    }
    return model_cross_entropy(x, target);
}

/* --- rounding --- */

static double nearest_within(double number, double most)
{
    double nearest = nearbyint(number);
    return nearest > most ? most : nearest < -most ? -most : nearest;
}

/* Half of what 32 bits hold is for the inputs, and half for where a sum begins. */
enum { SHARE_MAX = INT32_MAX / 2, WEIGHT_MAX = SHARE_MAX / (NET_INPUTS * -INT16_MIN) };

static void round_threat_masks(const NetLayer *layer, int bits,
                               const double (*threat_mask)[NET_UNITS], int32_t (*rows)[NET_UNITS])
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
    round_threat_masks(layer, THREAT_MASK_OWN_BITS, layer->threat_mask, net->own_threat_mask);
    round_threat_masks(NULL, THREAT_MASK_OPPONENT_BITS, layer->threat_mask + THREAT_MASK_OWN_BITS,
                       net->opponent_threat_mask);
}

void net_model_round(const NetColour *numbers, double scale, LearntColour *colour)
{
    for (int i = 0; i < COMBINATIONS; i++) {
        for (int feature = 0; feature < FEATURES; feature++) {
            double number = numbers->features[i][feature] * NET_FEATURE_ONE;
            colour->features[feature][i] = (int16_t)nearest_within(number, INT16_MAX);
        }
    }
    round_layer(&numbers->layer, scale, &colour->net);
}
