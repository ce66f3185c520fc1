/* vote - votes weighed by depth and value; see vote.h. */
#include "search/vote.h"

#include "search/parameters.h"

/* The reports of all threads. */
typedef struct {
    const Report *const *reports;
    int count;
    const PointSet *lost;
} Ballot;

/* A thread that got nowhere has no vote, nor one that recommends a lost move or has proved the
 * position lost: it has nothing to recommend. */
static bool has_vote(const Ballot *ballot, int index)
{
    const Report *report = ballot->reports[index];
    return report->depth > 0 && report->value > -VALUE_PROVEN_MIN &&
           !point_set_has(ballot->lost, report->move);
}

static Value worst_value(const Ballot *ballot)
{
    Value worst = VALUE_INFINITE;
    for (int i = 0; i < ballot->count; i++) {
        if (has_vote(ballot, i) && ballot->reports[i]->value < worst) {
            worst = ballot->reports[i]->value;
        }
    }
    return worst;
}

/* How much all reports together count for a move: each by its depth, and by how much better it is
 * than the worst. */
static int64_t votes_for(const Ballot *ballot, Value worst, Point move)
{
    int64_t votes = 0;
    for (int i = 0; i < ballot->count; i++) {
        const Report *report = ballot->reports[i];
        if (has_vote(ballot, i) && report->move == move) {
            votes += (int64_t)(report->value - worst + PARAMETER(VOTE_WORST)) * report->depth;
        }
    }
    return votes;
}

/* Says whether the leader's report needs no vote: its move is not lost, and it has proved its
 * result or has not searched. A position that it has proved lost is lost with every move. */
static bool leader_decides(const Report *report, const PointSet *lost)
{
    bool is_lost = report->value <= -VALUE_PROVEN_MIN;
    return is_lost || (!point_set_has(lost, report->move) &&
                       (report->depth == 0 || report->value >= VALUE_PROVEN_MIN));
}

/* The first report that has proved the position lost; the leader's if none has. */
static int proof_of_loss(const Ballot *ballot)
{
    for (int i = 0; i < ballot->count; i++) {
        const Report *report = ballot->reports[i];
        if (report->depth > 0 && report->value <= -VALUE_PROVEN_MIN) {
            return i;
        }
    }
    return 0;
}

/* What a report with a vote comes to: a proven win goes before all that is none, and the nearer one
 * before the other; without one the votes for its move count. */
typedef struct {
    Value win; /* its value; 0: none is proven */
    int64_t votes;
} Rank;

static Rank rank_of(const Ballot *ballot, Value worst, const Report *report)
{
    return report->value >= VALUE_PROVEN_MIN
               ? (Rank){.win = report->value}
               : (Rank){.votes = votes_for(ballot, worst, report->move)};
}

static bool is_above(const Rank *one, const Rank *other)
{
    return one->win != other->win ? one->win > other->win : one->votes > other->votes;
}

int vote_elect(const Report *const reports[], int count, const PointSet *lost)
{
    Ballot ballot = {reports, count, lost};
    if (leader_decides(reports[0], lost)) {
        return 0;
    }
    Value worst = worst_value(&ballot);
    int best = -1;
    Rank highest = {0};
    for (int i = 0; i < count; i++) {
        Rank rank = has_vote(&ballot, i) ? rank_of(&ballot, worst, reports[i]) : (Rank){0};
        if (has_vote(&ballot, i) && (best < 0 || is_above(&rank, &highest))) {
            best = i;
            highest = rank;
        }
    }
    return best >= 0 ? best : proof_of_loss(&ballot);
}
