/* naming - see naming.h. */
#include "lines/naming.h"

#include "lines/parse.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void naming_size(Naming naming, const Game *game, int *columns, int *rows)
{
    bool is_yixin = naming == NAMING_YIXIN;
    *columns = is_yixin ? game->height : game->width;
    *rows = is_yixin ? game->width : game->height;
}

Coordinates naming_point_at(Naming naming, const Game *game, int column, int row)
{
    return naming == NAMING_YIXIN ? (Coordinates){game->width - 1 - row, column}
                                  : (Coordinates){column, row};
}

const char *naming_write_column(int column, char text[NAMING_TEXT_MAX])
{
    snprintf(text, NAMING_TEXT_MAX, "%s%c", column < PARSE_LETTERS ? "" : "a",
             'a' + column % PARSE_LETTERS);
    return text;
}

const char *naming_write(Naming naming, const Game *game, Coordinates point,
                         char text[NAMING_TEXT_MAX])
{
    if (naming == NAMING_NUMBERS) {
        snprintf(text, NAMING_TEXT_MAX, "%d,%d", point.x, point.y);
        return text;
    }
    bool is_yixin = naming == NAMING_YIXIN;
    size_t length = strlen(naming_write_column(is_yixin ? point.y : point.x, text));
    snprintf(text + length, NAMING_TEXT_MAX - length, "%d",
             is_yixin ? game->width - point.x : point.y + 1);
    return text;
}

bool naming_read(Naming naming, const Game *game, const char *text, Coordinates *point)
{
    Coordinates place;
    char word[PARSE_WORD_MAX];
    if (!parse_place(text, &place)) {
        return false;
    }
    parse_word(text, word);
    *point =
        isalpha((unsigned char)*word) ? naming_point_at(naming, game, place.x, place.y) : place;
    return true;
}
