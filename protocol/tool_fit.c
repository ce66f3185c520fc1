/* fit - options, files and progress of learning; see fit.h.
 *
 * Weights and state are written in whole or not at all: a fit that is stopped loses nothing, and
 * one that fails leaves the files of the one before.
 */
#include "tool_fit.h"

#include "engine_tools.h"
#include "parse.h"
#include "textfile.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_USAGE = 2, ROUNDS_DEFAULT = 16, SCALE_DEFAULT = 200, SEED_DEFAULT = 1 };

static const char usage[] =
    "usage: pbrain-tengen fit GAMES... --out FILE [OPTION]...\n"
    "\n"
    "Learns from files of games, all of one rule, what the evaluation adds to the bitshift table, "
    "and\n"
    "what a small network adds to that, and writes both as a file of weights. One game in "
    "ten\n"
    "is held out to see what it is worth. Ctrl-C ends it after the round, with the best "
    "numbers so far.\n"
    "\n"
    "  pbrain-tengen selfplay --games 5000 --nodes 1500 --out games.txt\n"
    "  pbrain-tengen fit games.txt --out engine/eval/weights/freestyle.bin\n"
    "\n"
    "  --out FILE          where to write the weights\n"
    "  --log FILE          also write there what is told while it works; scripts/plot draws it\n"
    "  --state FILE        go on from there if the file exists, and leave the state there at the "
    "end\n"
    "  --rounds N          how often to go through the games, for the tables and again for the "
    "network (16)\n"
    "  --scale V           a value that means a chance of 73 in 100 (200)\n"
    "  --seed N            another seed holds out other games (1)\n"
    "  --help              this text\n";

/* Lines that become a file when all is well. */
typedef struct {
    char *text; /* owned */
    size_t length, room;
    bool failed; /* there was no memory */
} Pages;

typedef struct {
    const char *out, *log, *state;
    const char **paths; /* of games; owned */
    char **games;       /* their texts; owned */
    int files;
    FitOptions fit;
    FILE *log_file; /* NULL: none */
    Pages weights, state_left;
} FitRun;

/* The signal that asked for the end. Signals know no context, so it must be a static. */
static volatile sig_atomic_t end_signal;

static void note_signal(int number)
{
    end_signal = number;
    signal(number, SIG_DFL); /* who asks twice does not wait */
}

static bool complain(const char *what, const char *words)
{
    fprintf(stderr, "pbrain-tengen fit: %s%s (--help tells more)\n", what, words);
    return false;
}

static bool complain_of_file(const char *path)
{
    fprintf(stderr, "pbrain-tengen fit: %s: %s\n", path, strerror(errno));
    return false;
}

/* --- files --- */

static void add_text(Pages *pages, const char *text, size_t length)
{
    enum { ROOM_FIRST = 1 << 16 };
    if (pages->length + length + 1 > pages->room) {
        size_t room = (pages->room + length + ROOM_FIRST) * 2;
        char *larger = realloc(pages->text, room);
        if (larger == NULL) {
            pages->failed = true;
            return;
        }
        pages->text = larger;
        pages->room = room;
    }
    memcpy(pages->text + pages->length, text, length);
    pages->length += length;
    pages->text[pages->length] = '\0';
}

static void add_line(Pages *pages, const char *line)
{
    add_text(pages, line, strlen(line));
    add_text(pages, "\n", 1);
}

static bool write_file(const char *path, const Pages *pages)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return complain_of_file(path);
    }
    bool is_good = fwrite(pages->text, 1, pages->length, file) == pages->length;
    return (fclose(file) == 0 && is_good) || complain_of_file(path);
}

/* --- what is heard --- */

static void hear_note(void *context, const char *line)
{
    const FitRun *run = context;
    fprintf(stderr, "%s\n", line);
    if (run->log_file != NULL) {
        fprintf(run->log_file, "%s\n", line);
        fflush(run->log_file);
    }
}

static void hear_weights(void *context, const void *bytes, size_t count)
{
    add_text(&((FitRun *)context)->weights, bytes, count);
}

static void hear_state(void *context, const char *line)
{
    add_line(&((FitRun *)context)->state_left, line);
}

/* False, and said, if the log is not what it should be. */
static bool close_log(FitRun *run)
{
    if (run->log_file == NULL) {
        return true;
    }
    bool is_good = !ferror(run->log_file);
    return (fclose(run->log_file) == 0 && is_good) || complain(run->log, " cannot be written");
}

static bool may_go_on(void *context)
{
    (void)context;
    return end_signal == 0;
}

/* --- the command line --- */

static bool read_within(const char *text, int64_t least, int64_t most, int64_t *number)
{
    return parse_number(text, number) && *number >= least && *number <= most;
}

static bool read_number_option(FitRun *run, const char *name, const char *value)
{
    int64_t number;
    if (!read_within(value, strcmp(name, "seed") != 0, INT_MAX, &number)) {
        return complain("this is no sensible number: ", value);
    }
    if (strcmp(name, "rounds") == 0) {
        run->fit.rounds = (int)number;
    } else if (strcmp(name, "scale") == 0) {
        run->fit.scale = (int)number;
    } else {
        run->fit.seed = (uint64_t)number;
    }
    return true;
}

static bool read_option(FitRun *run, const char *name, const char *value)
{
    const char **path = strcmp(name, "out") == 0     ? &run->out
                        : strcmp(name, "log") == 0   ? &run->log
                        : strcmp(name, "state") == 0 ? &run->state
                                                     : NULL;
    if (path != NULL) {
        *path = value;
        return true;
    }
    bool is_number =
        strcmp(name, "rounds") == 0 || strcmp(name, "scale") == 0 || strcmp(name, "seed") == 0;
    return is_number ? read_number_option(run, name, value)
                     : complain("there is no option --", name);
}

static bool read_arguments(FitRun *run, char **arguments)
{
    for (; *arguments != NULL; arguments++) {
        if (strncmp(*arguments, "--", 2) != 0) {
            run->paths[run->files++] = *arguments;
            continue;
        }
        if (arguments[1] == NULL) {
            return complain(*arguments, " needs a value");
        }
        if (!read_option(run, *arguments + 2, arguments[1])) {
            return false;
        }
        arguments++;
    }
    return (run->files > 0 || complain("which games?", "")) &&
           (run->out != NULL || complain("--out must say where to write the weights", ""));
}

/* Reads a file; NULL, and it was said why, if that cannot be done. */
static char *read_file(const char *path)
{
    char fault[TEXTFILE_FAULT_MAX];
    char *text = textfile_read(path, fault);
    if (text == NULL) {
        fprintf(stderr, "pbrain-tengen fit: %s: %s\n", path, fault);
    }
    return text;
}

/* Reads the state, which need not be there yet. */
static bool read_state(FitRun *run)
{
    char fault[TEXTFILE_FAULT_MAX];
    run->fit.state = textfile_read(run->state, fault);
    if (run->fit.state == NULL && errno != ENOENT) {
        fprintf(stderr, "pbrain-tengen fit: %s: %s\n", run->state, fault);
        return false;
    }
    return true;
}

static bool read_all(FitRun *run)
{
    for (int i = 0; i < run->files; i++) {
        run->games[i] = read_file(run->paths[i]);
        if (run->games[i] == NULL) {
            return false;
        }
    }
    run->fit.games = (const char *const *)run->games;
    run->fit.files = run->files;
    return run->state == NULL || read_state(run);
}

/* --- all of it --- */

static int conclude(const FitRun *run, ToolEnd end, const char *fault)
{
    if (end == TOOL_REFUSED) {
        fprintf(stderr, "pbrain-tengen fit: %s\n", fault);
        return EXIT_USAGE;
    }
    if (end == TOOL_FAILED || run->weights.failed || run->state_left.failed) {
        complain("there is not enough memory", "");
        return EXIT_FAILURE;
    }
    bool is_good = write_file(run->out, &run->weights) &&
                   (run->state == NULL || write_file(run->state, &run->state_left));
    return is_good && end == TOOL_DONE ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int learn(FitRun *run)
{
    FitListener listener = {run, hear_note, hear_weights, hear_state, may_go_on};
    char fault[TOOL_FAULT_MAX] = "";
    if (run->log != NULL) {
        run->log_file = fopen(run->log, run->fit.state != NULL ? "a" : "w");
        if (run->log_file == NULL) {
            complain_of_file(run->log);
            return EXIT_USAGE;
        }
    }
    signal(SIGINT, note_signal);
    signal(SIGTERM, note_signal);
    int status = conclude(run, engine_fit(&run->fit, &listener, fault), fault);
    return close_log(run) ? status : EXIT_FAILURE;
}

static void clear_away(FitRun *run)
{
    for (int i = 0; run->games != NULL && i < run->files; i++) {
        free(run->games[i]);
    }
    free((void *)run->fit.state);
    free(run->games);
    free(run->paths);
    free(run->weights.text);
    free(run->state_left.text);
}

static size_t count_arguments(char **arguments)
{
    size_t count = 0;
    while (arguments[count] != NULL) {
        count++;
    }
    return count;
}

int tool_fit(char **arguments)
{
    size_t count = count_arguments(arguments);
    if (count > 0 && strcmp(arguments[0], "--help") == 0) {
        fputs(usage, stdout);
        return EXIT_SUCCESS;
    }
    FitRun run = {
        .paths = calloc(count + 1, sizeof *run.paths),
        .games = calloc(count + 1, sizeof *run.games),
        .fit = {.rounds = ROUNDS_DEFAULT, .scale = SCALE_DEFAULT, .seed = SEED_DEFAULT},
    };
    int status = EXIT_USAGE;
    if (run.paths != NULL && run.games != NULL && read_arguments(&run, arguments) &&
        read_all(&run)) {
        status = learn(&run);
    }
    clear_away(&run);
    return status;
}
