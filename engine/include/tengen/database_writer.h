/* database_writer - writes what searches find, beside them.
 *
 * A file that another program writes to is locked for as long as that program likes. A search must
 * not wait for that, and least of all its answer. So what was found is handed to a writer, which
 * has a thread and a connection to the file of its own, and tries until it is written. What has
 * been handed over and not been written when the writer is freed is lost.
 */
#ifndef TENGEN_DATABASE_WRITER_H
#define TENGEN_DATABASE_WRITER_H

#include "tengen/database.h"

typedef struct DatabaseWriter DatabaseWriter;

/* Makes a writer to the file of a database that may be written to and outlives it. NULL if the file
 * cannot be opened again just now, or there is no memory. */
DatabaseWriter *database_writer_new(Database *database);

/* Writes what waits, if the file is free soon, and frees the writer. Returns how many findings are
 * lost. NULL is fine. */
int database_writer_free(DatabaseWriter *writer);

/* Hands over what was found of a position, and returns at once. It is written as database_note does
 * that. If too much waits already, it is lost. */
void database_writer_note(DatabaseWriter *writer, const Diagram *diagram, const Verdict *verdict);

/* Waits until all is written, or the file turns out to be locked. */
void database_writer_settle(DatabaseWriter *writer);

/* What went wrong with the file, as a sentence; NULL if nothing did. After a fault nothing is
 * written any more. */
const char *database_writer_fault(DatabaseWriter *writer);

/* Says whether something has had to wait for another program since this was asked last. */
bool database_writer_was_locked(DatabaseWriter *writer);

#endif
