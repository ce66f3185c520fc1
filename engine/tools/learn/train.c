/* train - the course of a training, from games by rounds to weights; see train.h. */
#include "tools/learn/train.h"

#include "port/fnv.h"
#include "eval/weights.h"
#include "port/port.h"
#include "tools/games/origin.h"
#include "tools/games/tool.h"
#include "tools/learn/trainer_state.h"
#include "tools/learn/weights_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HELD_OUT_OF_THOUSAND = 40, /* of 100,000 games as many as it takes to tell 0.001 nats */
    SAVE_MS = 60000,           /* the state is handed on so often */
    PROVENANCE_MAX = 1500,     /* bytes of the provenance, without the files */
    START_MAX = 60,            /* of what it says of the start */
};

typedef struct {
    const TrainOptions *options;
    const TrainListener *listener;
    GameStore *store;
    Trainer *trainer;
    uint64_t games; /* a hash of the files */
    int64_t begin_ms, saved_ms;
    double begin_done;
} Train;

/* --- games --- */

static bool train_read_games(Train *train, char fault[TOOL_FAULT_MAX])
{
    const TrainOptions *options = train->options;
    const FileBytes *held_out = &options->held_out;
    train->store =
        game_store_new(options->seed, held_out->bytes == NULL ? HELD_OUT_OF_THOUSAND : 0);
    for (int i = 0; train->store != NULL && i < options->files; i++) {
        const char *wrong =
            game_store_read(train->store, options->games[i].bytes, options->games[i].count);
        if (wrong != NULL) {
            return tool_refuse(fault, "file %d of games: %s", i + 1, wrong);
        }
    }
    if (train->store != NULL && held_out->bytes != NULL) {
        const char *wrong =
            game_store_read_held_out(train->store, held_out->bytes, held_out->count);
        if (wrong != NULL) {
            return tool_refuse(fault, "the games to hold out: %s", wrong);
        }
    }
    if (train->store == NULL || !game_store_finish(train->store)) {
        return tool_refuse(fault, "there is not enough memory");
    }
    const char *files = game_store_files(train->store);
    train->games = fnv_hash(FNV_BASIS, files, strlen(files));
    return true;
}

/* Says whether there is something to learn from and to measure by, and learnt tables to build
 * on. */
static bool check_games(const Train *train, char fault[TOOL_FAULT_MAX])
{
    Weights weights;
    const Game *game = game_store_game(train->store);
    if (!weights_embedded(&weights, game->rule) ||
        (int)weights.header->win_length != game->win_length) {
        return tool_refuse(fault,
                           "there are no tables for this rule and win length that a network could "
                           "build on");
    }
    for (int part = 0; part < 2; part++) {
        for (int kind = TEACHES_VALUE; kind <= TEACHES_POLICY; kind++) {
            if (game_store_positions(train->store, part == 1, kind) == 0) {
                return tool_refuse(fault, "there are too few games to learn from");
            }
        }
    }
    return true;
}

static void note_games(const Train *train)
{
    const GameStore *store = train->store;
    tool_tell(train->listener->note, train->listener->context,
              "%" PRId64 " games, %" PRId64 " positions for the value, %" PRId64
              " for the policy; held out %" PRId64 ", %" PRId64 ", %" PRId64,
              game_store_count(store, false), game_store_positions(store, false, TEACHES_VALUE),
              game_store_positions(store, false, TEACHES_POLICY), game_store_count(store, true),
              game_store_positions(store, true, TEACHES_VALUE),
              game_store_positions(store, true, TEACHES_POLICY));
    tool_tell(train->listener->note, train->listener->context,
              "the search's scores are chances on a scale of %.0f",
              train->trainer->plan.targets.search_scale);
}

static bool make_trainer(Train *train)
{
    static const double percent = 100;
    const TrainOptions *options = train->options;
    double search_scale = game_store_score_scale(train->store);
    TrainerPlan plan = {
        .rounds = options->rounds,
        .threads = options->threads < POOL_THREADS_MAX ? options->threads : POOL_THREADS_MAX,
        .rate = (float)(options->rate_percent / percent),
        .policy_only = options->policy_only,
        .seed = options->seed,
        .targets = {.value_scale = options->scale,
                    .search_scale = search_scale > 0 ? search_scale : options->scale,
                    .lambda = options->lambda_percent / percent,
                    .proven_chance = options->proven_percent / percent},
        .weights = {1, (float)(options->proven_weight_percent / percent),
                    (float)(options->policy_percent / percent)},
    };
    train->trainer = trainer_new(&plan, train->store);
    return train->trainer != NULL;
}

/* --- how it goes on --- */

static double per(double sum, int64_t count)
{
    return count == 0 ? 0 : sum / (double)count;
}

static void tell_progress(const Train *train, int64_t positions)
{
    double seconds = (double)(port_now_ms() - train->begin_ms) / 1000;
    double done = trainer_done(train->trainer), here = done - train->begin_done;
    tool_tell(train->listener->progress, train->listener->context,
              "%.1f %%, %.0f positions/s, %.0f s to go", 100 * done,
              per((double)positions, (int64_t)seconds + 1),
              here > 0 ? seconds / here * (1 - done) : 0);
}

static void note_round(const Train *train)
{
    const PatternLosses *learnt = &train->trainer->learnt, *held_out = &train->trainer->held_out;
    tool_tell(train->listener->note, train->listener->context,
              "round %3d of %d  value %.5f held out %.5f  choice %.4f held out %.4f  first %.1f %% "
              "within 4 %.1f %% within 8 %.1f %%",
              train->trainer->round, train->options->rounds, per(learnt->value, learnt->values),
              per(held_out->value, held_out->values), per(learnt->policy, learnt->policies),
              per(held_out->policy, held_out->policies),
              100 * per((double)held_out->ranked[0], held_out->policies),
              100 * per((double)held_out->ranked[1], held_out->policies),
              100 * per((double)held_out->ranked[2], held_out->policies));
    for (int class = 0; class < PATTERN_CLASSES; class ++) {
        tool_tell(train->listener->note, train->listener->context,
                  "  %-10s %.5f of %" PRId64 " positions", pattern_class_name(class),
                  per(held_out->value_by_class[class], held_out->values_by_class[class]),
                  held_out->values_by_class[class]);
    }
    tool_tell(train->listener->note, train->listener->context,
              "  %-10s %.5f of %" PRId64 " positions", "results",
              per(held_out->result, held_out->results), held_out->results);
}

static bool save_training(Train *train)
{
    size_t bytes;
    void *state = trainer_state_write(train->trainer, train->games, &bytes);
    if (state != NULL) {
        train->listener->state(train->listener->context, state, bytes);
    }
    free(state);
    train->saved_ms = port_now_ms();
    return state != NULL;
}

/* Learns until all rounds are done or the listener stops it, or measures the start if there are no
 * rounds. TOOL_FAILED: no memory. */
static ToolEnd learn_all_rounds(Train *train)
{
    Trainer *trainer = train->trainer;
    int64_t positions = 0;
    if (train->options->rounds == 0) {
        bool is_measured = trainer_measure(trainer);
        note_round(train);
        return is_measured ? TOOL_DONE : TOOL_FAILED;
    }
    while (trainer->round < train->options->rounds) {
        if (!train->listener->go_on(train->listener->context)) {
            return TOOL_STOPPED;
        }
        int round = trainer->round;
        if (!trainer_learn_block(trainer)) {
            return TOOL_FAILED;
        }
        positions += trainer->pool.count;
        tell_progress(train, positions);
        if (trainer->round != round) {
            note_round(train);
        }
        if (port_now_ms() - train->saved_ms > SAVE_MS && !save_training(train)) {
            return TOOL_FAILED;
        }
    }
    return TOOL_DONE;
}

/* --- the file --- */

/* How the weights were made, to be freed: what their tables were made from, and the network. NULL:
 * no memory. */
static char *describe_training(const Train *train, const Weights *tables)
{
    const TrainOptions *options = train->options;
    const char *files = game_store_files(train->store);
    size_t room = strlen(tables->provenance) + strlen(files) + PROVENANCE_MAX;
    char *text = malloc(room);
    if (text == NULL) {
        return NULL;
    }
    char start[START_MAX] = "";
    if (train->trainer->plan.start != 0) {
        snprintf(start, sizeof start, "begun with the weights %016" PRIx64 ", ",
                 train->trainer->plan.start);
    }
    snprintf(text, room,
             "%s"
             "Pattern network: %sfrom %" PRId64 " games, %" PRId64 " held out, in %d files:\n%s"
             "%" PRId64 " positions for the value, %" PRId64 " for the policy; train with seed "
             "%" PRIu64 ", %d of %d rounds, rate %d %%, scale %d, lambda %d %%, proven %d %% at "
             "weight %d %%, policy %d %%%s, "
             "by engine %s.\n"
             "Mean loss of values %.5f, held out %.5f; of choices %.4f, held out %.4f.\n",
             tables->provenance, start, game_store_count(train->store, false),
             game_store_count(train->store, true), options->files, files,
             game_store_positions(train->store, false, TEACHES_VALUE),
             game_store_positions(train->store, false, TEACHES_POLICY), options->seed,
             train->trainer->round, options->rounds, options->rate_percent, options->scale,
             options->lambda_percent, options->proven_percent, options->proven_weight_percent,
             options->policy_percent, options->policy_only ? " alone" : "", origin_engine,
             per(train->trainer->learnt.value, train->trainer->learnt.values),
             per(train->trainer->held_out.value, train->trainer->held_out.values),
             per(train->trainer->learnt.policy, train->trainer->learnt.policies),
             per(train->trainer->held_out.policy, train->trainer->held_out.policies));
    return text;
}

/* The part of a provenance that tells of the tables. */
static void drop_network(Weights *tables, char *copy)
{
    char *network = strstr(strcpy(copy, tables->provenance), "Pattern network:");
    if (network != NULL) {
        *network = '\0';
    }
    tables->provenance = copy;
}

static bool write_weights(Train *train)
{
    Weights tables;
    const Game *game = game_store_game(train->store);
    weights_embedded(&tables, game->rule);
    PatternNet *nets = calloc(COLOURS, sizeof *nets);
    char *of_tables = malloc(strlen(tables.provenance) + 1);
    char *provenance = NULL;
    bool is_written = false;
    if (nets != NULL && of_tables != NULL) {
        drop_network(&tables, of_tables);
        trainer_round(train->trainer, nets);
        tables.learnt.pattern[BLACK] = &nets[0];
        tables.learnt.pattern[WHITE] = &nets[train->trainer->sides - 1];
        provenance = describe_training(train, &tables);
        is_written = provenance != NULL &&
                     weights_file_write(&tables.learnt, game, provenance, train->listener->weights,
                                        train->listener->context);
    }
    free(provenance);
    free(of_tables);
    free(nets);
    return is_written;
}

/* --- all of it --- */

/* Takes over the weights that training is to begin with, if it is not to begin at random. */
static bool begin_with_start(Train *train, char fault[TOOL_FAULT_MAX])
{
    const FileBytes *start = &train->options->start;
    Weights weights;
    if (start->bytes == NULL) {
        return true;
    }
    const char *wrong = weights_open(&weights, start->bytes, start->count);
    if (wrong != NULL) {
        return tool_refuse(fault, "the weights to begin with: %s", wrong);
    }
    if (!trainer_begin_with_weights(train->trainer, &weights)) {
        return tool_refuse(fault, "there is not enough memory");
    }
    tool_tell(train->listener->note, train->listener->context,
              "it begins with the weights %016" PRIx64, train->trainer->plan.start);
    return true;
}

/* Reads games and state. TOOL_DONE: learning can begin. */
static ToolEnd train_prepare(Train *train, char fault[TOOL_FAULT_MAX])
{
    const FileBytes *state = &train->options->state;
    if (!train_read_games(train, fault) || !check_games(train, fault)) {
        return TOOL_REFUSED;
    }
    if (!make_trainer(train)) {
        return TOOL_FAILED;
    }
    note_games(train);
    if (!begin_with_start(train, fault)) {
        return TOOL_REFUSED;
    }
    const char *wrong = state->bytes == NULL ? NULL
                                             : trainer_state_read(train->trainer, train->games,
                                                                  state->bytes, state->count);
    return wrong == NULL || tool_refuse(fault, "%s", wrong) ? TOOL_DONE : TOOL_REFUSED;
}

static ToolEnd train_learn(Train *train, char fault[TOOL_FAULT_MAX])
{
    ToolEnd end = train_prepare(train, fault);
    if (end != TOOL_DONE) {
        return end;
    }
    train->begin_ms = train->saved_ms = port_now_ms();
    train->begin_done = trainer_done(train->trainer);
    end = learn_all_rounds(train);
    return end != TOOL_FAILED && save_training(train) && write_weights(train) ? end : TOOL_FAILED;
}

ToolEnd train_run(const TrainOptions *options, const TrainListener *listener,
                  char fault[TOOL_FAULT_MAX])
{
    Train *train = calloc(1, sizeof *train);
    if (train == NULL) {
        return TOOL_FAILED;
    }
    train->options = options;
    train->listener = listener;
    ToolEnd end = train_learn(train, fault);
    trainer_free(train->trainer);
    game_store_free(train->store);
    free(train);
    return end;
}
