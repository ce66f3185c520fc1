/* Checks comparisons of weights: a set against itself differs in nothing, spoilt weights know less,
 * losses and errors are those of a literal reading, and what does not belong together is refused.
 */
#include "tools/learn/compare.h"

#include "eval/eval.h"
#include "eval/weights.h"
#include "eval/pattern_net.h"
#include "port/port.h"
#include "aligned.h"
#include "tool_output.h"
#include "tools/games/selfplay.h"
#include "tools/learn/game_store.h"
#include "tools/learn/weights_file.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 80, NODES = 100, TEXT_MAX = 8000 };

/* --- files --- */

static void keep_bytes(void *context, const void *bytes, size_t count)
{
    FileBytes *file = context;
    void *copy = malloc(count);
    assert_non_null(copy);
    file->bytes = memcpy(copy, bytes, count);
    file->count = count;
}

/* The embedded weights of a rule as a file, to be freed, with the output of the network's units at
 * that percentage. */
static FileBytes make_weights(Rule rule, int percent)
{
    FileBytes file;
    Weights weights;
    Game game = {rule, 15, 15, 5};
    PatternNet *nets = calloc(COLOURS, sizeof *nets);
    assert_true(nets != NULL && weights_embedded(&weights, rule));
    for (int colour = 0; colour < COLOURS; colour++) {
        nets[colour] = *weights.learnt.pattern[colour];
        for (int i = 0; i < HEAD_UNITS; i++) {
            nets[colour].out[i] = (int16_t)(nets[colour].out[i] * percent / 100);
        }
        weights.learnt.pattern[colour] = &nets[colour];
    }
    assert_true(weights_file_write(&weights.learnt, &game, "Made for a test.", keep_bytes, &file));
    free(nets);
    return file;
}

/* A file of games of a rule, to be freed. */
static FileBytes make_games(Rule rule)
{
    ToolOptions options = {.game = {rule, 15, 15, 5},
                           .count = GAMES,
                           .nodes = NODES,
                           .seed = 7,
                           .evaluation = EVALUATION_TUNED,
                           .variety = {.random_percent = 25, .random_plies = 4},
                           .threads = 1};
    ToolOutput output = {0};
    ToolListener listener = tool_output_listener(&output);
    char fault[TOOL_FAULT_MAX];
    assert_int_equal(selfplay_run(&options, &listener, fault), TOOL_DONE);
    return (FileBytes){output.bytes, output.byte_count};
}

/* --- what it says --- */

static void add_line(void *context, const char *line)
{
    char *text = context;
    assert_true(strlen(text) + strlen(line) + 2 < TEXT_MAX);
    strcat(strcat(text, line), "\n");
}

static const char *compare(const FileBytes *games, const FileBytes *first, const FileBytes *second,
                           char text[TEXT_MAX])
{
    static char room[TOOL_FAULT_MAX];
    static const char *const names[] = {"first", "second"};
    FileBytes weights[] = {*first, *second};
    CompareOptions options = {.games = *games, .weights = weights, .names = names, .count = 2};
    text[0] = '\0';
    return compare_weights(&options, add_line, text, room);
}

/* A row of the table. */
typedef struct {
    long rows;
    double second, first, difference, error;
} Said;

static Said row_of(const char *text, const char *name)
{
    Said said;
    char line[20];
    snprintf(line, sizeof line, "\n  %s ", name);
    const char *at = strstr(text, line);
    assert_non_null(at);
    assert_int_equal(sscanf(at + strlen(line), "%ld %lf %lf %lf %lf", &said.rows, &said.second,
                            &said.first, &said.difference, &said.error),
                     5);
    return said;
}

TEST(weights_differ_in_nothing_from_themselves)
{
    FileBytes games = make_games(RULE_RENJU), weights = make_weights(RULE_RENJU, 100);
    char text[TEXT_MAX];
    assert_null(compare(&games, &weights, &weights, text));
    Said scores = row_of(text, "scores"), below = row_of(text, "  below 100");
    assert_true(scores.rows > below.rows && below.rows > 0);
    assert_true(scores.first > 0 && scores.difference == 0 && scores.error == 0);
    free((void *)games.bytes);
    free((void *)weights.bytes);
}

TEST(spoilt_weights_know_less)
{
    FileBytes games = make_games(RULE_FREESTYLE);
    FileBytes good = make_weights(RULE_FREESTYLE, 100), spoilt = make_weights(RULE_FREESTYLE, -150);
    char text[TEXT_MAX];
    assert_null(compare(&games, &good, &spoilt, text));
    Said scores = row_of(text, "scores"), results = row_of(text, "results");
    assert_true(scores.difference > scores.error && results.difference > results.error);
    assert_true(fabs(scores.second - scores.first - scores.difference) < 2e-5);
    free((void *)games.bytes);
    free((void *)good.bytes);
    free((void *)spoilt.bytes);
}

/* --- a literal reading --- */

/* The loss of the static value of a proven position. */
static double literal_loss(Evaluator *evaluator, const Position *position, Value score)
{
    double chance = 1 / (1 + exp(-eval_position(evaluator, position) / 200.0));
    return score > 0 ? -0.98 * log(chance) - 0.02 * log(1 - chance)
                     : -0.02 * log(chance) - 0.98 * log(1 - chance);
}

/* Sums over the proven positions of a game. */
typedef struct {
    int rows;
    double first, second;
} GameSums;

static GameSums sums_of_game(const StoredGame *game, GameTables *const tables[2],
                             Evaluator *const evaluators[2], Position *position)
{
    GameSums sums = {0};
    position_clear(position, &(Game){RULE_FREESTYLE, 15, 15, 5}, &tables[0]->board);
    for (int i = 0; i < game->count; i++) {
        const StoredMove *move = &game->moves[i];
        if ((move->teaches & TEACHES_VALUE) != 0 && value_is_proven(move->score)) {
            sums.rows++;
            sums.first += literal_loss(evaluators[0], position, move->score);
            sums.second += literal_loss(evaluators[1], position, move->score);
        }
        position_play(position, move->point, position->board.side);
    }
    return sums;
}

/* What the table should say of proven positions. */
static Said literal_row(const FileBytes *games, const FileBytes weights[2])
{
    GameStore *store = game_store_new(0, 0);
    GameTables *tables[2];
    Evaluator *evaluators[2];
    Position *position = malloc(sizeof *position);
    Said said = {0};
    double squares = 0;
    assert_true(store != NULL && position != NULL);
    assert_null(game_store_read_held_out(store, games->bytes, games->count));
    assert_true(game_store_finish(store));
    for (int i = 0; i < 2; i++) {
        Weights opened;
        tables[i] = aligned_new(sizeof *tables[i]);
        evaluators[i] = port_pages_new(sizeof *evaluators[i]);
        assert_non_null(evaluators[i]);
        assert_null(weights_open(&opened, weights[i].bytes, weights[i].count));
        eval_fill_tables_from(tables[i], game_store_game(store), EVALUATION_PATTERN,
                              &opened.learnt);
        eval_init(evaluators[i], &tables[i]->eval);
    }
    for (int64_t i = 0; i < game_store_count(store, true); i++) {
        StoredGame game = game_store_get(store, true, i);
        GameSums sums = sums_of_game(&game, tables, evaluators, position);
        said.rows += sums.rows;
        said.first += sums.first;
        said.second += sums.second;
        squares += (sums.second - sums.first) * (sums.second - sums.first);
    }
    for (int i = 0; i < 2; i++) {
        free(tables[i]);
        port_pages_free(evaluators[i], sizeof *evaluators[i]);
    }
    free(position);
    game_store_free(store);
    said.first /= (double)said.rows;
    said.second /= (double)said.rows;
    said.difference = said.second - said.first;
    said.error = 1.96 * sqrt(squares) / (double)said.rows;
    return said;
}

TEST(losses_and_errors_are_those_of_a_literal_reading)
{
    static const double near = 1e-5;
    FileBytes games = make_games(RULE_FREESTYLE);
    FileBytes weights[] = {make_weights(RULE_FREESTYLE, 100), make_weights(RULE_FREESTYLE, 60)};
    char text[TEXT_MAX];
    assert_null(compare(&games, &weights[0], &weights[1], text));
    Said said = row_of(text, "proven"), literal = literal_row(&games, weights);
    assert_true(literal.rows > 20 && literal.error > 0);
    assert_int_equal(said.rows, literal.rows);
    assert_true(fabs(said.first - literal.first) < near);
    assert_true(fabs(said.second - literal.second) < near);
    assert_true(fabs(said.difference - literal.difference) < near);
    assert_true(fabs(said.error - literal.error) < near);
    free((void *)games.bytes);
    free((void *)weights[0].bytes);
    free((void *)weights[1].bytes);
}

TEST(what_does_not_belong_together_is_refused)
{
    FileBytes games = make_games(RULE_FREESTYLE);
    FileBytes good = make_weights(RULE_FREESTYLE, 100), other = make_weights(RULE_CARO, 100);
    FileBytes cut = {good.bytes, good.count - 1}, nothing = {"", 0};
    FileBytes cut_games = {games.bytes, games.count - 1};
    char text[TEXT_MAX];
    assert_string_equal(compare(&games, &good, &other, text),
                        "second: these are weights of another rule than the games");
    assert_non_null(compare(&games, &cut, &good, text));
    assert_non_null(compare(&games, &good, &nothing, text));
    assert_non_null(compare(&cut_games, &good, &good, text));
    assert_non_null(compare(&nothing, &good, &good, text));
    assert_string_equal(text, "");
    free((void *)games.bytes);
    free((void *)good.bytes);
    free((void *)other.bytes);
}
