/* Checks engine/opening: that swap2 and balancing answer legally everywhere, that openings vary,
 * and that a side is chosen because the search prefers it, which only positions with a clear answer
 * can show.
 */
#include "opening/balance.h"
#include "opening/swap2.h"

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

static Swap2Answer ask_within(Workbench *bench, int64_t turn_ms, uint64_t seed)
{
    uint64_t key = bench->search.position.board.key;
    start_clock(bench, turn_ms);
    Swap2Answer answer = swap2_answer(&bench->search, seed);
    assert_true(bench->search.position.board.key == key);
    assert_true(position_check(&bench->search.position));
    return answer;
}

static Swap2Answer ask(Workbench *bench, uint64_t seed)
{
    return ask_within(bench, OPENING_MS, seed);
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

TEST(three_stones_on_every_board)
{
    Workbench *bench = *state;
    static const int sides[][2] = {{5, 5}, {8, 8}, {10, 10}, {15, 15}, {20, 20}, {32, 32}, {20, 9}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        for (int rule = 0; rule < RULE_COUNT; rule++) {
            use_game(bench, (Game){(Rule)rule, sides[i][0], sides[i][1], 5});
            Swap2Answer answer = ask(bench, i);
            assert_false(answer.swap);
            assert_int_equal(answer.count, 3);
            assert_playable(bench, answer.moves, answer.count);
            assert_int_equal(answer.report.pv.length, 3);
            assert_memory_equal(answer.report.pv.move, answer.moves, sizeof answer.moves);
            assert_true(answer.report.nodes > 0);
        }
    }
}

/* Where there is least room, and no time to look for it. */
TEST(three_stones_on_the_smallest_boards)
{
    Workbench *bench = *state;
    static const Game games[] = {{RULE_FREESTYLE, 3, 3, 3},
                                 {RULE_CARO, 3, 3, 3},
                                 {RULE_STANDARD, 3, 4, 3},
                                 {RULE_STANDARD, 32, 3, 3},
                                 {RULE_CARO_EXACT, 4, 4, 4}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        for (uint64_t seed = 0; seed < PROPOSALS; seed++) {
            use_game(bench, games[i]);
            Swap2Answer answer = ask_within(bench, 1, seed);
            assert_int_equal(answer.count, 3);
            assert_int_not_equal(answer.moves[2], POINT_NONE);
            assert_playable(bench, answer.moves, answer.count);
        }
    }
}

TEST(openings_vary)
{
    Workbench *bench = *state;
    Swap2Answer answers[PROPOSALS];
    int different = 0;
    use_game(bench, usual);
    for (int i = 0; i < PROPOSALS; i++) {
        answers[i] = ask(bench, (uint64_t)i);
        bool is_new = true;
        for (int j = 0; j < i; j++) {
            is_new &= memcmp(answers[i].moves, answers[j].moves, sizeof answers[i].moves) != 0;
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
    Swap2Answer answer = ask_within(bench, HOUR_MS, 1);
    assert_true(answer.swap);
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
    Swap2Answer answer = ask_within(bench, HOUR_MS, 1);
    assert_false(answer.swap);
    assert_int_equal(answer.count, 1);
    assert_int_equal(answer.report.value, value_win_at(3));
    int x = geometry_x(&bench->search.position.board.geometry, answer.moves[0]);
    assert_true(x == 3 || x == 7);
}

TEST(two_more_stones_are_playable)
{
    Workbench *bench = *state;
    for (uint64_t seed = 0; seed < PROPOSALS; seed++) {
        use_game(bench, usual);
        Swap2Answer proposal = ask(bench, seed);
        for (int i = 0; i < proposal.count; i++) {
            position_play(&bench->search.position, proposal.moves[i], i % 2);
        }
        Swap2Answer answer = ask(bench, seed);
        assert_true(answer.swap ? answer.count == 0 : answer.count == 1 || answer.count == 2);
        assert_playable(bench, answer.moves, answer.count);
    }
}

TEST(a_result_is_farther_away_before_the_stones)
{
    assert_int_equal(value_before(value_win_at(3), 2), value_win_at(5));
    assert_int_equal(value_before(value_loss_at(4), 1), value_loss_at(5));
    assert_int_equal(value_before(-70, 3), -70);
}

TEST(other_numbers_of_stones_have_no_answer)
{
    Workbench *bench = *state;
    use_game(bench, usual);
    position_play(&bench->search.position, drawn_point(bench->drawn, 7, 7), BLACK);
    Swap2Answer answer = ask(bench, 1);
    assert_true(!answer.swap && answer.count == 0);
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
