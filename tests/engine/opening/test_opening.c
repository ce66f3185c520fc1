/* Checks engine/opening: that the engine plays every opening rule legally and balances everywhere,
 * that openings vary, and that a side is chosen because the search prefers it, which only positions
 * with a clear answer can show.
 */
#include "balance/balance.h"
#include "opening/opening_answer.h"
#include "opening/opening_worth.h"

#include "port/port.h"
#include "unit.h"
#include "workbench.h"

#include <stdlib.h>
#include <string.h>

enum {
    TABLE_BYTES = 1 << 20,
    OPENING_MS = 60,          /* for an answer: there are many tests */
    HOUR_MS = 1000 * 60 * 60, /* for one that must be right, however busy the machine is */
    PROPOSALS = 12,
    VARIETY_MIN = 8, /* different ones among them */
    JUDGE_NODES = 2000,
    EVEN_MAX = 120, /* what a balanced position may be worth to a search of JUDGE_NODES */
};

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

WORKBENCH(SHARED_FIXTURE, TABLE_BYTES, 1)

static void start_clock(Workbench *bench, int64_t turn_ms)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.turn_ms = turn_ms;
    clock_start(&bench->clock, &limits);
}

static void use_game(Workbench *bench, Game game)
{
    drawn_clear(bench->drawn, game);
    search_set_position(&bench->search, &bench->drawn->position,
                        drawn_eval_tables(&bench->drawn->position));
}

static void use_drawing(Workbench *bench, const char *diagram)
{
    drawn_set(bench->drawn, RULE_FREESTYLE, 5, diagram, WHITE);
    search_set_position(&bench->search, &bench->drawn->position,
                        drawn_eval_tables(&bench->drawn->position));
}

/* The opening with the stones on the board, before that step of the rule. */
static Opening opening_at(const Workbench *bench, const char *rule, int step)
{
    const Board *board = &bench->search.position.board;
    Opening opening = opening_begun(opening_rule_named(rule), &bench->search.position.game);
    for (int i = 0; i < board->count; i++) {
        opening.stones[opening.stone_count++] =
            geometry_coordinates(&board->geometry, board->moves[i].point);
    }
    opening.step = step;
    return opening;
}

static OpeningAnswer ask_about(Workbench *bench, const Opening *opening, int64_t turn_ms,
                               uint64_t seed)
{
    uint64_t key = bench->search.position.board.key;
    start_clock(bench, turn_ms);
    OpeningAnswer answer = opening_answer(&bench->search, opening, seed);
    assert_true(bench->search.position.board.key == key);
    assert_true(position_check(&bench->search.position));
    return answer;
}

/* What it does in swap2, where the stones on the board say how far that is. */
static OpeningAnswer ask_within(Workbench *bench, int64_t turn_ms, uint64_t seed)
{
    int stones = bench->search.position.board.count;
    Opening opening = opening_at(bench, "swap2", stones == 0 ? 0 : stones == 3 ? 1 : 3);
    return ask_about(bench, &opening, turn_ms, seed);
}

static OpeningAnswer ask(Workbench *bench, uint64_t seed)
{
    return ask_within(bench, OPENING_MS, seed);
}

static Point point_of(const Workbench *bench, Coordinates at)
{
    return geometry_point(&bench->search.position.board.geometry, at.x, at.y);
}

/* The points are empty and different. */
static void assert_playable(const Workbench *bench, const Point *moves, int count)
{
    for (int i = 0; i < count; i++) {
        assert_int_equal(bench->search.position.board.at[moves[i]], EMPTY);
        for (int j = 0; j < i; j++) {
            assert_int_not_equal(moves[i], moves[j]);
        }
    }
}

/* There are so many points, and no colour is taken. */
static void assert_act_is_playable(const Workbench *bench, const OpeningAct *act, int count)
{
    Point points[OPENING_OFFERS_MAX];
    assert_int_equal(act->colour, EMPTY);
    assert_int_equal(act->count, count);
    for (int i = 0; i < count; i++) {
        points[i] = point_of(bench, act->points[i]);
    }
    assert_playable(bench, points, count);
}

TEST(three_stones_on_every_board)
{
    Workbench *bench = *state;
    static const int sides[][2] = {{5, 5}, {8, 8}, {10, 10}, {15, 15}, {20, 20}, {32, 32}, {20, 9}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        for (int rule = 0; rule < RULE_COUNT; rule++) {
            use_game(bench, (Game){(Rule)rule, sides[i][0], sides[i][1], 5});
            bench->search.budget = (Budget){.nodes = 0};
            OpeningAnswer answer = ask(bench, i);
            assert_true(answer.report.nodes == bench->search.budget.spent);
            assert_act_is_playable(bench, &answer.act, 3);
            assert_int_equal(answer.report.pv.length, 3);
            assert_int_equal(answer.report.pv.move[2], point_of(bench, answer.act.points[2]));
            assert_true(answer.report.nodes > 0);
        }
    }
}

TEST(openings_vary)
{
    Workbench *bench = *state;
    OpeningAnswer answers[PROPOSALS];
    int different = 0;
    use_game(bench, usual);
    for (int i = 0; i < PROPOSALS; i++) {
        answers[i] = ask(bench, (uint64_t)i);
        bool is_new = true;
        for (int j = 0; j < i; j++) {
            is_new &= memcmp(&answers[i].act, &answers[j].act, sizeof answers[i].act) != 0;
        }
        different += is_new;
    }
    assert_true(different >= VARIETY_MIN);
}

/* White, to move, can do nothing about three and three. */
TEST(a_lost_side_is_swapped_away)
{
    Workbench *bench = *state;
    use_drawing(bench, ". . . . . . . . . . .\n"
                       ". . . . . . . . . . .\n"
                       ". . . . . . . . . . O\n"
                       ". . . . . . . . . . .\n"
                       ". . . . . . . . . . .\n"
                       ". . . . X X X . . . .\n"
                       ". . . . . . . . . . .\n"
                       ". . . . . . . . . . .\n"
                       ". . . . . . . . . . .\n"
                       "O . . . . . . . . . .\n"
                       ". . . . . . . . . . .\n");
    OpeningAnswer answer = ask_within(bench, HOUR_MS, 1);
    assert_int_equal(answer.act.colour, BLACK);
    assert_true(answer.report.value <= -VALUE_PROVEN_MIN);
}

/* White, to move, has an open three of its own among five stones. */
TEST(a_won_side_is_kept)
{
    Workbench *bench = *state;
    use_drawing(bench, ". . . . . . . . . . .\n"
                       ". . . . . . . . . . .\n"
                       ". . . . . . . . . . X\n"
                       ". . . . . . . . . . .\n"
                       ". . . . . . . . . . .\n"
                       ". . . . O O O . . . .\n"
                       ". . . . . . . . . . .\n"
                       ". . . . . . . . . . .\n"
                       ". . . . . . . . . . .\n"
                       "X . . . . . . . . . .\n"
                       ". . . . . . . . . . .\n");
    OpeningAnswer answer = ask_within(bench, HOUR_MS, 1);
    assert_int_equal(answer.act.colour, WHITE);
    assert_int_equal(answer.report.value, value_win_at(3));
    int x = geometry_x(&bench->search.position.board.geometry, answer.report.move);
    assert_true(x == 3 || x == 7);
}

TEST(a_result_is_farther_away_before_the_stones)
{
    assert_int_equal(value_before(value_win_at(3), 2), value_win_at(5));
    assert_int_equal(value_before(value_loss_at(4), 1), value_loss_at(5));
    assert_int_equal(value_before(-70, 3), -70);
}

/* --- every rule --- */

/* Brings the board up to what the opening has. */
static void put_new_stones(Workbench *bench, const Opening *opening)
{
    Position *position = &bench->search.position;
    while (position->board.count < opening->stone_count) {
        int n = position->board.count;
        position_play(position, point_of(bench, opening->stones[n]), n % 2);
    }
}

/* The engine against itself, until the opening is over. */
static void play_opening(Workbench *bench, const OpeningRule *rule, Game game, int64_t turn_ms,
                         uint64_t seed)
{
    use_game(bench, game);
    Opening opening = opening_begun(rule, &game);
    while (opening_step(&opening)->kind != OPENING_OVER) {
        OpeningAnswer answer = ask_about(bench, &opening, turn_ms, seed);
        assert_null(opening_act(&opening, &answer.act));
        put_new_stones(bench, &opening);
    }
}

TEST(every_rule_is_played_legally)
{
    enum { GAMES = 3, TURN_MS = 10 };
    static const Game games[] = {{RULE_RENJU, 15, 15, 5}, {RULE_FREESTYLE, 9, 11, 5}};
    for (int rule = 0; rule < OPENING_RULES; rule++) {
        for (uint64_t seed = 0; seed < GAMES; seed++) {
            const Game *game = &games[seed % 2];
            play_opening(*state, &opening_rules[rule], *game, seed < 2 ? TURN_MS : 0, seed);
        }
    }
}

/* Four stones of renju: an open two of black's, white's two far away. */
static Opening open_two(Workbench *bench, int step)
{
    static const int stones[][2] = {{7, 7}, {0, 0}, {8, 7}, {14, 0}};
    use_game(bench, usual);
    for (int i = 0; i < 4; i++) {
        Point point = drawn_point(bench->drawn, stones[i][0], stones[i][1]);
        position_play(&bench->search.position, point, i % 2);
    }
    return opening_at(bench, "rif", step);
}

/* Threes win, a stone in the corner does not. Each of many offers gets few nodes. */
TEST(white_picks_the_offer_that_is_worst_for_black)
{
    enum { PICK_STEP = 6, WORST = 3 };
    static const Coordinates offers[] = {{9, 7}, {6, 7}, {10, 7}, {14, 14}, {5, 7}};
    Workbench *bench = *state;
    Opening opening = open_two(bench, PICK_STEP);
    opening.offer_count = sizeof offers / sizeof *offers;
    memcpy(opening.offers, offers, sizeof offers);
    OpeningAnswer answer = ask_about(bench, &opening, HOUR_MS, 1);
    assert_act_is_playable(bench, &answer.act, 1);
    assert_int_equal(answer.act.points[0].x, offers[WORST].x);
}

TEST(offers_are_the_best_fifth_moves)
{
    enum { COUNT = 6 };
    Workbench *bench = *state;
    Opening opening = open_two(bench, 0);
    start_clock(bench, HOUR_MS);
    FifthMoves moves = opening_worth_fifth_moves(&bench->search, &opening, COUNT);
    assert_int_equal(moves.count, COUNT);
    assert_playable(bench, moves.points, COUNT);
    for (int i = 1; i < COUNT; i++) {
        assert_true(moves.values[i] <= moves.values[i - 1]);
    }
    assert_true(moves.values[0] > 0); /* white is so far away */
}

/* Any of many fifth moves wins for black here: so as many are announced as may be. */
TEST(a_strong_opening_is_announced_with_many_offers)
{
    Workbench *bench = *state;
    Opening opening = open_two(bench, 0);
    start_clock(bench, HOUR_MS);
    OpeningWorth worth = opening_worth_of(&bench->search, &opening, OPENING_OFFERS_MAX);
    assert_int_equal(worth.announced, OPENING_OFFERS_MAX);
}

/* Whoever puts the third stone, too, evens it out by that one: the second is drawn. */
TEST(a_stone_that_the_next_one_evens_out_is_drawn)
{
    enum { SECOND_STEP = 1, SEEDS = 20 };
    static const char *const rules[] = {"rif", "yamaguchi", "soosyrv-8"};
    Workbench *bench = *state;
    for (int i = 0; i < 3 * SEEDS; i++) {
        use_game(bench, (Game){RULE_RENJU, 15, 15, 5});
        position_play(&bench->search.position, drawn_point(bench->drawn, 7, 7), BLACK);
        Opening opening = opening_at(bench, rules[i % 3], SECOND_STEP);
        OpeningAnswer answer = ask_about(bench, &opening, HOUR_MS, (uint64_t)i);
        assert_act_is_playable(bench, &answer.act, 1);
        assert_null(opening_act(&opening, &answer.act));
        assert_int_equal(answer.report.value, VALUE_DRAW);
        assert_true(answer.report.nodes == 0);
    }
}

TEST(balanced_moves_leave_an_even_position)
{
    Workbench *bench = *state;
    Position *position = &bench->search.position;
    use_game(bench, usual);
    position_play(position, drawn_point(bench->drawn, 7, 7), BLACK);
    start_clock(bench, HOUR_MS);
    Balanced pair = balance_two(&bench->search, 0);
    assert_playable(bench, pair.moves, 2);
    position_play(position, pair.moves[0], WHITE);
    position_play(position, pair.moves[1], BLACK);
    assert_true(abs(balance_judge(&bench->search, JUDGE_NODES)) <= EVEN_MAX);
    Balanced one = balance_one(&bench->search, 0);
    assert_playable(bench, one.moves, 1);
    position_play(position, one.moves[0], WHITE);
    assert_true(abs(balance_judge(&bench->search, JUDGE_NODES)) <= EVEN_MAX);
}

TEST(the_target_moves_the_balance)
{
    Workbench *bench = *state;
    use_game(bench, usual);
    for (int x = 6; x < 9; x++) { /* an open three to build on, or to leave alone */
        position_play(&bench->search.position, drawn_point(bench->drawn, x, 7), BLACK);
    }
    position_play(&bench->search.position, drawn_point(bench->drawn, 10, 9), WHITE);
    start_clock(bench, HOUR_MS);
    Value low = balance_one(&bench->search, -VALUE_ESTIMATE_MAX).value;
    Value high = balance_one(&bench->search, VALUE_ESTIMATE_MAX).value;
    assert_true(low < high);
}

TEST(a_full_board_has_no_moves_to_balance)
{
    Workbench *bench = *state;
    drawn_set(bench->drawn, RULE_FREESTYLE, 3, "XOX\nXOX\nOXO\n", WHITE);
    search_set_position(&bench->search, &bench->drawn->position,
                        drawn_eval_tables(&bench->drawn->position));
    start_clock(bench, OPENING_MS);
    assert_int_equal(balance_one(&bench->search, 0).moves[0], POINT_NONE);
    assert_int_equal(balance_two(&bench->search, 0).moves[0], POINT_NONE);
}
