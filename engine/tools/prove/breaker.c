/* breaker - depth-first with a table, pairings, and the points that results need; see breaker.h. */
#include "tools/prove/breaker.h"

#include "port/random.h"

#include <limits.h>
#include <stdlib.h>

enum {
    BYTES = PAIRING_POINTS_MAX / CHAR_BIT, /* of a set of points */
    ASK_NODES = 1 << 10,                   /* nodes between two questions whether to go on */
    WINS_BIT = 1,                          /* of an entry's key: the attacker wins */
    USED_BIT = 2,                          /* the same: it is no empty slot */
    KEY_BITS_BEGIN = 2,                    /* the bits above are the key's own */
    ANSWERS_PAIRED = 12, /* answers after which pairs are looked for; more are not worth it */
    /* A window adds this to a point's worth, less its empty points. So the number of windows counts
     * most. Sums of powers of two take up to four times the nodes, of powers of four ten times and
     * more (engine/EXPERIMENTS.md). */
    WINDOW_WORTH = 20,
};

/* What a search found. */
typedef struct {
    bool attacker_wins;
    uint64_t needs; /* points: the winner wins even if all others belong to the loser */
} Verdict;

typedef struct {
    uint64_t key;   /* of the windows and the side to move; 0: the slot is empty */
    uint64_t needs; /* with the windows turned so that the key is the least */
} Entry;

/* What becomes of the points of each byte of a set when the board is turned. */
typedef uint64_t Turn[BYTES][UCHAR_MAX + 1];

typedef struct {
    Turn turn[SYMMETRIES], back[SYMMETRIES];
    int symmetries; /* of the board; see geometry.h */
    Entry *table;
    size_t slots; /* a power of two */
    uint64_t nodes, end;
    bool (*go_on)(void *context);
    void *context;
    bool stopped;
} Breaker;

static Verdict search(Breaker *breaker, const PairingWindows *open, bool attacks);

static bool count_node(Breaker *breaker)
{
    breaker->nodes++;
    bool asks = breaker->nodes % ASK_NODES == 0;
    breaker->stopped |=
        breaker->nodes > breaker->end || (asks && !breaker->go_on(breaker->context));
    return !breaker->stopped;
}

static uint64_t lowest(uint64_t points)
{
    return points & -points;
}

static uint64_t without_lowest(uint64_t points)
{
    return points & (points - 1);
}

/* --- symmetries --- */

/* Puts into a turn that the first point becomes the second. */
static void turn_point(Turn turn, int from, int to)
{
    for (int value = 0; value <= UCHAR_MAX; value++) {
        bool has = value >> from % CHAR_BIT & 1;
        turn[from / CHAR_BIT][value] |= has ? UINT64_C(1) << to : 0;
    }
}

static void fill_turns(Breaker *breaker, const Geometry *geometry)
{
    breaker->symmetries = geometry_symmetries(geometry);
    for (int way = 0; way < breaker->symmetries; way++) {
        for (int from = 0; from < geometry->width * geometry->height; from++) {
            Coordinates at = {from % geometry->width, from / geometry->width};
            at = geometry_image(geometry, at, way);
            turn_point(breaker->turn[way], from, at.y * geometry->width + at.x);
            turn_point(breaker->back[way], at.y * geometry->width + at.x, from);
        }
    }
}

static uint64_t turned(const Turn turn, uint64_t points)
{
    uint64_t image = 0;
    for (int byte = 0; points != 0; byte++, points >>= CHAR_BIT) {
        image |= turn[byte][points & UCHAR_MAX];
    }
    return image;
}

/* A key that all sets of windows share that the symmetries make of one, in whatever order they are.
 * Says which way of turning gives it. */
static uint64_t key_of(const Breaker *breaker, const PairingWindows *open, bool attacks, int *way)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < breaker->symmetries; i++) {
        uint64_t sum = attacks;
        for (int window = 0; window < open->count; window++) {
            sum += random_mix(turned(breaker->turn[i], open->points[window]));
        }
        *way = sum < least ? i : *way;
        least = sum < least ? sum : least;
    }
    return (random_mix(least) & ~(uint64_t)WINS_BIT) | USED_BIT;
}

/* --- points --- */

static uint64_t points_of(const PairingWindows *open)
{
    uint64_t points = 0;
    for (int i = 0; i < open->count; i++) {
        points |= open->points[i];
    }
    return points;
}

/* The points that are the last empty ones of a window. */
static uint64_t last_points(const PairingWindows *open)
{
    uint64_t last = 0;
    for (int i = 0; i < open->count; i++) {
        last |= without_lowest(open->points[i]) == 0 ? open->points[i] : 0;
    }
    return last;
}

static bool lacks_two(uint64_t window)
{
    return __builtin_popcountll(window) == 2;
}

/* The points of two windows that lack two each and share one of them: with that the attacker
 * threatens to fill either. None, if there are no such windows. */
static uint64_t fork_points(const PairingWindows *open)
{
    for (int i = 0; i < open->count; i++) {
        uint64_t one = open->points[i];
        for (int k = lacks_two(one) ? 0 : i; k < i; k++) {
            uint64_t other = open->points[k];
            if (lacks_two(other) && other != one && (one & other) != 0) {
                return one | other;
            }
        }
    }
    return 0;
}

/* The windows that are left when a side has taken a point. */
static void play(const PairingWindows *open, uint64_t point, bool attacks, PairingWindows *after)
{
    after->count = 0;
    for (int i = 0; i < open->count; i++) {
        if (attacks || (open->points[i] & point) == 0) {
            after->points[after->count++] = open->points[i] & ~point;
        }
    }
}

static int worth_of(const PairingWindows *open, uint64_t point)
{
    int worth = 0;
    for (int i = 0; i < open->count; i++) {
        bool has = (open->points[i] & point) != 0;
        worth += has ? WINDOW_WORTH - __builtin_popcountll(open->points[i]) : 0;
    }
    return worth;
}

/* Puts the points in order, the most worthy first; returns how many they are. */
static int rank(const PairingWindows *open, uint64_t points, uint64_t ranked[PAIRING_POINTS_MAX])
{
    int worth[PAIRING_POINTS_MAX], count = 0;
    for (; points != 0; points = without_lowest(points)) {
        uint64_t point = lowest(points);
        int own = worth_of(open, point), place = count++;
        for (; place > 0 && worth[place - 1] < own; place--) {
            worth[place] = worth[place - 1];
            ranked[place] = ranked[place - 1];
        }
        worth[place] = own;
        ranked[place] = point;
    }
    return count;
}

/* --- the search --- */

/* Tries these points until one wins for the side to move. All other points lose: there the opponent
 * wins with the points `needs`. */
static Verdict try_moves(Breaker *breaker, const PairingWindows *open, bool attacks,
                         uint64_t points, uint64_t needs)
{
    uint64_t moves[PAIRING_POINTS_MAX], left = points;
    int count = rank(open, points, moves);
    for (int i = 0; i < count && !breaker->stopped; i++) {
        PairingWindows after;
        if ((left & moves[i]) == 0) {
            continue;
        }
        play(open, moves[i], attacks, &after);
        Verdict verdict = search(breaker, &after, !attacks);
        if (verdict.attacker_wins == attacks) {
            return (Verdict){attacks, verdict.needs | moves[i]};
        }
        left &= verdict.needs;
        needs |= verdict.needs;
    }
    return (Verdict){!attacks, needs};
}

/* Looks for an answer after which there is a pairing. */
static bool find_pairing(const PairingWindows *open, Verdict *verdict)
{
    uint64_t answers[PAIRING_POINTS_MAX];
    int count = rank(open, points_of(open), answers);
    for (int i = 0; i < count && i < ANSWERS_PAIRED; i++) {
        PairingWindows after;
        uint64_t pairs;
        play(open, answers[i], false, &after);
        if (pairing_find(&after, &pairs)) {
            *verdict = (Verdict){false, pairs | answers[i]};
            return true;
        }
    }
    return false;
}

/* What is found where no window can be filled at once, or just one with the defender to move. */
static Verdict search_moves_of(Breaker *breaker, const PairingWindows *open, bool attacks,
                               uint64_t last)
{
    Verdict verdict;
    if (last != 0) {
        return try_moves(breaker, open, false, last, last);
    }
    if (!attacks && find_pairing(open, &verdict)) {
        return verdict;
    }
    uint64_t fork = attacks ? 0 : fork_points(open);
    return try_moves(breaker, open, attacks, fork != 0 ? fork : points_of(open), fork);
}

/* Says who wins; nothing if the search has stopped. */
static Verdict search(Breaker *breaker, const PairingWindows *open, bool attacks)
{
    uint64_t last = last_points(open);
    if (last != 0 && (attacks || without_lowest(last) != 0)) {
        return (Verdict){true, attacks ? lowest(last) : last};
    }
    if (open->count == 0 || !count_node(breaker)) {
        return (Verdict){false, 0};
    }
    int way = 0;
    uint64_t key = key_of(breaker, open, attacks, &way);
    Entry *entry = &breaker->table[key >> KEY_BITS_BEGIN & (breaker->slots - 1)];
    if ((entry->key & ~(uint64_t)WINS_BIT) == key) {
        uint64_t needs = turned(breaker->back[way], entry->needs);
        return (Verdict){(entry->key & WINS_BIT) != 0, needs};
    }
    Verdict verdict = search_moves_of(breaker, open, attacks, last);
    if (!breaker->stopped) {
        uint64_t needs = turned(breaker->turn[way], verdict.needs);
        *entry = (Entry){key | (verdict.attacker_wins ? WINS_BIT : 0), needs};
    }
    return verdict;
}

/* Searches the position with the table that there is. */
static BreakerEnd search_position(Breaker *breaker, const Position *position, uint64_t *needs)
{
    PairingWindows windows, open;
    fill_turns(breaker, &position->board.geometry);
    pairing_list_windows(position, &windows);
    pairing_list_open(&windows, &position->board, position->board.side, &open);
    Verdict verdict = search(breaker, &open, true);
    if (needs != NULL) {
        *needs = verdict.needs;
    }
    return breaker->stopped ? BREAKER_OPEN : verdict.attacker_wins ? BREAKER_FAILS : BREAKER_HOLDS;
}

BreakerEnd breaker_search(const Position *position, uint64_t nodes, size_t table_bytes,
                          bool (*go_on)(void *context), void *context, uint64_t *needs)
{
    if (!pairing_is_allowed(position, position->board.side)) {
        return BREAKER_FAILS;
    }
    Breaker *breaker = calloc(1, sizeof *breaker);
    if (breaker == NULL) {
        return BREAKER_OPEN;
    }
    breaker->end = nodes;
    breaker->go_on = go_on;
    breaker->context = context;
    breaker->slots = 1;
    while (breaker->slots <= table_bytes / (2 * sizeof *breaker->table)) {
        breaker->slots *= 2;
    }
    breaker->table = calloc(breaker->slots, sizeof *breaker->table);
    BreakerEnd end =
        breaker->table != NULL ? search_position(breaker, position, needs) : BREAKER_OPEN;
    free(breaker->table);
    free(breaker);
    return end;
}
