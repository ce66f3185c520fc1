/* Checks the points that renju forbids to black, against the oracle and in drawn cases.
 *
 * A wrong answer loses the game on the spot, in either direction, and the cases that matter (threes
 * that are none because the point that would make them a four is itself a foul) are rare. So
 * hundreds of thousands of points are asked about on boards rich in black stones; that enough of
 * them were fouls, and enough of them double threes that turned out to be harmless, is checked too.
 * The oracle is the algorithm of the Gomocup judge in other words: see managers.md, 2.6.
 */
#include "board/forbidden.h"

#include "scatter.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* What the random points turned out to be. */
typedef struct {
    long points;
    long forbidden;
    long double_threes; /* forbidden, and not for an overline or a double four */
    long harmless;      /* two open threes or more, but not two real ones */
} Tally;

/* What a look at the shapes alone says about a point. */
static Threat first_look(const Position *position, Point point)
{
    return cell_threat(&position->cell[point], BLACK);
}

static void compare_point(Drawn *drawn, const OracleBoard *oracle, Point point, Tally *tally)
{
    Position *position = &drawn->position;
    const Geometry *geometry = &position->board.geometry;
    bool expected =
        oracle_forbidden(oracle, geometry_x(geometry, point), geometry_y(geometry, point));
    if (forbidden_at(&position->board, &drawn->tables.board.shapes, point) != expected ||
        position_forbids(position, point) != expected) {
        scatter_show(position, point, expected ? "should be forbidden" : "should be allowed");
        fail();
    }
    bool suspect = first_look(position, point) == THREAT_SUSPECT;
    tally->points++;
    tally->forbidden += expected;
    tally->double_threes += expected && suspect;
    tally->harmless += !expected && suspect;
}

/* Compares every empty point of the board, and the board with what it was before. */
static void compare_board(Drawn *drawn, Tally *tally)
{
    static Board before;
    OracleBoard oracle;
    drawn_to_oracle(&drawn->position, &oracle);
    board_set_side(&drawn->position.board, BLACK);
    before = drawn->position.board;
    for (int point = 0; point < before.geometry.points; point++) {
        if (before.at[point] == EMPTY) {
            compare_point(drawn, &oracle, (Point)point, tally);
        }
    }
    assert_memory_equal(&before, &drawn->position.board, sizeof before);
}

TEST(test_random_points_against_the_oracle)
{
    uint64_t random = SCATTER_SEED;
    Tally tally = {0, 0, 0, 0};
    Drawn *drawn = drawn_new((Game){RULE_RENJU, 15, 15, 5});
    long wanted = drawn_scaled(500000);
    while (tally.points < wanted) {
        Game game = scatter_game(RULE_RENJU, 5, &random);
        scatter_stones(drawn, game, 40, 60 + drawn_below(&random, 36), &random);
        compare_board(drawn, &tally);
    }
    print_message("%ld points, %ld forbidden, %ld double threes, %ld harmless ones\n", tally.points,
                  tally.forbidden, tally.double_threes, tally.harmless);
    assert_true(tally.forbidden > tally.points / 50);
    assert_true(tally.double_threes > tally.points / 200);
    assert_true(tally.harmless > tally.points / 1000);
    free(drawn);
}

/* Where nothing is a foul, nothing is asked: under other rules, and while white is to move. */
TEST(test_only_black_to_move_in_renju_is_forbidden_anything)
{
    uint64_t random = SCATTER_SEED;
    Drawn *drawn = drawn_new((Game){RULE_RENJU, 15, 15, 5});
    for (long i = drawn_scaled(50) * RULE_COUNT; i > 0; i--) {
        Game game = {(Rule)(i % RULE_COUNT), 15, 15, 5};
        scatter_stones(drawn, game, 40, 80, &random);
        board_set_side(&drawn->position.board, game.rule == RULE_RENJU ? WHITE : BLACK);
        for (int point = 0; point < drawn->position.board.geometry.points; point++) {
            assert_false(drawn->position.board.at[point] == EMPTY &&
                         position_forbids(&drawn->position, (Point)point));
        }
    }
    free(drawn);
}

/* A drawn board on which the points marked '+' are forbidden and no others; '-' marks points that
 * look as if they were. */
typedef struct {
    const char *name;
    const char *diagram;
} KnownCase;

/* clang-format off */
static const KnownCase known_cases[] = {
    {"the judge's double three (managers.md 2.5): no other point is forbidden",
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "........O......\n"
     "........X......\n"
     ".......X.......\n"
     "......+OO......\n"
     ".......X.......\n"
     "........X......\n"
     "........O......\n"
     "...............\n"
     "...............\n"
     "...............\n"},
    {"five and overline at once (2.6): five goes before all fouls",
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     ".......X.......\n"
     ".......X.......\n"
     ".....+.X.......\n"
     "...XXXX-.......\n"
     ".......X.......\n"
     ".......X.......\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"},
    {"a real four and one that could only become six (2.6)",
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "......X........\n"
     "......X........\n"
     "......X........\n"
     "..OXXX-.X......\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"},
    {"an overline",
     "...........\n"
     "...........\n"
     "..XXX+XX...\n"
     "...........\n"
     "...........\n"},
    {"two fours on one line, three times",
     ".............\n"
     ".X.X+X.X.....\n"
     ".............\n"
     ".XX.X+.XX....\n"
     ".............\n"
     ".XXX.+.XXX...\n"
     ".............\n"},
    {"two fours on two lines",
     "....O....\n"
     "....X....\n"
     "....X....\n"
     "....X....\n"
     "OXXX+....\n"
     ".........\n"
     ".........\n"
     ".........\n"
     ".........\n"},
    {"two open threes",
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     ".......X.......\n"
     ".......X.......\n"
     ".....XX+.O.....\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"},
    {"one of the threes could only grow by a double three",
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "....X..X.......\n"
     "....X++X.......\n"
     "....+XX-.O.....\n"
     "...X...+.......\n"
     "..X............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"},
    {"but that double three is none: one of its threes could only grow by a double four",
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "....X.+X.......\n"
     "....X.XX.......\n"
     "....+XX+.O.....\n"
     "...X..+........\n"
     "..X............\n"
     "...............\n"
     "O..............\n"
     "...............\n"
     "...............\n"
     "...............\n"},
    {"one of the threes could only grow by a five on another line",
     "...............\n"
     "...............\n"
     "...............\n"
     "....X..........\n"
     "....X..........\n"
     "....X.+X.......\n"
     "....X++X.......\n"
     "....-XX-.O.....\n"
     ".......+.......\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"
     "...............\n"},
};
/* clang-format on */

/* Sets up the drawing with the marked points empty. */
static void set_up(Drawn *drawn, const char *diagram)
{
    char plain[400];
    assert_true(strlen(diagram) < sizeof plain);
    strcpy(plain, diagram);
    for (char *mark = plain; *mark != '\0'; mark++) {
        *mark = *mark == '+' || *mark == '-' ? '.' : *mark;
    }
    drawn_set(drawn, RULE_RENJU, 5, plain, BLACK);
}

static void check_known_case(Drawn *drawn, const KnownCase *known)
{
    Position *position = &drawn->position;
    set_up(drawn, known->diagram);
    for (int y = 0; y < position->game.height; y++) {
        for (int x = 0; x < position->game.width; x++) {
            Point point = drawn_point(drawn, x, y);
            bool expected = known->diagram[y * (position->game.width + 1) + x] == '+';
            if (position->board.at[point] == EMPTY &&
                position_forbids(position, point) != expected) {
                scatter_show(position, point, known->name);
                fail();
            }
        }
    }
    Tally ignored = {0, 0, 0, 0};
    compare_board(drawn, &ignored); /* the oracle has to agree with the drawings too */
}

TEST(test_known_cases)
{
    Drawn *drawn = drawn_new((Game){RULE_RENJU, 15, 15, 5});
    for (size_t i = 0; i < sizeof known_cases / sizeof *known_cases; i++) {
        check_known_case(drawn, &known_cases[i]);
    }
    free(drawn);
}
