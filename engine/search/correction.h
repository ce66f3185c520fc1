/* correction - the correction history: by how much the evaluation is wrong in positions that have
 * something in common, as one search finds out.
 *
 * A search looks further than the evaluation, and where they disagree they often do so in the same
 * way all over a tree. So the mean difference is kept, of all positions with that side to move, and
 * of those that also have as many points for each kind of threat. A share of either mean is added
 * to the evaluation of such a position (CORRECTION_SHARE).
 */
#ifndef TENGEN_SEARCH_CORRECTION_H
#define TENGEN_SEARCH_CORRECTION_H

#include "board/position.h"
#include "eval/value.h"

enum { CORRECTION_SLOT_BITS = 13, CORRECTION_SLOTS = 1 << CORRECTION_SLOT_BITS };

/* Means, in parts of a unit, by the side to move. */
typedef struct {
    int32_t by_side[COLOURS];
    int32_t by_threats[COLOURS][CORRECTION_SLOTS];
} CorrectionHistory;

/* Forgets everything. */
void correction_clear(CorrectionHistory *history);

/* The evaluation of the position, corrected by what was learnt from positions like it. */
Value correction_apply(const CorrectionHistory *history, const Position *position,
                       Value evaluation);

/* Learns that a search of `plies` found this value where the evaluation, not corrected, was that.
 * From proven values nothing is learnt. */
void correction_learn(CorrectionHistory *history, const Position *position, Value evaluation,
                      Value value, int plies);

#endif
