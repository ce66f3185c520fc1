/* exchange - imports files into a database of positions, and exports them.
 *
 * A file of any form hands over one position after the other. A position that is already in the
 * database keeps its comment, its board texts, and whatever is known better (verdict_join). It
 * gains what it lacks: lines of a comment, texts of points. A file is read twice. The first time
 * checks it as a whole, so that a file with a fault changes nothing. Positions are then written
 * some thousand at a time, so that other programs can write in between.
 */
#ifndef TENGEN_EXCHANGE_H
#define TENGEN_EXCHANGE_H

#include "tengen/form.h"

#include <stddef.h>

/* A file to import. */
typedef struct {
    const ExchangeForm *form; /* NULL: it is refused */
    const void *bytes;        /* a zero follows them */
    size_t count;
    CodePage *code_page; /* of texts that are not UTF-8; NULL: none was named */
} ExchangeFile;

/* What happens to the label and value that a position already has. They are joined with those of
 * the file (verdict_join), or replaced by them. */
typedef enum { EXCHANGE_JOINS, EXCHANGE_REPLACES } ExchangeManner;

/* The result of an import. */
typedef struct {
    int64_t read, added; /* added: those that were not there before */
    const char *warning; /* a sentence about something odd in the file; NULL: nothing */
} ExchangeCount;

/* The form that the end of a file's name stands for ("a.txt" or "txt"); NULL if there is none. */
const ExchangeForm *exchange_form_named(const char *name);

/* The form of a file, recognised by its bytes; NULL if it is unknown here. */
const ExchangeForm *exchange_form_of(const void *bytes, size_t count);

/* Like database_is_ours; for a file of another form the sentence says how to import it. */
bool exchange_is_database(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX]);

/* Like database_open, with the same sentences. */
Database *exchange_open(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX]);

/* Imports a file. False and a sentence if not all of it was imported. */
bool exchange_import(Database *database, ExchangeManner manner, const ExchangeFile *file,
                     const Game *game, ExchangeCount *counted, char fault[DATABASE_FAULT_MAX]);

/* Imports a text in which each position comes twice: as it was read from the database (open if it
 * was not there), and as it should be. A label or value that somebody else has changed meanwhile
 * stays, and is handed out as a line of text. False and a sentence if not all of it was imported.
*/
bool exchange_update(Database *database, const ExchangeFile *file, const FileSink *left,
                     ExchangeCount *counted, char fault[DATABASE_FAULT_MAX]);

/* Imports another database. If there is a diagram, only positions that can follow from it by moves
 * or lead to it are imported. False and a sentence if not all of them were. */
bool exchange_merge(Database *database, ExchangeManner manner, Database *other,
                    const Diagram *through, ExchangeCount *counted, char fault[DATABASE_FAULT_MAX]);

/* Joins two verdicts on a position: the better label, the shorter of two proofs, and the value of
 * the deeper search. */
Verdict verdict_join(const Verdict *known, const Verdict *added);

/* Adds to what is kept for a position. NULL, or a sentence that says why that is impossible. */
const char *database_add(Database *database, const Diagram *diagram, const DatabaseRecord *added);

/* Says whether the later position can follow from the earlier one by moves: the board can be turned
 * or mirrored so that the later one has all stones of the earlier one. */
bool diagram_follows(const Diagram *later, const Diagram *earlier);

#endif
