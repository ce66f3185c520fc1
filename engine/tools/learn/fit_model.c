/* fit_model - samples, targets and the parts; see fit_model.h. */
#include "tools/learn/fit_model.h"

#include <math.h>
#include <stdlib.h>

/* --- targets --- */

/* How a position turned out: the result of the game and the score of the search, half and half. */
static double target_of(const FitModel *model, const SampleQuiet *quiet)
{
    return (quiet->result / 2.0 + model_chance(quiet->score, model->search_scale)) / 2;
}

/* The cross-entropy of the results and the search's scores on a scale. */
static double cross_entropy_of_results(const void *context, double scale)
{
    const FitModel *model = context;
    double sum = 0;
    for (int64_t i = 0; i < model->corpus.samples.quiet_count; i++) {
        const SampleQuiet *quiet = &model->corpus.samples.quiet[i];
        double chance = model_chance(quiet->score, scale), result = quiet->result / 2.0;
        sum -= quiet->held_out ? 0 : result * log(chance) + (1 - result) * log(1 - chance);
    }
    return sum;
}

/* --- value and policy --- */

static int64_t count_quiet(const Samples *samples)
{
    return samples->quiet_count;
}

static bool is_quiet_held_out(const Samples *samples, int64_t i)
{
    return samples->quiet[i].held_out;
}

static int64_t count_policy(const Samples *samples)
{
    return samples->policy_count;
}

static bool is_policy_held_out(const Samples *samples, int64_t i)
{
    return samples->policy[i].held_out;
}

static void init_value(const FitModel *model, Adam *adam)
{
    model_value_prior(&model->parts, adam->sigma);
}

static void init_policy(const FitModel *model, Adam *adam)
{
    (void)model;
    model_policy_prior(adam->sigma);
}

static void expand_value(FitModel *model, int side, const double *parameters)
{
    model_expand_value(&model->parts, parameters, &model->colour[side]);
}

static void expand_policy(FitModel *model, int side, const double *parameters)
{
    model_expand_policy(&model->parts, parameters, &model->colour[side]);
}

static void collect_value(FitModel *model, int side, double *gradient)
{
    model_collect_value(&model->parts, &model->colour_gradient[side], gradient);
}

static void collect_policy(FitModel *model, int side, double *gradient)
{
    model_collect_policy(&model->parts, &model->colour_gradient[side], gradient);
}

static double loss_of_value(FitModel *model, int64_t i, bool with_gradient)
{
    int other = model->sides - 1;
    const ModelColour *const tables[COLOURS] = {&model->colour[0], &model->colour[other]};
    ModelColour *const gradients[COLOURS] = {&model->colour_gradient[0],
                                             &model->colour_gradient[other]};
    const SampleQuiet *quiet = &model->corpus.samples.quiet[i];
    return model_value_loss(tables, &model->corpus.samples, quiet, model->options->scale,
                            target_of(model, quiet), with_gradient ? gradients : NULL);
}

static double loss_of_policy(FitModel *model, int64_t i, bool with_gradient)
{
    int other = model->sides - 1;
    const ModelColour *const tables[COLOURS] = {&model->colour[0], &model->colour[other]};
    ModelColour *const gradients[COLOURS] = {&model->colour_gradient[0],
                                             &model->colour_gradient[other]};
    const Samples *samples = &model->corpus.samples;
    return model_policy_loss(tables, samples, &samples->policy[i],
                             with_gradient ? gradients : NULL);
}

/* --- network --- */

static void init_net(const FitModel *model, Adam *adam)
{
    net_model_prior(adam->sigma);
    net_model_init(adam->at, model->options->seed);
}

static void expand_net(FitModel *model, int side, const double *parameters)
{
    net_model_expand(&model->parts, parameters, &model->net[side]);
}

static void collect_net(FitModel *model, int side, double *gradient)
{
    net_model_collect(&model->parts, &model->net_gradient[side], gradient);
}

static double loss_of_net(FitModel *model, int64_t i, bool with_gradient)
{
    int other = model->sides - 1;
    const NetColour *const numbers[COLOURS] = {&model->net[0], &model->net[other]};
    NetColour *const gradients[COLOURS] = {&model->net_gradient[0], &model->net_gradient[other]};
    const SampleQuiet *quiet = &model->corpus.samples.quiet[i];
    double x = model->table_values[i] / model->options->scale;
    return net_model_loss(numbers, &model->corpus.samples, quiet, x, target_of(model, quiet),
                          with_gradient ? gradients : NULL);
}

const Part fit_parts[PARTS] = {
    [PART_VALUE] = {.parameters = MODEL_VALUE,
                    .first_rate = 0.03,
                    .count = count_quiet,
                    .is_held_out = is_quiet_held_out,
                    .init = init_value,
                    .expand = expand_value,
                    .collect = collect_value,
                    .loss = loss_of_value},
    [PART_POLICY] = {.parameters = MODEL_POLICY,
                     .first_rate = 0.03,
                     .count = count_policy,
                     .is_held_out = is_policy_held_out,
                     .init = init_policy,
                     .expand = expand_policy,
                     .collect = collect_policy,
                     .loss = loss_of_policy},
    [PART_NET] = {.parameters = NET_MODEL,
                  .first_rate = 0.01,
                  .count = count_quiet,
                  .is_held_out = is_quiet_held_out,
                  .init = init_net,
                  .expand = expand_net,
                  .collect = collect_net,
                  .loss = loss_of_net},
};

/* --- all parts --- */

void fit_model_expand(FitModel *model, PartId part, bool best)
{
    for (int side = 0; side < model->sides; side++) {
        const Adam *adam = &model->adam[part][side];
        fit_parts[part].expand(model, side, best ? adam->best : adam->at);
    }
}

void fit_model_value_positions(FitModel *model)
{
    const Samples *samples = &model->corpus.samples;
    const ModelColour *const tables[COLOURS] = {&model->colour[0],
                                                &model->colour[model->sides - 1]};
    fit_model_expand(model, PART_VALUE, true);
    for (int64_t i = 0; i < samples->quiet_count; i++) {
        model->table_values[i] = model_value(tables, samples, &samples->quiet[i]);
    }
}

Losses fit_model_measure(FitModel *model, PartId part)
{
    const Samples *samples = &model->corpus.samples;
    double learnt = 0, held_out = 0;
    for (int64_t i = 0; i < fit_parts[part].count(samples); i++) {
        double loss = fit_parts[part].loss(model, i, false);
        *(fit_parts[part].is_held_out(samples, i) ? &held_out : &learnt) += loss;
    }
    return (Losses){learnt / (double)model->learnt[part], held_out / (double)model->held_out[part]};
}

/* Counts the samples of a part and allocates what it needs; false if there is no memory. */
static bool init_part(FitModel *model, PartId id)
{
    const Part *part = &fit_parts[id];
    const Samples *samples = &model->corpus.samples;
    for (int64_t i = 0; i < part->count(samples); i++) {
        *(part->is_held_out(samples, i) ? &model->held_out[id] : &model->learnt[id]) += 1;
    }
    model->order[id] = calloc((size_t)model->learnt[id] + 1, sizeof *model->order[id]);
    for (int side = 0; side < model->sides; side++) {
        if (!adam_init(&model->adam[id][side], part->parameters)) {
            return false;
        }
        part->init(model, &model->adam[id][side]);
    }
    return model->order[id] != NULL;
}

bool fit_model_init(FitModel *model)
{
    size_t quiet_count = (size_t)model->corpus.samples.quiet_count;
    model_parts(&model->parts);
    model->sides = rules_is_colour_blind(model->corpus.game.rule) ? 1 : COLOURS;
    model->search_scale = model_best_scale(cross_entropy_of_results, model);
    model->table_values = calloc(quiet_count + 1, sizeof *model->table_values);
    for (int part = 0; part < PARTS; part++) {
        if (!init_part(model, (PartId)part)) {
            return false;
        }
    }
    return model->table_values != NULL;
}

void fit_model_free(FitModel *model)
{
    corpus_free(&model->corpus);
    free(model->table_values);
    for (int part = 0; part < PARTS; part++) {
        free(model->order[part]);
        for (int side = 0; side < SIDES_MAX; side++) {
            adam_free(&model->adam[part][side]);
        }
    }
}
