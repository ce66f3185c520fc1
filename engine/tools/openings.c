/* openings - throws, the set of those seen, and the reader; see openings.h. */
#include "tools/openings.h"

#include "eval/eval.h"
#include "opening/random.h"
#include "opening/start.h"
#include "tools/job_pool.h"
#include "tools/records.h"
#include "tools/worker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum {
    FILE_VERSION = 1,
    FRUITLESS_MAX = 2000, /* throws in a row without a new opening after which it is given up */
    SYMMETRIES = 8,       /* bits: swap columns and rows (square boards), mirror either */
    MIRROR_X = 1,
    MIRROR_Y = 2,
    TRANSPOSE = 4,
    FRAME_TEXT_MAX = 200, /* the first line and the last */
    LINE_TEXT_MAX = OPENING_STONES_MAX * RECORD_MOVE_TEXT_MAX + 1,
};

/* An opening that there is already: its stones as the smallest of all its symmetric pictures. */
typedef struct {
    uint16_t stones[OPENING_STONES_MAX]; /* place and colour in one number, sorted; then zeros */
    UT_hash_handle hh;
} Seen;

typedef struct {
    const ToolOptions *options;
    const ToolListener *listener;
    StartOptions start;
    GameTables tables;
    Geometry geometry;
    Seen *seen;
    int64_t made;
    int fruitless; /* throws since the last new opening */
    bool out_of_memory;
} Maker;

/* --- which openings are the same --- */

/* A stone of a symmetric picture as a number that is never zero. */
static uint16_t picture_of(const Geometry *geometry, Point point, int colour, int symmetry)
{
    int x = geometry_x(geometry, point), y = geometry_y(geometry, point);
    x = symmetry & MIRROR_X ? geometry->width - 1 - x : x;
    y = symmetry & MIRROR_Y ? geometry->height - 1 - y : y;
    int place = symmetry & TRANSPOSE ? x * SIDE_MAX + y : y * SIDE_MAX + x;
    return (uint16_t)(1 + place * COLOURS + colour);
}

static int by_number(const void *one, const void *other)
{
    return *(const uint16_t *)one - *(const uint16_t *)other;
}

/* Draws one symmetric picture of the opening. */
static void draw(const Geometry *geometry, const Start *start, int symmetry, Seen *seen)
{
    memset(seen, 0, sizeof *seen);
    for (int i = 0; i < start->count; i++) {
        seen->stones[i] = picture_of(geometry, start->moves[i], i % COLOURS, symmetry);
    }
    qsort(seen->stones, (size_t)start->count, sizeof *seen->stones, by_number);
}

/* Compares stone by stone: memcmp would ask how the machine stores numbers. */
static bool is_smaller(const Seen *one, const Seen *other)
{
    int i = 0;
    while (i < OPENING_STONES_MAX - 1 && one->stones[i] == other->stones[i]) {
        i++;
    }
    return one->stones[i] < other->stones[i];
}

/* Draws the picture that stands for the opening and all that are the same. */
static void draw_smallest(const Geometry *geometry, const Start *start, Seen *smallest)
{
    bool is_square = geometry->width == geometry->height;
    draw(geometry, start, 0, smallest);
    for (int symmetry = 1; symmetry < (is_square ? SYMMETRIES : TRANSPOSE); symmetry++) {
        Seen picture;
        draw(geometry, start, symmetry, &picture);
        if (is_smaller(&picture, smallest)) {
            *smallest = picture;
        }
    }
}

/* Notes an opening; false if there is the same already, or no memory to note it. */
static bool is_new(Maker *maker, const Start *start)
{
    Seen *seen = malloc(sizeof *seen), *before;
    if (seen == NULL) {
        maker->out_of_memory = true;
        return false;
    }
    draw_smallest(&maker->geometry, start, seen);
    HASH_FIND(hh, maker->seen, seen->stones, sizeof seen->stones, before);
    if (before != NULL) {
        free(seen);
        return false;
    }
    HASH_ADD(hh, maker->seen, stones, sizeof seen->stones, seen);
    return true;
}

static void forget_seen(Maker *maker)
{
    Seen *seen, *next;
    HASH_ITER(hh, maker->seen, seen, next)
    {
        HASH_DEL(maker->seen, seen);
        free(seen);
    }
}

/* --- making --- */

static void say_header(const Maker *maker)
{
    const ToolOptions *options = maker->options;
    const Game *game = &options->game;
    char line[FRAME_TEXT_MAX];
    snprintf(line, sizeof line,
             "# tengen-openings %d rule %d size %dx%d win %d nodes %" PRIu64
             " stones %d-%d margin %d seed %" PRIu64,
             FILE_VERSION, rules_number(game->rule), game->width, game->height, game->win_length,
             options->nodes, options->stones_min, options->stones_max, options->margin,
             options->seed);
    maker->listener->line(maker->listener->context, line);
}

static void say_opening(const Maker *maker, const Start *start)
{
    char line[LINE_TEXT_MAX];
    int length = 0;
    for (int i = 0; i < start->count; i++) {
        length += record_write_move(&maker->geometry, start->moves[i], line + length);
    }
    line[length] = '\0';
    maker->listener->line(maker->listener->context, line);
}

static void say_end(const Maker *maker)
{
    char line[FRAME_TEXT_MAX];
    snprintf(line, sizeof line, "# end %" PRId64 " of %" PRId64, maker->made,
             maker->options->count);
    maker->listener->line(maker->listener->context, line);
}

static void *take_seat(void *context)
{
    const Maker *maker = context;
    return worker_new(&maker->options->game, &maker->tables, maker->options->nodes);
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

/* One throw; an unbalanced one comes back without stones. */
static void *throw_once(void *context, void *job_worker, int64_t number)
{
    const Maker *maker = context;
    Worker *worker = job_worker;
    Start *start = malloc(sizeof *start);
    if (start != NULL) {
        uint64_t seed = random_seed(maker->options->seed, (uint64_t)number);
        worker_clear(worker);
        if (!start_throw(&worker->search, &maker->start, seed, start)) {
            start->count = 0;
        }
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
    if (start->count > 0 && is_new(maker, start)) {
        say_opening(maker, start);
        maker->made++;
        maker->fruitless = 0;
    }
    free(result);
    return maker->made < maker->options->count && maker->fruitless < FRUITLESS_MAX &&
           !maker->out_of_memory;
}

static bool may_go_on(void *context)
{
    const Maker *maker = context;
    const ToolListener *listener = maker->listener;
    return listener->go_on(listener->context, maker->made, maker->options->count);
}

static ToolEnd end_of(const Maker *maker, JobEnd end)
{
    if (end == JOBS_FAILED || maker->out_of_memory) {
        return TOOL_FAILED;
    }
    say_end(maker);
    return end == JOBS_STOPPED                   ? TOOL_STOPPED
           : maker->made < maker->options->count ? TOOL_SHORT
                                                 : TOOL_DONE;
}

static ToolEnd make_all(Maker *maker)
{
    JobPlan plan = {.context = maker,
                    .count = INT64_MAX,
                    .worker_new = take_seat,
                    .worker_free = leave_seat,
                    .work = throw_once,
                    .cancel = hurry_seat,
                    .consume = take_throw,
                    .go_on = may_go_on};
    const ToolOptions *options = maker->options;
    maker->start = (StartOptions){.stones_min = options->stones_min,
                                  .stones_max = options->stones_max,
                                  .nodes = options->nodes,
                                  .margin = options->margin};
    eval_fill_tables(&maker->tables, &options->game, options->evaluation);
    geometry_init(&maker->geometry, options->game.width, options->game.height);
    say_header(maker);
    return end_of(maker, job_pool_run(&plan, options->threads));
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
    bool is_margin = options->margin >= 0 && options->margin <= VALUE_ESTIMATE_MAX;
    return is_margin ? NULL : "the margin must be between 0 and 20000";
}

_Static_assert(OPENING_STONES_MAX == 40 && VALUE_ESTIMATE_MAX == 20000, "the sentences are true");

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
    ToolEnd end = make_all(maker);
    forget_seen(maker);
    free(maker);
    return end;
}

/* --- reading --- */

static const char no_memory[] = "there is not enough memory";

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\r");
}

/* Plays a move of an opening; returns what is wrong with it, or NULL. */
static const char *play(Position *position, Point move)
{
    if (position_forbids(position, move)) {
        return "black may not play a point of this opening";
    }
    if (position_threat(position, move) == THREAT_FIVE) {
        return "the opening wins the game";
    }
    position_play(position, move, position->board.side);
    return position->board.empty > 0 ? NULL : "the opening fills the board";
}

/* Plays an opening through and takes it back. */
static const char *find_fault(Position *position, const Point *moves, int count)
{
    const char *fault = NULL;
    for (int i = 0; fault == NULL && i < count; i++) {
        fault = play(position, moves[i]);
    }
    while (position->board.count > 0) {
        position_undo(position);
    }
    return fault;
}

static bool ends_line(const char *text)
{
    return *text == '\n' || *text == '\0';
}

/* Reads a line that is no comment behind the openings that there are. */
static const char *read_opening(OpeningList *list, Position *position, const char *text,
                                const OpeningRest *rest)
{
    Point *moves = list->moves + list->begin[list->count];
    int count;
    text = record_read_moves(&position->board.geometry, text, moves, &count);
    if (text == NULL || (rest == NULL && !ends_line(skip_blanks(text)))) {
        return "an opening is written as h8i9g7, with each point once and on the board";
    }
    list->count++;
    list->begin[list->count] = list->begin[list->count - 1] + count;
    const char *fault = find_fault(position, moves, count);
    return fault != NULL || rest == NULL ? fault : rest->read(rest->context, skip_blanks(text));
}

/* Makes room for all that the text can hold: two bytes a move, and one a line. */
static bool make_room(OpeningList *list, const char *text)
{
    size_t bytes = strlen(text), lines = 1;
    for (const char *at = strchr(text, '\n'); at != NULL; at = strchr(at + 1, '\n')) {
        lines++;
    }
    *list = (OpeningList){.begin = calloc(lines + 1, sizeof *list->begin),
                          .moves = calloc(bytes / 2 + 1, sizeof *list->moves)};
    return list->begin != NULL && list->moves != NULL;
}

static const char *read_all(OpeningList *list, Position *position, const char *text,
                            const OpeningRest *rest, int64_t *line)
{
    const char *fault = NULL, *next = text;
    while (fault == NULL && next != NULL) {
        text = skip_blanks(next);
        ++*line;
        if (*text != '#' && !ends_line(text)) {
            fault = read_opening(list, position, text, rest);
        }
        next = strchr(text, '\n');
        next = next == NULL ? NULL : next + 1;
    }
    return fault;
}

const char *openings_read(OpeningList *list, Position *position, const char *text,
                          const OpeningRest *rest, int64_t *line)
{
    const char *fault = no_memory;
    *line = 0;
    if (make_room(list, text)) {
        fault = read_all(list, position, text, rest, line);
    }
    if (fault != NULL) {
        openings_free(list);
    }
    return fault;
}

bool openings_read_for(OpeningList *list, const ToolOptions *options, const GameTables *tables,
                       const OpeningRest *rest, char fault[TOOL_FAULT_MAX])
{
    int64_t line = 0;
    const char *wrong = no_memory;
    Position *position = malloc(sizeof *position);
    if (position != NULL) {
        position_clear(position, &options->game, &tables->board);
        wrong = openings_read(list, position, options->openings, rest, &line);
    }
    free(position);
    if (wrong != NULL) {
        snprintf(fault, TOOL_FAULT_MAX, "line %" PRId64 " of the openings: %s", line, wrong);
    } else if (list->count == 0) {
        snprintf(fault, TOOL_FAULT_MAX, "there is no opening among the openings");
    }
    return wrong == NULL && list->count > 0;
}

void openings_free(OpeningList *list)
{
    free(list->begin);
    free(list->moves);
    *list = (OpeningList){.count = 0};
}
