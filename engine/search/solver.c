/* solver - df-pn over threats and answers; see solver.h. */
#include "search/solver.h"

#include "port/random.h"
#include "search/attacks.h"
#include "search/ordering.h"
#include "search/parameters.h"

enum { SOLVER_PLIES_MAX = PLY_MAX - 4 }; /* the rest is for the threats after a move */

static uint32_t smaller(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

static bool has_room(const Solver *solver)
{
    return search_nodes(solver->search) < solver->end && !solver->search->stopping;
}

static bool solver_may_go_on(Solver *solver)
{
    return has_room(solver) && search_may_go_on(solver->search);
}

/* --- results: the one place that knows the attacker's view and that of the side to move --- */

static Proof settled(const Solver *solver, bool attacker_wins, int plies, Point move)
{
    bool mover_succeeds = attacker_wins == solver_attacks(solver);
    return (Proof){
        .phi = mover_succeeds ? 0 : PROOF_INFINITE,
        .delta = mover_succeeds ? PROOF_INFINITE : 0,
        .plies = plies,
        .move = move,
    };
}

static Proof not_won(const Solver *solver)
{
    return settled(solver, false, 0, POINT_NONE);
}

static bool is_won(const Solver *solver, const Proof *proof)
{
    return (solver_attacks(solver) ? proof->phi : proof->delta) == 0;
}

static bool is_not_won(const Solver *solver, const Proof *proof)
{
    return (solver_attacks(solver) ? proof->delta : proof->phi) == 0;
}

static bool is_settled(const Proof *proof)
{
    return proof->phi == 0 || proof->delta == 0;
}

/* What is known at once, without moves; true if that is all there is to know. */
static bool is_decided(const Solver *solver, Situation situation, Proof *proof)
{
    bool attacks = solver_attacks(solver);
    if (solver->search->position.board.empty == 0) {
        *proof = not_won(solver);
        return true;
    }
    switch (situation) {
    case SITUATION_FIVE:
        *proof = settled(solver, attacks, attacks ? 1 : 0, POINT_NONE);
        return true;
    case SITUATION_OPEN_FOUR:
        *proof = settled(solver, attacks, attacks ? 3 : 0, POINT_NONE);
        return true;
    default: return false;
    }
}

/* --- phi and delta --- */

/* What the children say of their parent, and which of them to work on. */
typedef struct {
    Proof parent;
    int best;        /* index of the child with the smallest delta; -1: there are no children */
    uint32_t second; /* the smallest delta of its siblings */
    uint32_t open;   /* how many children have a phi above 0 */
} Summary;

/* What is known of the position after a move. The score of the move, the work that is expected
 * there, is added to delta, so that the better looking moves are worked on first and longer. */
static Proof probe_child(const Solver *solver, const Move *move)
{
    Proof child = proof_table_probe(&solver->search->proofs, solver_key_after(solver, move->point));
    if (child.delta > 0 && child.delta < PROOF_INFINITE) {
        child.delta = smaller(child.delta + (uint32_t)move->score, PROOF_INFINITE - 1);
    }
    return child;
}

/* The weak proof number of all children together: the largest, and one for each other. The sum
 * would count what they share once for each. */
static uint32_t weak_sum(uint32_t largest, uint32_t open)
{
    return open == 0                   ? 0
           : largest == PROOF_INFINITE ? PROOF_INFINITE
                                       : smaller(largest + open - 1, PROOF_INFINITE - 1);
}

/* What the side to move needs: one child that is won. It picks the one with the least delta, of won
 * ones the one that is won soonest. */
typedef struct {
    int best; /* -1: none yet */
    uint32_t least, second;
    int plies;
} Pick;

static void pick_child(Pick *pick, int index, const Proof *child)
{
    if (pick->best < 0 || child->delta < pick->least ||
        (child->delta == 0 && child->plies < pick->plies)) {
        *pick = (Pick){index, child->delta, pick->least, child->plies};
    } else {
        pick->second = smaller(pick->second, child->delta);
    }
}

/* What the other side needs: every child. Of those that are settled the longest counts. */
typedef struct {
    uint32_t largest; /* phi */
    uint32_t open;    /* children whose phi is above 0 */
    int plies;
    Point move; /* POINT_NONE: none takes longer than what there was at the beginning */
} Whole;

static void add_child(Whole *whole, Point move, const Proof *child)
{
    whole->largest = child->phi > whole->largest ? child->phi : whole->largest;
    whole->open += child->phi > 0;
    if (child->phi == 0 && child->plies > whole->plies) {
        whole->plies = child->plies;
        whole->move = move;
    }
}

/* The parent's phi is the smallest delta of its children, its delta the (weak) sum of their phi. A
 * won parent takes the shortest win; one that is lost, the longest, which is at least `plies` from
 * the five. */
static Summary summarize(const Solver *solver, const Move *moves, int count, int plies)
{
    Pick pick = {.best = -1, .least = PROOF_INFINITE, .second = PROOF_INFINITE};
    Whole whole = {.plies = plies, .move = POINT_NONE};
    for (int i = 0; i < count; i++) {
        Proof child = probe_child(solver, &moves[i]);
        pick_child(&pick, i, &child);
        add_child(&whole, moves[i].point, &child);
    }
    Proof parent = {.phi = pick.least, .delta = weak_sum(whole.largest, whole.open)};
    bool takes_longest = !solver_attacks(solver) || count == 0;
    int rest = parent.phi == 0 ? pick.plies : parent.delta == 0 ? whole.plies : 0;
    parent.move = takes_longest ? whole.move : moves[pick.best].point;
    parent.plies = rest > 0 ? rest + 1 : 0;
    return (Summary){
        .parent = parent, .best = pick.best, .second = pick.second, .open = whole.open};
}

/* How large delta of the best child may get: until its sibling is clearly better (1+epsilon), or
 * the parent's phi reaches its limit. */
static uint32_t child_delta_limit(uint32_t phi_limit, uint32_t second, int32_t score)
{
    uint64_t above = (uint64_t)second * (uint64_t)PARAMETER(SOLVER_EPSILON) / 100 + 1;
    uint32_t limit = above < PROOF_INFINITE ? (uint32_t)above : PROOF_INFINITE;
    return smaller(phi_limit, limit) - (uint32_t)score;
}

/* How large phi of a child may get before the parent's delta reaches its limit. */
static uint32_t child_phi_limit(uint32_t delta_limit, uint32_t open)
{
    return delta_limit >= PROOF_INFINITE - 1 ? delta_limit : delta_limit - (open - 1);
}

/* --- df-pn --- */

static void prove(Solver *solver, int ply, uint32_t phi_limit, uint32_t delta_limit);

static void work_on_child(Solver *solver, int ply, const Summary *summary, const Move *move,
                          uint32_t phi_limit, uint32_t delta_limit)
{
    Position *position = &solver->search->position;
    position_play(position, move->point, position->board.side);
    prove(solver, ply + 1, child_phi_limit(delta_limit, summary->open),
          child_delta_limit(phi_limit, summary->second, move->score));
    position_undo(position);
}

/* The work expected after the move in that place of a list of `count`: see probe_child. Nothing is
 * expected after the defender's block of a five, or the attacker's only move. */
static int32_t expected_work(const Solver *solver, Situation situation, Point move, int place,
                             int count)
{
    bool is_four = position_threat(&solver->search->position, move) == THREAT_FOUR;
    if (!solver_attacks(solver)) {
        return situation == SITUATION_BLOCK ? 0
                                            : place * PARAMETER(SOLVER_ANSWER_PLACE) +
                                                  (is_four ? PARAMETER(SOLVER_ANSWER_FOUR) : 0);
    }
    int choice_work =
        PARAMETER(SOLVER_ATTACK_BREADTH) / count + (is_four ? PARAMETER(SOLVER_ATTACK_FOUR) : 0);
    return place * PARAMETER(SOLVER_ATTACK_PLACE) + (count > 1 ? choice_work : 0);
}

/* Sorts moves[from..count-1], the best looking first, and scores them by the work expected after
 * them. */
static void rank_by_work(const Solver *solver, Situation situation, Move *moves, int from,
                         int count)
{
    ordering_score_static(solver->search->evaluator.tables, &solver->search->position, moves + from,
                          count - from);
    for (int i = from; i < count; i++) {
        ordering_pick(moves, count, i);
        moves[i].score = expected_work(solver, situation, moves[i].point, i, count);
    }
}

/* Works on the children until one of the limits is reached. The attacker's quiet moves come in,
 * kind by kind, once enough is left to prove after all moves before. */
static Proof prove_by_moves(Solver *solver, int ply, Situation situation, uint32_t phi_limit,
                            uint32_t delta_limit)
{
    bool attacks = solver_attacks(solver);
    Move *moves = search_moves(solver->search, ply);
    int plies, count = attacks_list(solver, ply, situation, moves, &plies);
    QuietKind quiet = attacks && situation != SITUATION_BLOCK ? QUIET_PAIR : QUIET_KINDS;
    if (!attacks && plies == 0) {
        return not_won(solver);
    }
    rank_by_work(solver, situation, moves, 0, count);
    for (;;) {
        Summary summary = summarize(solver, moves, count, plies);
        const Proof *proof = &summary.parent;
        if (quiet < QUIET_KINDS && proof->phi >= attacks_quiet_work(quiet) && has_room(solver)) {
            int ranked = count;
            count = attacks_add_quiet(solver, ply, situation, quiet++, moves, count);
            rank_by_work(solver, situation, moves, ranked, count);
        } else if (proof->phi >= phi_limit || proof->delta >= delta_limit || is_settled(proof) ||
                   !has_room(solver)) {
            return *proof;
        } else {
            work_on_child(solver, ply, &summary, &moves[summary.best], phi_limit, delta_limit);
        }
    }
}

/* Looks for a win by fours of the attacker, who is to move, in a position not seen before. */
static bool finds_short_vcf(Solver *solver, int ply, Situation situation, Proof *proof)
{
    Proof known = proof_table_probe(&solver->search->proofs, solver_key(solver));
    VcfLimits limits = {.nodes = (uint64_t)PARAMETER(SOLVER_VCF_NEW), .plies = PLY_MAX};
    Vcf vcf;
    if (situation == SITUATION_BLOCK || !proof_is_unknown(&known) || !solver_attacks(solver) ||
        !attacks_find_vcf(solver, ply, limits, &vcf)) {
        return false;
    }
    *proof = settled(solver, true, vcf.plies, vcf.move);
    return true;
}

/* Works on the position until one of the limits is reached, and stores what is known then. */
static void prove(Solver *solver, int ply, uint32_t phi_limit, uint32_t delta_limit)
{
    Situation situation = candidates_situation(&solver->search->position);
    Proof proof;
    if (!solver_may_go_on(solver)) {
        return;
    }
    if (!is_decided(solver, situation, &proof) &&
        !finds_short_vcf(solver, ply, situation, &proof)) {
        proof = ply >= SOLVER_PLIES_MAX
                    ? not_won(solver)
                    : prove_by_moves(solver, ply, situation, phi_limit, delta_limit);
    }
    if (!is_not_won(solver, &proof) || has_room(solver)) { /* else it was not searched to the end */
        proof_table_store(&solver->search->proofs, solver_key(solver), &proof);
    }
}

/* --- the principal variation --- */

/* The next move of a variation with that many plies left: the attacker's best or the defender's
 * longest, as the proof says; after those a four that it rests on, or an answer to one. POINT_NONE
 * where a five or an open four can be made, or nothing is known. */
static Point next_move(Solver *solver, int ply, int plies)
{
    Position *position = &solver->search->position;
    Situation situation = candidates_situation(position);
    Proof proof = proof_table_probe(&solver->search->proofs, solver_key(solver));
    Move *moves = search_moves(solver->search, ply);
    Vcf vcf;
    int threatened;
    if (situation == SITUATION_FIVE || situation == SITUATION_OPEN_FOUR) {
        return POINT_NONE;
    }
    if (is_won(solver, &proof) && proof.move != POINT_NONE) {
        return position->board.at[proof.move] == EMPTY ? proof.move : POINT_NONE;
    }
    if (solver_attacks(solver)) {
        VcfLimits limits = {(uint64_t)PARAMETER(SOLVER_VCF_PV), plies, .all_fours = true};
        return attacks_find_vcf(solver, ply, limits, &vcf) ? vcf.move : POINT_NONE;
    }
    bool has_answer = situation == SITUATION_BLOCK &&
                      attacks_list(solver, ply, situation, moves, &threatened) > 0;
    return has_answer ? moves[0].point : POINT_NONE;
}

static void follow_pv(Solver *solver, int plies, Variation *pv)
{
    Position *position = &solver->search->position;
    pv->length = 0;
    Point move;
    while (pv->length < SOLVER_PLIES_MAX &&
           (move = next_move(solver, pv->length, plies - pv->length)) != POINT_NONE) {
        pv->move[pv->length++] = move;
        position_play(position, move, position->board.side);
    }
    for (int i = 0; i < pv->length; i++) {
        position_undo(position);
    }
}

/* Looks for a win by all fours, however many it takes. `proof` is that win if it takes at most that
 * many plies, and else stays as it is. */
static bool finds_long_vcf(Solver *solver, uint64_t nodes, int plies, Proof *proof)
{
    VcfLimits limits = {.nodes = nodes, .plies = PLY_MAX, .all_fours = true};
    Vcf vcf;
    if (!vcf_find(solver->search, 0, &limits, &vcf) || vcf.plies > plies) {
        return false;
    }
    *proof = settled(solver, true, vcf.plies, vcf.move);
    return true;
}

/* Says whether the win is known at once: from an earlier call, or because a win so near is known to
 * exist, for then there often is one by fours. */
static bool recalls_win(Solver *solver, int mate_limit, Proof *proof)
{
    VcfLimits limits = {(uint64_t)PARAMETER(SOLVER_VCF_KNOWN), mate_limit, .all_fours = true};
    Vcf vcf;
    *proof = proof_table_probe(&solver->search->proofs, solver_key(solver));
    if (is_won(solver, proof) && proof->move != POINT_NONE) {
        return true;
    }
    if (mate_limit >= PLY_MAX) {
        return false;
    }
    if (attacks_find_vcf(solver, 0, limits, &vcf)) {
        *proof = settled(solver, true, vcf.plies, vcf.move);
        return true;
    }
    return finds_long_vcf(solver, limits.nodes, mate_limit, proof);
}

bool solver_solve(Search *search, uint64_t nodes, int mate_limit, Variation *pv, int *plies)
{
    int side = search->position.board.side;
    Solver solver = {
        .search = search,
        .attacker = side,
        .salt = random_mix((UINT64_C(3) << 32) + (uint64_t)side),
        .end = search->nodes + nodes,
    };
    Proof proof;
    if (!recalls_win(&solver, mate_limit, &proof)) {
        prove(&solver, 0, PROOF_INFINITE, PROOF_INFINITE);
        proof = proof_table_probe(&search->proofs, solver_key(&solver));
    }
    if (!is_settled(&proof)) {
        finds_long_vcf(&solver, nodes * (uint64_t)PARAMETER(VCF_PERCENT) / 100, PLY_MAX, &proof);
    }
    if (is_won(&solver, &proof)) {
        proof_table_store(&search->proofs, solver_key(&solver), &proof);
    }
    if (!is_won(&solver, &proof)) {
        return false;
    }
    follow_pv(&solver, proof.plies, pv);
    *plies = proof.plies;
    return pv->length > 0;
}
