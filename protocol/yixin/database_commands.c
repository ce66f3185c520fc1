/* database_commands - blocks of moves, and what is asked or changed there; see
 * database_commands.h. */
#include "yixin/database_commands.h"

#include "conversation/detail.h"
#include "files/database_files.h"
#include "lines/parse.h"
#include "tengen/board_texts.h"
#include "tengen/filter.h"
#include "tengen/yixin_form.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LABEL_MAX = 16,    /* bytes of a label that is shown, its end included */
    LABEL_SHOWN = 4,   /* of which a number has room for so many */
    WORDS_SHOWN = 100, /* bytes of a board text that are sent */
    NO_LABEL = -1,
    PERCENT_MOST = 99,
    EDIT_LABEL = 1, /* bits of yxedittvddatabase's mask */
    EDIT_VALUE = 2,
    EDIT_DEPTH = 4,
};

/* A position, and the database that is asked about it. */
typedef struct {
    Conversation *conversation;
    Database *database;
    Diagram diagram;
    int stones;
} Asked;

/* Yixin-Board reads as data whatever begins with MESSAGE and the word database, in letters of any
 * case, and crashes where it is none: no sentence begins with that, nor with the name of a file. */
static void tell_fault(const char *fault)
{
    if (fault != NULL) {
        send_message("the database: %s", fault);
    }
}

static void tell_file_fault(const char *name, const char *fault)
{
    send_message("the file %s: %s", name, fault);
}

/* --- positions --- */

static Colour other_side(const Diagram *diagram)
{
    return conversation_other(diagram->side);
}

/* Begins with the empty board; false where no database is used, or there is no game. */
static bool begin_asking(Conversation *conversation, Asked *asked)
{
    const Game *game = engine_game(conversation->engine);
    asked->conversation = conversation;
    asked->database = database_use_open(&conversation->database);
    asked->stones = 0;
    if (asked->database == NULL || game == NULL) {
        return false;
    }
    asked->diagram.game = *game;
    asked->diagram.side = BLACK;
    memset(asked->diagram.at, EMPTY, sizeof asked->diagram.at);
    return true;
}

/* The position after the moves of the block; points where nobody can move are left out. */
static bool ask_of_block(Conversation *conversation, Asked *asked)
{
    if (!begin_asking(conversation, asked)) {
        return false;
    }
    Diagram *diagram = &asked->diagram;
    for (int i = 0; i < conversation->reader.count; i++) {
        Coordinates point = conversation->reader.placements[i].point;
        bool is_pass = point.x == -1 && point.y == -1;
        uint8_t *at = conversation_is_inside(conversation, point)
                          ? &diagram->at[diagram_index(diagram, point)]
                          : NULL;
        if (at != NULL && *at == EMPTY) {
            *at = (uint8_t)diagram->side;
            asked->stones++;
        }
        if (is_pass || at != NULL) {
            diagram->side = other_side(diagram);
        }
    }
    return true;
}

/* Says whether a database is used. Where none is, a command that was to change one, or to write it
 * out, must not fail in silence. Questions do: Yixin-Board asks about each position, database or
 * not. */
static bool has_database(Conversation *conversation)
{
    DatabaseUse *use = &conversation->database;
    bool is_open = database_use_open(use) != NULL;
    if (!is_open) {
        conversation_send_error(use->is_unused && use->path[0] != '\0'
                                    ? "the database is not used: INFO usedatabase 1 uses it"
                                    : "there is no database: YXSETDATABASE names one");
    }
    return is_open;
}

/* The position after the moves of the block, where something is to be changed. False where that
 * cannot be, which is told. */
static bool change_of_block(Conversation *conversation, Asked *asked)
{
    return has_database(conversation) && conversation_has_game(conversation) &&
           ask_of_block(conversation, asked);
}

/* The position on the board. */
static bool ask_of_board(Conversation *conversation, Asked *asked)
{
    if (!begin_asking(conversation, asked)) {
        return false;
    }
    for (int i = 0; i < diagram_points(&asked->diagram); i++) {
        Coordinates point = diagram_point(&asked->diagram, i);
        asked->diagram.at[i] = (uint8_t)engine_at(conversation->engine, point);
    }
    asked->diagram.side = engine_side(conversation->engine);
    return true;
}

/* The position after the side to move has played on an empty point. */
static Diagram after(const Diagram *diagram, int index)
{
    Diagram next = *diagram;
    next.at[index] = (uint8_t)diagram->side;
    next.side = other_side(diagram);
    return next;
}

/* What is known of a position; nothing if it is not there. */
static DatabaseRecord record_of(Database *database, const Diagram *diagram)
{
    DatabaseRecord record;
    return database_get(database, diagram, &record) ? record : database_record();
}

/* --- queries --- */

/* Writes a label as it is shown on the board: a win with its length, or *; else the chance. */
static void write_label(const Verdict *verdict, char text[LABEL_MAX])
{
    int code = yixin_code(verdict->label), steps = yixin_steps(verdict);
    bool is_decided = verdict->label == VERDICT_WIN || verdict->label == VERDICT_LOSS;
    text[0] = '\0';
    if (steps > 0) {
        snprintf(text, LABEL_MAX, "%c%d", code, steps);
    } else if (verdict->label != VERDICT_OPEN) {
        snprintf(text, LABEL_MAX, "%c%s", code, is_decided ? "*" : "");
    } else if (verdict->bound == BOUND_EXACT) {
        int percent = (int)(100 * detail_chance(-verdict->value));
        snprintf(text, LABEL_MAX, "%d%%", percent < PERCENT_MOST ? percent : PERCENT_MOST);
    }
}

/* The bytes of a label as one number. */
static int32_t number_of_label(const char *label)
{
    int32_t number = 0;
    for (int i = 0; i < LABEL_SHOWN && label[i] != '\0'; i++) {
        number = number << 8 | label[i];
    }
    return number > 0 ? number : NO_LABEL;
}

/* Tells what is known of a move, if it is anything. */
static void send_child(const Asked *asked, int index, const char *texts)
{
    Diagram next = after(&asked->diagram, index);
    Coordinates point = diagram_point(&asked->diagram, index);
    BoardText text = {.words = "", .length = 0};
    bool has_text = board_texts_find_same(texts, &asked->diagram, point, &text);
    DatabaseRecord record = database_record();
    char label[LABEL_MAX];
    if (database_get(asked->database, &next, &record) || has_text) {
        const Verdict *verdict = &record.verdict;
        int shown = !has_text ? 0 : text.length < WORDS_SHOWN ? text.length : WORDS_SHOWN;
        write_label(verdict, label);
        send_line("MESSAGE DATABASE %d %d %" PRId32 " %d %d %d %d %.*s", point.x, point.y,
                  number_of_label(label), yixin_value(verdict), verdict->depth, verdict->bound,
                  *record.comment != '\0', shown, text.words);
    }
}

/* A position that a person has come to is kept, as Rapfi keeps it: so what is proven after it is
 * proven of it, too. */
static void note_visit(const Asked *asked)
{
    DatabaseRecord record;
    if (database_may_write(asked->database) && asked->stones > 0 &&
        !database_get(asked->database, &asked->diagram, &record)) {
        record = database_record();
        tell_fault(database_put(asked->database, &asked->diagram, &record));
    }
}

static void send_all(const Asked *asked)
{
    char texts[DATABASE_TEXT_MAX];
    snprintf(texts, sizeof texts, "%s", record_of(asked->database, &asked->diagram).texts);
    send_line("MESSAGE DATABASE REFRESH");
    for (int i = 0; i < diagram_points(&asked->diagram); i++) {
        if (asked->diagram.at[i] == EMPTY) {
            send_child(asked, i, texts);
        }
    }
    send_line("MESSAGE DATABASE DONE");
    note_visit(asked);
    tell_fault(database_fault(asked->database));
}

static void send_one(const Asked *asked)
{
    DatabaseRecord record;
    char label[LABEL_MAX];
    if (!database_get(asked->database, &asked->diagram, &record)) {
        send_line("MESSAGE DATABASE ONE 0 0 0 0");
        return;
    }
    write_label(&record.verdict, label);
    send_line("MESSAGE DATABASE ONE %d %d %d %d %s", yixin_code(record.verdict.label),
              yixin_value(&record.verdict), record.verdict.depth, record.verdict.bound, label);
}

/* Sends the comment in quotes with its own line ends, as Yixin-Board reads it: all of it, for what
 * a person edits there comes back as the whole. */
static void send_comment(const Asked *asked)
{
    DatabaseRecord record = record_of(asked->database, &asked->diagram);
    char text[2 * DATABASE_TEXT_MAX] = "MESSAGE DATABASE TEXT \"";
    size_t length = strlen(text);
    for (const char *at = record.comment; *at != '\0' && length < sizeof text - 4; at++) {
        if (*at == '"' || *at == '\\') {
            text[length++] = '\\';
        }
        text[length++] = (char)((unsigned char)*at < ' ' && *at != '\n' ? ' ' : *at);
    }
    text[length++] = '"';
    text[length++] = '\n';
    send_lines(text, length);
}

/* Without a database nothing is known of any move. Yixin-Board draws only stones until it has heard
 * that: what the last search wrote on the points would stay there. */
static void send_nothing(void)
{
    send_line("MESSAGE DATABASE REFRESH");
    send_line("MESSAGE DATABASE DONE");
}

void database_query_all(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    Asked asked;
    if (ask_of_block(conversation, &asked)) {
        send_all(&asked);
    } else {
        send_nothing();
    }
}

void database_query_one(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    Asked asked;
    if (ask_of_block(conversation, &asked)) {
        send_one(&asked);
    }
}

void database_query_text(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    Asked asked;
    if (ask_of_block(conversation, &asked)) {
        send_comment(&asked);
    }
}

void database_query_all_and_text(Conversation *conversation, const char *arguments)
{
    database_query_all(conversation, arguments);
    database_query_text(conversation, arguments);
}

/* --- editing --- */

static void keep(const Asked *asked, DatabaseRecord record)
{
    record.date = 0; /* today's */
    tell_fault(database_put(asked->database, &asked->diagram, &record));
}

/* Puts the parts that the mask names in place of what was known; what a person says is no proof. */
static void edit_verdict(Verdict *verdict, int mask, int label, int value, int depth)
{
    if (mask & EDIT_LABEL) {
        verdict->value = yixin_value(verdict);
        verdict->plies = 0;
        verdict->label = yixin_label(label);
    }
    if (mask & EDIT_VALUE) {
        verdict->value = value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value;
        verdict->bound = BOUND_EXACT;
    }
    if (mask & EDIT_DEPTH) {
        verdict->depth = depth < 0 ? 0 : depth > INT16_MAX ? INT16_MAX : depth;
        verdict->bound = BOUND_EXACT;
    }
}

void database_edit_verdict(Conversation *conversation, const char *arguments)
{
    Asked asked;
    int mask, label, value, depth;
    bool is_said = sscanf(arguments, "%d %d %d %d", &mask, &label, &value, &depth) == 4;
    if (is_said && change_of_block(conversation, &asked)) {
        DatabaseRecord record = record_of(asked.database, &asked.diagram);
        edit_verdict(&record.verdict, mask, label, value, depth);
        keep(&asked, record);
        send_one(&asked);
    }
}

/* Reads a text in quotes, where a backslash stands before a quote or a backslash. */
static void read_quoted(const char *text, char read[QUOTED_MAX_LENGTH + 1])
{
    int length = 0;
    text += *text == '"';
    for (; *text != '\0' && *text != '"'; text++) {
        text += *text == '\\' && text[1] != '\0';
        read[length++] = *text;
    }
    read[length] = '\0';
}

void database_edit_comment(Conversation *conversation, const char *arguments)
{
    Asked asked;
    char comment[QUOTED_MAX_LENGTH + 1];
    read_quoted(arguments, comment);
    if (change_of_block(conversation, &asked)) {
        DatabaseRecord record = record_of(asked.database, &asked.diagram);
        record.comment = comment;
        keep(&asked, record);
    }
}

void database_edit_board_text(Conversation *conversation, const char *arguments)
{
    Asked asked;
    char point[PARSE_WORD_MAX], texts[DATABASE_TEXT_MAX];
    BoardText text = {.words = parse_word(arguments, point)};
    text.length = (int)strlen(text.words);
    if (change_of_block(conversation, &asked) && parse_point(point, &text.at) &&
        conversation_is_inside(conversation, text.at)) {
        DatabaseRecord record = record_of(asked.database, &asked.diagram);
        board_texts_replace(record.texts, &asked.diagram, &text, texts, sizeof texts);
        record.texts = texts;
        keep(&asked, record);
    }
}

/* --- the move to be played --- */

/* Makes a position one that is to be played, or no longer. */
static void force(Database *database, const Diagram *diagram, bool is_forced)
{
    DatabaseRecord record = record_of(database, diagram);
    if ((record.verdict.label == VERDICT_FORCED) != is_forced) {
        record.verdict.label = is_forced ? VERDICT_FORCED : VERDICT_OPEN;
        record.verdict.plies = 0;
        record.date = 0;
        tell_fault(database_put(database, diagram, &record));
    }
}

/* Lets no move in a position be the one to be played any more. */
static void free_moves(Database *database, const Diagram *diagram)
{
    for (int i = 0; i < diagram_points(diagram); i++) {
        if (diagram->at[i] == EMPTY) {
            Diagram next = after(diagram, i);
            force(database, &next, false);
        }
    }
}

void database_set_best(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    Asked asked;
    if (change_of_block(conversation, &asked) && asked.stones > 0) {
        Coordinates last = conversation->reader.placements[conversation->reader.count - 1].point;
        Diagram before = asked.diagram;
        if (conversation_is_inside(conversation, last)) {
            before.at[diagram_index(&before, last)] = EMPTY;
            before.side = other_side(&before);
            free_moves(asked.database, &before);
        }
        force(asked.database, &asked.diagram, true);
    }
}

void database_clear_best(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    Asked asked;
    if (change_of_block(conversation, &asked)) {
        force(asked.database, &asked.diagram, false);
        free_moves(asked.database, &asked.diagram);
    }
}

/* --- deleting --- */

static bool may_go_on(void *context)
{
    return conversation_may_go_on(context);
}

void database_delete_all(Conversation *conversation, const char *arguments)
{
    Asked asked;
    LabelFilter filter;
    if (!change_of_block(conversation, &asked)) {
        return;
    }
    if (!filter_read(arguments, &filter)) {
        send_message("there is no such filter");
        return;
    }
    FilterResult result =
        filter_delete_after(&filter, asked.database, &asked.diagram, may_go_on, conversation);
    send_message("%" PRId64 " positions were deleted", result.deleted);
    tell_fault(result.fault);
    send_all(&asked);
}

void database_delete_one(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    Asked asked;
    if (change_of_block(conversation, &asked)) {
        tell_fault(database_delete(asked.database, &asked.diagram));
    }
}

/* --- files --- */

/* Yixin-Board 3 has the file in its title bar from the first of these lines on, and closes what it
 * opened at the last. Yixin-Board 2 takes them for data and writes outside its board. It asks for
 * less detail, by which the two are told apart. */
static bool knows_of_loading(const Conversation *conversation)
{
    return conversation->settings.shows_moves && conversation->settings.shows_iterations;
}

void database_set(Conversation *conversation, const char *name)
{
    DatabaseUse *use = &conversation->database;
    DatabaseAccess access = use->is_only_read ? DATABASE_READS : DATABASE_WRITES;
    char fault[DATABASE_FAULT_MAX];
    database_use_file(use, name);
    bool is_told = knows_of_loading(conversation) && !use->is_unused &&
                   exchange_is_database(name, access, fault); /* no title has the name of another */
    if (is_told) {
        send_message("DATABASE LOAD START %s", name);
    }
    Database *database = database_use_open(use); /* reads all of it, to see that it is sound */
    if (is_told) {
        send_message("DATABASE LOAD DONE");
    }
    if (is_told && database != NULL) {
        send_message("the file %s has %" PRId64 " positions", name, database_count(database));
    }
}

void database_save_now(Conversation *conversation, const char *arguments)
{
    Database *database = database_use_open(&conversation->database);
    (void)arguments;
    if (has_database(conversation)) {
        bool is_told = knows_of_loading(conversation) && database_may_write(database);
        if (is_told) {
            send_message("DATABASE SAVE START %s", conversation->database.path);
        }
        const char *fault = database_save(database);
        if (is_told) {
            send_message("DATABASE SAVE DONE");
        }
        if (is_told && fault == NULL) {
            send_message("the file %s was saved", conversation->database.path);
        }
        tell_fault(fault);
    }
}

void database_check_now(Conversation *conversation, const char *arguments)
{
    Database *database = database_use_open(&conversation->database);
    (void)arguments;
    if (has_database(conversation)) {
        const char *fault = database_check(database);
        tell_fault(fault != NULL ? fault : "the file is sound");
    }
}

void database_import_file(Conversation *conversation, const char *name)
{
    Asked asked;
    ExchangeCount counted;
    char fault[DATABASE_FAULT_MAX];
    if (!has_database(conversation) || !begin_asking(conversation, &asked)) {
        return;
    }
    FileTerms terms = {asked.diagram.game, conversation->database.code_page};
    if (database_files_import(asked.database, EXCHANGE_JOINS, name, &terms, &counted, fault)) {
        send_message("%" PRId64 " positions were read, %" PRId64 " of them were new", counted.read,
                     counted.added);
        if (counted.warning != NULL) {
            tell_file_fault(name, counted.warning);
        }
    } else {
        tell_file_fault(name, fault);
    }
}

static void export_file(Conversation *conversation, const char *name, const char *form)
{
    Asked asked;
    char fault[DATABASE_FAULT_MAX];
    int64_t count;
    if (!has_database(conversation) || !begin_asking(conversation, &asked)) {
        return;
    }
    FileTerms terms = {asked.diagram.game, conversation->database.code_page};
    if (database_files_export(asked.database, name, exchange_form_named(form), &terms, &count,
                              fault)) {
        send_message("%" PRId64 " positions were written", count);
    } else {
        tell_file_fault(name, fault);
    }
}

void database_export_text(Conversation *conversation, const char *name)
{
    export_file(conversation, name, "txt");
}

void database_export_lib(Conversation *conversation, const char *name)
{
    export_file(conversation, name, "lib");
}

void database_split(Conversation *conversation, const char *name)
{
    Asked asked;
    ExchangeCount counted;
    char fault[DATABASE_FAULT_MAX];
    if (!has_database(conversation) || !ask_of_board(conversation, &asked)) {
        return;
    }
    Database *part = exchange_open(name, DATABASE_WRITES, fault);
    if (part != NULL &&
        exchange_merge(part, EXCHANGE_JOINS, asked.database, &asked.diagram, &counted, fault)) {
        send_message("%" PRId64 " positions were written, %" PRId64 " of them were new",
                     counted.read, counted.added);
    } else {
        tell_file_fault(name, fault);
    }
    database_close(part);
}
