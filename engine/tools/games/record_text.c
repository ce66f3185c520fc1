/* record_text - numbers, moves and scores as text; see record_text.h. */
#include "tools/games/record_text.h"

#include "board/point_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DECIMAL = 10 };

const char *record_pass(const char *text, const char *words)
{
    size_t length = strlen(words);
    return text != NULL && strncmp(text, words, length) == 0 ? text + length : NULL;
}

/* --- numbers --- */

static bool is_small_letter(char byte)
{
    return byte >= 'a' && byte <= 'z';
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

const char *record_read_number(const char *text, uint64_t *number)
{
    const char *begin = text;
    uint64_t read = 0;
    for (; is_digit(*text); text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (read > (UINT64_MAX - digit) / DECIMAL) {
            return NULL;
        }
        read = read * DECIMAL + digit;
    }
    if (text == begin || (*begin == '0' && text > begin + 1)) {
        return NULL;
    }
    *number = read;
    return text;
}

const char *record_read_small(const char *text, int most, int *number)
{
    uint64_t read;
    text = record_read_number(text, &read);
    if (text == NULL || read > (uint64_t)most) {
        return NULL;
    }
    *number = (int)read;
    return text;
}

/* --- moves --- */

int record_write_move(const Geometry *geometry, Point move, char *text)
{
    return point_name_write(geometry_coordinates(geometry, move), text);
}

const char *record_read_point(const Geometry *geometry, const char *text, Point *move)
{
    Coordinates point;
    text = point_name_read(text, geometry->width, geometry->height, &point);
    if (text != NULL) {
        *move = geometry_point(geometry, point.x, point.y);
    }
    return text;
}

const char *record_read_moves(const Geometry *geometry, const char *text, Point *moves, int *count)
{
    bool taken[POINTS_MAX] = {false};
    *count = 0;
    do {
        Point move;
        text = record_read_point(geometry, text, &move);
        if (text == NULL || taken[move]) {
            return NULL;
        }
        taken[move] = true;
        moves[(*count)++] = move;
    } while (is_small_letter(*text));
    return text;
}

/* --- scores --- */

int record_write_score(Value score, char *text)
{
    if (score == RECORD_NO_SCORE) {
        return snprintf(text, RECORD_SCORE_TEXT_MAX + 1, ".");
    }
    if (value_is_proven(score)) {
        return snprintf(text, RECORD_SCORE_TEXT_MAX + 1, "%cM%d", score > 0 ? '+' : '-',
                        VALUE_WIN - abs(score));
    }
    return snprintf(text, RECORD_SCORE_TEXT_MAX + 1, "%d", score);
}
