/* settled - proofs for tests: what tools/prove/prove.h does, without threads, state and
 * compression. */
#ifndef TENGEN_TESTS_SETTLED_H
#define TENGEN_TESTS_SETTLED_H

#include "tools/prove/proof_tree.h"

enum { PROOF_NODES = 1 << 18 }; /* that a job has room for */

/* Grows a tree until its root is settled; all attempts have that effort, or the usual one. */
void settle(Worker *worker, const Position *root, const ProofEffort *effort, ProofTree *tree);

/* Appends the body of a proof that the side to move wins the position; it must. */
void settled_body(Worker *worker, const Position *root, ProofBytes *body);

/* Appends the file of it, not compressed. */
void settled_proof(Worker *worker, const Position *root, ProofBytes *file);

#endif
