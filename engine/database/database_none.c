/* database_none - a program without SQLite has no databases; see database.h.
 *
 * None can be opened, so nothing else is ever called: the rest is there to be linked.
 */
#include "tengen/database.h"

#include <stdio.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

bool database_is_ours(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX])
{
    snprintf(fault, DATABASE_FAULT_MAX, "this program was built without SQLite");
    return false;
}

Database *database_open(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX])
{
    database_is_ours(path, access, fault);
    return NULL;
}

/* clang-format off */
Database *database_open_again(const Database *database, int wait_ms) { return NULL; }
bool database_restrict(Database *database, DatabaseAccess access) { return false; }
void database_wait_at_most(Database *database, int64_t ms) {}
bool database_is_locked(const Database *database) { return false; }
void database_close(Database *database) {}
const char *database_fault(const Database *database) { return NULL; }
bool database_may_write(const Database *database) { return false; }
bool database_get(Database *database, const Diagram *diagram, DatabaseRecord *record)
{ return false; }
const char *database_put(Database *database, const Diagram *diagram, const DatabaseRecord *record)
{ return NULL; }
const char *database_delete(Database *database, const Diagram *diagram) { return NULL; }
bool database_next(Database *database, DatabaseCursor *cursor, Diagram *diagram,
                   DatabaseRecord *record)
{ return false; }
int64_t database_count(Database *database) { return 0; }
const char *database_begin(Database *database) { return NULL; }
const char *database_end(Database *database, bool are_kept) { return NULL; }
const char *database_check(Database *database) { return NULL; }
const char *database_save(Database *database) { return NULL; }
/* clang-format on */
