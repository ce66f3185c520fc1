/* filter - reading filters, and two walks that delete; see filter.h. */
#include "tengen/filter.h"

#include "tengen/exchange.h"
#include "tengen/yixin_form.h"

#include <stdio.h>
#include <string.h>

enum { CHECK_EVERY = 1024 }; /* positions */

/* Cuts an ending off a word; false if it has another. */
static bool cut(char *word, const char *ending)
{
    size_t length = strlen(word), end = strlen(ending);
    bool has_ending = length >= end && strcmp(word + length - end, ending) == 0;
    if (has_ending) {
        word[length - end] = '\0';
    }
    return has_ending;
}

bool filter_read(const char *text, LabelFilter *filter)
{
    char word[FILTER_WORD_MAX] = "";
    int length = 0, count = sscanf(text, "%31s %d", word, &length);
    for (char *byte = word; *byte != '\0'; byte++) {
        *byte |= ' '; /* a small letter */
    }
    *filter = (LabelFilter){0};
    filter->is_recursive = cut(word, "recursive");
    filter->has_no_length = cut(word, "nostep");
    bool is_within = cut(word, "instep"), is_all = word[0] == '\0' || strcmp(word, "all") == 0;
    filter->is_inverted = is_all || strncmp(word, "non", 3) == 0;
    filter->length_most = is_within ? length : 0;
    snprintf(filter->letters, sizeof filter->letters, "%s",
             is_all                ? ""
             : filter->is_inverted ? word + 3
                                   : word);
    return strspn(filter->letters, "wld!x") == strlen(filter->letters) &&
           (!is_within || (count == 2 && length > 0));
}

/* Says whether the filter means a position with that verdict. */
static bool is_meant(const LabelFilter *filter, const Verdict *verdict)
{
    int code = yixin_code(verdict->label), length = yixin_steps(verdict);
    bool is_named = code > 0 && strchr(filter->letters, code) != NULL;
    bool fits = (!filter->has_no_length || length == 0) &&
                (filter->length_most == 0 || (length > 0 && length <= filter->length_most));
    return is_named != filter->is_inverted && fits;
}

static bool comes_after(const Diagram *diagram, const Diagram *before)
{
    return before == NULL ||
           (diagram_follows(diagram, before) && !diagram_follows(before, diagram));
}

/* Deletes a position, and counts it or notes why it stays. */
static void delete_one(FilterResult *result, Database *database, const Diagram *diagram)
{
    result->fault = database_delete(database, diagram);
    result->deleted += result->fault == NULL;
}

/* A walk ends early, too, where the file turns out to be damaged. */
static void note_fault(FilterResult *result, const Database *database)
{
    result->fault = result->fault == NULL ? database_fault(database) : result->fault;
}

FilterResult filter_delete(const LabelFilter *filter, Database *database, const Diagram *before,
                           bool (*may_go_on)(void *context), void *context)
{
    DatabaseCursor cursor = {0};
    Diagram diagram;
    DatabaseRecord record;
    FilterResult result = {0};
    int64_t looked = 0;
    while (result.fault == NULL && database_next(database, &cursor, &diagram, &record) &&
           (may_go_on == NULL || ++looked % CHECK_EVERY != 0 || may_go_on(context))) {
        if (is_meant(filter, &record.verdict) && comes_after(&diagram, before)) {
            delete_one(&result, database, &diagram);
        }
    }
    note_fault(&result, database);
    return result;
}

/* --- move by move --- */

typedef struct {
    const LabelFilter *filter;
    Database *database;
    Diagram diagram; /* where the walk is */
    FilterResult result;
    int64_t looked;
    bool (*may_go_on)(void *context);
    void *context;
    bool is_stopped;
} FilterWalk;

static bool is_all(const LabelFilter *filter)
{
    return filter->is_inverted && filter->letters[0] == '\0' && !filter->has_no_length &&
           filter->length_most == 0;
}

/* Says whether another known position leads to this one than that without the last move. */
static bool has_other_way(FilterWalk *walk, int last)
{
    Diagram *diagram = &walk->diagram;
    Colour mover = diagram->side == BLACK ? WHITE : BLACK;
    DatabaseRecord record;
    bool has_other = false;
    for (int i = 0; i < diagram_points(diagram) && !has_other; i++) {
        if (diagram->at[i] == mover && i != last) {
            diagram_take(diagram, i);
            has_other = database_get(walk->database, diagram, &record);
            diagram_put(diagram, i);
        }
    }
    return has_other;
}

/* What is done with a position after the side to move has played on a point, the last. */
typedef void Visit(FilterWalk *walk, int last);

/* Visits the positions after each move. */
static void walk_on(FilterWalk *walk, Visit *visit)
{
    for (int i = 0; i < diagram_points(&walk->diagram) && !walk->is_stopped; i++) {
        if (walk->diagram.at[i] == EMPTY) {
            diagram_put(&walk->diagram, i);
            visit(walk, i);
            diagram_take(&walk->diagram, i);
            bool asks = ++walk->looked % CHECK_EVERY == 0 && walk->may_go_on != NULL;
            walk->is_stopped = walk->is_stopped || (asks && !walk->may_go_on(walk->context));
        }
    }
}

/* Deletes the position with all that comes after it, unless another known position leads there. */
static void delete_all(FilterWalk *walk, int last)
{
    DatabaseRecord record;
    if (database_get(walk->database, &walk->diagram, &record) && !has_other_way(walk, last)) {
        delete_one(&walk->result, walk->database, &walk->diagram);
        walk->is_stopped = walk->result.fault != NULL;
        walk_on(walk, delete_all);
    }
}

/* Deletes the position if the filter means it; a recursive filter looks behind it else. */
static void delete_if_meant(FilterWalk *walk, int last)
{
    DatabaseRecord record;
    if (!database_get(walk->database, &walk->diagram, &record)) {
        return;
    }
    if (is_meant(walk->filter, &record.verdict)) {
        delete_all(walk, last);
    } else if (walk->filter->is_recursive) {
        walk_on(walk, delete_if_meant);
    }
}

FilterResult filter_delete_after(const LabelFilter *filter, Database *database,
                                 const Diagram *before, bool (*may_go_on)(void *context),
                                 void *context)
{
    if (is_all(filter)) {
        return filter_delete(filter, database, before, may_go_on, context); /* is much faster */
    }
    FilterWalk walk = {.filter = filter,
                       .database = database,
                       .diagram = *before,
                       .may_go_on = may_go_on,
                       .context = context};
    walk_on(&walk, delete_if_meant);
    note_fault(&walk.result, database);
    return walk.result;
}
