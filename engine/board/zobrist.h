/* zobrist - a 64-bit name for every position.
 *
 * The key of a position is the exclusive or of one pseudo-random number for each stone, one for the
 * side to move and one for the game. The numbers are computed, not stored: mixing a small integer
 * takes two multiplications, which is cheaper than the cache lines of a table, needs no
 * initialisation, and gives the same keys on every machine.
 */
#ifndef TENGEN_BOARD_ZOBRIST_H
#define TENGEN_BOARD_ZOBRIST_H

#include "port/random.h"

#include <stdint.h>

/* The number of a stone (0 black, 1 white, 3 a blocked point) on a point. */
static inline uint64_t zobrist_stone(unsigned stone, unsigned point)
{
    return random_mix(point * 4u + stone);
}

/* The number that says that white is to move. */
static inline uint64_t zobrist_white_to_move(void)
{
    return random_mix(UINT64_C(1) << 32);
}

/* The number of a game: two games that differ in size, rule or win length share no keys. */
static inline uint64_t zobrist_game(unsigned width, unsigned height, unsigned rule,
                                    unsigned win_length)
{
    unsigned game = ((width * 64u + height) * 16u + rule) * 8u + win_length;
    return random_mix((UINT64_C(2) << 32) + game);
}

#endif
