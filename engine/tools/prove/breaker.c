/* breaker - depth-first with a table, pairings, and the points that results need; see breaker.h. */
#include "tools/prove/breaker.h"

#include "port/random.h"

#include <stdlib.h>

enum {
    ASK_NODES = 1 << 10, /* nodes between two questions whether to go on */
    WINS_BIT = 1,        /* of an entry's key: the attacker wins */
    USED_BIT = 2,        /* the same: it is no empty slot */
    KEY_BITS_BEGIN = 2,  /* the bits above are the key's own */
    ANSWERS_PAIRED = 12, /* answers after which pairs are looked for; more are not worth it */
    /* What each window adds to a point's worth, less its empty points: how many windows there are
     * counts most. Steeper sums, such as powers of two, take up to ten times the nodes. */
    WINDOW_WORTH = 20,
};

/* What a search found. */
typedef struct {
    bool attacker_wins;
    uint64_t needs; /* points: the winner wins even if all others belong to the loser */
} Verdict;

typedef struct {
    uint64_t key; /* of the windows and the side to move; 0: the slot is empty */
    uint64_t needs;
} Entry;

typedef struct {
    Entry *table;
    uint64_t slots; /* a power of two */
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

/* --- windows and points --- */

static uint64_t lowest(uint64_t points)
{
    return points & -points;
}

static uint64_t without_lowest(uint64_t points)
{
    return points & (points - 1);
}

/* The same for each order of the windows. */
static uint64_t key_of(const PairingWindows *open, bool attacks)
{
    uint64_t sum = attacks;
    for (int i = 0; i < open->count; i++) {
        sum += random_mix(open->points[i]);
    }
    return (random_mix(sum) & ~(uint64_t)WINS_BIT) | USED_BIT;
}

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

/* Tries the points until one wins for the side to move. The others are known to lose unless the
 * opponent needs them for `needs`. */
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
    return try_moves(breaker, open, attacks, points_of(open), 0);
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
    uint64_t key = key_of(open, attacks);
    Entry *entry = &breaker->table[key >> KEY_BITS_BEGIN & (breaker->slots - 1)];
    if ((entry->key & ~(uint64_t)WINS_BIT) == key) {
        return (Verdict){(entry->key & WINS_BIT) != 0, entry->needs};
    }
    Verdict verdict = search_moves_of(breaker, open, attacks, last);
    if (!breaker->stopped) {
        *entry = (Entry){key | (verdict.attacker_wins ? WINS_BIT : 0), verdict.needs};
    }
    return verdict;
}

BreakerEnd breaker_search(const Position *position, uint64_t nodes, size_t table_bytes,
                          bool (*go_on)(void *context), void *context)
{
    Breaker breaker = {.end = nodes, .go_on = go_on, .context = context, .slots = 1};
    PairingWindows windows, open;
    if (!pairing_is_allowed(position, position->board.side)) {
        return BREAKER_FAILS;
    }
    while (breaker.slots * 2 * sizeof *breaker.table <= table_bytes) {
        breaker.slots *= 2;
    }
    breaker.table = calloc(breaker.slots, sizeof *breaker.table);
    if (breaker.table == NULL) {
        return BREAKER_OPEN;
    }
    pairing_list_windows(position, &windows);
    pairing_list_open(&windows, &position->board, position->board.side, &open);
    Verdict verdict = search(&breaker, &open, true);
    free(breaker.table);
    return breaker.stopped ? BREAKER_OPEN : verdict.attacker_wins ? BREAKER_FAILS : BREAKER_HOLDS;
}
