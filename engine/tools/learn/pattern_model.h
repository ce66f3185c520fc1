/* pattern_model - the numbers of the pattern network (eval/pattern_net.h) as training sees them.
 *
 * Training works on single-precision numbers: rows of channels for each pattern and point pattern,
 * and the layers. Most patterns are seldom seen, so a row is a sum over nested windows: what stands
 * on the nearest point to each side, on the nearest two, three and four. What many lines have in
 * common goes where all of them learn from it, and a line that never occurred is still worth what
 * its middle is. A row of a point pattern is the sum of rows of its shapes, its pairs of shapes and
 * itself. Each group of parameters has a prior.
 *
 * The parameters of a colour are one array of floats: the windows' rows from near to far, the rows
 * of own and opponent's point patterns, and the layers.
 */
#ifndef TENGEN_TOOLS_LEARN_PATTERN_MODEL_H
#define TENGEN_TOOLS_LEARN_PATTERN_MODEL_H

#include "eval/pattern_net.h"
#include "eval/learnt.h"
#include "tools/learn/point_parts.h"

#include <stdbool.h>
#include <stdint.h>

/* A row. The compiler adds all channels at once where the processor can. */
typedef float Channels __attribute__((vector_size(PATTERN_CHANNELS * sizeof(float)), aligned(64)));

/* What the layers of a colour's network are, by input and unit. Only floats, in the order of the
 * parameters. */
typedef struct {
    float region_bias[REGION_KINDS][REGION_UNITS];
    float region[REGION_KINDS][PATTERN_INPUTS][REGION_UNITS];
    float bias[HEAD_UNITS];
    float threat_mask[THREAT_MASK_BITS][HEAD_UNITS];
    float whole[PATTERN_INPUTS][HEAD_UNITS]; /* on an eighth of the sums: PATTERN_WHOLE_SHARE */
    float units[HEAD_REGION_INPUTS][HEAD_UNITS];
    float out[HEAD_UNITS];                         /* in log odds */
    float policy[PATTERN_INPUTS];                  /* in log odds */
    float policy_unit[HEAD_UNITS][PATTERN_INPUTS]; /* what a unit of 1 adds to it */
} PatternLayers;

/* The numbers of a colour, or the gradient of a loss by each of them. */
typedef struct {
    Channels line[PATTERNS];
    Channels own[POINT_PATTERNS], opponent[POINT_PATTERNS];
    PatternLayers layers;
} PatternNumbers;

enum {
    PATTERN_WINDOWS = PATTERN_REACH,
    PATTERN_LAYERS = sizeof(PatternLayers) / sizeof(float),
};

/* How parameters and numbers belong together. */
typedef struct {
    PointParts parts;
    int16_t window[PATTERN_WINDOWS][PATTERNS]; /* the row of each pattern in the rows of a window */
    int rows[PATTERN_WINDOWS];                 /* how many rows a window has */
    uint16_t number[PATTERN_KEYS];             /* line_pattern_number of each key */
    bool is_empty[PATTERNS];                   /* no stone is on the line: it has no row */
    uint16_t swapped[PATTERNS];                /* the pattern with the colours exchanged */
    int parameters;                            /* of a colour */
    int layers_at;                             /* the first parameter of the layers, */
    int policy_at;                             /* and of those of the policy, the last ones */
} PatternModel;

/* How the sums over the whole board enter the head: as this part of them. */
#define PATTERN_WHOLE_SHARE 0.125f

/* A weight of the policy that adds a log-odds of 1 for an activation of 1, as a whole number. */
#define PATTERN_POLICY_ONE                                                                         \
    (LEARNT_POLICY_UNIT * (double)(1 << PATTERN_POLICY_SHIFT) / PATTERN_ACTIVATION_ONE)

/* What a unit of 1 adds to a weight of the policy by 1, as a whole number. */
#define POLICY_WEIGHT_ONE (PATTERN_POLICY_ONE * (1 << POLICY_WEIGHT_SHIFT) / HEAD_UNIT_ONE)

/* Fills in how parameters and numbers belong together. */
void pattern_model_init(PatternModel *model);

/* Fills in the standard deviations of the parameters' priors. */
void pattern_model_prior(const PatternModel *model, float *sigma);

/* Fills in the parameters that training begins with; they follow from the seed. */
void pattern_model_begin(const PatternModel *model, float *parameters, uint64_t seed);

/* Computes the numbers of a colour from its parameters. `rounded`: rows as bytes would hold
 * them. */
void pattern_model_expand(const PatternModel *model, const float *parameters, bool rounded,
                          PatternNumbers *numbers);

/* The way back: overwrites `gradient`, by parameter, with the sums of the gradients of all numbers
 * that each takes part in. Rows that have to stay empty are set to zero in `by_number`. */
void pattern_model_collect(const PatternModel *model, PatternNumbers *by_number, float *gradient);

/* Rounds the numbers to those of the evaluation, clipped to what its integers hold. A log-odds of 1
 * is `scale` units of value. */
void pattern_model_round(const PatternNumbers *numbers, double scale, PatternNet *net);

#endif
