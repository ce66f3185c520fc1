/* main - what to do is said on the command line; without a word, talk to a manager. */
#include "engine_tools.h"
#include "session.h"
#include "tool_fit.h"
#include "tool_weights.h"
#include "tools.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: pbrain-tengen            speak the Gomocup protocol on standard input and output\n"
    "       pbrain-tengen bench      search fixed positions, print nodes, speed and signature\n"
    "       pbrain-tengen selfplay   play against itself, write the games; selfplay --help tells "
    "how\n"
    "       pbrain-tengen openings   make balanced openings; openings --help tells how\n"
    "       pbrain-tengen fit        learn from games what evaluates; fit --help tells how\n"
    "       pbrain-tengen weights    show what was learnt: of a file, or built in for a rule\n"
    "       pbrain-tengen duel       play with other margins, for scripts/tune; duel --help tells "
    "how\n"
    "       pbrain-tengen margins    list these, where they can be set\n"
    "       pbrain-tengen --help     this text\n"
    "       pbrain-tengen --version  name, version and the hash of its engine's sources\n"
    "\n"
    "By hand, type for instance:  START 15   then   BEGIN   or   TURN 7,7   and at last   END\n";

static void print_line(void *context, const char *line)
{
    (void)context;
    puts(line);
}

static int list_margins(void)
{
    bool are_there = engine_parameters(print_line, NULL);
    if (!are_there) {
        fputs("pbrain-tengen margins: here they are constants; cmake -DTUNING=ON builds a program "
              "where they can be set\n",
              stderr);
    }
    return are_there ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run_command(int argument_count, char **arguments)
{
    const char *wish = arguments[1];
    if (strcmp(wish, "bench") == 0) {
        return engine_bench(print_line, NULL) ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    if (strcmp(wish, "margins") == 0) {
        return list_margins();
    }
    if (strcmp(wish, "fit") == 0) {
        return tool_fit(arguments + 2);
    }
    if (strcmp(wish, "weights") == 0) {
        return tool_weights(arguments + 2);
    }
    if (tools_know(wish)) {
        return tools_run(argument_count - 1, arguments + 1);
    }
    if (strcmp(wish, "--help") == 0 || strcmp(wish, "-h") == 0) {
        fputs(usage, stdout);
        return EXIT_SUCCESS;
    }
    if (strcmp(wish, "--version") == 0) {
        printf("Tengen " TENGEN_VERSION ", engine %s\n", engine_origin());
        return EXIT_SUCCESS;
    }
    fputs(usage, stderr);
    return EXIT_FAILURE;
}

static int complain_of_output(void)
{
    fputs("pbrain-tengen: standard output cannot be written\n", stderr);
    return EXIT_FAILURE;
}

/* The status of a command, if what it has printed went out, too. */
static int conclude(int status)
{
    bool is_written = fflush(stdout) == 0 && !ferror(stdout);
    return status == EXIT_SUCCESS && !is_written ? complain_of_output() : status;
}

/* Managers take what they read on standard error for an answer, or never read it. */
static int talk(void)
{
    if (session_run()) {
        return EXIT_SUCCESS;
    }
    return wire_has_lost() && wire_is_typed() ? complain_of_output() : EXIT_FAILURE;
}

int main(int argument_count, char **arguments)
{
    wire_prepare();
    return argument_count < 2 ? talk() : conclude(run_command(argument_count, arguments));
}
