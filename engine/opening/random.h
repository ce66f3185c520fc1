/* random - deterministic random numbers: they follow from a seed and are the same on every machine.
 *
 * The state is one 64-bit number, mixed for every draw. Independent sequences begin with seeds of
 * their own (random_seed), so that no number depends on what was drawn elsewhere.
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

/* The seed of the n-th of many sequences that follow from one seed. */
static inline uint64_t random_seed(uint64_t seed, uint64_t n)
{
    return zobrist_mix(zobrist_mix(seed) ^ n);
}

#endif
