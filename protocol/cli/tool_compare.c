/* tool_compare - files of weights and games for a comparison; see tool_compare.h. */
#include "tool_compare.h"

#include "files/files.h"
#include "options.h"
#include "tengen/engine_tools.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { FILES_MAX = 32 }; /* sets of weights: COMPARE_MAX of the engine's tools */

typedef struct {
    const char *games_path; /* NULL: not given */
    FileBytes games, weights[FILES_MAX];
    const char *names[FILES_MAX];
    int count;
} CompareRun;

static const Option options[] = {
    {"games", "FILE", "games of a deeper search, from which none of the weights was learnt", 0,
     OPTION_AT(CompareRun, OPTION_TEXT, games_path)},
};

static const CommandLine command_line = {
    .subcommand = "compare",
    .synopsis = "--games FILE WEIGHTS WEIGHTS...",
    .help =
        "Compares sets of weights with the first one. It tells how well the values of each set\n"
        "predict what a deeper search says about quiet positions, and how the games end. Losses\n"
        "are in nats, with the best scale for each set; less is better. They are shown by how\n"
        "open the search considers a position, since open positions decide games. The errors\n"
        "(95 %) come from the differences of whole games.\n"
        "\n"
        "  pbrain-tengen selfplay --games 2000 --nodes 5000 --random-percent 25\n"
        "      --random-plies 8 --start-moves 1 --margin 100 --uneven-percent 40\n"
        "      --uneven-margin 300 --seed 9101 --out frozen.games\n"
        "  pbrain-tengen compare --games frozen.games engine/eval/weights/freestyle.bin new.bin\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .takes_operands = true,
};

/* Reads a whole file. False: it complained that it cannot. */
static bool read_whole(const char *path, FileBytes *file)
{
    char fault[FILE_FAULT_MAX];
    file->bytes = file_read_bytes(path, FILE_SIZE_MAX, &file->count, fault);
    return file->bytes != NULL || options_complain_of_file(command_line.subcommand, path, fault);
}

static bool read_files(CompareRun *run, char **paths)
{
    for (; paths[run->count] != NULL; run->count++) {
        if (run->count == FILES_MAX) {
            return options_complain(command_line.subcommand, "these are too many files");
        }
        run->names[run->count] = paths[run->count];
        if (!read_whole(paths[run->count], &run->weights[run->count])) {
            return false;
        }
    }
    if (run->count < 2 || run->games_path == NULL) {
        return options_complain(command_line.subcommand,
                                "--games and two files of weights are needed (--help tells more)");
    }
    return read_whole(run->games_path, &run->games);
}

static int compare_files(const CompareRun *run)
{
    const CompareOptions wanted = {
        .games = run->games, .weights = run->weights, .names = run->names, .count = run->count};
    char room[TOOL_FAULT_MAX];
    const char *wrong = engine_compare(&wanted, options_print_line, NULL, room);
    return wrong == NULL ? EXIT_SUCCESS
                         : options_fail(command_line.subcommand, EXIT_USAGE, "%s", wrong);
}

int tool_compare(char **arguments)
{
    CompareRun run = {0};
    int status;
    if (!options_read(&command_line, arguments, &run, &status)) {
        return status;
    }
    status = read_files(&run, arguments) ? compare_files(&run) : EXIT_USAGE;
    for (int i = 0; i < run.count; i++) {
        free((void *)run.weights[i].bytes);
    }
    free((void *)run.games.bytes);
    return status;
}
