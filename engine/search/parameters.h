/* parameters - every number by which the search prunes, reduces, extends or orders, in one place.
 *
 * None of them is derived from anything: they won matches, most of them found by scripts/tune, and
 * the next match may find better ones. So each has its name, its value and the range in which it
 * makes sense. Depths are in plies, margins in units of the evaluation, reductions in percent of a
 * ply unless the comment says otherwise.
 *
 * Tournaments are played with constants, which cost nothing. A build with the option TUNING turns
 * them into settings. Every thread has its own, so that two sides with different parameters can
 * meet in one process, and many such games can run at the same time. A thread begins with what the
 * environment says, TENGEN_PARAMETERS="NAME=VALUE,...", and the values below for the rest.
 */
#ifndef TENGEN_SEARCH_PARAMETERS_H
#define TENGEN_SEARCH_PARAMETERS_H

#include <stdbool.h>

enum { PARAMETERS_TEXT_MAX = 1400 }; /* bytes of all of them as NAME=VALUE,..., the end included */

/* clang-format off */
/*   name, value, least, most */
#define PARAMETERS(X)                                                                             \
    /* Reverse futility pruning (RFP; static null move pruning): a quiet node whose estimate      \
     * (its static evaluation, corrected by the transposition table) is above beta by this        \
     * margin per ply is cut off. */                                                              \
    X(RFP_DEPTH,                9,    1,    16)                                                   \
    X(RFP_PER_PLY,             34,   10,   200)                                                   \
    /* Razoring: a quiet node whose estimate is below alpha by this margin is left to             \
     * quiescence search. */                                                                      \
    X(RAZOR_DEPTH,              3,    0,     6)                                                   \
    X(RAZOR_BASE,              59,    0,   400)                                                   \
    X(RAZOR_PER_PLY,           63,    0,   400)                                                   \
    /* Late move pruning (LMP): a node searches LMP_BASE + depth + depth^2 / LMP_DIVISOR          \
     * moves, and only this percentage of them if it is not improving or an open four             \
     * threatens. */                                                                              \
    X(LMP_BASE,                 4,    1,    20)                                                   \
    X(LMP_DIVISOR,              9,    4,    40)                                                   \
    X(LMP_NOT_IMPROVING,       80,   10,   100)                                                   \
    /* Late move reductions (LMR): LMR_BASE ln(depth) ln(place); more in a node that is not       \
     * improving; less on the principal variation (PV), for a move that makes a four or a         \
     * three, for a killer, and for good history (score / LMR_HISTORY, in 64ths of a ply).        \
     * LMR_DEFENCE is the percentage that applies where an open four must be met. */              \
    X(LMR_BASE,               122,    0,   200)                                                   \
    X(LMR_NOT_IMPROVING,       60,    0,   200)                                                   \
    X(LMR_PV,                 150,    0,   200)                                                   \
    X(LMR_FOUR,                69,    0,   300)                                                   \
    X(LMR_THREE,               62,    0,   300)                                                   \
    X(LMR_KILLER,              30,    0,   300)                                                   \
    X(LMR_DEFENCE,             58,    0,   100)                                                   \
    X(LMR_HISTORY,            123,   50,  2000)                                                   \
    /* LMR by the policy of a network: the percentage of a ply for each factor e by which a move  \
     * is less likely than the likeliest one, beyond a hundredth part of such factors; and the    \
     * most that it adds. Where an open four must be met the network has no say, and the policy   \
     * of the tables counts as it is: beside the likeliest one it cost games. */                  \
    X(LMR_POLICY,              89,    0,   200)                                                   \
    X(LMR_POLICY_FROM,        175,    0,   800)                                                   \
    X(LMR_POLICY_MOST,        293,    0,   800)                                                   \
    /* Extension: how much of its ply the forced answer to a four gets back. */                   \
    X(BLOCK_EXTENSION,         61,    0,   200)                                                   \
    /* Internal iterative reduction (IIR): a quiet node without a move in the transposition       \
     * table. */                                                                                  \
    X(IIR_REDUCTION,           52,    0,   200)                                                   \
    X(IIR_DEPTH,                4,    1,    12)                                                   \
    /* Reduction above beta: a quiet node whose estimate is above beta by this margin per         \
     * ply. */                                                                                    \
    X(ABOVE_BETA_REDUCTION,   111,    0,   300)                                                   \
    X(ABOVE_BETA_DEPTH,         2,    1,    12)                                                   \
    X(ABOVE_BETA_PER_PLY,      16,    0,   100)                                                   \
    /* Move ordering: weights of a point's worth to either side, percentages of the policy by     \
     * tables and by a network, bonus of a killer, divisor of the history score. */               \
    X(ORDER_OWN,                3,    0,    20)                                                   \
    X(ORDER_OPPONENT,           2,    0,    20)                                                   \
    X(ORDER_POLICY,           106,    1,   800)                                                   \
    X(ORDER_NETWORK,           99,    0,   800)                                                   \
    X(ORDER_KILLER,           294,    0,  4096)                                                   \
    X(ORDER_HISTORY,           10,    1,   256)                                                   \
    /* Quiescence search: plies of fours and blocks behind a leaf; fewer where a four has         \
     * several blocks. */                                                                         \
    X(QUIESCENCE_PLIES,        16,    0,    64)                                                   \
    X(QUIESCENCE_PLIES_CARO,    4,    0,    64)                                                   \
    /* Solver (df-pn): its percentage of all nodes, and the least number of nodes that is         \
     * worth a call; and the percentage of these that a search for a long win by fours may add,   \
     * which seldom needs them. Of several threads the second has the solver, with a percentage   \
     * of its own nodes. */                                                                       \
    X(SOLVER_PERCENT,           5,    0,   400)                                                   \
    X(SOLVER_THREAD_PERCENT,   20,    0,   400)                                                   \
    X(SOLVER_NODES_MIN,      1000,    0,  9999)                                                   \
    X(VCF_PERCENT,            200,    0,  1000)                                                   \
    /* The same for the opponent's wins behind the best move (refutation.h). */                   \
    X(REFUTATION_PERCENT,      10,    0,   400)                                                   \
    X(REFUTATION_NODES_MIN,   500,    0,  9999)
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
#define X(name, value, least, most) PARAMETER_##name = (value),
    PARAMETERS(X)
#undef X
};
#define PARAMETER(name) PARAMETER_##name
#endif

/* Says whether this build has settings. Without, parameters_use has no effect. */
bool parameters_are_settings(void);

/* Lists them, one a line: name, value at the start, least and most. */
void parameters_list(void (*line)(void *context, const char *text), void *context);

/* Writes those whose value at the start differs from the sources, as "NAME=VALUE,..."; "-" if there
 * is none. */
void parameters_write_set(char text[PARAMETERS_TEXT_MAX]);

/* Sets the parameters to their values at the start, changed by the next word of the text:
 * "NAME=VALUE,...", or "-" for no change. Returns the rest of the text; NULL if there is no such
 * parameter, or the value is out of its range. */
const char *parameters_read(Parameters *parameters, const char *text);

/* Makes this thread search with these parameters from now on; borrowed. NULL: the values at the
 * start. */
void parameters_use(const Parameters *parameters);

#endif
