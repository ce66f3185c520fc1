/* balance - rounds of ever longer searches over ever fewer candidates; see balance.h. */
#include "balance/balance.h"

#include "search/candidates.h"
#include "search/clock.h"
#include "search/ordering.h"
#include "search/root.h"

#include <stdlib.h>
#include <string.h>

enum {
    CANDIDATES_MAX = 32, /* moves that are judged at all: the rest would be good or bad, not even */
    FIRST_NODES = 500,   /* of the shortest searches; each round doubles them */
    ROUNDS = 12,         /* of a contest, if time allows */
    FIRST_MOVES_MAX = 6, /* first moves of a pair that are tried */
};

typedef struct {
    Point point;
    Value value; /* after the move, to its player; the least estimate before it is judged */
} Candidate;

typedef struct {
    Search *search;
    Value target;
    const PointSet *allowed; /* NULL: all points */
    int keep;                /* so many candidates win, 1 or more */
    Candidate candidates[MOVES_MAX];
    int count;
    uint64_t nodes; /* searched so far */
} Contest;

Value balance_judge(Search *search, uint64_t nodes)
{
    return root_think_nodes(search, nodes, 1, NULL).value;
}

/* The values of the multipv search as they come in, and those of the last completed iteration. */
typedef struct {
    int count;
    Value *coming, *complete;
    bool has_iteration;
} Values;

static void note_candidate_value(void *context, const Report *report)
{
    Values *list = context;
    list->coming[report->pv_index] = report->value;
    if (report->pv_index == list->count - 1) {
        memcpy(list->complete, list->coming, sizeof *list->complete * (size_t)list->count);
        list->has_iteration = true;
    }
}

bool balance_judge_moves(Search *search, uint64_t nodes, int count, Value values[])
{
    Value coming[MOVES_MAX];
    Values list = {
        .count = count < MOVES_MAX ? count : MOVES_MAX, .coming = coming, .complete = values};
    RootListener listener = {.context = &list, .on_iteration = note_candidate_value};
    root_think_nodes(search, nodes, list.count, &listener);
    return list.has_iteration && list.count == count;
}

/* Says whether the move may be part of a balanced position: a win may not. */
static bool may_balance(const Contest *contest, Point point)
{
    Position *position = &contest->search->position;
    const PointSet *allowed = contest->allowed;
    return (allowed == NULL || point_set_has(allowed, point)) &&
           position_threat(position, point) != THREAT_FIVE && !position_forbids(position, point);
}

static void add_candidate(Contest *contest, Point point)
{
    if (may_balance(contest, point)) {
        contest->candidates[contest->count++] = (Candidate){point, -VALUE_ESTIMATE_MAX};
    }
}

/* Lists the legal moves near the stones, in the order in which the search would try them; all that
 * are allowed, if none of them is near. */
static void list_contestants(Contest *contest)
{
    Position *position = &contest->search->position;
    Move moves[MOVES_MAX];
    int count = candidates_list(position, SITUATION_QUIET, moves);
    ordering_score_static(contest->search->evaluator.tables, position, moves, count);
    contest->count = 0;
    for (int i = 0; i < count; i++) {
        ordering_pick(moves, count, i);
        add_candidate(contest, moves[i].point);
    }
    if (contest->count == 0 && contest->allowed != NULL) {
        for (Point point = 0; point < position->board.geometry.points; point++) {
            if (position->board.at[point] == EMPTY) {
                add_candidate(contest, point);
            }
        }
    }
}

/* Brings the list down to `most`, taking every n-th, so that good and dull moves remain. */
static void thin_out(Contest *contest, int most)
{
    if (contest->count > most) {
        for (int i = 0; i < most; i++) {
            contest->candidates[i] = contest->candidates[i * contest->count / most];
        }
        contest->count = most;
    }
}

/* Drops those behind the first ones. */
static void keep_at_most(Contest *contest, int most)
{
    contest->count = contest->count < most ? contest->count : most;
}

/* Judges the candidates, as far as time allows. Of the first round only those that were judged
 * remain, but as many as shall win; later, one that was not judged again keeps the value of the
 * round before. */
static void judge_all(Contest *contest, uint64_t nodes)
{
    Position *position = &contest->search->position;
    for (int i = 0; i < contest->count; i++) {
        if (i > 0 && clock_is_over(contest->search->clock)) {
            if (nodes == FIRST_NODES) {
                keep_at_most(contest, i > contest->keep ? i : contest->keep);
            }
            return;
        }
        position_play(position, contest->candidates[i].point, position->board.side);
        contest->candidates[i].value = -balance_judge(contest->search, nodes);
        contest->nodes += contest->search->nodes;
        position_undo(position);
    }
}

/* Sorts by distance from the target; equals keep their order by point. */
static void sort_by_evenness(Contest *contest)
{
    for (int i = 1; i < contest->count; i++) {
        Candidate candidate = contest->candidates[i];
        int at = i;
        while (at > 0 && abs(contest->candidates[at - 1].value - contest->target) >
                             abs(candidate.value - contest->target)) {
            contest->candidates[at] = contest->candidates[at - 1];
            at--;
        }
        contest->candidates[at] = candidate;
    }
}

/* Halves the field round by round, with searches of double length, up to `rounds` times. */
static void hold_rounds(Contest *contest, int rounds)
{
    uint64_t nodes = FIRST_NODES;
    for (int round = 0; round < rounds && contest->count > 0; round++, nodes *= 2) {
        judge_all(contest, nodes);
        sort_by_evenness(contest);
        if (contest->count <= contest->keep || clock_is_over(contest->search->clock)) {
            break;
        }
        int half = (contest->count + 1) / 2;
        keep_at_most(contest, half > contest->keep ? half : contest->keep);
    }
}

static Balanced winner(const Contest *contest)
{
    if (contest->count == 0) {
        return (Balanced){{POINT_NONE, POINT_NONE}, VALUE_DRAW, contest->nodes};
    }
    return (Balanced){
        {contest->candidates[0].point, POINT_NONE}, contest->candidates[0].value, contest->nodes};
}

static Balanced hold_contest(Contest *contest, int most, int rounds)
{
    list_contestants(contest);
    thin_out(contest, most);
    hold_rounds(contest, rounds);
    return winner(contest);
}

Balanced balance_one_within(Search *search, Value target, const PointSet *allowed)
{
    Contest contest = {.search = search, .target = target, .allowed = allowed, .keep = 1};
    return hold_contest(&contest, CANDIDATES_MAX, ROUNDS);
}

int balance_best(Search *search, const PointSet *allowed, int count, Point points[], Value values[],
                 uint64_t *nodes)
{
    Contest contest = {
        .search = search, .target = VALUE_INFINITE, .allowed = allowed, .keep = count};
    list_contestants(&contest);
    keep_at_most(&contest, count > CANDIDATES_MAX ? count : CANDIDATES_MAX);
    hold_rounds(&contest, ROUNDS);
    keep_at_most(&contest, count);
    for (int i = 0; i < contest.count; i++) {
        points[i] = contest.candidates[i].point;
        values[i] = contest.candidates[i].value;
    }
    *nodes += contest.nodes;
    return contest.count;
}

Balanced balance_one(Search *search, Value target)
{
    return balance_one_within(search, target, NULL);
}

Balanced balance_two(Search *search, Value target)
{
    enum { ROUNDS_OF_PAIR = 4, SECOND_MOVES_MAX = 16 };
    Position *position = &search->position;
    Contest firsts = {.search = search};
    Balanced best = {{POINT_NONE, POINT_NONE}, VALUE_DRAW, 0};
    uint64_t nodes = 0;
    list_contestants(&firsts);
    thin_out(&firsts, FIRST_MOVES_MAX);
    for (int i = 0; i < firsts.count; i++) {
        Point first = firsts.candidates[i].point;
        position_play(position, first, position->board.side);
        Contest seconds = {.search = search, .target = target, .keep = 1};
        Balanced second = hold_contest(&seconds, SECOND_MOVES_MAX, ROUNDS_OF_PAIR);
        position_undo(position);
        nodes += second.nodes;
        bool is_better =
            best.moves[0] == POINT_NONE || abs(second.value - target) < abs(best.value - target);
        if (second.moves[0] != POINT_NONE && is_better) {
            best = (Balanced){{first, second.moves[0]}, second.value, 0};
        }
        if (best.moves[0] != POINT_NONE && clock_is_over(search->clock)) {
            break;
        }
    }
    best.nodes = nodes;
    return best;
}
