/* tool_book - options and files; see tool_book.h. */
#include "tool_book.h"

#include "engine_tools.h"
#include "interrupt.h"
#include "long_run.h"
#include "options.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PROOFS_SIZE_MAX = 1 << 30, /* bytes of a file: some hundred large proofs */
    NODES_DEFAULT = 2000,      /* a few milliseconds */
    NODES_MOST = 1 << 30,
};

typedef struct {
    const char *out;
    int64_t nodes;
    char **paths; /* of the files, NULL at the end */
    LongRun long_run;
    FileBytes proof; /* the file that was read last; owned */
    FileText book;
} BookRun;

/* What a row ends in: the kind of the field and where it is. */
#define FIELD(its_kind, member) .kind = its_kind, .offset = offsetof(BookRun, member)

static const Option options[] = {
    {"out", "FILE", "where to write the book", 0, FIELD(OPTION_TEXT, out)},
    {"nodes", "N", "leave out what the engine wins with so many positions searched (2000)", 0,
     FIELD(OPTION_INT64, nodes), .least = 1, .most = NODES_MOST},
};

static const CommandLine command_line = {
    .subcommand = "book",
    .synopsis = "FILE... --out FILE [--nodes N]",
    .help = "Makes a book of proofs: the positions of the winner that the engine does not win at\n"
            "once by itself, each with its move. The files are proofs by `pbrain-tengen prove`,\n"
            "unpacked, one or many in a file, all of the same game and winner; have them checked\n"
            "by scripts/verify before. A build embeds the books in engine/opening/books.\n"
            "\n"
            "  zcat *.proof | pbrain-tengen book /dev/stdin --out freestyle15.bin\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .takes_operands = true,
};

static int complain(const char *what)
{
    options_complain(command_line.subcommand, "%s", what);
    return EXIT_USAGE;
}

/* Reads a file, in place of the one before it; NULL: that was said. */
static const void *read_file(void *context, int file, size_t *count)
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

static void print_line(void *context, const char *line)
{
    (void)context;
    puts(line);
    fflush(stdout);
}

static void add_bytes(void *context, const void *bytes, size_t count)
{
    file_add_bytes(&((BookRun *)context)->book, bytes, count);
}

static bool may_go_on(void *context, int64_t done, int64_t wanted)
{
    (void)done;
    (void)wanted;
    return long_run_may_go_on(&((BookRun *)context)->long_run);
}

static int conclude(BookRun *run, ToolEnd end, const char *fault)
{
    switch (end) {
    case TOOL_DONE: break;
    case TOOL_REFUSED: return complain(fault);
    case TOOL_STOPPED: complain("stopped; nothing was written"); return EXIT_FAILURE;
    default: complain("a file cannot be read, or there is not enough memory"); return EXIT_FAILURE;
    }
    bool is_written = !run->book.failed && long_run_write(&run->long_run, run->out, &run->book);
    return is_written ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int make(BookRun *run)
{
    ToolFiles files = {.names = (const char *const *)run->paths, .context = run, .read = read_file};
    ToolListener listener = {
        .context = run, .line = print_line, .bytes = add_bytes, .go_on = may_go_on};
    char fault[TOOL_FAULT_MAX] = "";
    while (run->paths[files.count] != NULL) {
        files.count++;
    }
    interrupt_catch();
    ToolEnd end = engine_make_book(&files, (uint64_t)run->nodes, &listener, fault);
    return conclude(run, end, fault);
}

int tool_book(char **arguments)
{
    BookRun run = {.paths = arguments, .nodes = NODES_DEFAULT};
    int status;
    if (!options_read(&command_line, arguments, &run, &status)) {
        return status;
    }
    if (*arguments == NULL || run.out == NULL) {
        return complain(run.out == NULL ? "--out must say where to write the book"
                                        : "which proofs? (--help lists the options)");
    }
    run.long_run = long_run_begin(command_line.subcommand);
    status = make(&run);
    free((void *)run.proof.bytes);
    file_drop_text(&run.book);
    return status;
}
