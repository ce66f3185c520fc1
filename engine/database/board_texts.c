/* board_texts - reading and adding lines; see board_texts.h. */
#include "database/board_texts.h"

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
