/* Checks the correction history: it moves the static evaluation of positions that are alike
 * towards what searches found, those of other positions less or not at all, and never by more than
 * the most.
 *
 * A wrong correction costs strength alone, because the evaluation is an estimate, so no other test
 * would find one.
 */
#include "search/correction.h"

#include "drawn.h"
#include "reference.h"
#include "search/parameters.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum {
    BOARDS = 300,
    DEEP = 15, /* plies of the searches that weigh most */
    OFTEN = 400,
};

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

static int set_up(void **state)
{
    static CorrectionHistory history;
    memset(&history, 0x5A, sizeof history);
    correction_clear(&history);
    *state = &history;
    return 0;
}

FIXTURE(set_up, NULL)

/* An open three for X with a stone of O, which was the last, at its side. */
static const char three[] = "...........\n"
                            "...........\n"
                            "...XXX.....\n"
                            "...........\n"
                            "...........\n"
                            ".....O.....\n"
                            "...........\n"
                            "...........\n"
                            "...........\n"
                            "...........\n"
                            "...........\n";

static Drawn *drawn_three(int side)
{
    Drawn *drawn = drawn_new(usual);
    drawn_set(drawn, RULE_FREESTYLE, 5, three, side);
    return drawn;
}

static void teach_often(CorrectionHistory *history, const Position *position, Value difference)
{
    for (int i = 0; i < OFTEN; i++) {
        correction_learn(history, position, 10, 10 + difference, DEEP);
    }
}

TEST(nothing_is_corrected_at_first)
{
    uint64_t random = 51;
    Drawn *drawn = drawn_new(usual);
    for (long i = drawn_scaled(BOARDS); i > 0; i--) {
        reference_scatter(drawn, reference_random_game(&random, SIDE_MIN, 15),
                          drawn_below(&random, 30), &random);
        Value evaluation = drawn_below(&random, 2 * VALUE_ESTIMATE_MAX) - VALUE_ESTIMATE_MAX;
        assert_int_equal(correction_apply(*state, &drawn->position, evaluation), evaluation);
    }
    free(drawn);
}

/* Both means come to a difference that is always the same, and a share of either is added. */
TEST(a_steady_difference_is_learnt)
{
    Drawn *drawn = drawn_three(BLACK);
    for (int difference = -100; difference <= 100; difference += 25) {
        correction_clear(*state);
        teach_often(*state, &drawn->position, difference);
        int added = correction_apply(*state, &drawn->position, 10) - 10;
        assert_in_range(added - 2 * difference * PARAMETER(CORRECTION_SHARE) / 100 + 2, 0, 4);
    }
    free(drawn);
}

/* A position with the same threats learns as much, one with other threats a part, and one with the
 * other side to move nothing. */
TEST(what_is_alike_learns_too)
{
    Drawn *drawn = drawn_three(BLACK), *other = drawn_three(BLACK);
    teach_often(*state, &drawn->position, 80);
    int same = correction_apply(*state, &drawn->position, 0);
    position_play(&other->position, drawn_point(other, 9, 9), BLACK);
    assert_int_equal(correction_apply(*state, &other->position, 0), 0);
    position_play(&other->position, drawn_point(other, 0, 9), WHITE);
    assert_int_equal(correction_apply(*state, &other->position, 0), same);
    drawn_set(other, RULE_FREESTYLE, 5,
              "...........\n"
              "...........\n"
              "...X.X.....\n"
              "...........\n"
              "...........\n"
              ".....O.....\n"
              "...........\n"
              "...........\n",
              BLACK);
    int little = correction_apply(*state, &other->position, 0);
    assert_true(little > 0);
    assert_true(little < same);
    free(other);
    free(drawn);
}

/* However wrong the evaluation was, the correction is no more than the most, and an estimate stays
 * one. */
TEST(corrections_are_bounded)
{
    Drawn *drawn = drawn_three(BLACK);
    for (int sign = -1; sign <= 1; sign += 2) {
        correction_clear(*state);
        teach_often(*state, &drawn->position, sign * 1000);
        assert_int_equal(correction_apply(*state, &drawn->position, 0),
                         sign * PARAMETER(CORRECTION_MOST));
        assert_int_equal(correction_apply(*state, &drawn->position, sign * VALUE_ESTIMATE_MAX),
                         sign * VALUE_ESTIMATE_MAX);
    }
    free(drawn);
}

TEST(proven_values_teach_nothing)
{
    Drawn *drawn = drawn_three(WHITE);
    for (int sign = -1; sign <= 1; sign += 2) {
        correction_learn(*state, &drawn->position, 0, sign * (VALUE_WIN - 9), DEEP);
        assert_int_equal(correction_apply(*state, &drawn->position, 77), 77);
    }
    free(drawn);
}

/* A deeper search says more. */
TEST(deeper_searches_teach_more)
{
    Drawn *drawn = drawn_three(BLACK);
    int before = 0;
    for (int plies = 1; plies <= DEEP; plies += 7) {
        correction_clear(*state);
        for (int i = 0; i < 5; i++) {
            correction_learn(*state, &drawn->position, 0, 200, plies);
        }
        int after = correction_apply(*state, &drawn->position, 0);
        assert_true(after > before);
        before = after;
    }
    free(drawn);
}

TEST(clearing_forgets)
{
    Drawn *drawn = drawn_three(BLACK);
    teach_often(*state, &drawn->position, 80);
    assert_true(correction_apply(*state, &drawn->position, 10) > 10);
    correction_clear(*state);
    assert_int_equal(correction_apply(*state, &drawn->position, 10), 10);
    free(drawn);
}
