/* correction - running means of differences; see correction.h. */
#include "search/correction.h"

#include "search/parameters.h"

#include <string.h>

enum {
    PARTS = 256,           /* of a unit of the evaluation, in which a mean is kept */
    DIFFERENCE_MOST = 200, /* a larger difference says no more */

    /* The weight of one search in a mean, which grows with its depth. Every position changes the
     * mean of its side, so there a search weighs less. */
    WEIGHT_ONE = 256,
    WEIGHT_MOST = 16,
    SIDE_LESS = 4,
};

void correction_clear(CorrectionHistory *history)
{
    memset(history, 0, sizeof *history);
}

/* The slot of the position's threats: a hash of how many points carry each of them, for either
 * colour. More than three are as three. Positions that share a slot by chance learn together. */
static unsigned slot_of(const Position *position)
{
    enum { COUNT_MOST = 3 };
    const uint32_t golden = 0x9E3779B1, last = 0x85EBCA6B; /* odd, with bits everywhere */
    uint32_t hash = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        for (int threat = THREAT_THREE; threat <= THREAT_OPEN_FOUR; threat++) {
            int count = position_count(position, colour, (Threat)threat);
            hash = hash * golden + (uint32_t)(count > COUNT_MOST ? COUNT_MOST : count) + 1;
        }
    }
    return (hash ^ hash >> 15) * last >> (32 - CORRECTION_SLOT_BITS);
}

static int share(int32_t mean)
{
    return mean * PARAMETER(CORRECTION_SHARE) / 100;
}

Value correction_apply(const CorrectionHistory *history, const Position *position, Value evaluation)
{
    int side = position->board.side;
    int sum = share(history->by_side[side]) + share(history->by_threats[side][slot_of(position)]);
    return value_clamp(evaluation + value_clamp(sum / PARTS, PARAMETER(CORRECTION_MOST)),
                       VALUE_ESTIMATE_MAX);
}

/* Moves a mean towards a difference. */
static void learn(int32_t *mean, int difference, int weight)
{
    *mean += (difference * PARTS - *mean) * weight / WEIGHT_ONE;
}

void correction_learn(CorrectionHistory *history, const Position *position, Value evaluation,
                      Value value, int plies)
{
    if (value_is_proven(value)) {
        return;
    }
    int side = position->board.side;
    int difference = value_clamp(value - evaluation, DIFFERENCE_MOST);
    int weight = plies + 1 < WEIGHT_MOST ? plies + 1 : WEIGHT_MOST;
    learn(&history->by_threats[side][slot_of(position)], difference, weight);
    learn(&history->by_side[side], difference, weight < SIDE_LESS ? 1 : weight / SIDE_LESS);
}
