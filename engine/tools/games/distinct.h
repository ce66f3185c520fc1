/* distinct - a set of openings no two of which are the same.
 *
 * Two openings are the same if a rotation or reflection of the board maps the stones of one, by
 * place and colour, to those of the other, whatever the order of moves.
 */
#ifndef TENGEN_TOOLS_GAMES_DISTINCT_H
#define TENGEN_TOOLS_GAMES_DISTINCT_H

#include "balance/start.h"

#include <stdbool.h>

/* All zero: the empty set. */
typedef struct {
    struct DistinctOpening *openings; /* a hash; owned */
    bool out_of_memory;               /* an opening could not be added */
} Distinct;

/* Adds an opening. False if there is the same already, or no memory to add it. */
bool distinct_add(Distinct *set, const Geometry *geometry, const Start *start);

/* Frees everything, and leaves the set empty. */
void distinct_free(Distinct *set);

#endif
