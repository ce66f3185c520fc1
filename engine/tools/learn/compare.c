/* compare - rows of positions, classes and paired losses; see compare.h. */
#include "tools/learn/compare.h"

#include "eval/weights.h"
#include "port/port.h"
#include "tools/games/array.h"
#include "tools/learn/chance.h"
#include "tools/learn/pattern_loss.h"
#include "tools/games/tool.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The scale of values that are no estimates, and what is to be said of a proven win: numbers that
 * must stay, so that tables can be compared with older ones. */
static const double proven_scale = 200, proven_chance = 0.98;

/* A position. The values of all sets of weights follow those of the position before. */
typedef struct {
    int64_t game;
    int16_t score; /* of the search, to the side to move */
    bool has_result;
    float result; /* of the game, to it */
} Row;

/* One set of weights, as an evaluation of the games' rule. */
typedef struct {
    Weights weights;
    GameTables tables;
    PatternReplay replay;
} Judge;

typedef struct {
    const CompareOptions *options;
    TextSink *line;
    void *context;
    GameStore *store;
    Judge *judges[COMPARE_MAX];
    Row *rows;
    Value *values; /* of all judges, row by row */
    int64_t row_count, row_room, value_room;
    double score_scale; /* on which scores mean results */
} Compare;

/* Which positions a class has, and what is to be foretold of them. */
typedef struct {
    const char *name;
    bool (*has)(const Row *row);
    double (*target)(const Compare *compare, const Row *row);
    int scale_of; /* the class whose best scale it has; -1: proven_scale */
} Class;

/* --- classes --- */

static bool is_undecided(const Row *row)
{
    int class = pattern_class_of(row->score);
    return class == OPEN_BELOW_100 || class == OPEN_BELOW_300;
}

static bool is_below_100(const Row *row)
{
    return pattern_class_of(row->score) == OPEN_BELOW_100;
}

static bool is_below_300(const Row *row)
{
    return pattern_class_of(row->score) == OPEN_BELOW_300;
}

static bool is_far(const Row *row)
{
    return pattern_class_of(row->score) == OPEN_FAR;
}

static bool is_proven(const Row *row)
{
    return value_is_proven(row->score);
}

static bool is_estimate_with_result(const Row *row)
{
    return row->has_result && !value_is_proven(row->score);
}

static double chance_of_row(const Compare *compare, const Row *row)
{
    return chance_of_value(row->score, compare->score_scale);
}

static double chance_of_proof(const Compare *compare, const Row *row)
{
    (void)compare;
    return row->score > 0 ? proven_chance : 1 - proven_chance;
}

static double result_of_row(const Compare *compare, const Row *row)
{
    (void)compare;
    return row->result;
}

enum { SCORES, BELOW_100, BELOW_300, FAR, PROVEN, RESULTS, CLASSES };

static const Class classes[CLASSES] = {
    [SCORES] = {"scores", is_undecided, chance_of_row, SCORES},
    [BELOW_100] = {"  below 100", is_below_100, chance_of_row, SCORES},
    [BELOW_300] = {"  below 300", is_below_300, chance_of_row, SCORES},
    [FAR] = {"above", is_far, chance_of_row, SCORES},
    [PROVEN] = {"proven", is_proven, chance_of_proof, -1},
    [RESULTS] = {"results", is_estimate_with_result, result_of_row, RESULTS},
};

/* --- losses --- */

/* What the sum of losses is a function of, beside the scale. */
typedef struct {
    const Compare *compare;
    const Class *class;
    int judge;
} LossOf;

static double loss_of_row(const LossOf *of, int64_t row, double scale)
{
    const Compare *compare = of->compare;
    Value value = compare->values[row * compare->options->count + of->judge];
    return chance_cross_entropy(value / scale, of->class->target(compare, &compare->rows[row]));
}

static double loss_on_scale(const void *context, double scale)
{
    const LossOf *of = context;
    double sum = 0;
    for (int64_t i = 0; i < of->compare->row_count; i++) {
        sum += of->class->has(&of->compare->rows[i]) ? loss_of_row(of, i, scale) : 0;
    }
    return sum;
}

static double best_scale(const Compare *compare, const Class *class, int judge)
{
    if (class->scale_of < 0) {
        return proven_scale;
    }
    LossOf of = {compare, &classes[class->scale_of], judge};
    return chance_best_scale(loss_on_scale, &of);
}

/* Mean losses of the first judge and another one on the same rows, and the error of their
 * difference: 95 % of what is drawn lies within. */
typedef struct {
    int64_t rows;
    double first, second, error, first_scale, second_scale;
} Difference;

static Difference difference_in(const Compare *compare, const Class *class, int judge)
{
    static const double deviations = 1.96;
    LossOf first = {compare, class, 0}, second = {compare, class, judge};
    Difference found = {.first_scale = best_scale(compare, class, 0),
                        .second_scale = best_scale(compare, class, judge)};
    double squares = 0, of_game = 0;
    for (int64_t i = 0; i < compare->row_count; i++) {
        if (class->has(&compare->rows[i])) {
            double a = loss_of_row(&first, i, found.first_scale);
            double b = loss_of_row(&second, i, found.second_scale);
            found.rows++;
            found.first += a;
            found.second += b;
            of_game += b - a;
        }
        if (i + 1 == compare->row_count || compare->rows[i + 1].game != compare->rows[i].game) {
            squares += of_game * of_game;
            of_game = 0;
        }
    }
    double rows = found.rows > 0 ? (double)found.rows : 1;
    found.first /= rows;
    found.second /= rows;
    found.error = deviations * sqrt(squares) / rows;
    return found;
}

/* --- tables --- */

static void tell_games(const Compare *compare)
{
    tool_tell(compare->line, compare->context,
              "%" PRId64 " games, %" PRId64 " positions; scores mean results on a scale of %.0f",
              game_store_count(compare->store, true), compare->row_count, compare->score_scale);
}

static void tell_difference(const Compare *compare, int judge)
{
    tool_tell(compare->line, compare->context, "%s against %s", compare->options->names[judge],
              compare->options->names[0]);
    tool_tell(compare->line, compare->context, "  %-12s %9s %9s %9s %9s %9s  %s", "class",
              "positions", "loss of it", "of first", "+", "+-", "scales");
    for (int i = 0; i < CLASSES; i++) {
        Difference of = difference_in(compare, &classes[i], judge);
        tool_tell(compare->line, compare->context,
                  "  %-12s %9" PRId64 " %9.5f %9.5f %+9.5f %9.5f  %.0f, %.0f", classes[i].name,
                  of.rows, of.second, of.first, of.second - of.first, of.error, of.second_scale,
                  of.first_scale);
    }
}

/* --- rows --- */

static bool grow_rows(Compare *compare)
{
    void *rows = compare->rows, *values = compare->values;
    int judges = compare->options->count;
    bool has_room =
        array_grow(&rows, &compare->row_room, compare->row_count + 1, sizeof *compare->rows) &&
        array_grow(&values, &compare->value_room, (compare->row_count + 1) * judges,
                   sizeof *compare->values);
    compare->rows = rows;
    compare->values = values;
    return has_room;
}

static bool add_row(Compare *compare, int64_t number, const StoredGame *game, int move)
{
    if (!grow_rows(compare)) {
        return false;
    }
    float black = (float)game->result / RECORD_BLACK_WINS;
    compare->rows[compare->row_count] = (Row){
        .game = number,
        .score = game->moves[move].score,
        .has_result = move >= game->settled,
        .result = move % COLOURS == BLACK ? black : 1 - black,
    };
    Value *values = &compare->values[compare->row_count * compare->options->count];
    for (int i = 0; i < compare->options->count; i++) {
        PatternReplay *replay = &compare->judges[i]->replay;
        values[i] = eval_position(&replay->evaluator, &replay->position);
    }
    compare->row_count++;
    return true;
}

static void begin_compared_game(Compare *compare, const StoredGame *game)
{
    for (int i = 0; i < compare->options->count; i++) {
        Judge *judge = compare->judges[i];
        Game kind = judge->replay.position.game;
        kind.width = game->width;
        kind.height = game->height;
        position_clear(&judge->replay.position, &kind, &judge->tables.board);
    }
}

static bool add_game_rows(Compare *compare, int64_t number)
{
    StoredGame game = game_store_get(compare->store, true, number);
    begin_compared_game(compare, &game);
    for (int move = 0; move < game.count; move++) {
        if ((game.moves[move].teaches & TEACHES_VALUE) != 0 &&
            !add_row(compare, number, &game, move)) {
            return false;
        }
        for (int i = 0; i < compare->options->count; i++) {
            Position *position = &compare->judges[i]->replay.position;
            position_play(position, game.moves[move].point, position->board.side);
        }
    }
    return true;
}

static double score_loss(const void *context, double scale)
{
    const Compare *compare = context;
    double sum = 0;
    for (int64_t i = 0; i < compare->row_count; i++) {
        const Row *row = &compare->rows[i];
        sum += is_estimate_with_result(row) ? chance_cross_entropy(row->score / scale, row->result)
                                            : 0;
    }
    return sum;
}

/* --- reading --- */

static const char no_memory[] = "there is not enough memory";

static const char *read_yardstick(Compare *compare)
{
    const FileBytes *games = &compare->options->games;
    compare->store = game_store_new(0, 0);
    if (compare->store == NULL) {
        return no_memory;
    }
    const char *wrong = game_store_read_held_out(compare->store, games->bytes, games->count);
    return wrong != NULL ? wrong : game_store_finish(compare->store) ? NULL : no_memory;
}

/* A replay has to begin at a line of the cache, which the system's blocks do. */
static const char *make_judge(Compare *compare, int number)
{
    const FileBytes *file = &compare->options->weights[number];
    const Game *game = game_store_game(compare->store);
    Judge *judge = port_pages_new(sizeof *judge);
    compare->judges[number] = judge;
    if (judge == NULL) {
        return no_memory;
    }
    const char *wrong = weights_open(&judge->weights, file->bytes, file->count);
    if (wrong != NULL) {
        return wrong;
    }
    if (judge->weights.header->rule != (uint32_t)rules_number(game->rule) ||
        (int)judge->weights.header->win_length != game->win_length) {
        return "these are weights of another rule than the games";
    }
    eval_fill_tables_from(&judge->tables, game, EVALUATION_PATTERN, &judge->weights.learnt);
    pattern_replay_init(&judge->replay, game, &judge->tables);
    return NULL;
}

static const char *make_judges(Compare *compare, char room[TOOL_FAULT_MAX])
{
    for (int i = 0; i < compare->options->count; i++) {
        const char *wrong = make_judge(compare, i);
        if (wrong != NULL) {
            snprintf(room, TOOL_FAULT_MAX, "%s: %s", compare->options->names[i], wrong);
            return room;
        }
    }
    return NULL;
}

static const char *make_rows(Compare *compare)
{
    for (int64_t i = 0; i < game_store_count(compare->store, true); i++) {
        if (!add_game_rows(compare, i)) {
            return no_memory;
        }
    }
    compare->score_scale = chance_best_scale(score_loss, compare);
    return compare->row_count > 0 ? NULL : "the games have no position to compare values by";
}

static void compare_free(Compare *compare)
{
    for (int i = 0; i < compare->options->count; i++) {
        port_pages_free(compare->judges[i], sizeof *compare->judges[i]);
    }
    game_store_free(compare->store);
    free(compare->rows);
    free(compare->values);
}

const char *compare_weights(const CompareOptions *options, TextSink *line, void *context,
                            char room[TOOL_FAULT_MAX])
{
    Compare compare = {.options = options, .line = line, .context = context};
    const char *wrong = read_yardstick(&compare);
    wrong = wrong != NULL ? wrong : make_judges(&compare, room);
    wrong = wrong != NULL ? wrong : make_rows(&compare);
    if (wrong == NULL) {
        tell_games(&compare);
        for (int i = 1; i < options->count; i++) {
            tell_difference(&compare, i);
        }
    }
    compare_free(&compare);
    return wrong;
}
