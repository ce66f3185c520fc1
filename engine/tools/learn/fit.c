/* fit - the course of a fit, from games by rounds to weights; see fit.h. */
#include "tools/learn/fit.h"

#include "port/random.h"
#include "tools/learn/fit_model.h"
#include "tools/learn/fit_state.h"
#include "tools/games/origin.h"
#include "tools/games/records.h"
#include "tools/games/tool.h"
#include "tools/learn/weights_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HELD_OUT_OF_THOUSAND = 100,
    BATCH = 512,
    NOTE_MAX = 2 * RECORD_FRAME_TEXT_MAX + 40, /* a note names a file by two of its lines */
    PROVENANCE_MAX = 1000,                     /* bytes of the provenance, without the files */
    STAGES = 2, /* each takes the rounds of the options: the tables, then the network */
};

typedef struct {
    const FitOptions *options;
    const FitListener *listener;
    FitModel model;
    Losses losses[PARTS];  /* after the latest round of each part */
    bool has_table_values; /* the values of all positions by the best tables were computed */
} Fit;

static void note(const Fit *fit, const char *format, ...)
{
    char line[NOTE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fit->listener->note(fit->listener->context, line);
}

/* --- reading games --- */

/* Notes which files the games are from, a line for each. */
static void note_files(const Fit *fit)
{
    int number = 0;
    for (const char *first = fit->model.corpus.files; *first != '\0';) {
        const char *last = strchr(first, '\n') + 1;
        const char *next = strchr(last, '\n') + 1;
        note(fit, "file %d: %.*s, %.*s", ++number, (int)(last - first - 1), first,
             (int)(next - last - 1), last);
        first = next;
    }
}

static bool read_games(Fit *fit, char fault[TOOL_FAULT_MAX])
{
    Samples *samples = &fit->model.corpus.samples;
    samples->seed = fit->options->seed;
    samples->held_out_of_thousand = HELD_OUT_OF_THOUSAND;
    if (!corpus_read(&fit->model.corpus, fit->options->games, fit->options->files, fault)) {
        return false;
    }
    note(fit, "%" PRId64 " games, %" PRId64 " positions, %" PRId64 " quiet, %" PRId64 " choices",
         samples->games, samples->positions, samples->quiet_count, samples->policy_count);
    note_files(fit);
    return true;
}

/* --- learning --- */

/* Lists the samples to learn from, in an order that follows from the seed and the round. */
static void shuffle(FitModel *model, PartId id)
{
    const Part *part = &fit_parts[id];
    const Samples *samples = &model->corpus.samples;
    uint64_t random = random_seed(model->options->seed, (uint64_t)model->round);
    int64_t *order = model->order[id], count = 0;
    for (int64_t i = 0; i < part->count(samples); i++) {
        if (!part->is_held_out(samples, i)) {
            int64_t place = random_below(&random, (int)count + 1);
            order[count] = order[place];
            order[place] = i;
            count++;
        }
    }
}

/* Takes a step along the gradient of a batch of that size. */
static void step(FitModel *model, PartId id, int64_t size, double rate)
{
    for (int side = 0; side < model->sides; side++) {
        Adam *adam = &model->adam[id][side];
        memset(adam->gradient, 0, (size_t)adam->count * sizeof *adam->gradient);
        fit_parts[id].collect(model, side, adam->gradient);
        for (int i = 0; i < adam->count; i++) {
            adam->gradient[i] /= (double)size;
        }
        adam_step(adam, rate, (double)model->learnt[id]);
    }
}

/* The rate falls along a cosine from a part's first round to its last. */
static double rate_of(const FitModel *model, PartId id)
{
    static const double pi = 3.14159265358979323846;
    int rounds = model->options->rounds;
    double done = (double)(model->round % rounds) / rounds;
    return fit_parts[id].first_rate * (1 + cos(pi * done)) / 2;
}

/* Learns a part from all its samples once, and measures it. */
static void learn_round(Fit *fit, PartId id)
{
    FitModel *model = &fit->model;
    double rate = rate_of(model, id);
    shuffle(model, id);
    for (int64_t begin = 0; begin < model->learnt[id]; begin += BATCH) {
        int64_t rest = model->learnt[id] - begin, size = rest < BATCH ? rest : BATCH;
        memset(model->colour_gradient, 0, sizeof model->colour_gradient);
        memset(model->net_gradient, 0, sizeof model->net_gradient);
        fit_model_expand(model, id, false);
        for (int64_t i = begin; i < begin + size; i++) {
            fit_parts[id].loss(model, model->order[id][i], true);
        }
        step(model, id, size, rate);
    }
    fit_model_expand(model, id, false);
    fit->losses[id] = fit_model_measure(model, id);
    for (int side = 0; side < model->sides; side++) {
        adam_keep_best(&model->adam[id][side], fit->losses[id].held_out);
    }
}

static void learn_tables(Fit *fit)
{
    const Losses *value = &fit->losses[PART_VALUE], *policy = &fit->losses[PART_POLICY];
    learn_round(fit, PART_VALUE);
    learn_round(fit, PART_POLICY);
    note(fit, "round %3d of %d  value %.5f held out %.5f  choice %.4f held out %.4f",
         fit->model.round + 1, fit->options->rounds, value->learnt, value->held_out, policy->learnt,
         policy->held_out);
}

static void learn_net(Fit *fit)
{
    const Losses *net = &fit->losses[PART_NET];
    int round = fit->model.round - fit->options->rounds;
    if (!fit->has_table_values) {
        fit_model_value_positions(&fit->model);
        fit->has_table_values = true;
    }
    learn_round(fit, PART_NET);
    note(fit, "round %3d of %d  network %.5f held out %.5f", round + 1, fit->options->rounds,
         net->learnt, net->held_out);
}

/* Learns all remaining rounds; false if the listener ends it before. */
static bool learn(Fit *fit)
{
    int *round = &fit->model.round;
    for (; *round < STAGES * fit->options->rounds; ++*round) {
        if (!fit->listener->go_on(fit->listener->context)) {
            return false;
        }
        if (*round < fit->options->rounds) {
            learn_tables(fit);
        } else {
            learn_net(fit);
        }
    }
    return true;
}

/* --- ending --- */

/* How the weights were made: the provenance of their file, to be freed. NULL: no memory. */
static char *describe(const Fit *fit, const Losses losses[PARTS])
{
    const Samples *samples = &fit->model.corpus.samples;
    const FitOptions *options = fit->options;
    size_t room = strlen(fit->model.corpus.files) + PROVENANCE_MAX;
    char *text = malloc(room);
    if (text == NULL) {
        return NULL;
    }
    snprintf(text, room,
             "From %" PRId64 " games in %d files, each named by its first line and its last:\n"
             "%s%" PRId64 " quiet positions, %" PRId64 " choices; fit with seed %" PRIu64
             ", %d of %d rounds, scale %d, by engine %s.\n"
             "Mean loss of values %.5f, held out %.5f; with the network %.5f, held out %.5f;\n"
             "of choices %.4f, held out %.4f.\n",
             samples->games, options->files, fit->model.corpus.files, samples->quiet_count,
             samples->policy_count, options->seed, fit->model.round, STAGES * options->rounds,
             options->scale, origin_engine, losses[PART_VALUE].learnt, losses[PART_VALUE].held_out,
             losses[PART_NET].learnt, losses[PART_NET].held_out, losses[PART_POLICY].learnt,
             losses[PART_POLICY].held_out);
    return text;
}

/* Takes the best parameters of all parts, measures them, and rounds them for each side. A network
 * that was stopped before its first round adds nothing. */
static void conclude(Fit *fit, LearntColour colours[SIDES_MAX], Losses losses[PARTS])
{
    FitModel *model = &fit->model;
    fit_model_value_positions(model);
    for (int part = 0; part < PARTS; part++) {
        fit_model_expand(model, (PartId)part, true);
        losses[part] = fit_model_measure(model, (PartId)part);
    }
    for (int side = 0; side < model->sides; side++) {
        model_round(&model->parts, &model->colour[side], &colours[side]);
        if (model->round > fit->options->rounds) {
            net_model_round(&model->net[side], fit->options->scale, &colours[side]);
        }
    }
}

static bool write_weights(Fit *fit)
{
    Losses losses[PARTS];
    LearntColour *colours = calloc(SIDES_MAX, sizeof *colours);
    if (colours == NULL) {
        return false;
    }
    conclude(fit, colours, losses);
    Learnt learnt = {.colour = {&colours[0], &colours[fit->model.sides - 1]}};
    char *provenance = describe(fit, losses);
    bool is_written =
        provenance != NULL && weights_file_write(&learnt, &fit->model.corpus.game, provenance,
                                                 fit->listener->weights, fit->listener->context);
    free(provenance);
    free(colours);
    return is_written;
}

/* --- all of it --- */

/* Notes the loss of the bitshift table alone. */
static void note_base(Fit *fit)
{
    fit_model_expand(&fit->model, PART_VALUE, false);
    Losses losses = fit_model_measure(&fit->model, PART_VALUE);
    note(fit, "the search's scores are chances on a scale of %.0f", fit->model.search_scale);
    note(fit, "base: value %.5f held out %.5f", losses.learnt, losses.held_out);
}

static bool has_samples(const FitModel *model)
{
    for (int part = 0; part < PARTS; part++) {
        if (model->learnt[part] == 0 || model->held_out[part] == 0) {
            return false;
        }
    }
    return true;
}

/* Reads games and state. TOOL_DONE: learning can begin. */
static ToolEnd prepare(Fit *fit, char fault[TOOL_FAULT_MAX])
{
    if (!read_games(fit, fault)) {
        return TOOL_REFUSED;
    }
    if (!fit_model_init(&fit->model)) {
        return TOOL_FAILED;
    }
    if (!has_samples(&fit->model)) {
        tool_refuse(fault, "there are too few games to learn from");
        return TOOL_REFUSED;
    }
    note_base(fit);
    const char *state = fit->options->state;
    const char *wrong = state == NULL ? NULL : fit_state_read(&fit->model, state);
    return wrong == NULL || tool_refuse(fault, "%s", wrong) ? TOOL_DONE : TOOL_REFUSED;
}

static ToolEnd run(Fit *fit, char fault[TOOL_FAULT_MAX])
{
    ToolEnd ready = prepare(fit, fault);
    if (ready != TOOL_DONE) {
        return ready;
    }
    bool is_done = learn(fit);
    fit_state_write(&fit->model, fit->listener->state, fit->listener->context);
    if (!write_weights(fit)) {
        return TOOL_FAILED;
    }
    return is_done ? TOOL_DONE : TOOL_STOPPED;
}

ToolEnd fit_run(const FitOptions *options, const FitListener *listener, char fault[TOOL_FAULT_MAX])
{
    Fit *fit = calloc(1, sizeof *fit);
    if (fit == NULL) {
        return TOOL_FAILED;
    }
    fit->options = options;
    fit->listener = listener;
    fit->model.options = options;
    ToolEnd end = run(fit, fault);
    fit_model_free(&fit->model);
    free(fit);
    return end;
}
