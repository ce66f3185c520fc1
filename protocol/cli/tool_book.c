/* tool_book - options and files; see tool_book.h. */
#include "tool_book.h"

#include "long_run.h"
#include "options.h"
#include "tengen/engine_tools.h"

#include <stdbool.h>
#include <stdlib.h>

enum {
    PROOFS_SIZE_MAX = 1 << 30, /* bytes of a file: some hundred large proofs */
    NODES_DEFAULT = 2000,      /* a few milliseconds */
    NODES_MOST = 1 << 30,
};

typedef struct {
    int64_t nodes;
    char **paths; /* of the files, NULL at the end */
    LongRun long_run;
    FileBytes proof; /* the file that was read last; owned */
} BookRun;

static const Option options[] = {
    {"out", "FILE", "where to write the book", 0, OPTION_AT(BookRun, OPTION_TEXT, long_run.out)},
    {"nodes", "N", "leave out positions that the engine wins within N nodes (2000)", 0,
     OPTION_AT(BookRun, OPTION_INT64, nodes), .least = 1, .most = NODES_MOST},
};

static const CommandLine command_line = {
    .subcommand = "book",
    .synopsis = "FILE... --out FILE [--nodes N]",
    .help = "Makes a book from proofs. It has the winner's positions that the engine does not\n"
            "win quickly by itself, each with its move. The files are unpacked proofs by\n"
            "`pbrain-tengen prove`, one or many to a file, all of the same game and winner. Check\n"
            "them first with tengen-verify (scripts/verify). A build embeds the books in\n"
            "engine/book/books.\n"
            "\n"
            "  zcat *.proof | pbrain-tengen book /dev/stdin --out freestyle15.bin\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .takes_operands = true,
};

/* Reads a file, in place of the one before it; NULL: that was said. */
static const void *read_proofs(void *context, int file, size_t *count)
{
    BookRun *run = context;
    free((void *)run->proof.bytes);
    run->proof = (FileBytes){0};
    if (!long_run_read(&run->long_run, run->paths[file], PROOFS_SIZE_MAX, &run->proof)) {
        return NULL;
    }
    *count = run->proof.count;
    return run->proof.bytes;
}

static bool book_may_go_on(void *context, int64_t done, int64_t wanted)
{
    (void)done, (void)wanted;
    return long_run_may_go_on(context);
}

/* Writes the book, or says why there is none; returns the exit status. */
static int finish_book(const LongRun *run, ToolEnd end, const char *fault)
{
    switch (end) {
    case TOOL_DONE: return long_run_deliver(run) ? EXIT_SUCCESS : EXIT_FAILURE;
    case TOOL_REFUSED: return options_fail(run->subcommand, EXIT_USAGE, "%s", fault);
    case TOOL_STOPPED:
        return options_fail(run->subcommand, EXIT_FAILURE, "stopped; nothing was written");
    default:
        return options_fail(run->subcommand, EXIT_FAILURE,
                            "a file cannot be read, or there is not enough memory");
    }
}

static int make_book(BookRun *run)
{
    ToolFiles files = {
        .names = (const char *const *)run->paths, .context = run, .read = read_proofs};
    ToolListener listener = {.context = &run->long_run,
                             .line = long_run_print,
                             .bytes = long_run_add,
                             .go_on = book_may_go_on};
    char fault[TOOL_FAULT_MAX] = "";
    while (run->paths[files.count] != NULL) {
        files.count++;
    }
    ToolEnd end = engine_make_book(&files, (uint64_t)run->nodes, &listener, fault);
    return finish_book(&run->long_run, end, fault);
}

int tool_book(char **arguments)
{
    BookRun run = {.paths = arguments,
                   .nodes = NODES_DEFAULT,
                   .long_run = long_run_begin(command_line.subcommand)};
    int status;
    if (!options_read(&command_line, arguments, &run, &status)) {
        return status;
    }
    if (*arguments == NULL || run.long_run.out == NULL) {
        return options_fail(command_line.subcommand, EXIT_USAGE, "%s",
                            run.long_run.out == NULL ? "--out must say where to write the book"
                                                     : "which proofs? (--help lists the options)");
    }
    status = long_run_prepare(&run.long_run) ? make_book(&run) : EXIT_USAGE;
    free((void *)run.proof.bytes);
    long_run_end(&run.long_run);
    return status;
}
