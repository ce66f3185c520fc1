/* Checks duels: equal sides get equal results, swapping the sides swaps the results, parameters
 * apply to the side they are meant for, threads change nothing. A build whose parameters are
 * constants must refuse duels.
 */
#include "tools/games/duel.h"

#include "search/parameters.h"
#include "tool_output.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

enum { NODES = 40, TEXT_MAX = 1000, LINE_LENGTH = 3 };

static const char *const openings[] = {"h8i9g7", "g7h8f8", "e5f6g8f7", "i8h8h7g7", "f9e8e7"};

enum { DUELS = sizeof openings / sizeof *openings };

static const Game games[] = {
    {RULE_FREESTYLE, 15, 15, 5}, {RULE_STANDARD, 11, 9, 5}, {RULE_RENJU, 15, 15, 5},
    {RULE_CARO, 10, 12, 5},      {RULE_FREESTYLE, 9, 9, 4},
};

enum { GAME_COUNT = sizeof games / sizeof *games };

/* Sides that play differently, and one with a bad move ordering. */
#define SOME  "ORDER_OWN=8,LMR_BASE=120"
#define OTHER "ORDER_OPPONENT=9,RAZOR_PER_PLY=5"
#define SILLY "ORDER_OWN=0,ORDER_OPPONENT=0,ORDER_POLICY=1,LMP_BASE=1,LMR_BASE=200"

/* Plays all openings between these sides into `output`, which is emptied. */
static ToolEnd run(const Game *game, const char *one, const char *other, int threads,
                   ToolOutput *output)
{
    char text[TEXT_MAX] = "# duels\n\n", fault[TOOL_FAULT_MAX] = "";
    ToolListener listener = tool_output_listener(output);
    ToolOptions options = {.game = *game, .nodes = NODES, .threads = threads, .openings = text};
    for (int i = 0; i < DUELS; i++) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s %s\t%s \r\n", openings[i], one, other);
    }
    tool_output_free(output);
    ToolEnd end = duel_run(&options, &listener, fault);
    assert_true((end == TOOL_REFUSED) == (fault[0] != '\0'));
    return end;
}

static char opposite(char result)
{
    return result == '1' ? '0' : result == '0' ? '1' : '=';
}

/* The line has the results of two games to one side, and the other line those to the other side,
 * had it come first. */
static void check_mirrored(const char *line, const char *other)
{
    assert_int_equal(strlen(line), LINE_LENGTH);
    assert_int_equal(line[1], ' ');
    assert_non_null(strchr("10=", line[0]));
    assert_int_equal(line[0], opposite(other[2]));
    assert_int_equal(line[2], opposite(other[0]));
}

/* Most tests make sense where parameters are settings, and one where they are constants. */
static void only_where(bool it_makes_sense)
{
    if (!it_makes_sense) {
        skip();
    }
}

TEST(equal_sides_have_equal_chances)
{
    only_where(parameters_are_settings());
    ToolOutput output = {.count = 0};
    for (int i = 0; i < GAME_COUNT; i++) {
        assert_int_equal(run(&games[i], SOME, SOME, 1, &output), TOOL_DONE);
        assert_int_equal(output.count, DUELS);
        for (int j = 0; j < DUELS; j++) {
            check_mirrored(output.lines[j], output.lines[j]);
        }
    }
    tool_output_free(&output);
}

TEST(who_changes_places_changes_results)
{
    only_where(parameters_are_settings());
    ToolOutput here = {.count = 0}, there = {.count = 0};
    int differing = 0;
    for (int i = 0; i < GAME_COUNT; i++) {
        run(&games[i], SOME, OTHER, 1, &here);
        run(&games[i], OTHER, SOME, 2, &there);
        for (int j = 0; j < DUELS; j++) {
            check_mirrored(here.lines[j], there.lines[j]);
            differing += here.lines[j][0] != opposite(here.lines[j][2]);
        }
    }
    assert_true(differing > 0); /* else the sides had the same parameters */
    tool_output_free(&here);
    tool_output_free(&there);
}

static double points_of(const ToolOutput *output)
{
    double points = 0;
    for (int i = 0; i < output->count; i++) {
        for (int j = 0; j < LINE_LENGTH; j += 2) {
            points += output->lines[i][j] == '1' ? 1 : output->lines[i][j] == '=' ? 0.5 : 0;
        }
    }
    return points;
}

TEST(who_is_silly_loses)
{
    only_where(parameters_are_settings());
    ToolOutput output = {.count = 0};
    run(&games[0], SILLY, "-", 1, &output);
    assert_true(points_of(&output) <= DUELS * 2 / 4.0);
    run(&games[0], "-", SILLY, 1, &output);
    assert_true(points_of(&output) >= DUELS * 2 * 3 / 4.0);
    tool_output_free(&output);
}

TEST(threads_change_nothing)
{
    only_where(parameters_are_settings());
    ToolOutput one = {.count = 0}, three = {.count = 0};
    run(&games[2], SOME, OTHER, 1, &one);
    run(&games[2], SOME, OTHER, 3, &three);
    assert_true(tool_output_equals(&one, &three));
    tool_output_free(&one);
    tool_output_free(&three);
}

/* A side loses that saves most of its time for moves that never come. */
TEST(the_clock_shares_nodes)
{
    only_where(parameters_are_settings());
    static const char saving[] = "CLOCK_MOST=20,CLOCK_USUAL=60,CLOCK_ENOUGH=10";
    ToolOutput output = {.count = 0};
    char text[TEXT_MAX] = "", fault[TOOL_FAULT_MAX];
    ToolListener listener = tool_output_listener(&output);
    ToolOptions options = {.game = games[0],
                           .threads = 1,
                           .match = 200000,
                           .increment = 100,
                           .evaluation = EVALUATION_BASE,
                           .openings = text};
    for (int i = 0; i < DUELS; i++) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s %s -\n", openings[i], saving);
    }
    assert_int_equal(duel_run(&options, &listener, fault), TOOL_DONE);
    assert_true(points_of(&output) <= DUELS * 2 / 4.0);
    tool_output_free(&output);
}

TEST(it_stops_when_told)
{
    only_where(parameters_are_settings());
    ToolOutput output = {.stop_after = 2};
    ToolOptions options = {.game = games[0], .nodes = NODES, .threads = 2};
    ToolListener listener = tool_output_listener(&output);
    char fault[TOOL_FAULT_MAX], text[TEXT_MAX] = "";
    for (int i = 0; i < TEXT_MAX / 16; i++) {
        strcat(text, "h8i9g7 - -\n");
    }
    options.openings = text;
    assert_int_equal(duel_run(&options, &listener, fault), TOOL_STOPPED);
    assert_int_equal(output.count, 2);
    tool_output_free(&output);
}

TEST(senseless_options_are_refused)
{
    only_where(parameters_are_settings());
    static const char *const texts[] = {"",
                                        "# none\n",
                                        "h8i9g7 -\n",
                                        "h8i9g7 - - -\n",
                                        "h8i9g7 - X=1\n",
                                        "h8i9g7 ORDER_OWN=99 -",
                                        "h8h8 - -\n",
                                        "h8a1i8a2j8a3k8a4l8 - -\n",
                                        "- - -\n",
                                        "h8i9g7 - -\nq99 - -"};
    ToolOptions options = {.game = games[0], .nodes = NODES, .threads = 1};
    ToolOutput output = {.count = 0};
    ToolListener listener = tool_output_listener(&output);
    char fault[TOOL_FAULT_MAX];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        options.openings = texts[i];
        assert_int_equal(duel_run(&options, &listener, fault), TOOL_REFUSED);
    }
    options.openings = NULL;
    assert_int_equal(duel_run(&options, &listener, fault), TOOL_REFUSED);
    options.openings = "h8i9g7 - -\n";
    options.increment = 1;
    assert_int_equal(duel_run(&options, &listener, fault), TOOL_REFUSED);
    options.nodes = options.increment = 0;
    assert_int_equal(duel_run(&options, &listener, fault), TOOL_REFUSED);
    assert_int_equal(output.count, 0);
}

TEST(constants_cannot_duel)
{
    only_where(!parameters_are_settings());
    ToolOutput output = {.count = 0};
    assert_int_equal(run(&games[0], "-", "-", 1, &output), TOOL_REFUSED);
    assert_int_equal(output.count, 0);
}
