/* database - positions that are kept in a file, with what is known of them.
 *
 * A file is a database of SQLite with one table, a row for each position. Positions that a rotation
 * or reflection makes the same are one, and so are different orders of moves. Several programs may
 * use a file at the same time: SQLite writes ahead into a log, and each change is whole or not
 * there, whenever a program is killed. Where the program was built without SQLite,
 * database_none.c says so whenever a file is to be opened.
 *
 *     Database *database = database_open("a.db", DATABASE_WRITES, fault);
 *     Diagram diagram = {.game = {RULE_FREESTYLE, 15, 15, 5}, .side = BLACK};
 *     memset(diagram.at, EMPTY, sizeof diagram.at);
 *     diagram.at[7 * 15 + 7] = WHITE;
 *     DatabaseRecord record;
 *     if (!database_get(database, &diagram, &record)) {
 *         record = database_record();
 *     }
 *     record.comment = "the centre";
 *     database_put(database, &diagram, &record);
 *     for (DatabaseCursor cursor = {0}; database_next(database, &cursor, &diagram, &record);) ...
 *     database_close(database);
 *
 * Whoever writes many positions encloses them in database_begin and database_end. That is several
 * times as fast. A kill between the two loses all of them.
 */
#ifndef TENGEN_DATABASE_H
#define TENGEN_DATABASE_H

#include "tengen/diagram.h"
#include "tengen/verdict.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DATABASE_FAULT_MAX = 200,  /* bytes of a sentence about what is wrong, its end included */
    DATABASE_TEXT_MAX = 65536, /* bytes of a comment, or of all board texts; its end included */
    DATABASE_CURSOR_MAX = 5 + 1024, /* bytes of the largest key */
    DATABASE_WAIT_MS = 5000,        /* that another program is waited for, until told otherwise */
};

typedef struct Database Database;

typedef enum { DATABASE_READS, DATABASE_WRITES } DatabaseAccess;

/* What is kept of a position. Texts that database_get and database_next give stay until the next
 * such call on the same database; they may be handed to database_put. */
typedef struct {
    Verdict verdict;
    int date;            /* of the last change, as 20260131; 0: that of today */
    const char *comment; /* UTF-8, of any number of lines; "" if there is none */
    const char *texts;   /* written on points of the board: a line "x,y text" for each, with its
                            end; "" if there are none */
} DatabaseRecord;

/* Where a walk through all positions stands. Begins as {0}. */
typedef struct {
    int length;
    uint8_t key[DATABASE_CURSOR_MAX];
} DatabaseCursor;

/* A record that says nothing. */
static inline DatabaseRecord database_record(void)
{
    return (DatabaseRecord){.comment = "", .texts = ""};
}

/* What database_is_ours says of a file that is none of SQLite's. */
#define DATABASE_UNKNOWN_FILE "it is a file of no kind that is known, and no database of Tengen's"

/* Looks at the beginning of a file, and changes nothing. False and a sentence if database_open
 * would refuse it. (exchange_open says what the file is instead, and how to take that in.) */
bool database_is_ours(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX]);

/* Opens a file; to write, also makes it if there is none. NULL and a sentence if that cannot be
 * done: then the file is as it was. To be freed with database_close. */
Database *database_open(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX]);

/* Opens the file of a database once more, for another thread; it was checked before. Other programs
 * are waited for as long as database_wait_at_most says. NULL if that cannot be done now. To be
 * freed with database_close. */
Database *database_open_again(const Database *database, int wait_ms);

/* Sets what the database may be used for from now on. False if it was opened for less than that;
 * then nothing changes. */
bool database_restrict(Database *database, DatabaseAccess access);

/* Sets for how many milliseconds another program that locks the file is waited for, from now on;
 * none if less than 0. */
void database_wait_at_most(Database *database, int64_t ms);

/* Says whether the last thing that was asked of the database failed because another program locks
 * the file: it may succeed later. */
bool database_is_locked(const Database *database);

/* Closes the file; changes after a database_begin without its end are lost. NULL is fine. */
void database_close(Database *database);

/* What went wrong since the file was opened, as a sentence; NULL if nothing did. After a fault
 * nothing is found, and nothing changed any more. */
const char *database_fault(const Database *database);

/* Says whether the database may be changed. */
bool database_may_write(const Database *database);

/* Looks a position up; false if it is not there. */
bool database_get(Database *database, const Diagram *diagram, DatabaseRecord *record);

/* Keeps what is known of a position, in place of what was kept. NULL, or a sentence why it is not
 * kept. */
const char *database_put(Database *database, const Diagram *diagram, const DatabaseRecord *record);

/* Forgets a position, if it is there. NULL, or a sentence why it cannot be. */
const char *database_delete(Database *database, const Diagram *diagram);

/* The next position after the cursor, in the order of games and numbers of stones; false at the
 * end, or after a fault. Positions may be changed and deleted on the way. */
bool database_next(Database *database, DatabaseCursor *cursor, Diagram *diagram,
                   DatabaseRecord *record);

/* How many positions there are; 0 after a fault. */
int64_t database_count(Database *database);

/* Begins changes that are kept together. NULL, or a sentence why they cannot be. */
const char *database_begin(Database *database);

/* Ends them: keeps all, or none of them. NULL, or a sentence why they were not kept. */
const char *database_end(Database *database, bool are_kept);

/* Reads the whole file to see whether it is sound. NULL, or a sentence that says what is not. */
const char *database_check(Database *database);

/* Writes to the file itself what is in the log. NULL, or a sentence why that cannot be done. */
const char *database_save(Database *database);

#endif
