/* pairing - a short search for disjoint pairs, the most constrained window first; see pairing.h. */
#include "tools/prove/pairing.h"

enum {
    STEPS_MOST = 200, /* pairs that are tried: more hold in hardly more positions */
    PAIRS_MAX = WIN_LENGTH_MAX * (WIN_LENGTH_MAX - 1) / 2,
    WINDOWS_MAX = DIRECTIONS * PAIRING_POINTS_MAX,
};

/* Windows, or what is empty of them. A window is as many points in a row as win when one colour
 * fills them. */
typedef struct {
    int count;
    uint64_t points[WINDOWS_MAX];
} Windows;

/* Two points, and how many windows without a pair hold both. */
typedef struct {
    uint64_t points;
    int covers;
} Pair;

static uint64_t bit_of(const Geometry *geometry, int point)
{
    int x = geometry_x(geometry, (Point)point), y = geometry_y(geometry, (Point)point);
    return UINT64_C(1) << (y * geometry->width + x);
}

/* Lists the windows of the board. */
static void list_windows(const Position *position, Windows *windows)
{
    const Geometry *geometry = &position->board.geometry;
    windows->count = 0;
    for (int i = 0; i < geometry->width * geometry->height; i++) {
        int first = geometry_point(geometry, i % geometry->width, i / geometry->width);
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            int length = 0, point = first;
            uint64_t points = 0;
            while (length < position->game.win_length && position->board.at[point] != WALL) {
                points |= bit_of(geometry, point);
                point += geometry->step[direction];
                length++;
            }
            if (length == position->game.win_length) {
                windows->points[windows->count++] = points;
            }
        }
    }
}

/* Lists the empty points of each window that the attacker could still fill. */
static void list_open(const Windows *windows, const Board *board, int attacker, Windows *open)
{
    uint64_t stones[COLOURS] = {0};
    open->count = 0;
    for (int i = 0; i < board->count; i++) {
        stones[board->moves[i].colour] |= bit_of(&board->geometry, board->moves[i].point);
    }
    for (int i = 0; i < windows->count; i++) {
        if ((windows->points[i] & stones[rules_opponent(attacker)]) == 0) {
            open->points[open->count++] = windows->points[i] & ~stones[attacker];
        }
    }
}

/* The free points of the window that has the fewest of them. */
static uint64_t most_constrained(const uint64_t *open, int count, uint64_t free)
{
    uint64_t fewest = free;
    for (int i = 0; i < count; i++) {
        uint64_t points = open[i] & free;
        if (__builtin_popcountll(points) < __builtin_popcountll(fewest)) {
            fewest = points;
        }
    }
    return fewest;
}

/* Lists all pairs of the points, those that serve the most windows first. */
static int list_pairs(const uint64_t *open, int count, uint64_t points, Pair pairs[PAIRS_MAX])
{
    int pair_count = 0;
    for (uint64_t first = points; first != 0; first &= first - 1) {
        for (uint64_t second = first & (first - 1); second != 0; second &= second - 1) {
            Pair pair = {(first & -first) | (second & -second), 0};
            for (int i = 0; i < count; i++) {
                pair.covers += (open[i] & pair.points) == pair.points;
            }
            int place = pair_count++;
            for (; place > 0 && pairs[place - 1].covers < pair.covers; place--) {
                pairs[place] = pairs[place - 1];
            }
            pairs[place] = pair;
        }
    }
    return pair_count;
}

/* Moves the windows without that pair to the front and returns how many they are. */
static int uncovered(uint64_t *open, int count, uint64_t pair)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        uint64_t window = open[i];
        if ((window & pair) != pair) {
            open[i] = open[kept];
            open[kept++] = window;
        }
    }
    return kept;
}

/* Finds a pair for each window among the free points. The windows may change places. */
static bool find_pairs(uint64_t *open, int count, uint64_t *free, int *steps)
{
    Pair pairs[PAIRS_MAX];
    if (count == 0) {
        return true;
    }
    int pair_count = list_pairs(open, count, most_constrained(open, count, *free), pairs);
    for (int i = 0; i < pair_count && *steps < STEPS_MOST; i++) {
        ++*steps;
        int rest = uncovered(open, count, pairs[i].points);
        *free &= ~pairs[i].points;
        if (find_pairs(open, rest, free, steps)) {
            return true;
        }
        *free |= pairs[i].points;
    }
    return false;
}

bool pairing_holds(const Position *position, int attacker)
{
    const Geometry *geometry = &position->board.geometry;
    bool can_be_forbidden = rules_line(position->game.rule, rules_opponent(attacker)).fouls;
    if (can_be_forbidden || geometry->width * geometry->height > PAIRING_POINTS_MAX) {
        return false;
    }
    Windows windows, open;
    uint64_t free = ~UINT64_C(0);
    int steps = 0;
    list_windows(position, &windows);
    list_open(&windows, &position->board, attacker, &open);
    return find_pairs(open.points, open.count, &free, &steps);
}
