/* thread_pool - starting and joining the helpers; see thread_pool.h. */
#include "search/thread_pool.h"

#include "port/port.h"
#include "search/mate.h"
#include "search/rootmoves.h"
#include "search/vote.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct Helper {
    Search *search; /* owned */
    Limits limits;
    int first_depth;
    bool may_end_all; /* a result that it has proved is all that is wanted */
    Report report;    /* of its own search */
    pthread_t thread;
    bool runs;
} Helper;

static void helper_free(Helper *helper)
{
    if (helper->search != NULL) {
        search_free(helper->search);
        port_pages_free(helper->search, sizeof *helper->search);
    }
}

static bool helper_init(Helper *helper, const Search *lead, int index)
{
    helper->first_depth = 2 + index % 2;
    helper->search = port_pages_new(sizeof *helper->search);
    return helper->search != NULL && search_init(helper->search, lead->table, lead->clock);
}

static void free_helpers(Helper *helpers, int count)
{
    for (int i = 0; i < count; i++) {
        helper_free(&helpers[i]);
    }
    free(helpers);
}

bool thread_pool_resize(ThreadPool *pool, int threads)
{
    int wanted = threads - 1;
    if (wanted == pool->helper_count) {
        return true;
    }
    Helper *helpers = wanted > 0 ? calloc((size_t)wanted, sizeof *helpers) : NULL;
    if (wanted > 0 && helpers == NULL) {
        return false;
    }
    for (int i = 0; i < wanted; i++) {
        if (!helper_init(&helpers[i], pool->lead, i)) {
            free_helpers(helpers, wanted);
            return false;
        }
    }
    free_helpers(pool->helpers, pool->helper_count);
    pool->helpers = helpers;
    pool->helper_count = wanted;
    return true;
}

void thread_pool_free(ThreadPool *pool)
{
    free_helpers(pool->helpers, pool->helper_count);
    pool->helpers = NULL;
    pool->helper_count = 0;
}

void thread_pool_forget(ThreadPool *pool)
{
    search_forget(pool->lead);
    for (int i = 0; i < pool->helper_count; i++) {
        search_forget_wins(pool->helpers[i].search);
    }
}

/* Says whether the helper has proved a loss, or a win as near as is known from before. */
static bool has_proof(const Helper *helper)
{
    const Report *report = &helper->report;
    return report->depth > 0 && (report->value <= -VALUE_PROVEN_MIN ||
                                 mate_is_within(mate_limit(helper->search), report->value));
}

static void *help(void *context)
{
    Helper *helper = context;
    helper->report = root_help(helper->search, &helper->limits, helper->first_depth);
    if (helper->may_end_all && has_proof(helper)) {
        clock_stop(helper->search->clock); /* nobody needs to look any further */
    }
    return NULL;
}

static bool is_one_pv(const Limits *limits)
{
    return limits->multipv <= 1;
}

/* Gives a helper's search the question of the leader's. Its own evaluator follows to any position
 * of the game, so that nothing of the leader's is copied. */
static void share_question(Search *search, const Search *lead)
{
    search->position = lead->position;
    eval_use(&search->evaluator, lead->evaluator.tables);
    search->avoided = lead->avoided;
    search->excluded = lead->excluded;
    search->plain = lead->plain;
    search->mate_key = lead->mate_key;
    search->mate_plies = lead->mate_plies;
}

/* Starts a helper; the first has the solver, unless several pvs are wanted. */
static void start_helper(ThreadPool *pool, int index, const Limits *limits)
{
    Helper *helper = &pool->helpers[index];
    Search *search = helper->search;
    share_question(search, pool->lead);
    search->role = index == 0 && is_one_pv(limits) ? ROLE_SOLVES : ROLE_HELPS;
    search->progress = &pool->progress;
    search->nodes = 0;
    helper->limits = *limits;
    helper->limits.multipv = 1;
    helper->may_end_all = is_one_pv(limits);
    helper->report = (Report){.move = POINT_NONE};
    helper->runs = pthread_create(&helper->thread, NULL, help, helper) == 0;
}

/* Says whether the helper that has the solver, if any has, could be started. */
static bool is_helped(const ThreadPool *pool)
{
    return pool->helper_count > 0 && pool->helpers[0].runs;
}

/* What the helpers have looked at so far. */
static uint64_t helpers_nodes(const ThreadPool *pool)
{
    uint64_t nodes = 0;
    for (int i = 0; i < pool->helper_count; i++) {
        nodes += pool->helpers[i].search->nodes;
    }
    return nodes;
}

/* The leader's listener, who hears of the work of all. */
typedef struct {
    const ThreadPool *pool;
    const RootListener *listener;
} PoolListener;

static void tell_iteration_of_pool(void *context, const Report *report)
{
    const PoolListener *own = context;
    Report all = *report;
    all.nodes += helpers_nodes(own->pool);
    own->listener->on_iteration(own->listener->context, &all);
}

static void tell_move_of_pool(void *context, MoveEvent event, Point move)
{
    const PoolListener *own = context;
    own->listener->on_move(own->listener->context, event, move);
}

static Report lead(const ThreadPool *pool, const Limits *limits, const RootListener *listener)
{
    if (listener == NULL) {
        return root_think(pool->lead, limits, NULL);
    }
    PoolListener own = {pool, listener};
    RootListener heard = {
        .context = &own,
        .on_iteration = listener->on_iteration != NULL ? tell_iteration_of_pool : NULL,
        .on_move = listener->on_move != NULL ? tell_move_of_pool : NULL,
    };
    return root_think(pool->lead, limits, &heard);
}

/* The moves of the root that any of the threads has shown to lose. */
static PointSet lost_moves(const ThreadPool *pool)
{
    PointSet lost = pool->lead->lost;
    for (int i = 0; i < pool->helper_count; i++) {
        if (pool->helpers[i].runs) {
            point_set_join(&lost, &pool->helpers[i].search->lost);
        }
    }
    return lost;
}

/* Takes the report as the answer, with the work of the leader. */
static void answer_with(const ThreadPool *pool, const Report *taken, Report *report)
{
    Report before = *report;
    *report = *taken;
    report->ms = before.ms;
    report->nodes = before.nodes;
    mate_note(pool->lead, report->move, report->value, PLY_MAX);
}

/* Nobody recommends a move that is not lost: takes the best-looking one instead, if any is left. */
static void answer_with_unsearched(const ThreadPool *pool, const PointSet *lost, Report *report)
{
    RootMoves list;
    rootmoves_list(&list, pool->lead);
    for (int i = 0; i < list.count; i++) {
        Point move = list.moves[i].point;
        if (!point_set_has(lost, move)) {
            Report unsearched = *report;
            unsearched.move = move;
            unsearched.pv = (Variation){.move = {move}, .length = 1};
            answer_with(pool, &unsearched, report);
            return;
        }
    }
}

/* Takes the report that wins the vote among all threads. A leader that knows of a win from before
 * gives way to a proven one alone, or if its own move is lost. */
static void take_vote(const ThreadPool *pool, Report *report)
{
    const Report *reports[THREADS_MAX] = {report};
    int count = 1;
    for (int i = 0; i < pool->helper_count; i++) {
        if (pool->helpers[i].runs) {
            reports[count++] = &pool->helpers[i].report;
        }
    }
    PointSet lost = lost_moves(pool);
    int elected = vote_elect(reports, count, &lost);
    bool is_lost = point_set_has(&lost, report->move) && report->value > -VALUE_PROVEN_MIN;
    if (elected > 0 &&
        (is_lost || pool->lead->mate_key == 0 || reports[elected]->value >= VALUE_PROVEN_MIN)) {
        answer_with(pool, reports[elected], report);
    } else if (elected == 0 && is_lost) {
        answer_with_unsearched(pool, &lost, report);
    }
}

/* Ends the helpers' searches once the leader has its answer. Where its nodes ran out, each helper
 * goes on to the end of its own: how far they are depends on who had the cores. */
static void join_helpers(const ThreadPool *pool)
{
    if (pool->helper_count > 0 && !search_is_out_of_nodes(pool->lead)) {
        clock_stop(pool->lead->clock);
    }
    for (int i = 0; i < pool->helper_count; i++) {
        if (pool->helpers[i].runs) {
            pthread_join(pool->helpers[i].thread, NULL);
        }
    }
}

Report thread_pool_think(ThreadPool *pool, const Limits *limits, const RootListener *listener)
{
    progress_begin(&pool->progress, pool->helper_count + 1);
    for (int i = 0; i < pool->helper_count; i++) {
        start_helper(pool, i, limits);
    }
    pool->lead->role = is_helped(pool) ? ROLE_LEADS : ROLE_ALONE;
    pool->lead->progress = &pool->progress;
    Report report = lead(pool, limits, listener);
    join_helpers(pool);
    pool->lead->role = ROLE_ALONE;
    pool->lead->progress = NULL;
    if (is_one_pv(limits) && pool->helper_count > 0 && report.move != POINT_NONE) {
        take_vote(pool, &report);
    }
    report.nodes += helpers_nodes(pool);
    return report;
}
