/* defence - telling delaying fours apart, and the move to play instead; see defence.h. */
#include "search/defence.h"

#include "search/node.h"
#include "search/rootmoves.h"

int defence_delaying_fours(Position *position, const Variation *pv)
{
    int fours = 0, played = 0;
    while (played + 1 < pv->length) {
        position_play(position, pv->move[played++], position->board.side);
        if (candidates_situation(position) != SITUATION_BLOCK) {
            break;
        }
        position_play(position, pv->move[played++], position->board.side);
        fours++;
    }
    while (played-- > 0) {
        position_undo(position);
    }
    return fours;
}

Value defence_value(Search *search, Point move, Value value)
{
    if (value > -VALUE_PROVEN_MIN || search->plain) {
        return value;
    }
    search_update_pv(search, 0, move);
    int fours = defence_delaying_fours(&search->position, &search->pv[0]);
    return fours > 0 ? value - 2 * fours - 1 : value;
}

/* The best-looking move that makes no four; POINT_NONE if there is none. */
static Point best_looking_block(Search *search)
{
    RootMoves list;
    rootmoves_list_quiet(&list, search);
    for (int i = 0; i < list.count; i++) {
        if (!threat_is_four(position_threat(&search->position, list.moves[i].point))) {
            return list.moves[i].point;
        }
    }
    return POINT_NONE;
}

bool defence_search_block(Search *search, int depth, Value *value, Variation *pv)
{
    Point move = best_looking_block(search);
    if (move == POINT_NONE) {
        return false;
    }
    *value = node_search_root_move(search, depth * ONE_PLY, SITUATION_QUIET, &(Move){.point = move},
                                   0, -VALUE_INFINITE, VALUE_INFINITE);
    if (!search->stopping) {
        search_update_pv(search, 0, move);
        *pv = search->pv[0];
    }
    return !search->stopping;
}
