/* pattern_loss - sums, clips and their derivatives; see pattern_loss.h. */
#include "tools/learn/pattern_loss.h"

#include "tools/learn/chance.h"

#include "port/port.h"
#include "search/candidates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_OF_BOARD = SIDE_MAX * SIDE_MAX };

static const float region_unit_max = (float)REGION_UNIT_MAX / REGION_UNIT_ONE;
static const float head_unit_max = (float)HEAD_UNIT_MAX / HEAD_UNIT_ONE;

/* Both views of a point: that of the side to move first. */
typedef struct {
    Channels view[COLOURS];
} Views;

typedef float RegionUnits __attribute__((vector_size(REGION_UNITS * sizeof(float)), aligned(32)));

struct PatternPass {
    const PatternModel *model;         /* borrowed */
    Views activation[POINTS_OF_BOARD]; /* clipped sums of rows */
    Views is_linear[POINTS_OF_BOARD];  /* 1 where the sum is not clipped, else 0 */
    Views slope[POINTS_OF_BOARD];      /* of the policy by the activations */
    bool has_slope[POINTS_OF_BOARD];
    float chance[MOVES_MAX];
    Views region[REGIONS], region_slope[REGIONS];
    Views whole; /* the share of all regions that the head reads */
    RegionUnits unit_sum[REGIONS], unit[REGIONS];
    float kind_units[HEAD_REGION_INPUTS];
    float head_sum[HEAD_UNITS], head[HEAD_UNITS], head_slope[HEAD_UNITS];
    Views policy; /* the weights of the activations in this position */
};

/* Activations begin at lines of the cache: the block comes straight from the system. */
PatternPass *pattern_pass_new(const PatternModel *model)
{
    PatternPass *pass = port_pages_new(sizeof *pass);
    if (pass != NULL) {
        pass->model = model;
    }
    return pass;
}

void pattern_pass_free(PatternPass *pass)
{
    port_pages_free(pass, sizeof *pass);
}

/* --- points --- */

/* The rows that a point sums in a view are those of `numbers` of the view's colour: its lines as
 * that colour sees them, and its own point pattern and the other's. */
static inline void sum_rows(const PatternNumbers *numbers, const uint16_t line[DIRECTIONS], int own,
                            int opponent, Channels *sum)
{
    *sum = numbers->line[line[0]] + numbers->line[line[1]] + numbers->line[line[2]] +
           numbers->line[line[3]] + numbers->own[own] + numbers->opponent[opponent];
}

static inline void add_to_rows(PatternNumbers *gradient, const uint16_t line[DIRECTIONS], int own,
                               int opponent, const Channels *slope)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        gradient->line[line[direction]] += *slope;
    }
    gradient->own[own] += *slope;
    gradient->opponent[opponent] += *slope;
}

static inline void clip(const Channels *sum, Channels *activation, Channels *is_linear)
{
    const float *from = (const float *)sum;
    float *to = (float *)activation, *linear = (float *)is_linear;
    for (int i = 0; i < PATTERN_CHANNELS; i++) {
        float clipped = from[i] < 0 ? 0 : from[i] > 1 ? 1 : from[i];
        to[i] = clipped;
        linear[i] = clipped == from[i] ? 1 : 0;
    }
}

static inline void swap_lines(const PatternModel *model, const PatternPoint *point,
                              uint16_t swapped[DIRECTIONS])
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        swapped[direction] = model->swapped[point->line[direction]];
    }
}

/* Activations of all points, and their sums by region. */
static void forward_points(PatternPass *pass, const PatternNumbers *own,
                           const PatternNumbers *opponent, const PatternPoint *points, int count)
{
    memset(pass->region, 0, sizeof pass->region);
    for (int i = 0; i < count; i++) {
        const PatternPoint *point = &points[i];
        uint16_t swapped[DIRECTIONS];
        Views sum;
        swap_lines(pass->model, point, swapped);
        sum_rows(own, point->line, point->own, point->opponent, &sum.view[0]);
        sum_rows(opponent, swapped, point->opponent, point->own, &sum.view[1]);
        for (int view = 0; view < COLOURS; view++) {
            clip(&sum.view[view], &pass->activation[i].view[view], &pass->is_linear[i].view[view]);
            pass->region[point->region].view[view] += pass->activation[i].view[view];
        }
    }
}

/* The slopes of all points go back into their rows: those of the regions, where a value is learnt,
 * and those of the policy. */
static void backward_points(const PatternPass *pass, PatternNumbers *own, PatternNumbers *opponent,
                            const PatternPoint *points, int count)
{
    for (int i = 0; i < count; i++) {
        const PatternPoint *point = &points[i];
        const Views *region = &pass->region_slope[point->region];
        uint16_t swapped[DIRECTIONS];
        Views slope = *region;
        if (pass->has_slope[i]) {
            slope.view[0] += pass->slope[i].view[0];
            slope.view[1] += pass->slope[i].view[1];
        }
        slope.view[0] *= pass->is_linear[i].view[0];
        slope.view[1] *= pass->is_linear[i].view[1];
        swap_lines(pass->model, point, swapped);
        add_to_rows(own, point->line, point->own, point->opponent, &slope.view[0]);
        add_to_rows(opponent, swapped, point->opponent, point->own, &slope.view[1]);
    }
}

/* --- value --- */

static inline float clipped(float value, float most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

static void forward_regions(PatternPass *pass, const PatternLayers *layers)
{
    memset(pass->kind_units, 0, sizeof pass->kind_units);
    memset(&pass->whole, 0, sizeof pass->whole);
    for (int region = 0; region < REGIONS; region++) {
        int kind = pattern_region_kind(region);
        const float *input = (const float *)&pass->region[region];
        RegionUnits sum;
        memcpy(&sum, layers->region_bias[kind], sizeof sum);
        for (int i = 0; i < PATTERN_INPUTS; i++) {
            RegionUnits weights;
            memcpy(&weights, layers->region[kind][i], sizeof weights);
            sum += weights * input[i];
        }
        pass->unit_sum[region] = sum;
        for (int unit = 0; unit < REGION_UNITS; unit++) {
            pass->unit[region][unit] = clipped(sum[unit], region_unit_max);
            pass->kind_units[kind * REGION_UNITS + unit] += pass->unit[region][unit];
        }
        for (int view = 0; view < COLOURS; view++) {
            pass->whole.view[view] += pass->region[region].view[view] * PATTERN_WHOLE_SHARE;
        }
    }
}

static inline void add_scaled(float *to, const float *row, float by)
{
    for (int i = 0; i < HEAD_UNITS; i++) {
        to[i] += row[i] * by;
    }
}

static inline float dot(const float *one, const float *other)
{
    enum { LANES = 16 };
    float lane[LANES] = {0}, sum = 0;
    for (int i = 0; i < HEAD_UNITS; i += LANES) {
        for (int j = 0; j < LANES; j++) {
            lane[j] += one[i + j] * other[i + j];
        }
    }
    for (int j = 0; j < LANES; j++) {
        sum += lane[j];
    }
    return sum;
}

/* The units of the head. */
static void forward_head(PatternPass *pass, const PatternLayers *layers, int threat_mask)
{
    const float *whole = (const float *)&pass->whole;
    memcpy(pass->head_sum, layers->bias, sizeof pass->head_sum);
    for (int bit = 0; bit < THREAT_MASK_BITS; bit++) {
        if (threat_mask >> bit & 1) {
            add_scaled(pass->head_sum, layers->threat_mask[bit], 1);
        }
    }
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        add_scaled(pass->head_sum, layers->whole[i], whole[i]);
    }
    for (int i = 0; i < HEAD_REGION_INPUTS; i++) {
        add_scaled(pass->head_sum, layers->units[i], pass->kind_units[i]);
    }
    for (int unit = 0; unit < HEAD_UNITS; unit++) {
        pass->head[unit] = clipped(pass->head_sum[unit], head_unit_max);
    }
}

/* The slopes of the loss by what the units of the head read. */
typedef struct {
    float unit[HEAD_REGION_INPUTS]; /* by the units of the regions, kind by kind */
    Views whole;                    /* by the sums of each region, as a part of the whole board */
} HeadSlopes;

/* The slopes by the units of the head go back to what these read. */
static void backward_units(const PatternPass *pass, const PatternLayers *layers,
                           PatternLayers *gradient, int threat_mask, HeadSlopes *slopes)
{
    const float *whole = (const float *)&pass->whole;
    float head[HEAD_UNITS];
    for (int unit = 0; unit < HEAD_UNITS; unit++) {
        bool is_linear = pass->head_sum[unit] == pass->head[unit];
        head[unit] = is_linear ? pass->head_slope[unit] : 0;
        gradient->bias[unit] += head[unit];
    }
    for (int bit = 0; bit < THREAT_MASK_BITS; bit++) {
        if (threat_mask >> bit & 1) {
            add_scaled(gradient->threat_mask[bit], head, 1);
        }
    }
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        add_scaled(gradient->whole[i], head, whole[i]);
        ((float *)&slopes->whole)[i] = dot(layers->whole[i], head) * PATTERN_WHOLE_SHARE;
    }
    for (int i = 0; i < HEAD_REGION_INPUTS; i++) {
        add_scaled(gradient->units[i], head, pass->kind_units[i]);
        slopes->unit[i] = dot(layers->units[i], head);
    }
}

/* The slopes by the units of a region go back to its sums. */
static void backward_region(PatternPass *pass, const PatternLayers *layers, PatternLayers *gradient,
                            const HeadSlopes *slopes, int region)
{
    int kind = pattern_region_kind(region);
    const float *input = (const float *)&pass->region[region];
    float *region_slope = (float *)&pass->region_slope[region];
    RegionUnits unit_slopes;
    for (int unit = 0; unit < REGION_UNITS; unit++) {
        bool is_linear = pass->unit_sum[region][unit] == pass->unit[region][unit];
        unit_slopes[unit] = is_linear ? slopes->unit[kind * REGION_UNITS + unit] : 0;
        gradient->region_bias[kind][unit] += unit_slopes[unit];
    }
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        float sum = ((const float *)&slopes->whole)[i];
        for (int unit = 0; unit < REGION_UNITS; unit++) {
            sum += layers->region[kind][i][unit] * unit_slopes[unit];
            gradient->region[kind][i][unit] += unit_slopes[unit] * input[i];
        }
        region_slope[i] = sum;
    }
}

/* The slopes of the loss by the units of the head go back to the regions' sums. */
static void backward_head(PatternPass *pass, const PatternLayers *layers, PatternLayers *gradient,
                          int threat_mask)
{
    HeadSlopes slopes;
    backward_units(pass, layers, gradient, threat_mask, &slopes);
    for (int region = 0; region < REGIONS; region++) {
        backward_region(pass, layers, gradient, &slopes, region);
    }
}

int pattern_class_of(Value score)
{
    enum { BELOW_100 = 100, BELOW_300 = 300 };
    int distance = abs(score);
    return value_is_proven(score) ? OPEN_PROVEN
           : distance < BELOW_100 ? OPEN_BELOW_100
           : distance < BELOW_300 ? OPEN_BELOW_300
                                  : OPEN_FAR;
}

static void note_value_loss(const PatternSample *sample, float x, int class, PatternLosses *losses)
{
    double loss = chance_cross_entropy(x, sample->target);
    losses->value += loss;
    losses->values++;
    losses->value_by_class[class] += loss;
    losses->values_by_class[class]++;
    if (class != OPEN_PROVEN) {
        losses->result += chance_cross_entropy(x, sample->result);
        losses->results++;
    }
}

static void value_loss(PatternPass *pass, const PatternLayers *layers, const PatternSample *sample,
                       const PatternLossWeights *weights, PatternLayers *gradient,
                       PatternLosses *losses)
{
    float x = sample->tables + dot(pass->head, layers->out);
    int class = pattern_class_of(sample->score);
    note_value_loss(sample, x, class, losses);
    if (gradient != NULL) {
        float weight = class == OPEN_PROVEN ? weights->proven : weights->value;
        float slope = (float)(chance_of_value(x, 1) - sample->target) * weight;
        add_scaled(gradient->out, pass->head, slope);
        add_scaled(pass->head_slope, layers->out, slope);
    }
}

/* --- policy --- */

/* The weights of the policy follow from the units of the head. */
static void forward_policy_weights(PatternPass *pass, const PatternLayers *layers)
{
    float *weight = (float *)&pass->policy;
    memcpy(weight, layers->policy, sizeof layers->policy);
    for (int unit = 0; unit < HEAD_UNITS; unit++) {
        for (int i = 0; i < PATTERN_INPUTS; i++) {
            weight[i] += pass->head[unit] * layers->policy_unit[unit][i];
        }
    }
}

/* The slopes of the loss by those weights go back to the units. */
static void backward_policy_weights(PatternPass *pass, const PatternLayers *layers,
                                    PatternLayers *gradient, const Views *slopes)
{
    const float *slope = (const float *)slopes;
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        gradient->policy[i] += slope[i];
    }
    for (int unit = 0; unit < HEAD_UNITS; unit++) {
        float sum = 0;
        for (int i = 0; i < PATTERN_INPUTS; i++) {
            gradient->policy_unit[unit][i] += slope[i] * pass->head[unit];
            sum += slope[i] * layers->policy_unit[unit][i];
        }
        pass->head_slope[unit] += sum;
    }
}

static float policy_dot(const Views *activation, const Views *weights)
{
    const float *a = (const float *)activation, *weight = (const float *)weights;
    float sum = 0;
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        sum += a[i] * weight[i];
    }
    return sum;
}

/* Chances of all moves by the policy; returns the cross-entropy of the chosen one. */
static double forward_policy(PatternPass *pass, const PatternMove *moves,
                             const PatternSample *sample)
{
    float most = -INFINITY;
    double sum = 0;
    for (int i = 0; i < sample->moves; i++) {
        int32_t point = moves[i].point;
        float x = moves[i].tables +
                  (point >= 0 ? policy_dot(&pass->activation[point], &pass->policy) : 0);
        pass->chance[i] = x;
        most = x > most ? x : most;
    }
    float chosen = pass->chance[sample->chosen];
    for (int i = 0; i < sample->moves; i++) {
        pass->chance[i] = expf(pass->chance[i] - most);
        sum += pass->chance[i];
    }
    for (int i = 0; i < sample->moves; i++) {
        pass->chance[i] = (float)(pass->chance[i] / sum);
    }
    return log(sum) + most - chosen;
}

static void backward_policy(PatternPass *pass, const PatternLayers *layers,
                            const PatternMove *moves, const PatternSample *sample, float weight,
                            PatternLayers *gradient)
{
    Views weight_slope = {0};
    for (int i = 0; i < sample->moves; i++) {
        int32_t point = moves[i].point;
        if (point < 0) {
            continue;
        }
        float slope = (pass->chance[i] - (i == sample->chosen ? 1 : 0)) * weight;
        for (int view = 0; view < COLOURS; view++) {
            weight_slope.view[view] += pass->activation[point].view[view] * slope;
            pass->slope[point].view[view] = pass->policy.view[view] * slope;
        }
        pass->has_slope[point] = true;
    }
    backward_policy_weights(pass, layers, gradient, &weight_slope);
}

static void note_rank(const PatternPass *pass, const PatternSample *sample, PatternLosses *losses)
{
    static const int within[PATTERN_RANKS] = {1, 4, 8};
    int better = 0;
    for (int i = 0; i < sample->moves; i++) {
        better += pass->chance[i] > pass->chance[sample->chosen];
    }
    for (int i = 0; i < PATTERN_RANKS; i++) {
        losses->ranked[i] += better < within[i];
    }
}

static void policy_loss(PatternPass *pass, const PatternLayers *layers, const PatternBlock *block,
                        const PatternSample *sample, float weight, PatternLayers *gradient,
                        PatternLosses *losses)
{
    const PatternMove *moves = &block->moves[sample->first_move];
    forward_policy_weights(pass, layers);
    losses->policy += forward_policy(pass, moves, sample);
    losses->policies++;
    if (gradient != NULL) {
        backward_policy(pass, layers, moves, sample, weight, gradient);
    } else {
        note_rank(pass, sample, losses);
    }
}

/* --- both --- */

void pattern_loss(PatternPass *pass, const PatternNumbers *const numbers[COLOURS],
                  const PatternBlock *block, const PatternSample *sample,
                  const PatternLossWeights *weights, PatternNumbers *const gradients[COLOURS],
                  PatternLosses *losses)
{
    int side = sample->colour, other = rules_opponent(side);
    const PatternPoint *points = &block->points[sample->first_point];
    const PatternLayers *layers = &numbers[side]->layers;
    PatternLayers *gradient = gradients == NULL ? NULL : &gradients[side]->layers;
    forward_points(pass, numbers[side], numbers[other], points, sample->points);
    forward_regions(pass, layers);
    forward_head(pass, layers, sample->threat_mask);
    if (gradient != NULL) {
        memset(pass->head_slope, 0, sizeof pass->head_slope);
        memset(pass->has_slope, 0, (size_t)sample->points * sizeof *pass->has_slope);
    }
    if (sample->has_value) {
        value_loss(pass, layers, sample, weights, gradient, losses);
    }
    if (sample->moves > 0) {
        policy_loss(pass, layers, block, sample, weights->policy, gradient, losses);
    }
    if (gradient != NULL) {
        backward_head(pass, layers, gradient, sample->threat_mask);
        backward_points(pass, gradients[side], gradients[other], points, sample->points);
    }
}

const char *pattern_class_name(int class)
{
    static const char *const names[PATTERN_CLASSES] = {
        [OPEN_BELOW_100] = "below 100",
        [OPEN_BELOW_300] = "below 300",
        [OPEN_FAR] = "above",
        [OPEN_PROVEN] = "proven",
    };
    return names[class];
}

void pattern_losses_add(PatternLosses *to, const PatternLosses *more)
{
    to->value += more->value;
    to->policy += more->policy;
    to->values += more->values;
    to->policies += more->policies;
    for (int i = 0; i < PATTERN_RANKS; i++) {
        to->ranked[i] += more->ranked[i];
    }
    for (int i = 0; i < PATTERN_CLASSES; i++) {
        to->value_by_class[i] += more->value_by_class[i];
        to->values_by_class[i] += more->values_by_class[i];
    }
    to->result += more->result;
    to->results += more->results;
}
