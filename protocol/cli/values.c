/* values - reading them by parse.h; see values.h. */
#include "values.h"

#include "parse.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

bool value_range(const char *text, char separator, int *first, int *second)
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

/* Compares two names, in which a hyphen is as good as a blank. */
static bool is_same_name(const char *text, const char *name)
{
    while (*text != '\0' && (*text == *name || (*text == '-' && *name == ' '))) {
        text++;
        name++;
    }
    return *text == *name;
}

const char *value_rule(void *field, const char *text)
{
#define NUMBER_AND_NAME(rule, number, name, black, white, least, weights, tempo) {#number, name},
    static const char *const words[RULE_COUNT][2] = {RULES(NUMBER_AND_NAME)};
    for (int i = 0; i < RULE_COUNT; i++) {
        if (strcmp(text, words[i][0]) == 0 || is_same_name(text, words[i][1])) {
            *(Rule *)field = (Rule)i;
            return NULL;
        }
    }
    return RULE_LIST("");
}

const char *value_size(void *field, const char *text)
{
    Game *game = field;
    int width, height;
    if (!value_range(text, 'x', &width, &height) || width < SIDE_MIN || width > SIDE_MAX ||
        height < SIDE_MIN || height > SIDE_MAX) {
        return "15, or 20x12, of sides from 3 to 32";
    }
    game->width = width;
    game->height = height;
    return NULL;
}
