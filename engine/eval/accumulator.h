/* accumulator - sums over the empty points of the board, kept in step with the stones.
 *
 * What the evaluation wants to know of a position is a sum: every empty point adds, for each
 * colour, the term of its point pattern. The position notes which lines each stone changed
 * (LineChanges), and a stack holds the sums by ply. It is brought up to date only where they are
 * asked for, from the nearest ply of the same game whose sums are known: a stone on the way costs
 * its changes once, and taking stones back costs nothing. A search that never evaluates, as the
 * solver, pays nothing.
 *
 * Sums belong to a set of stones: each ply of the stack bears the key of the board that it is for.
 * So a stack may follow any position of the game that its table was filled for, and copies of it.
 */
#ifndef TENGEN_EVAL_ACCUMULATOR_H
#define TENGEN_EVAL_ACCUMULATOR_H

#include "board/position.h"

#include <stdbool.h>
#include <stdint.h>

/* What an empty point adds to the sum of a colour, by the point pattern. */
typedef struct {
    int32_t value[COLOURS][POINT_PATTERNS];
} TermTable;

/* The sums of one position. */
typedef struct {
    uint64_t key; /* of the board after its last stone (Changes); 0: not known */
    int32_t value[COLOURS];
} Sums;

typedef struct {
    const TermTable *terms; /* borrowed */
    Sums ply[CHANGES_PLIES];
} Accumulator;

/* Forgets all sums; from now on they are those of that table, which has to stay. Also after the
 * table was filled anew. */
void accumulator_init(Accumulator *accumulator, const TermTable *terms);

/* The sums of the position, valid until the next call. */
const Sums *accumulator_sums(Accumulator *accumulator, const Position *position);

/* The sums of the position worked out from all its points. */
Sums accumulator_from_scratch(const TermTable *terms, const Position *position);

#endif
