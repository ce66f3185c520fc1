/* long_run - what subcommands share that work for hours: progress, files, a state to go on from.
 *
 * Whoever learns or proves can be stopped by Ctrl-C at any moment and goes on from the state that
 * it left; it ends by itself if that state cannot be written, for its work would be lost.
 */
#ifndef TENGEN_PROTOCOL_CLI_LONG_RUN_H
#define TENGEN_PROTOCOL_CLI_LONG_RUN_H

#include "engine_tools.h"
#include "files.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *subcommand;  /* who complains */
    const char *state;       /* path; NULL: none is left */
    bool shows_progress;     /* a person sees standard error */
    bool has_failed_to_save; /* the state could not be written */
} LongRun;

/* A run of that subcommand without a state. */
LongRun long_run_begin(const char *subcommand);

/* Shows a line in place of the one before, if anybody sees it. */
void long_run_show(const LongRun *run, const char *line);

/* Reads a file of at most so many bytes, to be freed, that has to exist. NULL for a path: there is
 * nothing to read. False: it complained that it cannot. */
bool long_run_read(const LongRun *run, const char *path, size_t most, FileBytes *file);

/* The same with the state, which need not exist yet. */
bool long_run_read_state(const LongRun *run, size_t most, FileBytes *state);

/* Writes a file. False: it complained that it cannot. */
bool long_run_write(const LongRun *run, const char *path, const FileText *text);

/* Writes the state, if one is left; a failure is kept in mind. */
void long_run_save(LongRun *run, const void *bytes, size_t count);

/* Says whether to go on: nobody has stopped it, and the state could be written. */
bool long_run_may_go_on(const LongRun *run);

#endif
