/* selfplay - from the number of a game to its line; see selfplay.h. */
#include "tools/selfplay.h"

#include "opening/random.h"
#include "opening/start.h"
#include "tools/openlist.h"
#include "tools/play_game.h"
#include "tools/records.h"
#include "tools/tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    START_STONES_LEAST = 3, /* of a random start; or fewer, as far as there is room */
    START_STONES_MOST = 8,
    START_MARGIN = 30,    /* twice what swap2 calls even: games may favour a side a little */
    START_MOVES = 4,      /* a start is judged with the nodes of so many moves */
    CANDIDATES_MAX = 100, /* random starts that are judged before the most even one is used */
};

typedef struct {
    Tool tool;
    OpeningList openings; /* empty: random starts */
    RecordWriter writer;
} Selfplay;

/* --- how a game begins --- */

static StartOptions start_options(const Board *board, uint64_t nodes)
{
    int room = board->empty - 1;
    return (StartOptions){
        .stones_min = room < START_STONES_LEAST ? room : START_STONES_LEAST,
        .stones_max = room < START_STONES_MOST ? room : START_STONES_MOST,
        .nodes = nodes < UINT64_MAX / START_MOVES ? nodes * START_MOVES : nodes,
        .margin = START_MARGIN,
    };
}

/* The first balanced start; else the most even one, or the empty board. */
static Start find_start(Worker *worker, uint64_t nodes, uint64_t seed)
{
    StartOptions options = start_options(&worker->search.position.board, nodes);
    Start best = {.count = 0, .value = VALUE_INFINITE}, start;
    for (uint64_t i = 0; i < CANDIDATES_MAX && !worker_is_cancelled(worker); i++) {
        bool is_balanced = start_try(&worker->search, &options, random_seed(seed, i), &start);
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
static void open_game(const Selfplay *selfplay, Worker *worker, int64_t number)
{
    const OpeningList *list = &selfplay->openings;
    if (list->count > 0) {
        int64_t begin = list->begin[number];
        play_opening(worker, list->moves + begin, list->begin[number + 1] - begin);
        return;
    }
    const ToolOptions *options = selfplay->tool.options;
    worker_clear(worker);
    Start start = find_start(worker, options->nodes, random_seed(options->seed, (uint64_t)number));
    play_opening(worker, start.moves, start.count);
}

/* --- games --- */

/* Plays a game and returns its line. */
static void *play_one(void *state, const ToolThread *thread, int64_t number)
{
    const Selfplay *selfplay = state;
    Worker *worker = thread->workers[0];
    Worker *const both[COLOURS] = {worker, worker};
    Record record = {.count = 0};
    char text[RECORD_TEXT_MAX];
    open_game(selfplay, worker, number);
    play_game(both, selfplay->tool.options->nodes, &record);
    record_write_game(&worker->search.position.board.geometry, &record, text);
    char *line = malloc(strlen(text) + 1);
    return line == NULL ? NULL : strcpy(line, text);
}

static bool write_game(void *state, int64_t number, void *line)
{
    Selfplay *selfplay = state;
    (void)number;
    record_count_game(&selfplay->writer, line);
    tool_write(&selfplay->tool, line);
    selfplay->tool.done++;
    free(line);
    return true;
}

/* --- the file --- */

static void write_header(Selfplay *selfplay)
{
    const ToolOptions *options = selfplay->tool.options;
    RecordHeader header = {
        .game = options->game,
        .nodes = options->nodes,
        .seed = options->seed,
        .variety = record_settle_variety(&options->variety),
        .openings = options->openings == NULL ? 0 : record_hash(options->openings),
    };
    origin_write(options->evaluation, header.origin);
    char line[RECORD_FRAME_TEXT_MAX];
    record_write_header(&selfplay->writer, &header, line);
    tool_write(&selfplay->tool, line);
}

static ToolEnd run(void *state)
{
    Selfplay *selfplay = state;
    ToolJobs jobs = {.count = selfplay->tool.wanted, .work = play_one, .consume = write_game};
    char line[RECORD_FRAME_TEXT_MAX];
    write_header(selfplay);
    JobEnd end = tool_work(selfplay, &jobs);
    if (end == JOBS_FAILED) {
        return TOOL_FAILED;
    }
    record_write_end(&selfplay->writer, selfplay->tool.wanted, line);
    tool_write(&selfplay->tool, line);
    return end == JOBS_STOPPED ? TOOL_STOPPED : TOOL_DONE;
}

/* --- options --- */

static const char *check(const ToolOptions *options)
{
    return options->nodes == 0 ? "without nodes to search there are no moves" : NULL;
}

/* Decides how many games to play; false and a fault if that makes no sense. */
static bool settle_count(Selfplay *selfplay, char fault[TOOL_FAULT_MAX])
{
    int64_t wanted = selfplay->tool.options->count, openings = selfplay->openings.count;
    if (openings > 0 && wanted > openings) {
        return tool_refuse(fault,
                           "%" PRId64 " games need as many openings, and there are %" PRId64
                           ": the same opening would give the same game again",
                           wanted, openings);
    }
    selfplay->tool.wanted = wanted == 0 ? openings : wanted;
    return selfplay->tool.wanted > 0 || tool_refuse(fault, "there is no game to play");
}

static bool prepare(void *state, char fault[TOOL_FAULT_MAX])
{
    Selfplay *selfplay = state;
    Tool *tool = &selfplay->tool;
    tool->nodes[0] = tool->options->nodes;
    return (tool->options->openings == NULL ||
            openlist_read_for(&selfplay->openings, tool->options, &tool->tables, NULL, fault)) &&
           settle_count(selfplay, fault);
}

static void free_state(void *state)
{
    openlist_free(&((Selfplay *)state)->openings);
}

ToolEnd selfplay_run(const ToolOptions *options, const ToolListener *listener,
                     char fault[TOOL_FAULT_MAX])
{
    static const ToolKind kind = {sizeof(Selfplay), check, prepare, run, free_state};
    return tool_make(&kind, options, listener, fault);
}
