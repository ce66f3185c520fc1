/* tool_label - options and files; see tool_label.h. */
#include "tool_label.h"

#include "disk.h"
#include "engine.h"
#include "engine_tools.h"
#include "files.h"
#include "options.h"
#include "tool_output.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_SIZE_MAX = 1 << 30, /* bytes of a file: eight million games */
    NODES_DEFAULT = 5000,
    PERCENT = 100,
    THREADS_MOST = 1024,
};

typedef struct {
    ToolOptions tool;
    const char *folder;
} LabelRun;

static const Option options[] = {
    {"out", "FOLDER", "where to write, each file under the name that it has", 0,
     OPTION_AT(LabelRun, OPTION_TEXT, folder)},
    {"nodes", "N", "positions to search for each label (5000)", 0,
     OPTION_AT(LabelRun, OPTION_INT64, tool.nodes), .least = 1},
    {"percent", "P", "how many positions in a hundred get a label (100)", 0,
     OPTION_AT(LabelRun, OPTION_INT, tool.percent), .least = 1, .most = PERCENT},
    {"threads", "N", "how many work at the same time (as many as there are cores)", 0,
     OPTION_AT(LabelRun, OPTION_INT, tool.threads), .least = 1, .most = THREADS_MOST},
};

static const CommandLine command_line = {
    .subcommand = "label",
    .synopsis = "GAMES... --out FOLDER [OPTION]...",
    .help =
        "Searches the positions of games again that `pbrain-tengen train` learns from, each by\n"
        "itself and with more nodes, and writes the games with these labels, value and best move,\n"
        "into a folder. `train` takes such files, too. The games stay as they were played.\n"
        "The same command goes on where it was stopped or killed: files that are there stay.\n"
        "\n"
        "  pbrain-tengen label set/*.games --nodes 5000 --out labels\n"
        "  pbrain-tengen label games.txt --nodes 20000 --percent 25 --out labels\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .takes_operands = true,
};

static bool label_complain_of(const char *path, const char *fault)
{
    return options_complain_of_file(command_line.subcommand, path, fault);
}

/* --- files --- */

/* What follows the last folder of a path. */
static const char *name_in(const char *path)
{
    const char *name = path;
    for (; *path != '\0'; path++) {
        name = *path == '/' || *path == '\\' ? path + 1 : name;
    }
    return name;
}

/* The path of a file in the folder, to be freed. NULL: it complained. */
static char *path_of(const LabelRun *run, const char *games)
{
    size_t room = strlen(run->folder) + strlen(games) + 2;
    char *path = malloc(room);
    if (path == NULL) {
        options_complain(command_line.subcommand, "there is not enough memory");
        return NULL;
    }
    snprintf(path, room, "%s/%s", run->folder, name_in(games));
    return path;
}

typedef enum { LABELS_MISSING, LABELS_THERE, LABELS_WRONG } LabelsThere;

/* Looks whether the labels of the games that were read are there; complains if another file is. */
static LabelsThere look_at_labels(const LabelRun *run, const char *path)
{
    char fault[FILE_FAULT_MAX], wrong[TOOL_FAULT_MAX] = "";
    FileBytes made;
    made.bytes = file_read_bytes(path, GAMES_SIZE_MAX, &made.count, fault);
    if (made.bytes == NULL) {
        bool is_missing = errno == ENOENT;
        return is_missing || label_complain_of(path, fault) ? LABELS_MISSING : LABELS_WRONG;
    }
    bool is_made = engine_is_labelled(&run->tool, &made, wrong);
    free((void *)made.bytes);
    return is_made || label_complain_of(path, wrong) ? LABELS_THERE : LABELS_WRONG;
}

/* --- making labels --- */

static void print_made(const ToolOutput *output)
{
    enum { MS_PER_SECOND = 1000 };
    int64_t ms = engine_now_ms() - output->begin_ms;
    printf("%s: %" PRId64 " positions, %" PRId64 " a second\n", output->file.path, output->done,
           output->done * MS_PER_SECOND / (ms > 0 ? ms : 1));
    fflush(stdout);
}

/* Writes the labels of the games that were read. */
static int make_labels(const LabelRun *run, const char *games, const char *path)
{
    ToolOutput output = {.subcommand = command_line.subcommand,
                         .units = "positions",
                         .is_fast = true,
                         .failure = "there is not enough memory, or no thread to work in",
                         .file = {.path = path, .is_beside = true}};
    char fault[TOOL_FAULT_MAX] = "";
    ToolListener listener = tool_output_begin(&output);
    ToolEnd end = engine_label(&run->tool, &listener, fault);
    if (end == TOOL_REFUSED) {
        label_complain_of(games, fault);
        return EXIT_USAGE;
    }
    int status = tool_output_end(&output, end, fault);
    if (status == EXIT_SUCCESS) {
        print_made(&output);
    }
    return status;
}

/* Sees to it that the labels of the games that were read are there. */
static int provide_labels(const LabelRun *run, const char *games)
{
    char *path = path_of(run, games);
    int status = path == NULL ? EXIT_FAILURE : EXIT_USAGE;
    LabelsThere there = path == NULL ? LABELS_WRONG : look_at_labels(run, path);
    if (there == LABELS_MISSING) {
        status = make_labels(run, games, path);
    } else if (there == LABELS_THERE) {
        printf("%s: it is there\n", path);
        status = EXIT_SUCCESS;
    }
    free(path);
    return status;
}

static int label_file(LabelRun *run, const char *games)
{
    char fault[FILE_FAULT_MAX];
    FileBytes *file = &run->tool.games;
    file->bytes = file_read_bytes(games, GAMES_SIZE_MAX, &file->count, fault);
    if (file->bytes == NULL) {
        label_complain_of(games, fault);
        return EXIT_USAGE;
    }
    int status = provide_labels(run, games);
    free((void *)file->bytes);
    return status;
}

int tool_label(char **arguments)
{
    LabelRun run = {
        .tool = {.nodes = NODES_DEFAULT, .percent = PERCENT, .evaluation = EVALUATION_BEST}};
    int status;
    if (!options_read(&command_line, arguments, &run, &status)) {
        return status;
    }
    if (*arguments == NULL || run.folder == NULL) {
        return options_fail(command_line.subcommand, EXIT_USAGE, "%s",
                            run.folder == NULL ? "--out must say in which folder to write"
                                               : "which games? (--help lists the options)");
    }
    if (!disk_make_folder(run.folder)) {
        label_complain_of(run.folder, strerror(errno));
        return EXIT_USAGE;
    }
    do {
        status = label_file(&run, *arguments++);
    } while (status == EXIT_SUCCESS && *arguments != NULL);
    return status;
}
