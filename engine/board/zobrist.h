/* zobrist - a 64-bit name for every position.
 *
 * The key of a position is the exclusive or of one pseudo-random number for each stone, one for the
 * side to move and one for the game. The numbers are computed, not stored: mixing a small integer
 * takes two multiplications, which is cheaper than the cache lines of a table, needs no
 * initialisation, and gives the same keys on every machine.
 */
#ifndef TENGEN_BOARD_ZOBRIST_H
#define TENGEN_BOARD_ZOBRIST_H

#include <stdint.h>

/* Scatters the bits of a number so that neighbours have nothing in common (splitmix64's finish). */
static inline uint64_t zobrist_mix(uint64_t number)
{
    number += UINT64_C(0x9E3779B97F4A7C15);
    number = (number ^ (number >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    number = (number ^ (number >> 27)) * UINT64_C(0x94D049BB133111EB);
    return number ^ (number >> 31);
}

/* The number of a stone (0 black, 1 white, 3 a blocked point) on a point. */
static inline uint64_t zobrist_stone(unsigned stone, unsigned point)
{
    return zobrist_mix(point * 4u + stone);
}

/* The number that says that white is to move. */
static inline uint64_t zobrist_white_to_move(void)
{
    return zobrist_mix(UINT64_C(1) << 32);
}

/* The number of a game: two games that differ in size, rule or win length share no keys. */
static inline uint64_t zobrist_game(unsigned width, unsigned height, unsigned rule,
                                    unsigned win_length)
{
    unsigned game = ((width * 64u + height) * 16u + rule) * 8u + win_length;
    return zobrist_mix((UINT64_C(2) << 32) + game);
}

#endif
