/* proof_write - the file of a proof: what was found, put together, each position once.
 *
 * The tree of the search is walked twice. The first walk counts how often each position comes up,
 * after how many passes; the second writes it where it comes up first, as a lemma if it comes up
 * again, and later refers to it. Proofs by threats from different leaves share lemmas, too.
 */
#ifndef TENGEN_TOOLS_PROVE_PROOF_WRITE_H
#define TENGEN_TOOLS_PROVE_PROOF_WRITE_H

#include "tools/prove/proof_tree.h"

/* What a proof comes to. */
typedef struct {
    int64_t nodes;   /* of the attacker, as the file counts them */
    int64_t lemmas;  /* positions that others refer to */
    int64_t answers; /* explicit ones */
    int64_t zones;   /* answers covered by a zone */
} ProofSize;

/* Writes the body of the proof of a tree whose root is proven. The table of positions takes no more
 * than `memory` bytes; a position that it has no room for is written again each time. False if
 * there is no memory for the rest. */
bool proof_write_body(const ProofTree *tree, int64_t memory, ProofBytes *body, ProofSize *size);

/* Writes the header of a proof of that position that has `nodes` nodes. */
void proof_write_header(const Position *root, int64_t nodes, ProofBytes *header);

#endif
