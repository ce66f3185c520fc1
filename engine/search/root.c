/* root - the loop of iterations, multi-PV, and the solver's share of the work; see root.h. */
#include "search/root.h"

#include "search/defence.h"
#include "search/mate.h"
#include "search/parameters.h"
#include "search/rootmoves.h"
#include "search/solver.h"
#include "search/winning_reply.h"

enum { GROWTH_DIVISOR = 4 }; /* the part of the time left in which the table may grow */

/* What was spent on a move of the root, in all iterations. */
typedef struct {
    uint64_t nodes;
    int deepest; /* plies of the longest line */
} Effort;

typedef struct {
    Search *search;
    const RootListener *listener;
    const Limits *limits;
    RootMoves list;             /* the best move of each pv so far in front */
    Report report;              /* of the best pv */
    Stability stability;        /* of the iterations so far */
    int mate_limit;             /* see mate.h */
    bool may_solve;             /* the solver may still find something */
    uint64_t solver_nodes;      /* that the solver has visited */
    bool looks_for_replies;     /* the opponent's wins after the best move are looked for */
    WinningReplies replies;     /* those found */
    Effort efforts[POINTS_MAX]; /* by the point of the move */
} Root;

/* --- reporting --- */

static void report_move(const Root *root, MoveEvent event, Point move)
{
    if (root->listener != NULL && root->listener->on_move != NULL) {
        root->listener->on_move(root->listener->context, event, move);
    }
}

static int pv_count(const Root *root)
{
    int wanted = root->limits->multipv > 1 ? root->limits->multipv : 1;
    return wanted < root->list.count ? wanted : root->list.count;
}

/* Completes a report with the work done so far. The solver may have seen further than the
 * search. */
static void add_work(const Root *root, Report *report)
{
    if (report->move != POINT_NONE) {
        const Effort *effort = &root->efforts[report->move];
        report->move_nodes = effort->nodes;
        report->deepest = effort->deepest > report->pv.length ? effort->deepest : report->pv.length;
    }
    report->pv_count = pv_count(root);
    report->nodes = root->search->nodes;
    report->ms = clock_elapsed_ms(root->search->clock);
}

static void report_iteration(const Root *root, Report *report, int depth)
{
    report->depth = depth;
    add_work(root, report);
    if (root->listener != NULL && root->listener->on_iteration != NULL) {
        root->listener->on_iteration(root->listener->context, report);
    }
}

/* --- one iteration --- */

/* Takes the value and the variation of a move that has a winning reply. */
static Value refuted_value(const Root *root, const WinningReply *reply)
{
    root->search->pv[1] = reply->pv;
    report_move(root, MOVE_LOSES, reply->move);
    return reply->value;
}

/* The value of the move at the index by a search with that window. */
static Value search_in_window(Root *root, int index, int tried, int depth, Value alpha, Value beta)
{
    Search *search = root->search;
    Effort *effort = &root->efforts[root->list.moves[index].point];
    uint64_t before = search_nodes(search);
    search->deepest = effort->deepest;
    Value value = node_search_root_move(search, depth * ONE_PLY, root->list.situation,
                                        &root->list.moves[index], tried, alpha, beta);
    effort->nodes += search_nodes(search) - before;
    effort->deepest = search->deepest;
    return value;
}

/* Aspiration: the best move of the iteration before is expected to have a value like then. A narrow
 * window around that takes fewer nodes; where the value is not inside, the open window follows.
 * Without it: -6 (-10 to -3) at 10,000 nodes, -12 (-21 to -3) at 5,000 (2026-11). */
static Value search_first_move(Root *root, int index, int depth)
{
    const Search *search = root->search;
    Value before = root->report.value, window = PARAMETER(ASPIRATION_WINDOW);
    if (index == 0 && depth >= PARAMETER(ASPIRATION_DEPTH) && !value_is_proven(before) &&
        !search->plain) {
        Value alpha = before - window, beta = before + window;
        Value value = search_in_window(root, index, 0, depth, alpha, beta);
        if (search->stopping || (value > alpha && value < beta)) {
            return value;
        }
    }
    return search_in_window(root, index, 0, depth, -VALUE_INFINITE, VALUE_INFINITE);
}

/* Searches the move at the index to the depth of the iteration; `best` is the value to beat. */
static Value search_root_move(Root *root, int index, int tried, int depth, Value best)
{
    Search *search = root->search;
    Point move = root->list.moves[index].point;
    const WinningReply *known = winning_reply_known(&root->replies, move);
    if (known != NULL) {
        return refuted_value(root, known);
    }
    report_move(root, MOVE_BEGINS, move);
    Value value = tried == 0 ? search_first_move(root, index, depth)
                             : search_in_window(root, index, tried, depth, best, VALUE_INFINITE);
    if (!search->stopping) {
        report_move(root, MOVE_ENDS, move);
        if (value <= -VALUE_PROVEN_MIN) {
            point_set_add(&search->lost, move);
            report_move(root, MOVE_LOSES, move);
        }
    }
    return value;
}

/* Has a winning reply looked for to a move of that value. NULL: none is shown. */
static const WinningReply *look_for_reply(Root *root, Point move, Value value)
{
    const WinningReply *found = root->looks_for_replies && !value_is_proven(value)
                                    ? winning_reply_find(&root->replies, root->search, move)
                                    : NULL;
    if (found != NULL) {
        point_set_add(&root->search->lost, move);
    }
    return found;
}

/* The value of a move that is about to become the best one, once a winning reply was looked for. */
static Value confirmed_value(Root *root, Point move, Value value)
{
    const WinningReply *found = look_for_reply(root, move, value);
    return found == NULL ? value : refuted_value(root, found);
}

/* Makes the move at the index the best of its pv: it goes to the front of what is left. */
static void update_best(Root *root, int index, Value value, Report *report)
{
    Search *search = root->search;
    Point move = root->list.moves[index].point;
    search_update_pv(search, 0, move);
    report->move = move;
    report->value = value;
    report->pv = search->pv[0];
    rootmoves_bring_up(&root->list, index, report->pv_index);
    if (report->pv_index == 0) {
        report_move(root, MOVE_IS_BEST, move);
    }
}

/* The iteration was cut short, and all moves searched in it, those before the index, lose. The move
 * at the index is not known to lose. So it is played, with the value of the iteration before. */
static void prefer_unsearched(const Root *root, const Report *before, int index, Report *report)
{
    *report = *before;
    report->move = root->list.moves[index].point;
    report->pv = (Variation){.move = {report->move}, .length = 1};
}

/* Late move pruning at the root: says whether the moves after the first `tried` wait for a deeper
 * iteration. Not as long as all have lost. It is worth 19 to 113 Elo at 10,000 nodes (2026-11). */
static bool late_moves_wait(const Search *search, int depth, int tried, Value best)
{
    int moves = PARAMETER(ROOT_LMP_BASE) + depth * depth / PARAMETER(ROOT_LMP_DIVISOR);
    return !search->plain && best > -VALUE_PROVEN_MIN && tried > moves;
}

/* What an iteration has found so far. */
typedef struct {
    Value best; /* what the next move has to exceed: of losses, the one that is hardest to win */
    Value most; /* the value of the position, whichever loss is chosen */
} Found;

/* Takes the value of a move that was searched. */
static void take_value(Root *root, int index, Value value, Found *found, Report *report)
{
    Point move = root->list.moves[index].point;
    if (value > found->best) {
        value = confirmed_value(root, move, value);
    }
    found->most = value > found->most ? value : found->most;
    Value defence = value > found->best ? defence_value(root->search, move, value) : value;
    if (defence > found->best) {
        found->best = defence;
        update_best(root, index, value, report);
    }
}

/* Searches the moves of one pv, those from its index on. False if it was cut short; then the best
 * move so far stands. */
static bool iterate(Root *root, int depth, Report *report)
{
    Report before = *report;
    Found found = {.best = -VALUE_INFINITE, .most = -VALUE_INFINITE};
    for (int i = report->pv_index; i < root->list.count; i++) {
        int tried = i - report->pv_index;
        if (late_moves_wait(root->search, depth, tried, found.best)) {
            break;
        }
        Value value = search_root_move(root, i, tried, depth, found.best);
        if (root->search->stopping) {
            if (tried > 0 && found.best <= -VALUE_PROVEN_MIN) {
                prefer_unsearched(root, &before, i, report);
            }
            return false;
        }
        take_value(root, i, value, &found, report);
    }
    report->value = found.most;
    return true;
}

/* Searches the pvs after the best one. False if it was cut short. */
static bool iterate_others(Root *root, int depth)
{
    for (int index = 1; index < root->limits->multipv && index < root->list.count; index++) {
        Report report = {.pv_index = index};
        if (!iterate(root, depth, &report)) {
            return false;
        }
        report_iteration(root, &report, depth);
    }
    return true;
}

/* Lets the table grow for a part of the time that is left; the rest waits for the next occasion. */
static void grow_table(Root *root)
{
    const Clock *clock = root->search->clock;
    int64_t left = clock_left_ms(clock), least = left - left / GROWTH_DIVISOR;
    while (!clock_is_over(clock) && tt_grow(root->search->table, clock_left_ms(clock) - least)) {
    }
}

/* Searches all pvs to one depth. False if it was cut short. */
static bool iterate_all(Root *root, int depth)
{
    Report before = root->report;
    bool is_whole = iterate(root, depth, &root->report);
    if (before.value >= VALUE_PROVEN_MIN && root->report.value < before.value) {
        root->report = before; /* the solver saw further */
    }
    if (is_whole) {
        report_iteration(root, &root->report, depth);
        grow_table(root);
        is_whole = iterate_others(root, depth);
    }
    return is_whole;
}

/* --- the solver --- */

/* With several pvs neither side's wins are looked for, nor by the plain search. */
static bool may_look_for_replies(const Root *root)
{
    return root->limits->multipv <= 1 && !root->search->plain && PARAMETER(REPLY_PERCENT) > 0;
}

static bool may_solve(const Root *root)
{
    const Search *search = root->search;
    return root->limits->multipv <= 1 && search->role != ROLE_HELPS && !search->plain &&
           PARAMETER(SOLVER_PERCENT) > 0;
}

/* The solver's percentage of the nodes. */
static int solver_percent(const Root *root)
{
    switch (root->search->role) {
    case ROLE_ALONE: return PARAMETER(SOLVER_PERCENT);
    case ROLE_SOLVES: return PARAMETER(SOLVER_THREAD_PERCENT);
    default: return 0;
    }
}

/* How many nodes the solver may visit now: its percentage of the work done so far, if that is worth
 * a call. To find a known win again it gets nodes before all else, for the search alone may take
 * long; and where there is but one move, for a win is all that is left to find out. */
static uint64_t solver_allowance(const Root *root)
{
    uint64_t nodes = root->search->nodes, limit = root->search->node_limit;
    if (nodes == 0 && (root->mate_limit < PLY_MAX || root->list.count == 1)) {
        uint64_t first = (uint64_t)PARAMETER(SOLVER_FIRST_NODES);
        return limit > 0 && limit / 2 < first ? limit / 2 : first;
    }
    uint64_t due = nodes * (uint64_t)solver_percent(root) / 100;
    return due >= root->solver_nodes + (uint64_t)PARAMETER(SOLVER_NODES_MIN)
               ? due - root->solver_nodes
               : 0;
}

/* Asks the solver, which avoids no points. A win that it finds replaces a longer one, unless it
 * begins where the root does not play. */
static void ask_solver(Root *root)
{
    Search *search = root->search;
    uint64_t allowance = solver_allowance(root), before = search->nodes;
    Variation pv;
    int plies;
    if (!root->may_solve || allowance == 0) {
        return;
    }
    bool is_solved = solver_solve(search, allowance, root->mate_limit, &pv, &plies);
    uint64_t used = search->nodes - before;
    root->solver_nodes += used < allowance ? used : allowance;
    if (!is_solved || search_avoids(search, pv.move[0])) {
        return;
    }
    root->may_solve = false;
    if (value_win_at(plies) > root->report.value) {
        root->report.move = pv.move[0];
        root->report.pv = pv;
        root->report.value = value_win_at(plies);
    }
}

/* --- iterative deepening --- */

/* The deepest iteration: deeper than there are empty points nothing is left to see. */
static int depth_limit(const Root *root)
{
    int wanted = root->limits->depth, empty = root->search->position.board.empty;
    int limit = wanted > 0 && wanted < PLY_MAX ? wanted : PLY_MAX - 1;
    return limit < empty ? limit : empty;
}

/* Says whether nothing is left to find out: a loss, or a win as near as is known from before. */
static bool is_over(const Root *root)
{
    Value value = root->report.value;
    return root->limits->multipv <= 1 &&
           (value <= -VALUE_PROVEN_MIN || mate_is_within(root->mate_limit, value));
}

/* The depth of the iteration after that one (0: of the first), `wanted` or deeper; it is noted for
 * the other threads. Beyond the last one: there is none. */
static int next_depth(const Root *root, int before, int wanted, int last)
{
    const Search *search = root->search;
    bool is_helper = search->role == ROLE_SOLVES || search->role == ROLE_HELPS;
    if (search->progress == NULL) {
        return wanted;
    }
    int depth = is_helper ? progress_next(search->progress, wanted, last) : wanted;
    progress_note(search->progress, before, depth);
    return depth;
}

static void deepen(Root *root, int first)
{
    int last = depth_limit(root);
    for (int depth = next_depth(root, 0, first, last); depth <= last;
         depth = next_depth(root, depth, depth + 1, last)) {
        if (!is_over(root)) {
            ask_solver(root);
        }
        if (is_over(root)) {
            report_iteration(root, &root->report, depth);
            return;
        }
        bool is_refuted = look_for_reply(root, root->report.move, root->report.value) != NULL;
        /* A move that was refuted is replaced even when the time is over. */
        if ((root->search->stopping && !is_refuted) || !iterate_all(root, depth) || is_over(root)) {
            return;
        }
        stability_update(&root->stability, root->report.move, root->report.value);
        if (!clock_allows_iteration(root->search->clock, stability_percent(&root->stability))) {
            return;
        }
    }
}

/* The report without a search: the best-looking move, and the static evaluation. */
static void report_unsearched(Root *root)
{
    Point move = root->list.moves[0].point;
    Situation situation = root->list.situation;
    root->report.move = move;
    root->report.pv = (Variation){.move = {move}, .length = 1};
    root->report.value = situation == SITUATION_FIVE        ? value_win_at(1)
                         : situation == SITUATION_OPEN_FOUR ? value_win_at(3)
                                                            : search_evaluate(root->search);
}

/* Every move of the list wins as fast as the first: they are the best ones that were asked for. */
static void report_wins(const Root *root)
{
    for (int i = 0; i < root->limits->multipv && i < root->list.count; i++) {
        Point move = root->list.moves[i].point;
        Report report = {
            .move = move,
            .value = root->report.value,
            .pv_index = i,
            .pv = {.move = {move}, .length = 1},
        };
        report_iteration(root, &report, 0);
    }
}

static bool needs_no_search(const Root *root)
{
    bool is_won =
        root->list.situation == SITUATION_FIVE || root->list.situation == SITUATION_OPEN_FOUR;
    return clock_is_blitz(root->limits) || (is_won && !root->search->plain);
}

static bool has_only_move(const Root *root)
{
    return root->list.count == 1 && !root->search->plain;
}

/* Lists the moves of the position; no move if the board is full. */
static void begin_root(Root *root)
{
    Search *search = root->search;
    search_begin(search);
    search->node_limit = root->limits->nodes;
    if (search->position.board.empty > 0) {
        rootmoves_list(&root->list, search);
        if (root->limits->multipv > 1 && root->limits->merges_images) {
            rootmoves_merge_images(&root->list, &search->position.board);
        }
        report_unsearched(root);
    }
}

/* Where an open three is met and every defence lost, the search has considered fours alone. If they
 * only delay, the block that looks best is played instead. */
static void defend(Root *root)
{
    Search *search = root->search;
    Report *report = &root->report;
    bool is_lost = report->value <= -VALUE_PROVEN_MIN && root->list.situation == SITUATION_DEFEND;
    Value value;
    Variation pv;
    if (is_lost && root->limits->multipv <= 1 &&
        defence_delaying_fours(&search->position, &report->pv) > 0 &&
        defence_search_block(search, report->depth, &value, &pv)) {
        report->move = pv.move[0];
        report->value = value > report->value ? value : report->value;
        report->pv = pv;
    }
}

/* How many nodes the only move gets where a search may take that many; 0: no limit. */
static uint64_t only_move_nodes(uint64_t limit)
{
    uint64_t most = (uint64_t)PARAMETER(ONLY_MOVE_NODES);
    uint64_t part = limit / (uint64_t)PARAMETER(ONLY_MOVE_DIVISOR);
    return limit > 0 && part < most ? part + 1 : most;
}

/* The only move there is will be played in any case. So a short search has to do, to say what it is
 * worth and to announce a win. A win that is known from before stays known. */
static void think_of_only_move(Root *root)
{
    Search *search = root->search;
    bool is_won = root->may_solve && root->mate_limit < PLY_MAX;
    search->node_limit = only_move_nodes(search->node_limit);
    deepen(root, 1);
    root->report.is_only_move = true;
    if (is_won && root->report.value < value_win_at(root->mate_limit)) {
        root->report.value = value_win_at(root->mate_limit);
    }
}

/* Where the list has the point; -1: it has not. */
static int index_of(const RootMoves *list, Point point)
{
    for (int i = 0; i < list->count; i++) {
        if (list->moves[i].point == point) {
            return i;
        }
    }
    return -1;
}

/* A win that an earlier search of the game has proven is still in the transposition table, most
 * often, for the moves that were expected. It begins as the best that is known: in a few nodes the
 * search might not find it again. */
static void recall_win(Root *root)
{
    const Search *search = root->search;
    TtEntry entry;
    if (root->limits->multipv > 1 || search->plain ||
        !tt_probe(search->table, search->position.board.key, 0, &entry)) {
        return;
    }
    int index = index_of(&root->list, entry.move);
    if (index >= 0 && entry.bound != BOUND_UPPER && entry.value >= VALUE_PROVEN_MIN) {
        root->report.move = entry.move;
        root->report.value = entry.value;
        root->report.pv = (Variation){.move = {entry.move}, .length = 1};
        rootmoves_bring_up(&root->list, index, 0);
    }
}

/* Searches as much as the position calls for. */
static void search_root(Root *root)
{
    if (needs_no_search(root)) {
        if (root->limits->multipv > 1 && value_is_proven(root->report.value)) {
            report_wins(root);
        }
        return;
    }
    if (has_only_move(root)) {
        think_of_only_move(root);
    } else {
        recall_win(root);
        deepen(root, 1);
        defend(root);
    }
}

Report root_think(Search *search, const Limits *limits, const RootListener *listener)
{
    Root root = {
        .search = search,
        .listener = listener,
        .limits = limits,
        .mate_limit = mate_limit(search),
        .report = {.move = POINT_NONE},
    };
    begin_root(&root);
    if (root.list.count > 0) {
        tt_age(search->table);
        grow_table(&root);
        root.may_solve = may_solve(&root);
        root.looks_for_replies = may_look_for_replies(&root);
        search_root(&root);
    }
    add_work(&root, &root.report);
    mate_note(search, root.report.move, root.report.value, root.mate_limit);
    return root.report;
}

/* The limits of a part of an answer. Where nothing is left of its budget, no node is searched. */
static Limits limits_of_part(const Budget *budget, uint64_t nodes)
{
    Limits limits = limits_none();
    uint64_t left = budget->nodes - budget->spent;
    bool is_short = budget->nodes > 0 && left < nodes;
    limits.nodes = is_short ? left : nodes;
    limits.turn_ms = is_short && left == 0 ? 0 : LIMIT_UNKNOWN;
    limits.depth = budget->depth;
    return limits;
}

/* Counts what a part has taken. Without budget the time is over for all that is to come. */
static void charge(Search *search)
{
    Budget *budget = &search->budget;
    budget->spent += search_nodes(search);
    if (budget->nodes > 0 && budget->spent >= budget->nodes) {
        clock_stop(search->clock);
    }
}

Report root_think_nodes(Search *search, uint64_t nodes, int multipv, const RootListener *listener)
{
    Limits limits = limits_of_part(&search->budget, nodes);
    limits.multipv = multipv;
    Report report = root_think(search, &limits, listener);
    charge(search);
    search->node_limit = 0;
    search->stopping = clock_is_over(search->clock);
    return report;
}

Report root_help(Search *search, const Limits *limits, int first_depth)
{
    Root root = {
        .search = search,
        .limits = limits,
        .mate_limit = mate_limit(search),
        .report = {.move = POINT_NONE},
    };
    begin_root(&root);
    if (root.list.count > 0 && !needs_no_search(&root) && !has_only_move(&root)) {
        root.may_solve = may_solve(&root);
        deepen(&root, first_depth);
        defend(&root);
    }
    return root.report;
}
