/* database_use - which database a conversation uses, and for what.
 *
 * YXSETDATABASE names a file; INFO says whether it is used, whether it may be changed, and from
 * which depth on what a search finds is kept.
 *
 * A move never waits for the file: what is found is handed to a writer (database_writer.h), and
 * what is asked meanwhile is answered soon or not at all. Commands about the database wait for
 * both, as a person does.
 */
#ifndef TENGEN_PROTOCOL_CONVERSATION_DATABASE_USE_H
#define TENGEN_PROTOCOL_CONVERSATION_DATABASE_USE_H

#include "lines/lines.h"
#include "tengen/database.h"
#include "tengen/database_writer.h"

/* Begins as {0}. */
typedef struct {
    char path[TEXT_MAX_LENGTH + 1]; /* "": none was named */
    bool is_unused, is_only_read;
    int least_depth; /* of the searches whose values are kept; 0: nothing is that searches find */
    BookTerms book;  /* moves that are played from it */
    int code_page;   /* of texts in files that go in and out; 0: none was named */
    bool is_refused; /* it cannot be opened, and that was told */
    Database *database;     /* NULL as long as it is not open; owned */
    DatabaseWriter *writer; /* of what is found; NULL as long as nothing is to be; owned */
    bool was_locked;        /* a search could not read, because of another program */
    bool lock_is_told;
} DatabaseUse;

/* Uses the file of that name from now on. */
void database_use_file(DatabaseUse *use, const char *path);

/* Uses it or not, and changes it or not. */
void database_use_set(DatabaseUse *use, bool is_used, bool is_only_read);

/* The database for a command, opened if need be, with all in it that was found before; NULL: none
 * is used. That a file cannot be opened is told once, as a message. */
Database *database_use_open(DatabaseUse *use);

/* Who the engine is to ask, and to tell what it finds; find NULL: nobody. */
VerdictSource database_use_source(DatabaseUse *use);

/* To be called when an answer has been sent: says once, as a message, that another program locks
 * the file. */
void database_use_tell(DatabaseUse *use);

/* Closes it, and says what could not be written. */
void database_use_close(DatabaseUse *use);

#endif
