/* Checks what a quiet position is worth: the sum over the bitshift table and what comes of it.
 *
 * The sum over all empty points is taken again with the oracle's shapes, by no other way than the
 * definition. Of the evaluation itself that is checked which any change to it has to keep: who is
 * to move, that colours are alike where the rule is blind to them, and that no estimate is ever
 * taken for a proven result.
 */
#include "eval/eval.h"

#include "scatter.h"
#include "unit.h"

#include <stdlib.h>

/* The bitshift table by the oracle's names. */
static long value_of(OracleShape shape)
{
    switch (shape) {
    case ORACLE_DEAD_TWO: return 1L << 5;
    case ORACLE_LIVE_TWO:
    case ORACLE_WIDE_TWO:
    case ORACLE_BROAD_TWO: return 1L << 6;
    case ORACLE_DEAD_THREE: return 1L << 7;
    case ORACLE_LIVE_THREE:
    case ORACLE_SOLID_THREE: return 1L << 8;
    case ORACLE_DEAD_FOUR: return 1L << 11;
    case ORACLE_LIVE_FOUR: return 1L << 12;
    case ORACLE_FIVE: return 1L << 16;
    default: return 1;
    }
}

/* What the empty cells of the board add up to for a colour. */
static long sum_of(const OracleBoard *board, char colour)
{
    static const int dx[] = {1, 0, 1, 1}, dy[] = {0, 1, 1, -1};
    long sum = 0;
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            for (int i = 0; i < 4 && board->cell[y][x] == ORACLE_EMPTY; i++) {
                sum += value_of(oracle_shape(board, x, y, dx[i], dy[i], colour));
            }
        }
    }
    return sum;
}

static void compare_sums(Rule rule, int win_length, uint64_t *random)
{
    Drawn *drawn = drawn_new((Game){rule, 15, 15, win_length});
    for (long boards = drawn_scaled(16); boards > 0; boards--) {
        OracleBoard oracle;
        scatter_stones(drawn, scatter_game(rule, win_length, random), 60, 50, random);
        drawn_to_oracle(&drawn->position, &oracle);
        Sums sums = drawn_sums(&drawn->position);
        assert_int_equal(sums.value[BLACK], sum_of(&oracle, ORACLE_BLACK));
        assert_int_equal(sums.value[WHITE], sum_of(&oracle, ORACLE_WHITE));
    }
    free(drawn);
}

TEST(test_the_sum_against_the_oracle)
{
    uint64_t random = SCATTER_SEED;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for (int win_length = WIN_LENGTH_MIN; win_length <= WIN_LENGTH_MAX; win_length++) {
            Game game = {(Rule)rule, 15, 15, win_length};
            if (rules_fault(&game) == NULL) {
                compare_sums(game.rule, win_length, &random);
            }
        }
    }
}

static Value value_to(Drawn *drawn, int side)
{
    board_set_side(&drawn->position.board, side);
    return drawn_value(&drawn->position);
}

static void for_random_boards(Rule rule, long boards, void (*check)(Drawn *drawn))
{
    uint64_t random = SCATTER_SEED;
    Drawn *drawn = drawn_new((Game){rule, 15, 15, 5});
    for (; boards > 0; boards--) {
        scatter_stones(drawn, scatter_game(rule, 5, &random), 60, drawn_below(&random, 101),
                       &random);
        check(drawn);
    }
    free(drawn);
}

static void check_move_is_worth_something(Drawn *drawn)
{
    assert_true(value_to(drawn, BLACK) >= -value_to(drawn, WHITE));
}

TEST(test_to_be_on_the_move_is_never_worse)
{
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for_random_boards((Rule)rule, drawn_scaled(1000), check_move_is_worth_something);
    }
}

/* Gives every stone the other colour. */
static void swap_colours(Drawn *drawn)
{
    static Board board;
    board = drawn->position.board;
    while (drawn->position.board.count > 0) {
        position_undo(&drawn->position);
    }
    for (int i = 0; i < board.count; i++) {
        position_play(&drawn->position, board.moves[i].point,
                      rules_opponent(board.moves[i].colour));
    }
}

static void check_colours_are_alike(Drawn *drawn)
{
    Value black = value_to(drawn, BLACK), white = value_to(drawn, WHITE);
    swap_colours(drawn);
    assert_int_equal(value_to(drawn, WHITE), black);
    assert_int_equal(value_to(drawn, BLACK), white);
}

TEST(test_colours_are_alike_where_the_rule_is_blind)
{
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        if (rules_is_colour_blind((Rule)rule)) {
            for_random_boards((Rule)rule, drawn_scaled(500), check_colours_are_alike);
        }
    }
}

static void check_bounds(Drawn *drawn)
{
    for (int side = BLACK; side <= WHITE; side++) {
        Value value = value_to(drawn, side);
        assert_true(value >= -VALUE_ESTIMATE_MAX && value <= VALUE_ESTIMATE_MAX);
        assert_false(value_is_proven(value));
    }
}

TEST(test_estimates_stay_in_bounds)
{
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for_random_boards((Rule)rule, drawn_scaled(1000), check_bounds);
    }
}

/* The largest board, a five for black on as many points as can be, and nothing for white. */
TEST(test_the_largest_sums_stay_in_bounds)
{
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 32, 32, 3});
    for (int y = 0; y < 32; y++) {
        for (int x = 0; x < 32; x++) {
            if ((x + 2 * y) % 5 != 0) {
                position_play(&drawn->position, drawn_point(drawn, x, y), BLACK);
            }
        }
    }
    assert_true(drawn_sums(&drawn->position).value[BLACK] > 40000000);
    assert_int_equal(value_to(drawn, BLACK), VALUE_ESTIMATE_MAX);
    assert_int_equal(value_to(drawn, WHITE), -VALUE_ESTIMATE_MAX);
    free(drawn);
}

/* Sums of points and what they come to, reckoned by hand: the side to move counts its own points
 * half as much again, and 64 points are one unit. There is one empty point, and its terms are set
 * to the sums. */
TEST(test_what_sums_come_to)
{
    static const struct {
        int32_t black, white;
        Value to_black, to_white;
    } cases[] = {{0, 0, 0, 0},         {640, 640, 5, 5},           {6400, 0, 150, -100},
                 {0, 6400, -100, 150}, {12800, 6400, 200, -50},    {2000000, 0, 20000, -20000},
                 {63, 0, 1, 0},        {1279936, 0, 20000, -19999}};
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 3, 3, 3});
    drawn_set(drawn, RULE_FREESTYLE, 3, "XOX\nXOO\nOX.\n", BLACK);
    Point last = drawn_point(drawn, 2, 2);
    TermTable *terms = &drawn->tables.eval.terms;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int colour = BLACK; colour <= WHITE; colour++) {
            unsigned point_pattern = position_point_pattern(&drawn->position, last, colour);
            terms->value[colour][point_pattern] = colour == BLACK ? cases[i].black : cases[i].white;
        }
        assert_int_equal(value_to(drawn, BLACK), cases[i].to_black);
        assert_int_equal(value_to(drawn, WHITE), cases[i].to_white);
    }
    free(drawn);
}

static int slot_of(uint64_t key)
{
    return (int)(key % EVAL_CACHE_SLOTS);
}

/* Plays a stone after which the board shares a slot of the cache with another, and has another
 * value. False: there is none. */
static bool play_into_slot(Position *position, uint64_t other, Value value)
{
    const Board *board = &position->board;
    for (int point = 0; point < board->geometry.points; point++) {
        if (board->at[point] == EMPTY &&
            slot_of(board_key_after(board, (Point)point)) == slot_of(other)) {
            position_play(position, (Point)point, board->side);
            if (drawn_value(position) != value) {
                return true;
            }
            position_undo(position);
        }
    }
    return false;
}

/* The same from the empty board, by a stone of either colour and one more. */
static bool play_pair_into_slot(Position *position, uint64_t other, Value value)
{
    const Board *board = &position->board;
    for (int i = 0; i < COLOURS * board->geometry.points; i++) {
        Point point = (Point)(i / COLOURS);
        if (board->at[point] == EMPTY) {
            position_play(position, point, i % COLOURS);
            if (play_into_slot(position, other, value)) {
                return true;
            }
            position_undo(position);
        }
    }
    return false;
}

/* Two positions may share a slot of the cache: neither gets the other's value. */
TEST(test_positions_that_share_a_slot_are_kept_apart)
{
    static Evaluator evaluator;
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 15, 15, 5});
    Position *position = &drawn->position;
    eval_init(&evaluator, &drawn->tables.eval);
    position_play(position, drawn_point(drawn, 7, 7), BLACK);
    position_play(position, drawn_point(drawn, 8, 8), WHITE);
    uint64_t key = position->board.key;
    Value value = eval_position(&evaluator, position);
    assert_int_equal(value, drawn_value(position));
    assert_int_equal(eval_position(&evaluator, position), value);
    position_undo(position);
    position_undo(position);
    assert_true(play_pair_into_slot(position, key, value));
    assert_int_equal(eval_position(&evaluator, position), drawn_value(position));
    free(drawn);
}

/* How many slots of the cache hold a value. */
static int cached_values(const Evaluator *evaluator)
{
    int count = 0;
    for (int i = 0; i < EVAL_CACHE_SLOTS; i++) {
        count += evaluator->cache[i] != 0;
    }
    return count;
}

/* An evaluator keeps what it knows while its tables stay, in games of other sizes, too. Where the
 * same tables are filled for another evaluation, it begins anew. */
TEST(test_an_evaluator_keeps_what_it_knows_while_its_tables_stay)
{
    static Evaluator evaluator;
    static const Game games[] = {{RULE_STANDARD, 15, 15, 5}, {RULE_STANDARD, 19, 12, 5}};
    Drawn *drawn = drawn_new_for(games[0], EVALUATION_BASE);
    Value base[2], best[2];
    for (int i = 0; i < 4; i++) {
        if (i == 2) {
            eval_fill_tables(&drawn->tables, &games[0], EVALUATION_BEST);
        }
        position_clear(&drawn->position, &games[i % 2], &drawn->tables.board);
        position_play(&drawn->position, drawn_point(drawn, 7, 7), BLACK);
        position_play(&drawn->position, drawn_point(drawn, 1, 8), WHITE);
        eval_use(&evaluator, &drawn->tables.eval);
        assert_int_equal(cached_values(&evaluator), i % 2);
        (i < 2 ? base : best)[i % 2] = eval_position(&evaluator, &drawn->position);
        assert_true(eval_check(&evaluator, &drawn->position));
    }
    assert_int_not_equal(base[0], base[1]);
    assert_int_not_equal(base[0], best[0]);
    assert_int_not_equal(base[1], best[1]);
    free(drawn);
}

TEST(test_an_open_three_is_worth_its_points)
{
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 15, 15, 5});
    drawn_set(drawn, RULE_FREESTYLE, 5,
              "...............\n...............\n...............\n...............\n"
              "...............\n...............\n...............\n......XXX......\n"
              "...............\n...............\n...............\n...............\n"
              "...............\n...............\n...............\n",
              WHITE);
    OracleBoard oracle;
    drawn_to_oracle(&drawn->position, &oracle);
    long points = sum_of(&oracle, ORACLE_BLACK);
    assert_true(points >= 2 * 4096 + 2 * 2048); /* live fours beside it, dead ones one further */
    assert_int_equal(drawn_sums(&drawn->position).value[BLACK], points);
    assert_true(value_to(drawn, WHITE) < -100 && value_to(drawn, BLACK) > 100);
    free(drawn);
}

TEST(test_the_scale_of_values)
{
    assert_int_equal(value_win_at(3), VALUE_WIN - 3);
    assert_int_equal(value_loss_at(4), -value_win_at(4));
    assert_true(value_is_proven(value_win_at(PLY_MAX)) && value_is_proven(value_loss_at(PLY_MAX)));
    assert_false(value_is_proven(VALUE_ESTIMATE_MAX) || value_is_proven(-VALUE_ESTIMATE_MAX));
    assert_true(VALUE_INFINITE > VALUE_WIN && VALUE_INFINITE <= INT16_MAX);
}
