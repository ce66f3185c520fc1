/* tool_weights - showing weights as text; see tool_weights.h. */
#include "tool_weights.h"

#include "engine_tools.h"
#include "files.h"
#include "options.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const CommandLine command_line = {
    .subcommand = "weights",
    .synopsis = "FILE|RULE",
    .help =
        "Shows what was learnt: where it comes from, and all numbers behind the shapes that they\n"
        "are about. Either of a file that `pbrain-tengen train` wrote, or what is built in for a\n"
        "rule.\n"
        "\n"
        "  pbrain-tengen weights renju | less\n"
        "  pbrain-tengen weights engine/eval/weights/caro.bin\n",
    .takes_operands = true,
};

static void print_line(void *context, const char *line)
{
    (void)context;
    puts(line);
}

static int complain(const char *what, const char *fault)
{
    options_complain(command_line.subcommand, "%s: %s", what, fault);
    return EXIT_USAGE;
}

/* Says whether the text is the number or the name of a rule. */
static bool read_rule(const char *text, Rule *rule)
{
#define NUMBER_AND_NAME(of_rule, number, name, black, white, least, weights, tempo) {#number, name},
    static const char *const words[RULE_COUNT][2] = {RULES(NUMBER_AND_NAME)};
    for (int i = 0; i < RULE_COUNT; i++) {
        if (strcmp(text, words[i][0]) == 0 || strcmp(text, words[i][1]) == 0) {
            *rule = (Rule)i;
            return true;
        }
    }
    return false;
}

static int show_file(const char *path)
{
    size_t count;
    char fault_of_file[FILE_FAULT_MAX];
    char *bytes = file_read_bytes(path, FILE_SIZE_MAX, &count, fault_of_file);
    if (bytes == NULL) {
        return complain(path, fault_of_file);
    }
    const char *fault = engine_weights_of_file(bytes, count, print_line, NULL);
    free(bytes);
    return fault != NULL ? complain(path, fault) : EXIT_SUCCESS;
}

int tool_weights(char **arguments)
{
    Rule rule;
    int status;
    if (!options_read(&command_line, arguments, NULL, &status)) {
        return status;
    }
    if (arguments[0] == NULL || arguments[1] != NULL) {
        options_complain(command_line.subcommand, "one file or rule is needed (--help tells more)");
        return EXIT_USAGE;
    }
    if (!read_rule(arguments[0], &rule)) {
        return show_file(arguments[0]);
    }
    const char *fault = engine_weights_of_rule(rule, print_line, NULL);
    return fault != NULL ? complain(arguments[0], fault) : EXIT_SUCCESS;
}
