/* shortcuts - see shortcuts.h. */
#include "shortcuts.h"

#include "api/thinker.h"
#include "board/position.h"
#include "port/port.h"
#include "search/root.h"
#include "tengen/database.h"
#include "tengen/engine_tools.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 20, /* what is sent in one breath and what is not: both come about */
    NS_PER_MS = 1000000,
    NODES_MAX = 64,         /* for one question; with none left its time is over */
    TABLE_BYTES_MAX = 4096, /* small: entries must also be driven out */
    CHECK_EVERY = 1024,     /* nodes */
};

static const uint64_t memory_of_no_machine = UINT64_C(1) << 46;

static bool cutting;
static int64_t now_ms;
static unsigned checks;
static uint64_t nodes_left; /* for the question that is thought about */

void shortcuts_begin(void)
{
    cutting = true;
    now_ms = 0;
    checks = 0;
}

void shortcuts_end(void)
{
    cutting = false;
}

/* --- time --- */

int64_t __wrap_port_now_ms(void);
int64_t __wrap_port_now_ns(void);

int64_t __wrap_port_now_ms(void)
{
    return now_ms += TICK_MS;
}

int64_t __wrap_port_now_ns(void)
{
    return __wrap_port_now_ms() * NS_PER_MS;
}

/* --- threads --- */

typedef void *ThreadFunction(void *context);

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          ThreadFunction *function, void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          ThreadFunction *function, void *context);
int __real_pthread_join(pthread_t thread, void **result);
int __wrap_pthread_join(pthread_t thread, void **result);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          ThreadFunction *function, void *context)
{
    if (!cutting) {
        return __real_pthread_create(thread, attributes, function, context);
    }
    nodes_left = NODES_MAX;
    function(context);
    return 0;
}

int __wrap_pthread_join(pthread_t thread, void **result)
{
    return cutting ? 0 : __real_pthread_join(thread, result);
}

bool __real_thinker_make(Thinker *thinker);
bool __wrap_thinker_make(Thinker *thinker);
void __real_thinker_begin(Thinker *thinker, void (*task)(void *context), void *context);
void __wrap_thinker_begin(Thinker *thinker, void (*task)(void *context), void *context);

bool __wrap_thinker_make(Thinker *thinker)
{
    return cutting || __real_thinker_make(thinker);
}

void __wrap_thinker_begin(Thinker *thinker, void (*task)(void *context), void *context)
{
    if (!cutting) {
        __real_thinker_begin(thinker, task, context);
        return;
    }
    nodes_left = NODES_MAX;
    task(context);
}

/* --- depth --- */

Report __real_root_think(Search *search, const Limits *limits, const RootListener *listener);
Report __wrap_root_think(Search *search, const Limits *limits, const RootListener *listener);
Report __real_root_think_nodes(Search *search, uint64_t nodes, int multipv,
                               const RootListener *listener);
Report __wrap_root_think_nodes(Search *search, uint64_t nodes, int multipv,
                               const RootListener *listener);
Report __real_root_help(Search *search, const Limits *limits, int first_depth);
Report __wrap_root_help(Search *search, const Limits *limits, int first_depth);
bool __wrap_engine_bench(bool is_quick, TextSink *text, void *context);
ProveEnd __wrap_engine_prove(const ProveOptions *options, const ProveListener *listener,
                             char fault[TOOL_FAULT_MAX]);
bool __real_position_check(const Position *position);
bool __wrap_position_check(const Position *position);

/* How many of the nodes wanted (0: all) a search gets. */
static uint64_t grant(Search *search, uint64_t wanted)
{
    uint64_t granted = nodes_left > 0 ? nodes_left : 1;
    if (nodes_left == 0) {
        clock_stop(search->clock); /* contests of many searches end with their first round */
    }
    return wanted == 0 || wanted > granted ? granted : wanted;
}

static void spend(uint64_t nodes)
{
    nodes_left -= nodes < nodes_left ? nodes : nodes_left;
}

Report __wrap_root_think(Search *search, const Limits *limits, const RootListener *listener)
{
    Limits cut = *limits;
    cut.nodes = grant(search, limits->nodes);
    Report report = __real_root_think(search, &cut, listener);
    spend(report.nodes);
    return report;
}

/* It calls root_think of its own file, which the linker does not replace. */
Report __wrap_root_think_nodes(Search *search, uint64_t nodes, int multipv,
                               const RootListener *listener)
{
    Report report = __real_root_think_nodes(search, grant(search, nodes), multipv, listener);
    spend(report.nodes);
    return report;
}

/* Run to its end at once, like every thread here, before the one that it should help. */
Report __wrap_root_help(Search *search, const Limits *limits, int first_depth)
{
    Limits cut = *limits;
    cut.nodes = 1;
    return __real_root_help(search, &cut, first_depth);
}

bool __wrap_engine_bench(bool is_quick, TextSink *text, void *context)
{
    (void)is_quick;
    text(context, "bench is for people with time");
    return true;
}

ProveEnd __wrap_engine_prove(const ProveOptions *options, const ProveListener *listener,
                             char fault[TOOL_FAULT_MAX])
{
    (void)options, (void)fault;
    listener->note(listener->context, "proofs are for people with time");
    return PROVE_SPENT;
}

bool __wrap_position_check(const Position *position)
{
    return checks++ % CHECK_EVERY != 0 || __real_position_check(position);
}

/* --- memory --- */

bool __real_tt_resize(TranspositionTable *table, size_t bytes);
bool __wrap_tt_resize(TranspositionTable *table, size_t bytes);

bool __wrap_tt_resize(TranspositionTable *table, size_t bytes)
{
    if (bytes >= memory_of_no_machine) {
        return false;
    }
    return __real_tt_resize(table, bytes < TABLE_BYTES_MAX ? bytes : TABLE_BYTES_MAX);
}

/* Keeps one thread's megabytes of lists for the next session. */
bool __real_search_init(Search *search, TranspositionTable *table, Clock *clock);
bool __wrap_search_init(Search *search, TranspositionTable *table, Clock *clock);
void __wrap_search_free(Search *search);

static Search kept;

bool __wrap_search_init(Search *search, TranspositionTable *table, Clock *clock)
{
    if (kept.moves == NULL && !__real_search_init(&kept, table, clock)) {
        return false;
    }
    search->table = table;
    search->clock = clock;
    search->moves = kept.moves;
    search->pv = kept.pv;
    search->no_vcf = kept.no_vcf;
    search->proofs = kept.proofs;
    return true;
}

void __wrap_search_free(Search *search)
{
    (void)search;
}

/* --- files --- */

bool __wrap_exchange_is_database(const char *path, DatabaseAccess access,
                                 char fault[DATABASE_FAULT_MAX]);
Database *__wrap_exchange_open(const char *path, DatabaseAccess access,
                               char fault[DATABASE_FAULT_MAX]);

bool __wrap_exchange_is_database(const char *path, DatabaseAccess access,
                                 char fault[DATABASE_FAULT_MAX])
{
    (void)path, (void)access, (void)fault;
    return true;
}

Database *__wrap_exchange_open(const char *path, DatabaseAccess access,
                               char fault[DATABASE_FAULT_MAX])
{
    (void)path, (void)access;
    strcpy(fault, "there are no files here");
    return NULL;
}

/* --- tables --- */

void __real_shape_table_fill(ShapeTable *table, const Game *game);
void __wrap_shape_table_fill(ShapeTable *table, const Game *game);
void __real_point_pattern_table_fill(PointPatternTable *table, Rule rule);
void __wrap_point_pattern_table_fill(PointPatternTable *table, Rule rule);

void __wrap_shape_table_fill(ShapeTable *table, const Game *game)
{
    static ShapeTable *known[RULE_COUNT][WIN_LENGTH_MAX + 1];
    ShapeTable **filled = &known[game->rule][game->win_length];
    if (*filled == NULL) {
        *filled = calloc(1, sizeof **filled);
        __real_shape_table_fill(*filled, game);
    }
    *table = **filled;
}

void __wrap_point_pattern_table_fill(PointPatternTable *table, Rule rule)
{
    static PointPatternTable *known[RULE_COUNT];
    if (known[rule] == NULL) {
        known[rule] = calloc(1, sizeof *known[rule]);
        __real_point_pattern_table_fill(known[rule], rule);
    }
    *table = *known[rule];
}
