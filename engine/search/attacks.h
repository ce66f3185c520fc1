/* attacks - the moves that the solver considers: the attacker's threats and the defender's answers.
 *
 * The attacker may play a four, an open three, or a quiet move after which a win by fours (VCF)
 * threatens. The defender answers a four or an open three as the cascade says, and the threat of a
 * VCF on any point of its zone (vcf.h). With no threat to answer the defender has escaped.
 */
#ifndef TENGEN_SEARCH_ATTACKS_H
#define TENGEN_SEARCH_ATTACKS_H

#include "search/solver_call.h"
#include "search/vcf.h"

/* The kinds of quiet moves, the most promising first. */
typedef enum {
    QUIET_PAIR,  /* it makes two dead threes or more */
    QUIET_THREE, /* it makes one, or two live twos; or it answers a threat */
    QUIET_TWO,   /* it makes a live two */
    QUIET_KINDS,
    QUIET_NOTHING = QUIET_KINDS,
} QuietKind;

/* How much work a quiet move of that kind stands for before any is done. The attacker considers the
 * kind once at least that much is left to prove after every other move. */
uint32_t attacks_quiet_work(QuietKind kind);

/* Looks whether the attacker, were it to move, would win by fours; within these limits and those of
 * the call. Uses the room for moves from that ply on. */
bool attacks_find_vcf(Solver *solver, int ply, VcfLimits limits, Vcf *vcf);

/* Lists the legal moves of the side to move, quiet ones apart, and returns how many. `plies` gets
 * how far the five is away, at least, if the defender plays none of them; 0: the defender is not
 * threatened, or the attacker is to move. */
int attacks_list(Solver *solver, int ply, Situation situation, Move *moves, int *plies);

/* Adds the attacker's quiet moves of that kind to a list of `count` moves; returns how many there
 * are then. */
int attacks_add_quiet(Solver *solver, int ply, Situation situation, QuietKind kind, Move *moves,
                      int count);

#endif
