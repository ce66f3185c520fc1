/* simd - a number that all processors must agree about: what the pattern network says with numbers
 * at random, with the SIMD instructions of the processor that it runs on. It needs no library for
 * tests, so that it can be built for another processor (arm.py). The embedded networks may know no
 * such network, and `pbrain-tengen bench` would not notice.
 */
#include "drawn_net.h"
#include "scatter.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 40, STEPS = 60 };

/* Values and policies of one game that goes forward and back. */
static uint64_t sign_game(uint64_t signature, uint64_t *random)
{
    static GameTables tables;
    static Evaluator evaluator;
    static Position position;
    Game game = scatter_game((Rule)drawn_below(random, RULE_COUNT), WIN_LENGTH_MAX, random);
    DrawnNetSize size = drawn_below(random, 2) == 0 ? DRAWN_NET_USUAL : DRAWN_NET_EXTREME;
    DrawnLearnt *drawn = drawn_learnt(game.rule, size, random);
    eval_fill_tables_from(&tables, &game, EVALUATION_PATTERN, &drawn->learnt);
    eval_init(&evaluator, &tables.eval);
    position_clear(&position, &game, &tables.board);
    for (int i = 0; i < STEPS; i++) {
        Point point = drawn_random_point(&position, random, 80);
        int32_t policy = 0;
        if (point == POINT_NONE || (position.board.count > 0 && drawn_below(random, 3) == 0)) {
            position_undo(&position);
        } else {
            eval_policy(&evaluator, &position, &point, 1, &policy);
            position_play(&position, point, position.board.side);
        }
        Value value = eval_position(&evaluator, &position);
        signature = signature * UINT64_C(0x100000001b3) ^ (uint32_t)value;
        signature = signature * UINT64_C(0x100000001b3) ^ (uint32_t)policy;
    }
    free(drawn);
    return signature;
}

int main(void)
{
    uint64_t signature = 0, random = SCATTER_SEED;
    for (int i = 0; i < GAMES; i++) {
        signature = sign_game(signature, &random);
    }
    printf("simd %d\nsignature %016" PRIx64 "\n", (int)cpu_best_simd(), signature);
    return 0;
}
