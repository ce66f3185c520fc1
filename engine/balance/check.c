/* check - see check.h. */
#include "balance/check.h"

#include "balance/balance.h"

#include <stdlib.h>

/* A later move may turn out better than the one that was called best, so each is compared with
 * both ends of the margin. */
static bool moves_pass(Search *search, const CheckOptions *options)
{
    Value values[OPENING_CHECK_MOVES_MAX];
    bool pass = balance_judge_moves(search, options->nodes, options->moves, values);
    for (int i = 0; pass && i < options->moves; i++) {
        pass = !value_is_proven(values[i]) && abs(values[i]) <= options->margin;
    }
    return pass;
}

bool check_passes(Search *search, const CheckOptions *options, const Start *start)
{
    Position *position = &search->position;
    for (int i = 0; i < start->count; i++) {
        position_play(position, start->moves[i], position->board.side);
    }
    search_forget(search);
    bool passes = moves_pass(search, options);
    for (int i = 0; i < start->count; i++) {
        position_undo(position);
    }
    return passes;
}
