/* counters - keeping the numbers and writing them; see counters.h. */
#include "search/counters.h"

#ifdef COUNTERS

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    PLACES_BITS = 20, /* of the notes about who stored what: more than a short search stores */
    PLACES = 1 << PLACES_BITS,
    DEFICITS = 9, /* deep enough, 1 to 7 quarters too shallow, more */
    SECOND_US = 1000000,
    US_NS = 1000,
};

_Static_assert((int)THREADS_MAX <= (int)PLACES, "a thread's number fits below the key");

typedef enum { OWN, OTHER, SOURCES } Source;

typedef struct {
    int64_t us[MARKS];
    uint64_t hits[SOURCES][DEFICITS];
    uint64_t equal;
} ThreadCounters;

/* A thread writes its own numbers; the leader reads them when it has joined the thread. */
struct Counters {
    int64_t begin_us;
    int threads;
    Point led; /* the leader's move before the vote */
    ThreadCounters thread[THREADS_MAX];
    _Atomic uint64_t stored[PLACES]; /* the key's upper bits, and the thread below them */
};

static int64_t counters_now_us(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * SECOND_US + now.tv_nsec / US_NS;
}

void counters_begin(Search *lead, int threads)
{
    lead->counters = lead->counters != NULL ? lead->counters : calloc(1, sizeof *lead->counters);
    lead->thread = 0;
    if (lead->counters != NULL) {
        lead->counters->begin_us = counters_now_us();
        lead->counters->threads = threads;
        for (int i = 0; i < threads; i++) {
            lead->counters->thread[i] = (ThreadCounters){.equal = 0};
        }
    }
}

void counters_share(Search *helper, const Search *lead, int thread)
{
    helper->counters = lead->counters;
    helper->thread = thread;
}

void counters_free(Search *lead)
{
    if (lead != NULL) {
        free(lead->counters);
        lead->counters = NULL;
    }
}

static ThreadCounters *counters_of(const Search *search)
{
    return &search->counters->thread[search->thread];
}

void counters_mark(Search *search, CounterMark mark)
{
    if (search->counters != NULL) {
        counters_of(search)->us[mark] = counters_now_us() - search->counters->begin_us;
    }
}

void counters_led(Search *lead, const Report *report)
{
    counters_mark(lead, MARK_END);
    if (lead->counters != NULL) {
        lead->counters->led = report->move;
    }
}

static _Atomic uint64_t *counters_place(const Search *search)
{
    return &search->counters->stored[search->position.board.key % PLACES];
}

void counters_store(Search *search)
{
    if (search->counters != NULL) {
        uint64_t key = search->position.board.key & ~(uint64_t)(PLACES - 1);
        atomic_store_explicit(counters_place(search), key | (unsigned)search->thread,
                              memory_order_relaxed);
    }
}

/* Says whether it is known who stored the position, and takes it. */
static bool counters_source(const Search *search, Source *source)
{
    uint64_t stored = atomic_load_explicit(counters_place(search), memory_order_relaxed);
    *source = stored % PLACES == (unsigned)search->thread ? OWN : OTHER;
    return (stored ^ search->position.board.key) < PLACES;
}

void counters_probe(Search *search, int depth, const TtEntry *entry)
{
    Source source;
    if (search->counters == NULL) {
        return;
    }
    if (counters_of(search)->us[MARK_FIRST] == 0) {
        counters_mark(search, MARK_FIRST);
    }
    if (entry->bound != BOUND_NONE && counters_source(search, &source)) {
        int quarters = (depth - entry->depth + TT_DEPTH_STEP - 1) / TT_DEPTH_STEP;
        int deficit = depth <= entry->depth ? 0 : quarters < DEFICITS ? quarters : DEFICITS - 1;
        counters_of(search)->hits[source][deficit]++;
        counters_of(search)->equal +=
            source == OTHER && depth / TT_DEPTH_STEP == entry->depth / TT_DEPTH_STEP;
    }
}

static void counters_tell_thread(const ThreadCounters *thread, int index)
{
    fprintf(stderr,
            "thread %d us begin %" PRId64 " first %" PRId64 " end %" PRId64 " joined %" PRId64,
            index, thread->us[MARK_BEGIN], thread->us[MARK_FIRST], thread->us[MARK_END],
            thread->us[MARK_JOINED]);
    for (int source = 0; source < SOURCES; source++) {
        fputs(source == OWN ? " own" : " other", stderr);
        for (int i = 0; i < DEFICITS; i++) {
            fprintf(stderr, " %" PRIu64, thread->hits[source][i]);
        }
    }
    fprintf(stderr, " equal %" PRIu64 "\n", thread->equal);
}

/* Where a helper has proved the position lost, any move is one that loses. */
static bool is_refuted(const Search *lead, const Report *answer)
{
    return point_set_has(&lead->lost, answer->move) && answer->value > -VALUE_PROVEN_MIN;
}

void counters_tell(const Search *lead, const Report *answer)
{
    if (lead->counters == NULL || answer->move == POINT_NONE) {
        return;
    }
    const Geometry *geometry = &lead->position.board.geometry;
    Coordinates led = geometry_coordinates(geometry, lead->counters->led),
                elected = geometry_coordinates(geometry, answer->move);
    fprintf(stderr, "threads %d nodes %" PRIu64 " permille %d\n", lead->counters->threads,
            answer->nodes, tt_permille_full(lead->table));
    for (int i = 0; i < lead->counters->threads; i++) {
        counters_tell_thread(&lead->counters->thread[i], i);
    }
    fprintf(stderr, "vote leader %d,%d elected %d,%d refuted %d\n", led.x, led.y, elected.x,
            elected.y, is_refuted(lead, answer));
}

#endif
