/* Checks the network's arithmetic: all SIMD instructions that this processor has give the same, for
 * numbers of all sizes; and the plain one gives what the definition says.
 */
#include "eval/net.h"

#include "drawn.h"
#include "eval/weights.h"
#include "scatter.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { WEIGHT_MOST = 2047, BEGIN_MOST = INT32_MAX / 4 };

/* From -most to most, the ends as likely as all between them together. */
static int32_t draw(uint64_t *random, int32_t most)
{
    switch (drawn_below(random, 4)) {
    case 0: return most;
    case 1: return -most;
    default: return drawn_below(random, most) - drawn_below(random, most);
    }
}

static void draw_net(LearntNet *net, uint64_t *random)
{
    int32_t weights = 1 + drawn_below(random, WEIGHT_MOST);
    int32_t begins = 1 + drawn_below(random, 2) * BEGIN_MOST / 2 + drawn_below(random, NET_SUM_ONE);
    for (int pair = 0; pair < NET_PAIRS; pair++) {
        for (int i = 0; i < 2 * NET_UNITS; i++) {
            net->weight[pair][i] = (int16_t)draw(random, weights);
        }
    }
    for (int unit = 0; unit < NET_UNITS; unit++) {
        for (int i = 0; i < NET_OWN_THREAT_MASKS; i++) {
            net->own_threat_mask[i][unit] = draw(random, begins);
        }
        for (int i = 0; i < NET_OPPONENT_THREAT_MASKS; i++) {
            net->opponent_threat_mask[i][unit] = draw(random, begins);
        }
        net->out[unit] = (int16_t)draw(random, INT16_MAX);
    }
}

static Features draw_features(uint64_t *random)
{
    Features features;
    int32_t most = 1 << drawn_below(random, 15);
    for (int i = 0; i < FEATURES; i++) {
        features[i] = (uint16_t)draw(random, most);
    }
    return features;
}

/* What one input adds to a unit. */
static int64_t share(const LearntNet *net, int unit, int input, const Features *features)
{
    int64_t number = (*features)[input % FEATURES];
    number = number > INT16_MAX ? number - (1 << 16) : number;
    return number * net->weight[input / 2][2 * unit + input % 2];
}

/* The value by the definition: sums, held between 0 and 1, times what units add. */
static int64_t value_by_definition(const LearntNet *net, const Features *own,
                                   const Features *opponent, int threat_mask)
{
    int64_t outs = 0;
    for (int unit = 0; unit < NET_UNITS; unit++) {
        int64_t sum = net->own_threat_mask[threat_mask % NET_OWN_THREAT_MASKS][unit] +
                      (int64_t)net->opponent_threat_mask[threat_mask / NET_OWN_THREAT_MASKS][unit];
        for (int i = 0; i < NET_INPUTS; i++) {
            sum += share(net, unit, i, i < FEATURES ? own : opponent);
        }
        sum = sum < 0 ? 0 : sum > NET_SUM_ONE ? NET_SUM_ONE : sum;
        outs += sum * NET_UNIT_ONE / NET_SUM_ONE * net->out[unit];
    }
    return outs / (NET_UNIT_ONE * NET_OUT_ONE);
}

/* All SIMD instructions of this processor must agree about random inputs. */
static void check_inputs(const LearntNet *net, uint64_t *random)
{
    Features own = draw_features(random), opponent = draw_features(random);
    int threat_mask = drawn_below(random, THREAT_MASKS);
    int64_t expected = value_by_definition(net, &own, &opponent, threat_mask);
    assert_int_equal(net_value(cpu_best_simd(), net, &own, &opponent, threat_mask), expected);
    for (int simd = 0; simd < SIMD_COUNT; simd++) {
        if (cpu_has((Simd)simd)) {
            Value value = net_value((Simd)simd, net, &own, &opponent, threat_mask);
            assert_int_equal(value, expected);
        }
    }
}

static void test_values_are_as_defined(void **state)
{
    (void)state;
    enum { INPUTS = 50 };
    uint64_t random = SCATTER_SEED;
    LearntNet *net = calloc(1, sizeof *net);
    assert_non_null(net);
    for (long nets = drawn_scaled(400); nets > 0; nets--) {
        draw_net(net, &random);
        for (int i = 0; i < INPUTS; i++) {
            check_inputs(net, &random);
        }
    }
    free(net);
}

/* The networks that are built in, with inputs of any size. */
static void test_embedded_networks_are_as_defined(void **state)
{
    (void)state;
    uint64_t random = SCATTER_SEED;
    for (int i = 0; i < RULE_COUNT * COLOURS; i++) {
        Weights weights;
        bool is_learnt = weights_embedded(&weights, (Rule)(i / COLOURS));
        for (long inputs = drawn_scaled(2000); is_learnt && inputs > 0; inputs--) {
            check_inputs(&weights.learnt.colour[i % COLOURS]->net, &random);
        }
    }
}

/* A network of zeros says nothing. */
static void test_nothing_learnt_adds_nothing(void **state)
{
    (void)state;
    static const LearntNet net;
    uint64_t random = SCATTER_SEED;
    Features own = draw_features(&random), opponent = draw_features(&random);
    assert_int_equal(net_value(cpu_best_simd(), &net, &own, &opponent, THREAT_MASKS - 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_are_as_defined),
        cmocka_unit_test(test_embedded_networks_are_as_defined),
        cmocka_unit_test(test_nothing_learnt_adds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
