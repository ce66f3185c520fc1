/* Checks which points win, under every rule, for both colours: as the oracle says, which puts a
 * stone down and counts the run it becomes part of, with the rule in hand. */
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
