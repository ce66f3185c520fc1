/* database_edits - one record, one move, or all that follows; see database_edits.h. */
#include "yixin/database_edits.h"

#include "lines/parse.h"
#include "tengen/board_texts.h"
#include "tengen/filter.h"
#include "tengen/yixin_form.h"
#include "yixin/database_queries.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    EDIT_LABEL = 1, /* bits of yxedittvddatabase's mask */
    EDIT_VALUE = 2,
    EDIT_DEPTH = 4,
};

/* --- labels, values, texts --- */

static void keep(const DatabasePosition *position, DatabaseRecord record)
{
    record.date = 0; /* today's */
    database_tell_fault(database_put(position->database, &position->diagram, &record));
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
    DatabasePosition position;
    int mask, label, value, depth;
    bool is_said = sscanf(arguments, "%d %d %d %d", &mask, &label, &value, &depth) == 4;
    if (is_said && database_position_to_change(conversation, &position)) {
        DatabaseRecord record = database_record_of(position.database, &position.diagram);
        edit_verdict(&record.verdict, mask, label, value, depth);
        keep(&position, record);
        database_send_one(&position);
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
    DatabasePosition position;
    char comment[QUOTED_MAX_LENGTH + 1];
    read_quoted(arguments, comment);
    if (database_position_to_change(conversation, &position)) {
        DatabaseRecord record = database_record_of(position.database, &position.diagram);
        record.comment = comment;
        keep(&position, record);
    }
}

void database_edit_board_text(Conversation *conversation, const char *arguments)
{
    DatabasePosition position;
    char point[PARSE_WORD_MAX], texts[DATABASE_TEXT_MAX];
    BoardText text = {.words = parse_word(arguments, point)};
    text.length = (int)strlen(text.words);
    if (database_position_to_change(conversation, &position) && parse_point(point, &text.at) &&
        conversation_is_inside(conversation, text.at)) {
        DatabaseRecord record = database_record_of(position.database, &position.diagram);
        board_texts_replace(record.texts, &position.diagram, &text, texts, sizeof texts);
        record.texts = texts;
        keep(&position, record);
    }
}

/* --- the move to be played --- */

/* Makes a position one that is to be played, or no longer. */
static void force(Database *database, const Diagram *diagram, bool is_forced)
{
    DatabaseRecord record = database_record_of(database, diagram);
    if ((record.verdict.label == VERDICT_FORCED) != is_forced) {
        record.verdict.label = is_forced ? VERDICT_FORCED : VERDICT_OPEN;
        record.verdict.plies = 0;
        record.date = 0;
        database_tell_fault(database_put(database, diagram, &record));
    }
}

/* Lets no move in a position be the one to be played any more. */
static void free_moves(Database *database, const Diagram *diagram)
{
    for (int i = 0; i < diagram_points(diagram); i++) {
        if (diagram->at[i] == EMPTY) {
            Diagram next = database_position_after(diagram, i);
            force(database, &next, false);
        }
    }
}

void database_set_best(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    DatabasePosition position;
    if (database_position_to_change(conversation, &position) && position.stones > 0) {
        Coordinates last = conversation->reader.placements[conversation->reader.count - 1].point;
        Diagram before = position.diagram;
        if (conversation_is_inside(conversation, last)) {
            before.at[diagram_index(&before, last)] = EMPTY;
            before.side = conversation_other(before.side);
            free_moves(position.database, &before);
        }
        force(position.database, &position.diagram, true);
    }
}

void database_clear_best(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    DatabasePosition position;
    if (database_position_to_change(conversation, &position)) {
        force(position.database, &position.diagram, false);
        free_moves(position.database, &position.diagram);
    }
}

/* --- deleting --- */

static bool may_go_on(void *context)
{
    return conversation_may_go_on(context);
}

void database_delete_all(Conversation *conversation, const char *arguments)
{
    DatabasePosition position;
    LabelFilter filter;
    if (!database_position_to_change(conversation, &position)) {
        return;
    }
    if (!filter_read(arguments, &filter)) {
        send_message("there is no such filter");
        return;
    }
    FilterResult result =
        filter_delete_after(&filter, position.database, &position.diagram, may_go_on, conversation);
    send_message("%" PRId64 " positions were deleted", result.deleted);
    database_tell_fault(result.fault);
    database_send_all(&position);
}

void database_delete_one(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    DatabasePosition position;
    if (database_position_to_change(conversation, &position)) {
        database_tell_fault(database_delete(position.database, &position.diagram));
    }
}
