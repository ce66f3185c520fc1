/* random - deterministic random numbers: they follow from a seed and are the same on every machine.
 *
 * The state is one 64-bit number, mixed for every draw. Independent sequences begin with seeds of
 * their own (random_seed), so that no number depends on what was drawn elsewhere.
 */
#ifndef TENGEN_PORT_RANDOM_H
#define TENGEN_PORT_RANDOM_H

#include <stdint.h>

/* Scatters the bits of a number so that neighbours have nothing in common (splitmix64's finish). */
static inline uint64_t random_mix(uint64_t number)
{
    number += UINT64_C(0x9E3779B97F4A7C15);
    number = (number ^ (number >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    number = (number ^ (number >> 27)) * UINT64_C(0x94D049BB133111EB);
    return number ^ (number >> 31);
}

/* A number from 0 to below - 1; `below` must be positive. Moves the seed on. */
static inline int random_below(uint64_t *seed, int below)
{
    *seed = random_mix(*seed);
    return (int)(*seed >> 33) % below;
}

/* The weight in a draw of something that lies `below` the best, on a logarithmic scale: every
 * half_life halves it, with straight lines between. It is never 0, so everything may be drawn; and
 * the sum over a board fits in an int. */
static inline int random_weight(int32_t below, int half_life)
{
    enum { BITS = 20, ONE = 1 << BITS };
    int halvings = below / half_life, rest = below % half_life;
    int whole = halvings < BITS ? ONE >> halvings : 1;
    return 1 + (int)((int64_t)whole * (2 * half_life - rest) / (2 * half_life));
}

/* Draws an index by the weights, all positive. Moves the seed on. */
static inline int random_index(uint64_t *seed, const int *weights, int count)
{
    int sum = 0, index = 0;
    for (int i = 0; i < count; i++) {
        sum += weights[i];
    }
    int drawn = random_below(seed, sum);
    while (drawn >= weights[index]) {
        drawn -= weights[index++];
    }
    return index;
}

/* The seed of the n-th of many sequences that follow from one seed. */
static inline uint64_t random_seed(uint64_t seed, uint64_t n)
{
    return random_mix(random_mix(seed) ^ n);
}

#endif
