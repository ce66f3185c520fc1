/* Checks which points win, under every rule, for both colours.
 *
 * Two oracles are asked, who know nothing of each other. One puts a stone down and counts the run
 * it becomes part of, with the rule in hand. The other knows only the winning lines of the board,
 * the sets of cells of which one must be filled: in freestyle a point wins if it is the last empty
 * cell of one. The lines themselves are counted against the closed formula. Points through which
 * no line can be filled any more must have no shape at all.
 */
#include "board/position.h"

#include "scatter.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static const char marks[COLOURS] = {[BLACK] = ORACLE_BLACK, [WHITE] = ORACLE_WHITE};

static bool threatens_five(const Position *position, Point point, int colour)
{
    return cell_threat(&position->cell[point], colour) == THREAT_FIVE;
}

/* Compares one point for both colours; returns how many of them win there. */
static int compare_wins(const Position *position, const OracleBoard *oracle, Point point)
{
    const Geometry *geometry = &position->board.geometry;
    int x = geometry_x(geometry, point), y = geometry_y(geometry, point), wins = 0;
    for (int colour = BLACK; colour <= WHITE; colour++) {
        bool expected = oracle_wins(oracle, x, y, marks[colour]);
        if (threatens_five(position, point, colour) != expected) {
            scatter_show(position, point, expected ? "should win" : "should not win");
            fail_msg("colour %d", colour);
        }
        wins += expected;
    }
    return wins;
}

/* Compares random boards until at least this many points were asked about; a test without wins, or
 * with too many, would say little. */
static void compare_wins_under(Rule rule, long points, uint64_t *random)
{
    Drawn *drawn = drawn_new((Game){rule, 15, 15, 5});
    const Board *board = &drawn->position.board;
    long asked = 0, wins = 0;
    while (asked < points) {
        int win_length = rule == RULE_RENJU ? 5 : WIN_LENGTH_MIN + drawn_below(random, 3);
        for (int boards = 0; boards < 200 && asked < points; boards++) {
            OracleBoard oracle;
            scatter_stones(drawn, scatter_game(rule, win_length, random), 85,
                           20 + drawn_below(random, 61), random);
            drawn_to_oracle(&drawn->position, &oracle);
            for (int point = 0; point < board->geometry.points; point++) {
                if (board->at[point] == EMPTY) {
                    wins += compare_wins(&drawn->position, &oracle, (Point)point);
                    asked++;
                }
            }
        }
    }
    print_message("rule %d: %ld points, %ld wins\n", (int)rule, asked, wins);
    assert_true(wins > asked / 50 && wins < asked);
    free(drawn);
}

TEST(test_wins_against_the_oracle)
{
    uint64_t random = SCATTER_SEED;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        compare_wins_under((Rule)rule, drawn_scaled(250000), &random);
    }
}

/* How many winning lines a board has: one for each start, in four directions. */
static int closed_formula(int width, int height, int length)
{
    int across = width - length + 1, down = height - length + 1;
    across = across > 0 ? across : 0;
    down = down > 0 ? down : 0;
    return across * height + down * width + 2 * across * down;
}

TEST(test_the_number_of_winning_lines)
{
    assert_int_equal(oracle_lines(15, 15, 5, NULL), 572);
    assert_int_equal(oracle_lines(3, 3, 3, NULL), 8);
    for (int length = WIN_LENGTH_MIN; length <= WIN_LENGTH_MAX; length++) {
        for (int width = SIDE_MIN; width <= SIDE_MAX; width++) {
            for (int height = SIDE_MIN; height <= SIDE_MAX; height++) {
                assert_int_equal(oracle_lines(width, height, length, NULL),
                                 closed_formula(width, height, length));
            }
        }
    }
}

/* Each line lies on the board, is straight and unbroken, and comes once. */
TEST(test_winning_lines_are_lines)
{
    static OracleLine lines[ORACLE_MAX_LINES];
    int count = oracle_lines(9, 6, 4, lines);
    for (int i = 0; i < count; i++) {
        int dx = lines[i].x[1] - lines[i].x[0], dy = lines[i].y[1] - lines[i].y[0];
        assert_true(abs(dx) <= 1 && abs(dy) <= 1 && (dx != 0 || dy != 0));
        for (int j = 0; j < 4; j++) {
            assert_in_range(lines[i].x[j], 0, 8);
            assert_in_range(lines[i].y[j], 0, 5);
            assert_int_equal(lines[i].x[j], lines[i].x[0] + j * dx);
            assert_int_equal(lines[i].y[j], lines[i].y[0] + j * dy);
        }
        for (int other = 0; other < i; other++) {
            assert_memory_not_equal(&lines[i], &lines[other], sizeof *lines);
        }
    }
}

/* The engine alone, on an empty board: a game is won by filling any line and by no fewer stones. */
static void fill_line(Drawn *drawn, const OracleLine *line, int length)
{
    Position *position = &drawn->position;
    for (int i = 0; i < length; i++) {
        Point point = drawn_point(drawn, line->x[i], line->y[i]);
        assert_int_equal(threatens_five(position, point, WHITE), i == length - 1);
        position_play(position, point, WHITE);
    }
    for (int i = 0; i < length; i++) {
        position_undo(position);
    }
}

TEST(test_filling_any_line_wins)
{
    static OracleLine lines[ORACLE_MAX_LINES];
    for (int length = WIN_LENGTH_MIN; length <= WIN_LENGTH_MAX; length++) {
        Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 20, 15, length});
        int count = oracle_lines(20, 15, length, lines);
        for (int i = 0; i < count; i++) {
            fill_line(drawn, &lines[i], length);
        }
        free(drawn);
    }
}

/* The cells that fill a line for a colour, found line by line. */
typedef struct {
    bool at[SIDE_MAX][SIDE_MAX];
} Cells;

static Cells cells_that_fill(const OracleBoard *board, char colour)
{
    static OracleLine lines[ORACLE_MAX_LINES];
    Cells cells = {{{false}}};
    int count = oracle_lines(board->width, board->height, board->win_length, lines);
    for (int i = 0; i < count; i++) {
        if (oracle_line_stones(board, &lines[i], colour) != board->win_length - 1) {
            continue;
        }
        for (int j = 0; j < board->win_length; j++) {
            int x = lines[i].x[j], y = lines[i].y[j];
            cells.at[y][x] = cells.at[y][x] || board->cell[y][x] == ORACLE_EMPTY;
        }
    }
    return cells;
}

static bool is_hopeless(const Position *position, Point point, int colour)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (position_shape(position, point, direction, colour) != SHAPE_NONE) {
            return false;
        }
    }
    return true;
}

static void compare_lines(const Drawn *drawn, const OracleBoard *oracle, int colour)
{
    const Position *position = &drawn->position;
    Cells winning = cells_that_fill(oracle, marks[colour]);
    for (int y = 0; y < oracle->height; y++) {
        for (int x = 0; x < oracle->width; x++) {
            Point point = drawn_point(drawn, x, y);
            if (position->board.at[point] != EMPTY) {
                continue;
            }
            if (threatens_five(position, point, colour) != winning.at[y][x]) {
                scatter_show(position, point, "the winning lines say otherwise");
                fail_msg("colour %d", colour);
            }
            if (is_hopeless(position, point, colour) ==
                oracle_point_matters(oracle, x, y, marks[colour])) {
                scatter_show(position, point,
                             "a shape where no line is left, or none where one is");
                fail_msg("colour %d", colour);
            }
        }
    }
}

TEST(test_freestyle_against_the_winning_lines)
{
    uint64_t random = SCATTER_SEED;
    for (int length = WIN_LENGTH_MIN; length <= WIN_LENGTH_MAX; length++) {
        Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 15, 15, length});
        for (long boards = drawn_scaled(700); boards > 0; boards--) {
            OracleBoard oracle;
            scatter_stones(drawn, scatter_game(RULE_FREESTYLE, length, &random), 95, 50, &random);
            drawn_to_oracle(&drawn->position, &oracle);
            compare_lines(drawn, &oracle, BLACK);
            compare_lines(drawn, &oracle, WHITE);
        }
        free(drawn);
    }
}
