/* quiescence - the attacker's fours and the opponent's blocks; see quiescence.h. */
#include "search/quiescence.h"

#include "search/ordering.h"
#include "search/parameters.h"

/* A position in which the attacker is to move. */
typedef struct {
    Search *search;
    int ply;
    int plies; /* of fours and blocks that may follow */
    Bounds bounds;
} Attack;

int quiescence_plies(const Position *position)
{
    return rules_four_has_side_defences(position->game.rule) ? PARAMETER(QUIESCENCE_PLIES_CARO)
                                                             : PARAMETER(QUIESCENCE_PLIES);
}

/* The depth for the table: 0 at the leaf, negative after it. */
static int tt_depth(const Attack *attack)
{
    return (attack->plies - quiescence_plies(&attack->search->position)) * ONE_PLY;
}

/* The value, to the attacker, of the four that was just played at `ply`, after the opponent's best
 * block. At or outside the window it is a bound. */
static Value search_blocks(const Attack *attack)
{
    Search *search = attack->search;
    Position *position = &search->position;
    const Bounds *bounds = &attack->bounds;
    int ply = attack->ply + 1, side = position->board.side;
    Move *blocks = search_moves(search, ply);
    Value least = VALUE_INFINITE;
    search_clear_pv(search, ply);
    int count = candidates_list(position, SITUATION_BLOCK, blocks);
    for (int i = 0; i < count && least > bounds->alpha && !search->stopping; i++) {
        Point block = blocks[i].point;
        if (position_forbids(position, block)) {
            continue;
        }
        search_prefetch(search, block);
        position_play(position, block, side);
        Value beta = least < bounds->beta ? least : bounds->beta;
        Value value = quiescence_search(search, ply + 1, attack->plies - 2, bounds->alpha, beta);
        position_undo(position);
        if (value < least) {
            least = value;
            search_update_pv(search, ply, block);
        }
    }
    return least == VALUE_INFINITE ? value_win_at(ply + 2) : least;
}

/* The value of a four to the attacker. */
static Value search_four(const Attack *attack, Point move)
{
    Position *position = &attack->search->position;
    position_play(position, move, position->board.side);
    Value value = position->board.empty == 0 ? VALUE_DRAW : search_blocks(attack);
    position_undo(position);
    return value;
}

/* Searches a list of fours, the most promising first, until one causes a beta cutoff. */
static void search_fours(Attack *attack, Move *moves, int count)
{
    Search *search = attack->search;
    ordering_score_static(search->evaluator.tables, &search->position, moves, count);
    for (int i = 0; i < count; i++) {
        ordering_pick(moves, count, i);
        Point move = moves[i].point;
        if (position_forbids(&search->position, move)) {
            continue;
        }
        Value value = search_four(attack, move);
        if (search->stopping ||
            search_update_best(search, attack->ply, &attack->bounds, move, value)) {
            return;
        }
    }
}

/* The opponent's block made a four of its own: the attack goes on only with a four that blocks that
 * one. Otherwise the static evaluation stands. */
static Value counter_four(Attack *attack)
{
    Position *position = &attack->search->position;
    Move *moves = search_moves(attack->search, attack->ply);
    bool can_block;
    int count = candidates_list_blocking_fours(position, moves, &can_block);
    if (!can_block) {
        return value_loss_at(attack->ply + 2);
    }
    attack->bounds.best = search_evaluate(attack->search);
    if (attack->plies > 0) {
        search_fours(attack, moves, count);
    }
    return attack->bounds.best;
}

/* Stand pat: the attacker may take what the position is estimated at. True if that is a beta
 * cutoff, or no plies are left. */
static bool stand_pat(Attack *attack, Value estimate)
{
    Bounds *bounds = &attack->bounds;
    bounds->best = estimate;
    if (estimate > bounds->alpha) {
        bounds->alpha = estimate;
        bounds->raised_alpha = true;
    }
    return estimate >= bounds->beta || attack->plies <= 0;
}

/* Nothing has to be blocked: the side to move may make a four, or stop here. */
static Value stand_pat_or_attack(Attack *attack)
{
    Search *search = attack->search;
    Position *position = &search->position;
    TtEntry entry;
    Value value;
    int depth = tt_depth(attack);
    if (search_probe_tt(search, attack->ply, depth, &attack->bounds, &entry, &value)) {
        return value;
    }
    Value evaluation = entry.bound != BOUND_NONE ? entry.eval : search_evaluate(search);
    Value static_eval = correction_apply(&search->correction, position, evaluation);
    if (stand_pat(attack, search_estimate(&entry, static_eval))) {
        return attack->bounds.best;
    }
    Move *moves = search_moves(search, attack->ply);
    int count =
        candidates_drop_simple_fours(position, moves, candidates_list_fours(position, moves));
    search_fours(attack, moves, count);
    if (!search->stopping) {
        TtEntry found = {.move = POINT_NONE, .eval = evaluation, .depth = depth};
        search_store_tt(search, attack->ply, &attack->bounds, found);
    }
    return attack->bounds.best;
}

Value quiescence_search(Search *search, int ply, int plies, Value alpha, Value beta)
{
    const Position *position = &search->position;
    search_clear_pv(search, ply);
    search_note_ply(search, ply);
    if (!search_may_go_on(search) || position->board.empty == 0) {
        return VALUE_DRAW;
    }
    if (ply >= PLY_MAX - 2) {
        return search_evaluate(search);
    }
    if (value_win_at(ply + 1) <= alpha) {
        return alpha; /* mate distance pruning */
    }
    Attack attack = {
        .search = search,
        .ply = ply,
        .plies = plies,
        .bounds = bounds_of(alpha, beta),
    };
    switch (candidates_situation(position)) {
    case SITUATION_FIVE: return value_win_at(ply + 1);
    case SITUATION_OPEN_FOUR: return value_win_at(ply + 3);
    case SITUATION_BLOCK: return counter_four(&attack);
    default: return stand_pat_or_attack(&attack);
    }
}
