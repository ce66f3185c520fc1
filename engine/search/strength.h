/* strength - playing at a level below full strength, weak in the way in which people are.
 *
 * A person loses because of what they overlook and how little they read ahead, not because they
 * play a stone far from everything. So a level is a row of numbers (strength.c) that say how much
 * of the board its player sees:
 *
 *   - Lines with three or four stones in them may be overlooked, the sooner the farther they lie
 *     from the last two stones. Own lines are overlooked half as often.
 *   - Of a point that does something on two lines, only the stronger may be seen: a double threat
 *     comes as a surprise.
 *   - What is seen is obeyed as the cascade of candidates.h says: make five, block, make an open
 *     four, stop one. Where nothing calls, moves are drawn by the policy of what is seen. The
 *     weaker the player, the more the draw resembles chance.
 *   - The upper levels draw several moves in that way, and choose among them by a short search. The
 *     last ones overlook nothing, and draw in the opening alone: they search few nodes, and how
 *     many varies.
 *
 * A stone that is drawn lies within two points of another, and the first one in the middle. Nothing
 * is drawn but from a seed, and with whole numbers, so the same seed plays the same game on every
 * machine.
 */
#ifndef TENGEN_SEARCH_STRENGTH_H
#define TENGEN_SEARCH_STRENGTH_H

#include "search/root.h"

/* Says whether the strength that the limits ask for is below full strength. */
bool strength_is_limited(const Limits *limits);

/* Chooses a move for the side to move in search->position, at the strength of the limits, which is
 * limited. Draws from the seed and the position. What earlier searches found out is forgotten: at a
 * level nobody knows more than its player does. The clock must have been started under the same
 * limits; the listener may be NULL. */
Report strength_think(Search *search, const Limits *limits, uint64_t seed,
                      const RootListener *listener);

#endif
