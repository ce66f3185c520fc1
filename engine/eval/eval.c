/* eval - filling the tables of a game, and the value from the sums over them; see eval.h. */
#include "eval/eval.h"

#include "eval/bitshift.h"
#include "eval/handmade.h"
#include "eval/weights.h"

#include <assert.h>
#include <string.h>

/* Gives every combination the value of the bitshift table, and no features. */
static void fill_base(void *context, int combination, const Shape shapes[DIRECTIONS])
{
    TermTable *terms = context;
    for (int colour = BLACK; colour <= WHITE; colour++) {
        terms->of[colour][combination] = (Terms){.value = bitshift_point_value(shapes, colour)};
    }
}

/* Corrects the value of every combination. */
static void add_corrections(TermTable *terms, const Learnt *learnt)
{
    for (int colour = BLACK; colour <= WHITE; colour++) {
        for (int i = 0; i < COMBINATIONS; i++) {
            terms->of[colour][i].value += learnt->colour[colour]->correction[i];
        }
    }
}

/* Gives every combination its features. */
static void add_features(TermTable *terms, const Learnt *learnt)
{
    for (int colour = BLACK; colour <= WHITE; colour++) {
        for (int i = 0; i < COMBINATIONS; i++) {
            for (int feature = 0; feature < FEATURES; feature++) {
                terms->of[colour][i].features[feature] =
                    (uint16_t)learnt->colour[colour]->features[feature][i];
            }
        }
    }
}

/* What games have taught for a game, and what its rule adds to that for being to move. */
static void use_weights(EvalTables *tables, const Game *game)
{
#define TEMPO(rule, number, name, black, white, least, weights, tempo) tempo,
    static const int tempo_of[RULE_COUNT] = {RULES(TEMPO)};
    Weights weights;
    if (weights_embedded(&weights, game->rule) &&
        (int)weights.header->win_length == game->win_length) {
        tables->learnt = weights.learnt;
        tables->tempo = tempo_of[game->rule];
    }
}

static void use_handmade(EvalTables *tables, const Game *game)
{
    if (game->win_length == WIN_LENGTH_MAX) {
        handmade_fill(&tables->handmade);
        tables->learnt = (Learnt){{&tables->handmade, &tables->handmade}};
    }
}

void eval_fill_tables(GameTables *tables, const Game *game, Evaluation evaluation)
{
    EvalTables *eval = &tables->eval;
    shape_table_fill(&tables->board.shapes, game);
    combination_table_fill(&tables->board.combinations, game->rule);
    combination_each(fill_base, &eval->terms);
    eval->learnt = (Learnt){{NULL, NULL}};
    eval->tempo = 0;
    if (evaluation == EVALUATION_HANDMADE) {
        use_handmade(eval, game);
    } else if (evaluation != EVALUATION_BASE) {
        use_weights(eval, game);
    }
    bool is_learnt = eval->learnt.colour[BLACK] != NULL;
    eval->has_net = is_learnt && evaluation == EVALUATION_NET;
    eval->net_way = net_best_way();
    if (is_learnt) {
        add_corrections(&eval->terms, &eval->learnt);
    }
    if (eval->has_net) {
        add_features(&eval->terms, &eval->learnt);
    }
}

void eval_init(Evaluator *evaluator, const EvalTables *tables)
{
    evaluator->tables = tables;
    accumulator_init(&evaluator->accumulator, &tables->terms);
}

static Value clamp(int64_t value, int limit)
{
    return value > limit ? limit : value < -limit ? -limit : (Value)value;
}

/* The base of the value, with its tempo: own points count half as much again. */
static Value base_value(int32_t own, int32_t opponent)
{
    return clamp((own + own / 2 - opponent) / EVAL_POINTS_PER_UNIT, VALUE_ESTIMATE_MAX);
}

/* Both sums at their weights, the tempo, what the threats on the board add, and the network. */
static Value learnt_value(const EvalTables *tables, const Sums *sums, int side, int threat_mask)
{
    int opponent = rules_opponent(side);
    const LearntColour *learnt = tables->learnt.colour[side];
    int64_t points = (int64_t)sums->value[side] * learnt->own_weight -
                     (int64_t)sums->value[opponent] * learnt->opponent_weight;
    int64_t units = points / (LEARNT_WEIGHT_ONE * EVAL_POINTS_PER_UNIT);
    Value net = tables->has_net ? net_value(tables->net_way, &learnt->net, &sums->features[side],
                                            &sums->features[opponent], threat_mask)
                                : 0;
    return clamp(units + tables->tempo + learnt->threat_mask[threat_mask] + net,
                 VALUE_ESTIMATE_MAX);
}

Value eval_position(Evaluator *evaluator, const Position *position)
{
    int side = position->board.side;
    const EvalTables *tables = evaluator->tables;
    const Sums *sums = accumulator_sums(&evaluator->accumulator, position);
    assert(eval_check(evaluator, position));
    return tables->learnt.colour[side] == NULL
               ? base_value(sums->value[side], sums->value[rules_opponent(side)])
               : learnt_value(tables, sums, side, learnt_threat_mask(position));
}

bool eval_check(Evaluator *evaluator, const Position *position)
{
    const Sums *sums = accumulator_sums(&evaluator->accumulator, position);
    Sums scratch = accumulator_from_scratch(&evaluator->tables->terms, position);
    return memcmp(sums->value, scratch.value, sizeof scratch.value) == 0 &&
           memcmp(sums->features, scratch.features, sizeof scratch.features) == 0;
}
