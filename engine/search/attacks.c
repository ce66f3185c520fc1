/* attacks - threats, quiet moves and answers; see attacks.h. */
#include "search/attacks.h"

#include "search/parameters.h"

uint32_t attacks_quiet_work(QuietKind kind)
{
    switch (kind) {
    case QUIET_PAIR: return (uint32_t)PARAMETER(SOLVER_QUIET_PAIR);
    case QUIET_THREE: return (uint32_t)PARAMETER(SOLVER_QUIET_THREE);
    default: return (uint32_t)PARAMETER(SOLVER_QUIET_TWO);
    }
}

/* --- threats --- */

/* Says whether a stone of the attacker there makes a four or an open three. */
static bool is_threat(const Position *position, Point move)
{
    switch (position_threat(position, move)) {
    case THREAT_NONE:
    case THREAT_FOUL: return false;
    default: return true;
    }
}

/* Lists all threats of the attacker. */
static int list_threats(const Position *position, Move *moves)
{
    static const Threat threats[] = {THREAT_FOUR_THREE, THREAT_FOUR, THREAT_DOUBLE_THREE,
                                     THREAT_THREE, THREAT_SUSPECT};
    int side = position->board.side, count = 0;
    for (size_t i = 0; i < sizeof threats / sizeof *threats; i++) {
        if (position_count(position, side, threats[i]) > 0) {
            count = candidates_add_set(position, &position->points[side][threats[i]], moves, count);
        }
    }
    return count;
}

/* Drops the moves that the rule forbids and, if wanted, those that are no threats. */
static int keep_legal(Position *position, Move *moves, int count, bool threats_only)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if ((!threats_only || is_threat(position, moves[i].point)) &&
            !position_forbids(position, moves[i].point)) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

/* The attacker's moves in a position that is not decided: threats; where the defender can make an
 * open four, those among the answers that threaten; where the defender can make a five, whatever
 * blocks it, for the threat that was not answered may still stand. */
static int list_attacks(Position *position, Situation situation, Move *moves)
{
    int count = situation == SITUATION_QUIET ? list_threats(position, moves)
                                             : candidates_list(position, situation, moves);
    return keep_legal(position, moves, count, situation != SITUATION_BLOCK);
}

/* --- threats of a win by fours --- */

/* The limits of one question whether such a win threatens. */
static VcfLimits threat_limits(void)
{
    return (VcfLimits){.nodes = (uint64_t)PARAMETER(SOLVER_VCF_THREAT), .plies = PLY_MAX};
}

bool attacks_find_vcf(Solver *solver, int ply, VcfLimits limits, Vcf *vcf)
{
    Search *search = solver->search;
    Board *board = &search->position.board;
    uint64_t done = search_nodes(search), left = solver->end > done ? solver->end - done : 0;
    int side = board->side;
    limits.nodes = left < limits.nodes ? left : limits.nodes;
    board_set_side(board, solver->attacker);
    bool found = vcf_find(search, ply, &limits, vcf);
    board_set_side(board, side);
    return found;
}

static QuietKind quiet_kind(const Position *position, Point move)
{
    int side = position->board.side, twos = 0, threes = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        Shape shape = position_shape(position, move, direction, side);
        threes += shape == SHAPE_DEAD_THREE;
        twos += shape >= SHAPE_LIVE_TWO && shape < SHAPE_DEAD_THREE;
    }
    return threes > 1               ? QUIET_PAIR
           : threes > 0 || twos > 1 ? QUIET_THREE
           : twos > 0               ? QUIET_TWO
                                    : QUIET_NOTHING;
}

/* Says whether a VCF threatens after the move, which makes no threat by itself. What the proof
 * table knows of the position after it answers that, too. */
static bool threatens_vcf(Solver *solver, int ply, Point move, QuietKind kind)
{
    Position *position = &solver->search->position;
    uint64_t key = solver_key_after(solver, move);
    Proof known = proof_table_probe(&solver->search->proofs, key);
    Vcf vcf;
    if (!proof_is_unknown(&known)) {
        return known.phi != 0;
    }
    if (position_forbids(position, move)) {
        return false;
    }
    position_play(position, move, solver->attacker);
    Situation reply = candidates_situation(position);
    bool found = reply != SITUATION_FIVE && reply != SITUATION_OPEN_FOUR &&
                 attacks_find_vcf(solver, ply, threat_limits(), &vcf);
    position_undo(position);
    if (found) {
        known.delta = attacks_quiet_work(kind);
        proof_table_store(&solver->search->proofs, key, &known);
    }
    return found;
}

int attacks_add_quiet(Solver *solver, int ply, Situation situation, QuietKind kind, Move *moves,
                      int count)
{
    Position *position = &solver->search->position;
    Move *others = search_moves(solver->search, ply + 1);
    int other_count = candidates_list(position, situation, others);
    for (int i = 0; i < other_count; i++) {
        Point move = others[i].point;
        QuietKind own = situation == SITUATION_QUIET ? quiet_kind(position, move) : QUIET_THREE;
        if (own == kind && position_threat(position, move) == THREAT_NONE &&
            threatens_vcf(solver, ply + 2, move, kind)) {
            moves[count++].point = move;
        }
    }
    return count;
}

/* --- answers --- */

/* Lists the answers to the threat of a VCF, and how many plies that takes after any other move; 0,
 * and no answers, if there is no such threat. */
static int list_answers_to_vcf(Solver *solver, int ply, Move *moves, int *plies)
{
    Position *position = &solver->search->position;
    Vcf vcf;
    *plies = 0;
    if (!attacks_find_vcf(solver, ply + 1, threat_limits(), &vcf)) {
        return 0;
    }
    *plies = vcf.plies;
    return vcf.depends_on_fouls ? candidates_list_all(position, moves)
                                : candidates_add_set(position, &vcf.zone, moves, 0);
}

int attacks_list(Solver *solver, int ply, Situation situation, Move *moves, int *plies)
{
    Position *position = &solver->search->position;
    int count;
    *plies = 0;
    if (solver_attacks(solver)) {
        return list_attacks(position, situation, moves);
    }
    if (situation == SITUATION_QUIET) {
        count = list_answers_to_vcf(solver, ply, moves, plies);
    } else {
        count = candidates_list(position, situation, moves);
        *plies = situation == SITUATION_BLOCK ? 1 : 3;
    }
    return keep_legal(position, moves, count, false);
}
