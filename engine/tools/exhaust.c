/* exhaust - depth-first with a table; see exhaust.h. */
#include "tools/exhaust.h"

#include "search/ordering.h"
#include "tools/proof_zone.h"

#include <stdlib.h>

enum {
    ASK_NODES = 1 << 14, /* nodes between two questions whether to go on */
    WIN_BIT = 1,         /* of an entry: the attacker wins; the other bits are those of the key */
};

typedef struct {
    Search *search;
    int attacker;
    uint64_t end;
    bool (*go_on)(void *context);
    void *context;
    uint64_t *table;
    uint64_t slots; /* a power of two */
    bool stopped;
} Exhaust;

static bool attacker_wins(Exhaust *exhaust, int ply);

static uint64_t *slot_of(const Exhaust *exhaust)
{
    return &exhaust->table[exhaust->search->position.board.key >> 1 & (exhaust->slots - 1)];
}

static bool count_node(Exhaust *exhaust)
{
    Search *search = exhaust->search;
    search->nodes++;
    bool asks = search->nodes % ASK_NODES == 0;
    exhaust->stopped |=
        search->nodes >= exhaust->end || (asks && !exhaust->go_on(exhaust->context));
    return !exhaust->stopped;
}

/* The moves that count, in the order of the policy; all that are legal where none of the forced ones
 * helps, for a defender who cannot move at all has not lost. */
static int list_moves(Exhaust *exhaust, Situation situation, Move *moves)
{
    Position *position = &exhaust->search->position;
    int count = situation == SITUATION_QUIET ? candidates_list_all(position, moves)
                                             : candidates_list(position, situation, moves);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (!position_forbids(position, moves[i].point)) {
            moves[kept++] = moves[i];
        }
    }
    if (kept == 0 && situation != SITUATION_QUIET) {
        return list_moves(exhaust, SITUATION_QUIET, moves);
    }
    ordering_score_static(exhaust->search->evaluator.tables, position, moves, kept);
    return kept;
}

/* Tries the moves until one gives the side to move what it wants: the attacker a win, the defender
 * none. */
static bool try_moves(Exhaust *exhaust, int ply, Situation situation)
{
    Position *position = &exhaust->search->position;
    bool attacks = position->board.side == exhaust->attacker;
    Move *moves = search_moves(exhaust->search, ply);
    int count = list_moves(exhaust, situation, moves);
    for (int i = 0; i < count && !exhaust->stopped; i++) {
        ordering_pick(moves, count, i);
        position_play(position, moves[i].point, position->board.side);
        bool wins = attacker_wins(exhaust, ply + 1);
        position_undo(position);
        if (wins == attacks) {
            return wins;
        }
    }
    return count > 0 && !attacks; /* a defender who may not move anywhere has not lost */
}

/* Says whether the attacker wins; nothing if the search has stopped. */
static bool attacker_wins(Exhaust *exhaust, int ply)
{
    const Position *position = &exhaust->search->position;
    bool attacks = position->board.side == exhaust->attacker;
    Situation situation = candidates_situation(position);
    if (situation == SITUATION_FIVE || situation == SITUATION_OPEN_FOUR) {
        return attacks;
    }
    if (!count_node(exhaust) || position->board.empty == 0) {
        return false;
    }
    uint64_t *slot = slot_of(exhaust), key = position->board.key & ~(uint64_t)WIN_BIT;
    if (*slot != 0 && (*slot & ~(uint64_t)WIN_BIT) == key) {
        return (*slot & WIN_BIT) != 0;
    }
    bool wins =
        proof_zone_has_window(position, exhaust->attacker) && try_moves(exhaust, ply, situation);
    if (!exhaust->stopped) {
        *slot = key | (wins ? WIN_BIT : 0);
    }
    return wins;
}

ExhaustEnd exhaust_search(Search *search, uint64_t nodes, size_t table_bytes,
                          bool (*go_on)(void *context), void *context)
{
    Exhaust exhaust = {.search = search,
                       .attacker = search->position.board.side,
                       .end = search->nodes + nodes,
                       .go_on = go_on,
                       .context = context,
                       .slots = 1};
    while (exhaust.slots * 2 * sizeof *exhaust.table <= table_bytes) {
        exhaust.slots *= 2;
    }
    exhaust.table = calloc(exhaust.slots, sizeof *exhaust.table);
    if (exhaust.table == NULL) {
        return EXHAUST_OPEN;
    }
    bool wins = attacker_wins(&exhaust, 0);
    free(exhaust.table);
    return exhaust.stopped ? EXHAUST_OPEN : wins ? EXHAUST_WIN : EXHAUST_NO_WIN;
}
