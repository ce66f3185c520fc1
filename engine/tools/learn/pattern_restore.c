/* pattern_restore - undoing rounding, and conjugate gradients; see pattern_restore.h.
 *
 * Numbers are a linear map of parameters, n = A p (pattern_model_expand), and pattern_model_collect
 * is its transpose. The most likely p is S A' x, where S are the squares of the deviations and x
 * solves A S A' x = n. The matrix is symmetric and, as each row has parameters of its own, positive
 * definite, so conjugate gradients solve it, and need nothing but these two functions.
 */
#include "tools/learn/pattern_restore.h"

#include "port/port.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROW_NUMBERS = offsetof(PatternNumbers, layers) / sizeof(float),
    STEPS_MAX = 2000, /* it takes some hundred */
};

/* A row may be off by so much: rounding it to bytes loses ten times that. */
static const double near = 0.1 * 0.5 / PATTERN_ROW_ONE;

/* --- from whole numbers --- */

static void restore_rows(const int8_t (*rows)[PATTERN_CHANNELS], int count, Channels *to)
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < PATTERN_CHANNELS; j++) {
            to[i][j] = (float)rows[i][j] / PATTERN_ROW_ONE;
        }
    }
}

static void restore_regions(const PatternNet *net, PatternLayers *layers)
{
    static const float sum_one = REGION_WEIGHT_ONE * (float)PATTERN_ACTIVATION_ONE;
    for (int kind = 0; kind < REGION_KINDS; kind++) {
        for (int unit = 0; unit < REGION_UNITS; unit++) {
            layers->region_bias[kind][unit] = (float)net->region_bias[kind][unit] / sum_one;
            for (int i = 0; i < PATTERN_INPUTS; i++) {
                layers->region[kind][i][unit] =
                    (float)net->region[kind][i / 2][2 * unit + i % 2] / REGION_WEIGHT_ONE;
            }
        }
    }
}

/* What a threat adds to a unit of the head. */
static float of_threat(const PatternNet *net, int bit, int unit)
{
    int opponent_bit = bit - THREAT_MASK_OWN_BITS;
    int32_t sum = opponent_bit < 0
                      ? net->own_threat_mask[1 << bit][unit] - net->own_threat_mask[0][unit]
                      : net->opponent_threat_mask[1 << opponent_bit][unit];
    return (float)sum / HEAD_SUM_ONE;
}

static void restore_head_unit(const PatternNet *net, int unit, double scale, PatternLayers *layers)
{
    layers->bias[unit] = (float)net->own_threat_mask[0][unit] / HEAD_SUM_ONE;
    for (int bit = 0; bit < THREAT_MASK_BITS; bit++) {
        layers->threat_mask[bit][unit] = of_threat(net, bit, unit);
    }
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        layers->whole[i][unit] =
            (float)net->whole[i / 2][2 * unit + i % 2] / (PATTERN_WHOLE_SHARE * WHOLE_WEIGHT_ONE);
    }
    for (int i = 0; i < HEAD_REGION_INPUTS; i++) {
        layers->units[i][unit] = (float)net->units[i / 2][2 * unit + i % 2] / UNITS_WEIGHT_ONE;
    }
    layers->out[unit] = (float)(net->out[unit] / (scale * HEAD_OUT_ONE));
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        layers->policy_unit[unit][i] =
            (float)(net->policy_unit[unit / 2][2 * i + unit % 2] / POLICY_WEIGHT_ONE);
    }
}

void pattern_restore_numbers(const PatternNet *net, double scale, PatternNumbers *numbers)
{
    restore_rows(net->line, PATTERNS, numbers->line);
    restore_rows(net->own, POINT_PATTERNS, numbers->own);
    restore_rows(net->opponent, POINT_PATTERNS, numbers->opponent);
    restore_regions(net, &numbers->layers);
    for (int unit = 0; unit < HEAD_UNITS; unit++) {
        restore_head_unit(net, unit, scale, &numbers->layers);
    }
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        numbers->layers.policy[i] = (float)(net->policy[i] / PATTERN_POLICY_ONE);
    }
}

/* --- from numbers to parameters --- */

typedef struct {
    const PatternModel *model;
    const float *sigma;
    float *parameters; /* of what was multiplied last */
    PatternNumbers *solution, *residual, *direction, *product;
} ConjugateGradients;

static float *rows_of(PatternNumbers *numbers)
{
    return (float *)numbers;
}

static double dot_of_rows(PatternNumbers *one, PatternNumbers *other)
{
    double sum = 0;
    for (int i = 0; i < ROW_NUMBERS; i++) {
        sum += (double)rows_of(one)[i] * rows_of(other)[i];
    }
    return sum;
}

/* Adds `factor` times the other's rows. */
static void add_scaled_rows(PatternNumbers *to, double factor, PatternNumbers *more)
{
    for (int i = 0; i < ROW_NUMBERS; i++) {
        rows_of(to)[i] += (float)(factor * rows_of(more)[i]);
    }
}

static double largest_residual(PatternNumbers *numbers)
{
    double most = 0;
    for (int i = 0; i < ROW_NUMBERS; i++) {
        double size = fabs((double)rows_of(numbers)[i]);
        most = size > most ? size : most; /* gcc 12 for ARM cannot compile a loop with fmax */
    }
    return most;
}

/* The parameters S A' x; rows of x that have to stay empty become zero. */
static void parameters_of(const ConjugateGradients *cg, PatternNumbers *numbers)
{
    pattern_model_collect(cg->model, numbers, cg->parameters);
    for (int i = 0; i < cg->model->parameters; i++) {
        cg->parameters[i] *= cg->sigma[i] * cg->sigma[i];
    }
}

/* A step of conjugate gradients from a solution with that square of its residual; returns the next
 * one's. */
static double restore_step(const ConjugateGradients *cg, double square)
{
    parameters_of(cg, cg->direction);
    pattern_model_expand(cg->model, cg->parameters, false, cg->product);
    double length = square / dot_of_rows(cg->direction, cg->product);
    add_scaled_rows(cg->solution, length, cg->direction);
    add_scaled_rows(cg->residual, -length, cg->product);
    double next = dot_of_rows(cg->residual, cg->residual), share = next / square;
    for (int i = 0; i < ROW_NUMBERS; i++) {
        float *at = &rows_of(cg->direction)[i];
        *at = (float)(rows_of(cg->residual)[i] + share * *at);
    }
    return next;
}

static void solve(const ConjugateGradients *cg, const PatternNumbers *numbers)
{
    memcpy(cg->residual, numbers, sizeof *numbers);
    parameters_of(cg, cg->residual);
    memcpy(cg->direction, cg->residual, sizeof *numbers);
    double square = dot_of_rows(cg->residual, cg->residual);
    for (int i = 0; i < STEPS_MAX && largest_residual(cg->residual) > near; i++) {
        square = restore_step(cg, square);
    }
    parameters_of(cg, cg->solution);
}

bool pattern_restore_parameters(const PatternModel *model, const float *sigma,
                                const PatternNumbers *numbers, float *parameters)
{
    enum { VECTORS = 4 };
    PatternNumbers *vectors = port_pages_new(VECTORS * sizeof *vectors); /* all zero */
    if (vectors == NULL) {
        return false;
    }
    ConjugateGradients cg = {model,       sigma,       parameters, &vectors[0],
                             &vectors[1], &vectors[2], &vectors[3]};
    solve(&cg, numbers);
    memcpy(parameters + model->layers_at, &numbers->layers, sizeof numbers->layers);
    port_pages_free(vectors, VECTORS * sizeof *vectors);
    return true;
}
