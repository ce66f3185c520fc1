/* Checks that threads can use a transposition table that grows meanwhile.
 *
 * Which thread comes first cannot be told, so what is checked is what must hold in any case: nobody
 * ever finds an entry that was not stored like that, and hardly anything is lost. With
 * ThreadSanitizer (-fsanitize=thread) it also shows whether they share more than they say.
 */
#include "search/tt.h"

#include "drawn.h"
#include "stored.h"
#include "unit.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

enum {
    FIRST_BYTES = 1 << 20,    /* of a table that can grow */
    LONG_MS = 1000 * 60 * 60, /* enough for any step */
    STORING_THREADS = 3,
    STORED_BY_EACH = 1 << 17,
    LEAST_KNOWN_PERCENT = 80, /* some 92 are known in the end; buckets overflow here and there */
};

/* A thread that stores positions of its own while another one lets the table grow. */
typedef struct {
    TranspositionTable *table;
    uint64_t seed;
    _Atomic int *storing; /* how many still do */
    pthread_t thread;
} Storer;

/* What a position's entry says follows from its key, so that a wrong one is seen. */
static TtEntry entry_for(uint64_t at)
{
    uint64_t random = at;
    return (TtEntry){
        .move = (Point)drawn_below(&random, POINTS_MAX),
        .bound = BOUND_LOWER,
        .value = drawn_below(&random, VALUE_ESTIMATE_MAX),
        .eval = drawn_below(&random, VALUE_ESTIMATE_MAX),
        .depth = drawn_below(&random, 100) * TT_DEPTH_STEP,
    };
}

/* Returns the number of entries that were wrong. */
static void *store_many(void *context)
{
    Storer *storer = context;
    uint64_t random = storer->seed;
    uintptr_t wrong = 0;
    for (uint64_t i = 0; i < STORED_BY_EACH; i++) {
        uint64_t at = drawn_random(&random);
        TtEntry entry = entry_for(at), found;
        while (i > buckets_of(storer->table) * TT_BUCKET_ENTRIES / 2 / STORING_THREADS) {
            sched_yield(); /* let it grow: what is crowded out proves nothing */
        }
        tt_store(storer->table, at, 0, &entry);
        if (tt_probe(storer->table, at, 0, &found)) {
            wrong += found.move != entry.move || found.value != entry.value ||
                     found.eval != entry.eval || found.depth != entry.depth ||
                     found.bound != entry.bound;
        }
    }
    atomic_fetch_sub(storer->storing, 1);
    return (void *)wrong;
}

static unsigned known_of(const TranspositionTable *table, uint64_t seed)
{
    unsigned known = 0;
    for (int i = 0; i < STORED_BY_EACH; i++) {
        known += knows(table, drawn_random(&seed));
    }
    return known;
}

/* From the first size to the eightfold, while three threads store. */
TEST(others_go_on_while_it_grows)
{
    TranspositionTable table = {.buckets = NULL};
    Storer storers[STORING_THREADS];
    _Atomic int storing = STORING_THREADS;
    assert_true(tt_resize(&table, (size_t)FIRST_BYTES * 32));
    for (int i = 0; i < STORING_THREADS; i++) {
        storers[i] = (Storer){.table = &table, .seed = 60 + (uint64_t)i, .storing = &storing};
        assert_int_equal(pthread_create(&storers[i].thread, NULL, store_many, &storers[i]), 0);
    }
    while (atomic_load(&storing) > 0) {
        tt_grow(&table, LONG_MS);
    }
    unsigned known = 0;
    for (int i = 0; i < STORING_THREADS; i++) {
        void *wrong;
        pthread_join(storers[i].thread, &wrong);
        assert_null(wrong);
        known += known_of(&table, storers[i].seed);
    }
    assert_true(buckets_of(&table) >= 8 * (FIRST_BYTES / sizeof *table.buckets));
    assert_true(known > STORED_BY_EACH * STORING_THREADS / 100 * LEAST_KNOWN_PERCENT);
    tt_free(&table);
}

/* One thread at a time: a second one that comes along has better things to do than to wait. */
TEST(one_thread_grows)
{
    TranspositionTable table = {.buckets = NULL};
    uint64_t random = 51, first = FIRST_BYTES / sizeof *table.buckets;
    assert_true(tt_resize(&table, (size_t)FIRST_BYTES * 2));
    for (uint64_t i = 0; i < first * TT_BUCKET_ENTRIES / 2; i++) {
        store(&table, drawn_random(&random), 1);
    }
    atomic_store(&table.growing, true);
    assert_false(tt_grow(&table, LONG_MS));
    assert_int_equal(buckets_of(&table), first);
    atomic_store(&table.growing, false);
    assert_true(tt_grow(&table, LONG_MS));
    assert_false(atomic_load(&table.growing));
    tt_free(&table);
}
