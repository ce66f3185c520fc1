/* tool_weights - a file of weights, or those embedded for a rule, as text; see tool_weights.h. */
#include "tool_weights.h"

#include "engine_tools.h"
#include "options.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WEIGHTS_FILE_MAX = 64 << 20 }; /* bytes; many times the largest file of weights */

static const CommandLine command_line = {
    .subcommand = "weights",
    .synopsis = "FILE|RULE",
    .help =
        "Shows what was learnt: where it comes from, and all numbers behind the shapes that they "
        "are\n"
        "about. Either of a file that `pbrain-tengen fit` wrote, or what is built in for a rule.\n"
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

static int complain(const char *what, const char *words)
{
    options_complain(command_line.subcommand, "%s: %s", what, words);
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

/* Reads a file to its end, or to WEIGHTS_FILE_MAX, to be freed; NULL: it cannot be read, and errno
 * says why. */
static char *read_bytes(FILE *file, size_t *count)
{
    enum { ROOM_FIRST = 1 << 16 };
    size_t room = ROOM_FIRST;
    char *bytes = malloc(room);
    *count = 0;
    while (bytes != NULL) {
        *count += fread(bytes + *count, 1, room - *count, file);
        if (*count < room || room >= WEIGHTS_FILE_MAX) {
            break;
        }
        char *larger = realloc(bytes, room *= 2);
        if (larger == NULL) {
            free(bytes);
        }
        bytes = larger;
    }
    if (bytes != NULL && ferror(file)) {
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

static int show_file(const char *path)
{
    size_t count = 0;
    FILE *file = fopen(path, "rb");
    char *bytes = file != NULL ? read_bytes(file, &count) : NULL;
    int status = EXIT_SUCCESS;
    if (bytes == NULL) {
        status = complain(path, strerror(errno));
    } else {
        const char *fault = engine_weights_of_file(bytes, count, print_line, NULL);
        status = fault != NULL ? complain(path, fault) : EXIT_SUCCESS;
    }
    free(bytes);
    if (file != NULL) {
        fclose(file);
    }
    return status;
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
