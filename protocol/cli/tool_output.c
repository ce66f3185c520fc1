/* tool_output - listening to the engine while it makes a file; see tool_output.h. */
#define _DEFAULT_SOURCE
#include "tool_output.h"

#include "engine.h"
#include "files.h"
#include "interrupt.h"
#include "options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the callbacks of the engine share. */
typedef struct {
    const Product *product;
    OutputFile file;
    bool shows_progress; /* a person sees standard error */
    int64_t begin_ms;
    int64_t done_before; /* what a resumed file had already; -1: not known yet */
} Run;

static void write_line(void *context, const char *line)
{
    output_write_line(&((Run *)context)->file, line);
}

static void write_bytes(void *context, const void *bytes, size_t count)
{
    output_write_bytes(&((Run *)context)->file, bytes, count);
}

/* The rate counts what is made now, without what the file had before. */
static void show_progress(Run *run, int64_t done, int64_t wanted)
{
    enum { MS_PER_MINUTE = 60 * 1000 };
    int64_t ms = engine_now_ms() - run->begin_ms;
    run->done_before = run->done_before < 0 ? done : run->done_before;
    fprintf(stderr, "\r%" PRId64 " of %" PRId64 " %s, %" PRId64 " a minute ", done, wanted,
            run->product->units, (done - run->done_before) * MS_PER_MINUTE / (ms > 0 ? ms : 1));
}

static bool may_go_on(void *context, int64_t done, int64_t wanted)
{
    Run *run = context;
    if (run->shows_progress) {
        show_progress(run, done, wanted);
    }
    return !interrupt_has_come() && output_is_good(&run->file);
}

/* Puts the file in its place, now that all of it is there. */
static int complete(const Run *run)
{
    if (output_complete(&run->file)) {
        return EXIT_SUCCESS;
    }
    options_complain(run->product->subcommand, "%s: %s", run->file.path, strerror(errno));
    return EXIT_FAILURE;
}

/* Closes the file, says how it ended, if not well, and returns the exit status. */
static int conclude(Run *run, ToolEnd end, const char *fault)
{
    static const char *const words[] = {
        [TOOL_DONE] = "",
        [TOOL_STOPPED] = "stopped; the end of the file tells how far it came",
        [TOOL_SHORT] = "there are hardly any more such openings; the last line tells how many",
        [TOOL_FAILED] = "there is not enough memory, or no thread to work in",
    };
    const char *subcommand = run->product->subcommand;
    if (run->shows_progress) {
        fputc('\n', stderr);
    }
    if (run->file.open_error != 0) {
        options_complain(subcommand, "%s: %s", run->file.path, strerror(run->file.open_error));
        return EXIT_USAGE;
    }
    if (!output_close(&run->file)) {
        options_complain(subcommand, "the file cannot be written");
        return EXIT_FAILURE;
    }
    if (end == TOOL_DONE) {
        return complete(run);
    }
    options_complain(subcommand, "%s", end == TOOL_REFUSED ? fault : words[end]);
    return end == TOOL_REFUSED ? EXIT_USAGE : EXIT_FAILURE;
}

int tool_output_run(const Product *product, const ToolOptions *options, const char *path)
{
    Run run = {.product = product,
               .file = {.path = path, .is_beside = options->is_binary},
               .shows_progress = isatty(STDERR_FILENO) == 1,
               .begin_ms = engine_now_ms(),
               .done_before = -1};
    ToolListener listener = {
        .context = &run, .line = write_line, .go_on = may_go_on, .bytes = write_bytes};
    char fault[TOOL_FAULT_MAX] = "";
    interrupt_catch();
    return conclude(&run, product->make(options, &listener, fault), fault);
}
