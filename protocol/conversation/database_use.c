/* database_use - naming, opening and closing; see database_use.h. */
#include "conversation/database_use.h"

#include "tengen/exchange.h"

#include <stdio.h>

enum { READ_MS = 20 }; /* that a search waits for another program, for each position */

static const char *fault_of(const DatabaseUse *use)
{
    const char *fault = use->database != NULL ? database_fault(use->database) : NULL;
    return fault == NULL && use->writer != NULL ? database_writer_fault(use->writer) : fault;
}

void database_use_close(DatabaseUse *use)
{
    bool is_sound = fault_of(use) == NULL;
    int lost = database_writer_free(use->writer);
    if (lost > 0 && is_sound) {
        send_message("the database was locked by another program: %d of the positions that "
                     "searches found are not in it",
                     lost);
    }
    database_close(use->database);
    use->database = NULL;
    use->writer = NULL;
    use->is_refused = use->was_locked = use->lock_is_told = false;
}

void database_use_file(DatabaseUse *use, const char *path)
{
    database_use_close(use);
    snprintf(use->path, sizeof use->path, "%s", path);
}

/* Says whether the file is open, and nothing is wrong with it. */
static bool is_good(DatabaseUse *use)
{
    const char *fault = fault_of(use);
    if (fault != NULL) {
        send_message("the database is not used any more: %s: %s", use->path, fault);
        database_use_close(use);
        use->is_refused = true;
    }
    return use->database != NULL;
}

static DatabaseAccess access_of(const DatabaseUse *use)
{
    return use->is_only_read ? DATABASE_READS : DATABASE_WRITES;
}

/* The database, opened if need be; NULL: none is used. */
static Database *open_file(DatabaseUse *use)
{
    char fault[DATABASE_FAULT_MAX];
    if (use->is_unused) {
        return NULL;
    }
    if (!is_good(use) && use->path[0] != '\0' && !use->is_refused) {
        use->database = exchange_open(use->path, access_of(use), fault);
        use->is_refused = use->database == NULL;
        if (use->is_refused) {
            send_message("the database is not used: %s: %s", use->path, fault);
        }
    }
    return use->database;
}

/* A file that is not used stays open, and is opened here rather than for a move: to check that it
 * is sound may take seconds. */
void database_use_set(DatabaseUse *use, bool is_used, bool is_only_read)
{
    bool is_changed = is_used == use->is_unused || is_only_read != use->is_only_read;
    use->is_unused = !is_used;
    use->is_only_read = is_only_read;
    if (is_changed) {
        use->is_refused = false;
    }
    if (use->database != NULL && !database_restrict(use->database, access_of(use))) {
        database_use_close(use);
    }
    open_file(use);
}

Database *database_use_open(DatabaseUse *use)
{
    Database *database = open_file(use);
    if (database != NULL) {
        database_wait_at_most(database, DATABASE_WAIT_MS);
    }
    if (use->writer != NULL) {
        database_writer_settle(use->writer);
    }
    return database;
}

static bool find_verdict(void *context, const Diagram *diagram, int64_t within_ms, Verdict *verdict)
{
    DatabaseUse *use = context;
    DatabaseRecord record;
    database_wait_at_most(use->database, within_ms < READ_MS ? within_ms : READ_MS);
    bool is_known = database_get(use->database, diagram, &record);
    use->was_locked = use->was_locked || database_is_locked(use->database);
    if (is_known) {
        *verdict = record.verdict;
    }
    return is_known;
}

static void note_verdict(void *context, const Diagram *diagram, const Verdict *verdict)
{
    const DatabaseUse *use = context;
    database_writer_note(use->writer, diagram, verdict);
}

/* Says whether what searches find can be kept, and makes the writer for it. */
static bool may_note(DatabaseUse *use)
{
    bool is_wanted = use->least_depth > 0 && database_may_write(use->database);
    if (is_wanted && use->writer == NULL) {
        use->writer = database_writer_new(use->database);
    }
    return is_wanted && use->writer != NULL;
}

VerdictSource database_use_source(DatabaseUse *use)
{
    return open_file(use) == NULL
               ? (VerdictSource){0}
               : (VerdictSource){.context = use,
                                 .find = find_verdict,
                                 .note = note_verdict,
                                 .least_depth = may_note(use) ? use->least_depth : 0,
                                 .book = use->book};
}

void database_use_tell(DatabaseUse *use)
{
    bool is_locked =
        use->was_locked || (use->writer != NULL && database_writer_was_locked(use->writer));
    if (is_locked && !use->lock_is_told) {
        send_message("the database is locked by another program: what searches find waits until "
                     "it can be written");
        use->lock_is_told = true;
    }
}
