/* learnt - the threat mask; see learnt.h. */
#include "eval/learnt.h"

static int bit_of(const Position *position, int colour, Threat threat, int bit)
{
    return (position->count[colour][threat] != 0) << bit;
}

int learnt_threat_mask(const Position *position)
{
    int side = position->board.side, mask = 0;
    for (int bit = 0; bit < THREAT_MASK_OWN_BITS; bit++) {
        mask |= bit_of(position, side, (Threat)(THREAT_THREE + bit), bit);
    }
    for (int bit = 0; bit < THREAT_MASK_OPPONENT_BITS; bit++) {
        mask |= bit_of(position, rules_opponent(side), (Threat)(THREAT_THREE + bit),
                       THREAT_MASK_OWN_BITS + bit);
    }
    return mask;
}
