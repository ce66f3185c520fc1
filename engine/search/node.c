/* node - the stages of a search node; see node.h. */
#include "search/node.h"

#include "eval/eval.h"
#include "search/ordering.h"
#include "search/parameters.h"
#include "search/quiescence.h"

#include <assert.h>

typedef struct {
    Search *search;
    int ply, depth;
    Value alpha, beta;
    Situation situation;
    bool expected;    /* on the expected line: the window is open, every shortcut is closed */
    TtEntry known;    /* bound BOUND_NONE: the table knows nothing */
    Value look, best; /* what it looks like; the best move's value so far */
    bool improving;   /* it looks better than before my last move */
    Point best_move;  /* POINT_NONE while no move was better than alpha */
} Node;

static int plies(const Node *node)
{
    return node->depth / ONE_PLY;
}

static int parts_of_ply(int percent)
{
    return percent * ONE_PLY / 100;
}

/* Stage: a full board is a draw; a five or an open four that can be made now wins; and where a
 * nearer win is known than any from here, nothing is left to find. (No line is followed further
 * than PLY_MAX.) */
static bool is_decided(const Node *node, Value *value)
{
    const Position *position = &node->search->position;
    if (position->board.empty == 0) {
        *value = VALUE_DRAW;
        return true;
    }
    if (node->ply >= PLY_MAX - 1) {
        *value = search_evaluate(node->search);
        return true;
    }
    if (value_win_at(node->ply + 1) <= node->alpha && !node->search->plain) {
        *value = node->alpha;
        return true;
    }
    switch (node->situation) {
    case SITUATION_FIVE: *value = value_win_at(node->ply + 1); return true;
    case SITUATION_OPEN_FOUR: *value = value_win_at(node->ply + 3); return true;
    default: return false;
    }
}

/* Stage: an earlier search may settle this one; but the expected line is always looked up to its
 * end, so that it can be told. */
static bool is_known(Node *node, Value *value)
{
    return search_knows(node->search, node->ply, node->depth, node->alpha, node->beta, &node->known,
                        value) &&
           !node->expected;
}

/* Stage: it looks so much better than beta that a few more plies will not change that. */
static bool stays_good(const Node *node, Value *value)
{
    int margin = PARAMETER(RFP_PER_PLY) * (plies(node) - node->improving);
    *value = node->look;
    return plies(node) <= PARAMETER(RFP_DEPTH) && node->look - margin >= node->beta;
}

/* Stage: it looks so much worse than alpha that only fours can help; if they do not, that is it. */
static bool is_hopeless(const Node *node, Value *value)
{
    int margin = PARAMETER(RAZOR_BASE) + PARAMETER(RAZOR_PER_PLY) * plies(node);
    if (plies(node) > PARAMETER(RAZOR_DEPTH) || node->look + margin >= node->alpha) {
        return false;
    }
    *value = quiescence_search(node->search, node->ply, quiescence_plies(&node->search->position),
                               node->alpha, node->alpha + 1);
    return *value <= node->alpha;
}

/* Stage: what needs no moves to be settled. Only quiet positions off the expected line: threats
 * make looks deceive. */
static bool is_settled(const Node *node, Value *value)
{
    return !node->expected && node->situation == SITUATION_QUIET && !node->search->plain &&
           !value_is_proven(node->beta) && (stays_good(node, value) || is_hopeless(node, value));
}

static Value answer(Search *search, int ply, int depth, Value alpha, Value beta)
{
    return -node_search(search, ply + 1, depth, -beta, -alpha);
}

/* Plays a move of the node at that ply, searches what becomes of it, takes it back, and returns its
 * value to the player of the move. */
static Value try_move(Search *search, int ply, Point move, int depth, Value alpha, Value beta)
{
    Position *position = &search->position;
    int side = position->board.side;
    if (position_threat(position, move) == THREAT_FIVE) {
        search_clear_pv(search, ply + 1);
        return value_win_at(ply + 1);
    }
    position_play(position, move, side);
    tt_prefetch(search->table, position->board.key);
    Value value = answer(search, ply, depth, alpha, beta);
    position_undo(position);
    return value;
}

/* Takes note of a move's value; true if it is too good for the opponent to allow. */
static bool cuts_off(Node *node, Point move, Value value)
{
    if (value > node->best) {
        node->best = value;
        if (value > node->alpha) {
            node->alpha = value;
            node->best_move = move;
            search_update_pv(node->search, node->ply, move);
        }
    }
    return node->best >= node->beta;
}

/* How many moves a position gets, the best-looking first, before the rest is skipped. */
static int enough_moves(const Node *node)
{
    int depth = plies(node);
    int moves = PARAMETER(LMP_BASE) + depth + depth * depth / PARAMETER(LMP_DIVISOR);
    bool thrives = node->improving && node->situation == SITUATION_QUIET;
    return thrives ? moves : moves * PARAMETER(LMP_NOT_IMPROVING) / 100;
}

/* Says whether the rest may be skipped after so many moves. Not as long as all have lost, nor where
 * a five must be stopped. */
static bool may_skip(const Node *node, int tried)
{
    return node->situation != SITUATION_BLOCK && !node->search->plain &&
           node->best > -VALUE_PROVEN_MIN && tried >= enough_moves(node);
}

/* 64 log2(n), with straight lines between the powers of two: the same on every machine. */
static int log2_in_64ths(int n)
{
    int whole = 31 - __builtin_clz((unsigned)n);
    return whole * 64 + ((n - (1 << whole)) * 64 >> whole);
}

/* ln(depth) ln(place), times a margin, in parts of a ply. */
static int by_depth_and_place(int depth, int place)
{
    enum { LN2_SQUARED_PERCENT = 48 }; /* two logarithms to base 2 make this much of natural ones */
    return log2_in_64ths(depth) * log2_in_64ths(place) / ONE_PLY * LN2_SQUARED_PERCENT / 100 *
           PARAMETER(LMR_BASE) / 100;
}

static int by_threat(Threat threat)
{
    switch (threat) {
    case THREAT_FOUR:
    case THREAT_FOUR_THREE:
    case THREAT_OPEN_FOUR: return parts_of_ply(PARAMETER(LMR_FOUR));
    case THREAT_THREE:
    case THREAT_DOUBLE_THREE: return parts_of_ply(PARAMETER(LMR_THREE));
    default: return 0;
    }
}

/* How much less deep the move is looked at first, which comes after `tried` others. */
static int reduction(const Node *node, Point move, int tried)
{
    const Search *search = node->search;
    if (plies(node) < 2 || tried == 0 || node->situation == SITUATION_BLOCK || search->plain) {
        return 0;
    }
    int side = search->position.board.side;
    int less = by_depth_and_place(plies(node), tried + 1) -
               by_threat(position_threat(&search->position, move)) -
               history_score(&search->history, side, move) / PARAMETER(LMR_HISTORY);
    less += node->improving ? 0 : parts_of_ply(PARAMETER(LMR_NOT_IMPROVING));
    less -= node->expected ? parts_of_ply(PARAMETER(LMR_PV)) : 0;
    less -= history_is_killer(&search->history, node->ply, move)
                ? parts_of_ply(PARAMETER(LMR_KILLER))
                : 0;
    return node->situation == SITUATION_DEFEND ? less * PARAMETER(LMR_DEFENCE) / 100 : less;
}

/* How deep the moves of this node are searched: a forced answer costs less. */
static int child_depth(const Node *node)
{
    int depth = node->depth - ONE_PLY;
    return node->situation == SITUATION_BLOCK ? depth + parts_of_ply(PARAMETER(BLOCK_EXTENSION))
                                              : depth;
}

/* The reduced depth: at least a ply is left, and nothing is ever added. */
static int reduced_depth(int depth, int less)
{
    int most = depth - ONE_PLY;
    less = less > most ? most : less;
    return less > 0 ? depth - less : depth;
}

/* Searches the move that comes after `tried` others: the first with the whole window, the others
 * with none and at reduced depth, and again as long as they surprise. */
static Value value_of(const Node *node, Point move, int tried)
{
    Search *search = node->search;
    int depth = child_depth(node), ply = node->ply;
    if (tried == 0) {
        return try_move(search, ply, move, depth, node->alpha, node->beta);
    }
    int reduced = reduced_depth(depth, reduction(node, move, tried));
    Value value = try_move(search, ply, move, reduced, node->alpha, node->alpha + 1);
    if (value > node->alpha && reduced < depth && !search->stopping) {
        value = try_move(search, ply, move, depth, node->alpha, node->alpha + 1);
    }
    if (value > node->alpha && value < node->beta && !search->stopping) {
        value = try_move(search, ply, move, depth, node->alpha, node->beta);
    }
    return value;
}

Value node_search_move(Search *search, int ply, int depth, Situation situation, Point move,
                       int tried, Value alpha, Value beta)
{
    Node node = {
        .search = search,
        .ply = ply,
        .depth = depth,
        .alpha = alpha,
        .beta = beta,
        .situation = situation,
        .expected = true,
        .improving = true,
    };
    return value_of(&node, move, tried);
}

static void learn(const Node *node, const Move *moves, int tried)
{
    Search *search = node->search;
    if (node->situation == SITUATION_QUIET && !search->plain) {
        history_learn(&search->history, search->position.board.side, node->ply, plies(node), moves,
                      tried);
    }
}

/* Tries the moves best first; returns how many were legal, skipped ones among them. */
static int try_each(Node *node, Move *moves, int count)
{
    Search *search = node->search;
    const Position *position = &search->position;
    int legal = 0;
    ordering_score(search->evaluator.tables, position, &search->history, node->ply, moves, count,
                   node->known.move);
    for (int i = 0; i < count && !may_skip(node, legal); i++) {
        ordering_pick(moves, count, i);
        Point move = moves[i].point;
        if (position_forbids(&search->position, move)) {
            continue;
        }
        Value value = value_of(node, move, legal++);
        if (search->stopping) {
            break;
        }
        if (cuts_off(node, move, value)) {
            learn(node, moves, i + 1);
            break;
        }
    }
    return legal;
}

/* The value of having no move left to try: a five cannot be stopped, or an open four, whatever else
 * is played; or (renju, black) there are only forbidden points to play on. */
static Value value_without_moves(const Node *node)
{
    switch (node->situation) {
    case SITUATION_BLOCK: return value_loss_at(node->ply + 2);
    case SITUATION_DEFEND: return value_loss_at(node->ply + 4);
    default: return value_loss_at(node->ply + 1);
    }
}

/* Stage: the moves and what becomes of them. */
static void try_moves(Node *node)
{
    Search *search = node->search;
    Move *moves = search_moves(search, node->ply);
    int count = candidates_list(&search->position, node->situation, moves);
    int legal = try_each(node, moves, count);
    if (legal == 0 && node->situation == SITUATION_QUIET) {
        legal = try_each(node, moves, candidates_list_all(&search->position, moves));
    }
    if (legal == 0) {
        node->best = value_without_moves(node);
    }
}

/* Stage: leave a note for the next search that comes by. */
static void remember(const Node *node)
{
    Search *search = node->search;
    TtEntry entry = {
        .move = node->best_move != POINT_NONE ? node->best_move : node->known.move,
        .bound = node->best >= node->beta        ? BOUND_LOWER
                 : node->best_move != POINT_NONE ? BOUND_EXACT
                                                 : BOUND_UPPER,
        .value = node->best,
        .eval = node->look,
        .depth = node->depth,
    };
    tt_store(search->table, search->position.board.key, node->ply, &entry);
}

/* Stage: what it looks like, and whether that is better than two plies ago. */
static void look(Node *node)
{
    Search *search = node->search;
    node->look = search_evaluate(search);
    search->eval[node->ply] = node->look;
    node->improving = node->ply < 2 || node->look > search->eval[node->ply - 2];
}

/* A position of which nothing is remembered was not thought important before. */
static void reduce_unknown(Node *node)
{
    if (node->known.move == POINT_NONE && node->situation == SITUATION_QUIET &&
        plies(node) >= PARAMETER(IIR_DEPTH) && !node->search->plain) {
        node->depth -= parts_of_ply(PARAMETER(IIR_REDUCTION));
    }
}

/* A quiet position that already looks better than asked for needs less proof of it. */
static void reduce_good(Node *node)
{
    int margin = PARAMETER(ABOVE_BETA_PER_PLY) * plies(node);
    if (!node->expected && node->situation == SITUATION_QUIET && !node->search->plain &&
        plies(node) >= PARAMETER(ABOVE_BETA_DEPTH) && node->look - margin >= node->beta) {
        node->depth -= parts_of_ply(PARAMETER(ABOVE_BETA_REDUCTION));
    }
}

/* With the depth used up, fours are played out; but a five must be stopped first. The plain search
 * takes the position as it looks. */
static bool is_leaf(const Search *search, Situation situation, int depth)
{
    return depth <= 0 && situation != SITUATION_BLOCK && !search->plain;
}

Value node_search(Search *search, int ply, int depth, Value alpha, Value beta)
{
    assert(position_check(&search->position));
    Situation situation = search->plain ? SITUATION_QUIET : candidates_situation(&search->position);
    if (is_leaf(search, situation, depth)) {
        return quiescence_search(search, ply, quiescence_plies(&search->position), alpha, beta);
    }
    search_clear_pv(search, ply);
    if (!search_may_go_on(search)) {
        return VALUE_DRAW;
    }
    Node node = {
        .search = search,
        .ply = ply,
        .depth = depth,
        .alpha = alpha,
        .beta = beta,
        .situation = situation,
        .expected = beta - alpha > 1,
        .best = -VALUE_INFINITE,
        .best_move = POINT_NONE,
    };
    Value value;
    if (is_decided(&node, &value) || is_known(&node, &value)) {
        return value;
    }
    look(&node);
    if (search->plain && depth <= 0) {
        return node.look;
    }
    if (is_settled(&node, &value)) {
        return value;
    }
    reduce_unknown(&node);
    reduce_good(&node);
    try_moves(&node);
    if (!search->stopping) {
        remember(&node);
    }
    return node.best;
}
