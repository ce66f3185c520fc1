/* tool_records - options and files; see tool_records.h. */
#include "tool_records.h"

#include "files/files.h"
#include "options.h"
#include "tengen/engine_tools.h"
#include "tool_output.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { GAMES_SIZE_MAX = 1 << 30 }; /* bytes of a file: eight million games */

typedef struct {
    const char *out; /* NULL: only tell about the files */
    bool is_printed; /* as text */
    char **paths;    /* of the files, NULL at the end */
    char *bytes;     /* of the file that was read last; owned */
} RecordsRun;

static const Option options[] = {
    {"text", NULL, "print the games, one a line", 0,
     OPTION_AT(RecordsRun, OPTION_FLAG, is_printed)},
    {"out", "FILE", "write all games there, as one file", 0,
     OPTION_AT(RecordsRun, OPTION_TEXT, out)},
};

static const CommandLine command_line = {
    .subcommand = "records",
    .synopsis = "FILE... [--text | --out FILE]",
    .help =
        "Checks files of games that `pbrain-tengen selfplay` wrote, and tells what is in them.\n"
        "With --text it prints them: a line that says how the games were made, then a line for\n"
        "each game. That has the result for black, the number of given moves, all moves, and\n"
        "what the search said before each move of its own. With --out it joins the parts of a\n"
        "set, in any order.\n"
        "\n"
        "  pbrain-tengen records 3.games\n"
        "  pbrain-tengen records 3.games --text\n"
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

/* Tells about one file, or prints it; false if it is not whole. */
static bool tell_about(RecordsRun *run, int file)
{
    size_t count = 0;
    const void *bytes = read_games_file(run, file, &count);
    if (bytes == NULL) {
        return false;
    }
    const char *fault = NULL;
    if (run->is_printed) {
        fault = engine_print_games(bytes, count, options_print_line, NULL);
    } else {
        puts(run->paths[file]);
        fault = engine_describe_games(bytes, count, print_indented, NULL);
    }
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

static int write_all(RecordsRun *run)
{
    ToolFiles files = {
        .names = (const char *const *)run->paths, .context = run, .read = read_games_file};
    ToolOutput output = {.subcommand = command_line.subcommand,
                         .failure = "a file was changed meanwhile, or there is not enough memory",
                         .file = {.path = run->out, .is_beside = true}};
    char fault[TOOL_FAULT_MAX] = "";
    while (run->paths[files.count] != NULL) {
        files.count++;
    }
    ToolListener listener = tool_output_begin(&output);
    ToolEnd end = engine_merge_games(&files, &listener, fault);
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
    if (run.is_printed && run.out != NULL) {
        return options_fail(command_line.subcommand, EXIT_USAGE,
                            "--text prints the games, and --out writes a file: one of the two");
    }
    status = run.out == NULL ? tell_about_all(&run) : write_all(&run);
    free(run.bytes);
    return status;
}
