/* desk - see desk.h. */
#include "lab/desk.h"

#include <stdlib.h>

enum {
    TABLE_BYTES_MIN = 1 << 20, /* stays in the cache of a core */
    TABLE_BYTES_MAX = 64 << 20,
    TABLE_BYTES_PER_NODE = 64, /* room for the notes of some four nodes */
};

/* No clock of a desk has run for a moment yet: its searches begin at the end of all times, as far as
 * times can be subtracted from each other. */
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

Desk *desk_new(const Game *game, const GameTables *tables, uint64_t nodes)
{
    Desk *desk = calloc(1, sizeof *desk);
    if (desk == NULL) {
        return NULL;
    }
    desk->game = game;
    desk->tables = tables;
    if (!search_init(&desk->search, &desk->table, &desk->clock) ||
        !table_resize(&desk->table, table_bytes(nodes))) {
        desk_free(desk);
        return NULL;
    }
    desk_clear(desk);
    return desk;
}

void desk_free(Desk *desk)
{
    if (desk != NULL) {
        search_free(&desk->search);
        table_free(&desk->table);
        free(desk);
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
static void start_clock(Desk *desk, const Limits *limits)
{
    clock_start(&desk->clock, limits);
    if (desk_is_hurried(desk)) {
        clock_stop(&desk->clock);
    }
}

void desk_clear(Desk *desk)
{
    Limits limits = limits_of(0);
    search_forget(&desk->search);
    position_clear(&desk->search.position, desk->game, desk->tables);
    start_clock(desk, &limits);
}

Report desk_think(Desk *desk, uint64_t nodes)
{
    Limits limits = limits_of(nodes);
    start_clock(desk, &limits);
    margins_use(desk->margins);
    return root_think(&desk->search, &limits, NULL);
}

void desk_hurry(Desk *desk)
{
    atomic_store(&desk->hurried, true);
    clock_stop(&desk->clock);
}

bool desk_is_hurried(const Desk *desk)
{
    return atomic_load(&desk->hurried);
}
