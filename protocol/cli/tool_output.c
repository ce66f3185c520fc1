/* tool_output - listening to the engine while it makes a file; see tool_output.h. */
#include "tool_output.h"

#include "interrupt.h"
#include "options.h"
#include "tengen/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void output_line(void *context, const char *line)
{
    output_write_line(&((ToolOutput *)context)->file, line);
}

static void output_bytes(void *context, const void *bytes, size_t count)
{
    output_write_bytes(&((ToolOutput *)context)->file, bytes, count);
}

static bool shows_progress(const ToolOutput *output)
{
    return output->units != NULL && isatty(STDERR_FILENO) == 1;
}

static void show_rate(const ToolOutput *output, int64_t done, int64_t wanted)
{
    enum { MS_PER_MINUTE = 60 * 1000 };
    int64_t ms = engine_now_ms() - output->begin_ms;
    fprintf(stderr, "\r%" PRId64 " of %" PRId64 " %s, %" PRId64 " a minute ", done, wanted,
            output->units, done * MS_PER_MINUTE / (ms > 0 ? ms : 1));
}

static bool output_may_go_on(void *context, int64_t done, int64_t wanted)
{
    const ToolOutput *output = context;
    if (shows_progress(output)) {
        show_rate(output, done, wanted);
    }
    return !interrupt_has_come() && output_is_good(&output->file);
}

ToolListener tool_output_begin(ToolOutput *output)
{
    output->begin_ms = engine_now_ms();
    interrupt_catch();
    return (ToolListener){
        .context = output, .line = output_line, .go_on = output_may_go_on, .bytes = output_bytes};
}

/* Puts the file in its place, now that all of it is there. */
static int complete_output(const ToolOutput *output)
{
    const OutputFile *file = &output->file;
    return output_complete(file) ? EXIT_SUCCESS
                                 : options_fail(output->subcommand, EXIT_FAILURE,
                                                "%s: %s; what was made is in %s.part", file->path,
                                                strerror(errno), file->path);
}

/* Says why the work is not done; returns the exit status. */
static int complain_of_end(const ToolOutput *output, ToolEnd end, const char *fault)
{
    const char *const words[] = {
        [TOOL_STOPPED] = output->file.is_beside
                             ? "stopped; the file is as it was before"
                             : "stopped; the end of the file tells how far it came",
        [TOOL_SHORT] = "there are hardly any more such openings; the last line tells how many",
        [TOOL_FAILED] = output->failure,
    };
    return end == TOOL_REFUSED ? options_fail(output->subcommand, EXIT_USAGE, "%s", fault)
                               : options_fail(output->subcommand, EXIT_FAILURE, "%s", words[end]);
}

int tool_output_end(ToolOutput *output, ToolEnd end, const char *fault)
{
    OutputFile *file = &output->file;
    bool is_written = output_close(file);
    const char *reason = strerror(errno);
    if (shows_progress(output)) {
        fputc('\n', stderr);
    }
    if (file->open_error != 0) {
        return options_fail(output->subcommand, EXIT_USAGE, "%s: %s", file->path, reason);
    }
    if (!is_written) {
        return options_fail(output->subcommand, EXIT_FAILURE, "the file cannot be written: %s",
                            reason);
    }
    return end == TOOL_DONE ? complete_output(output) : complain_of_end(output, end, fault);
}
