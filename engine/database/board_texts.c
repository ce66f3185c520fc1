/* board_texts - reading and adding lines; see board_texts.h. */
#include "tengen/board_texts.h"

#include "database/digits.h"
#include "database/key.h"

#include <stdio.h>
#include <string.h>

const char *board_texts_next(const char *texts, BoardText *found)
{
    for (const char *end; (end = strchr(texts, '\n')) != NULL; texts = end + 1) {
        const char *at = digits_pass(digits_read(texts, &found->at.x), ',');
        at = digits_pass(digits_read(at, &found->at.y), ' ');
        if (at != NULL) {
            found->words = at;
            found->length = (int)(end - at);
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

void board_texts_begin(BoardTextWriter *writer, char *texts, size_t room)
{
    *writer = (BoardTextWriter){.texts = texts, .room = room};
    texts[0] = '\0';
}

/* Copies the words, with blanks where a byte would end the line. */
static void copy_words(char *copy, const BoardText *text)
{
    for (int i = 0; i < text->length; i++) {
        copy[i] = (char)((unsigned char)text->words[i] < ' ' ? ' ' : text->words[i]);
    }
}

void board_texts_add(BoardTextWriter *writer, const BoardText *added)
{
    char head[sizeof "999,999 "];
    Coordinates at = added->at;
    if (added->length < 1 || at.x < 0 || at.y < 0 || at.x >= SIDE_MAX || at.y >= SIDE_MAX ||
        writer->has_text[at.y][at.x]) {
        return;
    }
    size_t bytes = (size_t)snprintf(head, sizeof head, "%d,%d ", at.x, at.y);
    size_t words = (size_t)added->length, ends = sizeof "\n";
    if (words + bytes + ends > writer->room - writer->length) {
        return;
    }
    char *line = writer->texts + writer->length;
    memcpy(line, head, bytes);
    copy_words(line + bytes, added);
    memcpy(line + bytes + words, "\n", ends);
    writer->length += bytes + words + ends - 1;
    writer->has_text[at.y][at.x] = true;
}

void board_texts_add_all(BoardTextWriter *writer, const char *added)
{
    BoardText text;
    while ((added = board_texts_next(added, &text)) != NULL) {
        board_texts_add(writer, &text);
    }
}

void board_texts_replace(const char *texts, const Diagram *diagram, const BoardText *replacement,
                         char *replaced, size_t room)
{
    unsigned symmetries = key_symmetries(diagram);
    BoardText text;
    BoardTextWriter writer;
    board_texts_begin(&writer, replaced, room);
    while ((texts = board_texts_next(texts, &text)) != NULL) {
        if (!are_same(diagram, symmetries, replacement->at, text.at)) {
            board_texts_add(&writer, &text);
        }
    }
    board_texts_add(&writer, replacement);
}
