/* database_queries - labels, values and comments as lines; see database_queries.h. */
#include "yixin/database_queries.h"

#include "conversation/detail.h"
#include "tengen/board_texts.h"
#include "tengen/yixin_form.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    LABEL_MAX = 16,    /* bytes of a label that is shown, its end included */
    LABEL_SHOWN = 4,   /* of which a number has room for so many */
    WORDS_SHOWN = 100, /* bytes of a board text that are sent */
    NO_LABEL = -1,
    PERCENT_MOST = 99,
};

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
static void send_child(const DatabasePosition *position, int index, const char *texts)
{
    Diagram next = database_position_after(&position->diagram, index);
    Coordinates point = diagram_point(&position->diagram, index);
    BoardText text = {.words = "", .length = 0};
    bool has_text = board_texts_find_same(texts, &position->diagram, point, &text);
    DatabaseRecord record = database_record();
    char label[LABEL_MAX];
    if (database_get(position->database, &next, &record) || has_text) {
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
static void note_visit(const DatabasePosition *position)
{
    DatabaseRecord record;
    if (database_may_write(position->database) && position->stones > 0 &&
        !database_get(position->database, &position->diagram, &record)) {
        record = database_record();
        database_tell_fault(database_put(position->database, &position->diagram, &record));
    }
}

void database_send_all(const DatabasePosition *position)
{
    char texts[DATABASE_TEXT_MAX];
    snprintf(texts, sizeof texts, "%s",
             database_record_of(position->database, &position->diagram).texts);
    send_line("MESSAGE DATABASE REFRESH");
    for (int i = 0; i < diagram_points(&position->diagram); i++) {
        if (position->diagram.at[i] == EMPTY) {
            send_child(position, i, texts);
        }
    }
    send_line("MESSAGE DATABASE DONE");
    note_visit(position);
    database_tell_fault(database_fault(position->database));
}

void database_send_one(const DatabasePosition *position)
{
    DatabaseRecord record;
    char label[LABEL_MAX];
    if (!database_get(position->database, &position->diagram, &record)) {
        send_line("MESSAGE DATABASE ONE 0 0 0 0");
        return;
    }
    write_label(&record.verdict, label);
    send_line("MESSAGE DATABASE ONE %d %d %d %d %s", yixin_code(record.verdict.label),
              yixin_value(&record.verdict), record.verdict.depth, record.verdict.bound, label);
}

/* Sends the comment in quotes with its own line ends, as Yixin-Board reads it: all of it, for what
 * a person edits there comes back as the whole. */
static void send_comment(const DatabasePosition *position)
{
    DatabaseRecord record = database_record_of(position->database, &position->diagram);
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
    DatabasePosition position;
    if (database_position_of_block(conversation, &position)) {
        database_send_all(&position);
    } else {
        send_nothing();
    }
}

void database_query_one(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    DatabasePosition position;
    if (database_position_of_block(conversation, &position)) {
        database_send_one(&position);
    }
}

void database_query_text(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    DatabasePosition position;
    if (database_position_of_block(conversation, &position)) {
        send_comment(&position);
    }
}

void database_query_all_and_text(Conversation *conversation, const char *arguments)
{
    database_query_all(conversation, arguments);
    database_query_text(conversation, arguments);
}
