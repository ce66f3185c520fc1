/* Checks training of the pattern network: gradients against differences of the loss, the way from
 * parameters to numbers and back, that the whole numbers of the evaluation say what the floats
 * said, that threads and stops change nothing, and that nothing held out is learnt from.
 */
#include "tools/learn/train.h"

#include "eval/weights.h"
#include "port/port.h"
#include "aligned.h"
#include "scatter.h"
#include "search/ordering.h"
#include "tool_output.h"
#include "tools/games/record_file.h"
#include "tools/games/selfplay.h"
#include "tools/learn/chance.h"
#include "tools/learn/pattern_restore.h"
#include "tools/learn/trainer_state.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double proven_chance = 0.97;

enum { GAMES = 60, NODES = 20, HELD_OUT_OF_THOUSAND = 200, ROUNDS = 2, SCALE = 200 };

/* --- games --- */

/* A file of games of a rule, to be freed. */
static char *make_games(Rule rule, uint64_t seed, int games, size_t *count)
{
    ToolOptions options = {.game = {rule, 15, 15, 5},
                           .count = games,
                           .nodes = NODES,
                           .seed = seed,
                           .evaluation = EVALUATION_BASE,
                           .threads = 1};
    ToolOutput output = {0};
    ToolListener listener = tool_output_listener(&output);
    char fault[TOOL_FAULT_MAX];
    assert_int_equal(selfplay_run(&options, &listener, fault), TOOL_DONE);
    *count = output.byte_count;
    return (char *)output.bytes;
}

static GameStore *make_store(Rule rule)
{
    size_t count;
    char *text = make_games(rule, SCATTER_SEED, GAMES, &count);
    GameStore *store = game_store_new(1, HELD_OUT_OF_THOUSAND);
    assert_non_null(store);
    assert_null(game_store_read(store, text, count));
    assert_true(game_store_finish(store));
    assert_true(game_store_count(store, true) > 0);
    free(text);
    return store;
}

static TrainerPlan plan_for(int threads)
{
    return (TrainerPlan){
        .rounds = ROUNDS,
        .threads = threads,
        .rate = 1,
        .seed = 3,
        .targets = {.value_scale = SCALE,
                    .search_scale = 2 * SCALE,
                    .lambda = 0.6,
                    .proven_chance = proven_chance},
        .weights = {1, 0.4f, 0.5f},
    };
}

static Trainer *make_trainer(const GameStore *store, int threads)
{
    TrainerPlan plan = plan_for(threads);
    Trainer *trainer = trainer_new(&plan, store);
    assert_non_null(trainer);
    return trainer;
}

static float random_float(uint64_t *random, double size)
{
    enum { STEPS = 1 << 20 };
    return (float)((2.0 * drawn_below(random, STEPS) / STEPS - 1) * size);
}

/* Gives every parameter a number at random, so that all that can be wrong shows. */
static void scatter_parameters(Trainer *trainer, uint64_t seed)
{
    for (int side = 0; side < trainer->sides; side++) {
        for (int i = 0; i < trainer->model.parameters; i++) {
            trainer->at[side][i] += random_float(&seed, trainer->sigma[i] / 2);
        }
        pattern_model_expand(&trainer->model, trainer->at[side], false, trainer->numbers[side]);
    }
}

/* --- parameters and numbers --- */

/* What expanding adds up, collecting has to hand back: <expand(p), g> = <p, collect(g)>. */
TEST(collecting_is_expanding_backwards)
{
    GameStore *store = make_store(RULE_FREESTYLE);
    Trainer *trainer = make_trainer(store, 1);
    uint64_t random = SCATTER_SEED;
    scatter_parameters(trainer, random);
    float *of_number = (float *)trainer->share_gradient[0][0];
    const float *number = (const float *)trainer->numbers[0];
    size_t numbers = offsetof(PatternNumbers, layers) / sizeof(float) + PATTERN_LAYERS;
    double forward = 0, backward = 0, size = 0;
    for (size_t i = 0; i < numbers; i++) {
        of_number[i] = random_float(&random, 1);
        forward += (double)number[i] * of_number[i];
        size += fabs((double)number[i] * of_number[i]);
    }
    pattern_model_collect(&trainer->model, trainer->share_gradient[0][0], trainer->gradient);
    for (int i = 0; i < trainer->model.parameters; i++) {
        backward += (double)trainer->at[0][i] * trainer->gradient[i];
    }
    assert_true(fabs(forward - backward) < 1e-4 * size);
    trainer_free(trainer);
    game_store_free(store);
}

/* --- gradients --- */

typedef struct {
    Trainer *trainer;
    const PatternBlock *block;
    const PatternSample *sample;
} Case;

static double loss_of(const Case *at)
{
    Trainer *trainer = at->trainer;
    int last = trainer->sides - 1;
    const PatternNumbers *const numbers[COLOURS] = {trainer->numbers[0], trainer->numbers[last]};
    PatternLosses losses = {0};
    pattern_loss(trainer->pass[0], numbers, at->block, at->sample, &trainer->plan.weights, NULL,
                 &losses);
    double proven = losses.value_by_class[OPEN_PROVEN];
    return (losses.value - proven) * trainer->plan.weights.value +
           proven * trainer->plan.weights.proven + losses.policy * trainer->plan.weights.policy;
}

/* The difference of the loss over that of a number. */
static double slope_by(const Case *at, float *number)
{
    static const float step = 1.0f / 512;
    float before = *number;
    *number = before + step;
    double above = loss_of(at);
    *number = before - step;
    double below = loss_of(at);
    *number = before;
    return (above - below) / (2 * step);
}

/* Compares some numbers of a sample's gradient, of those that are not zero; returns how many of
 * them are far off: a clip between the two losses may make a few of them so. */
static int count_wrong(const Case *at, uint64_t *random, int *compared)
{
    enum { TRIES = 4000, ENOUGH = 40 };
    Trainer *trainer = at->trainer;
    int last = trainer->sides - 1, wrong = 0, found = 0;
    PatternNumbers *const gradients[COLOURS] = {trainer->share_gradient[0][0],
                                                trainer->share_gradient[0][last]};
    const PatternNumbers *const numbers[COLOURS] = {trainer->numbers[0], trainer->numbers[last]};
    PatternLosses losses = {0};
    for (int side = 0; side < trainer->sides; side++) {
        memset(gradients[side], 0, sizeof *gradients[side]);
    }
    pattern_loss(trainer->pass[0], numbers, at->block, at->sample, &trainer->plan.weights,
                 gradients, &losses);
    for (int i = 0; i < TRIES && found < ENOUGH; i++) {
        /* Numbers of the layers, and of the rows of the sample's points: the rest is zero. */
        int side = drawn_below(random, trainer->sides);
        const PatternPoint *point =
            &at->block->points[at->sample->first_point + drawn_below(random, at->sample->points)];
        PatternNumbers *net = trainer->numbers[side];
        float *number = drawn_below(random, 2) == 0
                            ? (float *)&net->layers + drawn_below(random, PATTERN_LAYERS)
                            : (float *)&net->line[point->line[drawn_below(random, DIRECTIONS)]] +
                                  drawn_below(random, PATTERN_CHANNELS);
        double slope = ((float *)gradients[side])[number - (float *)net];
        if (fabs(slope) > 0.003) {
            found++;
            wrong += fabs(slope_by(at, number) - slope) > 0.1 * fabs(slope) + 0.001;
        }
    }
    *compared += found;
    return wrong;
}

TEST(gradients_are_those_of_the_loss)
{
    enum { SAMPLES = 12, ONE_IN = 12, LEAST = 200 };
    static const Rule rules[] = {RULE_FREESTYLE, RULE_RENJU};
    for (size_t rule = 0; rule < sizeof rules / sizeof *rules; rule++) {
        GameStore *store = make_store(rules[rule]);
        Case at = {.trainer = make_trainer(store, 1)};
        uint64_t random = SCATTER_SEED;
        int wrong = 0, compared = 0;
        scatter_parameters(at.trainer, random);
        assert_true(sample_pool_fill(&at.trainer->pool, true, 0));
        for (int i = 0; i < SAMPLES; i++) {
            at.sample = sample_pool_get(
                &at.trainer->pool, drawn_below(&random, (int)at.trainer->pool.count), &at.block);
            wrong += count_wrong(&at, &random, &compared);
        }
        assert_true(compared > LEAST);
        assert_true(wrong * ONE_IN < compared);
        trainer_free(at.trainer);
        game_store_free(store);
    }
}

/* --- rounding --- */

typedef struct {
    int positions, near;
    int policies, near_policies;
} Agreement;

/* What the floats say of a position that is to be valued, in units of value: from the loss that a
 * certain win has. */
static double value_by_floats(const Case *at)
{
    PatternSample certain = *at->sample;
    certain.target = 1;
    certain.score = 0;
    certain.moves = 0;
    Case again = {at->trainer, at->block, &certain};
    return -log(expm1(loss_of(&again))) * SCALE;
}

/* The cross-entropy of the chosen move by the evaluation's policy, which the search orders moves
 * by. */
static double policy_loss_of_search(Evaluator *evaluator, Position *position, Point chosen)
{
    static const History history;
    Move moves[MOVES_MAX];
    double sum = 0, of_chosen = 0;
    int count = candidates_list(position, candidates_situation(position), moves);
    ordering_score(evaluator->tables, position, &history, 0, moves, count);
    ordering_add_network(evaluator, position, moves, count);
    for (int i = 0; i < count; i++) {
        double chance = exp((double)moves[i].policy / LEARNT_POLICY_UNIT);
        if (!position_forbids(position, moves[i].point)) {
            sum += chance;
            of_chosen = moves[i].point == chosen ? chance : of_chosen;
        }
    }
    return log(sum / of_chosen);
}

static double policy_loss_of_floats(const Case *at)
{
    PatternSample sample = *at->sample;
    sample.has_value = false;
    Case again = {at->trainer, at->block, &sample};
    return loss_of(&again) / again.trainer->plan.weights.policy;
}

/* TD(lambda) as its definition has it: each later score of the game counts a share of what those
 * before it have left, and the result has the rest. */
static double literal_target(const StoredGame *game, int move, const PatternTargets *targets)
{
    double to_black = (double)game->result / RECORD_BLACK_WINS;
    double sum = 0, left = 1, last = 0;
    for (int i = move; i < game->count; i++) {
        Value score = game->moves[i].score;
        if (score == STORED_RANDOM_MOVE) {
            return sum + left * last;
        }
        if (score == STORED_NO_SCORE) {
            continue;
        }
        double chance = score >= VALUE_PROVEN_MIN ? targets->proven_chance
                        : score <= -VALUE_PROVEN_MIN
                            ? 1 - targets->proven_chance
                            : 1 / (1 + exp(-score / targets->search_scale));
        last = (i - move) % 2 == 0 ? chance : 1 - chance;
        if (value_is_proven(score)) {
            return sum + left * last;
        }
        sum += left * (1 - targets->lambda) * last;
        left *= targets->lambda;
    }
    return sum + left * (move % 2 == BLACK ? to_black : 1 - to_black);
}

/* Replays the games that are held out beside the samples made of them. */
static Agreement compare_values(Trainer *trainer, const GameTables *tables, Evaluator *evaluator,
                                Position *position)
{
    /* Units of value, and nats: weights and activations are rounded, too. */
    static const double near = 4, near_policy = 0.05;
    Agreement agreement = {0};
    int64_t number = 0;
    assert_true(sample_pool_fill(&trainer->pool, true, 0));
    for (int64_t i = 0; i < game_store_count(trainer->store, true); i++) {
        StoredGame game = game_store_get(trainer->store, true, i);
        position_clear(position, game_store_game(trainer->store), &tables->board);
        for (int move = 0; move < game.count && number < trainer->pool.count; move++) {
            Case at = {.trainer = trainer};
            at.sample = sample_pool_get(&trainer->pool, number, &at.block);
            if (game.moves[move].teaches & TEACHES_VALUE) {
                assert_float_equal(at.sample->target,
                                   literal_target(&game, move, &trainer->plan.targets), 1e-6);
                double difference = value_by_floats(&at) - eval_position(evaluator, position);
                agreement.positions++;
                agreement.near += fabs(difference) <= near;
            }
            if (at.sample->moves > 0 && game.moves[move].teaches & TEACHES_POLICY) {
                double loss = policy_loss_of_search(evaluator, position, game.moves[move].point);
                agreement.policies++;
                agreement.near_policies += fabs(loss - policy_loss_of_floats(&at)) <= near_policy;
            }
            number += game.moves[move].teaches != 0;
            position_play(position, game.moves[move].point, position->board.side);
        }
    }
    return agreement;
}

TEST(whole_numbers_say_what_the_floats_said)
{
    enum { OF_TWENTY = 19 };
    static const Rule rules[] = {RULE_STANDARD, RULE_RENJU};
    for (size_t rule = 0; rule < sizeof rules / sizeof *rules; rule++) {
        GameStore *store = make_store(rules[rule]);
        Trainer *trainer = make_trainer(store, 1);
        PatternNet *nets = calloc(COLOURS, sizeof *nets);
        GameTables *tables = aligned_new(sizeof *tables);
        Evaluator *evaluator = port_pages_new(sizeof *evaluator);
        Position *position = calloc(1, sizeof *position);
        Weights weights;
        assert_true(nets != NULL && evaluator != NULL && position != NULL);
        while (trainer->round < ROUNDS) {
            assert_true(trainer_learn_block(trainer));
        }
        trainer_round(trainer, nets);
        assert_true(weights_embedded(&weights, rules[rule]));
        weights.learnt.pattern[BLACK] = &nets[0];
        weights.learnt.pattern[WHITE] = &nets[trainer->sides - 1];
        eval_fill_tables_from(tables, game_store_game(store), EVALUATION_PATTERN, &weights.learnt);
        eval_init(evaluator, &tables->eval);
        Agreement agreement = compare_values(trainer, tables, evaluator, position);
        assert_true(agreement.positions > 50);
        assert_true(agreement.near * 20 >= agreement.positions * OF_TWENTY);
        assert_true(agreement.policies > 50);
        assert_true(agreement.near_policies * 20 >= agreement.policies * OF_TWENTY);
        free(position);
        port_pages_free(evaluator, sizeof *evaluator);
        free(tables);
        free(nets);
        trainer_free(trainer);
        game_store_free(store);
    }
}

/* --- back from whole numbers --- */

/* The product of two sets of parameters of rows, in deviations of their priors. */
static double product(const Trainer *trainer, const float *one, const float *other)
{
    double sum = 0;
    for (int i = 0; i < trainer->model.layers_at; i++) {
        double deviation = trainer->sigma[i];
        sum += one[i] / deviation * (other[i] / deviation);
    }
    return sum;
}

static int count_different(const void *one, const void *other, size_t bytes)
{
    int different = 0;
    for (size_t i = 0; i < bytes; i++) {
        different += ((const char *)one)[i] != ((const char *)other)[i];
    }
    return different;
}

/* The likeliest of all parameters that make the numbers of a colour are at right angles to what
 * they differ by from others that do. */
static void assert_likeliest_parameters(const Trainer *trainer, int side, float *parameters)
{
    static const double much = 0.01, little = 0.001;
    const float *others = trainer->at[side];
    assert_true(pattern_restore_parameters(&trainer->model, trainer->sigma, trainer->numbers[side],
                                           parameters));
    double square = product(trainer, parameters, parameters);
    assert_true(product(trainer, others, others) > (1 + much) * square);
    assert_true(fabs(product(trainer, parameters, others) - square) < little * square);
}

/* Rows that are rounded, and of which parameters are restored, come out the same. So do the layers,
 * but for sums over several threats, each of which was rounded. */
TEST(weights_can_be_begun_with)
{
    enum { ROUNDED = THREAT_MASK_OPPONENT_BITS / 2 };
    static const size_t rows = offsetof(PatternNet, region_bias);
    static const size_t sums = offsetof(PatternNet, own_threat_mask);
    static const size_t behind = offsetof(PatternNet, whole);
    GameStore *store = make_store(RULE_RENJU);
    Trainer *trainer = make_trainer(store, 1), *again = make_trainer(store, 1);
    PatternNet *nets = calloc(COLOURS, sizeof *nets), *restored = calloc(COLOURS, sizeof *nets);
    assert_true(nets != NULL && restored != NULL);
    scatter_parameters(trainer, SCATTER_SEED);
    for (int side = 0; side < COLOURS; side++) {
        assert_likeliest_parameters(trainer, side, again->at[side]);
    }
    trainer_round(trainer, nets);
    WeightsHeader header = {.checksum = 7};
    Weights weights = {.header = &header, .learnt.pattern = {&nets[0], &nets[1]}};
    assert_true(trainer_begin_with_weights(again, &weights));
    assert_int_equal(again->plan.start, 7);
    trainer_round(again, restored);
    for (int side = 0; side < COLOURS; side++) {
        const char *one = (const char *)&nets[side], *other = (const char *)&restored[side];
        assert_int_equal(count_different(one, other, sums), 0);
        assert_int_equal(count_different(one + behind, other + behind, sizeof *nets - behind), 0);
        for (int unit = 0; unit < HEAD_UNITS; unit++) {
            for (int mask = 0; mask < OPPONENT_THREAT_MASKS; mask++) {
                assert_true(abs(nets[side].opponent_threat_mask[mask][unit] -
                                restored[side].opponent_threat_mask[mask][unit]) <= ROUNDED);
            }
        }
        assert_true(count_different(one, (const char *)&nets[!side], rows) > 0);
    }
    free(restored);
    free(nets);
    trainer_free(again);
    trainer_free(trainer);
    game_store_free(store);
}

/* --- the course of a training --- */

typedef struct {
    char *weights, *state;
    size_t weights_bytes, state_bytes;
    int notes, asked, stop_after;
} Course;

static void count_note(void *context, const char *line)
{
    ((Course *)context)->notes++;
    assert_non_null(line);
}

static void ignore_progress(void *context, const char *line)
{
    (void)context;
    assert_non_null(line);
}

static void keep(char **copy, size_t *bytes, const void *from, size_t count)
{
    free(*copy);
    *copy = malloc(count);
    assert_non_null(*copy);
    memcpy(*copy, from, count);
    *bytes = count;
}

static void keep_weights(void *context, const void *bytes, size_t count)
{
    Course *course = context;
    keep(&course->weights, &course->weights_bytes, bytes, count);
}

static void keep_state(void *context, const void *bytes, size_t count)
{
    Course *course = context;
    keep(&course->state, &course->state_bytes, bytes, count);
}

static bool may_go_on(void *context)
{
    Course *course = context;
    return course->stop_after == 0 || course->asked++ < course->stop_after;
}

static ToolEnd run_course(const TrainOptions *options, Course *course, char fault[TOOL_FAULT_MAX])
{
    TrainListener listener = {course,       count_note, ignore_progress,
                              keep_weights, keep_state, may_go_on};
    return train_run(options, &listener, fault);
}

static void free_course(Course *course)
{
    free(course->weights);
    free(course->state);
}

static TrainOptions options_for(const FileBytes *games, int threads)
{
    return (TrainOptions){.games = games,
                          .files = 1,
                          .seed = 5,
                          .rounds = ROUNDS,
                          .threads = threads,
                          .rate_percent = 100,
                          .scale = SCALE,
                          .lambda_percent = 70,
                          .proven_percent = 98,
                          .proven_weight_percent = 40,
                          .policy_percent = 20};
}

TEST(threads_and_stops_change_nothing)
{
    char fault[TOOL_FAULT_MAX];
    FileBytes games;
    char *text = make_games(RULE_FREESTYLE, 1, 2 * GAMES, &games.count);
    games.bytes = text;
    Course whole = {0}, threads = {0}, part = {.stop_after = 1}, rest = {0};
    TrainOptions options = options_for(&games, 1);
    assert_int_equal(run_course(&options, &whole, fault), TOOL_DONE);
    assert_true(whole.notes > ROUNDS);

    TrainOptions many = options_for(&games, 3);
    assert_int_equal(run_course(&many, &threads, fault), TOOL_DONE);
    assert_int_equal(threads.weights_bytes, whole.weights_bytes);
    assert_memory_equal(threads.weights, whole.weights, whole.weights_bytes);

    assert_int_equal(run_course(&options, &part, fault), TOOL_STOPPED);
    assert_memory_not_equal(part.weights, whole.weights, part.weights_bytes);
    options.state = (FileBytes){part.state, part.state_bytes};
    assert_int_equal(run_course(&options, &rest, fault), TOOL_DONE);
    assert_int_equal(rest.weights_bytes, whole.weights_bytes);
    assert_memory_equal(rest.weights, whole.weights, whole.weights_bytes);

    part.state[part.state_bytes / 2] ^= 1;
    assert_int_equal(run_course(&options, &rest, fault), TOOL_REFUSED);
    assert_string_equal(fault, "the state of the training is damaged");
    part.state[part.state_bytes / 2] ^= 1;
    options.start = (FileBytes){whole.weights, whole.weights_bytes};
    assert_int_equal(run_course(&options, &rest, fault), TOOL_REFUSED);
    options.start.bytes = NULL;
    options.seed++;
    assert_int_equal(run_course(&options, &rest, fault), TOOL_REFUSED);
    options.state.count = 20;
    assert_int_equal(run_course(&options, &rest, fault), TOOL_REFUSED);
    assert_string_equal(fault, "this is no state of a training");
    free_course(&whole);
    free_course(&threads);
    free_course(&part);
    free_course(&rest);
    free(text);
}

/* All that the value reads stays as it was, but for sums over several threats, which are rounded
 * anew. */
TEST(the_policy_can_learn_alone)
{
    static const size_t sums = offsetof(PatternNet, own_threat_mask);
    static const size_t behind = offsetof(PatternNet, whole);
    static const size_t policy = offsetof(PatternNet, policy);
    static const size_t units = offsetof(PatternNet, policy_unit);
    char fault[TOOL_FAULT_MAX];
    FileBytes games;
    char *text = make_games(RULE_FREESTYLE, 1, GAMES, &games.count);
    games.bytes = text;
    Course first = {0}, then = {0};
    TrainOptions options = options_for(&games, 1);
    Weights before, after;
    assert_int_equal(run_course(&options, &first, fault), TOOL_DONE);
    options.start = (FileBytes){first.weights, first.weights_bytes};
    options.policy_only = true;
    assert_int_equal(run_course(&options, &then, fault), TOOL_DONE);
    assert_null(weights_open(&before, first.weights, first.weights_bytes));
    assert_null(weights_open(&after, then.weights, then.weights_bytes));
    assert_non_null(strstr(after.provenance, "policy 20 % alone, by"));
    const char *one = (const char *)before.learnt.pattern[BLACK];
    const char *other = (const char *)after.learnt.pattern[BLACK];
    assert_int_equal(count_different(one, other, sums), 0);
    assert_int_equal(count_different(one + behind, other + behind, policy - behind), 0);
    assert_true(count_different(one + policy, other + policy, units - policy) > 0);
    assert_true(count_different(one + units, other + units, sizeof(PatternNet) - units) > 0);

    options.state = (FileBytes){then.state, then.state_bytes};
    options.policy_only = false;
    assert_int_equal(run_course(&options, &then, fault), TOOL_REFUSED);
    free_course(&first);
    free_course(&then);
    free(text);
}

/* The parameters of a start of which the games say nothing stay as they were; without one they are
 * held near zero. A few games show a few of the thousands of patterns. */
TEST(what_games_do_not_show_stays)
{
    enum { OF_TEN = 5 };
    GameStore *store = make_store(RULE_FREESTYLE);
    Trainer *before = make_trainer(store, 1), *expecting = make_trainer(store, 1);
    Trainer *forgetting = make_trainer(store, 1);
    int parameters = before->model.parameters, kept = 0, lost = 0;
    scatter_parameters(before, SCATTER_SEED);
    trainer_begin_with(expecting, 0, before->at[0]);
    memcpy(forgetting->at[0], before->at[0], (size_t)parameters * sizeof *before->at[0]);
    assert_true(trainer_learn_block(expecting));
    assert_true(trainer_learn_block(forgetting));
    for (int i = 0; i < parameters; i++) {
        kept += expecting->at[0][i] == before->at[0][i];
        lost += forgetting->at[0][i] != before->at[0][i];
    }
    assert_true(kept * 10 > parameters * OF_TEN);
    assert_true(kept < parameters);
    assert_int_equal(lost, parameters);
    trainer_free(forgetting);
    trainer_free(expecting);
    trainer_free(before);
    game_store_free(store);
}

/* --- what is proven --- */

enum { SCORED_MOVES = 9, TO_A_SIDE = 3, APART = 7, NONE_RANDOM = -1 };

/* Writes a file of one game: stones that lie far apart, with these scores before each. The move of
 * that number is drawn at random; NONE_RANDOM: none is. */
static void make_scored_game(const Value scores[SCORED_MOVES], int random, ToolOutput *output)
{
    static RecordWriter writer;
    RecordHeader header = {.game = {RULE_FREESTYLE, 15, 15, 5}, .nodes = 1, .seed = 1};
    Record record = {.result = RECORD_DRAW, .count = SCORED_MOVES};
    header.variety = record_settle_variety(&(GameVariety){0});
    origin_write(EVALUATION_BASE, header.origin);
    writer.sink = tool_output_listener(output).bytes;
    writer.context = output;
    record_write_header(&writer, &header);
    for (int i = 0; i < SCORED_MOVES; i++) {
        record.moves[i] =
            geometry_point(&writer.geometry, i % TO_A_SIDE * APART, i / TO_A_SIDE * APART);
        record.scores[i] = scores[i];
        record.is_random[i] = i == random;
    }
    record_write_game(&writer, &record);
    record_write_end(&writer, 1);
}

/* A store of that game alone. */
static GameStore *make_scored_store(const Value scores[SCORED_MOVES], int random)
{
    ToolOutput output = {0};
    GameStore *store = game_store_new(1, 0);
    assert_non_null(store);
    make_scored_game(scores, random, &output);
    assert_null(game_store_read(store, output.bytes, output.byte_count));
    assert_true(game_store_finish(store));
    tool_output_free(&output);
    return store;
}

/* A proven score teaches the value a chance near one or none, also behind the first of them; what
 * is thought behind it, or was not thought, teaches nothing. A lost position teaches no policy. */
TEST(proven_results_are_learnt)
{
    enum { BOTH = TEACHES_VALUE | TEACHES_POLICY };
    const Value scores[SCORED_MOVES] = {0,   RECORD_NO_SCORE, 10, value_win_at(9), value_loss_at(8),
                                        300, value_win_at(7), 0,  RECORD_NO_SCORE};
    static const uint8_t teaches[SCORED_MOVES] = {
        BOTH, 0, BOTH, BOTH, TEACHES_VALUE, TEACHES_POLICY, BOTH, TEACHES_POLICY, 0};
    GameStore *store = make_scored_store(scores, NONE_RANDOM);
    StoredGame game = game_store_get(store, false, 0);
    Trainer *trainer = make_trainer(store, 1);
    assert_true(sample_pool_fill(&trainer->pool, false, 0));
    int64_t number = 0;
    for (int i = 0; i < SCORED_MOVES; i++) {
        const PatternBlock *block;
        assert_int_equal(game.moves[i].teaches, teaches[i]);
        if (game.moves[i].teaches == 0) {
            continue;
        }
        const PatternSample *sample = sample_pool_get(&trainer->pool, number++, &block);
        assert_int_equal(sample->has_value, (teaches[i] & TEACHES_VALUE) != 0);
        if (sample->has_value && value_is_proven(scores[i])) {
            double chance = scores[i] > 0 ? proven_chance : 1 - proven_chance;
            assert_true(fabs(sample->target - chance) < 1e-6);
        }
    }
    trainer_free(trainer);
    game_store_free(store);
}

/* What a position learns ends with a move drawn at random, and with a proven score. Moves without a
 * score are passed over. */
TEST(later_scores_are_learnt_as_far_as_they_are_of_the_position)
{
    enum { RANDOM = 3 };
    const Value scores[SCORED_MOVES] = {40,  RECORD_NO_SCORE, 90, RECORD_NO_SCORE, -70, 10, -200,
                                        -90, value_win_at(3)};
    GameStore *store = make_scored_store(scores, RANDOM);
    StoredGame game = game_store_get(store, false, 0);
    Trainer *trainer = make_trainer(store, 1);
    assert_true(sample_pool_fill(&trainer->pool, false, 0));
    int64_t number = 0;
    for (int i = 0; i < SCORED_MOVES; i++) {
        const PatternBlock *block;
        assert_int_equal(game.moves[i].score == STORED_RANDOM_MOVE, i == RANDOM);
        if (game.moves[i].teaches != 0) {
            const PatternSample *sample = sample_pool_get(&trainer->pool, number++, &block);
            assert_float_equal(sample->target, literal_target(&game, i, &trainer->plan.targets),
                               1e-6);
        }
    }
    assert_int_equal(number, SCORED_MOVES - 2);
    trainer_free(trainer);
    game_store_free(store);
}

/* The last fifth is two steps of ten here: so few games are one batch a round. */
TEST(what_is_learnt_is_the_mean_of_the_last_steps)
{
    enum { STEPS = 10, BEFORE = 8 };
    GameStore *store = make_store(RULE_FREESTYLE);
    Trainer *trainer = make_trainer(store, 1);
    size_t bytes = (size_t)trainer->model.parameters * sizeof(float);
    float *first = malloc(bytes);
    assert_non_null(first);
    trainer->plan.rounds = STEPS;
    for (int i = 0; i < BEFORE; i++) {
        assert_true(trainer_learn_block(trainer));
    }
    assert_int_equal(trainer->mean_steps, 0);
    assert_true(trainer_learn_block(trainer));
    memcpy(first, trainer->at[0], bytes);
    assert_true(trainer_learn_block(trainer));
    assert_int_equal(trainer->steps, STEPS);
    assert_int_equal(trainer->mean_steps, STEPS - BEFORE);
    for (int i = 0; i < trainer->model.parameters; i++) {
        float mean = (first[i] + trainer->at[0][i]) / 2;
        assert_float_equal(trainer->mean[0][i], mean, 1e-6);
    }
    free(first);
    trainer_free(trainer);
    game_store_free(store);
}

/* --- what is held out --- */

/* All games twice: every position of a game that is held out is known before the others are looked
 * at, and nothing is learnt or measured twice. */
TEST(nothing_is_learnt_twice_or_held_out_and_learnt)
{
    size_t count;
    char *text = make_games(RULE_CARO, 1, GAMES, &count);
    GameStore *once = game_store_new(1, HELD_OUT_OF_THOUSAND);
    GameStore *twice = game_store_new(1, HELD_OUT_OF_THOUSAND);
    assert_null(game_store_read(once, text, count));
    assert_null(game_store_read(twice, text, count));
    assert_null(game_store_read(twice, text, count));
    assert_true(game_store_finish(once) && game_store_finish(twice));
    for (int kind = TEACHES_VALUE; kind <= TEACHES_POLICY; kind++) {
        int64_t all =
            game_store_positions(once, false, kind) + game_store_positions(once, true, kind);
        assert_true(all > 0);
        assert_int_equal(all, game_store_positions(twice, false, kind) +
                                  game_store_positions(twice, true, kind));
    }
    game_store_free(once);
    game_store_free(twice);
    free(text);
}

TEST(wrong_files_are_refused)
{
    char fault[TOOL_FAULT_MAX];
    FileBytes files[2];
    char *one = make_games(RULE_FREESTYLE, 1, GAMES, &files[0].count);
    char *other = make_games(RULE_RENJU, 1, 2, &files[1].count);
    files[0].bytes = one;
    files[1].bytes = other;
    Course course = {0};
    TrainOptions options = options_for(files, 1);
    options.files = 2;
    assert_int_equal(run_course(&options, &course, fault), TOOL_REFUSED);
    assert_string_equal(fault, "file 2 of games: its games are played by another rule than those "
                               "before");
    options.games = &files[1];
    options.files = 1;
    assert_int_equal(run_course(&options, &course, fault), TOOL_REFUSED);
    assert_string_equal(fault, "there are too few games to learn from");
    files[0].count /= 2;
    options.games = files;
    assert_int_equal(run_course(&options, &course, fault), TOOL_REFUSED);
    free_course(&course);
    free(one);
    free(other);
}
