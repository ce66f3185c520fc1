/* proof_zone - which answers a proof has to meet one by one: the zones of the prover.
 *
 * The attacker first shows how he wins if the defender passes. A stone of the defender elsewhere
 * changes nothing of that win unless it lies in the win's *zone*: where the attacker is going to
 * play, where a row of his has to stay open, or where the defender comes too close to a row of his
 * own. So answers outside the zone need not be listed. For each pass on the way the defender may
 * have a stone that the proof does not show, and each may be one more stone of a row of his.
 *
 * What a checker demands is in scripts/proofs/README.md; proof_check.c works the zones out a second
 * time, in another way.
 */
#ifndef TENGEN_TOOLS_PROVE_PROOF_ZONE_H
#define TENGEN_TOOLS_PROVE_PROOF_ZONE_H

#include "board/position.h"

/* Adds the empty points of the windows in which the defender could complete a row: those without a
 * stone of the attacker that lack no more than one stone and one for each pass. Nothing if there
 * was no pass. */
void proof_zone_add_danger(const Board *board, int win_length, int defender, int passes,
                           PointSet *zone);

/* Adds what the attacker's five on the point rests on, after that many passes. In caro these are
 * also ends of the five, where as many stones as there were passes could close it. */
void proof_zone_add_five(const Position *position, int attacker, Point five, int passes,
                         PointSet *zone);

/* Says whether a window without stones of the defender is left: else the attacker cannot win. */
bool proof_zone_has_window(const Position *position, int attacker);

#endif
