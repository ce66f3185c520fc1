/* team - beginning together, ending together; see team.h. */
#include "search/team.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct Helper {
    Search *search; /* owned */
    Limits limits;
    int first_depth;
    pthread_t thread;
    bool runs;
} Helper;

static void helper_free(Helper *helper)
{
    if (helper->search != NULL) {
        search_free(helper->search);
        free(helper->search);
    }
}

static bool helper_init(Helper *helper, const Search *lead, int index)
{
    helper->first_depth = 2 + index % 2;
    helper->search = calloc(1, sizeof *helper->search);
    return helper->search != NULL && search_init(helper->search, lead->table, lead->clock);
}

static void free_all(Helper *helpers, int count)
{
    for (int i = 0; i < count; i++) {
        helper_free(&helpers[i]);
    }
    free(helpers);
}

bool team_resize(Team *team, int threads)
{
    int wanted = threads - 1;
    if (wanted == team->helper_count) {
        return true;
    }
    Helper *helpers = wanted > 0 ? calloc((size_t)wanted, sizeof *helpers) : NULL;
    if (wanted > 0 && helpers == NULL) {
        return false;
    }
    for (int i = 0; i < wanted; i++) {
        if (!helper_init(&helpers[i], team->lead, i)) {
            free_all(helpers, wanted);
            return false;
        }
    }
    free_all(team->helpers, team->helper_count);
    team->helpers = helpers;
    team->helper_count = wanted;
    return true;
}

void team_free(Team *team)
{
    free_all(team->helpers, team->helper_count);
    team->helpers = NULL;
    team->helper_count = 0;
}

static void *help(void *context)
{
    Helper *helper = context;
    root_help(helper->search, &helper->limits, helper->first_depth);
    return NULL;
}

static void begin(const Team *team, Helper *helper, const Limits *limits)
{
    Search *search = helper->search;
    search->position = team->lead->position;
    search->avoided = team->lead->avoided;
    search->plain = team->lead->plain;
    search->nodes = 0;
    helper->limits = *limits;
    helper->limits.lines = 1;
    helper->runs = pthread_create(&helper->thread, NULL, help, helper) == 0;
}

Report team_think(Team *team, const Limits *limits, const RootListener *listener)
{
    for (int i = 0; i < team->helper_count; i++) {
        begin(team, &team->helpers[i], limits);
    }
    Report report = root_think(team->lead, limits, listener);
    if (team->helper_count > 0) {
        clock_stop(team->lead->clock);
    }
    for (int i = 0; i < team->helper_count; i++) {
        if (team->helpers[i].runs) {
            pthread_join(team->helpers[i].thread, NULL);
            report.nodes += team->helpers[i].search->nodes;
        }
    }
    return report;
}
