/* values - what several subcommands read as values of options: rules, sizes, ranges. */
#ifndef TENGEN_PROTOCOL_CLI_VALUES_H
#define TENGEN_PROTOCOL_CLI_VALUES_H

#include "options.h"
#include "tengen/engine.h"

#include <stdbool.h>

/* Reads two numbers with a separator between, or one that counts for both. False, and nothing is
 * touched, if the text is no such thing. */
bool value_range(const char *text, char separator, int *first, int *second);

/* Reads the number or the name of a rule, whose words a hyphen may join, into a Rule (see
 * OptionReader). */
const char *value_rule(void *field, const char *text);

/* Reads "15" or "20x12" into a Game (see OptionReader). */
const char *value_size(void *field, const char *text);

/* The rows of a table that say which game is meant: a member of the settings. */
/* clang-format off */
#define VALUE_GAME_OPTIONS(settings, game)                                                         \
    {"rule", "R", RULE_LIST("; or the name (0)"), 0, OPTION_AT(settings, OPTION_OTHER, game.rule), \
     .read = value_rule},                                                                          \
    {"size", "N|WxH", "sides of the board, 3 to 32 (15)", 0,                                       \
     OPTION_AT(settings, OPTION_OTHER, game), .read = value_size},                                 \
    {"win-length", "N", "3, 4 or 5 in a row (5)", 0,                                               \
     OPTION_AT(settings, OPTION_INT, game.win_length)}
/* clang-format on */

#endif
