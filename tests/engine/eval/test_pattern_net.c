/* Checks the pattern network with numbers at random. What it says of a position is worked out here
 * a second time from its definition, point by point from the stones, and must be the same however
 * the position came about, with all SIMD instructions that this processor has. It must not see from
 * which side one looks at the board, nor, where the rule does not, which colour is which.
 */
#include "eval/eval.h"

#include "aligned.h"
#include "drawn_net.h"
#include "scatter.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 120, GAMES = 12, CHANNELS = 16, INPUTS = 32 };

/* --- the definition --- */

/* A side of a line as a colour sees it: its own stones are 1, the opponent's 2. */
static int read_side(const Board *board, Point from, int step, int view)
{
    int numbers_before = 0, digits = 0, weight = 1, point = from + step;
    for (int distance = 1; distance <= 4 && board->at[point] != WALL; distance++, point += step) {
        numbers_before += weight; /* of the shorter sides: 1, 3, 9, 27 */
        digits += weight * (board->at[point] == EMPTY ? 0 : board->at[point] == view ? 1 : 2);
        weight *= 3;
    }
    return numbers_before + digits;
}

static bool sees_stones(const Board *board, Point from, int step)
{
    int point = from + step;
    for (int distance = 1; distance <= 4 && board->at[point] != WALL; distance++, point += step) {
        if (board->at[point] != EMPTY) {
            return true;
        }
    }
    return false;
}

static bool is_bare(const Position *position, Point point, int colour)
{
    bool bare = true;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        bare &= position_shape(position, point, direction, colour) <= SHAPE_LIVE_ONE;
    }
    return bare;
}

/* The sums of an empty point as a colour sees it, in 16ths of a row's steps. */
static void define_sums(const Position *position, const PatternNet *net, Point point, int view,
                        int sums[CHANNELS])
{
    const Board *board = &position->board;
    memset(sums, 0, CHANNELS * sizeof *sums);
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int step = board->geometry.step[direction];
        int one = read_side(board, point, -step, view), other = read_side(board, point, step, view);
        int high = one > other ? one : other, low = one > other ? other : one;
        bool counts = sees_stones(board, point, -step) || sees_stones(board, point, step);
        for (int i = 0; i < CHANNELS && counts; i++) {
            sums[i] += 16 * net->line[high * (high + 1) / 2 + low][i];
        }
    }
    for (int i = 0; i < CHANNELS && !is_bare(position, point, view); i++) {
        sums[i] += 16 * net->own[position_point_pattern(position, point, view)][i];
    }
    for (int i = 0; i < CHANNELS && !is_bare(position, point, !view); i++) {
        sums[i] += 16 * net->opponent[position_point_pattern(position, point, !view)][i];
    }
}

/* The activations of an empty point as a side to move sees it: its own view and the opponent's. */
static void define_activations(const Position *position, const Learnt *learnt, Point point,
                               int side, int activations[INPUTS])
{
    for (int i = 0; i < COLOURS; i++) {
        int view = i == 0 ? side : !side, sums[CHANNELS];
        define_sums(position, learnt->pattern[view], point, view, sums);
        for (int j = 0; j < CHANNELS; j++) {
            int shifted = sums[j] >> 3;
            activations[CHANNELS * i + j] = shifted < 0 ? 0 : shifted > 127 ? 127 : shifted;
        }
    }
}

/* 0 and 2: outer thirds, 1: the middle. */
static int third(int coordinate, int side)
{
    int outer = (side + 1) / 3;
    return coordinate < outer ? 0 : side - 1 - coordinate < outer ? 2 : 1;
}

/* A sum as it is in 32 bits, shifted and clipped. */
static int64_t clipped(int64_t sum, int shift, int most)
{
    int32_t wrapped = (int32_t)(uint32_t)(uint64_t)sum;
    int32_t shifted = wrapped >> shift;
    return shifted < 0 ? 0 : shifted > most ? most : shifted;
}

typedef int Regions[3][3][INPUTS];

static void define_regions(const Position *position, const Learnt *learnt, int side,
                           Regions regions)
{
    const Board *board = &position->board;
    memset(regions, 0, sizeof(Regions));
    for (int y = 0; y < board->geometry.height; y++) {
        for (int x = 0; x < board->geometry.width; x++) {
            Point point = geometry_point(&board->geometry, x, y);
            int activations[INPUTS] = {0};
            if (board->at[point] == EMPTY) {
                define_activations(position, learnt, point, side, activations);
            }
            int *region =
                regions[third(y, board->geometry.height)][third(x, board->geometry.width)];
            for (int i = 0; i < INPUTS; i++) {
                region[i] += activations[i];
            }
        }
    }
}

/* The units of the head, from the sums of all regions. */
static void define_head(const PatternNet *net, Regions regions, int threat_mask, int64_t head[32])
{
    int64_t whole[INPUTS] = {0}, units[3][8] = {{0}};
    for (int i = 0; i < 9; i++) {
        const int *region = regions[i / 3][i % 3];
        int kind = (i / 3 == 1) + (i % 3 == 1); /* corner, edge, centre */
        for (int j = 0; j < 8; j++) {
            int64_t sum = net->region_bias[kind][j];
            for (int k = 0; k < INPUTS; k++) {
                sum += (int64_t)net->region[kind][k / 2][2 * j + k % 2] * region[k];
            }
            units[kind][j] += clipped(sum, 11, 1016);
        }
        for (int k = 0; k < INPUTS; k++) {
            whole[k] += region[k];
        }
    }
    for (int i = 0; i < 32; i++) {
        int64_t sum = (int64_t)net->own_threat_mask[threat_mask % 16][i] +
                      net->opponent_threat_mask[threat_mask / 16][i];
        for (int k = 0; k < INPUTS; k++) {
            sum += net->whole[k / 2][2 * i + k % 2] * (whole[k] / 4);
        }
        for (int k = 0; k < 24; k++) {
            sum += net->units[k / 2][2 * i + k % 2] * units[k / 8][k % 8];
        }
        head[i] = clipped(sum, 9, 2032);
    }
}

/* What is added to the value. */
static int64_t define_output(const PatternNet *net, Regions regions, int threat_mask)
{
    int64_t head[32], output = 0;
    define_head(net, regions, threat_mask, head);
    for (int i = 0; i < 32; i++) {
        output += net->out[i] * head[i];
    }
    int64_t value = (int32_t)(uint32_t)(uint64_t)output / (1016 * 32);
    return value > 400 ? 400 : value < -400 ? -400 : value;
}

static int64_t define_value(const Position *position, const Learnt *learnt)
{
    Regions regions;
    int side = position->board.side;
    define_regions(position, learnt, side, regions);
    return define_output(learnt->pattern[side], regions, learnt_threat_mask(position));
}

/* The weight of an input in the policy: the units of the head add to it. */
static int16_t define_policy_weight(const PatternNet *net, const int64_t head[32], int input)
{
    int64_t gain = 0;
    for (int unit = 0; unit < 32; unit++) {
        gain += net->policy_unit[unit / 2][2 * input + unit % 2] * head[unit];
    }
    gain >>= 12;
    gain = gain > INT16_MAX ? INT16_MAX : gain < INT16_MIN ? INT16_MIN : gain;
    return (int16_t)(uint16_t)(uint64_t)(net->policy[input] + gain);
}

/* All weights of the policy in a position. */
static void define_policy_weights(const Position *position, const Learnt *learnt,
                                  int16_t weights[INPUTS])
{
    Regions regions;
    int side = position->board.side;
    int64_t head[32];
    define_regions(position, learnt, side, regions);
    define_head(learnt->pattern[side], regions, learnt_threat_mask(position), head);
    for (int i = 0; i < INPUTS; i++) {
        weights[i] = define_policy_weight(learnt->pattern[side], head, i);
    }
}

static int define_policy(const Position *position, const Learnt *learnt,
                         const int16_t weights[INPUTS], Point point)
{
    int activations[INPUTS], sum = 0;
    define_activations(position, learnt, point, position->board.side, activations);
    for (int i = 0; i < INPUTS; i++) {
        sum += weights[i] * activations[i];
    }
    return sum >> 6;
}

/* --- positions of every kind --- */

/* Tables of a game with a network at random, and without. */
typedef struct {
    DrawnLearnt *drawn;
    GameTables with, without;
    Evaluator evaluator, plain;
    Position position, other;
} Bench;

static Bench *bench_new(Game game, DrawnNetSize size, uint64_t *random)
{
    Bench *bench = aligned_new(sizeof *bench);
    bench->drawn = drawn_learnt(game.rule, size, random);
    eval_fill_tables_from(&bench->with, &game, EVALUATION_PATTERN, &bench->drawn->learnt);
    eval_fill_tables_from(&bench->without, &game, EVALUATION_TUNED, &bench->drawn->learnt);
    assert_true(bench->with.eval.has_pattern);
    assert_true(!bench->without.eval.has_pattern);
    eval_init(&bench->evaluator, &bench->with.eval);
    eval_init(&bench->plain, &bench->without.eval);
    position_clear(&bench->position, &game, &bench->with.board);
    return bench;
}

static void bench_free(Bench *bench)
{
    free(bench->drawn);
    free(bench);
}

/* What the network adds to the value, by the evaluator that has followed the position so far. It is
 * all that the value has more than without, unless that is as high as values go. */
static Value value_of(Bench *bench, const Position *position)
{
    const EvalTables *tables = &bench->with.eval;
    int side = position->board.side;
    Value all = eval_position(&bench->evaluator, position);
    Value base = eval_position(&bench->plain, position);
    const int16_t *head = pattern_state_head(&bench->evaluator.pattern, &tables->pattern,
                                             tables->simd, position, learnt_threat_mask(position));
    Value value = pattern_value(tables->learnt.pattern[side], head);
    assert_true(all == base + value || abs(all) == VALUE_ESTIMATE_MAX ||
                abs(base) == VALUE_ESTIMATE_MAX);
    return value;
}

static void assert_right(Bench *bench, const Position *position)
{
    const Learnt *learnt = &bench->drawn->learnt;
    int16_t weights[INPUTS];
    define_policy_weights(position, learnt, weights);
    assert_int_equal(value_of(bench, position), define_value(position, learnt));
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (position->board.at[point] == EMPTY) {
            Point points[] = {(Point)point};
            int32_t policy;
            eval_policy(&bench->evaluator, position, points, 1, &policy);
            assert_int_equal(policy, define_policy(position, learnt, weights, (Point)point));
        }
    }
}

static void forward(Position *position, uint64_t *random)
{
    Point point = drawn_random_point(position, random, 70);
    if (point != POINT_NONE) {
        position_play(position, point,
                      drawn_below(random, 10) == 0 ? drawn_below(random, COLOURS)
                                                   : position->board.side);
    }
}

/* Some steps forward or back, now and then more than notes are kept of; or a stone leaves from
 * between the others. */
static void walk(Position *position, uint64_t *random)
{
    int steps = drawn_below(random, 40) == 0 ? CHANGES_PLIES + 9 : drawn_below(random, 5);
    switch (drawn_below(random, 8)) {
    case 0:
    case 1:
    case 2:
        for (; steps > 0 && position->board.count > 0; steps--) {
            position_undo(position);
        }
        break;
    case 3:
        if (position->board.count > 0) {
            int stone = drawn_below(random, position->board.count);
            position_remove(position, position->board.moves[stone].point);
        }
        break;
    default:
        for (; steps > 0; steps--) {
            forward(position, random);
        }
    }
}

static void block_some(Position *position, uint64_t *random)
{
    for (int i = drawn_below(random, 6); i > 0; i--) {
        board_block(&position->board, drawn_random_point(position, random, 0));
    }
    position_rebuild(position);
}

typedef void Check(Bench *bench, uint64_t *random);

/* Games of all rules on boards of all sizes, with networks of both sizes. */
static void for_all(long games, Check *check)
{
    uint64_t random = SCATTER_SEED;
    for (long i = drawn_scaled(games) * RULE_COUNT; i > 0; i--) {
        Game game = {(Rule)(i % RULE_COUNT), 5 + drawn_below(&random, 28),
                     5 + drawn_below(&random, 28), 5};
        if (drawn_below(&random, 2) == 0) {
            game.width = game.height = 15;
        }
        bool extreme = drawn_below(&random, 3) == 0;
        Bench *bench = bench_new(game, extreme ? DRAWN_NET_EXTREME : DRAWN_NET_USUAL, &random);
        if (drawn_below(&random, 3) == 0) {
            block_some(&bench->position, &random);
        }
        check(bench, &random);
        bench_free(bench);
    }
}

/* Any of the SIMD instructions, as it comes. */
static void any_simd(Bench *bench, uint64_t *random)
{
    Simd simd = (Simd)drawn_below(random, SIMD_COUNT);
    if (cpu_has(simd)) {
        bench->with.eval.simd = simd;
    }
}

static void check_walk(Bench *bench, uint64_t *random)
{
    const PatternTables *tables = &bench->with.eval.pattern;
    Position *position = &bench->position;
    for (int i = 0; i < STEPS; i++) {
        walk(position, random);
        any_simd(bench, random);
        if (drawn_below(random, 8) == 0) {
            board_set_side(&position->board, drawn_below(random, COLOURS));
        }
        if (drawn_below(random, 3) > 0) {
            eval_network(&bench->evaluator, position);
            assert_true(pattern_state_check(&bench->evaluator.pattern, tables, position));
        }
        if (drawn_below(random, 12) == 0) {
            assert_right(bench, position);
        }
    }
}

TEST(test_values_are_as_defined_after_any_walk)
{
    for_all(GAMES, check_walk);
}

/* One evaluator goes to and fro between a position and its copy, which part on the way. */
static void check_copies(Bench *bench, uint64_t *random)
{
    bench->other = bench->position;
    for (int i = 0; i < STEPS / 2; i++) {
        walk(&bench->position, random);
        if (drawn_below(random, 8) == 0) {
            bench->other = bench->position;
        }
        walk(&bench->other, random);
        assert_int_equal(value_of(bench, &bench->position),
                         define_value(&bench->position, &bench->drawn->learnt));
        assert_int_equal(value_of(bench, &bench->other),
                         define_value(&bench->other, &bench->drawn->learnt));
    }
}

TEST(test_copies_of_a_position_share_a_state)
{
    for_all(2, check_copies);
}

/* An evaluator goes on with what it has when it is asked, in whatever order. */
TEST(test_nothing_is_added_up_twice)
{
    uint64_t random = SCATTER_SEED;
    Bench *bench = bench_new((Game){RULE_STANDARD, 15, 15, 5}, DRAWN_NET_USUAL, &random);
    while (bench->position.board.count < 30) {
        forward(&bench->position, &random);
    }
    eval_position(&bench->evaluator, &bench->position);
    assert_int_equal(bench->evaluator.pattern.first, 30);
    for (int i = 0; i < CHANGES_PLIES / 2; i++) {
        forward(&bench->position, &random);
    }
    assert_int_equal(bench->evaluator.pattern.last, 30);
    eval_position(&bench->evaluator, &bench->position);
    assert_int_equal(bench->evaluator.pattern.first, 30);
    assert_int_equal(bench->evaluator.pattern.last, 30 + CHANGES_PLIES / 2);
    position_undo(&bench->position);
    eval_position(&bench->evaluator, &bench->position);
    assert_int_equal(bench->evaluator.pattern.first, 30);
    bench_free(bench);
}

/* A path of so many stones changes more points than there are places for sums: it begins anew on
 * the way, and again on the way back. */
TEST(test_a_path_without_room_begins_anew)
{
    enum { STONES = 300 };
    uint64_t random = SCATTER_SEED;
    Bench *bench = bench_new((Game){RULE_FREESTYLE, 20, 20, 5}, DRAWN_NET_USUAL, &random);
    Position *position = &bench->position;
    const PatternState *path = &bench->evaluator.pattern;
    for (int i = 0; i < 2 * STONES; i++) {
        if (i < STONES) {
            forward(position, &random);
        } else {
            position_undo(position);
        }
        eval_network(&bench->evaluator, position);
        assert_true(pattern_state_check(path, &bench->with.eval.pattern, position));
        assert_true(i != STONES - 1 || path->first > 0);
    }
    assert_int_equal(path->last, 0);
    bench_free(bench);
}

/* --- what the network must not see --- */

static Point turned(const Geometry *from, const Geometry *to, Point point, int symmetry)
{
    int x = geometry_x(from, point), y = geometry_y(from, point);
    x = symmetry & 1 ? from->width - 1 - x : x;
    y = symmetry & 2 ? from->height - 1 - y : y;
    return symmetry & 4 ? geometry_point(to, y, x) : geometry_point(to, x, y);
}

/* Sets `other` to the position turned or mirrored, with the colours exchanged or not. */
static void turn(Bench *bench, int symmetry, bool swap)
{
    const Position *position = &bench->position;
    Game game = position->game;
    if (symmetry & 4) {
        game.width = position->game.height;
        game.height = position->game.width;
    }
    position_clear(&bench->other, &game, position->tables);
    for (int i = 0; i < position->board.count; i++) {
        Stone stone = position->board.moves[i];
        Point point =
            turned(&position->board.geometry, &bench->other.board.geometry, stone.point, symmetry);
        position_play(&bench->other, point, swap ? !stone.colour : stone.colour);
    }
    board_set_side(&bench->other.board, swap ? !position->board.side : position->board.side);
}

static void check_views(Bench *bench, uint64_t *random)
{
    bool is_blind = rules_is_colour_blind(bench->position.game.rule);
    for (int i = 0; i < 10; i++) {
        position_clear(&bench->position, &bench->position.game, bench->position.tables);
        for (int stones = 1 + drawn_below(random, 40); stones > 0; stones--) {
            forward(&bench->position, random);
        }
        Value value = value_of(bench, &bench->position);
        for (int symmetry = 0; symmetry < 16; symmetry++) {
            turn(bench, symmetry & 7, is_blind && symmetry & 8);
            assert_int_equal(value_of(bench, &bench->other), value);
        }
    }
}

TEST(test_boards_look_the_same_from_all_sides)
{
    for_all(4, check_views);
}

/* On an empty board nothing is added up, whatever its size and however bad the numbers. */
static void check_empty(Bench *bench, uint64_t *random)
{
    (void)random;
    Regions none;
    memset(none, 0, sizeof none);
    position_clear(&bench->position, &bench->position.game, bench->position.tables);
    for (int side = BLACK; side <= WHITE; side++) {
        board_set_side(&bench->position.board, side);
        assert_int_equal(value_of(bench, &bench->position),
                         define_output(bench->drawn->learnt.pattern[side], none, 0));
    }
}

TEST(test_points_without_stones_do_not_count)
{
    for_all(4, check_empty);
}

/* --- the arithmetic alone --- */

/* Regions as full as they can be, or not at all, or anything between. */
static void draw_regions(PatternRegions *regions, Regions seen, int side, uint64_t *random)
{
    enum { MOST = 127 * 32 * 32 / 9 }; /* more do not fit on the largest board, in nine regions */
    for (int i = 0; i < REGIONS * INPUTS; i++) {
        int sum = drawn_below(random, 3) == 0 ? MOST : drawn_below(random, MOST + 1);
        int region = i / INPUTS, input = i % INPUTS;
        (*regions)[region][input] = (int16_t)sum;
        seen[region / 3][region % 3][side == BLACK ? input : (input + CHANNELS) % INPUTS] = sum;
    }
}

TEST(test_the_head_is_as_defined)
{
    uint64_t random = SCATTER_SEED;
    PatternNet *net = calloc(1, sizeof *net);
    assert_non_null(net);
    assert_true(cpu_has(SIMD_NONE) && cpu_has(cpu_best_simd()));
    int limits = 0;
    for (long i = drawn_scaled(60); i > 0; i--) {
        drawn_net(net, i % 2 == 0 ? DRAWN_NET_EXTREME : DRAWN_NET_USUAL, &random);
        for (int j = 0; j < 40; j++) {
            PatternRegions regions;
            Regions seen;
            int side = drawn_below(&random, COLOURS), mask = drawn_below(&random, THREAT_MASKS);
            draw_regions(&regions, seen, side, &random);
            int64_t expected = define_output(net, seen, mask), units[HEAD_UNITS];
            define_head(net, seen, mask, units);
            limits += expected == 400 || expected == -400;
            for (int simd = 0; simd < SIMD_COUNT; simd++) {
                PatternHead head;
                if (cpu_has((Simd)simd)) {
                    pattern_head((Simd)simd, net, &regions, side, mask, head);
                    for (int unit = 0; unit < HEAD_UNITS; unit++) {
                        assert_int_equal(head[unit], units[unit]);
                    }
                    assert_int_equal(pattern_value(net, head), expected);
                }
            }
        }
    }
    assert_true(limits > 0);
    free(net);
}
