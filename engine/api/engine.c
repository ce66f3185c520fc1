/* engine - a game, its memory and its search, which the functions of engine.h use. */
#include "tengen/engine.h"

#include "api/answer.h"
#include "api/memory.h"
#include "api/thinker.h"
#include "board/position.h"
#include "book/explorer.h"
#include "eval/eval.h"
#include "eval/explain.h"
#include "port/port.h"
#include "search/consult.h"
#include "search/ponder.h"
#include "search/strength.h"
#include "search/thread_pool.h"

#include <string.h>

struct Engine {
    bool has_game;
    Game game;
    GameTables tables;
    TranspositionTable table;
    Clock clock;
    Search search; /* the game's position, and the thread that leads */
    ThreadPool pool;
    Evaluation evaluation;
    bool tables_stale; /* the tables are of another evaluation */
    int threads;       /* that the owner wants */
    Memory memory;
    bool avoided[SIDE_MAX][SIDE_MAX]; /* by row and column: points that the owner wants avoided */
    int64_t used_ms;                  /* thought in this game */
    uint64_t seed;   /* of what is drawn, as the owner wants it; 0: another for every question */
    uint64_t chance; /* the other one */
    bool may_ponder;
    Ponder ponder;
    bool has_book; /* there is one for the game */
    bool uses_book;
    BookReader book;
    VerdictSource source; /* find NULL: nobody is asked */
    Request request;
    bool has_work; /* no threads: engine_work is to think */
    Thinker thinker;
    bool lacks_thread; /* the system has refused the thinker its thread */
};

static const char no_memory[] = "there is not enough memory";

Engine *engine_new(void)
{
    Engine *engine = port_pages_new(sizeof *engine);
    if (engine != NULL) {
        engine->chance = (uint64_t)port_now_ns();
        engine->threads = 1;
        engine->evaluation = EVALUATION_BEST;
        engine->uses_book = true;
        engine->pool.lead = &engine->search;
    }
    if (engine != NULL && !(thinker_init(&engine->thinker) &&
                            search_init(&engine->search, &engine->table, &engine->clock))) {
        engine_free(engine);
        engine = NULL;
    }
    return engine;
}

/* Whoever changes the table, the settings or the game stops pondering first. */
static void stop_pondering(Engine *engine)
{
    ponder_stop(&engine->ponder);
}

void engine_set_pondering(Engine *engine, bool wanted)
{
    stop_pondering(engine);
    engine->may_ponder = wanted;
}

void engine_ponder(Engine *engine)
{
    bool is_limited = strength_is_limited(&engine->request.limits);
    if (engine->may_ponder && !is_limited && !thinker_is_busy(&engine->thinker) &&
        engine->search.position.board.empty > 0) {
        ponder_start(&engine->ponder, &engine->search);
    }
}

void engine_free(Engine *engine)
{
    if (engine != NULL) {
        engine_stop(engine);
        engine_wait(engine);
        thinker_free(&engine->thinker);
        ponder_free(&engine->ponder);
        thread_pool_free(&engine->pool);
        book_reader_close(&engine->book);
        search_free(&engine->search);
        tt_free(&engine->table);
        port_pages_free(engine, sizeof *engine);
    }
}

/* Beyond a few threads on each core, one that has to stop in time waits too long for its turn:
 * with 64 on two cores moves came 20 to 60 ms late. */
static int threads_of_cores(void)
{
    enum { THREADS_PER_CORE = 4 };
    int cores = port_cores();
    return cores < THREADS_MAX / THREADS_PER_CORE ? cores * THREADS_PER_CORE : THREADS_MAX;
}

/* How many threads are to think. `why` gets a clause that says why they are fewer than wanted, or
 * NULL. */
static int threads_allowed(const Engine *engine, const char **why)
{
    int wanted = engine->threads, most = threads_of_cores();
    int threads = wanted < most ? wanted : most;
    int fitting = memory_threads(&engine->memory, threads);
    *why = fitting < threads  ? "the memory has no room for more"
           : threads < wanted ? "more would get in each other's way on this processor"
                              : NULL;
    return fitting;
}

int engine_threads(const Engine *engine, const char **why)
{
    int threads = threads_allowed(engine, why);
    if (engine->lacks_thread) {
        *why = "the system gives none, so that moves are not searched for";
        threads = 0;
    }
    return threads;
}

static int threads_of(const Engine *engine)
{
    const char *why;
    return threads_allowed(engine, &why);
}

/* Makes the thread to think in, unless there is one. */
static void settle_thinker(Engine *engine)
{
    engine->lacks_thread = port_has_threads() && !thinker_make(&engine->thinker);
}

static bool settle_memory(Engine *engine)
{
    return memory_settle(&engine->memory, threads_of(engine), &engine->table);
}

/* Opens the book of the game, if there is one. Its passes are those that the solver does not win,
 * whose moves the best evaluation orders: with another one there is no book. */
static void settle_book(Engine *engine)
{
    Book book;
    engine->has_book = engine->evaluation == EVALUATION_BEST && book_embedded(&book, &engine->game);
    if (engine->has_book) {
        book_reader_open(&engine->book, &book);
    }
}

/* Fills the tables of a game, unless they are those of the game before. */
static void settle_tables(Engine *engine, const Game *game)
{
    bool same = engine->tables.board.shapes.reach != 0 && engine->game.rule == game->rule &&
                engine->game.win_length == game->win_length && !engine->tables_stale;
    if (!same) {
        eval_fill_tables(&engine->tables, game, engine->evaluation);
        eval_use(&engine->search.evaluator, &engine->tables.eval);
        engine->tables_stale = false;
    }
    engine->game = *game;
    settle_book(engine);
}

const char *engine_game_fault(const Game *game)
{
    return rules_fault(game);
}

const char *engine_start(Engine *engine, const Game *game)
{
    const char *fault = rules_fault(game);
    stop_pondering(engine);
    engine->has_game = false;
    if (fault != NULL) {
        return fault;
    }
    settle_thinker(engine); /* before the table takes the memory that its stack needs */
    if (!settle_memory(engine)) {
        return no_memory;
    }
    settle_tables(engine, game);
    thread_pool_forget(&engine->pool);
    engine->has_game = true;
    engine_empty(engine);
    return NULL;
}

const char *engine_change_rule(Engine *engine, Rule rule)
{
    Game game = engine->game;
    game.rule = rule;
    const char *fault = rules_fault(&game);
    if (fault != NULL || engine->game.rule == rule) {
        return fault;
    }
    stop_pondering(engine);
    settle_tables(engine, &game);
    position_change_rule(&engine->search.position, rule);
    thread_pool_forget(&engine->pool);
    return NULL;
}

void engine_set_evaluation(Engine *engine, Evaluation evaluation)
{
    if (engine->evaluation == evaluation) {
        return;
    }
    stop_pondering(engine);
    engine->evaluation = evaluation;
    engine->tables_stale = true;
    if (engine->has_game) {
        settle_tables(engine, &engine->game);
        position_rebuild(&engine->search.position);
        thread_pool_forget(&engine->pool);
    }
}

void engine_set_memory(Engine *engine, uint64_t bytes)
{
    engine->memory.process = bytes;
}

void engine_set_tt_memory(Engine *engine, uint64_t bytes)
{
    engine->memory.tt_wanted = bytes;
}

void engine_set_threads(Engine *engine, int threads)
{
    engine->threads = threads < 1 ? 1 : threads;
}

void engine_use_book(Engine *engine, bool wanted)
{
    engine->uses_book = wanted;
}

void engine_consult(Engine *engine, const VerdictSource *source)
{
    engine->source = source != NULL ? *source : (VerdictSource){0};
}

void engine_set_seed(Engine *engine, uint64_t seed)
{
    engine->seed = seed;
}

void engine_forget(Engine *engine)
{
    stop_pondering(engine);
    if (engine->memory.tt_made != 0) {
        thread_pool_forget(&engine->pool);
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

static Point known_point_at(const Engine *engine, Coordinates point)
{
    return geometry_point(&engine->search.position.board.geometry, point.x, point.y);
}

const char *engine_put(Engine *engine, Coordinates point, Colour stone)
{
    if (!is_inside(engine, point)) {
        return "the point is outside the board";
    }
    Point place = known_point_at(engine, point);
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

const char *engine_take(Engine *engine, Coordinates point)
{
    Colour stone = engine_at(engine, point);
    if (!is_inside(engine, point)) {
        return "the point is outside the board";
    }
    if (stone != BLACK && stone != WHITE) {
        return "there is no stone on the point";
    }
    position_remove(&engine->search.position, known_point_at(engine, point));
    return NULL;
}

void engine_set_opening(Engine *engine, const Opening *opening)
{
    engine_empty(engine);
    for (int i = 0; i < opening->stone_count; i++) {
        engine_put(engine, opening->stones[i], i % 2 == 0 ? BLACK : WHITE);
    }
    engine->request.opening = *opening;
}

/* What the engine's thread does. */
static void think_in_thread(void *context)
{
    Engine *engine = context;
    const EngineListener *listener = &engine->request.listener;
    EngineReport report = answer_question(&engine->request, &engine->pool);
    engine->used_ms += clock_elapsed_ms(&engine->clock);
    if (listener->on_answer != NULL) {
        listener->on_answer(listener->context, &report);
    }
}

/* Answers here, as if there were no time: the owner cannot be kept waiting, and hears no STOP. */
static void answer_at_once(Engine *engine)
{
    engine->request.limits.turn_ms = 0;
    clock_start(&engine->clock, &engine->request.limits);
    think_in_thread(engine);
}

/* Tells the search which points of this board to avoid; it has excluded none yet. */
static void settle_avoided(Engine *engine)
{
    PointSet *set = &engine->search.avoided;
    memset(set, 0, sizeof *set);
    engine->search.excluded = (PointSet){{0}};
    for (int y = 0; y < engine->game.height; y++) {
        for (int x = 0; x < engine->game.width; x++) {
            if (engine->avoided[y][x]) {
                point_set_add(set, known_point_at(engine, (Coordinates){x, y}));
            }
        }
    }
}

/* Brings memory, threads and search up to date with what the owner wants; NULL, or why not. */
static const char *prepare_to_think(Engine *engine, Colour side)
{
    stop_pondering(engine);
    if (engine_is_full(engine)) {
        return "the board is full";
    }
    settle_thinker(engine);
    if (!settle_memory(engine)) {
        return no_memory;
    }
    thread_pool_resize(&engine->pool,
                       threads_of(engine)); /* or as before if there is no memory for them */
    settle_avoided(engine);
    board_set_side(board_of(engine), (int)side);
    return NULL;
}

/* Writes down what is asked, but for the opening, and how to answer it. */
static void describe_question(Engine *engine, Question question, int target, const Limits *limits,
                              const EngineListener *listener)
{
    Request *request = &engine->request;
    request->question = question;
    request->target = target;
    request->limits = *limits;
    request->limits.used_ms = engine->used_ms;
    request->seed = engine->seed != 0 ? engine->seed : engine->chance++;
    request->listener = *listener;
    request->book = engine->uses_book && engine->has_book ? &engine->book : NULL;
    request->source = engine->source;
}

/* Begins to think where that is possible. */
static void start(Engine *engine)
{
    clock_start(&engine->clock, &engine->request.limits);
    if (!port_has_threads()) {
        engine->has_work = true;
    } else if (engine->lacks_thread) {
        answer_at_once(engine);
    } else {
        thinker_begin(&engine->thinker, think_in_thread, engine);
    }
}

const char *engine_ask(Engine *engine, Question question, Colour side, int target,
                       const Limits *limits, const EngineListener *listener)
{
    engine_wait(engine);
    const char *fault = prepare_to_think(engine, side);
    if (fault == NULL) {
        describe_question(engine, question, target, limits, listener);
        start(engine);
    }
    return fault;
}

bool engine_work(Engine *engine)
{
    if (!engine->has_work) {
        return false;
    }
    engine->has_work = false;
    engine->clock.pauses = true;
    think_in_thread(engine);
    engine->clock.pauses = false;
    return true;
}

void engine_wait(Engine *engine)
{
    thinker_wait(&engine->thinker);
}

const Game *engine_game(const Engine *engine)
{
    return engine->has_game ? &engine->game : NULL;
}

int engine_stone_count(const Engine *engine)
{
    return engine->search.position.board.count;
}

/* Says whether the stone is one of a row that wins. */
static bool is_in_five(const Position *position, Stone stone)
{
    bool is_in = false;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        is_in |= shape_at(&position->tables->shapes, &position->board, stone.point, direction,
                          stone.colour) == SHAPE_FIVE;
    }
    return is_in;
}

Colour engine_winner(const Engine *engine)
{
    const Position *position = &engine->search.position;
    for (int i = 0; i < position->board.count; i++) {
        if (is_in_five(position, position->board.moves[i])) {
            return (Colour)position->board.moves[i].colour;
        }
    }
    return EMPTY;
}

bool engine_is_full(const Engine *engine)
{
    return engine->search.position.board.empty == 0;
}

Colour engine_at(const Engine *engine, Coordinates point)
{
    return is_inside(engine, point)
               ? (Colour)engine->search.position.board.at[known_point_at(engine, point)]
               : WALL;
}

bool engine_forbids(Engine *engine, Coordinates point, Colour side)
{
    if (engine_at(engine, point) != EMPTY) {
        return false;
    }
    int before = board_of(engine)->side;
    board_set_side(board_of(engine), (int)side);
    bool forbidden = position_forbids(&engine->search.position, known_point_at(engine, point));
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
    *point = geometry_coordinates(&board->geometry, board->moves[n].point);
    *stone = (Colour)board->moves[n].colour;
    return true;
}

bool engine_explain(Engine *engine, Coordinates point, Colour side, PointExplanation *explanation)
{
    if (engine_at(engine, point) != EMPTY) {
        return false;
    }
    *explanation = explain_point(&engine->search.evaluator, &engine->search.position,
                                 known_point_at(engine, point), (int)side);
    explanation->is_forbidden = engine_forbids(engine, point, side);
    return true;
}

/* Says whether one of these moves is on the point. */
static bool is_known_move(Coordinates point, const KnownMove *moves, int count)
{
    int at = 0;
    while (at < count && (moves[at].point.x != point.x || moves[at].point.y != point.y)) {
        at++;
    }
    return at < count;
}

int engine_known_moves(Engine *engine, bool with_embedded, KnownMove known[])
{
    Position *position = &engine->search.position;
    const VerdictSource *source = &engine->source;
    if (!engine->has_game) {
        return 0;
    }
    bool by_book = with_embedded && engine->uses_book && engine->has_book;
    int of_book = by_book ? book_known_moves(&engine->book.book, position, known) : 0;
    int others = source->find != NULL ? consult_moves(source, position, NULL, known + of_book) : 0;
    int count = of_book;
    for (int i = of_book; i < of_book + others; i++) {
        if (!is_known_move(known[i].point, known, of_book)) {
            known[count++] = known[i];
        }
    }
    Explorer explorer;
    bool has_explorer = with_embedded && explorer_embedded(&explorer, &engine->game) == NULL;
    return has_explorer ? explorer_add_moves(&explorer, position, known, count) : count;
}

int engine_value(Engine *engine)
{
    return search_evaluate(&engine->search);
}

int engine_table_permille(const Engine *engine)
{
    return engine->memory.tt_made == 0 ? 0 : tt_permille_full(&engine->table);
}

int64_t engine_now_ms(void)
{
    return port_now_ms();
}

bool engine_has_files(void)
{
    return port_has_files();
}

void engine_stop(Engine *engine)
{
    clock_stop(&engine->clock);
}

void engine_shorten(Engine *engine, int64_t turn_ms)
{
    clock_shorten(&engine->clock, turn_ms);
}
