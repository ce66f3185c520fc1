/* start - making candidates and judging them; see start.h. */
#include "balance/start.h"

#include "balance/balance.h"
#include "port/random.h"
#include "search/candidates.h"

#include <stdlib.h>

enum {
    INNER_NUMERATOR = 2, /* the first stone lies in the inner two thirds of each side */
    INNER_DENOMINATOR = 3,
    SPREAD_MAX = 4,   /* most steps from each other stone to an earlier one; at least 1 */
    POINT_TRIES = 40, /* random points tried for a stone before the candidate is given up */
};

/* The searches of a start: their part of the nodes, and of the margin. A short search is no reason
 * to drop what a longer one may call even, so it drops only what is clearly uneven. */
typedef struct {
    unsigned nodes_divisor;
    int margin_factor;
} Round;

static const Round rounds[] = {{64, 6}, {8, 3}, {1, 1}};

enum { ROUND_COUNT = sizeof rounds / sizeof *rounds };

/* A random coordinate from the inner part of a side. */
static int random_inner(uint64_t *seed, int side)
{
    int part = side * INNER_NUMERATOR / INNER_DENOMINATOR;
    return (side - part) / 2 + random_below(seed, part);
}

/* A random point for the next stone; POINT_NONE where that is outside the board or taken. */
static Point random_point(const Board *board, uint64_t *seed, int spread)
{
    const Geometry *geometry = &board->geometry;
    if (board->count == 0) {
        int column = random_inner(seed, geometry->width);
        return geometry_point(geometry, column, random_inner(seed, geometry->height));
    }
    Point from = board->moves[random_below(seed, board->count)].point;
    int x = geometry_x(geometry, from) + random_below(seed, 2 * spread + 1) - spread;
    int y = geometry_y(geometry, from) + random_below(seed, 2 * spread + 1) - spread;
    bool is_free =
        geometry_contains(geometry, x, y) && board->at[geometry_point(geometry, x, y)] == EMPTY;
    return is_free ? geometry_point(geometry, x, y) : POINT_NONE;
}

/* Says whether the side to move may put a stone there without ending the game. */
static bool is_peaceful(Position *position, Point point)
{
    return point != POINT_NONE && position_threat(position, point) != THREAT_FIVE &&
           !position_forbids(position, point);
}

/* Puts one stone of the side to move; false if no try finds it a place. */
static bool put_random_stone(Position *position, uint64_t *seed, int spread)
{
    for (int i = 0; i < POINT_TRIES; i++) {
        Point point = random_point(&position->board, seed, spread);
        if (is_peaceful(position, point)) {
            position_play(position, point, position->board.side);
            return true;
        }
    }
    return false;
}

static bool put_random_stones(Position *position, const StartOptions *options, uint64_t *seed)
{
    int count =
        options->stones_min + random_below(seed, options->stones_max - options->stones_min + 1);
    int spread = 1 + random_below(seed, SPREAD_MAX);
    while (position->board.count < count) {
        if (!put_random_stone(position, seed, spread)) {
            return false;
        }
    }
    return true;
}

/* Says whether neither side is about to win, whoever's turn it is. With five in a row neither side
 * may have an open three; in shorter games every other stone makes one, and the search judges
 * them. */
static bool is_quiet_start(const Position *position)
{
    Situation situation = candidates_situation(position);
    bool is_short = position->game.win_length < WIN_LENGTH_MAX;
    return situation == SITUATION_QUIET || (situation == SITUATION_DEFEND && is_short);
}

static Value judge_start(Search *search, uint64_t nodes)
{
    search_forget(search);
    return balance_judge(search, nodes);
}

/* Searches round by round until one fails; the value is the last one's. */
static bool is_even(Search *search, const StartOptions *options, Value *value)
{
    for (int i = 0; i < ROUND_COUNT; i++) {
        uint64_t nodes = options->nodes / rounds[i].nodes_divisor;
        *value = judge_start(search, nodes > 0 ? nodes : 1);
        if (value_is_proven(*value) || abs(*value) > options->margin * rounds[i].margin_factor) {
            return false;
        }
    }
    return true;
}

/* Copies the stones to the start, and takes them off the board. */
static void pick_up(Position *position, Start *start)
{
    start->count = position->board.count;
    for (int i = start->count - 1; i >= 0; i--) {
        start->moves[i] = position->board.moves[i].point;
        position_undo(position);
    }
}

bool start_try(Search *search, const StartOptions *options, uint64_t seed, Start *start)
{
    Position *position = &search->position;
    start->value = VALUE_INFINITE;
    bool is_start = put_random_stones(position, options, &seed) && is_quiet_start(position) &&
                    is_even(search, options, &start->value);
    pick_up(position, start);
    return is_start;
}
