/* Checks the session's order of things: which line takes effect when, and on which question.
 *
 * All of protocol/ but its streams is here as it is, and so is the engine's board; its thinking
 * alone is played. Random scripts come in, one line at a time, and answers at any time between the
 * lines that a slow or fast engine and a slow or fast manager could bring about. Demanded are, at
 * every moment, that the question being thought about has been stopped and shortened by exactly the
 * lines behind it that have come in, that it was asked with the settings before it and a clock that
 * starts when it could, and that what is said in the end is always the same.
 */
#include "drawn.h"
#include "lines/lines.h"
#include "session.h"
#include "tengen/engine.h"
#include "unit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 15,
    SCRIPTS = 120,
    SCHEDULES = 8, /* for each script */
    SEED = 77,
    LINES_MAX = 400,
    TEXT_MAX = 48,
    SAID_MAX = 1 << 14, /* bytes of all that is said */
    QUESTIONS_MAX = 10,
    UNTIL_STOPPED = 600000, /* ms: only a stop ends such a question */
    NOT_SHORTENED = INT_MAX,
};

/* A question of the script, numbered from 1; its number is the limit of nodes that is set for
 * it. */
typedef struct {
    int line;        /* of the script: the one that asks */
    int turn_ms;     /* as the last INFO before it said */
    bool is_endless; /* thought about until it is stopped */
} Asked;

typedef struct {
    char lines[LINES_MAX][TEXT_MAX];
    int line_count;
    int target[LINES_MAX];   /* the question that the line stops or shortens; 0: none */
    bool stops[LINES_MAX];   /* else it shortens */
    int shortens[LINES_MAX]; /* to so many ms */
    Asked questions[QUESTIONS_MAX + 1];
    int question_count;
    int turn_ms; /* as the last INFO said */
} Script;

/* What goes on between the script and the session. */
static struct {
    const Script *script;
    uint64_t random;
    int haste;     /* of the engine, in percent */
    int delivered; /* lines */
    bool has_ended;
    int64_t now_ms, answered_ms;
    int64_t arrived_ms[LINES_MAX];
    int running; /* the question that is thought about; 0: none */
    bool was_stopped;
    int64_t shortened_to;
    EngineListener listener;
    EngineReport answer;
    char said[SAID_MAX];
    size_t said_length;
} stage;

static bool chance(uint64_t *random, int percent)
{
    return drawn_below(random, 100) < percent;
}

/* --- scripts --- */

__attribute__((format(printf, 2, 3))) static void add_line(Script *script, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    assert_true(script->line_count < LINES_MAX);
    vsnprintf(script->lines[script->line_count++], TEXT_MAX, format, arguments);
    va_end(arguments);
}

static void add_block(Script *script, const char *name, uint64_t *random)
{
    add_line(script, "%s", name);
    for (int i = drawn_below(random, 4); i > 0; i--) {
        add_line(script, "%d,%d,%d", drawn_below(random, SIDE), drawn_below(random, SIDE),
                 1 + i % 2);
    }
}

/* What asks nothing, and looks as if it stopped something. */
static void add_interlude(Script *script, uint64_t *random)
{
    switch (drawn_below(random, 7)) {
    case 0: add_line(script, "START %d", SIDE); break;
    case 1: add_line(script, "ABOUT"); break;
    case 2: add_line(script, "DONE"); break;
    case 3: add_line(script, "STOPS"); break;
    case 4:
        add_line(script, "yxhashload");
        add_line(script, "%s", chance(random, 50) ? "INFO timeout_turn 0" : "YXSTOP");
        break;
    case 5:
        add_block(script, "yxquerydatabaseall", random);
        add_line(script, "done");
        break;
    default:
        add_block(script, "yxboard", random);
        add_line(script, "done");
        break;
    }
}

static void add_stop(Script *script, uint64_t *random)
{
    static const char *const words[] = {"STOP", "yxstop", "info timeout_turn 0"};
    int which = drawn_below(random, 3);
    int line = script->line_count;
    script->target[line] = script->question_count;
    script->stops[line] = which < 2;
    add_line(script, "%s", words[which]);
    if (which == 2) {
        script->turn_ms = 0;
    }
}

static void add_limit(Script *script, uint64_t *random)
{
    script->turn_ms = 1 + drawn_below(random, 1000);
    script->target[script->line_count] = script->question_count;
    script->shortens[script->line_count] = script->turn_ms;
    add_line(script, "INFO timeout_turn %d", script->turn_ms);
}

/* A limit within the block is the block's, and shortens the question before it; a stop ends
 * that. */
static void add_board(Script *script, uint64_t *random)
{
    add_block(script, "BOARD", random);
    if (chance(random, 20)) {
        add_limit(script, random);
    }
    if (chance(random, 20)) {
        add_stop(script, random);
    }
    add_line(script, "DONE");
}

static void add_question(Script *script, uint64_t *random)
{
    int number = script->question_count + 1;
    add_line(script, "INFO max_node %d", number);
    switch (drawn_below(random, 4)) {
    case 0: add_line(script, "TURN %d,%d", number, number); break;
    case 1: add_line(script, "HINT"); break;
    case 2: add_line(script, "YXNBEST 2"); break;
    default: add_board(script, random); break;
    }
    script->question_count = number;
    Asked *question = &script->questions[number];
    *question = (Asked){.line = script->line_count - 1, .turn_ms = script->turn_ms};
    while (chance(random, 40)) {
        add_interlude(script, random);
    }
    if (chance(random, 50)) {
        question->is_endless = true;
        add_stop(script, random);
    }
}

static void draw_script(Script *script, uint64_t *random)
{
    *script = (Script){.turn_ms = UNTIL_STOPPED};
    add_line(script, "INFO timeout_turn %d", UNTIL_STOPPED);
    add_line(script, "START %d", SIDE);
    while (script->question_count < QUESTIONS_MAX && !chance(random, 5)) {
        if (chance(random, 60)) {
            add_question(script, random);
        } else if (chance(random, 50)) {
            add_interlude(script, random);
        } else {
            add_limit(script, random);
        }
    }
}

/* --- the streams, played --- */

struct Inbox {
    int nothing;
};

static Event *event_new(EventKind kind, const char *text)
{
    Event *event = calloc(1, sizeof *event);
    assert_non_null(event);
    event->kind = kind;
    event->arrived_ms = stage.now_ms;
    if (text != NULL) {
        event->text = strdup(text);
        assert_non_null(event->text);
    }
    return event;
}

void event_free(Event *event)
{
    free(event->text);
    free(event);
}

size_t event_size(const Event *event)
{
    return strlen(event->text);
}

void lines_give_up(void)
{
    fail();
    abort();
}

Inbox *inbox_open(void)
{
    static Inbox inbox;
    return &inbox;
}

void inbox_close(Inbox *inbox)
{
    (void)inbox;
}

void inbox_prompt(Inbox *inbox)
{
    (void)inbox;
}

void inbox_post_answer(Inbox *inbox)
{
    (void)inbox;
}

/* What the lines that have come in make of the question that is thought about. */
static void check_running(void)
{
    bool is_stopped = false;
    int64_t shortened_to = NOT_SHORTENED;
    for (int i = 0; stage.running != 0 && i < stage.delivered; i++) {
        if (stage.script->target[i] == stage.running && stage.script->stops[i]) {
            is_stopped = true;
        } else if (stage.script->target[i] == stage.running &&
                   stage.script->shortens[i] < shortened_to) {
            shortened_to = stage.script->shortens[i];
        }
    }
    if (stage.running != 0) {
        assert_int_equal(stage.was_stopped, is_stopped);
        assert_int_equal(stage.shortened_to, shortened_to);
    }
}

static bool can_answer(void)
{
    return stage.running != 0 && (!stage.script->questions[stage.running].is_endless ||
                                  stage.was_stopped || stage.shortened_to <= 0);
}

static Event *answer(void)
{
    stage.listener.on_answer(stage.listener.context, &stage.answer);
    stage.answered_ms = stage.now_ms;
    return event_new(EVENT_ANSWER, NULL);
}

Event *inbox_wait(Inbox *inbox, int timeout_ms, bool leaves_lines)
{
    (void)inbox, (void)timeout_ms;
    bool has_line = stage.delivered < stage.script->line_count;
    check_running();
    assert_false(leaves_lines);
    stage.now_ms += drawn_below(&stage.random, 3);
    if (can_answer() && (!has_line || chance(&stage.random, stage.haste))) {
        return answer();
    }
    if (has_line) {
        stage.arrived_ms[stage.delivered] = stage.now_ms;
        return event_new(EVENT_LINE, stage.script->lines[stage.delivered++]);
    }
    assert_false(stage.has_ended); /* nothing can come any more: a stop was lost */
    stage.has_ended = true;
    return event_new(EVENT_END_OF_INPUT, NULL);
}

static void say(const char *prefix, const char *format, va_list arguments)
{
    char *end = stage.said + stage.said_length;
    size_t room = SAID_MAX - stage.said_length;
    int length = snprintf(end, room, "%s", prefix);
    length += vsnprintf(end + length, room - (size_t)length, format, arguments);
    assert_true((size_t)length + 1 < room);
    end[length] = '\n';
    stage.said_length += (size_t)length + 1;
}

void send_line(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("", format, arguments);
    va_end(arguments);
}

void send_message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("MESSAGE ", format, arguments);
    va_end(arguments);
}

bool lines_is_terminal(void)
{
    return false;
}

void send_lines(const char *text, size_t length)
{
    (void)text, (void)length;
    fail(); /* no line of the script asks for a comment of a database */
}

bool lines_clear_screen(void)
{
    return false;
}

bool lines_are_lost(void)
{
    return false;
}

bool lines_has_listener(void)
{
    return true;
}

/* --- the thinking, played --- */

const char *__wrap_engine_ask(Engine *engine, Question question, Colour side, int target,
                              const Limits *limits, const EngineListener *listener);
void __wrap_engine_wait(Engine *engine);
void __wrap_engine_stop(Engine *engine);
void __wrap_engine_shorten(Engine *engine, int64_t turn_ms);
int64_t __wrap_engine_now_ms(void);

int64_t __wrap_engine_now_ms(void)
{
    return stage.now_ms;
}

static Coordinates first_empty(const Engine *engine)
{
    Coordinates point = {0, 0};
    while (engine_at(engine, point) != EMPTY) {
        point = point.x < SIDE - 1 ? (Coordinates){point.x + 1, point.y}
                                   : (Coordinates){0, point.y + 1};
    }
    return point;
}

const char *__wrap_engine_ask(Engine *engine, Question question, Colour side, int target,
                              const Limits *limits, const EngineListener *listener)
{
    (void)question, (void)side, (void)target;
    int number = (int)limits->nodes;
    assert_in_range(number, 1, stage.script->question_count);
    const Asked *asked = &stage.script->questions[number];
    int64_t arrived_ms = stage.arrived_ms[asked->line];
    assert_int_equal(stage.running, 0);
    assert_true(asked->line < stage.delivered);
    assert_int_equal(limits->turn_ms, asked->turn_ms);
    assert_int_equal(limits->start_ms,
                     arrived_ms > stage.answered_ms ? arrived_ms : stage.answered_ms);
    stage.running = number;
    stage.was_stopped = false;
    stage.shortened_to = NOT_SHORTENED;
    stage.listener = *listener;
    stage.answer =
        (EngineReport){.move_count = 1, .moves = {first_empty(engine)}, .nodes = limits->nodes};
    return NULL;
}

void __wrap_engine_wait(Engine *engine)
{
    (void)engine;
    stage.running = 0;
}

void __wrap_engine_stop(Engine *engine)
{
    (void)engine;
    assert_int_not_equal(stage.running, 0);
    stage.was_stopped = true;
}

void __wrap_engine_shorten(Engine *engine, int64_t turn_ms)
{
    (void)engine;
    assert_int_not_equal(stage.running, 0);
    stage.shortened_to = turn_ms < stage.shortened_to ? turn_ms : stage.shortened_to;
}

/* --- the tests --- */

/* Holds the session of a script; an answer that can come before the next line does so in so many of
 * a hundred cases. */
static void hold(const Script *script, int haste, uint64_t seed)
{
    memset(&stage, 0, sizeof stage);
    stage.script = script;
    stage.haste = haste;
    stage.random = seed;
    assert_true(session_run());
    assert_int_equal(stage.delivered, script->line_count);
    assert_int_equal(stage.running, 0);
}

TEST(every_line_takes_effect_at_its_place)
{
    static Script script;
    static char said[SAID_MAX];
    uint64_t random = SEED;
    for (int i = 0; i < SCRIPTS; i++) {
        draw_script(&script, &random);
        hold(&script, 100, SEED);
        memcpy(said, stage.said, sizeof said);
        for (int j = 0; j < SCHEDULES; j++) {
            hold(&script, 100 * j / SCHEDULES, drawn_random(&random));
            assert_string_equal(stage.said, said);
        }
    }
}
