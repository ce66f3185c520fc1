/* answer - from a question to a search, and from points to coordinates; see answer.h. */
#include "api/answer.h"

#include "balance/balance.h"
#include "book/book_draw.h"
#include "opening/opening_answer.h"
#include "search/consult.h"
#include "search/strength.h"

/* What a running search hands to the listener. */
typedef struct {
    const Geometry *geometry;
    const EngineListener *listener;
} Caller;

static EngineReport engine_report(const Geometry *geometry, const Report *report)
{
    EngineReport outer = {
        .move_count = 1,
        .moves = {geometry_coordinates(geometry, report->move)},
        .pv_index = report->pv_index,
        .pv_count = report->pv_count,
        .deepest = report->deepest,
        .move_nodes = report->move_nodes,
        .value = report->value,
        .depth = report->depth,
        .nodes = report->nodes,
        .ms = report->ms,
    };
    if (value_is_proven(report->value)) {
        outer.wins_in = report->value > 0 ? VALUE_WIN - report->value : -VALUE_WIN - report->value;
    }
    while (outer.pv_length < report->pv.length && outer.pv_length < ENGINE_PV_MAX) {
        Point move = report->pv.move[outer.pv_length];
        outer.pv[outer.pv_length++] = geometry_coordinates(geometry, move);
    }
    return outer;
}

static void consult_on_iteration(void *context, const Report *report)
{
    const Caller *caller = context;
    if (caller->listener->on_iteration != NULL) {
        EngineReport outer = engine_report(caller->geometry, report);
        caller->listener->on_iteration(caller->listener->context, &outer);
    }
}

static void consult_on_move(void *context, MoveEvent event, Point move)
{
    const Caller *caller = context;
    if (caller->listener->on_move != NULL) {
        caller->listener->on_move(caller->listener->context, event,
                                  geometry_coordinates(caller->geometry, move));
    }
}

/* --- who answers --- */

/* Whoever may know the move, in the order in which they are asked. */
typedef enum {
    SOURCE_LEVEL,    /* below full strength nobody else is asked */
    SOURCE_DATABASE, /* for a proven win; it also says which moves the search may play */
    SOURCE_BOOK,     /* of proofs */
    SOURCE_DRAWING,  /* a good move that the database knows, where that is a book, too */
    SOURCE_SEARCH,   /* always knows one */
} AnswerSource;

static bool consults(const Request *request)
{
    return !strength_is_limited(&request->limits) && request->source.find != NULL;
}

static bool draws(const Request *request)
{
    return consults(request) && request->source.book.depth > 0;
}

/* True if that source answers. It is no table of functions, since the book looks at the clock
 * (port_pause). A move that is drawn needs no look ahead in the database, which takes time. */
static bool ask(AnswerSource source, const Request *request, ThreadPool *pool,
                const RootListener *listener, Report *report)
{
    Search *search = pool->lead;
    const Limits *limits = &request->limits;
    switch (source) {
    case SOURCE_LEVEL:
        if (strength_is_limited(limits)) {
            *report = strength_think(search, limits, request->seed, listener);
        }
        return strength_is_limited(limits);
    case SOURCE_DATABASE:
        return consults(request) &&
               consult_before(search, &request->source, limits,
                              draws(request) ? CONSULT_ROOT : CONSULT_AHEAD, report);
    case SOURCE_BOOK:
        return request->book != NULL && book_answer(request->book, search, limits, report);
    case SOURCE_DRAWING:
        return draws(request) &&
               (book_draw(search, &request->source, limits, request->seed, report) ||
                consult_before(search, &request->source, limits, CONSULT_AHEAD, report));
    default: *report = thread_pool_think(pool, limits, listener); return true;
    }
}

static EngineReport answer_move(const Request *request, ThreadPool *pool)
{
    const Geometry *geometry = &pool->lead->position.board.geometry;
    Caller caller = {geometry, &request->listener};
    RootListener listener = {&caller, consult_on_iteration, consult_on_move};
    Report report;
    AnswerSource source = SOURCE_LEVEL;
    if (!consults(request)) {
        consult_nobody(pool->lead);
    }
    while (!ask(source, request, pool, &listener, &report)) {
        source++;
    }
    if (consults(request) && (source == SOURCE_BOOK || source == SOURCE_SEARCH)) {
        consult_after(pool->lead, &request->source, &report);
    }
    EngineReport answer = engine_report(geometry, &report);
    answer.is_from_book = source != SOURCE_LEVEL && source != SOURCE_SEARCH;
    return answer;
}

/* Puts moves into an answer; the first POINT_NONE ends them. */
static void fill_moves(EngineReport *report, const Geometry *geometry, const Point *moves,
                       int count)
{
    while (report->move_count < count && moves[report->move_count] != POINT_NONE) {
        report->moves[report->move_count] =
            geometry_coordinates(geometry, moves[report->move_count]);
        report->move_count++;
    }
}

/* Reports an answer of several moves, or of none. */
static EngineReport report_moves(const Search *search, const Report *report, const Point *moves,
                                 int count)
{
    const Geometry *geometry = &search->position.board.geometry;
    EngineReport outer = engine_report(geometry, report);
    outer.move_count = 0;
    outer.ms = clock_elapsed_ms(search->clock);
    fill_moves(&outer, geometry, moves, count);
    return outer;
}

static EngineReport answer_opening(Request *request, Search *search)
{
    OpeningAnswer answer = opening_answer(search, &request->opening, request->seed);
    EngineReport report = engine_report(&search->position.board.geometry, &answer.report);
    report.ms = clock_elapsed_ms(search->clock);
    report.act = answer.act;
    return report;
}

static EngineReport answer_balance(const Request *request, Search *search, int moves)
{
    Balanced balanced =
        moves == 1 ? balance_one(search, request->target) : balance_two(search, request->target);
    Value value = moves == 1 ? balanced.value : -balanced.value; /* to the side to move */
    Report report = {.value = value_before(value, moves), .nodes = balanced.nodes};
    while (report.pv.length < moves && balanced.moves[report.pv.length] != POINT_NONE) {
        report.pv.move[report.pv.length] = balanced.moves[report.pv.length];
        report.pv.length++;
    }
    return report_moves(search, &report, balanced.moves, moves);
}

/* Answers what takes several searches, by the leader alone. */
static EngineReport answer_in_parts(Request *request, Search *search)
{
    search->budget = (Budget){.nodes = request->limits.nodes, .depth = request->limits.depth};
    EngineReport report =
        request->question == QUESTION_OPENING
            ? answer_opening(request, search)
            : answer_balance(request, search, request->question == QUESTION_BALANCE_ONE ? 1 : 2);
    search->budget = (Budget){.nodes = 0};
    return report;
}

EngineReport answer_question(Request *request, ThreadPool *pool)
{
    return request->question == QUESTION_MOVE ? answer_move(request, pool)
                                              : answer_in_parts(request, pool->lead);
}
