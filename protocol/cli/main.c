/* main - the command line: a table of subcommands; without arguments, talks to a manager. */
#include "tengen/engine_tools.h"
#include "commit.h"
#include "lines/streams.h"
#include "options.h"
#include "session.h"
#include "tool_book.h"
#include "tool_compare.h"
#include "tool_database.h"
#include "tool_prove.h"
#include "tool_records.h"
#include "tool_train.h"
#include "tool_weights.h"
#include "tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int print_usage(char **arguments);
static int print_version(char **arguments);

static const struct {
    const char *name;
    int (*run)(char **arguments); /* with those that follow the name; returns the exit status */
    const char *help;
} subcommands[] = {
    {"bench", tool_bench, "search fixed positions; print nodes, speed and a signature"},
    {"selfplay", tool_selfplay, "play against itself and write the games"},
    {"records", tool_records, "check, convert or join files of games"},
    {"prove", tool_prove, "prove that the side to move wins, in a file that anyone can check"},
    {"book", tool_book, "make a book from proofs, for the engine to play from"},
    {"database", tool_database, "list, fill and empty a database of positions"},
    {"openings", tool_openings, "make balanced openings"},
    {"train", tool_train, "train the pattern network on games"},
    {"compare", tool_compare, "compare sets of weights by games that they did not learn from"},
    {"weights", tool_weights, "show the weights of a file, or those built in for a rule"},
    {"duel", tool_duel, "play two sets of weights or search parameters against each other"},
    {"parameters", tool_parameters, "list the search parameters, in a build where they can be set"},
    {"--help", print_usage, "this text; `pbrain-tengen bench --help` and so on list the options"},
    {"--version", print_version,
     "the name, the version, the commit, and the hash of the engine's sources"},
};

/* Other words for the same. */
static const struct {
    const char *word, *name;
} aliases[] = {{"-h", "--help"}, {"help", "--help"}, {"-v", "--version"}, {"-V", "--version"}};

enum { SUBCOMMAND_COUNT = sizeof subcommands / sizeof *subcommands };

static int print_usage(char **arguments)
{
    enum { NAME_WIDTH = 11 };
    static const char talk[] = "speak the Gomocup protocol on standard input and output";
    (void)arguments;
    printf("usage: pbrain-tengen %-*s %s\n", NAME_WIDTH, "", talk);
    for (int i = 0; i < SUBCOMMAND_COUNT; i++) {
        printf("       pbrain-tengen %-*s %s\n", NAME_WIDTH, subcommands[i].name,
               subcommands[i].help);
    }
    puts("\nBy hand, type for instance:  START 15   then   BEGIN   or   TURN 7,7   and at last   "
         "END");
    return EXIT_SUCCESS;
}

static int print_version(char **arguments)
{
    (void)arguments;
    printf("Tengen " TENGEN_VERSION " (%s), engine %s\n", commit_name, engine_origin());
    return EXIT_SUCCESS;
}

static const char *subcommand_name(const char *word)
{
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        if (strcmp(word, aliases[i].word) == 0) {
            return aliases[i].name;
        }
    }
    return word;
}

static int run_subcommand(char **arguments)
{
    const char *name = subcommand_name(arguments[0]);
    for (int i = 0; i < SUBCOMMAND_COUNT; i++) {
        if (strcmp(name, subcommands[i].name) == 0) {
            return subcommands[i].run(arguments + 1);
        }
    }
    fprintf(stderr, "pbrain-tengen: there is no subcommand %s (--help lists them)\n", name);
    return EXIT_USAGE;
}

static int complain_of_output(void)
{
    fputs("pbrain-tengen: standard output cannot be written\n", stderr);
    return EXIT_FAILURE;
}

/* The status of a subcommand, provided that what it has printed went out. */
static int conclude(int status)
{
    bool is_written = fflush(stdout) == 0 && !ferror(stdout);
    return status == EXIT_SUCCESS && !is_written ? complain_of_output() : status;
}

/* A manager takes standard error for an answer, or never reads it: only a person is told there. */
static int talk(void)
{
    if (session_run()) {
        return EXIT_SUCCESS;
    }
    return streams_has_lost() && streams_is_typed() ? complain_of_output() : EXIT_FAILURE;
}

/* Yixin-Board starts its engine with an option of Rapfi's on Windows; text is UTF-8 anyway. */
static bool is_manager(int argument_count, char **arguments)
{
    return argument_count < 2 || (argument_count == 2 && strcmp(arguments[1], "--force-utf8") == 0);
}

int main(int argument_count, char **arguments)
{
    streams_prepare();
    return is_manager(argument_count, arguments) ? talk() : conclude(run_subcommand(arguments + 1));
}
