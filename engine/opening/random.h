/* random - chance that can be repeated: numbers that follow from a seed, the same on every machine.
 *
 * The state is one 64-bit number, mixed anew for every throw; whoever wants a sequence of their own
 * begins with a seed of their own (random_seed), so that no throw depends on who threw before.
 */
#ifndef TENGEN_OPENING_RANDOM_H
#define TENGEN_OPENING_RANDOM_H

#include "board/zobrist.h"

#include <stdint.h>

/* A number from 0 to below - 1; `below` must be positive. Moves the seed on. */
static inline int random_below(uint64_t *seed, int below)
{
    *seed = zobrist_mix(*seed);
    return (int)(*seed >> 33) % below;
}

/* The seed of the n-th of many things that are made from one seed. */
static inline uint64_t random_seed(uint64_t seed, uint64_t n)
{
    return zobrist_mix(zobrist_mix(seed) ^ n);
}

#endif
