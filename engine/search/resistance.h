/* resistance - which move to play in a lost position: the longest resistance, without idle fours.
 *
 * An idle four is a four that is answered by its block and leaves everything as it was. It puts a
 * loss off by two plies and wastes a threat. To the plain count of plies such fours look like
 * resistance, so they are told apart here.
 */
#ifndef TENGEN_SEARCH_RESISTANCE_H
#define TENGEN_SEARCH_RESISTANCE_H

#include "search/search.h"

/* How many idle fours a variation begins with. The position comes back as it was. */
int resistance_idle_fours(Position *position, const Variation *pv);

/* What a move of the root that was just searched counts when the best is chosen: its value, but a
 * loss that idle fours put off counts as near as without them, and a little less. */
Value resistance_value(Search *search, Point move, Value value);

/* Where an open three is met and nothing stops all that it threatens, the search considers fours
 * alone. This searches the best-looking move that is no four to that depth, in plies, and gives its
 * value and principal variation. False if there is no such move or the search was stopped. */
bool resistance_search_block(Search *search, int depth, Value *value, Variation *pv);

#endif
