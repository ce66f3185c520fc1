/* fit - from games to samples to rounds to weights; see fit.h. */
#include "tools/fit.h"

#include "eval/eval.h"
#include "opening/random.h"
#include "tools/adam.h"
#include "tools/corpus.h"
#include "tools/model.h"
#include "tools/net_model.h"
#include "tools/origin.h"
#include "tools/records.h"
#include "tools/weights_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HELD_OUT_OF_THOUSAND = 100,
    BATCH = 512,
    SIDES_MAX =
        COLOURS, /* tables of colours that are learnt: one where the rule is blind to them */
    NOTE_MAX = 2 * RECORD_FRAME_TEXT_MAX + 40, /* a note names a file by two of its lines */
    PROVENANCE_MAX = 1000, /* bytes of the comment that tells how it was made, without the files */
    ALL_ROUNDS = 2,        /* times as many as are wished for: of the tables, then of the network */
};

/* One of the three things that are learnt: the tables of values and of choices round by round side
 * by side, and then, on top of the best tables of values, the network. */
typedef enum { PART_VALUE, PART_CHOICE, PART_NET, PARTS } Part;

/* What the losses of a part are over the samples to learn from, and over those held out. */
typedef struct {
    double learnt, held_out;
} Losses;

typedef struct {
    const FitOptions *options;
    const FitListener *listener;
    Corpus corpus;
    ModelParts parts;
    int sides;           /* tables of colours that are learnt */
    double search_scale; /* of the search's scores, which makes them chances */
    Adam learner[PARTS][SIDES_MAX];
    ModelColour colour[SIDES_MAX], slopes[SIDES_MAX];
    NetColour net[SIDES_MAX], net_slopes[SIDES_MAX];
    double *known;         /* what the tables say of each quiet position, for the network; owned */
    bool knows_values;     /* they were taken down */
    int64_t *order[PARTS]; /* of the samples to learn from */
    int64_t learnt[PARTS], held_out[PARTS];
    int round; /* of the tables, then of the network */
    Losses losses[PARTS];
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

static bool refuse(char fault[TOOL_FAULT_MAX], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault, TOOL_FAULT_MAX, format, arguments);
    va_end(arguments);
    return false;
}

/* --- reading games --- */

/* Tells which files the games are from, a line for each. */
static void tell_files(const Fit *fit)
{
    int number = 0;
    for (const char *first = fit->corpus.files; *first != '\0';) {
        const char *last = strchr(first, '\n') + 1;
        const char *next = strchr(last, '\n') + 1;
        note(fit, "file %d: %.*s, %.*s", ++number, (int)(last - first - 1), first,
             (int)(next - last - 1), last);
        first = next;
    }
}

static bool read_games(Fit *fit, char fault[TOOL_FAULT_MAX])
{
    const Samples *samples = &fit->corpus.samples;
    fit->corpus.samples.seed = fit->options->seed;
    fit->corpus.samples.held_out_of_thousand = HELD_OUT_OF_THOUSAND;
    if (!corpus_read(&fit->corpus, fit->options->games, fit->options->files, fault)) {
        return false;
    }
    model_parts(&fit->parts);
    fit->sides = fit->corpus.game.rule == RULE_RENJU ? COLOURS : 1;
    note(fit, "%" PRId64 " games, %" PRId64 " positions, %" PRId64 " quiet, %" PRId64 " choices",
         samples->games, samples->positions, samples->quiet_count, samples->choice_count);
    tell_files(fit);
    return true;
}

/* --- what positions turned out to be worth --- */

/* The result of the game and what the search said of the position, half and half. */
static double target_of(const Fit *fit, const SampleQuiet *quiet)
{
    return (quiet->result / 2.0 + model_chance(quiet->score, fit->search_scale)) / 2;
}

/* How surprising results are to one who believes the search on a scale. */
static double surprise_of_results(const Fit *fit, double scale)
{
    double sum = 0;
    for (int64_t i = 0; i < fit->corpus.samples.quiet_count; i++) {
        const SampleQuiet *quiet = &fit->corpus.samples.quiet[i];
        double chance = model_chance(quiet->score, scale), result = quiet->result / 2.0;
        sum -= quiet->held_out ? 0 : result * log(chance) + (1 - result) * log(1 - chance);
    }
    return sum;
}

/* The scale on which the search's scores say best how the games ended. */
static double find_search_scale(const Fit *fit)
{
    static const double golden = 0.6180339887498949, least = 50, most = 2000, near = 1.01;
    double low = least, high = most;
    while (high / low > near) {
        double ratio = pow(high / low, 1 - golden);
        if (surprise_of_results(fit, low * ratio) < surprise_of_results(fit, high / ratio)) {
            high = high / ratio;
        } else {
            low = low * ratio;
        }
    }
    return sqrt(low * high);
}

/* --- losses --- */

static int64_t count_of(const Fit *fit, Part part)
{
    return part == PART_CHOICE ? fit->corpus.samples.choice_count : fit->corpus.samples.quiet_count;
}

static bool is_held_out(const Fit *fit, Part part, int64_t i)
{
    return part == PART_CHOICE ? fit->corpus.samples.choices[i].held_out
                               : fit->corpus.samples.quiet[i].held_out;
}

/* The loss of a sample by the tables; adds the slopes if they are wanted. */
static double loss_by_tables(Fit *fit, Part part, int64_t i, bool with_slopes)
{
    int other = fit->sides - 1;
    const ModelColour *const tables[COLOURS] = {&fit->colour[0], &fit->colour[other]};
    ModelColour *const slopes[COLOURS] = {&fit->slopes[0], &fit->slopes[other]};
    ModelColour *const *wanted = with_slopes ? slopes : NULL;
    const Samples *samples = &fit->corpus.samples;
    return part == PART_VALUE
               ? model_value_loss(tables, samples, &samples->quiet[i], fit->options->scale,
                                  target_of(fit, &samples->quiet[i]), wanted)
               : model_policy_loss(tables, samples, &samples->choices[i], wanted);
}

/* The same by tables and network. */
static double loss_by_net(Fit *fit, int64_t i, bool with_slopes)
{
    int other = fit->sides - 1;
    const NetColour *const numbers[COLOURS] = {&fit->net[0], &fit->net[other]};
    NetColour *const slopes[COLOURS] = {&fit->net_slopes[0], &fit->net_slopes[other]};
    const SampleQuiet *quiet = &fit->corpus.samples.quiet[i];
    return net_model_loss(numbers, &fit->corpus.samples, quiet, fit->known[i] / fit->options->scale,
                          target_of(fit, quiet), with_slopes ? slopes : NULL);
}

static double loss_of(Fit *fit, Part part, int64_t i, bool with_slopes)
{
    return part == PART_NET ? loss_by_net(fit, i, with_slopes)
                            : loss_by_tables(fit, part, i, with_slopes);
}

static void expand(Fit *fit, Part part, bool best)
{
    for (int side = 0; side < fit->sides; side++) {
        const Adam *learner = &fit->learner[part][side];
        const double *parameters = best ? learner->best : learner->at;
        switch (part) {
        case PART_VALUE: model_expand_value(&fit->parts, parameters, &fit->colour[side]); break;
        case PART_CHOICE: model_expand_policy(&fit->parts, parameters, &fit->colour[side]); break;
        default: net_model_expand(&fit->parts, parameters, &fit->net[side]); break;
        }
    }
}

/* Adds up the slopes by the parameters of a side. */
static void collect(Fit *fit, Part part, int side)
{
    double *gradient = fit->learner[part][side].slope;
    switch (part) {
    case PART_VALUE: model_collect_value(&fit->parts, &fit->slopes[side], gradient); break;
    case PART_CHOICE: model_collect_policy(&fit->parts, &fit->slopes[side], gradient); break;
    default: net_model_collect(&fit->parts, &fit->net_slopes[side], gradient); break;
    }
}

/* The mean losses of a part with the tables as they are. */
static Losses measure(Fit *fit, Part part)
{
    double learnt = 0, held_out = 0;
    for (int64_t i = 0; i < count_of(fit, part); i++) {
        double loss = loss_of(fit, part, i, false);
        *(is_held_out(fit, part, i) ? &held_out : &learnt) += loss;
    }
    return (Losses){learnt / (double)fit->learnt[part], held_out / (double)fit->held_out[part]};
}

/* --- learning --- */

/* Lists the samples to learn from, in an order that follows from the seed and the round. */
static void shuffle(Fit *fit, Part part)
{
    uint64_t chance = random_seed(fit->options->seed, (uint64_t)fit->round);
    int64_t *order = fit->order[part], count = 0;
    for (int64_t i = 0; i < count_of(fit, part); i++) {
        if (!is_held_out(fit, part, i)) {
            int64_t place = random_below(&chance, (int)count + 1);
            order[count] = order[place];
            order[place] = i;
            count++;
        }
    }
}

static void step(Fit *fit, Part part, int64_t size, double rate)
{
    for (int side = 0; side < fit->sides; side++) {
        Adam *learner = &fit->learner[part][side];
        memset(learner->slope, 0, (size_t)learner->count * sizeof *learner->slope);
        collect(fit, part, side);
        for (int i = 0; i < learner->count; i++) {
            learner->slope[i] /= (double)size;
        }
        adam_step(learner, rate, (double)fit->learnt[part]);
    }
}

/* The rate falls along a cosine from a part's first round to its last. */
static double rate_of(const Fit *fit, Part part)
{
    static const double pi = 3.14159265358979323846;
    static const double first[PARTS] = {
        [PART_VALUE] = 0.03, [PART_CHOICE] = 0.03, [PART_NET] = 0.01};
    double done = (double)(fit->round % fit->options->rounds) / fit->options->rounds;
    return first[part] * (1 + cos(pi * done)) / 2;
}

static void go_round(Fit *fit, Part part)
{
    double rate = rate_of(fit, part);
    shuffle(fit, part);
    for (int64_t begin = 0; begin < fit->learnt[part]; begin += BATCH) {
        int64_t rest = fit->learnt[part] - begin, size = rest < BATCH ? rest : BATCH;
        memset(fit->slopes, 0, sizeof fit->slopes);
        memset(fit->net_slopes, 0, sizeof fit->net_slopes);
        expand(fit, part, false);
        for (int64_t i = begin; i < begin + size; i++) {
            loss_of(fit, part, fit->order[part][i], true);
        }
        step(fit, part, size, rate);
    }
    expand(fit, part, false);
    fit->losses[part] = measure(fit, part);
    for (int side = 0; side < fit->sides; side++) {
        adam_keep_best(&fit->learner[part][side], fit->losses[part].held_out);
    }
}

static void learn_tables(Fit *fit)
{
    const Losses *value = &fit->losses[PART_VALUE], *choice = &fit->losses[PART_CHOICE];
    go_round(fit, PART_VALUE);
    go_round(fit, PART_CHOICE);
    note(fit, "round %3d of %d  value %.5f held out %.5f  choice %.4f held out %.4f",
         fit->round + 1, fit->options->rounds, value->learnt, value->held_out, choice->learnt,
         choice->held_out);
}

/* Takes down what the best tables say, once for all rounds of the network. */
static void know_values(Fit *fit)
{
    const ModelColour *const tables[COLOURS] = {&fit->colour[0], &fit->colour[fit->sides - 1]};
    expand(fit, PART_VALUE, true);
    for (int64_t i = 0; i < fit->corpus.samples.quiet_count; i++) {
        fit->known[i] = model_value(tables, &fit->corpus.samples, &fit->corpus.samples.quiet[i]);
    }
}

static void learn_net(Fit *fit)
{
    const Losses *net = &fit->losses[PART_NET];
    int round = fit->round - fit->options->rounds;
    if (!fit->knows_values) {
        know_values(fit);
        fit->knows_values = true;
    }
    go_round(fit, PART_NET);
    note(fit, "round %3d of %d  network %.5f held out %.5f", round + 1, fit->options->rounds,
         net->learnt, net->held_out);
}

/* Goes round until the end; false if the listener has enough. */
static bool learn(Fit *fit)
{
    for (; fit->round < ALL_ROUNDS * fit->options->rounds; fit->round++) {
        if (!fit->listener->go_on(fit->listener->context)) {
            return false;
        }
        if (fit->round < fit->options->rounds) {
            learn_tables(fit);
        } else {
            learn_net(fit);
        }
    }
    return true;
}

/* --- beginning --- */

/* Makes room for the parameters of a part for a side and puts them where they begin. */
static bool prepare_learner(Fit *fit, Part part, Adam *learner)
{
    static const int count[PARTS] = {MODEL_VALUE, MODEL_POLICY, NET_MODEL};
    if (!adam_init(learner, count[part])) {
        return false;
    }
    switch (part) {
    case PART_VALUE: model_value_prior(&fit->parts, learner->spread); break;
    case PART_CHOICE: model_policy_prior(learner->spread); break;
    default:
        net_model_prior(learner->spread);
        net_model_begin(learner->at, fit->options->seed);
        break;
    }
    return true;
}

/* Counts what there is to learn from, and makes room for it. */
static bool prepare_part(Fit *fit, Part part)
{
    for (int64_t i = 0; i < count_of(fit, part); i++) {
        *(is_held_out(fit, part, i) ? &fit->held_out[part] : &fit->learnt[part]) += 1;
    }
    fit->order[part] = calloc((size_t)fit->learnt[part] + 1, sizeof *fit->order[part]);
    for (int side = 0; side < fit->sides; side++) {
        if (!prepare_learner(fit, part, &fit->learner[part][side])) {
            return false;
        }
    }
    return fit->order[part] != NULL;
}

/* What a state must begin with to belong to this fit. */
static void begin_state(const Fit *fit, char line[NOTE_MAX])
{
    snprintf(line, NOTE_MAX,
             "tengen-fit 4 rule %d seed %" PRIu64 " rounds %d scale %d files %016" PRIx64
             " engine %s round ",
             rules_number(fit->corpus.game.rule), fit->options->seed, fit->options->rounds,
             fit->options->scale, record_hash(fit->corpus.files), origin_engine);
}

static bool read_state(Fit *fit, const char *text, char fault[TOOL_FAULT_MAX])
{
    char line[NOTE_MAX];
    begin_state(fit, line);
    if (strncmp(text, line, strlen(line)) != 0) {
        return refuse(fault,
                      "the state belongs to other games, other options or another version of "
                      "the engine");
    }
    char *rest;
    fit->round = (int)strtol(text + strlen(line), &rest, 10);
    const char *numbers = *rest == '\n' ? rest + 1 : NULL;
    for (int i = 0; i < PARTS * fit->sides && numbers != NULL; i++) {
        numbers = adam_read(&fit->learner[i / fit->sides][i % fit->sides], numbers);
    }
    return (numbers != NULL && strcmp(numbers, "end\n") == 0) ||
           refuse(fault, "the state is cut off");
}

static void write_state(const Fit *fit)
{
    const FitListener *listener = fit->listener;
    char line[NOTE_MAX];
    begin_state(fit, line);
    snprintf(line + strlen(line), sizeof line - strlen(line), "%d", fit->round);
    listener->state(listener->context, line);
    for (int i = 0; i < PARTS * fit->sides; i++) {
        adam_write(&fit->learner[i / fit->sides][i % fit->sides], listener->state,
                   listener->context);
    }
    listener->state(listener->context, "end");
}

/* Tells what the bitshift table alone makes of the games. */
static void tell_base(Fit *fit)
{
    expand(fit, PART_VALUE, false);
    fit->losses[PART_VALUE] = measure(fit, PART_VALUE);
    note(fit, "the search's scores are chances on a scale of %.0f", fit->search_scale);
    note(fit, "base: value %.5f held out %.5f", fit->losses[PART_VALUE].learnt,
         fit->losses[PART_VALUE].held_out);
}

/* --- ending --- */

static int16_t whole(double number)
{
    double nearest = nearbyint(number);
    return (int16_t)(nearest > INT16_MAX ? INT16_MAX : nearest < INT16_MIN ? INT16_MIN : nearest);
}

static void round_colour(const Fit *fit, const ModelColour *model, LearntColour *colour)
{
    colour->own_weight = whole(model->weight[0] * LEARNT_WEIGHT_ONE);
    colour->opponent_weight = whole(model->weight[1] * LEARNT_WEIGHT_ONE);
    for (int i = 0; i < COMBINATIONS; i++) {
        double correction = model->points[i] - fit->parts.base[i];
        colour->correction[i] = whole(correction * EVAL_POINTS_PER_UNIT);
        colour->policy_own[i] = whole(model->choice[0][i] * LEARNT_POLICY_UNIT);
        colour->policy_opponent[i] = whole(model->choice[1][i] * LEARNT_POLICY_UNIT);
    }
    for (int i = 0; i < OFFSET_CLASSES; i++) {
        colour->policy_answer[i] = whole(model->offset[0][i] * LEARNT_POLICY_UNIT);
        colour->policy_follow[i] = whole(model->offset[1][i] * LEARNT_POLICY_UNIT);
    }
    for (int i = 0; i < THREAT_MASKS; i++) {
        colour->threat_mask[i] = whole(model->threat_mask[i]);
    }
}

/* A network that was stopped before its first round adds nothing. */
static void round_net(const Fit *fit, int side, LearntColour *colour)
{
    if (fit->round > fit->options->rounds) {
        net_model_round(&fit->net[side], fit->options->scale, colour);
    }
}

/* How the weights came about: the provenance of their file, to be freed. NULL: no memory. */
static char *describe(const Fit *fit, const Losses losses[PARTS])
{
    const Samples *samples = &fit->corpus.samples;
    const FitOptions *options = fit->options;
    size_t room = strlen(fit->corpus.files) + PROVENANCE_MAX;
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
             samples->games, options->files, fit->corpus.files, samples->quiet_count,
             samples->choice_count, options->seed, fit->round, ALL_ROUNDS * options->rounds,
             options->scale, origin_engine, losses[PART_VALUE].learnt, losses[PART_VALUE].held_out,
             losses[PART_NET].learnt, losses[PART_NET].held_out, losses[PART_CHOICE].learnt,
             losses[PART_CHOICE].held_out);
    return text;
}

/* Takes the best numbers of all parts, rounds them for each side and tells their losses. */
static void conclude(Fit *fit, LearntColour colours[SIDES_MAX], Losses losses[PARTS])
{
    know_values(fit);
    for (int part = 0; part < PARTS; part++) {
        expand(fit, (Part)part, true);
        losses[part] = measure(fit, (Part)part);
    }
    for (int side = 0; side < fit->sides; side++) {
        round_colour(fit, &fit->colour[side], &colours[side]);
        round_net(fit, side, &colours[side]);
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
    Learnt learnt = {{&colours[0], &colours[fit->sides - 1]}};
    char *provenance = describe(fit, losses);
    bool is_written =
        provenance != NULL && weights_file_write(&learnt, &fit->corpus.game, provenance,
                                                 fit->listener->weights, fit->listener->context);
    free(provenance);
    free(colours);
    return is_written;
}

/* --- all of it --- */

static bool prepare(Fit *fit, char fault[TOOL_FAULT_MAX], bool *has_memory)
{
    if (!read_games(fit, fault)) {
        return false;
    }
    for (int part = 0; part < PARTS; part++) {
        if (!prepare_part(fit, (Part)part)) {
            *has_memory = false;
            return false;
        }
        if (fit->learnt[part] == 0 || fit->held_out[part] == 0) {
            return refuse(fault, "there are too few games to learn from");
        }
    }
    fit->known = calloc((size_t)fit->corpus.samples.quiet_count, sizeof *fit->known);
    if (fit->known == NULL) {
        *has_memory = false;
        return false;
    }
    fit->search_scale = find_search_scale(fit);
    tell_base(fit);
    return fit->options->state == NULL || read_state(fit, fit->options->state, fault);
}

static ToolEnd run(Fit *fit, char fault[TOOL_FAULT_MAX])
{
    bool has_memory = true;
    if (!prepare(fit, fault, &has_memory)) {
        return has_memory ? TOOL_REFUSED : TOOL_FAILED;
    }
    bool is_done = learn(fit);
    write_state(fit);
    if (!write_weights(fit)) {
        return TOOL_FAILED;
    }
    return is_done ? TOOL_DONE : TOOL_STOPPED;
}

static void clear_away(Fit *fit)
{
    corpus_free(&fit->corpus);
    free(fit->known);
    for (int part = 0; part < PARTS; part++) {
        free(fit->order[part]);
        for (int side = 0; side < SIDES_MAX; side++) {
            adam_free(&fit->learner[part][side]);
        }
    }
    free(fit);
}

ToolEnd fit_run(const FitOptions *options, const FitListener *listener, char fault[TOOL_FAULT_MAX])
{
    Fit *fit = calloc(1, sizeof *fit);
    if (fit == NULL) {
        return TOOL_FAILED;
    }
    fit->options = options;
    fit->listener = listener;
    ToolEnd end = run(fit, fault);
    clear_away(fit);
    return end;
}
