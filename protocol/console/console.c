/* console - what each command for people does; see console.h. */
#include "console/console.h"

#include "commands/info.h"
#include "commands/play.h"
#include "console/known.h"
#include "conversation/ending.h"
#include "conversation/machine.h"
#include "lines/parse.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HELP_INDENT = 12, /* of what follows the word at the left of a help line */
    COLUMN_WIDTH = 3,
    EVAL_WIDTH = 7,
    ROW_MAX = 32 * EVAL_WIDTH + 16, /* the widest drawing: 32 columns of values, and a margin */
};

/* A line for each thing that one can do; HELP alone shows all, HELP and a command those that name
 * the command. The last line goes on with the names of the INFO keys. */
static const char *const help[] = {
    "a game:     START 15 (or RECTSTART 20,15, or INFO win_length 3 and START 3)",
    "            RESTART or NEW: again; END, QUIT, EXIT, BYE or Q: leave",
    "moves:      h8 or TURN h8: yours, and Tengen answers; BEGIN: Tengen begins",
    "            PUT h8: a stone of whoever is to move, nobody answers (for two people)",
    "            PLAY h8: a stone of Tengen's, nobody answers",
    "            UNDO, REDO: your last move with its answer; UNDO 3: so many of them",
    "            TAKEBACK h8: any stone",
    "positions:  BOARD, lines x,y,1 (Tengen's), x,y,2 (yours), x,y,3 (blocked), DONE: it moves",
    "            SWAP2BOARD, lines x,y, DONE: Tengen's stones or choice in swap2",
    "openings:   OPENING: the rules; OPENING rif, a line for each step so far, DONE: the next one",
    "look:       SHOW: the board, and what book, explorer and database know of the position",
    "            EVAL: what each point is worth; EVAL h8: why",
    "            CLEAR or CLS: the screen; ABOUT: the program; HELP or ?: this, or of one command",
    "think:      HINT: a good move; SEARCH: the same with every iteration",
    "            Ctrl-C, or STOP from a program: enough, the answer now",
    "prove:      PROVE: that who is to move wins; PROVE win.proof: as a file, too",
    "databases:  YXSETDATABASE a.db: keeps positions in that file, and looks them up there",
    "            YXDBMERGE FILE: takes in a database, library, text or games of any program",
    "            YXDBTOTXT a.txt, YXDBTOLIB a.lib: writes all; YXDBCHECK: is the file sound?",
    "measure:    BENCH, some seconds; BENCH quick",
    "settings:   INFO: what holds now; INFO rule 4 and so on; HELP INFO explains each of",
};

enum { HELP_COUNT = sizeof help / sizeof *help };

/* Says whether a line of help names the command, which is in lower case. */
static bool names(const char *line, const char *command)
{
    size_t length = strlen(command);
    for (const char *at = line; *at != '\0'; at++) {
        bool begins = at == line || !isalnum((unsigned char)at[-1]);
        size_t same = 0;
        while (same < length && at[same] == toupper((unsigned char)command[same])) {
            same++;
        }
        if (begins && same == length && !isalnum((unsigned char)at[length])) {
            return true;
        }
    }
    return false;
}

static void explain_all(void)
{
    for (int i = 0; i < HELP_COUNT; i++) {
        send_message("%s", help[i]);
    }
    info_list_keys(HELP_INDENT);
}

/* Shows the lines that name the command; false if there are none. */
static bool explain_command(const char *command)
{
    bool is_explained = false;
    for (int i = 0; i < HELP_COUNT; i++) {
        if (names(help[i], command)) {
            send_message("%s", help[i] + HELP_INDENT);
            is_explained = true;
        }
    }
    return is_explained;
}

void console_help(Conversation *conversation, const char *arguments)
{
    char topic[PARSE_WORD_MAX];
    (void)conversation;
    parse_word(arguments, topic);
    if (strcmp(topic, "info") == 0) {
        info_explain_keys();
    } else if (*topic == '\0') {
        explain_all();
    } else if (!explain_command(topic) && !info_explain_key(topic)) {
        conversation_send_error("HELP knows no such command: HELP alone shows those it knows");
    }
}

/* --- drawing --- */

/* A board that is drawn in lines, the highest row first and the names of the columns below. */
typedef struct {
    Conversation *conversation;
    Naming naming;
    int columns, rows;
    Coordinates last;   /* the last stone; outside the board if there is none */
    const Known *known; /* the moves of which something is known; NULL: none */
    char line[ROW_MAX];
    int length; /* of what the line holds so far */
} Drawing;

static Drawing begin_drawing(Conversation *conversation)
{
    Drawing drawing = {
        .conversation = conversation,
        .naming = conversation_naming(conversation),
        .last = {-1, -1},
    };
    Colour stone;
    int stones = engine_stone_count(conversation->engine);
    engine_stone_put(conversation->engine, stones - 1, &drawing.last, &stone);
    naming_size(drawing.naming, engine_game(conversation->engine), &drawing.columns, &drawing.rows);
    return drawing;
}

__attribute__((format(printf, 2, 3))) static void add(Drawing *drawing, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    drawing->length += vsnprintf(drawing->line + drawing->length,
                                 sizeof drawing->line - (size_t)drawing->length, format, arguments);
    va_end(arguments);
}

static void end_line(Drawing *drawing)
{
    send_message("%s", drawing->line);
    drawing->length = 0;
}

/* Sends the column names below a drawing with columns of that width. */
static void draw_columns(Drawing *drawing, int column_width)
{
    char name[NAMING_TEXT_MAX];
    add(drawing, "   ");
    for (int column = 0; column < drawing->columns; column++) {
        add(drawing, "%*s", column_width, naming_write_column(column, name));
    }
    end_line(drawing);
}

static Coordinates point_in(const Drawing *drawing, int column, int row)
{
    const Game *game = engine_game(drawing->conversation->engine);
    return naming_point_at(drawing->naming, game, column, row);
}

static bool is_last(const Drawing *drawing, int column, int row)
{
    Coordinates point = point_in(drawing, column, row);
    return point.x == drawing->last.x && point.y == drawing->last.y;
}

/* A stone, or what is known of a move there. */
static char mark_at(const Drawing *drawing, Coordinates point)
{
    static const char marks[] = {[BLACK] = 'X', [WHITE] = 'O', [EMPTY] = '.', [WALL] = '#'};
    char known = known_mark(drawing->known, point);
    return known != '\0' ? known : marks[engine_at(drawing->conversation->engine, point)];
}

/* The last stone stands in brackets. */
static void draw_row(Drawing *drawing, int row)
{
    add(drawing, "%2d ", row + 1);
    for (int column = 0; column < drawing->columns; column++) {
        char mark = mark_at(drawing, point_in(drawing, column, row));
        bool is_after_last = column > 0 && is_last(drawing, column - 1, row);
        add(drawing, "%c%c%c", is_after_last ? ']' : ' ', is_last(drawing, column, row) ? '[' : ' ',
            mark);
    }
    add(drawing, "%s", is_last(drawing, drawing->columns - 1, row) ? "]" : "");
    end_line(drawing);
}

/* Draws the board with marks on the moves that are known. */
static void draw(Conversation *conversation, const Known *known)
{
    Drawing drawing = begin_drawing(conversation);
    drawing.known = known;
    for (int row = drawing.rows - 1; row >= 0; row--) {
        draw_row(&drawing, row);
    }
    draw_columns(&drawing, COLUMN_WIDTH);
}

/* What a proof says of each answer is for whoever asks, and no help that everybody wants. */
void console_draw(Conversation *conversation)
{
    if (engine_game(conversation->engine) != NULL) {
        Known *known = known_find(conversation, false);
        draw(conversation, known);
        free(known);
    }
}

void console_show(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (!conversation_has_game(conversation)) {
        return;
    }
    Known *known = known_find(conversation, true);
    int stones = engine_stone_count(conversation->engine);
    draw(conversation, known);
    if (!ending_tell(conversation)) {
        send_message("%s to move, %d stone%s",
                     engine_side(conversation->engine) == BLACK ? "X" : "O", stones,
                     stones == 1 ? "" : "s");
        known_tell(conversation, known);
    }
    free(known);
}

/* What a shell has under this name: the board stays as it is. */
void console_clear(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (lines_clear_screen()) {
        console_draw(conversation);
    } else {
        conversation_send_error("there is no screen to clear; RESTART empties the board");
    }
}

/* --- EVAL --- */

/* What an empty point is worth to both together; 0 if there is a stone. */
static int value_to_both(Conversation *conversation, Coordinates point)
{
    PointExplanation black, white;
    return engine_explain(conversation->engine, point, BLACK, &black) &&
                   engine_explain(conversation->engine, point, WHITE, &white)
               ? black.value + white.value
               : 0;
}

static void draw_values(Conversation *conversation)
{
    Drawing drawing = begin_drawing(conversation);
    for (int row = drawing.rows - 1; row >= 0; row--) {
        add(&drawing, "%2d ", row + 1);
        for (int column = 0; column < drawing.columns; column++) {
            Coordinates point = point_in(&drawing, column, row);
            Colour stone = engine_at(conversation->engine, point);
            if (stone == EMPTY) {
                add(&drawing, "%*d", EVAL_WIDTH, value_to_both(conversation, point));
            } else {
                add(&drawing, "%*s", EVAL_WIDTH, stone == BLACK ? "X" : stone == WHITE ? "O" : "#");
            }
        }
        end_line(&drawing);
    }
    draw_columns(&drawing, EVAL_WIDTH);
}

/* The lines through a point as they run on the drawn board, in the order of the engine's: where x
 * grows, y grows, both grow, and x grows while y falls. */
static void send_explanation(Naming naming, const char *who, const PointExplanation *point)
{
    static const char *const directions[][4] = {
        [NAMING_NUMBERS] = {"row", "column", "rising", "falling"},
        [NAMING_LETTERS] = {"row", "column", "rising", "falling"},
        [NAMING_YIXIN] = {"column", "row", "falling", "rising"},
    };
    send_message("%s: %d, %s%s", who, point->value, point->threat,
                 point->is_forbidden ? " (forbidden)" : "");
    for (int i = 0; i < 4; i++) {
        send_message("  %-8s %-18s 1 << %d", directions[naming][i], point->shape[i],
                     point->shift[i]);
    }
    if (point->added != 0) {
        send_message("  %-27s %+d", "on top of the table", point->added);
    }
    if (point->has_network) {
        send_message("  %-27s %+d", "network, once played", point->network_value);
    }
    if (point->policy_percent > 0) {
        send_message("  %-27s %d %%", "network, on its odds", point->policy_percent);
    }
}

static void explain_position(Conversation *conversation)
{
    Engine *engine = conversation->engine;
    if (conversation->settings.is_for_programs) {
        machine_send_position(engine);
        return;
    }
    draw_values(conversation);
    send_message("the position is worth %d to %s, who is to move", engine_value(engine),
                 engine_side(engine) == BLACK ? "X" : "O");
}

static void explain_point(const Conversation *conversation, Coordinates point, Colour side,
                          const PointExplanation *explanation)
{
    if (conversation->settings.is_for_programs) {
        machine_send_explanation(point, side, explanation);
    } else {
        send_explanation(conversation_naming(conversation), side == BLACK ? "X" : "O", explanation);
    }
}

void console_eval(Conversation *conversation, const char *arguments)
{
    Coordinates point;
    PointExplanation black, white;
    if (!conversation_has_game(conversation)) {
        return;
    }
    if (*arguments == '\0') {
        explain_position(conversation);
    } else if (!conversation_read_point(conversation, arguments, &point)) {
        return;
    } else if (engine_explain(conversation->engine, point, BLACK, &black) &&
               engine_explain(conversation->engine, point, WHITE, &white)) {
        explain_point(conversation, point, BLACK, &black);
        explain_point(conversation, point, WHITE, &white);
    } else {
        conversation_send_error("the point is not empty");
    }
}

/* --- searching without playing --- */

static void send_best(Conversation *conversation)
{
    char name[NAMING_TEXT_MAX], numbers[NAMING_TEXT_MAX];
    const Game *game = engine_game(conversation->engine);
    Coordinates best = conversation->question.answer.moves[0];
    bool is_yixin = conversation->question.naming == NAMING_YIXIN;
    naming_write(is_yixin ? NAMING_YIXIN : NAMING_LETTERS, game, best, name);
    naming_write(NAMING_NUMBERS, game, best, numbers);
    conversation_send_thought(conversation);
    if (conversation->question.is_for_programs) {
        return;
    }
    if (conversation->has_person) {
        send_message("best: %s", name);
    } else {
        send_message("best: %s (%s)", name, numbers);
    }
}

/* Searches for the side to move, without playing. */
static void search_only(Conversation *conversation, bool with_iterations)
{
    if (conversation_has_game(conversation) && ending_allows_play(conversation)) {
        conversation->question.shows_iterations = with_iterations;
        conversation_ask(conversation, &(Asking){.question = QUESTION_MOVE,
                                                 .side = engine_side(conversation->engine),
                                                 .send_answer = send_best});
    }
}

void console_hint(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    search_only(conversation, false);
}

void console_search(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    search_only(conversation, true);
}

/* --- games and moves --- */

static bool has_game(const Conversation *conversation)
{
    return engine_game(conversation->engine) != NULL;
}

/* NEW 19 is START 19; NEW alone begins again on the same board, and the first time on the usual. */
void console_new(Conversation *conversation, const char *arguments)
{
    if (*arguments != '\0') {
        play_start(conversation, arguments);
    } else if (has_game(conversation)) {
        play_restart(conversation, arguments);
    } else if (play_usual_game(conversation)) {
        send_line("OK");
    }
}

void console_put(Conversation *conversation, const char *arguments)
{
    Coordinates point;
    if (!conversation_read_point(conversation, arguments, &point) ||
        !ending_allows_play(conversation)) {
        return;
    }
    const char *fault = engine_put(conversation->engine, point, engine_side(conversation->engine));
    conversation_report_change(conversation, fault);
    if (fault == NULL && conversation->has_person) {
        ending_tell(conversation);
    }
}

/* Says whether the point lies on the usual board. */
static bool is_usual(Coordinates point)
{
    return point.x >= 0 && point.y >= 0 && point.x < PLAY_SIDE_USUAL && point.y < PLAY_SIDE_USUAL;
}

/* Begins a game for somebody who plays without one. False, after an ERROR, if it cannot begin. */
static bool begin_by_move(Conversation *conversation)
{
    if (!play_usual_game(conversation)) {
        return false;
    }
    send_message("a game begins, as by START %d", PLAY_SIDE_USUAL);
    return true;
}

bool console_move(Conversation *conversation, const char *line)
{
    Coordinates point;
    if (!conversation->has_person || !parse_place(line, &point)) {
        return false;
    }
    if (has_game(conversation) || !is_usual(point) || begin_by_move(conversation)) {
        play_turn(conversation, line);
    }
    return true;
}

/* Takes the last stone off the board and keeps it for REDO; returns its colour. */
static Colour undo_stone(Conversation *conversation)
{
    UndoneStone stone = {.colour = EMPTY};
    int last = engine_stone_count(conversation->engine) - 1;
    if (engine_stone_put(conversation->engine, last, &stone.point, &stone.colour) &&
        undo_push(&conversation->undo, stone)) {
        engine_take(conversation->engine, stone.point);
    }
    return stone.colour;
}

/* Puts the stone back that was taken off last; returns its colour, EMPTY if there is none. */
static Colour redo_stone(Conversation *conversation)
{
    UndoneStone stone;
    if (!undo_pop(&conversation->undo, &stone)) {
        return EMPTY;
    }
    engine_put(conversation->engine, stone.point, stone.colour);
    return stone.colour;
}

/* How often something is to be done: once if the text is empty. Answers ERROR if that is no
 * number. */
static bool read_times(const char *text, int64_t *times)
{
    *times = 1;
    if (*text == '\0' || (parse_number(text, times) && *times > 0)) {
        return true;
    }
    conversation_send_error("how often must be a number, as in UNDO 3");
    return false;
}

/* Takes the last move back. An answer of the engine's goes together with the move that it
 * answered. */
static void undo_move(Conversation *conversation)
{
    if (undo_stone(conversation) == conversation->own && conversation_has_stones(conversation)) {
        undo_stone(conversation);
    }
}

void console_undo(Conversation *conversation, const char *arguments)
{
    int64_t times;
    if (!conversation_has_game(conversation) || !read_times(arguments, &times)) {
        return;
    }
    if (!conversation_has_stones(conversation)) {
        conversation_send_error("there is nothing to undo");
        return;
    }
    for (; times > 0 && conversation_has_stones(conversation); times--) {
        undo_move(conversation);
    }
    send_line("OK");
}

/* Puts back what was taken back last, a move with its answer; false if there is nothing. */
static bool redo_move(Conversation *conversation)
{
    Colour stone = redo_stone(conversation);
    if (stone != EMPTY && stone != conversation->own) {
        redo_stone(conversation);
    }
    return stone != EMPTY;
}

void console_redo(Conversation *conversation, const char *arguments)
{
    int64_t times;
    if (!read_times(arguments, &times)) {
        return;
    }
    if (!redo_move(conversation)) {
        conversation_send_error("there is nothing to redo");
        return;
    }
    while (--times > 0 && redo_move(conversation)) {
    }
    send_line("OK");
}
