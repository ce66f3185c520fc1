/* manners - see manners.h. */
#include "manners.h"

#include "commands.h"
#include "lines/parse.h"
#include "lines_memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEARD_MOVES_MAX = 16 };

/* The game as it can be seen from outside. */
typedef struct {
    bool exists;
    Game game;
    uint8_t at[SIDE_MAX][SIDE_MAX];
} View;

/* What has been said since the last command or answer began. */
typedef struct {
    int results;  /* lines that are no MESSAGE, DEBUG or INFO */
    int lines;    /* all lines */
    bool refused; /* one of them was ERROR or UNKNOWN */
    Coordinates moves[HEARD_MOVES_MAX];
    int move_count;
} Heard;

static Heard heard;
static int changes; /* of the board, by the command that is being run */
static int questions, answers;
static bool ended_early; /* END was said: nobody waits for an answer */

void demand(bool holds, const char *words)
{
    if (!holds) {
        fprintf(stderr, "bad manners: %s\n", words);
        abort();
    }
}

/* --- lines --- */

static bool begins_with_word(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == '\0' || line[length] == ' ');
}

static bool is_visible(const char *line)
{
    for (const char *at = line; *at != '\0'; at++) {
        if ((*at < ' ' || *at > '~') && !lines_memory_was_fed(*at)) {
            return false;
        }
    }
    return true;
}

/* INFO tells what is thought, to whoever asked for it by show_detail. */
static bool is_for_the_log(const char *line)
{
    return begins_with_word(line, "MESSAGE") || begins_with_word(line, "DEBUG") ||
           begins_with_word(line, "INFO");
}

static bool is_refusal(const char *line)
{
    return begins_with_word(line, "ERROR") || begins_with_word(line, "UNKNOWN");
}

static bool is_moves(const char *line)
{
    return isdigit((unsigned char)*line) && line[strspn(line, "0123456789, ")] == '\0';
}

/* Takes a line of moves "x,y x,y ..." apart and demands that it is written just so. */
static void hear_moves(const char *line)
{
    char written[HEARD_MOVES_MAX * 16];
    int length = 0, count = 0, read = 0;
    Coordinates move;
    for (const char *at = line; sscanf(at, "%d,%d%n", &move.x, &move.y, &read) == 2; at += read) {
        demand(count < HEARD_MOVES_MAX, "moves without end");
        heard.moves[count++] = move;
        length += snprintf(written + length, sizeof written - (size_t)length, "%s%d,%d",
                           count > 1 ? " " : "", move.x, move.y);
    }
    demand(count > 0 && strcmp(written, line) == 0, "a move that is not written x,y");
    heard.move_count += count;
}

void manners_hear(const char *line, bool is_remark)
{
    demand(is_visible(line), "a line with bytes that cannot be seen");
    heard.lines++;
    if (is_remark || is_for_the_log(line)) {
        return;
    }
    demand(*line != '\0' && *line != ' ' && line[strlen(line) - 1] != ' ', "blanks at the edges");
    heard.results++;
    heard.refused |= is_refusal(line);
    demand(heard.move_count == 0 || !is_moves(line), "two lines of moves at once");
    if (is_moves(line)) {
        hear_moves(line);
    }
}

/* --- the game --- */

static View view_of(const Engine *engine)
{
    View view = {.exists = engine_game(engine) != NULL};
    if (view.exists) {
        view.game = *engine_game(engine);
        for (int y = 0; y < view.game.height; y++) {
            for (int x = 0; x < view.game.width; x++) {
                view.at[y][x] = (uint8_t)engine_at(engine, (Coordinates){x, y});
            }
        }
    }
    return view;
}

static bool is_inside(const View *view, Coordinates point)
{
    return view->exists && point.x >= 0 && point.x < view->game.width && point.y >= 0 &&
           point.y < view->game.height;
}

static bool is_full(const View *view)
{
    for (int y = 0; y < view->game.height; y++) {
        if (memchr(view->at[y], EMPTY, (size_t)view->game.width) != NULL) {
            return false;
        }
    }
    return true;
}

/* Says whether any empty point is left that the rule allows the side. */
static bool has_legal_point(Engine *engine, const View *view, Colour side)
{
    for (int y = 0; y < view->game.height; y++) {
        for (int x = 0; x < view->game.width; x++) {
            if (view->at[y][x] == EMPTY && !engine_forbids(engine, (Coordinates){x, y}, side)) {
                return true;
            }
        }
    }
    return false;
}

/* Judges a move that has been played; the rule looks at the position without it. */
static void judge_played(Engine *engine, const View *before, Coordinates move, Colour side)
{
    engine_take(engine, move);
    demand(!engine_forbids(engine, move, side) || !has_legal_point(engine, before, side),
           "a forbidden move");
    engine_put(engine, move, side);
}

/* Judges moves that answer a question about a position. */
static void judge_moves(Engine *engine, const View *before, Colour side)
{
    for (int i = 0; i < heard.move_count; i++) {
        Coordinates move = heard.moves[i];
        demand(is_inside(before, move), "a move outside the board");
        demand(before->at[move.y][move.x] == EMPTY, "a move on a point that is not empty");
        for (int j = 0; j < i; j++) {
            demand(move.x != heard.moves[j].x || move.y != heard.moves[j].y, "a move said twice");
        }
    }
    bool is_played = heard.move_count == 1 && engine_at(engine, heard.moves[0]) == side;
    if (is_played && before->game.rule == RULE_RENJU && side == BLACK) {
        judge_played(engine, before, heard.moves[0], side);
    }
}

/* --- between the session and its commands --- */

void __real_commands_run(const Commands *commands, Conversation *conversation, const char *line);
void __wrap_commands_run(const Commands *commands, Conversation *conversation, const char *line);
void __real_conversation_answer(Conversation *conversation);
void __wrap_conversation_answer(Conversation *conversation);

static bool is_command(const char *line, const char *name)
{
    char word[PARSE_WORD_MAX];
    parse_word(line, word);
    return strcmp(word, name) == 0;
}

/* The last point takes the stone of TURN before there is nothing to answer; a block is on the board
 * before it turns out to be of no use. */
static void judge_refusal(const Conversation *conversation, const char *line)
{
    View view = view_of(conversation->engine);
    demand(!view.exists || is_full(&view) || is_command(line, "done"),
           "a refusal that changed the game");
}

void __wrap_commands_run(const Commands *commands, Conversation *conversation, const char *line)
{
    bool was_thinking = conversation->question.is_pending;
    bool is_name = conversation->reader.take_name != NULL; /* of a file, for the command before */
    heard = (Heard){0};
    changes = 0;
    __real_commands_run(commands, conversation, line);
    demand(heard.results <= 1, "two results of one command");
    demand(heard.lines == 0 || conversation->has_person || is_name || !is_command(line, "info"),
           "INFO was answered");
    for (int i = 0; i < heard.move_count; i++) {
        demand(engine_at(conversation->engine, heard.moves[i]) == conversation->own,
               "an echo of no stone");
    }
    demand(!heard.refused || conversation->question.is_pending == was_thinking,
           "a refusal, and yet it thinks");
    if (heard.refused && changes > 0) {
        judge_refusal(conversation, line);
    }
    questions += conversation->question.is_pending && !was_thinking;
    ended_early |= conversation->over;
}

void __wrap_conversation_answer(Conversation *conversation)
{
    View before = view_of(conversation->engine);
    heard = (Heard){0};
    __real_conversation_answer(conversation);
    demand(!conversation->question.is_pending, "it answered and still thinks");
    demand(heard.lines > 0 && heard.results <= 1, "an answer that is not one line");
    judge_moves(conversation->engine, &before, conversation->own);
    answers++;
}

void manners_begin(void)
{
    heard = (Heard){0};
    questions = answers = 0;
    ended_early = false;
}

void manners_end(void)
{
    demand(answers <= questions, "an answer without a question");
    demand(answers == questions || ended_early || !lines_has_listener(),
           "a question without an answer");
}

/* --- between the commands and the engine --- */

static void demand_idle(void)
{
    demand(!lines_memory_answer_is_due(), "the engine is touched while it thinks");
}

/* Puts the judge before a function of the engine that wants it idle: its RESULT and NAME, its
 * parameters and what they are called. */
#define WATCH(RESULT, NAME, SIGNATURE, ARGUMENTS)                                                  \
    RESULT __real_##NAME SIGNATURE;                                                                \
    RESULT __wrap_##NAME SIGNATURE;                                                                \
    RESULT __wrap_##NAME SIGNATURE                                                                 \
    {                                                                                              \
        demand_idle();                                                                             \
        return __real_##NAME ARGUMENTS;                                                            \
    }

typedef const char *Fault;

/* The same for one that changes the board unless it finds fault. */
#define WATCH_CHANGE(NAME, SIGNATURE, ARGUMENTS)                                                   \
    Fault __real_##NAME SIGNATURE;                                                                 \
    Fault __wrap_##NAME SIGNATURE;                                                                 \
    Fault __wrap_##NAME SIGNATURE                                                                  \
    {                                                                                              \
        demand_idle();                                                                             \
        Fault fault = __real_##NAME ARGUMENTS;                                                     \
        changes += fault == NULL;                                                                  \
        return fault;                                                                              \
    }

WATCH(void, engine_forget, (Engine * engine), (engine))
WATCH(void, engine_avoid, (Engine * engine, Coordinates point, bool avoid), (engine, point, avoid))
WATCH(void, engine_avoid_nothing, (Engine * engine), (engine))
WATCH(Fault, engine_change_rule, (Engine * engine, Rule rule), (engine, rule))
WATCH(bool, engine_forbids, (Engine * engine, Coordinates point, Colour side),
      (engine, point, side))
WATCH_CHANGE(engine_start, (Engine * engine, const Game *game), (engine, game))
WATCH_CHANGE(engine_put, (Engine * engine, Coordinates point, Colour stone), (engine, point, stone))
WATCH_CHANGE(engine_take, (Engine * engine, Coordinates point), (engine, point))

void __real_engine_empty(Engine *engine);
void __wrap_engine_empty(Engine *engine);

void __wrap_engine_empty(Engine *engine)
{
    demand_idle();
    __real_engine_empty(engine);
    changes++;
}
