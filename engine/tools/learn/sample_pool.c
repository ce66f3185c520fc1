/* sample_pool - replaying shares of a block, and shuffling; see sample_pool.h. */
#include "tools/learn/sample_pool.h"

#include "port/random.h"
#include "port/port.h"
#include "tools/learn/parallel.h"

#include <stdlib.h>
#include <string.h>

/* A replay has to begin at a line of the cache, which the system's blocks do. */
static PatternReplay *new_replay(const SamplePool *pool)
{
    PatternReplay *replay = port_pages_new(sizeof *replay);
    if (replay != NULL) {
        pattern_replay_init(replay, game_store_game(pool->store), pool->targets->tables);
    }
    return replay;
}

bool sample_pool_init(SamplePool *pool, const GameStore *store, const PatternTargets *targets,
                      int threads)
{
    *pool = (SamplePool){.store = store, .targets = targets, .threads = threads};
    pool->order = calloc((size_t)game_store_count(store, false) + 1, sizeof *pool->order);
    bool is_made = pool->order != NULL;
    for (int i = 0; i < threads && is_made; i++) {
        pool->replay[i] = new_replay(pool);
        is_made = pool->replay[i] != NULL;
    }
    return is_made;
}

void sample_pool_free(SamplePool *pool)
{
    for (int share = 0; share < POOL_SHARES; share++) {
        pattern_block_free(&pool->share[share]);
    }
    for (int i = 0; i < POOL_THREADS_MAX; i++) {
        port_pages_free(pool->replay[i], sizeof *pool->replay[i]);
    }
    free(pool->order);
    free(pool->places);
    memset(pool, 0, sizeof *pool);
}

int sample_pool_blocks(const SamplePool *pool, bool held_out)
{
    return (int)((game_store_count(pool->store, held_out) + POOL_GAMES - 1) / POOL_GAMES);
}

void sample_pool_shuffle_games(SamplePool *pool, uint64_t seed)
{
    int64_t count = game_store_count(pool->store, false);
    for (int64_t i = 0; i < count; i++) {
        int64_t other = random_below(&seed, (int)i + 1);
        pool->order[i] = pool->order[other];
        pool->order[other] = i;
    }
}

static void replay_share(void *context, int thread, int share)
{
    SamplePool *pool = context;
    PatternBlock *block = &pool->share[share];
    int64_t begin = pool->first_game + pool->games * share / POOL_SHARES;
    int64_t end = pool->first_game + pool->games * (share + 1) / POOL_SHARES;
    pattern_block_clear(block);
    for (int64_t i = begin; i < end; i++) {
        int64_t number = pool->held_out ? i : pool->order[i];
        StoredGame game = game_store_get(pool->store, pool->held_out, number);
        if (!pattern_samples_add(pool->replay[thread], pool->targets, &game, block)) {
            block->is_short = true;
            return;
        }
    }
}

/* Lists the samples in the order of their games. False: there is no memory. */
static bool list_places(SamplePool *pool)
{
    int64_t count = 0;
    bool is_whole = true;
    for (int share = 0; share < POOL_SHARES; share++) {
        count += pool->share[share].sample_count;
        is_whole &= !pool->share[share].is_short;
    }
    if (count > pool->room) {
        SamplePlace *places = realloc(pool->places, (size_t)count * sizeof *places);
        if (places == NULL) {
            return false;
        }
        pool->places = places;
        pool->room = count;
    }
    pool->count = 0;
    for (int share = 0; share < POOL_SHARES; share++) {
        for (int64_t i = 0; i < pool->share[share].sample_count; i++) {
            pool->places[pool->count++] = (SamplePlace){share, (int32_t)i};
        }
    }
    return is_whole;
}

bool sample_pool_fill(SamplePool *pool, bool held_out, int block)
{
    int64_t begin = (int64_t)block * POOL_GAMES;
    int64_t rest = game_store_count(pool->store, held_out) - begin;
    pool->held_out = held_out;
    pool->first_game = begin;
    pool->games = rest < POOL_GAMES ? rest : POOL_GAMES;
    parallel_for(pool->threads, POOL_SHARES, replay_share, pool);
    return list_places(pool);
}

void sample_pool_shuffle(SamplePool *pool, uint64_t seed)
{
    for (int64_t i = pool->count - 1; i > 0; i--) {
        int64_t other = random_below(&seed, (int)i + 1);
        SamplePlace place = pool->places[i];
        pool->places[i] = pool->places[other];
        pool->places[other] = place;
    }
}
