/* solver_call - one call of the solver, as its parts share it: df-pn itself (solver.c), and the
 * moves that it considers (attacks.h).
 */
#ifndef TENGEN_SEARCH_SOLVER_CALL_H
#define TENGEN_SEARCH_SOLVER_CALL_H

#include "search/search.h"

/* A call. */
typedef struct {
    Search *search;
    int attacker;
    uint64_t salt; /* keys the proofs of the two possible attackers apart */
    uint64_t end;  /* the call ends when search->nodes gets there */
} Solver;

/* The key of the position in the proof table. */
static inline uint64_t solver_key(const Solver *solver)
{
    return solver->search->position.board.key ^ solver->salt;
}

/* The same once the side to move has played on that empty point. */
static inline uint64_t solver_key_after(const Solver *solver, Point move)
{
    return board_key_after(&solver->search->position.board, move) ^ solver->salt;
}

/* Says whether the attacker is to move. */
static inline bool solver_attacks(const Solver *solver)
{
    return solver->search->position.board.side == solver->attacker;
}

#endif
