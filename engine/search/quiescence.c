/* quiescence - a small search of its own: one side's fours, the other's answers; see
 * quiescence.h. */
#include "search/quiescence.h"

#include "eval/eval.h"
#include "search/ordering.h"
#include "search/parameters.h"

typedef struct {
    Search *search;
    int ply, plies;
    Value alpha, beta, best;
    Point best_move;
} Attack;

int quiescence_plies(const Position *position)
{
    return rules_four_has_side_defences(position->game.rule) ? PARAMETER(QUIESCENCE_PLIES_CARO)
                                                             : PARAMETER(QUIESCENCE_PLIES);
}

/* How deep that is to the table: below zero, the more so the further from the leaf. */
static int depth_of(const Attack *attack)
{
    return (attack->plies - quiescence_plies(&attack->search->position)) * ONE_PLY;
}

/* Takes note of what a four comes to; true if it is too good for the opponent to allow. */
static bool cuts_off(Attack *attack, Point move, Value value)
{
    if (value > attack->best) {
        attack->best = value;
        if (value > attack->alpha) {
            attack->alpha = value;
            attack->best_move = move;
            search_update_pv(attack->search, attack->ply, move);
        }
    }
    return attack->best >= attack->beta;
}

/* The value, to the attacker, of the four that was just played at `ply`, after the opponent's best
 * answer to it. Above `beta` it does not matter how much. */
static Value after_answers(const Attack *attack)
{
    Search *search = attack->search;
    Position *position = &search->position;
    int ply = attack->ply + 1, side = position->board.side;
    Move *answers = search_moves(search, ply);
    Value worst = VALUE_INFINITE;
    search_clear_pv(search, ply);
    int count = candidates_list(position, SITUATION_BLOCK, answers);
    for (int i = 0; i < count && worst > attack->alpha && !search->stopping; i++) {
        Point answer = answers[i].point;
        if (position_forbids(position, answer)) {
            continue;
        }
        position_play(position, answer, side);
        Value beta = worst < attack->beta ? worst : attack->beta;
        Value value = quiescence_search(search, ply + 1, attack->plies - 2, attack->alpha, beta);
        position_undo(position);
        if (value < worst) {
            worst = value;
            search_update_pv(search, ply, answer);
        }
    }
    return worst == VALUE_INFINITE ? value_win_at(ply + 2) : worst;
}

/* Plays a four and looks what it comes to. */
static Value try_four(const Attack *attack, Point move)
{
    Position *position = &attack->search->position;
    position_play(position, move, position->board.side);
    Value value = position->board.empty == 0 ? VALUE_DRAW : after_answers(attack);
    position_undo(position);
    return value;
}

/* Tries the fours of a list, the most promising first. */
static void try_fours(Attack *attack, Move *moves, int count)
{
    Search *search = attack->search;
    ordering_score_static(search->evaluator.tables, &search->position, moves, count, POINT_NONE);
    for (int i = 0; i < count; i++) {
        ordering_pick(moves, count, i);
        Point move = moves[i].point;
        if (position_forbids(&search->position, move)) {
            continue;
        }
        Value value = try_four(attack, move);
        if (search->stopping || cuts_off(attack, move, value)) {
            return;
        }
    }
}

/* The opponent's answer made a four of its own: the attack goes on only if what stops that makes
 * a four again. Otherwise the position is worth what it looks like. */
static Value go_on_or_stop(Attack *attack)
{
    Search *search = attack->search;
    Position *position = &search->position;
    Move *moves = search_moves(search, attack->ply);
    int count = candidates_list(position, SITUATION_BLOCK, moves), fours = 0, legal = 0;
    for (int i = 0; i < count; i++) {
        if (!position_forbids(position, moves[i].point)) {
            legal++;
            if (threat_is_four(position_threat(position, moves[i].point))) {
                moves[fours++] = moves[i];
            }
        }
    }
    if (legal == 0) {
        return value_loss_at(attack->ply + 2);
    }
    attack->best = search_evaluate(attack->search);
    if (attack->plies > 0) {
        try_fours(attack, moves, fours);
    }
    return attack->best;
}

static void remember(const Attack *attack, Value look, Value alpha)
{
    Search *search = attack->search;
    TtEntry entry = {
        .move = attack->best_move,
        .bound = attack->best >= attack->beta ? BOUND_LOWER
                 : attack->best > alpha       ? BOUND_EXACT
                                              : BOUND_UPPER,
        .value = attack->best,
        .eval = look,
        .depth = depth_of(attack),
    };
    tt_store(search->table, search->position.board.key, attack->ply, &entry);
}

/* No four has to be answered: the side to move may make one, or stop here. */
static Value stop_or_attack(Attack *attack)
{
    Search *search = attack->search;
    Position *position = &search->position;
    TtEntry known;
    Value value, alpha = attack->alpha;
    int depth = depth_of(attack);
    if (search_knows(search, attack->ply, depth, alpha, attack->beta, &known, &value)) {
        return value;
    }
    Value look = search_evaluate(search);
    attack->best = look;
    if (look >= attack->beta || attack->plies <= 0) {
        return look;
    }
    attack->alpha = look > alpha ? look : alpha;
    Move *moves = search_moves(search, attack->ply);
    int count = candidates_drop_mere_fours(position, moves, candidates_list_fours(position, moves));
    try_fours(attack, moves, count);
    if (!search->stopping) {
        remember(attack, look, alpha);
    }
    return attack->best;
}

Value quiescence_search(Search *search, int ply, int plies, Value alpha, Value beta)
{
    const Position *position = &search->position;
    search_clear_pv(search, ply);
    if (!search_may_go_on(search) || position->board.empty == 0) {
        return VALUE_DRAW;
    }
    if (ply >= PLY_MAX - 2) {
        return search_evaluate(search);
    }
    if (value_win_at(ply + 1) <= alpha) {
        return alpha; /* a nearer win is known than any from here */
    }
    Attack attack = {
        .search = search,
        .ply = ply,
        .plies = plies,
        .alpha = alpha,
        .beta = beta,
        .best = -VALUE_INFINITE,
        .best_move = POINT_NONE,
    };
    switch (candidates_situation(position)) {
    case SITUATION_FIVE: return value_win_at(ply + 1);
    case SITUATION_OPEN_FOUR: return value_win_at(ply + 3);
    case SITUATION_BLOCK: return go_on_or_stop(&attack);
    default: return stop_or_attack(&attack);
    }
}
