/* trainer - batches, shares and steps; see trainer.h. */
#include "tools/learn/trainer.h"

#include "port/port.h"
#include "port/random.h"
#include "tools/learn/parallel.h"
#include "tools/learn/pattern_restore.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 2048 };

static const float first_rate = 0.015f;  /* of Adam, in deviations of the priors */
static const double settling_from = 0.8; /* of all learning: from here on rows are rounded, and the
                                            mean of the parameters is taken */

/* --- memory --- */

static float *new_floats(int count)
{
    return calloc((size_t)count, sizeof(float));
}

/* Rows begin at lines of the cache: the block comes straight from the system. */
static PatternNumbers *new_numbers(void)
{
    return port_pages_new(sizeof(PatternNumbers));
}

static void free_numbers(PatternNumbers *numbers)
{
    port_pages_free(numbers, sizeof *numbers);
}

static bool make_side(Trainer *trainer, int side)
{
    int count = trainer->model.parameters;
    trainer->at[side] = new_floats(count);
    trainer->first[side] = new_floats(count);
    trainer->second[side] = new_floats(count);
    trainer->expected[side] = new_floats(count);
    trainer->mean[side] = new_floats(count);
    trainer->numbers[side] = new_numbers();
    bool is_made = trainer->at[side] != NULL && trainer->first[side] != NULL &&
                   trainer->second[side] != NULL && trainer->expected[side] != NULL &&
                   trainer->mean[side] != NULL && trainer->numbers[side] != NULL;
    for (int share = 0; share < TRAINER_SHARES && is_made; share++) {
        trainer->share_gradient[share][side] = new_numbers();
        is_made = trainer->share_gradient[share][side] != NULL;
    }
    return is_made;
}

static bool make_all(Trainer *trainer)
{
    trainer->sigma = new_floats(trainer->model.parameters);
    trainer->gradient = new_floats(trainer->model.parameters);
    bool is_made = trainer->sigma != NULL && trainer->gradient != NULL &&
                   sample_pool_init(&trainer->pool, trainer->store, &trainer->plan.targets,
                                    trainer->plan.threads);
    for (int side = 0; side < trainer->sides && is_made; side++) {
        is_made = make_side(trainer, side);
    }
    for (int i = 0; i < trainer->plan.threads && is_made; i++) {
        trainer->pass[i] = pattern_pass_new(&trainer->model);
        is_made = trainer->pass[i] != NULL;
    }
    return is_made;
}

static void trainer_settle(Trainer *trainer)
{
    pattern_model_prior(&trainer->model, trainer->sigma);
    for (int side = 0; side < trainer->sides; side++) {
        pattern_model_begin(&trainer->model, trainer->at[side],
                            random_seed(trainer->plan.seed, (uint64_t)side));
    }
}

Trainer *trainer_new(const TrainerPlan *plan, const GameStore *store)
{
    const Game *game = game_store_game(store);
    Trainer *trainer = port_pages_new(sizeof *trainer);
    if (trainer == NULL) {
        return NULL;
    }
    trainer->plan = *plan;
    trainer->store = store;
    pattern_model_init(&trainer->model);
    eval_fill_tables(&trainer->tables, game, EVALUATION_TUNED);
    trainer->plan.targets.model = &trainer->model;
    trainer->plan.targets.tables = &trainer->tables;
    trainer->sides = rules_is_colour_blind(game->rule) ? 1 : COLOURS;
    if (!make_all(trainer)) {
        trainer_free(trainer);
        return NULL;
    }
    trainer->blocks = sample_pool_blocks(&trainer->pool, false);
    trainer_settle(trainer);
    return trainer;
}

void trainer_begin_with(Trainer *trainer, int side, const void *parameters)
{
    size_t bytes = (size_t)trainer->model.parameters * sizeof(float);
    memcpy(trainer->at[side], parameters, bytes);
    memcpy(trainer->expected[side], parameters, bytes);
}

bool trainer_begin_with_weights(Trainer *trainer, const Weights *weights)
{
    double scale = trainer->plan.targets.value_scale;
    for (int side = 0; side < trainer->sides; side++) {
        PatternNumbers *numbers = trainer->numbers[side];
        pattern_restore_numbers(weights->learnt.pattern[side], scale, numbers);
        if (!pattern_restore_parameters(&trainer->model, trainer->sigma, numbers,
                                        trainer->gradient)) {
            return false;
        }
        trainer_begin_with(trainer, side, trainer->gradient);
    }
    trainer->plan.start = weights->header->checksum;
    return true;
}

void trainer_free(Trainer *trainer)
{
    for (int side = 0; trainer != NULL && side < COLOURS; side++) {
        free(trainer->at[side]);
        free(trainer->first[side]);
        free(trainer->second[side]);
        free(trainer->expected[side]);
        free(trainer->mean[side]);
        free_numbers(trainer->numbers[side]);
        for (int share = 0; share < TRAINER_SHARES; share++) {
            free_numbers(trainer->share_gradient[share][side]);
        }
    }
    for (int i = 0; trainer != NULL && i < POOL_THREADS_MAX; i++) {
        pattern_pass_free(trainer->pass[i]);
    }
    if (trainer != NULL) {
        sample_pool_free(&trainer->pool);
        free(trainer->sigma);
        free(trainer->gradient);
    }
    port_pages_free(trainer, sizeof *trainer);
}

/* --- batches --- */

/* The losses of a share of the batch; with its gradient, if that is wanted. */
static void pass_over_share(Trainer *trainer, int thread, int share, bool with_gradient)
{
    int last = trainer->sides - 1;
    const PatternNumbers *const numbers[COLOURS] = {trainer->numbers[0], trainer->numbers[last]};
    PatternNumbers *const gradients[COLOURS] = {trainer->share_gradient[share][0],
                                                trainer->share_gradient[share][last]};
    int64_t begin = trainer->batch_begin + trainer->batch_size * share / TRAINER_SHARES;
    int64_t end = trainer->batch_begin + trainer->batch_size * (share + 1) / TRAINER_SHARES;
    trainer->share_losses[share] = (PatternLosses){0};
    for (int side = 0; side < trainer->sides && with_gradient; side++) {
        memset(gradients[side], 0, sizeof *gradients[side]);
    }
    for (int64_t i = begin; i < end; i++) {
        const PatternBlock *block;
        const PatternSample *sample = sample_pool_get(&trainer->pool, i, &block);
        pattern_loss(trainer->pass[thread], numbers, block, sample, &trainer->plan.weights,
                     with_gradient ? gradients : NULL, &trainer->share_losses[share]);
    }
}

static void learn_share(void *context, int thread, int share)
{
    pass_over_share(context, thread, share, true);
}

static void measure_share(void *context, int thread, int share)
{
    pass_over_share(context, thread, share, false);
}

/* Does that for all shares of a batch and adds up their losses in order. */
static void pass_over_batch(Trainer *trainer, void (*of_share)(void *, int, int),
                            PatternLosses *losses)
{
    parallel_for(trainer->plan.threads, TRAINER_SHARES, of_share, trainer);
    for (int share = 0; share < TRAINER_SHARES; share++) {
        pattern_losses_add(losses, &trainer->share_losses[share]);
    }
}

/* Adds the gradients of all shares up in the first one. */
static void add_shares(Trainer *trainer, int side)
{
    float *sum = (float *)trainer->share_gradient[0][side];
    for (int share = 1; share < TRAINER_SHARES; share++) {
        const float *more = (const float *)trainer->share_gradient[share][side];
        for (size_t i = 0; i < sizeof(PatternNumbers) / sizeof(float); i++) {
            sum[i] += more[i];
        }
    }
}

/* The rate falls along a cosine from the first step to the last. */
static float rate_of(const Trainer *trainer)
{
    static const double pi = 3.14159265358979323846;
    return trainer->plan.rate * first_rate * (float)(1 + cos(pi * trainer_done(trainer))) / 2;
}

/* One step of Adam against the gradient and a normal prior around zero. Sigma says how far from
 * zero a parameter is expected to be: steps are in proportion to it. */
static void trainer_learn_batch(Trainer *trainer, int side)
{
    static const float first_decay = 0.9f, second_decay = 0.999f, tiny = 1e-10f;
    float mean_share = 1 / (1 - powf(first_decay, (float)trainer->steps));
    float square_share = 1 / (1 - powf(second_decay, (float)trainer->steps));
    float samples = (float)game_store_positions(trainer->store, false, TEACHES_VALUE) + 1;
    float size = (float)trainer->batch_size, rate = rate_of(trainer);
    float *at = trainer->at[side], *first = trainer->first[side], *second = trainer->second[side];
    const float *expected = trainer->expected[side];
    int first_learnt = trainer->plan.policy_only ? trainer->model.policy_at : 0;
    for (int i = first_learnt; i < trainer->model.parameters; i++) {
        float sigma = trainer->sigma[i];
        float slope =
            trainer->gradient[i] / size * sigma + (at[i] - expected[i]) / (sigma * samples);
        first[i] += (1 - first_decay) * (slope - first[i]);
        second[i] += (1 - second_decay) * (slope * slope - second[i]);
        at[i] -= rate * sigma * first[i] * mean_share / (sqrtf(second[i] * square_share) + tiny);
    }
}

static bool is_settling(const Trainer *trainer)
{
    return trainer_done(trainer) >= settling_from;
}

static void expand(Trainer *trainer)
{
    for (int side = 0; side < trainer->sides; side++) {
        pattern_model_expand(&trainer->model, trainer->at[side], is_settling(trainer),
                             trainer->numbers[side]);
    }
}

/* The numbers of what was learnt so far, rounded as in a file once that is worth something. */
static void expand_learnt(Trainer *trainer, bool rounded)
{
    for (int side = 0; side < trainer->sides; side++) {
        const float *learnt = trainer->mean_steps > 0 ? trainer->mean[side] : trainer->at[side];
        pattern_model_expand(&trainer->model, learnt, rounded, trainer->numbers[side]);
    }
}

static void add_to_mean(Trainer *trainer)
{
    trainer->mean_steps++;
    float share = 1 / (float)trainer->mean_steps;
    for (int side = 0; side < trainer->sides; side++) {
        for (int i = 0; i < trainer->model.parameters; i++) {
            trainer->mean[side][i] += (trainer->at[side][i] - trainer->mean[side][i]) * share;
        }
    }
}

static void learn_batch(Trainer *trainer, PatternLosses *losses)
{
    expand(trainer);
    pass_over_batch(trainer, learn_share, losses);
    trainer->steps++;
    for (int side = 0; side < trainer->sides; side++) {
        add_shares(trainer, side);
        pattern_model_collect(&trainer->model, trainer->share_gradient[0][side], trainer->gradient);
        trainer_learn_batch(trainer, side);
    }
    if (is_settling(trainer)) {
        add_to_mean(trainer);
    }
}

/* Learns all samples of the pool. What is left for less than half a batch is left out, unless it is
 * all there is. */
static void learn_pool(Trainer *trainer, PatternLosses *losses)
{
    int64_t count = trainer->pool.count;
    for (int64_t begin = 0; begin < count; begin += BATCH) {
        int64_t rest = count - begin;
        trainer->batch_begin = begin;
        trainer->batch_size = rest < BATCH ? rest : BATCH;
        if (rest >= BATCH / 2 || begin == 0) {
            learn_batch(trainer, losses);
        }
    }
}

/* --- blocks --- */

double trainer_done(const Trainer *trainer)
{
    double rounds = trainer->round + (double)trainer->block / trainer->blocks;
    return trainer->plan.rounds == 0 ? 1 : rounds / trainer->plan.rounds;
}

bool trainer_measure(Trainer *trainer)
{
    trainer->held_out = (PatternLosses){0};
    expand_learnt(trainer, is_settling(trainer));
    for (int block = 0; block < sample_pool_blocks(&trainer->pool, true); block++) {
        if (!sample_pool_fill(&trainer->pool, true, block)) {
            return false;
        }
        trainer->batch_begin = 0;
        trainer->batch_size = trainer->pool.count;
        pass_over_batch(trainer, measure_share, &trainer->held_out);
    }
    return true;
}

/* Each round and each block has a sequence of random numbers of its own. */
bool trainer_learn_block(Trainer *trainer)
{
    SamplePool *pool = &trainer->pool;
    uint64_t number =
        (uint64_t)trainer->round * (uint64_t)trainer->blocks + (uint64_t)trainer->block;
    sample_pool_shuffle_games(pool, random_seed(trainer->plan.seed, (uint64_t)trainer->round));
    if (!sample_pool_fill(pool, false, trainer->block)) {
        return false;
    }
    sample_pool_shuffle(pool, random_seed(~trainer->plan.seed, number));
    if (trainer->block == 0) {
        trainer->learnt = (PatternLosses){0};
    }
    learn_pool(trainer, &trainer->learnt);
    trainer->block++;
    if (trainer->block < trainer->blocks) {
        return true;
    }
    trainer->block = 0;
    trainer->round++;
    return trainer_measure(trainer);
}

void trainer_round(Trainer *trainer, PatternNet *nets)
{
    expand_learnt(trainer, true);
    for (int side = 0; side < trainer->sides; side++) {
        pattern_model_round(trainer->numbers[side], trainer->plan.targets.value_scale, &nets[side]);
    }
}
