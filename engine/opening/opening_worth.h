/* opening_worth - what the stones of an opening are worth, with what its rule has yet to come.
 *
 * Where several fifth moves will be offered, white picks the one that is worst for black. So the
 * stones before are worth what the last of black's best fifth moves is worth, as many of them as
 * are offered, and not what the first is: with ten offers a game won by black may be even.
 */
#ifndef TENGEN_OPENING_OPENING_WORTH_H
#define TENGEN_OPENING_OPENING_WORTH_H

#include "search/root.h"
#include "tengen/opening_rule.h"

#include <stdint.h>

typedef struct {
    Value value;    /* to black */
    int announced;  /* the number of offers that makes it so; 0: it was not free */
    uint64_t nodes; /* searched for it */
} OpeningWorth;

/* Fifth moves of black, no two of them alike, the best first. */
typedef struct {
    int count;
    Point points[OPENING_OFFERS_MAX];
    Value values[OPENING_OFFERS_MAX]; /* to black */
    uint64_t nodes;                   /* searched for them */
} FifthMoves;

/* The `count` best fifth moves; fewer if the board has no more. The four stones lie on
 * search->position, black is to move, and the clock must have been started. */
FifthMoves opening_worth_fifth_moves(Search *search, const Opening *opening, int count);

/* How many fifth moves black will have to offer from here, if that is settled; else 0. */
int opening_worth_offers(const Opening *opening);

/* What the opening's stones on search->position are worth; `announces` is the most offers of which
 * the number may still be chosen so that the value comes closest to even, 0: it may not. */
OpeningWorth opening_worth_of(Search *search, const Opening *opening, int announces);

#endif
