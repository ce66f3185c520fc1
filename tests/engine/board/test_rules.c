/* Checks which games there are and what the rules say about lines.
 *
 * rules_fault is the door that every START and INFO passes, so it is asked about every combination
 * of rule, size and win length in and around the supported ones, against the conditions written out
 * here a second time. How far a stone can be seen (reach) decides what the incremental position
 * leaves alone: the oracle, who looks at the whole line, says whether it is far enough, and whether
 * one less would do.
 */
#include "board/rules.h"

#include "scatter.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static bool is_supported(Game game)
{
    bool sides_fit = game.width >= 3 && game.width <= 32 && game.height >= 3 && game.height <= 32;
    bool length_fits = game.win_length >= 3 && game.win_length <= 5;
    bool room = game.width >= game.win_length && game.height >= game.win_length;
    return sides_fit && length_fits && room && (game.rule != RULE_RENJU || game.win_length == 5);
}

static void check_sizes(Rule rule, int win_length)
{
    for (int width = -1; width <= 34; width++) {
        for (int height = -1; height <= 34; height++) {
            Game game = {rule, width, height, win_length};
            assert_int_equal(rules_fault(&game) == NULL, is_supported(game));
        }
    }
}

TEST(test_faults_of_all_games)
{
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for (int win_length = -1; win_length <= 7; win_length++) {
            check_sizes((Rule)rule, win_length);
        }
    }
}

static void check_line_rule(Rule rule, int colour, LineRule expected)
{
    LineRule found = rules_line(rule, colour);
    assert_int_equal(found.longer_wins, expected.longer_wins);
    assert_int_equal(found.closed_is_void, expected.closed_is_void);
    assert_int_equal(found.fouls, expected.fouls);
}

TEST(test_what_each_rule_says_about_lines)
{
    for (int colour = BLACK; colour <= WHITE; colour++) {
        check_line_rule(RULE_FREESTYLE, colour, (LineRule){true, false, false});
        check_line_rule(RULE_STANDARD, colour, (LineRule){false, false, false});
        check_line_rule(RULE_CARO, colour, (LineRule){true, true, false});
        check_line_rule(RULE_CARO_EXACT, colour, (LineRule){false, true, false});
    }
    check_line_rule(RULE_RENJU, BLACK, (LineRule){false, false, true});
    check_line_rule(RULE_RENJU, WHITE, (LineRule){true, false, false});
}

/* Files and managers know the rules by these numbers, so they never change. */
TEST(test_the_numbers_and_names_of_the_rules)
{
    static const struct {
        Rule rule;
        int number;
        const char *name;
    } known[] = {{RULE_FREESTYLE, 0, "freestyle"},
                 {RULE_STANDARD, 1, "standard"},
                 {RULE_RENJU, 4, "renju"},
                 {RULE_CARO, 8, "caro"},
                 {RULE_CARO_EXACT, 9, "caro exact five"}};
    int found = 0;
    for (int number = -1; number < 64; number++) {
        Rule rule = RULE_COUNT;
        if (rules_with_number(number, &rule)) {
            assert_int_equal(known[found].number, number);
            assert_int_equal(known[found].rule, rule);
            assert_int_equal(rules_number(rule), number);
            assert_string_equal(rules_name(rule), known[found].name);
            found++;
        } else {
            assert_int_equal(rule, RULE_COUNT);
        }
    }
    assert_int_equal(found, RULE_COUNT);
    assert_string_equal(RULE_LIST("."),
                        "0 freestyle, 1 standard, 4 renju, 8 caro, 9 caro exact five.");
}

/* A row of the oracle's board with the point in question, empty, in the middle. */
enum { MIDDLE = 10, ROW = 2 * MIDDLE + 1 };

static void random_row(OracleBoard *board, Game game, uint64_t *random)
{
    static const char contents[] = {ORACLE_EMPTY, ORACLE_EMPTY, ORACLE_BLACK,
                                    ORACLE_BLACK, ORACLE_BLACK, ORACLE_WHITE};
    oracle_clear(board, drawn_oracle_rule(game.rule), ROW, 1, game.win_length);
    for (int x = 0; x < ROW; x++) {
        board->cell[0][x] = contents[drawn_below(random, (int)sizeof contents)];
    }
    board->cell[0][MIDDLE] = ORACLE_EMPTY;
}

/* Says whether the shape changes for some colour when everything beyond `reach` is thrown anew. */
static bool sees_beyond(const OracleBoard *board, Game game, int reach, uint64_t *random)
{
    OracleBoard other;
    random_row(&other, game, random);
    for (int x = MIDDLE - reach; x <= MIDDLE + reach; x++) {
        other.cell[0][x] = board->cell[0][x];
    }
    return oracle_shape(board, MIDDLE, 0, 1, 0, ORACLE_BLACK) !=
               oracle_shape(&other, MIDDLE, 0, 1, 0, ORACLE_BLACK) ||
           oracle_shape(board, MIDDLE, 0, 1, 0, ORACLE_WHITE) !=
               oracle_shape(&other, MIDDLE, 0, 1, 0, ORACLE_WHITE);
}

static void check_reach(Game game, uint64_t *random)
{
    int reach = rules_reach(&game);
    bool less_would_do = true;
    for (long i = drawn_scaled(3000); i > 0; i--) {
        OracleBoard board;
        random_row(&board, game, random);
        assert_false(sees_beyond(&board, game, reach, random));
        less_would_do = less_would_do && !sees_beyond(&board, game, reach - 1, random);
    }
    assert_false(less_would_do);
}

TEST(test_only_renju_tells_colours_apart)
{
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        assert_int_equal(rules_is_colour_blind((Rule)rule), rule != RULE_RENJU);
    }
}

TEST(test_side_defences_are_for_closed_fives)
{
    assert_false(rules_four_has_side_defences(RULE_FREESTYLE));
    assert_false(rules_four_has_side_defences(RULE_STANDARD));
    assert_false(rules_four_has_side_defences(RULE_RENJU));
    assert_true(rules_four_has_side_defences(RULE_CARO));
    assert_true(rules_four_has_side_defences(RULE_CARO_EXACT));
}

TEST(test_stones_out_of_reach_do_not_matter)
{
    uint64_t random = SCATTER_SEED;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for (int win_length = 3; win_length <= 5; win_length++) {
            Game game = {(Rule)rule, 15, 15, win_length};
            if (rules_fault(&game) == NULL) {
                check_reach(game, &random);
            }
        }
    }
}
