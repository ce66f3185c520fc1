/* refutation - asking the solver on the opponent's behalf; see refutation.h. */
#include "search/refutation.h"

#include "search/parameters.h"
#include "search/solver.h"

enum { PROVEN_DEPTH = PLY_MAX * ONE_PLY }; /* deeper than any search asks for */

const Refutation *refutation_known(const Refutations *refutations, Point move)
{
    for (int i = 0; i < refutations->count; i++) {
        if (refutations->found[i].move == move) {
            return &refutations->found[i];
        }
    }
    return NULL;
}

/* How many nodes may be spent on the move now: none if they are too few to be worth a call. */
static uint64_t allowance(const Refutations *refutations, const Search *search, Point move)
{
    uint64_t due = search->nodes * (uint64_t)PARAMETER(REFUTATION_PERCENT) / 100;
    uint64_t least = (uint64_t)PARAMETER(REFUTATION_NODES_MIN);
    return due >= refutations->nodes + least                            ? due - refutations->nodes
           : due >= least && !point_set_has(&refutations->looked, move) ? least
                                                                        : 0;
}

/* Tells the transposition table that the side to move, at ply 1, wins with that move. */
static void store_win(Search *search, Point move, Value value)
{
    TtEntry entry = {
        .move = move,
        .bound = BOUND_LOWER,
        .value = value,
        .eval = search_evaluate(search),
        .depth = PROVEN_DEPTH,
    };
    tt_store(search->table, search->position.board.key, 1, &entry);
}

/* Asks the solver in the position behind the move of a refutation, which is completed if the side
 * to move wins. */
static bool finds_win(Search *search, uint64_t nodes, Refutation *refutation)
{
    int plies;
    if (!solver_solve(search, nodes, PLY_MAX, &refutation->pv, &plies)) {
        return false;
    }
    refutation->value = value_loss_at(plies + 1);
    store_win(search, refutation->pv.move[0], -refutation->value);
    return true;
}

const Refutation *refutation_find(Refutations *refutations, Search *search, Point move)
{
    uint64_t nodes = allowance(refutations, search, move), before = search->nodes;
    if (nodes == 0 || search->stopping || refutations->count == REFUTATIONS_MAX) {
        return NULL;
    }
    Refutation *refutation = &refutations->found[refutations->count];
    refutation->move = move;
    point_set_add(&refutations->looked, move);
    position_play(&search->position, move, search->position.board.side);
    bool found = finds_win(search, nodes, refutation);
    position_undo(&search->position);
    refutations->nodes += search->nodes - before;
    refutations->count += found;
    return found ? refutation : NULL;
}
