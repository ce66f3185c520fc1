/* node - the stages of a search node; see node.h. */
#include "search/node.h"

#include "eval/eval.h"
#include "search/order.h"

#include <assert.h>
#include <stdlib.h>

enum { NODES_PER_CLOCK_LOOK = 512 }; /* about half a millisecond */

typedef struct {
    Search *search;
    int ply, depth;
    Value alpha, beta;
    Situation situation;
    TableEntry known; /* bound BOUND_NONE: the table knows nothing */
    Value eval, best;
    Point best_move;
    bool raised; /* some move was better than the alpha that the node began with */
} Node;

bool search_init(Search *search, Table *table, Clock *clock)
{
    search->table = table;
    search->clock = clock;
    search->moves = malloc(sizeof *search->moves * MOVES_MAX * (PLY_MAX + 1));
    search->line = malloc(sizeof *search->line * (PLY_MAX + 1));
    return search->moves != NULL && search->line != NULL;
}

void search_free(Search *search)
{
    free(search->moves);
    free(search->line);
}

/* Counts a node and says whether there is still time and allowance for it. */
static bool may_go_on(Search *search)
{
    uint64_t limit = search->clock->node_limit;
    if (limit != 0 && search->nodes >= limit) {
        search->stopping = true;
    } else if (++search->nodes % NODES_PER_CLOCK_LOOK == 0 && clock_is_over(search->clock)) {
        search->stopping = true;
    }
    return !search->stopping;
}

/* Stage: a full board is a draw; a five or an open four that can be made now wins. (No line is
 * followed further than PLY_MAX.) */
static bool is_decided(const Node *node, Value *value)
{
    const Position *position = &node->search->position;
    if (position->board.empty == 0) {
        *value = VALUE_DRAW;
        return true;
    }
    if (node->ply >= PLY_MAX) {
        *value = eval_position(position);
        return true;
    }
    switch (node->situation) {
    case SITUATION_FIVE: *value = value_win_at(node->ply + 1); return true;
    case SITUATION_OPEN_FOUR: *value = value_win_at(node->ply + 3); return true;
    default: return false;
    }
}

/* Stage: an earlier search of the same position, at least as deep, may settle this one. */
static bool is_known(Node *node, Value *value)
{
    Search *search = node->search;
    TableEntry *known = &node->known;
    if (!table_probe(search->table, search->position.board.key, node->ply, known)) {
        known->bound = BOUND_NONE;
        known->move = POINT_NONE;
        return false;
    }
    *value = known->value;
    return known->depth >= node->depth &&
           (known->bound == BOUND_EXACT ||
            (known->bound == BOUND_LOWER && known->value >= node->beta) ||
            (known->bound == BOUND_UPPER && known->value <= node->alpha));
}

/* Stage: with the depth used up, the position is worth what it looks like, unless a five must be
 * stopped first: then looks deceive, and the answer is searched. */
static bool is_leaf(const Node *node)
{
    return node->depth <= 0 && node->situation != SITUATION_BLOCK;
}

void node_note_line(Search *search, int ply, Point move)
{
    Variation *line = &search->line[ply];
    const Variation *rest = &search->line[ply + 1];
    line->length = 0;
    line->move[line->length++] = move;
    for (int i = 0; i < rest->length && line->length < PLY_MAX; i++) {
        line->move[line->length++] = rest->move[i];
    }
}

Value node_try(Search *search, int ply, Point move, int depth, Value alpha, Value beta)
{
    Position *position = &search->position;
    int side = position->board.side;
    if (position->cell[move].threat[side] == THREAT_FIVE) {
        search->line[ply + 1].length = 0;
        return value_win_at(ply + 1);
    }
    position_play(position, move, side);
    table_prefetch(search->table, position->board.key);
    Value value = -node_search(search, ply + 1, depth, -beta, -alpha);
    position_undo(position);
    return value;
}

/* Takes note of a move's value; true if it is too good for the opponent to allow. */
static bool cuts_off(Node *node, Point move, Value value)
{
    if (value > node->best) {
        node->best = value;
        node->best_move = move;
        if (value > node->alpha) {
            node->alpha = value;
            node->raised = true;
            node_note_line(node->search, node->ply, move);
        }
    }
    return node->best >= node->beta;
}

/* How deep the moves of this node are searched: a forced answer costs no depth. */
static int child_depth(const Node *node)
{
    return node->situation == SITUATION_BLOCK ? node->depth : node->depth - ONE_PLY;
}

/* The value of having no legal move: a five that cannot be stopped, or (renju, black) only
 * forbidden points to play on. */
static Value value_without_moves(const Node *node)
{
    bool five_follows = node->situation == SITUATION_BLOCK;
    return value_loss_at(node->ply + (five_follows ? 2 : 1));
}

/* Tries the moves best first; returns how many were legal. */
static int try_each(Node *node, Move *moves, int count)
{
    Search *search = node->search;
    int depth = child_depth(node), legal = 0;
    order_score(&search->position, moves, count, node->known.move);
    for (int i = 0; i < count; i++) {
        order_pick(moves, count, i);
        Point move = moves[i].point;
        if (position_forbids(&search->position, move)) {
            continue;
        }
        legal++;
        Value value = node_try(search, node->ply, move, depth, node->alpha, node->beta);
        if (search->stopping || cuts_off(node, move, value)) {
            break;
        }
    }
    return legal;
}

/* Stage: the moves and what becomes of them. */
static void try_moves(Node *node)
{
    Search *search = node->search;
    Move *moves = &search->moves[node->ply * MOVES_MAX];
    int count = candidates_list(&search->position, node->situation, moves);
    int legal = try_each(node, moves, count);
    if (legal == 0 && node->situation != SITUATION_BLOCK) {
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
    TableEntry entry = {
        .move = node->best_move,
        .bound = node->best >= node->beta ? BOUND_LOWER
                 : node->raised           ? BOUND_EXACT
                                          : BOUND_UPPER,
        .value = node->best,
        .eval = node->eval,
        .depth = node->depth,
    };
    table_store(search->table, search->position.board.key, node->ply, &entry);
}

Value node_search(Search *search, int ply, int depth, Value alpha, Value beta)
{
    assert(position_check(&search->position));
    search->line[ply].length = 0;
    if (!may_go_on(search)) {
        return VALUE_DRAW;
    }
    Node node = {
        .search = search,
        .ply = ply,
        .depth = depth,
        .alpha = alpha,
        .beta = beta,
        .situation = search->plain ? SITUATION_QUIET : candidates_situation(&search->position),
        .best = -VALUE_INFINITE,
    };
    Value value;
    if (is_decided(&node, &value) || is_known(&node, &value)) {
        return value;
    }
    node.eval = eval_position(&search->position);
    if (is_leaf(&node)) {
        return node.eval;
    }
    try_moves(&node);
    if (!search->stopping) {
        remember(&node);
    }
    return node.best;
}
