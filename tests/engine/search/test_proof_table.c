/* Checks the proof table: an entry comes back as it was stored, and the right one is replaced.
 *
 * A proven win goes through this table into the answer of the engine, so every field takes every
 * value of its range, beside the limits of the others too. What a full bucket keeps costs only time
 * and would pass every other test: a plain list of entries under the same rule is compared with the
 * bucket here.
 */
#include "search/proof_table.h"

#include "drawn.h"
#include "unit.h"

#include <stdlib.h>

enum {
    BUCKET = 4, /* entries that share 64 bytes */
    PLIES_MOST = 511,
    ROUNDS = 200,   /* of filling one bucket at random, */
    NOTES = 100,    /* so often each, */
    POSITIONS = 12, /* with so many positions */
    SCATTERED =
        100000, /* positions all over the table, fewer than half as many as it has room for */
};

static const uint64_t key = UINT64_C(0x0123456789ABCDEF);

static int set_up(void **state)
{
    static ProofTable proofs;
    assert_true(proof_table_init(&proofs));
    *state = &proofs;
    return 0;
}

static int tear_down(void **state)
{
    proof_table_free(*state);
    return 0;
}

FIXTURE(set_up, tear_down)

static Proof proof_of(uint32_t work)
{
    return (Proof){.phi = work, .delta = 1, .move = POINT_NONE};
}

static void store(ProofTable *proofs, uint64_t at, uint32_t work)
{
    Proof proof = proof_of(work);
    proof_table_store(proofs, at, &proof);
}

static void assert_same(const Proof *one, const Proof *other)
{
    assert_int_equal(one->phi, other->phi);
    assert_int_equal(one->delta, other->delta);
    assert_int_equal(one->plies, other->plies);
    assert_int_equal(one->move, other->move);
}

/* Says whether nothing is known: one piece of work either way. */
static bool is_unknown(const ProofTable *proofs, uint64_t at)
{
    Proof proof = proof_table_probe(proofs, at);
    return proof.phi == 1 && proof.delta == 1 && proof.plies == 0 && proof.move == POINT_NONE;
}

static void assert_comes_back(ProofTable *proofs, Proof proof)
{
    proof_table_store(proofs, key, &proof);
    Proof found = proof_table_probe(proofs, key);
    assert_same(&found, &proof);
}

TEST(unknown_is_one_piece_of_work)
{
    uint64_t random = 1;
    assert_true(is_unknown(*state, 0));
    assert_true(is_unknown(*state, UINT64_MAX));
    for (int i = 0; i < 1000; i++) {
        assert_true(is_unknown(*state, drawn_random(&random)));
    }
}

TEST(every_number_comes_back)
{
    for (uint32_t work = 0; work <= PROOF_INFINITE; work += work < 5000 ? 1 : 997) {
        assert_comes_back(*state, (Proof){work, PROOF_INFINITE, 0, POINT_NONE});
        assert_comes_back(*state, (Proof){PROOF_INFINITE, work, PLIES_MOST, POINTS_MAX - 1});
        assert_comes_back(*state, (Proof){PROOF_INFINITE - work, work, 1, 1});
    }
    assert_comes_back(*state, (Proof){PROOF_INFINITE, 0, 0, POINT_NONE});
    assert_comes_back(*state, (Proof){0, PROOF_INFINITE, 0, POINT_NONE});
}

TEST(every_move_and_length_comes_back)
{
    for (int move = 0; move < POINTS_MAX; move++) {
        assert_comes_back(*state, (Proof){0, PROOF_INFINITE, 7, (Point)move});
        assert_comes_back(*state, (Proof){3, 5, 0, (Point)move});
    }
    for (int plies = 0; plies <= PLIES_MOST; plies++) {
        assert_comes_back(*state, (Proof){0, PROOF_INFINITE, plies, POINTS_MAX - 1});
        assert_comes_back(*state, (Proof){0, PROOF_INFINITE, plies, POINT_NONE});
    }
}

/* A key that differs in one bit is another position. */
TEST(whole_key_is_compared)
{
    store(*state, key, 9);
    for (int bit = 0; bit < 64; bit++) {
        assert_true(is_unknown(*state, key ^ UINT64_C(1) << bit));
    }
}

TEST(first_and_last_key_have_a_place)
{
    store(*state, 0, 2);
    store(*state, UINT64_MAX, 3);
    assert_int_equal(proof_table_probe(*state, 0).phi, 2);
    assert_int_equal(proof_table_probe(*state, UINT64_MAX).phi, 3);
}

/* Storing a position again, often and with whatever numbers, takes no place from its neighbours. */
TEST(same_position_takes_one_place)
{
    for (uint64_t i = 1; i < BUCKET; i++) {
        store(*state, key + i, 2);
    }
    for (uint32_t work = 100; work > 0; work--) {
        store(*state, key, work);
        assert_int_equal(proof_table_probe(*state, key).phi, work);
    }
    for (uint64_t i = 1; i < BUCKET; i++) {
        assert_int_equal(proof_table_probe(*state, key + i).phi, 2);
    }
}

/* What is settled outlives what is not, and much work little. */
TEST(settled_entries_stay)
{
    Proof won = {0, PROOF_INFINITE, 5, 17}, lost = {PROOF_INFINITE, 0, 0, POINT_NONE};
    proof_table_store(*state, key, &won);
    proof_table_store(*state, key + 1, &lost);
    for (uint64_t i = 2; i < 1000; i++) {
        store(*state, key + i, (uint32_t)i);
    }
    Proof found = proof_table_probe(*state, key);
    assert_same(&found, &won);
    found = proof_table_probe(*state, key + 1);
    assert_same(&found, &lost);
}

/* --- a list that knows the rule by heart --- */

typedef struct {
    uint64_t key;
    uint32_t work;
} Listed;

typedef struct {
    Listed entry[BUCKET];
    int count;
} List;

static Listed *find(List *list, uint64_t at)
{
    for (int i = 0; i < list->count; i++) {
        if (list->entry[i].key == at) {
            return &list->entry[i];
        }
    }
    return NULL;
}

static Listed *least(List *list)
{
    Listed *found = &list->entry[0];
    for (int i = 1; i < list->count; i++) {
        found = list->entry[i].work < found->work ? &list->entry[i] : found;
    }
    return found;
}

static void list_note(List *list, uint64_t at, uint32_t work)
{
    Listed *place = find(list, at);
    if (place == NULL) {
        place = list->count < BUCKET ? &list->entry[list->count++] : least(list);
    }
    *place = (Listed){at, work};
}

/* No two notes have the same work, so that it is always clear which has least. */
TEST(least_work_gives_way)
{
    uint64_t random = 77;
    for (long i = drawn_scaled(ROUNDS); i > 0; i--) {
        uint64_t base = drawn_random(&random) & ~UINT64_C(0xFFFF);
        List list = {.count = 0};
        proof_table_clear(*state);
        for (uint32_t j = 0; j < NOTES; j++) {
            uint64_t at = base + (uint64_t)drawn_below(&random, POSITIONS);
            uint32_t work = 2 + (uint32_t)drawn_below(&random, 1000) * NOTES + j;
            list_note(&list, at, work);
            store(*state, at, work);
            for (uint64_t p = base; p < base + POSITIONS; p++) {
                const Listed *listed = find(&list, p);
                assert_true(listed == NULL ? is_unknown(*state, p)
                                           : proof_table_probe(*state, p).phi == listed->work);
            }
        }
    }
}

/* All over the table nothing is mixed up, and little is lost. */
TEST(many_positions_are_told_apart)
{
    uint64_t random = 5;
    int found = 0;
    for (uint32_t i = 0; i < SCATTERED; i++) {
        store(*state, drawn_random(&random), 2 + i);
    }
    random = 5;
    for (uint32_t i = 0; i < SCATTERED; i++) {
        uint64_t at = drawn_random(&random);
        assert_true(is_unknown(*state, ~at));
        Proof proof = proof_table_probe(*state, at);
        assert_true(proof.phi == 2 + i || is_unknown(*state, at));
        found += proof.phi == 2 + i;
    }
    assert_true(found > SCATTERED * 97 / 100); /* a few buckets overflow */
}

TEST(clearing_forgets)
{
    uint64_t random = 6;
    for (uint32_t i = 0; i < SCATTERED; i++) {
        store(*state, drawn_random(&random), 2 + i);
    }
    store(*state, 0, 7);
    store(*state, UINT64_MAX, 7);
    proof_table_clear(*state);
    random = 6;
    for (uint32_t i = 0; i < SCATTERED; i++) {
        assert_true(is_unknown(*state, drawn_random(&random)));
    }
    assert_true(is_unknown(*state, 0));
    assert_true(is_unknown(*state, UINT64_MAX));
}

TEST(size_is_what_was_said)
{
    const ProofTable *proofs = *state;
    assert_int_equal(proofs->buckets * BUCKET * 16, PROOF_TABLE_BYTES);
}
