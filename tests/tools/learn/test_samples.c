/* Checks the samples of games: the combinations on the empty points against a recount from the bare
 * board, which positions count as quiet and which as policy samples, and that games that break the
 * rules are refused.
 */
#include "tools/learn/samples.h"

#include "eval/eval.h"
#include "scatter.h"
#include "search/candidates.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { STONES = 40, HELD_OUT = 250 };

/* A game of random moves without a five, with scores that tell the moves apart. */
static void play_at_random(Drawn *drawn, Record *record, uint64_t *random)
{
    Position *position = &drawn->position;
    record->opening = 3;
    record->result = (RecordResult)drawn_below(random, 3);
    for (record->count = 0; record->count < STONES && position->board.empty > 0; record->count++) {
        int side = position->board.side;
        Point point = drawn_random_point(position, random, 90);
        if (cell_threat(&position->cell[point], side) == THREAT_FIVE ||
            position_forbids(position, point)) {
            break;
        }
        record->moves[record->count] = point;
        record->scores[record->count] = 10 * record->count;
        position_play(position, point, side);
    }
    while (position->board.count > 0) {
        position_undo(position);
    }
}

/* The combination that four shapes, read from the bare board, lead to. */
static int combination_of(const Position *position, Point point, int colour)
{
    unsigned code = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        const ShapeTable *shapes = &position->tables->shapes;
        code |= (unsigned)shape_at(shapes, &position->board, point, direction, colour)
                << (4 * direction);
    }
    return position->tables->combinations.of_code[code];
}

/* How often each combination should be among the terms, for one colour. */
static void recount(const Position *position, int colour, int counts[COMBINATIONS])
{
    memset(counts, 0, sizeof *counts * COMBINATIONS);
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (position->board.at[point] == EMPTY) {
            counts[combination_of(position, (Point)point, colour)]++;
        }
    }
}

static void compare_terms(const SampleTerm *terms, int count, int counts[COMBINATIONS])
{
    for (int i = 0; i < count; i++) {
        assert_int_equal(terms[i].count, counts[terms[i].combination]);
        counts[terms[i].combination] = 0;
    }
    for (int i = 0; i < COMBINATIONS; i++) {
        assert_int_equal(counts[i], 0);
    }
}

static int recount_alarm(const Position *position)
{
    static const Threat own[] = {THREAT_THREE, THREAT_DOUBLE_THREE, THREAT_FOUR, THREAT_FOUR_THREE};
    static const Threat theirs[] = {THREAT_THREE,      THREAT_DOUBLE_THREE, THREAT_FOUR,
                                    THREAT_FOUR_THREE, THREAT_OPEN_FOUR,    THREAT_FIVE};
    int side = position->board.side, threat_mask = 0;
    for (int point = 0; point < position->board.geometry.points; point++) {
        const Cell *cell = &position->cell[point];
        for (int i = 0; i < 6 && position->board.at[point] == EMPTY; i++) {
            threat_mask |= i < 4 && cell_threat(cell, side) == own[i] ? 1 << i : 0;
            threat_mask |= cell_threat(cell, rules_opponent(side)) == theirs[i] ? 16 << i : 0;
        }
    }
    return threat_mask;
}

static void compare_quiet(const Samples *samples, const SampleQuiet *quiet,
                          const Position *position, const Record *record)
{
    static const int halves[2][3] = {{0, 1, 2}, {2, 1, 0}};
    int counts[COMBINATIONS], side = position->board.side;
    const SampleTerm *terms = &samples->terms[quiet->first];
    recount(position, side, counts);
    compare_terms(terms, quiet->own, counts);
    recount(position, rules_opponent(side), counts);
    compare_terms(terms + quiet->own, quiet->all - quiet->own, counts);
    assert_int_equal(quiet->threat_mask, recount_alarm(position));
    assert_int_equal(quiet->colour, side);
    assert_int_equal(quiet->result, halves[side][record->result]);
    assert_int_equal(quiet->score, record->scores[position->board.count]);
}

/* The offset of the point from the stone that was played so many moves ago. */
static int leap_over(const Position *position, Point point, int moves)
{
    const Board *board = &position->board;
    Point from = board->count < moves ? POINT_NONE : board->moves[board->count - moves].point;
    return offset_class(&board->geometry, from, point);
}

static void compare_policy(const Samples *samples, const SamplePolicy *sample, Position *position,
                           Point chosen)
{
    Move moves[MOVES_MAX];
    int count = candidates_list(position, candidates_situation(position), moves), legal = 0;
    for (int i = 0; i < count; i++) {
        if (!position_forbids(position, moves[i].point)) {
            const SampleMove *move = &samples->moves[sample->first + legal];
            int side = position->board.side;
            assert_int_equal(move->own, combination_of(position, moves[i].point, side));
            assert_int_equal(move->opponent,
                             combination_of(position, moves[i].point, rules_opponent(side)));
            assert_int_equal(move->answer, leap_over(position, moves[i].point, 1));
            assert_int_equal(move->follow, leap_over(position, moves[i].point, 2));
            assert_int_equal(moves[i].point == chosen, legal == sample->chosen);
            legal++;
        }
    }
    assert_int_equal(legal, sample->count);
}

static bool is_on_the_list(Position *position, Point chosen)
{
    Move moves[MOVES_MAX];
    int count = candidates_list(position, candidates_situation(position), moves), legal = 0;
    bool found = false;
    for (int i = 0; i < count; i++) {
        bool is_legal = !position_forbids(position, moves[i].point);
        found |= is_legal && moves[i].point == chosen;
        legal += is_legal;
    }
    return found && legal > 1;
}

/* Plays the game again and compares its samples, from the given ones on. */
static void compare_game(const Samples *samples, Drawn *drawn, const Record *record, int64_t quiet,
                         int64_t policy)
{
    Position *position = &drawn->position;
    for (int i = 0; i < record->count; i++) {
        int side = position->board.side;
        bool five = position_count(position, BLACK, THREAT_FIVE) > 0 ||
                    position_count(position, WHITE, THREAT_FIVE) > 0;
        if (i >= record->opening && !five &&
            position_count(position, side, THREAT_OPEN_FOUR) == 0) {
            compare_quiet(samples, &samples->quiet[quiet++], position, record);
        }
        if (i >= record->opening && is_on_the_list(position, record->moves[i])) {
            compare_policy(samples, &samples->policy[policy++], position, record->moves[i]);
        }
        position_play(position, record->moves[i], side);
    }
    assert_int_equal(quiet, samples->quiet_count);
    assert_int_equal(policy, samples->policy_count);
    while (position->board.count > 0) {
        position_undo(position);
    }
}

static void compare_games(Rule rule, uint64_t *random)
{
    Samples samples = {.seed = 1};
    Drawn *drawn = drawn_new((Game){rule, 15, 15, 5});
    Record *record = calloc(1, sizeof *record);
    for (long games = drawn_scaled(8); games > 0; games--) {
        int64_t quiet = samples.quiet_count, policy = samples.policy_count;
        play_at_random(drawn, record, random);
        assert_null(samples_add(&samples, &drawn->position, record));
        assert_int_equal(drawn->position.board.count, 0);
        compare_game(&samples, drawn, record, quiet, policy);
    }
    assert_true(samples.quiet_count > 0 && samples.policy_count > 0);
    samples_free(&samples);
    free(record);
    free(drawn);
}

static void test_what_is_taken_down_is_what_is_there(void **state)
{
    (void)state;
    uint64_t random = SCATTER_SEED;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        compare_games((Rule)rule, &random);
    }
}

static void test_a_position_counts_once(void **state)
{
    (void)state;
    uint64_t random = SCATTER_SEED;
    Samples samples = {.seed = 1};
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 15, 15, 5});
    Record *record = calloc(1, sizeof *record);
    play_at_random(drawn, record, &random);
    assert_null(samples_add(&samples, &drawn->position, record));
    int64_t quiet = samples.quiet_count, policy = samples.policy_count;
    assert_null(samples_add(&samples, &drawn->position, record));
    assert_int_equal(samples.games, 2);
    assert_int_equal(samples.quiet_count, quiet);
    assert_int_equal(samples.policy_count, policy);
    samples_free(&samples);
    free(record);
    free(drawn);
}

/* After a proven result there are no value samples, and in lost positions no policy samples. */
static void test_decided_ends_teach_no_values(void **state)
{
    (void)state;
    uint64_t random = SCATTER_SEED;
    Samples samples = {.seed = 1};
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 15, 15, 5});
    Record *record = calloc(1, sizeof *record);
    play_at_random(drawn, record, &random);
    record->scores[10] = RECORD_NO_SCORE;
    record->scores[12] = value_win_at(9);
    record->scores[13] = value_loss_at(8);
    assert_null(samples_add(&samples, &drawn->position, record));
    assert_true(samples.quiet_count > 0 && samples.quiet_count <= 12 - record->opening - 1);
    for (int64_t i = 0; i < samples.quiet_count; i++) {
        assert_in_range(samples.quiet[i].score, 0, 110);
        assert_int_not_equal(samples.quiet[i].score, 100);
    }
    assert_true(samples.policy_count <= record->count - record->opening - 2);
    samples_free(&samples);
    free(record);
    free(drawn);
}

/* Whole games are held out, about as many as were asked for. */
static void test_games_are_held_out_as_a_whole(void **state)
{
    (void)state;
    enum { GAMES = 200 };
    uint64_t random = SCATTER_SEED;
    Samples samples = {.seed = 1, .held_out_of_thousand = HELD_OUT};
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 15, 15, 5});
    Record *record = calloc(1, sizeof *record);
    int out = 0;
    for (int game = 0; game < GAMES; game++) {
        int64_t quiet = samples.quiet_count, policy = samples.policy_count;
        play_at_random(drawn, record, &random);
        assert_null(samples_add(&samples, &drawn->position, record));
        bool is_out = samples.quiet_count > quiet && samples.quiet[quiet].held_out;
        for (int64_t i = quiet; i < samples.quiet_count; i++) {
            assert_int_equal(samples.quiet[i].held_out, is_out);
        }
        for (int64_t i = policy; i < samples.policy_count && samples.quiet_count > quiet; i++) {
            assert_int_equal(samples.policy[i].held_out, is_out);
        }
        out += is_out;
    }
    assert_in_range(out, GAMES / 8, GAMES * 3 / 8);
    samples_free(&samples);
    free(record);
    free(drawn);
}

static void test_impossible_games_are_refused(void **state)
{
    (void)state;
    static const int five[] = {0, 15, 1, 16, 2, 17, 3, 18, 4, 30};
    Samples samples = {.seed = 1};
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 15, 15, 5});
    Record *record = calloc(1, sizeof *record);
    record->result = RECORD_BLACK_WINS;
    for (int i = 0; i < 10; i++) {
        record->moves[i] = drawn_point(drawn, five[i] % 15, five[i] / 15);
    }
    record->count = 9;
    assert_null(samples_add(&samples, &drawn->position, record));
    record->count = 10; /* a move after the five */
    assert_non_null(samples_add(&samples, &drawn->position, record));
    assert_int_equal(drawn->position.board.count, 0);
    record->count = 3;
    record->moves[2] = record->moves[0]; /* on a stone */
    assert_non_null(samples_add(&samples, &drawn->position, record));
    assert_int_equal(drawn->position.board.count, 0);
    samples_free(&samples);
    free(record);
    free(drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_taken_down_is_what_is_there),
        cmocka_unit_test(test_a_position_counts_once),
        cmocka_unit_test(test_decided_ends_teach_no_values),
        cmocka_unit_test(test_games_are_held_out_as_a_whole),
        cmocka_unit_test(test_impossible_games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
