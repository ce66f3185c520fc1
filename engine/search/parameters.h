/* parameters - every number that the search prunes, reduces, extends or orders by, in one place.
 *
 * None of them is derived from anything: they are what won matches, most of them found by
 * scripts/tune, and the next match may find a better one. So each has its name, its value and the
 * range in which it makes sense here. Depths are in plies, depth parameters in values of the
 * evaluation, reductions in percent of a ply unless their name says otherwise.
 *
 * Tournaments are played with constants: they cost nothing. A build with the option TUNING makes
 * settings of them, which every thread has for itself, so that two sides with different parameters can
 * meet in one process, and many such games at a time. A thread begins with what the environment
 * says, TENGEN_PARAMETERS="NAME=VALUE,...", and with the values below where it says nothing.
 */
#ifndef TENGEN_SEARCH_PARAMETERS_H
#define TENGEN_SEARCH_PARAMETERS_H

#include <stdbool.h>

/* clang-format off */
/*   name, value, least, most */
#define PARAMETERS(X)                                                                                 \
    /* A quiet position that is this much better than asked for, per ply, will stay so. */         \
    X(RFP_DEPTH,        8,   1,   16)                                                       \
    X(RFP_PER_PLY,     33,  10,  200)                                                       \
    /* A quiet position that is this much worse than hoped for can only be saved by fours. */      \
    X(RAZOR_DEPTH,          3,   0,    6)                                                       \
    X(RAZOR_BASE,          49,   0,  400)                                                       \
    X(RAZOR_PER_PLY,       51,   0,  400)                                                       \
    /* So many moves are tried: this many, one more per ply, and depth squared by that; and only    \
     * this part of them where things get worse or an open four threatens. */                      \
    X(LMP_BASE,            4,   1,   20)                                                       \
    X(LMP_DIVISOR,     9,   4,   40)                                                       \
    X(LMP_NOT_IMPROVING, 77,  10,  100)                                                       \
    /* Later moves are searched less deep: by this part of ln(depth) ln(place), less and more. */  \
    X(LMR_BASE,        91,   0,  200)                                                       \
    X(LMR_NOT_IMPROVING,        53,   0,  200)                                                       \
    X(LMR_PV,        119,   0,  200)                                                       \
    X(LMR_FOUR,             88,   0,  300)                                                       \
    X(LMR_THREE,            59,   0,  300)                                                       \
    X(LMR_KILLER,           51,   0,  300)                                                       \
    X(LMR_DEFENCE,          63,   0,  100)                                                       \
    X(LMR_HISTORY,         104,  50, 2000)                                                       \
    /* The answer to a four costs little depth. Without a remembered move a node is worth less. */ \
    X(BLOCK_EXTENSION,        80,   0,  200)                                                       \
    X(IIR_REDUCTION,      51,   0,  200)                                                       \
    X(IIR_DEPTH,           4,   1,   12)                                                       \
    /* A quiet position that looks this much better than asked for, per ply, is searched less. */  \
    X(ABOVE_BETA_REDUCTION,         97,   0,  300)                                                       \
    X(ABOVE_BETA_DEPTH,              2,   1,   12)                                                       \
    X(ABOVE_BETA_PER_PLY,           18,   0,  100)                                                       \
    /* Ordering: what a move makes for me and takes from the opponent, and what became of it. */   \
    X(ORDER_OWN,               3,   0,   20)                                                       \
    X(ORDER_OPPONENT,          2,   0,   20)                                                       \
    X(ORDER_POLICY,          100,   1,  800)                                                       \
    X(ORDER_KILLER,          299,   0, 4096)                                                       \
    X(ORDER_HISTORY,          15,   1,  256)                                                       \
    /* Fours at the leaves are followed so many plies; fewer where each has several answers. */    \
    X(QUIESCENCE_PLIES,            16,   0,   64)                                                       \
    X(QUIESCENCE_PLIES_CARO,        4,   0,   64)                                                       \
    /* The solver gets this part of all positions, and none before that comes to so many. */        \
    X(SOLVER_PERCENT,          5,   0,  400)                                                       \
    X(SOLVER_NODES_MIN,          1000,   0, 9999)
/* clang-format on */

/* A value for each of them. */
typedef struct {
#define X(name, value, least, most) int name;
    PARAMETERS(X)
#undef X
} Parameters;

#ifdef TUNING
extern _Thread_local const Parameters *parameters_now;
#define PARAMETER(name) parameters_now->name
#else
enum {
#define X(name, value, least, most) MARGIN_##name = (value),
    PARAMETERS(X)
#undef X
};
#define PARAMETER(name) MARGIN_##name
#endif

/* Says whether they are settings here. All that follows is idle if they are not. */
bool parameters_are_settings(void);

/* Lists them, a line each: name, value at the start, least and most. */
void parameters_list(void (*line)(void *context, const char *text), void *context);

/* Reads the next word, "NAME=VALUE,...", or "-" for no change, over the values at the start. Returns
 * what follows; NULL if there is no such parameter, or no such value of it. */
const char *parameters_read(Parameters *parameters, const char *text);

/* What this thread searches with from now on; borrowed. NULL: the values at the start. */
void parameters_use(const Parameters *parameters);

#endif
