/* duel - two games to a line; see duel.h. */
#include "tools/games/duel.h"

#include "eval/weights.h"
#include "port/port.h"
#include "search/parameters.h"
#include "tools/games/openlist.h"
#include "tools/games/play_game.h"
#include "tools/games/tool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = TOOL_SIDES, GAMES = 2, POINTS = 2 * GAMES }; /* of each duel; half points */

_Static_assert((int)SIDES <= (int)TOOL_WORKERS, "each side has a worker");

/* The parameters of the first side and of the second. */
typedef struct {
    Parameters parameters[SIDES];
} Pair;

typedef struct {
    Tool tool;
    OpeningList openings;
    Pair *pairs;               /* of each opening; owned */
    GameTables *tables[SIDES]; /* of a side with weights of its own; owned */
    char first;                /* result of the first game of the duel whose second is awaited */
    int64_t with[POINTS + 1];  /* how many duels gave the first side that many half points */
} Duels;

static const char constant_parameters[] =
    "the search parameters of this program are constants; cmake -DTUNING=ON builds one where they "
    "can be set";

/* --- games --- */

/* Says whether a side has weights of its own. */
static bool has_weights(const ToolOptions *options)
{
    return options->weights[0].bytes != NULL || options->weights[1].bytes != NULL;
}

static void duel_set_up(const Duels *duels, const ToolThread *thread, int64_t number)
{
    int64_t begin = duels->openings.begin[number], end = duels->openings.begin[number + 1];
    for (int i = 0; i < SIDES; i++) {
        thread->workers[i]->parameters = &duels->pairs[number].parameters[i];
        play_opening(thread->workers[i], duels->openings.moves + begin, end - begin);
    }
}

/* The result of a game to a colour, as it is written. */
static char result_for(const Record *record, int colour)
{
    RecordResult win = colour == BLACK ? RECORD_BLACK_WINS : RECORD_WHITE_WINS;
    return record->result == RECORD_DRAW ? '=' : record->result == win ? '1' : '0';
}

/* Plays one game of a duel and returns its result to the first side. */
static void *play_duel_game(void *state, const ToolThread *thread, int64_t number)
{
    const Duels *duels = state;
    int colour = number % GAMES == 0 ? BLACK : WHITE; /* of the first side */
    Worker *workers[COLOURS];
    Record record;
    char *result = malloc(1);
    if (result != NULL) {
        workers[colour] = thread->workers[0];
        workers[rules_opponent(colour)] = thread->workers[1];
        duel_set_up(duels, thread, number / GAMES);
        const ToolOptions *wanted = duels->tool.options;
        PlayOptions options = {.nodes = wanted->nodes,
                               .match = wanted->match,
                               .increment = wanted->increment,
                               .ends_decided = true};
        play_game(workers, &options, &record);
        *result = result_for(&record, colour);
    }
    return result;
}

static int half_points(char result)
{
    return result == '1' ? 2 : result == '=' ? 1 : 0;
}

static bool write_result(void *state, int64_t number, void *result)
{
    Duels *duels = state;
    char second = *(char *)result;
    free(result);
    if (number % GAMES == 0) {
        duels->first = second;
        return true;
    }
    char line[] = {duels->first, ' ', second, '\0'};
    duels->tool.done++;
    duels->with[half_points(duels->first) + half_points(second)]++;
    tool_write(&duels->tool, line);
    return true;
}

static double elo_of(double share)
{
    static const double tenfold = 400; /* Elo at which one side scores ten times the other's */
    return -tenfold * log10(1 / share - 1);
}

/* Writes what all duels say, as a comment: 95 % of what is drawn lies within the error. */
static void tell_elo(const Duels *duels)
{
    enum { LINE_MAX_BYTES = 120 };
    static const double deviations = 1.96;
    char line[LINE_MAX_BYTES];
    double pairs = (double)duels->tool.done, sum = 0, squares = 0;
    for (int i = 0; i <= POINTS; i++) {
        double share = (double)i / POINTS;
        sum += share * (double)duels->with[i];
        squares += share * share * (double)duels->with[i];
    }
    double mean = sum / pairs, error = deviations * sqrt((squares / pairs - mean * mean) / pairs);
    snprintf(line, sizeof line, "# %.0f games, %.2f %%, %+.1f Elo (%+.1f to %+.1f)", pairs * GAMES,
             mean * 100, elo_of(mean), elo_of(mean - error), elo_of(mean + error));
    tool_write(&duels->tool, line);
}

static ToolEnd duel_play(void *state)
{
    Duels *duels = state;
    ToolJobs jobs = {
        .count = duels->tool.wanted * GAMES, .work = play_duel_game, .consume = write_result};
    JobEnd end = tool_work(duels, &jobs);
    if (has_weights(duels->tool.options) && duels->tool.done > 0) {
        tell_elo(duels);
    }
    return end == JOBS_FAILED ? TOOL_FAILED : end == JOBS_STOPPED ? TOOL_STOPPED : TOOL_DONE;
}

/* --- options --- */

/* Reads the parameters of both sides, which fill the line, unless nothing stands there. */
static const char *read_pair(void *context, const char *text)
{
    static const char blanks[] = " \t\r";
    Duels *duels = context;
    Pair *pairs = realloc(duels->pairs, (size_t)(duels->tool.wanted + 1) * sizeof *pairs);
    if (pairs == NULL) {
        return "there is not enough memory";
    }
    duels->pairs = pairs;
    Pair *pair = &pairs[duels->tool.wanted++];
    if (*text == '\n' || *text == '\0') {
        text = "- -";
    } else if (!parameters_are_settings() && text[strcspn(text, "=\n")] == '=') {
        return constant_parameters;
    }
    for (int i = 0; i < SIDES && text != NULL; i++) {
        text = parameters_read(&pair->parameters[i], text);
    }
    char next = text == NULL ? '?' : text[strspn(text, blanks)];
    bool is_whole = next == '\n' || next == '\0';
    return is_whole ? NULL
                    : "after the opening, two sets of parameters are expected: NAME=VALUE,... or -";
}

static const char *duel_check(const ToolOptions *options)
{
    if (!parameters_are_settings() && !has_weights(options)) {
        return constant_parameters;
    }
    bool has_games = (options->nodes > 0 || options->match > 0) && options->openings != NULL;
    return !has_games ? "without duels, or nodes to search, there are no games"
           : options->increment > 0 && options->match == 0
               ? "an increment needs nodes for the game to be added to"
               : NULL;
}

/* About how many nodes a long search takes. */
static uint64_t nodes_of_move(const ToolOptions *options)
{
    enum { LONG_SEARCHES = 5 }; /* of which there are so many in a game, as CLOCK_MOST says */
    return options->match == 0 ? options->nodes : options->match / LONG_SEARCHES + 1;
}

/* Takes the weights of a side, if it has some of its own. */
static bool take_weights(Duels *duels, int side, char fault[TOOL_FAULT_MAX])
{
    const ToolOptions *options = duels->tool.options;
    const FileBytes *file = &options->weights[side];
    Weights weights;
    if (file->bytes == NULL) {
        return true;
    }
    const char *wrong = weights_open(&weights, file->bytes, file->count);
    if (wrong == NULL && (weights.header->rule != (uint32_t)rules_number(options->game.rule) ||
                          (int)weights.header->win_length != options->game.win_length)) {
        wrong = "they are of another rule";
    }
    if (wrong != NULL) {
        return tool_refuse(fault, "the weights of side %d: %s", side + 1, wrong);
    }
    duels->tables[side] = port_pages_new(sizeof *duels->tables[side]);
    if (duels->tables[side] == NULL) {
        return tool_refuse(fault, "there is not enough memory");
    }
    eval_fill_tables_from(duels->tables[side], &options->game, options->evaluation,
                          &weights.learnt);
    duels->tool.own_tables[side] = duels->tables[side];
    return true;
}

static bool duel_prepare(void *state, char fault[TOOL_FAULT_MAX])
{
    Duels *duels = state;
    Tool *tool = &duels->tool;
    const OpeningRest rest = {duels, read_pair};
    for (int i = 0; i < SIDES; i++) {
        tool->nodes[i] = nodes_of_move(tool->options);
        if (!take_weights(duels, i, fault)) {
            return false;
        }
    }
    return openlist_read_for(&duels->openings, tool->options, &tool->tables, &rest, fault);
}

static void duel_free(void *state)
{
    Duels *duels = state;
    openlist_free(&duels->openings);
    free(duels->pairs);
    for (int i = 0; i < SIDES; i++) {
        port_pages_free(duels->tables[i], sizeof *duels->tables[i]);
    }
}

ToolEnd duel_run(const ToolOptions *options, const ToolListener *listener,
                 char fault[TOOL_FAULT_MAX])
{
    static const ToolKind kind = {sizeof(Duels), duel_check, duel_prepare, duel_play, duel_free};
    return tool_make(&kind, options, listener, fault);
}
