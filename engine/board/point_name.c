/* point_name - a letter, or two, and a number; see point_name.h. */
#include "board/point_name.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { LETTERS = 26 };

static bool is_letter(char byte)
{
    return byte >= 'a' && byte <= 'z';
}

int point_name_write(Coordinates point, char *text)
{
    int length = 0;
    if (point.x >= LETTERS) {
        text[length++] = 'a';
    }
    text[length++] = (char)('a' + point.x % LETTERS);
    return length + snprintf(text + length, POINT_NAME_MAX, "%d", point.y + 1);
}

const char *point_name_read(const char *text, int width, int height, Coordinates *point)
{
    bool is_late = text[0] == 'a' && is_letter(text[1]);
    text += is_late;
    if (!is_letter(text[0]) || text[1] < '1' || text[1] > '9') {
        return NULL;
    }
    int x = (is_late ? LETTERS : 0) + text[0] - 'a';
    char *end;
    long row = strtol(text + 1, &end, 10);
    if (x >= width || row > height) {
        return NULL;
    }
    *point = (Coordinates){x, (int)row - 1};
    return end;
}
