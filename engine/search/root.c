/* root - the loop of iterations and what surrounds it; see root.h. */
#include "search/root.h"

#include "eval/eval.h"
#include "search/order.h"

typedef struct {
    Search *search;
    Situation situation;
    Move moves[MOVES_MAX]; /* legal ones, the best so far in front */
    int count;
    Report report;
} Root;

/* Drops the moves that the rule forbids. */
static void keep_legal(Root *root)
{
    int kept = 0;
    for (int i = 0; i < root->count; i++) {
        if (!position_forbids(&root->search->position, root->moves[i].point)) {
            root->moves[kept++] = root->moves[i];
        }
    }
    root->count = kept;
}

/* Lists the moves worth playing. Where the cascade leaves none (the game is lost, or all near
 * points are forbidden) every legal point is listed, where there is none of those, every point. */
static void list_moves(Root *root)
{
    Position *position = &root->search->position;
    root->count = candidates_list(position, root->situation, root->moves);
    keep_legal(root);
    if (root->count == 0) {
        root->count = candidates_list(position, SITUATION_QUIET, root->moves);
        keep_legal(root);
    }
    if (root->count == 0) {
        root->count = candidates_list_all(position, root->moves);
        keep_legal(root);
    }
    if (root->count == 0) {
        root->count = candidates_list_all(position, root->moves);
    }
}

static void order_moves(Root *root)
{
    order_score(&root->search->position, root->moves, root->count, POINT_NONE);
    for (int i = 0; i < root->count; i++) {
        order_pick(root->moves, root->count, i);
    }
}

/* Moves the i-th move to the front and lets the others close up behind it in their order. */
static void bring_to_front(Root *root, int index)
{
    Move move = root->moves[index];
    for (int i = index; i > 0; i--) {
        root->moves[i] = root->moves[i - 1];
    }
    root->moves[0] = move;
}

static void note_best(Root *root, int index, Value value)
{
    Search *search = root->search;
    node_note_line(search, 0, root->moves[index].point);
    root->report.move = root->moves[index].point;
    root->report.value = value;
    root->report.line = search->line[0];
    bring_to_front(root, index);
}

/* The search was cut short when all moves before the index had turned out to lose: the move at the
 * index may not, so it is the one to play, and what was thought of the position before stands. */
static void prefer_unsearched(Root *root, const Report *before, int index)
{
    root->report = *before;
    root->report.move = root->moves[index].point;
    root->report.line = (Variation){.move = {root->report.move}, .length = 1};
}

/* Searches all moves to one depth. False if it was cut short; then the best move so far stands. */
static bool iterate(Root *root, int depth)
{
    Search *search = root->search;
    Report before = root->report;
    Value best = -VALUE_INFINITE;
    for (int i = 0; i < root->count; i++) {
        Value value =
            node_try(search, 0, root->moves[i].point, (depth - 1) * ONE_PLY, best, VALUE_INFINITE);
        if (search->stopping) {
            if (i > 0 && best <= -VALUE_PROVEN_MIN) {
                prefer_unsearched(root, &before, i);
            }
            return false;
        }
        if (value > best) {
            best = value;
            note_best(root, i, value);
        }
    }
    return true;
}

static void tell(Root *root, RootListener *listener, void *context)
{
    root->report.nodes = root->search->nodes;
    root->report.ms = clock_elapsed_ms(root->search->clock);
    if (listener != NULL) {
        listener(context, &root->report);
    }
}

/* Deeper than there are empty points nothing is left to see. */
static int depth_limit(const Root *root, const Limits *limits)
{
    int limit = limits->depth > 0 && limits->depth < PLY_MAX ? limits->depth : PLY_MAX - 1;
    int empty = root->search->position.board.empty;
    return limit < empty ? limit : empty;
}

static void deepen(Root *root, const Limits *limits, RootListener *listener, void *context)
{
    int last = depth_limit(root, limits);
    for (int depth = 1; depth <= last; depth++) {
        if (!iterate(root, depth)) {
            break;
        }
        root->report.depth = depth;
        tell(root, listener, context);
        if (value_is_proven(root->report.value) || !clock_allows_iteration(root->search->clock)) {
            break;
        }
    }
}

/* What a look at the position says: the best-looking move, and what the board is worth. */
static void look(Root *root)
{
    root->report.move = root->moves[0].point;
    root->report.line = (Variation){.move = {root->moves[0].point}, .length = 1};
    root->report.value = root->situation == SITUATION_FIVE ? value_win_at(1)
                         : root->situation == SITUATION_OPEN_FOUR
                             ? value_win_at(3)
                             : eval_position(&root->search->position);
}

static bool needs_no_search(const Root *root, const Limits *limits)
{
    bool forced = root->count == 1 || root->situation == SITUATION_FIVE ||
                  root->situation == SITUATION_OPEN_FOUR;
    return clock_is_blitz(limits) || (forced && !root->search->plain);
}

Report root_think(Search *search, const Limits *limits, RootListener *listener, void *context)
{
    Root root = {.search = search, .report = {.move = POINT_NONE}};
    search->nodes = 0;
    search->stopping = false;
    root.situation = search->plain ? SITUATION_QUIET : candidates_situation(&search->position);
    if (search->position.board.empty > 0) {
        table_age(search->table);
        list_moves(&root);
        order_moves(&root);
        look(&root);
        if (!needs_no_search(&root, limits)) {
            deepen(&root, limits, listener, context);
        }
    }
    tell(&root, NULL, NULL);
    return root.report;
}
