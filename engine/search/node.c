/* node - the stages of a search node; see node.h.
 *
 * A stage has a price: the Elo that the engine gains or loses without it, with the 95 % interval
 * (2026-11). Unless another number is given, each move had 10,000 nodes. A stage without a price
 * was not measured by itself. EXPERIMENTS.md has all that was tried.
 */
#include "search/node.h"

#include "search/log2.h"
#include "search/ordering.h"
#include "search/parameters.h"
#include "search/quiescence.h"

#include <assert.h>

typedef struct {
    Search *search;
    int ply, depth;
    Bounds bounds;
    Situation situation;
    bool selective;    /* every technique is on; off: the plain search of the tests */
    bool is_pv;        /* on the principal variation: the window is open */
    bool is_quiet;     /* no threat decides which moves count, and the search is selective */
    TtEntry tt;        /* BOUND_NONE, POINT_NONE: the table has nothing */
    Value evaluation;  /* of the position */
    Value static_eval; /* the same, corrected (correction.h) */
    Value estimate;    /* what pruning takes the value to be (search_estimate) */
    bool improving;    /* the static evaluation is better than two plies ago */
} Node;

static Node node_at(Search *search, int ply, int depth, Situation situation, Value alpha,
                    Value beta)
{
    bool selective = !search->plain;
    return (Node){
        .search = search,
        .ply = ply,
        .depth = depth,
        .bounds = bounds_of(alpha, beta),
        .situation = situation,
        .selective = selective,
        .is_pv = beta - alpha > 1,
        .is_quiet = selective && situation == SITUATION_QUIET,
        .improving = true,
    };
}

static int plies(const Node *node)
{
    return node->depth / ONE_PLY;
}

static int parts_of_ply(int percent)
{
    return percent * ONE_PLY / 100;
}

/* --- stages that may settle the node without looking at moves --- */

/* A full board is a draw, and no variation is followed further than PLY_MAX. */
static bool tree_ends(const Node *node, Value *value)
{
    bool is_full = node->search->position.board.empty == 0;
    if (!is_full && node->ply < PLY_MAX - 1) {
        return false;
    }
    *value = is_full ? VALUE_DRAW : search_evaluate(node->search);
    return true;
}

/* Mate distance pruning: a win is known that is nearer than any from here. */
static bool mate_distance_pruning(const Node *node, Value *value)
{
    *value = node->bounds.alpha;
    return node->selective && value_win_at(node->ply + 1) <= node->bounds.alpha;
}

/* A five wins at once, an open four two plies later. */
static bool wins_by_cascade(const Node *node, Value *value)
{
    switch (node->situation) {
    case SITUATION_FIVE: *value = value_win_at(node->ply + 1); return true;
    case SITUATION_OPEN_FOUR: *value = value_win_at(node->ply + 3); return true;
    default: return false;
    }
}

/* Transposition table: an earlier search may settle the node. A node on the principal variation is
 * searched all the same, so that the variation is complete. */
static bool probe_tt(Node *node, Value *value)
{
    bool is_settled =
        search_probe_tt(node->search, node->ply, node->depth, &node->bounds, &node->tt, value);
    return is_settled && !node->is_pv;
}

/* The evaluation, which the table has kept if it knows the position. Where a five must be blocked,
 * only the node two plies later asks for it, and that one is better in any case. So the position
 * counts as bad without a look at it. */
static Value evaluation_of(const Node *node)
{
    if (node->tt.bound != BOUND_NONE) {
        return node->tt.eval;
    }
    return node->situation == SITUATION_BLOCK ? -VALUE_ESTIMATE_MAX : search_evaluate(node->search);
}

/* The static evaluation, whether it has improved, and the estimate. Only quiet nodes are
 * corrected, as they alone are pruned by it. Without the correction history: -8 (-14 to -2) at
 * 60,000 nodes. */
static void evaluate(Node *node)
{
    Search *search = node->search;
    node->evaluation = evaluation_of(node);
    node->static_eval =
        node->is_quiet ? correction_apply(&search->correction, &search->position, node->evaluation)
                       : node->evaluation;
    search->static_eval[node->ply] = node->static_eval;
    node->estimate = search_estimate(&node->tt, node->static_eval);
    node->improving = node->ply < 2 || node->static_eval > search->static_eval[node->ply - 2];
}

/* Says whether the opponent could make a four and an open three with one stone. */
static bool four_three_threatens(const Node *node)
{
    const Position *position = &node->search->position;
    int opponent = rules_opponent(position->board.side);
    return position_count(position, opponent, THREAT_FOUR_THREE) > 0;
}

/* Reverse futility pruning (RFP): the estimate is above beta by so much that a few more plies will
 * not bring it below. A four-three of the opponent's would, most often.
 * Without it: -7 (-21 to +7). */
static bool reverse_futility(const Node *node, Value *value)
{
    int margin = PARAMETER(RFP_PER_PLY) * (plies(node) - node->improving);
    *value = node->estimate;
    return plies(node) <= PARAMETER(RFP_DEPTH) && node->estimate - margin >= node->bounds.beta &&
           !four_three_threatens(node);
}

/* Razoring: the estimate is below alpha by so much that only fours can help. If quiescence search
 * finds none that do, its value stands. Without it where a ply or more is left: 0 (-3 to +4). */
static bool razoring(const Node *node, Value *value)
{
    int margin = PARAMETER(RAZOR_BASE) + PARAMETER(RAZOR_PER_PLY) * plies(node);
    Value alpha = node->bounds.alpha;
    if (plies(node) > PARAMETER(RAZOR_DEPTH) || node->estimate + margin >= alpha) {
        return false;
    }
    *value = quiescence_search(node->search, node->ply, quiescence_plies(&node->search->position),
                               alpha, alpha + 1);
    return *value <= alpha;
}

/* Pruning by the estimate, off the principal variation. It says little where there are threats or
 * a proven result is asked for. */
static bool static_pruning(const Node *node, Value *value)
{
    return node->is_quiet && !node->is_pv && !value_is_proven(node->bounds.beta) &&
           (reverse_futility(node, value) || razoring(node, value));
}

/* --- stages that change the depth --- */

/* Internal iterative reduction (IIR): without a move in the table the node mattered little to
 * earlier iterations. Without it: -9 (-18 to 0) at 5,000 nodes. */
static void internal_iterative_reduction(Node *node)
{
    if (node->is_quiet && node->tt.move == POINT_NONE && node->depth >= ONE_PLY) {
        node->depth -= parts_of_ply(PARAMETER(IIR_REDUCTION));
    }
}

/* --- late moves --- */

/* How many moves late move pruning leaves at the depth of the node. */
static int lmp_move_count(const Node *node)
{
    int depth = plies(node);
    int moves = PARAMETER(LMP_BASE) + depth + depth * depth / PARAMETER(LMP_DIVISOR);
    bool keeps_all = node->improving && node->situation == SITUATION_QUIET;
    return keeps_all ? moves : moves * PARAMETER(LMP_NOT_IMPROVING) / 100;
}

/* Late move pruning (LMP): says whether the moves after the first `tried` are skipped. Not as long
 * as all have lost, nor where a five must be blocked. With far more moves left: -195 (-277 to
 * -115). */
static bool late_move_pruning(const Node *node, int tried)
{
    return node->selective && node->situation != SITUATION_BLOCK &&
           node->bounds.best > -VALUE_PROVEN_MIN && tried >= lmp_move_count(node);
}

/* LMR_BASE ln(depth) ln(place), in parts of a ply. */
static int lmr_base(int depth, int place)
{
    enum { LN2_SQUARED_PERCENT = 48 }; /* ln(a) ln(b) is this much of log2(a) log2(b) */
    return log2_times(ONE_PLY, depth) * log2_times(ONE_PLY, place) / ONE_PLY * LN2_SQUARED_PERCENT /
           100 * PARAMETER(LMR_BASE) / 100;
}

/* What the policy adds to the reduction where there is a network: the less likely a move, the
 * more. Without it: -4 (-8 to -1). Without its cap: -9 (-15 to -2) at 5,000 nodes. */
static int lmr_policy(const Node *node, const Move *move)
{
    if (!node->search->evaluator.tables->has_pattern) {
        return 0;
    }
    int gap = -move->policy - PARAMETER(LMR_POLICY_FROM) * LEARNT_POLICY_UNIT / 100;
    int most = parts_of_ply(PARAMETER(LMR_POLICY_MOST));
    int reduction = gap * parts_of_ply(PARAMETER(LMR_POLICY)) / LEARNT_POLICY_UNIT;
    return reduction > most ? most : reduction;
}

/* Late move reductions (LMR): by how much the move that comes after `tried` others is searched less
 * deep at first. Negative: not at all. Without LMR: -63 (-83 to -44). Without history in it:
 * -3 (-7 to +1). Without LMR_NOT_IMPROVING: 0 (-4 to +4). */
static int late_move_reduction(const Node *node, const Move *ordered, int tried)
{
    Point move = ordered->point;
    const Search *search = node->search;
    if (!node->selective || plies(node) < 2 || tried == 0 || node->situation == SITUATION_BLOCK) {
        return 0;
    }
    int side = search->position.board.side;
    int reduction = lmr_base(plies(node), tried + 1) -
                    history_score(&search->history, side, move) / PARAMETER(LMR_HISTORY);
    reduction += lmr_policy(node, ordered);
    reduction += node->improving ? 0 : parts_of_ply(PARAMETER(LMR_NOT_IMPROVING));
    reduction -= node->is_pv ? parts_of_ply(PARAMETER(LMR_PV)) : 0;
    reduction -= history_is_killer(&search->history, node->ply, move)
                     ? parts_of_ply(PARAMETER(LMR_KILLER))
                     : 0;
    return reduction;
}

/* The depth less the reduction; at least one ply is left, and nothing is ever added. */
static int reduced_depth(int depth, int reduction)
{
    int most = depth - ONE_PLY;
    reduction = reduction > most ? most : reduction;
    return reduction > 0 ? depth - reduction : depth;
}

/* --- moves --- */

/* Plays a move of the node, searches what follows, and takes it back. Returns its value to the
 * player of the move. */
static Value play_and_search(const Node *node, Point move, int depth, Value alpha, Value beta)
{
    Search *search = node->search;
    Position *position = &search->position;
    int child_ply = node->ply + 1;
    if (position_threat(position, move) == THREAT_FIVE) {
        search_clear_pv(search, child_ply);
        return value_win_at(child_ply);
    }
    search_prefetch(search, move);
    position_play(position, move, position->board.side);
    Value value = -node_search(search, child_ply, depth, -beta, -alpha);
    position_undo(position);
    return value;
}

/* Principal variation search (PVS): the first move gets the open window, the others a null window
 * and reduced depth (LMR). A move that beats alpha all the same is searched again at full depth,
 * and then with the open window. */
static Value search_move(const Node *node, const Move *ordered, int tried)
{
    Point move = ordered->point;
    const Search *search = node->search;
    Value alpha = node->bounds.alpha, beta = node->bounds.beta;
    int depth = node->depth - ONE_PLY;
    if (tried == 0) {
        return play_and_search(node, move, depth, alpha, beta);
    }
    int reduced = reduced_depth(depth, late_move_reduction(node, ordered, tried));
    Value value = play_and_search(node, move, reduced, alpha, alpha + 1);
    if (value > alpha && reduced < depth && !search->stopping) {
        value = play_and_search(node, move, depth, alpha, alpha + 1);
    }
    if (value > alpha && value < beta && !search->stopping) {
        value = play_and_search(node, move, depth, alpha, beta);
    }
    return value;
}

Value node_search_root_move(Search *search, int depth, Situation situation, const Move *move,
                            int tried, Value alpha, Value beta)
{
    Node node = node_at(search, 0, depth, situation, alpha, beta);
    return search_move(&node, move, tried);
}

/* After a beta cutoff by the last of the moves tried: history and killers learn from it. Without
 * killers, in the order and in LMR: -2 (-6 to +1). Without history: -16 (-42 to +10). */
static void update_history(const Node *node, const Move *moves, int tried)
{
    Search *search = node->search;
    if (node->is_quiet) {
        history_learn(&search->history, search->position.board.side, node->ply, plies(node), moves,
                      tried);
    }
}

/* Moves the table's move to the front of the list; false: it is not on the list. */
static bool put_tt_move_first(const Node *node, Move *moves, int count)
{
    for (int i = 0; i < count; i++) {
        if (moves[i].point == node->tt.move) {
            moves[i] = moves[0];
            moves[0] = (Move){.point = node->tt.move};
            return true;
        }
    }
    return false;
}

/* Scores the moves that come after the table's. Without the policy of the network in the order:
 * -92 (-152 to -34). */
static void score_moves(Node *node, Move *moves, int count)
{
    Search *search = node->search;
    ordering_score(search->evaluator.tables, &search->position, &search->history, node->ply, moves,
                   count);
    if (node->is_quiet) {
        ordering_add_network(&search->evaluator, &search->position, moves, count);
    }
}

/* The moves of a node, which are handed out best first. */
typedef struct {
    Move *moves;
    int count, next; /* `next`: those before it were handed out */
    int unscored;    /* from here on they are scored when the first of them is wanted */
} MovePicker;

/* Hands out the next move; NULL: there is none, or late move pruning leaves out the rest. Where the
 * table's move is enough, the others are not even scored. Fours at a foul are never pruned. */
static const Move *pick_next(Node *node, MovePicker *picker, int legal)
{
    Move *rest = picker->moves + picker->next;
    if (late_move_pruning(node, legal)) {
        picker->count = picker->next + candidates_keep_fours_at_fouls(&node->search->position, rest,
                                                                      picker->count - picker->next);
    }
    if (picker->next == picker->count) {
        return NULL;
    }
    if (picker->next == picker->unscored) {
        score_moves(node, rest, picker->count - picker->next);
    }
    if (picker->next >= picker->unscored) {
        ordering_pick(picker->moves, picker->count, picker->next);
    }
    picker->next++;
    return rest;
}

/* Searches the moves best first; returns how many it searched. */
static int search_each(Node *node, Move *moves, int count)
{
    Search *search = node->search;
    MovePicker picker = {.moves = moves, .count = count};
    picker.unscored = put_tt_move_first(node, moves, count) ? 1 : 0;
    int legal = 0;
    const Move *move;
    while ((move = pick_next(node, &picker, legal)) != NULL) {
        if (position_forbids(&search->position, move->point)) {
            continue;
        }
        Value value = search_move(node, move, legal++);
        if (search->stopping) {
            break;
        }
        if (search_update_best(search, node->ply, &node->bounds, move->point, value)) {
            update_history(node, moves, picker.next);
            break;
        }
    }
    return legal;
}

/* The value of having no legal move: a five cannot be stopped, or an open four, whatever else is
 * played; or (renju, black) there are only forbidden points to play on. */
static Value value_without_moves(const Node *node)
{
    switch (node->situation) {
    case SITUATION_BLOCK: return value_loss_at(node->ply + 2);
    case SITUATION_DEFEND: return value_loss_at(node->ply + 4);
    default: return value_loss_at(node->ply + 1);
    }
}

/* Lists and searches the moves: the candidates or, where all of them are forbidden, any point. */
static void search_all(Node *node)
{
    Search *search = node->search;
    Move *moves = search_moves(search, node->ply);
    int count = candidates_list(&search->position, node->situation, moves);
    int legal = search_each(node, moves, count);
    if (legal == 0 && node->situation == SITUATION_QUIET) {
        legal = search_each(node, moves, candidates_list_all(&search->position, moves));
    }
    if (legal == 0) {
        node->bounds.best = value_without_moves(node);
    }
}

/* The correction history learns what the search of the node found, unless that is a bound on the
 * side on which the static evaluation lies. */
static void update_correction(const Node *node, Value alpha, Value beta)
{
    Search *search = node->search;
    Value best = node->bounds.best;
    bool agrees =
        (best >= beta && best <= node->static_eval) || (best <= alpha && best >= node->static_eval);
    if (node->is_quiet && !agrees) {
        correction_learn(&search->correction, &search->position, node->evaluation, best,
                         plies(node));
    }
}

static void store_tt(const Node *node)
{
    TtEntry entry = {
        .move = node->tt.move,
        .eval = node->evaluation,
        .depth = node->depth,
    };
    search_store_tt(node->search, node->ply, &node->bounds, entry);
}

/* With the depth used up, quiescence search plays out the fours; but a five must be blocked first.
 * The plain search takes the static evaluation instead. Without fours in quiescence search:
 * -50 (-90 to -11). */
static bool is_quiescent(const Search *search, Situation situation, int depth)
{
    return depth <= 0 && situation != SITUATION_BLOCK && !search->plain;
}

Value node_search(Search *search, int ply, int depth, Value alpha, Value beta)
{
    assert(!position_is_sampled(&search->position) || position_check(&search->position));
    Situation situation = search_situation(search);
    if (is_quiescent(search, situation, depth)) {
        return quiescence_search(search, ply, quiescence_plies(&search->position), alpha, beta);
    }
    search_clear_pv(search, ply);
    search_note_ply(search, ply);
    if (!search_may_go_on(search)) {
        return VALUE_DRAW;
    }
    Node node = node_at(search, ply, depth, situation, alpha, beta);
    Value value;
    if (tree_ends(&node, &value) || mate_distance_pruning(&node, &value) ||
        wins_by_cascade(&node, &value) || probe_tt(&node, &value)) {
        return value;
    }
    evaluate(&node);
    if (!node.selective && depth <= 0) {
        return node.static_eval;
    }
    if (static_pruning(&node, &value)) {
        return value;
    }
    internal_iterative_reduction(&node);
    search_all(&node);
    if (!search->stopping) {
        update_correction(&node, alpha, beta);
        store_tt(&node);
    }
    return node.bounds.best;
}
