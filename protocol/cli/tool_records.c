/* tool_records - options and files; see tool_records.h. */
#include "tool_records.h"

#include "engine_tools.h"
#include "files/files.h"
#include "options.h"
#include "tool_output.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { GAMES_SIZE_MAX = 1 << 30 }; /* bytes of a file: eight million games */

typedef struct {
    const char *out;         /* NULL: only tell about the files */
    bool is_text, is_binary; /* what was asked for */
    char **paths;            /* of the files, NULL at the end */
    char *bytes;             /* of the file that was read last; owned */
} RecordsRun;

static const Option options[] = {
    {"out", "FILE", "write all games there, as one file", 0,
     OPTION_AT(RecordsRun, OPTION_TEXT, out)},
    {"text", NULL, "as text", 0, OPTION_AT(RecordsRun, OPTION_FLAG, is_text)},
    {"binary", NULL, "as bytes for machines", 0, OPTION_AT(RecordsRun, OPTION_FLAG, is_binary)},
};

static const CommandLine command_line = {
    .subcommand = "records",
    .synopsis = "FILE... [--out FILE [--text | --binary]]",
    .help =
        "Checks files of games that `pbrain-tengen selfplay` wrote, text or binary, and tells "
        "what\n"
        "is in them. With --out, one file is written in the other form, and several, which must\n"
        "be parts of one set in any order, as a whole in the form of the first, unless --text or\n"
        "--binary says which. Nothing is lost: each form is made from the other byte by byte.\n"
        "\n"
        "  pbrain-tengen records games.txt 3.games\n"
        "  pbrain-tengen records 3.games --out 3.txt\n"
        "  pbrain-tengen records set/*.games --out all.games\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .takes_operands = true,
};

static void complain_of_games(const char *path, const char *fault)
{
    options_complain_of_file(command_line.subcommand, path, fault);
}

/* --- reading --- */

/* Reads a file, in place of the one before it; NULL: that was said. */
static const void *read_games_file(void *context, int file, size_t *count)
{
    RecordsRun *run = context;
    const char *path = run->paths[file];
    free(run->bytes);
    char fault[FILE_FAULT_MAX];
    run->bytes = file_read_bytes(path, GAMES_SIZE_MAX, count, fault);
    if (run->bytes == NULL) {
        complain_of_games(path, fault);
    }
    return run->bytes;
}

/* --- telling --- */

static void print_indented(void *context, const char *line)
{
    (void)context;
    printf("  %s\n", line);
}

/* Tells about one file; false if it is not whole. */
static bool tell_about(RecordsRun *run, int file)
{
    size_t count = 0;
    const void *bytes = read_games_file(run, file, &count);
    if (bytes == NULL) {
        return false;
    }
    puts(run->paths[file]);
    const char *fault = engine_describe_games(bytes, count, print_indented, NULL);
    if (fault != NULL) {
        complain_of_games(run->paths[file], fault);
    }
    return fault == NULL;
}

static int tell_about_all(RecordsRun *run)
{
    bool are_whole = true;
    for (int i = 0; run->paths[i] != NULL; i++) {
        are_whole &= tell_about(run, i);
    }
    return are_whole ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* --- writing --- */

/* Says whether to write binary; false and a status if the files cannot be read. */
static bool choose_form(RecordsRun *run, bool *is_binary)
{
    size_t count = 0;
    const void *first = read_games_file(run, 0, &count);
    if (first == NULL) {
        return false;
    }
    bool is_single = run->paths[1] == NULL, was_binary = engine_is_binary(first, count);
    *is_binary = run->is_text || run->is_binary ? run->is_binary : was_binary != is_single;
    return true;
}

static int write_all(RecordsRun *run)
{
    ToolFiles files = {
        .names = (const char *const *)run->paths, .context = run, .read = read_games_file};
    ToolOutput output = {.subcommand = command_line.subcommand,
                         .failure = "a file was changed meanwhile, or there is not enough memory",
                         .file = {.path = run->out, .is_beside = true}};
    char fault[TOOL_FAULT_MAX] = "";
    bool is_binary;
    while (run->paths[files.count] != NULL) {
        files.count++;
    }
    if (!choose_form(run, &is_binary)) {
        return EXIT_USAGE;
    }
    ToolListener listener = tool_output_begin(&output);
    ToolEnd end = engine_rewrite_games(&files, is_binary, &listener, fault);
    return tool_output_end(&output, end, fault);
}

int tool_records(char **arguments)
{
    RecordsRun run = {.paths = arguments};
    int status;
    if (!options_read(&command_line, arguments, &run, &status)) {
        return status;
    }
    if (*arguments == NULL) {
        return options_fail(command_line.subcommand, EXIT_USAGE,
                            "which files? (--help lists the options)");
    }
    if ((run.is_text && run.is_binary) || (run.out == NULL && (run.is_text || run.is_binary))) {
        return options_fail(
            command_line.subcommand, EXIT_USAGE,
            "--text or --binary says how to write what --out names (--help tells more)");
    }
    status = run.out == NULL ? tell_about_all(&run) : write_all(&run);
    free(run.bytes);
    return status;
}
