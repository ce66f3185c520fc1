/* openings - throws, and going on with a file; see openings.h. */
#include "tools/openings.h"

#include "eval/eval.h"
#include "opening/check.h"
#include "opening/random.h"
#include "tools/distinct.h"
#include "tools/job_pool.h"
#include "tools/openlist.h"
#include "tools/origin.h"
#include "tools/records.h"
#include "tools/worker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_VERSION = 2,
    FRUITLESS_MAX = 2000, /* throws in a row without a new opening after which it is given up */
    FRAME_TEXT_MAX = 200 + ORIGIN_TEXT_MAX, /* the first line and the last */
    LINE_TEXT_MAX = OPENING_STONES_MAX * RECORD_MOVE_TEXT_MAX + 1,
};

typedef struct {
    const ToolOptions *options;
    const ToolListener *listener;
    StartOptions start;
    CheckOptions check;
    GameTables tables;
    Geometry geometry;
    char header[FRAME_TEXT_MAX];
    Distinct distinct;
    OpeningList before;  /* of the file to go on with */
    int64_t first_throw; /* the first that is not behind them */
    int64_t made;
    int fruitless; /* throws since the last new opening */
} Maker;

/* What a worker sits at: a worker for the throws and their short searches, another with a larger
 * table for the second check, or none. */
typedef struct {
    Worker *throws, *checks;
} Seat;

static const char no_memory[] = "there is not enough memory";

/* --- the file --- */

static void write_header(Maker *maker)
{
    const ToolOptions *options = maker->options;
    const Game *game = &options->game;
    char origin[ORIGIN_TEXT_MAX];
    int length = snprintf(
        maker->header, sizeof maker->header,
        "# tengen-openings %d rule %d size %dx%d win %d nodes %" PRIu64 " stones %d-%d margin %d",
        FILE_VERSION, rules_number(game->rule), game->width, game->height, game->win_length,
        options->nodes, options->stones_min, options->stones_max, options->margin);
    if (options->check_nodes > 0) {
        length += snprintf(maker->header + length, sizeof maker->header - (size_t)length,
                           " check %" PRIu64 " check-margin %d check-moves %d",
                           options->check_nodes, options->check_margin, options->check_moves);
    }
    origin_write(options->evaluation, origin);
    snprintf(maker->header + length, sizeof maker->header - (size_t)length, " seed %" PRIu64 "%s",
             options->seed, origin);
}

static void say(const Maker *maker, const char *line)
{
    maker->listener->line(maker->listener->context, line);
}

static void say_opening(const Maker *maker, const Point *moves, int64_t count)
{
    char line[LINE_TEXT_MAX];
    int length = 0;
    for (int64_t i = 0; i < count; i++) {
        length += record_write_move(&maker->geometry, moves[i], line + length);
    }
    line[length] = '\0';
    say(maker, line);
}

static void say_end(const Maker *maker)
{
    char line[FRAME_TEXT_MAX];
    snprintf(line, sizeof line, "# end %" PRId64 " of %" PRId64, maker->made,
             maker->options->count);
    say(maker, line);
}

/* --- going on with a file --- */

/* Finds the throw that made an opening, from a number on: the first with the same stones in the same
 * order, as they would have been judged in the same way before. Of failed throws there can be no
 * more in a row than are made. */
static bool find_throw(Maker *maker, Position *position, const Point *moves, int64_t count)
{
    size_t bytes = sizeof *moves * (size_t)count;
    for (int i = 0; i < FRUITLESS_MAX; i++) {
        Start start;
        uint64_t seed = random_seed(maker->options->seed, (uint64_t)maker->first_throw++);
        if (start_draw(position, &maker->start, seed, &start) && start.count == count &&
            memcmp(start.moves, moves, bytes) == 0) {
            return distinct_add(&maker->distinct, &maker->geometry, &start);
        }
    }
    return false;
}

static const char *find_throws(Maker *maker, Position *position)
{
    const OpeningList *list = &maker->before;
    for (; maker->made < list->count; maker->made++) {
        int64_t begin = list->begin[maker->made], end = list->begin[maker->made + 1];
        if (!find_throw(maker, position, list->moves + begin, end - begin)) {
            return maker->distinct.out_of_memory
                       ? no_memory
                       : "the file to go on with holds openings that are not from this seed";
        }
    }
    return NULL;
}

/* Reads the openings of the file; a line that was cut off is none. */
static const char *read_before(Maker *maker, Position *position)
{
    const char *text = maker->options->resume, *end = strrchr(text, '\n');
    size_t length = end == NULL ? 0 : (size_t)(end - text);
    char *whole = malloc(length + 1);
    int64_t line;
    if (whole == NULL) {
        return no_memory;
    }
    memcpy(whole, text, length);
    whole[length] = '\0';
    const char *fault = openlist_read(&maker->before, position, whole, NULL, &line);
    free(whole);
    return fault;
}

/* Says whether the file was made with the same options: its first line tells. */
static bool has_same_header(const Maker *maker)
{
    const char *text = maker->options->resume;
    size_t length = strlen(maker->header);
    return strncmp(text, maker->header, length) == 0 && strchr("\r\n", text[length]) != NULL;
}

/* Takes over what the file has, which may be nothing yet; returns what is wrong with it, or NULL. */
static const char *take_over(Maker *maker)
{
    if (maker->options->resume == NULL || *maker->options->resume == '\0') {
        return NULL;
    }
    if (!has_same_header(maker)) {
        return "the file to go on with was made with other options: its first line tells which";
    }
    Position *position = malloc(sizeof *position);
    if (position == NULL) {
        return no_memory;
    }
    position_clear(position, &maker->options->game, &maker->tables.board);
    const char *fault = read_before(maker, position);
    if (fault == NULL && maker->before.count > maker->options->count) {
        fault = "the file to go on with holds more openings than that already";
    }
    fault = fault == NULL ? find_throws(maker, position) : fault;
    free(position);
    return fault;
}

static void say_before(const Maker *maker)
{
    const OpeningList *list = &maker->before;
    say(maker, maker->header);
    for (int64_t i = 0; i < list->count; i++) {
        say_opening(maker, list->moves + list->begin[i], list->begin[i + 1] - list->begin[i]);
    }
}

/* --- making --- */

static void leave_seat(void *context, void *job_worker)
{
    (void)context;
    Seat *left = job_worker;
    worker_free(left->throws);
    worker_free(left->checks);
    free(left);
}

static void *take_seat(void *context)
{
    const Maker *maker = context;
    const ToolOptions *options = maker->options;
    Seat *job_worker = calloc(1, sizeof *job_worker);
    if (job_worker == NULL) {
        return NULL;
    }
    job_worker->throws = worker_new(&options->game, &maker->tables, options->nodes);
    if (options->check_nodes > 0) {
        job_worker->checks = worker_new(&options->game, &maker->tables, options->check_nodes);
    }
    if (job_worker->throws == NULL || (job_worker->checks == NULL && options->check_nodes > 0)) {
        leave_seat(context, job_worker);
        return NULL;
    }
    return job_worker;
}

static void hurry_seat(void *context, void *job_worker)
{
    (void)context;
    const Seat *hurried = job_worker;
    worker_cancel(hurried->throws);
    if (hurried->checks != NULL) {
        worker_cancel(hurried->checks);
    }
}

/* Throws, and judges as often as wished. */
static bool make_start(const Maker *maker, const Seat *job_worker, int64_t number, Start *start)
{
    uint64_t throw = (uint64_t)(maker->first_throw + number);
    worker_clear(job_worker->throws);
    if (!start_throw(&job_worker->throws->search, &maker->start,
                     random_seed(maker->options->seed, throw), start)) {
        return false;
    }
    if (job_worker->checks == NULL) {
        return true;
    }
    worker_clear(job_worker->checks);
    return check_passes(&job_worker->checks->search, &maker->check, start);
}

/* One throw; one that is not kept comes back without stones. */
static void *throw_once(void *context, void *job_worker, int64_t number)
{
    Start *start = malloc(sizeof *start);
    if (start != NULL && !make_start(context, job_worker, number, start)) {
        start->count = 0;
    }
    return start;
}

/* Takes a throw; false if that is all, or enough. */
static bool take_throw(void *context, int64_t number, void *result)
{
    Maker *maker = context;
    const Start *start = result;
    (void)number;
    maker->fruitless++;
    if (start->count > 0 && distinct_add(&maker->distinct, &maker->geometry, start)) {
        say_opening(maker, start->moves, start->count);
        maker->made++;
        maker->fruitless = 0;
    }
    free(result);
    return maker->made < maker->options->count && maker->fruitless < FRUITLESS_MAX &&
           !maker->distinct.out_of_memory;
}

static bool may_go_on(void *context)
{
    const Maker *maker = context;
    const ToolListener *listener = maker->listener;
    return listener->go_on(listener->context, maker->made, maker->options->count);
}

static ToolEnd end_of(const Maker *maker, JobEnd end)
{
    if (end == JOBS_FAILED || maker->distinct.out_of_memory) {
        return TOOL_FAILED;
    }
    say_end(maker);
    return end == JOBS_STOPPED                   ? TOOL_STOPPED
           : maker->made < maker->options->count ? TOOL_SHORT
                                                 : TOOL_DONE;
}

static JobEnd make_rest(Maker *maker)
{
    JobPlan plan = {.context = maker,
                    .count = INT64_MAX,
                    .worker_new = take_seat,
                    .worker_free = leave_seat,
                    .work = throw_once,
                    .cancel = hurry_seat,
                    .consume = take_throw,
                    .go_on = may_go_on};
    return maker->made < maker->options->count ? job_pool_run(&plan, maker->options->threads)
                                               : JOBS_DONE;
}

static void prepare(Maker *maker)
{
    const ToolOptions *options = maker->options;
    maker->start = (StartOptions){.stones_min = options->stones_min,
                                  .stones_max = options->stones_max,
                                  .nodes = options->nodes,
                                  .margin = options->margin};
    maker->check = (CheckOptions){.nodes = options->check_nodes,
                                  .margin = options->check_margin,
                                  .moves = options->check_moves};
    eval_fill_tables(&maker->tables, &options->game, options->evaluation);
    geometry_init(&maker->geometry, options->game.width, options->game.height);
    write_header(maker);
}

static ToolEnd make_all(Maker *maker, char fault[TOOL_FAULT_MAX])
{
    prepare(maker);
    const char *wrong = take_over(maker);
    if (wrong != NULL) {
        snprintf(fault, TOOL_FAULT_MAX, "%s", wrong);
        return TOOL_REFUSED;
    }
    say_before(maker);
    return end_of(maker, make_rest(maker));
}

static bool is_margin(int value)
{
    return value >= 0 && value <= VALUE_ESTIMATE_MAX;
}

/* What is wrong with the options, as a sentence; NULL: nothing. */
static const char *find_wrong_wish(const ToolOptions *options)
{
    const Game *game = &options->game;
    if (rules_fault(game) != NULL) {
        return rules_fault(game);
    }
    if (options->count < 1 || options->nodes < 1) {
        return "without openings to make, or nodes to search, there is nothing to do";
    }
    if (options->stones_min < 1 || options->stones_max > OPENING_STONES_MAX ||
        options->stones_min > options->stones_max) {
        return "an opening has 1 to 40 stones, and no fewer at most than at least";
    }
    if (options->stones_max >= game->width * game->height) {
        return "so many stones leave no room to play on";
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

ToolEnd openings_make(const ToolOptions *options, const ToolListener *listener,
                      char fault[TOOL_FAULT_MAX])
{
    const char *wrong = find_wrong_wish(options);
    if (wrong != NULL) {
        snprintf(fault, TOOL_FAULT_MAX, "%s", wrong);
        return TOOL_REFUSED;
    }
    Maker *maker = calloc(1, sizeof *maker);
    if (maker == NULL) {
        return TOOL_FAILED;
    }
    maker->options = options;
    maker->listener = listener;
    ToolEnd end = make_all(maker, fault);
    openlist_free(&maker->before);
    distinct_free(&maker->distinct);
    free(maker);
    return end;
}
