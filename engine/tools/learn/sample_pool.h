/* sample_pool - the samples of some thousand games at a time, replayed by all threads.
 *
 * The games of a block are cut into a fixed number of shares, each of which is replayed in order
 * into a block of samples of its own, so that the pool does not depend on the number of threads.
 */
#ifndef TENGEN_TOOLS_LEARN_SAMPLE_POOL_H
#define TENGEN_TOOLS_LEARN_SAMPLE_POOL_H

#include "tools/learn/pattern_samples.h"

enum {
    POOL_GAMES = 4096, /* at a time: some 130,000 positions, 300 MB */
    POOL_SHARES = 8,
    POOL_THREADS_MAX = 64,
};

/* Where a sample lies. */
typedef struct {
    int32_t share, number;
} SamplePlace;

typedef struct {
    const GameStore *store; /* borrowed, like the targets */
    const PatternTargets *targets;
    int threads;
    int64_t *order;      /* of the games that are learnt from; owned, like all below */
    SamplePlace *places; /* of the samples in the pool, in the order of learning */
    int64_t count, room;
    PatternBlock share[POOL_SHARES];
    PatternReplay *replay[POOL_THREADS_MAX];
    bool held_out; /* of the block being replayed: which games it has */
    int64_t first_game, games;
} SamplePool;

/* Prepares an empty pool, to be filled by that number of threads (at most POOL_THREADS_MAX). False:
 * there is no memory; what there is has to be freed. */
bool sample_pool_init(SamplePool *pool, const GameStore *store, const PatternTargets *targets,
                      int threads);

/* Gives everything back. All zero is fine. */
void sample_pool_free(SamplePool *pool);

/* How many blocks the games are, those learnt from or held out. */
int sample_pool_blocks(const SamplePool *pool, bool held_out);

/* Chooses the order of the games that are learnt from; it follows from the seed. */
void sample_pool_shuffle_games(SamplePool *pool, uint64_t seed);

/* Fills the pool with the samples of a block of games, in their order. False: there is no
 * memory. */
bool sample_pool_fill(SamplePool *pool, bool held_out, int block);

/* Shuffles the samples; the order follows from the seed. */
void sample_pool_shuffle(SamplePool *pool, uint64_t seed);

/* A sample, in the order of learning, and the block it lies in. */
static inline const PatternSample *sample_pool_get(const SamplePool *pool, int64_t number,
                                                   const PatternBlock **block)
{
    SamplePlace place = pool->places[number];
    *block = &pool->share[place.share];
    return &(*block)->samples[place.number];
}

#endif
