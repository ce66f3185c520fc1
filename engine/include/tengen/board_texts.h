/* board_texts - short texts that are written on the points of a board, as one text.
 *
 * Each is a line "x,y text" with its end, no two for the same point.
 */
#ifndef TENGEN_BOARD_TEXTS_H
#define TENGEN_BOARD_TEXTS_H

#include "tengen/diagram.h"

#include <stdbool.h>
#include <stddef.h>

/* A text on a point. `words` points into the whole text and does not include the line end. */
typedef struct {
    Coordinates at;
    const char *words;
    int length;
} BoardText;

/* Texts that are being written. The writer remembers which points have one, so the time to write
 * them all grows only with their length. */
typedef struct {
    char *texts;
    size_t room, length;
    bool has_text[SIDE_MAX][SIDE_MAX]; /* of a row and a column */
} BoardTextWriter;

/* Reads the next text and returns where to continue; NULL if there is none. Lines that make no
 * sense are skipped. A text from elsewhere may name a point twice; then the first line counts. */
const char *board_texts_next(const char *texts, BoardText *found);

/* Finds the text on a point; false if there is none. */
bool board_texts_find(const char *texts, Coordinates at, BoardText *found);

/* Finds the text on a point of a position, or on a point that a symmetry of the position makes the
 * same. False if there is none. */
bool board_texts_find_same(const char *texts, const Diagram *diagram, Coordinates at,
                           BoardText *found);

/* Begins to write texts into a buffer of `room` bytes, which the caller keeps. After each call the
 * buffer holds a complete text. */
void board_texts_begin(BoardTextWriter *writer, char *texts, size_t room);

/* Appends a text. Bytes that would end the line become blanks. A text is left out if it is empty,
 * if there is no room for it, or if its point already has one. */
void board_texts_add(BoardTextWriter *writer, const BoardText *added);

/* Appends texts one by one. */
void board_texts_add_all(BoardTextWriter *writer, const char *added);

/* Copies texts into an empty buffer, except those on a point of a position and on the points that
 * are the same by symmetry. Then appends a new text for that point. */
void board_texts_replace(const char *texts, const Diagram *diagram, const BoardText *replacement,
                         char *replaced, size_t room);

#endif
