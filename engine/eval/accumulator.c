/* accumulator - from the last known sums to those asked for; see accumulator.h. */
#include "eval/accumulator.h"

#include <assert.h>
#include <string.h>

void accumulator_init(Accumulator *accumulator, const TermTable *terms)
{
    memset(accumulator, 0, sizeof *accumulator);
    accumulator->terms = terms;
}

Sums accumulator_from_scratch(const TermTable *terms, const Position *position)
{
    const Changes *changes = position_changes(position, position->board.count);
    Sums sums = {.key = changes != NULL ? changes->key : 0};
    for (int point = 0; point < position->board.geometry.points; point++) {
        for (int colour = BLACK; colour <= WHITE && position->board.at[point] == EMPTY; colour++) {
            unsigned point_pattern = position_point_pattern(position, (Point)point, colour);
            sums.value[colour] += terms->value[colour][point_pattern];
        }
    }
    return sums;
}

static Sums *slot(Accumulator *accumulator, int ply)
{
    return &accumulator->ply[ply % CHANGES_PLIES];
}

/* The sums after a stone from those before it. The stone's point is empty no longer, and other
 * points have other point patterns. Those that are what they were are not skipped: a branch that
 * is often predicted wrong costs more. */
static void follow(const TermTable *terms, const Position *position, const Changes *changes,
                   Point stone, const Sums *before, Sums *after)
{
    const LineChanges *lines = &changes->lines;
    const int32_t *black = terms->value[BLACK], *white = terms->value[WHITE];
    int32_t of_black = before->value[BLACK] - black[position_point_pattern(position, stone, BLACK)];
    int32_t of_white = before->value[WHITE] - white[position_point_pattern(position, stone, WHITE)];
    for (int i = 0; i < changes->count; i++) {
        ColourPair was = lines->point_patterns_before[i], is = lines->point_patterns_after[i];
        of_black += black[point_pattern_of_pair(is, BLACK)];
        of_black -= black[point_pattern_of_pair(was, BLACK)];
        of_white += white[point_pattern_of_pair(is, WHITE)];
        of_white -= white[point_pattern_of_pair(was, WHITE)];
    }
    after->value[BLACK] = of_black;
    after->value[WHITE] = of_white;
    after->key = changes->key;
}

/* The latest ply up to now whose sums are known, and from which all changes are; -1: there is
 * none. */
static int last_known_ply(Accumulator *accumulator, const Position *position)
{
    int ply = position->board.count;
    const Changes *changes = position_changes(position, ply);
    while (changes != NULL && slot(accumulator, ply)->key != changes->key) {
        ply--;
        changes = ply >= 0 ? position_changes(position, ply) : NULL;
    }
    return changes != NULL ? ply : -1;
}

const Sums *accumulator_sums(Accumulator *accumulator, const Position *position)
{
    int now = position->board.count;
    int ply = last_known_ply(accumulator, position);
    if (ply < 0) {
        *slot(accumulator, now) = accumulator_from_scratch(accumulator->terms, position);
    }
    for (; ply >= 0 && ply < now; ply++) {
        const Changes *changes = position_changes(position, ply + 1);
        follow(accumulator->terms, position, changes, position->board.moves[ply].point,
               slot(accumulator, ply), slot(accumulator, ply + 1));
    }
    return slot(accumulator, now);
}
