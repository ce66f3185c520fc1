/* exchange - positions come into a database from elsewhere and go out of it as files.
 *
 * Whatever the form of a file, it hands over one position after the other. A position that is there
 * already keeps what is known better (verdict_join), its comment and its board texts, and gets what
 * it lacks: lines of a comment, texts of points. A file is read twice: first as a whole, so that
 * one with a fault changes nothing. What is kept is kept some thousand positions at a time, so that
 * other programs can write between.
 */
#ifndef TENGEN_EXCHANGE_H
#define TENGEN_EXCHANGE_H

#include "tengen/form.h"

#include <stddef.h>

/* A file that is to be taken in. */
typedef struct {
    const ExchangeForm *form; /* NULL: it is refused */
    const void *bytes;        /* a zero follows them */
    size_t count;
    CodePage *code_page; /* of texts that are no UTF-8; NULL: none was named */
} ExchangeFile;

/* What becomes of the label and the value that a position has already. They are joined with those
 * that come (verdict_join), or replaced by them. */
typedef enum { EXCHANGE_JOINS, EXCHANGE_REPLACES } ExchangeManner;

/* What became of the positions of a file. */
typedef struct {
    int64_t read, added; /* added: those that were not there before */
    const char *warning; /* a sentence about what is odd about the file; NULL: nothing */
} ExchangeCount;

/* The form in which files of a name such as "a.txt", or "txt", are written; NULL: there is none. */
const ExchangeForm *exchange_form_named(const char *name);

/* The form that the bytes of a file tell; NULL: none that is known here. */
const ExchangeForm *exchange_form_of(const void *bytes, size_t count);

/* database_is_ours, which says of a file of another form what it is, and how to take that in. */
bool exchange_is_database(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX]);

/* database_open, which says the same. */
Database *exchange_open(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX]);

/* Takes in a file. False and a sentence if not all of it was taken in. */
bool exchange_import(Database *database, ExchangeManner manner, const ExchangeFile *file,
                     const Game *game, ExchangeCount *counted, char fault[DATABASE_FAULT_MAX]);

/* Takes in a text in which each position comes twice: as it is thought to be kept, or open if it is
 * not, and as it is to be kept. Where somebody has put another label or value meanwhile, that
 * stays, and is handed out as a line of text. False and a sentence if not all of it was taken in.
 */
bool exchange_update(Database *database, const ExchangeFile *file, const FileSink *left,
                     ExchangeCount *counted, char fault[DATABASE_FAULT_MAX]);

/* Takes in what another database has: all of it or, if there is a diagram, what can come from that
 * position by moves or lead to it. False and a sentence if not all of it was taken in. */
bool exchange_merge(Database *database, ExchangeManner manner, Database *other,
                    const Diagram *through, ExchangeCount *counted, char fault[DATABASE_FAULT_MAX]);

/* What is known of a position for two reasons: the better label, the shorter of two proofs, and the
 * value of the deeper search. */
Verdict verdict_join(const Verdict *known, const Verdict *added);

/* Adds to what is kept of a position. NULL, or a sentence why it cannot be. */
const char *database_add(Database *database, const Diagram *diagram, const DatabaseRecord *added);

/* Says whether one position can come from the other by moves: the board can be turned so that it
 * has all stones of the other. */
bool diagram_follows(const Diagram *later, const Diagram *earlier);

#endif
