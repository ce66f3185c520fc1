/* long_run - progress and files of subcommands that work for hours; see long_run.h. */
#include "long_run.h"

#include "interrupt.h"
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

LongRun long_run_begin(const char *subcommand)
{
    return (LongRun){.subcommand = subcommand, .shows_progress = isatty(STDERR_FILENO) == 1};
}

void long_run_show(const LongRun *run, const char *line)
{
    if (run->shows_progress) {
        fprintf(stderr, "%s\x1b[K\r", line); /* erases the rest of the line before it */
    }
}

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

bool long_run_write(const LongRun *run, const char *path, const FileText *text)
{
    return file_write(path, text) ||
           options_complain_of_file(run->subcommand, path, strerror(errno));
}

void long_run_save(LongRun *run, const void *bytes, size_t count)
{
    FileText text = {0};
    if (run->state != NULL) {
        file_add_bytes(&text, bytes, count);
        run->has_failed_to_save |= text.failed || !long_run_write(run, run->state, &text);
        file_drop_text(&text);
    }
}

bool long_run_may_go_on(const LongRun *run)
{
    return !run->has_failed_to_save && !interrupt_has_come();
}
