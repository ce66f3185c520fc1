/* effort - see effort.h. */
#include "tools/games/effort.h"

#include <string.h>

void effort_begin(Effort *effort, const Search *search)
{
    memset(effort, 0, sizeof *effort);
    effort->search = search;
    effort->current = POINT_NONE;
}

static void list(Effort *effort, Point move)
{
    if (!effort->is_listed[move]) {
        effort->is_listed[move] = true;
        effort->moves[effort->count++] = move;
    }
}

/* Adds what was spent since the move began. */
static void close_move(Effort *effort)
{
    if (effort->current != POINT_NONE) {
        effort->nodes[effort->current] += effort->search->nodes - effort->since;
        effort->current = POINT_NONE;
    }
}

static void hear_move(void *context, MoveEvent event, Point move)
{
    Effort *effort = context;
    if (event == MOVE_BEGINS) {
        list(effort, move);
        effort->current = move;
        effort->since = effort->search->nodes;
    } else if (event == MOVE_ENDS) {
        close_move(effort);
    }
}

static void hear_iteration(void *context, const Report *report)
{
    Effort *effort = context;
    list(effort, report->move);
    effort->was_best[report->move] = true;
}

RootListener effort_listener(Effort *effort)
{
    return (RootListener){.context = effort, .on_iteration = hear_iteration, .on_move = hear_move};
}

/* Says whether a move is to be noted before another one. */
static bool goes_before(const Effort *effort, Point one, Point other)
{
    if (effort->was_best[one] != effort->was_best[other]) {
        return effort->was_best[one];
    }
    return effort->nodes[one] != effort->nodes[other] ? effort->nodes[one] > effort->nodes[other]
                                                      : one < other;
}

/* Brings the move that is to be noted next to that place. */
static void pick(Effort *effort, int place)
{
    for (int i = place + 1; i < effort->count; i++) {
        Point first = effort->moves[place], move = effort->moves[i];
        if (goes_before(effort, move, first)) {
            effort->moves[place] = move;
            effort->moves[i] = first;
        }
    }
}

static uint8_t share_of(const Effort *effort, Point move, uint64_t all)
{
    return all == 0 ? 0 : (uint8_t)(effort->nodes[move] * RECORD_SHARE_ONE / all);
}

/* The nodes below all moves. */
static uint64_t add_up(const Effort *effort)
{
    uint64_t all = 0;
    for (int i = 0; i < effort->count; i++) {
        all += effort->nodes[effort->moves[i]];
    }
    return all;
}

void effort_write(Effort *effort, Point chosen, int most, RecordOthers *others)
{
    close_move(effort); /* the one in which the search was cut short */
    uint64_t all = add_up(effort);
    *others = (RecordOthers){.share = share_of(effort, chosen, all)};
    for (int i = 0; i < effort->count && others->count < most; i++) {
        pick(effort, i);
        Point move = effort->moves[i];
        uint8_t share = share_of(effort, move, all);
        if (move != chosen && (share > 0 || effort->was_best[move])) {
            others->list[others->count++] = (RecordOther){move, share, effort->was_best[move]};
        }
    }
}
