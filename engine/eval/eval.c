/* eval - the tables of a game, and the sums over them; see eval.h. */
#include "eval/eval.h"

#include "eval/bitshift.h"
#include "eval/handmade.h"
#include "eval/net.h"

/* Corrects the value of every combination. */
static void correct(WorthTable *worths, const Learnt *learnt)
{
    for (int colour = BLACK; colour <= WHITE; colour++) {
        for (int i = 0; i < COMBINATIONS; i++) {
            worths->worth[colour][i].value += learnt->colour[colour]->correction[i];
        }
    }
}

/* Gives every combination its features. */
static void fill_lanes(WorthTable *worths, const Learnt *learnt)
{
    for (int colour = BLACK; colour <= WHITE; colour++) {
        for (int i = 0; i < COMBINATIONS; i++) {
            for (int lane = 0; lane < WORTH_FEATURES; lane++) {
                worths->worth[colour][i].features[lane] =
                    (uint16_t)learnt->colour[colour]->features[lane][i];
            }
        }
    }
}

/* What the evaluation adds to the bitshift table; NULL: nothing. */
static const Learnt *on_top_of_base(const Game *game, Evaluation evaluation)
{
    switch (evaluation) {
    case EVALUATION_BASE: return NULL;
    case EVALUATION_HANDMADE: return handmade_for(game);
    default: return learnt_for(game);
    }
}

/* What being to move is worth beyond what the weights say. */
static int tempo_of(const Game *game, Evaluation evaluation)
{
#define TEMPO(rule, number, name, black, white, least, weights, tempo) tempo,
    static const int by_rule[RULE_COUNT] = {RULES(TEMPO)};
    bool is_learnt = evaluation >= EVALUATION_TUNED && learnt_for(game) != NULL;
    return is_learnt ? by_rule[game->rule] : 0;
}

void eval_fill_tables(GameTables *tables, const Game *game, Evaluation evaluation)
{
    shape_table_fill(&tables->shapes, game);
    worth_table_fill(&tables->worths, game->rule, bitshift_point_value);
    tables->learnt = on_top_of_base(game, evaluation);
    tables->has_net = tables->learnt != NULL && evaluation == EVALUATION_NET;
    tables->tempo = tempo_of(game, evaluation);
    if (tables->learnt != NULL) {
        correct(&tables->worths, tables->learnt);
    }
    if (tables->has_net) {
        fill_lanes(&tables->worths, tables->learnt);
    }
}

static Value clamp(int64_t value, int limit)
{
    return value > limit ? limit : value < -limit ? -limit : (Value)value;
}

/* The side to move cashes in first: its points count half as much again. */
static Value base_value(int32_t own, int32_t opponent)
{
    return clamp((own + own / 2 - opponent) / EVAL_POINTS_PER_UNIT, VALUE_ESTIMATE_MAX);
}

/* What the network of the side to move adds, if it is wanted. */
static Value net_share(const Position *position, const LearntColour *learnt, int threat_mask)
{
    int side = position->board.side;
    return position->tables->has_net
               ? net_value(&learnt->net, &position->features[side],
                           &position->features[rules_opponent(side)], threat_mask)
               : 0;
}

/* Both sums at their weights, what the threats on the board add, and the network. */
static Value tuned_value(const Position *position, const LearntColour *learnt, int64_t own,
                         int64_t opponent)
{
    int64_t points = own * learnt->own_weight - opponent * learnt->opponent_weight;
    int64_t units = points / (LEARNT_WEIGHT_ONE * EVAL_POINTS_PER_UNIT);
    int threat_mask = learnt_threat_mask(position);
    return clamp(units + position->tables->tempo + learnt->threat_mask[threat_mask] +
                     net_share(position, learnt, threat_mask),
                 VALUE_ESTIMATE_MAX);
}

Value eval_position(const Position *position)
{
    int side = position->board.side;
    int32_t own = position->value[side];
    int32_t opponent = position->value[rules_opponent(side)];
    const Learnt *learnt = position->tables->learnt;
    return learnt == NULL ? base_value(own, opponent)
                          : tuned_value(position, learnt->colour[side], own, opponent);
}
