/* Checks learning as a whole: from games that were generated from known numbers these numbers must
 * come back; the same games and seed give the same file, also when the fit was stopped on the way;
 * and files that are cut off, changed or of two rules are refused.
 */
#include "tools/learn/fit.h"

#include "eval/eval.h"
#include "eval/weights.h"
#include "scatter.h"
#include "search/candidates.h"
#include "tools/learn/model.h"
#include "tools/games/records.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum {
    STONES_LEAST = 12,
    STONES_MOST = 30,
    GAMES = 15000,
    MANY_GAMES = 20000,
    FEW_GAMES = 300,
    ROUNDS = 40, /* of the tables, and of the network */
    SCALE = 200,
    MANY = 1000, /* rounds: as many as there are */
    BEND = 150,  /* a value that most values are about as far from zero as */
};

/* What the generated games follow: what shapes are worth in units, and how likely they are
 * chosen. */
static const double planted_value[SHAPE_COUNT] = {
    [SHAPE_DEAD_TWO] = 2,     [SHAPE_LIVE_TWO] = 6,   [SHAPE_WIDE_TWO] = 8,
    [SHAPE_BROAD_TWO] = 10,   [SHAPE_DEAD_THREE] = 9, [SHAPE_LIVE_THREE] = 20,
    [SHAPE_SOLID_THREE] = 25, [SHAPE_DEAD_FOUR] = 40, [SHAPE_LIVE_FOUR] = 90,
};
static const double planted_policy[SHAPE_COUNT] = {
    [SHAPE_DEAD_TWO] = 0.5,    [SHAPE_LIVE_TWO] = 1,     [SHAPE_WIDE_TWO] = 1.2,
    [SHAPE_BROAD_TWO] = 1.4,   [SHAPE_DEAD_THREE] = 0.8, [SHAPE_LIVE_THREE] = 2,
    [SHAPE_SOLID_THREE] = 2.2, [SHAPE_DEAD_FOUR] = 1.5,  [SHAPE_LIVE_FOUR] = 3,
};

/* The nearer to the opponent's last stone the stronger, and half as much to the own. */
static double planted_offset(int offset)
{
    return offset == OFFSET_FAR ? -1 : 1 - 0.1 * offset;
}

#define OWN_WEIGHT      1.3
#define OPPONENT_WEIGHT 1.1

/* Lines of text, one behind the other. */
typedef struct {
    char *text;
    size_t length, room;
} Text;

static void add_line(void *context, const char *line)
{
    Text *text = context;
    size_t length = strlen(line) + 1;
    if (text->length + length + 1 > text->room) {
        text->room = 2 * text->room + length + 1;
        text->text = realloc(text->text, text->room);
        assert_non_null(text->text);
    }
    sprintf(text->text + text->length, "%s\n", line);
    text->length += length;
}

/* --- generated games --- */

typedef struct {
    Drawn *drawn;
    uint64_t random;
    double seen[COMBINATIONS]; /* how often each combination was on the board */
    bool bends; /* values follow no sum: a side far behind does as well as far ahead */
} Maker;

static double draw_chance(Maker *maker)
{
    enum { STEPS = 1 << 30 };
    return (drawn_below(&maker->random, STEPS) + 0.5) / STEPS;
}

static double planted_at(const Position *position, Point point, int colour, const double *planted)
{
    double sum = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        sum += planted[position_shape(position, point, direction, colour)];
    }
    return sum;
}

/* What the position is worth to the side to move. */
static double value_of(Maker *maker)
{
    const Position *position = &maker->drawn->position;
    int side = position->board.side;
    double value = 0;
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (position->board.at[point] == EMPTY) {
            value += OWN_WEIGHT * planted_at(position, (Point)point, side, planted_value);
            value -= OPPONENT_WEIGHT *
                     planted_at(position, (Point)point, rules_opponent(side), planted_value);
            maker->seen[position_combination(position, (Point)point, side)]++;
        }
    }
    return value;
}

/* One of the candidates, the stronger the likelier; POINT_NONE if there are none. */
static Point choose(Maker *maker)
{
    Position *position = &maker->drawn->position;
    Move moves[MOVES_MAX];
    Point best = POINT_NONE;
    const Geometry *geometry = &position->board.geometry;
    double most = -INFINITY;
    int side = position->board.side;
    int count = candidates_list(position, candidates_situation(position), moves);
    for (int i = 0; i < count; i++) {
        Point point = moves[i].point;
        double strength =
            planted_at(position, point, side, planted_policy) +
            planted_at(position, point, rules_opponent(side), planted_policy) / 2 +
            planted_offset(offset_class(geometry, board_back(&position->board, 1), point)) +
            planted_offset(offset_class(geometry, board_back(&position->board, 2), point)) / 2 -
            log(-log(draw_chance(maker))); /* the largest of these is drawn by its share */
        if (strength > most && !position_forbids(position, point)) {
            most = strength;
            best = point;
        }
    }
    return best;
}

/* Plays some moves, of which only the last counts as searched for: its score is what the position
 * before it is worth, and the result follows from that by chance. */
static void generate(Maker *maker, Record *record)
{
    Position *position = &maker->drawn->position;
    int stones = STONES_LEAST + drawn_below(&maker->random, STONES_MOST - STONES_LEAST);
    double value = 0;
    for (record->count = 0; record->count < stones; record->count++) {
        int side = position->board.side;
        Point move = choose(maker);
        if (move == POINT_NONE || position_count(position, side, THREAT_FIVE) > 0) {
            break;
        }
        value = fmax(-2000, fmin(2000, value_of(maker)));
        value = maker->bends ? 2 * (fabs(value) - BEND) : value;
        value = side == BLACK ? value : -value;
        record->scores[record->count] = (Value)lround(side == BLACK ? value : -value);
        record->moves[record->count] = move;
        position_play(position, move, side);
    }
    bool black_wins = draw_chance(maker) < 1 / (1 + exp(-value / SCALE));
    record->result = black_wins ? RECORD_BLACK_WINS : RECORD_WHITE_WINS;
    record->opening = record->count > 0 ? record->count - 1 : 0;
    while (position->board.count > 0) {
        position_undo(position);
    }
}

/* A file of games. */
static Text make_file(Maker *maker, Rule rule, int games)
{
    Text file = {0};
    RecordWriter writer;
    RecordHeader header = {.game = {rule, 15, 15, 5}, .nodes = 1, .seed = 1};
    Record *record = calloc(1, sizeof *record);
    char line[RECORD_TEXT_MAX];
    maker->drawn = drawn_new(header.game);
    maker->random = SCATTER_SEED;
    record_write_header(&writer, &header, line);
    add_line(&file, line);
    for (int i = 0; i < games; i++) {
        generate(maker, record);
        record_write_game(&maker->drawn->position.board.geometry, record, line);
        record_count_game(&writer, line);
        add_line(&file, line);
    }
    record_write_end(&writer, games, line);
    add_line(&file, line);
    free(record);
    return file;
}

/* --- fits --- */

typedef struct {
    Text notes, state;
    void *file;      /* of weights, as it was handed on; NULL: was not */
    Weights weights; /* of that file */
    int rounds_left; /* before it is stopped */
} FitOutput;

static void keep_note(void *context, const char *line)
{
    add_line(&((FitOutput *)context)->notes, line);
}

static void keep_weights(void *context, const void *bytes, size_t count)
{
    FitOutput *output = context;
    assert_null(output->file);
    output->file = malloc(count);
    assert_non_null(output->file);
    memcpy(output->file, bytes, count);
    assert_null(weights_open(&output->weights, output->file, count));
}

static void keep_state(void *context, const char *line)
{
    add_line(&((FitOutput *)context)->state, line);
}

static bool may_go_on(void *context)
{
    return ((FitOutput *)context)->rounds_left-- > 0;
}

static void output_free(FitOutput *output)
{
    free(output->notes.text);
    free(output->file);
    free(output->state.text);
}

/* Fits files of games, up to `rounds` of all, from a state or NULL. */
static ToolEnd fit(const char *const *games, int files, int rounds, const char *state,
                   FitOutput *output)
{
    char fault[TOOL_FAULT_MAX] = "";
    FitOptions options = {games, files, state, 1, ROUNDS, SCALE};
    FitListener listener = {output, keep_note, keep_weights, keep_state, may_go_on};
    *output = (FitOutput){.rounds_left = rounds};
    ToolEnd end = fit_run(&options, &listener, fault);
    assert_true((end == TOOL_REFUSED) == (fault[0] != '\0'));
    return end;
}

/* The losses over what was held out that the provenance names: of the tables, with the
 * network. */
static void read_losses(const FitOutput *output, double *tables, double *network)
{
    const char *text = strstr(output->weights.provenance, "Mean loss of values ");
    assert_non_null(text);
    assert_int_equal(sscanf(text,
                            "Mean loss of values %*f, held out %lf; with the network %*f, "
                            "held out %lf;",
                            tables, network),
                     2);
}

/* --- what must come back --- */

/* What is planted for a combination. */
static double planted_for(const ModelParts *parts, int combination, const double *planted)
{
    double sum = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        sum += planted[parts->shape[combination][i]];
    }
    return sum;
}

/* How far the numbers are from the planted ones, on average over what was on the board; a
 * difference that all have in common does not count. */
static double mean_error(const Maker *maker, const double *numbers, const double *planted)
{
    static ModelParts parts;
    double error = 0, shift = 0, weights = 0;
    model_parts(&parts);
    for (int i = 0; i < COMBINATIONS; i++) {
        shift += maker->seen[i] * (numbers[i] - planted_for(&parts, i, planted));
        weights += maker->seen[i];
    }
    for (int i = 0; i < COMBINATIONS; i++) {
        double difference = numbers[i] - planted_for(&parts, i, planted) - shift / weights;
        error += maker->seen[i] * fabs(difference);
    }
    return error / weights;
}

static void assert_near(double found, double expected, double within)
{
    if (fabs(found - expected) > within) {
        print_error("%g is not near %g\n", found, expected);
        fail();
    }
}

/* How far the numbers of offsets are from the planted ones, on average; a difference that all have
 * in common does not count. */
static double offset_error(const int16_t numbers[OFFSET_CLASSES], double share)
{
    double shift = 0, error = 0;
    for (int i = 0; i < OFFSET_CLASSES; i++) {
        shift +=
            (numbers[i] / (double)LEARNT_POLICY_UNIT - share * planted_offset(i)) / OFFSET_CLASSES;
    }
    for (int i = 0; i < OFFSET_CLASSES; i++) {
        double number = numbers[i] / (double)LEARNT_POLICY_UNIT;
        error += fabs(number - share * planted_offset(i) - shift) / OFFSET_CLASSES;
    }
    return error;
}

/* What is learnt takes many games and has nothing to do with sanitizers, to which the few games of
 * the other tests show the same code. */
static void skip_below_scale_one(void)
{
    enum { PARTS = 100 };
    if (drawn_scaled(PARTS) < PARTS) {
        skip();
    }
}

/* Weights and points are only known as products. The network finds nothing to add. */
static void test_planted_numbers_come_back(void **state)
{
    (void)state;
    skip_below_scale_one();
    static double values[COMBINATIONS], choices[COMBINATIONS];
    static Maker maker;
    FitOutput output;
    Text file = make_file(&maker, RULE_FREESTYLE, GAMES);
    const char *games = file.text;
    assert_int_equal(fit(&games, 1, 100, NULL, &output), TOOL_DONE);
    const LearntColour *learnt = output.weights.learnt.colour[BLACK];
    double own = learnt->own_weight / (double)LEARNT_WEIGHT_ONE;
    double opponent = learnt->opponent_weight / (double)LEARNT_WEIGHT_ONE;
    for (int i = 0; i < COMBINATIONS; i++) {
        int base = maker.drawn->tables.eval.terms.value[BLACK][i];
        values[i] = (learnt->correction[i] + base) * own / OWN_WEIGHT / EVAL_POINTS_PER_UNIT;
        choices[i] = learnt->policy_own[i] / (double)LEARNT_POLICY_UNIT;
    }
    double tables, network;
    read_losses(&output, &tables, &network);
    assert_near(network, tables, 0.002);
    assert_near(opponent / own, OPPONENT_WEIGHT / OWN_WEIGHT, 0.05);
    assert_near(mean_error(&maker, values, planted_value), 0, 0.6);
    assert_near(mean_error(&maker, choices, planted_policy), 0, 0.15);
    assert_near(offset_error(learnt->policy_answer, 1), 0, 0.15);
    assert_near(offset_error(learnt->policy_follow, 0.5), 0, 0.15);
    output_free(&output);
    free(file.text);
    free(maker.drawn);
}

/* What sums cannot say, a network can. */
static void test_the_network_learns_what_tables_cannot(void **state)
{
    (void)state;
    skip_below_scale_one();
    static Maker maker = {.bends = true};
    FitOutput output;
    Text file = make_file(&maker, RULE_FREESTYLE, MANY_GAMES);
    const char *games = file.text;
    assert_int_equal(fit(&games, 1, MANY, NULL, &output), TOOL_DONE);
    double tables, network;
    read_losses(&output, &tables, &network);
    assert_true(network < tables - 0.05);
    output_free(&output);
    free(file.text);
    free(maker.drawn);
}

/* --- what must be repeatable --- */

static void assert_same(const FitOutput *one, const FitOutput *other)
{
    size_t bytes = (size_t)one->weights.header->bytes;
    assert_true(other->weights.header->bytes == bytes);
    assert_memory_equal(one->file, other->file, bytes);
    assert_string_equal(one->state.text, other->state.text);
}

static void test_the_same_games_give_the_same_numbers(void **state)
{
    (void)state;
    static Maker maker;
    FitOutput one, other;
    Text file = make_file(&maker, RULE_RENJU, FEW_GAMES);
    const char *games = file.text;
    assert_int_equal(fit(&games, 1, MANY, NULL, &one), TOOL_DONE);
    assert_int_equal(fit(&games, 1, MANY, NULL, &other), TOOL_DONE);
    assert_same(&one, &other);
    assert_int_equal(one.weights.header->rule, rules_number(RULE_RENJU));
    assert_int_equal(one.weights.header->win_length, 5);
    assert_int_equal(one.weights.header->colours, 2);
    output_free(&one);
    output_free(&other);
    free(file.text);
    free(maker.drawn);
}

static void goes_on_after(int rounds, const char *games, const FitOutput *whole)
{
    FitOutput begun, ended;
    assert_int_equal(fit(&games, 1, rounds, NULL, &begun), TOOL_STOPPED);
    double tables, network;
    read_losses(&begun, &tables, &network);
    assert_true((network == tables) == (rounds <= ROUNDS)); /* the network has said nothing yet */
    assert_int_equal(fit(&games, 1, MANY, begun.state.text, &ended), TOOL_DONE);
    assert_same(whole, &ended);
    output_free(&begun);
    output_free(&ended);
}

static void test_a_fit_goes_on_where_it_was_stopped(void **state)
{
    (void)state;
    static Maker maker;
    FitOutput whole;
    Text file = make_file(&maker, RULE_CARO, FEW_GAMES);
    const char *games = file.text;
    assert_int_equal(fit(&games, 1, MANY, NULL, &whole), TOOL_DONE);
    goes_on_after(0, games, &whole);
    goes_on_after(7, games, &whole);
    goes_on_after(ROUNDS, games, &whole);
    goes_on_after(ROUNDS + 7, games, &whole);
    assert_int_equal(whole.weights.header->rule, rules_number(RULE_CARO));
    assert_int_equal(whole.weights.header->colours, 1);
    output_free(&whole);
    free(file.text);
    free(maker.drawn);
}

static void refuses(const char *const *games, int files, const char *state)
{
    FitOutput output;
    assert_int_equal(fit(games, files, MANY, state, &output), TOOL_REFUSED);
    assert_null(output.file);
    assert_null(output.state.text);
    output_free(&output);
}

static void test_files_that_are_not_whole_are_refused(void **state)
{
    (void)state;
    static Maker maker;
    Text file = make_file(&maker, RULE_FREESTYLE, FEW_GAMES);
    const char *games = file.text;
    char *last_line = strstr(file.text, "\nend ") + 1;
    *last_line = '\0'; /* cut off behind a game */
    refuses(&games, 1, NULL);
    *last_line = 'e';
    char *inside = file.text + file.length / 2;
    char before = *inside;
    *inside = '\0'; /* and within one */
    refuses(&games, 1, NULL);
    *inside = before;
    char *result = strchr(file.text, '\n') + 1;
    *result ^= '0' ^ '1'; /* the other side won */
    refuses(&games, 1, NULL);
    free(file.text);
    free(maker.drawn);
}

static void test_what_does_not_go_together_is_refused(void **state)
{
    (void)state;
    static Maker maker;
    FitOutput output;
    Text file = make_file(&maker, RULE_FREESTYLE, FEW_GAMES);
    free(maker.drawn);
    Text other = make_file(&maker, RULE_STANDARD, FEW_GAMES);
    free(maker.drawn);
    Text few = make_file(&maker, RULE_FREESTYLE, 1);
    free(maker.drawn);
    const char *both[] = {file.text, other.text};
    refuses(both, 2, NULL);
    const char *games = few.text;
    refuses(&games, 1, NULL);
    games = other.text;
    assert_int_equal(fit(&both[0], 1, 1, NULL, &output), TOOL_STOPPED);
    refuses(&games, 1, output.state.text); /* a state of other games */
    output.state.text[output.state.length / 2] = '\0';
    refuses(&both[0], 1, output.state.text);
    output_free(&output);
    free(file.text);
    free(other.text);
    free(few.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planted_numbers_come_back),
        cmocka_unit_test(test_the_network_learns_what_tables_cannot),
        cmocka_unit_test(test_the_same_games_give_the_same_numbers),
        cmocka_unit_test(test_a_fit_goes_on_where_it_was_stopped),
        cmocka_unit_test(test_files_that_are_not_whole_are_refused),
        cmocka_unit_test(test_what_does_not_go_together_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
