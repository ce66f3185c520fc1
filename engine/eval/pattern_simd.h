/* pattern_simd - the arithmetic of a pattern network (pattern_net.h), for every kind of SIMD
 * instructions.
 *
 * What is kept for a position are the sums of every point and the activations added up by region.
 * There are four things to do with them: to follow a stone, to take it back, to work out the units
 * of the head, and from these the policy; the value is a short sum over the units. The kinds differ
 * in nothing but speed: sums of 16 and 32 bits wrap around everywhere, and shifts round down. Plain
 * C says what the others do; theirs is written once, in terms of the few operations that each kind
 * of registers has (pattern_kernel.h).
 */
#ifndef TENGEN_EVAL_PATTERN_SIMD_H
#define TENGEN_EVAL_PATTERN_SIMD_H

#include "eval/pattern_tables.h"
#include "eval/value.h"
#include "port/cpu.h"

enum { PATTERN_VALUE_MAX = 400 }; /* however sure it is, the network adds no more units of value */

/* What the rows of a point add up to, black's view first. In half 127ths: an activation is twice
 * the sum, clipped to 0..127, which is what 16 times the sum, shifted by three, comes to. */
typedef int16_t PatternSums[PATTERN_INPUTS];

/* The activations of the empty points added up by region, from the upper left one along the rows;
 * black's view first. At most 127 times the 121 points of a region on the largest board. */
typedef int16_t PatternRegions[REGIONS][PATTERN_INPUTS];

/* The units of the head, from 0 to HEAD_UNIT_MAX. */
typedef int16_t PatternHead[HEAD_UNITS];

enum { PATTERN_PLACES = POINTS_MAX + CHANGES_PLIES * CHANGES_MAX };

/* The sums of all points, each at a place of its own. More places than points: a point gets its
 * new sums at another place, so that the old ones stay for when the stone goes. */
typedef uint16_t PatternPlace;

typedef struct {
    PatternPlace place[POINTS_MAX];                        /* of each point's sums */
    _Alignas(CACHE_LINE) PatternSums sums[PATTERN_PLACES]; /* each is a cache line */
} PatternStore;

/* The points that a stone changed, and where their sums had been before. */
typedef struct {
    int count;
    Point point[CHANGES_MAX];
    PatternPlace place[CHANGES_MAX];
} PatternJournal;

/* Everything that following a stone reads and writes. */
typedef struct {
    const PatternTables *tables;
    const uint8_t *region; /* of each point */
    PatternStore *store;   /* as before the stone */
    PatternPlace free;     /* from this place on CHANGES_MAX are nobody's */
    PatternJournal *journal;
    int16_t (*regions)[PATTERN_INPUTS]; /* as before the stone */
} PatternStone;

/* Follows a stone on a point: the points that it changes get new sums, at free places in the order
 * of the journal. The point's own sums stay as they are for when the stone goes; regions lose its
 * activations. */
void pattern_play(Simd simd, const PatternStone *to, Point stone, const Changes *changes);

/* Gives the points that a stone changed their sums of before. */
void pattern_undo(PatternStore *store, const PatternJournal *journal);

/* Works out the units of the head, of the network of the side to move. */
void pattern_head(Simd simd, const PatternNet *net, const PatternRegions *regions, int side,
                  int threat_mask, PatternHead head);

/* What that network adds to the value, within PATTERN_VALUE_MAX. */
Value pattern_value(const PatternNet *net, const PatternHead head);

/* What it adds to the policy of some empty points for that side, by the sums of all points; the
 * units of the head decide how these count. */
void pattern_policy(Simd simd, const PatternNet *net, const PatternHead head,
                    const PatternStore *store, int side, const Point *points, int count,
                    int32_t *policy);

/* An activation. */
static inline int16_t pattern_activation(int16_t sum)
{
    int16_t twice = (int16_t)(2 * sum);
    return twice < 0 ? 0 : twice > PATTERN_ACTIVATION_ONE ? PATTERN_ACTIVATION_ONE : twice;
}

#endif
