/* margins - every number that the search prunes, reduces, extends or orders by, in one place.
 *
 * None of them is derived from anything: they are what won matches, most of them found by
 * scripts/tune, and the next match may find a better one. So each has its name, its value and the
 * range in which it makes sense here. Depths are in plies, depth margins in values of the
 * evaluation, reductions in percent of a ply unless their name says otherwise.
 *
 * Tournaments are played with constants: they cost nothing. A build with the option TUNING makes
 * settings of them, which every thread has for itself, so that two sides with different margins can
 * meet in one process, and many such games at a time. A thread begins with what the environment
 * says, TENGEN_MARGINS="NAME=VALUE,...", and with the values below where it says nothing.
 */
#ifndef TENGEN_SEARCH_MARGINS_H
#define TENGEN_SEARCH_MARGINS_H

#include <stdbool.h>

enum { MARGINS_TEXT_MAX = 1200 }; /* bytes of all of them as NAME=VALUE,..., the end included */

/* clang-format off */
/*   name, value, least, most */
#define MARGINS(X)                                                                                 \
    /* A quiet position that is this much better than asked for, per ply, will stay so. */         \
    X(STILL_GOOD_DEPTH,        8,   1,   16)                                                       \
    X(STILL_GOOD_PER_PLY,     33,  10,  200)                                                       \
    /* A quiet position that is this much worse than hoped for can only be saved by fours. */      \
    X(HOPELESS_DEPTH,          3,   0,    6)                                                       \
    X(HOPELESS_BASE,          49,   0,  400)                                                       \
    X(HOPELESS_PER_PLY,       51,   0,  400)                                                       \
    /* So many moves are tried: this many, one more per ply, and depth squared by that; and only    \
     * this part of them where things get worse or an open four threatens. */                      \
    X(ENOUGH_MOVES,            4,   1,   20)                                                       \
    X(ENOUGH_MOVES_SQUARE,     9,   4,   40)                                                       \
    X(ENOUGH_MOVES_WORSENING, 77,  10,  100)                                                       \
    /* Later moves are searched less deep: by this part of ln(depth) ln(place), less and more. */  \
    X(LATER_REDUCTION,        91,   0,  200)                                                       \
    X(LATER_WORSENING,        53,   0,  200)                                                       \
    X(LATER_EXPECTED,        119,   0,  200)                                                       \
    X(LATER_FOUR,             88,   0,  300)                                                       \
    X(LATER_THREE,            59,   0,  300)                                                       \
    X(LATER_KILLER,           51,   0,  300)                                                       \
    X(LATER_DEFENCE,          63,   0,  100)                                                       \
    X(LATER_HISTORY,         104,  50, 2000)                                                       \
    /* The answer to a four costs little depth. Without a remembered move a node is worth less. */ \
    X(BLOCK_EXTENSION,        80,   0,  200)                                                       \
    X(UNKNOWN_REDUCTION,      51,   0,  200)                                                       \
    X(UNKNOWN_DEPTH,           4,   1,   12)                                                       \
    /* A quiet position that looks this much better than asked for, per ply, is searched less. */  \
    X(GOOD_REDUCTION,         97,   0,  300)                                                       \
    X(GOOD_DEPTH,              2,   1,   12)                                                       \
    X(GOOD_PER_PLY,           18,   0,  100)                                                       \
    /* Ordering: what a move makes for me and takes from the opponent, and what became of it. */   \
    X(ORDER_OWN,               3,   0,   20)                                                       \
    X(ORDER_OPPONENT,          2,   0,   20)                                                       \
    X(ORDER_LEARNT,          100,   1,  800)                                                       \
    X(ORDER_KILLER,          299,   0, 4096)                                                       \
    X(ORDER_HISTORY,          15,   1,  256)                                                       \
    /* Fours at the leaves are followed so many plies; fewer where each has several answers. */    \
    X(FOURS_PLIES,            16,   0,   64)                                                       \
    X(FOURS_PLIES_OPEN,        4,   0,   64)                                                       \
    /* The solver gets this part of all positions, and none before that comes to so many. */        \
    X(SOLVER_PERCENT,          5,   0,  400)                                                       \
    X(SOLVER_LEAST,          1000,   0, 9999)
/* clang-format on */

/* A value for each of them. */
typedef struct {
#define X(name, value, least, most) int name;
    MARGINS(X)
#undef X
} Margins;

#ifdef TUNING
extern _Thread_local const Margins *margins_now;
#define MARGIN(name) margins_now->name
#else
enum {
#define X(name, value, least, most) MARGIN_##name = (value),
    MARGINS(X)
#undef X
};
#define MARGIN(name) MARGIN_##name
#endif

/* Says whether they are settings here. All that follows is idle if they are not. */
bool margins_are_settings(void);

/* Lists them, a line each: name, value at the start, least and most. */
void margins_list(void (*line)(void *context, const char *text), void *context);

/* Writes those whose value at the start is not that of the sources, as "NAME=VALUE,..."; "-" if
 * there is none. */
void margins_write_set(char text[MARGINS_TEXT_MAX]);

/* Reads the next word, "NAME=VALUE,...", or "-" for no change, over the values at the start. Returns
 * what follows; NULL if there is no such margin, or no such value of it. */
const char *margins_read(Margins *margins, const char *text);

/* What this thread searches with from now on; borrowed. NULL: the values at the start. */
void margins_use(const Margins *margins);

#endif
