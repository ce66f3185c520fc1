/* bench - the positions, the searches and the signature; see bench.h. */
#include "tools/games/bench.h"

#include "board/position.h"
#include "port/random.h"
#include "eval/eval.h"
#include "port/port.h"
#include "search/root.h"
#include "search/solver.h"
#include "tools/games/record_text.h"
#include "tools/games/tool.h"

#include <inttypes.h>

enum {
    TABLE_BYTES = 16 << 20,
    SOLVER_POSITIONS = 3000, /* for each position */
    FULL_PLIES = 15,         /* so much deeper than the quick bench does the full one search */
    NS_PER_S = 1000000000,
    NS_PER_MS = 1000000,
};

typedef struct {
    Game game;
    int depth;         /* of the quick bench */
    const char *moves; /* black first, as in record_text.h */
} BenchPosition;

/* clang-format off */
static const BenchPosition positions[] = {
    {{RULE_FREESTYLE,   15, 15, 5}, 11, "h8h9i8g8j10i9j9j8k9i11"},
    {{RULE_FREESTYLE,   15, 15, 5}, 11, "c3d4e5f6c5d6e7f8g7e9"},
    {{RULE_FREESTYLE,   20, 20, 5}, 11, "k10l11m10l9l12k12m8j11n11"},
    {{RULE_FREESTYLE,   32, 12, 5}, 11, "p6q7r6q5q8s7"},
    {{RULE_STANDARD,    15, 15, 5}, 11, "h8i9h10i7j9g8k10"},
    {{RULE_STANDARD,    19, 19, 5}, 11, "j10k11l10k9k12l12j8"},
    {{RULE_RENJU,       15, 15, 5}, 11, "h8h9j8i7i10g8k9j10"},
    {{RULE_RENJU,       15, 15, 5}, 11, "h8i9i7g9g7h6h10j8f9"},
    {{RULE_CARO,        15, 15, 5}, 9, "h8i8i9g7j10k11h10h11"},
    {{RULE_CARO_EXACT,  15, 15, 5}, 9, "h8g9i9j10i7j6g7"},
    {{RULE_FREESTYLE,    9,  7, 4}, 12, "e4d4e5"},
    {{RULE_STANDARD,     6,  6, 4}, 12, "c3d4b4"},
    {{RULE_FREESTYLE,    3,  3, 3}, 9, "b2"},
};
/* clang-format on */

enum { POSITION_COUNT = sizeof positions / sizeof *positions };

typedef struct {
    GameTables tables;
    TranspositionTable table;
    Clock clock;
    Search search;
    TextSink *text;
    void *context;
    int more_plies; /* than the quick bench searches */
    uint64_t nodes, signature;
    int64_t search_ns;
} Bench;

/* Plays the moves of a position, black first. */
static void bench_set_up(Bench *bench, const BenchPosition *entry)
{
    Position *position = &bench->search.position;
    Point moves[RECORD_MOVES_MAX];
    int count;
    eval_fill_tables(&bench->tables, &entry->game, EVALUATION_BEST);
    search_set_game(&bench->search, &entry->game, &bench->tables);
    record_read_moves(&position->board.geometry, entry->moves, moves, &count);
    for (int i = 0; i < count; i++) {
        position_play(position, moves[i], position->board.side);
    }
}

static void sign(Bench *bench, uint64_t number)
{
    bench->signature = random_mix(bench->signature ^ number);
}

/* Clears the search and starts the clock, with no limit but the depth. */
static Limits bench_begin(Bench *bench, int depth)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.depth = depth;
    search_forget(&bench->search);
    clock_start(&bench->clock, &limits);
    return limits;
}

static void search_one(Bench *bench, int index)
{
    const BenchPosition *entry = &positions[index];
    Limits limits = bench_begin(bench, entry->depth + bench->more_plies);
    int64_t start = port_core_ns();
    Report report = root_think(&bench->search, &limits, NULL);
    int64_t took = port_core_ns() - start;
    bench->search_ns += took;
    bench->nodes += report.nodes;
    sign(bench, report.nodes);
    sign(bench, (uint64_t)(int64_t)report.value);
    sign(bench, report.move);
    tool_tell(bench->text, bench->context,
              "position %2d  depth %d  value %6d  nodes %9" PRIu64 "  time %5" PRId64 " ms",
              index + 1, report.depth, report.value, report.nodes, took / NS_PER_MS);
}

/* Runs the solver, for the signature alone: these searches are too short to use it. */
static void solve_one(Bench *bench)
{
    Variation pv;
    int plies = 0;
    bench_begin(bench, 0);
    search_begin(&bench->search);
    bool solved = solver_solve(&bench->search, SOLVER_POSITIONS, PLY_MAX, &pv, &plies);
    sign(bench, bench->search.nodes);
    sign(bench, solved ? (uint64_t)plies : 0);
}

static uint64_t per_second(uint64_t count, int64_t ns)
{
    return count * NS_PER_S / (uint64_t)(ns > 0 ? ns : 1);
}

static void run_all(Bench *bench)
{
    for (int i = 0; i < POSITION_COUNT; i++) {
        bench_set_up(bench, &positions[i]);
        search_one(bench, i);
        solve_one(bench);
    }
    tool_tell(bench->text, bench->context, "time %" PRId64 " ms", bench->search_ns / NS_PER_MS);
    tool_tell(bench->text, bench->context, "signature %016" PRIx64, bench->signature);
    tool_tell(bench->text, bench->context, "%" PRIu64 " nodes %" PRIu64 " nps", bench->nodes,
              per_second(bench->nodes, bench->search_ns));
}

bool bench_run(bool is_quick, TextSink *text, void *context)
{
    Bench *bench = port_pages_new(sizeof *bench);
    bool ready = bench != NULL && tt_resize(&bench->table, TABLE_BYTES) &&
                 search_init(&bench->search, &bench->table, &bench->clock);
    if (ready) {
        bench->text = text;
        bench->context = context;
        bench->more_plies = is_quick ? 0 : FULL_PLIES;
        run_all(bench);
    }
    if (bench != NULL) {
        search_free(&bench->search);
        tt_free(&bench->table);
        port_pages_free(bench, sizeof *bench);
    }
    return ready;
}
