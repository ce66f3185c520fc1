/* exhaust - depth-first with a table; see exhaust.h. */
#include "tools/exhaust.h"

#include "board/zobrist.h"
#include "search/ordering.h"
#include "tools/proof_zone.h"

#include <stdlib.h>

enum {
    ASK_NODES = 1 << 14, /* nodes between two questions whether to go on */
    SYMMETRIES = 8,
    WIN_BIT = 1, /* of an entry: the attacker wins; the other bits are those of the key */
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

/* The number of a point of the board turned and mirrored in one of eight ways; those that change the
 * sides of a board that is no square leave it as it is. */
static unsigned turned(const Geometry *geometry, Point point, int way)
{
    int x = geometry_x(geometry, point), y = geometry_y(geometry, point);
    x = (way & 1) != 0 ? geometry->width - 1 - x : x;
    y = (way & 2) != 0 ? geometry->height - 1 - y : y;
    bool swaps = (way & 4) != 0 && geometry->width == geometry->height;
    return (unsigned)(swaps ? x * geometry->width + y : y * geometry->width + x);
}

/* A key that all positions share that the board's symmetries make of one. */
static uint64_t key_of(const Board *board)
{
    uint64_t least = UINT64_MAX;
    for (int way = 0; way < SYMMETRIES; way++) {
        uint64_t key = board->side == WHITE ? zobrist_white_to_move() : 0;
        for (int i = 0; i < board->count; i++) {
            Stone stone = board->moves[i];
            key ^= zobrist_stone(stone.colour, turned(&board->geometry, stone.point, way));
        }
        least = key < least ? key : least;
    }
    return (least & ~(uint64_t)WIN_BIT) + (least <= WIN_BIT ? WIN_BIT + 1 : 0);
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
    int count = candidates_list_legal(position, situation, moves);
    if (count == 0) {
        count = candidates_list_legal(position, SITUATION_QUIET, moves);
    }
    ordering_score_static(exhaust->search->evaluator.tables, position, moves, count);
    return count;
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
    uint64_t key = key_of(&position->board);
    uint64_t *slot = &exhaust->table[key >> 1 & (exhaust->slots - 1)];
    if ((*slot & ~(uint64_t)WIN_BIT) == key) {
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
