/* eval - filling the tables of a game, and the value from the sums over them; see eval.h. */
#include "eval/eval.h"

#include "eval/bitshift.h"
#include "eval/weights.h"
#include "port/fnv.h"

#include <assert.h>
#include <string.h>

/* Gives every point pattern the value of the bitshift table, which both colours share. */
static void fill_base(void *context, int point_pattern, const Shape shapes[DIRECTIONS])
{
    TermTable *terms = context;
    terms->value[BLACK][point_pattern] = terms->value[WHITE][point_pattern] =
        bitshift_point_value(shapes);
}

/* Corrects the value of every point pattern. */
static void add_corrections(TermTable *terms, const Learnt *learnt)
{
    for (int colour = BLACK; colour <= WHITE; colour++) {
        for (int i = 0; i < POINT_PATTERNS; i++) {
            terms->value[colour][i] += learnt->colour[colour]->correction[i];
        }
    }
}

/* What games have taught for a game: what is embedded, or nothing. */
static Learnt embedded_for(const Game *game)
{
    Weights weights;
    bool fits = weights_embedded(&weights, game->rule) &&
                (int)weights.header->win_length == game->win_length;
    return fits ? weights.learnt : (Learnt){.colour = {NULL, NULL}};
}

/* What was learnt, and what the rule adds to that for being to move. */
static void use_learnt(EvalTables *tables, const Game *game, const Learnt *learnt)
{
#define TEMPO(rule, number, name, black, white, least, weights, tempo) tempo,
    static const int tempo_of[RULE_COUNT] = {RULES(TEMPO)};
    tables->learnt = *learnt;
    tables->tempo = learnt->colour[BLACK] != NULL ? tempo_of[game->rule] : 0;
}

/* Puts the network to use where it is wanted and there is one. */
static void use_network(GameTables *tables, Evaluation evaluation)
{
    EvalTables *eval = &tables->eval;
    eval->simd = cpu_best_simd();
    eval->has_pattern = evaluation == EVALUATION_PATTERN && eval->learnt.pattern[BLACK] != NULL &&
                        pattern_tables_fit(&tables->board.shapes);
    if (eval->has_pattern) {
        pattern_tables_fill(&eval->pattern, &tables->board.shapes, eval->learnt.pattern);
    }
}

/* Everything that the contents of tables depend on, in one number. */
static uint64_t fingerprint_of(const Game *game, Evaluation evaluation, const Learnt *learnt)
{
    int numbers[] = {(int)game->rule, game->win_length, (int)evaluation};
    return fnv_hash(fnv_hash(FNV_BASIS, numbers, sizeof numbers), learnt, sizeof *learnt);
}

void eval_fill_tables_from(GameTables *tables, const Game *game, Evaluation evaluation,
                           const Learnt *learnt)
{
    EvalTables *eval = &tables->eval;
    shape_table_fill(&tables->board.shapes, game);
    point_pattern_table_fill(&tables->board.point_patterns, game->rule);
    memset(&eval->terms, 0, sizeof eval->terms);
    point_pattern_each(fill_base, &eval->terms);
    eval->learnt = (Learnt){.colour = {NULL, NULL}};
    offset_table_fill(&eval->offsets);
    eval->tempo = 0;
    if (evaluation != EVALUATION_BASE) {
        use_learnt(eval, game, learnt);
    }
    if (eval->learnt.colour[BLACK] != NULL) {
        add_corrections(&eval->terms, &eval->learnt);
    }
    use_network(tables, evaluation);
    eval->fingerprint = fingerprint_of(game, evaluation, learnt);
}

void eval_fill_tables(GameTables *tables, const Game *game, Evaluation evaluation)
{
    Learnt learnt = embedded_for(game);
    eval_fill_tables_from(tables, game, evaluation, &learnt);
}

_Static_assert((int)VALUE_ESTIMATE_MAX < 1 << (EVAL_CACHE_KEY_BITS - 1),
               "a value fits into the bits that a slot stands for");

static CachedValue cached_value(uint64_t key, Value value)
{
    return key / EVAL_CACHE_SLOTS * EVAL_CACHE_SLOTS | (uint16_t)value;
}

/* Says whether the slot has the value for that key, and which value it has. A slot that was never
 * written would take a key whose upper 48 bits are all 0 for its own; one key in 2^48 is such. */
static bool is_cached(CachedValue cached, uint64_t key, Value *value)
{
    *value = (int16_t)(cached % EVAL_CACHE_SLOTS);
    return cached / EVAL_CACHE_SLOTS == key / EVAL_CACHE_SLOTS;
}

void eval_init(Evaluator *evaluator, const EvalTables *tables)
{
    evaluator->tables = tables;
    evaluator->fingerprint = tables->fingerprint;
    memset(evaluator->cache, 0, sizeof evaluator->cache);
    accumulator_init(&evaluator->accumulator, &tables->terms);
    pattern_state_init(&evaluator->pattern);
}

void eval_use(Evaluator *evaluator, const EvalTables *tables)
{
    if (evaluator->tables != tables || evaluator->fingerprint != tables->fingerprint) {
        eval_init(evaluator, tables);
    }
}

/* The base of the value, with its tempo: own points count half as much again. */
static Value base_value(int32_t own, int32_t opponent)
{
    return value_clamp((own + own / 2 - opponent) / EVAL_POINTS_PER_UNIT, VALUE_ESTIMATE_MAX);
}

/* What the network adds to the value; 0 where there is none. */
static Value network_value(Evaluator *evaluator, const Position *position, int threat_mask)
{
    const EvalTables *tables = evaluator->tables;
    int side = position->board.side;
    if (!tables->has_pattern) {
        return 0;
    }
    const int16_t *head = pattern_state_head(&evaluator->pattern, &tables->pattern, tables->simd,
                                             position, threat_mask);
    return pattern_value(tables->learnt.pattern[side], head);
}

/* Both sums at their weights, the tempo, what the threats on the board add, and the network. */
static Value learnt_value(Evaluator *evaluator, const Position *position, const Sums *sums)
{
    const EvalTables *tables = evaluator->tables;
    int side = position->board.side, threat_mask = learnt_threat_mask(position);
    const LearntColour *learnt = tables->learnt.colour[side];
    int64_t points = (int64_t)sums->value[side] * learnt->own_weight -
                     (int64_t)sums->value[rules_opponent(side)] * learnt->opponent_weight;
    int64_t units = points / (LEARNT_WEIGHT_ONE * EVAL_POINTS_PER_UNIT);
    return value_clamp(units + tables->tempo + learnt->threat_mask[threat_mask] +
                           network_value(evaluator, position, threat_mask),
                       VALUE_ESTIMATE_MAX);
}

/* Works the value out. */
static Value work_out_value(Evaluator *evaluator, const Position *position)
{
    int side = position->board.side;
    const Sums *sums = accumulator_sums(&evaluator->accumulator, position);
    return evaluator->tables->learnt.colour[side] == NULL
               ? base_value(sums->value[side], sums->value[rules_opponent(side)])
               : learnt_value(evaluator, position, sums);
}

Value eval_position(Evaluator *evaluator, const Position *position)
{
    uint64_t key = position->board.key;
    CachedValue *cached = &evaluator->cache[key % EVAL_CACHE_SLOTS];
    Value value;
    assert(!position_is_sampled(position) || eval_check(evaluator, position));
    if (!is_cached(*cached, key, &value)) {
        value = work_out_value(evaluator, position);
        *cached = cached_value(key, value);
    }
    return value;
}

Value eval_network(Evaluator *evaluator, const Position *position)
{
    return network_value(evaluator, position, learnt_threat_mask(position));
}

void eval_policy(Evaluator *evaluator, const Position *position, const Point *points, int count,
                 int32_t *policy)
{
    const EvalTables *tables = evaluator->tables;
    int side = position->board.side;
    if (!tables->has_pattern) {
        memset(policy, 0, (size_t)count * sizeof *policy);
        return;
    }
    const int16_t *head = pattern_state_head(&evaluator->pattern, &tables->pattern, tables->simd,
                                             position, learnt_threat_mask(position));
    pattern_policy(tables->simd, tables->learnt.pattern[side], head, &evaluator->pattern.store,
                   side, points, count, policy);
}

static bool check_pattern(Evaluator *evaluator, const Position *position)
{
    const EvalTables *tables = evaluator->tables;
    if (!tables->has_pattern) {
        return true;
    }
    pattern_state_head(&evaluator->pattern, &tables->pattern, tables->simd, position,
                       learnt_threat_mask(position));
    return pattern_state_check(&evaluator->pattern, &tables->pattern, position);
}

static bool check_cache(Evaluator *evaluator, const Position *position)
{
    uint64_t key = position->board.key;
    Value value;
    return !is_cached(evaluator->cache[key % EVAL_CACHE_SLOTS], key, &value) ||
           value == work_out_value(evaluator, position);
}

bool eval_check(Evaluator *evaluator, const Position *position)
{
    const Sums *sums = accumulator_sums(&evaluator->accumulator, position);
    Sums scratch = accumulator_from_scratch(&evaluator->tables->terms, position);
    return memcmp(sums->value, scratch.value, sizeof scratch.value) == 0 &&
           check_pattern(evaluator, position) && check_cache(evaluator, position);
}
