/* Checks the table of shapes: every entry against the oracle, and that the right entry is found.
 *
 * The table is built by a recursion over line keys; the oracle answers the same question by putting
 * stones on a board. A line within reach of its point has so few states that the two can be
 * compared on all of them. What that leaves open is whether the key of a line on a real board is
 * the right one: boards full of random stones, with walls, blocked points and all four directions,
 * tell. A few drawn lines say what the names mean, in case both agree on something foolish.
 */
#include "board/shape.h"

#include "scatter.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char marks[COLOURS] = {[BLACK] = ORACLE_BLACK, [WHITE] = ORACLE_WHITE};

/* Calls the check for every rule and win length that go together, with the table filled. */
static void for_every_table(void (*check)(Drawn *drawn, Game game, uint64_t *random))
{
    uint64_t random = SCATTER_SEED;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for (int win_length = WIN_LENGTH_MIN; win_length <= WIN_LENGTH_MAX; win_length++) {
            Game game = {(Rule)rule, 15, 15, win_length};
            if (rules_fault(&game) == NULL) {
                Drawn *drawn = drawn_new(game);
                check(drawn, game, &random);
                free(drawn);
            }
        }
    }
}

/* One side of a line, counted through: its length, and a digit for each point, nearest first. */
typedef struct {
    int length;
    int digit[REACH_MAX]; /* 0 empty, 1 black, 2 white */
} Side;

/* Steps to the next side, shorter ones first; false after the last. */
static bool next_side(Side *side, int reach)
{
    for (int i = 0; i < side->length; i++) {
        if (++side->digit[i] < 3) {
            return true;
        }
        side->digit[i] = 0;
    }
    return ++side->length <= reach;
}

/* Writes one side of the line into a row, step being -1 before and 1 after the centre. */
static void write_side(OracleBoard *row, int centre, int step, const Side *side)
{
    static const char mark[3] = {ORACLE_EMPTY, ORACLE_BLACK, ORACLE_WHITE};
    for (int i = 0; i < side->length; i++) {
        row->cell[0][centre + (i + 1) * step] = mark[side->digit[i]];
    }
}

static LineKey weigh_side(const Side *side, bool before)
{
    LineKey sum = 0;
    for (int i = 0; i < side->length; i++) {
        if (side->digit[i] > 0) {
            sum += shape_stone_weight(side->digit[i] - 1, i + 1, before);
        }
    }
    return sum;
}

/* The keys of lines without stones, by the lengths of their two sides. */
typedef LineKey EmptyKeys[REACH_MAX + 1][REACH_MAX + 1];

/* Reads them from a board of one long row with blocked points at the right distances. */
static void read_empty_keys(Drawn *drawn, Game game, EmptyKeys keys)
{
    enum { CENTRE = 7 };
    for (int before = 0; before <= REACH_MAX; before++) {
        for (int after = 0; after <= REACH_MAX; after++) {
            drawn_clear(drawn, game);
            board_block(&drawn->position.board, drawn_point(drawn, CENTRE - before - 1, 3));
            board_block(&drawn->position.board, drawn_point(drawn, CENTRE + after + 1, 3));
            keys[before][after] =
                shape_line_key(&drawn->tables.board.shapes, &drawn->position.board,
                               drawn_point(drawn, CENTRE, 3), 0);
        }
    }
}

static void compare_line(const ShapeTable *table, Game game, const EmptyKeys keys,
                         const Side *before, const Side *after)
{
    OracleBoard row;
    oracle_clear(&row, drawn_oracle_rule(game.rule), before->length + 1 + after->length, 1,
                 game.win_length);
    write_side(&row, before->length, -1, before);
    write_side(&row, before->length, +1, after);
    LineKey key =
        keys[before->length][after->length] + weigh_side(before, true) + weigh_side(after, false);
    for (int colour = BLACK; colour <= WHITE; colour++) {
        int expected = (int)oracle_shape(&row, before->length, 0, 1, 0, marks[colour]);
        if ((int)shape_of(table->shapes[key], colour) != expected) {
            fprintf(stderr, "rule %d: %c on the point %d of %.*s is %d\n", (int)game.rule,
                    marks[colour], before->length, row.width, row.cell[0], expected);
            fail();
        }
    }
}

/* All lines at scale 1; below that a sample. Lines seen from the other end have a test of their
 * own. */
static void check_all_lines(Drawn *drawn, Game game, uint64_t *random)
{
    EmptyKeys keys;
    const ShapeTable *table = &drawn->tables.board.shapes;
    long per_mille = drawn_scaled(1000);
    read_empty_keys(drawn, game, keys);
    Side before = {0, {0}};
    do {
        Side after = before; /* sides counted later come with this one as their other side */
        do {
            if (drawn_below(random, 1000) < per_mille) {
                compare_line(table, game, keys, &before, &after);
            }
        } while (next_side(&after, table->reach));
    } while (next_side(&before, table->reach));
}

TEST(test_all_lines_against_the_oracle)
{
    for_every_table(check_all_lines);
}

static void compare_point(const Drawn *drawn, const OracleBoard *oracle, Point point)
{
    static const int dx[DIRECTIONS] = {1, 0, 1, -1}, dy[DIRECTIONS] = {0, 1, 1, 1};
    const Board *board = &drawn->position.board;
    int x = geometry_x(&board->geometry, point), y = geometry_y(&board->geometry, point);
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        for (int colour = BLACK; colour <= WHITE; colour++) {
            Shape found = shape_at(&drawn->tables.board.shapes, board, point, direction, colour);
            int expected =
                (int)oracle_shape(oracle, x, y, dx[direction], dy[direction], marks[colour]);
            if ((int)found != expected) {
                scatter_show(&drawn->position, point, "the oracle names another shape");
                fail_msg("direction %d, colour %d: %d, not %d", direction, colour, (int)found,
                         expected);
            }
        }
    }
}

/* Compares about one in three of the empty points of a board: neighbours have much in common. */
static long compare_board(const Drawn *drawn, uint64_t *random)
{
    long compared = 0;
    OracleBoard oracle;
    drawn_to_oracle(&drawn->position, &oracle);
    for (int point = 0; point < drawn->position.board.geometry.points; point++) {
        if (drawn->position.board.at[point] == EMPTY && drawn_below(random, 3) == 0) {
            compare_point(drawn, &oracle, (Point)point);
            compared++;
        }
    }
    return compared;
}

static void check_boards(Drawn *drawn, Game game, uint64_t *random)
{
    for (long points = drawn_scaled(4000); points > 0;) {
        Game random_game = scatter_game(game.rule, game.win_length, random);
        scatter_stones(drawn, random_game, 70, 20 + drawn_below(random, 61), random);
        points -= compare_board(drawn, random) + 1;
    }
}

TEST(test_random_boards_against_the_oracle)
{
    for_every_table(check_boards);
}

/* The number of a line's other side and this one, exchanged. */
static LineKey mirrored(LineKey key)
{
    return key % (1 << SIDE_BITS) << SIDE_BITS | key >> SIDE_BITS;
}

static void check_mirror(Drawn *drawn, Game game, uint64_t *random)
{
    (void)game, (void)random;
    const ShapeTable *table = &drawn->tables.board.shapes;
    for (LineKey key = 0; key < LINE_KEYS; key++) {
        assert_int_equal(table->shapes[key], table->shapes[mirrored(key)]);
    }
}

TEST(test_a_line_is_the_same_from_both_ends)
{
    for_every_table(check_mirror);
}

/* A row between walls, '*' being the point in question, and what black makes of it. */
typedef struct {
    Rule rule;
    int win_length;
    const char *row;
    Shape shape;
} KnownLine;

static const KnownLine known_lines[] = {
    {RULE_FREESTYLE, 5, "XXXX*", SHAPE_FIVE},
    {RULE_FREESTYLE, 5, "OXX*XXO", SHAPE_FIVE},
    {RULE_FREESTYLE, 5, "XXX*XXX", SHAPE_FIVE},
    {RULE_FREESTYLE, 5, ".XXX*.", SHAPE_LIVE_FOUR},
    {RULE_FREESTYLE, 5, "X.X*X.X", SHAPE_LIVE_FOUR}, /* two fours on one line */
    {RULE_FREESTYLE, 5, "OXX*X.", SHAPE_DEAD_FOUR},
    {RULE_FREESTYLE, 5, "XX.*X", SHAPE_DEAD_FOUR},
    {RULE_FREESTYLE, 5, "OXX*XO", SHAPE_NONE}, /* no room for five */
    {RULE_FREESTYLE, 5, "__XX*__", SHAPE_SOLID_THREE},
    {RULE_FREESTYLE, 5, "_XX*__", SHAPE_LIVE_THREE},
    {RULE_FREESTYLE, 5, "_X_X*_", SHAPE_LIVE_THREE},
    {RULE_FREESTYLE, 5, "OXX*__", SHAPE_DEAD_THREE},
    {RULE_FREESTYLE, 5, "O_XX*_O", SHAPE_DEAD_THREE}, /* five, but never two ways to it */
    {RULE_FREESTYLE, 5, "____X*____", SHAPE_BROAD_TWO},
    {RULE_FREESTYLE, 5, "__X*__", SHAPE_LIVE_TWO},
    {RULE_FREESTYLE, 5, "__X*___", SHAPE_WIDE_TWO}, /* one open three more: X*.X */
    {RULE_FREESTYLE, 5, "OX*___", SHAPE_DEAD_TWO},
    {RULE_FREESTYLE, 5, "____*____", SHAPE_LIVE_ONE},
    {RULE_FREESTYLE, 5, "O*____", SHAPE_DEAD_ONE},
    {RULE_FREESTYLE, 5, "O*___O", SHAPE_NONE},
    {RULE_STANDARD, 5, "XXX*XX", SHAPE_NONE}, /* six, and no five to be had */
    {RULE_STANDARD, 5, "XXXX*_", SHAPE_FIVE},
    {RULE_STANDARD, 5, "X_XXX*__", SHAPE_DEAD_FOUR}, /* six on the left, five on the right */
    {RULE_STANDARD, 5, "_XXX*_", SHAPE_LIVE_FOUR},
    {RULE_RENJU, 5, "XXX*XX", SHAPE_FOUL},
    {RULE_RENJU, 5, "X_XX*_X", SHAPE_FOUL}, /* two fours on one line */
    {RULE_RENJU, 5, "XX_X*_XX", SHAPE_FOUL},
    {RULE_RENJU, 5, "XXX_*_XXX", SHAPE_FOUL},
    {RULE_RENJU, 5, "_XXX*_", SHAPE_LIVE_FOUR},
    {RULE_RENJU, 5, "X_XXX*_", SHAPE_DEAD_FOUR}, /* on the left it would be six */
    {RULE_CARO, 5, "OXX*XXO", SHAPE_NONE},
    {RULE_CARO, 5, "#XX*XXO", SHAPE_FIVE},  /* a wall closes nothing */
    {RULE_CARO, 5, "OXXX*XXO", SHAPE_FIVE}, /* six needs no open end */
    {RULE_CARO, 5, "OXX*X_O", SHAPE_NONE},
    {RULE_CARO, 5, "OXX*X__", SHAPE_DEAD_FOUR},
    {RULE_CARO_EXACT, 5, "OXXX*XXO", SHAPE_NONE},
    {RULE_CARO_EXACT, 5, "_XXX*XX_", SHAPE_NONE},
    {RULE_CARO_EXACT, 5, "OXXXX*_", SHAPE_FIVE},
    {RULE_FREESTYLE, 4, "XX*X", SHAPE_FIVE},
    {RULE_FREESTYLE, 4, "_XX*_", SHAPE_LIVE_FOUR},
    {RULE_FREESTYLE, 3, "XX*", SHAPE_FIVE},
    {RULE_FREESTYLE, 3, "_X*_", SHAPE_LIVE_FOUR},
    {RULE_FREESTYLE, 3, "OX*", SHAPE_NONE},
    {RULE_STANDARD, 3, "XX*X", SHAPE_NONE},
};

/* Lays the row across a board five points high, as its middle row, in the given colours. */
static Shape shape_of_known_line(const KnownLine *line, bool swap_colours)
{
    int width = (int)strlen(line->row), centre = 0;
    Drawn *drawn = drawn_new((Game){line->rule, width, 5, line->win_length});
    Board *board = &drawn->position.board;
    for (int x = 0; x < width; x++) {
        Point point = drawn_point(drawn, x, 2);
        switch (line->row[x]) {
        case 'X': board_play(board, point, swap_colours ? WHITE : BLACK); break;
        case 'O': board_play(board, point, swap_colours ? BLACK : WHITE); break;
        case '#': board_block(board, point); break;
        case '*': centre = x; break;
        default: break;
        }
    }
    Shape shape = shape_at(&drawn->tables.board.shapes, board, drawn_point(drawn, centre, 2), 0,
                           swap_colours ? WHITE : BLACK);
    free(drawn);
    return shape;
}

TEST(test_known_lines)
{
    for (size_t i = 0; i < sizeof known_lines / sizeof *known_lines; i++) {
        const KnownLine *line = &known_lines[i];
        Shape found = shape_of_known_line(line, false);
        if (found != line->shape) {
            fail_msg("rule %d: %s is %d, not %d", (int)line->rule, line->row, (int)found,
                     (int)line->shape);
        }
        if (line->rule != RULE_RENJU) {
            assert_int_equal(shape_of_known_line(line, true), line->shape);
        }
    }
}
