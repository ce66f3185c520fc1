/* proof_table - packing and replacing; see proof_table.h. */
#include "search/proof_table.h"

#include "port/cpu.h"
#include "port/port.h"

#include <string.h>

enum {
    BUCKET = 4, /* slots */
    PLIES_BITS = 9,
    MOVE_BITS = 11,
    DELTA_SHIFT = PROOF_BITS,
    PLIES_SHIFT = 2 * PROOF_BITS,
    MOVE_SHIFT = PLIES_SHIFT + PLIES_BITS,
};

_Static_assert(MOVE_SHIFT + MOVE_BITS <= 64, "a proof fits its word");

typedef struct ProofSlot {
    uint64_t key;
    uint64_t data; /* zero: empty */
} ProofSlot;

_Static_assert(BUCKET * sizeof(ProofSlot) == CACHE_LINE, "a bucket is a cache line");

bool proof_table_init(ProofTable *proofs)
{
    proofs->stored = 0;
    proofs->buckets = PROOF_TABLE_BYTES / (BUCKET * sizeof(ProofSlot));
    proofs->slots = port_pages_new(PROOF_TABLE_BYTES);
    return proofs->slots != NULL;
}

void proof_table_free(ProofTable *proofs)
{
    port_pages_free(proofs->slots, PROOF_TABLE_BYTES);
    proofs->slots = NULL;
}

void proof_table_clear(ProofTable *proofs)
{
    if (proofs->stored > 0) {
        memset(proofs->slots, 0, PROOF_TABLE_BYTES);
        proofs->stored = 0;
    }
}

bool proof_table_is_crowded(const ProofTable *proofs)
{
    return proofs->stored > proofs->buckets * BUCKET;
}

static ProofSlot *proof_bucket_of(const ProofTable *proofs, uint64_t key)
{
    return &proofs->slots[(key >> 32) * proofs->buckets >> 32 << 2];
}

static uint64_t pack_proof(const Proof *proof)
{
    return (uint64_t)proof->phi | (uint64_t)proof->delta << DELTA_SHIFT |
           (uint64_t)proof->plies << PLIES_SHIFT | (uint64_t)proof->move << MOVE_SHIFT;
}

static uint32_t proof_field(uint64_t data, int shift, int bits)
{
    return (uint32_t)(data >> shift & ((UINT64_C(1) << bits) - 1));
}

Proof proof_table_probe(const ProofTable *proofs, uint64_t key)
{
    const ProofSlot *slot = proof_bucket_of(proofs, key);
    for (int i = 0; i < BUCKET; i++, slot++) {
        if (slot->key == key && slot->data != 0) {
            return (Proof){
                .phi = proof_field(slot->data, 0, PROOF_BITS),
                .delta = proof_field(slot->data, DELTA_SHIFT, PROOF_BITS),
                .plies = (int)proof_field(slot->data, PLIES_SHIFT, PLIES_BITS),
                .move = (Point)proof_field(slot->data, MOVE_SHIFT, MOVE_BITS),
            };
        }
    }
    return (Proof){.phi = 1, .delta = 1, .move = POINT_NONE};
}

/* How much an entry is worth keeping: settled ones the most (one number is infinite), else by the
 * work left to do, which grows with the work done. */
static uint32_t proof_keep_score(uint64_t data)
{
    return proof_field(data, 0, PROOF_BITS) + proof_field(data, DELTA_SHIFT, PROOF_BITS);
}

void proof_table_store(ProofTable *proofs, uint64_t key, const Proof *proof)
{
    ProofSlot *slot = proof_bucket_of(proofs, key), *worst = slot;
    for (int i = 0; i < BUCKET; i++, slot++) {
        if (slot->data == 0 || slot->key == key) {
            worst = slot;
            break;
        }
        if (proof_keep_score(slot->data) < proof_keep_score(worst->data)) {
            worst = slot;
        }
    }
    *worst = (ProofSlot){key, pack_proof(proof)};
    proofs->stored++;
}
