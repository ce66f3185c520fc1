/* engine - the façade: it owns everything, hands everything on and computes nothing itself. */
#include "engine.h"

#include "board/position.h"
#include "eval/bitshift.h"
#include "eval/eval.h"
#include "lab/bench.h"
#include "lab/duel.h"
#include "lab/fit.h"
#include "lab/openings.h"
#include "lab/origin.h"
#include "lab/selfplay.h"
#include "opening/balance.h"
#include "opening/start.h"
#include "opening/swap2.h"
#include "port/port.h"
#include "search/margins.h"
#include "search/team.h"

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
    EngineGame game;
    GameTables tables;
    Table table;
    Clock clock;
    Search search; /* the game's position, and the thread that leads */
    Team team;
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
    EngineQuestion question;
    int target; /* of balancing */
    Limits limits;
    EngineListener listener;
};

_Static_assert((int)ENGINE_BLACK == BLACK && (int)ENGINE_WHITE == WHITE &&
                   (int)ENGINE_EMPTY == EMPTY && (int)ENGINE_BLOCKED == WALL,
               "stones are the same inside and outside");
_Static_assert((int)ENGINE_CARO_EXACT + 1 == RULE_COUNT, "rules are the same inside and outside");
_Static_assert((int)ENGINE_THREADS_MAX == TEAM_THREADS_MAX,
               "threads are the same inside and outside");
_Static_assert((int)ENGINE_NET == (int)EVALUATION_NET, "and so are evaluations");
_Static_assert(ENGINE_LIMIT_UNKNOWN == LIMIT_UNKNOWN, "limits are the same inside and outside");

static const char no_memory[] = "there is not enough memory";

Engine *engine_new(void)
{
    Engine *engine = calloc(1, sizeof *engine);
    if (engine != NULL) {
        engine->opening_seed = (uint64_t)port_now_ns();
        engine->threads = 1;
        engine->evaluation = EVALUATION_BEST;
        engine->team.lead = &engine->search;
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
        team_free(&engine->team);
        search_free(&engine->search);
        table_free(&engine->table);
        free(engine);
    }
}

static Game inner_game(const EngineGame *game)
{
    return (Game){(Rule)game->rule, game->width, game->height, game->win_length};
}

const char *engine_game_fault(const EngineGame *game)
{
    Game inner = inner_game(game);
    return rules_fault(&inner);
}

/* The memory that may go into the table. */
static uint64_t table_room(const Engine *engine)
{
    uint64_t aside = MEMORY_ASIDE + (uint64_t)(engine->threads - 1) * TEAM_HELPER_BYTES;
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
    while (!table_resize(&engine->table, (size_t)size)) {
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
    team_resize(&engine->team, engine->threads);
    table_share(&engine->table, engine->team.helper_count > 0);
}

/* Fills the tables for a game unless they are the ones of the game before. */
static void settle_tables(Engine *engine, const EngineGame *game)
{
    bool same = engine->tables.shapes.reach != 0 && engine->game.rule == game->rule &&
                engine->game.win_length == game->win_length && !engine->tables_stale;
    if (!same) {
        Game inner = inner_game(game);
        eval_fill_tables(&engine->tables, &inner, engine->evaluation);
        engine->tables_stale = false;
    }
    engine->game = *game;
}

const char *engine_start(Engine *engine, const EngineGame *game)
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

const char *engine_change_rule(Engine *engine, EngineRule rule)
{
    EngineGame game = engine->game;
    game.rule = rule;
    const char *fault = engine_game_fault(&game);
    if (fault != NULL || engine->game.rule == rule) {
        return fault;
    }
    rest(engine);
    settle_tables(engine, &game);
    position_change_rule(&engine->search.position, (Rule)rule);
    search_forget(&engine->search);
    return NULL;
}

void engine_set_evaluation(Engine *engine, EngineEvaluation evaluation)
{
    if (engine->evaluation == (Evaluation)evaluation) {
        return;
    }
    rest(engine);
    engine->evaluation = (Evaluation)evaluation;
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

void engine_set_table_memory(Engine *engine, uint64_t bytes)
{
    engine->table_wanted = bytes;
}

void engine_set_threads(Engine *engine, int threads)
{
    engine->threads = threads < 1 ? 1 : threads > TEAM_THREADS_MAX ? TEAM_THREADS_MAX : threads;
}

void engine_forget(Engine *engine)
{
    rest(engine);
    if (engine->table_memory != 0) {
        search_forget(&engine->search);
    }
}

void engine_avoid(Engine *engine, EnginePoint point, bool avoid)
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
    Game game = inner_game(&engine->game);
    position_clear(&engine->search.position, &game, &engine->tables);
    engine->used_ms = 0;
}

static Board *board_of(Engine *engine)
{
    return &engine->search.position.board;
}

static bool is_inside(const Engine *engine, EnginePoint point)
{
    return geometry_contains(&engine->search.position.board.geometry, point.x, point.y);
}

static Point inner_point(const Engine *engine, EnginePoint point)
{
    return geometry_point(&engine->search.position.board.geometry, point.x, point.y);
}

static EnginePoint outer_point(const Engine *engine, Point point)
{
    const Geometry *geometry = &engine->search.position.board.geometry;
    return (EnginePoint){geometry_x(geometry, point), geometry_y(geometry, point)};
}

const char *engine_put(Engine *engine, EnginePoint point, EngineStone stone)
{
    if (!is_inside(engine, point)) {
        return "the point is outside the board";
    }
    Point place = inner_point(engine, point);
    if (board_of(engine)->at[place] != EMPTY) {
        return "the point is occupied";
    }
    if (stone == ENGINE_EMPTY) {
        return "there is nothing to put";
    }
    if (stone == ENGINE_BLOCKED) {
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

const char *engine_take(Engine *engine, EnginePoint point)
{
    EngineStone stone = engine_at(engine, point);
    if (!is_inside(engine, point)) {
        return "the point is outside the board";
    }
    if (stone != ENGINE_BLACK && stone != ENGINE_WHITE) {
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
        .rank = report->rank,
        .value = report->value,
        .depth = report->depth,
        .nodes = report->nodes,
        .ms = report->ms,
    };
    if (value_is_proven(report->value)) {
        outer.wins_in = report->value > 0 ? VALUE_WIN - report->value : -VALUE_WIN - report->value;
    }
    while (outer.line_length < report->line.length && outer.line_length < ENGINE_LINE_MAX) {
        outer.line[outer.line_length] = outer_point(engine, report->line.move[outer.line_length]);
        outer.line_length++;
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

static void tell_move(void *context, RootEvent event, Point move)
{
    const Engine *engine = context;
    if (engine->listener.on_move != NULL) {
        engine->listener.on_move(engine->listener.context, (EngineMoveEvent)event,
                                 outer_point(engine, move));
    }
}

_Static_assert((int)ENGINE_MOVE_LOSES == (int)ROOT_LOSES, "events are the same inside and outside");

static EngineReport think_of_move(Engine *engine)
{
    RootListener listener = {engine, tell_iteration, tell_move};
    Report report = team_think(&engine->team, &engine->limits, &listener);
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
    case ENGINE_SWAP2: return think_of_swap2(engine);
    case ENGINE_BALANCE_ONE: return think_of_balance(engine, 1);
    case ENGINE_BALANCE_TWO: return think_of_balance(engine, 2);
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

static Limits inner_limits(const Engine *engine, const EngineLimits *limits)
{
    return (Limits){
        .start_ms = limits->asked_ms,
        .turn_ms = limits->turn_ms,
        .match_ms = limits->match_ms,
        .left_ms = limits->left_ms,
        .used_ms = engine->used_ms,
        .increment_ms = limits->increment_ms,
        .depth = limits->depth,
        .nodes = limits->nodes,
        .lines = limits->lines,
    };
}

/* Tells the search which points of this board are to be left alone. */
static void settle_avoided(Engine *engine)
{
    PointSet *set = &engine->search.avoided;
    memset(set, 0, sizeof *set);
    for (int y = 0; y < engine->game.height; y++) {
        for (int x = 0; x < engine->game.width; x++) {
            if (engine->avoided[y][x]) {
                point_set_add(set, inner_point(engine, (EnginePoint){x, y}));
            }
        }
    }
}

const char *engine_ask(Engine *engine, EngineQuestion question, EngineStone side, int target,
                       const EngineLimits *limits, const EngineListener *listener)
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
    engine->limits = inner_limits(engine, limits);
    engine->listener = *listener;
    board_set_side(board_of(engine), (int)side);
    clock_start(&engine->clock, &engine->limits);
    engine->thinking = pthread_create(&engine->thread, NULL, think, engine) == 0;
    return engine->thinking ? NULL : "the system gives no thread to think in";
}

const char *engine_think(Engine *engine, EngineStone side, const EngineLimits *limits,
                         const EngineListener *listener)
{
    return engine_ask(engine, ENGINE_MOVE, side, 0, limits, listener);
}

void engine_wait(Engine *engine)
{
    if (engine->thinking) {
        pthread_join(engine->thread, NULL);
        engine->thinking = false;
    }
}

const EngineGame *engine_game(const Engine *engine)
{
    return engine->has_game ? &engine->game : NULL;
}

int engine_stone_count(const Engine *engine)
{
    return engine->search.position.board.count;
}

EngineStone engine_at(const Engine *engine, EnginePoint point)
{
    return is_inside(engine, point)
               ? (EngineStone)engine->search.position.board.at[inner_point(engine, point)]
               : ENGINE_BLOCKED;
}

bool engine_forbids(Engine *engine, EnginePoint point, EngineStone side)
{
    if (engine_at(engine, point) != ENGINE_EMPTY) {
        return false;
    }
    int before = board_of(engine)->side;
    board_set_side(board_of(engine), (int)side);
    bool forbidden = position_forbids(&engine->search.position, inner_point(engine, point));
    board_set_side(board_of(engine), before);
    return forbidden;
}

EngineStone engine_side(const Engine *engine)
{
    return (EngineStone)engine->search.position.board.side;
}

bool engine_stone_put(const Engine *engine, int n, EnginePoint *point, EngineStone *stone)
{
    const Board *board = &engine->search.position.board;
    if (n < 0 || n >= board->count) {
        return false;
    }
    *point = outer_point(engine, board->moves[n].point);
    *stone = (EngineStone)board->moves[n].colour;
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

bool engine_look(Engine *engine, EnginePoint point, EngineStone side, EngineLook *look)
{
    const Position *position = &engine->search.position;
    if (engine_at(engine, point) != ENGINE_EMPTY) {
        return false;
    }
    Point place = inner_point(engine, point);
    const Cell *cell = &position->cell[place];
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        Shape shape = position_shape(position, place, direction, (int)side);
        look->shape[direction] = shape_name(shape);
        look->shift[direction] = shift_of(bitshift_value(shape));
    }
    look->value = position_worth(position, place, (int)side)->value;
    look->added = look->value - base_value_of(position, place, (int)side);
    look->threat = worth_threat_name((Threat)cell->threat[side]);
    look->is_forbidden = engine_forbids(engine, point, side);
    return true;
}

int engine_value(const Engine *engine)
{
    return eval_position(&engine->search.position);
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

const char *engine_origin(void)
{
    return origin_engine;
}

bool engine_bench(EngineText *text, void *context)
{
    return bench_run(text, context);
}

_Static_assert((int)ENGINE_LAB_REFUSED == (int)LAB_REFUSED, "ends are the same inside and outside");
_Static_assert((int)ENGINE_FAULT_MAX == (int)LAB_FAULT_MAX, "and so is the room for faults");
_Static_assert((int)ENGINE_OPENING_STONES_MAX == (int)START_STONES_MAX, "and openings");

static LabWishes inner_wishes(const EngineLab *wishes)
{
    return (LabWishes){
        .game = inner_game(&wishes->game),
        .count = wishes->count,
        .nodes = wishes->nodes,
        .seed = wishes->seed,
        .threads = wishes->threads > 0 ? wishes->threads : port_cores(),
        .evaluation = (Evaluation)wishes->evaluation,
        .openings = wishes->openings,
        .stones_min = wishes->stones_min,
        .stones_max = wishes->stones_max,
        .margin = wishes->margin,
    };
}

EngineLabEnd engine_selfplay(const EngineLab *wishes, const EngineLabListener *listener,
                             char fault[ENGINE_FAULT_MAX])
{
    LabWishes inner = inner_wishes(wishes);
    LabListener ear = {listener->context, listener->line, listener->go_on};
    return (EngineLabEnd)selfplay_run(&inner, &ear, fault);
}

EngineLabEnd engine_duel(const EngineLab *wishes, const EngineLabListener *listener,
                         char fault[ENGINE_FAULT_MAX])
{
    LabWishes inner = inner_wishes(wishes);
    LabListener ear = {listener->context, listener->line, listener->go_on};
    return (EngineLabEnd)duel_run(&inner, &ear, fault);
}

bool engine_margins(EngineText *text, void *context)
{
    if (margins_are_settings()) {
        margins_list(text, context);
    }
    return margins_are_settings();
}

EngineLabEnd engine_fit(const EngineFit *wishes, const EngineFitListener *listener,
                        char fault[ENGINE_FAULT_MAX])
{
    FitWishes inner = {.games = wishes->games,
                       .files = wishes->files,
                       .state = wishes->state,
                       .seed = wishes->seed,
                       .rounds = wishes->rounds,
                       .scale = wishes->scale};
    FitListener ear = {listener->context, listener->note, listener->source, listener->state,
                       listener->go_on};
    return (EngineLabEnd)fit_run(&inner, &ear, fault);
}

EngineLabEnd engine_openings(const EngineLab *wishes, const EngineLabListener *listener,
                             char fault[ENGINE_FAULT_MAX])
{
    LabWishes inner = inner_wishes(wishes);
    LabListener ear = {listener->context, listener->line, listener->go_on};
    return (EngineLabEnd)openings_make(&inner, &ear, fault);
}
