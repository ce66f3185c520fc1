/* tool_weights - showing weights as text; see tool_weights.h. */
#include "tool_weights.h"

#include "files/files.h"
#include "options.h"
#include "tengen/engine_tools.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>

static const CommandLine command_line = {
    .subcommand = "weights",
    .synopsis = "FILE|RULE",
    .help =
        "Shows a set of weights: where it comes from, and how large its numbers are. The weights\n"
        "are those of a file by `pbrain-tengen train`, or those that are built in for a rule.\n"
        "\n"
        "  pbrain-tengen weights renju >renju.txt\n"
        "  pbrain-tengen weights engine/eval/weights/caro.bin\n",
    .takes_operands = true,
};

/* The exit status of what was shown, or of why it could not be, which it says. */
static int weights_status(const char *what, const char *fault)
{
    return fault == NULL ? EXIT_SUCCESS
                         : options_fail(command_line.subcommand, EXIT_USAGE, "%s: %s", what, fault);
}

static int show_file(const char *path)
{
    size_t count;
    char reading_fault[FILE_FAULT_MAX];
    char *bytes = file_read_bytes(path, FILE_SIZE_MAX, &count, reading_fault);
    if (bytes == NULL) {
        return weights_status(path, reading_fault);
    }
    const char *fault = engine_weights_of_file(bytes, count, options_print_line, NULL);
    free(bytes);
    return weights_status(path, fault);
}

int tool_weights(char **arguments)
{
    Rule rule;
    int status;
    if (!options_read(&command_line, arguments, NULL, &status)) {
        return status;
    }
    if (arguments[0] == NULL || arguments[1] != NULL) {
        return options_fail(command_line.subcommand, EXIT_USAGE,
                            "one file or rule is needed (--help tells more)");
    }
    if (value_rule(&rule, arguments[0]) != NULL) {
        return show_file(arguments[0]);
    }
    const char *fault = engine_weights_of_rule(rule, options_print_line, NULL);
    return weights_status(arguments[0], fault);
}
