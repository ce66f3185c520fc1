/* teaching - what a position of a game teaches: value, policy, both or nothing.
 *
 * game_store.h asks it of every position, and remembers the answer.
 */
#ifndef TENGEN_TOOLS_LEARN_TEACHING_H
#define TENGEN_TOOLS_LEARN_TEACHING_H

#include "board/position.h"
#include "eval/value.h"

#include <stdbool.h>
#include <stdint.h>

/* What the position before a move teaches. */
enum { TEACHES_VALUE = 1, TEACHES_POLICY = 2 };

/* What a position teaches that a search gave that score. `is_decided`: a result was proven earlier
 * in the game; an estimate after that teaches no value. */
uint8_t teaching_of(const Position *position, Value score, bool is_decided);

/* Says whether a move may follow in a game, as its last one or not: the game is not over before,
 * and the rule does not forbid the move. */
bool teaching_may_play(Position *position, Point move, bool is_last);

#endif
