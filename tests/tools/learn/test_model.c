/* Checks the gradients of what is learnt: for parameters drawn at random, a small step along each
 * of some directions must change the loss by as much as the gradients say. Then what tables are
 * made of, and that Adam finds a minimum that is known.
 */
#include "tools/learn/model.h"

#include "eval/eval.h"
#include "scatter.h"
#include "tools/learn/adam.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { TERMS = 30, CANDIDATES = 12, SCALE = 200, FOUR_LIVE_ONES = SHAPE_LIVE_ONE * 0x1111 };

typedef struct {
    Drawn *drawn;
    ModelParts parts;
    ModelColour tables[COLOURS], gradients[COLOURS];
    double parameters[COLOURS][MODEL_VALUE > MODEL_POLICY ? MODEL_VALUE : MODEL_POLICY];
    SampleTerm terms[TERMS];
    SampleMove moves[CANDIDATES];
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
    bench->samples.moves = bench->moves;
    return bench;
}

static void bench_free(Bench *bench)
{
    free(bench->drawn);
    free(bench);
}

/* Uniformly from -size to size. */
static double draw(Bench *bench, double size)
{
    enum { STEPS = 1000000 };
    return (2.0 * drawn_below(&bench->random, STEPS) / STEPS - 1) * size;
}

static void draw_parameters(Bench *bench, int count, double size)
{
    for (int side = 0; side < COLOURS; side++) {
        for (int i = 0; i < count; i++) {
            bench->parameters[side][i] = draw(bench, size);
        }
    }
}

static double value_loss(Bench *bench, const SampleQuiet *quiet, double target, bool with_gradients)
{
    const ModelColour *const tables[COLOURS] = {&bench->tables[0], &bench->tables[1]};
    ModelColour *const gradients[COLOURS] = {&bench->gradients[0], &bench->gradients[1]};
    for (int side = 0; side < COLOURS; side++) {
        model_expand_value(&bench->parts, bench->parameters[side], &bench->tables[side]);
    }
    return model_value_loss(tables, &bench->samples, quiet, SCALE, target,
                            with_gradients ? gradients : NULL);
}

static double policy_loss(Bench *bench, const SamplePolicy *sample, bool with_gradients)
{
    const ModelColour *const tables[COLOURS] = {&bench->tables[0], &bench->tables[1]};
    ModelColour *const gradients[COLOURS] = {&bench->gradients[0], &bench->gradients[1]};
    for (int side = 0; side < COLOURS; side++) {
        model_expand_policy(&bench->parts, bench->parameters[side], &bench->tables[side]);
    }
    return model_policy_loss(tables, &bench->samples, sample, with_gradients ? gradients : NULL);
}

static void assert_near(double found, double expected, double within)
{
    if (fabs(found - expected) > within) {
        print_error("%.9g is not %.9g\n", found, expected);
        fail();
    }
}

/* The derivative by one parameter, from two losses beside it. */
#define DERIVATIVE_BY(parameter, loss)                                                             \
    ((parameter) += step, above = (loss), (parameter) -= 2 * step, below = (loss),                 \
     (parameter) += step, (above - below) / (2 * step))

static void check_value_gradients(Bench *bench)
{
    static const double step = 1e-3, within = 1e-7;
    static double gradient[COLOURS][MODEL_VALUE];
    double above, below, target = (1 + draw(bench, 1)) / 2;
    SampleQuiet quiet = {.own = TERMS / 2, .all = TERMS};
    quiet.colour = (uint8_t)drawn_below(&bench->random, 2);
    quiet.threat_mask = (int16_t)drawn_below(&bench->random, THREAT_MASKS);
    for (int i = 0; i < TERMS; i++) {
        bench->terms[i].combination = (uint16_t)drawn_below(&bench->random, COMBINATIONS);
        bench->terms[i].count = (uint16_t)(1 + drawn_below(&bench->random, 9));
    }
    bench->terms[0].combination = bench->drawn->tables.board.combinations.of_code[FOUR_LIVE_ONES];
    draw_parameters(bench, MODEL_VALUE, 0.2);
    memset(bench->gradients, 0, sizeof bench->gradients);
    memset(gradient, 0, sizeof gradient);
    value_loss(bench, &quiet, target, true);
    for (int side = 0; side < COLOURS; side++) {
        model_collect_value(&bench->parts, &bench->gradients[side], gradient[side]);
        for (int i = 0; i < MODEL_VALUE; i += 1 + drawn_below(&bench->random, 40)) {
            assert_near(
                DERIVATIVE_BY(bench->parameters[side][i], value_loss(bench, &quiet, target, false)),
                gradient[side][i], within);
        }
        for (int i = MODEL_TABLE; i < MODEL_VALUE - THREAT_MASKS;
             i++) { /* weights, move, threats */
            assert_near(
                DERIVATIVE_BY(bench->parameters[side][i], value_loss(bench, &quiet, target, false)),
                gradient[side][i], within);
        }
        for (int i = 0; i < TERMS; i++) { /* most of the others take no part */
            int own = SHAPE_COUNT + MODEL_PAIRS + bench->terms[i].combination;
            assert_near(DERIVATIVE_BY(bench->parameters[side][own],
                                      value_loss(bench, &quiet, target, false)),
                        gradient[side][own], within);
        }
    }
}

static void test_value_gradients(void **state)
{
    (void)state;
    Bench *bench = bench_new();
    for (long i = drawn_scaled(4); i > 0; i--) {
        check_value_gradients(bench);
    }
    bench_free(bench);
}

static void check_policy_gradients(Bench *bench)
{
    static const double step = 1e-4, within = 1e-6;
    static double gradient[COLOURS][MODEL_POLICY];
    double above, below;
    SamplePolicy sample = {.count = CANDIDATES};
    sample.colour = (uint8_t)drawn_below(&bench->random, 2);
    sample.chosen = (int16_t)drawn_below(&bench->random, CANDIDATES);
    for (int i = 0; i < CANDIDATES; i++) {
        bench->moves[i].own = (uint16_t)drawn_below(&bench->random, COMBINATIONS);
        bench->moves[i].opponent = (uint16_t)drawn_below(&bench->random, COMBINATIONS);
        bench->moves[i].answer = (uint8_t)drawn_below(&bench->random, OFFSET_CLASSES);
        bench->moves[i].follow = (uint8_t)drawn_below(&bench->random, OFFSET_CLASSES);
    }
    draw_parameters(bench, MODEL_POLICY, 0.2);
    memset(bench->gradients, 0, sizeof bench->gradients);
    memset(gradient, 0, sizeof gradient);
    policy_loss(bench, &sample, true);
    for (int side = 0; side < COLOURS; side++) {
        model_collect_policy(&bench->parts, &bench->gradients[side], gradient[side]);
        for (int i = 0; i < CANDIDATES; i++) {
            int own = SHAPE_COUNT + MODEL_PAIRS + bench->moves[i].own;
            int shape = MODEL_TABLE + bench->parts.shape[bench->moves[i].opponent][0];
            assert_near(
                DERIVATIVE_BY(bench->parameters[side][own], policy_loss(bench, &sample, false)),
                gradient[side][own], within);
            assert_near(
                DERIVATIVE_BY(bench->parameters[side][shape], policy_loss(bench, &sample, false)),
                gradient[side][shape], within);
        }
        for (int i = 2 * MODEL_TABLE; i < MODEL_POLICY; i++) { /* offsets */
            assert_near(
                DERIVATIVE_BY(bench->parameters[side][i], policy_loss(bench, &sample, false)),
                gradient[side][i], within);
        }
    }
}

static void test_policy_gradients(void **state)
{
    (void)state;
    Bench *bench = bench_new();
    for (long i = drawn_scaled(10); i > 0; i--) {
        check_policy_gradients(bench);
    }
    bench_free(bench);
}

/* Without anything learnt the tables are the bitshift evaluation. */
static void test_nothing_learnt_is_the_base(void **state)
{
    (void)state;
    Bench *bench = bench_new();
    model_expand_value(&bench->parts, bench->parameters[0], &bench->tables[0]);
    for (int i = 0; i < COMBINATIONS; i++) {
        double points = bench->drawn->tables.eval.terms.value[BLACK][i];
        bool is_bare = points == DIRECTIONS && bench->parts.shape[i][0] <= (int)SHAPE_LIVE_ONE &&
                       bench->parts.shape[i][1] <= (int)SHAPE_LIVE_ONE &&
                       bench->parts.shape[i][2] <= (int)SHAPE_LIVE_ONE &&
                       bench->parts.shape[i][3] <= (int)SHAPE_LIVE_ONE;
        double expected = is_bare ? 0 : points / EVAL_POINTS_PER_UNIT;
        assert_near(bench->tables[0].points[i], expected, 1e-12);
    }
    assert_near(bench->tables[0].weight[0], 1.5, 1e-12);
    assert_near(bench->tables[0].weight[1], 1, 1e-12);
    bench_free(bench);
}

/* A quadratic loss of many samples with its minimum at 3, -1, 0.5, and a fourth parameter on which
 * only the prior acts. */
static void test_adam_finds_the_minimum(void **state)
{
    (void)state;
    enum { STEPS = 3000, SAMPLES = 1000000 };
    static const double minimum[] = {3, -1, 0.5}, sigma[] = {2, 1, 5, 1};
    Adam adam;
    assert_true(adam_init(&adam, 4));
    memcpy(adam.sigma, sigma, sizeof sigma);
    adam.at[3] = 1;
    for (int i = 0; i < STEPS; i++) {
        for (int j = 0; j < 3; j++) {
            adam.gradient[j] = adam.at[j] - minimum[j];
        }
        adam_step(&adam, 0.05 * (STEPS - i) / STEPS, SAMPLES);
    }
    for (int j = 0; j < 3; j++) {
        assert_near(adam.at[j], minimum[j], 1e-3);
    }
    assert_near(adam.at[3], 0, 1e-3);
    adam_keep_best(&adam, 2);
    adam.at[0] = 100;
    adam_keep_best(&adam, 3);
    assert_near(adam.best[0], minimum[0], 1e-3);
    adam_free(&adam);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_value_gradients),
        cmocka_unit_test(test_policy_gradients),
        cmocka_unit_test(test_nothing_learnt_is_the_base),
        cmocka_unit_test(test_adam_finds_the_minimum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
