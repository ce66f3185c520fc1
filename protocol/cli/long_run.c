/* long_run - files and progress of subcommands that work for hours; see long_run.h. */
#include "long_run.h"

#include "interrupt.h"
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

LongRun long_run_begin(const char *subcommand)
{
    return (LongRun){.subcommand = subcommand,
                     .log = {.subcommand = subcommand},
                     .shows_progress = isatty(STDERR_FILENO) == 1};
}

void long_run_end(LongRun *run)
{
    file_drop_text(&run->made);
}

/* --- reading --- */

bool long_run_read(const LongRun *run, const char *path, size_t most, FileBytes *file)
{
    if (path == NULL) {
        return true;
    }
    char fault[FILE_FAULT_MAX];
    file->bytes = file_read_bytes(path, most, &file->count, fault);
    return file->bytes != NULL || options_complain_of_file(run->subcommand, path, fault);
}

bool long_run_read_state(const LongRun *run, size_t most, FileBytes *state)
{
    if (run->state == NULL) {
        return true;
    }
    char fault[FILE_FAULT_MAX];
    state->bytes = file_read_bytes(run->state, most, &state->count, fault);
    return state->bytes != NULL || errno == ENOENT ||
           options_complain_of_file(run->subcommand, run->state, fault);
}

/* --- writing --- */

static bool can_write_path(const LongRun *run, const char *path)
{
    return path == NULL || file_can_be_written(path) ||
           options_complain_of_file(run->subcommand, path, strerror(errno));
}

bool long_run_prepare(const LongRun *run)
{
    bool is_ready = can_write_path(run, run->out) && can_write_path(run, run->state);
    if (is_ready) {
        interrupt_catch();
    }
    return is_ready;
}

static bool write_or_complain(const LongRun *run, const char *path, const FileText *text)
{
    return file_write(path, text) ||
           options_complain_of_file(run->subcommand, path, strerror(errno));
}

static void rescue(const LongRun *run)
{
    enum { NAME_MAX_LENGTH = 32 };
    char path[FILENAME_MAX], name[NAME_MAX_LENGTH];
    snprintf(name, sizeof name, "tengen-%s", run->subcommand);
    if (file_rescue(name, &run->made, path)) {
        options_complain(run->subcommand, "what was made is in %s instead", path);
    } else {
        options_complain(run->subcommand, "it cannot be saved in the temporary folder either");
    }
}

bool long_run_deliver(const LongRun *run)
{
    if (run->made.failed) {
        return options_complain(run->subcommand, "there is not enough memory");
    }
    bool is_written = write_or_complain(run, run->out, &run->made);
    if (!is_written) {
        rescue(run);
    }
    return is_written;
}

/* --- what the engine calls --- */

void long_run_print(void *context, const char *line)
{
    long_run_show(context, ""); /* else the rest of what it showed would follow the line */
    puts(line);
    fflush(stdout);
}

void long_run_show(void *context, const char *line)
{
    if (((const LongRun *)context)->shows_progress) {
        fprintf(stderr, "%s\x1b[K\r", line); /* erases the rest of the line before it */
    }
}

void long_run_note(void *context, const char *line)
{
    note_log_write(&((const LongRun *)context)->log, line);
}

void long_run_add(void *context, const void *bytes, size_t count)
{
    file_add_bytes(&((LongRun *)context)->made, bytes, count);
}

void long_run_save(void *context, const void *bytes, size_t count)
{
    LongRun *run = context;
    FileText text = {0};
    if (run->state != NULL) {
        file_add_bytes(&text, bytes, count);
        run->has_failed_to_save |= text.failed || !write_or_complain(run, run->state, &text);
        file_drop_text(&text);
    }
}

bool long_run_may_go_on(void *context)
{
    return !((const LongRun *)context)->has_failed_to_save && !interrupt_has_come();
}
