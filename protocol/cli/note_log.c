/* note_log - notes for a person and for a file; see note_log.h. */
#include "note_log.h"

#include "options.h"

#include <errno.h>
#include <string.h>

bool note_log_open(NoteLog *log, bool goes_on)
{
    if (log->path == NULL) {
        return true;
    }
    log->file = fopen(log->path, goes_on ? "a" : "w");
    return log->file != NULL ||
           options_complain_of_file(log->subcommand, log->path, strerror(errno));
}

void note_log_write(const NoteLog *log, const char *line)
{
    fprintf(stderr, "%s\n", line);
    if (log->file != NULL) {
        fprintf(log->file, "%s\n", line);
        fflush(log->file);
    }
}

bool note_log_close(NoteLog *log)
{
    if (log->file == NULL) {
        return true;
    }
    bool is_good = !ferror(log->file);
    is_good = fclose(log->file) == 0 && is_good;
    log->file = NULL;
    if (!is_good) {
        options_complain(log->subcommand, "%s cannot be written", log->path);
    }
    return is_good;
}
