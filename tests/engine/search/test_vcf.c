/* Checks wins by fours: they are there, and nothing outside their zone prevents them.
 *
 * A slow search tries every empty point, knows neither zone nor order, and finds how soon a side
 * wins that makes fours alone: vcf_find may claim no win that comes sooner or that the slow search
 * does not see, and miss none within its limits. For the zone a stone is put on every other empty
 * point, one at a time; the win must then still be there and no longer.
 */
#include "search/vcf.h"

#include "unit.h"
#include "workbench.h"

#include <stdio.h>

enum {
    TABLE_BYTES = 1 << 12, /* nobody uses it */
    PLENTY = 100000,       /* positions, more than it takes here */
    BOARDS = 6000,
    SLOW_PLIES = 7,
    WON_PERCENT = 2, /* of those boards must be won, */
    PREVENTED_PERCENT =
        3, /* and so many points of their zones must prevent the win, or the boards test little */
};

WORKBENCH(FIXTURE, TABLE_BYTES, UINT64_C(20261121))

/* A board of that rule with stones of both colours, and a colour to move. */
static void draw_board(Workbench *bench, Rule rule)
{
    Game game = {rule, 7 + drawn_below(&bench->random, 4), 7 + drawn_below(&bench->random, 4),
                 WIN_LENGTH_MAX};
    int points = game.width * game.height;
    reference_scatter(bench->drawn, game, points / 4 + drawn_below(&bench->random, points / 4),
                      &bench->random);
    board_set_side(&bench->drawn->position.board, drawn_below(&bench->random, COLOURS));
    search_set_position(&bench->search, &bench->drawn->position,
                        drawn_eval_tables(&bench->drawn->position));
}

static void begin(Workbench *bench)
{
    Limits limits = limits_none();
    search_begin(&bench->search);
    clock_start(&bench->clock, &limits);
    bench->clock.end_ms = INT64_MAX;
}

static bool find_long(Workbench *bench, uint64_t nodes, Vcf *win)
{
    begin(bench);
    VcfLimits limits = {.nodes = nodes, .plies = PLY_MAX, .all_fours = true};
    return vcf_find(&bench->search, 0, &limits, win);
}

static bool find(Workbench *bench, uint64_t positions, int plies, Vcf *win)
{
    begin(bench);
    VcfLimits limits = {positions, plies, .all_fours = plies < PLY_MAX};
    return vcf_find(&bench->search, 0, &limits, win);
}

/* ------------------------------------------------------------------------------ the slow search */

enum { SLOW_NEVER = 1000 };

static int slow_answers(Position *position, int plies);

static bool has_five(const Position *position, int colour)
{
    return position_count(position, colour, THREAT_FIVE) > 0;
}

/* In how many plies, at most that many, the side to move comes to five with fours alone. */
static int slow_attacks(Position *position, int plies)
{
    int side = position->board.side, best = SLOW_NEVER;
    if (has_five(position, side)) {
        return plies >= 1 ? 1 : SLOW_NEVER;
    }
    for (int point = 0; point < position->board.geometry.points && plies >= 3; point++) {
        if (position->board.at[point] == EMPTY && !position_forbids(position, (Point)point)) {
            position_play(position, (Point)point, side);
            int needs = 1 + slow_answers(position, (best < plies ? best : plies) - 1);
            position_undo(position);
            best = needs < best ? needs : best;
        }
    }
    return best;
}

/* The same after the best of all answers to the move just played, which must be a four. */
static int slow_answers(Position *position, int plies)
{
    int side = position->board.side, longest = 0;
    if (has_five(position, side) || !has_five(position, rules_opponent(side))) {
        return SLOW_NEVER;
    }
    for (int point = 0; point < position->board.geometry.points && longest < SLOW_NEVER; point++) {
        if (position->board.at[point] == EMPTY && !position_forbids(position, (Point)point)) {
            position_play(position, (Point)point, side);
            int needs = 1 + slow_attacks(position, plies - 1);
            position_undo(position);
            longest = needs > longest ? needs : longest;
        }
    }
    return longest == 0 ? 2 : longest;
}

/* A search that is limited in plies sees a win where there is one so short, and only there. */
TEST(short_searches_miss_nothing)
{
    Workbench *bench = *state;
    long won = 0, boards = drawn_scaled(BOARDS);
    for (long i = 0; i < boards; i++) {
        Vcf win;
        int plies = SLOW_PLIES - 2 * drawn_below(&bench->random, SLOW_PLIES / 2 + 1);
        draw_board(bench, (Rule)(i % RULE_COUNT));
        bool found = find(bench, PLENTY, plies, &win);
        int needs = slow_attacks(&bench->drawn->position, plies);
        if (found ? win.plies > plies || needs > win.plies : needs <= plies) {
            reference_print(&bench->drawn->position);
            fail_msg("found in %d of %d, and takes %d", found ? win.plies : 0, plies, needs);
        }
        won += found && win.plies > 1;
    }
    print_message("%ld of %ld boards are won\n", won, boards);
    assert_true(won >= boards * WON_PERCENT / 100);
}

/* A long search by all fours sees each win that the slow search sees; searches by fewer fours
 * or plies before it do not mislead it. */
TEST(long_searches_miss_nothing)
{
    Workbench *bench = *state;
    long won = 0, boards = drawn_scaled(BOARDS);
    for (long i = 0; i < boards; i++) {
        Vcf win;
        draw_board(bench, (Rule)(i % RULE_COUNT));
        search_forget(&bench->search);
        find(bench, PLENTY, PLY_MAX, &win);
        find(bench, PLENTY, SLOW_PLIES - 2, &win);
        bool found = find_long(bench, PLENTY, &win);
        int needs = slow_attacks(&bench->drawn->position, SLOW_PLIES);
        if (found ? win.plies <= SLOW_PLIES && needs > win.plies : needs < SLOW_NEVER) {
            reference_print(&bench->drawn->position);
            fail_msg("found in %d, and takes %d", found ? win.plies : 0, needs);
        }
        won += found && win.plies > 1;
    }
    assert_true(won >= boards * WON_PERCENT / 100);
}

/* A long search that is cut short again and again comes to the same in the end. */
TEST(long_searches_can_be_cut_short)
{
    Workbench *bench = *state;
    long won_later = 0;
    for (long i = drawn_scaled(BOARDS); i > 0; i--) {
        Vcf whole, win;
        draw_board(bench, (Rule)(i % RULE_COUNT));
        search_forget(&bench->search);
        bool is_won = find_long(bench, PLENTY, &whole);
        search_forget(&bench->search);
        bool is_found = find_long(bench, 1, &win), at_once = is_found;
        for (uint64_t nodes = 2; nodes < PLENTY && !is_found; nodes *= 2) {
            is_found = find_long(bench, nodes, &win);
        }
        assert_int_equal(is_found, is_won);
        won_later += is_found && !at_once;
    }
    assert_true(won_later > 0);
}

/* ------------------------------------------------------------------------------------ the zone */

/* What stones of the opponent's did to wins. */
typedef struct {
    long wins, on_fouls;
    long inside, prevented; /* points of zones, and those that prevent the win */
} Tally;

/* Says whether the win is still there, and as soon, with the opponent's stone on that point. */
static bool stands(Workbench *bench, Point point, int plies)
{
    Position *position = &bench->search.position;
    int side = position->board.side;
    Vcf win;
    position_play(position, point, rules_opponent(side));
    bool stands = find(bench, PLENTY, plies, &win);
    position_undo(position);
    board_set_side(&position->board, side);
    return stands;
}

/* Says whether the opponent may play there. */
static bool is_open(Workbench *bench, Point point)
{
    Position *position = &bench->search.position;
    int side = position->board.side;
    if (position->board.at[point] != EMPTY) {
        return false;
    }
    board_set_side(&position->board, rules_opponent(side));
    bool forbidden = position_forbids(position, point);
    board_set_side(&position->board, side);
    return !forbidden;
}

static void try_every_point(Workbench *bench, const Vcf *win, Tally *tally)
{
    const Board *board = &bench->search.position.board;
    for (int point = 0; point < board->geometry.points; point++) {
        if (!is_open(bench, (Point)point)) {
            continue;
        }
        bool stays = stands(bench, (Point)point, win->plies);
        if (point_set_has(&win->zone, (Point)point)) {
            tally->inside++;
            tally->prevented += !stays;
        } else if (!stays) {
            reference_print(&bench->search.position);
            fail_msg("won in %d, and not with a stone on %d", win->plies, point);
        }
    }
}

TEST(nothing_outside_the_zone_prevents)
{
    Workbench *bench = *state;
    Tally tally = {0};
    for (long i = drawn_scaled(BOARDS); i > 0; i--) {
        Vcf win;
        draw_board(bench, (Rule)(i % RULE_COUNT));
        if (!find(bench, PLENTY, PLY_MAX, &win)) {
            continue;
        }
        tally.wins++;
        tally.on_fouls += win.depends_on_fouls;
        if (!win.depends_on_fouls) {
            try_every_point(bench, &win, &tally);
        }
    }
    print_message("%ld wins, %ld depend on fouls; %ld of %ld points prevent it\n", tally.wins,
                  tally.on_fouls, tally.prevented, tally.inside);
    assert_true(tally.on_fouls > 0);
    assert_true(tally.prevented >= tally.inside * PREVENTED_PERCENT / 100);
}

/* ---------------------------------------------------------------------------------- keeping
 * word */

TEST(positions_are_counted)
{
    Workbench *bench = *state;
    for (long i = drawn_scaled(BOARDS); i > 0; i--) {
        Vcf win;
        draw_board(bench, (Rule)(i % RULE_COUNT));
        uint64_t key = bench->search.position.board.key, positions = (uint64_t)(i % 20);
        bool found = find(bench, positions, PLY_MAX, &win);
        assert_true(bench->search.nodes <= positions);
        assert_false(found && positions == 0);
        assert_true(bench->search.position.board.key == key);
    }
    assert_true(position_check(&bench->search.position));
}
