/* proof_threats - whole proofs of positions that the engine's searches decide: the leaves of the
 * search for a proof.
 *
 * Wins by fours (search/vcf.h), by threats (search/solver.h) and, with quiet moves, by the main
 * search (search/root.h) are found by the engine's own searches. Here they are turned into proofs
 * that hold every answer: after each of the attacker's moves it is shown first how he wins if the
 * defender passes, by a five, by fours or by threats again; the zone of that win (proof_zone.h)
 * says which answers must be met one by one. What the searches claim is not believed but worked out
 * to the five. Where that fails, there is no proof.
 *
 * All positions that were proven while a job lasts are kept, so that each is proven once. The
 * result depends on the position and the effort alone.
 */
#ifndef TENGEN_TOOLS_PROVE_PROOF_THREATS_H
#define TENGEN_TOOLS_PROVE_PROOF_THREATS_H

#include "search/search.h"
#include "tools/prove/proof_body.h"

typedef struct ProofThreats ProofThreats;

/* How much work a question may take, in positions. */
typedef struct {
    uint64_t fours;      /* for one search for a win by fours */
    uint64_t many_fours; /* for a longer one; 0: there is none */
    uint64_t threats;    /* for one search for a win by threats */
    uint64_t all;        /* for everything together */
    uint64_t search; /* for the main search, where threats alone do not win; 0: it is not asked */
    int64_t length;  /* nodes that the proof may have; 0: as many as there is room for */
} ProofEffort;

/* Makes room for jobs of one game, whose proofs have at most that many nodes. NULL if there is no
 * memory. */
ProofThreats *proof_threats_new(int64_t length_max);

/* Frees it. NULL is fine. */
void proof_threats_free(ProofThreats *threats);

/* Proves that the attacker, who is to move, wins the position of the search, before which the
 * defender passed `passes` times. Appends the proof, a node of the attacker. Where it would repeat
 * a position it has PROOF_SAME, and how far from the beginning of the proof the position was
 * proven. Stores the zone of the proof, which is empty where there was no pass. Returns how many
 * nodes the proof has; 0 if none was found. The position comes back as it was. */
int64_t proof_threats_attack(ProofThreats *threats, Search *search, const ProofEffort *effort,
                             int passes, ProofBytes *proof, PointSet *zone);

/* The same, with the moves of the proof of a similar position as advice. Where they fail, the
 * searches are asked. The longer that proof, the more work it may take. */
int64_t proof_threats_follow(ProofThreats *threats, Search *search, const ProofEffort *effort,
                             int passes, ProofReader example, ProofBytes *proof, PointSet *zone);

/* Says whether the last question ended because its proof was too long. */
bool proof_threats_was_too_long(const ProofThreats *threats);

/* The move that the main search preferred in the position of the last question, and its value. A
 * win that it claims may be too long to be worked out. False if it was not asked there. */
bool proof_threats_thought(const ProofThreats *threats, Point *move, Value *value);

/* The defender, who passed `passes` times before, is to move. Proves that the attacker wins if he
 * passes again, and stores the zone of that. The proof is as above, one pass deeper. */
int64_t proof_threats_pass(ProofThreats *threats, Search *search, const ProofEffort *effort,
                           int passes, ProofBytes *proof, PointSet *zone);

/* Says whether the rule allows the attacker, who is to move, the move. After passes the defender
 * may have stones that the proof does not show: then it must be allowed with any of them. */
bool proof_is_allowed(Position *position, Point move, int passes);

/* Lists the answers of the defender, who is to move, that are in the set, in the order of their
 * numbers. After passes those that the rule forbids him are listed, too. A set of NULL has all
 * points. `answers` has room for SIDE_MAX * SIDE_MAX. Returns how many there are. */
int proof_list_answers(Position *position, const PointSet *set, int passes, Point *answers);

#endif
