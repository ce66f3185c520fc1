/* Checks quiescence search: the value of playing fours out, against a search that does only that.
 *
 * The slow search here is plain minimax, written from the rules of quiescence.h: at each step stand
 * pat, or make a four and let the opponent choose among all blocks. It has no window, table, order
 * or list of candidates; it tries every empty point. With an open window both must give one number,
 * with others quiescence search must give a bound on the right side of it, whatever the table
 * holds.
 */
#include "search/quiescence.h"

#include "eval/eval.h"
#include "unit.h"
#include "workbench.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    TABLE_BYTES = 1 << 18,
    BOARDS = 5000,
    PLIES_MAX = 6,
    WINDOWS = 12,
    WON_PERCENT = 1,     /* of the boards must be won by fours, and so many must be worth */
    CHANGED_PERCENT = 1, /* something else than their evaluation, or chance was not steered well */
    LINE_BOARDS = 600,
};

WORKBENCH(FIXTURE, TABLE_BYTES, UINT64_C(20250302))

/* -------------------------------------------------------------------------------- the slow
 * search */

/* How often a four was answered by a four, and what became of it. */
enum { LOST, STOPS, GOES_ON, ENDS };
static long answered_by_four[ENDS];

static Value slow_value(Position *position, int ply, int plies);

static bool has_five(const Position *position, int colour)
{
    return position_count(position, colour, THREAT_FIVE) > 0;
}

/* What the attack of the opponent, who just made a four, comes to after the best block, from the
 * attacker's view. */
static Value slow_after_four(Position *position, int ply, int plies)
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
            Value value = slow_value(position, ply + 1, plies - 1);
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

/* Says whether a step of so many points from there leads, past no wall, to a point where black's
 * stones make renju's foul, or may. */
static bool leads_to_foul(const Position *position, Point from, int step, int steps)
{
    for (int i = 1; i <= steps; i++) {
        if (position->board.at[from + i * step] == WALL) {
            return false;
        }
    }
    int point = from + steps * step;
    Threat threat = cell_threat(&position->cell[point], BLACK);
    return position->board.at[point] == EMPTY &&
           (threat == THREAT_FOUL || threat == THREAT_SUSPECT);
}

/* Says whether the stone would make a four with such a point on its line. */
static bool is_four_near_foul(const Position *position, Point point)
{
    int side = position->board.side;
    for (int i = 0; i < DIRECTIONS * 2 * 4 && side == WHITE; i++) {
        int direction = i / 8, steps = i / 2 % 4 + 1;
        int step = position->board.geometry.step[direction] * (i % 2 == 0 ? 1 : -1);
        if (shape_is_four(position_shape(position, point, direction, side)) &&
            leads_to_foul(position, point, step, steps)) {
            return true;
        }
    }
    return false;
}

/* The best that the side to move can get by a four, at least `best`. If it faces a five, the four
 * must stop that as well; if not, it must make something besides, or have a foul on its line. */
static Value slow_best_four(Position *position, int ply, int plies, Value best)
{
    int side = position->board.side;
    bool faces_five = has_five(position, rules_opponent(side));
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (position->board.at[point] != EMPTY || position_forbids(position, (Point)point) ||
            (!faces_five && !is_more_than_a_four(position, (Point)point) &&
             !is_four_near_foul(position, (Point)point))) {
            continue;
        }
        position_play(position, (Point)point, side);
        if (has_five(position, side) && !has_five(position, rules_opponent(side))) {
            Value value = slow_after_four(position, ply + 1, plies - 1);
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

static Value slow_value(Position *position, int ply, int plies)
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
        Value static_eval = drawn_value(position);
        Value value = lost        ? value_loss_at(ply + 2)
                      : plies > 0 ? slow_best_four(position, ply, plies, static_eval)
                                  : static_eval;
        answered_by_four[lost ? LOST : value > static_eval ? GOES_ON : STOPS]++;
        return value;
    }
    if (position_count(position, side, THREAT_OPEN_FOUR) > 0) {
        return value_win_at(ply + 3);
    }
    Value static_eval = drawn_value(position);
    return plies <= 0 ? static_eval : slow_best_four(position, ply, plies, static_eval);
}

/* ------------------------------------------------------------------------------------ comparing */

static void begin(Workbench *bench)
{
    Limits limits = limits_none();
    search_set_position(&bench->search, &bench->drawn->position,
                        drawn_eval_tables(&bench->drawn->position));
    bench->search.nodes = 0;
    bench->search.stopping = false;
    clock_start(&bench->clock, &limits);
    bench->clock.end_ms = INT64_MAX;
}

/* A position with threats in it, where nobody faces a five, and seldom is anything decided. Half of
 * the boards are small, with three or four in a row to make, so that fours answer fours. */
static void draw_position(Workbench *bench)
{
    bool any = drawn_below(&bench->random, 16) == 0, small = drawn_below(&bench->random, 2) == 0;
    Situation situation;
    do {
        Game game = reference_random_game(&bench->random, 5, small ? 8 : 12);
        game.win_length = small ? game.win_length : WIN_LENGTH_MAX;
        int points = game.width * game.height;
        int stones = points / 5 + drawn_below(&bench->random, points / 3 + 1);
        reference_scatter(bench->drawn, game, stones, &bench->random);
        situation = candidates_situation(&bench->drawn->position);
    } while (situation == SITUATION_BLOCK ||
             (!any && (situation == SITUATION_FIVE || situation == SITUATION_OPEN_FOUR)));
}

static Value ask(Workbench *bench, int ply, int plies, Value alpha, Value beta)
{
    begin(bench);
    Value value = quiescence_search(&bench->search, ply, plies, alpha, beta);
    assert_false(bench->search.stopping);
    assert_true(position_check(&bench->search.position));
    assert_true(bench->search.position.board.key == bench->drawn->position.board.key);
    return value;
}

static void assert_value(Workbench *bench, Value value, Value right, int plies)
{
    if (value != right) {
        reference_print(&bench->drawn->position);
        fail_msg("%d, where %d is right after %d plies", value, right, plies);
    }
}

/* A value inside the window is the value; outside it is a bound on that side. */
static void assert_bound(Workbench *bench, Value value, Value right, Value alpha, Value beta,
                         int plies)
{
    bool holds = value <= alpha ? right <= value : value >= beta ? right >= value : right == value;
    if (!holds) {
        reference_print(&bench->drawn->position);
        fail_msg("%d from %d to %d, where %d is right after %d plies", value, alpha, beta, right,
                 plies);
    }
}

/* A window near the value, often of nothing. */
static void compare_windows(Workbench *bench, int ply, int plies, Value right)
{
    for (int i = 0; i < WINDOWS; i++) {
        Value alpha = right + drawn_below(&bench->random, 41) - 21;
        Value beta = alpha + 1 + (i % 2 == 0 ? 0 : drawn_below(&bench->random, 40));
        if (i % 3 == 0) {
            tt_clear(&bench->table);
        }
        Value value = ask(bench, ply, plies, alpha, beta);
        assert_bound(bench, value, right, alpha, beta, plies);
    }
}

TEST(values_are_those_of_the_slow_search)
{
    Workbench *bench = *state;
    long changed = 0, won = 0, boards = drawn_scaled(BOARDS);
    for (long i = 0; i < boards; i++) {
        draw_position(bench);
        int plies = drawn_below(&bench->random, PLIES_MAX + 1),
            ply = drawn_below(&bench->random, 30);
        Value right = slow_value(&bench->drawn->position, ply, plies);
        won += right >= VALUE_PROVEN_MIN && right < value_win_at(ply + 3);
        changed += !value_is_proven(right) && right != drawn_value(&bench->drawn->position);
        tt_clear(&bench->table);
        assert_value(bench, ask(bench, ply, plies, -VALUE_INFINITE, VALUE_INFINITE), right, plies);
        assert_value(bench, ask(bench, ply, plies, -VALUE_INFINITE, VALUE_INFINITE), right, plies);
        compare_windows(bench, ply, plies, right);
        assert_value(bench, ask(bench, ply, plies, -VALUE_INFINITE, VALUE_INFINITE), right, plies);
    }
    print_message("%ld boards: %ld won, %ld not worth their evaluation\n", boards, won, changed);
    print_message("answered by a four: %ld lost, %ld stopped, %ld went on\n",
                  answered_by_four[LOST], answered_by_four[STOPS], answered_by_four[GOES_ON]);
    for (int end = 0; end < ENDS; end++) {
        assert_true(answered_by_four[end] >= boards / 500);
    }
    assert_true(won >= boards * WON_PERCENT / 100);
    assert_true(changed >= boards * CHANGED_PERCENT / 100);
}

/* The line can be played: fours and what stops them, in turn. */
TEST(pvs_are_fours_and_blocks)
{
    Workbench *bench = *state;
    long boards = drawn_scaled(LINE_BOARDS), longer = 0;
    for (long i = 0; i < boards; i++) {
        draw_position(bench);
        tt_clear(&bench->table);
        ask(bench, 0, PLIES_MAX, -VALUE_INFINITE, VALUE_INFINITE);
        longer += bench->search.pv[0].length > 2;
        const Variation *line = &bench->search.pv[0];
        Reference *reference = bench->reference;
        reference_set(reference, &bench->drawn->position);
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

/* A search without nodes left is stopping and leaves the board as it was. */
TEST(stops_when_out_of_nodes)
{
    Workbench *bench = *state;
    for (long i = drawn_scaled(LINE_BOARDS); i > 0; i--) {
        draw_position(bench);
        tt_clear(&bench->table);
        begin(bench);
        quiescence_search(&bench->search, 0, PLIES_MAX, -VALUE_INFINITE, VALUE_INFINITE);
        uint64_t nodes = bench->search.nodes;
        for (uint64_t limit = 1; limit <= nodes; limit += 1 + limit / 4) {
            tt_clear(&bench->table);
            begin(bench);
            bench->search.node_limit = limit;
            quiescence_search(&bench->search, 0, PLIES_MAX, -VALUE_INFINITE, VALUE_INFINITE);
            assert_true(bench->search.nodes == limit);
            assert_true(bench->search.stopping == (limit < nodes));
            assert_true(bench->search.position.board.key == bench->drawn->position.board.key);
            /* what a search that was cut short left in the table is true */
            bench->search.node_limit = 0;
            Value right = slow_value(&bench->drawn->position, 0, PLIES_MAX);
            assert_value(bench, ask(bench, 0, PLIES_MAX, -VALUE_INFINITE, VALUE_INFINITE), right,
                         PLIES_MAX);
        }
    }
}

/* A four and two threes at once: in freestyle it wins, for renju's black it is a foul. */
TEST(fours_that_are_fouls_are_not_played)
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
    Workbench *bench = *state;
    drawn_set(bench->drawn, RULE_FREESTYLE, 5, drawing, BLACK);
    Point four = drawn_point(bench->drawn, 4, 4);
    Value value = ask(bench, 0, PLIES_MAX, -VALUE_INFINITE, VALUE_INFINITE);
    assert_int_equal(cell_threat(&bench->drawn->position.cell[four], BLACK), THREAT_FOUR_THREE);
    assert_true(value >= VALUE_PROVEN_MIN);
    drawn_set(bench->drawn, RULE_RENJU, 5, drawing, BLACK);
    assert_int_equal(cell_threat(&bench->drawn->position.cell[four], BLACK), THREAT_SUSPECT);
    assert_true(position_forbids(&bench->drawn->position, four));
    value = ask(bench, 0, PLIES_MAX, -VALUE_INFINITE, VALUE_INFINITE);
    assert_false(value_is_proven(value));
}
