/* pattern_net - a network over the lines through every empty point: the strongest evaluation.
 *
 * Every empty point adds up rows of PATTERN_CHANNELS numbers: one for the pattern of each of its
 * four lines (line_pattern.h), one for the own and one for the opponent's point pattern; once as
 * black sees the point (black's stones are "own") and once as white sees it. These sums are clipped
 * to 0..1: the activations of the point. A line on which no stone stands, and a point pattern of
 * nothing but ones, add nothing, so that points far from all stones do not count and boards of all
 * sizes share the numbers.
 *
 * The board is cut into 3 x 3 regions. The activations of a region's points are added up, and a few
 * clipped units read the sums of the side to move's view and of the opponent's; all corners share
 * their units' weights, all edges, and the centre has its own. The head reads the sums of the whole
 * board, the units added up by kind of region, and the threats on the board; its output corrects
 * the value that the tables give (learnt.h). Nothing knows where north is: the eight symmetries of
 * the board have the same value by construction (but for thirds that do not divide the sides
 * evenly, which are cut symmetrically, too).
 *
 * The activations of a point also say how likely a search is to choose it: the policy adds their
 * weighted sum to the tables' policy. The units of the head set the weights: what counts where one
 * attacks is not what counts where one defends.
 */
#ifndef TENGEN_EVAL_PATTERN_NET_H
#define TENGEN_EVAL_PATTERN_NET_H

#include "eval/learnt.h"
#include "eval/line_pattern.h"

enum {
    PATTERN_CHANNELS = 16,
    PATTERN_INPUTS =
        COLOURS * PATTERN_CHANNELS, /* the view of the side to move, then the other's */
    REGION_KINDS = 3,               /* corner, edge, centre */
    REGIONS_OF_SIDE = 3,
    REGIONS = REGIONS_OF_SIDE * REGIONS_OF_SIDE,
    REGION_UNITS = 8,
    HEAD_UNITS = 32,
    HEAD_REGION_INPUTS = REGION_KINDS * REGION_UNITS,
};

/* Whole numbers and what "1" is in them. */
enum {
    PATTERN_ROW_ONE = 64,         /* rows are in 64ths, as bytes */
    PATTERN_ACTIVATION_ONE = 127, /* an activation goes from 0 to 127: (16 * sum of rows) >> 3 */
    REGION_WEIGHT_ONE = 4096,     /* of the regions' weights, on sums of activations */
    REGION_SHIFT = 11,            /* from the sums of a region's unit to the unit, ... */
    REGION_UNIT_ONE = 254,        /* in which 1 is 4096 * 127 >> 11, */
    REGION_UNIT_MAX = 4 * REGION_UNIT_ONE, /* and which goes from 0 to 4 */
    WHOLE_SHIFT = 2,          /* the sums of the whole board are halved twice before the head, */
    WHOLE_WEIGHT_ONE = 16384, /* with weights in such parts, */
    UNITS_WEIGHT_ONE = 2048,  /* the regions' units with these: both products are in parts of */
    HEAD_SUM_ONE = 520192,    /* 16384 * 127 / 4 = 2048 * 254 */
    HEAD_SHIFT = 9,
    HEAD_UNIT_ONE = 1016, /* HEAD_SUM_ONE >> 9 */
    HEAD_UNIT_MAX = 2 * HEAD_UNIT_ONE,
    HEAD_OUT_ONE = 32,        /* a unit of 1 adds its weight, in 32nds of a unit of value */
    PATTERN_POLICY_SHIFT = 6, /* policy: (sum of weight * activation) >> 6, in LEARNT_POLICY_UNIT */
    POLICY_WEIGHT_SHIFT = 12, /* a weight gains (sum of weight * unit of the head) >> 12 */
};

/* What is learnt for one colour: rows as that colour sees the board, layers for it to move. Weights
 * are in pairs of inputs, so that a register multiplies a pair of inputs by all units at once. */
struct PatternNet {
    int8_t line[PATTERNS][PATTERN_CHANNELS];
    int8_t own[POINT_PATTERNS][PATTERN_CHANNELS];
    int8_t opponent[POINT_PATTERNS][PATTERN_CHANNELS];
    int32_t region_bias[REGION_KINDS][REGION_UNITS];
    int16_t region[REGION_KINDS][PATTERN_INPUTS / 2][2 * REGION_UNITS];
    int32_t own_threat_mask[OWN_THREAT_MASKS][HEAD_UNITS]; /* biases are in here */
    int32_t opponent_threat_mask[OPPONENT_THREAT_MASKS][HEAD_UNITS];
    int16_t whole[PATTERN_INPUTS / 2][2 * HEAD_UNITS];
    int16_t units[HEAD_REGION_INPUTS / 2][2 * HEAD_UNITS]; /* corners', edges', the centre's */
    int16_t out[HEAD_UNITS];
    int16_t policy[PATTERN_INPUTS];                          /* own view, opponent's view */
    int16_t policy_unit[HEAD_UNITS / 2][2 * PATTERN_INPUTS]; /* what units of the head add to it */
};

/* Which third of a side a coordinate is in: the outer ones are equal. */
static inline int pattern_third(int coordinate, int side)
{
    int outer = (side + 1) / REGIONS_OF_SIDE;
    return coordinate < outer ? 0 : coordinate < side - outer ? 1 : 2;
}

/* The region of a point on the board, from the upper left one along the rows. */
static inline int pattern_region(const Geometry *geometry, Point point)
{
    return REGIONS_OF_SIDE * pattern_third(geometry_y(geometry, point), geometry->height) +
           pattern_third(geometry_x(geometry, point), geometry->width);
}

/* The kind of a region: 0 corner, 1 edge, 2 centre. */
static inline int pattern_region_kind(int region)
{
    return (region % REGIONS_OF_SIDE == 1) + (region / REGIONS_OF_SIDE == 1);
}

#endif
