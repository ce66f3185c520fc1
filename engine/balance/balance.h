/* balance - finding moves that leave both sides equally well off.
 *
 * The opposite of playing well: of all moves, find the one after which a search calls the position
 * most even. Many candidates get a short search, the better half a search twice as long, and so on
 * until one is left or time is up.
 */
#ifndef TENGEN_BALANCE_BALANCE_H
#define TENGEN_BALANCE_BALANCE_H

#include "eval/value.h"
#include "search/node.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    Point moves[2]; /* POINT_NONE where there is no point left to play on */
    Value value;    /* after the moves, to the side that is not to move then */
    uint64_t nodes; /* of all searches for it */
} Balanced;

/* The move of the side to move that brings the value of the position, to that side, closest to
 * `target`. The clock must have been started; the position comes back as it was. */
Balanced balance_one(Search *search, Value target);

/* The same among the points of a set. */
Balanced balance_one_within(Search *search, Value target, const PointSet *allowed);

/* The same with a move of each side, first the one to move, then the other: the value meant is that
 * to the side that plays the second. */
Balanced balance_two(Search *search, Value target);

/* The moves of a set, up to `count` of them, that are best for the side to move, the best first,
 * with their values to it. Returns how many there are. The clock and the position are as above. */
int balance_best(Search *search, const PointSet *allowed, int count, Point points[], Value values[],
                 uint64_t *nodes);

/* The value of the position to the side to move, by a search of that many nodes. */
Value balance_judge(Search *search, uint64_t nodes);

/* The values of the `count` best moves (1 or more) to the side to move, the best first, by a search
 * of that many nodes over all of them. False if there are fewer moves, or the nodes did not suffice
 * for one iteration; then the values are unset. */
bool balance_judge_moves(Search *search, uint64_t nodes, int count, Value values[]);

#endif
