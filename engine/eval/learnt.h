/* learnt - what games have taught about a rule: corrections to the bitshift table, and more.
 *
 * Four things are learnt for each colour (once for both where the rule is blind to colours): what
 * each combination of shapes on an empty point is worth beyond what the bitshift table says; what
 * it means which threats are on the board at all; how much one's own points count against the
 * opponent's when one is to move; and how likely a search is to choose a point with those shapes
 * in that place beside the last stones.
 * And then, on top of all that, what a small network makes of it (net.h).
 * `pbrain-tengen fit` learns the numbers and writes them to files, which are embedded (weights.h).
 *
 * Every rule of five in a row has weights. Sizes of the board share them, and so do the two kinds
 * of caro. With fewer in a row nothing has been learnt.
 */
#ifndef TENGEN_EVAL_LEARNT_H
#define TENGEN_EVAL_LEARNT_H

#include "board/position.h"
#include "eval/accumulator.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    THREAT_MASK_OWN_BITS = 4,      /* three, double three, four, four-three of the side to move */
    THREAT_MASK_OPPONENT_BITS = 6, /* these, open four and five of the opponent */
    THREAT_MASK_BITS = THREAT_MASK_OWN_BITS + THREAT_MASK_OPPONENT_BITS,
    THREAT_MASKS = 1 << THREAT_MASK_BITS,
    LEARNT_WEIGHT_ONE = 64,   /* weights are in 64ths */
    LEARNT_POLICY_UNIT = 256, /* so much more on its choice makes a move e times as likely */
};

/* A offset is how a move lies to an earlier one, whichever way the board is turned: by the longer and
 * the shorter of its two distances. All farther than OFFSET_REACH are one. */
enum {
    OFFSET_REACH = 6,
    OFFSET_FAR = (OFFSET_REACH + 1) * (OFFSET_REACH + 2) / 2 - 1,
    OFFSETS = OFFSET_FAR + 1,
};

enum {
    NET_UNITS = 16,
    NET_INPUTS = COLOURS * FEATURES, /* the features of the side to move, then the opponent's */
    NET_PAIRS = NET_INPUTS / 2,
    NET_OWN_THREAT_MASKS = 1 << THREAT_MASK_OWN_BITS,
    NET_OPPONENT_THREAT_MASKS = 1 << THREAT_MASK_OPPONENT_BITS,
    NET_FEATURE_ONE = 256,                          /* features are in 256ths, */
    NET_WEIGHT_ONE = 2048,                          /* weights in 2048ths, */
    NET_SUM_ONE = NET_FEATURE_ONE * NET_WEIGHT_ONE, /* and sums in as many parts; */
    NET_UNIT_ONE = 1024,                            /* a unit goes from 0 to 1024, */
    NET_OUT_ONE = 32,                               /* and adds so many 32nds to the value */
};

/* The network of a colour that is to move: a layer of units, each a weighted sum of the inputs,
 * held between nothing and one. Inputs stand in pairs, as processors multiply them. */
typedef struct {
    int16_t weight[NET_PAIRS][2 * NET_UNITS]; /* unit by unit, for both inputs of a pair */
    int32_t own_threat_mask[NET_OWN_THREAT_MASKS]
                           [NET_UNITS]; /* where sums begin, by the two halves of an */
    int32_t opponent_threat_mask[NET_OPPONENT_THREAT_MASKS][NET_UNITS]; /* threat_mask: added up */
    int16_t out[NET_UNITS];
} LearntNet;

/* What is learnt for one colour. Combinations are numbered as in the worth table. */
typedef struct {
    int16_t own_weight, opponent_weight;   /* of points, when this colour is to move */
    int16_t correction[COMBINATIONS];      /* to the points of an empty point */
    int16_t threat_mask[THREAT_MASKS];     /* to the value, when this colour is to move */
    int16_t policy_own[COMBINATIONS];      /* how much shapes invite this colour to play there: */
    int16_t policy_opponent[COMBINATIONS]; /* its own shapes, and those it takes away */
    int16_t policy_answer[OFFSETS];        /* and how it lies to the opponent's last stone, */
    int16_t policy_follow[OFFSETS];        /* and to the own one before that */
    int16_t features[FEATURES][COMBINATIONS]; /* of an empty point, which add up for networks */
    LearntNet net;
} LearntColour;

/* What is learnt for both colours, of whoever owns the numbers; NULL: nothing. */
typedef struct {
    const LearntColour *colour[COLOURS];
} Learnt;

/* The number of a offset within OFFSET_REACH: from near to far. */
static inline int learnt_offset_by(int longer, int shorter)
{
    return longer * (longer + 1) / 2 - 1 + shorter;
}

/* How a point of the board lies to another one; OFFSET_FAR if there is no other. */
static inline int learnt_offset(const Geometry *geometry, Point from, Point to)
{
    int x = abs(geometry_x(geometry, to) - geometry_x(geometry, from));
    int y = abs(geometry_y(geometry, to) - geometry_y(geometry, from));
    int longer = x > y ? x : y, shorter = x > y ? y : x;
    bool is_far = from == POINT_NONE || longer > OFFSET_REACH;
    return is_far ? OFFSET_FAR : learnt_offset_by(longer, shorter);
}

/* Which threats are on the board, one bit each, as the side to move sees them: the number of an
 * threat_mask. Own fives and open fours are not among them: they decide. */
int learnt_threat_mask(const Position *position);

#endif
