/* Checks the façade as its users see it: through engine.h and nothing else.
 *
 * It promises little and must keep it: a refusal comes in words and changes nothing, one question
 * gets one answer, and engines in one process do not know of each other. What a conversation
 * would show as well, as stops and limits, is left to those; whether its moves are any good, too.
 */
#define _POSIX_C_SOURCE 200809L
#include "tengen/engine.h"

#include "unit.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    DEPTH = 4,       /* for a think of which the nodes are counted */
    NODES = 3000,    /* for a think that is to be repeated */
    SOON_MS = 60000, /* an answer that was asked for comes within; far more than it takes, */
    HOUR_MS = 1000 * 60 * 60, /* and far less than it would take without being asked for */
    REPEATS = 10,
    SMALL_MEMORY = 1 << 24,
};

/* What a listener heard. */
typedef struct {
    int iterations, answers;
    int last_depth;
    bool answered_last, depths_rise;
    EngineReport answer;
} Heard;

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

static int set_up(void **state)
{
    Engine *engine = engine_new();
    assert_non_null(engine);
    engine_set_memory(engine, SMALL_MEMORY);
    assert_null(engine_start(engine, &usual));
    *state = engine;
    return 0;
}

static int tear_down(void **state)
{
    engine_free(*state);
    return 0;
}

FIXTURE(set_up, tear_down)

/* -----------------------------------------------------------------------------------------
 * tools */

static Limits limits_of(int depth, uint64_t nodes)
{
    Limits limits = limits_none();
    limits.start_ms = engine_now_ms();
    limits.depth = depth;
    limits.nodes = nodes;
    return limits;
}

static void hear_iteration(void *context, const EngineReport *report)
{
    Heard *heard = context;
    heard->iterations++;
    heard->answered_last = false;
    heard->depths_rise = heard->depths_rise && report->depth == heard->last_depth + 1;
    heard->last_depth = report->depth;
}

static void hear_answer(void *context, const EngineReport *report)
{
    Heard *heard = context;
    heard->answers++;
    heard->answered_last = true;
    heard->answer = *report;
}

static EngineListener listener_of(Heard *heard)
{
    *heard = (Heard){.depths_rise = true};
    return (EngineListener){
        .context = heard, .on_iteration = hear_iteration, .on_answer = hear_answer};
}

/* Asks and waits for the answer. */
static Heard think(Engine *engine, Colour side, Limits limits)
{
    Heard heard;
    EngineListener listener = listener_of(&heard);
    assert_null(engine_ask(engine, QUESTION_MOVE, side, 0, &limits, &listener));
    engine_wait(engine);
    assert_int_equal(heard.answers, 1);
    assert_true(heard.answered_last && heard.depths_rise);
    return heard;
}

static void put(Engine *engine, int x, int y, Colour stone)
{
    assert_null(engine_put(engine, (Coordinates){x, y}, stone));
}

/* Puts a drawing's rows on the board from its top left corner on. */
static void draw(Engine *engine, const char *drawing)
{
    int x = 0, y = 0;
    for (; *drawing != '\0'; drawing++) {
        if (*drawing == '\n') {
            x = -1, y++;
        } else if (*drawing != '.') {
            put(engine, x, y, *drawing == 'X' ? BLACK : *drawing == 'O' ? WHITE : WALL);
        }
        x++;
    }
}

static const char opening[] = "...............\n"
                              "...............\n"
                              "...............\n"
                              "...............\n"
                              "......O........\n"
                              ".....X.........\n"
                              "......XO.......\n"
                              "......O.X......\n";

static void sleep_ms(long ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* A sentence for a person, or at least the beginning of one. */
static void assert_is_fault(const char *fault)
{
    assert_non_null(fault);
    assert_true(strlen(fault) > 10);
    assert_non_null(strchr(fault, ' '));
    assert_null(strpbrk(fault, "\r\n"));
}

static void assert_same_answer(const EngineReport *one, const EngineReport *other)
{
    assert_int_equal(one->moves[0].x, other->moves[0].x);
    assert_int_equal(one->moves[0].y, other->moves[0].y);
    assert_int_equal(one->value, other->value);
    assert_int_equal(one->depth, other->depth);
    assert_true(one->nodes == other->nodes);
    assert_int_equal(one->pv_length, other->pv_length);
}

/* ---------------------------------------------------------------------------------------- games */

TEST(impossible_games_are_refused_in_words)
{
    static const Game impossible[] = {
        {RULE_FREESTYLE, 2, 15, 5},       {RULE_FREESTYLE, 15, 2, 5},
        {RULE_FREESTYLE, 33, 15, 5},      {RULE_FREESTYLE, 15, 33, 5},
        {RULE_FREESTYLE, 0, 0, 5},        {RULE_FREESTYLE, -15, 15, 5},
        {RULE_FREESTYLE, 15, INT_MAX, 5}, {RULE_FREESTYLE, INT_MIN, 15, 5},
        {RULE_FREESTYLE, 15, 15, 2},      {RULE_FREESTYLE, 15, 15, 6},
        {RULE_FREESTYLE, 15, 15, 0},      {RULE_FREESTYLE, 15, 15, INT_MIN},
        {RULE_FREESTYLE, 4, 15, 5},       {RULE_FREESTYLE, 15, 4, 5},
        {RULE_RENJU, 15, 15, 4},          {RULE_RENJU, 3, 3, 3},
    };
    Engine *engine = *state;
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        assert_is_fault(engine_start(engine, &impossible[i]));
        assert_null(engine_game(engine));
    }
    assert_null(engine_start(engine, &usual));
    assert_int_equal(engine_game(engine)->width, 15);
}

TEST(starting_forgets_the_game_before)
{
    Engine *engine = *state;
    draw(engine, opening);
    Heard first = think(engine, BLACK, limits_of(DEPTH, 0));
    for (int i = 0; i < 3; i++) {
        assert_null(engine_start(engine, &usual));
        assert_int_equal(engine_stone_count(engine), 0);
        draw(engine, opening);
        Heard again = think(engine, BLACK, limits_of(DEPTH, 0));
        assert_same_answer(&first.answer, &again.answer);
    }
}

TEST(without_a_game_there_is_no_board)
{
    Engine *engine = engine_new();
    assert_non_null(engine);
    assert_null(engine_game(engine));
    assert_is_fault(engine_put(engine, (Coordinates){0, 0}, BLACK));
    assert_is_fault(engine_take(engine, (Coordinates){0, 0}));
    assert_is_fault(engine_change_rule(engine, RULE_CARO));
    assert_int_equal(engine_at(engine, (Coordinates){0, 0}), WALL);
    engine_stop(engine);
    engine_wait(engine);
    engine_free(engine);
    engine_free(NULL);
}

/* --------------------------------------------------------------------------------------- stones */

TEST(impossible_stones_are_refused)
{
    static const Coordinates outside[] = {{-1, 0},      {0, -1},           {15, 0},
                                          {0, 15},      {INT_MAX, 0},      {0, INT_MAX},
                                          {INT_MIN, 0}, {INT_MIN, INT_MIN}};
    Engine *engine = *state;
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        assert_is_fault(engine_put(engine, outside[i], BLACK));
        assert_is_fault(engine_put(engine, outside[i], WALL));
        assert_is_fault(engine_take(engine, outside[i]));
        assert_int_equal(engine_at(engine, outside[i]), WALL);
        assert_false(engine_forbids(engine, outside[i], BLACK));
    }
    for (Colour there = BLACK; there <= WALL; there++) {
        if (there == EMPTY) {
            continue;
        }
        Coordinates point = {(int)there, 7};
        assert_null(engine_put(engine, point, there));
        assert_is_fault(engine_put(engine, point, BLACK));
        assert_is_fault(engine_put(engine, point, WALL));
        assert_int_equal(engine_at(engine, point), there);
    }
    assert_int_equal(engine_stone_count(engine), 2);
}

TEST(what_is_no_stone_is_not_taken)
{
    Engine *engine = *state;
    put(engine, 3, 3, WALL);
    put(engine, 4, 4, WHITE);
    assert_is_fault(engine_take(engine, (Coordinates){3, 3}));
    assert_is_fault(engine_take(engine, (Coordinates){5, 5}));
    assert_int_equal(engine_at(engine, (Coordinates){3, 3}), WALL);
    assert_int_equal(engine_stone_count(engine), 1);
}

/* Draws what is in the drawing, but one stone last. */
static void draw_late(Engine *engine, const char *drawing, Coordinates late)
{
    char *rest = strdup(drawing);
    assert_non_null(rest);
    char *place = rest + late.y * (usual.width + 1) + late.x;
    Colour stone = *place == 'X' ? BLACK : WHITE;
    *place = '.';
    draw(engine, rest);
    put(engine, late.x, late.y, stone);
    free(rest);
}

/* Whichever stone is taken and put back, the engine must think as if it had come last. */
TEST(any_stone_can_be_taken)
{
    static const Coordinates stones[] = {{6, 4}, {5, 5}, {6, 6}, {7, 6}, {6, 7}, {8, 7}};
    Engine *engine = *state;
    for (size_t i = 0; i < sizeof stones / sizeof *stones; i++) {
        assert_null(engine_start(engine, &usual));
        draw_late(engine, opening, stones[i]);
        Heard before = think(engine, BLACK, limits_of(DEPTH, 0));
        assert_null(engine_start(engine, &usual));
        draw(engine, opening);
        Colour stone = engine_at(engine, stones[i]);
        assert_null(engine_take(engine, stones[i]));
        assert_int_equal(engine_at(engine, stones[i]), EMPTY);
        assert_int_equal(engine_stone_count(engine), 5);
        assert_is_fault(engine_take(engine, stones[i]));
        put(engine, stones[i].x, stones[i].y, stone);
        Heard after = think(engine, BLACK, limits_of(DEPTH, 0));
        assert_same_answer(&before.answer, &after.answer);
    }
}

/* ---------------------------------------------------------------------------------------- rules */

TEST(impossible_rule_leaves_the_old_one)
{
    Engine *engine = *state;
    Game four = {RULE_CARO, 6, 6, 4};
    assert_null(engine_start(engine, &four));
    put(engine, 0, 0, BLACK);
    assert_is_fault(engine_change_rule(engine, RULE_RENJU));
    assert_int_equal(engine_game(engine)->rule, RULE_CARO);
    assert_int_equal(engine_stone_count(engine), 1);
    assert_null(engine_change_rule(engine, RULE_CARO));
}

/* ------------------------------------------------------------------------------------- thinking */

/* The engine takes no more threads than have room in the memory, and take turns soon enough. */
TEST(threads_have_room)
{
    Engine *engine = *state;
    static const struct {
        uint64_t megabytes; /* of the process; 0: the default */
        int wanted, least, most;
    } cases[] = {{0, 1, 1, 1},   {0, 0, 1, 1},       {0, 2, 2, 2},         {0, 4, 4, 4},
                 {10, 64, 1, 1}, {35, 100000, 1, 4}, {350, 100000, 4, 82}, {10, 1, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *why;
        engine_set_memory(engine, cases[i].megabytes << 20);
        engine_set_threads(engine, cases[i].wanted);
        int threads = engine_threads(engine, &why);
        assert_in_range(threads, cases[i].least, cases[i].most);
        assert_true(threads <= THREADS_MAX);
        assert_int_equal(why == NULL, threads >= cases[i].wanted);
    }
}

/* --------------------------------------------------------------------- threads that are refused */

typedef void *ThreadFunction(void *context);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          ThreadFunction *function, void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          ThreadFunction *function, void *context);

static struct {
    int asked, from, to; /* how many threads were asked for; those of these that are refused */
} refused;

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          ThreadFunction *function, void *context)
{
    int number = ++refused.asked;
    return number >= refused.from && number < refused.to
               ? EAGAIN
               : __real_pthread_create(thread, attributes, function, context);
}

/* Of the threads that are asked for from now on, refuses `count` after the first `before`. */
static void refuse_threads(int before, int count)
{
    refused.from = refused.asked + 1 + before;
    refused.to = refused.from + count;
}

/* Whichever thread is refused, once, the game goes on and its moves are searched for. */
TEST(one_refused_thread_costs_nothing)
{
    enum { THREADS = 3, QUESTIONS = 2 };
    for (int before = 0; before < 1 + (THREADS - 1) * QUESTIONS; before++) {
        Engine *engine = engine_new();
        engine_set_memory(engine, 8 * SMALL_MEMORY);
        engine_set_threads(engine, THREADS);
        refuse_threads(before, 1);
        assert_null(engine_start(engine, &usual));
        draw(engine, opening);
        for (int i = 0; i < QUESTIONS; i++) {
            assert_int_equal(think(engine, BLACK, limits_of(DEPTH, 0)).answer.depth, DEPTH);
        }
        assert_true(refused.asked >= refused.from);
        engine_free(engine);
    }
    refuse_threads(0, 0);
}

/* Without any thread there is a move all the same; and a search again when there is one. */
TEST(without_threads_there_is_a_move)
{
    const char *why;
    Engine *engine = engine_new();
    engine_set_memory(engine, SMALL_MEMORY);
    refuse_threads(0, INT_MAX / 2);
    assert_null(engine_start(engine, &usual));
    assert_int_equal(engine_threads(engine, &why), 0);
    assert_non_null(why);
    draw(engine, opening);
    Limits limits = limits_of(0, 0);
    limits.turn_ms = HOUR_MS;
    Heard heard;
    EngineListener listener = listener_of(&heard);
    for (Question question = QUESTION_MOVE; question <= QUESTION_BALANCE_TWO; question++) {
        if (question != QUESTION_OPENING) {
            assert_null(engine_ask(engine, question, BLACK, 0, &limits, &listener));
            assert_int_equal(heard.answers, 1);
            assert_int_equal(engine_at(engine, heard.answer.moves[0]), EMPTY);
        }
        heard = (Heard){.answers = 0};
    }
    refuse_threads(0, 0);
    assert_int_equal(think(engine, BLACK, limits_of(DEPTH, 0)).answer.depth, DEPTH);
    assert_int_equal(engine_threads(engine, &why), 1);
    engine_free(engine);
}

/* ----------------------------------------------------------------------------- several searches */

/* Plays a rule's opening to its end; no answer may take more nodes. */
static void play_opening(Engine *engine, const OpeningRule *rule, const Game *game, uint64_t nodes)
{
    Heard heard;
    EngineListener listener = listener_of(&heard);
    Opening played = opening_begun(rule, game);
    while (opening_step(&played)->kind != OPENING_OVER) {
        Limits limits = limits_of(0, nodes);
        engine_set_opening(engine, &played);
        Colour side = engine_stone_count(engine) % 2 == 0 ? BLACK : WHITE;
        assert_null(engine_ask(engine, QUESTION_OPENING, side, 0, &limits, &listener));
        engine_wait(engine);
        assert_true(heard.answer.nodes <= nodes);
        assert_null(opening_act(&played, &heard.answer.act));
    }
}

/* A limit of nodes is one for the whole answer, also where that takes many searches. */
TEST(openings_and_balancing_take_no_more_nodes)
{
    static const uint64_t limits[] = {1, 30, NODES, 4 * NODES};
    static const Game renju = {RULE_RENJU, 15, 15, 5};
    Engine *engine = *state;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        for (int rule = 0; rule < OPENING_RULES; rule++) {
            const Game *game = rule % 2 == 0 ? &renju : &usual;
            if (opening_rule_fault(&opening_rules[rule], game) == NULL) {
                assert_null(engine_start(engine, game));
                play_opening(engine, &opening_rules[rule], game, limits[i]);
            }
        }
        assert_null(engine_start(engine, &usual));
        draw(engine, opening);
        for (Question question = QUESTION_BALANCE_ONE; question <= QUESTION_BALANCE_TWO;
             question++) {
            Heard heard;
            EngineListener listener = listener_of(&heard);
            Limits nodes = limits_of(0, limits[i]);
            assert_null(engine_ask(engine, question, BLACK, 0, &nodes, &listener));
            engine_wait(engine);
            assert_true(heard.answer.nodes <= limits[i]);
            assert_int_equal(heard.answer.move_count, 1 + (question == QUESTION_BALANCE_TWO));
        }
    }
    Heard next = think(engine, BLACK, limits_of(DEPTH, 0)); /* which has the limits of its own */
    assert_int_equal(next.answer.depth, DEPTH);
}

TEST(freeing_stops_the_think)
{
    Heard heard;
    Engine *engine = engine_new();
    assert_non_null(engine);
    engine_set_memory(engine, SMALL_MEMORY);
    assert_null(engine_start(engine, &usual));
    draw(engine, opening);
    EngineListener listener = listener_of(&heard);
    Limits limits = limits_of(0, 0);
    limits.turn_ms = HOUR_MS;
    assert_null(engine_ask(engine, QUESTION_MOVE, BLACK, 0, &limits, &listener));
    sleep_ms(10);
    engine_free(engine);
    assert_int_equal(heard.answers, 1);
    assert_true(engine_now_ms() - limits.start_ms < SOON_MS);
}

TEST(nobody_need_listen)
{
    Engine *engine = *state;
    EngineListener nobody = {.context = NULL};
    Limits limits = limits_of(2, 0);
    draw(engine, opening);
    assert_null(engine_ask(engine, QUESTION_MOVE, BLACK, 0, &limits, &nobody));
    engine_wait(engine);
    engine_wait(engine);
    assert_int_equal(engine_stone_count(engine), 6);
}

/* --------------------------------------------------------------------------------- odd
 * positions */

TEST(unbalanced_boards_are_thought_about)
{
    Engine *engine = *state;
    draw(engine, "...............\n.X.X.X.........\n...............\n.X.X...........\n"
                 "...............\n.....X.........\n");
    Heard black = think(engine, BLACK, limits_of(2, 0));
    Heard white = think(engine, WHITE, limits_of(2, 0));
    assert_true(black.answer.value > 0 && white.answer.value < black.answer.value);
    assert_int_equal(engine_at(engine, black.answer.moves[0]), EMPTY);
    assert_int_equal(engine_at(engine, white.answer.moves[0]), EMPTY);
}

TEST(only_free_points_are_played)
{
    static const Game small = {RULE_FREESTYLE, 5, 5, 5};
    Engine *engine = *state;
    assert_null(engine_start(engine, &small));
    draw(engine, "##X##\n##.##\n#.#.#\nO####\n#X###\n");
    for (Colour side = BLACK; engine_stone_count(engine) < 6; side ^= 1) {
        Heard heard = think(engine, side, limits_of(0, NODES));
        assert_int_equal(engine_at(engine, heard.answer.moves[0]), EMPTY);
        put(engine, heard.answer.moves[0].x, heard.answer.moves[0].y, side);
    }
    Heard silence;
    EngineListener listener = listener_of(&silence);
    Limits limits = limits_of(1, 0);
    assert_is_fault(engine_ask(engine, QUESTION_MOVE, BLACK, 0, &limits, &listener));
    engine_wait(engine);
    assert_int_equal(silence.answers + silence.iterations, 0);
}

/* ------------------------------------------------------------------------------ good neighbours */

/* Two engines with different games, both thinking: each answers as it does alone. */
TEST(engines_do_not_disturb_each_other)
{
    static const Game games[] = {{RULE_RENJU, 15, 15, 5}, {RULE_CARO, 12, 17, 5}};
    Engine *engine[2];
    Heard alone[2], together[2];
    for (int i = 0; i < 2; i++) {
        engine[i] = engine_new();
        assert_non_null(engine[i]);
        engine_set_memory(engine[i], SMALL_MEMORY);
        assert_null(engine_start(engine[i], &games[i]));
        put(engine[i], 5, 5, BLACK);
        put(engine[i], 6, 6, WHITE);
        put(engine[i], 6, 5, BLACK);
        alone[i] = think(engine[i], WHITE, limits_of(DEPTH, 0));
    }
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        for (int i = 0; i < 2; i++) {
            EngineListener listener = listener_of(&together[i]);
            Limits limits = limits_of(DEPTH, 0);
            assert_null(engine_start(engine[i], &games[i]));
            put(engine[i], 5, 5, BLACK);
            put(engine[i], 6, 6, WHITE);
            put(engine[i], 6, 5, BLACK);
            assert_null(engine_ask(engine[i], QUESTION_MOVE, WHITE, 0, &limits, &listener));
        }
        for (int i = 0; i < 2; i++) {
            engine_wait(engine[i]);
            assert_same_answer(&alone[i].answer, &together[i].answer);
        }
    }
    engine_free(engine[0]);
    engine_free(engine[1]);
}

/* However little it is given, it plays; more memory may come between start and think. */
TEST(any_memory_will_do)
{
    static const uint64_t memories[] = {1, 1000, 1 << 20, 13 << 20, 20 << 20, 64 << 20, 0};
    Engine *engine = *state;
    for (size_t i = 0; i < sizeof memories / sizeof *memories; i++) {
        engine_set_memory(engine, memories[i]);
        assert_null(engine_start(engine, &usual));
        draw(engine, opening);
        engine_set_memory(engine, memories[(i + 3) % (sizeof memories / sizeof *memories)]);
        Heard heard = think(engine, BLACK, limits_of(0, NODES));
        assert_true(heard.answer.nodes == NODES);
        assert_int_equal(engine_at(engine, heard.answer.moves[0]), EMPTY);
    }
}

/* -----------------------------------------------------------------------------------------
 * levels */

static EngineReport ask_level(Engine *engine, int strength, uint64_t nodes)
{
    Limits limits = limits_of(0, nodes);
    limits.strength = strength;
    return think(engine, WHITE, limits).answer;
}

/* Says whether the table changes in the background, after a question at that strength. */
static bool ponders(Engine *engine, int strength, int looks)
{
    engine_set_pondering(engine, true);
    ask_level(engine, strength, NODES);
    int before = engine_table_permille(engine);
    engine_ponder(engine);
    bool changed = false;
    for (int i = 0; i < looks && !changed; i++) {
        sleep_ms(1);
        changed = engine_table_permille(engine) != before;
    }
    engine_set_pondering(engine, false);
    return changed;
}

TEST(a_level_does_not_ponder)
{
    Engine *engine = *state;
    put(engine, 7, 7, BLACK);
    assert_true(ponders(engine, STRENGTH_FULL, SOON_MS));
    assert_false(ponders(engine, STRENGTH_FULL - 1, REPEATS));
}
