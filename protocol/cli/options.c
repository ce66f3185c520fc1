/* options - reading a command line by its table, and writing --help; see options.h. */
#include "options.h"

#include "lines/parse.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void complain_of(const char *subcommand, const char *format, va_list arguments)
{
    fprintf(stderr, "pbrain-tengen %s: ", subcommand);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

bool options_complain(const char *subcommand, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain_of(subcommand, format, arguments);
    va_end(arguments);
    return false;
}

int options_fail(const char *subcommand, int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain_of(subcommand, format, arguments);
    va_end(arguments);
    return status;
}

bool options_complain_of_file(const char *subcommand, const char *path, const char *fault)
{
    return options_complain(subcommand, "%s: %s", path, fault);
}

static bool has_option(const CommandLine *line, const Option *option)
{
    return option->subcommands == 0 || (option->subcommands & line->bit) != 0;
}

/* --- help --- */

enum { NAME_WIDTH = 22, TEXT_WIDTH = 76 };

/* Writes a text in lines of at most TEXT_WIDTH, broken at blanks; the second and later lines are
 * indented below the first. */
static void print_wrapped(const char *text)
{
    size_t length;
    while ((length = strlen(text)) > TEXT_WIDTH) {
        length = TEXT_WIDTH;
        while (length > 1 && text[length] != ' ') {
            length--;
        }
        printf("%.*s\n%*s", (int)length, text, NAME_WIDTH, "");
        text += length + 1;
    }
    puts(text);
}

static void print_option(const char *name, const char *value, const char *help)
{
    int length = value != NULL ? printf("  --%s %s", name, value) : printf("  --%s", name);
    printf("%*s", NAME_WIDTH - length, "");
    print_wrapped(help);
}

static void print_help(const CommandLine *line)
{
    printf("usage: pbrain-tengen %s %s\n\n%s\n", line->subcommand, line->synopsis, line->help);
    for (size_t i = 0; i < line->option_count; i++) {
        const Option *option = &line->options[i];
        if (has_option(line, option)) {
            print_option(option->name, option->value, option->help);
        }
    }
    print_option("help", NULL, "this text");
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

/* --- values --- */

static int64_t most_of(const Option *option)
{
    int64_t largest = option->kind == OPTION_INT ? INT_MAX : INT64_MAX - 1; /* see parse_number */
    return option->most != 0 ? option->most : largest;
}

static bool read_option_number(const Option *option, const char *text, void *field)
{
    int64_t number;
    if (!parse_number(text, &number) || number < option->least || number > most_of(option)) {
        return false;
    }
    if (option->kind == OPTION_INT) {
        *(int *)field = (int)number;
    } else {
        *(int64_t *)field = number;
    }
    return true;
}

/* Says what an option must be; returns false. */
static bool refuse_value(const CommandLine *line, const Option *option, const char *expected,
                         const char *text)
{
    return options_complain(line->subcommand, "--%s must be %s, not '%s'", option->name, expected,
                            text);
}

static bool refuse_number(const CommandLine *line, const Option *option, const char *text)
{
    enum { RANGE_TEXT_MAX = 80 };
    char range[RANGE_TEXT_MAX];
    int length = snprintf(range, sizeof range, "a number from %" PRId64, option->least);
    if (option->most != 0) {
        snprintf(range + length, sizeof range - (size_t)length, " to %" PRId64, option->most);
    }
    return refuse_value(line, option, range, text);
}

static bool read_value(const CommandLine *line, const Option *option, const char *text,
                       void *settings)
{
    void *field = (char *)settings + option->offset;
    const char *expected = NULL;
    switch (option->kind) {
    case OPTION_FLAG: *(bool *)field = true; break;
    case OPTION_INT:
    case OPTION_INT64:
        return read_option_number(option, text, field) || refuse_number(line, option, text);
    case OPTION_TEXT:
        *(const char **)field = text;
        expected = *text == '\0' ? "the name of a file" : NULL;
        break;
    case OPTION_OTHER: expected = option->read(field, text); break;
    }
    return expected == NULL || refuse_value(line, option, expected, text);
}

/* --- arguments --- */

/* Says what is wrong with an option, in two parts; returns false. */
static bool complain_of_option(const CommandLine *line, const char *what, const char *detail)
{
    return options_complain(line->subcommand, "%s%s (--help lists the options)", what, detail);
}

/* The row that "--name" or "--name=value" means; NULL if there is none. */
static const Option *find_option(const CommandLine *line, const char *argument)
{
    const char *name = argument + strlen("--");
    size_t length = strcspn(name, "=");
    for (size_t i = 0; i < line->option_count; i++) {
        const Option *option = &line->options[i];
        if (has_option(line, option) && strlen(option->name) == length &&
            strncmp(option->name, name, length) == 0) {
            return option;
        }
    }
    return NULL;
}

static bool is_option(const char *argument)
{
    return strncmp(argument, "--", strlen("--")) == 0;
}

/* Reads the option that the arguments begin with; returns how many of them it took, 0 if something
 * is wrong. */
static int read_option(const CommandLine *line, char **arguments, void *settings)
{
    const Option *option = is_option(*arguments) ? find_option(line, *arguments) : NULL;
    const char *equals = strchr(*arguments, '=');
    if (option == NULL) {
        return complain_of_option(line, "there is no option ", *arguments);
    }
    bool is_flag = option->kind == OPTION_FLAG;
    if (is_flag && equals != NULL) {
        return complain_of_option(line, *arguments, " takes no value");
    }
    const char *value = is_flag ? "" : equals != NULL ? equals + 1 : arguments[1];
    if (value == NULL) {
        return complain_of_option(line, *arguments, " needs a value");
    }
    if (!read_value(line, option, value, settings)) {
        return 0;
    }
    return is_flag || equals != NULL ? 1 : 2;
}

void options_print_line(void *context, const char *line)
{
    (void)context;
    puts(line);
}

bool options_read(const CommandLine *line, char **arguments, void *settings, int *status)
{
    char **operands = arguments;
    bool is_help = wants_help(arguments);
    *status = is_help ? EXIT_SUCCESS : EXIT_USAGE;
    if (is_help) {
        print_help(line);
        return false;
    }
    while (*arguments != NULL) {
        if (line->takes_operands && !is_option(*arguments)) {
            *operands++ = *arguments++;
            continue;
        }
        int taken = read_option(line, arguments, settings);
        if (taken == 0) {
            return false;
        }
        arguments += taken;
    }
    *operands = NULL;
    return true;
}
