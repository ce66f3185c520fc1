/* long_run - what subcommands share that work for hours: files, progress, a state to go on from.
 *
 * Whoever learns or proves finds out at once whether it can write what it is to make, can be
 * stopped by Ctrl-C at any moment, and goes on from the state that it left; it ends by itself if
 * that state cannot be written, for its work would be lost.
 */
#ifndef TENGEN_PROTOCOL_CLI_LONG_RUN_H
#define TENGEN_PROTOCOL_CLI_LONG_RUN_H

#include "files/files.h"
#include "note_log.h"
#include "tengen/engine_tools.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *subcommand;  /* who complains */
    const char *out, *state; /* paths; NULL: nothing is written */
    NoteLog log;
    FileText made;           /* what belongs into `out`; owned */
    bool shows_progress;     /* a person sees standard error */
    bool has_failed_to_save; /* the state could not be written */
} LongRun;

/* A run of that subcommand, of which the command line then sets the paths. */
LongRun long_run_begin(const char *subcommand);

/* Reads a file of at most that many bytes, to be freed, that has to exist. NULL for a path: there
 * is nothing to read. False: it complained that it cannot. */
bool long_run_read(const LongRun *run, const char *path, size_t most, FileBytes *file);

/* The same with the state, which need not exist yet. */
bool long_run_read_state(const LongRun *run, size_t most, FileBytes *state);

/* To be called before the work: from now on Ctrl-C is noted. False: it complained that `out` or the
 * state cannot be written. */
bool long_run_prepare(const LongRun *run);

/* Writes what was made to `out`. False: it complained that it cannot, put it into the present or
 * the temporary folder instead, and said where. */
bool long_run_deliver(const LongRun *run);

/* Gives the memory back. */
void long_run_end(LongRun *run);

/* What the engine calls; the context is the run. */

/* Prints a line. */
void long_run_print(void *context, const char *line);

/* Shows a line in place of the one before, if anybody sees it. */
void long_run_show(void *context, const char *line);

/* Prints a line on standard error and in the log. */
void long_run_note(void *context, const char *line);

/* Appends to what is made. */
void long_run_add(void *context, const void *bytes, size_t count);

/* Writes the state, if one is left; a failure is kept in mind. */
void long_run_save(void *context, const void *bytes, size_t count);

/* Says whether to go on: nobody has stopped it, and the state could be written. */
bool long_run_may_go_on(void *context);

#endif
