/* solver - depth-first proof-number search over threats and answers; see solver.h. */
#include "search/solver.h"

#include "board/zobrist.h"

#include <assert.h>

enum {
    SOLVER_PLIES_MAX = PLY_MAX - 2,
    BROTHER_PERCENT = 125, /* a child is left when it has become so much worse than its brother */
};

typedef struct {
    Search *search;
    Proofs *proofs;
    int attacker;
    uint64_t salt; /* keys of different attackers are different */
    uint64_t end;  /* when search->nodes gets there, enough has been done */
} Solver;

static uint64_t key_of(const Solver *solver)
{
    return solver->search->position.board.key ^ solver->salt;
}

/* The same once the side to move has played there. */
static uint64_t key_behind(const Solver *solver, Point move)
{
    return board_key_after(&solver->search->position.board, move) ^ solver->salt;
}

static bool may_go_on(Solver *solver)
{
    return solver->search->nodes < solver->end && search_may_go_on(solver->search);
}

static Proof won_in(int plies, Point move)
{
    return (Proof){.proof = 0, .disproof = PROOF_NEVER, .plies = plies, .move = move};
}

static Proof not_won(void)
{
    return (Proof){.proof = PROOF_NEVER, .disproof = 0, .move = POINT_NONE};
}

static bool is_settled(const Proof *proof)
{
    return proof->proof == 0 || proof->disproof == 0;
}

/* --- moves --- */

/* Says whether a stone of the attacker there threatens: makes a four or an open three. */
static bool threatens(const Position *position, Point move)
{
    switch (position_threat(position, move)) {
    case THREAT_NONE:
    case THREAT_FOUL: return false;
    default: return true;
    }
}

static int add_set(const Position *position, Threat threat, Move *moves, int count)
{
    int side = position->board.side;
    const PointSet *set = &position->points[side][threat];
    if (position_count(position, side, threat) == 0) {
        return count;
    }
    for (Point point = position_next(position, set, POINT_NONE); point != POINT_NONE;
         point = position_next(position, set, point)) {
        moves[count++].point = point;
    }
    return count;
}

/* All threats of the attacker. */
static int list_threats(const Position *position, Move *moves)
{
    static const Threat threats[] = {THREAT_FOUR_THREE, THREAT_FOUR, THREAT_DOUBLE_THREE,
                                     THREAT_THREE, THREAT_SUSPECT};
    int count = 0;
    for (size_t i = 0; i < sizeof threats / sizeof *threats; i++) {
        count = add_set(position, threats[i], moves, count);
    }
    return count;
}

static int keep_legal(Position *position, Move *moves, int count, bool threats_only)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if ((!threats_only || threatens(position, moves[i].point)) &&
            !position_forbids(position, moves[i].point)) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

/* The attacker's moves in a position that is not decided: threats, and where the defender
 * threatens himself, those among the answers that threaten back. */
static int list_attacks(Position *position, Situation situation, Move *moves)
{
    int count = situation == SITUATION_QUIET ? list_threats(position, moves)
                                             : candidates_list(position, situation, moves);
    return keep_legal(position, moves, count, true);
}

/* --- proof numbers --- */

/* What is known at once, without looking at moves; true if that is all there is to know. */
static bool is_decided(const Solver *solver, Situation situation, Proof *proof)
{
    const Position *position = &solver->search->position;
    bool attacks = position->board.side == solver->attacker;
    if (position->board.empty == 0) {
        *proof = not_won();
        return true;
    }
    switch (situation) {
    case SITUATION_FIVE: *proof = attacks ? won_in(1, POINT_NONE) : not_won(); return true;
    case SITUATION_OPEN_FOUR: *proof = attacks ? won_in(3, POINT_NONE) : not_won(); return true;
    case SITUATION_QUIET: *proof = not_won(); return !attacks;
    default: return false;
    }
}

/* Sums never reach what "never" means. */
static uint32_t plus(uint32_t one, uint32_t other)
{
    uint32_t sum = one + other;
    return one == PROOF_NEVER || other == PROOF_NEVER ? PROOF_NEVER
           : sum < PROOF_NEVER                        ? sum
                                                      : PROOF_NEVER - 1;
}

/* What the children say about their parent, and which of them to work on. */
typedef struct {
    Proof all;      /* of the parent */
    int best;       /* index of the child with least left to do */
    Proof child;    /* what is known of it */
    uint32_t other; /* the least left to do in any of its brothers */
} Summary;

/* Where the attacker moves, one child must be proven; where the defender does, all must be. The
 * two cases mirror each other: `work` is what one child has to give, `debt` what all have. */
static Summary summarize(const Solver *solver, const Move *moves, int count, bool attacks)
{
    Summary summary = {.best = -1, .other = PROOF_NEVER};
    uint32_t least = PROOF_NEVER, debt = 0;
    int plies = attacks ? SOLVER_PLIES_MAX : 0;
    for (int i = 0; i < count; i++) {
        Proof child = proofs_look(solver->proofs, key_behind(solver, moves[i].point));
        uint32_t work = attacks ? child.proof : child.disproof;
        debt = plus(debt, attacks ? child.disproof : child.proof);
        if (!attacks && child.proof == 0 && child.plies > plies) {
            plies = child.plies;
            summary.all.move = moves[i].point;
        }
        if (summary.best < 0 || work < least ||
            (attacks && work == 0 && child.plies < summary.child.plies)) {
            summary.other = summary.best < 0 ? PROOF_NEVER : least;
            least = work;
            summary.best = i;
            summary.child = child;
        } else if (work < summary.other) {
            summary.other = work;
        }
    }
    summary.all.proof = attacks ? least : debt;
    summary.all.disproof = attacks ? debt : least;
    if (attacks && count > 0) {
        summary.all.move = moves[summary.best].point;
        plies = summary.child.plies;
    }
    summary.all.plies = summary.all.proof == 0 ? plies + 1 : 0;
    return summary;
}

static uint32_t smaller(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

/* How far to go with the best child: until its brother is clearly better, or the parent's limit. */
static uint32_t brother_limit(uint32_t limit, uint32_t other)
{
    uint64_t shifted = (uint64_t)other * BROTHER_PERCENT / 100 + 1;
    return smaller(limit, shifted < PROOF_NEVER ? (uint32_t)shifted : PROOF_NEVER);
}

/* What the child may owe before its parent owes too much. */
static uint32_t debt_limit(uint32_t limit, uint32_t all, uint32_t child)
{
    return limit >= PROOF_NEVER - 1 ? limit : smaller(limit - all + child, PROOF_NEVER - 1);
}

static Proof prove(Solver *solver, int ply, uint32_t proof_limit, uint32_t disproof_limit);

static void work_on_child(Solver *solver, int ply, const Summary *summary, Point move, bool attacks,
                          uint32_t proof_limit, uint32_t disproof_limit)
{
    Position *position = &solver->search->position;
    uint32_t proofs, disproofs;
    if (attacks) {
        proofs = brother_limit(proof_limit, summary->other);
        disproofs = debt_limit(disproof_limit, summary->all.disproof, summary->child.disproof);
    } else {
        proofs = debt_limit(proof_limit, summary->all.proof, summary->child.proof);
        disproofs = brother_limit(disproof_limit, summary->other);
    }
    position_play(position, move, position->board.side);
    prove(solver, ply + 1, proofs, disproofs);
    position_undo(position);
}

/* Works on the children until one of the limits is reached. */
static Proof prove_by_moves(Solver *solver, int ply, Situation situation, uint32_t proof_limit,
                            uint32_t disproof_limit)
{
    Search *search = solver->search;
    Position *position = &search->position;
    bool attacks = position->board.side == solver->attacker;
    Move *moves = search_moves(search, ply);
    int count =
        attacks ? list_attacks(position, situation, moves)
                : keep_legal(position, moves, candidates_list(position, situation, moves), false);
    if (count == 0) {
        /* An attack that is over, or a defender without a move: a five follows an open four. */
        return attacks                        ? not_won()
               : situation == SITUATION_BLOCK ? won_in(2, POINT_NONE)
                                              : won_in(4, POINT_NONE);
    }
    for (;;) {
        Summary summary = summarize(solver, moves, count, attacks);
        if (summary.all.proof >= proof_limit || summary.all.disproof >= disproof_limit ||
            is_settled(&summary.all) || search->stopping || search->nodes >= solver->end) {
            return summary.all;
        }
        work_on_child(solver, ply, &summary, moves[summary.best].point, attacks, proof_limit,
                      disproof_limit);
    }
}

/* Works on the position until one of the limits is reached, and notes what is known then. */
static Proof prove(Solver *solver, int ply, uint32_t proof_limit, uint32_t disproof_limit)
{
    Situation situation = candidates_situation(&solver->search->position);
    Proof proof = {.proof = 1, .disproof = 1, .move = POINT_NONE};
    if (!may_go_on(solver)) {
        return proof;
    }
    if (!is_decided(solver, situation, &proof)) {
        proof = ply >= SOLVER_PLIES_MAX
                    ? not_won()
                    : prove_by_moves(solver, ply, situation, proof_limit, disproof_limit);
    }
    proofs_note(solver->proofs, key_of(solver), &proof);
    return proof;
}

/* --- the line --- */

/* Follows the moves that the proofs name: the attacker's best, the defender's longest. */
static void follow_line(Solver *solver, Variation *line)
{
    Position *position = &solver->search->position;
    line->length = 0;
    Proof proof = proofs_look(solver->proofs, key_of(solver));
    while (proof.proof == 0 && proof.move != POINT_NONE && line->length < SOLVER_PLIES_MAX &&
           position->board.at[proof.move] == EMPTY) {
        line->move[line->length++] = proof.move;
        position_play(position, proof.move, position->board.side);
        proof = proofs_look(solver->proofs, key_of(solver));
    }
    for (int i = 0; i < line->length; i++) {
        position_undo(position);
    }
}

bool solver_solve(Search *search, uint64_t positions, Variation *line, int *plies)
{
    const Board *board = &search->position.board;
    Solver solver = {
        .search = search,
        .proofs = &search->proofs,
        .attacker = board->side,
        .salt = zobrist_mix((UINT64_C(3) << 32) + (uint64_t)board->side),
        .end = search->nodes + positions,
    };
    Proof proof = prove(&solver, 0, PROOF_NEVER, PROOF_NEVER);
    if (proof.proof != 0) {
        return false;
    }
    follow_line(&solver, line);
    *plies = proof.plies;
    return line->length > 0;
}
