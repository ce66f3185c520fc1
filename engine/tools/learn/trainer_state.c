/* trainer_state - header, arrays and checksum; see trainer_state.h. */
#include "tools/learn/trainer_state.h"

#include "port/fnv.h"

#include <stdlib.h>
#include <string.h>

enum {
    ARRAYS = 4
}; /* of a side: parameters, Adam's averages of gradients and their squares, and
                        the mean of parameters */

#define STATE_MAGIC "tengen\nt" /* not terminated; the line end tells of damage by text tools */

typedef struct {
    char magic[8];
    uint64_t belongs_to; /* a hash of plan and games */
    int64_t steps, mean_steps;
    int32_t round, block, sides, parameters;
    PatternLosses learnt, held_out;
} StateHeader;

static uint64_t hash_of_plan(const TrainerPlan *plan, uint64_t games)
{
    const double numbers[] = {
        plan->rounds,
        plan->targets.value_scale,
        plan->targets.search_scale,
        plan->weights.value,
        plan->weights.policy,
        plan->targets.lambda,
        plan->targets.proven_chance,
        plan->weights.proven,
        (double)plan->seed,
        plan->rate,
        plan->policy_only,
    };
    uint64_t hash = fnv_hash(fnv_hash(FNV_BASIS, numbers, sizeof numbers), &games, sizeof games);
    return fnv_hash(hash, &plan->start, sizeof plan->start);
}

static StateHeader header_of(const Trainer *trainer, uint64_t games)
{
    StateHeader header = {
        .belongs_to = hash_of_plan(&trainer->plan, games),
        .steps = trainer->steps,
        .mean_steps = trainer->mean_steps,
        .round = trainer->round,
        .block = trainer->block,
        .sides = trainer->sides,
        .parameters = trainer->model.parameters,
        .learnt = trainer->learnt,
        .held_out = trainer->held_out,
    };
    memcpy(header.magic, STATE_MAGIC, sizeof header.magic);
    return header;
}

static size_t array_bytes(const Trainer *trainer)
{
    return (size_t)trainer->model.parameters * sizeof(float);
}

static size_t state_bytes_of(const Trainer *trainer, int sides)
{
    return sizeof(StateHeader) + ARRAYS * (size_t)sides * array_bytes(trainer) + sizeof(uint64_t);
}

static float *array_of(const Trainer *trainer, int side, int array)
{
    float *const arrays[ARRAYS] = {trainer->at[side], trainer->first[side], trainer->second[side],
                                   trainer->mean[side]};
    return arrays[array];
}

void *trainer_state_write(const Trainer *trainer, uint64_t games, size_t *bytes)
{
    StateHeader header = header_of(trainer, games);
    *bytes = state_bytes_of(trainer, trainer->sides);
    char *state = malloc(*bytes), *at = state;
    if (state == NULL) {
        return NULL;
    }
    memcpy(at, &header, sizeof header);
    at += sizeof header;
    for (int side = 0; side < trainer->sides; side++) {
        for (int array = 0; array < ARRAYS; array++, at += array_bytes(trainer)) {
            memcpy(at, array_of(trainer, side, array), array_bytes(trainer));
        }
    }
    uint64_t checksum = fnv_hash(FNV_BASIS, state, *bytes - sizeof checksum);
    memcpy(at, &checksum, sizeof checksum);
    return state;
}

/* Why the bytes are no state of a network like the trainer's. */
static const char *fault_of_bytes(const Trainer *trainer, const char *state, size_t bytes,
                                  StateHeader *header)
{
    uint64_t checksum;
    if (bytes < sizeof *header + sizeof checksum ||
        memcmp(state, STATE_MAGIC, sizeof header->magic) != 0) {
        return "this is no state of a training";
    }
    memcpy(header, state, sizeof *header);
    memcpy(&checksum, state + bytes - sizeof checksum, sizeof checksum);
    if (checksum != fnv_hash(FNV_BASIS, state, bytes - sizeof checksum)) {
        return "the state of the training is damaged";
    }
    bool fits = header->parameters == trainer->model.parameters && header->sides >= 1 &&
                header->sides <= COLOURS && bytes == state_bytes_of(trainer, header->sides);
    return fits ? NULL : "the state is that of a network of another size";
}

/* Why the bytes are no state of this trainer. */
static const char *state_fault_of(const Trainer *trainer, uint64_t games, const char *state,
                                  size_t bytes, StateHeader *header)
{
    StateHeader own = header_of(trainer, games);
    const char *fault = fault_of_bytes(trainer, state, bytes, header);
    if (fault != NULL) {
        return fault;
    }
    bool fits = header->belongs_to == own.belongs_to && header->sides == own.sides &&
                header->block >= 0 && header->block < trainer->blocks && header->round >= 0 &&
                header->round <= trainer->plan.rounds;
    return fits ? NULL : "the state is that of a training with other games or options";
}

const char *trainer_state_read(Trainer *trainer, uint64_t games, const void *state, size_t bytes)
{
    StateHeader header;
    const char *fault = state_fault_of(trainer, games, state, bytes, &header);
    if (fault != NULL) {
        return fault;
    }
    const char *at = (const char *)state + sizeof header;
    for (int side = 0; side < trainer->sides; side++) {
        for (int array = 0; array < ARRAYS; array++, at += array_bytes(trainer)) {
            memcpy(array_of(trainer, side, array), at, array_bytes(trainer));
        }
    }
    trainer->steps = header.steps;
    trainer->mean_steps = header.mean_steps;
    trainer->round = header.round;
    trainer->block = header.block;
    trainer->learnt = header.learnt;
    trainer->held_out = header.held_out;
    return NULL;
}
