/* duel - two games to a line; see duel.h. */
#include "tools/duel.h"

#include "eval/eval.h"
#include "search/parameters.h"
#include "tools/job_pool.h"
#include "tools/openings.h"
#include "tools/play_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = 2, GAMES = 2 }; /* of each duel */

/* Who the one and the other are. */
typedef struct {
    Parameters margins[SIDES];
} Pair;

typedef struct {
    const ToolOptions *options;
    const ToolListener *listener;
    GameTables tables;
    OpeningList openings;
    Pair *pairs; /* of each opening; owned */
    int64_t count, done;
    char first; /* what came out of the first game of the duel whose second is awaited */
} Duels;

/* What a worker sits at: a worker for each side. */
typedef struct {
    Worker *workers[SIDES];
} Seat;

/* --- what the pool does --- */

static void leave_seat(void *context, void *job_worker)
{
    (void)context;
    Seat *left = job_worker;
    worker_free(left->workers[0]);
    worker_free(left->workers[1]);
    free(left);
}

static void *take_seat(void *context)
{
    const Duels *all = context;
    const ToolOptions *options = all->options;
    Seat *job_worker = calloc(1, sizeof *job_worker);
    if (job_worker == NULL) {
        return NULL;
    }
    for (int i = 0; i < SIDES; i++) {
        job_worker->workers[i] = worker_new(&options->game, &all->tables, options->nodes);
    }
    if (job_worker->workers[0] == NULL || job_worker->workers[1] == NULL) {
        leave_seat(context, job_worker);
        return NULL;
    }
    return job_worker;
}

static void hurry_seat(void *context, void *job_worker)
{
    (void)context;
    const Seat *hurried = job_worker;
    worker_cancel(hurried->workers[0]);
    worker_cancel(hurried->workers[1]);
}

static void sit_down(const Duels *all, const Seat *job_worker, int64_t number)
{
    int64_t begin = all->openings.begin[number], end = all->openings.begin[number + 1];
    for (int i = 0; i < SIDES; i++) {
        job_worker->workers[i]->margins = &all->pairs[number].margins[i];
        play_opening(job_worker->workers[i], all->openings.moves + begin, end - begin);
    }
}

/* What a game with black, or with white, came to. */
static char result_of(const Record *record, int colour)
{
    RecordResult win = colour == BLACK ? RECORD_BLACK_WINS : RECORD_WHITE_WINS;
    return record->result == RECORD_DRAW ? '=' : record->result == win ? '1' : '0';
}

/* Plays one game of a duel and returns what the one side made of it. */
static void *play_one(void *context, void *job_worker, int64_t number)
{
    const Duels *all = context;
    const Seat *taken = job_worker;
    int colour = number % GAMES == 0 ? BLACK : WHITE; /* of the one */
    Worker *workers[COLOURS];
    Record record;
    char *result = malloc(1);
    if (result != NULL) {
        workers[colour] = taken->workers[0];
        workers[rules_opponent(colour)] = taken->workers[1];
        sit_down(all, taken, number / GAMES);
        play_game(workers, all->options->nodes, &record);
        *result = result_of(&record, colour);
    }
    return result;
}

static bool take_game(void *context, int64_t number, void *result)
{
    Duels *all = context;
    char came = *(char *)result;
    free(result);
    if (number % GAMES == 0) {
        all->first = came;
        return true;
    }
    char line[] = {all->first, ' ', came, '\0'};
    all->done++;
    all->listener->line(all->listener->context, line);
    return true;
}

static bool may_go_on(void *context)
{
    const Duels *all = context;
    return all->listener->go_on(all->listener->context, all->done, all->count);
}

static ToolEnd play_all(Duels *all)
{
    JobPlan plan = {.context = all,
                    .count = all->count * GAMES,
                    .worker_new = take_seat,
                    .worker_free = leave_seat,
                    .work = play_one,
                    .cancel = hurry_seat,
                    .consume = take_game,
                    .go_on = may_go_on};
    JobEnd end = job_pool_run(&plan, all->options->threads);
    return end == JOBS_FAILED ? TOOL_FAILED : end == JOBS_STOPPED ? TOOL_STOPPED : TOOL_DONE;
}

/* --- what is wished for --- */

/* Reads the margins of both sides, which fill the line. */
static const char *read_pair(void *context, const char *text)
{
    Duels *all = context;
    Pair *pairs = realloc(all->pairs, (size_t)(all->count + 1) * sizeof *pairs);
    if (pairs == NULL) {
        return "there is not enough memory";
    }
    all->pairs = pairs;
    Pair *pair = &pairs[all->count++];
    for (int i = 0; i < SIDES && text != NULL; i++) {
        text = parameters_read(&pair->margins[i], text);
    }
    char next = text == NULL ? '?' : text[strspn(text, " \t\r")];
    bool is_whole = next == '\n' || next == '\0';
    return is_whole ? NULL : "after the opening come the margins of two, as NAME=VALUE,... or -";
}

static bool refuse(char fault[TOOL_FAULT_MAX], const char *words)
{
    snprintf(fault, TOOL_FAULT_MAX, "%s", words);
    return false;
}

/* Says whether everything is at hand; if not, why. */
static bool prepare(Duels *all, char fault[TOOL_FAULT_MAX])
{
    const ToolOptions *options = all->options;
    const OpeningRest rest = {all, read_pair};
    if (!parameters_are_settings()) {
        return refuse(fault, "the margins of this program are constants; cmake -DTUNING=ON builds "
                             "one where they can be set");
    }
    if (rules_fault(&options->game) != NULL) {
        return refuse(fault, rules_fault(&options->game));
    }
    if (options->nodes == 0 || options->openings == NULL) {
        return refuse(fault, "without duels, or nodes to search, there are no games");
    }
    eval_fill_tables(&all->tables, &options->game, options->evaluation);
    return openings_read_for(&all->openings, options, &all->tables, &rest, fault);
}

ToolEnd duel_run(const ToolOptions *options, const ToolListener *listener,
                 char fault[TOOL_FAULT_MAX])
{
    Duels *all = calloc(1, sizeof *all);
    if (all == NULL) {
        return TOOL_FAILED;
    }
    all->options = options;
    all->listener = listener;
    ToolEnd end = prepare(all, fault) ? play_all(all) : TOOL_REFUSED;
    openings_free(&all->openings);
    free(all->pairs);
    free(all);
    return end;
}
