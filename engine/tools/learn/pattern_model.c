/* pattern_model - rows from nested windows, their gradients, priors and rounding; see
 * pattern_model.h. */
#include "tools/learn/pattern_model.h"

#include "port/random.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum {
    PAIRS_OF_POINT = DIRECTIONS * (DIRECTIONS - 1) / 2,
    ROWS_OF_POINT_PATTERNS = PARTS_ALL, /* shapes, pairs, point patterns */
};

/* --- how parameters and numbers belong together --- */

static int rows_of_window(int reach)
{
    int sides = (int)line_pattern_cut(PATTERN_SIDES - 1, reach) + 1;
    return sides * (sides + 1) / 2;
}

/* Says whether no stone is on either side: a side without stones is the first of its length. */
static bool is_empty_line(PatternKey key)
{
    return line_pattern_swap(key) == key;
}

void pattern_model_init(PatternModel *model)
{
    int rows = 2 * ROWS_OF_POINT_PATTERNS;
    point_parts_fill(&model->parts);
    for (int window = 0; window < PATTERN_WINDOWS; window++) {
        model->rows[window] = rows_of_window(window + 1);
        rows += model->rows[window];
    }
    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        PatternKey key = line_pattern_key_of(pattern);
        LineKey before = line_pattern_before(key), after = line_pattern_after(key);
        model->number[key] = (uint16_t)pattern;
        model->number[line_pattern_key_from(after, before)] = (uint16_t)pattern;
        model->is_empty[pattern] = is_empty_line(key);
        model->swapped[pattern] = (uint16_t)line_pattern_number(line_pattern_swap(key));
        for (int window = 0; window < PATTERN_WINDOWS; window++) {
            model->window[window][pattern] =
                (int16_t)line_pattern_number(line_pattern_cut_key(key, window + 1));
        }
    }
    model->layers_at = rows * PATTERN_CHANNELS;
    model->policy_at = model->layers_at + (int)(offsetof(PatternLayers, policy) / sizeof(float));
    model->parameters = model->layers_at + PATTERN_LAYERS;
}

/* --- rows --- */

static inline void pattern_add_row(float *to, const float *row)
{
    for (int i = 0; i < PATTERN_CHANNELS; i++) {
        to[i] += row[i];
    }
}

static inline const float *row_of(const float *rows, int row)
{
    return rows + row * PATTERN_CHANNELS;
}

static inline float *row_to(float *rows, int row)
{
    return rows + row * PATTERN_CHANNELS;
}

static void expand_lines(const PatternModel *model, const float *parameters, Channels *line)
{
    memset(line, 0, PATTERNS * sizeof *line);
    for (int window = 0; window < PATTERN_WINDOWS; window++) {
        for (int i = 0; i < PATTERNS; i++) {
            if (!model->is_empty[i]) {
                pattern_add_row((float *)&line[i], row_of(parameters, model->window[window][i]));
            }
        }
        parameters += model->rows[window] * PATTERN_CHANNELS;
    }
}

static void expand_point_patterns(const PointParts *parts, const float *parameters, Channels *row)
{
    const float *pairs = row_of(parameters, SHAPE_COUNT), *own = row_of(pairs, PARTS_PAIRS);
    memset(row, 0, POINT_PATTERNS * sizeof *row);
    for (int i = 0; i < POINT_PATTERNS; i++) {
        if (parts->is_bare[i]) {
            continue;
        }
        pattern_add_row((float *)&row[i], row_of(own, i));
        for (int j = 0; j < DIRECTIONS; j++) {
            pattern_add_row((float *)&row[i], row_of(parameters, parts->shape[i][j]));
        }
        for (int j = 0; j < PAIRS_OF_POINT; j++) {
            pattern_add_row((float *)&row[i], row_of(pairs, parts->pair[i][j]));
        }
    }
}

static int8_t rounded_row(float value)
{
    float units = rintf(value * PATTERN_ROW_ONE);
    return (int8_t)(units > INT8_MAX ? INT8_MAX : units < -INT8_MAX ? -INT8_MAX : units);
}

static void round_rows(Channels *rows, int count)
{
    float *number = (float *)rows;
    for (int i = 0; i < count * PATTERN_CHANNELS; i++) {
        number[i] = (float)rounded_row(number[i]) / PATTERN_ROW_ONE;
    }
}

static int rows_of_lines(const PatternModel *model)
{
    int rows = 0;
    for (int window = 0; window < PATTERN_WINDOWS; window++) {
        rows += model->rows[window];
    }
    return rows;
}

void pattern_model_expand(const PatternModel *model, const float *parameters, bool rounded,
                          PatternNumbers *numbers)
{
    const float *own = row_of(parameters, rows_of_lines(model));
    expand_lines(model, parameters, numbers->line);
    expand_point_patterns(&model->parts, own, numbers->own);
    expand_point_patterns(&model->parts, row_of(own, ROWS_OF_POINT_PATTERNS), numbers->opponent);
    if (rounded) {
        round_rows(numbers->line, PATTERNS);
        round_rows(numbers->own, POINT_PATTERNS);
        round_rows(numbers->opponent, POINT_PATTERNS);
    }
    memcpy(&numbers->layers, parameters + model->layers_at, sizeof numbers->layers);
}

static void collect_lines(const PatternModel *model, Channels *line, float *gradient)
{
    for (int i = 0; i < PATTERNS; i++) {
        if (model->is_empty[i]) {
            memset(&line[i], 0, sizeof line[i]);
        }
    }
    for (int window = 0; window < PATTERN_WINDOWS; window++) {
        for (int i = 0; i < PATTERNS; i++) {
            pattern_add_row(row_to(gradient, model->window[window][i]), (float *)&line[i]);
        }
        gradient += model->rows[window] * PATTERN_CHANNELS;
    }
}

static void collect_point_patterns(const PointParts *parts, Channels *row, float *gradient)
{
    float *pairs = row_to(gradient, SHAPE_COUNT), *own = row_to(pairs, PARTS_PAIRS);
    for (int i = 0; i < POINT_PATTERNS; i++) {
        if (parts->is_bare[i]) {
            memset(&row[i], 0, sizeof row[i]);
            continue;
        }
        pattern_add_row(row_to(own, i), (float *)&row[i]);
        for (int j = 0; j < DIRECTIONS; j++) {
            pattern_add_row(row_to(gradient, parts->shape[i][j]), (float *)&row[i]);
        }
        for (int j = 0; j < PAIRS_OF_POINT; j++) {
            pattern_add_row(row_to(pairs, parts->pair[i][j]), (float *)&row[i]);
        }
    }
}

void pattern_model_collect(const PatternModel *model, PatternNumbers *by_number, float *gradient)
{
    memset(gradient, 0, (size_t)model->parameters * sizeof *gradient);
    float *own = row_to(gradient, rows_of_lines(model));
    collect_lines(model, by_number->line, gradient);
    collect_point_patterns(&model->parts, by_number->own, own);
    collect_point_patterns(&model->parts, by_number->opponent, row_to(own, ROWS_OF_POINT_PATTERNS));
    memcpy(gradient + model->layers_at, &by_number->layers, sizeof by_number->layers);
}

/* --- where training begins --- */

static float *fill(float *values, int count, double value)
{
    for (int i = 0; i < count; i++) {
        values[i] = (float)value;
    }
    return values + count;
}

static float *fill_rows(float *values, int rows, double value)
{
    return fill(values, rows * PATTERN_CHANNELS, value);
}

#define FLOATS(member) (int)(sizeof(((PatternLayers *)NULL)->member) / sizeof(float))

/* Found by held-out losses: the wider a window, the rarer and the nearer to zero its rows. */
void pattern_model_prior(const PatternModel *model, float *sigma)
{
    static const double window[PATTERN_WINDOWS] = {0.1, 0.075, 0.04, 0.015};
    static const double shape = 0.3, pair = 0.15, own = 0.03;
    static const double region = 0.1, bias = 0.5, threat_mask = 0.3, whole = 0.1, units = 0.15,
                        out = 0.5, policy = 1, policy_unit = 1;
    for (int i = 0; i < PATTERN_WINDOWS; i++) {
        sigma = fill_rows(sigma, model->rows[i], window[i]);
    }
    for (int side = 0; side < COLOURS; side++) {
        sigma = fill_rows(sigma, SHAPE_COUNT, shape);
        sigma = fill_rows(sigma, PARTS_PAIRS, pair);
        sigma = fill_rows(sigma, POINT_PATTERNS, own);
    }
    sigma = fill(sigma, FLOATS(region_bias), bias);
    sigma = fill(sigma, FLOATS(region), region);
    sigma = fill(sigma, FLOATS(bias), bias);
    sigma = fill(sigma, FLOATS(threat_mask), threat_mask);
    sigma = fill(sigma, FLOATS(whole), whole);
    sigma = fill(sigma, FLOATS(units), units);
    sigma = fill(sigma, FLOATS(out), out);
    sigma = fill(sigma, FLOATS(policy), policy);
    fill(sigma, FLOATS(policy_unit), policy_unit);
}

static float *randomize(float *values, int count, double size, uint64_t *random)
{
    enum { STEPS = 1 << 30 };
    for (int i = 0; i < count; i++) {
        values[i] = (float)((2.0 * random_below(random, STEPS) / STEPS - 1) * size);
    }
    return values + count;
}

/* The rows of near windows and of shapes begin at random, so that channels differ; what is wider or
 * rarer begins at zero. Units begin between their clips, where they can learn. */
void pattern_model_begin(const PatternModel *model, float *parameters, uint64_t seed)
{
    static const double near_row = 0.015, shape = 0.06, pair = 0.03, region = 0.05, begin = 0.3,
                        whole = 0.05, units = 0.1, out = 0.1;
    uint64_t random = seed;
    memset(parameters, 0, (size_t)model->parameters * sizeof *parameters);
    randomize(parameters, (model->rows[0] + model->rows[1]) * PATTERN_CHANNELS, near_row, &random);
    float *at = row_to(parameters, rows_of_lines(model));
    for (int side = 0; side < COLOURS; side++) {
        randomize(at, SHAPE_COUNT * PATTERN_CHANNELS, shape, &random);
        randomize(row_to(at, SHAPE_COUNT), PARTS_PAIRS * PATTERN_CHANNELS, pair, &random);
        at = row_to(at, ROWS_OF_POINT_PATTERNS);
    }
    at = fill(at, FLOATS(region_bias), begin);
    at = randomize(at, FLOATS(region), region, &random);
    at = fill(at, FLOATS(bias), begin);
    at += FLOATS(threat_mask);
    at = randomize(at, FLOATS(whole), whole, &random);
    at = randomize(at, FLOATS(units), units, &random);
    randomize(at, FLOATS(out), out, &random);
}

/* --- rounding --- */

static int16_t rounded_weight(double value)
{
    double units = rint(value);
    return (int16_t)(units > INT16_MAX ? INT16_MAX : units < -INT16_MAX ? -INT16_MAX : units);
}

static void rounded_rows(const Channels *rows, int count, int8_t (*to)[PATTERN_CHANNELS])
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < PATTERN_CHANNELS; j++) {
            to[i][j] = rounded_row(rows[i][j]);
        }
    }
}

static void round_regions(const PatternLayers *layers, PatternNet *net)
{
    static const double sum_one = REGION_WEIGHT_ONE * (double)PATTERN_ACTIVATION_ONE;
    for (int kind = 0; kind < REGION_KINDS; kind++) {
        for (int unit = 0; unit < REGION_UNITS; unit++) {
            net->region_bias[kind][unit] = (int32_t)rint(layers->region_bias[kind][unit] * sum_one);
            for (int i = 0; i < PATTERN_INPUTS; i++) {
                net->region[kind][i / 2][2 * unit + i % 2] =
                    rounded_weight(layers->region[kind][i][unit] * REGION_WEIGHT_ONE);
            }
        }
    }
}

/* The sum of what the threats of a mask add to a head's unit, the first bit being `first`. */
static double threats_of(const PatternLayers *layers, int mask, int first, int unit)
{
    double sum = 0;
    for (int bit = 0; mask >> bit != 0; bit++) {
        sum += mask >> bit & 1 ? layers->threat_mask[first + bit][unit] : 0;
    }
    return sum;
}

static void round_head_unit(const PatternLayers *layers, int unit, double scale, PatternNet *net)
{
    for (int mask = 0; mask < OWN_THREAT_MASKS; mask++) {
        net->own_threat_mask[mask][unit] =
            (int32_t)rint((layers->bias[unit] + threats_of(layers, mask, 0, unit)) * HEAD_SUM_ONE);
    }
    for (int mask = 0; mask < OPPONENT_THREAT_MASKS; mask++) {
        net->opponent_threat_mask[mask][unit] =
            (int32_t)rint(threats_of(layers, mask, THREAT_MASK_OWN_BITS, unit) * HEAD_SUM_ONE);
    }
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        net->whole[i / 2][2 * unit + i % 2] =
            rounded_weight(layers->whole[i][unit] * PATTERN_WHOLE_SHARE * WHOLE_WEIGHT_ONE);
    }
    for (int i = 0; i < HEAD_REGION_INPUTS; i++) {
        net->units[i / 2][2 * unit + i % 2] =
            rounded_weight(layers->units[i][unit] * UNITS_WEIGHT_ONE);
    }
    net->out[unit] = rounded_weight(layers->out[unit] * scale * HEAD_OUT_ONE);
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        net->policy_unit[unit / 2][2 * i + unit % 2] =
            rounded_weight(layers->policy_unit[unit][i] * POLICY_WEIGHT_ONE);
    }
}

void pattern_model_round(const PatternNumbers *numbers, double scale, PatternNet *net)
{
    memset(net, 0, sizeof *net);
    rounded_rows(numbers->line, PATTERNS, net->line);
    rounded_rows(numbers->own, POINT_PATTERNS, net->own);
    rounded_rows(numbers->opponent, POINT_PATTERNS, net->opponent);
    round_regions(&numbers->layers, net);
    for (int unit = 0; unit < HEAD_UNITS; unit++) {
        round_head_unit(&numbers->layers, unit, scale, net);
    }
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        net->policy[i] = rounded_weight(numbers->layers.policy[i] * PATTERN_POLICY_ONE);
    }
}
