/* team - several threads that think about one position (lazy SMP).
 *
 * One search leads: it listens to the clock, tells what it finds, and its answer counts. The others
 * search the same position for themselves and help by what they leave in the table, which all of
 * them share: what one has found out, the next need not. They start at different depths, so that
 * they seldom do the same at the same time; when the leader has its answer, they stop.
 */
#ifndef TENGEN_SEARCH_TEAM_H
#define TENGEN_SEARCH_TEAM_H

#include "search/root.h"

enum {
    TEAM_THREADS_MAX = 128,
    TEAM_HELPER_BYTES = 3 << 20, /* of memory, about, that a thread more takes */
};

typedef struct {
    Search *lead;           /* borrowed */
    struct Helper *helpers; /* owned */
    int helper_count;
} Team;

/* Sets how many threads think, the leader's among them (1..TEAM_THREADS_MAX). False if there is no
 * memory for so many; then there are as many as before. Nobody may be thinking. */
bool team_resize(Team *team, int threads);

/* Dismisses the helpers. */
void team_free(Team *team);

/* Thinks about lead->position as root_think does. Where the system gives no threads, fewer think.
 * The nodes of the report, and of those that the listener hears, are those of all. */
Report team_think(Team *team, const Limits *limits, const RootListener *listener);

#endif
