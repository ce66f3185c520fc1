/* Checks the evaluation that games have taught: what it adds up is the sum of its tables, it sees
 * colours alike where the rule does and a board from all its sides alike, its estimates stay
 * estimates, and where nothing was learnt it is the base.
 */
#include "eval/learnt.h"

#include "eval/bitshift.h"
#include "eval/eval.h"
#include "eval/weights.h"
#include "aligned.h"
#include "scatter.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* Says whether anything was learnt for the rule; test_weights.c says for which it must be. */
static bool has_weights(Rule rule)
{
    Weights weights;
    return weights_embedded(&weights, rule);
}

static Value value_to(Drawn *drawn, int side)
{
    board_set_side(&drawn->position.board, side);
    return drawn_value(&drawn->position);
}

static void empty(Position *position)
{
    while (position->board.count > 0) {
        position_undo(position);
    }
}

/* Random stones of alternating colours, no five among them. */
static void fill_at_random(Drawn *drawn, int stones, uint64_t *random)
{
    Position *position = &drawn->position;
    empty(position);
    while (position->board.count < stones) {
        Point point = drawn_random_point(position, random, 90);
        int side = position->board.side;
        if (cell_threat(&position->cell[point], side) == THREAT_FIVE) {
            break;
        }
        position_play(position, point, side);
    }
}

/* Boards of all evaluations that stand on top of the base. */
static void for_random_boards(Rule rule, long boards, void (*check)(Drawn *drawn, uint64_t *random))
{
    for (int evaluation = EVALUATION_TUNED; evaluation < EVALUATION_COUNT; evaluation++) {
        uint64_t random = SCATTER_SEED;
        Drawn *drawn = drawn_new_for((Game){rule, 15, 15, 5}, (Evaluation)evaluation);
        assert_int_equal(drawn->tables.eval.has_pattern, evaluation == EVALUATION_PATTERN);
        for (long i = 0; i < boards; i++) {
            fill_at_random(drawn, 2 + drawn_below(&random, 60), &random);
            check(drawn, &random);
        }
        free(drawn);
    }
}

/* What the network adds, which test_pattern_net.c works out from its definition. */
static Value pattern_share(const Position *position, const EvalTables *tables, int side)
{
    static PatternState state;
    pattern_state_init(&state);
    const int16_t *head = pattern_state_head(&state, &tables->pattern, SIMD_NONE, position,
                                             learnt_threat_mask(position));
    return pattern_value(tables->learnt.pattern[side], head);
}

/* The sum over the empty points of what tables say of their point patterns. */
static int64_t sum_of(const Position *position, const LearntColour *learnt, int colour)
{
    int64_t sum = 0;
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (position->board.at[point] == EMPTY) {
            Shape shapes[DIRECTIONS];
            for (int i = 0; i < DIRECTIONS; i++) {
                shapes[i] =
                    shape_at(&position->tables->shapes, &position->board, (Point)point, i, colour);
            }
            sum += bitshift_point_value(shapes) +
                   learnt->correction[position_point_pattern(position, (Point)point, colour)];
        }
    }
    return sum;
}

/* What being to move is worth beyond what was learnt. */
static int tempo_in(Rule rule)
{
    return rule == RULE_RENJU ? 16 : 0;
}

static void check_sum(Drawn *drawn, uint64_t *random)
{
    (void)random;
    const Position *position = &drawn->position;
    const EvalTables *tables = &drawn->tables.eval;
    const Learnt *learnt = &tables->learnt;
    int64_t sums[COLOURS];
    assert_true(position_check(position));
    for (int colour = BLACK; colour <= WHITE; colour++) {
        sums[colour] = sum_of(position, learnt->colour[colour], colour);
        assert_int_equal(drawn_sums(position).value[colour], sums[colour]);
    }
    for (int side = BLACK; side <= WHITE; side++) {
        Value value = value_to(drawn, side);
        const LearntColour *colour = learnt->colour[side];
        int64_t points =
            colour->own_weight * sums[side] - colour->opponent_weight * sums[rules_opponent(side)];
        int64_t expected = points / (LEARNT_WEIGHT_ONE * EVAL_POINTS_PER_UNIT) +
                           colour->threat_mask[learnt_threat_mask(position)];
        expected += tempo_in(position->game.rule);
        expected += tables->has_pattern ? pattern_share(position, tables, side) : 0;
        assert_true(value > -VALUE_ESTIMATE_MAX && value < VALUE_ESTIMATE_MAX);
        assert_int_equal(value, expected);
    }
}

TEST(test_the_value_is_the_sum_of_what_was_learnt)
{
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for_random_boards((Rule)rule, drawn_scaled(100), check_sum);
    }
}

/* Sets up the stones of a board, turned and mirrored, or with their colours swapped. */
static void copy_stones(Position *to, const Board *from, int symmetry, bool swap)
{
    empty(to);
    for (int i = 0; i < from->count; i++) {
        Coordinates at = geometry_coordinates(&from->geometry, from->moves[i].point);
        at = geometry_image(&from->geometry, at, symmetry);
        Point point = geometry_point(&to->board.geometry, at.x, at.y);
        position_play(to, point, from->moves[i].colour ^ swap);
    }
}

static void check_symmetry(Drawn *drawn, uint64_t *random)
{
    static Board board;
    int symmetry = drawn_below(random, SYMMETRIES);
    board = drawn->position.board;
    Value black = value_to(drawn, BLACK), white = value_to(drawn, WHITE);
    copy_stones(&drawn->position, &board, symmetry, false);
    assert_int_equal(value_to(drawn, BLACK), black);
    assert_int_equal(value_to(drawn, WHITE), white);
    if (rules_is_colour_blind(drawn->position.game.rule)) {
        copy_stones(&drawn->position, &board, symmetry, true);
        assert_int_equal(value_to(drawn, WHITE), black);
        assert_int_equal(value_to(drawn, BLACK), white);
    }
}

TEST(test_boards_look_the_same_from_all_sides)
{
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for_random_boards((Rule)rule, drawn_scaled(100), check_symmetry);
    }
}

/* Absurd boards: random stones of all sizes and colours, fives among them. */
TEST(test_estimates_stay_estimates)
{
    uint64_t random = SCATTER_SEED;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        Drawn *drawn = drawn_new_for((Game){(Rule)rule, 15, 15, 5}, EVALUATION_BEST);
        for (long boards = drawn_scaled(200); boards > 0; boards--) {
            scatter_stones(drawn, scatter_game((Rule)rule, 5, &random), 60,
                           drawn_below(&random, 101), &random);
            for (int side = BLACK; side <= WHITE; side++) {
                assert_false(value_is_proven(value_to(drawn, side)));
                assert_in_range(value_to(drawn, side) + VALUE_ESTIMATE_MAX, 0,
                                2 * VALUE_ESTIMATE_MAX);
            }
        }
        free(drawn);
    }
}

/* On an empty board there is nothing but the move, however large it is. */
TEST(test_size_is_no_advantage)
{
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        if (!has_weights((Rule)rule)) {
            continue;
        }
        Drawn *drawn = drawn_new_for((Game){(Rule)rule, 32, 32, 5}, EVALUATION_TUNED);
        const Learnt *learnt = &drawn->tables.eval.learnt;
        for (int side = BLACK; side <= WHITE; side++) {
            const LearntColour *colour = learnt->colour[side];
            Value move = tempo_in((Rule)rule) + colour->threat_mask[0];
            assert_int_equal(drawn_sums(&drawn->position).value[side], 0);
            assert_int_equal(value_to(drawn, side), move);
        }
        free(drawn);
    }
}

TEST(test_nothing_was_learnt_for_fewer_in_a_row)
{
    GameTables *tables = aligned_new(sizeof *tables);
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for (int win_length = WIN_LENGTH_MIN; win_length <= WIN_LENGTH_MAX; win_length++) {
            Game game = {(Rule)rule, 15, 15, win_length};
            if (rules_fault(&game) == NULL) {
                eval_fill_tables(tables, &game, EVALUATION_TUNED);
                bool is_learnt = tables->eval.learnt.colour[BLACK] != NULL;
                assert_int_equal(is_learnt,
                                 has_weights((Rule)rule) && win_length == WIN_LENGTH_MAX);
            }
        }
    }
    free(tables);
}

/* Without the corrections the tables are as the base has them. */
TEST(test_the_base_is_left_alone)
{
    Game game = {RULE_FREESTYLE, 15, 15, 5};
    Drawn *drawn = drawn_new(game);
    GameTables *tables = aligned_new(sizeof *tables);
    eval_fill_tables(tables, &game, EVALUATION_TUNED);
    const TermTable *terms = &tables->eval.terms, *base = &drawn->tables.eval.terms;
    assert_int_not_equal(memcmp(terms, base, sizeof *terms), 0);
    eval_fill_tables(tables, &game, EVALUATION_BASE);
    assert_null(tables->eval.learnt.colour[BLACK]);
    assert_memory_equal(terms, base, sizeof *terms);
    free(tables);
    free(drawn);
}

/* Turned or mirrored, an offset stays what it is; those of other distances are others, until they
 * are all far. */
TEST(test_offsets_are_told_by_their_distances)
{
    enum { SIDE = 20, UNSEEN = -1 };
    int seen[OFFSET_REACH + 1][OFFSET_REACH + 1], kinds = 0;
    bool is_taken[OFFSET_CLASSES] = {false};
    Geometry geometry;
    OffsetTable table;
    geometry_init(&geometry, SIDE, SIDE);
    offset_table_fill(&table);
    memset(seen, UNSEEN, sizeof seen);
    for (int i = 0; i < SIDE * SIDE * SIDE * SIDE; i++) {
        int x = i % SIDE, y = i / SIDE % SIDE, u = i / SIDE / SIDE % SIDE,
            v = i / SIDE / SIDE / SIDE;
        int across = abs(x - u), down = abs(y - v);
        if (across < down || (across == 0 && down == 0)) {
            continue; /* the same with rows for columns, below */
        }
        Point from = geometry_point(&geometry, x, y), to = geometry_point(&geometry, u, v);
        Point turned = geometry_point(&geometry, y, x), end = geometry_point(&geometry, v, u);
        int offset = offset_class(&geometry, from, to);
        int place = offset_place(&geometry, to);
        assert_int_equal(offset_class(&geometry, turned, end), offset);
        assert_int_equal(offset_table_around(&table, &geometry, from)[place], offset);
        assert_int_equal(offset_table_around(&table, &geometry, POINT_NONE)[place], OFFSET_FAR);
        if (across > OFFSET_REACH) {
            assert_int_equal(offset, OFFSET_FAR);
        } else if (seen[across][down] == UNSEEN) {
            assert_true(offset >= 0 && offset < OFFSET_FAR && !is_taken[offset]);
            is_taken[offset] = true;
            seen[across][down] = offset;
            kinds++;
        } else {
            assert_int_equal(offset, seen[across][down]);
        }
        assert_int_equal(offset_class(&geometry, POINT_NONE, to), OFFSET_FAR);
    }
    assert_int_equal(kinds, OFFSET_FAR);
}
