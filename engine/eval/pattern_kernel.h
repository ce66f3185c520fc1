/* pattern_kernel - the arithmetic of a pattern network with registers: included once for each kind
 * of them, by pattern_simd.c or pattern_avx2.h, which define
 *
 *   KERNEL(name)         the name of a function of this kind
 *   TARGET               attributes of such functions
 *   LANES                numbers of 16 bits in a register
 *   VEC                  a register
 *   LOAD(p) STORE(p, v)  a register from and to memory, wherever it lies
 *   WIDEN(p)             as many bytes from memory, each made 16 bits
 *   ADD SUB MAX MIN      of numbers of 16 bits
 *   ALL(n)               the number n in all places of 16 bits
 *   PAIR(n)              the number n in all places of 32 bits: a pair of inputs
 *   ADD32(a, b)          of numbers of 32 bits, of which a register has half as many
 *   MADD(s, a, b)        s and the products of 16 bits, two by two, in 32 bits
 *   SHIFT32(v, bits)     numbers of 32 bits shifted right
 *   PACK(a, b)           two registers of 32 bits as one of 16, a's first
 *   LOW(v) HIGH(v)       half the numbers as 32 bits without sign; which half of them ...
 *   JOIN(low, high)      ... is as this packs them together again
 *   SUM32(v)             all numbers of 32 bits added up
 *
 * The end of this file undefines it all (pattern_end.h).
 */

enum {
    KERNEL(VECS) = PATTERN_INPUTS / LANES,        /* registers for the sums of a point, */
    KERNEL(UNIT_VECS) = 2 * REGION_UNITS / LANES, /* for the units of a region, */
    KERNEL(HEAD_VECS) = 2 * HEAD_UNITS / LANES,   /* and for those of the head */
};

#include "eval/pattern_follow.h"

/* --- the head --- */

/* Two inputs that lie side by side, in all places. */
TARGET UNROLLED VEC KERNEL(pair)(const int16_t *inputs)
{
    int32_t both;
    memcpy(&both, inputs, sizeof both);
    return PAIR(both);
}

/* Units of 16 bits from two registers of sums. */
TARGET UNROLLED VEC KERNEL(clip)(VEC low, VEC high, const int shift, const int most)
{
    VEC units = PACK(SHIFT32(low, shift), SHIFT32(high, shift));
    return MIN(MAX(units, ALL(0)), ALL((int16_t)most));
}

/* The units of all regions of a kind, added up: numbers of 16 bits in a register's first places.
 * Each register of weights is loaded once for all of them. */
TARGET UNROLLED VEC KERNEL(units)(const PatternNet *net, const PatternRegions *regions, int side,
                                  const int kind, const int *which, const int count)
{
    enum { REGIONS_MAX = 4, HALF = PATTERN_CHANNELS / 2 };
    VEC sums[REGIONS_MAX][KERNEL(UNIT_VECS)];
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < KERNEL(UNIT_VECS); j++) {
            sums[i][j] = LOAD(net->region_bias[kind] + j * LANES / 2);
        }
    }
    for (int view = 0; view < COLOURS; view++) {
        const int16_t(*weights)[2 * REGION_UNITS] = net->region[kind] + view * HALF;
        int first = (view == 0 ? side : rules_opponent(side)) * PATTERN_CHANNELS;
#pragma GCC unroll 2 /* unrolled entirely, it would want more registers than there are */
        for (int pair = 0; pair < HALF; pair++) {
            for (int i = 0; i < count; i++) {
                VEC both = KERNEL(pair)(&(*regions)[which[i]][first + 2 * pair]);
                for (int j = 0; j < KERNEL(UNIT_VECS); j++) {
                    sums[i][j] = MADD(sums[i][j], both, LOAD(weights[pair] + j * LANES));
                }
            }
        }
    }
    VEC units = ALL(0);
    for (int i = 0; i < count; i++) {
        VEC high = sums[i][KERNEL(UNIT_VECS) - 1];
        units = ADD(units, KERNEL(clip)(sums[i][0], high, REGION_SHIFT, REGION_UNIT_MAX));
    }
    return units;
}

/* The sums of the whole board, of both views as they stand in the regions. Four regions fit into 16
 * bits without sign, all of them need more. */
TARGET UNROLLED void KERNEL(whole)(const PatternRegions *regions, int16_t *whole)
{
    for (int i = 0; i < PATTERN_INPUTS; i += LANES) {
        VEC some = LOAD(&(*regions)[0][i]), more = LOAD(&(*regions)[4][i]);
        VEC last = LOAD(&(*regions)[REGIONS - 1][i]);
        for (int j = 1; j < 4; j++) {
            some = ADD(some, LOAD(&(*regions)[j][i]));
            more = ADD(more, LOAD(&(*regions)[4 + j][i]));
        }
        VEC low = ADD32(ADD32(LOW(some), LOW(more)), LOW(last));
        VEC high = ADD32(ADD32(HIGH(some), HIGH(more)), HIGH(last));
        STORE(whole + i, JOIN(SHIFT32(low, WHOLE_SHIFT), SHIFT32(high, WHOLE_SHIFT)));
    }
}

/* Adds what pairs of inputs come to, to so many registers of sums. */
TARGET UNROLLED void KERNEL(feed)(VEC *sums, const int vecs, const int16_t *inputs, const int pairs,
                                  const int16_t *weights)
{
#pragma GCC unroll 2 /* as above */
    for (int pair = 0; pair < pairs; pair++, weights += vecs * LANES) {
        VEC both = KERNEL(pair)(inputs + 2 * pair);
        for (int i = 0; i < vecs; i++) {
            sums[i] = MADD(sums[i], both, LOAD(weights + i * LANES));
        }
    }
}

TARGET static void KERNEL(head)(const PatternNet *net, const PatternRegions *regions, int side,
                                int threat_mask, PatternHead head)
{
    enum { HALF = PATTERN_CHANNELS / 2 };
    static const int corners[] = {0, 2, 6, 8}, edges[] = {1, 3, 5, 7}, centre[] = {4};
    /* Registers may be longer than the units of a kind: each store writes over the rest of the
     * last. */
    int16_t whole[PATTERN_INPUTS], units[HEAD_REGION_INPUTS + LANES];
    STORE(units, KERNEL(units)(net, regions, side, 0, corners, 4));
    STORE(units + REGION_UNITS, KERNEL(units)(net, regions, side, 1, edges, 4));
    STORE(units + 2 * REGION_UNITS, KERNEL(units)(net, regions, side, 2, centre, 1));
    KERNEL(whole)(regions, whole);
    const int32_t *own_threats = net->own_threat_mask[own_threats_of(threat_mask)];
    const int32_t *opponent_threats = net->opponent_threat_mask[opponent_threats_of(threat_mask)];
    const int vecs = KERNEL(HEAD_VECS);
    VEC sums[KERNEL(HEAD_VECS)];
    for (int i = 0; i < vecs; i++) {
        sums[i] = ADD32(LOAD(own_threats + i * LANES / 2), LOAD(opponent_threats + i * LANES / 2));
    }
    const int16_t *own = whole + side * PATTERN_CHANNELS;
    const int16_t *opponent = whole + rules_opponent(side) * PATTERN_CHANNELS;
    KERNEL(feed)(sums, vecs, own, HALF, net->whole[0]);
    KERNEL(feed)(sums, vecs, opponent, HALF, net->whole[HALF]);
    KERNEL(feed)(sums, vecs, units, HEAD_REGION_INPUTS / 2, net->units[0]);
    for (int i = 0; i < vecs; i += 2) {
        VEC clipped = KERNEL(clip)(sums[i], sums[i + 1], HEAD_SHIFT, HEAD_UNIT_MAX);
        STORE(head + i * LANES / 2, clipped);
    }
}

/* --- the policy --- */

/* The weights of the activations in this position, in the order of the sums of a point. */
TARGET UNROLLED void KERNEL(policy_weights)(const PatternNet *net, const PatternHead head, int side,
                                            VEC *weights)
{
    enum { VIEW_VECS = KERNEL(VECS) / COLOURS, GAIN_VECS = 2 * KERNEL(VECS) };
    VEC gains[GAIN_VECS];
    for (int i = 0; i < GAIN_VECS; i++) {
        gains[i] = ALL(0);
    }
    KERNEL(feed)(gains, GAIN_VECS, head, HEAD_UNITS / 2, net->policy_unit[0]);
    for (int i = 0; i < KERNEL(VECS); i++) {
        int view = i / VIEW_VECS == 0 ? side : rules_opponent(side);
        VEC gain = PACK(SHIFT32(gains[2 * i], POLICY_WEIGHT_SHIFT),
                        SHIFT32(gains[2 * i + 1], POLICY_WEIGHT_SHIFT));
        weights[view * VIEW_VECS + i % VIEW_VECS] = ADD(LOAD(net->policy + i * LANES), gain);
    }
}

TARGET static void KERNEL(policy)(const PatternNet *net, const PatternHead head,
                                  const PatternStore *store, int side, const Point *points,
                                  int count, int32_t *policy)
{
    VEC weights[KERNEL(VECS)];
    KERNEL(policy_weights)(net, head, side, weights);
    for (int i = 0; i < count; i++) {
        const int16_t *sums = store->sums[store->place[points[i]]];
        VEC sum = ALL(0);
        for (int j = 0; j < KERNEL(VECS); j++) {
            VEC activations = KERNEL(activation)(LOAD(sums + j * LANES));
            sum = MADD(sum, activations, weights[j]);
        }
        policy[i] = SUM32(sum) >> PATTERN_POLICY_SHIFT;
    }
}

#include "eval/pattern_end.h"
