/* tool_fit - options, files and notes of learning; see tool_fit.h. */
#include "tool_fit.h"

#include "engine_tools.h"
#include "files.h"
#include "interrupt.h"
#include "note_log.h"
#include "options.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_DEFAULT = 16, SCALE_DEFAULT = 200, SEED_DEFAULT = 1 };

typedef struct {
    const char *out, *state; /* paths; NULL: not given */
    NoteLog log;
    FitOptions fit;
    char **games; /* the texts of the files of games; owned, so are they */
    FileText weights, state_left;
} FitRun;

/* What a row ends in: the kind of the field and where it is. */
#define FIELD(its_kind, member) .kind = its_kind, .offset = offsetof(FitRun, member)

static const Option options[] = {
    {"out", "FILE", "where to write the weights", 0, FIELD(OPTION_TEXT, out)},
    {"log", "FILE", "also write there what is told while it works; scripts/plot draws it", 0,
     FIELD(OPTION_TEXT, log.path)},
    {"state", "FILE", "go on from there if the file exists, and leave the state there at the end",
     0, FIELD(OPTION_TEXT, state)},
    {"rounds", "N",
     "how often to go through the games, for the tables and again for the network (16)", 0,
     FIELD(OPTION_INT, fit.rounds), .least = 1},
    {"scale", "V", "a value that means a chance of 73 in 100 (200)", 0,
     FIELD(OPTION_INT, fit.scale), .least = 1},
    {"seed", "N", "another seed holds out other games (1)", 0, FIELD(OPTION_INT64, fit.seed),
     .most = INT_MAX},
};

static const CommandLine command_line = {
    .subcommand = "fit",
    .synopsis = "GAMES... --out FILE [OPTION]...",
    .help =
        "Learns from files of games, all of one rule, what the evaluation adds to the bitshift\n"
        "table, and what a small network adds to that, and writes both as a file\n"
        "of weights. One game in ten is held out to see what it is worth. Ctrl-C ends it after "
        "the\n"
        "round, with the best numbers so far.\n"
        "\n"
        "  pbrain-tengen selfplay --games 5000 --nodes 1500 --out games.txt\n"
        "  pbrain-tengen fit games.txt --out engine/eval/weights/freestyle.bin\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .takes_operands = true,
};

static bool complain(const char *what)
{
    options_complain(command_line.subcommand, "%s", what);
    return false;
}

static bool complain_of_file(const char *path, const char *fault)
{
    return options_complain_of_file(command_line.subcommand, path, fault);
}

/* --- what the engine hands on --- */

static void write_note(void *context, const char *line)
{
    note_log_write(&((const FitRun *)context)->log, line);
}

static void add_to_weights(void *context, const void *bytes, size_t count)
{
    file_add_bytes(&((FitRun *)context)->weights, bytes, count);
}

static void add_to_state(void *context, const char *line)
{
    file_add_line(&((FitRun *)context)->state_left, line);
}

static bool may_go_on(void *context)
{
    (void)context;
    return !interrupt_has_come();
}

/* --- files --- */

/* Reads the files of games that the operands name. */
static bool read_games(FitRun *run, char **paths)
{
    char fault[FILE_FAULT_MAX];
    size_t count = 0;
    while (paths[count] != NULL) {
        count++;
    }
    run->games = calloc(count + 1, sizeof *run->games);
    if (run->games == NULL) {
        return complain("there is not enough memory");
    }
    for (size_t i = 0; i < count; i++) {
        run->games[i] = file_read(paths[i], fault);
        if (run->games[i] == NULL) {
            return complain_of_file(paths[i], fault);
        }
    }
    run->fit.games = (const char *const *)run->games;
    run->fit.files = (int)count;
    return true;
}

/* Reads the state, which need not exist yet. */
static bool read_state(FitRun *run)
{
    char fault[FILE_FAULT_MAX];
    if (run->state == NULL) {
        return true;
    }
    run->fit.state = file_read(run->state, fault);
    return run->fit.state != NULL || errno == ENOENT || complain_of_file(run->state, fault);
}

static bool write_file(const char *path, const FileText *text)
{
    return file_write(path, text) || complain_of_file(path, strerror(errno));
}

/* --- all of it --- */

static int conclude(const FitRun *run, ToolEnd end, const char *fault)
{
    if (end == TOOL_REFUSED) {
        complain(fault);
        return EXIT_USAGE;
    }
    if (end == TOOL_FAILED || run->weights.failed || run->state_left.failed) {
        complain("there is not enough memory");
        return EXIT_FAILURE;
    }
    bool is_good = write_file(run->out, &run->weights) &&
                   (run->state == NULL || write_file(run->state, &run->state_left));
    return is_good && end == TOOL_DONE ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int learn(FitRun *run)
{
    FitListener listener = {run, write_note, add_to_weights, add_to_state, may_go_on};
    char fault[TOOL_FAULT_MAX] = "";
    interrupt_catch();
    int status = conclude(run, engine_fit(&run->fit, &listener, fault), fault);
    return note_log_close(&run->log) ? status : EXIT_FAILURE;
}

static void free_all(FitRun *run)
{
    for (char **text = run->games; text != NULL && *text != NULL; text++) {
        free(*text);
    }
    free(run->games);
    free((void *)run->fit.state);
    file_drop_text(&run->weights);
    file_drop_text(&run->state_left);
}

int tool_fit(char **arguments)
{
    FitRun run = {
        .log = {.subcommand = command_line.subcommand},
        .fit = {.rounds = ROUNDS_DEFAULT, .scale = SCALE_DEFAULT, .seed = SEED_DEFAULT},
    };
    int status;
    if (!options_read(&command_line, arguments, &run, &status)) {
        return status;
    }
    bool makes_sense =
        (*arguments != NULL || complain("which games? (--help lists the options)")) &&
        (run.out != NULL || complain("--out must say where to write the weights")) &&
        read_games(&run, arguments) && read_state(&run) &&
        note_log_open(&run.log, run.fit.state != NULL);
    status = makes_sense ? learn(&run) : EXIT_USAGE;
    free_all(&run);
    return status;
}
