/* proof_table - what the solver remembers: the proof numbers of positions.
 *
 * A bucketed array of 16-byte entries over Zobrist keys, like the transposition table, but for one
 * thread. In a full bucket the entry on which the least work was spent is replaced.
 */
#ifndef TENGEN_SEARCH_PROOF_TABLE_H
#define TENGEN_SEARCH_PROOF_TABLE_H

#include "board/geometry.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PROOF_BITS = 21,
    PROOF_INFINITE = (1 << PROOF_BITS) - 1, /* it cannot be proved, whatever the work */
    PROOF_TABLE_BYTES = 4 << 20,
};

/* What is known of a position, from the view of the side to move. The attacker's goal is to win,
 * the defender's is not to lose. */
typedef struct {
    uint32_t phi;   /* positions to settle, at least, before the side to move reaches its goal; 0:
                       that is proved */
    uint32_t delta; /* the same for the opponent */
    int plies;      /* of a win that is proved: moves of both sides until five, at most; else 0 */
    Point move;     /* the move that led to these numbers, or POINT_NONE */
} Proof;

typedef struct {
    struct ProofSlot *slots; /* owned */
    size_t buckets;
    size_t stored; /* how often, since it was empty */
} ProofTable;

/* Makes room for PROOF_TABLE_BYTES; false if there is no memory. */
bool proof_table_init(ProofTable *proofs);

/* Gives the memory back. */
void proof_table_free(ProofTable *proofs);

/* Forgets everything; costs nothing if there is nothing to forget. */
void proof_table_clear(ProofTable *proofs);

/* Says whether old entries begin to crowd out new ones. */
bool proof_table_is_crowded(const ProofTable *proofs);

/* What is known of the position; phi and delta are 1 if nothing is. */
Proof proof_table_probe(const ProofTable *proofs, uint64_t key);

/* Stores what is known now of the position. */
void proof_table_store(ProofTable *proofs, uint64_t key, const Proof *proof);

/* Says whether nothing is known, not even a move. */
static inline bool proof_is_unknown(const Proof *proof)
{
    return proof->phi == 1 && proof->delta == 1 && proof->move == POINT_NONE;
}

#endif
