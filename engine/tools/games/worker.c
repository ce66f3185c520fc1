/* worker - see worker.h. */
#include "tools/games/worker.h"

#include "port/port.h"

enum {
    TABLE_BYTES_MIN = 1 << 20, /* stays in the cache of a core */
    TABLE_BYTES_MAX = 64 << 20,
    TABLE_BYTES_PER_NODE = 64, /* four entries */
};

/* The time at which a worker's searches begin, so late that its clock never runs; half the range,
 * so that times can be subtracted from each other. */
#define START_NEVER (INT64_MAX / 2)

/* A game at fixed nodes visits the same positions from move to move, so the table holds those of a
 * few searches. It is a function of the nodes alone, because it influences what the search
 * finds. */
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
    Worker *worker = port_pages_new(sizeof *worker);
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
        port_pages_free(worker, sizeof *worker);
    }
}

static Limits node_limits(uint64_t nodes)
{
    Limits limits = limits_none();
    limits.start_ms = START_NEVER;
    limits.nodes = nodes;
    return limits;
}

/* Starting a clock forgets that it was stopped, so a cancelled worker stops it again. */
static void start_worker_clock(Worker *worker, const Limits *limits)
{
    clock_start(&worker->clock, limits);
    if (worker_is_cancelled(worker)) {
        clock_stop(&worker->clock);
    }
}

void worker_clear(Worker *worker)
{
    Limits limits = node_limits(0);
    search_forget(&worker->search);
    search_set_game(&worker->search, worker->game, worker->tables);
    start_worker_clock(worker, &limits);
}

Report worker_think(Worker *worker, uint64_t nodes)
{
    Limits limits = node_limits(nodes);
    start_worker_clock(worker, &limits);
    parameters_use(worker->parameters);
    return root_think(&worker->search, &limits, NULL);
}

Report worker_think_match(Worker *worker, uint64_t left, uint64_t increment)
{
    Limits limits = limits_none();
    limits.left_ms = (int64_t)(left / CLOCK_NODES_PER_MS);
    limits.increment_ms = (int64_t)(increment / CLOCK_NODES_PER_MS);
    parameters_use(worker->parameters); /* the clock has some of them, too */
    start_worker_clock(worker, &limits);
    clock_count_nodes(&worker->clock, &worker->search.nodes);
    return root_think(&worker->search, &limits, NULL);
}

void worker_cancel(Worker *worker)
{
    atomic_store(&worker->is_cancelled, true);
    clock_stop(&worker->clock);
}

bool worker_is_cancelled(const Worker *worker)
{
    return atomic_load(&worker->is_cancelled);
}
