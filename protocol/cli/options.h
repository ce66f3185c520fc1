/* options - the command line of a subcommand: one row per option, from which --help is written.
 *
 * An option is "--name VALUE" or "--name=VALUE", a flag is "--name"; where the subcommand takes
 * operands, such as files, they may stand anywhere between. A row says at which offset of the
 * subcommand's settings its value belongs, and which numbers it may be.
 */
#ifndef TENGEN_PROTOCOL_CLI_OPTIONS_H
#define TENGEN_PROTOCOL_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXIT_USAGE = 2 }; /* exit status: what was asked for makes no sense */

typedef enum {
    OPTION_FLAG,  /* a bool, which becomes true */
    OPTION_INT,   /* an int */
    OPTION_INT64, /* an int64_t or uint64_t */
    OPTION_TEXT,  /* a const char *, borrowed from the command line; an empty text is refused */
    OPTION_OTHER, /* what the row's own function reads */
} OptionKind;

/* Reads a value into a field. NULL if that went well, else what the value must be. */
typedef const char *OptionReader(void *field, const char *text);

typedef struct {
    const char *name;
    const char *value; /* what --help calls it; NULL for a flag */
    const char *help;
    unsigned subcommands; /* a bit for each that takes it; 0: all that use the table */
    OptionKind kind;
    size_t offset;       /* of the field in the settings */
    int64_t least, most; /* of a number; most 0: what the field holds */
    OptionReader *read;  /* of OPTION_OTHER */
} Option;

/* What a row ends in: the kind of the field, and where it is in the settings. */
#define OPTION_AT(settings, its_kind, member) .kind = its_kind, .offset = offsetof(settings, member)

/* The command line of one subcommand. */
typedef struct {
    const char *subcommand;
    const char *synopsis; /* what follows its name in the usage line */
    const char *help;     /* what it does, several lines */
    const Option *options;
    size_t option_count;
    unsigned bit; /* the options of this subcommand have it, if the table serves several */
    bool takes_operands;
} CommandLine;

/* Reads the arguments, which end in NULL, into the settings. Afterwards only the operands are left
 * in `arguments`, and NULL. False if the program should end with that status: --help was asked for
 * and has been printed, or something is wrong and was said on standard error. */
bool options_read(const CommandLine *line, char **arguments, void *settings, int *status);

/* Says on standard error, in one line, why a subcommand failed; formatted like printf. Returns
 * false, for whoever returns that. */
bool options_complain(const char *subcommand, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for whoever returns an exit status: that one. */
int options_fail(const char *subcommand, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints a line of a text that the engine hands on: a TextSink. */
void options_print_line(void *context, const char *line);

/* Complains of a file: "pbrain-tengen SUBCOMMAND: PATH: FAULT". Returns false. */
bool options_complain_of_file(const char *subcommand, const char *path, const char *fault);

#endif
