/* Checks the network as a fit sees it: for parameters drawn at random, a small step along each of
 * some directions must change the loss by as much as the gradients say; and the whole numbers that
 * it is rounded to must give nearly the same, by the engine's own arithmetic.
 */
#include "tools/learn/net_model.h"

#include "eval/net.h"
#include "scatter.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum {
    TERMS = 30,
    SCALE = 200,
    NETMODEL_BEGIN = NET_MODEL_FEATURES + offsetof(NetLayer, begin) / sizeof(double),
};

#define TABLES_SAY 0.3 /* what the tables hold of the position, in powers of e */

typedef struct {
    Drawn *drawn;
    ModelParts parts;
    NetColour numbers[COLOURS], gradients[COLOURS];
    double parameters[COLOURS][NET_MODEL], gradient[COLOURS][NET_MODEL];
    SampleTerm terms[TERMS];
    SampleQuiet quiet;
    Samples samples;
    uint64_t random;
} Bench;

static Bench *bench_new(void)
{
    Bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    bench->drawn = drawn_new((Game){RULE_RENJU, 15, 15, 5});
    bench->random = SCATTER_SEED;
    model_parts(&bench->parts);
    bench->samples.terms = bench->terms;
    return bench;
}

static void bench_free(Bench *bench)
{
    free(bench->drawn);
    free(bench);
}

static double draw(Bench *bench, double least, double most)
{
    enum { STEPS = 1000000 };
    return least + (most - least) * drawn_below(&bench->random, STEPS) / STEPS;
}

/* A position made up of some combinations; parameters that leave most units between their ends, and
 * some beyond either. */
static void draw_all(Bench *bench)
{
    bench->quiet = (SampleQuiet){.own = TERMS / 2, .all = TERMS};
    bench->quiet.colour = (uint8_t)drawn_below(&bench->random, COLOURS);
    bench->quiet.threat_mask = (int16_t)drawn_below(&bench->random, THREAT_MASKS);
    for (int i = 0; i < TERMS; i++) {
        bench->terms[i].combination = (uint16_t)drawn_below(&bench->random, COMBINATIONS);
        bench->terms[i].count = (uint16_t)(1 + drawn_below(&bench->random, 3));
    }
    for (int side = 0; side < COLOURS; side++) {
        net_model_init(bench->parameters[side], (uint64_t)drawn_below(&bench->random, 1000));
        for (int i = 0; i < NET_MODEL; i++) {
            bench->parameters[side][i] += draw(bench, -0.02, 0.02);
        }
        for (int unit = 0; unit < NET_UNITS; unit++) {
            bench->parameters[side][NETMODEL_BEGIN + unit] += draw(bench, -0.8, 0.8);
        }
    }
}

static double loss(Bench *bench, double target, bool with_gradients)
{
    const NetColour *const numbers[COLOURS] = {&bench->numbers[0], &bench->numbers[1]};
    NetColour *const gradients[COLOURS] = {&bench->gradients[0], &bench->gradients[1]};
    for (int side = 0; side < COLOURS; side++) {
        net_model_expand(&bench->parts, bench->parameters[side], &bench->numbers[side]);
    }
    return net_model_loss(numbers, &bench->samples, &bench->quiet, TABLES_SAY, target,
                          with_gradients ? gradients : NULL);
}

static void check_derivative(Bench *bench, int side, int parameter, double target)
{
    static const double step = 1e-6, within = 1e-6;
    double *at = &bench->parameters[side][parameter], before = *at;
    *at = before + step;
    double above = loss(bench, target, false);
    *at = before - step;
    double below = loss(bench, target, false);
    *at = before;
    double found = (above - below) / (2 * step), expected = bench->gradient[side][parameter];
    if (fabs(found - expected) > within) {
        print_error("the derivative by %d is %.9g, not %.9g\n", parameter, found, expected);
        fail();
    }
}

static void check_gradients(Bench *bench)
{
    double target = draw(bench, 0, 1);
    draw_all(bench);
    memset(bench->gradients, 0, sizeof bench->gradients);
    memset(bench->gradient, 0, sizeof bench->gradient);
    loss(bench, target, true);
    for (int side = 0; side < COLOURS; side++) {
        net_model_collect(&bench->parts, &bench->gradients[side], bench->gradient[side]);
        for (int i = 0; i < (SHAPE_COUNT + MODEL_PAIRS) * FEATURES;
             i += 1 + drawn_below(&bench->random, 20)) {
            check_derivative(bench, side, i, target);
        }
        for (int i = 0; i < TERMS; i++) { /* most of the other combinations take no part */
            int own = SHAPE_COUNT + MODEL_PAIRS + bench->terms[i].combination;
            int feature = drawn_below(&bench->random, FEATURES);
            check_derivative(bench, side, own * FEATURES + feature, target);
        }
        for (int i = NET_MODEL_FEATURES; i < NET_MODEL; i += 1 + drawn_below(&bench->random, 4)) {
            check_derivative(bench, side, i, target);
        }
    }
}

static void test_gradients(void **state)
{
    (void)state;
    Bench *bench = bench_new();
    for (long i = drawn_scaled(4); i > 0; i--) {
        check_gradients(bench);
    }
    bench_free(bench);
}

/* What the network says in the engine, of the same position: in units of value. */
static Value whole_value(const Bench *bench, const LearntColour *const colours[COLOURS])
{
    int side = bench->quiet.colour;
    Features features[COLOURS] = {{0}, {0}};
    for (int i = 0; i < TERMS; i++) {
        int colour = i < bench->quiet.own ? side : rules_opponent(side);
        for (int feature = 0; feature < FEATURES; feature++) {
            int number = colours[colour]->features[feature][bench->terms[i].combination];
            features[colour][feature] =
                (uint16_t)(features[colour][feature] + number * bench->terms[i].count);
        }
    }
    return net_value(cpu_best_simd(), &colours[side]->net, &features[side],
                     &features[rules_opponent(side)], bench->quiet.threat_mask);
}

static void check_rounding(Bench *bench)
{
    static LearntColour black, white;
    const LearntColour *const colours[COLOURS] = {&black, &white};
    draw_all(bench);
    double x = -log(expm1(loss(bench, 1, false))) - TABLES_SAY;
    net_model_round(&bench->numbers[BLACK], SCALE, &black);
    net_model_round(&bench->numbers[WHITE], SCALE, &white);
    double found = whole_value(bench, colours), expected = x * SCALE;
    if (fabs(found - expected) > 3) {
        print_error("the value is %g, not %g\n", found, expected);
        fail();
    }
}

static void test_whole_numbers_come_near(void **state)
{
    (void)state;
    Bench *bench = bench_new();
    for (long i = drawn_scaled(200); i > 0; i--) {
        check_rounding(bench);
    }
    bench_free(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradients),
        cmocka_unit_test(test_whole_numbers_come_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
