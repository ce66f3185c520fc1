/* database_none - a program without SQLite has no databases; see database.h. */
#include "tengen/database.h"

#include <stdio.h>

bool database_is_ours(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX])
{
    (void)path, (void)access;
    snprintf(fault, DATABASE_FAULT_MAX, "this program was built without SQLite");
    return false;
}

Database *database_open(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX])
{
    database_is_ours(path, access, fault);
    return NULL;
}

/* The rest is never called: there is no database to call it with. */

Database *database_open_again(const Database *database, int wait_ms)
{
    (void)database, (void)wait_ms;
    return NULL;
}

bool database_restrict(Database *database, DatabaseAccess access)
{
    (void)database, (void)access;
    return false;
}

void database_wait_at_most(Database *database, int64_t ms)
{
    (void)database, (void)ms;
}

bool database_is_locked(const Database *database)
{
    (void)database;
    return false;
}

void database_close(Database *database)
{
    (void)database;
}

const char *database_fault(const Database *database)
{
    (void)database;
    return NULL;
}

bool database_may_write(const Database *database)
{
    (void)database;
    return false;
}

bool database_get(Database *database, const Diagram *diagram, DatabaseRecord *record)
{
    (void)database, (void)diagram, (void)record;
    return false;
}

const char *database_put(Database *database, const Diagram *diagram, const DatabaseRecord *record)
{
    (void)database, (void)diagram, (void)record;
    return NULL;
}

const char *database_delete(Database *database, const Diagram *diagram)
{
    (void)database, (void)diagram;
    return NULL;
}

bool database_next(Database *database, DatabaseCursor *cursor, Diagram *diagram,
                   DatabaseRecord *record)
{
    (void)database, (void)cursor, (void)diagram, (void)record;
    return false;
}

int64_t database_count(Database *database)
{
    (void)database;
    return 0;
}

const char *database_begin(Database *database)
{
    (void)database;
    return NULL;
}

const char *database_end(Database *database, bool are_kept)
{
    (void)database, (void)are_kept;
    return NULL;
}

const char *database_check(Database *database)
{
    (void)database;
    return NULL;
}

const char *database_save(Database *database)
{
    (void)database;
    return NULL;
}
