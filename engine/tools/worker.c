/* worker - see worker.h. */
#include "tools/worker.h"

#include <stdlib.h>

enum {
    TABLE_BYTES_MIN = 1 << 20, /* stays in the cache of a core */
    TABLE_BYTES_MAX = 64 << 20,
    TABLE_BYTES_PER_NODE = 64, /* room for the notes of some four nodes */
};

/* No clock of a worker has run for a moment yet: its searches begin at the end of all times, as far
 * as times can be subtracted from each other. */
#define START_NEVER (INT64_MAX / 2)

/* A game at fixed nodes looks at the same positions from move to move, so the table holds those of
 * a few searches; a function of the nodes alone, as it has a say in what the search finds. */
static size_t table_bytes(uint64_t nodes)
{
    if (nodes > TABLE_BYTES_MAX / TABLE_BYTES_PER_NODE) {
        return TABLE_BYTES_MAX;
    }
    size_t bytes = (size_t)nodes * TABLE_BYTES_PER_NODE;
    return bytes > TABLE_BYTES_MIN ? bytes : TABLE_BYTES_MIN;
}

Worker *worker_new(const Game *game, const GameTables *tables, uint64_t nodes)
{
    Worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL) {
        return NULL;
    }
    worker->game = game;
    worker->tables = tables;
    if (!search_init(&worker->search, &worker->table, &worker->clock) ||
        !tt_resize(&worker->table, table_bytes(nodes))) {
        worker_free(worker);
        return NULL;
    }
    worker_clear(worker);
    return worker;
}

void worker_free(Worker *worker)
{
    if (worker != NULL) {
        search_free(&worker->search);
        tt_free(&worker->table);
        free(worker);
    }
}

static Limits limits_of(uint64_t nodes)
{
    return (Limits){.start_ms = START_NEVER,
                    .turn_ms = LIMIT_UNKNOWN,
                    .match_ms = LIMIT_UNKNOWN,
                    .left_ms = LIMIT_UNKNOWN,
                    .nodes = nodes};
}

/* Starting a clock forgets that it was stopped, so one who hurries is heard again. */
static void start_clock(Worker *worker, const Limits *limits)
{
    clock_start(&worker->clock, limits);
    if (worker_is_cancelled(worker)) {
        clock_stop(&worker->clock);
    }
}

void worker_clear(Worker *worker)
{
    Limits limits = limits_of(0);
    search_forget(&worker->search);
    search_set_game(&worker->search, worker->game, worker->tables);
    start_clock(worker, &limits);
}

Report worker_think(Worker *worker, uint64_t nodes)
{
    Limits limits = limits_of(nodes);
    start_clock(worker, &limits);
    parameters_use(worker->margins);
    return root_think(&worker->search, &limits, NULL);
}

void worker_cancel(Worker *worker)
{
    atomic_store(&worker->hurried, true);
    clock_stop(&worker->clock);
}

bool worker_is_cancelled(const Worker *worker)
{
    return atomic_load(&worker->hurried);
}
