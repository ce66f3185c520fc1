/* proof_tree - the search for a proof above what threats decide: best-first proof numbers.
 *
 * A node is a position, an edge a move. A position that several lines lead to is one node. Of the
 * attacker's moves the one counts that leaves the least to prove. The defender's answers must all
 * be proven, and the one that is nearest to escape is tried first. At the leaves the numbers are
 * guesses (proof_job.h). Above them a node adds up as `together` in proof_tree.c says.
 *
 * Where threats do not win after the defender's pass, the pass is a move of the tree, and the
 * attacker goes on from there. A stone more makes a win no harder for him (but for fouls in renju),
 * so this has to be proven in any case. Once it is, its zone is worked out from its proof, and the
 * defender's node gets the answers in that zone. If it is disproven, the node gets all answers. A
 * zone holds for one proof, so a node of the attacker keeps the move that it was proven by.
 *
 * Which move the attacker tries first decides how much work there is. So wherever the work below a
 * node of his is a multiple of what a longer main search takes, that is asked which move is best.
 * The other moves' proof numbers then count as larger. A move is given up for another one if its
 * open answers stay the same for as long as it took to prove the others.
 *
 * Leaves are tried in batches. A leaf in the batch counts as proven while the others are chosen, so
 * the batch takes what has to be proven in any case. Which leaves are in a batch depends on the
 * outcomes before it alone. So all outcomes in their order are the whole state of the search, and
 * the tree can be grown again from them.
 */
#ifndef TENGEN_TOOLS_PROVE_PROOF_TREE_H
#define TENGEN_TOOLS_PROVE_PROOF_TREE_H

#include "tools/games/key_set.h"
#include "tools/prove/proof_job.h"

/* Leaves that are tried together. In a small batch fewer of them turn out to be needless; a large
 * one has work for more cores. Measured in nodes for 35 openings of four stones, batches of 64 need
 * 1.18 times as many as batches of 8, those of 16 need 1.10, of 4 0.96, and of 1 0.93. */
enum { PROOF_BATCH = 8 };

/* Positions that the search visits below a move before that is given up, at the least. */
#define PROOF_PATIENCE UINT64_C(16000000)

#define PROOF_NUMBER_INFINITE UINT32_C(0x40000000) /* it cannot be done */

/* A move from a node. */
typedef struct {
    uint32_t node; /* after the move; 0: not made yet, and then the numbers below count */
    uint16_t proof, disproof; /* guesses */
    Point move;
    bool given_up; /* the attacker's, which was the best once: the main search does not name it */
} ProofEdge;

typedef enum {
    PROOF_NODE_NEW,    /* not tried, or not long enough */
    PROOF_NODE_PASS,   /* the defender's: his pass has to be settled first */
    PROOF_NODE_OPEN,   /* its moves are known */
    PROOF_NODE_THINK,  /* the attacker's, in a batch: the main search is asked for the best move */
    PROOF_NODE_PROVEN, /* by an attempt: its outcome has the proof */
    PROOF_NODE_DISPROVEN,
} ProofNodeState;

typedef struct {
    uint64_t key;
    int64_t outcome; /* where its last outcome begins */
    int64_t edges;   /* the first of them */
    uint32_t proof, disproof;
    uint32_t pass; /* the defender's: the node after his pass; 0: the pass is no move of the tree */
    uint32_t zone; /* of the attacker's, once it was asked for: its number in `zones`; else 0 */
    uint16_t edge_count;
    uint16_t plies; /* from the root, with passes */
    uint8_t state;
    uint8_t attempts;  /* so far */
    uint8_t thoughts;  /* the attacker's: how often the main search was asked for the best move */
    Point best;        /* that it named last; POINT_NONE: none yet */
    uint16_t lead;     /* added to the proof numbers of the other moves */
    uint16_t open;     /* the defender's: answers that are not proven */
    uint64_t searched; /* positions that the searches visited there and below */
    uint64_t changed;  /* the defender's: the same when `open` became what it is */
} ProofTreeNode;

typedef struct {
    uint32_t node;
    uint32_t proof, disproof;       /* of the node, as they were before the batch */
    uint32_t above[PROOF_PATH_MAX]; /* the nodes on the way to it, the root first */
    ProofBytes example;             /* which the question reads */
    ProofQuestion question;
} ProofLeaf;

typedef struct {
    const Position *root;      /* borrowed */
    const ProofEffort *effort; /* of all attempts; NULL, as it begins: the usual ones */
    Board board;               /* of the node that is being visited */
    ProofTreeNode *nodes;      /* the root is number 1 */
    int64_t node_count, node_room;
    ProofEdge *edges;
    int64_t edge_count, edge_room;
    KeyMap numbers;  /* of the nodes by key */
    PointSet *zones; /* of proofs after passes; number 0 stands for none */
    int64_t zone_count, zone_room;
    ProofBytes log;   /* all outcomes, also those that were not applied yet */
    int64_t log_read; /* where those that were not applied begin */
    ProofLeaf batch[PROOF_BATCH];
    int batch_count;
    uint64_t *touched; /* nodes whose numbers have to be worked out again after the batch, each with
                          its distance from the end of the longest path above it */
    int64_t touched_count, touched_room;
    uint64_t searched; /* positions that the searches visited in all */
    bool failed;       /* there was not enough memory */
} ProofTree;

/* Begins a search of the position, whose side to move attacks, with the first move, if it is not
 * POINT_NONE. That must be legal and make no five. False if there is no memory. */
bool proof_tree_init(ProofTree *tree, const Position *root, Point first);

/* Frees what it owns. */
void proof_tree_free(ProofTree *tree);

/* Says whether the root is proven, or disproven. */
bool proof_tree_is_settled(const ProofTree *tree);

/* Chooses the leaves of the next batch, and nodes whose moves are to be looked at again. */
void proof_tree_choose(ProofTree *tree);

/* Applies the outcomes of the batch: leaf number i has the i-th of those in the log that were not
 * applied yet. False if they do not fit. */
bool proof_tree_apply(ProofTree *tree);

/* Drops the batch without its outcomes: the numbers are those of before. */
void proof_tree_drop_batch(ProofTree *tree);

/* The bytes that it holds. */
int64_t proof_tree_bytes(const ProofTree *tree);

/* The edge of a node that leaves the least to prove. NULL if the node has none. */
const ProofEdge *proof_tree_best(const ProofTree *tree, uint32_t node);

/* The moves with which the search goes on from the root, `most` of them at most; POINT_NONE is a
 * pass. Returns how many there are. */
int proof_tree_line(const ProofTree *tree, Point *line, int most);

/* The outcome of a node that has been tried. */
ProofOutcome proof_tree_outcome(const ProofTree *tree, uint32_t node);

static inline const ProofTreeNode *proof_tree_root(const ProofTree *tree)
{
    return &tree->nodes[1];
}

#endif
