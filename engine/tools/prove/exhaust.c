/* exhaust - depth-first with a table; see exhaust.h. */
#include "tools/prove/exhaust.h"

#include "board/zobrist.h"
#include "search/ordering.h"

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
    size_t slots; /* a power of two */
    PairingWindows windows;
    int symmetries;                                       /* of the board; see geometry.h */
    uint64_t keys[SYMMETRIES];                            /* of the position turned in each way */
    uint64_t stone_keys[SYMMETRIES][COLOURS][POINTS_MAX]; /* what a stone adds to them */
    bool stopped;
} Exhaust;

static bool attacker_wins(Exhaust *exhaust, int ply);

/* Fills in what stones add to the keys of all images of the board. */
static void fill_stone_keys(Exhaust *exhaust)
{
    const Geometry *geometry = &exhaust->search->position.board.geometry;
    int width = geometry->width, height = geometry->height;
    exhaust->symmetries = geometry_symmetries(geometry);
    for (int way = 0; way < exhaust->symmetries; way++) {
        for (int i = 0; i < width * height; i++) {
            Point point = geometry_point(geometry, i % width, i / width);
            Coordinates at = geometry_image(geometry, geometry_coordinates(geometry, point), way);
            unsigned turned = (unsigned)(at.y * width + at.x);
            exhaust->stone_keys[way][BLACK][point] = zobrist_stone(BLACK, turned);
            exhaust->stone_keys[way][WHITE][point] = zobrist_stone(WHITE, turned);
        }
    }
}

/* Puts a stone into the keys, or takes it out. */
static void flip_stone(Exhaust *exhaust, Stone stone)
{
    for (int way = 0; way < exhaust->symmetries; way++) {
        exhaust->keys[way] ^= exhaust->stone_keys[way][stone.colour][stone.point];
    }
}

/* A key that all positions share that the board's symmetries make of one. */
static uint64_t symmetric_key(const Exhaust *exhaust)
{
    uint64_t least = UINT64_MAX;
    for (int way = 0; way < exhaust->symmetries; way++) {
        least = exhaust->keys[way] < least ? exhaust->keys[way] : least;
    }
    least ^= exhaust->search->position.board.side == WHITE ? zobrist_white_to_move() : 0;
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

/* The moves that count, in the order of the policy; all that are legal where none of the forced
 * ones helps, for a defender who cannot move at all has not lost. */
static int list_worthy_moves(Exhaust *exhaust, Situation situation, Move *moves)
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
    int count = list_worthy_moves(exhaust, situation, moves);
    for (int i = 0; i < count && !exhaust->stopped; i++) {
        ordering_pick(moves, count, i);
        Stone stone = {moves[i].point, (uint8_t)position->board.side};
        flip_stone(exhaust, stone);
        position_play(position, stone.point, stone.colour);
        bool wins = attacker_wins(exhaust, ply + 1);
        position_undo(position);
        flip_stone(exhaust, stone);
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
    uint64_t key = symmetric_key(exhaust);
    uint64_t *slot = &exhaust->table[key >> 1 & (exhaust->slots - 1)];
    if ((*slot & ~(uint64_t)WIN_BIT) == key) {
        return (*slot & WIN_BIT) != 0;
    }
    bool wins = !pairing_holds(&exhaust->windows, position, exhaust->attacker) &&
                try_moves(exhaust, ply, situation);
    if (!exhaust->stopped) {
        *slot = key | (wins ? WIN_BIT : 0);
    }
    return wins;
}

ExhaustEnd exhaust_search(Search *search, uint64_t nodes, size_t table_bytes,
                          bool (*go_on)(void *context), void *context)
{
    ExhaustEnd end = EXHAUST_OPEN;
    Exhaust *exhaust = calloc(1, sizeof *exhaust);
    if (exhaust == NULL) {
        return EXHAUST_OPEN;
    }
    *exhaust = (Exhaust){.search = search,
                         .attacker = search->position.board.side,
                         .end = search->nodes + nodes,
                         .go_on = go_on,
                         .context = context,
                         .slots = 1};
    while (exhaust->slots <= table_bytes / (2 * sizeof *exhaust->table)) {
        exhaust->slots *= 2;
    }
    exhaust->table = calloc(exhaust->slots, sizeof *exhaust->table);
    if (exhaust->table != NULL) {
        fill_stone_keys(exhaust);
        for (int i = 0; i < search->position.board.count; i++) {
            flip_stone(exhaust, search->position.board.moves[i]);
        }
        pairing_list_windows(&search->position, &exhaust->windows);
        bool wins = attacker_wins(exhaust, 0);
        end = exhaust->stopped ? EXHAUST_OPEN : wins ? EXHAUST_WIN : EXHAUST_NO_WIN;
    }
    free(exhaust->table);
    free(exhaust);
    return end;
}
