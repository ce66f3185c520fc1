/* values - reading them by parse.h; see values.h. */
#include "values.h"

#include "lines/parse.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

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

const char *value_rule(void *field, const char *text)
{
    return parse_rule_name(text, field) ? NULL : RULE_LIST("");
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
