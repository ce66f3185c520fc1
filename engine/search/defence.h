/* defence - which move to play in a lost position: the one that defends longest.
 *
 * Fours that only delay do not count. Such a four is answered by its block and leaves everything as
 * it was: it puts the loss off by two plies and wastes a threat. By the plain count of plies it
 * looks like a longer defence, so it is told apart here.
 */
#ifndef TENGEN_SEARCH_DEFENCE_H
#define TENGEN_SEARCH_DEFENCE_H

#include "search/search.h"

/* How many delaying fours a variation begins with. The position comes back as it was. */
int defence_delaying_fours(Position *position, const Variation *pv);

/* What a move of the root that was just searched counts when the best is chosen: its value, but a
 * loss that delaying fours put off counts as near as without them, and a little less. */
Value defence_value(Search *search, Point move, Value value);

/* Where an open three is met and nothing stops all that it threatens, the search considers fours
 * alone. This searches the best-looking move that is no four to that depth, in plies, and gives its
 * value and principal variation. False if there is no such move or the search was stopped. */
bool defence_search_block(Search *search, int depth, Value *value, Variation *pv);

#endif
