/* database_files - reading and writing whole files; see database_files.h. */
#include "files/database_files.h"

#include "files/files.h"
#include "tengen/engine_tools.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_READ = 1 << 30 }; /* bytes: some ten million positions */

/* Reads a file that is no database. NULL and a sentence if that cannot be done; to be freed. */
static char *read_exchange_file(const char *path, ExchangeFile *file,
                                char fault[DATABASE_FAULT_MAX])
{
    size_t count = 0;
    char why[FILE_FAULT_MAX], *bytes = file_read_bytes(path, SIZE_MAX_READ, &count, why);
    if (bytes == NULL) {
        snprintf(fault, DATABASE_FAULT_MAX, "%s", why);
        return NULL;
    }
    size_t mark = file_mark_length(bytes, count);
    file->form = engine_form_of(bytes + mark, count - mark);
    file->bytes = bytes + mark;
    file->count = count - mark;
    return bytes;
}

/* Opens a code page, unless none was named. False and a sentence if that cannot be done. */
static bool open_page(int number, CodePage **page, char fault[DATABASE_FAULT_MAX])
{
    *page = number != 0 ? code_page_open(number) : NULL;
    bool is_good = number == 0 || *page != NULL;
    if (!is_good) {
        snprintf(fault, DATABASE_FAULT_MAX, "this program does not know code page %d here", number);
    }
    return is_good;
}

static bool import_bytes(Database *database, ExchangeManner manner, const char *path,
                         const FileTerms *terms, ExchangeCount *counted,
                         char fault[DATABASE_FAULT_MAX])
{
    ExchangeFile file = {0};
    char *bytes = read_exchange_file(path, &file, fault);
    bool is_good = bytes != NULL && open_page(terms->code_page, &file.code_page, fault) &&
                   exchange_import(database, manner, &file, &terms->game, counted, fault);
    code_page_close(file.code_page);
    free(bytes);
    return is_good;
}

bool database_files_update(Database *database, const char *path, const FileSink *left,
                           ExchangeCount *counted, char fault[DATABASE_FAULT_MAX])
{
    ExchangeFile file = {0};
    char *bytes = read_exchange_file(path, &file, fault);
    bool is_good = bytes != NULL && exchange_update(database, &file, left, counted, fault);
    free(bytes);
    return is_good;
}

bool database_files_import(Database *database, ExchangeManner manner, const char *path,
                           const FileTerms *terms, ExchangeCount *counted,
                           char fault[DATABASE_FAULT_MAX])
{
    Database *other = exchange_open(path, DATABASE_READS, fault);
    bool is_good = other != NULL ? exchange_merge(database, manner, other, NULL, counted, fault)
                                 : import_bytes(database, manner, path, terms, counted, fault);
    database_close(other);
    return is_good;
}

static void add_bytes(void *context, const void *bytes, size_t count)
{
    file_add_bytes(context, bytes, count);
}

bool database_files_export(Database *database, const char *path, const ExchangeForm *form,
                           const FileTerms *terms, int64_t *count, char fault[DATABASE_FAULT_MAX])
{
    FileText text = {0};
    FileSink sink = {&text, add_bytes, NULL};
    if (!open_page(terms->code_page, &sink.code_page, fault)) {
        return false;
    }
    *count = form->write(database, &terms->game, &sink);
    code_page_close(sink.code_page);
    const char *why = database_fault(database);
    why = why == NULL && *count < 0 ? "that form has no room for this game" : why;
    why = why == NULL && text.failed ? "there is not enough memory" : why;
    why = why == NULL && !file_write(path, &text) ? strerror(errno) : why;
    file_drop_text(&text);
    if (why != NULL) {
        snprintf(fault, DATABASE_FAULT_MAX, "%s", why);
    }
    return why == NULL;
}
