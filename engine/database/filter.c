/* filter - reading filters, and a walk that deletes; see filter.h. */
#include "database/filter.h"

#include "database/exchange.h"
#include "database/yixin_form.h"

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
    cut(word, "recursive"); /* whatever comes after the position is looked at anyway */
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

int64_t filter_delete(const LabelFilter *filter, Database *database, const Diagram *before,
                      bool (*may_go_on)(void *context), void *context)
{
    DatabaseCursor cursor = {0};
    Diagram diagram;
    DatabaseRecord record;
    int64_t deleted = 0, looked = 0;
    while (database_next(database, &cursor, &diagram, &record) &&
           (may_go_on == NULL || ++looked % CHECK_EVERY != 0 || may_go_on(context))) {
        if (is_meant(filter, &record.verdict) && comes_after(&diagram, before)) {
            deleted += database_delete(database, &diagram) == NULL;
        }
    }
    return deleted;
}
