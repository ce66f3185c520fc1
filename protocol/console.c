/* console - what each command for people does; see console.h. */
#include "console.h"

#include "engine_tools.h"
#include "parse.h"
#include "play.h"

#include <stdio.h>

enum {
    NAME_MAX_LENGTH = 16, /* of a column; of a point twice that */
    COLUMN_WIDTH = 3,
    EVAL_WIDTH = 7,
    ROW_MAX = 32 * EVAL_WIDTH + 16, /* the widest drawing: 32 columns of values, and a margin */
};

static const char *const help[] = {
    "a game:     START 15 (or START 20 15, or INFO win_length 3 and START 3), RESTART, END",
    "moves:      h8 or TURN 7,7: yours, and Tengen answers; BEGIN: Tengen begins",
    "            PUT h8: a stone of whoever is to move, nobody answers (for two people)",
    "            UNDO, REDO: your last move with its answer; TAKEBACK 7,7: any stone",
    "look:       SHOW: the board; EVAL: what each point is worth; EVAL h8: why",
    "think:      HINT: a good move; SEARCH: the same with every iteration; Ctrl-C: enough",
    "settings:   INFO timeout_turn 2000 (ms a move), INFO rule 4 (0 freestyle, 1 standard,",
    "            4 renju, 8 caro, 9 caro with exactly five), INFO max_depth 8; see README.md",
    "measure:    BENCH",
};

void console_help(Conversation *conversation, const char *arguments)
{
    (void)conversation, (void)arguments;
    for (size_t i = 0; i < sizeof help / sizeof *help; i++) {
        send_message("%s", help[i]);
    }
}

/* --- drawing --- */

/* Writes a column's name: a to z, then aa to af. */
static const char *name_column(int x, char name[NAME_MAX_LENGTH])
{
    snprintf(name, NAME_MAX_LENGTH, "%s%c", x < PARSE_LETTERS ? "" : "a", 'a' + x % PARSE_LETTERS);
    return name;
}

static void name_point(Coordinates point, char name[2 * NAME_MAX_LENGTH])
{
    char column[NAME_MAX_LENGTH];
    snprintf(name, 2 * NAME_MAX_LENGTH, "%s%d", name_column(point.x, column), point.y + 1);
}

/* Tells the line of column names above a drawing with columns of that width. */
static void tell_columns(const Game *game, int column_width)
{
    char row[ROW_MAX], name[NAME_MAX_LENGTH];
    int length = snprintf(row, sizeof row, "   ");
    for (int x = 0; x < game->width; x++) {
        length += snprintf(row + length, sizeof row - (size_t)length, "%*s", column_width,
                           name_column(x, name));
    }
    send_message("%s", row);
}

/* The last stone stands in brackets. */
static void tell_row(Conversation *conversation, int y, Coordinates last)
{
    static const char marks[] = {[BLACK] = 'X', [WHITE] = 'O', [EMPTY] = '.', [WALL] = '#'};
    const Game *game = engine_game(conversation->engine);
    char row[ROW_MAX];
    int length = snprintf(row, sizeof row, "%2d ", y + 1);
    for (int x = 0; x < game->width; x++) {
        char mark = marks[engine_at(conversation->engine, (Coordinates){x, y})];
        bool is_last = last.x == x && last.y == y;
        bool is_after_last = last.x == x - 1 && last.y == y;
        length += snprintf(row + length, sizeof row - (size_t)length, "%c%c%c",
                           is_after_last ? ']' : ' ', is_last ? '[' : ' ', mark);
    }
    snprintf(row + length, sizeof row - (size_t)length, "%s",
             last.x == game->width - 1 && last.y == y ? "]" : "");
    send_message("%s", row);
}

void console_draw(Conversation *conversation)
{
    const Game *game = engine_game(conversation->engine);
    Coordinates last = {-1, -1};
    Colour stone;
    if (game == NULL) {
        return;
    }
    int stones = engine_stone_count(conversation->engine);
    engine_stone_put(conversation->engine, stones - 1, &last, &stone);
    tell_columns(game, COLUMN_WIDTH);
    for (int y = 0; y < game->height; y++) {
        tell_row(conversation, y, last);
    }
}

void console_show(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (conversation_has_game(conversation)) {
        console_draw(conversation);
        send_message("%s to move, %d stones",
                     engine_side(conversation->engine) == BLACK ? "X" : "O",
                     engine_stone_count(conversation->engine));
    }
}

/* --- EVAL --- */

/* What an empty point is worth to both together; 0 if there is a stone. */
static int worth_to_both(Conversation *conversation, Coordinates point)
{
    PointExplanation black, white;
    return engine_explain(conversation->engine, point, BLACK, &black) &&
                   engine_explain(conversation->engine, point, WHITE, &white)
               ? black.value + white.value
               : 0;
}

static void tell_worths(Conversation *conversation)
{
    const Game *game = engine_game(conversation->engine);
    tell_columns(game, EVAL_WIDTH);
    for (int y = 0; y < game->height; y++) {
        char row[ROW_MAX];
        int length = snprintf(row, sizeof row, "%2d ", y + 1);
        for (int x = 0; x < game->width; x++) {
            Coordinates point = {x, y};
            Colour stone = engine_at(conversation->engine, point);
            int worth = worth_to_both(conversation, point);
            length +=
                stone == EMPTY
                    ? snprintf(row + length, sizeof row - (size_t)length, "%*d", EVAL_WIDTH, worth)
                    : snprintf(row + length, sizeof row - (size_t)length, "%*s", EVAL_WIDTH,
                               stone == BLACK   ? "X"
                               : stone == WHITE ? "O"
                                                : "#");
        }
        send_message("%s", row);
    }
}

static void tell_look(const char *who, const PointExplanation *look)
{
    static const char *const directions[] = {"row", "column", "falling", "rising"};
    send_message("%s: %d, %s%s", who, look->value, look->threat,
                 look->is_forbidden ? " (forbidden)" : "");
    for (int i = 0; i < 4; i++) {
        send_message("  %-8s %-18s 1 << %d", directions[i], look->shape[i], look->shift[i]);
    }
    if (look->added != 0) {
        send_message("  %-27s %+d", "on top of the table", look->added);
    }
}

void console_eval(Conversation *conversation, const char *arguments)
{
    Coordinates point;
    PointExplanation black, white;
    if (!conversation_has_game(conversation)) {
        return;
    }
    conversation_apply_settings(conversation);
    if (*arguments == '\0') {
        tell_worths(conversation);
        send_message("the position is worth %d to %s, who is to move",
                     engine_value(conversation->engine),
                     engine_side(conversation->engine) == BLACK ? "X" : "O");
    } else if (!parse_place(arguments, &point)) {
        conversation_say_error("a point is needed, as in EVAL h8");
    } else if (engine_explain(conversation->engine, point, BLACK, &black) &&
               engine_explain(conversation->engine, point, WHITE, &white)) {
        tell_look("X", &black);
        tell_look("O", &white);
    } else {
        conversation_say_error("the point is not empty");
    }
}

/* --- thinking aloud --- */

static void tell_best(Conversation *conversation)
{
    char name[2 * NAME_MAX_LENGTH];
    const EngineReport *answer = &conversation->answer;
    name_point(answer->moves[0], name);
    conversation_say_thought(answer);
    send_message("best: %s (%d,%d)", name, answer->moves[0].x, answer->moves[0].y);
}

/* Thinks for the side to move, without playing. */
static void think_aloud(Conversation *conversation, bool with_iterations)
{
    if (conversation_has_game(conversation)) {
        conversation->tells_iterations = with_iterations;
        conversation_ask(conversation, QUESTION_MOVE, engine_side(conversation->engine), 0,
                         tell_best);
    }
}

void console_hint(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    think_aloud(conversation, false);
}

void console_search(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    think_aloud(conversation, true);
}

static void tell_line(void *context, const char *line)
{
    (void)context;
    send_message("%s", line);
}

void console_bench(Conversation *conversation, const char *arguments)
{
    (void)conversation, (void)arguments;
    engine_bench(tell_line, NULL);
}

/* --- moves --- */

void console_put(Conversation *conversation, const char *arguments)
{
    Coordinates point;
    if (!conversation_has_game(conversation)) {
        return;
    }
    if (!parse_place(arguments, &point)) {
        conversation_say_error("a point is needed, as in PUT h8");
        return;
    }
    const char *fault = engine_put(conversation->engine, point, engine_side(conversation->engine));
    conversation->undone_count = fault == NULL ? 0 : conversation->undone_count;
    conversation_say_ok_unless(fault);
}

bool console_move(Conversation *conversation, const char *line)
{
    Coordinates point;
    char arguments[32];
    if (!conversation->has_person || !parse_place(line, &point)) {
        return false;
    }
    snprintf(arguments, sizeof arguments, "%d,%d", point.x, point.y);
    play_turn(conversation, arguments);
    return true;
}

/* Takes the last stone back and keeps it for REDO; tells whose it was. */
static Colour undo_stone(Conversation *conversation)
{
    Coordinates point;
    Colour stone = EMPTY;
    int last = engine_stone_count(conversation->engine) - 1;
    if (engine_stone_put(conversation->engine, last, &point, &stone) &&
        conversation->undone_count < PLACEMENTS_MAX) {
        engine_take(conversation->engine, point);
        conversation->undone[conversation->undone_count++] = (Placement){point, (int64_t)stone};
    }
    return stone;
}

static Colour redo_stone(Conversation *conversation)
{
    const Placement *placement = &conversation->undone[--conversation->undone_count];
    engine_put(conversation->engine, placement->point, (Colour)placement->field);
    return (Colour)placement->field;
}

/* An answer of the engine's goes together with the move that it answered. */
void console_undo(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (!conversation_has_game(conversation)) {
        return;
    }
    if (!conversation_has_stones(conversation)) {
        conversation_say_error("there is nothing to undo");
        return;
    }
    if (undo_stone(conversation) == conversation->own && conversation_has_stones(conversation)) {
        undo_stone(conversation);
    }
    send_line("OK");
}

void console_redo(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (conversation->undone_count == 0) {
        conversation_say_error("there is nothing to redo");
        return;
    }
    if (redo_stone(conversation) != conversation->own && conversation->undone_count > 0) {
        redo_stone(conversation);
    }
    send_line("OK");
}
