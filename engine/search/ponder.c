/* ponder - a search without end, its clock and its thread; see ponder.h. */
#include "search/ponder.h"

#include "port/port.h"
#include "search/root.h"

enum { PONDER_FIRST_DEPTH = 1 };

/* A search that goes on until it is stopped. */
static Limits endless(void)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.turn_ms = INT64_MAX;
    return limits;
}

static void *ponder_thread(void *context)
{
    Ponder *ponder = context;
    Limits limits = endless();
    root_help(ponder->search, &limits, PONDER_FIRST_DEPTH);
    return NULL;
}

static void free_search(Ponder *ponder)
{
    if (ponder->search != NULL) {
        search_free(ponder->search);
        port_pages_free(ponder->search, sizeof *ponder->search);
        ponder->search = NULL;
    }
}

/* Makes the search if there is none yet; false if there is no memory for it. */
static bool make_ponder_search(Ponder *ponder, const Search *lead)
{
    if (ponder->search == NULL) {
        ponder->search = port_pages_new(sizeof *ponder->search);
        if (ponder->search != NULL && !search_init(ponder->search, lead->table, &ponder->clock)) {
            free_search(ponder);
        }
    }
    return ponder->search != NULL;
}

void ponder_start(Ponder *ponder, const Search *lead)
{
    Limits limits = endless();
    if (make_ponder_search(ponder, lead)) {
        ponder_stop(ponder);
        ponder->search->role = ROLE_HELPS;
        ponder->search->position = lead->position;
        eval_use(&ponder->search->evaluator, lead->evaluator.tables);
        clock_start(&ponder->clock, &limits);
        ponder->runs = pthread_create(&ponder->thread, NULL, ponder_thread, ponder) == 0;
    }
}

void ponder_stop(Ponder *ponder)
{
    if (ponder->runs) {
        clock_stop(&ponder->clock);
        pthread_join(ponder->thread, NULL);
        ponder->runs = false;
    }
}

void ponder_free(Ponder *ponder)
{
    ponder_stop(ponder);
    free_search(ponder);
}
