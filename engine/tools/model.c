/* model - sums forward, slopes backward; see model.h. */
#include "tools/model.h"

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
                                                               const double *slopes,
                                                               double *gradient, const int width)
{
    double *shapes = gradient, *pairs = shapes + width * SHAPE_COUNT;
    double *own = pairs + width * MODEL_PAIRS;
    for (int i = 0; i < COMBINATIONS; i++) {
        const double *row = slopes + width * i;
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

static void collect_table(const ModelParts *parts, const double *slopes, double *gradient)
{
    collect_rows(parts, slopes, gradient, 1);
}

/* Takes the bare points out of a table of values, or of their slopes. */
static void clear_bare(const ModelParts *parts, double *table, int width)
{
    for (int i = 0; i < COMBINATIONS; i++) {
        if (parts->is_bare[i]) {
            memset(table + width * i, 0, (size_t)width * sizeof *table);
        }
    }
}

/* What the bitshift evaluation counts own and opponent's points. */
static const double base_weight[MODEL_WEIGHTS] = {1.5, 1.0};

void model_expand_value(const ModelParts *parts, const double *parameters, ModelColour *tables)
{
    const double *weights = parameters + MODEL_TABLE, *move = weights + MODEL_WEIGHTS;
    const double *bits = move + 1, *threat_masks = bits + THREAT_MASK_BITS;
    memcpy(tables->points, parts->base, sizeof tables->points);
    expand_table(parts, parameters, tables->points);
    clear_bare(parts, tables->points, 1);
    for (int i = 0; i < MODEL_WEIGHTS; i++) {
        tables->weight[i] = base_weight[i] + weights[i];
    }
    for (int threat_mask = 0; threat_mask < THREAT_MASKS; threat_mask++) {
        tables->threat_mask[threat_mask] = *move + threat_masks[threat_mask];
        for (int bit = 0; bit < THREAT_MASK_BITS; bit++) {
            tables->threat_mask[threat_mask] += threat_mask >> bit & 1 ? bits[bit] : 0;
        }
    }
}

void model_collect_value(const ModelParts *parts, const ModelColour *slopes, double *gradient)
{
    double *weights = gradient + MODEL_TABLE, *move = weights + MODEL_WEIGHTS;
    double *bits = move + 1, *threat_masks = bits + THREAT_MASK_BITS;
    double points[COMBINATIONS];
    memcpy(points, slopes->points, sizeof points);
    clear_bare(parts, points, 1);
    collect_table(parts, points, gradient);
    for (int i = 0; i < MODEL_WEIGHTS; i++) {
        weights[i] += slopes->weight[i];
    }
    for (int threat_mask = 0; threat_mask < THREAT_MASKS; threat_mask++) {
        *move += slopes->threat_mask[threat_mask];
        threat_masks[threat_mask] += slopes->threat_mask[threat_mask];
        for (int bit = 0; bit < THREAT_MASK_BITS; bit++) {
            bits[bit] += threat_mask >> bit & 1 ? slopes->threat_mask[threat_mask] : 0;
        }
    }
}

void model_expand_policy(const ModelParts *parts, const double *parameters, ModelColour *tables)
{
    memset(tables->choice, 0, sizeof tables->choice);
    memcpy(tables->offset, parameters + 2 * MODEL_TABLE, sizeof tables->offset);
    expand_table(parts, parameters, tables->choice[0]);
    expand_table(parts, parameters + MODEL_TABLE, tables->choice[1]);
}

void model_collect_policy(const ModelParts *parts, const ModelColour *slopes, double *gradient)
{
    collect_table(parts, slopes->choice[0], gradient);
    collect_table(parts, slopes->choice[1], gradient + MODEL_TABLE);
    add_row(gradient + 2 * MODEL_TABLE, slopes->offset[0], 2 * OFFSET_CLASSES);
}

void model_expand_features(const ModelParts *parts, const double *parameters,
                           ModelFeatures features)
{
    memset(features, 0, sizeof(ModelFeatures));
    expand_rows(parts, parameters, features[0], FEATURES);
    clear_bare(parts, features[0], FEATURES);
}

void model_collect_features(const ModelParts *parts, ModelFeatures slopes, double *gradient)
{
    clear_bare(parts, slopes[0], FEATURES);
    collect_rows(parts, slopes[0], gradient, FEATURES);
}

/* --- priors --- */

static void fill(double *values, int count, double value)
{
    for (int i = 0; i < count; i++) {
        values[i] = value;
    }
}

/* The more the bitshift table says a shape is worth, the more it may be wrong. That little
 * is worth little is sure: there is so much of it. */
static double shape_spread(int shape)
{
    static const double least = 1, share = 3;
    return least + share * sqrt((double)bitshift_value((Shape)shape) / EVAL_POINTS_PER_UNIT);
}

static double *fill_shapes(double *spread)
{
    static const double pair_share = 0.25;
    double *pairs = spread + SHAPE_COUNT;
    for (int one = 0; one < SHAPE_COUNT; one++) {
        spread[one] = shape_spread(one);
        for (int other = 0; other <= one; other++) {
            pairs[pair_number(one, other)] =
                pair_share * (shape_spread(one) + shape_spread(other)) / 2;
        }
    }
    return pairs + MODEL_PAIRS;
}

void model_value_prior(const ModelParts *parts, double *spread)
{
    static const double own_least = 1, own_share = 0.125;
    static const double weight_spread = 0.25, move_spread = 100, bit_spread = 60, alarm_spread = 30;
    double *own = fill_shapes(spread);
    for (int i = 0; i < COMBINATIONS; i++) {
        own[i] = own_least + own_share * parts->base[i];
    }
    double *rest = spread + MODEL_TABLE;
    fill(rest, MODEL_WEIGHTS, weight_spread);
    fill(rest + MODEL_WEIGHTS, 1, move_spread);
    fill(rest + MODEL_WEIGHTS + 1, THREAT_MASK_BITS, bit_spread);
    fill(rest + MODEL_WEIGHTS + 1 + THREAT_MASK_BITS, THREAT_MASKS, alarm_spread);
}

void model_policy_prior(double *spread)
{
    static const double shape_spread = 2, pair_spread = 1, own_spread = 0.5, leap_spread = 0.5;
    for (int i = 0; i < 2; i++, spread += MODEL_TABLE) {
        fill(spread, SHAPE_COUNT, shape_spread);
        fill(spread + SHAPE_COUNT, MODEL_PAIRS, pair_spread);
        fill(spread + SHAPE_COUNT + MODEL_PAIRS, COMBINATIONS, own_spread);
    }
    fill(spread, 2 * OFFSET_CLASSES, leap_spread);
}

/* --- losses --- */

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

/* What a slope by the sum of some terms is by each of them. */
static void spread_slope(ModelColour *slopes, const SampleTerm *terms, int count, double slope)
{
    for (int i = 0; i < count; i++) {
        slopes->points[terms[i].combination] += terms[i].count * slope;
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

/* -log(chance) for logit x, without overflow. */
static double surprise(double x)
{
    return x > 0 ? log1p(exp(-x)) : log1p(exp(x)) - x;
}

double model_cross_entropy(double x, double target)
{
    return target * surprise(x) + (1 - target) * surprise(-x);
}

static void add_value_slopes(const ModelColour *const tables[COLOURS], const Samples *samples,
                             const SampleQuiet *quiet, const double sums[MODEL_WEIGHTS],
                             double slope, ModelColour *const slopes[COLOURS])
{
    int side = quiet->colour, opponent = rules_opponent(side);
    const SampleTerm *terms = &samples->terms[quiet->first];
    const double *weight = tables[side]->weight;
    slopes[side]->weight[0] += slope * sums[0];
    slopes[side]->weight[1] -= slope * sums[1];
    slopes[side]->threat_mask[quiet->threat_mask] += slope;
    spread_slope(slopes[side], terms, quiet->own, slope * weight[0]);
    spread_slope(slopes[opponent], terms + quiet->own, quiet->all - quiet->own, -slope * weight[1]);
}

double model_value_loss(const ModelColour *const tables[COLOURS], const Samples *samples,
                        const SampleQuiet *quiet, double scale, double target,
                        ModelColour *const slopes[COLOURS])
{
    double sums[MODEL_WEIGHTS];
    sum_both(tables, samples, quiet, sums);
    double x = value_of(tables[quiet->colour], quiet, sums) / scale;
    if (slopes != NULL) {
        double slope = (model_chance(x, 1) - target) / scale;
        add_value_slopes(tables, samples, quiet, sums, slope, slopes);
    }
    return model_cross_entropy(x, target);
}

double model_policy_loss(const ModelColour *const tables[COLOURS], const Samples *samples,
                         const SamplePolicy *choice, ModelColour *const slopes[COLOURS])
{
    enum { CANDIDATES_MAX = SIDE_MAX * SIDE_MAX };
    double strength[CANDIDATES_MAX] = {0}, sum = 0, most = -INFINITY;
    const ModelColour *table = tables[choice->colour];
    const SampleMove *moves = &samples->moves[choice->first];
    for (int i = 0; i < choice->count; i++) {
        strength[i] = table->choice[0][moves[i].own] + table->choice[1][moves[i].opponent] +
                      table->offset[0][moves[i].answer] + table->offset[1][moves[i].follow];
        most = fmax(most, strength[i]);
    }
    double chosen = strength[choice->chosen] - most;
    for (int i = 0; i < choice->count; i++) {
        strength[i] = exp(strength[i] - most);
        sum += strength[i];
    }
    for (int i = 0; slopes != NULL && i < choice->count; i++) {
        double slope = strength[i] / sum - (i == choice->chosen);
        slopes[choice->colour]->choice[0][moves[i].own] += slope;
        slopes[choice->colour]->choice[1][moves[i].opponent] += slope;
        slopes[choice->colour]->offset[0][moves[i].answer] += slope;
        slopes[choice->colour]->offset[1][moves[i].follow] += slope;
    }
    return log(sum) - chosen;
}
