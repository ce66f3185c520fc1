/* learnt - the threat mask; see learnt.h. */
#include "eval/learnt.h"

void offset_table_fill(OffsetTable *table)
{
    for (int row = 0; row < OFFSET_ROWS; row++) {
        for (int column = 0; column < OFFSET_STRIDE; column++) {
            table->at[row * OFFSET_STRIDE + column] =
                (uint8_t)offset_class_at(column - SIDE_MAX, row - SIDE_MAX);
        }
    }
}

static int threat_bit_of(const Position *position, int colour, Threat threat, int bit)
{
    return (position->count[colour][threat] != 0) << bit;
}

int learnt_threat_mask(const Position *position)
{
    int side = position->board.side, mask = 0;
    for (int bit = 0; bit < THREAT_MASK_OWN_BITS; bit++) {
        mask |= threat_bit_of(position, side, (Threat)(THREAT_THREE + bit), bit);
    }
    for (int bit = 0; bit < THREAT_MASK_OPPONENT_BITS; bit++) {
        mask |= threat_bit_of(position, rules_opponent(side), (Threat)(THREAT_THREE + bit),
                              THREAT_MASK_OWN_BITS + bit);
    }
    return mask;
}
