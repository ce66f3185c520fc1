/* Checks what is found at the leaves: the value of playing fours out, against a search that does
 * only that.
 *
 * The twin here is plain minimax, written from the rules of quiescence.h: at each step stop, or
 * make a four and let the opponent choose among all that stops it. It has no window, table, order
 * or list of candidates; it tries every empty point. Under an open window both must give one
 * number, under others the search must give a bound on the right side of it, whatever the table
 * knows already.
 */
#include "search/quiescence.h"

#include "eval/eval.h"
#include "workbench.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

enum {
    TABLE_BYTES = 1 << 18,
    TINY_TABLE = 1, /* one bucket */
    BOARDS = 5000,
    PLIES_MAX = 6,
    WINDOWS = 12,
    WON_PERCENT = 1,     /* of the boards must be won by fours, and so many must be worth */
    CHANGED_PERCENT = 1, /* something else than they look, or chance was not steered well */
    LINE_BOARDS = 600,
};

static int set_up(void **state)
{
    *state = workbench_new(TABLE_BYTES, UINT64_C(20250302));
    return 0;
}

static int tear_down(void **state)
{
    workbench_free(*state);
    return 0;
}

/* -------------------------------------------------------------------------------- the slow twin */

/* How often a four was answered by a four, and what became of it. */
enum { LOST, STOPS, GOES_ON, ENDS };
static long answered_by_four[ENDS];

static Value twin_value(Position *position, int ply, int plies);

static bool has_five(const Position *position, int colour)
{
    return position_count(position, colour, THREAT_FIVE) > 0;
}

/* What the attack of the opponent, who just made a four, comes to after the best answer to it; told
 * from the attacker's side. */
static Value twin_after_four(Position *position, int ply, int plies)
{
    int side = position->board.side;
    Value worst = VALUE_INFINITE;
    if (position->board.empty == 0) {
        return VALUE_DRAW;
    }
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (position->board.at[point] != EMPTY || position_forbids(position, (Point)point)) {
            continue;
        }
        position_play(position, (Point)point, side);
        if (!has_five(position, rules_opponent(side))) {
            Value value = twin_value(position, ply + 1, plies - 1);
            worst = value < worst ? value : worst;
        }
        position_undo(position);
    }
    return worst == VALUE_INFINITE ? value_win_at(ply + 2) : worst;
}

/* Says whether the stone would make at least a live two on two lines, the four's one of them. */
static bool is_more_than_a_four(const Position *position, Point point)
{
    const Shape least = SHAPE_LIVE_TWO;
    int side = position->board.side;
    return (position_shape(position, point, 0, side) >= least) +
               (position_shape(position, point, 1, side) >= least) +
               (position_shape(position, point, 2, side) >= least) +
               (position_shape(position, point, 3, side) >= least) >=
           2;
}

/* The best that the side to move can get by a four, at least `best`. If it faces a five, the four
 * must stop that as well; if not, it must make something besides. */
static Value twin_best_four(Position *position, int ply, int plies, Value best)
{
    int side = position->board.side;
    bool faces_five = has_five(position, rules_opponent(side));
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (position->board.at[point] != EMPTY || position_forbids(position, (Point)point) ||
            (!faces_five && !is_more_than_a_four(position, (Point)point))) {
            continue;
        }
        position_play(position, (Point)point, side);
        if (has_five(position, side) && !has_five(position, rules_opponent(side))) {
            Value value = twin_after_four(position, ply + 1, plies - 1);
            best = value > best ? value : best;
        }
        position_undo(position);
    }
    return best;
}

/* Says whether nothing legal stops the five that the side to move faces. */
static bool is_lost(Position *position)
{
    int side = position->board.side;
    bool lost = true;
    for (int point = 0; point < position->board.geometry.points && lost; point++) {
        if (position->board.at[point] == EMPTY && !position_forbids(position, (Point)point)) {
            position_play(position, (Point)point, side);
            lost = has_five(position, rules_opponent(side));
            position_undo(position);
        }
    }
    return lost;
}

static Value twin_value(Position *position, int ply, int plies)
{
    int side = position->board.side;
    if (position->board.empty == 0) {
        return VALUE_DRAW;
    }
    if (has_five(position, side)) {
        return value_win_at(ply + 1);
    }
    if (has_five(position, rules_opponent(side))) { /* the answer was a four itself */
        bool lost = is_lost(position);
        Value look = drawn_value(position);
        Value value = lost        ? value_loss_at(ply + 2)
                      : plies > 0 ? twin_best_four(position, ply, plies, look)
                                  : look;
        answered_by_four[lost ? LOST : value > look ? GOES_ON : STOPS]++;
        return value;
    }
    if (position_count(position, side, THREAT_OPEN_FOUR) > 0) {
        return value_win_at(ply + 3);
    }
    Value look = drawn_value(position);
    return plies <= 0 ? look : twin_best_four(position, ply, plies, look);
}

/* ------------------------------------------------------------------------------------ comparing */

static void begin(Workbench *desk)
{
    Limits limits = {.turn_ms = LIMIT_UNKNOWN, .match_ms = LIMIT_UNKNOWN, .left_ms = LIMIT_UNKNOWN};
    search_set_position(&desk->search, &desk->drawn->position,
                        drawn_eval_tables(&desk->drawn->position));
    desk->search.nodes = 0;
    desk->search.stopping = false;
    clock_start(&desk->clock, &limits);
    desk->clock.end_ms = INT64_MAX;
}

/* A position with threats in it, where nobody faces a five, and seldom is anything decided. Half of
 * the boards are small, with three or four in a row to make, so that fours answer fours. */
static void draw_position(Workbench *desk)
{
    bool any = drawn_below(&desk->random, 16) == 0, small = drawn_below(&desk->random, 2) == 0;
    Situation situation;
    do {
        Game game = reference_random_game(&desk->random, 5, small ? 8 : 12);
        game.win_length = small ? game.win_length : WIN_LENGTH_MAX;
        int points = game.width * game.height;
        int stones = points / 5 + drawn_below(&desk->random, points / 3 + 1);
        reference_scatter(desk->drawn, game, stones, &desk->random);
        situation = candidates_situation(&desk->drawn->position);
    } while (situation == SITUATION_BLOCK ||
             (!any && (situation == SITUATION_FIVE || situation == SITUATION_OPEN_FOUR)));
}

static Value ask(Workbench *desk, int ply, int plies, Value alpha, Value beta)
{
    begin(desk);
    Value value = quiescence_search(&desk->search, ply, plies, alpha, beta);
    assert_false(desk->search.stopping);
    assert_true(position_check(&desk->search.position));
    assert_true(desk->search.position.board.key == desk->drawn->position.board.key);
    return value;
}

static void assert_value(Workbench *desk, Value value, Value right, int plies)
{
    if (value != right) {
        reference_print(&desk->drawn->position);
        fail_msg("%d, where %d is right after %d plies", value, right, plies);
    }
}

/* A value inside the window is the value; outside it is a bound on that side. */
static void assert_bound(Workbench *desk, Value value, Value right, Value alpha, Value beta,
                         int plies)
{
    bool holds = value <= alpha ? right <= value : value >= beta ? right >= value : right == value;
    if (!holds) {
        reference_print(&desk->drawn->position);
        fail_msg("%d from %d to %d, where %d is right after %d plies", value, alpha, beta, right,
                 plies);
    }
}

/* A window near the value, often of nothing. */
static void compare_windows(Workbench *desk, int ply, int plies, Value right)
{
    for (int i = 0; i < WINDOWS; i++) {
        Value alpha = right + drawn_below(&desk->random, 41) - 21;
        Value beta = alpha + 1 + (i % 2 == 0 ? 0 : drawn_below(&desk->random, 40));
        if (i % 3 == 0) {
            tt_clear(&desk->table);
        }
        Value value = ask(desk, ply, plies, alpha, beta);
        assert_bound(desk, value, right, alpha, beta, plies);
    }
}

static void values_are_those_of_the_twin(void **state)
{
    Workbench *desk = *state;
    long changed = 0, won = 0, boards = drawn_scaled(BOARDS);
    for (long i = 0; i < boards; i++) {
        draw_position(desk);
        int plies = drawn_below(&desk->random, PLIES_MAX + 1), ply = drawn_below(&desk->random, 30);
        Value right = twin_value(&desk->drawn->position, ply, plies);
        won += right >= VALUE_PROVEN_MIN && right < value_win_at(ply + 3);
        changed += !value_is_proven(right) && right != drawn_value(&desk->drawn->position);
        tt_clear(&desk->table);
        assert_value(desk, ask(desk, ply, plies, -VALUE_INFINITE, VALUE_INFINITE), right, plies);
        assert_value(desk, ask(desk, ply, plies, -VALUE_INFINITE, VALUE_INFINITE), right, plies);
        compare_windows(desk, ply, plies, right);
        assert_value(desk, ask(desk, ply, plies, -VALUE_INFINITE, VALUE_INFINITE), right, plies);
    }
    print_message("%ld boards: %ld won, %ld not worth what they look\n", boards, won, changed);
    print_message("answered by a four: %ld lost, %ld stopped, %ld went on\n",
                  answered_by_four[LOST], answered_by_four[STOPS], answered_by_four[GOES_ON]);
    for (int end = 0; end < ENDS; end++) {
        assert_true(answered_by_four[end] >= boards / 500);
    }
    assert_true(won >= boards * WON_PERCENT / 100);
    assert_true(changed >= boards * CHANGED_PERCENT / 100);
}

/* The same with a table that forgets at once. */
static void a_tiny_table_changes_nothing(void **state)
{
    Workbench *desk = *state;
    assert_true(tt_resize(&desk->table, TINY_TABLE));
    for (long i = drawn_scaled(BOARDS / 3); i > 0; i--) {
        draw_position(desk);
        Value right = twin_value(&desk->drawn->position, 0, PLIES_MAX);
        tt_clear(&desk->table);
        for (int j = 0; j < 2; j++) {
            Value value = ask(desk, 0, PLIES_MAX, -VALUE_INFINITE, VALUE_INFINITE);
            assert_value(desk, value, right, PLIES_MAX);
        }
    }
}

/* The line can be played: fours and what stops them, in turn. */
static void lines_are_fours_and_answers(void **state)
{
    Workbench *desk = *state;
    long boards = drawn_scaled(LINE_BOARDS), longer = 0;
    for (long i = 0; i < boards; i++) {
        draw_position(desk);
        tt_clear(&desk->table);
        ask(desk, 0, PLIES_MAX, -VALUE_INFINITE, VALUE_INFINITE);
        longer += desk->search.pv[0].length > 2;
        const Variation *line = &desk->search.pv[0];
        Reference *reference = desk->reference;
        reference_set(reference, &desk->drawn->position);
        for (int j = 0; j < line->length; j++) {
            Point move = line->move[j];
            int side = reference->position.board.side;
            assert_int_equal(reference->position.board.at[move], EMPTY);
            assert_false(reference_forbids(reference, move));
            assert_false(reference_wins(reference, move));
            reference_play(reference, move);
            assert_true(j % 2 == 0 ? has_five(&reference->position, side)
                                   : !has_five(&reference->position, rules_opponent(side)));
        }
    }
    assert_true(longer >= boards / 200);
}

/* A search without nodes left says so and leaves the board as it was. */
static void stops_when_told(void **state)
{
    Workbench *desk = *state;
    for (long i = drawn_scaled(LINE_BOARDS); i > 0; i--) {
        draw_position(desk);
        tt_clear(&desk->table);
        begin(desk);
        quiescence_search(&desk->search, 0, PLIES_MAX, -VALUE_INFINITE, VALUE_INFINITE);
        uint64_t nodes = desk->search.nodes;
        for (uint64_t limit = 1; limit <= nodes; limit += 1 + limit / 4) {
            tt_clear(&desk->table);
            begin(desk);
            desk->clock.node_limit = limit;
            quiescence_search(&desk->search, 0, PLIES_MAX, -VALUE_INFINITE, VALUE_INFINITE);
            assert_true(desk->search.nodes == limit);
            assert_true(desk->search.stopping == (limit < nodes));
            assert_true(desk->search.position.board.key == desk->drawn->position.board.key);
            /* what a search that was cut short left in the table is true */
            desk->clock.node_limit = 0;
            Value right = twin_value(&desk->drawn->position, 0, PLIES_MAX);
            assert_value(desk, ask(desk, 0, PLIES_MAX, -VALUE_INFINITE, VALUE_INFINITE), right,
                         PLIES_MAX);
        }
    }
}

/* Black's four leaves him an open one; white's fours are in vain. */
static void a_four_that_leaves_an_open_four_wins(void **state)
{
    Workbench *desk = *state;
    for (int side = BLACK; side <= WHITE; side++) {
        drawn_set(desk->drawn, RULE_FREESTYLE, 5,
                  "..........\n"
                  "OXXX......\n"
                  "....X.....\n"
                  "....X.....\n"
                  "..........\n"
                  "..........\n"
                  "XOOO......\n",
                  side);
        Value look = drawn_value(&desk->drawn->position);
        assert_int_equal(ask(desk, 0, 0, -VALUE_INFINITE, VALUE_INFINITE), look);
        Value value = ask(desk, 0, 4, -VALUE_INFINITE, VALUE_INFINITE);
        assert_true(side == BLACK ? value == value_win_at(5) : !value_is_proven(value));
    }
}

/* A four and two threes at once: in freestyle it wins, for renju's black it is a foul. */
static void fours_that_are_fouls_are_not_played(void **state)
{
    static const char drawing[] = "###########\n"
                                  "####.##.###\n"
                                  "####.#.####\n"
                                  "####.X#####\n"
                                  ".OXX.X..###\n"
                                  "###.X######\n"
                                  "##X#X######\n"
                                  "#.##.######\n"
                                  "####.######\n";
    Workbench *desk = *state;
    drawn_set(desk->drawn, RULE_FREESTYLE, 5, drawing, BLACK);
    Point four = drawn_point(desk->drawn, 4, 4);
    Value value = ask(desk, 0, PLIES_MAX, -VALUE_INFINITE, VALUE_INFINITE);
    assert_int_equal(desk->drawn->position.cell[four].threat[BLACK], THREAT_FOUR_THREE);
    assert_true(value >= VALUE_PROVEN_MIN);
    drawn_set(desk->drawn, RULE_RENJU, 5, drawing, BLACK);
    assert_int_equal(desk->drawn->position.cell[four].threat[BLACK], THREAT_SUSPECT);
    assert_true(position_forbids(&desk->drawn->position, four));
    value = ask(desk, 0, PLIES_MAX, -VALUE_INFINITE, VALUE_INFINITE);
    assert_false(value_is_proven(value));
}

#define AT_A_DESK(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_A_DESK(a_four_that_leaves_an_open_four_wins),
        AT_A_DESK(fours_that_are_fouls_are_not_played),
        AT_A_DESK(values_are_those_of_the_twin),
        AT_A_DESK(a_tiny_table_changes_nothing),
        AT_A_DESK(lines_are_fours_and_answers),
        AT_A_DESK(stops_when_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
