/* root - the loop of iterations and what surrounds it; see root.h. */
#include "search/root.h"

#include "eval/eval.h"
#include "search/ordering.h"
#include "search/parameters.h"
#include "search/solver.h"

#include <string.h>

enum {
    PROMISED_POSITIONS = 10000, /* for the solver, to find again a win that was proven */
    FALL_MOST = 100,            /* a value that fell by more deserves no more time than for this */
    GROWTH_DIVISOR = 4,         /* the part of the time left in which the table may grow */
};

/* What the iterations so far say of how plain the position is. */
typedef struct {
    Point move;      /* the best, */
    int steady;      /* for so many iterations on end */
    Value values[2]; /* of the last iteration and of the one before */
    Value fall;      /* since the last iteration of the same parity */
} Standing;

typedef struct {
    Search *search;
    const RootListener *listener;
    const Limits *limits;
    bool may_solve;            /* the solver may still find something */
    uint64_t solver_positions; /* it has looked at */
    int promise; /* a win was proven that takes so many plies from here; PLY_MAX: none was */
    Situation situation;
    Move moves[MOVES_MAX]; /* legal ones, the best of each line so far in front */
    int count;
    Report report; /* of the best line */
    Standing standing;
} Root;

/* Drops the moves that the rule forbids and, if `wanted_only`, those that the owner of the engine
 * wants to be left alone. Returns whether any are left. */
static bool keep_playable(Root *root, bool wanted_only)
{
    int kept = 0;
    for (int i = 0; i < root->count; i++) {
        Point point = root->moves[i].point;
        if (!position_forbids(&root->search->position, point) &&
            !(wanted_only && point_set_has(&root->search->avoided, point))) {
            root->moves[kept++] = root->moves[i];
        }
    }
    root->count = kept;
    return kept > 0;
}

static void list_all(Root *root)
{
    root->count = candidates_list_all(&root->search->position, root->moves);
}

/* Lists the moves worth playing. Where the cascade leaves none (the game is lost, all near points
 * are forbidden or to be avoided) it is the turn of any near point, of any point at all, of points
 * to be avoided and at last, in renju, of fouls. */
static void list_moves(Root *root)
{
    Position *position = &root->search->position;
    root->count = candidates_list(position, root->situation, root->moves);
    if (keep_playable(root, true)) {
        return;
    }
    root->situation = SITUATION_QUIET;
    root->count = candidates_list(position, root->situation, root->moves);
    if (keep_playable(root, true)) {
        return;
    }
    list_all(root);
    if (keep_playable(root, true)) {
        return;
    }
    list_all(root);
    if (!keep_playable(root, false)) {
        list_all(root);
    }
}

/* Says whether a five there would be nothing but a five: some managers of renju take one that makes
 * an overline besides for a foul. */
static bool is_plain(const Position *position, Point move)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (position_shape(position, move, direction, position->board.side) == SHAPE_FOUL) {
            return false;
        }
    }
    return true;
}

/* Of several fives a plain one comes first. */
static void prefer_plain_five(Root *root)
{
    for (int i = 0; i < root->count; i++) {
        if (is_plain(&root->search->position, root->moves[i].point)) {
            Move plain = root->moves[i];
            root->moves[i] = root->moves[0];
            root->moves[0] = plain;
            return;
        }
    }
}

static void order_moves(Root *root)
{
    ordering_score_static(root->search->evaluator.tables, &root->search->position, root->moves,
                          root->count, POINT_NONE);
    for (int i = 0; i < root->count; i++) {
        ordering_pick(root->moves, root->count, i);
    }
    if (root->situation == SITUATION_FIVE) {
        prefer_plain_five(root);
    }
}

/* Moves a move up to a place and lets those between close up behind it in their order. */
static void bring_up(Root *root, int index, int place)
{
    Move move = root->moves[index];
    for (int i = index; i > place; i--) {
        root->moves[i] = root->moves[i - 1];
    }
    root->moves[place] = move;
}

static void say(const Root *root, MoveEvent event, Point move)
{
    if (root->listener != NULL && root->listener->on_move != NULL) {
        root->listener->on_move(root->listener->context, event, move);
    }
}

/* The move at the index is the best of its line so far: it goes to the front of what is left. */
static void note_best(Root *root, int index, Value value, Report *report)
{
    Search *search = root->search;
    Point move = root->moves[index].point;
    search_update_pv(search, 0, move);
    report->move = move;
    report->value = value;
    report->pv = search->pv[0];
    bring_up(root, index, report->pv_index);
    if (report->pv_index == 0) {
        say(root, MOVE_IS_BEST, move);
    }
}

/* The search was cut short when all moves before the index had turned out to lose: the move at the
 * index may not, so it is the one to play, and what was thought of the position before stands. */
static void prefer_unsearched(const Root *root, const Report *before, int index, Report *report)
{
    *report = *before;
    report->move = root->moves[index].point;
    report->pv = (Variation){.move = {report->move}, .length = 1};
}

/* Searches the move at the index, which is to be better than the best of its line. */
static Value search_move(Root *root, int index, int tried, int depth, Value best)
{
    Search *search = root->search;
    Point move = root->moves[index].point;
    say(root, MOVE_BEGINS, move);
    Value value = node_search_move(search, 0, depth * ONE_PLY, root->situation, move, tried, best,
                                   VALUE_INFINITE);
    if (!search->stopping) {
        say(root, MOVE_ENDS, move);
        if (value <= -VALUE_PROVEN_MIN) {
            say(root, MOVE_LOSES, move);
        }
    }
    return value;
}

/* How many fours a line begins with that only put its end off: each is answered by its block, and
 * nothing has changed. */
static int idle_fours(const Root *root, const Variation *line)
{
    Position *position = &root->search->position;
    int fours = 0, played = 0;
    while (played + 1 < line->length) {
        position_play(position, line->move[played++], position->board.side);
        if (candidates_situation(position) != SITUATION_BLOCK) {
            break;
        }
        position_play(position, line->move[played++], position->board.side);
        fours++;
    }
    while (played-- > 0) {
        position_undo(position);
    }
    return fours;
}

/* What a move counts when the best is chosen. Of lost ones it is the longest resistance; but a loss
 * that fours put off is as near as without them, and they are gone. */
static Value choice_value(const Root *root, Point move, Value value)
{
    if (value > -VALUE_PROVEN_MIN || root->search->plain) {
        return value;
    }
    search_update_pv(root->search, 0, move);
    int fours = idle_fours(root, &root->search->pv[0]);
    return fours > 0 ? value - 2 * fours - 1 : value;
}

/* Searches the moves of one line, those from its rank on, to one depth. False if it was cut short;
 * then the best move so far stands. */
static bool iterate(Root *root, int depth, Report *report)
{
    Report before = *report;
    Value best = -VALUE_INFINITE, most = -VALUE_INFINITE;
    for (int i = report->pv_index; i < root->count; i++) {
        Point move = root->moves[i].point;
        Value value = search_move(root, i, i - report->pv_index, depth, best);
        if (root->search->stopping) {
            if (i > report->pv_index && best <= -VALUE_PROVEN_MIN) {
                prefer_unsearched(root, &before, i, report);
            }
            return false;
        }
        most = value > most ? value : most;
        if (value > best && choice_value(root, move, value) > best) {
            best = choice_value(root, move, value);
            note_best(root, i, value, report);
        }
    }
    report->value = most; /* of the position, whichever loss was chosen */
    return true;
}

/* Completes a report with the work done so far. */
static void add_work(const Root *root, Report *report)
{
    report->nodes = root->search->nodes;
    report->ms = clock_elapsed_ms(root->search->clock);
}

static void tell(Root *root, Report *report, int depth)
{
    report->depth = depth;
    add_work(root, report);
    if (root->listener != NULL && root->listener->on_iteration != NULL) {
        root->listener->on_iteration(root->listener->context, report);
    }
}

/* Searches the lines after the best one. False if it was cut short. */
static bool iterate_others(Root *root, int depth, int lines)
{
    for (int rank = 1; rank < lines && rank < root->count; rank++) {
        Report report = {.pv_index = rank};
        if (!iterate(root, depth, &report)) {
            return false;
        }
        tell(root, &report, depth);
    }
    return true;
}

/* Deeper than there are empty points nothing is left to see. */
static int depth_limit(const Root *root, const Limits *limits)
{
    int limit = limits->depth > 0 && limits->depth < PLY_MAX ? limits->depth : PLY_MAX - 1;
    int empty = root->search->position.board.empty;
    return limit < empty ? limit : empty;
}

/* --- the shortest way ---------------------------------------------------------------------- */

/* Says whether the last answer proved a win that should be so near by now: then only a win as near
 * will do, or it might be put off for ever. */
static int promised(const Search *search)
{
    return search->mate_key != 0 && search->mate_key == board_key_before(&search->position.board)
               ? search->mate_plies
               : PLY_MAX;
}

/* Notes what the side to move may expect after this answer and the opponent's. */
static void promise(const Root *root)
{
    Search *search = root->search;
    Position *position = &search->position;
    const Report *report = &root->report;
    bool wins = report->value >= VALUE_PROVEN_MIN;
    search->mate_key = 0;
    if (report->move != POINT_NONE && (wins || root->promise < PLY_MAX)) {
        position_play(position, report->move, position->board.side);
        search->mate_key = position->board.key;
        search->mate_plies = (wins ? VALUE_WIN - report->value : root->promise) - 2;
        position_undo(position);
    }
}

/* Says whether nothing is left to find out: a loss, or a win as near as was promised. */
static bool is_over(const Root *root)
{
    Value value = root->report.value;
    return root->limits->multipv <= 1 && value_is_proven(value) &&
           (value < 0 || VALUE_WIN - value <= root->promise);
}

/* --- the iterations ------------------------------------------------------------------------- */

/* How much the solver may do now: what is due to it of the work done so far, if that is worth a
 * start. A win that was promised is worth more, before anything else: the search alone may be long
 * in finding it again. */
static uint64_t solver_allowance(const Root *root)
{
    uint64_t nodes = root->search->nodes, limit = root->limits->nodes;
    if (nodes == 0 && root->promise < PLY_MAX) {
        return limit > 0 && limit / 2 < PROMISED_POSITIONS ? limit / 2 : PROMISED_POSITIONS;
    }
    uint64_t due = nodes * (uint64_t)PARAMETER(SOLVER_PERCENT) / 100;
    return due >= root->solver_positions + (uint64_t)PARAMETER(SOLVER_NODES_MIN)
               ? due - root->solver_positions
               : 0;
}

/* Asks the solver. A win that it finds replaces a longer one. */
static void solve(Root *root)
{
    Search *search = root->search;
    uint64_t positions = solver_allowance(root), before = search->nodes;
    Variation pv;
    int plies;
    if (!root->may_solve || positions == 0) {
        return;
    }
    bool solved = solver_solve(search, positions, root->promise, &pv, &plies);
    root->solver_positions += search->nodes - before;
    if (!solved) {
        return;
    }
    root->may_solve = false;
    if (value_win_at(plies) > root->report.value) {
        root->report.move = pv.move[0];
        root->report.pv = pv;
        root->report.value = value_win_at(plies);
    }
}

static void grow_table(Root *root)
{
    tt_grow(root->search->table, clock_left_ms(root->search->clock) / GROWTH_DIVISOR);
}

/* One more iteration, over all lines. False if it was cut short. */
static bool iterate_all(Root *root, int depth)
{
    Report before = root->report;
    bool whole = iterate(root, depth, &root->report);
    if (before.value >= VALUE_PROVEN_MIN && root->report.value < before.value) {
        root->report = before; /* the solver saw further */
    }
    if (whole) {
        tell(root, &root->report, depth);
        grow_table(root);
        whole = iterate_others(root, depth, root->limits->multipv);
    }
    return whole;
}

static void note_standing(Root *root)
{
    Standing *standing = &root->standing;
    const Report *report = &root->report;
    standing->steady = report->move == standing->move ? standing->steady + 1 : 0;
    standing->move = report->move;
    standing->fall = standing->values[1] - report->value;
    standing->values[1] = standing->values[0];
    standing->values[0] = report->value;
}

/* How much of the usual time the position deserves: the less the longer the same move has been the
 * best, and more, up to twice as much, when its value falls. */
static int deserved_percent(const Root *root)
{
    static const int by_steadiness[] = {200, 150, 120, 100, 80, 65, 50};
    enum { STEADIEST = sizeof by_steadiness / sizeof *by_steadiness - 1 };
    const Standing *standing = &root->standing;
    int steady = standing->steady < STEADIEST ? standing->steady : STEADIEST;
    int fall = standing->fall < 0 ? 0 : standing->fall < FALL_MOST ? standing->fall : FALL_MOST;
    return by_steadiness[steady] * (100 + fall * 100 / FALL_MOST) / 100;
}

static void deepen(Root *root, int first)
{
    int last = depth_limit(root, root->limits);
    for (int depth = first; depth <= last; depth++) {
        solve(root);
        if (is_over(root)) {
            tell(root, &root->report, depth);
            return;
        }
        if (root->search->stopping || !iterate_all(root, depth) || is_over(root)) {
            return;
        }
        note_standing(root);
        if (!clock_allows_iteration(root->search->clock, deserved_percent(root))) {
            return;
        }
    }
}

/* What a look at the position says: the best-looking move, and what the board is worth. */
static void look(Root *root)
{
    root->report.move = root->moves[0].point;
    root->report.pv = (Variation){.move = {root->moves[0].point}, .length = 1};
    root->report.value = root->situation == SITUATION_FIVE        ? value_win_at(1)
                         : root->situation == SITUATION_OPEN_FOUR ? value_win_at(3)
                                                                  : search_evaluate(root->search);
}

/* The solver looks for one best line and leaves no point alone. */
static bool may_solve(const Root *root)
{
    static const PointSet none;
    const Search *search = root->search;
    return root->limits->multipv <= 1 && !search->plain && PARAMETER(SOLVER_PERCENT) > 0 &&
           memcmp(&search->avoided, &none, sizeof none) == 0;
}

static bool needs_no_search(const Root *root)
{
    bool forced = root->count == 1 || root->situation == SITUATION_FIVE ||
                  root->situation == SITUATION_OPEN_FOUR;
    return clock_is_blitz(root->limits) || (forced && !root->search->plain);
}

/* Lists the moves of the position, the best-looking first, and says what it looks like. */
static void prepare(Root *root)
{
    Search *search = root->search;
    search_begin(search);
    root->situation = search->plain ? SITUATION_QUIET : candidates_situation(&search->position);
    if (search->position.board.empty > 0) {
        list_moves(root);
        order_moves(root);
        look(root);
    }
}

/* The best-looking move that is no four; POINT_NONE if there is none. */
static Point best_looking_block(Root *root)
{
    root->count = candidates_list(&root->search->position, SITUATION_QUIET, root->moves);
    keep_playable(root, true);
    order_moves(root);
    for (int i = 0; i < root->count; i++) {
        if (!threat_is_four(position_threat(&root->search->position, root->moves[i].point))) {
            return root->moves[i].point;
        }
    }
    return POINT_NONE;
}

/* Where an open three is met and nothing stops all it threatens, the search looks at fours alone.
 * If they only put off the end, the block that looks best is played instead of them. */
static void resist(Root *root)
{
    Search *search = root->search;
    Report *report = &root->report;
    bool is_lost = report->value <= -VALUE_PROVEN_MIN && root->situation == SITUATION_DEFEND;
    if (!is_lost || root->limits->multipv > 1 || idle_fours(root, &report->pv) == 0) {
        return;
    }
    Point move = best_looking_block(root);
    if (move == POINT_NONE) {
        return;
    }
    Value value = node_search_move(search, 0, report->depth * ONE_PLY, SITUATION_QUIET, move, 0,
                                   -VALUE_INFINITE, VALUE_INFINITE);
    if (!search->stopping) {
        search_update_pv(search, 0, move);
        report->move = move;
        report->value = value > report->value ? value : report->value;
        report->pv = search->pv[0];
    }
}

Report root_think(Search *search, const Limits *limits, const RootListener *listener)
{
    Root root = {
        .search = search,
        .listener = listener,
        .limits = limits,
        .promise = promised(search),
        .report = {.move = POINT_NONE},
    };
    prepare(&root);
    if (root.count > 0) {
        tt_age(search->table);
        grow_table(&root);
        root.may_solve = may_solve(&root);
        if (!needs_no_search(&root)) {
            deepen(&root, 1);
            resist(&root);
        }
    }
    add_work(&root, &root.report);
    promise(&root);
    return root.report;
}

void root_help(Search *search, const Limits *limits, int first_depth)
{
    Root root = {.search = search, .limits = limits, .promise = PLY_MAX};
    prepare(&root);
    if (root.count > 0 && !needs_no_search(&root)) {
        deepen(&root, first_depth);
    }
}
