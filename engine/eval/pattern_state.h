/* pattern_state - what a pattern network has added up for a position, kept in step with the stones.
 *
 * A thread has one state, for one path of stones: the sums of every point as they are after the
 * last of them, and for each ply of the path the sums by region, and where the points that its
 * stone changed had had their sums before. Nothing happens when a stone is played. When a value or
 * a policy is asked for, the state goes back to the last ply that its path shares with the
 * position's, and follows the position's notes from there (Changes): a search that never asks pays
 * nothing, and one that asks at every node pays each stone once.
 *
 * Sums are never overwritten while the path needs them: a stone puts new ones behind all others,
 * and going back means to point at the old ones again. Where there is no room behind them, the path
 * begins anew.
 *
 * Boards are told apart by their keys, as in accumulator.h; so a state may follow any position of
 * the game that its tables were filled for, and copies of it.
 */
#ifndef TENGEN_EVAL_PATTERN_STATE_H
#define TENGEN_EVAL_PATTERN_STATE_H

#include "eval/pattern_simd.h"
#include "port/cpu.h"

#include <stdbool.h>

/* What belongs to a ply of the path. */
typedef struct {
    uint64_t key;      /* of the board after its stone (Changes) */
    PatternPlace free; /* the first place that the path up to here does not use */
    _Alignas(CACHE_LINE) PatternRegions regions; /* the sums of each are a cache line */
    int head_side; /* the side to move of whose network these are the units; -1: of none yet */
    PatternHead head;
    PatternJournal journal; /* what its stone changed */
} PatternPly;

typedef struct {
    int first, last; /* plies of the path that are known; last -1: none */
    uint8_t region[POINTS_MAX];
    PatternStore store;            /* as it is at `last`; sums of stones as when they came */
    PatternPly ply[CHANGES_PLIES]; /* by ply, modulo their number */
} PatternState;

/* Forgets everything. */
void pattern_state_init(PatternState *state);

/* Brings the state up to the position and returns the units of the head, valid until the next
 * call. They are kept: the policy comes after the value, and after other positions. */
const int16_t *pattern_state_head(PatternState *state, const PatternTables *tables, Simd simd,
                                  const Position *position, int threat_mask);

/* Compares a state that was just brought up to the position with what all its points come to; false
 * names a bug. */
bool pattern_state_check(const PatternState *state, const PatternTables *tables,
                         const Position *position);

#endif
