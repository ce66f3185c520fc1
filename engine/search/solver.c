/* solver - depth-first proof-number search over threats and answers; see solver.h. */
#include "search/solver.h"

#include "board/zobrist.h"
#include "search/ordering.h"
#include "search/vcf.h"

enum {
    SOLVER_PLIES_MAX = PLY_MAX - 4, /* the rest is for looking at what a move threatens */
    BROTHER_PERCENT = 125, /* a child is left when it has become so much worse than its brother */
    RANK_WORK = 2,         /* what each move of the attacker's costs more than the one before it */

    /* Positions in which a win by fours is looked for: where the attacker moves, behind a move that
     * might threaten one, and where it may be all that is left of a win that was promised. */
    FOURS_GLANCE = 10,
    FOURS_THREATENED = 48,
    FOURS_PROMISED = 2000,
};

/* How a move that makes neither a four nor an open three may still threaten a win by fours. */
typedef enum {
    QUIET_PAIR,  /* it makes two dead threes or more */
    QUIET_THREE, /* it makes one, or two live twos; or it answers a threat */
    QUIET_TWO,   /* it makes a live two */
    QUIET_KINDS,
    QUIET_NOTHING = QUIET_KINDS,
} Quiet;

/* The attacker thinks of them once all else has at least so much left to prove. */
static const uint32_t quiet_work[QUIET_KINDS] = {16, 24, 32};

typedef struct {
    Search *search;
    ProofTable *proofs;
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

static bool has_room(const Solver *solver)
{
    return solver->search->nodes < solver->end && !solver->search->stopping;
}

static bool may_go_on(Solver *solver)
{
    return has_room(solver) && search_may_go_on(solver->search);
}

static Proof won_in(int plies, Point move)
{
    return (Proof){.proof = 0, .disproof = PROOF_INFINITE, .plies = plies, .move = move};
}

static Proof not_won(void)
{
    return (Proof){.proof = PROOF_INFINITE, .disproof = 0, .move = POINT_NONE};
}

static bool is_settled(const Proof *proof)
{
    return proof->proof == 0 || proof->disproof == 0;
}

static bool is_unknown(const Proof *proof)
{
    return proof->proof == 1 && proof->disproof == 1 && proof->move == POINT_NONE;
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

/* The attacker's moves in a position that is not decided: threats; where the defender can make an
 * open four, those among the answers that threaten; where he can make a five, whatever stops it,
 * for the threat he did not answer may still stand. */
static int list_attacks(Position *position, Situation situation, Move *moves)
{
    int count = situation == SITUATION_QUIET ? list_threats(position, moves)
                                             : candidates_list(position, situation, moves);
    return keep_legal(position, moves, count, situation != SITUATION_BLOCK);
}

/* --- threats of a win by fours --- */

/* Looks whether the attacker would win by fours within so many plies, were it his move. */
static bool finds_fours(Solver *solver, int ply, uint64_t positions, int plies, Vcf *win)
{
    Search *search = solver->search;
    Board *board = &search->position.board;
    uint64_t left = solver->end > search->nodes ? solver->end - search->nodes : 0;
    int side = board->side;
    board_set_side(board, solver->attacker);
    bool found = vcf_find(search, ply, left < positions ? left : positions, plies, win);
    board_set_side(board, side);
    return found;
}

static Quiet quiet_kind(const Position *position, Point move)
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

/* Says whether the move, which makes no threat by itself, threatens a win by fours. */
static bool threatens_fours(Solver *solver, int ply, Point move, Quiet kind)
{
    Position *position = &solver->search->position;
    uint64_t key = key_behind(solver, move);
    Proof known = proof_table_probe(solver->proofs, key);
    Vcf win;
    if (!is_unknown(&known)) {
        return known.disproof != 0;
    }
    if (position_forbids(position, move)) {
        return false;
    }
    position_play(position, move, solver->attacker);
    Situation reply = candidates_situation(position);
    bool found = reply != SITUATION_FIVE && reply != SITUATION_OPEN_FOUR &&
                 finds_fours(solver, ply + 1, FOURS_THREATENED, PLY_MAX, &win);
    position_undo(position);
    if (found) {
        known.proof = quiet_work[kind];
        proof_table_store(solver->proofs, key, &known);
    }
    return found;
}

/* Adds the moves of that kind that threaten a win by fours to those of the attacker. */
static int add_quiet(Solver *solver, int ply, Situation situation, Quiet kind, Move *moves,
                     int count)
{
    Position *position = &solver->search->position;
    Move *others = search_moves(solver->search, ply + 1);
    int other_count = candidates_list(position, situation, others);
    for (int i = 0; i < other_count; i++) {
        Point move = others[i].point;
        Quiet own = situation == SITUATION_QUIET ? quiet_kind(position, move) : QUIET_THREE;
        if (own == kind && position_threat(position, move) == THREAT_NONE &&
            threatens_fours(solver, ply + 1, move, kind)) {
            moves[count++].point = move;
        }
    }
    return count;
}

/* Lists the answers to the threat of a win by fours, and tells how many plies that takes after any
 * other move; 0, and no answers, if there is no such threat. */
static int list_answers_to_fours(Solver *solver, int ply, Move *moves, int *plies)
{
    Position *position = &solver->search->position;
    Vcf win;
    int count = 0;
    *plies = 0;
    if (!finds_fours(solver, ply + 1, FOURS_THREATENED, PLY_MAX, &win)) {
        return 0;
    }
    *plies = win.plies;
    if (win.delicate) {
        count = candidates_list_all(position, moves);
    } else {
        for (Point point = position_next(position, &win.zone, POINT_NONE); point != POINT_NONE;
             point = position_next(position, &win.zone, point)) {
            moves[count++].point = point;
        }
    }
    return keep_legal(position, moves, count, false);
}

/* --- proof numbers --- */

static uint32_t smaller(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

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
    default: return false;
    }
}

/* What the children say about their parent, and which of them to work on. */
typedef struct {
    Proof all;      /* of the parent */
    int best;       /* index of the child with least left to do */
    uint32_t other; /* the least left to do in any of its brothers */
    uint32_t owing; /* how many children owe something */
} Summary;

/* What is known of the position behind a move. For the attacker's moves, what is left to prove
 * grows by their score, so that the better looking are worked on first and longer. */
static Proof look_behind(const Solver *solver, const Move *move, bool attacks)
{
    Proof child = proof_table_probe(solver->proofs, key_behind(solver, move->point));
    if (attacks && child.proof > 0 && child.proof < PROOF_INFINITE) {
        child.proof = smaller(child.proof + (uint32_t)move->score, PROOF_INFINITE - 1);
    }
    return child;
}

/* What all children owe together. Added up, what several of them share would count once for each,
 * so it is what the deepest in debt owes, and one for each other. */
static uint32_t debt_of(uint32_t worst, uint32_t owing)
{
    return owing == 0                ? 0
           : worst == PROOF_INFINITE ? PROOF_INFINITE
                                     : smaller(worst + owing - 1, PROOF_INFINITE - 1);
}

/* Where the attacker moves, one child must be proven; where the defender does, all must be, and
 * the five is at least so many plies away. The two cases mirror each other: `work` is what one
 * child has to give, `debt` what all have. */
static Summary summarize(const Solver *solver, const Move *moves, int count, bool attacks,
                         int plies)
{
    Summary summary = {.best = -1, .other = PROOF_INFINITE};
    uint32_t least = PROOF_INFINITE, worst = 0;
    for (int i = 0; i < count; i++) {
        Proof child = look_behind(solver, &moves[i], attacks);
        uint32_t work = attacks ? child.proof : child.disproof;
        uint32_t debt = attacks ? child.disproof : child.proof;
        worst = debt > worst ? debt : worst;
        summary.owing += debt > 0;
        if (!attacks && child.proof == 0 && child.plies > plies) {
            plies = child.plies;
            summary.all.move = moves[i].point;
        }
        if (summary.best < 0 || work < least || (attacks && work == 0 && child.plies < plies)) {
            summary.other = summary.best < 0 ? PROOF_INFINITE : least;
            least = work;
            summary.best = i;
            plies = attacks ? child.plies : plies;
        } else if (work < summary.other) {
            summary.other = work;
        }
    }
    uint32_t debt = debt_of(worst, summary.owing);
    summary.all.proof = attacks ? least : debt;
    summary.all.disproof = attacks ? debt : least;
    if (attacks && count > 0) {
        summary.all.move = moves[summary.best].point;
    }
    summary.all.plies = summary.all.proof == 0 ? plies + 1 : 0;
    return summary;
}

/* How far to go with the best child: until its brother is clearly better, or the parent's limit. */
static uint32_t brother_limit(uint32_t limit, uint32_t other)
{
    uint64_t shifted = (uint64_t)other * BROTHER_PERCENT / 100 + 1;
    return smaller(limit, shifted < PROOF_INFINITE ? (uint32_t)shifted : PROOF_INFINITE);
}

/* What the child may owe before its parent owes too much. */
static uint32_t debt_limit(uint32_t limit, uint32_t owing)
{
    return limit >= PROOF_INFINITE - 1 ? limit : limit - (owing - 1);
}

static void prove(Solver *solver, int ply, uint32_t proof_limit, uint32_t disproof_limit);

static void work_on_child(Solver *solver, int ply, const Summary *summary, const Move *move,
                          uint32_t proof_limit, uint32_t disproof_limit)
{
    Position *position = &solver->search->position;
    uint32_t proofs, disproofs;
    if (position->board.side == solver->attacker) {
        proofs = brother_limit(proof_limit, summary->other) - (uint32_t)move->score;
        disproofs = debt_limit(disproof_limit, summary->owing);
    } else {
        proofs = debt_limit(proof_limit, summary->owing);
        disproofs = brother_limit(disproof_limit, summary->other);
    }
    position_play(position, move->point, position->board.side);
    prove(solver, ply + 1, proofs, disproofs);
    position_undo(position);
}

/* Lists the moves of the side to move. In `plies` comes how far the five is away, at least,
 * whatever the defender plays; 0: he is not threatened, or not to move. */
static int list_moves(Solver *solver, int ply, Situation situation, Move *moves, int *plies)
{
    Position *position = &solver->search->position;
    *plies = 0;
    if (position->board.side == solver->attacker) {
        return list_attacks(position, situation, moves);
    }
    if (situation == SITUATION_QUIET) {
        return list_answers_to_fours(solver, ply, moves, plies);
    }
    *plies = situation == SITUATION_BLOCK ? 1 : 3;
    return keep_legal(position, moves, candidates_list(position, situation, moves), false);
}

/* Sorts moves[from..count-1], the best looking first, and scores them anew, from nothing, by their
 * place among all: see look_behind. */
static void rank(const Search *search, Move *moves, int from, int count)
{
    ordering_score_static(search->evaluator.tables, &search->position, moves + from, count - from,
                          POINT_NONE);
    for (int i = from; i < count; i++) {
        ordering_pick(moves, count, i);
        moves[i].score = i * RANK_WORK;
    }
}

/* Works on the children until one of the limits is reached. */
static Proof prove_by_moves(Solver *solver, int ply, Situation situation, uint32_t proof_limit,
                            uint32_t disproof_limit)
{
    Search *search = solver->search;
    bool attacks = search->position.board.side == solver->attacker;
    Move *moves = search_moves(search, ply);
    int plies, count = list_moves(solver, ply, situation, moves, &plies);
    Quiet quiet = attacks && situation != SITUATION_BLOCK ? QUIET_PAIR : QUIET_KINDS;
    if (!attacks && plies == 0) {
        return not_won();
    }
    rank(search, moves, 0, count);
    for (;;) {
        Summary summary = summarize(solver, moves, count, attacks, plies);
        if (quiet < QUIET_KINDS && summary.all.proof >= quiet_work[quiet] && has_room(solver)) {
            int ranked = count;
            count = add_quiet(solver, ply, situation, quiet++, moves, count);
            rank(search, moves, ranked, count);
        } else if (summary.all.proof >= proof_limit || summary.all.disproof >= disproof_limit ||
                   is_settled(&summary.all) || !has_room(solver)) {
            return summary.all;
        } else {
            work_on_child(solver, ply, &summary, &moves[summary.best], proof_limit, disproof_limit);
        }
    }
}

/* Looks for a win by fours of the attacker, who is to move, in a position not seen before. */
static bool glance_at_fours(Solver *solver, int ply, Situation situation, Proof *proof)
{
    Proof known = proof_table_probe(solver->proofs, key_of(solver));
    Vcf win;
    if (situation == SITUATION_BLOCK || !is_unknown(&known) ||
        solver->search->position.board.side != solver->attacker ||
        !finds_fours(solver, ply, FOURS_GLANCE, PLY_MAX, &win)) {
        return false;
    }
    *proof = won_in(win.plies, win.move);
    return true;
}

/* Works on the position until one of the limits is reached, and notes what is known then. */
static void prove(Solver *solver, int ply, uint32_t proof_limit, uint32_t disproof_limit)
{
    Situation situation = candidates_situation(&solver->search->position);
    Proof proof;
    if (!may_go_on(solver)) {
        return;
    }
    if (!is_decided(solver, situation, &proof) &&
        !glance_at_fours(solver, ply, situation, &proof)) {
        proof = ply >= SOLVER_PLIES_MAX
                    ? not_won()
                    : prove_by_moves(solver, ply, situation, proof_limit, disproof_limit);
    }
    if (proof.disproof > 0 || has_room(solver)) { /* else it only was not looked at to the end */
        proof_table_store(solver->proofs, key_of(solver), &proof);
    }
}

/* --- the line --- */

/* The next move of a line with so many plies left: the attacker's best or the defender's longest,
 * as the proof says; behind those a four that it rests on, or an answer to one. POINT_NONE where
 * the five is plain to see, or nothing can be said. */
static Point next_of_line(Solver *solver, int ply, int plies)
{
    Position *position = &solver->search->position;
    Situation situation = candidates_situation(position);
    Proof proof = proof_table_probe(solver->proofs, key_of(solver));
    Move *moves = search_moves(solver->search, ply);
    Vcf win;
    if (situation == SITUATION_FIVE || situation == SITUATION_OPEN_FOUR) {
        return POINT_NONE;
    }
    if (proof.proof == 0 && proof.move != POINT_NONE) {
        return position->board.at[proof.move] == EMPTY ? proof.move : POINT_NONE;
    }
    if (position->board.side == solver->attacker) {
        return finds_fours(solver, ply, FOURS_THREATENED, plies, &win) ? win.move : POINT_NONE;
    }
    int count =
        situation != SITUATION_BLOCK
            ? 0
            : keep_legal(position, moves, candidates_list(position, situation, moves), false);
    return count > 0 ? moves[0].point : POINT_NONE;
}

static void follow_line(Solver *solver, int plies, Variation *line)
{
    Position *position = &solver->search->position;
    line->length = 0;
    Point move;
    while (line->length < SOLVER_PLIES_MAX &&
           (move = next_of_line(solver, line->length, plies - line->length)) != POINT_NONE) {
        line->move[line->length++] = move;
        position_play(position, move, position->board.side);
    }
    for (int i = 0; i < line->length; i++) {
        position_undo(position);
    }
}

/* Says whether the win is known at once: from before, or because one so near was promised, for then
 * there often is one by fours. */
static bool recalls_win(Solver *solver, int promise)
{
    Proof known = proof_table_probe(solver->proofs, key_of(solver));
    Vcf win;
    if (known.proof == 0 && known.move != POINT_NONE) {
        return true;
    }
    if (promise >= PLY_MAX || !finds_fours(solver, 0, FOURS_PROMISED, promise, &win)) {
        return false;
    }
    known = won_in(win.plies, win.move);
    proof_table_store(solver->proofs, key_of(solver), &known);
    return true;
}

bool solver_solve(Search *search, uint64_t positions, int promise, Variation *line, int *plies)
{
    const Board *board = &search->position.board;
    Solver solver = {
        .search = search,
        .proofs = &search->proofs,
        .attacker = board->side,
        .salt = zobrist_mix((UINT64_C(3) << 32) + (uint64_t)board->side),
        .end = search->nodes + positions,
    };
    if (!recalls_win(&solver, promise)) {
        prove(&solver, 0, PROOF_INFINITE, PROOF_INFINITE);
    }
    Proof proof = proof_table_probe(solver.proofs, key_of(&solver));
    if (proof.proof != 0) {
        return false;
    }
    follow_line(&solver, proof.plies, line);
    *plies = proof.plies;
    return line->length > 0;
}
