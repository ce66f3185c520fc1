/* board_texts - reading and adding lines; see board_texts.h. */
#include "database/board_texts.h"

#include "database/key.h"

#include <stdio.h>
#include <string.h>

const char *board_texts_next(const char *texts, BoardText *found)
{
    for (const char *end; (end = strchr(texts, '\n')) != NULL; texts = end + 1) {
        int head = 0;
        if (sscanf(texts, "%4d,%4d%n", &found->at.x, &found->at.y, &head) == 2 && head > 0 &&
            texts[head] == ' ') {
            found->words = texts + head + 1;
            found->length = (int)(end - found->words);
            return end + 1;
        }
    }
    return NULL;
}

bool board_texts_find(const char *texts, Coordinates at, BoardText *found)
{
    while ((texts = board_texts_next(texts, found)) != NULL) {
        if (found->at.x == at.x && found->at.y == at.y) {
            return true;
        }
    }
    return false;
}

/* Says whether one of those symmetries of a position leads from a point to another. */
static bool are_same(const Diagram *diagram, unsigned symmetries, Coordinates one,
                     Coordinates other)
{
    Geometry geometry = key_geometry(&diagram->game);
    for (int i = 0; i < geometry_symmetries(&geometry); i++) {
        Coordinates image = geometry_image(&geometry, one, i);
        if ((symmetries & 1U << i) && image.x == other.x && image.y == other.y) {
            return true;
        }
    }
    return false;
}

bool board_texts_find_same(const char *texts, const Diagram *diagram, Coordinates at,
                           BoardText *found)
{
    bool is_found = board_texts_find(texts, at, found);
    unsigned symmetries = is_found || *texts == '\0' ? 0 : key_symmetries(diagram);
    while (!is_found && (texts = board_texts_next(texts, found)) != NULL) {
        is_found = are_same(diagram, symmetries, at, found->at);
    }
    return is_found;
}

void board_texts_add(char *texts, size_t room, const BoardText *added)
{
    size_t length = strlen(texts);
    if (added->length < 1) {
        return;
    }
    int bytes = snprintf(texts + length, room - length, "%d,%d %.*s\n", added->at.x, added->at.y,
                         added->length, added->words);
    if (bytes < 0 || (size_t)bytes >= room - length) {
        texts[length] = '\0';
        return;
    }
    for (char *byte = texts + length; byte[1] != '\0'; byte++) {
        *byte = (unsigned char)*byte < ' ' ? ' ' : *byte;
    }
}

void board_texts_replace(const char *texts, const Diagram *diagram, const BoardText *replacement,
                         char *replaced, size_t room)
{
    unsigned symmetries = key_symmetries(diagram);
    BoardText text;
    replaced[0] = '\0';
    while ((texts = board_texts_next(texts, &text)) != NULL) {
        if (!are_same(diagram, symmetries, replacement->at, text.at)) {
            board_texts_add(replaced, room, &text);
        }
    }
    board_texts_add(replaced, room, replacement);
}
