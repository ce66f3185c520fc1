/* learnt - which table belongs to which game; see learnt.h. */
#include "eval/learnt.h"

#include <stddef.h>

const Learnt *learnt_for(const Game *game)
{
    static const Learnt *const tables[RULE_COUNT] = {
        [RULE_FREESTYLE] = &learnt_freestyle, [RULE_STANDARD] = &learnt_standard,
        [RULE_RENJU] = &learnt_renju,         [RULE_CARO] = &learnt_caro,
        [RULE_CARO_EXACT] = &learnt_caro,
    };
    return game->win_length == WIN_LENGTH_MAX ? tables[game->rule] : NULL;
}

static int bit_of(const Position *position, int colour, Threat threat, int bit)
{
    return (position->count[colour][threat] != 0) << bit;
}

int learnt_threat_mask(const Position *position)
{
    int side = position->board.side, threat_mask = 0;
    for (int bit = 0; bit < THREAT_MASK_OWN_BITS; bit++) {
        threat_mask |= bit_of(position, side, (Threat)(THREAT_THREE + bit), bit);
    }
    for (int bit = 0; bit < THREAT_MASK_OPPONENT_BITS; bit++) {
        threat_mask |= bit_of(position, rules_opponent(side), (Threat)(THREAT_THREE + bit),
                              THREAT_MASK_OWN_BITS + bit);
    }
    return threat_mask;
}
