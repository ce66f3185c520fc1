/* proof_tree - choosing leaves, growing nodes, numbers; see proof_tree.h. */
#include "tools/prove/proof_tree.h"

#include "board/zobrist.h"
#include "tools/games/array.h"
#include "tools/prove/proof_zone.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROOT = 1,
    ZONES_FIRST = 1,    /* the number of the first zone */
    SIBLINGS_PART = 8,  /* of the other open moves; see `together` */
    PASS_ADDS = 4,      /* added by a pass that is not won yet, for the answers still to come */
    EXAMPLE_MIN = 5000, /* positions that the proof of an example took at least */
    THINK_SHARE = 8,    /* the main search is asked after so many times its work below a node */
};

/* The nodes from the root to a leaf. */
typedef struct {
    int length;
    uint32_t node[PROOF_PATH_MAX + 1];
    Point move[PROOF_PATH_MAX];
} Path;

/* --- nodes --- */

static void *grown(ProofTree *tree, void *array, int64_t *room, int64_t wanted, size_t size)
{
    tree->failed |= !array_grow(&array, room, wanted, size);
    return array;
}

/* The node of a position; 0 if there is none. */
static uint32_t known_node(const ProofTree *tree, uint64_t key)
{
    const uint64_t *number = key_map_find(&tree->numbers, key);
    return number != NULL ? (uint32_t)*number : 0;
}

/* Adds a node; 0 if there is no memory. */
static uint32_t add_node(ProofTree *tree, uint64_t key, int plies, ProofNumbers guess)
{
    uint64_t *known = key_map_add(&tree->numbers, key);
    tree->failed |= known == NULL;
    tree->nodes =
        grown(tree, tree->nodes, &tree->node_room, tree->node_count + 1, sizeof *tree->nodes);
    if (tree->failed) {
        return 0;
    }
    tree->nodes[tree->node_count] = (ProofTreeNode){.key = key,
                                                    .proof = guess.proof,
                                                    .disproof = guess.disproof,
                                                    .plies = (uint16_t)plies,
                                                    .state = PROOF_NODE_NEW,
                                                    .best = POINT_NONE};
    *known = (uint64_t)tree->node_count;
    return (uint32_t)tree->node_count++;
}

/* Leaves the node, which has none, that edge. */
static void add_only_edge(ProofTree *tree, uint32_t number, Point move)
{
    tree->edges =
        grown(tree, tree->edges, &tree->edge_room, tree->edge_count + 1, sizeof *tree->edges);
    if (!tree->failed) {
        ProofTreeNode *node = &tree->nodes[number];
        node->state = PROOF_NODE_OPEN;
        node->edges = tree->edge_count;
        node->edge_count = 1;
        tree->edges[tree->edge_count++] = (ProofEdge){.proof = 1, .disproof = 1, .move = move};
    }
}

bool proof_tree_init(ProofTree *tree, const Position *root, Point first)
{
    *tree = (ProofTree){
        .root = root, .board = root->board, .node_count = ROOT, .zone_count = ZONES_FIRST};
    add_node(tree, root->board.key, 0, (ProofNumbers){1, 1});
    if (!tree->failed && first != POINT_NONE) {
        add_only_edge(tree, ROOT, first);
    }
    return !tree->failed;
}

void proof_tree_free(ProofTree *tree)
{
    free(tree->nodes);
    free(tree->edges);
    key_map_free(&tree->numbers);
    free(tree->zones);
    free(tree->touched);
    proof_drop_bytes(&tree->log);
    for (int i = 0; i < PROOF_BATCH; i++) {
        proof_drop_bytes(&tree->batch[i].example);
    }
}

bool proof_tree_is_settled(const ProofTree *tree)
{
    return tree->nodes[ROOT].proof == 0 || tree->nodes[ROOT].disproof == 0;
}

int64_t proof_tree_bytes(const ProofTree *tree)
{
    return tree->node_room * (int64_t)sizeof *tree->nodes +
           tree->edge_room * (int64_t)sizeof *tree->edges + (int64_t)key_map_bytes(&tree->numbers) +
           tree->zone_room * (int64_t)sizeof *tree->zones + tree->log.room +
           tree->touched_room * (int64_t)sizeof *tree->touched;
}

/* --- numbers --- */

static bool attacks(const ProofTreeNode *node)
{
    return node->plies % 2 == 0;
}

static ProofNumbers numbers_of(const ProofTree *tree, const ProofEdge *edge)
{
    if (edge->node == 0) {
        return (ProofNumbers){edge->proof, edge->disproof};
    }
    const ProofTreeNode *node = &tree->nodes[edge->node];
    return (ProofNumbers){node->proof, node->disproof};
}

/* The number of a side that must settle all moves: the largest number of a move, and an eighth of
 * how many others are open. A sum would count positions twice to which several lines lead. */
static uint32_t together(uint32_t most, int open)
{
    if (open == 0 || most >= PROOF_NUMBER_INFINITE) {
        return open == 0 ? 0 : PROOF_NUMBER_INFINITE;
    }
    return most + (uint32_t)(open - 1) / SIBLINGS_PART;
}

/* The proof number of a move of the attacker's open node. */
static uint32_t left_to_prove(const ProofTree *tree, const ProofTreeNode *node,
                              const ProofEdge *edge)
{
    uint32_t proof = numbers_of(tree, edge).proof;
    bool is_behind = node->best != POINT_NONE && edge->move != node->best;
    return proof == 0 || proof >= PROOF_NUMBER_INFINITE || !is_behind ? proof : proof + node->lead;
}

/* Works out the numbers of an open node from its moves, and which move to go on with. */
static ProofNumbers summarize_moves(const ProofTree *tree, const ProofTreeNode *node, int64_t *best)
{
    bool is_attack = attacks(node);
    uint32_t least = PROOF_NUMBER_INFINITE, most = 0;
    int open = 0;
    *best = -1;
    for (int64_t i = 0; i < node->edge_count; i++) {
        const ProofEdge *move = &tree->edges[node->edges + i];
        ProofNumbers edge = numbers_of(tree, move);
        uint32_t one = is_attack ? left_to_prove(tree, node, move) : edge.disproof;
        uint32_t all = is_attack ? edge.disproof : edge.proof;
        if (all > 0 && (*best < 0 || one < least)) {
            *best = node->edges + i;
        }
        least = one < least ? one : least;
        most = all > most ? all : most;
        open += all > 0;
    }
    uint32_t sum = together(most, open);
    return is_attack ? (ProofNumbers){least, sum} : (ProofNumbers){sum, least};
}

/* The numbers of a defender's node whose pass is not settled: those of the pass. */
static ProofNumbers numbers_of_pass(const ProofTree *tree, const ProofTreeNode *node)
{
    const ProofTreeNode *pass = &tree->nodes[node->pass];
    uint32_t proof = pass->proof == 0 ? 0 : pass->proof + PASS_ADDS;
    return (ProofNumbers){proof < PROOF_NUMBER_INFINITE ? proof : PROOF_NUMBER_INFINITE,
                          pass->disproof};
}

static bool is_inner(const ProofTreeNode *node)
{
    return node->state == PROOF_NODE_OPEN || node->state == PROOF_NODE_PASS;
}

static bool are_settled(ProofNumbers numbers)
{
    return numbers.proof == 0 || numbers.disproof == 0;
}

/* Works out the numbers of an inner node, and with which move to go on unless it is a pass. */
static ProofNumbers work_out(const ProofTree *tree, const ProofTreeNode *node, int64_t *best)
{
    return node->state == PROOF_NODE_PASS ? numbers_of_pass(tree, node)
                                          : summarize_moves(tree, node, best);
}

/* Makes the node a leaf again, because its answers are to be listed now. */
static void reopen(ProofTreeNode *node)
{
    node->state = PROOF_NODE_NEW;
    node->proof = node->disproof = 1;
}

static void update_node(ProofTree *tree, uint32_t number)
{
    ProofTreeNode *node = &tree->nodes[number];
    int64_t best;
    if (node->state == PROOF_NODE_PASS && tree->nodes[node->pass].disproof == 0) {
        node->pass = 0;
        reopen(node);
    } else if (is_inner(node)) {
        ProofNumbers numbers = work_out(tree, node, &best);
        node->proof = numbers.proof;
        node->disproof = numbers.disproof;
    }
}

/* Notes when answers of the defender's were proven last. */
static void count_open(const ProofTree *tree, ProofTreeNode *node)
{
    uint16_t open = 0;
    for (int64_t i = 0; i < node->edge_count; i++) {
        bool is_open = numbers_of(tree, &tree->edges[node->edges + i]).proof > 0;
        open = (uint16_t)(open + is_open);
    }
    if (open != node->open) {
        node->open = open;
        node->changed = node->searched;
    }
}

/* Draws the consequences once no leaf counts as proven that is not. After a pass that is won the
 * answers are to be listed. Of the moves that win the attacker keeps the first. */
static void draw_consequences(ProofTree *tree, uint32_t number)
{
    ProofTreeNode *node = &tree->nodes[number];
    if (node->state == PROOF_NODE_OPEN && !attacks(node)) {
        count_open(tree, node);
    }
    if (node->proof != 0) {
        return;
    }
    if (node->state == PROOF_NODE_PASS) {
        reopen(node);
    } else if (node->state == PROOF_NODE_OPEN && attacks(node)) {
        node->edges = proof_tree_best(tree, number) - tree->edges;
        node->edge_count = 1;
    }
}

const ProofEdge *proof_tree_best(const ProofTree *tree, uint32_t number)
{
    const ProofTreeNode *node = &tree->nodes[number];
    const ProofEdge *best = NULL;
    for (int64_t i = 0; node->state == PROOF_NODE_OPEN && i < node->edge_count; i++) {
        const ProofEdge *edge = &tree->edges[node->edges + i];
        if (best == NULL || left_to_prove(tree, node, edge) < left_to_prove(tree, node, best)) {
            best = edge;
        }
    }
    return best;
}

int proof_tree_line(const ProofTree *tree, Point *line, int most)
{
    uint32_t number = ROOT;
    int length = 0;
    int64_t edge;
    while (number != 0 && length < most) {
        const ProofTreeNode *node = &tree->nodes[number];
        if (!is_inner(node) || are_settled(work_out(tree, node, &edge))) {
            break;
        }
        bool is_pass = node->state == PROOF_NODE_PASS;
        line[length++] = is_pass ? POINT_NONE : tree->edges[edge].move;
        number = is_pass ? node->pass : tree->edges[edge].node;
    }
    return length;
}

/* --- zones --- */

static void add_zone_of(ProofTree *tree, uint32_t number, int passes, PointSet *zone);

/* The zones of the answers of a defender's node, which is on the board. */
static void add_zone_of_answers(ProofTree *tree, uint32_t number, int passes, PointSet *zone)
{
    const ProofTreeNode *node = &tree->nodes[number];
    for (int64_t i = 0; i < node->edge_count; i++) {
        const ProofEdge *edge = &tree->edges[node->edges + i];
        board_play(&tree->board, edge->move, tree->board.side);
        add_zone_of(tree, edge->node, passes, zone);
        board_undo(&tree->board);
    }
}

/* The zone of a proven node of the defender, which is on the board. */
static void add_zone_of_defence(ProofTree *tree, uint32_t number, int passes, PointSet *zone)
{
    const ProofTreeNode *node = &tree->nodes[number];
    ProofOutcome outcome = proof_tree_outcome(tree, number);
    int defender = tree->board.side;
    proof_zone_add_danger(&tree->board, tree->root->game.win_length, defender, passes, zone);
    proof_outcome_add_zone(&outcome, &tree->board.geometry, zone);
    if (node->pass != 0) {
        board_set_side(&tree->board, rules_opponent(defender));
        add_zone_of(tree, node->pass, passes + 1, zone);
        board_set_side(&tree->board, defender);
    }
    add_zone_of_answers(tree, number, passes, zone);
}

/* Works out the zone of a proven node of the attacker, which is on the board. */
static void work_out_zone(ProofTree *tree, uint32_t number, int passes, PointSet *zone)
{
    const ProofTreeNode *node = &tree->nodes[number];
    if (node->state == PROOF_NODE_PROVEN) {
        ProofOutcome outcome = proof_tree_outcome(tree, number);
        proof_outcome_add_zone(&outcome, &tree->board.geometry, zone);
        return;
    }
    const ProofEdge *edge = &tree->edges[node->edges];
    point_set_add(zone, edge->move);
    board_play(&tree->board, edge->move, tree->board.side);
    add_zone_of_defence(tree, edge->node, passes, zone);
    board_undo(&tree->board);
}

/* Adds the zone of a proven node of the attacker, which is on the board, after that many passes.
 * Each is worked out once. */
static void add_zone_of(ProofTree *tree, uint32_t number, int passes, PointSet *zone)
{
    if (tree->nodes[number].zone == 0) {
        PointSet own = {{0}};
        work_out_zone(tree, number, passes, &own);
        tree->zones =
            grown(tree, tree->zones, &tree->zone_room, tree->zone_count + 1, sizeof *tree->zones);
        if (tree->failed) {
            return;
        }
        tree->zones[tree->zone_count] = own;
        tree->nodes[number].zone = (uint32_t)tree->zone_count++;
    }
    point_set_join(zone, &tree->zones[tree->nodes[number].zone]);
}

/* --- choosing leaves --- */

static uint32_t child_of(ProofTree *tree, const Path *path, int64_t edge)
{
    if (tree->edges[edge].node == 0) {
        uint64_t key = board_key_after(&tree->board, tree->edges[edge].move);
        uint32_t known = known_node(tree, key);
        ProofNumbers guess = {tree->edges[edge].proof, tree->edges[edge].disproof};
        tree->edges[edge].node = known != 0 ? known : add_node(tree, key, path->length + 1, guess);
    }
    return tree->edges[edge].node;
}

/* Goes on to a child; false if there was no memory for it. */
static bool step_to_child(ProofTree *tree, Path *path, uint32_t child, Point move)
{
    if (child == 0) {
        return false;
    }
    path->move[path->length++] = move;
    path->node[path->length] = child;
    if (move == POINT_NONE) {
        board_set_side(&tree->board, rules_opponent(tree->board.side));
    } else {
        board_play(&tree->board, move, tree->board.side);
    }
    return true;
}

/* Goes on from an inner node, to its pass or by an edge; false if there was no memory. */
static bool step_on(ProofTree *tree, Path *path, int64_t edge)
{
    const ProofTreeNode *node = &tree->nodes[path->node[path->length]];
    if (node->state == PROOF_NODE_PASS) {
        return step_to_child(tree, path, node->pass, POINT_NONE);
    }
    uint32_t child = child_of(tree, path, edge);
    return step_to_child(tree, path, child, tree->edges[edge].move);
}

/* Brings the numbers of a path up to date, from its end to the root. */
static void update_path(ProofTree *tree, const Path *path)
{
    for (int i = path->length; i >= 0; i--) {
        update_node(tree, path->node[i]);
    }
}

/* The edge of the move that the main search named last; NULL: it was not asked. */
static const ProofEdge *best_edge(const ProofTree *tree, const ProofTreeNode *node)
{
    for (int64_t i = 0; node->best != POINT_NONE && i < node->edge_count; i++) {
        if (tree->edges[node->edges + i].move == node->best) {
            return &tree->edges[node->edges + i];
        }
    }
    return NULL;
}

/* Says whether the best move is to be given up: the same answers have been open for as long as it
 * took to prove the others. */
static bool is_stuck(const ProofTree *tree, const ProofTreeNode *node)
{
    const ProofEdge *edge = best_edge(tree, node);
    if (edge == NULL || edge->node == 0 || edge->given_up) {
        return false;
    }
    const ProofTreeNode *defence = &tree->nodes[edge->node];
    uint64_t since = defence->searched - defence->changed;
    return defence->state == PROOF_NODE_OPEN && since > PROOF_PATIENCE && since > defence->changed;
}

/* How many positions the main search is to visit to say which move of the open node is best; 0: it
 * is not to be asked. */
static uint64_t nodes_to_think(const ProofTree *tree, const ProofTreeNode *node)
{
    if (!attacks(node) || node->edge_count < 2 || tree->effort != NULL) {
        return 0;
    }
    const Game *game = &tree->root->game;
    uint64_t nodes = proof_think_nodes(game, node->thoughts);
    if (nodes > 0 && is_stuck(tree, node)) {
        return proof_think_nodes(game, node->thoughts - 1);
    }
    return node->searched / THINK_SHARE >= nodes ? nodes : 0;
}

/* Goes from the root to a leaf, or to a node whose moves are to be looked at again. False if a node
 * on the way turned out to be settled: then the numbers above it have been brought up to date, and
 * the way is another one. */
static bool descend(ProofTree *tree, Path *path)
{
    path->length = 0;
    path->node[0] = ROOT;
    for (;;) {
        uint32_t number = path->node[path->length];
        ProofTreeNode *node = &tree->nodes[number];
        int64_t edge;
        if (!is_inner(node)) {
            return true;
        }
        ProofNumbers numbers = work_out(tree, node, &edge);
        if (are_settled(numbers)) {
            update_path(tree, path);
            return false;
        }
        if (nodes_to_think(tree, node) > 0) {
            node->state = PROOF_NODE_THINK;
            return true;
        }
        if (!step_on(tree, path, edge)) {
            return true;
        }
        const ProofTreeNode *child = &tree->nodes[path->node[path->length]];
        if (are_settled((ProofNumbers){child->proof, child->disproof})) {
            update_path(tree, path);
            return false;
        }
    }
}

static int passes_of(const Path *path)
{
    int passes = 0;
    for (int i = 0; i < path->length; i++) {
        passes += path->move[i] == POINT_NONE;
    }
    return passes;
}

/* Of the answers beside that one, the nearest whose proof took a search; 0 if there is none. */
static uint32_t similar_answer(const ProofTree *tree, uint32_t defence, Point answer)
{
    const ProofTreeNode *node = &tree->nodes[defence];
    int nearest = SIDE_MAX;
    uint32_t similar = 0;
    for (int64_t i = 0; node->state == PROOF_NODE_OPEN && i < node->edge_count; i++) {
        const ProofEdge *edge = &tree->edges[node->edges + i];
        int away = geometry_distance(&tree->board.geometry, edge->move, answer);
        if (edge->node != 0 && tree->nodes[edge->node].state == PROOF_NODE_PROVEN &&
            tree->nodes[edge->node].searched >= EXAMPLE_MIN && away < nearest) {
            nearest = away;
            similar = edge->node;
        }
    }
    return similar;
}

/* Gives a leaf of the attacker's, where threats do not win, the proof after another answer. */
static void add_example(ProofTree *tree, const Path *path, ProofLeaf *leaf)
{
    const Game *game = &tree->root->game;
    uint32_t similar = 0;
    leaf->example.count = 0;
    if (path->length > 1 && path->length % 2 == 0 &&
        leaf->question.attempts >= proof_attempts_by_threats(game, path->length)) {
        similar = similar_answer(tree, path->node[path->length - 1], path->move[path->length - 1]);
    }
    if (similar != 0) {
        ProofOutcome outcome = proof_tree_outcome(tree, similar);
        proof_add_bytes(&leaf->example, outcome.bytes.at, outcome.bytes.end - outcome.bytes.at);
        tree->failed |= leaf->example.failed;
    }
    leaf->question.example = proof_reader_of(&leaf->example);
}

/* Lists the moves that the main search is not to name. */
static void list_given_up(const ProofTree *tree, const ProofTreeNode *node, ProofQuestion *question)
{
    bool gives_up = question->think > 0 && is_stuck(tree, node);
    question->given_up_count = 0;
    for (int64_t i = 0; question->think > 0 && i < node->edge_count; i++) {
        const ProofEdge *edge = &tree->edges[node->edges + i];
        if (edge->given_up || (gives_up && edge->move == node->best)) {
            question->given_up[question->given_up_count++] = edge->move;
        }
    }
}

/* Adds the leaf at the end of the path, which is on the board, to the batch. */
static void add_leaf(ProofTree *tree, const Path *path)
{
    ProofLeaf *leaf = &tree->batch[tree->batch_count++];
    uint32_t number = path->node[path->length], pass = tree->nodes[number].pass;
    const ProofTreeNode *node = &tree->nodes[number];
    leaf->node = number;
    leaf->proof = node->proof;
    leaf->disproof = node->disproof;
    memcpy(leaf->above, path->node, sizeof *path->node * (size_t)path->length);
    leaf->question.attempts = node->attempts;
    leaf->question.think = node->state == PROOF_NODE_THINK ? nodes_to_think(tree, node) : 0;
    list_given_up(tree, node, &leaf->question);
    leaf->question.effort = tree->effort;
    add_example(tree, path, leaf);
    leaf->question.pass_is_won = pass != 0;
    leaf->question.zone = (PointSet){{0}};
    if (pass != 0) {
        board_set_side(&tree->board, tree->root->board.side);
        add_zone_of(tree, pass, passes_of(path) + 1, &leaf->question.zone);
        board_set_side(&tree->board, rules_opponent(tree->root->board.side));
    }
    leaf->question.path_length = path->length;
    memcpy(leaf->question.path, path->move, sizeof *path->move * (size_t)path->length);
}

/* Counts the leaf as proven until its outcome is there. */
static void suppose(ProofTree *tree, const Path *path)
{
    ProofTreeNode *leaf = &tree->nodes[path->node[path->length]];
    leaf->proof = 0;
    leaf->disproof = PROOF_NUMBER_INFINITE;
    update_path(tree, path);
}

/* Notes the nodes of the path, whose numbers have to be worked out again after the batch. */
static void touch(ProofTree *tree, const Path *path)
{
    tree->touched = grown(tree, tree->touched, &tree->touched_room,
                          tree->touched_count + path->length + 1, sizeof *tree->touched);
    for (int i = 0; !tree->failed && i <= path->length; i++) {
        uint64_t order = PROOF_PATH_MAX - (uint64_t)i;
        tree->touched[tree->touched_count++] = order << 32 | path->node[i];
    }
}

void proof_tree_choose(ProofTree *tree)
{
    Path path;
    tree->batch_count = 0;
    tree->touched_count = 0;
    while (tree->batch_count < PROOF_BATCH && !proof_tree_is_settled(tree) && !tree->failed) {
        bool is_leaf = descend(tree, &path);
        touch(tree, &path);
        if (is_leaf && !tree->failed) {
            add_leaf(tree, &path);
            suppose(tree, &path);
        }
        while (tree->board.count > tree->root->board.count) {
            board_undo(&tree->board);
        }
    }
}

/* --- outcomes --- */

ProofOutcome proof_tree_outcome(const ProofTree *tree, uint32_t node)
{
    ProofReader reader = {tree->log.bytes + tree->nodes[node].outcome,
                          tree->log.bytes + tree->log.count, false};
    ProofOutcome outcome;
    proof_outcome_read(&reader, &tree->board.geometry, &outcome);
    return outcome;
}

static bool add_edges(ProofTree *tree, ProofTreeNode *node, ProofOutcome *outcome)
{
    const Geometry *geometry = &tree->board.geometry;
    node->state = PROOF_NODE_OPEN;
    node->edges = tree->edge_count;
    tree->edges = grown(tree, tree->edges, &tree->edge_room, tree->edge_count + outcome->moves,
                        sizeof *tree->edges);
    if (tree->failed || outcome->moves > UINT16_MAX) {
        return false;
    }
    node->edge_count = (uint16_t)outcome->moves;
    for (int64_t i = 0; i < outcome->moves; i++) {
        Point move;
        ProofNumbers numbers;
        if (!proof_outcome_read_move(&outcome->rest, geometry, &move, &numbers)) {
            return false;
        }
        tree->edges[tree->edge_count++] = (ProofEdge){
            .proof = (uint16_t)numbers.proof, .disproof = (uint16_t)numbers.disproof, .move = move};
    }
    return true;
}

/* Makes the pass a move of the tree. The attempts by threats, which failed there, are not repeated.
 */
static bool add_pass(ProofTree *tree, uint32_t number, const ProofOutcome *outcome)
{
    ProofTreeNode *node = &tree->nodes[number];
    uint64_t key = node->key ^ zobrist_white_to_move();
    uint32_t pass = known_node(tree, key);
    if (attacks(node) || outcome->numbers.proof == 0 || outcome->numbers.disproof == 0) {
        return false;
    }
    if (pass == 0) {
        ProofNumbers guess = {outcome->numbers.proof, outcome->numbers.disproof};
        int plies = node->plies + 1;
        pass = add_node(tree, key, plies, guess);
        if (pass == 0) {
            return false;
        }
        tree->nodes[pass].attempts = (uint8_t)proof_attempts_by_threats(&tree->root->game, plies);
    }
    tree->nodes[number].state = PROOF_NODE_PASS;
    tree->nodes[number].pass = pass;
    return true;
}

/* Applies what the main search said of the moves. False if it does not fit. */
static bool apply_thought(ProofTree *tree, const ProofLeaf *leaf, const ProofOutcome *outcome)
{
    ProofTreeNode *node = &tree->nodes[leaf->node];
    const ProofQuestion *question = &leaf->question;
    if (node->state != PROOF_NODE_THINK || outcome->lead > UINT16_MAX) {
        return false;
    }
    for (int64_t i = 0; i < node->edge_count; i++) {
        ProofEdge *edge = &tree->edges[node->edges + i];
        edge->given_up = proof_was_given_up(question, edge->move);
    }
    node->state = PROOF_NODE_OPEN;
    node->thoughts++;
    node->best = outcome->best;
    node->lead = (uint16_t)outcome->lead;
    return true;
}

/* Applies the outcome of an attempt at a leaf. False if it does not fit. */
static bool apply_attempt(ProofTree *tree, uint32_t number, int64_t place, ProofOutcome *outcome)
{
    ProofTreeNode *node = &tree->nodes[number];
    if (node->state == PROOF_NODE_THINK) {
        return false;
    }
    node->outcome = place;
    node->attempts++;
    switch (outcome->kind) {
    case OUTCOME_PROVEN:
        node->state = PROOF_NODE_PROVEN;
        node->proof = 0;
        node->disproof = PROOF_NUMBER_INFINITE;
        return outcome->bytes.at < outcome->bytes.end;
    case OUTCOME_DISPROVEN:
        node->state = PROOF_NODE_DISPROVEN;
        node->proof = PROOF_NUMBER_INFINITE;
        node->disproof = 0;
        return true;
    case OUTCOME_PASS: return add_pass(tree, number, outcome);
    case OUTCOME_LATER:
        node->proof = outcome->numbers.proof;
        node->disproof = outcome->numbers.disproof;
        return node->proof > 0 && node->disproof > 0;
    default: return add_edges(tree, node, outcome);
    }
}

/* Applies the outcome for a leaf. False if it does not fit. */
static bool apply_outcome(ProofTree *tree, const ProofLeaf *leaf, int64_t place,
                          ProofOutcome *outcome)
{
    tree->searched += outcome->searched;
    tree->nodes[leaf->node].searched += outcome->searched;
    for (int i = 0; i < leaf->question.path_length; i++) {
        tree->nodes[leaf->above[i]].searched += outcome->searched;
    }
    return outcome->kind == OUTCOME_THOUGHT ? apply_thought(tree, leaf, outcome)
                                            : apply_attempt(tree, leaf->node, place, outcome);
}

static int farthest_first(const void *one, const void *other)
{
    uint64_t left = *(const uint64_t *)one, right = *(const uint64_t *)other;
    return (left > right) - (left < right);
}

/* Works out the numbers of all nodes that depended on the batch, those far from the root first. */
static void update_touched(ProofTree *tree)
{
    qsort(tree->touched, (size_t)tree->touched_count, sizeof *tree->touched, farthest_first);
    for (int64_t i = 0; i < tree->touched_count; i++) {
        update_node(tree, (uint32_t)tree->touched[i]);
        draw_consequences(tree, (uint32_t)tree->touched[i]);
    }
}

void proof_tree_drop_batch(ProofTree *tree)
{
    for (int i = 0; i < tree->batch_count; i++) {
        ProofTreeNode *node = &tree->nodes[tree->batch[i].node];
        node->proof = tree->batch[i].proof;
        node->disproof = tree->batch[i].disproof;
        node->state = node->state == PROOF_NODE_THINK ? PROOF_NODE_OPEN : node->state;
    }
    tree->batch_count = 0;
    update_touched(tree);
}

bool proof_tree_apply(ProofTree *tree)
{
    ProofReader reader = {tree->log.bytes + tree->log_read, tree->log.bytes + tree->log.count,
                          false};
    for (int i = 0; i < tree->batch_count; i++) {
        ProofOutcome outcome;
        int64_t place = reader.at - tree->log.bytes;
        if (!proof_outcome_read(&reader, &tree->board.geometry, &outcome) ||
            !apply_outcome(tree, &tree->batch[i], place, &outcome)) {
            return false;
        }
    }
    tree->log_read = reader.at - tree->log.bytes;
    update_touched(tree);
    return true;
}
