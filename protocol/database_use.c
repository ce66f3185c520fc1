/* database_use - naming, opening and closing; see database_use.h. */
#include "database_use.h"

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

Database *database_use_open(DatabaseUse *use)
{
    char fault[DATABASE_FAULT_MAX];
    if (use->database == NULL && use->path[0] != '\0' && !use->is_unused && !use->is_refused) {
        use->database =
            database_open(use->path, use->is_only_read ? DATABASE_READS : DATABASE_WRITES, fault);
        use->is_refused = use->database == NULL;
        if (use->is_refused) {
            send_message("the database is not used: %s: %s", use->path, fault);
        }
    }
    return use->database;
}
