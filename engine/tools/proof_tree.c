/* proof_tree - choosing leaves, growing nodes, numbers; see proof_tree.h. */
#include "tools/proof_tree.h"

#include "tools/array.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROOT = 1,
    SLOTS_FIRST = 1 << 12, /* a power of two */
    SIBLINGS_PART = 8,     /* so many open siblings count as one more position to settle */
};

/* The numbers of a node or of an edge. */
typedef struct {
    uint32_t proof, disproof;
} Numbers;

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

static uint32_t *slot_of(const ProofTree *tree, uint64_t key)
{
    uint64_t slot = key & (uint64_t)(tree->slot_count - 1);
    while (tree->slots[slot] != 0 && tree->nodes[tree->slots[slot]].key != key) {
        slot = (slot + 1) & (uint64_t)(tree->slot_count - 1);
    }
    return &tree->slots[slot];
}

static void grow_slots(ProofTree *tree)
{
    int64_t count = tree->slot_count == 0 ? SLOTS_FIRST : tree->slot_count * 2;
    uint32_t *slots = calloc((size_t)count, sizeof *slots);
    if (slots == NULL) {
        tree->failed = true;
        return;
    }
    free(tree->slots);
    tree->slots = slots;
    tree->slot_count = count;
    for (int64_t i = ROOT; i < tree->node_count; i++) {
        *slot_of(tree, tree->nodes[i].key) = (uint32_t)i;
    }
}

/* Adds a node; 0 if there is no memory. */
static uint32_t add_node(ProofTree *tree, uint64_t key, int plies, Numbers guess)
{
    if (tree->node_count * 2 >= tree->slot_count) {
        grow_slots(tree);
    }
    tree->nodes =
        grown(tree, tree->nodes, &tree->node_room, tree->node_count + 1, sizeof *tree->nodes);
    if (tree->failed) {
        return 0;
    }
    tree->nodes[tree->node_count] = (ProofTreeNode){.key = key,
                                                    .proof = guess.proof,
                                                    .disproof = guess.disproof,
                                                    .plies = (uint16_t)plies,
                                                    .state = PROOF_NODE_NEW};
    *slot_of(tree, key) = (uint32_t)tree->node_count;
    return (uint32_t)tree->node_count++;
}

bool proof_tree_init(ProofTree *tree, const Position *root)
{
    *tree = (ProofTree){.root = root, .board = root->board, .node_count = ROOT};
    add_node(tree, root->board.key, 0, (Numbers){1, 1});
    return !tree->failed;
}

void proof_tree_free(ProofTree *tree)
{
    free(tree->nodes);
    free(tree->edges);
    free(tree->slots);
    free(tree->touched);
    proof_drop_bytes(&tree->log);
}

bool proof_tree_is_settled(const ProofTree *tree)
{
    return tree->nodes[ROOT].proof == 0 || tree->nodes[ROOT].disproof == 0;
}

int64_t proof_tree_bytes(const ProofTree *tree)
{
    return tree->node_room * (int64_t)sizeof *tree->nodes +
           tree->edge_room * (int64_t)sizeof *tree->edges +
           tree->slot_count * (int64_t)sizeof *tree->slots + tree->log.room +
           tree->touched_room * (int64_t)sizeof *tree->touched;
}

/* --- numbers --- */

static bool attacks(const ProofTreeNode *node)
{
    return node->plies % 2 == 0;
}

static Numbers numbers_of(const ProofTree *tree, const ProofEdge *edge)
{
    if (edge->node == 0) {
        return (Numbers){edge->proof, edge->disproof};
    }
    const ProofTreeNode *node = &tree->nodes[edge->node];
    return (Numbers){node->proof, node->disproof};
}

/* For whom all moves must be settled: the most that one needs, and a part of the number of the rest. */
static uint32_t together(uint32_t most, int open)
{
    if (open == 0 || most >= PROOF_WORK_INFINITE) {
        return open == 0 ? 0 : PROOF_WORK_INFINITE;
    }
    return most + (uint32_t)(open - 1) / SIBLINGS_PART;
}

/* Works out the numbers of an open node from its moves, and which move to go on with. */
static Numbers summarize(const ProofTree *tree, const ProofTreeNode *node, int64_t *best)
{
    bool is_attack = attacks(node);
    uint32_t least = PROOF_WORK_INFINITE, most = 0;
    int open = 0;
    *best = -1;
    for (int64_t i = 0; i < node->edge_count; i++) {
        Numbers edge = numbers_of(tree, &tree->edges[node->edges + i]);
        uint32_t one = is_attack ? edge.proof : edge.disproof;
        uint32_t all = is_attack ? edge.disproof : edge.proof;
        if (all > 0 && (*best < 0 || one < least)) {
            *best = node->edges + i;
        }
        least = one < least ? one : least;
        most = all > most ? all : most;
        open += all > 0;
    }
    uint32_t sum = together(most, open);
    return is_attack ? (Numbers){least, sum} : (Numbers){sum, least};
}

static void update(ProofTree *tree, uint32_t number)
{
    ProofTreeNode *node = &tree->nodes[number];
    int64_t best;
    if (node->state == PROOF_NODE_OPEN) {
        Numbers numbers = summarize(tree, node, &best);
        node->proof = numbers.proof;
        node->disproof = numbers.disproof;
    }
}

const ProofEdge *proof_tree_best(const ProofTree *tree, uint32_t number)
{
    const ProofTreeNode *node = &tree->nodes[number];
    const ProofEdge *best = NULL;
    for (int64_t i = 0; node->state == PROOF_NODE_OPEN && i < node->edge_count; i++) {
        const ProofEdge *edge = &tree->edges[node->edges + i];
        if (best == NULL || numbers_of(tree, edge).proof < numbers_of(tree, best).proof) {
            best = edge;
        }
    }
    return best;
}

/* --- choosing leaves --- */

static uint32_t child_of(ProofTree *tree, const Path *path, int64_t edge)
{
    if (tree->edges[edge].node == 0) {
        uint64_t key = board_key_after(&tree->board, tree->edges[edge].move);
        uint32_t known = *slot_of(tree, key);
        Numbers guess = {tree->edges[edge].proof, tree->edges[edge].disproof};
        tree->edges[edge].node = known != 0 ? known : add_node(tree, key, path->length + 1, guess);
    }
    return tree->edges[edge].node;
}

/* Brings the numbers of a path up to date, from its end to the root. */
static void update_path(ProofTree *tree, const Path *path)
{
    for (int i = path->length; i >= 0; i--) {
        update(tree, path->node[i]);
    }
}

/* Goes from the root to a leaf. False if a node on the way turned out to be settled: then the numbers
 * above it have been brought up to date, and the way is another one. */
static bool descend(ProofTree *tree, Path *path)
{
    path->length = 0;
    path->node[0] = ROOT;
    for (;;) {
        uint32_t number = path->node[path->length];
        const ProofTreeNode *node = &tree->nodes[number];
        int64_t edge;
        if (node->state != PROOF_NODE_OPEN) {
            return true;
        }
        Numbers numbers = summarize(tree, node, &edge);
        if (numbers.proof == 0 || numbers.disproof == 0) {
            update_path(tree, path);
            return false;
        }
        uint32_t child = child_of(tree, path, edge);
        if (child == 0) {
            return true;
        }
        path->move[path->length++] = tree->edges[edge].move;
        path->node[path->length] = child;
        board_play(&tree->board, tree->edges[edge].move, tree->board.side);
        if (tree->nodes[child].proof == 0 || tree->nodes[child].disproof == 0) {
            update_path(tree, path);
            return false;
        }
    }
}

static void add_leaf(ProofTree *tree, const Path *path)
{
    ProofLeaf *leaf = &tree->batch[tree->batch_count++];
    leaf->node = path->node[path->length];
    leaf->question.attempts = tree->nodes[leaf->node].attempts;
    leaf->question.path_length = path->length;
    memcpy(leaf->question.path, path->move, sizeof *path->move * (size_t)path->length);
}

/* Counts the leaf as proven until its record is there, and notes what depends on that. */
static void suppose(ProofTree *tree, const Path *path)
{
    ProofTreeNode *leaf = &tree->nodes[path->node[path->length]];
    leaf->proof = 0;
    leaf->disproof = PROOF_WORK_INFINITE;
    update_path(tree, path);
}

/* All nodes whose numbers were worked out on the way have to be worked out again after the batch. */
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

/* --- records --- */

ProofRecord proof_tree_record(const ProofTree *tree, uint32_t node)
{
    ProofReader reader = {tree->log.bytes + tree->nodes[node].record,
                          tree->log.bytes + tree->log.count, false};
    ProofRecord record;
    proof_record_read(&reader, &tree->board.geometry, &record);
    return record;
}

static bool add_edges(ProofTree *tree, ProofTreeNode *node, ProofRecord *record)
{
    const Geometry *geometry = &tree->board.geometry;
    node->state = PROOF_NODE_OPEN;
    node->edges = tree->edge_count;
    tree->edges = grown(tree, tree->edges, &tree->edge_room, tree->edge_count + record->moves,
                        sizeof *tree->edges);
    if (tree->failed || record->moves > UINT16_MAX) {
        return false;
    }
    node->edge_count = (uint16_t)record->moves;
    for (int64_t i = 0; i < record->moves; i++) {
        ProofEdge *edge = &tree->edges[tree->edge_count++];
        ProofWork work;
        if (!proof_record_read_move(&record->rest, geometry, &edge->move, &work)) {
            return false;
        }
        edge->node = 0;
        edge->proof = (uint16_t)work.proof;
        edge->disproof = (uint16_t)work.disproof;
    }
    return true;
}

/* Works in the outcome of an attempt at a leaf. */
static bool apply_record(ProofTree *tree, uint32_t number, int64_t place, ProofRecord *record)
{
    ProofTreeNode *node = &tree->nodes[number];
    node->record = place;
    node->attempts++;
    tree->searched += record->searched;
    switch (record->kind) {
    case RECORD_PROVEN:
        node->state = PROOF_NODE_PROVEN;
        node->proof = 0;
        node->disproof = PROOF_WORK_INFINITE;
        return record->bytes.at < record->bytes.end;
    case RECORD_DISPROVEN:
        node->state = PROOF_NODE_DISPROVEN;
        node->proof = PROOF_WORK_INFINITE;
        node->disproof = 0;
        return true;
    case RECORD_LATER:
        node->proof = record->work.proof;
        node->disproof = record->work.disproof;
        return node->proof > 0 && node->disproof > 0;
    default: return add_edges(tree, node, record);
    }
}

static int by_number(const void *one, const void *other)
{
    uint64_t left = *(const uint64_t *)one, right = *(const uint64_t *)other;
    return (left > right) - (left < right);
}

/* Works out the numbers of all nodes that depended on the batch, those far from the root first. */
static void update_touched(ProofTree *tree)
{
    qsort(tree->touched, (size_t)tree->touched_count, sizeof *tree->touched, by_number);
    for (int64_t i = 0; i < tree->touched_count; i++) {
        update(tree, (uint32_t)tree->touched[i]);
    }
}

bool proof_tree_apply(ProofTree *tree)
{
    ProofReader reader = {tree->log.bytes + tree->log_read, tree->log.bytes + tree->log.count,
                          false};
    for (int i = 0; i < tree->batch_count; i++) {
        ProofRecord record;
        int64_t place = reader.at - tree->log.bytes;
        if (!proof_record_read(&reader, &tree->board.geometry, &record) ||
            !apply_record(tree, tree->batch[i].node, place, &record)) {
            return false;
        }
    }
    tree->log_read = reader.at - tree->log.bytes;
    update_touched(tree);
    return true;
}
