/* database_files - whole files go into a database, and come out of it. */
#ifndef TENGEN_PROTOCOL_FILES_DATABASE_FILES_H
#define TENGEN_PROTOCOL_FILES_DATABASE_FILES_H

#include "tengen/exchange.h"

/* What files do not tell. */
typedef struct {
    Game game;
    int code_page; /* of texts that are no UTF-8, its number; 0: none was named */
} FileTerms;

/* Takes in a file of any form that is known, or another database. False and a sentence if not all
 * of it was taken in. */
bool database_files_import(Database *database, ExchangeManner manner, const char *path,
                           const FileTerms *terms, ExchangeCount *counted,
                           char fault[DATABASE_FAULT_MAX]);

/* Makes the changes of a text in which each position comes twice (exchange_update). False and a
 * sentence if not all of it was taken in. */
bool database_files_update(Database *database, const char *path, const FileSink *left,
                           ExchangeCount *counted, char fault[DATABASE_FAULT_MAX]);

/* Writes a file of that form, in place of what was there, with all positions that it has room for;
 * a form that does not tell its game has those of that game. False and a sentence if it cannot be
 * written. */
bool database_files_export(Database *database, const char *path, const ExchangeForm *form,
                           const FileTerms *terms, int64_t *count, char fault[DATABASE_FAULT_MAX]);

#endif
