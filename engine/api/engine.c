/* engine - the façade: it owns everything, hands everything on and computes nothing itself. */
#include "engine.h"

#include "board/position.h"
#include "eval/bitshift.h"
#include "eval/eval.h"
#include "opening/balance.h"
#include "opening/start.h"
#include "opening/swap2.h"
#include "port/port.h"
#include "search/parameters.h"
#include "search/thread_pool.h"
#include "tools/bench.h"
#include "tools/duel.h"
#include "tools/fit.h"
#include "tools/openings.h"
#include "tools/selfplay.h"
#include "tools/weights_text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MEGABYTE = 1 << 20 };

/* How much of the process's memory is left to what is not the table: program, libraries, stacks,
 * move lists (measured: under 8 MB), and some air. */
enum {
    MEMORY_ASIDE = 12 * MEGABYTE,
    TABLE_MIN = MEGABYTE,
    TABLE_DEFAULT = 256 * MEGABYTE, /* well within the 350 MB that tournaments allow */
};

struct Engine {
    bool has_game;
    Game game;
    GameTables tables;
    TranspositionTable table;
    Clock clock;
    Search search; /* the game's position, and the thread that leads */
    ThreadPool pool;
    Evaluation evaluation;
    bool tables_stale;     /* the tables are of another evaluation */
    int threads;           /* that the owner wants to think */
    uint64_t memory;       /* the process may use; 0: default */
    uint64_t table_wanted; /* bytes that the owner wants the table to have; 0: what fits */
    uint64_t table_memory; /* for which the table was made; 0: there is none */
    bool avoided[SIDE_MAX][SIDE_MAX]; /* by row and column: points to leave alone */
    uint64_t opening_seed;            /* of the next swap2 opening */
    int64_t used_ms;                  /* thought in this game */
    bool ponders;                     /* the owner wants it */
    Search *ponder;                   /* a search of its own, once it is wanted; or NULL */
    Clock ponder_clock;
    bool pondering; /* its thread exists */
    pthread_t ponder_thread;
    bool thinking; /* the thread below exists */
    pthread_t thread;
    Question question;
    int target; /* of balancing */
    Limits limits;
    EngineListener listener;
};

static const char no_memory[] = "there is not enough memory";

Engine *engine_new(void)
{
    Engine *engine = calloc(1, sizeof *engine);
    if (engine != NULL) {
        engine->opening_seed = (uint64_t)port_now_ns();
        engine->threads = 1;
        engine->evaluation = EVALUATION_BEST;
        engine->pool.lead = &engine->search;
    }
    if (engine != NULL && !search_init(&engine->search, &engine->table, &engine->clock)) {
        engine_free(engine);
        engine = NULL;
    }
    return engine;
}

/* --- pondering: a search on a board of its own, with no end but being told --- */

static Limits ponder_limits(void)
{
    return (Limits){
        .start_ms = port_now_ms(),
        .turn_ms = INT64_MAX,
        .match_ms = LIMIT_UNKNOWN,
        .left_ms = LIMIT_UNKNOWN,
    };
}

static void *ponder(void *context)
{
    Engine *engine = context;
    Limits limits = ponder_limits();
    root_help(engine->ponder, &limits, 1);
    return NULL;
}

/* Ends it. Whoever touches the table or asks a question comes by here first. */
static void rest(Engine *engine)
{
    if (engine->pondering) {
        clock_stop(&engine->ponder_clock);
        pthread_join(engine->ponder_thread, NULL);
        engine->pondering = false;
    }
}

static void free_ponder(Engine *engine)
{
    if (engine->ponder != NULL) {
        search_free(engine->ponder);
        free(engine->ponder);
        engine->ponder = NULL;
    }
}

static bool make_ponder(Engine *engine)
{
    if (engine->ponder == NULL) {
        engine->ponder = calloc(1, sizeof *engine->ponder);
        if (engine->ponder != NULL &&
            !search_init(engine->ponder, &engine->table, &engine->ponder_clock)) {
            free_ponder(engine);
        }
    }
    return engine->ponder != NULL;
}

void engine_set_pondering(Engine *engine, bool wanted)
{
    rest(engine);
    engine->ponders = wanted;
}

void engine_ponder(Engine *engine)
{
    Limits limits = ponder_limits();
    if (engine->ponders && !engine->thinking && engine->search.position.board.empty > 0 &&
        make_ponder(engine)) {
        rest(engine);
        engine->ponder->position = engine->search.position;
        engine->ponder->evaluator = engine->search.evaluator;
        clock_start(&engine->ponder_clock, &limits);
        engine->pondering = pthread_create(&engine->ponder_thread, NULL, ponder, engine) == 0;
    }
}

void engine_free(Engine *engine)
{
    if (engine != NULL) {
        engine_stop(engine);
        engine_wait(engine);
        rest(engine);
        free_ponder(engine);
        thread_pool_free(&engine->pool);
        search_free(&engine->search);
        tt_free(&engine->table);
        free(engine);
    }
}

const char *engine_game_fault(const Game *game)
{
    return rules_fault(game);
}

/* The memory that may go into the table. */
static uint64_t table_room(const Engine *engine)
{
    uint64_t aside = MEMORY_ASIDE + (uint64_t)(engine->threads - 1) * THREAD_POOL_HELPER_BYTES;
    if (engine->memory == 0) {
        return TABLE_DEFAULT;
    }
    return engine->memory > aside + TABLE_MIN ? engine->memory - aside : TABLE_MIN;
}

static uint64_t table_bytes(const Engine *engine)
{
    uint64_t room = table_room(engine), wanted = engine->table_wanted;
    return wanted == 0 || wanted > room ? room : wanted;
}

/* Makes a table of that many bytes, or else of the half, the quarter and so on: what a manager
 * allows may be more than the system gives, above all to a program of 32 bits. */
static bool make_table(Engine *engine, uint64_t bytes)
{
    uint64_t most = SIZE_MAX / 2;
    uint64_t size = bytes < most ? bytes : most;
    while (!tt_resize(&engine->table, (size_t)size)) {
        size /= 2;
        if (size < TABLE_MIN) {
            return false;
        }
    }
    return true;
}

/* Makes the table fit the memory that is allowed now. */
static bool settle_memory(Engine *engine)
{
    uint64_t bytes = table_bytes(engine);
    if (engine->table_memory != bytes) {
        if (!make_table(engine, bytes)) {
            return engine->table_memory != 0; /* go on with what there is */
        }
        engine->table_memory = bytes;
    }
    return true;
}

/* As many threads as were asked for, or as before if there is no memory for them. */
static void settle_threads(Engine *engine)
{
    thread_pool_resize(&engine->pool, engine->threads);
    tt_share(&engine->table, engine->pool.helper_count > 0);
}

/* Fills the tables for a game unless they are the ones of the game before. */
static void settle_tables(Engine *engine, const Game *game)
{
    bool same = engine->tables.board.shapes.reach != 0 && engine->game.rule == game->rule &&
                engine->game.win_length == game->win_length && !engine->tables_stale;
    if (!same) {
        eval_fill_tables(&engine->tables, game, engine->evaluation);
        eval_init(&engine->search.evaluator, &engine->tables.eval);
        engine->tables_stale = false;
    }
    engine->game = *game;
}

const char *engine_start(Engine *engine, const Game *game)
{
    const char *fault = engine_game_fault(game);
    rest(engine);
    engine->has_game = false;
    if (fault != NULL) {
        return fault;
    }
    if (!settle_memory(engine)) {
        return no_memory;
    }
    settle_tables(engine, game);
    search_forget(&engine->search);
    engine->has_game = true;
    engine_empty(engine);
    return NULL;
}

const char *engine_change_rule(Engine *engine, Rule rule)
{
    Game game = engine->game;
    game.rule = rule;
    const char *fault = engine_game_fault(&game);
    if (fault != NULL || engine->game.rule == rule) {
        return fault;
    }
    rest(engine);
    settle_tables(engine, &game);
    position_change_rule(&engine->search.position, rule);
    search_forget(&engine->search);
    return NULL;
}

void engine_set_evaluation(Engine *engine, Evaluation evaluation)
{
    if (engine->evaluation == evaluation) {
        return;
    }
    rest(engine);
    engine->evaluation = evaluation;
    engine->tables_stale = true;
    if (engine->has_game) {
        settle_tables(engine, &engine->game);
        position_rebuild(&engine->search.position);
        search_forget(&engine->search);
    }
}

void engine_set_memory(Engine *engine, uint64_t bytes)
{
    engine->memory = bytes;
}

void engine_set_tt_memory(Engine *engine, uint64_t bytes)
{
    engine->table_wanted = bytes;
}

void engine_set_threads(Engine *engine, int threads)
{
    engine->threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
}

void engine_forget(Engine *engine)
{
    rest(engine);
    if (engine->table_memory != 0) {
        search_forget(&engine->search);
    }
}

void engine_avoid(Engine *engine, Coordinates point, bool avoid)
{
    if (point.x >= 0 && point.x < SIDE_MAX && point.y >= 0 && point.y < SIDE_MAX) {
        engine->avoided[point.y][point.x] = avoid;
    }
}

void engine_avoid_nothing(Engine *engine)
{
    memset(engine->avoided, 0, sizeof engine->avoided);
}

void engine_empty(Engine *engine)
{
    search_set_game(&engine->search, &engine->game, &engine->tables);
    engine->used_ms = 0;
}

static Board *board_of(Engine *engine)
{
    return &engine->search.position.board;
}

static bool is_inside(const Engine *engine, Coordinates point)
{
    return geometry_contains(&engine->search.position.board.geometry, point.x, point.y);
}

static Point inner_point(const Engine *engine, Coordinates point)
{
    return geometry_point(&engine->search.position.board.geometry, point.x, point.y);
}

static Coordinates outer_point(const Engine *engine, Point point)
{
    const Geometry *geometry = &engine->search.position.board.geometry;
    return (Coordinates){geometry_x(geometry, point), geometry_y(geometry, point)};
}

const char *engine_put(Engine *engine, Coordinates point, Colour stone)
{
    if (!is_inside(engine, point)) {
        return "the point is outside the board";
    }
    Point place = inner_point(engine, point);
    if (board_of(engine)->at[place] != EMPTY) {
        return "the point is occupied";
    }
    if (stone == EMPTY) {
        return "there is nothing to put";
    }
    if (stone == WALL) {
        board_block(board_of(engine), place);
        position_rebuild(&engine->search.position);
    } else {
        position_play(&engine->search.position, place, (int)stone);
    }
    return NULL;
}

/* Takes a stone out of the middle of the move list: those after it are put back again. */
static void remove_stone(Engine *engine, Point place)
{
    Position *position = &engine->search.position;
    Board *board = &position->board;
    Stone later[MOVES_MAX];
    int count = 0;
    while (board_last(board) != place) {
        later[count++] = board->moves[board->count - 1];
        position_undo(position);
    }
    position_undo(position);
    while (count-- > 0) {
        position_play(position, later[count].point, later[count].colour);
    }
}

const char *engine_take(Engine *engine, Coordinates point)
{
    Colour stone = engine_at(engine, point);
    if (!is_inside(engine, point)) {
        return "the point is outside the board";
    }
    if (stone != BLACK && stone != WHITE) {
        return "there is no stone on the point";
    }
    remove_stone(engine, inner_point(engine, point));
    return NULL;
}

static EngineReport outer_report(const Engine *engine, const Report *report)
{
    EngineReport outer = {
        .move_count = 1,
        .moves = {outer_point(engine, report->move)},
        .pv_index = report->pv_index,
        .value = report->value,
        .depth = report->depth,
        .nodes = report->nodes,
        .ms = report->ms,
    };
    if (value_is_proven(report->value)) {
        outer.wins_in = report->value > 0 ? VALUE_WIN - report->value : -VALUE_WIN - report->value;
    }
    while (outer.pv_length < report->pv.length && outer.pv_length < ENGINE_PV_MAX) {
        outer.pv[outer.pv_length] = outer_point(engine, report->pv.move[outer.pv_length]);
        outer.pv_length++;
    }
    return outer;
}

static void tell_iteration(void *context, const Report *report)
{
    const Engine *engine = context;
    if (engine->listener.on_iteration != NULL) {
        EngineReport outer = outer_report(engine, report);
        engine->listener.on_iteration(engine->listener.context, &outer);
    }
}

static void tell_move(void *context, MoveEvent event, Point move)
{
    const Engine *engine = context;
    if (engine->listener.on_move != NULL) {
        engine->listener.on_move(engine->listener.context, event, outer_point(engine, move));
    }
}

static EngineReport think_of_move(Engine *engine)
{
    RootListener listener = {engine, tell_iteration, tell_move};
    Report report = thread_pool_think(&engine->pool, &engine->limits, &listener);
    return outer_report(engine, &report);
}

/* Moves into an answer; the first POINT_NONE ends them. */
static void fill_moves(const Engine *engine, EngineReport *report, const Point *moves, int count)
{
    while (report->move_count < count && moves[report->move_count] != POINT_NONE) {
        report->moves[report->move_count] = outer_point(engine, moves[report->move_count]);
        report->move_count++;
    }
}

static EngineReport think_of_swap2(Engine *engine)
{
    Swap2Answer answer = swap2_answer(&engine->search, engine->opening_seed++);
    EngineReport report = {.swap = answer.swap};
    fill_moves(engine, &report, answer.moves, answer.count);
    return report;
}

static EngineReport think_of_balance(Engine *engine, int moves)
{
    Balanced balanced = moves == 1 ? balance_one(&engine->search, engine->target)
                                   : balance_two(&engine->search, engine->target);
    EngineReport report = {.value = balanced.value};
    fill_moves(engine, &report, balanced.moves, moves);
    return report;
}

static EngineReport answer_question(Engine *engine)
{
    switch (engine->question) {
    case QUESTION_SWAP2: return think_of_swap2(engine);
    case QUESTION_BALANCE_ONE: return think_of_balance(engine, 1);
    case QUESTION_BALANCE_TWO: return think_of_balance(engine, 2);
    default: return think_of_move(engine);
    }
}

/* What the engine's thread does. */
static void *think(void *context)
{
    Engine *engine = context;
    EngineReport report = answer_question(engine);
    engine->used_ms += clock_elapsed_ms(&engine->clock);
    if (engine->listener.on_answer != NULL) {
        engine->listener.on_answer(engine->listener.context, &report);
    }
    return NULL;
}

/* Tells the search which points of this board are to be left alone. */
static void settle_avoided(Engine *engine)
{
    PointSet *set = &engine->search.avoided;
    memset(set, 0, sizeof *set);
    for (int y = 0; y < engine->game.height; y++) {
        for (int x = 0; x < engine->game.width; x++) {
            if (engine->avoided[y][x]) {
                point_set_add(set, inner_point(engine, (Coordinates){x, y}));
            }
        }
    }
}

const char *engine_ask(Engine *engine, Question question, Colour side, int target,
                       const Limits *limits, const EngineListener *listener)
{
    engine_wait(engine);
    rest(engine);
    if (board_of(engine)->empty == 0) {
        return "the board is full";
    }
    if (!settle_memory(engine)) {
        return no_memory;
    }
    settle_threads(engine);
    settle_avoided(engine);
    engine->question = question;
    engine->target = target;
    engine->limits = *limits;
    engine->limits.used_ms = engine->used_ms;
    engine->listener = *listener;
    board_set_side(board_of(engine), side);
    clock_start(&engine->clock, &engine->limits);
    engine->thinking = pthread_create(&engine->thread, NULL, think, engine) == 0;
    return engine->thinking ? NULL : "the system gives no thread to think in";
}

const char *engine_think(Engine *engine, Colour side, const Limits *limits,
                         const EngineListener *listener)
{
    return engine_ask(engine, QUESTION_MOVE, side, 0, limits, listener);
}

void engine_wait(Engine *engine)
{
    if (engine->thinking) {
        pthread_join(engine->thread, NULL);
        engine->thinking = false;
    }
}

const Game *engine_game(const Engine *engine)
{
    return engine->has_game ? &engine->game : NULL;
}

int engine_stone_count(const Engine *engine)
{
    return engine->search.position.board.count;
}

Colour engine_at(const Engine *engine, Coordinates point)
{
    return is_inside(engine, point)
               ? (Colour)engine->search.position.board.at[inner_point(engine, point)]
               : WALL;
}

bool engine_forbids(Engine *engine, Coordinates point, Colour side)
{
    if (engine_at(engine, point) != EMPTY) {
        return false;
    }
    int before = board_of(engine)->side;
    board_set_side(board_of(engine), side);
    bool forbidden = position_forbids(&engine->search.position, inner_point(engine, point));
    board_set_side(board_of(engine), before);
    return forbidden;
}

Colour engine_side(const Engine *engine)
{
    return (Colour)engine->search.position.board.side;
}

bool engine_stone_put(const Engine *engine, int n, Coordinates *point, Colour *stone)
{
    const Board *board = &engine->search.position.board;
    if (n < 0 || n >= board->count) {
        return false;
    }
    *point = outer_point(engine, board->moves[n].point);
    *stone = (Colour)board->moves[n].colour;
    return true;
}

/* The shift behind a value of the bitshift table. */
static int shift_of(int32_t value)
{
    int shift = 0;
    while (value >> (shift + 1) != 0) {
        shift++;
    }
    return shift;
}

/* What the bitshift table alone says of a point. */
static int base_value_of(const Position *position, Point point, int colour)
{
    Shape shapes[DIRECTIONS];
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        shapes[direction] = position_shape(position, point, direction, colour);
    }
    return bitshift_point_value(shapes, colour);
}

bool engine_look(Engine *engine, Coordinates point, Colour side, EngineLook *look)
{
    const Position *position = &engine->search.position;
    if (engine_at(engine, point) != EMPTY) {
        return false;
    }
    Point place = inner_point(engine, point);
    const Cell *cell = &position->cell[place];
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        Shape shape = position_shape(position, place, direction, side);
        look->shape[direction] = shape_name(shape);
        look->shift[direction] = shift_of(bitshift_value(shape));
    }
    look->value = eval_point_value(&engine->tables.eval, position, place, side);
    look->added = look->value - base_value_of(position, place, side);
    look->threat = threat_name((Threat)cell->threat[side]);
    look->is_forbidden = engine_forbids(engine, point, side);
    return true;
}

int engine_value(Engine *engine)
{
    return search_evaluate(&engine->search);
}

int64_t engine_now_ms(void)
{
    return port_now_ms();
}

void engine_stop(Engine *engine)
{
    clock_stop(&engine->clock);
}

void engine_shorten(Engine *engine, int64_t turn_ms)
{
    clock_shorten(&engine->clock, turn_ms);
}

bool engine_bench(TextSink *text, void *context)
{
    return bench_run(text, context);
}

/* The options with as many threads as can run at the same time, if none were named. */
static ToolOptions with_threads(const ToolOptions *options)
{
    ToolOptions settled = *options;
    settled.threads = options->threads > 0 ? options->threads : port_cores();
    return settled;
}

ToolEnd engine_selfplay(const ToolOptions *options, const ToolListener *listener,
                        char fault[TOOL_FAULT_MAX])
{
    ToolOptions settled = with_threads(options);
    return selfplay_run(&settled, listener, fault);
}

ToolEnd engine_duel(const ToolOptions *options, const ToolListener *listener,
                    char fault[TOOL_FAULT_MAX])
{
    ToolOptions settled = with_threads(options);
    return duel_run(&settled, listener, fault);
}

bool engine_parameters(TextSink *text, void *context)
{
    if (parameters_are_settings()) {
        parameters_list(text, context);
    }
    return parameters_are_settings();
}

ToolEnd engine_fit(const FitOptions *options, const FitListener *listener,
                   char fault[TOOL_FAULT_MAX])
{
    return fit_run(options, listener, fault);
}

ToolEnd engine_openings(const ToolOptions *options, const ToolListener *listener,
                        char fault[TOOL_FAULT_MAX])
{
    ToolOptions settled = with_threads(options);
    return openings_make(&settled, listener, fault);
}

const char *engine_weights_of_file(const void *file, size_t bytes, TextSink *text, void *context)
{
    return weights_text_of_file(file, bytes, text, context);
}

const char *engine_weights_of_rule(Rule rule, TextSink *text, void *context)
{
    bool is_learnt = weights_text_of_rule(rule, text, context);
    return is_learnt ? NULL : "nothing was learnt for this rule";
}
