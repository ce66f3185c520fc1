/* winning_reply - asking the solver on the opponent's behalf; see winning_reply.h. */
#include "search/winning_reply.h"

#include "search/parameters.h"
#include "search/solver.h"

enum { PROVEN_DEPTH = PLY_MAX * ONE_PLY }; /* deeper than any search asks for */

const WinningReply *winning_reply_known(const WinningReplies *replies, Point move)
{
    for (int i = 0; i < replies->count; i++) {
        if (replies->found[i].move == move) {
            return &replies->found[i];
        }
    }
    return NULL;
}

/* How many nodes may be spent on the move now: none if they are too few to be worth a call. */
static uint64_t allowance(const WinningReplies *replies, const Search *search, Point move)
{
    uint64_t due = search->nodes * (uint64_t)PARAMETER(REPLY_PERCENT) / 100;
    uint64_t least = (uint64_t)PARAMETER(REPLY_NODES_MIN);
    return due >= replies->nodes + least                            ? due - replies->nodes
           : due >= least && !point_set_has(&replies->looked, move) ? least
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

/* Asks the solver in the position after the move. If the side to move wins, its value and variation
 * go into the reply. */
static bool finds_win(Search *search, uint64_t nodes, WinningReply *reply)
{
    int plies;
    if (!solver_solve(search, nodes, PLY_MAX, &reply->pv, &plies)) {
        return false;
    }
    reply->value = value_loss_at(plies + 1);
    store_win(search, reply->pv.move[0], -reply->value);
    return true;
}

const WinningReply *winning_reply_find(WinningReplies *replies, Search *search, Point move)
{
    uint64_t nodes = allowance(replies, search, move), before = search->nodes;
    if (nodes == 0 || search->stopping || replies->count == WINNING_REPLIES_MAX) {
        return NULL;
    }
    WinningReply *reply = &replies->found[replies->count];
    reply->move = move;
    point_set_add(&replies->looked, move);
    position_play(&search->position, move, search->position.board.side);
    bool found = finds_win(search, nodes, reply);
    position_undo(&search->position);
    replies->nodes += search->nodes - before;
    replies->count += found;
    return found ? reply : NULL;
}
