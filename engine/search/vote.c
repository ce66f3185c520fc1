/* vote - votes weighed by depth and value; see vote.h. */
#include "search/vote.h"

#include "search/parameters.h"

/* A thread that got nowhere has no vote, nor one that has proved the position lost: it has nothing
 * to recommend. */
static bool has_vote(const Report *report)
{
    return report->depth > 0 && report->value > -VALUE_PROVEN_MIN;
}

static Value worst_value(const Report *const reports[], int count)
{
    Value worst = VALUE_INFINITE;
    for (int i = 0; i < count; i++) {
        if (has_vote(reports[i]) && reports[i]->value < worst) {
            worst = reports[i]->value;
        }
    }
    return worst;
}

/* How much all reports together count for a move: each by its depth, and by how much better it is
 * than the worst. */
static int64_t votes_for(const Report *const reports[], int count, Value worst, Point move)
{
    int64_t votes = 0;
    for (int i = 0; i < count; i++) {
        const Report *report = reports[i];
        if (has_vote(report) && report->move == move) {
            votes += (int64_t)(report->value - worst + PARAMETER(VOTE_WORST)) * report->depth;
        }
    }
    return votes;
}

int vote_elect(const Report *const reports[], int count)
{
    if (reports[0]->depth == 0 || value_is_proven(reports[0]->value)) {
        return 0;
    }
    Value worst = worst_value(reports, count);
    int best = 0;
    int64_t most = votes_for(reports, count, worst, reports[0]->move);
    for (int i = 1; i < count; i++) {
        int64_t votes = votes_for(reports, count, worst, reports[i]->move);
        bool proves = reports[i]->value >= VALUE_PROVEN_MIN,
             best_proves = value_is_proven(reports[best]->value);
        bool is_better =
            proves || best_proves ? reports[i]->value > reports[best]->value : votes > most;
        if (has_vote(reports[i]) && is_better) {
            best = i;
            most = votes;
        }
    }
    return best;
}
