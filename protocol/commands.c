/* commands - the table of commands and what each does; see commands.h.
 *
 * Rules of the house for answers (real managers insist on each of them): OK stands alone on its
 * line; a move is "x,y" without blanks; INFO never answers; whatever is wrong is said in one line
 * beginning with ERROR, and the game stays as it was; unknown words get UNKNOWN.
 */
#include "commands.h"

#include "parse.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

typedef void Handler(Conversation *conversation, const char *arguments);

typedef struct {
    const char *name;
    Handler *handler;
    Hearing hearing;
} Command;

struct CommandEntry {
    const Command *command;
    UT_hash_handle hh;
};

enum { FIELD_OWN = 1, FIELD_OPPONENT = 2, FIELD_BLOCKED = 3 };

static void say_error(const char *fault)
{
    lines_say("ERROR %s", fault);
}

/* Answers OK, or what is wrong. */
static void say_ok_unless(const char *fault)
{
    if (fault != NULL) {
        say_error(fault);
    } else {
        lines_say("OK");
    }
}

static EngineStone other(EngineStone colour)
{
    return colour == ENGINE_BLACK ? ENGINE_WHITE : ENGINE_BLACK;
}

/* --- thinking --- */

static void on_answer(void *context, const EngineReport *report)
{
    Conversation *conversation = context;
    conversation->answer = *report;
    inbox_post_answer(conversation->inbox);
}

/* Brings the engine up to date with what INFO said about the rule. A rule that does not fit the
 * board is left for the next START to refuse. */
static void follow_rule(Conversation *conversation)
{
    engine_change_rule(conversation->engine, conversation->rule);
}

/* Begins to think about the engine's own move. */
static void think(Conversation *conversation)
{
    EngineLimits limits = conversation->limits;
    EngineListener listener = {.context = conversation, .on_answer = on_answer};
    limits.asked_ms = conversation->asked_ms;
    follow_rule(conversation);
    const char *fault = engine_think(conversation->engine, conversation->own, &limits, &listener);
    if (fault != NULL) {
        say_error(fault);
        return;
    }
    conversation->thinking = true;
}

/* Tells what the search found, in one line that managers put into their log. */
static void say_thought(const EngineReport *answer)
{
    char value[32];
    if (answer->wins_in != 0) {
        snprintf(value, sizeof value, "%sM%d", answer->wins_in > 0 ? "+" : "-",
                 abs(answer->wins_in));
    } else {
        snprintf(value, sizeof value, "%d", answer->value);
    }
    lines_say("MESSAGE depth %d eval %s nodes %" PRIu64 " time %" PRId64 " ms", answer->depth,
              value, answer->nodes, answer->ms);
}

void command_answer(Conversation *conversation)
{
    const EngineReport *answer = &conversation->answer;
    engine_wait(conversation->engine);
    conversation->thinking = false;
    engine_put(conversation->engine, answer->moves[0], conversation->own);
    if (answer->nodes > 0) {
        say_thought(answer);
    }
    lines_say("%d,%d", answer->moves[0].x, answer->moves[0].y);
}

/* --- games --- */

/* Says so if there is no game. */
static bool has_game(Conversation *conversation)
{
    if (engine_game(conversation->engine) == NULL) {
        say_error("there is no game: send START first");
        return false;
    }
    return true;
}

static bool has_stones(const Conversation *conversation)
{
    return engine_stone_count(conversation->engine) > 0;
}

/* A side as asked for; what an int cannot hold becomes what is refused for the same reason. */
static int to_side(int64_t number)
{
    return number < 0 ? 0 : number > INT32_MAX ? INT32_MAX : (int)number;
}

static void start_game(Conversation *conversation, int64_t width, int64_t height)
{
    EngineGame game = {
        .rule = conversation->rule,
        .width = to_side(width),
        .height = to_side(height),
        .win_length = conversation->win_length,
    };
    conversation->own = ENGINE_BLACK;
    say_ok_unless(engine_start(conversation->engine, &game));
}

/* START 15; Yixin-Board says START 15 15. */
static void run_start(Conversation *conversation, const char *arguments)
{
    int64_t width, height;
    if (parse_number(arguments, &width)) {
        start_game(conversation, width, width);
    } else if (parse_pair(arguments, ' ', &width, &height)) {
        start_game(conversation, width, height);
    } else {
        say_error("START needs the size of the board, as in START 15");
    }
}

static void run_rectstart(Conversation *conversation, const char *arguments)
{
    int64_t width, height;
    if (parse_pair(arguments, ',', &width, &height)) {
        start_game(conversation, width, height);
    } else {
        say_error("RECTSTART needs width and height, as in RECTSTART 20,15");
    }
}

static void run_restart(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (has_game(conversation)) {
        const EngineGame *game = engine_game(conversation->engine);
        start_game(conversation, game->width, game->height);
    }
}

/* --- moves --- */

static void run_begin(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (!has_game(conversation)) {
        return;
    }
    if (has_stones(conversation)) {
        say_error("BEGIN is for an empty board: send RESTART first, or TURN or BOARD");
        return;
    }
    conversation->own = ENGINE_BLACK;
    think(conversation);
}

/* Puts a stone of the engine's (`ours`) or the opponent's at the point that the arguments name. The
 * first stone on a board is black, whoever's it is. False, and said why, if it cannot be. */
static bool put_stone(Conversation *conversation, const char *arguments, bool ours,
                      EnginePoint *point)
{
    if (!has_game(conversation)) {
        return false;
    }
    if (!parse_point(arguments, point)) {
        say_error("a point is needed, as in 7,7");
        return false;
    }
    EngineStone own = conversation->own;
    if (!has_stones(conversation)) {
        own = ours ? ENGINE_BLACK : ENGINE_WHITE;
    }
    const char *fault = engine_put(conversation->engine, *point, ours ? own : other(own));
    if (fault != NULL) {
        say_error(fault);
        return false;
    }
    conversation->own = own;
    return true;
}

static void run_turn(Conversation *conversation, const char *arguments)
{
    EnginePoint point;
    if (put_stone(conversation, arguments, false, &point)) {
        think(conversation);
    }
}

/* The manager plays for the engine, and wants to hear the move again. */
static void run_play(Conversation *conversation, const char *arguments)
{
    EnginePoint point;
    if (put_stone(conversation, arguments, true, &point)) {
        lines_say("%d,%d", point.x, point.y);
    }
}

static void run_takeback(Conversation *conversation, const char *arguments)
{
    EnginePoint point;
    if (!has_game(conversation)) {
        return;
    }
    if (!parse_point(arguments, &point)) {
        say_error("a point is needed, as in TAKEBACK 7,7");
        return;
    }
    say_ok_unless(engine_take(conversation->engine, point));
}

/* --- BOARD ... DONE --- */

static void run_board(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    conversation->reading_board = true;
    conversation->placement_count = 0;
}

/* Keeps a line of the block for DONE. A line that makes no sense is skipped, so that one bad line
 * does not lose a game. */
static void read_placement(Conversation *conversation, const char *line)
{
    Placement placement;
    if (parse_stone(line, &placement.point, &placement.field) &&
        conversation->placement_count < PLACEMENTS_MAX) {
        conversation->placements[conversation->placement_count++] = placement;
    } else {
        lines_say("DEBUG skipped a line of BOARD that is not x,y,field");
    }
}

/* Black is whoever the first stone of the block belongs to. */
static EngineStone own_colour(const Conversation *conversation)
{
    for (int i = 0; i < conversation->placement_count; i++) {
        int64_t field = conversation->placements[i].field;
        if (field == FIELD_OWN || field == FIELD_OPPONENT) {
            return field == FIELD_OWN ? ENGINE_BLACK : ENGINE_WHITE;
        }
    }
    return ENGINE_BLACK;
}

/* Puts those stones of the block that have the field on the board as stones of that kind. */
static void place(Conversation *conversation, const Placement *placement)
{
    EngineStone own = conversation->own;
    EngineStone stone = placement->field == FIELD_OWN        ? own
                        : placement->field == FIELD_OPPONENT ? other(own)
                        : placement->field == FIELD_BLOCKED  ? ENGINE_BLOCKED
                                                             : ENGINE_EMPTY;
    if (stone == ENGINE_EMPTY ||
        engine_put(conversation->engine, placement->point, stone) != NULL) {
        lines_say("DEBUG skipped a line of BOARD that no stone can follow");
    }
}

static void run_done(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (!conversation->reading_board) {
        say_error("DONE ends a BOARD, and none was begun");
        return;
    }
    conversation->reading_board = false;
    if (!has_game(conversation)) {
        return;
    }
    conversation->own = own_colour(conversation);
    engine_empty(conversation->engine);
    for (int i = 0; i < conversation->placement_count; i++) {
        place(conversation, &conversation->placements[i]);
    }
    think(conversation);
}

/* --- INFO --- */

static void info_turn(Conversation *conversation, int64_t number)
{
    conversation->limits.turn_ms = number;
    if (conversation->thinking) {
        engine_shorten(conversation->engine, number);
    }
}

static void info_match(Conversation *conversation, int64_t number)
{
    conversation->limits.match_ms = number;
}

static void info_left(Conversation *conversation, int64_t number)
{
    conversation->limits.left_ms = number;
}

static void info_memory(Conversation *conversation, int64_t number)
{
    if (number >= 0) {
        engine_set_memory(conversation->engine, (uint64_t)number);
    }
}

static void info_rule(Conversation *conversation, int64_t number)
{
    if (number >= 0) {
        conversation->rule = parse_rule(number);
    }
}

static void info_win_length(Conversation *conversation, int64_t number)
{
    if (number >= 0 && number <= INT32_MAX) {
        conversation->win_length = (int)number;
    }
}

static void info_depth(Conversation *conversation, int64_t number)
{
    conversation->limits.depth = number > 0 && number <= INT32_MAX ? (int)number : 0;
}

static void info_nodes(Conversation *conversation, int64_t number)
{
    conversation->limits.nodes = number > 0 ? (uint64_t)number : 0;
}

static const struct {
    const char *key;
    void (*set)(Conversation *conversation, int64_t number);
} infos[] = {
    {"timeout_turn", info_turn}, {"timeout_match", info_match}, {"time_left", info_left},
    {"max_memory", info_memory}, {"rule", info_rule},           {"win_length", info_win_length},
    {"max_depth", info_depth},   {"max_node", info_nodes},
};

/* Keys that we do not know and values that are none are passed over in silence, as the protocol
 * demands. */
static void run_info(Conversation *conversation, const char *arguments)
{
    char key[PARSE_WORD_MAX];
    int64_t number;
    const char *value = parse_word(arguments, key);
    for (size_t i = 0; i < sizeof infos / sizeof *infos; i++) {
        if (strcmp(infos[i].key, key) == 0 && parse_number(value, &number)) {
            infos[i].set(conversation, number);
        }
    }
}

/* --- the rest --- */

static void run_about(Conversation *conversation, const char *arguments)
{
    (void)conversation, (void)arguments;
    lines_say("name=\"Tengen\", version=\"" TENGEN_VERSION "\", author=\"the Tengen team\", "
              "country=\"Earth\"");
}

static void run_stop(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (conversation->thinking) {
        engine_stop(conversation->engine);
    }
}

static void run_end(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    conversation->over = true;
}

static const Command commands[] = {
    {"about", run_about, HEARD_IDLE},     {"begin", run_begin, HEARD_IDLE},
    {"board", run_board, HEARD_IDLE},     {"done", run_done, HEARD_IDLE},
    {"end", run_end, HEARD_END},          {"info", run_info, HEARD_IN_TURN},
    {"play", run_play, HEARD_IDLE},       {"rectstart", run_rectstart, HEARD_IDLE},
    {"restart", run_restart, HEARD_IDLE}, {"start", run_start, HEARD_IDLE},
    {"stop", run_stop, HEARD_AT_ONCE},    {"takeback", run_takeback, HEARD_IDLE},
    {"turn", run_turn, HEARD_IDLE},       {"yxstop", run_stop, HEARD_AT_ONCE},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

bool conversation_open(Conversation *conversation, Inbox *inbox)
{
    *conversation = (Conversation){
        .engine = engine_new(),
        .inbox = inbox,
        .entries = calloc(COMMAND_COUNT, sizeof *conversation->entries),
        .rule = ENGINE_FREESTYLE,
        .win_length = 5,
        .limits = {.turn_ms = ENGINE_LIMIT_UNKNOWN,
                   .match_ms = ENGINE_LIMIT_UNKNOWN,
                   .left_ms = ENGINE_LIMIT_UNKNOWN},
    };
    if (conversation->engine == NULL || conversation->entries == NULL) {
        return false;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        CommandEntry *entry = &conversation->entries[i];
        entry->command = &commands[i];
        HASH_ADD_KEYPTR(hh, conversation->table, commands[i].name, strlen(commands[i].name), entry);
    }
    return true;
}

void conversation_close(Conversation *conversation)
{
    engine_free(conversation->engine);
    HASH_CLEAR(hh, conversation->table);
    free(conversation->entries);
}

/* The row for the first word of a line, and what follows the word; NULL if it names no command. */
static const Command *find_command(const Conversation *conversation, const char *line,
                                   const char **arguments)
{
    char word[PARSE_WORD_MAX];
    CommandEntry *entry;
    *arguments = parse_word(line, word);
    HASH_FIND_STR(conversation->table, word, entry);
    return entry != NULL ? entry->command : NULL;
}

Hearing command_hearing(const Conversation *conversation, const char *line)
{
    const char *arguments;
    const Command *command = find_command(conversation, line, &arguments);
    return command != NULL ? command->hearing : HEARD_IDLE;
}

/* Within BOARD ... DONE a line is a stone, unless it is a command: INFO may come in between, DONE
 * ends the block, and any other means that the block will never be finished. */
void command_run(Conversation *conversation, const char *line)
{
    const char *arguments;
    const Command *command = find_command(conversation, line, &arguments);
    if (command == NULL && conversation->reading_board) {
        read_placement(conversation, line);
    } else if (command == NULL) {
        lines_say("UNKNOWN command");
    } else {
        if (command->handler != run_done && command->handler != run_info) {
            conversation->reading_board = false;
        }
        command->handler(conversation, arguments);
    }
}
