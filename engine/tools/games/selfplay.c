/* selfplay - from the number of a game to its place in the file; see selfplay.h. */
#include "tools/games/selfplay.h"

#include "port/random.h"
#include "balance/start.h"
#include "tools/games/openlist.h"
#include "tools/games/play_game.h"
#include "tools/games/record_file.h"
#include "tools/games/tool.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    CANDIDATES_MAX = 100, /* random starts that are judged before the most even one is used */
    PERCENT = 100,
};

/* What else is drawn for a game has numbers of its own, beyond those of its candidates. */
enum { DRAWS_UNEVEN = 1000, DRAWS_MOVES };

typedef struct {
    Tool tool;
    RecordHeader header;  /* of the file */
    OpeningList openings; /* empty: random starts */
    RecordWriter writer;
} Selfplay;

/* The seed of all that is drawn for a game. */
static uint64_t seed_of(const Selfplay *selfplay, int64_t number)
{
    return random_seed(selfplay->tool.options->seed, (uint64_t)number);
}

/* --- how a game begins --- */

/* Some starts may favour a side more than the others. */
static Value margin_for(const GameVariety *variety, uint64_t seed)
{
    uint64_t draws = random_seed(seed, DRAWS_UNEVEN);
    bool is_uneven = random_below(&draws, PERCENT) < variety->uneven_percent;
    return is_uneven ? variety->uneven_margin : variety->margin;
}

static StartOptions start_options(const Selfplay *selfplay, const Board *board, uint64_t seed)
{
    const GameVariety *variety = &selfplay->header.variety;
    uint64_t nodes = selfplay->header.nodes, moves = (uint64_t)variety->start_moves;
    int room = board->empty - 1;
    return (StartOptions){
        .stones_min = room < variety->stones_min ? room : variety->stones_min,
        .stones_max = room < variety->stones_max ? room : variety->stones_max,
        .nodes = nodes < UINT64_MAX / moves ? nodes * moves : nodes,
        .margin = margin_for(variety, seed),
    };
}

/* The first balanced start; else the most even one, or the empty board. */
static Start find_start(const Selfplay *selfplay, Worker *worker, uint64_t seed)
{
    StartOptions options = start_options(selfplay, &worker->search.position.board, seed);
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
    worker_clear(worker);
    Start start = find_start(selfplay, worker, seed_of(selfplay, number));
    play_opening(worker, start.moves, start.count);
}

/* --- games --- */

/* Plays a game and returns it; job 0 is the first game of the file. NULL: there is no memory. */
static void *play_selfplay_game(void *state, const ToolThread *thread, int64_t job)
{
    const Selfplay *selfplay = state;
    const RecordHeader *header = &selfplay->header;
    int64_t number = header->first + job;
    Worker *worker = thread->workers[0];
    Worker *const both[COLOURS] = {worker, worker};
    PlayOptions options = {.nodes = header->nodes,
                           .random_percent = header->variety.random_percent,
                           .random_plies = header->variety.random_plies,
                           .seed = random_seed(seed_of(selfplay, number), DRAWS_MOVES)};
    Record *record = calloc(1, sizeof *record);
    if (record != NULL) {
        open_game(selfplay, worker, number);
        play_game(both, &options, record);
    }
    return record;
}

static bool selfplay_write_game(void *state, int64_t number, void *result)
{
    Selfplay *selfplay = state;
    (void)number;
    record_write_game(&selfplay->writer, result);
    selfplay->tool.done++;
    free(result);
    return true;
}

/* --- the file --- */

static ToolEnd selfplay_play(void *state)
{
    Selfplay *selfplay = state;
    ToolJobs jobs = {
        .count = selfplay->tool.wanted, .work = play_selfplay_game, .consume = selfplay_write_game};
    record_write_header(&selfplay->writer, &selfplay->header);
    JobEnd end = tool_work(selfplay, &jobs);
    if (end == JOBS_FAILED) {
        return TOOL_FAILED;
    }
    record_write_end(&selfplay->writer, selfplay->tool.wanted);
    return end == JOBS_STOPPED ? TOOL_STOPPED : TOOL_DONE;
}

/* --- options --- */

static const char *selfplay_check(const ToolOptions *options)
{
    if (options->first > INT64_MAX - options->count) {
        return "the numbers of the games are larger than any number";
    }
    return options->nodes == 0 ? "without nodes to search there are no moves" : NULL;
}

/* Decides how many games to play; false and a fault if that makes no sense. */
static bool settle_count(Selfplay *selfplay, char fault[TOOL_FAULT_MAX])
{
    int64_t first = selfplay->header.first, openings = selfplay->openings.count;
    int64_t wanted = selfplay->tool.options->count, room = openings - first;
    if (openings > 0 && (room <= 0 || wanted > room)) {
        return tool_refuse(fault,
                           "games up to number %" PRId64
                           " need as many openings, and there are %" PRId64
                           ": the same opening would give the same game again",
                           first + (wanted == 0 ? 1 : wanted), openings);
    }
    selfplay->tool.wanted = wanted == 0 ? room : wanted;
    return selfplay->tool.wanted > 0 || tool_refuse(fault, "there is no game to play");
}

/* Writes down what the file is going to say of all its games; false and a fault if that makes no
 * sense. */
static bool settle_header(Selfplay *selfplay, char fault[TOOL_FAULT_MAX])
{
    const ToolOptions *options = selfplay->tool.options;
    RecordHeader *header = &selfplay->header;
    *header = (RecordHeader){
        .game = options->game,
        .nodes = options->nodes,
        .seed = options->seed,
        .first = options->first,
        .variety = record_settle_variety(&options->variety),
        .openings = options->openings == NULL ? 0 : record_hash(options->openings),
    };
    origin_write(options->evaluation, header->origin);
    const char *wrong = record_header_fault(header);
    return wrong == NULL || tool_refuse(fault, "%s", wrong);
}

static bool selfplay_prepare(void *state, char fault[TOOL_FAULT_MAX])
{
    Selfplay *selfplay = state;
    Tool *tool = &selfplay->tool;
    tool->nodes[0] = tool->options->nodes;
    selfplay->writer.sink = tool->listener->bytes;
    selfplay->writer.context = tool->listener->context;
    return settle_header(selfplay, fault) &&
           (tool->options->openings == NULL ||
            openlist_read_for(&selfplay->openings, tool->options, &tool->tables, NULL, fault)) &&
           settle_count(selfplay, fault);
}

static void selfplay_free(void *state)
{
    openlist_free(&((Selfplay *)state)->openings);
}

ToolEnd selfplay_run(const ToolOptions *options, const ToolListener *listener,
                     char fault[TOOL_FAULT_MAX])
{
    static const ToolKind kind = {sizeof(Selfplay), selfplay_check, selfplay_prepare, selfplay_play,
                                  selfplay_free};
    return tool_make(&kind, options, listener, fault);
}
