/* drawn_net - see drawn_net.h. */
#include "drawn_net.h"

#include "drawn.h"
#include "eval/weights.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    /* Spreads of usual numbers: a point's activations are some dozens of 127, a region's unit and
     * the head's are about half full, and the value is some tens. */
    ROW_MOST = 24,
    REGION_BIAS_MOST = 200000,
    REGION_MOST = 700,
    THREAT_MOST = HEAD_SUM_ONE / 2,
    WHOLE_MOST = 900,
    UNITS_MOST = 300,
    OUT_MOST = 3000,
    POLICY_MOST = 300,
    POLICY_UNIT_MOST = 150,
};

static int32_t between(uint64_t *random, int32_t most)
{
    return drawn_below(random, most) - drawn_below(random, most);
}

/* From -most to most if usual numbers are wanted, else from -end - 1 to end. */
static int32_t number(DrawnNetSize size, uint64_t *random, int32_t most, int32_t end)
{
    if (size == DRAWN_NET_USUAL) {
        return between(random, most);
    }
    switch (drawn_below(random, 4)) {
    case 0: return end;
    case 1: return -end - 1;
    default: return between(random, end);
    }
}

static void fill_bytes(int8_t *to, size_t bytes, DrawnNetSize size, uint64_t *random)
{
    for (size_t i = 0; i < bytes; i++) {
        to[i] = (int8_t)number(size, random, ROW_MOST, INT8_MAX);
    }
}

static void fill_int16(int16_t *to, size_t bytes, int most, DrawnNetSize size, uint64_t *random)
{
    for (size_t i = 0; i < bytes / sizeof *to; i++) {
        to[i] = (int16_t)number(size, random, most, INT16_MAX);
    }
}

static void fill_int32(int32_t *to, size_t bytes, int most, DrawnNetSize size, uint64_t *random)
{
    for (size_t i = 0; i < bytes / sizeof *to; i++) {
        to[i] = number(size, random, most, INT32_MAX);
    }
}

void drawn_net(PatternNet *net, DrawnNetSize size, uint64_t *random)
{
    fill_bytes(net->line[0], sizeof net->line, size, random);
    fill_bytes(net->own[0], sizeof net->own, size, random);
    fill_bytes(net->opponent[0], sizeof net->opponent, size, random);
    fill_int32(net->region_bias[0], sizeof net->region_bias, REGION_BIAS_MOST, size, random);
    fill_int16(net->region[0][0], sizeof net->region, REGION_MOST, size, random);
    fill_int32(net->own_threat_mask[0], sizeof net->own_threat_mask, THREAT_MOST, size, random);
    fill_int32(net->opponent_threat_mask[0], sizeof net->opponent_threat_mask, THREAT_MOST, size,
               random);
    fill_int16(net->whole[0], sizeof net->whole, WHOLE_MOST, size, random);
    fill_int16(net->units[0], sizeof net->units, UNITS_MOST, size, random);
    fill_int16(net->out, sizeof net->out, OUT_MOST, size, random);
    fill_int16(net->policy, sizeof net->policy, POLICY_MOST, size, random);
    fill_int16(net->policy_unit[0], sizeof net->policy_unit, POLICY_UNIT_MOST, size, random);
}

DrawnLearnt *drawn_learnt(Rule rule, DrawnNetSize size, uint64_t *random)
{
    Weights weights;
    DrawnLearnt *drawn = calloc(1, sizeof *drawn);
    if (drawn == NULL || !weights_embedded(&weights, rule)) {
        fprintf(stderr, "drawn_learnt: no memory, or nothing was learnt for the rule\n");
        abort();
    }
    drawn->learnt = weights.learnt;
    for (int colour = BLACK; colour <= WHITE; colour++) {
        drawn_net(&drawn->net[colour], size, random);
        drawn->learnt.pattern[colour] = &drawn->net[rules_is_colour_blind(rule) ? BLACK : colour];
    }
    return drawn;
}
