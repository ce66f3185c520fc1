/* learnt - what is learnt from games for a rule: the levels above the bitshift table.
 *
 * For each colour, or once for both where the rule is colour-blind, there are tables of
 *
 *   correction   what each point pattern is worth beyond the bitshift table
 *   weights      of the own points and the opponent's, for the side to move
 *   threat_mask  what the threats on the board add to the value
 *   policy_*     how likely a search is to choose a move, by its shapes and its offset classes
 *
 * and a network over the lines through every point (pattern_net.h).
 *
 * The tables are frozen: whatever is learnt now is learnt by the pattern network, on top of them
 * (tools/learn/README.md). Both are in the files of weights, which are embedded (weights.h).
 * Every rule of five in a row has weights. Sizes of the board share them, and so do both forms of
 * caro. With fewer in a row nothing is learnt.
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
    OWN_THREAT_MASKS = 1 << THREAT_MASK_OWN_BITS,
    OPPONENT_THREAT_MASKS = 1 << THREAT_MASK_OPPONENT_BITS,
    LEARNT_WEIGHT_ONE = 64,       /* weights are in 64ths */
    LEARNT_POLICY_UNIT = 256,     /* so much more in its policy makes a move e times as likely, */
    LEARNT_POLICY_DOUBLING = 177, /* and so much twice as likely: ln 2 units */
};

/* The offset class of a move is how it lies to an earlier one, whichever way the board is turned:
 * the longer and the shorter of its two distances. All that are farther than OFFSET_REACH are
 * one. */
enum {
    OFFSET_REACH = 6,
    OFFSET_FAR = (OFFSET_REACH + 1) * (OFFSET_REACH + 2) / 2 - 1,
    OFFSET_CLASSES = OFFSET_FAR + 1,
};

/* What is learnt for one colour. */
typedef struct {
    int16_t own_weight, opponent_weight; /* of the sums of values, when this colour is to move */
    int16_t correction[POINT_PATTERNS];  /* to the value of an empty point */
    int16_t threat_mask[THREAT_MASKS];   /* to the value, when this colour is to move */
    int16_t policy_own[POINT_PATTERNS];  /* log-likelihood of a move: by its own shapes, */
    int16_t policy_opponent[POINT_PATTERNS]; /* by those that it takes from the opponent, */
    int16_t policy_answer[OFFSET_CLASSES];   /* by its offset class to the opponent's last stone, */
    int16_t policy_follow[OFFSET_CLASSES];   /* and to the own stone before that */
} LearntColour;

/* The network, for one colour: pattern_net.h. */
typedef struct PatternNet PatternNet;

/* What is learnt for both colours, of whoever owns the numbers; NULL: nothing. Who has a network
 * has the rest, too. */
typedef struct {
    const LearntColour *colour[COLOURS];
    const PatternNet *pattern[COLOURS];
} Learnt;

/* The offset class of two distances within OFFSET_REACH, from near to far. */
static inline int offset_class_by(int longer, int shorter)
{
    return longer * (longer + 1) / 2 - 1 + shorter;
}

/* The offset class of what lies so many columns and rows away. */
static inline int offset_class_at(int columns, int rows)
{
    int x = abs(columns), y = abs(rows);
    int longer = x > y ? x : y, shorter = x > y ? y : x;
    return longer > OFFSET_REACH ? OFFSET_FAR : offset_class_by(longer, shorter);
}

/* The offset class of a point to an earlier one; OFFSET_FAR if there is no earlier one. */
static inline int offset_class(const Geometry *geometry, Point from, Point to)
{
    int columns = geometry_x(geometry, to) - geometry_x(geometry, from);
    int rows = geometry_y(geometry, to) - geometry_y(geometry, from);
    return from == POINT_NONE ? OFFSET_FAR : offset_class_at(columns, rows);
}

enum {
    OFFSET_STRIDE = 2 * SIDE_MAX,
    OFFSET_FAR_ROW = OFFSET_STRIDE, /* from here on all are far */
    OFFSET_ROWS = OFFSET_FAR_ROW + SIDE_MAX,
};

/* The offset classes around a point in the middle, for whoever asks for those of many moves: a
 * look-up has no branch that may be predicted wrong. */
typedef struct {
    uint8_t at[OFFSET_ROWS * OFFSET_STRIDE];
} OffsetTable;

/* Fills the table. */
void offset_table_fill(OffsetTable *table);

/* Where the table has the offset classes to that stone: at offset_place of each point. */
static inline const uint8_t *offset_table_around(const OffsetTable *table, const Geometry *geometry,
                                                 Point stone)
{
    int x = geometry_x(geometry, stone), y = geometry_y(geometry, stone);
    return stone == POINT_NONE ? table->at + OFFSET_FAR_ROW * OFFSET_STRIDE
                               : table->at + (SIDE_MAX - y) * OFFSET_STRIDE + SIDE_MAX - x;
}

/* The place of a point. */
static inline int offset_place(const Geometry *geometry, Point point)
{
    return geometry_y(geometry, point) * OFFSET_STRIDE + geometry_x(geometry, point);
}

/* The threat mask of the position: which threats are on the board, one bit each, those of the side
 * to move first. Its own fives and open fours have no bit: with them the game is decided. */
int learnt_threat_mask(const Position *position);

#endif
