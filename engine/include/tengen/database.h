/* database - positions that are kept in a file, with what is known about them.
 *
 * A file is an SQLite database with one table, which has a row for each position. Positions that a
 * rotation or reflection makes the same share a row, whatever the order of moves. Several programs
 * may use a file at the same time. SQLite uses a write-ahead log: when a program is killed, each
 * change is either complete or absent. In a build without SQLite, database_none.c refuses to open
 * any file and says why.
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
 * To write many positions, enclose them in database_begin and database_end. That is several times
 * as fast. If the program is killed between the two, all of them are lost.
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
    DATABASE_WAIT_MS = 5000,        /* how long to wait for another program, by default */
};

typedef struct Database Database;

typedef enum { DATABASE_READS, DATABASE_WRITES } DatabaseAccess;

/* What is kept for a position. The texts from database_get and database_next stay valid until the
 * next such call on the same database. They may be passed to database_put. */
typedef struct {
    Verdict verdict;
    int date;            /* of the last change, such as 20260131; 0: today */
    const char *comment; /* UTF-8, any number of lines; "" if there is none */
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

/* What database_is_ours says about a file that is not an SQLite database. */
#define DATABASE_UNKNOWN_FILE "it is a file of no kind that is known, and no database of Tengen's"

/* Looks at the beginning of a file and changes nothing. False and a sentence if database_open would
 * refuse the file. (exchange_open also says what kind of file it is, and how to import it.) */
bool database_is_ours(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX]);

/* Opens a file. With DATABASE_WRITES it also creates the file if there is none. NULL and a sentence
 * on failure; then the file is unchanged. The caller frees it with database_close. */
Database *database_open(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX]);

/* Opens the file of a database again, for another thread, without checking it again. It waits for
 * other programs for up to `wait_ms`. NULL if the file cannot be opened now. The caller frees it
 * with database_close. */
Database *database_open_again(const Database *database, int wait_ms);

/* Sets what the database may be used for from now on. False if it was not opened for that; then
 * nothing changes. */
bool database_restrict(Database *database, DatabaseAccess access);

/* Sets how many milliseconds to wait, from now on, for another program that locks the file. A
 * negative number means no wait. */
void database_wait_at_most(Database *database, int64_t ms);

/* Says whether the last call failed because another program locks the file. The same call may
 * succeed later. */
bool database_is_locked(const Database *database);

/* Closes the file. Changes since a database_begin without a database_end are lost. NULL is fine. */
void database_close(Database *database);

/* What has gone wrong since the file was opened, as a sentence; NULL if nothing has. After a fault
 * no position is found and none can be changed. */
const char *database_fault(const Database *database);

/* Says whether the database may be changed. */
bool database_may_write(const Database *database);

/* Looks up a position; false if it is not there. */
bool database_get(Database *database, const Diagram *diagram, DatabaseRecord *record);

/* Keeps what is known about a position and replaces what was kept before. NULL, or a sentence that
 * says why it is not kept. */
const char *database_put(Database *database, const Diagram *diagram, const DatabaseRecord *record);

/* Deletes a position if it is there. NULL, or a sentence that says why that is impossible. */
const char *database_delete(Database *database, const Diagram *diagram);

/* The next position after the cursor, ordered by game and number of stones. False at the end or
 * after a fault. Positions may be changed and deleted during the walk. */
bool database_next(Database *database, DatabaseCursor *cursor, Diagram *diagram,
                   DatabaseRecord *record);

/* How many positions there are; 0 after a fault. */
int64_t database_count(Database *database);

/* Begins changes that are kept together. NULL, or a sentence that says why that is impossible. */
const char *database_begin(Database *database);

/* Ends these changes: all of them are kept, or none. NULL, or a sentence that says why they were
 * not kept. */
const char *database_end(Database *database, bool are_kept);

/* Reads the whole file to check it. NULL, or a sentence that says what is damaged. */
const char *database_check(Database *database);

/* Moves what is in the log into the file itself. NULL, or a sentence that says why that failed. */
const char *database_save(Database *database);

#endif
