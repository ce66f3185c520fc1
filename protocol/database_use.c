/* database_use - naming, opening and closing; see database_use.h. */
#include "database_use.h"

#include "propagate.h"

#include <stdio.h>

void database_use_close(DatabaseUse *use)
{
    database_close(use->database);
    use->database = NULL;
    use->is_refused = false;
}

void database_use_file(DatabaseUse *use, const char *path)
{
    database_use_close(use);
    snprintf(use->path, sizeof use->path, "%s", path);
}

void database_use_set(DatabaseUse *use, bool is_used, bool is_only_read)
{
    if (is_used == use->is_unused || is_only_read != use->is_only_read) {
        database_use_close(use);
    }
    use->is_unused = !is_used;
    use->is_only_read = is_only_read;
}

/* Says whether the file is open, and nothing is wrong with it. */
static bool is_good(DatabaseUse *use)
{
    const char *fault = use->database != NULL ? database_fault(use->database) : NULL;
    if (fault != NULL) {
        send_message("the database is not used any more: %s: %s", use->path, fault);
        database_use_close(use);
        use->is_refused = true;
    }
    return use->database != NULL;
}

Database *database_use_open(DatabaseUse *use)
{
    char fault[DATABASE_FAULT_MAX];
    if (!is_good(use) && use->path[0] != '\0' && !use->is_unused && !use->is_refused) {
        use->database =
            database_open(use->path, use->is_only_read ? DATABASE_READS : DATABASE_WRITES, fault);
        use->is_refused = use->database == NULL;
        if (use->is_refused) {
            send_message("the database is not used: %s: %s", use->path, fault);
        }
    }
    return use->database;
}

static bool find_verdict(void *context, const Diagram *diagram, Verdict *verdict)
{
    DatabaseRecord record;
    bool is_known = database_get(context, diagram, &record);
    if (is_known) {
        *verdict = record.verdict;
    }
    return is_known;
}

/* What cannot be kept is lost, which database_use_open tells if it lasts. */
static void note_verdict(void *context, const Diagram *diagram, const Verdict *verdict)
{
    database_note(context, diagram, verdict);
}

VerdictSource database_use_source(DatabaseUse *use)
{
    Database *database = database_use_open(use);
    return database == NULL
               ? (VerdictSource){0}
               : (VerdictSource){.context = database,
                                 .find = find_verdict,
                                 .note = note_verdict,
                                 .least_depth = database_may_write(database) ? use->least_depth : 0,
                                 .book = use->book};
}
