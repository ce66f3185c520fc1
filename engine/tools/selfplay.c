/* selfplay - from a number to a game to a line; see selfplay.h. */
#include "tools/selfplay.h"

#include "eval/eval.h"
#include "opening/random.h"
#include "opening/start.h"
#include "tools/job_pool.h"
#include "tools/openings.h"
#include "tools/play_game.h"
#include "tools/records.h"
#include "tools/worker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    START_STONES_LEAST = 3, /* of a random start; or fewer, as far as there is room */
    START_STONES_MOST = 8,
    START_MARGIN = 30, /* twice what swap2 calls even: games may lean a little */
    START_MOVES = 4,   /* to judge it may take as many nodes as so many moves */
    THROWS_MAX = 100,  /* before the most even so far will do */
};

typedef struct {
    const ToolOptions *options;
    const ToolListener *listener;
    GameTables tables;
    OpeningList openings; /* if there are any */
    int64_t games;        /* to play */
    RecordWriter writer;
} Play;

/* --- how a game begins --- */

static StartOptions start_wishes(const Board *board, uint64_t nodes)
{
    int room = board->empty - 1;
    return (StartOptions){
        .stones_min = room < START_STONES_LEAST ? room : START_STONES_LEAST,
        .stones_max = room < START_STONES_MOST ? room : START_STONES_MOST,
        .nodes = nodes < UINT64_MAX / START_MOVES ? nodes * START_MOVES : nodes,
        .margin = START_MARGIN,
    };
}

/* Throws until a start is balanced; else finds the most even one, or none at all. */
static Start find_start(Worker *worker, uint64_t nodes, uint64_t seed)
{
    StartOptions options = start_wishes(&worker->search.position.board, nodes);
    Start best = {.count = 0, .value = VALUE_INFINITE}, start;
    for (uint64_t i = 0; i < THROWS_MAX && !worker_is_cancelled(worker); i++) {
        bool is_balanced = start_throw(&worker->search, &options, random_seed(seed, i), &start);
        if (is_balanced || abs(start.value) < abs(best.value)) {
            best = start;
        }
        if (is_balanced) {
            break;
        }
    }
    return best;
}

/* Sets up the opening of a game. The search that judged a start leaves nothing behind. */
static void open_game(const Play *all, Worker *worker, int64_t number)
{
    const OpeningList *list = &all->openings;
    if (list->count > 0) {
        int64_t begin = list->begin[number];
        play_opening(worker, list->moves + begin, list->begin[number + 1] - begin);
        return;
    }
    const ToolOptions *options = all->options;
    worker_clear(worker);
    Start start = find_start(worker, options->nodes, random_seed(options->seed, (uint64_t)number));
    play_opening(worker, start.moves, start.count);
}

static void play_numbered(const Play *all, Worker *worker, int64_t number, Record *record)
{
    Worker *const both[COLOURS] = {worker, worker};
    open_game(all, worker, number);
    play_game(both, all->options->nodes, record);
}

/* --- what the pool does --- */

static void *take_seat(void *context)
{
    const Play *all = context;
    return worker_new(&all->options->game, &all->tables, all->options->nodes);
}

static void leave_seat(void *context, void *job_worker)
{
    (void)context;
    worker_free(job_worker);
}

static void hurry_seat(void *context, void *job_worker)
{
    (void)context;
    worker_cancel(job_worker);
}

/* Plays a game and returns its line. */
static void *play_one(void *context, void *job_worker, int64_t number)
{
    const Play *all = context;
    Worker *worker = job_worker;
    Record record = {.count = 0};
    char text[RECORD_TEXT_MAX];
    play_numbered(all, worker, number, &record);
    record_write_game(&worker->search.position.board.geometry, &record, text);
    char *line = malloc(strlen(text) + 1);
    return line == NULL ? NULL : strcpy(line, text);
}

static void say(const Play *all, const char *line)
{
    all->listener->line(all->listener->context, line);
}

static bool take_game(void *context, int64_t number, void *line)
{
    Play *all = context;
    (void)number;
    record_count_game(&all->writer, line);
    say(all, line);
    free(line);
    return true;
}

static bool may_go_on(void *context)
{
    const Play *all = context;
    return all->listener->go_on(all->listener->context, all->writer.games, all->games);
}

/* --- the file --- */

static void say_header(Play *all)
{
    const ToolOptions *options = all->options;
    RecordHeader header = {options->game, options->nodes, options->seed};
    char line[RECORD_FRAME_TEXT_MAX];
    record_write_header(&all->writer, &header, line);
    say(all, line);
}

static void say_end(const Play *all)
{
    char line[RECORD_FRAME_TEXT_MAX];
    record_write_end(&all->writer, all->games, line);
    say(all, line);
}

static ToolEnd end_of(const Play *all, JobEnd end)
{
    if (end == JOBS_FAILED) {
        return TOOL_FAILED;
    }
    say_end(all);
    return end == JOBS_STOPPED ? TOOL_STOPPED : TOOL_DONE;
}

static ToolEnd run_all(Play *all)
{
    JobPlan plan = {.context = all,
                    .count = all->games,
                    .worker_new = take_seat,
                    .worker_free = leave_seat,
                    .work = play_one,
                    .cancel = hurry_seat,
                    .consume = take_game,
                    .go_on = may_go_on};
    say_header(all);
    return end_of(all, job_pool_run(&plan, all->options->threads));
}

/* --- what is wished for --- */

static bool refuse(char fault[TOOL_FAULT_MAX], const char *words)
{
    snprintf(fault, TOOL_FAULT_MAX, "%s", words);
    return false;
}

/* Decides how many games there are to play; false if that makes no sense. */
static bool settle_count(Play *all, char fault[TOOL_FAULT_MAX])
{
    int64_t wanted = all->options->count, openings = all->openings.count;
    if (openings > 0 && wanted > openings) {
        snprintf(fault, TOOL_FAULT_MAX,
                 "%" PRId64 " games need as many openings, and there are %" PRId64
                 ": the same opening would give the same game again",
                 wanted, openings);
        return false;
    }
    all->games = wanted == 0 ? openings : wanted;
    return all->games > 0 || refuse(fault, "there is no game to play");
}

/* Says whether everything is at hand; if not, why. */
static bool prepare(Play *all, char fault[TOOL_FAULT_MAX])
{
    const ToolOptions *options = all->options;
    const char *wrong = rules_fault(&options->game);
    if (wrong != NULL) {
        return refuse(fault, wrong);
    }
    if (options->nodes == 0) {
        return refuse(fault, "without nodes to search there are no moves");
    }
    eval_fill_tables(&all->tables, &options->game, options->evaluation);
    return (options->openings == NULL ||
            openings_read_for(&all->openings, options, &all->tables, NULL, fault)) &&
           settle_count(all, fault);
}

ToolEnd selfplay_run(const ToolOptions *options, const ToolListener *listener,
                     char fault[TOOL_FAULT_MAX])
{
    Play *all = calloc(1, sizeof *all);
    if (all == NULL) {
        return TOOL_FAILED;
    }
    all->options = options;
    all->listener = listener;
    ToolEnd end = prepare(all, fault) ? run_all(all) : TOOL_REFUSED;
    openings_free(&all->openings);
    free(all);
    return end;
}
