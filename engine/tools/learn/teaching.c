/* teaching - quiet positions, proven results; see teaching.h. */
#include "tools/learn/teaching.h"

#include "search/candidates.h"

static bool is_quiet_for_value(const Position *position)
{
    Situation situation = candidates_situation(position);
    return situation == SITUATION_QUIET || situation == SITUATION_DEFEND;
}

uint8_t teaching_of(const Position *position, Value score, bool is_decided)
{
    bool is_reliable = !is_decided || value_is_proven(score);
    bool teaches_value = is_reliable && is_quiet_for_value(position);
    bool teaches_policy = score > -VALUE_PROVEN_MIN;
    return (uint8_t)((teaches_value ? TEACHES_VALUE : 0) | (teaches_policy ? TEACHES_POLICY : 0));
}

bool teaching_may_play(Position *position, Point move, bool is_last)
{
    return position->board.at[move] == EMPTY && !position_forbids(position, move) &&
           (is_last || position_threat(position, move) != THREAT_FIVE);
}
