/* mate - keeping to a win that an earlier answer of the game proved.
 *
 * A proof says in how many plies the win comes. But each answer is a search of its own, which might
 * find a longer win, and then another one, for ever. So after each answer the position and the
 * plies left are noted, and the search for the next answer does not rest until it has a win as
 * near.
 */
#ifndef TENGEN_SEARCH_MATE_H
#define TENGEN_SEARCH_MATE_H

#include "search/search.h"

/* In how many plies the side to move wins at most, as the answer before the opponent's last move
 * proved; PLY_MAX if it proved no win. */
int mate_limit(const Search *search);

/* Says whether the value is that of a win in at most `limit` plies. */
bool mate_is_within(int limit, Value value);

/* Notes the answer of a search that began with that limit. POINT_NONE: there was none. */
void mate_note(Search *search, Point answer, Value value, int limit);

#endif
