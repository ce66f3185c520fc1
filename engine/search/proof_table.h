/* proof_table - what the solver remembers: how much is left to prove or disprove in a position.
 *
 * A bucketed array of 16-byte entries over Zobrist keys, like the transposition table but for one
 * thread. Of a full bucket the entry goes on which the least work was spent.
 */
#ifndef TENGEN_SEARCH_PROOF_TABLE_H
#define TENGEN_SEARCH_PROOF_TABLE_H

#include "board/geometry.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PROOF_BITS = 21,
    PROOF_INFINITE = (1 << PROOF_BITS) - 1, /* so much work as never will be done: it cannot be */
    PROOF_TABLE_BYTES = 4 << 20,
};

/* What is known of a position, from the attacker's view. */
typedef struct {
    uint32_t proof;    /* positions that must at least be proven to prove it; 0: proven */
    uint32_t disproof; /* the same to disprove it */
    int plies;         /* of a proven win: moves until five, at most */
    Point move;        /* the move that led to these numbers, or POINT_NONE */
} Proof;

typedef struct {
    struct ProofSlot *slots; /* owned */
    size_t buckets;
    size_t noted; /* since it was empty */
} ProofTable;

/* Makes room for PROOF_TABLE_BYTES; false if there is no memory. */
bool proof_table_init(ProofTable *proofs);

/* Gives the memory back. */
void proof_table_free(ProofTable *proofs);

/* Forgets everything; costs nothing if there is nothing to forget. */
void proof_table_clear(ProofTable *proofs);

/* Says whether what was noted begins to get into the way of what is to come. */
bool proof_table_is_crowded(const ProofTable *proofs);

/* What is known of the position; one that nothing is known of is one piece of work either way. */
Proof proof_table_probe(const ProofTable *proofs, uint64_t key);

/* Notes what is known now, after so much work. */
void proof_table_store(ProofTable *proofs, uint64_t key, const Proof *proof);

#endif
