/* note_log - what a tool that learns for minutes or hours has to tell: on standard error and, where
 * that is asked for, in a log.
 */
#ifndef TENGEN_PROTOCOL_CLI_NOTE_LOG_H
#define TENGEN_PROTOCOL_CLI_NOTE_LOG_H

#include <stdbool.h>
#include <stdio.h>

typedef struct {
    const char *subcommand; /* who complains */
    const char *path;       /* of the log; NULL: none */
    FILE *file;             /* while it is open; else NULL */
} NoteLog;

/* Opens the log if there is to be one, to continue it or to begin anew. False: it complained that
 * it cannot. */
bool note_log_open(NoteLog *log, bool goes_on);

/* Writes a line to standard error and to the log. */
void note_log_write(const NoteLog *log, const char *line);

/* Closes the log, if it is open. False: it complained that not all could be written. */
bool note_log_close(NoteLog *log);

#endif
