/* label - some hundred games at a time, one a job; see label.h. */
#include "tools/learn/label.h"

#include "port/fnv.h"
#include "port/random.h"
#include "tools/games/play_game.h"
#include "tools/games/record_sink.h"
#include "tools/games/record_source.h"
#include "tools/games/tool.h"
#include "tools/learn/teaching.h"

#include <stdlib.h>

enum {
    BATCH_GAMES = 512, /* in memory at a time: 5 MB */
    PERCENT = 100,
    CHOICE_SEED = 1, /* of the hash that chooses positions */
};

static const char no_memory[] = "there is not enough memory";

typedef struct {
    Tool tool;
    RecordHeader header; /* of the file that is made */
    int64_t games;       /* that there should have been */
    RecordSource source;
    RecordSink sink;
    Position position; /* to replay games */
    int64_t batch_count;
    Record batch[BATCH_GAMES]; /* has a score where there is to be a label */
} Label;

/* --- which positions --- */

static bool is_chosen(const Label *label)
{
    uint64_t draws = random_seed(CHOICE_SEED, label->position.board.key);
    return random_below(&draws, PERCENT) < label->tool.options->percent;
}

/* Takes the scores away of all positions but those that are to have labels: all that can teach
 * something. What follows a move that the rule forbids does not, as in game_store.c. */
static void choose_positions(Label *label, Record *record)
{
    Position *position = &label->position;
    bool is_legal = true;
    position_clear(position, &label->header.game, &label->tool.tables.board);
    for (int i = 0; i < record->count; i++) {
        bool is_last = i == record->count - 1;
        Value score = i < record->opening ? RECORD_NO_SCORE : record->scores[i];
        is_legal = is_legal && teaching_may_play(position, record->moves[i], is_last);
        if (!is_legal || score == RECORD_NO_SCORE || teaching_of(position, score, false) == 0 ||
            !is_chosen(label)) {
            record->scores[i] = RECORD_NO_SCORE;
        }
        if (is_legal) {
            position_play(position, record->moves[i], position->board.side);
        }
    }
}

static int count_chosen(const Record *record)
{
    int chosen = 0;
    for (int i = record->opening; i < record->count; i++) {
        chosen += record->scores[i] != RECORD_NO_SCORE;
    }
    return chosen;
}

/* --- searching --- */

static void label_position(Worker *worker, uint64_t nodes, Record *record, int move)
{
    play_opening(worker, record->moves, move);
    Report report = worker_think(worker, nodes);
    record->scores[move] = play_score(&report);
    record->best[move] = report.move;
}

/* Searches the chosen positions of a game of the batch; returns the game with labels. */
static void *label_game(void *state, const ToolThread *thread, int64_t number)
{
    const Label *label = state;
    Worker *worker = thread->workers[0];
    Record *record = malloc(sizeof *record);
    if (record == NULL) {
        return NULL;
    }
    *record = label->batch[number];
    record->has_labels = true;
    for (int i = record->opening; i < record->count && !worker_is_cancelled(worker); i++) {
        if (record->scores[i] != RECORD_NO_SCORE) {
            label_position(worker, label->tool.options->nodes, record, i);
        }
    }
    return record;
}

static bool label_write_game(void *state, int64_t number, void *result)
{
    Label *label = state;
    record_sink_game(&label->sink, result);
    label->tool.done += count_chosen(&label->batch[number]);
    free(result);
    return true;
}

/* --- from file to file --- */

/* Reads as many of the next games as there is room for; false if there are none. */
static bool read_batch(Label *label)
{
    label->batch_count = 0;
    while (label->batch_count < BATCH_GAMES &&
           record_source_next(&label->source, &label->batch[label->batch_count])) {
        choose_positions(label, &label->batch[label->batch_count]);
        label->batch_count++;
    }
    return label->batch_count > 0;
}

static bool open_games(Label *label)
{
    const FileBytes *games = &label->tool.options->games;
    return record_source_open(&label->source, games->bytes, games->count);
}

static ToolEnd label_all(void *state)
{
    Label *label = state;
    JobEnd end = JOBS_DONE;
    record_sink_begin(&label->sink, &label->header);
    open_games(label);
    while (end == JOBS_DONE && read_batch(label)) {
        ToolJobs jobs = {
            .count = label->batch_count, .work = label_game, .consume = label_write_game};
        end = tool_work(label, &jobs);
    }
    if (end == JOBS_FAILED) {
        return TOOL_FAILED;
    }
    record_sink_end(&label->sink, label->games);
    return end == JOBS_STOPPED ? TOOL_STOPPED : TOOL_DONE;
}

/* --- options --- */

/* The first line of the file that is made from an open one. */
static void write_header(RecordHeader *header, const RecordSource *source,
                         const ToolOptions *options)
{
    OriginLabels labels = {.nodes = options->nodes,
                           .percent = options->percent,
                           .source =
                               fnv_hash(FNV_BASIS, options->games.bytes, options->games.count),
                           .evaluation = options->evaluation};
    *header = source->header;
    origin_write_labels(&labels, header->labels);
}

static const char *label_check(const ToolOptions *options)
{
    return options->nodes == 0 ? "without nodes to search there are no labels"
           : options->percent < 1 || options->percent > PERCENT
               ? "the positions to search are 1 to 100 in a hundred"
               : NULL;
}

/* Reads the whole file, so that one that is damaged is refused before anything is written, and
 * counts what is to be searched. */
static bool label_prepare(void *state, char fault[TOOL_FAULT_MAX])
{
    Label *label = state;
    Tool *tool = &label->tool;
    tool->nodes[0] = tool->options->nodes;
    if (open_games(label)) {
        write_header(&label->header, &label->source, tool->options);
        while (read_batch(label)) {
            for (int64_t i = 0; i < label->batch_count; i++) {
                tool->wanted += count_chosen(&label->batch[i]);
            }
        }
    }
    label->games = label->source.wanted;
    label->sink.listener = tool->listener;
    label->sink.is_binary = label->source.is_binary;
    return label->source.fault == NULL || tool_refuse(fault, "%s", label->source.fault);
}

static void label_free(void *state)
{
    (void)state;
}

/* Opens the games of the options, with nothing but their first line read; to be freed. NULL: the
 * fault says why they cannot be searched again. */
static RecordSource *look_at_games(const ToolOptions *options, char fault[TOOL_FAULT_MAX])
{
    RecordSource *source = malloc(sizeof *source);
    const char *wrong = no_memory;
    if (source != NULL) {
        record_source_open(source, options->games.bytes, options->games.count);
        wrong = source->fault != NULL ? source->fault
                : *source->header.labels != '\0'
                    ? "it has labels already: labels are made of the games themselves"
                    : NULL;
    }
    if (wrong != NULL) {
        tool_refuse(fault, "%s", wrong);
        free(source);
        return NULL;
    }
    return source;
}

ToolEnd label_run(const ToolOptions *options, const ToolListener *listener,
                  char fault[TOOL_FAULT_MAX])
{
    static const ToolKind kind = {sizeof(Label), label_check, label_prepare, label_all, label_free};
    ToolOptions settled = *options;
    RecordSource *source = look_at_games(options, fault);
    if (source == NULL) {
        return TOOL_REFUSED;
    }
    settled.game = source->header.game;
    free(source);
    return tool_make(&kind, &settled, listener, fault);
}

/* --- what was made before --- */

/* Reads a file to its end; returns what is wrong with it. */
static const char *read_to_end(RecordSource *source, Record *record)
{
    while (record_source_next(source, record)) {
    }
    return source->fault;
}

static bool compare(RecordSource *games, RecordSource *made, const ToolOptions *options,
                    char fault[TOOL_FAULT_MAX])
{
    Record record;
    RecordHeader wanted;
    char difference[RECORD_DIFFERENCE_MAX];
    write_header(&wanted, games, options);
    const char *wrong = made->fault != NULL ? made->fault : read_to_end(made, &record);
    wrong = wrong == NULL ? read_to_end(games, &record) : wrong;
    if (wrong != NULL) {
        return tool_refuse(fault, "%s", wrong);
    }
    if (*made->header.labels == '\0') {
        return tool_refuse(fault, "it has no labels");
    }
    if (record_header_difference(&made->header, &wanted, difference)) {
        return tool_refuse(fault, "it has other games or labels: %s", difference);
    }
    return (made->games == games->games && made->wanted == games->wanted) ||
           tool_refuse(fault, "it has other games than those that were to be searched again");
}

bool label_is_made(const ToolOptions *options, const FileBytes *made, char fault[TOOL_FAULT_MAX])
{
    RecordSource *games = look_at_games(options, fault), *source = malloc(sizeof *source);
    bool is_made = false;
    if (games != NULL && source != NULL) {
        record_source_open(source, made->bytes, made->count);
        is_made = compare(games, source, options, fault);
    } else if (games != NULL) {
        tool_refuse(fault, "%s", no_memory);
    }
    free(source);
    free(games);
    return is_made;
}
