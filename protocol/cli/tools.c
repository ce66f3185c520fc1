/* tools - the options of the subcommands, and what each runs; see tools.h. */
#include "tools.h"

#include "files/files.h"
#include "lines/parse.h"
#include "options.h"
#include "tengen/engine_tools.h"
#include "tool_output.h"
#include "values.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- bench and parameters --- */

int tool_bench(char **arguments)
{
    static const Option option = {
        "quick",
        NULL,
        "search less deep, for a tenth of a second; its speed says little, its signature differs",
        0,
        .kind = OPTION_FLAG,
    };
    static const CommandLine line = {
        .subcommand = "bench",
        .synopsis = "[--quick]",
        .help = "Searches a fixed set of positions of all rules. It prints nodes, speed, and a "
                "signature that\nis the same on every machine. It takes some seconds. Only time on "
                "the core is counted,\nso speeds can also be compared on a busy machine.\n",
        .options = &option,
        .option_count = 1,
    };
    bool is_quick = false;
    int status;
    if (!options_read(&line, arguments, &is_quick, &status)) {
        return status;
    }
    return engine_bench(is_quick, options_print_line, NULL) ? EXIT_SUCCESS : EXIT_FAILURE;
}

int tool_parameters(char **arguments)
{
    static const CommandLine line = {
        .subcommand = "parameters",
        .synopsis = "[--help]",
        .help =
            "Lists the search parameters: name, value, least and most. Only a build with "
            "-DTUNING=ON can set\nthem. In other builds they are constants: nothing is listed, and "
            "the exit status is 1.\n",
    };
    int status;
    if (!options_read(&line, arguments, NULL, &status)) {
        return status;
    }
    if (!engine_parameters(options_print_line, NULL)) {
        return options_fail(line.subcommand, EXIT_FAILURE,
                            "nothing is listed: in this build the parameters are constants; cmake "
                            "-DTUNING=ON builds a program where they can be set");
    }
    return EXIT_SUCCESS;
}

/* --- options of what makes files --- */

enum {
    JOB_THREADS_MAX = 1024,
    COUNT_DEFAULT = 100,
    PERCENT = 100,
    MARGIN_MAX = 20000, /* the engine's values are smaller */
    RANDOM_PLIES_MAX = SIDE_MAX * SIDE_MAX,
};

#define FIRST_MAX (INT64_MAX / 4) /* so that games can be counted on from there */

/* The bits of the subcommands in the table of options. */
enum {
    SELFPLAY = 1,
    OPENINGS = 2,
    DUEL = 4,
};

/* What the command line says. */
typedef struct {
    ToolOptions tool;
    const char *openings_path, *out_path; /* NULL: none; standard output */
    const char *weights_path[TOOL_SIDES]; /* NULL: those that are built in */
} ToolSettings;

static const char *read_stones(void *field, const char *text)
{
    ToolOptions *tool = field;
    return value_range(text, '-', &tool->stones_min, &tool->stones_max) ? NULL : "3-8, or 4";
}

static const char *read_start_stones(void *field, const char *text)
{
    static const char range[] = "3-8, or 4, of 1 to 40 stones";
    GameVariety *variety = field;
    bool is_good = value_range(text, '-', &variety->stones_min, &variety->stones_max) &&
                   variety->stones_min >= 1 && variety->stones_min <= variety->stones_max &&
                   variety->stones_max <= OPENING_STONES_MAX;
    return is_good ? NULL : range;
}

static const char *read_evaluation_option(void *field, const char *text)
{
    return parse_evaluation(text, field) ? NULL : EVALUATION_CHOICES;
}

static const Option options[] = {
    {"games", "N", "how many games (100, or one for each opening)", SELFPLAY,
     OPTION_AT(ToolSettings, OPTION_INT64, tool.count), .least = 1, .most = INT_MAX},
    {"count", "N", "how many openings (100)", OPENINGS,
     OPTION_AT(ToolSettings, OPTION_INT64, tool.count), .least = 1, .most = INT_MAX},
    {"nodes", "N", "positions to search for each move (1000)", SELFPLAY | DUEL,
     OPTION_AT(ToolSettings, OPTION_INT64, tool.nodes), .least = 1},
    {"nodes", "N", "positions to search to judge an opening (50000)", OPENINGS,
     OPTION_AT(ToolSettings, OPTION_INT64, tool.nodes), .least = 1},
    {"match", "N", "positions of each side for a game, instead of --nodes; its clock shares them",
     DUEL, OPTION_AT(ToolSettings, OPTION_INT64, tool.match), .least = 1},
    {"increment", "N", "positions that each move adds to those of --match (0)", DUEL,
     OPTION_AT(ToolSettings, OPTION_INT64, tool.increment)},
    VALUE_GAME_OPTIONS(ToolSettings, tool.game),
    {"evaluation", "E", EVALUATION_LIST, 0, OPTION_AT(ToolSettings, OPTION_OTHER, tool.evaluation),
     .read = read_evaluation_option},
    {"openings", "FILE",
     "begin one game from each of these openings, not from random balanced starts", SELFPLAY,
     OPTION_AT(ToolSettings, OPTION_TEXT, openings_path)},
    {"first", "N", "number of the first game; the games of a seed are numbered from 0 (0)",
     SELFPLAY, OPTION_AT(ToolSettings, OPTION_INT64, tool.first), .most = FIRST_MAX},
    {"stones", "MIN-MAX", "how many stones a random start has (3-8)", SELFPLAY,
     OPTION_AT(ToolSettings, OPTION_OTHER, tool.variety), .read = read_start_stones},
    {"margin", "V", "most that a start may be worth to either side, in the engine's units (30)",
     SELFPLAY, OPTION_AT(ToolSettings, OPTION_INT, tool.variety.margin), .least = 1,
     .most = MARGIN_MAX},
    {"start-moves", "N", "judge a start with the nodes of N moves (4)", SELFPLAY,
     OPTION_AT(ToolSettings, OPTION_INT, tool.variety.start_moves), .least = 1,
     .most = START_MOVES_MAX},
    {"uneven-percent", "P", "games in a hundred whose start may be worth more (0)", SELFPLAY,
     OPTION_AT(ToolSettings, OPTION_INT, tool.variety.uneven_percent), .most = PERCENT},
    {"uneven-margin", "V", "most that such a start may be worth to either side (150)", SELFPLAY,
     OPTION_AT(ToolSettings, OPTION_INT, tool.variety.uneven_margin), .least = 1,
     .most = MARGIN_MAX},
    {"random-percent", "P",
     "moves in a hundred that are drawn among the best looking, not searched for (0)", SELFPLAY,
     OPTION_AT(ToolSettings, OPTION_INT, tool.variety.random_percent), .most = PERCENT},
    {"random-plies", "N", "draw moves only among the first N after the start (16)", SELFPLAY,
     OPTION_AT(ToolSettings, OPTION_INT, tool.variety.random_plies), .least = 1,
     .most = RANDOM_PLIES_MAX},
    {"weights", "FILE", "weights of the first side, instead of those that are built in", DUEL,
     OPTION_AT(ToolSettings, OPTION_TEXT, weights_path[0])},
    {"against", "FILE", "weights of the second side, likewise", DUEL,
     OPTION_AT(ToolSettings, OPTION_TEXT, weights_path[1])},
    {"duels", "FILE",
     "a duel a line: an opening, and the parameters of each side: NAME=VALUE,... or -", DUEL,
     OPTION_AT(ToolSettings, OPTION_TEXT, openings_path)},
    {"stones", "MIN-MAX", "how many stones an opening has (3-8)", OPENINGS,
     OPTION_AT(ToolSettings, OPTION_OTHER, tool), .read = read_stones},
    {"margin", "V", "most that one may be worth to either side, in the engine's units (15)",
     OPENINGS, OPTION_AT(ToolSettings, OPTION_INT, tool.margin)},
    {"check", "N", "positions to search in a second check; 0: no second check (1000000)", OPENINGS,
     OPTION_AT(ToolSettings, OPTION_INT64, tool.check_nodes)},
    {"check-margin", "V", "most that an opening may be worth to either side in it (60)", OPENINGS,
     OPTION_AT(ToolSettings, OPTION_INT, tool.check_margin)},
    {"check-moves", "N", "how many best moves the second check tries (3)", OPENINGS,
     OPTION_AT(ToolSettings, OPTION_INT, tool.check_moves), .least = 1,
     .most = OPENING_CHECK_MOVES_MAX},
    {"seed", "N", "the same seed gives the same file, another seed another file (1)",
     SELFPLAY | OPENINGS, OPTION_AT(ToolSettings, OPTION_INT64, tool.seed)},
    {"threads", "N", "how many work at the same time (as many as there are cores)", 0,
     OPTION_AT(ToolSettings, OPTION_INT, tool.threads), .least = 1, .most = JOB_THREADS_MAX},
    {"out", "FILE", "where to write (standard output)", 0,
     OPTION_AT(ToolSettings, OPTION_TEXT, out_path)},
};

/* --- what makes files --- */

/* What a subcommand makes, and the function of the engine that makes it. */
typedef struct {
    const char *units; /* what progress counts, in the plural */
    bool is_binary;    /* bytes, which are written beside the file until all are there */
    ToolEnd (*make)(const ToolOptions *options, const ToolListener *listener,
                    char fault[TOOL_FAULT_MAX]);
} Product;

/* Reads the weights that sides of duels have of their own. False: it said what is wrong. */
static bool read_weights(const char *subcommand, ToolSettings *settings)
{
    char fault[FILE_FAULT_MAX];
    for (int i = 0; i < TOOL_SIDES; i++) {
        const char *path = settings->weights_path[i];
        FileBytes *file = &settings->tool.weights[i];
        if (path == NULL) {
            continue;
        }
        file->bytes = file_read_bytes(path, FILE_SIZE_MAX, &file->count, fault);
        if (file->bytes == NULL) {
            return options_complain_of_file(subcommand, path, fault);
        }
    }
    return true;
}

/* Reads the texts that the options name. False: it said what is wrong. */
static bool read_texts(const char *subcommand, ToolSettings *settings)
{
    ToolOptions *tool = &settings->tool;
    char fault[FILE_FAULT_MAX];
    if (settings->openings_path != NULL) {
        tool->openings = file_read(settings->openings_path, fault);
        if (tool->openings == NULL) {
            return options_complain_of_file(subcommand, settings->openings_path, fault);
        }
    } else if (tool->count == 0) {
        tool->count = COUNT_DEFAULT;
    }
    return true;
}

static int make_product(const char *subcommand, const Product *product,
                        const ToolSettings *settings)
{
    const ToolOptions *tool = &settings->tool;
    ToolOutput output = {.subcommand = subcommand,
                         .units = product->units,
                         .failure = "there is not enough memory, or no thread to work in",
                         .file = {.path = settings->out_path, .is_beside = product->is_binary}};
    ToolListener listener = tool_output_begin(&output);
    char fault[TOOL_FAULT_MAX] = "";
    ToolEnd end = product->make(tool, &listener, fault);
    return tool_output_end(&output, end, fault);
}

/* A file that grows in its place would be empty at once: its openings may have taken hours. */
static bool would_empty_file(const Product *product, const ToolSettings *settings)
{
    return settings->out_path != NULL && !product->is_binary &&
           file_holds_something(settings->out_path);
}

/* Says what is wrong with the options; EXIT_SUCCESS: nothing. */
static int check_settings(const CommandLine *line, const Product *product,
                          const ToolSettings *settings)
{
    if (product->is_binary && settings->out_path == NULL && isatty(STDOUT_FILENO) == 1) {
        return options_fail(line->subcommand, EXIT_USAGE,
                            "what is made is no text: --out names a file for it, and "
                            "`pbrain-tengen records FILE --text` prints that");
    }
    if (would_empty_file(product, settings)) {
        return options_fail(line->subcommand, EXIT_USAGE,
                            "%s is there, and would be lost: remove it, or choose another name",
                            settings->out_path);
    }
    return EXIT_SUCCESS;
}

/* Reads the options of a subcommand over its defaults, and makes its product. */
static int run_maker(const CommandLine *line, const Product *product, const ToolSettings *defaults,
                     char **arguments)
{
    ToolSettings settings = *defaults;
    int status;
    if (!options_read(line, arguments, &settings, &status)) {
        return status;
    }
    status = check_settings(line, product, &settings);
    if (status != EXIT_SUCCESS) {
        return status;
    }
    bool is_ready =
        read_texts(line->subcommand, &settings) && read_weights(line->subcommand, &settings);
    status = is_ready ? make_product(line->subcommand, product, &settings) : EXIT_USAGE;
    for (int i = 0; i < TOOL_SIDES; i++) {
        free((void *)settings.tool.weights[i].bytes);
    }
    free((void *)settings.tool.openings);
    return status;
}

/* What the command lines and the defaults of the three have in common. */
#define LINE(name, own_bit)                                                                        \
    .subcommand = name, .synopsis = "[OPTION]...", .options = options,                             \
    .option_count = sizeof options / sizeof *options, .bit = own_bit
#define DEFAULTS .game = {RULE_FREESTYLE, 15, 15, 5}, .seed = 1, .evaluation = EVALUATION_BEST

int tool_selfplay(char **arguments)
{
    static const CommandLine line = {
        LINE("selfplay", SELFPLAY),
        .help = "Plays Tengen against itself at fixed nodes and writes the games into a file.\n"
                "Each has its moves, its result, and what the search said about every move.\n"
                "`pbrain-tengen records` reads the file. It is FILE.part until it is complete.\n"
                "\n"
                "  pbrain-tengen selfplay --games 1000 --seed 7 --out 7.games\n"
                "  pbrain-tengen selfplay --rule 4 --openings renju15.txt --out renju.games\n"
                "  pbrain-tengen selfplay --games 1000 --first 3000 --out 3.games\n",
    };
    static const Product games = {"games", true, engine_selfplay};
    static const ToolSettings defaults = {.tool = {DEFAULTS, .nodes = 1000}};
    return run_maker(&line, &games, &defaults, arguments);
}

int tool_openings(char **arguments)
{
    static const CommandLine line = {
        LINE("openings", OPENINGS),
        .help =
            "Makes balanced openings, no two the same under the symmetries of the board. Each is\n"
            "a line like h8i9g7, black first. A short search finds an opening, and a long one\n"
            "checks it: each of several best moves must leave the game open. So no opening is as\n"
            "good as won or depends on a single move. The file grows line by line. A file that\n"
            "exists is refused. The same options give the same file on any machine.\n"
            "\n"
            "  pbrain-tengen openings --count 200 --out freestyle15.txt\n"
            "  pbrain-tengen openings --rule 8 --size 20 --stones 4-6 --seed 3 --check 0\n",
    };
    static const Product list = {"openings", false, engine_openings};
    static const ToolSettings defaults = {
        .tool = {DEFAULTS, .nodes = 50000, .stones_min = 3, .stones_max = 8, .margin = 15,
                 .check_nodes = 1000000, .check_margin = 60, .check_moves = 3}};
    return run_maker(&line, &list, &defaults, arguments);
}

int tool_duel(char **arguments)
{
    static const CommandLine line = {
        LINE("duel", DUEL),
        .help =
            "Plays two sides against each other that differ in their weights or in their search\n"
            "parameters. They play each opening with both colours. For each duel a line has the\n"
            "results of the first side, with black and with white: 1 won, 0 lost, = drawn. A game\n"
            "ends with the first proven result, or as a draw after many even scores. A comment at\n"
            "the end gives the Elo. Weights can be compared in any build. To set parameters takes\n"
            "a build with -DTUNING=ON: `pbrain-tengen parameters` lists them, and scripts/tune\n"
            "uses such duels.\n"
            "\n"
            "  pbrain-tengen openings --count 1000 --check 0 --out openings.txt\n"
            "  pbrain-tengen duel --weights new.bin --duels openings.txt --nodes 10000\n"
            "  pbrain-tengen duel --nodes 4000 --duels duels.txt\n"
            "  pbrain-tengen duel --match 600000 --increment 5000 --duels duels.txt\n"
            "  echo 'h8i9g7 ORDER_OWN=4 -' | pbrain-tengen duel --duels /dev/stdin\n",
    };
    static const Product results = {"duels", false, engine_duel};
    static const ToolSettings defaults = {.tool = {DEFAULTS, .nodes = 1000}};
    return run_maker(&line, &results, &defaults, arguments);
}
