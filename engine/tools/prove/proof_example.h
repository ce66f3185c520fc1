/* proof_example - the proof of a similar position, whose moves are tried first.
 *
 * After most of the defender's answers the attacker wins in much the same way. To follow a known
 * proof takes thousands of positions, where a search for a new one takes hundreds of thousands. An
 * example is no more than advice: proof_threats.c works out all that it says.
 */
#ifndef TENGEN_TOOLS_PROVE_PROOF_EXAMPLE_H
#define TENGEN_TOOLS_PROVE_PROOF_EXAMPLE_H

#include "tools/prove/proof_body.h"

/* A node of the attacker. */
typedef struct {
    uint32_t place;   /* where in the bytes it begins */
    uint32_t pass;    /* the node after the defender's pass, or 0 */
    uint32_t answers; /* the first of them */
    uint16_t answer_count;
    Point move;
} ProofExampleNode;

typedef struct {
    uint32_t node;
    Point point;
} ProofExampleAnswer;

/* Node 0 says nothing. All zero: there is no example. */
typedef struct {
    ProofExampleNode *nodes; /* owned */
    int64_t node_count, node_room;
    ProofExampleAnswer *answers; /* owned */
    int64_t answer_count, answer_room;
} ProofExample;

/* Reads a proof, as proof_threats.h makes it, in place of what the example was. Returns the node
 * that it begins with; 0 if it makes no sense, has no move, or there is no memory. */
uint32_t proof_example_read(ProofExample *example, const Geometry *geometry, ProofReader proof);

/* Frees the memory and leaves no example. */
void proof_example_free(ProofExample *example);

/* The node after the defender's answer to the move of a node. To an answer that the proof does not
 * list it replies as to the pass. */
uint32_t proof_example_after(const ProofExample *example, uint32_t node, Point answer);

#endif
