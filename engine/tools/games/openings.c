/* openings - judging candidates, one after the other; see openings.h. */
#include "tools/games/openings.h"

#include "balance/check.h"
#include "port/random.h"
#include "tools/games/distinct.h"
#include "tools/games/origin.h"
#include "tools/games/records.h"
#include "tools/games/tool.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_VERSION = 3,
    FRUITLESS_MAX = 2000, /* candidates in a row without a new opening after which it gives up */
    FRAME_TEXT_MAX = 200 + ORIGIN_TEXT_MAX, /* the first line and the last */
    LINE_TEXT_MAX = OPENING_STONES_MAX * RECORD_MOVE_TEXT_MAX + 1,
};

/* Which worker of a thread does what: the second has a larger table, or is not there. */
enum { JUDGE, CHECKER };

typedef struct {
    Tool tool;
    StartOptions start;
    CheckOptions check;
    Geometry geometry;
    char header[FRAME_TEXT_MAX];
    Distinct distinct;
    int fruitless; /* candidates since the last new opening */
} Openings;

/* --- the file --- */

static void fill_header(Openings *openings)
{
    const ToolOptions *options = openings->tool.options;
    const Game *game = &options->game;
    char origin[ORIGIN_TEXT_MAX];
    int length = snprintf(
        openings->header, sizeof openings->header,
        "# tengen-openings %d rule %d size %dx%d win %d nodes %" PRIu64 " stones %d-%d margin %d",
        FILE_VERSION, rules_number(game->rule), game->width, game->height, game->win_length,
        options->nodes, options->stones_min, options->stones_max, options->margin);
    if (options->check_nodes > 0) {
        length += snprintf(openings->header + length, sizeof openings->header - (size_t)length,
                           " check %" PRIu64 " check-margin %d check-moves %d",
                           options->check_nodes, options->check_margin, options->check_moves);
    }
    origin_write(options->evaluation, origin);
    snprintf(openings->header + length, sizeof openings->header - (size_t)length,
             " seed %" PRIu64 "%s", options->seed, origin);
}

static void write_opening(const Openings *openings, const Point *moves, int64_t count)
{
    char line[LINE_TEXT_MAX];
    int length = 0;
    for (int64_t i = 0; i < count; i++) {
        length += record_write_move(&openings->geometry, moves[i], line + length);
    }
    line[length] = '\0';
    tool_write(&openings->tool, line);
}

static void openings_write_end(const Openings *openings)
{
    char line[FRAME_TEXT_MAX];
    snprintf(line, sizeof line, "# end %" PRId64 " of %" PRId64, openings->tool.done,
             openings->tool.wanted);
    tool_write(&openings->tool, line);
}

/* --- making --- */

/* Makes a candidate and judges it, twice if that is asked for. */
static bool make_start(const Openings *openings, const ToolThread *thread, int64_t number,
                       Start *start)
{
    Worker *judge = thread->workers[JUDGE], *checker = thread->workers[CHECKER];
    worker_clear(judge);
    if (!start_try(&judge->search, &openings->start,
                   random_seed(openings->tool.options->seed, (uint64_t)number), start)) {
        return false;
    }
    if (checker == NULL) {
        return true;
    }
    worker_clear(checker);
    return check_passes(&checker->search, &openings->check, start);
}

/* Returns the start of a candidate; without stones if it failed. */
static void *try_one(void *state, const ToolThread *thread, int64_t number)
{
    Start *start = malloc(sizeof *start);
    if (start != NULL && !make_start(state, thread, number, start)) {
        start->count = 0;
    }
    return start;
}

/* Writes an opening if it is new; false if there are enough, or hardly any more. */
static bool write_start(void *state, int64_t number, void *result)
{
    Openings *openings = state;
    const Start *start = result;
    (void)number;
    openings->fruitless++;
    if (start->count > 0 && distinct_add(&openings->distinct, &openings->geometry, start)) {
        write_opening(openings, start->moves, start->count);
        openings->tool.done++;
        openings->fruitless = 0;
    }
    free(result);
    return openings->tool.done < openings->tool.wanted && openings->fruitless < FRUITLESS_MAX &&
           !openings->distinct.out_of_memory;
}

static ToolEnd openings_find(void *state)
{
    Openings *openings = state;
    const Tool *tool = &openings->tool;
    ToolJobs jobs = {.count = INT64_MAX, .work = try_one, .consume = write_start};
    tool_write(tool, openings->header);
    JobEnd end = tool_work(openings, &jobs);
    if (end == JOBS_FAILED || openings->distinct.out_of_memory) {
        return TOOL_FAILED;
    }
    openings_write_end(openings);
    return end == JOBS_STOPPED ? TOOL_STOPPED : tool->done < tool->wanted ? TOOL_SHORT : TOOL_DONE;
}

/* --- options --- */

static bool is_margin(int value)
{
    return value >= 0 && value <= VALUE_ESTIMATE_MAX;
}

static const char *openings_check(const ToolOptions *options)
{
    const Game *game = &options->game;
    if (options->count < 1 || options->nodes < 1) {
        return "without openings to make, or nodes to search, there is nothing to do";
    }
    if (options->stones_min < 1 || options->stones_max > OPENING_STONES_MAX ||
        options->stones_min > options->stones_max) {
        return "an opening has 1 to 40 stones, and no fewer at most than at least";
    }
    if (options->stones_max >= game->width * game->height) {
        return "as many stones as the board has points leave no room to play on";
    }
    if (!is_margin(options->margin) || !is_margin(options->check_margin)) {
        return "the margins must be between 0 and 20000";
    }
    bool is_moves = options->check_moves >= 1 && options->check_moves <= OPENING_CHECK_MOVES_MAX;
    return is_moves || options->check_nodes == 0 ? NULL : "1 to 10 moves can be checked";
}

_Static_assert(OPENING_STONES_MAX == 40 && VALUE_ESTIMATE_MAX == 20000 &&
                   OPENING_CHECK_MOVES_MAX == 10,
               "the sentences are true");

static bool openings_prepare(void *state, char fault[TOOL_FAULT_MAX])
{
    Openings *openings = state;
    const ToolOptions *options = openings->tool.options;
    openings->start = (StartOptions){.stones_min = options->stones_min,
                                     .stones_max = options->stones_max,
                                     .nodes = options->nodes,
                                     .margin = options->margin};
    openings->check = (CheckOptions){.nodes = options->check_nodes,
                                     .margin = options->check_margin,
                                     .moves = options->check_moves};
    openings->tool.wanted = options->count;
    openings->tool.nodes[JUDGE] = options->nodes;
    openings->tool.nodes[CHECKER] = options->check_nodes;
    geometry_init(&openings->geometry, options->game.width, options->game.height);
    fill_header(openings);
    (void)fault;
    return true;
}

static void openings_free(void *state)
{
    Openings *openings = state;
    distinct_free(&openings->distinct);
}

ToolEnd openings_make(const ToolOptions *options, const ToolListener *listener,
                      char fault[TOOL_FAULT_MAX])
{
    static const ToolKind kind = {sizeof(Openings), openings_check, openings_prepare, openings_find,
                                  openings_free};
    return tool_make(&kind, options, listener, fault);
}
