/* model - sums forward, gradients backward, and rounding; see model.h. */
#include "tools/learn/model.h"

#include "eval/bitshift.h"
#include "eval/eval.h"

#include <math.h>
#include <string.h>

enum { PAIRS_OF_POINT = DIRECTIONS * (DIRECTIONS - 1) / 2 };

/* --- parts --- */

static int pair_number(int one, int other)
{
    int high = one > other ? one : other, low = one > other ? other : one;
    return high * (high + 1) / 2 + low;
}

static void note_parts(void *context, int combination, const Shape shapes[DIRECTIONS])
{
    ModelParts *parts = context;
    int pairs = 0;
    parts->is_bare[combination] = true;
    for (int i = 0; i < DIRECTIONS; i++) {
        parts->shape[combination][i] = (int)shapes[i];
        parts->is_bare[combination] &= shapes[i] <= SHAPE_LIVE_ONE;
        for (int j = 0; j < i; j++) {
            parts->pair[combination][pairs++] = pair_number((int)shapes[i], (int)shapes[j]);
        }
    }
    parts->base[combination] = (double)bitshift_point_value(shapes, BLACK) / EVAL_POINTS_PER_UNIT;
}

void model_parts(ModelParts *parts)
{
    combination_each(note_parts, parts);
}

/* --- parameters and tables --- */

static inline void add_row(double *to, const double *row, int width)
{
    for (int i = 0; i < width; i++) {
        to[i] += row[i];
    }
}

/* Tables may have several numbers, a row, for each combination. Always inlined with a constant
 * width, so that rows of one cost nothing. */
static inline __attribute__((always_inline)) void expand_rows(const ModelParts *parts,
                                                              const double *parameters,
                                                              double *table, const int width)
{
    const double *shapes = parameters, *pairs = shapes + width * SHAPE_COUNT;
    const double *own = pairs + width * MODEL_PAIRS;
    for (int i = 0; i < COMBINATIONS; i++) {
        double *row = table + width * i;
        add_row(row, own + width * i, width);
        for (int j = 0; j < DIRECTIONS; j++) {
            add_row(row, shapes + width * parts->shape[i][j], width);
        }
        for (int j = 0; j < PAIRS_OF_POINT; j++) {
            add_row(row, pairs + width * parts->pair[i][j], width);
        }
    }
}

static inline __attribute__((always_inline)) void collect_rows(const ModelParts *parts,
                                                               const double *entry_gradient,
                                                               double *gradient, const int width)
{
    double *shapes = gradient, *pairs = shapes + width * SHAPE_COUNT;
    double *own = pairs + width * MODEL_PAIRS;
    for (int i = 0; i < COMBINATIONS; i++) {
        const double *row = entry_gradient + width * i;
        add_row(own + width * i, row, width);
        for (int j = 0; j < DIRECTIONS; j++) {
            add_row(shapes + width * parts->shape[i][j], row, width);
        }
        for (int j = 0; j < PAIRS_OF_POINT; j++) {
            add_row(pairs + width * parts->pair[i][j], row, width);
        }
    }
}

static void expand_table(const ModelParts *parts, const double *parameters, double *table)
{
    expand_rows(parts, parameters, table, 1);
}

static void collect_table(const ModelParts *parts, const double *entry_gradient, double *gradient)
{
    collect_rows(parts, entry_gradient, gradient, 1);
}

/* Sets the entries of bare points to zero, in a table of values or in its gradient. */
static void clear_bare(const ModelParts *parts, double *table, int width)
{
    for (int i = 0; i < COMBINATIONS; i++) {
        if (parts->is_bare[i]) {
            memset(table + width * i, 0, (size_t)width * sizeof *table);
        }
    }
}

/* How the bitshift evaluation weighs own and opponent's points. */
static const double base_weight[MODEL_WEIGHTS] = {1.5, 1.0};

void model_expand_value(const ModelParts *parts, const double *parameters, ModelColour *tables)
{
    const double *weights = parameters + MODEL_TABLE, *tempo = weights + MODEL_WEIGHTS;
    const double *bits = tempo + MODEL_TEMPO, *threat_masks = bits + THREAT_MASK_BITS;
    memcpy(tables->points, parts->base, sizeof tables->points);
    expand_table(parts, parameters, tables->points);
    clear_bare(parts, tables->points, 1);
    for (int i = 0; i < MODEL_WEIGHTS; i++) {
        tables->weight[i] = base_weight[i] + weights[i];
    }
    for (int threat_mask = 0; threat_mask < THREAT_MASKS; threat_mask++) {
        tables->threat_mask[threat_mask] = *tempo + threat_masks[threat_mask];
        for (int bit = 0; bit < THREAT_MASK_BITS; bit++) {
            tables->threat_mask[threat_mask] += threat_mask >> bit & 1 ? bits[bit] : 0;
        }
    }
}

void model_collect_value(const ModelParts *parts, const ModelColour *entry_gradient,
                         double *gradient)
{
    double *weights = gradient + MODEL_TABLE, *tempo = weights + MODEL_WEIGHTS;
    double *bits = tempo + MODEL_TEMPO, *threat_masks = bits + THREAT_MASK_BITS;
    double points[COMBINATIONS];
    memcpy(points, entry_gradient->points, sizeof points);
    clear_bare(parts, points, 1);
    collect_table(parts, points, gradient);
    for (int i = 0; i < MODEL_WEIGHTS; i++) {
        weights[i] += entry_gradient->weight[i];
    }
    for (int threat_mask = 0; threat_mask < THREAT_MASKS; threat_mask++) {
        *tempo += entry_gradient->threat_mask[threat_mask];
        threat_masks[threat_mask] += entry_gradient->threat_mask[threat_mask];
        for (int bit = 0; bit < THREAT_MASK_BITS; bit++) {
            bits[bit] += threat_mask >> bit & 1 ? entry_gradient->threat_mask[threat_mask] : 0;
        }
    }
}

void model_expand_policy(const ModelParts *parts, const double *parameters, ModelColour *tables)
{
    memset(tables->policy, 0, sizeof tables->policy);
    memcpy(tables->offset, parameters + 2 * MODEL_TABLE, sizeof tables->offset);
    expand_table(parts, parameters, tables->policy[0]);
    expand_table(parts, parameters + MODEL_TABLE, tables->policy[1]);
}

void model_collect_policy(const ModelParts *parts, const ModelColour *entry_gradient,
                          double *gradient)
{
    collect_table(parts, entry_gradient->policy[0], gradient);
    collect_table(parts, entry_gradient->policy[1], gradient + MODEL_TABLE);
    add_row(gradient + 2 * MODEL_TABLE, entry_gradient->offset[0], 2 * OFFSET_CLASSES);
}

void model_expand_features(const ModelParts *parts, const double *parameters,
                           ModelFeatures features)
{
    memset(features, 0, sizeof(ModelFeatures));
    expand_rows(parts, parameters, features[0], FEATURES);
    clear_bare(parts, features[0], FEATURES);
}

void model_collect_features(const ModelParts *parts, ModelFeatures entry_gradient, double *gradient)
{
    clear_bare(parts, entry_gradient[0], FEATURES);
    collect_rows(parts, entry_gradient[0], gradient, FEATURES);
}

/* --- priors --- */

static void fill(double *values, int count, double value)
{
    for (int i = 0; i < count; i++) {
        values[i] = value;
    }
}

/* The more the bitshift table says a shape is worth, the more it may be wrong. That weak shapes are
 * worth little is certain: there are so many of them. */
static double shape_sigma(int shape)
{
    static const double least = 1, share = 3;
    return least + share * sqrt((double)bitshift_value((Shape)shape) / EVAL_POINTS_PER_UNIT);
}

static double *fill_shapes(double *sigma)
{
    static const double pair_share = 0.25;
    double *pairs = sigma + SHAPE_COUNT;
    for (int one = 0; one < SHAPE_COUNT; one++) {
        sigma[one] = shape_sigma(one);
        for (int other = 0; other <= one; other++) {
            pairs[pair_number(one, other)] =
                pair_share * (shape_sigma(one) + shape_sigma(other)) / 2;
        }
    }
    return pairs + MODEL_PAIRS;
}

void model_value_prior(const ModelParts *parts, double *sigma)
{
    static const double own_least = 1, own_share = 0.125;
    static const double weight_sigma = 0.25, tempo_sigma = 100, bit_sigma = 60, mask_sigma = 30;
    double *own = fill_shapes(sigma);
    for (int i = 0; i < COMBINATIONS; i++) {
        own[i] = own_least + own_share * parts->base[i];
    }
    double *rest = sigma + MODEL_TABLE;
    fill(rest, MODEL_WEIGHTS, weight_sigma);
    fill(rest + MODEL_WEIGHTS, MODEL_TEMPO, tempo_sigma);
    fill(rest + MODEL_WEIGHTS + MODEL_TEMPO, THREAT_MASK_BITS, bit_sigma);
    fill(rest + MODEL_WEIGHTS + MODEL_TEMPO + THREAT_MASK_BITS, THREAT_MASKS, mask_sigma);
}

void model_policy_prior(double *sigma)
{
    static const double shape_sigma = 2, pair_sigma = 1, own_sigma = 0.5, offset_sigma = 0.5;
    for (int i = 0; i < 2; i++, sigma += MODEL_TABLE) {
        fill(sigma, SHAPE_COUNT, shape_sigma);
        fill(sigma + SHAPE_COUNT, MODEL_PAIRS, pair_sigma);
        fill(sigma + SHAPE_COUNT + MODEL_PAIRS, COMBINATIONS, own_sigma);
    }
    fill(sigma, 2 * OFFSET_CLASSES, offset_sigma);
}

/* --- losses --- */

/* By golden-section search. */
double model_best_scale(double (*loss)(const void *context, double scale), const void *context)
{
    static const double golden = 0.6180339887498949, least = 50, most = 2000, near = 1.01;
    double low = least, high = most;
    while (high / low > near) {
        double ratio = pow(high / low, 1 - golden);
        if (loss(context, low * ratio) < loss(context, high / ratio)) {
            high = high / ratio;
        } else {
            low = low * ratio;
        }
    }
    return sqrt(low * high);
}

double model_chance(double value, double scale)
{
    return 1 / (1 + exp(-value / scale));
}

/* The sum of some terms of a position. */
static double sum_terms(const ModelColour *tables, const SampleTerm *terms, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += terms[i].count * tables->points[terms[i].combination];
    }
    return sum;
}

/* Turns the derivative by the sum of some terms into those by each of them. */
static void add_term_gradients(ModelColour *entry_gradient, const SampleTerm *terms, int count,
                               double derivative)
{
    for (int i = 0; i < count; i++) {
        entry_gradient->points[terms[i].combination] += terms[i].count * derivative;
    }
}

/* The two sums of a position, own and opponent's. */
static void sum_both(const ModelColour *const tables[COLOURS], const Samples *samples,
                     const SampleQuiet *quiet, double sums[MODEL_WEIGHTS])
{
    const SampleTerm *terms = &samples->terms[quiet->first];
    int opponent = rules_opponent(quiet->colour);
    sums[0] = sum_terms(tables[quiet->colour], terms, quiet->own);
    sums[1] = sum_terms(tables[opponent], terms + quiet->own, quiet->all - quiet->own);
}

static double value_of(const ModelColour *tables, const SampleQuiet *quiet,
                       const double sums[MODEL_WEIGHTS])
{
    return tables->weight[0] * sums[0] - tables->weight[1] * sums[1] +
           tables->threat_mask[quiet->threat_mask];
}

double model_value(const ModelColour *const tables[COLOURS], const Samples *samples,
                   const SampleQuiet *quiet)
{
    double sums[MODEL_WEIGHTS];
    sum_both(tables, samples, quiet, sums);
    return value_of(tables[quiet->colour], quiet, sums);
}

/* -log(model_chance(x, 1)), without overflow. */
static double log_loss(double x)
{
    return x > 0 ? log1p(exp(-x)) : log1p(exp(x)) - x;
}

double model_cross_entropy(double x, double target)
{
    return target * log_loss(x) + (1 - target) * log_loss(-x);
}

static void add_value_gradients(const ModelColour *const tables[COLOURS], const Samples *samples,
                                const SampleQuiet *quiet, const double sums[MODEL_WEIGHTS],
                                double derivative, ModelColour *const gradients[COLOURS])
{
    int side = quiet->colour, opponent = rules_opponent(side);
    const SampleTerm *terms = &samples->terms[quiet->first];
    const double *weight = tables[side]->weight;
    gradients[side]->weight[0] += derivative * sums[0];
    gradients[side]->weight[1] -= derivative * sums[1];
    gradients[side]->threat_mask[quiet->threat_mask] += derivative;
    add_term_gradients(gradients[side], terms, quiet->own, derivative * weight[0]);
    add_term_gradients(gradients[opponent], terms + quiet->own, quiet->all - quiet->own,
                       -derivative * weight[1]);
}

double model_value_loss(const ModelColour *const tables[COLOURS], const Samples *samples,
                        const SampleQuiet *quiet, double scale, double target,
                        ModelColour *const gradients[COLOURS])
{
    double sums[MODEL_WEIGHTS];
    sum_both(tables, samples, quiet, sums);
    double x = value_of(tables[quiet->colour], quiet, sums) / scale;
    if (gradients != NULL) {
        double derivative = (model_chance(x, 1) - target) / scale;
        add_value_gradients(tables, samples, quiet, sums, derivative, gradients);
    }
    return model_cross_entropy(x, target);
}

double model_policy_loss(const ModelColour *const tables[COLOURS], const Samples *samples,
                         const SamplePolicy *sample, ModelColour *const gradients[COLOURS])
{
    enum { CANDIDATES_MAX = SIDE_MAX * SIDE_MAX };
    double strength[CANDIDATES_MAX] = {0}, sum = 0, most = -INFINITY;
    const ModelColour *table = tables[sample->colour];
    const SampleMove *moves = &samples->moves[sample->first];
    for (int i = 0; i < sample->count; i++) {
        strength[i] = table->policy[0][moves[i].own] + table->policy[1][moves[i].opponent] +
                      table->offset[0][moves[i].answer] + table->offset[1][moves[i].follow];
        most = fmax(most, strength[i]);
    }
    double chosen = strength[sample->chosen] - most;
    for (int i = 0; i < sample->count; i++) {
        strength[i] = exp(strength[i] - most);
        sum += strength[i];
    }
    for (int i = 0; gradients != NULL && i < sample->count; i++) {
        double derivative = strength[i] / sum - (i == sample->chosen);
        gradients[sample->colour]->policy[0][moves[i].own] += derivative;
        gradients[sample->colour]->policy[1][moves[i].opponent] += derivative;
        gradients[sample->colour]->offset[0][moves[i].answer] += derivative;
        gradients[sample->colour]->offset[1][moves[i].follow] += derivative;
    }
    return log(sum) - chosen;
}

/* --- rounding --- */

static int16_t nearest_int16(double number)
{
    double nearest = nearbyint(number);
    return (int16_t)(nearest > INT16_MAX ? INT16_MAX : nearest < INT16_MIN ? INT16_MIN : nearest);
}

void model_round(const ModelParts *parts, const ModelColour *tables, LearntColour *colour)
{
    colour->own_weight = nearest_int16(tables->weight[0] * LEARNT_WEIGHT_ONE);
    colour->opponent_weight = nearest_int16(tables->weight[1] * LEARNT_WEIGHT_ONE);
    for (int i = 0; i < COMBINATIONS; i++) {
        double correction = tables->points[i] - parts->base[i];
        colour->correction[i] = nearest_int16(correction * EVAL_POINTS_PER_UNIT);
        colour->policy_own[i] = nearest_int16(tables->policy[0][i] * LEARNT_POLICY_UNIT);
        colour->policy_opponent[i] = nearest_int16(tables->policy[1][i] * LEARNT_POLICY_UNIT);
    }
    for (int i = 0; i < OFFSET_CLASSES; i++) {
        colour->policy_answer[i] = nearest_int16(tables->offset[0][i] * LEARNT_POLICY_UNIT);
        colour->policy_follow[i] = nearest_int16(tables->offset[1][i] * LEARNT_POLICY_UNIT);
    }
    for (int i = 0; i < THREAT_MASKS; i++) {
        colour->threat_mask[i] = nearest_int16(tables->threat_mask[i]);
    }
}
