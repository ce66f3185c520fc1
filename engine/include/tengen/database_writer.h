/* database_writer - writes what searches find, in a thread of its own.
 *
 * Another program that writes to the file may lock it for a long time. A search must not wait for
 * that, and its answer even less. So it hands its findings to a writer, which has its own thread
 * and its own connection to the file. The writer tries until they are written. Findings that are
 * still waiting when the writer is freed are lost.
 */
#ifndef TENGEN_DATABASE_WRITER_H
#define TENGEN_DATABASE_WRITER_H

#include "tengen/database.h"

typedef struct DatabaseWriter DatabaseWriter;

/* Makes a writer for the file of a database. The database must allow changes and must outlive the
 * writer. NULL if the file cannot be opened again now, or if there is no memory. */
DatabaseWriter *database_writer_new(Database *database);

/* Writes what is still waiting, if the file is soon free, and frees the writer. Returns how many
 * findings are lost. NULL is fine. */
int database_writer_free(DatabaseWriter *writer);

/* Hands over a finding about a position and returns at once. It is written as by database_note. If
 * too many findings are waiting already, it is lost. */
void database_writer_note(DatabaseWriter *writer, const Diagram *diagram, const Verdict *verdict);

/* Waits until everything is written, or until the file turns out to be locked. */
void database_writer_settle(DatabaseWriter *writer);

/* What has gone wrong with the file, as a sentence; NULL if nothing has. After a fault nothing more
 * is written. */
const char *database_writer_fault(DatabaseWriter *writer);

/* Says whether the writer has had to wait for another program since the last call. */
bool database_writer_was_locked(DatabaseWriter *writer);

#endif
