/* scatter - boards of random size with random stones, for tests that compare hundreds of thousands
 * of points with the oracles.
 *
 * Uniformly random stones seldom make a three, let alone a foul. So every board has random
 * densities of its own: how full it is, how close its stones are, how many are black and how many
 * points are blocked; together the boards cover everything.
 */
#ifndef TENGEN_TESTS_SCATTER_H
#define TENGEN_TESTS_SCATTER_H

#include "drawn.h"

#include <stdint.h>

enum { SCATTER_SEED = 20240917 }; /* where every test's random numbers start */

/* A game with a board of random size on which the win length fits: half of them are 15x15. */
Game scatter_game(Rule rule, int win_length, uint64_t *state);

/* Gives the board a game, blocked points (on every second board) and random stones: as many as fill
 * at most `fullest` percent of the board, and about `black` percent of them black. */
void scatter_stones(Drawn *drawn, Game game, int fullest, int black, uint64_t *state);

/* Writes the board to stderr, the point in question as '?', with what is wrong about it. */
void scatter_show(const Position *position, Point point, const char *wrong);

#endif
