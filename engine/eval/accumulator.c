/* accumulator - from the last known sums to those asked for; see accumulator.h. */
#include "eval/accumulator.h"

#include <assert.h>
#include <string.h>

void accumulator_init(Accumulator *accumulator, const TermTable *terms)
{
    memset(accumulator, 0, sizeof *accumulator);
    accumulator->terms = terms;
}

static inline void add(Sums *sums, int colour, const Terms *terms)
{
    sums->features[colour] += terms->features;
    sums->value[colour] += terms->value;
}

Sums accumulator_from_scratch(const TermTable *terms, const Position *position)
{
    const Changes *changes = position_changes(position, position->board.count);
    Sums sums = {.key = changes != NULL ? changes->key : 0};
    for (int point = 0; point < position->board.geometry.points; point++) {
        for (int colour = BLACK; colour <= WHITE && position->board.at[point] == EMPTY; colour++) {
            add(&sums, colour,
                &terms->of[colour][position_combination(position, (Point)point, colour)]);
        }
    }
    return sums;
}

static Sums *slot(Accumulator *accumulator, int ply)
{
    return &accumulator->ply[ply % CHANGES_PLIES];
}

/* What the stone of a ply changed for a colour: its point is empty no longer, and other points have
 * other combinations. Those that are what they were are not skipped: guessing which costs more. */
static inline Terms change_of(const Terms *of, const Position *position, const Changes *changes,
                              Point stone, int colour)
{
    const Terms *own = &of[position_combination(position, stone, colour)];
    Terms sum = {.features = -own->features, .value = -own->value};
    for (int i = 0; i < changes->count; i++) {
        const Terms *before = &of[colour_of_pair(changes->lines[i].combinations_before, colour)];
        const Terms *after = &of[colour_of_pair(changes->lines[i].combinations_after, colour)];
        sum.features += after->features - before->features;
        sum.value += after->value - before->value;
    }
    return sum;
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
        const Sums *before = slot(accumulator, ply);
        Sums *after = slot(accumulator, ply + 1);
        for (int colour = BLACK; colour <= WHITE; colour++) {
            Terms change = change_of(accumulator->terms->of[colour], position, changes,
                                     position->board.moves[ply].point, colour);
            after->features[colour] = before->features[colour] + change.features;
            after->value[colour] = before->value[colour] + change.value;
        }
        after->key = changes->key;
    }
    return slot(accumulator, now);
}
