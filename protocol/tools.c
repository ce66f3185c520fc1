/* tools - option_rows, files and progress; see lab.h. */
#define _DEFAULT_SOURCE
#include "tools.h"

#include "engine_tools.h"
#include "parse.h"
#include "textfile.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, JOB_THREADS_MAX = 1024, MS_PER_S = 1000 };

typedef enum {
    COMMAND_SELFPLAY = 1,
    COMMAND_OPENINGS = 2,
    COMMAND_DUEL = 4,
    COMMAND_SEEDED = COMMAND_SELFPLAY | COMMAND_OPENINGS,
    COMMAND_PLAYING = COMMAND_SELFPLAY | COMMAND_DUEL,
    COMMAND_ALL = COMMAND_SEEDED | COMMAND_DUEL,
} CommandSet;

/* What the command line says. */
typedef struct {
    ToolOptions lab;
    const char *openings_path, *out_path; /* NULL: none; standard output */
    bool has_count;
    bool resumes; /* what out_path has is to go on */
} Wishes;

typedef ToolEnd Production(const ToolOptions *, const ToolListener *, char fault[TOOL_FAULT_MAX]);

typedef struct {
    const char *name;
    CommandSet set;
    const char *things;
    Production *produce;
    Wishes defaults;
    const char *help;
} Command;

/* What hears the production. */
typedef struct {
    const Command *command;
    const char *path;     /* NULL: standard output */
    FILE *file;           /* NULL: not opened yet */
    bool is_closed_to_us; /* it cannot be opened, which was said */
    bool has_person;      /* at standard error */
    int64_t begin_ms;
    int64_t done_before; /* what the file that is gone on with had already; -1: not known yet */
} Output;

/* The signal that asked for the end. Signals know no context, so it must be a static. */
static volatile sig_atomic_t end_signal;

static void note_signal(int number)
{
    end_signal = number;
    signal(number, SIG_DFL); /* who asks twice does not wait */
}

static void catch_signals(void)
{
    signal(SIGINT, note_signal);
    signal(SIGTERM, note_signal);
}

/* --- option_rows: each reads its value into the options, or returns what it should have been
 * --- */

typedef const char *Reader(Wishes *options, const char *text);

/* Reads a number that must lie in a range. */
static bool read_within(const char *text, int64_t least, int64_t most, int64_t *number)
{
    int64_t read;
    if (!parse_number(text, &read) || read < least || read > most) {
        return false;
    }
    *number = read;
    return true;
}

static bool read_int(const char *text, int least, int most, int *number)
{
    int64_t read;
    bool is_good = read_within(text, least, most, &read);
    if (is_good) {
        *number = (int)read;
    }
    return is_good;
}

/* Reads two numbers with a separator between, or one that counts for both. */
static bool read_both(const char *text, char separator, int *first, int *second)
{
    int64_t one, other;
    if (parse_number(text, &one)) {
        other = one;
    } else if (!parse_pair(text, separator, &one, &other)) {
        return false;
    }
    if (one < 0 || one > INT_MAX || other < 0 || other > INT_MAX) {
        return false;
    }
    *first = (int)one;
    *second = (int)other;
    return true;
}

static const char *read_count(Wishes *options, const char *text)
{
    options->has_count = true;
    return read_within(text, 1, INT_MAX, &options->lab.count) ? NULL : "a number from 1";
}

static const char *read_nodes(Wishes *options, const char *text)
{
    int64_t nodes;
    if (!read_within(text, 1, INT64_MAX - 1, &nodes)) {
        return "a number from 1";
    }
    options->lab.nodes = (uint64_t)nodes;
    return NULL;
}

static const char *read_rule(Wishes *options, const char *text)
{
#define RULE_NUMBER(rule, number, name, black, white, least, weights, tempo) {#number, RULE_##rule},
    static const struct {
        const char *number;
        Rule rule;
    } rules[RULE_COUNT] = {RULES(RULE_NUMBER)};
    for (int i = 0; i < RULE_COUNT; i++) {
        if (strcmp(text, rules[i].number) == 0) {
            options->lab.game.rule = rules[i].rule;
            return NULL;
        }
    }
    return RULE_LIST("");
}

static const char *read_size(Wishes *options, const char *text)
{
    Game *game = &options->lab.game;
    return read_both(text, 'x', &game->width, &game->height) ? NULL : "15, or 20x12";
}

static const char *read_win_length(Wishes *options, const char *text)
{
    return read_int(text, 0, INT_MAX, &options->lab.game.win_length) ? NULL : "3, 4 or 5";
}

static const char *read_stones(Wishes *options, const char *text)
{
    ToolOptions *lab = &options->lab;
    return read_both(text, '-', &lab->stones_min, &lab->stones_max) ? NULL : "3-8, or 4";
}

static const char *read_margin(Wishes *options, const char *text)
{
    return read_int(text, 0, INT_MAX, &options->lab.margin) ? NULL : "a number from 0";
}

static const char *read_check_nodes(Wishes *options, const char *text)
{
    int64_t nodes;
    if (!read_within(text, 0, INT64_MAX - 1, &nodes)) {
        return "a number from 0";
    }
    options->lab.check_nodes = (uint64_t)nodes;
    return NULL;
}

static const char *read_check_margin(Wishes *options, const char *text)
{
    return read_int(text, 0, INT_MAX, &options->lab.check_margin) ? NULL : "a number from 0";
}

static const char *read_check_moves(Wishes *options, const char *text)
{
    return read_int(text, 1, OPENING_CHECK_MOVES_MAX, &options->lab.check_moves)
               ? NULL
               : "a number from 1 to 10";
}

_Static_assert(OPENING_CHECK_MOVES_MAX == 10, "the sentence is true");

static const char *read_seed(Wishes *options, const char *text)
{
    int64_t seed;
    if (!read_within(text, 0, INT64_MAX - 1, &seed)) {
        return "a number from 0";
    }
    options->lab.seed = (uint64_t)seed;
    return NULL;
}

static const char *read_threads(Wishes *options, const char *text)
{
    return read_int(text, 1, JOB_THREADS_MAX, &options->lab.threads) ? NULL
                                                                     : "a number from 1 to 1024";
}

static const char *read_evaluation(Wishes *options, const char *text)
{
    return parse_evaluation(text, &options->lab.evaluation) ? NULL : "base, hand, tuned or net";
}

static const char *read_openings(Wishes *options, const char *text)
{
    options->openings_path = text;
    return *text != '\0' ? NULL : "the name of a file";
}

static const char *read_out(Wishes *options, const char *text)
{
    options->out_path = text;
    return *text != '\0' ? NULL : "the name of a file";
}

static const char *read_resume(Wishes *options, const char *text)
{
    (void)text;
    options->resumes = true;
    return NULL;
}

typedef struct {
    const char *name, *value; /* value: what to call it; NULL: there is none to give */
    CommandSet set;
    Reader *read;
    const char *help;
} Option;

static const Option option_rows[] = {
    {"games", "N", COMMAND_SELFPLAY, read_count, "how many games (100, or one for each opening)"},
    {"count", "N", COMMAND_OPENINGS, read_count, "how many openings (100)"},
    {"nodes", "N", COMMAND_PLAYING, read_nodes, "positions to look at for each move (1000)"},
    {"nodes", "N", COMMAND_OPENINGS, read_nodes, "positions to look at to judge one (50000)"},
    {"rule", "R", COMMAND_ALL, read_rule, RULE_LIST(" (0)")},
    {"size", "N|WxH", COMMAND_ALL, read_size, "sides of the board, 3 to 32 (15)"},
    {"win-length", "N", COMMAND_ALL, read_win_length, "3, 4 or 5 in a row (5)"},
    {"evaluation", "E", COMMAND_ALL, read_evaluation,
     "base: by the bitshift table; hand: with round numbers set by hand; tuned: with what games "
     "have taught; net: with a small network on top (net)"},
    {"openings", "FILE", COMMAND_SELFPLAY, read_openings,
     "begin from these, one game each, instead of from random balanced starts"},
    {"duels", "FILE", COMMAND_DUEL, read_openings,
     "each line: an opening, and the margins of either side as NAME=VALUE,... or -"},
    {"stones", "MIN-MAX", COMMAND_OPENINGS, read_stones, "how many stones an opening has (3-8)"},
    {"margin", "V", COMMAND_OPENINGS, read_margin,
     "what it may be worth to either side, in the engine's units (15)"},
    {"check", "N", COMMAND_OPENINGS, read_check_nodes,
     "positions to look at in a second check; 0: no such check (1000000)"},
    {"check-margin", "V", COMMAND_OPENINGS, read_check_margin,
     "what one may be worth to either side there (60)"},
    {"check-moves", "N", COMMAND_OPENINGS, read_check_moves,
     "with each of so many best moves, 1 to 10 (3)"},
    {"seed", "N", COMMAND_SEEDED, read_seed,
     "the same seed gives the same file, another one another (1)"},
    {"threads", "N", COMMAND_ALL, read_threads,
     "how many work at the same time (as many as there are cores)"},
    {"out", "FILE", COMMAND_ALL, read_out, "where to write (standard output)"},
    {"resume", NULL, COMMAND_OPENINGS, read_resume,
     "go on with that file, if there is one; more may be wished for than before"},
};

enum { OPTION_COUNT = sizeof option_rows / sizeof *option_rows };

/* What all commands begin with. */
#define USUAL_GAME                                                                                 \
    .game = {RULE_FREESTYLE, 15, 15, 5}, .count = 100, .seed = 1, .evaluation = EVALUATION_BEST

static const Command commands[] = {
    {
        .name = "selfplay",
        .set = COMMAND_SELFPLAY,
        .things = "games",
        .produce = engine_selfplay,
        .defaults = {.lab = {USUAL_GAME, .nodes = 1000}},
        .help =
            "Plays Tengen against itself at fixed nodes and writes each game as a line: result to\n"
            "black, number of given moves, moves, and what the search said before each of its "
            "own.\n"
            "\n"
            "  pbrain-tengen selfplay --games 1000 --seed 7 --out games.txt\n"
            "  pbrain-tengen selfplay --rule 4 --nodes 20000 --openings renju15.txt\n",
    },
    {
        .name = "openings",
        .set = COMMAND_OPENINGS,
        .things = "openings",
        .produce = engine_openings,
        .defaults = {.lab = {USUAL_GAME, .nodes = 50000, .stones_min = 3, .stones_max = 8,
                             .margin = 15, .check_nodes = 1000000, .check_margin = 60,
                             .check_moves = 3}},
        .help = "Makes balanced openings, no two the same under the symmetries of the board, and "
                "writes\n"
                "each as a line like h8i9g7, black first. What a short search calls even is "
                "checked by a long\n"
                "one, which looks at several best moves: each of them must leave the game open, so "
                "that\n"
                "no opening is as good as won, or hangs on one move. The file grows line by line, "
                "and\n"
                "--resume goes on with one that was cut off as if it had not been.\n"
                "\n"
                "  pbrain-tengen openings --count 200 --out freestyle15.txt\n"
                "  pbrain-tengen openings --rule 8 --size 20 --stones 4-6 --seed 3 --check 0\n",
    },
    {
        .name = "duel",
        .set = COMMAND_DUEL,
        .things = "duels",
        .produce = engine_duel,
        .defaults = {.lab = {USUAL_GAME, .nodes = 1000}},
        .help = "Plays two sides against each other that differ in the margins of their search, "
                "each opening\n"
                "with both colours, and writes for each duel what the first side made of its two "
                "games,\n"
                "with black and with white: 1 won, 0 lost, = drawn. It is what scripts/tune asks; "
                "it takes\n"
                "a build with -DTUNING=ON, whose margins `pbrain-tengen margins` lists.\n"
                "\n"
                "  pbrain-tengen duel --nodes 4000 --duels duels.txt\n"
                "  echo 'h8i9g7 ORDER_OWN=4 -' | pbrain-tengen duel --duels /dev/stdin\n",
    },
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const Command *find_command(const char *word)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, word) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

bool tools_know(const char *word)
{
    return find_command(word) != NULL;
}

static void print_help(const Command *command)
{
    enum { NAME_WIDTH = 22 };
    printf("usage: pbrain-tengen %s [OPTION]...\n\n%s\n", command->name, command->help);
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *option = &option_rows[i];
        if (option->set & command->set) {
            int length = option->value != NULL ? printf("  --%s %s", option->name, option->value)
                                               : printf("  --%s", option->name);
            printf("%*s%s\n", NAME_WIDTH - length, "", option->help);
        }
    }
    printf("  --help%*sthis text\n", NAME_WIDTH - (int)sizeof "  --help" + 1, "");
}

/* Says on standard error what is wrong with the command line. */
static bool complain(const Command *command, const char *what, const char *words)
{
    fprintf(stderr, "pbrain-tengen %s: %s%s (--help lists the option_rows)\n", command->name, what,
            words);
    return false;
}

/* Finds the option that "--name" or "--name=value" means. */
static const Option *find_option(const Command *command, const char *argument)
{
    size_t length = strncmp(argument, "--", 2) == 0 ? strcspn(argument + 2, "=") : 0;
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *option = &option_rows[i];
        if (option->set & command->set && strlen(option->name) == length &&
            strncmp(option->name, argument + 2, length) == 0) {
            return option;
        }
    }
    return NULL;
}

/* Reads an option that takes no value. */
static int read_flag(const Command *command, Wishes *options, const Option *option, bool has_value)
{
    if (has_value) {
        complain(command, "no value goes with --", option->name);
        return 0;
    }
    option->read(options, "");
    return 1;
}

/* Reads one option; returns how many arguments it took, 0 if something is wrong. */
static int read_option(const Command *command, Wishes *options, char **arguments)
{
    const Option *option = find_option(command, arguments[0]);
    const char *equals = strchr(arguments[0], '=');
    const char *value = equals != NULL ? equals + 1 : arguments[1];
    if (option == NULL) {
        complain(command, "there is no option ", arguments[0]);
        return 0;
    }
    if (option->value == NULL) {
        return read_flag(command, options, option, equals != NULL);
    }
    if (value == NULL) {
        complain(command, arguments[0], " needs a value");
        return 0;
    }
    const char *expected = option->read(options, value);
    if (expected != NULL) {
        fprintf(stderr, "pbrain-tengen %s: --%s must be %s, not '%s'\n", command->name,
                option->name, expected, value);
        return 0;
    }
    return equals != NULL ? 1 : 2;
}

static bool read_options(const Command *command, Wishes *options, char **arguments)
{
    while (*arguments != NULL) {
        int taken = read_option(command, options, arguments);
        if (taken == 0) {
            return false;
        }
        arguments += taken;
    }
    return true;
}

/* --- files --- */

/* Says what the system has against a file. */
static void complain_of_file(const Command *command, const char *path)
{
    fprintf(stderr, "pbrain-tengen %s: %s: %s\n", command->name, path, strerror(errno));
}

/* --- producing --- */

/* A file is opened for its first line: if the options are refused, what it holds stays. */
static void open_output(Output *output)
{
    output->file = output->path == NULL ? stdout : fopen(output->path, "w");
    if (output->file == NULL) {
        complain_of_file(output->command, output->path);
        output->is_closed_to_us = true;
        return;
    }
    setvbuf(output->file, NULL, _IOLBF, BUFSIZ);
}

static void write_line(void *context, const char *line)
{
    Output *output = context;
    if (output->file == NULL && !output->is_closed_to_us) {
        open_output(output);
    }
    if (output->file != NULL) {
        fputs(line, output->file);
        fputc('\n', output->file);
    }
}

/* The rate is that of what is made now, without what the file had before. */
static void show_progress(Output *output, int64_t done, int64_t wanted)
{
    int64_t ms = engine_now_ms() - output->begin_ms;
    output->done_before = output->done_before < 0 ? done : output->done_before;
    fprintf(stderr, "\r%" PRId64 " of %" PRId64 " %s, %" PRId64 " a minute ", done, wanted,
            output->command->things,
            (done - output->done_before) * 60 * MS_PER_S / (ms > 0 ? ms : 1));
}

static bool may_go_on(void *context, int64_t done, int64_t wanted)
{
    Output *output = context;
    if (output->has_person) {
        show_progress(output, done, wanted);
    }
    return end_signal == 0 && !output->is_closed_to_us &&
           (output->file == NULL || !ferror(output->file));
}

/* Writes out what is left, and gives the file back. False if some of it could not be written. */
static bool close_output(Output *output)
{
    FILE *file = output->file;
    if (file == NULL) {
        return true;
    }
    bool is_good = fflush(file) == 0 && !ferror(file);
    return (file == stdout || fclose(file) == 0) && is_good;
}

/* Says how it ended, if not well, and returns what the program should. */
static int conclude(Output *output, ToolEnd end, const char *fault)
{
    static const char *const words[] = {
        [TOOL_DONE] = "",
        [TOOL_STOPPED] = "stopped; the last line tells how far it came",
        [TOOL_SHORT] = "there are hardly any more such openings; the last line tells how many",
        [TOOL_FAILED] = "there is not enough memory, or no thread to work in",
    };
    const char *name = output->command->name;
    if (output->has_person) {
        fputc('\n', stderr);
    }
    if (output->is_closed_to_us) {
        return EXIT_USAGE;
    }
    if (!close_output(output)) {
        fprintf(stderr, "pbrain-tengen %s: the file cannot be written\n", name);
        return EXIT_FAILURE;
    }
    if (end == TOOL_DONE) {
        return EXIT_SUCCESS;
    }
    fprintf(stderr, "pbrain-tengen %s: %s\n", name, end == TOOL_REFUSED ? fault : words[end]);
    return end == TOOL_REFUSED ? EXIT_USAGE : EXIT_FAILURE;
}

/* Makes what is wished for and writes it where it should go. */
static int produce(const Command *command, const Wishes *options)
{
    Output output = {.command = command,
                     .path = options->out_path,
                     .has_person = isatty(STDERR_FILENO) == 1,
                     .begin_ms = engine_now_ms(),
                     .done_before = -1};
    ToolListener listener = {&output, write_line, may_go_on};
    char fault[TOOL_FAULT_MAX] = "";
    catch_signals();
    ToolEnd end = command->produce(&options->lab, &listener, fault);
    return conclude(&output, end, fault);
}

static void complain_of_text(const Command *command, const char *path, const char *fault)
{
    fprintf(stderr, "pbrain-tengen %s: %s: %s\n", command->name, path, fault);
}

/* Reads the file that is to go on; there need be none yet. */
static int produce_on(const Command *command, Wishes *options)
{
    if (!options->resumes) {
        return produce(command, options);
    }
    if (options->out_path == NULL) {
        complain(command, "--resume needs --out, the file to go on with", "");
        return EXIT_USAGE;
    }
    char fault[TEXTFILE_FAULT_MAX];
    char *text = textfile_read(options->out_path, fault);
    if (text == NULL && errno != ENOENT) {
        complain_of_text(command, options->out_path, fault);
        return EXIT_USAGE;
    }
    options->lab.resume = text;
    int status = produce(command, options);
    free(text);
    return status;
}

static int produce_from_openings(const Command *command, Wishes *options)
{
    char *text = NULL, fault[TEXTFILE_FAULT_MAX];
    if (options->openings_path != NULL) {
        text = textfile_read(options->openings_path, fault);
        if (text == NULL) {
            complain_of_text(command, options->openings_path, fault);
            return EXIT_USAGE;
        }
        options->lab.openings = text;
        options->lab.count = options->has_count ? options->lab.count : 0;
    }
    int status = produce_on(command, options);
    free(text);
    return status;
}

static bool wants_help(char **arguments)
{
    for (; *arguments != NULL; arguments++) {
        if (strcmp(*arguments, "--help") == 0 || strcmp(*arguments, "-h") == 0) {
            return true;
        }
    }
    return false;
}

int tools_run(int argument_count, char **arguments)
{
    const Command *command = argument_count > 0 ? find_command(arguments[0]) : NULL;
    if (command == NULL) {
        return EXIT_USAGE;
    }
    if (wants_help(arguments + 1)) {
        print_help(command);
        return EXIT_SUCCESS;
    }
    Wishes options = command->defaults;
    return read_options(command, &options, arguments + 1) ? produce_from_openings(command, &options)
                                                          : EXIT_USAGE;
}
